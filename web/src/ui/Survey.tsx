/** The whole position as a list, for screen readers: it is not seen, and costs the map nothing. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { surveyOf } from "../store/survey";
import { panels } from "../words/panels";

export function Survey(): JSX.Element {
  const { session } = useTable();
  const places = useComputed(() => surveyOf(session.catalog, session.grid, session.stacks.value));
  return (
    <section class="unseen" id="survey" aria-label={panels.survey.label} tabIndex={-1}>
      <h2>{panels.survey.title}</h2>
      <ul>
        {places.value.map(({ space, name, sides }) => (
          <li key={space}>
            {name}: {sides.map(({ side, units }) => `${side}: ${units.join("; ")}`).join(". ")}
          </li>
        ))}
      </ul>
    </section>
  );
}
