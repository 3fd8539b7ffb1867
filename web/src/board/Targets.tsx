/** Lit spaces and links as buttons, so that Tab reaches them and a screen reader names them. The pointer looks through
 * those of spaces, which have an outline of their own. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { whoStands } from "../store/survey";
import { spaceName } from "../store/words";
import { linkPoint, pointOf } from "./geometry";

export function Targets(): JSX.Element {
  const { session } = useTable();
  const { grid } = session;
  const targets = useComputed(() =>
    [...session.lit.value.bySpace].map(([space, choices]) => {
      const who = whoStands(session.catalog, session.stacks.value.get(space) ?? [], session.side.value);
      const place = [spaceName(grid.spaces.get(space), space), who].filter(Boolean).join(": ");
      return { space, label: `${choices.map((choice) => choice.label).join(" or ")}: ${place}` };
    }),
  );
  const size = grid.pitch * 0.9;
  return (
    <>
      <LinkTargets />
      {targets.value.map(({ space, label }) => {
        const { x, y } = pointOf(grid, space);
        return (
          <button
            key={space}
            type="button"
            class="target"
            data-space={space}
            aria-label={label}
            style={{ transform: `translate(${x - size / 2}px,${y - size / 2}px)`, width: `${size}px`, height: `${size}px` }}
          />
        );
      })}
    </>
  );
}

function LinkTargets(): JSX.Element {
  const { session } = useTable();
  const { grid } = session;
  const size = grid.pitch * 0.4;
  return (
    <>
      {[...session.choices.value.byLink].flatMap(([link, choices]) => {
        const at = linkPoint(grid, link);
        const ends = grid.links.get(link) ?? [];
        const name = ends.map((space) => spaceName(grid.spaces.get(space), space)).join(" – ");
        if (!at) return [];
        return choices.map((choice, i) => (
          <button
            key={`${link} ${choice.verb}`}
            type="button"
            class="target link-target"
            data-link={link}
            aria-label={`${choice.label}: ${name}`}
            title={choice.label}
            onClick={() => session.choose(choice)}
            style={{ transform: `translate(${at.x - size / 2 + i * size * 1.1}px,${at.y - size / 2}px)`, width: `${size}px`, height: `${size}px` }}
          />
        ));
      })}
    </>
  );
}
