/** A seat that has nothing to react with is passed for by the table. Here it says so, with the switch to be asked anyway. */

import type { JSX } from "preact";
import { useTable } from "../store/context";
import type { Session } from "../store/session";
import { RuleChip } from "../ui/Words";
import { words as texts } from "../words";

/** The standing answer that is none: to be asked where one can only pass. */
const ASK = "ask";

export function wantsToBeAsked(session: Session): boolean {
  return session.welcome.value?.standing?.includes(ASK) === true;
}

/** For the moment that it takes: what was asked, and that it is passed. */
export function Passing(): JSX.Element {
  const { session } = useTable();
  const decision = session.decision.value!;
  return (
    <>
      <div class="order-text">
        <p class="prompt quiet">
          {decision.prompt} <RuleChip id={decision.rule} />
        </p>
        <p class="hint">{texts.table.orders.passing}</p>
      </div>
      <Switch />
    </>
  );
}

/** Afterwards, as long as nothing else is asked: the switch can still be reached. */
export function Passed(): JSX.Element | null {
  const { session } = useTable();
  if (!session.passed.value || session.view.value?.result) return null;
  return (
    <p class="hint passed">
      {texts.table.orders.passed} <Switch />
    </p>
  );
}

/** Beside a question that can only be passed and is asked all the same. */
export function AskAnyway(): JSX.Element | null {
  const { session } = useTable();
  const { buttons, count } = session.choices.value;
  const only = count === 1 && buttons[0]?.verb === "pass";
  return only && wantsToBeAsked(session) ? <Switch /> : null;
}

export function Switch({ words = texts.table.orders.askAnyway }: { words?: string }): JSX.Element {
  const { session } = useTable();
  const set = (passes: boolean): void => void session.send({ type: "stand", kind: ASK, passes });
  return (
    <label class="check ask-anyway">
      <input type="checkbox" data-ask="" checked={wantsToBeAsked(session)} onChange={(event) => set(event.currentTarget.checked)} />
      {words}
    </label>
  );
}
