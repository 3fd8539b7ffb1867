/** The rulebook beside the map: what is in force now, then chapter by chapter with the rulings, and a search.
 *
 * Every rule has an address, `#rule=7.1a`: a chip anywhere at the table leads to its paragraph. */

import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { type Chapter, type Entry, chapterOf, chaptersOf, ruleOf, searched } from "../store/chapters";
import { useTable } from "../store/context";
import { rulebook } from "../store/rulebook";
import type { RuleCard, RulingCard } from "../wire";
import { words } from "../words";
import { Ruling, RuleText } from "../ui/RuleText";

export function Rules(): JSX.Element {
  const { session, rule } = useTable();
  const page = rulebook(session.catalog.title);
  const wanted = useSignal("");
  const open = useSignal<ReadonlySet<string>>(new Set());
  const chapters = useComputed(() => (page.value ? chaptersOf(page.value) : []));
  const at = useComputed(() => (page.value && rule.value ? ruleOf(page.value, rule.value) : ""));
  const now = useComputed(() => [session.decision.value?.rule, session.view.value?.phase_rule].filter((id, i, all) => id && all.indexOf(id) === i));
  const fold = (id: string, unfolded: boolean): void => {
    const others = [...open.peek()].filter((one) => one !== id);
    open.value = new Set(unfolded ? [...others, id] : others);
  };
  // A rule that is asked for: its chapter opens, and the eye is led there.
  useSignalEffect(() => {
    if (!at.value) return;
    wanted.value = "";
    fold(chapterOf(at.value), true);
    const id = rule.value;
    requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(`rule-${id}`)?.scrollIntoView({ block: "center" })));
  });
  return (
    <section class="rules" aria-label={words.feel.rules.title}>
      <input type="search" class="search" placeholder={words.feel.rules.search} aria-label={words.feel.rules.search} value={wanted} onInput={(event) => (wanted.value = event.currentTarget.value)} />
      {!page.value && <p class="note">{words.feel.rules.loading}</p>}
      {wanted.value ? <Found chapters={chapters.value} wanted={wanted.value} /> : <Book chapters={chapters.value} now={now.value} open={open.value} onFold={fold} />}
    </section>
  );
}

function Found({ chapters, wanted }: { chapters: Chapter[]; wanted: string }): JSX.Element {
  const found = searched(chapters, wanted);
  const count = found.reduce((sum, { rules, rulings }) => sum + rules.length + rulings.length, 0);
  return (
    <>
      <p class="note" role="status">
        {words.feel.rules.found(count)}
      </p>
      {found.map(({ id, title, rules, rulings }) => (
        <section key={id}>
          <h3>{words.feel.rules.chapter(id, title)}</h3>
          {rules.map((one) => (
            <RuleText key={one.id} rule={one} strong={false} />
          ))}
          {rulings.map((one) => (
            <Ruling key={one.id} ruling={one} strong={false} />
          ))}
        </section>
      ))}
    </>
  );
}

interface BookProps {
  chapters: Chapter[];
  now: (string | undefined)[];
  open: ReadonlySet<string>;
  onFold: (id: string, unfolded: boolean) => void;
}

function Book({ chapters, now, open, onFold }: BookProps): JSX.Element {
  const { rule } = useTable();
  const entries = chapters.flatMap((chapter) => chapter.entries);
  const current = now.flatMap((id): Entry[] => entries.filter((entry) => entry.rule.id === id && id !== rule.value));
  return (
    <>
      {current.length > 0 && <h3>{words.feel.rules.now}</h3>}
      {current.map((entry) => (
        <Paragraph key={entry.rule.id} {...entry} strong="" />
      ))}
      {chapters.length > 0 && <h3>{words.feel.rules.contents}</h3>}
      {chapters.map(({ id, title, entries: own }) => (
        <details key={id} class="chapter" open={open.has(id)} onToggle={(event) => onFold(id, event.currentTarget.open)}>
          <summary>
            <span class="chapter-number">{id}</span> {title} <small>{own.length}</small>
          </summary>
          {open.has(id) && own.map((entry) => <Paragraph key={entry.rule.id} {...entry} strong={rule.value} anchored />)}
        </details>
      ))}
    </>
  );
}

/** A rule with the rulings on it. */
function Paragraph({ rule, rulings, strong, anchored = false }: { rule: RuleCard; rulings: RulingCard[]; strong: string; anchored?: boolean }): JSX.Element {
  return (
    <>
      <RuleText rule={rule} strong={rule.id === strong} anchored={anchored} />
      {rulings.map((one) => (
        <Ruling key={one.id} ruling={one} strong={one.id === strong} anchored={anchored} />
      ))}
    </>
  );
}
