import { describe, expect, it } from "vitest";
import { gridOf } from "../board/geometry";
import type { PieceView, View } from "../wire";
import { choicesOf, stacksOf } from "./choices";
import { Holding } from "./holding";

const spaces = ["0101", "0102", "0103", "0104"].map((id, i) => ({ id, x: 50 + 84 * i, y: 50 }));
const grid = gridOf({ title: "t", name: "T", width: 400, height: 100, spaces });
const piece = (key: string, side: string, space: string): PieceView => ({ key, side, space });
const own = [piece("a", "poland", "0101"), piece("b", "poland", "0101")];
const foe = (space: string): PieceView => piece("x", "russia", space);
const view = (...pieces: PieceView[]): View => ({ title: "t", seat: "poland", turn: 1, phase: "", pieces });
const choices = choicesOf({
  seat: "poland", rule: "1", prompt: "",
  options: [{ verb: "unit", kind: "piece", args: ["a", "b"] }, { verb: "stack", kind: "space", args: ["0101", "0103"] }],
});

describe("units on hold", () => {
  const held = (...pieces: PieceView[]): Holding => {
    const holding = new Holding();
    holding.hold(own, pieces, grid);
    return holding;
  };

  it("are left out of what is lit, with the place that is lit only for them", () => {
    const left = held(...own).left(choices, stacksOf(own));
    expect([...left.byPiece.keys()]).toEqual([]);
    expect([...left.bySpace.keys()]).toEqual(["0103"]);
    const one = new Holding();
    one.hold([own[0]!], own, grid);
    expect([...one.left(choices, stacksOf(own)).bySpace.keys()]).toEqual(["0101", "0103"]);
  });

  it("wake when an enemy comes near, not for one that stood there", () => {
    const before = held(...own, foe("0102"));
    before.look(view(...own, foe("0102")), grid);
    expect(before.held.value.size).toBe(2);
    const holding = held(...own, foe("0104"));
    holding.look(view(...own, foe("0103")), grid);
    expect(holding.held.value.size).toBe(2);
    holding.look(view(...own, foe("0102")), grid);
    expect(holding.held.value.size).toBe(0);
  });

  it("wake when they are touched or have moved", () => {
    const holding = held(...own);
    holding.release(["a"]);
    expect([...holding.held.value.keys()]).toEqual(["b"]);
    holding.look(view(own[0]!, piece("b", "poland", "0102")), grid);
    expect(holding.held.value.size).toBe(0);
  });
});
