/** The opponent's burst as scenes: what is shown one after another, and for how long. Pure. */

import type { Line } from "../wire";

export interface Scene {
  lines: Line[];
  text: string;
  pieces: string[];
  path: string[];
  actor: string;
  ms: number;
}

const BASE = 600;
const A_LETTER = 19;
const A_STEP = 220;
const LONGEST = 4200;

export function readingTime(text: string, steps: number): number {
  return Math.min(LONGEST, BASE + text.length * A_LETTER + steps * A_STEP);
}

/** Single steps of the same pieces become one march along a path. */
export function scenesOf(lines: Line[]): Scene[] {
  const scenes: Scene[] = [];
  for (const line of lines) {
    const last = scenes.at(-1);
    if (last && continues(last, line)) {
      last.lines.push(line);
      last.path.push(...(line.spaces ?? []).slice(1));
      last.text = line.text;
      last.ms = readingTime(line.text, last.path.length);
    } else {
      scenes.push(beatOf(line));
    }
  }
  return scenes;
}

function beatOf(line: Line): Scene {
  const path = [...(line.spaces ?? [])];
  return {
    lines: [line],
    text: line.text,
    pieces: [...(line.pieces ?? [])],
    path,
    actor: line.actor ?? "",
    ms: readingTime(line.text, path.length),
  };
}

function continues(scene: Scene, line: Line): boolean {
  const first = scene.lines[0];
  const spaces = line.spaces ?? [];
  return (
    first?.key === line.key &&
    scene.path.length > 1 &&
    spaces.length > 1 &&
    scene.path.at(-1) === spaces[0] &&
    sameKeys(scene.pieces, line.pieces ?? [])
  );
}

function sameKeys(a: string[], b: string[]): boolean {
  return a.length === b.length && a.length > 0 && a.every((key, i) => key === b[i]);
}

/** Where the pieces stand after the first `count` scenes, as far as the lines tell: a picture on the way to the view.
 * A line with one place moves only pieces that are not on the map yet. */
export function movedBy(scenes: Scene[], count: number, onMap: (piece: string) => boolean): Map<string, string> {
  const at = new Map<string, string>();
  for (const scene of scenes.slice(0, count)) {
    const end = scene.path.at(-1);
    if (!end) continue;
    for (const piece of scene.pieces) {
      if (scene.path.length > 1 || !(onMap(piece) || at.has(piece))) at.set(piece, end);
    }
  }
  return at;
}

/** What others did since `heard`: worth showing on the board. */
export function burstOf(lines: Line[], heard: number, seat: string): Line[] {
  return lines.filter((line) => line.n >= heard && line.actor !== seat);
}
