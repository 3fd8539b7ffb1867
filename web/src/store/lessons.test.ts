// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from "vitest";
import { DONE, keep, nextOf, progress, stepOf } from "./lessons";

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
});
