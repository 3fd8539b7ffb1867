/** The clock of a seat beside its name: read by whoever looks for it, and drawn anew only when it shows something else. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useTable } from "../store/context";
import { DAY, dayOf, leftOn, shortly, untilNext } from "../store/time";
import { seatName } from "../store/words";
import { lobby } from "../words/lobby";
import "../style/lobby.css";

export function Clock({ seat }: { seat: string }): JSX.Element | null {
  const { session } = useTable();
  const { clocks, welcome } = session.state.value;
  const drawn = useSignal(0);
  const time = clocks?.seats[seat];
  const pace = welcome?.pace;
  const left = time ? leftOn(time, (performance.now() - clocks.told) / 1000) : 0;
  const runs = time?.runs === true;
  useEffect(() => {
    if (!runs || left <= 0) return;
    const timer = setTimeout(() => (drawn.value += 1), untilNext(left));
    return () => clearTimeout(timer);
  }, [clocks, drawn.value]);
  if (!time) return null;
  const state = time.staffed ? lobby.staffed : time.away ? lobby.away(dayOf(time.away)) : time.offered ? lobby.offeredSeat : "";
  const timed = pace !== undefined && pace !== null && pace.kind !== "none";
  if (!timed && !state) return null;
  const low = runs && left < (pace?.kind === "live" ? 60 : DAY);
  const shown = left > 0 || !runs ? shortly(left) : lobby.up;
  const said = runs ? lobby.clockRuns(seatName(seat), shown) : lobby.clock(seatName(seat), shown);
  return (
    <span class={`seat-clock${runs ? " runs" : ""}${low ? " low" : ""}`} data-clock={seat} title={timed ? said : state}>
      {timed ? shown : ""}
      {timed && state ? " · " : ""}
      {state}
    </span>
  );
}
