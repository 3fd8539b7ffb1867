/** A deployment kept in this browser: which piece stands where, to start from another time. */

import type { Deed, DecisionView, View } from "../wire";
import type { Session } from "./session";

/** The verbs by which every title that lets its players deploy freely calls the parts of it. */
const PICK = "pick";
const PLACE = "place";
const LIFT = "lift";
const FILL = "fill";

export type Saved = Record<string, string>;

export function deploys(decision: DecisionView | null | undefined): boolean {
  const verbs = new Set((decision?.options ?? []).map((option) => option.verb));
  return verbs.has(FILL) || (verbs.has(LIFT) && !verbs.has("end"));
}

export function deploymentOf(view: View): Saved {
  const own = new Set((view.decision?.options ?? []).filter((o) => o.verb === LIFT).flatMap((o) => o.args));
  const placed = (view.pieces ?? []).filter((piece) => piece.space && own.has(piece.key));
  return Object.fromEntries(placed.map((piece) => [piece.key, piece.space!]));
}

const nameOf = (game: string, seat: string): string => `vistula.deployment.${game}.${seat}`;

export function saveDeployment(game: string, seat: string, saved: Saved): void {
  localStorage.setItem(nameOf(game, seat), JSON.stringify(saved));
}

export function savedDeployment(game: string, seat: string): Saved | null {
  const text = localStorage.getItem(nameOf(game, seat));
  return text ? (JSON.parse(text) as Saved) : null;
}

/** The clicks that put what still waits onto its saved place. */
export function deedsFor(decision: DecisionView, saved: Saved): Deed[][] {
  const waiting = (decision.options ?? []).filter((o) => o.verb === PICK).flatMap((o) => o.args);
  return waiting
    .filter((piece) => saved[piece])
    .map((piece) => [
      { verb: PICK, arg: piece },
      { verb: PLACE, arg: saved[piece]! },
    ]);
}

/** Place piece after piece; one that cannot stand there now stays in the tray. */
export async function deployAs(session: Session, saved: Saved): Promise<void> {
  const decision = session.latest.peek()?.decision;
  if (!decision) return;
  let pairs = deedsFor(decision, saved);
  while (pairs.length > 0) {
    const before = session.revision;
    const answer = await session.socket.ask({ type: "act", revision: before, actions: pairs.flat() });
    if (session.revision === before && (answer.done ?? 0) > 0) await session.nextUpdate();
    const placed = Math.floor((answer.done ?? 0) / 2);
    pairs = pairs.slice(placed + 1);
  }
}
