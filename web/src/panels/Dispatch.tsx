/** What happened since my last action, as a dispatch; and the end of the game. */

import { useComputed, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { follow } from "../router";
import { useTable } from "../store/context";
import { capital, verdictWords } from "../store/words";
import { Dialog } from "../ui/Dialog";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";
import { RuleChip, Words } from "../ui/Words";
import { words } from "../words";
import { panels } from "../words/panels";

export function Recap(): JSX.Element | null {
  const { session } = useTable();
  const lines = session.recap.value;
  if (!lines) return null;
  const acted = session.state.value.lines.some((line) => line.actor === session.seat);
  const close = (): void => {
    session.recap.value = null;
  };
  return (
    <Dialog title={acted ? panels.recap.since : panels.recap.soFar} onClose={close} kind="dispatch">
      <ol class="dispatch-lines">
        {lines.slice(-60).map((line) => (
          <li key={line.n}>
            {line.side && <Emblem side={line.side} />} <Words text={line.text} />
          </li>
        ))}
      </ol>
      <div class="answers">
        <button type="button" class="brass" onClick={close}>
          {panels.recap.toTable}
        </button>
        <button
          type="button"
          class="plain"
          onClick={() => {
            close();
            session.play.again(lines);
          }}
        >
          {panels.recap.onMap}
        </button>
      </div>
    </Dialog>
  );
}

/** How it ended. It can be put away, for the last position is worth a look; the order bar brings it back. */
export function Verdict({ onRematch }: { onRematch: () => void }): JSX.Element | null {
  const { session, tab, sheet, inspector, verdict } = useTable();
  const ended = useComputed(() => Boolean(session.view.value?.result) && !session.play.playing.value);
  // Whatever was being looked at makes room for it.
  useSignalEffect(() => {
    if (ended.value) inspector.pinned.value = null;
  });
  if (!ended.value || !verdict.value) return null;
  const result = session.view.value!.result!;
  const victors = result.victors ?? [];
  const read = (): void => {
    tab.value = "diary";
    sheet.value = true;
  };
  return (
    <section class="verdict paper" aria-label={panels.result.label}>
      <button type="button" class="icon-button card-close" aria-label={panels.result.look} title={panels.result.look} onClick={() => (verdict.value = false)}>
        <Icon name="close" />
      </button>
      <h2>
        {victors.map((who) => (
          <Emblem key={who} side={who} />
        ))}
        {verdictWords(victors)}
      </h2>
      <p>
        {capital((result.level ?? "").replaceAll("_", " "))} <RuleChip id={result.rule ?? ""} />
      </p>
      {result.score && (
        <p class="verdict-score">
          {Object.entries(result.score).map(([side, points]) => (
            <span key={side}>
              <Emblem side={side} /> {points}
            </span>
          ))}
        </p>
      )}
      {result.lines && result.lines.length > 0 && (
        <details>
          <summary>{panels.result.count}</summary>
          <ul class="count">
            {result.lines.map((line, i) => (
              <li key={i}>
                <Emblem side={line.side} /> {line.what} <RuleChip id={line.rule ?? ""} /> <b>{line.points}</b>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div class="answers">
        {!session.practice && (
          <button type="button" class="brass" onClick={onRematch}>
            {panels.result.rematch}
          </button>
        )}
        <button type="button" class="plain" onClick={read}>
          {panels.result.diary}
        </button>
        {session.jump.value === null && !session.practice && (
          <a class="plain" href={`/replay/${session.table}`} data-replay="" onClick={(event) => follow(event, `/replay/${session.table}`)}>
            {panels.result.watch}
          </a>
        )}
        {session.jump.value === null && !session.practice && (
          <a class="plain" href={`/after/${session.table}`} data-after="" onClick={(event) => follow(event, `/after/${session.table}`)}>
            {words.look.story}
          </a>
        )}
      </div>
    </section>
  );
}
