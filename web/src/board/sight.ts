/** Which part of the map lies open, and where to look so that everything asked about is in it. Pure. */

import type { Camera, Grid, Point, Rect } from "./geometry";
import { around, covered, framing, linkPoint, overlap, placeOf, pointOf } from "./geometry";

/** Something on the map that can be chosen, and the part of the board it takes up. */
export interface Place {
  kind: "piece" | "space" | "link";
  name: string;
  space: string;
  rect: Rect;
}

/** Pixels that stay free between what is shown and what lies over the map. */
const GAP = 6;
/** Pixels between a card and the edge of the stage. */
const MARGIN = 12;

export function centreOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** What a space takes up: its middle, and all the pieces that lie side by side there. */
export function spaceRect(grid: Grid, space: string, count: number): Rect {
  const at = pointOf(grid, space);
  if (!grid.spread) return around([at], grid.pitch * 0.5)!;
  return covered(grid, at, Math.max(1, count));
}

export function pieceRect(grid: Grid, space: string, link: string | null | undefined, count: number): Rect {
  if (grid.spread && link) return around([placeOf(grid, space, link)], grid.counter * 0.6)!;
  return spaceRect(grid, space, count);
}

export function linkRect(grid: Grid, link: string): Rect | null {
  const at = linkPoint(grid, link);
  return at && around([at], grid.pitch * 0.2);
}

export function onScreen({ x, y, k }: Camera, rect: Rect): Rect {
  return { x: rect.x * k + x, y: rect.y * k + y, width: rect.width * k, height: rect.height * k };
}

/** The largest rectangle of the stage over which nothing lies. */
export function freePart(stage: Rect, over: Rect[]): Rect {
  const near = over.map((one) => grown(one, GAP)).filter((one) => overlap(one, stage) > 0);
  const xs = edges(near.flatMap((one) => [one.x, one.x + one.width]), stage.x, stage.x + stage.width);
  const ys = edges(near.flatMap((one) => [one.y, one.y + one.height]), stage.y, stage.y + stage.height);
  let best: Rect = { x: stage.x, y: stage.y, width: 0, height: 0 };
  for (const [i, x] of xs.entries()) {
    for (const right of xs.slice(i + 1)) {
      const columns = near.filter((one) => one.x < right && one.x + one.width > x);
      for (const [j, y] of ys.entries()) {
        for (const bottom of ys.slice(j + 1)) {
          if (columns.some((one) => one.y < bottom && one.y + one.height > y)) break;
          if ((right - x) * (bottom - y) > best.width * best.height) best = { x, y, width: right - x, height: bottom - y };
        }
      }
    }
  }
  return best.width > 0 ? best : stage;
}

function edges(found: number[], low: number, high: number): number[] {
  return [...new Set([low, high, ...found.filter((at) => at > low && at < high)])].sort((a, b) => a - b);
}

export function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** Whether a rectangle of the screen lies within the stage with nothing over it. */
export function isOpen(rect: Rect, stage: Rect, over: Rect[]): boolean {
  const within =
    rect.x >= stage.x && rect.y >= stage.y && rect.x + rect.width <= stage.x + stage.width && rect.y + rect.height <= stage.y + stage.height;
  return within && over.every((one) => overlap(rect, one) === 0);
}

export function union(rects: Rect[]): Rect | null {
  return around(rects.flatMap(({ x, y, width, height }) => [{ x, y }, { x: x + width, y: y + height }]), 0);
}

/** The camera nearest to the present one that shows these parts of the board in the free part of the window: pushed
 * along, or from farther away where they do not fit. Where even `least` is too near for all, it shows as many as it can. */
export function lookAt(now: Camera, rects: Rect[], free: Rect, least: number): Camera {
  const whole = union(rects);
  if (!whole) return now;
  const fitting = Math.min(free.width / whole.width, free.height / whole.height);
  if (fitting >= now.k) return pushed(now, whole, free);
  if (fitting >= least) return pushed(about(now, free, fitting), whole, free);
  const crowd = thickest(rects, free.width / least, free.height / least);
  return framing(union(crowd) ?? whole, free, least, least);
}

/** The same scale, moved no farther than is needed. */
function pushed({ x, y, k }: Camera, rect: Rect, free: Rect): Camera {
  const into = (at: number, from: number, size: number, low: number, room: number): number => {
    const start = from * k + at;
    return at + Math.max(0, low - start) - Math.max(0, start + size * k - (low + room));
  };
  return { k, x: into(x, rect.x, rect.width, free.x, free.width), y: into(y, rect.y, rect.height, free.y, free.height) };
}

/** Another scale about the middle of the free part. */
export function about({ x, y, k }: Camera, free: Rect, scale: number): Camera {
  const middle = centreOf(free);
  const share = scale / k;
  return { k: scale, x: middle.x - (middle.x - x) * share, y: middle.y - (middle.y - y) * share };
}

/** The most of some rectangles that one look of this size holds: it begins at the left edge of one and at the top of one. */
export function thickest(rects: Rect[], width: number, height: number): Rect[] {
  const tops = (found: Rect[]): number[] => [...new Set(found.map(({ y }) => y))];
  const lefts = [...new Set(rects.map(({ x }) => x))];
  let best: Rect[] = [];
  for (const x of lefts) {
    const columns = rects.filter((one) => one.x >= x && one.x + one.width <= x + width);
    for (const y of columns.length > best.length ? tops(columns) : []) {
      const held = columns.filter((one) => one.y >= y && one.y + one.height <= y + height);
      if (held.length > best.length) best = held;
    }
  }
  return best;
}

export type Way = "north" | "south" | "west" | "east";

/** On which side of the free part something lies that is not in it. */
export function wayTo(rect: Rect, free: Rect): Way {
  const [at, middle] = [centreOf(rect), centreOf(free)];
  const [dx, dy] = [(at.x - middle.x) / free.width, (at.y - middle.y) / free.height];
  if (Math.abs(dx) > Math.abs(dy)) return dx < 0 ? "west" : "east";
  return dy < 0 ? "north" : "south";
}

/** In reading order over the board: rows from the top, each from the left. */
export function inReadingOrder<T>(found: T[], at: (one: T) => Point): T[] {
  const row = (one: T): number => Math.round(at(one).y / 50);
  return [...found].sort((a, b) => row(a) - row(b) || at(a).x - at(b).x);
}

/** Where a card of some size lies on the stage: in the first corner where it covers nothing of what must be seen; null if
 * there is none. */
export function cornerFor(size: { width: number; height: number }, stage: Rect, over: Rect[], seen: Rect[]): Point | null {
  return corners(size, stage, over).find((at) => hiddenBy({ ...at, ...size }, seen) === 0) ?? null;
}

/** The corner where it covers least. */
export function leastCorner(size: { width: number; height: number }, stage: Rect, over: Rect[], seen: Rect[]): Point {
  const cost = (at: Point): number => hiddenBy({ ...at, ...size }, seen);
  return corners(size, stage, over).reduce((best, at) => (cost(at) < cost(best) ? at : best));
}

function hiddenBy(card: Rect, seen: Rect[]): number {
  return seen.reduce((sum, one) => sum + overlap(card, one), 0);
}

/** The corners of the stage, and those left by what lies over it already. */
function corners({ width, height }: { width: number; height: number }, stage: Rect, over: Rect[]): Point[] {
  const [right, bottom] = [stage.x + stage.width - width - MARGIN, stage.y + stage.height - height - MARGIN];
  const [left, top] = [stage.x + MARGIN, stage.y + MARGIN];
  const beside = over.flatMap((one) => [one.x + one.width + GAP, one.x - width - GAP]);
  const above = over.flatMap((one) => [one.y + one.height + GAP, one.y - height - GAP]);
  const xs = [right, left, ...beside].filter((x) => x >= left && x <= right);
  const ys = [top, bottom, ...above].filter((y) => y >= top && y <= bottom);
  const open = xs.flatMap((x) => ys.map((y) => ({ x, y }))).filter((at) => hiddenBy({ ...at, width, height }, over) === 0);
  return open.length > 0 ? open : [{ x: Math.max(left, right), y: top }];
}
