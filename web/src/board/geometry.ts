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

export interface Grid {
  spaces: Map<string, Space>;
  width: number;
  height: number;
  /** From a space to its nearest neighbour. */
  pitch: number;
  counter: number;
}

export function gridOf(catalog: Catalog): Grid {
  const spaces = new Map((catalog.spaces ?? []).map((space) => [space.id, space]));
  const pitch = pitchOf(catalog.spaces ?? []);
  return { spaces, width: catalog.width, height: catalog.height, pitch, counter: pitch * 0.7 };
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

export function toScreen(camera: Camera, point: Point): Point {
  return { x: point.x * camera.k + camera.x, y: point.y * camera.k + camera.y };
}

export function toBoard(camera: Camera, point: Point): Point {
  return { x: (point.x - camera.x) / camera.k, y: (point.y - camera.y) / camera.k };
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
