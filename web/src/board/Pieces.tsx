/** The layer of pieces: each one an element of its own that only changes when the piece does. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { memo } from "preact/compat";
import { useTable } from "../store/context";
import type { Choice } from "../store/choices";
import { pieceLine, spaceName } from "../store/words";
import type { PieceView } from "../wire";
import { Counter } from "./Counter";
import { type Grid, leaderShift, pieceShift, placeOf } from "./geometry";

interface Spot {
  piece: PieceView;
  x: number;
  y: number;
  z: number;
  size: number;
  light: "" | "lit" | "free";
  mover: boolean;
  telling: boolean;
  label: string;
}

export function Pieces(): JSX.Element {
  const { session } = useTable();
  const spots = useComputed(() => spotsOf(session));
  return (
    <>
      {spots.value.map((spot) => (
        <Piece key={spot.piece.key} {...spot} marks={(spot.piece.marks ?? []).join(" ")} />
      ))}
    </>
  );
}

function spotsOf(session: ReturnType<typeof useTable>["session"]): Spot[] {
  const { grid, catalog } = session;
  const choices = session.choices.value.byPiece;
  const mover = session.mover.value;
  const told = new Set(session.play.beat.value?.pieces ?? []);
  const spots: Spot[] = [];
  for (const [space, stack] of [...session.stacks.value].flatMap((entry) => parted(grid, entry))) {
    const centre = placeOf(grid, space, grid.spread ? stack[0]?.link : null);
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
        mover: mover === piece.key || (piece.marks?.includes("moving") ?? false),
        telling: told.has(piece.key),
        label: `${pieceLine(catalog, piece)}; ${spaceName(grid.spaces.get(space), space)}${own ? `: ${own.map((c) => c.label).join(" or ")}` : ""}`,
      });
    });
  }
  return spots.sort((a, b) => (a.piece.key < b.piece.key ? -1 : 1));
}

/** The pieces of a space, apart from those that still stand on a link to it. */
function parted(grid: Grid, [space, stack]: [string, PieceView[]]): [string, PieceView[]][] {
  if (!grid.spread || !stack.some((piece) => piece.link)) return [[space, stack]];
  const ways = [...new Set(stack.map((piece) => piece.link ?? ""))];
  return ways.map((link) => [space, stack.filter((piece) => (piece.link ?? "") === link)]);
}

function lightOf(choices: Choice[] | undefined): Spot["light"] {
  if (!choices || choices.length === 0) return "";
  return choices.some((choice) => !choice.free) ? "lit" : "free";
}

type PieceProps = Spot & { marks: string };

const Piece = memo(
  function Piece({ piece, x, y, z, light, mover, telling, label, size, marks }: PieceProps): JSX.Element {
    const classes = ["piece", light, mover ? "mover" : "", telling ? "telling" : "", marks.includes("moved") ? "spent" : ""];
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
        <Counter piece={piece} marks={marks} />
      </button>
    );
  },
  (a, b) =>
    a.x === b.x && a.y === b.y && a.z === b.z && a.size === b.size && a.light === b.light && a.mover === b.mover &&
    a.telling === b.telling && a.label === b.label && a.marks === b.marks && a.piece.face === b.piece.face &&
    a.piece.strength === b.piece.strength && a.piece.facing === b.piece.facing,
);
