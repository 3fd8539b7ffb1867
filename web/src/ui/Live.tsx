/** News for screen readers: what is asked, what others did, what was refused. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { peopleAt, sitterName } from "../store/words";
import { words } from "../words";

export function Live(): JSX.Element {
  const { session } = useTable();
  const news = useComputed(() => {
    const scene = session.play.scene.value;
    if (scene) return scene.text;
    const { lines } = session.state.value;
    const decision = session.decision.value;
    const aftermath = session.aftermath.value.map((line) => line.text).join(" ");
    const last = aftermath || (lines.at(-1)?.text ?? "");
    if (decision) return `${last} ${decision.prompt}`;
    const waiting = session.view.value?.waiting?.map((other) => sitterName(other.seat, peopleAt(session.welcome.value))).join(", ");
    return waiting ? `${last} ${words.table.orders.waitingFor(waiting)}` : last;
  });
  return (
    <>
      <div class="unseen" role="status" aria-live="polite">
        {news}
      </div>
      <div class="unseen" role="alert">
        {session.refused.value?.why ?? ""}
      </div>
    </>
  );
}
