/** Lists of choices in which the answers come first. */

import type { Choice } from "./choices";

/** Answers to what is asked, and apart from them what only rearranges or takes back, such as dummies. */
export function answersFirst<T extends { choices: Choice[] }>(entries: T[]): [T[], T[]] {
  const those = (free: boolean): T[] =>
    entries.map((entry) => ({ ...entry, choices: entry.choices.filter((choice) => choice.free === free) })).filter(({ choices }) => choices.length > 0);
  return [those(false), those(true)];
}
