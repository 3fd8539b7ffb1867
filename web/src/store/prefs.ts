/** What this browser remembers of its user: looks, pace, what was shown before. */

import { type Signal, effect, signal } from "@preact/signals";

export type Theme = "auto" | "light" | "dark";
/** In which language places are named on the map; "" is as the game has them. */
export type Names = "" | "polish" | "english" | "local";

function remembered<T>(name: string, fallback: T): Signal<T> {
  const key = `vistula.${name}`;
  let start = fallback;
  try {
    const text = localStorage.getItem(key);
    if (text !== null) start = JSON.parse(text) as T;
  } catch {
    // a broken or forbidden store is an empty one
  }
  const value = signal<T>(start);
  effect(() => {
    const now = JSON.stringify(value.value);
    try {
      localStorage.setItem(key, now);
    } catch {
      // private windows may refuse: the choice then lasts as long as the page
    }
  });
  return value;
}

export const prefs = {
  theme: remembered<Theme>("theme", "auto"),
  names: remembered<Names>("names", ""),
  pace: remembered<number>("pace", 1),
  /** Of what the others did, play back only what came near. */
  onlyNear: remembered<boolean>("onlyNear", false),
  confirmTouch: remembered<boolean>("confirmTouch", true),
  /** Whether the dossier is folded away, where it lies beside the map. */
  folded: remembered<boolean>("folded", false),
  /** Whether the basic controls have still to be told. */
  coach: remembered<boolean>("coach", true),
  /** Seats whose briefing has been read: game, scenario and seat. */
  briefed: remembered<string[]>("briefed", []),
  /** Whether sounds are made; null is as the device has it. */
  sound: remembered<boolean | null>("sound", null),
  name: remembered<string>("name", ""),
  /** Whether to be called on this device when a table waits; asked for once beside a question. */
  called: remembered<boolean>("called", false),
  askedToCall: remembered<boolean>("askedToCall", false),
};

/** The number of the first diary line that a seat has not been shown in this browser. */
export const heard = {
  get: (table: string, seat: string): number => Number(localStorage.getItem(`vistula.heard.${table}.${seat}`) ?? 0),
  set: (table: string, seat: string, n: number): void => {
    localStorage.setItem(`vistula.heard.${table}.${seat}`, String(n));
  },
};

export function applyTheme(): void {
  effect(() => {
    const theme = prefs.theme.value;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  });
}

export function reducedMotion(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}
