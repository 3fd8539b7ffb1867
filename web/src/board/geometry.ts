/** Points, distances and where things lie on the board. Pure. */

import type { Catalog, Space } from "../wire";

export interface Point {
  x: number;
  y: number;
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Camera {
  x: number;
  y: number;
  k: number;
}

/** How the board names the outlines of its spaces (`hex-0615`, `area-minsk`), and where their layer lies. */
export interface Outlines {
  kind: string;
  shift: string;
}

export interface Grid {
  spaces: Map<string, Space>;
  /** Both spaces of a link, by its name. */
  links: Map<string, [string, string]>;
  width: number;
  height: number;
  /** From a space to its nearest neighbour. */
  pitch: number;
  counter: number;
  outlines: Outlines;
  /** Whether the pieces of one space lie side by side. */
  spread: boolean;
  /** Degrees from north, clockwise, of each way that a piece can face. */
  facings: number[];
}

export function gridOf(catalog: Catalog, outlines: Outlines = { kind: "hex", shift: "" }): Grid {
  const spaces = new Map((catalog.spaces ?? []).map((space) => [space.id, space]));
  const links = new Map((catalog.links ?? []).map(([a, b]) => [`${a}-${b}`, [a, b] as [string, string]]));
  const spread = catalog.crowding === "spread";
  const pitch = spread ? usualPitch(catalog.spaces ?? []) : pitchOf(catalog.spaces ?? []);
  const counter = pitch * (spread ? 0.46 : 0.7);
  const { width, height, facings = [] } = catalog;
  return { spaces, links, width, height, pitch, counter, outlines, spread, facings };
}

/** What a space of this board is called, for one or several. */
export function spaceNoun({ outlines }: Grid, count = 1): string {
  const one = outlines.kind === "area" ? "area" : outlines.kind === "hex" ? "hex" : "space";
  return count === 1 ? one : one === "hex" ? "hexes" : `${one}s`;
}

/** The least distance between two spaces, found among a handful: boards are even enough for that. */
export function pitchOf(spaces: Space[]): number {
  let least = Infinity;
  for (const a of spaces.slice(0, 40)) {
    for (const b of spaces) {
      if (a === b) continue;
      const away = Math.hypot(a.x - b.x, a.y - b.y);
      if (away > 1 && away < least) least = away;
    }
  }
  return Number.isFinite(least) ? least : 80;
}

/** The distance from a space to its nearest neighbour as it usually is, on boards where that differs much. */
export function usualPitch(spaces: Space[]): number {
  const least = spaces.map((a) => Math.min(...spaces.filter((b) => b !== a).map((b) => Math.hypot(a.x - b.x, a.y - b.y))));
  const found = least.sort((a, b) => a - b)[Math.floor(least.length / 2)];
  return found !== undefined && Number.isFinite(found) ? found : 80;
}

/** How far along its link, from its space, a piece stands that has not come in. */
const ON_LINK = 0.5;

/** Where a piece stands: in its space, or on the link over which it came there. */
export function placeOf(grid: Grid, space: string, link: string | null | undefined): Point {
  const at = pointOf(grid, space);
  const ends = link ? grid.links.get(link) : undefined;
  if (!ends?.includes(space)) return at;
  const from = pointOf(grid, ends[0] === space ? ends[1] : ends[0]);
  return { x: at.x + (from.x - at.x) * ON_LINK, y: at.y + (from.y - at.y) * ON_LINK };
}

/** Shares of a link, and counters to its side, at which pieces on it may stand where others are in the way. */
const ALONG = [ON_LINK, 0.62, 0.74];
const ASIDE = [0, -0.5, 0.5, -1, 1];

/** Where pieces on a link stand: in its middle, or further back or beside it where they would cover others. */
export function linkPlace(grid: Grid, space: string, link: string, count: number, taken: Rect[]): Point {
  const at = pointOf(grid, space);
  const middle = placeOf(grid, space, link);
  const way = { x: (middle.x - at.x) / ON_LINK, y: (middle.y - at.y) / ON_LINK };
  const long = Math.hypot(way.x, way.y) || 1;
  const places = ALONG.flatMap((share) =>
    ASIDE.map((aside) => {
      const off = (aside * grid.counter) / long;
      const place = { x: at.x + way.x * share - way.y * off, y: at.y + way.y * share + way.x * off };
      const own = covered(grid, place, count);
      const hidden = taken.reduce((sum, other) => sum + overlap(own, other), 0);
      const away = Math.hypot(place.x - middle.x, place.y - middle.y);
      return { place, cost: hidden + away * grid.counter * 0.1 };
    }),
  );
  return places.reduce((best, one) => (one.cost < best.cost ? one : best)).place;
}

/** What some pieces around a place cover of the board. */
export function covered(grid: Grid, at: Point, count: number): Rect {
  const shifts = Array.from({ length: count }, (_, slot) => pieceShift(grid, slot, count));
  const [xs, ys] = [shifts.map((shift) => shift.x), shifts.map((shift) => shift.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const size = grid.counter;
  return {
    x: at.x + left - size / 2,
    y: at.y + top - size / 2,
    width: Math.max(...xs) - left + size,
    height: Math.max(...ys) - top + size,
  };
}

export function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

export function pointOf(grid: Grid, space: string): Point {
  const found = grid.spaces.get(space);
  return found ? { x: found.x, y: found.y } : { x: grid.width / 2, y: grid.height / 2 };
}

/** A piece's shift within its stack: each one lies a little up and to the right of the one below. */
export function stackShift(slot: number, height: number, counter: number): Point {
  const step = Math.min(counter * 0.11, (counter * 0.4) / Math.max(1, height - 1));
  const middle = (height - 1) / 2;
  return { x: (slot - middle) * step, y: (middle - slot) * step };
}

/** A leader beside the stack that it is with: smaller, at the lower left, where it hides no factors; the next one further to
 * the right. */
export function leaderShift(slot: number, counter: number): Point & { size: number } {
  return { x: counter * (slot * 0.42 - 0.6), y: counter * 0.4, size: counter * 0.56 };
}

/** Where a piece lies in its space: on a stack, or in rows beside the others. */
export function pieceShift(grid: Grid, slot: number, count: number): Point {
  if (!grid.spread) return stackShift(slot, count, grid.counter);
  return rowShift(slot, count, grid.counter * (grid.facings.length > 0 ? 1.2 : 1));
}

/** Side by side in rows that are somewhat wider than high. */
export function rowShift(slot: number, count: number, counter: number): Point {
  const wide = Math.max(1, Math.ceil(Math.sqrt(count * 1.6)));
  const row = Math.floor(slot / wide);
  const rows = Math.ceil(count / wide);
  const inRow = row === rows - 1 ? count - row * wide : wide;
  const step = counter * (count > 12 ? 0.62 : 1.04);
  return { x: ((slot % wide) - (inRow - 1) / 2) * step, y: (row - (rows - 1) / 2) * step };
}

/** Pixels of a piece in a fan, and of a verb above it. */
const FANNED = { width: 74, height: 92 };
const VERB = { width: 150, height: 42 };
const VERBS_WIDE = 460;

/** Where the fan of a stack opens: beside the tools at the left edge, within the window, and below its place where there
 * is no room above or where it would hide more of what is asked about (`seen`). `wide` is what the verbs may take before
 * they go on in the next row. */
export function fanPlace(at: Point, window: Rect, pieces: number, verbs: number, seen: Rect[] = []): { x: number; wide: number; below: boolean } {
  const left = window.width > 700 ? 118 : 58;
  const room = window.width - left - 8;
  const wide = Math.min(room, Math.max(pieces * FANNED.width + 16, Math.min(VERBS_WIDE, verbs * VERB.width)));
  const rows = Math.ceil((verbs * VERB.width) / Math.max(wide, VERB.width));
  const tall = rows * VERB.height + (pieces > 0 ? FANNED.height : 0);
  const within = (x: number): number => Math.min(Math.max(x, left + wide / 2), window.width - wide / 2 - 8);
  const ways = { above: at.y - window.y, below: window.y + window.height - at.y };
  const need = tall + VERB.height;
  const sides = ways.above < need ? [true] : ways.below > need ? [false, true] : [false];
  const hides = (x: number, below: boolean): number => {
    const y = below ? at.y + FANNED.height / 4 : at.y - FANNED.height / 4 - tall;
    return seen.filter((one) => overlap(one, { x: x - wide / 2, y, width: wide, height: tall }) > 0).length;
  };
  const aside = wide / 2 + FANNED.width / 2;
  const places = [at.x, at.x - aside, at.x + aside].flatMap((to) => sides.map((below) => ({ x: within(to), wide, below })));
  return places.reduce((best, one) => (hides(one.x, one.below) < hides(best.x, best.below) ? one : best));
}

/** The hexside between two neighbours: from corner to corner across the middle between them. */
export function sideBetween(a: Point, b: Point): [Point, Point] {
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const half = 1 / (2 * Math.sqrt(3)); // of the way from hex to hex
  const along = { x: (a.y - b.y) * half, y: (b.x - a.x) * half };
  return [{ x: middle.x - along.x, y: middle.y - along.y }, { x: middle.x + along.x, y: middle.y + along.y }];
}

/** Hexsides as one line to draw; those that lead off the board are left out. */
export function sidesPath(grid: Grid, sides: readonly (readonly string[])[]): string {
  const drawn = sides.filter(([a, b]) => grid.spaces.has(a ?? "") && grid.spaces.has(b ?? ""));
  const lines = drawn.map(([a, b]) => sideBetween(pointOf(grid, a!), pointOf(grid, b!)));
  const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return lines.map(([from, to]) => `M${at(from)}L${at(to)}`).join("");
}

/** The middle of a link. */
export function linkPoint(grid: Grid, link: string): Point | null {
  const ends = grid.links.get(link);
  if (!ends) return null;
  const [a, b] = [pointOf(grid, ends[0]), pointOf(grid, ends[1])];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

export function toScreen(camera: Camera, point: Point): Point {
  return { x: point.x * camera.k + camera.x, y: point.y * camera.k + camera.y };
}

export function toBoard(camera: Camera, point: Point): Point {
  return { x: (point.x - camera.x) / camera.k, y: (point.y - camera.y) / camera.k };
}

/** The part of the board that a window shows. */
export function windowOn({ x, y, k }: Camera, { width, height }: { width: number; height: number }): Rect {
  return { x: -x / k, y: -y / k, width: width / k, height: height / k };
}

/** How much more than the window is drawn on every side, in windows; and how many windows wide it may become. */
const MARGIN = 0.6;
const SPARE = 3;

/** What is to be drawn around a window: what is drawn already, as long as that holds it. At rest (`trim`) it may shrink. */
export function drawnAround(now: Rect, window: Rect, trim = false): Rect {
  const { x, y, width, height } = window;
  const holds = now.x <= x && now.y <= y && now.x + now.width >= x + width && now.y + now.height >= y + height;
  const endless = now.width === Infinity;
  if (holds && !endless && !(trim && now.width > width * SPARE)) return now;
  return { x: x - width * MARGIN, y: y - height * MARGIN, width: width * (1 + 2 * MARGIN), height: height * (1 + 2 * MARGIN) };
}

/** Whether a point, with so much around it, is in a part of the board. */
export function near(part: Rect, { x, y }: Point, room: number): boolean {
  if (part.width === Infinity) return true;
  return x > part.x - room && y > part.y - room && x < part.x + part.width + room && y < part.y + part.height + room;
}

/** The rectangle around some points, with room on every side. */
export function around(points: Point[], room: number): Rect | null {
  if (points.length === 0) return null;
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const x = Math.min(...xs) - room;
  const y = Math.min(...ys) - room;
  return { x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y };
}

/** The camera that shows a rectangle of the board in a free part of the window, or its middle where it is too big. */
export function framing(rect: Rect, window: Rect, most: number, least = 0): Camera {
  const k = Math.max(least, Math.min(window.width / rect.width, window.height / rect.height, most));
  return {
    k,
    x: window.x + window.width / 2 - (rect.x + rect.width / 2) * k,
    y: window.y + window.height / 2 - (rect.y + rect.height / 2) * k,
  };
}

export function inside(rect: Rect, point: Point, margin = 0): boolean {
  return (
    point.x >= rect.x + margin &&
    point.y >= rect.y + margin &&
    point.x <= rect.x + rect.width - margin &&
    point.y <= rect.y + rect.height - margin
  );
}

/** The nearest space to a point, if one is near enough. */
export function nearest(grid: Grid, point: Point, reach = grid.pitch * 0.62): string | null {
  let best: string | null = null;
  let least = reach;
  for (const space of grid.spaces.values()) {
    const away = Math.hypot(space.x - point.x, space.y - point.y);
    if (away < least) {
      least = away;
      best = space.id;
    }
  }
  return best;
}
