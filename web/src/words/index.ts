/** Every word of the client that a player reads, in one catalogue: a file an area in `en/`, all of them in `en/index.ts`.
 *
 * `words.lobby.title` is a text, `words.lobby.free(2)` one with something in it. What games say (prompts, refusals, diary)
 * comes from the server. Another language is a folder with the same keys, checked by the type `Words`. */

import { en } from "./en";

export type Words = typeof en;

export let words: Words = en;

/** Speak another language from the next drawing on. */
export function speak(other: Words): void {
  words = other;
}
