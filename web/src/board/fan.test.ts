import { describe, expect, it } from "vitest";
import { fanPlace } from "./geometry";

const desk = { x: 0, y: 0, width: 1056, height: 600 };
const phone = { x: 0, y: 0, width: 390, height: 400 };

describe("the fan of a stack", () => {
  it("opens over its place where there is room", () => {
    expect(fanPlace({ x: 500, y: 400 }, desk, 2, 0)).toEqual({ x: 500, wide: 164, below: false });
  });

  it("keeps many verbs beside the tools and within the window, in several rows", () => {
    const { x, wide } = fanPlace({ x: 130, y: 400 }, desk, 1, 8);
    expect(x - wide / 2).toBeGreaterThanOrEqual(118);
    const narrow = fanPlace({ x: 380, y: 390 }, phone, 1, 8);
    expect(narrow.x - narrow.wide / 2).toBeGreaterThanOrEqual(58);
    expect(narrow.x + narrow.wide / 2).toBeLessThanOrEqual(390);
  });

  it("opens below where verbs and pieces would not fit above, or would lie under the news", () => {
    expect(fanPlace({ x: 500, y: 200 }, desk, 1, 8).below).toBe(true);
    expect(fanPlace({ x: 500, y: 200 }, desk, 1, 1).below).toBe(false);
    expect(fanPlace({ x: 500, y: 200 }, { ...desk, y: 120 }, 1, 1).below).toBe(true);
  });

  it("opens downwards where it would hide what is asked about above", () => {
    const window = { x: 0, y: 0, width: 1000, height: 800 };
    const above = { x: 480, y: 300, width: 40, height: 40 };
    const below = { x: 480, y: 460, width: 40, height: 40 };
    expect(fanPlace({ x: 500, y: 400 }, window, 3, 1, []).below).toBe(false);
    expect(fanPlace({ x: 500, y: 400 }, window, 3, 1, [above]).below).toBe(true);
    expect(fanPlace({ x: 500, y: 400 }, window, 3, 1, [above, below])).toEqual({ x: 500 - 119 - 37, wide: 238, below: false });
    expect(fanPlace({ x: 500, y: 780 }, window, 3, 1, [{ ...above, y: 690 }]).below).toBe(false);
  });
});
