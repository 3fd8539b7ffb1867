import { expect, it } from "vitest";
import { byPress, oneEach } from "./mygames";

const card = (table: string, updated: string, more = {}) => ({ table, game: "g", scenario: "s", updated: `2026-11-${updated}T00:00:00Z`, ...more });

it("what waits for me comes first, the longest wait at the top, and what is over last, the latest at the top", () => {
  const tables = [
    card("over-long", "01", { over: true }),
    card("theirs", "03"),
    card("mine-new", "09", { your_move: true }),
    card("over-new", "08", { over: true }),
    card("mine-old", "02", { your_move: true }),
    card("theirs-new", "05"),
  ].map((card) => ({ card }));
  expect(tables.sort(byPress).map((table) => table.card.table)).toEqual(["mine-old", "mine-new", "theirs", "theirs-new", "over-new", "over-long"]);
});

it("of several seats at one table the one that is asked is shown", () => {
  const cards = [card("a", "01", { seat: "red" }), card("a", "01", { seat: "green", your_move: true }), card("b", "01", { seat: "red" })];
  expect(oneEach(cards).map(({ table, seat }) => `${table} ${seat}`)).toEqual(["a green", "b red"]);
});
