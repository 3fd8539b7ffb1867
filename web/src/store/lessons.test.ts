// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { progressIn, settingsOf } from "../net/progress";
import { DONE, further, keep, nextOf, progress, stepOf } from "./lessons";

const lessons = [{ id: "one" }, { id: "two" }];

describe("progress in lessons", () => {
  beforeEach(() => {
    progress.value = {};
    localStorage.clear();
  });

  it("is kept by game and lesson, also for the next visit", () => {
    keep("warsaw-1920", "one", 3);
    expect(stepOf("warsaw-1920", "one")).toBe(3);
    expect(stepOf("west-was-saved", "one")).toBe(0);
    expect(JSON.parse(localStorage.getItem("vistula.lessons")!)).toEqual({ "warsaw-1920/one": 3 });
  });

  it("is not lost when a lesson that is done is looked at again", () => {
    keep("warsaw-1920", "one", DONE);
    keep("warsaw-1920", "one", 0);
    expect(stepOf("warsaw-1920", "one")).toBe(DONE);
  });

  it("says which lesson comes next", () => {
    expect(nextOf("warsaw-1920", lessons)?.id).toBe("one");
    keep("warsaw-1920", "one", DONE);
    expect(nextOf("warsaw-1920", lessons)?.id).toBe("two");
    keep("warsaw-1920", "two", DONE);
    expect(nextOf("warsaw-1920", lessons)?.id).toBe("one");
  });

  it("is put together from two devices, of which either may be further", () => {
    const desk = { "warsaw-1920/one": DONE, "warsaw-1920/two": 2 };
    const phone = { "warsaw-1920/one": 3, "warsaw-1920/two": 4, "west-was-saved/one": 1 };
    const both = { "warsaw-1920/one": DONE, "warsaw-1920/two": 4, "west-was-saved/one": 1 };
    expect(further(desk, phone)).toEqual(both);
    expect(further(phone, desk)).toEqual(both);
  });

  it("is written as a setting for each game, and read again", () => {
    const known = { "warsaw-1920/both-banks": DONE, "warsaw-1920/rails": 2, "west-was-saved/flank": 0 };
    expect(settingsOf(known)).toEqual({ "lessons.warsaw-1920": "both-banks:-1 rails:2", "lessons.west-was-saved": "flank:0" });
    expect(progressIn({ ...settingsOf(known), sound: "a:1" })).toEqual(known);
    expect(progressIn({ "lessons.warsaw-1920": "rails:-7 : x:" })).toEqual({ "warsaw-1920/rails": DONE });
  });
});
