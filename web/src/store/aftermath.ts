/** What a seat is told in a notice of its own, because neither the map nor a playback shows it. Pure. */

import type { Line } from "../wire";

/** What I have just said myself needs no notice. */
const ECHOES = new Set(["order_placed", "commits", "commits_none", "passes"]);
/** What has not come about: no piece moves, so that nothing else would tell of it. */
const FAILURES = new Set(["unfulfilled"]);

/** Of the lines that came with a view those to be noticed.
 *
 * What others did is played back, together with what nobody in particular did; `played` says whether it is. Questions
 * that several seats answer unseen of each other have no doer: what comes of them is everybody's. What I can still take
 * back I see on the map; only a failure is told even then. */
export function aftermathOf(fresh: Line[], seat: string, undoable: boolean, played: boolean): Line[] {
  const others = fresh.some((line) => isOther(line, seat));
  return fresh.filter((line) => {
    if (FAILURES.has(line.key)) return line.actor === seat || !(others && played);
    return !others && !undoable && !ECHOES.has(line.key);
  });
}

/** Whether somebody else did this. */
export function isOther(line: Line, seat: string): boolean {
  return line.actor !== undefined && line.actor !== "" && line.actor !== seat;
}
