import { describe, expect, it } from "vitest";
import { thickest } from "./camera";

const at = (x: number, y: number) => ({ x, y });

describe("the first look", () => {
  it("holds everything that fits", () => {
    const points = [at(0, 0), at(90, 0)];
    expect(thickest(points, 100, 100)).toEqual(points);
    expect(thickest([], 100, 100)).toEqual([]);
  });

  it("goes to where most of it stands together", () => {
    const crowd = [at(500, 400), at(520, 410), at(540, 380)];
    expect(thickest([at(0, 0), ...crowd, at(0, 900), at(20, 880)], 100, 100)).toEqual(crowd);
  });
});
