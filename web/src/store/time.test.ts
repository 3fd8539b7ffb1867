import { describe, expect, it } from "vitest";
import { DAY, lasting, leftOn, paceTerms, paceWords, shortly, untilNext } from "./time";

describe("time as people read it", () => {
  it("names the two largest units", () => {
    expect(lasting(3 * DAY)).toBe("3 days");
    expect(lasting(DAY + 3 * 3600 + 59)).toBe("1 day 3 hours");
    expect(lasting(61)).toBe("1 minute 1 second");
    expect(lasting(0)).toBe("0 seconds");
  });

  it("is shown as on a clock", () => {
    expect(shortly(2 * DAY + 5 * 3600)).toBe("2 d 5 h");
    expect(shortly(3661)).toBe("1 h 1 min");
    expect(shortly(65)).toBe("1:05");
    expect(shortly(-3)).toBe("0:00");
  });

  it("runs down only while a clock runs", () => {
    expect(leftOn({ left: 60, runs: true }, 12)).toBe(48);
    expect(leftOn({ left: 60 }, 12)).toBe(60);
    expect(leftOn({ left: 5, runs: true }, 12)).toBe(0);
  });

  it("is drawn again when it shows something else, and not every second for days", () => {
    expect(untilNext(2 * DAY + 30)).toBe(30_000);
    expect(untilNext(90)).toBe(1000);
  });

  it("says what was agreed on", () => {
    expect(paceWords({})).toBe("No clock");
    expect(paceWords({ kind: "days", turn: 3 * DAY, more: 10 * DAY })).toBe("Correspondence: 3 days a move, 10 days in the bank");
    expect(paceTerms({ kind: "live", turn: 600, then: "lost" })).toEqual(["When time runs out, the game is lost."]);
    expect(paceTerms({ kind: "none" })).toEqual([]);
  });
});
