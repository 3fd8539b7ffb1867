/** How far this browser's user has come in each lesson. */

import { signal } from "@preact/signals";

const KEY = "vistula.lessons";
export const DONE = -1;

function read(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/** By game and lesson: the step they were at, or DONE. */
export const progress = signal<Record<string, number>>(read());

export function stepOf(game: string, lesson: string): number {
  return progress.value[`${game}/${lesson}`] ?? 0;
}

export function keep(game: string, lesson: string, step: number): void {
  const key = `${game}/${lesson}`;
  if (progress.peek()[key] === step || (progress.peek()[key] === DONE && step === 0)) return;
  progress.value = { ...progress.peek(), [key]: step };
  try {
    localStorage.setItem(KEY, JSON.stringify(progress.peek()));
  } catch {
    // private windows may refuse: progress then lasts as long as the page
  }
}

/** The first lesson that is not done; the first of all when all are. */
export function nextOf<T extends { id: string }>(game: string, lessons: readonly T[]): T | undefined {
  return lessons.find(({ id }) => stepOf(game, id) !== DONE) ?? lessons[0];
}
