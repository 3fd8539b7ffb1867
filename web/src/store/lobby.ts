/** Which offers somebody wants to see. Pure. */

import type { LobbyCard, Pace } from "../wire";

export const paceKinds: NonNullable<Pace["kind"]>[] = ["none", "live", "days"];

export interface Wanted {
  game: string;
  pace: string;
  level: string;
}

export function fitting(tables: readonly LobbyCard[], { game, pace, level }: Wanted): LobbyCard[] {
  return tables.filter((table) => (!game || table.game === game) && (!pace || (table.pace.kind ?? "none") === pace) && (!level || table.level === level));
}
