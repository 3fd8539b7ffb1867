/** Paths and arrows as SVG path data. Pure. */

import type { Point } from "./geometry";

const r = (value: number): string => (Math.round(value * 10) / 10).toString();

/** A line through points, rounded at the bends. */
export function smoothPath(points: Point[], bend = 0.28): string {
  const first = points[0];
  if (!first || points.length < 2) return "";
  let data = `M${r(first.x)} ${r(first.y)}`;
  for (let i = 1; i < points.length - 1; i++) {
    const [before, at, after] = [points[i - 1]!, points[i]!, points[i + 1]!];
    const into = between(at, before, bend);
    const out = between(at, after, bend);
    data += `L${r(into.x)} ${r(into.y)}Q${r(at.x)} ${r(at.y)} ${r(out.x)} ${r(out.y)}`;
  }
  const last = points.at(-1)!;
  return `${data}L${r(last.x)} ${r(last.y)}`;
}

export function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** The head of an arrow that ends at the last point. */
export function arrowHead(points: Point[], size: number): string {
  const tip = points.at(-1);
  const from = points.at(-2);
  if (!tip || !from) return "";
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const wing = (turn: number): Point => ({
    x: tip.x - size * Math.cos(angle + turn),
    y: tip.y - size * Math.sin(angle + turn),
  });
  const [left, right] = [wing(0.5), wing(-0.5)];
  return `M${r(tip.x)} ${r(tip.y)}L${r(left.x)} ${r(left.y)}L${r(right.x)} ${r(right.y)}Z`;
}

/** The points of a path, drawn back a little from both ends so that counters stay readable. */
export function shortened(points: Point[], start: number, end: number): Point[] {
  if (points.length < 2) return points;
  const cut = points.map((p) => ({ ...p }));
  cut[0] = toward(points[0]!, points[1]!, start);
  cut[cut.length - 1] = toward(points.at(-1)!, points.at(-2)!, end);
  return cut;
}

function toward(a: Point, b: Point, by: number): Point {
  const away = Math.hypot(b.x - a.x, b.y - a.y);
  return away === 0 ? a : between(a, b, Math.min(0.45, by / away));
}
