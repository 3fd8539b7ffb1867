/** In the menu: the pace that was agreed on, one's holiday, and ways to hand one's seat on. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { DAY, dayOf, lasting, paceTerms, paceWords } from "../store/time";
import { Sure } from "../ui/Sure";
import { lobby } from "../words/lobby";
import "../style/lobby.css";

export function Away(): JSX.Element | null {
  const { session } = useTable();
  const { welcome, clocks } = session.state.value;
  const pace = welcome?.pace;
  const people = Object.keys(welcome?.seats ?? {}).filter((seat) => !(seat in (welcome?.levels ?? {})));
  const playing = session.seat !== "" && !session.latest.value?.result;
  if (!welcome || (!pace && people.length < 2)) return null;
  const mine = clocks?.seats[session.seat];
  return (
    <section class="away">
      <h3>{lobby.time}</h3>
      {pace && <p>{paceWords(pace)}.</p>}
      {pace && paceTerms(pace).map((term) => <p key={term} class="note">{term}</p>)}
      {playing && Boolean(pace?.holiday) && <Holiday left={clocks?.holiday ?? 0} until={mine?.away ?? ""} />}
      {playing && <Leave offered={mine?.offered === true} />}
    </section>
  );
}

function Holiday({ left, until }: { left: number; until: string }): JSX.Element {
  const { session } = useTable();
  const days = useSignal(Math.max(1, Math.min(7, Math.floor(left / DAY))));
  const go = (count: number): void => void session.send({ type: "holiday", days: count });
  if (until) {
    return (
      <p class="away-row">
        {lobby.awayNow(dayOf(until))}
        <button type="button" class="plate" data-holiday="back" onClick={() => go(0)}>
          {lobby.back}
        </button>
      </p>
    );
  }
  if (left < 1) return <p class="note">{lobby.holidayNone}</p>;
  return (
    <>
      <p class="note">{lobby.holidayLeft(lasting(left))}</p>
      <p class="away-row">
        <label>
          {lobby.goAwayDays} <input type="number" min={1} max={Math.max(1, Math.ceil(left / DAY))} data-holiday-days="" value={days.value} onInput={(event) => (days.value = Number(event.currentTarget.value))} />
        </label>
        <button type="button" class="plate" data-holiday="go" onClick={() => go(days.peek())}>
          {lobby.goAway}
        </button>
      </p>
    </>
  );
}

function Leave({ offered }: { offered: boolean }): JSX.Element {
  const { session } = useTable();
  const leave = (to: "anyone" | "computer" | "nobody"): void => void session.send({ type: "leave", to });
  return (
    <>
      <h4>{lobby.leave}</h4>
      <p class="note">{offered ? lobby.offering : lobby.leaveAbout}</p>
      <p class="away-row">
        <button type="button" class="plate" data-leave={offered ? "nobody" : "anyone"} onClick={() => leave(offered ? "nobody" : "anyone")}>
          {offered ? lobby.stay : lobby.toAnyone}
        </button>
        <Sure question={lobby.toComputerSure} run={() => leave("computer")}>
          {lobby.toComputer}
        </Sure>
      </p>
    </>
  );
}
