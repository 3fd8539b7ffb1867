/** Where the pieces of each space stand together, clear of one another and of the names on the map, and where a name that
 * they hide is written. Pure. */

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
    if (stack.length === 0) continue;
    const others = grid.spread ? groups.map((group) => rectOf(grid, group)) : [];
    groups.push({ space, stack, centre: clearPlace(grid, pointOf(grid, space), stack.length, names, others) });
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

/** How much worse it is to stand over other pieces than over a name, which is then drawn on top. */
const OTHERS = 4;

/** The place nearest to a point where some pieces hide no name and no others, or least of them. */
export function clearPlace(grid: Grid, at: Point, count: number, names: Rect[], others: Rect[] = []): Point {
  if (!grid.spread) return at;
  const here = covered(grid, at, count);
  const reach = grid.counter * 0.6;
  const around = { x: here.x - reach, y: here.y - reach, width: here.width + 2 * reach, height: here.height + 2 * reach };
  const [near, crowd] = [names, others].map((rects) => rects.filter((rect) => overlap(rect, around) > 0)) as [Rect[], Rect[]];
  if (near.length + crowd.length === 0) return at;
  const hidden = (own: Rect, rects: Rect[]): number => rects.reduce((sum, rect) => sum + overlap(own, rect), 0);
  const places = SHIFTS.flatMap((share) =>
    Array.from({ length: share === 0 ? 1 : 8 }, (_, i) => {
      const [x, y] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
      const place = { x: at.x + x * share * grid.counter, y: at.y + y * share * grid.counter };
      const own = covered(grid, place, count);
      return { place, cost: hidden(own, near) + OTHERS * hidden(own, crowd) + share * grid.counter * 2 };
    }),
  );
  return places.reduce((best, one) => (one.cost < best.cost ? one : best)).place;
}

/** The name of a space that is drawn with the pieces, and how far it is moved from where it is printed. */
export interface ShownName {
  space: string;
  x: number;
  y: number;
}

/** The names that pieces stand over, side by side: they are drawn once more, on top. */
export function hiddenNames(grid: Grid, groups: Group[], names: Map<string, Rect>): ShownName[] {
  const rects = groups.map((group) => rectOf(grid, group));
  return [...names].filter(([, name]) => rects.some((rect) => overlap(rect, name) > 0)).map(([space]) => ({ space, x: 0, y: 0 }));
}

/** All names of a board where pieces lie on stacks: one that they, or markers in these spaces, would hide is written below
 * what lies in its own space. */
export function namesBelow(grid: Grid, groups: Group[], names: Map<string, Rect>, marked: string[]): ShownName[] {
  const stacks = new Map(groups.map(({ space, stack }) => [space, stack]));
  for (const space of marked) if (!stacks.has(space)) stacks.set(space, []);
  const rects = [...stacks].map(([space, stack]) => covered(grid, pointOf(grid, space), Math.max(1, stack.length)));
  const hidden = new Set([...names].filter(([, name]) => rects.some((rect) => overlap(rect, name) > 0)).map(([space]) => space));
  const staying = [...names].filter(([space]) => !hidden.has(space)).map(([, name]) => name);
  return [...names].map(([space, name]) => ({ space, ...(hidden.has(space) ? below(grid, space, name, stacks.get(space), staying) : { x: 0, y: 0 }) }));
}

/** Counters between the middle of a space and its name, where nothing lies on the town. */
const UNDER_TOWN = 0.2;

/** Of its width, how far a name may be pushed to either side so that it runs into no other. */
const PUSHES = [0, -0.25, 0.25, -0.5, 0.5];

/** From where a name is printed to below what lies in its space; beside a leader, who is at the lower left. */
function below(grid: Grid, space: string, name: Rect, stack: PieceView[] | undefined, others: Rect[]): Point {
  const at = pointOf(grid, space);
  const foot = stack && covered(grid, at, Math.max(1, stack.length));
  const top = foot ? foot.y + foot.height - name.height * 0.06 : at.y + grid.counter * UNDER_TOWN;
  const leaders = stack?.filter((piece) => piece.kind === "leader").length ?? 0;
  const led = leaders > 0 && leaders < stack!.length;
  const left = led ? at.x - grid.counter * 0.3 : at.x - name.width / 2;
  const met = (x: number): number => others.reduce((sum, other) => sum + overlap({ ...name, x, y: top }, other), 0);
  const x = PUSHES.map((push) => left + push * name.width).reduce((best, one) => (met(one) < met(best) ? one : best));
  return { x: x - name.x, y: top - name.y };
}
