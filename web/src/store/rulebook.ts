/** The checklist of a game with its rulings: fetched once, when somebody first wants to read in it. */

import { type Signal, signal } from "@preact/signals";
import { api } from "../net/api";
import type { RulesPage } from "../wire";

const books = new Map<string, Signal<RulesPage | null>>();

export function rulebook(game: string): Signal<RulesPage | null> {
  let book = books.get(game);
  if (!book) {
    const fetched = signal<RulesPage | null>(null);
    books.set(game, fetched);
    void api.rules(game).then(
      (page) => (fetched.value = page),
      () => books.delete(game), // asked for again the next time
    );
    book = fetched;
  }
  return book;
}
