/** Time as people read it: what is left, how a pace is agreed on, when somebody is back. */

import type { Pace, SeatTime } from "../wire";
import { lobby } from "../words/lobby";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** In the two largest units; what is not whole is left away. */
export function lasting(seconds: number): string {
  const { unit } = lobby;
  const parts: [number, string][] = [
    [Math.floor(seconds / DAY), unit.days(Math.floor(seconds / DAY))],
    [Math.floor(seconds / HOUR) % 24, unit.hours(Math.floor(seconds / HOUR) % 24)],
    [Math.floor(seconds / MINUTE) % 60, unit.minutes(Math.floor(seconds / MINUTE) % 60)],
    [Math.floor(seconds) % 60, unit.seconds(Math.floor(seconds) % 60)],
  ];
  const first = parts.findIndex(([n]) => n > 0);
  if (first < 0) return unit.seconds(0);
  return parts.slice(first, first + 2).flatMap(([n, text]) => (n > 0 ? [text] : [])).join(" ");
}

/** As a clock shows it: days and hours, hours and minutes, and from an hour down minutes and seconds. */
export function shortly(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [Math.floor(left / DAY), Math.floor(left / HOUR) % 24, Math.floor(left / MINUTE) % 60];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes}:${String(left % 60).padStart(2, "0")}`;
}

/** What is left on a clock so many seconds after it was told. */
export function leftOn(time: SeatTime, since: number): number {
  const left = time.left ?? 0;
  return time.runs ? Math.max(0, left - since) : left;
}

/** Milliseconds until what a clock shows is another text. */
export function untilNext(left: number): number {
  const step = left >= HOUR ? MINUTE : 1;
  return Math.max(50, (left % step || step) * 1000);
}

export function dayOf(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { day: "numeric", month: "short" });
}

/** What was agreed on, in sentences. */
export function paceWords(pace: Pace): string {
  const { kind = "none", turn = 0, more = 0 } = pace;
  if (kind === "live") return lobby.live(lasting(turn), more ? lasting(more) : "");
  if (kind === "days") return lobby.days(lasting(turn), more ? lasting(more) : "");
  return lobby.paces.none;
}

export function paceTerms({ kind = "none", then = "staff", holiday = 0 }: Pace): string[] {
  return [...(kind === "none" ? [] : [lobby.agreed[then]]), ...(holiday ? [lobby.holidays(lasting(holiday))] : [])];
}
