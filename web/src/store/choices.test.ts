import { describe, expect, it } from "vitest";
import type { PieceView } from "../wire";
import { indexOptions, offerAt, offerSize, placing, plainChoice, stacksOf, taken, wayOut } from "./choices";
import { titled } from "./words";

const options = [
  { verb: "unit", kind: "piece", args: ["R-1", "R-2"], label: "Move this unit" },
  { verb: "stack", kind: "space", args: ["0101"], label: "Move this stack" },
  { verb: "top", kind: "piece", args: ["R-1"], label: "Put on top", free: true },
  { verb: "resupply", kind: "number", args: ["1", "2"], label: "Resupply" },
  { verb: "end", kind: "button", args: ["0"], label: "End movement", warn: "2 units could still move [10.1a]" },
  { verb: "cancel", kind: "button", args: ["0"], free: true },
];
const piece = (key: string, space: string, slot = 0): PieceView => ({ key, side: "russia", space, slot });

describe("options by what they apply to", () => {
  const choices = indexOptions(options);

  it("finds the choices of a piece and of a space", () => {
    expect(choices.byPiece.get("R-1")?.map((choice) => choice.verb)).toEqual(["unit", "top"]);
    expect(choices.bySpace.get("0101")?.[0]?.label).toBe("Move this stack");
    expect(choices.byPiece.get("R-9")).toBeUndefined();
  });

  it("keeps buttons and numbers apart, and counts everything", () => {
    expect(choices.buttons.map((choice) => choice.verb)).toEqual(["end", "cancel"]);
    expect(choices.numbers).toEqual([{ verb: "resupply", label: "Resupply", warn: "", args: ["1", "2"], words: [] }]);
    expect(choices.count).toBe(8);
  });

  it("names an option without a label by its verb", () => {
    expect(choices.buttons[1]?.label).toBe("Cancel");
    expect(titled("take_back")).toBe("Take back");
  });

  it("knows the way out", () => {
    expect(wayOut(choices)?.verb).toBe("cancel");
    expect(wayOut(indexOptions(options.slice(0, 5)))).toBeUndefined();
  });
});

describe("what a click on a space means", () => {
  const choices = indexOptions(options);

  it("is plain where there is one thing to do, rearranging not counted", () => {
    const alone = indexOptions([options[0]!, options[2]!]);
    expect(plainChoice(offerAt(alone, [piece("R-1", "0101")], "0101"))?.verb).toBe("unit");
  });

  it("is open where there are several", () => {
    const offer = offerAt(choices, [piece("R-1", "0101"), piece("R-2", "0101", 1)], "0101");
    expect(plainChoice(offer)).toBeUndefined();
    expect(offerSize(offer)).toBe(4);
  });

  it("is nothing where nothing is offered", () => {
    expect(offerSize(offerAt(choices, [piece("P-1", "0202")], "0202"))).toBe(0);
  });
});

describe("stacks", () => {
  it("lays stacks from the bottom up", () => {
    const stacks = stacksOf([piece("R-2", "0101", 1), piece("R-1", "0101", 0), { key: "R-3", side: "russia" }]);
    expect(stacks.get("0101")?.map((one) => one.key)).toEqual(["R-1", "R-2"]);
    expect(stacks.size).toBe(1);
  });
});

describe("many things that can be done to places", () => {
  const verb = (name: string, ...args: string[]) => ({ verb: name, kind: "space", args });
  const decision = {
    seat: "poland", rule: "7.2b", prompt: "?",
    options: [verb("a", "x"), verb("b", "x", "y"), verb("c"), verb("d", "z"), { verb: "pass", kind: "button", args: ["0"] }],
  };

  it("are laid out to be taken up only where they are many", () => {
    expect(placing(decision).map((option) => option.verb)).toEqual(["a", "b", "c", "d"]);
    expect(placing({ ...decision, options: decision.options.slice(1) })).toEqual([]);
    expect(placing(null)).toEqual([]);
  });

  it("light only their own places once taken up", () => {
    expect([...indexOptions(taken(decision, "b").options ?? []).bySpace.keys()]).toEqual(["x", "y"]);
    expect(indexOptions(taken(decision, "b").options ?? []).buttons).toHaveLength(1);
    expect(taken(decision, null)).toBe(decision);
    expect(taken(decision, "gone")).toBe(decision);
  });
});

describe("what may be done at any time", () => {
  const decision = {
    seat: "poland", rule: "9.0g", prompt: "?",
    options: [{ verb: "step", kind: "space", args: ["a"] }, { verb: "look", kind: "space", args: ["a", "b"], beside: true }],
  };

  it("is laid out beside the answers, and lit only once it is taken up", () => {
    expect(placing(decision).map((option) => option.verb)).toEqual(["look"]);
    expect([...indexOptions(taken(decision, null).options ?? []).bySpace.keys()]).toEqual(["a"]);
    expect(taken(decision, null).options).toHaveLength(1);
    expect([...indexOptions(taken(decision, "look").options ?? []).bySpace.keys()]).toEqual(["a", "b"]);
  });
});
