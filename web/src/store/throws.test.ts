import { expect, test, vi } from "vitest";
import type { Line, View } from "../wire";
import { Playback } from "./playback";
import { throwsOf } from "./throws";

const line = (n: number, ...pips: number[]): Line => ({ n, rule: "", key: "result", text: `rolled ${pips.join(" ")}`, dice: pips.map((one) => ({ pips: one })) });
const view = (revision: number): View => ({ title: "", seat: "", turn: 1, phase: "", revision });

test("the picture waits until the dice lie, and then follows", () => {
  vi.useFakeTimers();
  const play = new Playback();
  play.show(view(1), []);
  play.throw(view(2), throwsOf([line(0), line(1, 3, 5)]));
  expect([play.picture.value.view?.revision, play.scene.value?.quiet, play.scene.value?.text]).toEqual([1, true, "rolled 3 5"]);
  vi.runAllTimers();
  expect([play.picture.value.view?.revision, play.playing.value]).toEqual([2, false]);
  vi.useRealTimers();
});

test("whoever is in a hurry goes on at once", () => {
  const play = new Playback();
  play.show(view(1), []);
  play.throw(view(2), throwsOf([line(1, 6)]));
  play.hurry();
  expect([play.picture.value.view?.revision, play.playing.value]).toEqual([2, false]);
});

test("without dice, and of very many, only the picture is shown", () => {
  expect(throwsOf([line(0)])).toEqual([]);
  expect(throwsOf([1, 2, 3, 4].map((pips) => line(pips, pips)))).toEqual([]);
});
