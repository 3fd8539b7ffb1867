/** From here: who shall sit at the table that goes on from the moment that is shown. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { api } from "../net/api";
import { invitation } from "../net/keyring";
import { keep } from "../net/open";
import { visit } from "../router";
import type { Replay } from "../store/replay";
import { capital, seatName } from "../store/words";
import { Dialog } from "../ui/Dialog";
import { Emblem } from "../ui/Emblem";
import type { SeatPlan, TableOpened } from "../wire";
import { words } from "../words";
import { after } from "../words/after";

const WHO: [SeatPlan["who"], string][] = [["me", after.me], ["computer", after.computer], ["link", after.friend]];

export function OnwardForm({ replay, onClose }: { replay: Replay; onClose: () => void }): JSX.Element {
  const { told } = replay;
  const seats = Object.keys(told.seats);
  const mine = seats.includes(told.eyes) ? told.eyes : seats[0];
  const plans = useSignal<Record<string, SeatPlan>>(Object.fromEntries(seats.map((seat) => [seat, { who: seat === mine ? "me" : "computer", level: told.level ?? "" }])));
  const busy = useSignal(false);
  const problem = useSignal("");
  const opened = useSignal<TableOpened | null>(null);
  const change = (seat: string, changed: Partial<SeatPlan>): void => {
    plans.value = { ...plans.peek(), [seat]: { ...plans.peek()[seat]!, ...changed } };
  };
  const open = (event: Event): void => {
    event.preventDefault();
    busy.value = true;
    const wanted = Object.fromEntries(Object.entries(plans.peek()).map(([seat, { who, level }]) => [seat, who === "computer" ? { who, level: level ?? "" } : { who }]));
    void api.onward(replay.table, replay.token, { moment: replay.at.peek(), eyes: told.eyes, seats: wanted }).then(
      (found) => {
        keep(told.game, found);
        if (found.seats.some(({ invite }) => invite)) opened.value = found;
        else visit(`/table/${found.table}`);
      },
      (error: unknown) => {
        busy.value = false;
        problem.value = capital(error instanceof Error ? error.message : String(error));
      },
    );
  };
  if (opened.value) return <Invites opened={opened.value} onClose={onClose} />;
  return (
    <Dialog title={after.onward} onClose={onClose}>
      <form class="onward" onSubmit={open}>
        <p>{told.over ? after.onwardOver : after.onwardRunning}</p>
        <fieldset>
          {seats.map((seat) => {
            const plan = plans.value[seat]!;
            return (
              <label key={seat}>
                <span>
                  <Emblem side={seat} /> {seatName(seat)}
                </span>
                <select aria-label={after.whoPlays(seatName(seat))} data-who={seat} value={plan.who} onChange={(event) => change(seat, { who: event.currentTarget.value as SeatPlan["who"] })}>
                  {WHO.map(([who, text]) => (
                    <option key={who} value={who}>
                      {text}
                    </option>
                  ))}
                </select>
                {plan.who === "computer" && (
                  <select aria-label={`${after.level}: ${seatName(seat)}`} value={plan.level} onChange={(event) => change(seat, { level: event.currentTarget.value })}>
                    {(told.levels ?? []).map((level) => (
                      <option key={level} value={level}>
                        {capital(level)}
                      </option>
                    ))}
                  </select>
                )}
              </label>
            );
          })}
        </fieldset>
        {problem.value && (
          <p class="trouble" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="brass big" disabled={busy.value}>
          {busy.value ? after.opening : after.openTable}
        </button>
      </form>
    </Dialog>
  );
}

function Invites({ opened, onClose }: { opened: TableOpened; onClose: () => void }): JSX.Element {
  const copied = useSignal("");
  return (
    <Dialog title={after.onward} onClose={onClose}>
      <div class="onward">
        {opened.seats.filter(({ invite }) => invite).map(({ seat, invite }) => {
          const link = invitation(location.origin, opened.table, invite!);
          return (
            <p key={seat}>
              <Emblem side={seat} /> {after.invite(seatName(seat))}
              <input readOnly value={link} aria-label={after.invite(seatName(seat))} onFocus={(event) => event.currentTarget.select()} />
              <button type="button" class="chip" onClick={() => void navigator.clipboard.writeText(link).then(() => (copied.value = seat))}>
                {copied.value === seat ? words.common.copied : words.common.copy}
              </button>
            </p>
          );
        })}
        <button type="button" class="brass big" onClick={() => visit(`/table/${opened.table}`)}>
          {after.start}
        </button>
      </div>
    </Dialog>
  );
}
