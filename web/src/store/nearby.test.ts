import { describe, expect, it } from "vitest";
import { gridOf } from "../board/geometry";
import type { Line, PieceView } from "../wire";
import { cameNear } from "./nearby";
import { scenesOf } from "./scenes";

const spaces = Array.from({ length: 40 }, (_, i) => ({ id: `${i}`, x: 50 + 84 * i, y: 50 }));
const grid = gridOf({ title: "t", name: "T", width: 4000, height: 100, spaces });
const march = (n: number, piece: string, ...way: number[]): Line => ({
  n, rule: "", key: "moves", text: piece, actor: "poland", pieces: [piece], spaces: way.map(String),
});
const pieces: PieceView[] = [
  { key: "own", side: "russia", space: "10" },
  { key: "a", side: "poland", space: "1" },
];
const near = (...lines: Line[]): string[] => cameNear(scenesOf(lines), pieces, "russia", grid).map(({ text }) => text);

describe("only what came near me", () => {
  it("keeps marches that end or pass within two spaces of a piece of mine, and no others", () => {
    expect(near(march(0, "ends", 1, 8), march(1, "passes", 20, 12, 30), march(2, "far", 1, 7), march(3, "beyond", 20, 13))).toEqual(["ends", "passes"]);
  });

  it("keeps what is no march", () => {
    const roll: Line = { n: 9, rule: "", key: "rolls", text: "A die.", actor: "poland" };
    const lost: Line = { n: 10, rule: "", key: "lost", text: "Lost.", actor: "poland", pieces: ["a"], spaces: ["30"] };
    expect(near(roll, march(1, "far", 1, 2), lost)).toEqual(["A die.", "Lost."]);
  });
});
