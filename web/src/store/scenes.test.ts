import { describe, expect, it } from "vitest";
import type { Line } from "../wire";
import { scenesOf, burstOf, movedBy, readingTime } from "./scenes";

const moves = (n: number, from: string, to: string, pieces = ["P-8"]): Line => ({
  n, rule: "10.3a", key: "moves", text: `${from} to ${to}`, actor: "poland", pieces, spaces: [from, to],
});
const onMap = (): boolean => true;

describe("a burst", () => {
  it("joins single steps of the same pieces into one march", () => {
    const scenes = scenesOf([moves(0, "0101", "0102"), moves(1, "0102", "0103"), moves(2, "0103", "0104")]);
    expect(scenes).toHaveLength(1);
    expect(scenes[0]?.path).toEqual(["0101", "0102", "0103", "0104"]);
    expect(scenes[0]?.lines.map((line) => line.n)).toEqual([0, 1, 2]);
  });

  it("does not join other pieces, other places or other happenings", () => {
    const other = { ...moves(3, "0103", "0104"), key: "retreats" };
    const scenes = scenesOf([moves(0, "0101", "0102"), moves(1, "0102", "0103", ["P-9"]), moves(2, "0105", "0106"), other]);
    expect(scenes).toHaveLength(4);
  });

  it("moves pieces as far as it has been shown", () => {
    const scenes = scenesOf([moves(0, "0101", "0102"), moves(1, "0201", "0202", ["P-9"])]);
    expect(Object.fromEntries(movedBy(scenes, 1, onMap))).toEqual({ "P-8": "0102" });
    expect(movedBy(scenes, 2, onMap).get("P-9")).toBe("0202");
  });

  it("brings pieces that were beside the map to the one place that is named, but never those on the map", () => {
    const arrival: Line = { n: 0, rule: "9.1a", key: "arrives", text: "", pieces: ["P-1R"], spaces: ["1018"] };
    expect(movedBy(scenesOf([arrival]), 1, () => false).get("P-1R")).toBe("1018");
    expect(movedBy(scenesOf([arrival]), 1, onMap).size).toBe(0);
  });

  it("is what others did since a line", () => {
    const lines = [moves(0, "a", "b"), { ...moves(1, "a", "b"), actor: "russia" }, moves(2, "a", "b")];
    expect(burstOf(lines, 1, "russia").map((line) => line.n)).toEqual([2]);
  });

  it("is shown at reading speed, and never without end", () => {
    expect(readingTime("x".repeat(60), 2)).toBeGreaterThan(readingTime("short", 1));
    expect(readingTime("x".repeat(5000), 9)).toBeLessThanOrEqual(4200);
  });
});
