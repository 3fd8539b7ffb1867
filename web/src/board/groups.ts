/** Where the pieces of each space stand together, clear of one another and of the names on the map. Pure. */

import type { PieceView } from "../wire";
import { type Grid, type Point, type Rect, covered, linkPlace, overlap, pointOf } from "./geometry";

export interface Group {
  space: string;
  stack: PieceView[];
  centre: Point;
}

/** What stands together: the pieces of a space, apart from those that still stand on a link to it. */
export function groupsOf(grid: Grid, stacks: Map<string, PieceView[]>, names: Rect[] = []): Group[] {
  const groups: Group[] = [];
  const coming: [string, string, PieceView[]][] = [];
  for (const [space, all] of stacks) {
    const links = grid.spread ? new Set(all.flatMap((piece) => piece.link ?? [])) : new Set<string>();
    for (const link of links) coming.push([space, link, all.filter((piece) => piece.link === link)]);
    const stack = links.size > 0 ? all.filter((piece) => !piece.link) : all;
    if (stack.length > 0) groups.push({ space, stack, centre: clearPlace(grid, pointOf(grid, space), stack.length, names) });
  }
  const taken = coming.length > 0 ? [...names, ...groups.map((group) => rectOf(grid, group))] : [];
  for (const [space, link, stack] of coming) {
    const centre = linkPlace(grid, space, link, stack.length, taken);
    const group = { space, stack, centre };
    taken.push(rectOf(grid, group));
    groups.push(group);
  }
  return groups;
}

export function rectOf(grid: Grid, { centre, stack }: Group): Rect {
  return covered(grid, centre, stack.length);
}

/** Counters by which pieces may stand off the middle of their space, so that they stay well inside it. */
const SHIFTS = [0, 0.2, 0.4, 0.6];

/** The place nearest to a point where some pieces hide no name, or least of one. */
export function clearPlace(grid: Grid, at: Point, count: number, names: Rect[]): Point {
  if (!grid.spread || names.length === 0) return at;
  const here = covered(grid, at, count);
  const reach = grid.counter * 0.6;
  const near = names.filter((name) => overlap(name, { x: here.x - reach, y: here.y - reach, width: here.width + 2 * reach, height: here.height + 2 * reach }) > 0);
  if (near.length === 0) return at;
  const places = SHIFTS.flatMap((share) =>
    Array.from({ length: share === 0 ? 1 : 8 }, (_, i) => {
      const [x, y] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
      const place = { x: at.x + x * share * grid.counter, y: at.y + y * share * grid.counter };
      const own = covered(grid, place, count);
      return { place, cost: near.reduce((sum, name) => sum + overlap(own, name), 0) + share * grid.counter * 2 };
    }),
  );
  return places.reduce((best, one) => (one.cost < best.cost ? one : best)).place;
}

/** The names that pieces still lie over. */
export function hiddenNames(grid: Grid, groups: Group[], names: Map<string, Rect>): string[] {
  if (!grid.spread) return [];
  const rects = groups.map((group) => rectOf(grid, group));
  return [...names].filter(([, name]) => rects.some((rect) => overlap(rect, name) > 0)).map(([space]) => space);
}
