/** The numbers that this browser adds to the dice of a table, one for each seat that it holds. Each is sealed first and
 * opened when all at the table have sealed theirs; the server refuses what comes too early, and is asked again later. */

import { api } from "./api";
import { heldAt } from "./keyring";
import { hex, sha256 } from "./sha256";

const nameOf = (table: string, seat: string): string => `vistula.number.${table}.${seat}`;

export function numberOf(table: string, seat: string, store: Storage = localStorage): string {
  return store.getItem(nameOf(table, seat)) ?? "";
}

function ownNumber(table: string, seat: string): string {
  const known = numberOf(table, seat);
  if (known) return known;
  const made = hex(crypto.getRandomValues(new Uint8Array(32)));
  localStorage.setItem(nameOf(table, seat), made);
  return made;
}

export function sealOf(number: string): string {
  const bytes = (number.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
  return sha256(new Uint8Array([...new TextEncoder().encode("vistula share "), ...bytes]));
}

let adding: Promise<void> = Promise.resolve();

/** Seal and open what can be, for all seats of mine that a table waits for; one run after another. */
export function addNumbers(table: string, waiting: string[]): Promise<void> {
  adding = adding.then(() => add(table, waiting)).catch(() => undefined);
  return adding;
}

async function add(table: string, waiting: string[]): Promise<void> {
  const seats = Object.entries(heldAt(table)?.seats ?? {}).filter(([seat]) => waiting.includes(seat));
  for (const [seat, token] of seats) await api.say(table, token, { type: "seal_number", sealed: sealOf(ownNumber(table, seat)) });
  for (const [seat, token] of seats) await api.say(table, token, { type: "open_number", number: ownNumber(table, seat) });
}
