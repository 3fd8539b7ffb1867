import { describe, expect, it } from "vitest";
import type { Catalog } from "../wire";
import { commandOf } from "./keys";
import { fits } from "./search";
import { ago, cardName, percent, pieceLine, seatName, sentence, sitterName, spaceName, verdictWords, waitingFor, withNames, withRules } from "./words";

const catalog: Catalog = {
  title: "t", name: "T", width: 1, height: 1,
  counters: [{ id: "P-8", side: "poland", nation: "pol", label: "8", name: "8th Infantry Division", factors: "4-4" }],
};

describe("words", () => {
  it("finds the rules in a sentence", () => {
    expect(withRules("Stacks lose units [6.1b, 6.2a], see [W-12].").filter((part) => part.rule).map((part) => part.text)).toEqual(["6.1b", "6.2a", "W-12"]);
    expect(withRules("no rule [here]")).toEqual([{ text: "no rule [here]", rule: false }]);
  });

  it("says who has won: sides, or seats whose partners have not", () => {
    expect(verdictWords([])).toBe("A draw");
    expect(verdictWords(["russia"])).toBe("Russia has won");
    expect(verdictWords(["poland", "russia-west"])).toBe("Poland and Russia West have won");
  });

  it("says for whom the others wait", () => {
    expect(waitingFor(["poland"], {})).toBe("Poland to move");
    expect(waitingFor(["poland-north", "russia-north"], {})).toBe("Poland North and Russia North to move");
    expect(waitingFor(["poland-north", "russia-north"], { "russia-north": 0.2 })).toBe("Russia North is thinking");
    expect(waitingFor(["russia-north", "poland-south"], {}, [], { "russia-north": "Anna" })).toBe("Anna (Russia North) and Poland South to move");
    expect(waitingFor(["poland"], {}, ["russia", "poland"])).toBe("Poland is thinking");
    expect(waitingFor(["poland"], {}, ["russia"])).toBe("Poland to move");
    expect(waitingFor(["poland-north", "russia-north"], { "poland-north": 0, "russia-north": 0 })).toBe("Poland North and Russia North are thinking");
  });

  it("ends a remark as a sentence", () => {
    expect(sentence("it is too far")).toBe("It is too far.");
    expect(sentence("Which unit retreats?")).toBe("Which unit retreats?");
    expect(sentence("see [7.1]")).toBe("See [7.1]");
  });

  it("names pieces as far as they may be known", () => {
    expect(pieceLine(catalog, { key: "P-8", side: "poland", face: "P-8", marks: ["disrupted"] })).toBe("8th Infantry Division, 4-4, disrupted");
    expect(pieceLine(catalog, { key: "0921.0", side: "poland" })).toBe("Poland: unseen unit");
    expect(pieceLine(catalog, { key: "0921.1", side: "poland", kind: "dummy" })).toBe("Poland: dummy");
  });

  it("finds names in a sentence, the longer first", () => {
    const names: [string, string][] = [["0615", "a"], ["Lwów (0615)", "a"], ["8th Division", "P-8"]];
    const parts = withNames("8th Division takes Lwów (0615).", names);
    expect(parts).toEqual([{ text: "8th Division", ref: "P-8" }, { text: " takes " }, { text: "Lwów (0615)", ref: "a" }, { text: "." }]);
    expect(withNames("nobody", names)).toEqual([{ text: "nobody" }]);
  });

  it("says which way a piece faces and what it is worth", () => {
    const facing = { ...catalog, facings: [0, 60, 120] };
    expect(pieceLine(facing, { key: "P-8", side: "poland", face: "P-8", facing: 1, strength: 3 })).toBe("8th Infantry Division, 4-4, strength 3, facing north-east");
  });

  it("says what a block is worth at most, and of an order only its name", () => {
    const counters = [
      { id: "b", side: "poland", nation: "pol", label: "14", name: "14th Division", factors: "4", shape: "block" as const },
      { id: "o", side: "poland", nation: "pol", label: "Recon", name: "Recon", factors: "2", shape: "order" as const },
    ];
    const strike: Catalog = { ...catalog, counters };
    expect(pieceLine(strike, { key: "1", side: "poland", face: "b", strength: 3 })).toBe("14th Division, at most 4, strength 3");
    expect(pieceLine(strike, { key: "2", side: "poland", face: "o", marks: ["open"] })).toBe("Recon, open");
  });

  it("names cards as far as they may be known", () => {
    const cards = { ...catalog, cards: [{ id: "c1", title: "Forced march" }] };
    expect(cardName(cards, { key: "x", zone: "hand", face: "c1" })).toBe("Forced march");
    expect(cardName(cards, { key: "x", zone: "hand" })).toBe("A card face down");
  });

  it("names whoever sits on a seat, where the name is known", () => {
    expect(sitterName("poland", { poland: "Anna", russia: "" })).toBe("Anna (Poland)");
    expect(sitterName("russia", { poland: "Anna", russia: "" })).toBe("Russia");
    expect(sitterName("poland", undefined)).toBe("Poland");
  });

  it("names seats and spaces", () => {
    expect(seatName("poland-north")).toBe("Poland North");
    expect(seatName("")).toBe("Spectator");
    expect(spaceName({ id: "0615", x: 0, y: 0, name: "Lwów" }, "0615")).toBe("Lwów (0615)");
    expect(spaceName({ id: "brest-litovsk", x: 0, y: 0, name: "Brest-Litovsk" }, "brest-litovsk")).toBe("Brest-Litovsk");
  });

  it("tells chances and times", () => {
    expect(percent(1, 6)).toBe("17 %");
    expect(percent(1, 600)).toBe("<1 %");
    expect(ago("2026-01-01T10:00:00Z", Date.parse("2026-01-01T12:30:00Z"))).toBe("2 hours ago");
  });

  it("searches without minding accents", () => {
    expect(fits("lwow rail", "Railway to Lwów")).toBe(true);
    expect(fits("łódź", "Lodz")).toBe(true);
    expect(fits("swamp", "forest")).toBe(false);
  });
});

describe("keys", () => {
  it("are commands", () => {
    expect(commandOf({ key: "ArrowLeft" })).toBe("pan-left");
    expect(commandOf({ key: "w" })).toBe("pan-up");
    expect(commandOf({ key: "N", shiftKey: true })).toBe("previous");
    expect(commandOf({ key: "?" })).toBe("help");
  });

  it("take back with Ctrl+Z and leave other shortcuts to the browser", () => {
    expect(commandOf({ key: "z", ctrlKey: true })).toBe("undo");
    expect(commandOf({ key: "Z", ctrlKey: true, shiftKey: true })).toBe("reset");
    expect(commandOf({ key: "r", ctrlKey: true })).toBeNull();
    expect(commandOf({ key: "q" })).toBeNull();
  });
});
