/** Text with its rules: each id is a link that opens the rules panel at that rule. */

import { Fragment, type JSX } from "preact";
import { addressOf } from "../store/chapters";
import { useTable } from "../store/context";
import { withRules } from "../store/words";
import { words } from "../words";

export function RuleChip({ id }: { id: string }): JSX.Element | null {
  const table = useTable();
  if (!id) return null;
  const open = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return; // its address, in a tab of its own
    event.preventDefault();
    table.read(id);
  };
  return (
    <a class="rule-chip" href={addressOf(id)} onClick={open} aria-label={words.feel.rules.rule(id)}>
      {id}
    </a>
  );
}

export function Words({ text }: { text: string }): JSX.Element {
  return (
    <>
      {withRules(text).map((part, i) => (
        <Fragment key={i}>{part.rule ? <RuleChip id={part.text} /> : part.text}</Fragment>
      ))}
    </>
  );
}
