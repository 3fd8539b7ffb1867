import { describe, expect, it } from "vitest";
import type { Line, View, Welcome } from "../wire";
import { EMPTY, asksMe, hasPartner, mergeLines, nextNotice, reduce, seatOnMove, tabTitle } from "./state";

const line = (n: number, text = `line ${n}`): Line => ({ n, rule: "1", key: "k", text });
const view: View = { title: "warsaw-1920", seat: "russia", turn: 2, phase: "p", seats: [{ id: "russia", side: "russia", on_move: true }] };

describe("what a message changes", () => {
  it("takes the view, its revision and the new lines", () => {
    const state = reduce(EMPTY, { type: "update", revision: 4, view, lines: [line(0), line(1)], thinking: ["poland"] });
    expect(state.revision).toBe(4);
    expect(state.lines).toHaveLength(2);
    expect(state.thinking).toEqual({ poland: 0 });
    expect(seatOnMove(state.view)).toEqual(["russia"]);
  });

  it("does not call me for what the table passes for me", () => {
    const decision = { seat: "russia", rule: "3.4h", prompt: "React?" };
    expect(asksMe({ ...view, decision })).toBe(true);
    expect(asksMe({ ...view, decision: { ...decision, passes: true } })).toBe(false);
  });

  it("lets what became of a request stand in for the request", () => {
    const asked = { type: "notice" as const, text: "You have asked.", kind: "back" as const };
    const rematch = { type: "notice" as const, text: "They play again.", kind: "rematch" as const };
    const refused = { type: "notice" as const, text: "They did not agree.", kind: "back" as const };
    expect(nextNotice([asked], 0)).toBe(0);
    expect(nextNotice([asked, refused], 0)).toBe(1);
    expect(nextNotice([asked, rematch, refused], 0)).toBe(1);
    expect(nextNotice([asked, rematch, refused], 2)).toBe(2);
    expect(nextNotice([asked, refused], 2)).toBe(2);
  });

  it("knows how far a computer player is, until something is published", () => {
    const far = reduce(EMPTY, { type: "thinking", seat: "poland", progress: 0.4 });
    expect(far.thinking).toEqual({ poland: 0.4 });
    expect(reduce(far, { type: "update", revision: 5, view, lines: [], thinking: ["poland"] }).thinking).toEqual({ poland: 0 });
    expect(reduce(far, { type: "update", revision: 5, view, lines: [] }).thinking).toEqual({});
  });

  it("keeps talk once, also when it is told again after a reconnection", () => {
    const said = { type: "said", seat: "poland", text: "Hello", at: "2026-01-01T10:00:00Z" } as const;
    const state = reduce(reduce(EMPTY, said), said);
    expect(state.chat).toHaveLength(1);
  });

  it("drops a question that was settled", () => {
    const asked = reduce(EMPTY, { type: "back_asked", seat: "poland" });
    expect(asked.backAsked).toBe("poland");
    expect(reduce(asked, { type: "back_asked", seat: "" }).backAsked).toBeNull();
  });

  it("leaves answers to whoever asked", () => {
    expect(reduce(EMPTY, { type: "answer", id: "x" })).toBe(EMPTY);
  });
});

describe("lines of the diary", () => {
  it("are added at the end", () => {
    expect(mergeLines([line(0)], [line(1)]).map((one) => one.n)).toEqual([0, 1]);
  });

  it("replace what was taken back", () => {
    const merged = mergeLines([line(0), line(1, "old"), line(2)], [line(1, "new")], 2);
    expect(merged.map((one) => one.text)).toEqual(["line 0", "new"]);
  });

  it("go when all that is new was taken back", () => {
    expect(mergeLines([line(0), line(1), line(2)], [], 1)).toEqual([line(0)]);
    expect(mergeLines([line(0)], [], 1)).toEqual([line(0)]);
  });
});

describe("the title of the tab", () => {
  const asked: View = { ...view, decision: { seat: "russia", rule: "5.2a", prompt: "?" } };

  it("says when it is my move", () => {
    expect(tabTitle({ ...EMPTY, view: asked }, "Warsaw 1920")).toBe("● Your move – Warsaw 1920, turn 2");
    expect(tabTitle({ ...EMPTY, view }, "Warsaw 1920")).toBe("Warsaw 1920, turn 2");
  });

  it("says when the game is over", () => {
    expect(tabTitle({ ...EMPTY, view: { ...view, result: {} } }, "Warsaw 1920")).toMatch(/^Game over/);
  });
});

describe("asking me", () => {
  const view = { title: "t", seat: "poland", turn: 1, phase: "p" };
  const decision = { seat: "poland", rule: "1", prompt: "?" };

  it("is over once I have answered, though others who are asked at the same time have not", () => {
    expect(asksMe({ ...view, decision })).toBe(true);
    expect(asksMe({ ...view, seats: [{ id: "poland", side: "poland", on_move: true }] })).toBe(false);
    expect(asksMe(null)).toBe(false);
  });

  it("does not hold up the table with what can be done at any time", () => {
    expect(asksMe({ ...view, decision: { ...decision, waits: false } })).toBe(false);
  });
});

describe("a partner", () => {
  const seats = ["poland-north", "poland-south", "russia"].map((id) => ({ id, side: id.split("-")[0]! }));
  const view = (seat: string): View => ({ seat, seats }) as unknown as View;
  const welcome = (more: Partial<Welcome>): Welcome => more as Welcome;

  it("is another person of my side who has not resigned", () => {
    expect(hasPartner(view("poland-north"), welcome({}))).toBe(true);
    expect(hasPartner(view("russia"), welcome({}))).toBe(false);
    expect(hasPartner(view("poland-south"), welcome({ handed: ["poland-north"] }))).toBe(false);
    expect(hasPartner(view("poland-north"), welcome({ levels: { "poland-south": "officer" } }))).toBe(false);
    expect(hasPartner(null, null)).toBe(false);
  });
});
