/** What came of my last order: the die, and what followed from it. Stays until the next order. */

import type { JSX } from "preact";
import { useTable } from "../store/context";
import { Icon } from "../ui/Icon";
import { LineText } from "./Diary";

const MOST = 5;

export function Aftermath(): JSX.Element | null {
  const { session } = useTable();
  const lines = session.aftermath.value;
  if (lines.length === 0 || session.play.playing.value) return null;
  return (
    <section class="aftermath paper" aria-label="What came of it">
      <ol>
        {lines.slice(-MOST).map((line) => (
          <li key={line.n}>
            <LineText line={line} />
          </li>
        ))}
      </ol>
      <button type="button" class="icon-button" aria-label="Put away" onClick={() => (session.aftermath.value = [])}>
        <Icon name="close" />
      </button>
    </section>
  );
}
