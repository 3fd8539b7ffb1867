/** The order in which my games are shown. */

import type { MyTable, TableCard } from "../wire";

const rank = ({ card }: MyTable): number => (card.over ? 2 : card.your_move ? 0 : 1);

/** What waits for me, the longest first; what waits for others, the same; what is over, the last first. */
export function byPress(one: MyTable, other: MyTable): number {
  const since = (one.card.updated ?? "").localeCompare(other.card.updated ?? "");
  return rank(one) - rank(other) || (one.card.over ? -since : since);
}

/** Of several cards of one table, as several seats of mine have them, the one that is asked. */
export function oneEach(cards: TableCard[]): TableCard[] {
  const once = new Map<string, TableCard>();
  for (const card of cards) if (!once.has(card.table) || card.your_move) once.set(card.table, card);
  return [...once.values()];
}
