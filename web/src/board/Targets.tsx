/** Lit spaces as buttons, so that Tab reaches them and a screen reader names them. The pointer looks through them. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { spaceName } from "../store/words";
import { pointOf } from "./geometry";

export function Targets(): JSX.Element {
  const { session } = useTable();
  const { grid } = session;
  const targets = useComputed(() =>
    [...session.choices.value.bySpace].map(([space, choices]) => ({
      space,
      label: `${choices.map((choice) => choice.label).join(" or ")}: ${spaceName(grid.spaces.get(space), space)}`,
    })),
  );
  const size = grid.pitch * 0.9;
  return (
    <>
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
