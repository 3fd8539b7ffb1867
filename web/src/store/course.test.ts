import { describe, expect, it } from "vitest";
import type { Account } from "../wire";
import { axisOf, luckCourse, penOf, shareWords, signed } from "./course";

describe("the figures of a game", () => {
  it("have round numbers around them, with zero", () => {
    expect(axisOf([7, 26])).toEqual({ low: 0, high: 30, ticks: [0, 10, 20, 30] });
    expect(axisOf([-7, 3])).toEqual({ low: -8, high: 4, ticks: [-8, -6, -4, -2, 0, 2, 4] });
    expect(axisOf([0]).ticks).toEqual([0, 1]);
    expect(axisOf([-25, 0]).low).toBe(-25);
  });

  it("are drawn in the pencil of their side, a second one in another", () => {
    const diagram = { title: "", curves: [{ name: "a", values: [], side: "poland" }, { name: "b", values: [], side: "poland" }, { name: "c", values: [] }] };
    expect([0, 1, 2].map((n) => penOf(diagram, n))).toEqual(["poland", "other-1", "other-2"]);
  });

  it("add luck up for one side and against it", () => {
    const battles = [{ line: 1, turn: 1, side: "poland", text: "", expected: 0.5, came: 1 }, { line: 2, turn: 1, side: "russia", text: "", expected: 1, came: 2 }];
    expect(luckCourse({ battles } as Account, "poland")).toEqual([0, 0.5, -0.5]);
  });

  it("are told as people tell them", () => {
    expect([0.001, 0.234, 0.999].map(shareWords)).toEqual(["less than 1 %", "23 %", "more than 99 %"]);
    expect([-1.25, 0.01, 2].map(signed)).toEqual(["−1.3", "±0.0", "+2.0"]);
  });
});
