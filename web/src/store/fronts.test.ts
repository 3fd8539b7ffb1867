import { describe, expect, it } from "vitest";
import { gridOf } from "../board/geometry";
import type { Line } from "../wire";
import { byFronts } from "./fronts";
import { movedBy, scenesOf } from "./scenes";

const spaces = Array.from({ length: 40 }, (_, i) => ({ id: `${i}`, x: 50 + 84 * i, y: 50 }));
const grid = gridOf({ title: "t", name: "T", width: 4000, height: 100, spaces });
const march = (n: number, piece: string, from: number, to: number, key = "moves"): Line => ({
  n, rule: "", key, text: `${piece} marches.`, actor: "poland", pieces: [piece], spaces: [`${from}`, `${to}`],
});
const told = (...lines: Line[]): ReturnType<typeof byFronts> => byFronts(scenesOf(lines), grid);

describe("a phase played back", () => {
  it("shows a stack that marches unit by unit as one", () => {
    const scenes = told(march(0, "a", 1, 2), march(1, "b", 1, 2), march(2, "c", 7, 8));
    expect(scenes.map(({ text, pieces }) => [text, pieces])).toEqual([["a marches. 1 more goes with it.", ["a", "b"]], ["c marches.", ["c"]]]);
  });

  it("shows many marches by fronts, each to its own end", () => {
    const lines = [march(0, "a", 1, 2), march(1, "b", 2, 3), march(2, "c", 3, 4), march(3, "d", 30, 31), march(4, "e", 32, 33)];
    const scenes = told(...lines);
    expect(scenes.map(({ pieces }) => pieces)).toEqual([["a", "b", "c"], ["d", "e"]]);
    expect(scenes[0]?.text).toBe("3 units on the move. a marches.");
    expect(Object.fromEntries(movedBy(scenes, 1, () => true))).toEqual({ a: "2", b: "3", c: "4" });
  });

  it("keeps few marches, and other happenings, apart and in their order", () => {
    const roll: Line = { n: 9, rule: "", key: "rolls", text: "A die.", actor: "poland" };
    expect(told(march(0, "a", 1, 2), roll, march(2, "b", 2, 3), march(3, "c", 4, 5, "retreats")).map(({ text }) => text)).toEqual([
      "a marches.", "A die.", "b marches.", "c marches.",
    ]);
  });

  it("keeps apart what must not be shown together", () => {
    const lines = [1, 2, 3, 4, 5].map((at) => march(at, `u${at}`, at, at + 1));
    const fronts = byFronts(scenesOf(lines), grid, ({ pieces }) => pieces[0] === "u3");
    expect(fronts.map(({ pieces }) => pieces)).toEqual([["u1", "u2", "u4", "u5"], ["u3"]]);
  });
});
