import { describe, expect, it } from "vitest";
import type { PieceView } from "../wire";
import { type Grid, type Rect, covered, gridOf, overlap } from "./geometry";
import { clearPlace, groupsOf, hiddenNames, namesBelow, rectOf } from "./groups";

const piece = (key: string, space: string, kind: PieceView["kind"] = "counter"): PieceView => ({ key, side: "poland", kind, space, slot: 0 });
const spaces = [
  { id: "a", x: 200, y: 200, name: "A" },
  { id: "b", x: 300, y: 200, name: "B" },
];
const board = (crowding: string): Grid => gridOf({ title: "t", name: "T", width: 600, height: 600, spaces, links: [], crowding } as never);
const stacked = board("stack");
const spread = board("spread");

describe("blocks side by side", () => {
  it("stand beside others that would cover them", () => {
    const large = { ...spread, counter: 90 };
    const groups = groupsOf(large, new Map([["a", [piece("p", "a")]], ["b", [piece("q", "b")]]]));
    const [one, other] = groups.map((group) => rectOf(large, group)) as [Rect, Rect];
    expect(overlap(one, other)).toBe(0);
    expect(groups[0]!.centre).toEqual({ x: 200, y: 200 });
  });

  it("stay in the middle where nothing is near", () => {
    expect(clearPlace(spread, { x: 50, y: 50 }, 1, [], [covered(spread, { x: 400, y: 400 }, 1)])).toEqual({ x: 50, y: 50 });
  });

  it("have the names that they hide drawn on top, where they are printed", () => {
    const groups = groupsOf(spread, new Map([["a", [piece("p", "a")]]]));
    const names = new Map([["a", rectOf(spread, groups[0]!)], ["b", { x: 500, y: 500, width: 40, height: 12 }]]);
    expect(hiddenNames(spread, groups, names)).toEqual([{ space: "a", x: 0, y: 0 }]);
  });
});

describe("names of towns under stacks", () => {
  const name = (x: number, y = 205): Rect => ({ x, y, width: 40, height: 16 });
  const moved = (rect: Rect, by: { x: number; y: number }): Rect => ({ ...rect, x: rect.x + by.x, y: rect.y + by.y });
  const at = (found: { space: string; x: number; y: number }[], space: string): { x: number; y: number } => found.find((one) => one.space === space)!;

  it("stay where they are printed as long as nothing hides them", () => {
    expect(namesBelow(stacked, [], new Map([["a", name(180)]]), [])).toEqual([{ space: "a", x: 0, y: 0 }]);
  });

  it.each([["a stack", [piece("p", "a"), piece("q", "a")], []], ["a marker", [], ["a"]]])("go below %s", (_, stack, marked) => {
    const groups = groupsOf(stacked, new Map(stack.length > 0 ? [["a", stack]] : []));
    const found = moved(name(180), at(namesBelow(stacked, groups, new Map([["a", name(180)]]), marked), "a"));
    const over = covered(stacked, { x: 200, y: 200 }, Math.max(1, stack.length));
    expect(found.x + found.width / 2).toBe(200);
    expect(found.y).toBeCloseTo(over.y + over.height, -1);
    expect(overlap(found, over)).toBeLessThan(0.1 * found.width * found.height);
  });

  it("go beside a leader at the lower left", () => {
    const groups = groupsOf(stacked, new Map([["a", [piece("p", "a"), piece("l", "a", "leader")]]]));
    const found = moved(name(180), at(namesBelow(stacked, groups, new Map([["a", name(180)]]), []), "a"));
    expect(found.x).toBeCloseTo(200 - stacked.counter * 0.3);
  });

  it("run into no name that stays", () => {
    const groups = groupsOf(stacked, new Map([["a", [piece("p", "a")]]]));
    const staying = { x: 215, y: 240, width: 40, height: 16 };
    const found = moved(name(180), at(namesBelow(stacked, groups, new Map([["a", name(180)], ["b", staying]]), []), "a"));
    expect(overlap(found, staying)).toBe(0);
  });
});
