/** Everything on the map that can be chosen now, in reading order: what the camera shows and what N goes through. Pure. */

import type { Grid } from "../board/geometry";
import { type Place, centreOf, inReadingOrder, linkRect, pieceRect, spaceRect } from "../board/sight";
import type { PieceView } from "../wire";
import type { Choice, Choices } from "./choices";

interface Position {
  choices: Choices;
  byKey: Map<string, PieceView>;
  stacks: Map<string, PieceView[]>;
  grid: Grid;
}

/** Where nothing else is asked, what only rearranges counts too. */
export function askedPlaces(position: Position): Place[] {
  const serious = placesWith(position, (own) => own.some((choice) => !choice.free));
  return serious.length > 0 ? serious : placesWith(position, () => true);
}

function placesWith({ choices, byKey, stacks, grid }: Position, counts: (own: Choice[]) => boolean): Place[] {
  const names = (map: Map<string, Choice[]>): string[] => [...map].filter(([, own]) => counts(own)).map(([name]) => name);
  const height = (space: string): number => stacks.get(space)?.length ?? 0;
  const spaces = names(choices.bySpace).map((space): Place => ({ kind: "space", name: space, space, rect: spaceRect(grid, space, height(space)) }));
  const pieces = names(choices.byPiece)
    .map((key) => byKey.get(key))
    .filter((piece) => piece !== undefined)
    .sort((a, b) => (b.slot ?? 0) - (a.slot ?? 0))
    .flatMap(({ key, space, link }): Place[] => (space ? [{ kind: "piece", name: key, space, rect: pieceRect(grid, space, link, height(space)) }] : []));
  const links = names(choices.byLink).flatMap((link): Place[] => {
    const rect = linkRect(grid, link);
    return rect ? [{ kind: "link", name: link, space: grid.links.get(link)?.[1] ?? "", rect }] : [];
  });
  return inReadingOrder([...pieces, ...spaces, ...links], ({ rect }) => centreOf(rect));
}

/** What a lesson speaks of, where it lies now. */
export function spokenPlaces(lit: readonly string[], { byKey, stacks, grid }: Omit<Position, "choices">): Place[] {
  const spaces = lit.flatMap((name) => byKey.get(name)?.space ?? (grid.spaces.has(name) ? [name] : []));
  return [...new Set(spaces)].map((space) => ({ kind: "space", name: space, space, rect: spaceRect(grid, space, stacks.get(space)?.length ?? 0) }));
}

/** Without units that have moved, as long as there are others; units on hold are not among the places at all. */
export function unmoved(places: Place[], byKey: Map<string, PieceView>): Place[] {
  const left = places.filter(({ kind, name }) => kind !== "piece" || !byKey.get(name)?.marks?.includes("moved"));
  return left.length > 0 ? left : places;
}

/** The one after another in a list, or the first; the one before it when going back. */
export function nextAfter(places: Place[], current: { kind: string; name: string } | null, back = false): Place | null {
  const at = current === null ? -1 : places.findIndex(({ kind, name }) => kind === current.kind && name === current.name);
  const step = back ? (at < 0 ? places.length - 1 : at - 1 + places.length) : at + 1;
  return places[step % places.length] ?? null;
}
