/** A game file is chosen or dropped here, checked by the server, and then watched. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { TooBig, bring, isFile, takeCarried } from "../net/bring";
import { visit } from "../router";
import { Trouble } from "../ui/Part";
import { Wordmark } from "../ui/Wordmark";
import { pages } from "../words/pages";
import "../style/bring.css";

export function BringPage(): JSX.Element {
  const problem = useSignal("");
  const busy = useSignal(false);
  const over = useSignal(false);
  const say = pages.bring;
  const send = (file: File | null | undefined): void => {
    if (!file || busy.peek()) return;
    busy.value = true;
    problem.value = "";
    void bring(file)
      .then(({ record }) => visit(`/record/${record}`), (error: unknown) => (problem.value = whyNot(error)))
      .finally(() => (busy.value = false));
  };
  useEffect(() => {
    document.title = say.tab;
    send(takeCarried());
  }, []);
  const drag = (event: DragEvent): void => {
    if (!isFile(event)) return;
    event.preventDefault();
    over.value = true;
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    over.value = false;
    send(event.dataTransfer?.files[0]);
  };
  return (
    <main class="new-table bring" onDragOver={drag} onDragLeave={() => (over.value = false)} onDrop={drop}>
      <Wordmark />
      <div class="paper new-form">
        <h1>{say.title}</h1>
        <p>{say.about}</p>
        <label class={over.value ? "bring-drop over" : "bring-drop"} data-drop="">
          <strong>{busy.value ? say.sending : say.drop}</strong>
          <input type="file" accept=".json,.gz,application/json,application/gzip" disabled={busy.value} onChange={(event) => send(event.currentTarget.files?.[0])} />
        </label>
        <Trouble text={problem} />
        <p class="note">{say.where}</p>
        <p class="note">{say.kept}</p>
      </div>
    </main>
  );
}

function whyNot(error: unknown): string {
  if (error instanceof TooBig) return pages.bring.tooBig;
  return error instanceof Error ? error.message : String(error);
}
