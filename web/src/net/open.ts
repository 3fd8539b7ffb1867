/** Open a table and keep its keys. */

import type { NewTable, TableOpened } from "../wire";
import { api } from "./api";
import { hold } from "./keyring";
import { beSomebody } from "./me";
import { addNumbers } from "./numbers";

export async function openTable(plan: NewTable): Promise<string> {
  const key = await beSomebody();
  const opened = await api.open(plan, key);
  const mine = keep(plan.game, opened, key !== "");
  if (plan.together) await addNumbers(opened.table, mine);
  return opened.table;
}

/** Keep the keys of a table that I have opened, by my key or without; the seats that are mine. */
export function keep(game: string, opened: TableOpened, claimed = false): string[] {
  const mine = opened.seats.filter((seat) => seat.who === "me" && seat.token);
  const invited = opened.seats.filter((seat) => seat.who === "link" && seat.invite);
  hold(opened.table, {
    game,
    seats: Object.fromEntries(mine.length > 0 ? mine.map(({ seat, token }) => [seat, token!]) : [["", opened.onlooker]]),
    links: { "": opened.onlooker },
    invites: Object.fromEntries(invited.map(({ seat, invite }) => [seat, invite!])),
    host: opened.host,
    mine: claimed,
  });
  return mine.map(({ seat }) => seat);
}
