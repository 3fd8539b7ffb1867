/** The campaign diary: every line with its rule and what it names. */

import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useTable } from "../store/context";
import { burstOf } from "../store/beats";
import type { Line } from "../wire";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";
import { RuleChip, Words } from "../ui/Words";

const CHAPTERS = new Set(["turn", "player_turn"]);

export function Diary(): JSX.Element {
  const { session } = useTable();
  const end = useRef<HTMLDivElement>(null);
  const lines = session.state.value.lines;
  useSignalEffect(() => {
    if (session.state.value.lines.length > 0) requestAnimationFrame(() => end.current?.scrollIntoView({ block: "end" }));
  });
  return (
    <section class="diary" aria-label="Campaign diary">
      <Since />
      <ol>
        {lines.map((line) => (
          <DiaryLine key={line.n} line={line} />
        ))}
      </ol>
      {lines.length === 0 && <p class="note">Nothing has happened yet.</p>}
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
      <Icon name="play" /> Show again what happened since my last action
    </button>
  );
}

export function DiaryLine({ line }: { line: Line }): JSX.Element {
  const { camera, inspector } = useTable();
  const space = line.spaces?.at(-1);
  const look = (): void => {
    if (!space) return;
    camera.centre(space);
    inspector.pinned.value = { kind: "space", name: space };
  };
  const kind = CHAPTERS.has(line.key) ? `line chapter ${line.key}` : "line";
  return (
    <li class={kind}>
      {line.actor && <Emblem side={line.actor} />}
      <span class="line-text">
        <Words text={line.text} />{" "}
        <span class="line-refs">
          {space && (
            <button type="button" class="place-chip" onClick={look} aria-label={`Show ${space} on the map`}>
              <Icon name="pin" />
              {space}
            </button>
          )}
          <RuleChip id={line.rule} />
        </span>
      </span>
    </li>
  );
}
