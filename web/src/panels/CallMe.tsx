/** In a game that takes days, once, beside a question: whether to be called when it is one's move. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { type Called, allowed, callHere } from "../net/calls";
import { follow } from "../router";
import { isNew } from "../store/briefing";
import { useTable } from "../store/context";
import { prefs } from "../store/prefs";
import { asksMe } from "../store/state";
import { calls } from "../words/calls";
import "../style/calls.css";

export function CallMe(): JSX.Element | null {
  const { session } = useTable();
  const came = useSignal<Called | null>(null);
  const welcome = session.welcome.value;
  if (welcome?.pace?.kind !== "days" || session.rehearsal.value || !asksMe(session.view.value)) return null;
  if (!came.value && (prefs.askedToCall.value || allowed() !== "default")) return null;
  if (isNew(session.catalog.title, welcome.scenario, session.seat)) return null; // one thing at a time
  const answer = (yes: boolean): void => {
    prefs.askedToCall.value = true;
    if (yes) void callHere().then((found) => (came.value = found), () => (came.value = "tab"));
  };
  return (
    <aside class="call-me paper" aria-label={calls.ask}>
      <p role="status">
        {came.value ? cameWords(came.value) : <strong>{calls.ask}</strong>} {!came.value && <span class="only-wide">{calls.askAbout}</span>}
      </p>
      <p class="answers">
        {!came.value && (
          <>
            <button type="button" class="plate" data-call="yes" onClick={() => answer(true)}>
              {calls.askYes}
            </button>
            <button type="button" class="plain" data-call="no" onClick={() => answer(false)}>
              {calls.askNo}
            </button>
          </>
        )}
        <a class="text-link" href="/me" onClick={(event) => follow(event, "/me")}>
          {calls.askMore}
        </a>
      </p>
    </aside>
  );
}

export function cameWords(came: Called): string {
  return { push: calls.asked, tab: calls.hereFailed, denied: calls.hereDenied, default: calls.hereUnasked, never: calls.hereNever }[came];
}
