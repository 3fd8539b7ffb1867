/** A rule of the checklist in words, and a ruling on it. */

import type { JSX } from "preact";
import type { RuleCard, RulingCard } from "../wire";
import { words } from "../words";
import { RuleChip, Words } from "./Words";

interface Props {
  strong: boolean;
  /** Whether its address leads here. */
  anchored?: boolean;
}

export function RuleText({ rule, strong, anchored = false }: Props & { rule: RuleCard }): JSX.Element {
  return (
    <article class={strong ? "rule strong" : "rule"} id={anchored ? `rule-${rule.id}` : undefined}>
      <h4>
        <span class="rule-id">{rule.id}</span> {rule.title}
      </h4>
      <p>
        <Words text={rule.says} />
      </p>
    </article>
  );
}

export function Ruling({ ruling, strong, anchored = false }: Props & { ruling: RulingCard }): JSX.Element {
  const others = (ruling.rules ?? []).slice(1);
  return (
    <article class={strong ? "rule ruling strong" : "rule ruling"} id={anchored ? `rule-${ruling.id}` : undefined}>
      <h4>
        <span class="rule-id">{words.feel.rules.ruling(ruling.id)}</span> {ruling.title}
      </h4>
      <p>
        <Words text={ruling.text} />
      </p>
      {others.length > 0 && (
        <p class="note">
          {words.feel.rules.also}{" "}
          {others.map((id) => (
            <RuleChip key={id} id={id} />
          ))}
        </p>
      )}
    </article>
  );
}
