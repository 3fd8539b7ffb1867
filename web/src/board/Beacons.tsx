/** Rings around what a lesson speaks of. */

import type { JSX } from "preact";
import { useTable } from "../store/context";
import { pointOf } from "./geometry";

export function Beacons(): JSX.Element | null {
  const { session } = useTable();
  const { grid } = session;
  const size = grid.pitch * 1.06;
  return (
    <>
      {session.spoken.value.map(({ space }) => {
        const { x, y } = pointOf(grid, space);
        return <span key={space} class="beacon" data-beacon={space} aria-hidden="true" style={{ transform: `translate(${x - size / 2}px,${y - size / 2}px)`, width: `${size}px`, height: `${size}px` }} />;
      })}
    </>
  );
}
