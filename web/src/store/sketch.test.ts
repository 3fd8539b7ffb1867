import { describe, expect, it } from "vitest";
import { freeNumber } from "./sketch";

describe("the number of a new sketch", () => {
  it("is the first that is free, and none where ten are kept", () => {
    expect(freeNumber([])).toBe(1);
    expect(freeNumber([{ n: 1 }, { n: 3 }])).toBe(2);
    expect(freeNumber(Array.from({ length: 10 }, (_, i) => ({ n: i + 1 })))).toBe(0);
  });
});
