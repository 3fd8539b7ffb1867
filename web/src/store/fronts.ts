/** A phase played back by stacks and fronts: what marches together is one scene, and of many marches those near one
 * another are. Pure. */

import { type Grid, type Point, pointOf } from "../board/geometry";
import { type Scene, readingTime } from "./scenes";
import { words } from "../words";

/** Up to so many marches in a row are shown one by one. */
const FEW = 4;
/** Marches that end within so many spaces of one another are one front's. */
const WIDE = 5;

/** `apart` tells marches that are not shown together with others, such as those that came near from those that did not. */
export function byFronts(scenes: Scene[], grid: Grid, apart: (scene: Scene) => boolean = () => false): Scene[] {
  return runsOf(scenes).flatMap((run) => {
    const stacks = run.length > 1 ? byStacks(run) : run;
    return stacks.length > FEW ? frontsOf(stacks, grid, apart).map((front) => together(front, words.table.playback.onTheMove(unitsIn(front)))) : stacks;
  });
}

/** Marches of one actor one after another; anything else is a run of its own. */
function runsOf(scenes: Scene[]): Scene[][] {
  const runs: Scene[][] = [];
  for (const scene of scenes) {
    const last = runs.at(-1)?.[0];
    if (last && isMarch(scene) && isMarch(last) && last.actor === scene.actor && last.lines[0]?.key === scene.lines[0]?.key) runs.at(-1)!.push(scene);
    else runs.push([scene]);
  }
  return runs;
}

function isMarch({ path, pieces }: Scene): boolean {
  return path.length > 1 && pieces.length > 0;
}

/** Who goes from the same place to the same place goes together. */
function byStacks(run: Scene[]): Scene[] {
  const stacks = new Map<string, Scene[]>();
  for (const scene of run) {
    const way = `${scene.path[0]} ${scene.path.at(-1)}`;
    stacks.set(way, [...(stacks.get(way) ?? []), scene]);
  }
  return [...stacks.values()].map((stack) => together(stack, ""));
}

function frontsOf(run: Scene[], grid: Grid, apart: (scene: Scene) => boolean): Scene[][] {
  const fronts: { at: Point; own: boolean; scenes: Scene[] }[] = [];
  for (const scene of run) {
    const end = pointOf(grid, scene.path.at(-1) ?? "");
    const own = apart(scene);
    const near = fronts.find(({ at, ...front }) => front.own === own && Math.hypot(at.x - end.x, at.y - end.y) < WIDE * grid.pitch);
    if (near) near.scenes.push(scene);
    else fronts.push({ at: end, own, scenes: [scene] });
  }
  return fronts.map(({ scenes }) => scenes);
}

function unitsIn(scenes: Scene[]): number {
  return new Set(scenes.flatMap(({ pieces }) => pieces)).size;
}

function together(scenes: Scene[], head: string): Scene {
  const [first] = scenes;
  if (!first || scenes.length === 1) return first!;
  const others = unitsIn(scenes) - new Set(first.pieces).size;
  const tail = head === "" && others > 0 ? words.table.playback.along(others) : "";
  const text = `${head}${first.text}${tail}`;
  const longest = Math.max(...scenes.map(({ path }) => path.length));
  return {
    ...first,
    lines: scenes.flatMap(({ lines }) => lines),
    pieces: [...new Set(scenes.flatMap(({ pieces }) => pieces))],
    moves: scenes.flatMap(({ moves }) => moves),
    text,
    ms: readingTime(text, longest),
  };
}
