/** "Only what came near me": of a long playback the scenes that end or pass next to a side's pieces, and what is no
 * march. Pure. */

import { type Grid, type Point, pointOf } from "../board/geometry";
import type { PieceView } from "../wire";
import type { Scene } from "./scenes";

/** So many spaces away is near. */
const NEAR = 2.2;

/** What is left of some scenes for who leads a side; of a scene of many marches, those that came near. */
export function cameNear(scenes: Scene[], pieces: PieceView[], side: string, grid: Grid): Scene[] {
  const own = [...new Set(pieces.filter((piece) => piece.side === side).flatMap(({ space }) => space ?? []))];
  const stands = own.map((space) => pointOf(grid, space));
  const comes = (path: string[]): boolean => path.some((space) => isNear(pointOf(grid, space), stands, grid.pitch));
  return scenes.filter((scene) => !isMarch(scene) || scene.moves.some(({ path }) => comes(path)));
}

function isMarch({ moves }: Scene): boolean {
  return moves.some(({ path, pieces }) => path.length > 1 && pieces.length > 0);
}

function isNear(at: Point, stands: Point[], pitch: number): boolean {
  return stands.some(({ x, y }) => Math.hypot(x - at.x, y - at.y) < NEAR * pitch);
}
