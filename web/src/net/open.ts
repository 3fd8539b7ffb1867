/** Open a table and keep its keys. */

import type { NewTable } from "../wire";
import { api } from "./api";
import { hold } from "./keyring";

export async function openTable(plan: NewTable): Promise<string> {
  const opened = await api.open(plan);
  const mine = opened.seats.filter((seat) => seat.who === "me" && seat.token);
  const linked = opened.seats.filter((seat) => seat.who === "link" && seat.token);
  hold(opened.table, {
    game: plan.game,
    seats: Object.fromEntries(mine.length > 0 ? mine.map(({ seat, token }) => [seat, token!]) : [["", opened.onlooker]]),
    links: { ...Object.fromEntries(linked.map(({ seat, token }) => [seat, token!])), "": opened.onlooker },
  });
  return opened.table;
}
