/** Text with its rules: each id opens the rules panel at that rule. */

import { Fragment, type JSX } from "preact";
import { useTable } from "../store/context";
import { withRules } from "../store/words";

export function RuleChip({ id }: { id: string }): JSX.Element | null {
  const { rule, tab, sheet, dialog } = useTable();
  if (!id) return null;
  const open = (): void => {
    rule.value = id;
    tab.value = "rules";
    sheet.value = true;
    dialog.value = "";
  };
  return (
    <button type="button" class="rule-chip" onClick={open} aria-label={`Rule ${id}`}>
      {id}
    </button>
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
