/** The position in words, for those who cannot see the map: who stands where, in reading order. Pure. */

import { type Grid, pointOf } from "../board/geometry";
import { inReadingOrder } from "../board/sight";
import type { Catalog, PieceView } from "../wire";
import { faceOf, pieceLine, pieceName, seatName, spaceName } from "./words";

export interface Standing {
  space: string;
  name: string;
  sides: { side: string; units: string[] }[];
}

/** Every place where something stands, each with its units by side, the topmost first. */
export function surveyOf(catalog: Catalog, grid: Grid, stacks: Map<string, PieceView[]>): Standing[] {
  const spaces = inReadingOrder([...stacks.keys()], (space) => pointOf(grid, space));
  return spaces.map((space) => ({
    space,
    name: spaceName(grid.spaces.get(space), space),
    sides: bySide(stacks.get(space) ?? []).map(([side, pieces]) => ({ side: seatName(side), units: listed(catalog, pieces, pieceLine) })),
  }));
}

/** Who stands in a place, in short: `4th Division, 2 hidden`; with the side where it is not one's own, or not the only one. */
export function whoStands(catalog: Catalog, stack: PieceView[], own: string): string {
  const sides = bySide(stack);
  return sides
    .map(([side, pieces]) => {
      const units = listed(catalog, pieces, pieceName).join(", ");
      return sides.length === 1 && side === own ? units : `${seatName(side)}: ${units}`;
    })
    .join("; ");
}

function bySide(stack: PieceView[]): [string, PieceView[]][] {
  const sides = [...new Set(stack.map((piece) => piece.side))].sort();
  return sides.map((side) => [side, stack.filter((piece) => piece.side === side).reverse()]);
}

/** Those that show what they are one by one, the others counted. */
function listed(catalog: Catalog, pieces: PieceView[], name: (catalog: Catalog, piece: PieceView) => string): string[] {
  const shown = pieces.filter((piece) => faceOf(catalog, piece)).map((piece) => name(catalog, piece));
  const others = pieces.filter((piece) => !faceOf(catalog, piece));
  const dummies = others.filter((piece) => piece.kind === "dummy").length;
  const hidden = others.length - dummies;
  return [...shown, ...(dummies > 0 ? [dummies === 1 ? "1 dummy" : `${dummies} dummies`] : []), ...(hidden > 0 ? [`${hidden} hidden`] : [])];
}
