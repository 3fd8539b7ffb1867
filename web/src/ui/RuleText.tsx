/** A rule of the checklist in words. */

import type { JSX } from "preact";
import type { RuleCard } from "../wire";
import { Words } from "./Words";

export function RuleText({ rule, strong }: { rule: RuleCard; strong: boolean }): JSX.Element {
  return (
    <article class={strong ? "rule strong" : "rule"}>
      <h4>
        <span class="rule-id">{rule.id}</span> {rule.title}
      </h4>
      <p>
        <Words text={rule.says} />
      </p>
    </article>
  );
}
