/** What each key command does at a table. */

import { nextChoice } from "../panels/Toolbar";
import { wayOut } from "./choices";
import type { Tab, Table } from "./context";
import type { Command } from "./keys";

const STEP = 120;

/** Carry a command out; false if there was nothing to do, so that the browser may use the key. */
export function obey(table: Table, command: Command): boolean {
  const { camera, paints, session, dialog } = table;
  const deeds: Record<Command, () => unknown> = {
    "pan-left": () => camera.panBy(STEP, 0),
    "pan-right": () => camera.panBy(-STEP, 0),
    "pan-up": () => camera.panBy(0, STEP),
    "pan-down": () => camera.panBy(0, -STEP),
    "zoom-in": () => camera.zoomBy(1.3),
    "zoom-out": () => camera.zoomBy(1 / 1.3),
    fit: () => camera.fit(session.open.peek()),
    next: () => nextChoice(table),
    previous: () => nextChoice(table, true),
    escape: () => stepBack(table),
    undo: () => session.undo(),
    reset: () => session.undo(true),
    help: () => (dialog.value = "help"),
    briefing: () => (dialog.value = "briefing"),
    orders: () => turnTo(table, "orders"),
    diary: () => turnTo(table, "diary"),
    charts: () => turnTo(table, "charts"),
    rules: () => turnTo(table, "rules"),
    chat: () => turnTo(table, "chat"),
    overlay: () => paints.cycle(),
    skip: () => playback(table, () => session.play.skip()),
    step: () => playback(table, () => session.play.step()),
    point: () => lookHere(table),
    hold: () => hold(table),
    again: () => again(table),
    "way-1": () => table.gestures.chooseManner(0),
    "way-2": () => table.gestures.chooseManner(1),
    "way-3": () => table.gestures.chooseManner(2),
    "way-4": () => table.gestures.chooseManner(3),
  };
  return deeds[command]() !== false;
}

function turnTo({ tab, sheet }: Table, name: Tab): boolean {
  tab.value = name;
  sheet.value = true;
  document.getElementById(`tab-${name}`)?.focus();
  return true;
}

function playback({ session }: Table, run: () => void): boolean {
  if (!session.play.playing.peek()) return false;
  run();
  return true;
}

function lookHere({ inspector, session }: Table): boolean {
  const space = inspector.spaceOf(inspector.ref.peek());
  if (!space) return false;
  void session.socket.ask({ type: "look", space });
  return true;
}

/** Put what is pointed at on hold and go on to the next. */
function hold(table: Table): boolean {
  const { gestures, inspector } = table;
  const units = gestures.unitsAt(inspector.ref.peek());
  if (!gestures.hold(units)) return false;
  nextChoice(table);
  return true;
}

/** The unit that is pointed at, if it can be chosen, or the next one goes where the last went. */
function again({ gestures, inspector, again }: Table): boolean {
  return again.go(gestures.unitsAt(inspector.ref.peek()).at(-1)?.key ?? null);
}

/** Escape closes the topmost thing, then skips a playback, then takes the way out that the decision offers. */
function stepBack({ session, gestures, inspector, sheet, verdict }: Table): boolean {
  const open = [gestures.armed, gestures.fan, session.question, inspector.pinned].find((one) => one.peek() !== null);
  if (gestures.drag.peek()) gestures.cancelDrag();
  else if (open) open.value = null;
  else if (session.play.playing.peek()) session.play.skip();
  else if (sheet.peek()) sheet.value = false;
  else if (session.view.peek()?.result && verdict.peek()) verdict.value = false;
  else {
    const out = wayOut(session.choices.peek());
    if (!out) return false;
    session.choose(out);
  }
  return true;
}
