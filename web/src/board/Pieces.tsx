/** The layer of pieces: each one an element of its own that only changes when the piece does. */

import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { memo } from "preact/compat";
import { useLayoutEffect } from "preact/hooks";
import { useTable } from "../store/context";
import type { Choice } from "../store/choices";
import { pieceLine, spaceName } from "../store/words";
import type { PieceView } from "../wire";
import type { Assets } from "./assets";
import { Counter } from "./Counter";
import { FAR, SWELL } from "./FarFace";
import { type Grid, type Rect, leaderShift, near as isNear, pieceShift, pointOf } from "./geometry";
import { type Group, type ShownName, groupsOf, hiddenNames, namesBelow } from "./groups";
import { markedSpaces } from "./Signs";

interface Spot {
  piece: PieceView;
  x: number;
  y: number;
  z: number;
  size: number;
  light: "" | "lit" | "free" | "held";
  /** Whether its space can be chosen. */
  stands: boolean;
  mover: boolean;
  telling: boolean;
  label: string;
}

export function Pieces({ names }: { names: Assets["names"] }): JSX.Element {
  const { session, camera } = useTable();
  const far = useComputed(() => session.grid.counter * camera.scale.value < FAR);
  const printed = useSignal(new Map<string, Rect>());
  useLayoutEffect(() => {
    printed.value = new Map([...names].map(([space, { box }]) => [space, box]));
  }, [names]);
  const grid = useComputed(() => (far.value ? swollen(session.grid) : session.grid));
  const groups = useComputed(() => groupsOf(grid.value, session.stacks.value, [...printed.value.values()]));
  const spots = useComputed(() => spotsOf(session, grid.value, groups.value));
  // What can be chosen stays in reach of the keys wherever it is, but only what is near is drawn.
  const near = useComputed(() => spots.value.flatMap((spot) => {
    const drawn = isNear(camera.drawn.value, { x: spot.x, y: spot.y }, session.grid.pitch);
    return drawn || spot.light || spot.mover ? [{ ...spot, drawn }] : [];
  }));
  const standing = useComputed(() =>
    grid.value.spread ? hiddenNames(grid.value, groups.value, printed.value) : namesBelow(grid.value, groups.value, printed.value, markedSpaces(session)),
  );
  const shown = useComputed(() => standing.value.filter(({ space }) => isNear(camera.drawn.value, pointOf(session.grid, space), session.grid.pitch)));
  return (
    <>
      <svg class={`names${session.grid.spread ? "" : " haloed"}`} width={session.grid.width} height={session.grid.height} aria-hidden="true">
        <g transform={session.grid.outlines.shift} dangerouslySetInnerHTML={{ __html: shown.value.map((name) => written(name, names)).join("") }} />
      </svg>
      {near.value.map((spot) => (
        <Piece key={spot.piece.key} {...spot} far={far.value} marks={(spot.piece.marks ?? []).join(" ")} />
      ))}
    </>
  );
}

function written({ space, x, y }: ShownName, names: Assets["names"]): string {
  const svg = names.get(space)?.svg ?? "";
  return x === 0 && y === 0 ? svg : `<g transform="translate(${x} ${y})">${svg}</g>`;
}

/** The same board with larger pieces, for a look from far away. */
function swollen(grid: Grid): Grid {
  return { ...grid, counter: grid.counter * (grid.spread ? SWELL.spread : SWELL.stacked) };
}

function spotsOf(session: ReturnType<typeof useTable>["session"], grid: Grid, groups: Group[]): Spot[] {
  const { catalog } = session;
  const choices = session.choices.value.byPiece;
  const mover = session.mover.value;
  const held = session.holding.held.value;
  const told = new Set(session.play.scene.value?.pieces ?? []);
  const spots: Spot[] = [];
  for (const { space, stack, centre } of groups) {
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
        light: own && held.has(piece.key) ? "held" : lightOf(own),
        stands: session.lit.value.bySpace.has(space),
        mover: mover === piece.key || (piece.marks?.includes("moving") ?? false),
        telling: told.has(piece.key),
        label: `${pieceLine(catalog, piece)}; ${spaceName(grid.spaces.get(space), space)}${own ? `: ${own.map((c) => c.label).join(" or ")}` : ""}${own && held.has(piece.key) ? ", on hold" : ""}`,
      });
    });
  }
  return spots.sort((a, b) => (a.piece.key < b.piece.key ? -1 : 1));
}

function lightOf(choices: Choice[] | undefined): Spot["light"] {
  if (!choices || choices.length === 0) return "";
  return choices.some((choice) => !choice.free) ? "lit" : "free";
}

type PieceProps = Spot & { marks: string; far: boolean; drawn: boolean };

const Piece = memo(
  function Piece({ piece, x, y, z, light, stands, mover, telling, label, size, marks, far, drawn }: PieceProps): JSX.Element {
    const classes = ["piece", light, far ? "far" : "", stands ? "stands-lit" : "", mover ? "mover" : "", telling ? "telling" : "", marks.includes("moved") ? "spent" : ""];
    return (
      <button
        type="button"
        class={classes.filter(Boolean).join(" ")}
        style={{ transform: `translate(${x}px,${y}px)`, width: `${size}px`, height: `${size}px`, zIndex: z }}
        data-piece={piece.key}
        data-grab={light || mover ? "" : undefined}
        tabIndex={light && light !== "held" ? 0 : -1}
        aria-label={label}
        aria-hidden={light || mover ? undefined : true}
      >
        {drawn && <Counter piece={piece} marks={marks} far={far} />}
      </button>
    );
  },
  (a, b) =>
    a.x === b.x && a.y === b.y && a.z === b.z && a.size === b.size && a.light === b.light && a.stands === b.stands && a.mover === b.mover &&
    a.telling === b.telling && a.far === b.far && a.drawn === b.drawn && a.label === b.label && a.marks === b.marks && a.piece.face === b.piece.face &&
    a.piece.strength === b.piece.strength && a.piece.facing === b.piece.facing,
);
