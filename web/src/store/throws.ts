/** Dice that are thrown before the picture shows what came of them. Pure. */

import type { Die, Line } from "../wire";
import type { Scene } from "./scenes";

/** Milliseconds for which dice roll, and for which they lie before one goes on. */
export const ROLLS = 900;
const LIES = 1100;
/** Of an order that throws more often, as the staff's does, only the picture is shown. */
const MOST = 3;

export function diceOf(lines: Line[]): Die[] {
  return lines.flatMap((line) => line.dice ?? []);
}

/** The throws of my own order as scenes: nothing moves in them, the picture waits until the dice lie. */
export function throwsOf(lines: Line[]): Scene[] {
  const thrown = lines.filter((line) => (line.dice ?? []).length > 0);
  if (thrown.length > MOST) return [];
  return thrown.map((line) => ({ lines: [line], text: line.text, pieces: [], path: [], moves: [], actor: line.actor ?? "", ms: ROLLS + LIES, quiet: true }));
}

/** How long a scene is shown: as long as it takes to read, and for dice to roll and lie. */
export function withThrow(scene: Scene): Scene {
  return diceOf(scene.lines).length > 0 ? { ...scene, ms: Math.max(scene.ms, ROLLS + LIES) } : scene;
}
