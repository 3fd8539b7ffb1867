import { describe, expect, it } from "vitest";
import type { Line } from "../wire";
import { aftermathOf } from "./aftermath";

const line = (key: string, actor = ""): Line => ({ n: 0, rule: "1", key, text: key, actor });
const keys = (lines: Line[]): string[] => lines.map((one) => one.key);

describe("what is told in a notice", () => {
  it("is what came of my order, once it cannot be taken back", () => {
    const fresh = [line("battle", "poland"), line("loses", "poland")];
    expect(keys(aftermathOf(fresh, "poland", false, true))).toEqual(["battle", "loses"]);
    expect(aftermathOf(fresh, "poland", true, true)).toEqual([]);
  });

  it("is what came of answers that several seats gave unseen", () => {
    expect(keys(aftermathOf([line("recon"), line("revealed")], "poland", false, true))).toEqual(["recon", "revealed"]);
  });

  it("is not what others did: that is played back", () => {
    expect(aftermathOf([line("moves", "russia"), line("battle")], "poland", false, true)).toEqual([]);
  });

  it("is not what I have just said myself", () => {
    expect(keys(aftermathOf([line("order_placed", "poland"), line("draws", "poland")], "poland", false, true))).toEqual(["draws"]);
  });

  it("is an order that nobody can follow, even where I could take back, and once only", () => {
    expect(keys(aftermathOf([line("moves", "poland"), line("unfulfilled", "poland")], "poland", true, true))).toEqual(["unfulfilled"]);
    const mixed = [line("unfulfilled", "poland"), line("moves", "russia"), line("unfulfilled", "russia")];
    expect(keys(aftermathOf(mixed, "poland", false, true))).toEqual(["unfulfilled"]);
    expect(keys(aftermathOf(mixed, "poland", false, false))).toEqual(["unfulfilled", "unfulfilled"]);
  });
});
