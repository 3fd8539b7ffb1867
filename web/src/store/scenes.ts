/** The opponent's burst as scenes: what is shown one after another, and for how long. Pure. */

import type { Line } from "../wire";

export interface Scene {
  lines: Line[];
  text: string;
  pieces: string[];
  path: string[];
  /** What moves in it, each along its own path; a single march is one. */
  moves: Move[];
  actor: string;
  ms: number;
  /** My own dice: no bar tells of it, and nothing moves. */
  quiet?: boolean;
}

export interface Move {
  pieces: string[];
  path: string[];
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
      last.path.push(...(line.spaces ?? []).slice(1)); // the path of its only move, too
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
  const pieces = [...(line.pieces ?? [])];
  return {
    lines: [line],
    text: line.text,
    pieces,
    path,
    moves: [{ pieces, path }],
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
  for (const { pieces, path } of scenes.slice(0, count).flatMap(({ moves }) => moves)) {
    const end = path.at(-1);
    if (!end) continue;
    for (const piece of pieces) {
      if (path.length > 1 || !(onMap(piece) || at.has(piece))) at.set(piece, end);
    }
  }
  return at;
}

/** What others did since `heard`: worth showing on the board. */
export function burstOf(lines: Line[], heard: number, seat: string): Line[] {
  return lines.filter((line) => line.n >= heard && line.actor !== seat);
}
