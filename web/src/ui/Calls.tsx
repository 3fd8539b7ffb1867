/** At a table: tells the server whether it is looked at, calls whoever looks elsewhere, and takes calls back. */

import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { keepCalled, notice, withdraw } from "../net/calls";
import { useTable } from "../store/context";
import type { Session } from "../store/session";
import { asksMe } from "../store/state";
import { calls } from "../words/calls";

/** Turns that this page has called for. */
const told = new Set<string>();

export function Calls(): null {
  const { session } = useTable();
  useSignalEffect(() => {
    if (session.socket.state.value === "open") tell(session);
  });
  useEffect(() => {
    const look = (): void => tell(session);
    document.addEventListener("visibilitychange", look);
    void keepCalled().catch(() => undefined);
    return () => document.removeEventListener("visibilitychange", look);
  }, [session]);
  useSignalEffect(() => {
    const view = session.latest.value;
    if (!document.hidden || session.seat === "" || session.rehearsal.value || !view || !(asksMe(view) || view.result)) return;
    const turn = `${session.table} ${session.seat} ${view.result ? "end" : view.turn}`;
    if (told.has(turn)) return;
    told.add(turn);
    void notice(session.table, session.catalog.name, view.result ? calls.ended : calls.yourMove(view.turn, view.phase));
  });
  return null;
}

function tell(session: Session): void {
  if (session.rehearsal.peek() || session.table === "") return;
  const shown = !document.hidden;
  if (shown) void withdraw(session.table);
  if (session.seat !== "") void session.socket.ask({ type: "visible", shown });
}
