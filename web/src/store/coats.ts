/** The kinds of paint of an overlay, as map and legend show them. Pure. */

import { signKey } from "../board/assets";
import type { Overlay } from "../wire";

export interface Coat {
  name: string;
  /** Its classes, by which it has its colour. */
  look: string;
  spaces: string[];
  /** Hexsides, each by its two hexes. */
  sides: string[][];
}

/** What is painted on spaces and what along hexsides under one name is one coat. */
export function coatsOf(overlay: Overlay): Coat[] {
  const { layers = {}, sides = {} } = overlay;
  const names = [...new Set([...Object.keys(layers), ...Object.keys(sides)])];
  return names.map((name, i) => ({
    name,
    look: `coat coat-${i} coat-${signKey(name)}`,
    spaces: layers[name] ?? [],
    sides: sides[name] ?? [],
  }));
}
