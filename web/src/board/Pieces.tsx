/** The layer of pieces: each one an element of its own that only changes when the piece does. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { memo } from "preact/compat";
import { useTable } from "../store/context";
import type { Choice } from "../store/choices";
import { pieceLine, spaceName } from "../store/words";
import type { PieceView } from "../wire";
import { Counter } from "./Counter";
import { FAR, SWELL } from "./FarFace";
import { covered, type Grid, leaderShift, linkPlace, pieceShift, type Point, pointOf } from "./geometry";

interface Spot {
  piece: PieceView;
  x: number;
  y: number;
  z: number;
  size: number;
  light: "" | "lit" | "free";
  /** Whether its space can be chosen. */
  stands: boolean;
  mover: boolean;
  telling: boolean;
  label: string;
}

export function Pieces(): JSX.Element {
  const { session, camera } = useTable();
  const far = useComputed(() => session.grid.counter * camera.scale.value < FAR);
  const spots = useComputed(() => spotsOf(session, far.value ? swollen(session.grid) : session.grid));
  return (
    <>
      {spots.value.map((spot) => (
        <Piece key={spot.piece.key} {...spot} far={far.value} marks={(spot.piece.marks ?? []).join(" ")} />
      ))}
    </>
  );
}

/** The same board with larger pieces, for a look from far away. */
function swollen(grid: Grid): Grid {
  return { ...grid, counter: grid.counter * (grid.spread ? SWELL.spread : SWELL.stacked) };
}

function spotsOf(session: ReturnType<typeof useTable>["session"], grid: Grid): Spot[] {
  const { catalog } = session;
  const choices = session.choices.value.byPiece;
  const mover = session.mover.value;
  const told = new Set(session.play.beat.value?.pieces ?? []);
  const spots: Spot[] = [];
  for (const { space, stack, centre } of groupsOf(grid, session.stacks.value)) {
    const leaders = grid.spread ? [] : stack.filter((piece) => piece.kind === "leader");
    const others = leaders.length < stack.length ? stack.filter((piece) => !leaders.includes(piece)) : stack;
    stack.forEach((piece, i) => {
      const beside = others.includes(piece) ? null : leaderShift(leaders.indexOf(piece), grid.counter);
      const shift = beside ?? pieceShift(grid, others.indexOf(piece), others.length);
      const size = beside ? beside.size : grid.counter;
      const own = choices.get(piece.key);
      spots.push({
        piece,
        x: centre.x + shift.x - size / 2,
        y: centre.y + shift.y - size / 2,
        z: i + 1,
        size,
        light: lightOf(own),
        stands: session.choices.value.bySpace.has(space),
        mover: mover === piece.key || (piece.marks?.includes("moving") ?? false),
        telling: told.has(piece.key),
        label: `${pieceLine(catalog, piece)}; ${spaceName(grid.spaces.get(space), space)}${own ? `: ${own.map((c) => c.label).join(" or ")}` : ""}`,
      });
    });
  }
  return spots.sort((a, b) => (a.piece.key < b.piece.key ? -1 : 1));
}

interface Group {
  space: string;
  stack: PieceView[];
  centre: Point;
}

/** What stands together: the pieces of a space, apart from those that still stand on a link to it. */
function groupsOf(grid: Grid, stacks: Map<string, PieceView[]>): Group[] {
  const groups: Group[] = [];
  const coming: [string, string, PieceView[]][] = [];
  for (const [space, all] of stacks) {
    const links = grid.spread ? new Set(all.flatMap((piece) => piece.link ?? [])) : new Set<string>();
    for (const link of links) coming.push([space, link, all.filter((piece) => piece.link === link)]);
    const stack = links.size > 0 ? all.filter((piece) => !piece.link) : all;
    if (stack.length > 0) groups.push({ space, stack, centre: pointOf(grid, space) });
  }
  const taken = coming.length > 0 ? groups.map(({ centre, stack }) => covered(grid, centre, stack.length)) : [];
  for (const [space, link, stack] of coming) {
    const centre = linkPlace(grid, space, link, stack.length, taken);
    taken.push(covered(grid, centre, stack.length));
    groups.push({ space, stack, centre });
  }
  return groups;
}

function lightOf(choices: Choice[] | undefined): Spot["light"] {
  if (!choices || choices.length === 0) return "";
  return choices.some((choice) => !choice.free) ? "lit" : "free";
}

type PieceProps = Spot & { marks: string; far: boolean };

const Piece = memo(
  function Piece({ piece, x, y, z, light, stands, mover, telling, label, size, marks, far }: PieceProps): JSX.Element {
    const classes = ["piece", light, far ? "far" : "", stands ? "stands-lit" : "", mover ? "mover" : "", telling ? "telling" : "", marks.includes("moved") ? "spent" : ""];
    return (
      <button
        type="button"
        class={classes.filter(Boolean).join(" ")}
        style={{ transform: `translate(${x}px,${y}px)`, width: `${size}px`, height: `${size}px`, zIndex: z }}
        data-piece={piece.key}
        data-grab={light || mover ? "" : undefined}
        tabIndex={light ? 0 : -1}
        aria-label={label}
        aria-hidden={light ? undefined : true}
      >
        <Counter piece={piece} marks={marks} far={far} />
      </button>
    );
  },
  (a, b) =>
    a.x === b.x && a.y === b.y && a.z === b.z && a.size === b.size && a.light === b.light && a.stands === b.stands && a.mover === b.mover &&
    a.telling === b.telling && a.far === b.far && a.label === b.label && a.marks === b.marks && a.piece.face === b.piece.face &&
    a.piece.strength === b.piece.strength && a.piece.facing === b.piece.facing,
);
