import { describe, expect, it } from "vitest";
import type { Choice } from "./choices";
import { answersFirst } from "./folding";

const choice = (verb: string, free = false): Choice => ({ verb, kind: "piece", arg: "x", label: verb, warn: "", free });

describe("what only rearranges", () => {
  it("is folded away behind the answers, and a thing that has both stands in both", () => {
    const both = { key: "a", choices: [choice("march"), choice("top", true)] };
    const dummies = { key: "b", choices: [choice("dummy", true)] };
    const [answers, rest] = answersFirst([dummies, both]);
    expect(answers.map(({ key, choices }) => [key, choices.map(({ verb }) => verb)])).toEqual([["a", ["march"]]]);
    expect(rest.map(({ key, choices }) => [key, choices.map(({ verb }) => verb)])).toEqual([["b", ["dummy"]], ["a", ["top"]]]);
  });
});
