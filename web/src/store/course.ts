/** Figures of a game laid out to be drawn: axes, lines, the luck that adds up. Pure. */

import type { Account, Diagram } from "../wire";

export interface Axis {
  low: number;
  high: number;
  ticks: number[];
}

const STEPS = [1, 2, 5];

/** Round numbers around some values, about so many of them; zero is always among them. */
export function axisOf(values: readonly number[], about = 5): Axis {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const rough = (high - low || 1) / about;
  const tens = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, (STEPS.find((one) => one * tens >= rough) ?? 10) * tens);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  return { low: first * step, high: last * step, ticks: Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step) };
}

/** How a curve is drawn: in its side's pencil, or for what belongs to none in one of its own. */
export function penOf(diagram: Diagram, n: number): string {
  const { side } = diagram.curves[n]!;
  const own = side === "poland" || side === "russia" ? side : "";
  const before = diagram.curves.slice(0, n).filter((curve) => (curve.side ?? "") === (side ?? "")).length;
  return own && before === 0 ? own : `other-${n % 3}`;
}

/** The luck of a side after each throw. */
export function luckCourse(account: Account, side: string): number[] {
  let sum = 0;
  return [0, ...(account.battles ?? []).map((battle) => (sum += (battle.side === side ? 1 : -1) * (battle.came - battle.expected)))];
}

/** A share of all games, as people say it: never quite none, never quite all. */
export function shareWords(share: number): string {
  if (share < 0.01) return "less than 1 %";
  return share > 0.99 ? "more than 99 %" : `${Math.round(share * 100)} %`;
}

export function signed(value: number): string {
  return `${value < -0.05 ? "−" : value > 0.05 ? "+" : "±"}${Math.abs(value).toFixed(1)}`;
}
