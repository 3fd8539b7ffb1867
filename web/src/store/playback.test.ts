import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Line, View } from "../wire";
import { Playback } from "./playback";

const view = (turn: number): View => ({ title: "", seat: "russia", turn, phase: "", pieces: [{ key: "P-8", side: "poland", space: "a" }] });
const line = (n: number, from: string, to: string): Line => ({
  n, rule: "", key: `k${n}`, text: "A line.", actor: "poland", pieces: ["P-8"], spaces: [from, to],
});

describe("playback", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function started(): Playback {
    const play = new Playback();
    play.show(view(1), []);
    play.show(view(2), [line(0, "a", "b"), line(1, "b", "c")]);
    return play;
  }

  it("shows a view without a burst at once", () => {
    const play = new Playback();
    play.show(view(1), []);
    expect(play.playing.value).toBe(false);
    expect(play.picture.value.view?.turn).toBe(1);
  });

  it("keeps the old picture and moves the pieces scene by scene", () => {
    const play = started();
    expect(play.playing.value).toBe(true);
    expect(play.picture.value.view?.turn).toBe(1);
    expect(play.picture.value.moved.get("P-8")).toBe("b");
    vi.advanceTimersByTime(5000);
    expect(play.picture.value.moved.get("P-8") ?? "c").toBe("c");
    vi.advanceTimersByTime(5000);
    expect(play.playing.value).toBe(false);
    expect(play.picture.value.view?.turn).toBe(2);
  });

  it("skips to the newest view", () => {
    const play = started();
    play.show(view(3), []);
    play.skip();
    expect(play.picture.value.view?.turn).toBe(3);
    expect(play.left.value).toBe(0);
  });

  it("steps and stays", () => {
    const play = started();
    play.step();
    vi.advanceTimersByTime(60000);
    expect(play.scene.value?.path).toEqual(["b", "c"]);
    play.step();
    expect(play.playing.value).toBe(false);
  });

  it("plays stage after stage, each from its own view", () => {
    const play = started();
    play.show(view(3), [line(2, "c", "d")]);
    expect(play.left.value).toBe(3);
    play.step();
    play.step();
    expect(play.picture.value.view?.turn).toBe(2);
    expect(play.picture.value.moved.get("P-8")).toBe("d");
  });

  it("shows again from where the pieces were", () => {
    const play = new Playback();
    play.show({ ...view(2), pieces: [{ key: "P-8", side: "poland", space: "c" }] }, []);
    play.again([line(0, "x", "x2"), line(1, "a", "b")].slice(1));
    expect(play.picture.value.moved.get("P-8")).toBe("b");
    play.skip();
    expect(play.picture.value.moved.size).toBe(0);
  });

  function nearOnly(): Playback {
    const play = new Playback(undefined, (scenes) => scenes.filter(({ lines }) => lines[0]?.n === 1));
    play.onlyNear.value = true;
    play.show(view(1), []);
    return play;
  }

  it("shows only what came near, and moves the rest with it", () => {
    const play = nearOnly();
    play.show(view(2), [line(0, "a", "b"), { ...line(1, "x", "y"), pieces: ["P-9"] }, line(2, "b", "c")]);
    expect(play.scene.value?.path).toEqual(["x", "y"]);
    expect(play.picture.value.moved.get("P-8")).toBe("b");
    expect(play.left.value).toBe(1);
    play.step();
    expect(play.playing.value).toBe(false);
    expect(play.picture.value.view?.turn).toBe(2);
  });

  it("is over at once where nothing came near", () => {
    const play = nearOnly();
    play.show(view(2), [line(0, "a", "b")]);
    expect(play.playing.value).toBe(false);
    expect(play.picture.value.view?.turn).toBe(2);
  });

  it("goes on to what came near when one asks for that in the middle", () => {
    const play = nearOnly();
    play.setNear(false);
    play.show(view(2), [line(0, "a", "b"), line(1, "b", "c")]);
    expect(play.left.value).toBe(2);
    expect(play.hasFar.value).toBe(true);
    play.setNear(true);
    expect(play.scene.value?.path).toEqual(["b", "c"]);
  });
});
