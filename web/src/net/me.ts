/** Who I am to the server: a key that this browser has drawn, or was given when another device of mine let it in. */

import { signal } from "@preact/signals";
import type { Me, MySeats } from "../wire";
import { Refusal, send } from "./api";
import { hold, readRing } from "./keyring";

export interface Mine {
  key: string;
  /** Whether it is the person's own key, which twelve words are made of. A device that was let in has another. */
  own: boolean;
  /** What I am called; kept to be shown at once. */
  name?: string;
}

const NAME = "vistula.me";
const OUT = "vistula.me.out";

function read(): Mine | null {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "null") as Mine | null;
    return found?.key ? found : null;
  } catch {
    return null;
  }
}

export const me = signal<Mine | null>(read());
addEventListener("storage", (event) => event.key === NAME && (me.value = read()));

export const myKey = (): string => me.peek()?.key ?? "";

/** Whether the key that this browser had is known no more, without its doing: the page of oneself says so. */
export const wasPutOut = (): boolean => localStorage.getItem(OUT) !== null;

export function become(mine: Mine | null, out = false): void {
  if (mine) localStorage.setItem(NAME, JSON.stringify(mine));
  else localStorage.removeItem(NAME);
  if (out) localStorage.setItem(OUT, "");
  else localStorage.removeItem(OUT);
  me.value = mine;
}

/** 128 bits, in the form in which they are sent. */
export function drawKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

let making: Promise<string> | null = null;

/** My key; a new one where there is none yet: at the first table. Nobody is kept from playing by what goes wrong here. */
export function beSomebody(name = ""): Promise<string> {
  if (myKey()) return Promise.resolve(myKey());
  making ??= register(name)
    .catch(() => "")
    .finally(() => (making = null));
  return making;
}

async function register(name: string): Promise<string> {
  const key = drawKey();
  await send<Me>("PUT", "/api/me", name ? { name } : {}, key);
  if (!myKey()) become({ key, own: true, name });
  return myKey();
}

/** Run something with my key. Where the server does not know it any more, this device was put out: it forgets it. */
export async function asMe<T>(run: (key: string) => Promise<T>): Promise<T> {
  const key = myKey();
  try {
    return await run(key);
  } catch (error) {
    if (error instanceof Refusal && error.status === 401 && myKey() === key) become(null, true);
    throw error;
  }
}

/** The seats that this browser held before it had a key, or has been given since, become mine. */
export async function claimHeld(): Promise<void> {
  const held = Object.entries(readRing()).filter(([, { mine, seats }]) => !mine && Object.keys(seats).some(Boolean));
  if (held.length === 0 || !(await beSomebody())) return;
  const tokens = held.flatMap(([, { seats, host }]) => [...Object.values(seats), ...(host ? [host] : [])]);
  await asMe((key) => send("POST", "/api/me/tables", { tokens: tokens.slice(0, 500) }, key));
  for (const [table] of held) hold(table, { mine: true });
}

/** Fetch what opens my seats at a table on this device; false where I have none there. */
export async function openMine(table: string): Promise<boolean> {
  if (!myKey()) return false;
  try {
    const { seats } = await asMe((key) => send<MySeats>("POST", `/api/me/tables/${table}/open`, null, key));
    hold(table, { seats, mine: true });
    return true;
  } catch (error) {
    if (error instanceof Refusal && [401, 404].includes(error.status)) return false;
    throw error;
  }
}
