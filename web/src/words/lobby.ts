/** The words of lobby, pace and clocks: fetched with whatever shows them first. */

import { lobby as english } from "./en/lobby";

export type LobbyWords = typeof english;

export const lobby: LobbyWords = english;
