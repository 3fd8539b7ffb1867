/** The state of one table in this browser, and how each server message changes it. Pure. */

import type { Clocks, LessonStep, Line, Notice, Pointed, Said, ServerMessage, Sketched, View, Welcome } from "../wire";
import { words } from "../words";

export interface TableState {
  welcome: Welcome | null;
  view: View | null;
  revision: number;
  lines: Line[];
  chat: Said[];
  pointed: (Pointed & { n: number }) | null;
  online: string[];
  thinking: Record<string, number>;
  backAsked: string | null;
  notices: Notice[];
  /** In a lesson: where the learner is. */
  lesson: LessonStep | null;
  /** How much time everybody has, and when that was told, by this page's own clock. */
  clocks: (Clocks & { told: number }) | null;
  /** At a sketch: its steps so far. */
  sketch: Sketched | null;
}

export const EMPTY: TableState = {
  welcome: null,
  view: null,
  revision: -1,
  lines: [],
  chat: [],
  pointed: null,
  online: [],
  thinking: {},
  backAsked: null,
  notices: [],
  lesson: null,
  clocks: null,
  sketch: null,
};

/** `now`: by this page's own clock. */
export function reduce(state: TableState, message: ServerMessage, now = performance.now()): TableState {
  switch (message.type) {
    case "welcome":
      return { ...state, welcome: message };
    case "update":
      return {
        ...state,
        view: message.view,
        revision: message.revision,
        lines: mergeLines(state.lines, message.lines ?? [], message.heard),
        thinking: Object.fromEntries((message.thinking ?? []).map((seat) => [seat, 0])),
        backAsked: null,
      };
    case "said":
      return { ...state, chat: addChat(state.chat, message) };
    case "pointed":
      return { ...state, pointed: { ...message, n: (state.pointed?.n ?? 0) + 1 } };
    case "thinking":
      return { ...state, thinking: { ...state.thinking, [message.seat]: message.progress ?? 0 } };
    case "presence":
      return { ...state, online: message.online };
    case "back_asked":
      return { ...state, backAsked: message.seat || null };
    case "added":
      return { ...state, welcome: state.welcome && { ...state.welcome, numbers: message.numbers } };
    case "lesson":
      return { ...state, lesson: message };
    case "clocks":
      return { ...state, clocks: { ...message, told: now } };
    case "sketched":
      return { ...state, sketch: message };
    case "notice":
      return { ...state, notices: [...state.notices, message] };
    case "answer":
    case "refused":
      return state;
  }
}

/** New lines at the end. What was taken back goes: lines from the first new number on, and beyond `count` in all. */
export function mergeLines(old: Line[], fresh: Line[], count?: number): Line[] {
  const end = fresh[0]?.n ?? count ?? Infinity;
  const last = old.at(-1);
  const kept = last && last.n >= end ? old.filter((line) => line.n < end) : old;
  return fresh.length > 0 ? [...kept, ...fresh] : kept;
}

/** After a reconnection the server may tell old chat again: a line is kept once. */
function addChat(chat: Said[], said: Said): Said[] {
  const known = chat.some((old) => old.at === said.at && old.seat === said.seat && old.text === said.text);
  return known ? chat : [...chat, said];
}

/** Which notice is shown, so many having been put away: what became of a request stands in for the request. */
export function nextNotice(notices: readonly Notice[], read: number): number {
  const last = notices.findLastIndex(({ kind }) => kind === "back");
  const next = notices.findIndex(({ kind }, i) => i >= read && (kind !== "back" || i === last));
  return next < 0 ? notices.length : next;
}

export function seatOnMove(view: View | null): string[] {
  return (view?.seats ?? []).filter((seat) => seat.on_move).map((seat) => seat.id);
}

/** Whether the table waits for an answer of mine, and does not pass for me. Where several are asked at once, who has answered is on move still. */
export function asksMe(view: View | null): boolean {
  return view?.decision != null && view.decision.waits !== false && !view.decision.passes;
}

/** Whether another person of my side is still there to play on for me. */
export function hasPartner(view: View | null, welcome: Welcome | null): boolean {
  const seats = view?.seats ?? [];
  const mine = seats.find((seat) => seat.id === view?.seat);
  const away = new Set([...(welcome?.handed ?? []), ...Object.keys(welcome?.levels ?? {})]);
  return seats.some((seat) => seat !== mine && seat.side === mine?.side && !away.has(seat.id));
}

/** What the tab is called: one glance says whether it is my move. */
export function tabTitle(state: TableState, game: string): string {
  const view = state.view;
  if (!view) return game ? `${game} – Vistula` : "Vistula";
  if (view.result) return words.table.title.over(game);
  const now = words.table.title.now(game, view.turn);
  return asksMe(view) ? words.table.title.yourMove(now) : now;
}
