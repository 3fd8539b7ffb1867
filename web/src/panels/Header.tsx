/** The head of the table: where the game stands, who sits where, the score, the line to the server. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { capital, seatName } from "../store/words";
import type { SeatView, View } from "../wire";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";
import { Loudspeaker } from "../ui/Loudspeaker";
import { later } from "../ui/later";
import { RuleChip } from "../ui/Words";
import { Wordmark } from "../ui/Wordmark";
import { words } from "../words";

const Clock = later(() => import("./Clock").then((found) => found.Clock));

export function Header(): JSX.Element {
  const { session, dialog } = useTable();
  const view = session.view.value;
  return (
    <header class="head">
      <Wordmark />
      {view && <Plaque view={view} />}
      {view && (
        <div class={(view.seats ?? []).length > 2 ? "seats many" : "seats"}>
          {(view.seats ?? []).map((seat) => (
            <SeatPlate key={seat.id} seat={seat} view={view} />
          ))}
        </div>
      )}
      <div class="head-keys">
        <Lamp />
        <Loudspeaker />
        <button type="button" class="icon-button" aria-label={words.table.help} onClick={() => (dialog.value = "help")}>
          <Icon name="help" />
        </button>
        <button type="button" class="icon-button" aria-label={words.table.menu} aria-haspopup="dialog" onClick={() => (dialog.value = "menu")}>
          <Icon name="menu" />
        </button>
      </div>
    </header>
  );
}

function Plaque({ view }: { view: View }): JSX.Element {
  const turn = view.tracks?.find((track) => track.kind === "turn");
  return (
    <div class="plaque">
      <span class="plaque-turn">
        {words.table.turn} <b>{view.turn}</b>
        {turn?.high != null && <small>/{turn.high}</small>}
      </span>
      <span class="plaque-words">
        <span class="plaque-date">{turn?.flag}</span>
        <span class="plaque-phase">
          {capital(view.phase)} <RuleChip id={view.phase_rule ?? ""} />
        </span>
      </span>
    </div>
  );
}

function SeatPlate({ seat, view }: { seat: SeatView; view: View }): JSX.Element {
  const { session } = useTable();
  const mine = seat.id === session.seat;
  const score = view.tracks?.find((track) => track.kind === "score" && track.side === seat.side);
  const state = useComputed(() => {
    const { thinking, online } = session.state.value;
    if (seat.id in thinking || (seat.on_move && !mine && online.includes(seat.id))) return "thinking";
    return online.includes(seat.id) ? "here" : "";
  });
  return (
    <div class={`seat-plate${seat.on_move ? " on-move" : ""}${mine ? " mine" : ""}`}>
      <Emblem side={seat.side} />
      <span class="seat-names">
        <b>{seatName(seat.id)}</b>
        <small>
          <span class="seat-who">{mine ? words.table.you : (seat.who ?? "")}</span>
          {seat.hand_count ? <span class="held" title={words.table.cardsInHand(seat.hand_count)}>▮{seat.hand_count}</span> : null}
          {session.state.value.clocks && <Clock seat={seat.id} />}
          {state.value && <i class={`dot ${state.value}`} title={state.value} />}
        </small>
      </span>
      {score && (
        <span class="seat-score" title={score.title}>
          {score.value}
          <small>{score.word ?? words.table.points}</small>
        </span>
      )}
      {seat.on_move && <span class="unseen">{words.table.onMove}</span>}
    </div>
  );
}

function Lamp(): JSX.Element | null {
  const { session } = useTable();
  if (session.jump.value) return null; // a replay has no line
  const state = session.socket.state.value;
  const says = words.table.lamp[state];
  return (
    <button type="button" class={`lamp lamp-${state}`} title={says} aria-label={says} onClick={() => session.socket.retry()}>
      <i />
      {state !== "open" && <span>{says}</span>}
    </button>
  );
}
