import { describe, expect, it } from "vitest";
import { gridOf } from "../board/geometry";
import type { Catalog, PieceView } from "../wire";
import { stacksOf } from "./choices";
import { surveyOf, whoStands } from "./survey";

const catalog: Catalog = {
  title: "t",
  name: "T",
  width: 500,
  height: 500,
  spaces: [{ id: "0202", x: 100, y: 300, name: "Lwów" }, { id: "0101", x: 300, y: 0, name: "Płoskirów" }, { id: "0100", x: 10, y: 0 }],
  counters: [{ id: "P-4", side: "poland", nation: "pol", label: "4", name: "4th Division", factors: "3-2" }],
};
const piece = (key: string, side: string, space: string, more: Partial<PieceView> = {}): PieceView => ({ key, side, space, ...more });
const fourth = piece("a", "poland", "0101", { face: "P-4", slot: 2 });
const hidden = [0, 1].map((slot) => piece(`h${slot}`, "poland", "0101", { slot }));

describe("who stands there", () => {
  it("names what shows itself and counts the rest", () => {
    expect(whoStands(catalog, [...hidden, fourth], "poland")).toBe("4th Division, 2 hidden");
    expect(whoStands(catalog, [], "poland")).toBe("");
  });

  it("says whose they are where it is not plain", () => {
    expect(whoStands(catalog, hidden, "russia")).toBe("Poland: 2 hidden");
    expect(whoStands(catalog, [fourth, piece("r", "russia", "0101")], "poland")).toBe("Poland: 4th Division; Russia: 1 hidden");
  });

  it("calls one's own dummies dummies", () => {
    expect(whoStands(catalog, [fourth, piece("d", "poland", "0101", { kind: "dummy" })], "poland")).toBe("4th Division, 1 dummy");
  });
});

describe("the survey of the position", () => {
  it("goes through the places in reading order, each side apart", () => {
    const pieces = [piece("r", "russia", "0202"), fourth, ...hidden, piece("x", "russia", "0100")];
    expect(surveyOf(catalog, gridOf(catalog), stacksOf(pieces))).toEqual([
      { space: "0100", name: "0100", sides: [{ side: "Russia", units: ["1 hidden"] }] },
      { space: "0101", name: "Płoskirów (0101)", sides: [{ side: "Poland", units: ["4th Division, 3-2", "2 hidden"] }] },
      { space: "0202", name: "Lwów (0202)", sides: [{ side: "Russia", units: ["1 hidden"] }] },
    ]);
  });
});
