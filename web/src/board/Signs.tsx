/** Markers in spaces where pieces stand: small, at the corners of the stack and over it, so that both can be seen. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import type { Session } from "../store/session";
import type { Mark } from "../wire";
import { drawn, signKey } from "./assets";
import { pointOf } from "./geometry";

/** What is painted under the pieces although they hide it: what is aimed at, and whose a space is. */
const BENEATH = /^(target|control|uncovered)/;

/** Whether a marker lies over the pieces of its space. */
export function liesOnPieces(session: Session, mark: Mark): boolean {
  if (!mark.space || BENEATH.test(mark.kind) || !drawn(`marker-${signKey(mark.kind)}`)) return false;
  return (session.stacks.value.get(mark.space)?.length ?? 0) > 0;
}

/** Spaces in whose middle a marker lies that hides what is printed there. */
export function markedSpaces(session: Session): string[] {
  const marks = session.view.value?.marks ?? [];
  return marks.flatMap(({ space, kind }) => (space && !BENEATH.test(kind) && drawn(`marker-${signKey(kind)}`) ? [space] : []));
}

/** Corners in the order in which they are taken: upper right, upper left, lower right. */
const CORNERS: [number, number][] = [[0.4, -0.42], [-0.42, -0.42], [0.42, 0.36]];

export function Signs(): JSX.Element {
  const { session } = useTable();
  const marks = useComputed(() => (session.view.value?.marks ?? []).filter((mark) => liesOnPieces(session, mark)));
  const { grid } = session;
  const size = grid.counter * 0.48;
  const taken = new Map<string, number>();
  return (
    <>
      {marks.value.map((mark) => {
        const nth = taken.get(mark.space!) ?? 0;
        taken.set(mark.space!, nth + 1);
        const at = pointOf(grid, mark.space!);
        const [x, y] = CORNERS[nth % CORNERS.length]!;
        const shift = `translate(${at.x + x * grid.counter - size / 2}px,${at.y + y * grid.counter - size / 2}px)`;
        return (
          <svg key={`${mark.space} ${mark.kind}`} class="sign" viewBox="0 0 100 100" style={{ transform: shift, width: `${size}px`, height: `${size}px` }} aria-hidden="true">
            <use href={`#marker-${signKey(mark.kind)}`} width="100" height="100" />
            {mark.label && <text class="sign-label" x="50" y="62" text-anchor="middle">{mark.label.slice(0, 3)}</text>}
          </svg>
        );
      })}
    </>
  );
}
