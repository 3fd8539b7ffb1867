/** Turns off one way of being called, by the link in a notice. Only a click does it: mail programs follow links. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { people } from "../net/people";
import { follow } from "../router";
import type { Quieted } from "../wire";
import { Trouble } from "../ui/Part";
import { Wordmark } from "../ui/Wordmark";
import { calls } from "../words/calls";
import "../style/me.css";

export function QuietPage(): JSX.Element {
  const token = useSignal(/^#([\w.~-]+)$/.exec(location.hash)?.[1] ?? "");
  const done = useSignal<Quieted | null>(null);
  const problem = useSignal(token.peek() ? "" : calls.quietNone);
  useEffect(() => {
    document.title = calls.tab;
    history.replaceState(null, "", location.pathname);
  }, []);
  const turnOff = (): void => {
    void people.quiet(token.peek()).then((found) => (done.value = found), (error: unknown) => (problem.value = String(error instanceof Error ? error.message : error)));
  };
  return (
    <main class="new-table me-page">
      <Wordmark />
      <div class="paper new-form">
        <h1>{calls.quietTitle}</h1>
        {done.value ? (
          <p role="status" data-quieted="">
            {calls.quieted(calls.kinds[done.value.kind], done.value.name ?? "")} {calls.quietAgain}
          </p>
        ) : (
          <>
            <p>{calls.quietAbout}</p>
            <p class="answers">
              <button type="button" class="brass big" data-quiet="" disabled={!token.value} onClick={turnOff}>
                {calls.quietButton}
              </button>
            </p>
            <Trouble text={problem} />
          </>
        )}
        <p>
          <a href="/me" onClick={(event) => follow(event, "/me")}>
            {calls.quietMe}
          </a>
        </p>
      </div>
    </main>
  );
}
