/** At set-up: how fast to play, what happens when time is up, and what whoever may sit down is told. */

import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { DAY } from "../store/time";
import type { NewTable, Pace } from "../wire";
import { lobby } from "../words/lobby";

type Kind = NonNullable<Pace["kind"]>;
type Then = NonNullable<Pace["then"]>;
type Level = NonNullable<NewTable["level"]>;

/** As people choose it: live in minutes and seconds, correspondence in days. */
export interface Terms {
  kind: Kind;
  minutes: number;
  seconds: number;
  days: number;
  bank: number;
  holiday: number;
  then: Then;
  says: string;
  level: Level;
}

export const noTerms: Terms = { kind: "none", minutes: 10, seconds: 15, days: 3, bank: 10, holiday: 14, then: "staff", says: "", level: "" };

/** The same as the server takes it. */
export function termsOf(terms: Terms, offered: boolean): Pick<NewTable, "pace" | "says" | "level"> {
  const said = offered ? { says: terms.says, level: terms.level } : {};
  const { kind, then, holiday } = terms;
  if (kind === "live") return { ...said, pace: { kind, turn: terms.minutes * 60, more: terms.seconds, then } };
  if (kind === "days") return { ...said, pace: { kind, turn: terms.days * DAY, more: terms.bank * DAY, then, holiday: holiday * DAY } };
  return said;
}

const KINDS: Kind[] = ["none", "live", "days"];
const THENS: Then[] = ["staff", "substitute", "lost"];
const LEVELS: Level[] = ["", "new", "some", "old"];

interface Props {
  terms: Signal<Terms>;
}

export function PaceFields({ terms }: Props): JSX.Element {
  const now = terms.value;
  const set = (change: Partial<Terms>): void => {
    terms.value = { ...terms.peek(), ...change };
  };
  const number = (field: "minutes" | "seconds" | "days" | "bank" | "holiday", label: string, least: number, most: number): JSX.Element => (
    <label>
      <span>{label}</span>
      <input type="number" required min={least} max={most} data-pace={field} value={now[field]} onInput={(event) => set({ [field]: Number(event.currentTarget.value) })} />
    </label>
  );
  return (
    <fieldset>
      <legend>{lobby.pace}</legend>
      <select aria-label={lobby.pace} data-pace="kind" value={now.kind} onChange={(event) => set({ kind: event.currentTarget.value as Kind })}>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {lobby.paces[kind]}
          </option>
        ))}
      </select>
      <p class="note">{lobby.paceAbout[now.kind]}</p>
      {now.kind !== "none" && (
        <div class="pace-fields">
          {now.kind === "live" && number("minutes", lobby.liveTurn, 1, 600)}
          {now.kind === "live" && number("seconds", lobby.liveMore, 0, 3600)}
          {now.kind === "days" && number("days", lobby.daysTurn, 1, 60)}
          {now.kind === "days" && number("bank", lobby.daysMore, 0, 300)}
          {now.kind === "days" && number("holiday", lobby.holiday, 0, 300)}
          <label>
            <span>{lobby.then}</span>
            <select data-pace="then" value={now.then} onChange={(event) => set({ then: event.currentTarget.value as Then })}>
              {THENS.map((then) => (
                <option key={then} value={then}>
                  {lobby.thens[then]}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
    </fieldset>
  );
}

/** What the lobby says of this table. */
export function Offering({ terms }: Props): JSX.Element {
  const now = terms.value;
  return (
    <fieldset>
      <legend>{lobby.title}</legend>
      <label class="field">
        <span>{lobby.says}</span>
        <input type="text" maxLength={140} data-says="" placeholder={lobby.saysHint} value={now.says} onInput={(event) => (terms.value = { ...terms.peek(), says: event.currentTarget.value })} />
      </label>
      <label class="field">
        <span>{lobby.yourLevel}</span>
        <select data-my-level="" value={now.level} onChange={(event) => (terms.value = { ...terms.peek(), level: event.currentTarget.value as Level })}>
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {level ? lobby.levels[level] : lobby.noLevel}
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}
