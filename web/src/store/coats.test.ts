import { describe, expect, it } from "vitest";
import { coatsOf } from "./coats";

describe("the kinds of paint of an overlay", () => {
  it("are one for spaces and hexsides of the same name, and have colours in their order", () => {
    const coats = coatsOf({ kind: "fronts", layers: { own: ["0101"], Enemy: [] }, sides: { own: [["0101", "0102"]], lines: [["0102", "0103"]] } });
    expect(coats.map(({ name, look }) => [name, look])).toEqual([
      ["own", "coat coat-0 coat-own"], ["Enemy", "coat coat-1 coat-enemy"], ["lines", "coat coat-2 coat-lines"],
    ]);
    expect(coats.map(({ spaces, sides }) => [spaces.length, sides.length])).toEqual([[1, 1], [0, 0], [0, 1]]);
  });
});
