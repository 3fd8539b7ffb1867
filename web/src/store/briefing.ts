/** What a table is about: the scenario, and what each side wants in it. Asked of the shelf once for all tables. */

import { type Signal, signal } from "@preact/signals";
import { api } from "../net/api";
import type { GameCard } from "../wire";
import { prefs } from "./prefs";
import { briefingOf } from "./words";

const shelf: Signal<GameCard[] | null> = signal(null);
let asked = false;

/** The game as it stands on the shelf; null until it is there. */
export function gameOnShelf(id: string): GameCard | null {
  if (!asked) {
    asked = true;
    void api.shelf().then(
      ({ games }) => (shelf.value = games),
      () => (asked = false),
    );
  }
  return shelf.value?.find((game) => game.id === id) ?? null;
}

export interface Briefing {
  game: GameCard;
  title: string;
  about: string;
  /** By seat: my own, or for a spectator everybody's. */
  wants: [string, string][];
}

export function briefing(id: string, scenario: string, seats: string[]): Briefing | null {
  const game = gameOnShelf(id);
  const found = game?.scenarios?.find((one) => one.id === scenario);
  if (!game || !found) return null;
  const wants = seats.map((seat): [string, string] => [seat, briefingOf(game, scenario, seat)]);
  return { game, title: found.title, about: found.about ?? "", wants: wants.filter(([, words]) => words) };
}

function nameOf(game: string, scenario: string, seat: string): string {
  return `${game}/${scenario}/${seat}`;
}

/** Whether this browser has never sat down here before: in this scenario, on this seat. */
export function isNew(game: string, scenario: string, seat: string): boolean {
  return seat !== "" && !prefs.briefed.value.includes(nameOf(game, scenario, seat));
}

export function briefed(game: string, scenario: string, seat: string): void {
  const name = nameOf(game, scenario, seat);
  if (!prefs.briefed.peek().includes(name)) prefs.briefed.value = [...prefs.briefed.peek(), name];
}
