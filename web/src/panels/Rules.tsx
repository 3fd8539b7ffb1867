/** The rules of this game as a checklist, with the rulings: searchable, those of the present decision on top. */

import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import type { RuleCard, RulesPage, RulingCard } from "../wire";
import { RuleText } from "../ui/RuleText";
import { RuleChip, Words } from "../ui/Words";
import { rulebook } from "../store/rulebook";
import { fits } from "../store/search";

export function Rules(): JSX.Element {
  const { session, rule } = useTable();
  const page = rulebook(session.catalog.title);
  const wanted = useSignal("");
  const now = useComputed(() => new Set([rule.value, session.decision.value?.rule, session.view.value?.phase_rule].filter(Boolean)));
  const found = useComputed(() => rulesFor(page.value, wanted.value, now.value));
  return (
    <section class="rules" aria-label="Rules">
      <input type="search" class="search" placeholder="Search rules and rulings" aria-label="Search rules and rulings" value={wanted} onInput={(event) => (wanted.value = event.currentTarget.value)} />
      {!page.value && <p class="note">Fetching the rulebook …</p>}
      {found.value.top.length > 0 && <h3>{rule.value ? "Asked for, and in force now" : "In force now"}</h3>}
      {found.value.top.map((one) => (
        <RuleText key={one.id} rule={one} strong={one.id === rule.value} />
      ))}
      {found.value.rulings.length > 0 && <h3>Rulings</h3>}
      {found.value.rulings.map((one) => (
        <Ruling key={one.id} ruling={one} />
      ))}
      {found.value.rest.length > 0 && <h3>Checklist</h3>}
      {found.value.rest.map((one) => (
        <RuleText key={one.id} rule={one} strong={false} />
      ))}
    </section>
  );
}

interface Found {
  top: RuleCard[];
  rest: RuleCard[];
  rulings: RulingCard[];
}

function rulesFor(page: RulesPage | null, wanted: string, now: Set<string | undefined>): Found {
  if (!page) return { top: [], rest: [], rulings: [] };
  const order = [...now];
  const top = wanted ? [] : page.rules.filter((one) => now.has(one.id)).sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  const rest = page.rules.filter((one) => (wanted || !now.has(one.id)) && fits(wanted, one.id, one.title, one.says));
  const told = new Set(top.flatMap((one) => [one.id, ...(one.rulings ?? [])]));
  const rulings = page.rulings.filter((one) =>
    wanted ? fits(wanted, one.id, one.title, one.text) : told.has(one.id) || (one.rules ?? []).some((id) => told.has(id)) || now.has(one.id),
  );
  return { top, rest, rulings };
}

function Ruling({ ruling }: { ruling: RulingCard }): JSX.Element {
  return (
    <article class="rule ruling">
      <h4>
        <span class="rule-id">{ruling.id}</span> {ruling.title}
      </h4>
      <p>
        <Words text={ruling.text} />
      </p>
      <p class="note">
        {(ruling.rules ?? []).map((id) => (
          <RuleChip key={id} id={id} />
        ))}
      </p>
    </article>
  );
}
