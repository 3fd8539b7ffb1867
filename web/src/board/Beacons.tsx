/** Rings around what a lesson speaks of. */

import type { JSX } from "preact";
import { useTable } from "../store/context";
import { pointOf } from "./geometry";

export function Beacons(): JSX.Element | null {
  const { session } = useTable();
  const lit = session.state.value.lesson?.lit ?? [];
  if (lit.length === 0) return null;
  const { grid } = session;
  const spaces = new Set(lit.flatMap((name) => session.byKey.value.get(name)?.space ?? (grid.spaces.has(name) ? [name] : [])));
  const size = grid.pitch * 1.06;
  return (
    <>
      {[...spaces].map((space) => {
        const { x, y } = pointOf(grid, space);
        return <span key={space} class="beacon" data-beacon={space} aria-hidden="true" style={{ transform: `translate(${x - size / 2}px,${y - size / 2}px)`, width: `${size}px`, height: `${size}px` }} />;
      })}
    </>
  );
}
