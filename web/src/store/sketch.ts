/** Sketched moves on their way to the table. */

import { signal } from "@preact/signals";
import type { Deed } from "../wire";
import type { Session } from "./session";

/** As many as the server keeps for a seat at a table. */
export const MOST = 10;

export interface Carried {
  table: string;
  seat: string;
  steps: Deed[];
}

/** What shall be made at a table as soon as its seat is asked. */
export const carried = signal<Carried | null>(null);

/** The first number that no sketch is kept under; 0: there is none. */
export function freeNumber(kept: readonly { n: number }[]): number {
  const taken = new Set(kept.map(({ n }) => n));
  return Array.from({ length: MOST }, (_, i) => i + 1).find((n) => !taken.has(n)) ?? 0;
}

/** Make them, each checked by the table as any other; the first that it does not offer ends it. */
export async function make(session: Session, steps: Deed[]): Promise<void> {
  const { sketch } = await import("../words/sketch");
  const send = (): ReturnType<Session["send"]> => session.send({ type: "act", revision: session.revision, actions: steps });
  const first = await send();
  const { done = 0 } = first.stale ? await send() : first;
  session.notify(done > 0 ? sketch.applied(done, steps.length) : sketch.nothing);
}
