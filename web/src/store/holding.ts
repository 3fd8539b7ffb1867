/** Units on hold: left out of what is lit and of N until they are touched, moved, or an enemy comes near. */

import { signal } from "@preact/signals";
import { type Grid, pointOf } from "../board/geometry";
import type { PieceView, View } from "../wire";
import type { Choice, Choices } from "./choices";

interface Held {
  space: string;
  /** Where enemies stood next to it when it was put on hold: they are known. */
  foes: Set<string>;
}

/** Neighbours are nearer than this many times the usual distance. */
const NEXT = 1.25;

export class Holding {
  readonly held = signal<ReadonlyMap<string, Held>>(new Map());

  has(piece: string): boolean {
    return this.held.value.has(piece);
  }

  hold(pieces: PieceView[], all: PieceView[], grid: Grid): void {
    const found = pieces.flatMap(({ key, side, space }): [string, Held][] => (space ? [[key, { space, foes: foesNear(all, grid, space, side) }]] : []));
    this.held.value = new Map([...this.held.peek(), ...found]);
  }

  release(pieces: string[]): void {
    if (!pieces.some((key) => this.held.peek().has(key))) return;
    this.held.value = new Map([...this.held.peek()].filter(([key]) => !pieces.includes(key)));
  }

  /** A new view: who has moved, or has an enemy beside it that was not there, is on hold no longer. */
  look(view: View, grid: Grid): void {
    const held = this.held.peek();
    if (held.size === 0) return;
    const pieces = view.pieces ?? [];
    const byKey = new Map(pieces.map((piece) => [piece.key, piece]));
    const stays = ([key, { space, foes }]: [string, Held]): boolean => {
      const piece = byKey.get(key);
      return piece?.space === space && [...foesNear(pieces, grid, space, piece.side)].every((foe) => foes.has(foe));
    };
    const kept = [...held].filter(stays);
    if (kept.length < held.size) this.held.value = new Map(kept);
  }

  /** The choices without units on hold, and without places that are lit only for them. */
  left(choices: Choices, stacks: Map<string, PieceView[]>): Choices {
    const held = this.held.value;
    if (held.size === 0) return choices;
    const byPiece = new Map([...choices.byPiece].filter(([key]) => !held.has(key)));
    const rests = (space: string): boolean => {
      const units = (stacks.get(space) ?? []).filter(({ key }) => choices.byPiece.has(key));
      return units.length > 0 && units.every(({ key }) => held.has(key));
    };
    const bySpace = new Map<string, Choice[]>([...choices.bySpace].filter(([space]) => !rests(space)));
    return { ...choices, byPiece, bySpace };
  }
}

/** The places next to one where another side's pieces stand. */
function foesNear(pieces: PieceView[], grid: Grid, space: string, side: string): Set<string> {
  const at = pointOf(grid, space);
  const near = (other: string): boolean => {
    const { x, y } = pointOf(grid, other);
    return Math.hypot(x - at.x, y - at.y) < grid.pitch * NEXT;
  };
  return new Set(pieces.flatMap((piece) => (piece.side !== side && piece.space && near(piece.space) ? [piece.space] : [])));
}
