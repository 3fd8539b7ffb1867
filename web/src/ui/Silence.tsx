/** Says that nobody answers, and what can be done meanwhile. */

import type { JSX } from "preact";
import { askAgain, seated, silence } from "../net/reach";
import { words } from "../words";

export function Silence(): JSX.Element | null {
  if (!silence.value || seated.value) return null;
  return (
    <aside class="silence paper" role="status" data-silence={silence.value}>
      <h2>{words.common.silent[silence.value]}</h2>
      <p>{words.common.meanwhile}</p>
      <button type="button" class="plate" onClick={() => void askAgain()}>
        {words.common.askAgain}
      </button>
    </aside>
  );
}
