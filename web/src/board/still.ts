/** In place of `d3-transition`, which d3-zoom asks only to end what we never begin: the camera glides by itself. It would
 * bring colours, easings and timers into the first load. */

import { selection } from "d3-selection";

declare module "d3-selection" {
  interface Selection<GElement extends BaseType, Datum, PElement extends BaseType, PDatum> {
    interrupt(): Selection<GElement, Datum, PElement, PDatum>;
  }
}

(selection.prototype as { interrupt: unknown }).interrupt = function interrupted(this: unknown): unknown {
  return this;
};

export function interrupt(): void {
  // there is never anything to interrupt
}
