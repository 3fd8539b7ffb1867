/** Which steps the strip of a turn shows, how far the turn has come, and what follows. */

import type { Catalog, StripStep, View } from "../wire";

export type Stand = "done" | "now" | "ahead";

export interface Shown {
  step: StripStep;
  stand: Stand;
}

export interface Strip {
  steps: Shown[];
  /** The parts of the present step, where it has some. */
  parts: Shown[];
  step: StripStep;
  /** What the turn is at: that part of the step, or the step. */
  now: StripStep;
  /** The step after this one; null after the last. */
  next: StripStep | null;
  then: string;
}

export function stripOf(catalog: Catalog, view: View | null): Strip | null {
  const at = view?.strip;
  const now = catalog.strip?.find(({ id }) => id === at?.step);
  if (!at || !now) return null;
  const skipped = new Set(at.skipped ?? []);
  const here = ({ id, once, side }: StripStep): boolean => id === now.id || (!once && !skipped.has(id) && (!side || side === at.side));
  const steps = stands((catalog.strip ?? []).filter(here), now.id);
  const part = now.parts?.find(({ id }) => id === at.part);
  return { steps, parts: part ? stands(now.parts ?? [], part.id) : [], step: now, now: part ?? now, next: steps.find(({ stand }) => stand === "ahead")?.step ?? null, then: at.then ?? "" };
}

function stands(steps: StripStep[], now: string): Shown[] {
  const at = steps.findIndex(({ id }) => id === now);
  return steps.map((step, i) => ({ step, stand: i < at ? "done" : i === at ? "now" : "ahead" }));
}

/** Seats that are asked now: mine first. */
export function asked(view: View | null): string[] {
  return (view?.seats ?? []).filter(({ on_move }) => on_move).map(({ id }) => id);
}
