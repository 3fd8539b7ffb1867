/** The campaign diary: every line with its rule and what it names. */

import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { heldAt } from "../net/keyring";
import { follow } from "../router";
import { useTable } from "../store/context";
import { burstOf } from "../store/scenes";
import type { Ref } from "../store/inspector";
import type { Session } from "../store/session";
import { pieceName, spaceName, withNames } from "../store/words";
import type { Line } from "../wire";
import { Dice } from "../ui/Dice";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";
import { RuleChip, Words } from "../ui/Words";
import { words as texts } from "../words";
import { panels } from "../words/panels";

/** Lines that are drawn unasked: a replay draws them anew for each moment. */
const SHOWN = 80;
const CHAPTERS = new Set(["turn", "player_turn"]);

export function Diary(): JSX.Element {
  const { session } = useTable();
  const end = useRef<HTMLDivElement>(null);
  const all = useSignal(false);
  const lines = session.state.value.lines;
  const earlier = all.value ? 0 : Math.max(0, lines.length - SHOWN);
  useSignalEffect(() => {
    if (session.state.value.lines.length > 0) requestAnimationFrame(() => end.current?.scrollIntoView({ block: "end" }));
  });
  return (
    <section class="diary" aria-label={panels.diary.label}>
      <Since />
      {earlier > 0 && (
        <button type="button" class="chip" data-earlier="" onClick={() => (all.value = true)}>
          {panels.diary.earlier(earlier)}
        </button>
      )}
      <ol>
        {lines.slice(earlier).map((line) => (
          <DiaryLine key={line.n} line={line} />
        ))}
      </ol>
      {lines.length === 0 && <p class="note">{panels.diary.nothing}</p>}
      <div ref={end} />
    </section>
  );
}

/** Show again what the others did since my last action. */
function Since(): JSX.Element | null {
  const { session } = useTable();
  const { lines } = session.state.value;
  const mine = lines.findLastIndex((line) => line.actor === session.seat);
  const since = burstOf(lines.slice(mine + 1), 0, session.seat);
  if (since.length === 0 || session.play.playing.value) return null;
  return (
    <button type="button" class="chip" onClick={() => session.play.again(since)}>
      <Icon name="play" /> {panels.diary.since}
    </button>
  );
}

export function DiaryLine({ line }: { line: Line }): JSX.Element {
  const kind = CHAPTERS.has(line.key) ? `line chapter ${line.key}` : "line";
  return (
    <li class={kind}>
      {line.side && <Emblem side={line.side} />}
      <span class="line-text">
        <LineText line={line} />
      </span>
      <Jump line={line} />
    </li>
  );
}

/** Show the moment of a line: in a replay at once, from a table in its replay. */
function Jump({ line }: { line: Line }): JSX.Element | null {
  const { session } = useTable();
  const jump = session.jump.value;
  if (!jump) {
    if (heldAt(session.table) === undefined) return null; // a lesson, or somebody who only passes by
    const path = `/replay/${session.table}#line=${line.n}`;
    return (
      <a class="icon-button jump" data-jump={line.n} href={path} aria-label={texts.look.seeMoment} title={texts.look.seeMoment} onClick={(event) => follow(event, path)}>
        <Icon name="play" />
      </a>
    );
  }
  return (
    <button type="button" class="icon-button jump" data-jump={line.n} aria-label={panels.diary.moment} title={panels.diary.moment} onClick={() => jump(line.n)}>
      <Icon name="play" />
    </button>
  );
}

/** A line with its rule; places and units that it names can be clicked, and are then shown on the map. */
export function LineText({ line }: { line: Line }): JSX.Element {
  const { session } = useTable();
  const parts = withNames(line.text, namesIn(line, session));
  const last = line.spaces?.at(-1);
  const unnamed = last !== undefined && !parts.some(({ ref }) => ref?.kind === "space" && ref.name === last);
  return (
    <>
      <Dice dice={line.dice ?? []} />
      {parts.map((part, i) => (part.ref ? <Named key={i} thing={part.ref} words={part.text} /> : <Words key={i} text={part.text} />))}{" "}
      <span class="line-refs">
        {unnamed && (
          <Named thing={{ kind: "space", name: last }} words={last} kind="place-chip">
            <Icon name="pin" />
          </Named>
        )}
        <RuleChip id={line.rule} />
      </span>
    </>
  );
}

interface NamedProps {
  thing: Ref;
  words: string;
  kind?: string;
  children?: JSX.Element;
}

function Named({ thing, words, kind = "name-link", children }: NamedProps): JSX.Element {
  const { camera, inspector, sheet } = useTable();
  const look = (): void => {
    const space = inspector.spaceOf(thing);
    sheet.value = false;
    if (space) camera.centre(space);
    inspector.pinned.value = thing;
  };
  return (
    <button type="button" class={kind} onClick={look} aria-label={panels.diary.onMap(words)}>
      {children}
      {words}
    </button>
  );
}

/** The names that a line may use for what it refers to. */
function namesIn(line: Line, session: Session): [string, Ref][] {
  const pieces = (line.pieces ?? []).flatMap((key): [string, Ref][] => {
    const piece = session.byKey.value.get(key);
    return piece?.face ? [[pieceName(session.catalog, piece), { kind: "piece", name: key }]] : [];
  });
  const spaces = (line.spaces ?? []).flatMap((space): [string, Ref][] => {
    const words = spaceName(session.grid.spaces.get(space), space);
    return [[words, { kind: "space", name: space }], [space, { kind: "space", name: space }]];
  });
  return [...pieces, ...spaces];
}
