/** How far this browser's user has come in each lesson. With a key it is kept there, too: `net/progress`. */

import { effect, signal } from "@preact/signals";

const KEY = "vistula.lessons";
export const DONE = -1;

/** By game and lesson: the step they were at, or DONE. */
export type Progress = Record<string, number>;

function read(): Progress {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Progress;
  } catch {
    return {};
  }
}

export const progress = signal<Progress>(read());

/** What two devices know, put together: a lesson that was done on either is done. */
export function further(one: Progress, other: Progress): Progress {
  const all = { ...one };
  for (const [key, step] of Object.entries(other)) {
    const known = all[key] ?? 0;
    all[key] = known === DONE || step === DONE ? DONE : Math.max(known, step);
  }
  return all;
}

export function stepOf(game: string, lesson: string): number {
  return progress.value[`${game}/${lesson}`] ?? 0;
}

export function keep(game: string, lesson: string, step: number): void {
  const key = `${game}/${lesson}`;
  if (progress.peek()[key] === step || (progress.peek()[key] === DONE && step === 0)) return;
  progress.value = { ...progress.peek(), [key]: step };
}

effect(() => {
  const known = JSON.stringify(progress.value);
  try {
    localStorage.setItem(KEY, known);
  } catch {
    // private windows may refuse: progress then lasts as long as the page
  }
});

/** The first lesson that is not done; the first of all when all are. */
export function nextOf<T extends { id: string }>(game: string, lessons: readonly T[]): T | undefined {
  return lessons.find(({ id }) => stepOf(game, id) !== DONE) ?? lessons[0];
}
