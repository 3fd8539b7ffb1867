/** The orders tab: the battle, the situation, and every choice as a list that needs no map. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { Counter } from "../board/Counter";
import type { Choice } from "../store/choices";
import { useTable } from "../store/context";
import { answersFirst } from "../store/folding";
import { capital, cardName, cardOf, pieceLine, pieceName, spaceName } from "../store/words";
import type { Ref } from "../store/inspector";
import { whoStands } from "../store/survey";
import { rulebook } from "../store/rulebook";
import type { Space, Term, Track } from "../wire";
import { Emblem } from "../ui/Emblem";
import { Battle } from "./Battle";
import { RuleText } from "../ui/RuleText";
import { words } from "../words";

export function Orders(): JSX.Element {
  const { session } = useTable();
  return (
    <>
      <Battle />
      <Situation tracks={session.view.value?.tracks ?? []} />
      <RuleOfDecision />
      <ChoiceList />
    </>
  );
}

/** Numbers of the printed tracks; scores and the turn stand in the head of the page. */
function Situation({ tracks }: { tracks: Track[] }): JSX.Element | null {
  const shown = tracks.filter((track) => (track.kind ?? "gauge") === "gauge" || track.kind === "note");
  if (shown.length === 0) return null;
  return (
    <section class="situation" aria-label={words.table.list.situation}>
      <h3>{words.table.list.situation}</h3>
      <ul class="gauges">
        {shown.map((track) => (
          <Gauge key={track.id} track={track} />
        ))}
      </ul>
    </section>
  );
}

function Gauge({ track }: { track: Track }): JSX.Element {
  const low = track.low ?? 0;
  const full = track.high != null && track.high > low && track.high - low <= 24;
  return (
    <li class="gauge">
      <span class="gauge-title">
        {track.side && <Emblem side={track.side} />}
        {track.title}
      </span>
      {full ? <Pips value={track.value - low} of={track.high! - low} /> : track.kind !== "note" && !coloured(track) && <span class="gauge-value">{track.value || "–"}</span>}
      {full && (
        <span class="gauge-value">
          {track.value}
          <small>/{track.high}</small>
        </span>
      )}
      {coloured(track) && <Cubes terms={track.terms ?? []} />}
      {track.flag && <span class="gauge-flag">{capital(track.flag)}</span>}
    </li>
  );
}

const COLOURS = new Set(["black", "white", "green"]);

/** Whether a number is made of cubes of several colours. */
function coloured({ terms = [] }: Track): boolean {
  return terms.length > 0 && terms.every(({ label }) => COLOURS.has(label));
}

function Cubes({ terms }: { terms: Term[] }): JSX.Element {
  return (
    <span class="gauge-parts">
      {terms.map(({ label, value }) => (
        <span key={label} class={value === "0" ? "part none" : "part"} title={`${value} ${label}`}>
          <i class={`cube cube-${label}`} />
          {value}
          <span class="unseen">{label}</span>
        </span>
      ))}
    </span>
  );
}

function Pips({ value, of }: { value: number; of: number }): JSX.Element {
  return (
    <span class="pips" aria-hidden="true">
      {Array.from({ length: of }, (_, i) => (
        <i key={i} class={i < value ? "on" : ""} />
      ))}
    </span>
  );
}

interface Entry {
  key: string;
  title: string;
  note: string;
  piece: string | null;
  space: string | null;
  ref: Ref;
  choices: Choice[];
}

/** One tab stop; arrows go from choice to choice. */
function ChoiceList(): JSX.Element | null {
  const { session } = useTable();
  const entries = useComputed(() => answersFirst(entriesOf(session)));
  const resting = (entry: Entry): boolean => entry.piece !== null && session.holding.has(entry.piece);
  const list = useRef<HTMLDivElement>(null);
  const [all, rearranging] = entries.value;
  const [answers, held] = [all.filter((entry) => !resting(entry)), all.filter(resting)];
  if (all.length + rearranging.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>(".choice-verbs button") ?? [])].filter((button) => !button.closest("details:not([open])"));
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[Math.min(buttons.length - 1, Math.max(0, to))]?.focus();
  };
  return (
    <section class="choice-list" aria-label={words.table.list.label}>
      <h3>
        {words.table.list.label} <small>{answers.length}</small>
      </h3>
      <div ref={list} onKeyDown={onKeyDown}>
        <ChoiceRows entries={answers} />
        {held.length > 0 && (
          <details class="rearranging">
            <summary>
              {words.table.list.onHold} <small>{held.length}</small>
            </summary>
            <ChoiceRows entries={held} />
          </details>
        )}
        {rearranging.length > 0 && (
          <details class="rearranging">
            <summary>
              {words.table.list.rearrange} <small>{rearranging.length}</small>
            </summary>
            <ChoiceRows entries={rearranging} />
          </details>
        )}
      </div>
    </section>
  );
}

function ChoiceRows({ entries }: { entries: Entry[] }): JSX.Element {
  return (
    <ul>
      {entries.map((entry, i) => (
        <ChoiceRow key={entry.key} entry={entry} first={i === 0} />
      ))}
    </ul>
  );
}

function ChoiceRow({ entry, first }: { entry: Entry; first: boolean }): JSX.Element {
  const { session, camera, inspector } = useTable();
  const piece = entry.piece ? session.byKey.value.get(entry.piece) : undefined;
  const show = (): void => {
    if (entry.space) camera.reveal(entry.space);
    inspector.hover(entry.ref);
  };
  return (
    <li class="choice-row" onPointerEnter={() => inspector.hover(entry.ref)} onPointerLeave={() => inspector.hover(null)}>
      {piece && (
        <div class="small-counter">
          <Counter piece={piece} marks={(piece.marks ?? []).join(" ")} />
        </div>
      )}
      <button type="button" class="choice-name" tabIndex={-1} onClick={() => entry.space && camera.centre(entry.space)}>
        <strong>{entry.title}</strong>
        <small>{entry.note}</small>
      </button>
      <span class="choice-verbs">
        {entry.choices.map((choice, i) => (
          <button type="button" key={choice.verb} class={choice.free ? "chip" : "chip chip-strong"} tabIndex={first && i === 0 ? 0 : -1} onFocus={show} onClick={() => session.choose(choice)} aria-label={`${choice.label}: ${entry.title}, ${entry.note}`}>
            {choice.label}
          </button>
        ))}
      </span>
    </li>
  );
}

/** What a place is like: its terrain, or on a board of areas what is printed on it. */
function placeNote(space: Space | undefined): string {
  if (space?.terrain !== "area") return space?.terrain ?? "";
  return (space.features ?? []).map((feature) => feature.replaceAll("-", " ")).join(", ");
}

function entriesOf(session: ReturnType<typeof useTable>["session"]): Entry[] {
  const { byPiece, bySpace, byCard, byLink } = session.choices.value;
  const { catalog, grid } = session;
  const where = (space: string | null | undefined): string => (space ? spaceName(grid.spaces.get(space), space) : words.table.list.beside);
  const pieces = [...byPiece].map(([key, choices]): Entry => {
    const piece = session.byKey.value.get(key);
    const line = piece ? pieceLine(catalog, piece).split(", ").slice(1).join(", ") : "";
    return {
      key: `piece ${key}`,
      title: piece ? pieceName(catalog, piece) : key,
      note: [where(piece?.space), line].filter(Boolean).join(" · "),
      piece: key,
      space: piece?.space ?? null,
      ref: { kind: "piece", name: key },
      choices,
    };
  });
  const spaces = [...bySpace].map(([space, choices]): Entry => ({
    key: `space ${space}`,
    title: where(space),
    note: whoStands(catalog, session.stacks.value.get(space) ?? [], session.side.value) || placeNote(grid.spaces.get(space)),
    piece: null,
    space,
    ref: { kind: "space", name: space },
    choices,
  }));
  const cards = [...byCard].map(([key, choices]): Entry => {
    const card = session.view.value?.cards?.find((one) => one.key === key);
    const note = cardOf(catalog, card?.face)?.text ?? "";
    return { key: `card ${key}`, title: card ? cardName(catalog, card) : key, note, piece: null, space: null, ref: { kind: "card", name: key }, choices };
  });
  const links = [...byLink].map(([link, choices]): Entry => {
    const ends = grid.links.get(link) ?? [];
    return { key: `link ${link}`, title: ends.map(where).join(" – "), note: "", piece: null, space: ends[1] ?? null, ref: { kind: "link", name: link }, choices };
  });
  const [placed, beside] = [pieces.filter(({ space }) => space), pieces.filter(({ space }) => !space)];
  return [...cards, ...placed, ...spaces, ...links, ...beside];
}

/** The rule of what is asked, so that nobody has to look it up before a first answer. */
function RuleOfDecision(): JSX.Element | null {
  const { session } = useTable();
  const id = session.decision.value?.rule;
  const rule = rulebook(session.catalog.title).value?.rules.find((one) => one.id === id);
  if (!rule) return null;
  return (
    <section class="rule-now" aria-label={words.table.list.ruleAbout}>
      <h3>{words.table.list.rule}</h3>
      <RuleText rule={rule} strong={false} />
    </section>
  );
}
