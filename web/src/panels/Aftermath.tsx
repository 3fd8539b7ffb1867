/** What came of my last order: the die, and what followed from it. Stays until the next order. */

import type { JSX } from "preact";
import { useTable } from "../store/context";
import { Icon } from "../ui/Icon";
import type { Line } from "../wire";
import { LineText } from "./Diary";
import { panels } from "../words/panels";

const MOST = 5;
/** What was done and what was rolled for it. */
const OPENING = 2;

export function Aftermath(): JSX.Element | null {
  const { session } = useTable();
  const lines = session.aftermath.value;
  if (lines.length === 0 || session.play.playing.value) return null;
  return (
    <section class="aftermath paper" aria-label={panels.aftermath.label}>
      <ol>
        {worthReading(lines).map((line) => (
          <li key={line.n}>
            <LineText line={line} />
          </li>
        ))}
      </ol>
      <button type="button" class="icon-button" aria-label={panels.aftermath.putAway} onClick={() => (session.aftermath.value = [])}>
        <Icon name="close" />
      </button>
    </section>
  );
}

/** Of many lines the opening and the end: a die is never cut off by all that it brought about. */
function worthReading(lines: Line[]): Line[] {
  if (lines.length <= MOST) return lines;
  return [...lines.slice(0, OPENING), ...lines.slice(OPENING - MOST)];
}
