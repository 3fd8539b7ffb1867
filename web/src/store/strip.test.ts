import { expect, test } from "vitest";
import type { Catalog, StripStep, View } from "../wire";
import { stripOf } from "./strip";

const step = (id: string, more: Partial<StripStep> = {}): StripStep => ({ id, word: id, says: `${id}.`, ...more });
const catalog = {
  strip: [step("set-up", { once: true }), step("resupply", { side: "russia" }), step("first", { parts: [step("move"), step("fight")] }), step("second"), step("refit")],
} as Catalog;
const at = (strip: View["strip"]): View => ({ strip }) as View;
const words = (view: View): string[] => stripOf(catalog, view)!.steps.map(({ step: { id }, stand }) => `${id} ${stand}`);

test("steps are done, present or ahead; those of the other side and those that this turn skips are left out", () => {
  expect(words(at({ step: "first", side: "russia" }))).toEqual(["resupply done", "first now", "second ahead", "refit ahead"]);
  expect(words(at({ step: "refit", side: "poland", skipped: ["second"] }))).toEqual(["first done", "refit now"]);
});

test("a set-up is shown while it lasts, before what the turns are made of", () => {
  expect(words(at({ step: "set-up" }))).toEqual(["set-up now", "first ahead", "second ahead", "refit ahead"]);
});

test("what the turn is at is the part of its step; the next step follows, and after the last nothing does", () => {
  const strip = stripOf(catalog, at({ step: "first", part: "fight", then: "turn 2" }))!;
  expect([strip.step.id, strip.now.id, strip.next?.id, strip.then]).toEqual(["first", "fight", "second", "turn 2"]);
  expect(strip.parts.map(({ stand }) => stand)).toEqual(["done", "now"]);
  expect(stripOf(catalog, at({ step: "refit" }))!.next).toBeNull();
});

test("where a game has no strip, or is over, none is shown", () => {
  expect(stripOf({} as Catalog, at({ step: "first" }))).toBeNull();
  expect(stripOf(catalog, {} as View)).toBeNull();
});
