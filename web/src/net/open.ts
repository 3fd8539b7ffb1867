/** Open a table and keep its keys. */

import type { NewTable } from "../wire";
import { api } from "./api";
import { hold } from "./keyring";
import { addNumbers } from "./numbers";

export async function openTable(plan: NewTable): Promise<string> {
  const opened = await api.open(plan);
  const mine = opened.seats.filter((seat) => seat.who === "me" && seat.token);
  const invited = opened.seats.filter((seat) => seat.who === "link" && seat.invite);
  hold(opened.table, {
    game: plan.game,
    seats: Object.fromEntries(mine.length > 0 ? mine.map(({ seat, token }) => [seat, token!]) : [["", opened.onlooker]]),
    links: { "": opened.onlooker },
    invites: Object.fromEntries(invited.map(({ seat, invite }) => [seat, invite!])),
    host: opened.host,
  });
  if (plan.together) await addNumbers(opened.table, mine.map(({ seat }) => seat));
  return opened.table;
}
