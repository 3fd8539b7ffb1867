// @vitest-environment jsdom
import { signal } from "@preact/signals";
import { beforeEach, describe, expect, it } from "vitest";
import type { Retelling, View } from "../wire";
import { Replay, type Source } from "./replay";
import type { Session } from "./session";

const asked: number[] = [];
const held: (() => void)[] = [];

const source: Source = {
  retelling: () => Promise.resolve(told),
  moments: (_eyes, first, count) =>
    new Promise<View[]>((give) => {
      asked.push(first);
      held.push(() => give(Array.from({ length: count }, (_, n) => ({ turn: first + n }) as View)));
    }),
};

const told = { eyes: "open", lines: [], moments: Array.from({ length: 200 }, (_, n) => ({ turn: 1 + Math.floor(n / 50), heard: 0, phase: "" })) } as unknown as Retelling;

function watched(): { replay: Replay; seen: number[] } {
  const seen: number[] = [];
  const session = { jump: signal(null), play: { playing: signal(false), skip: () => undefined }, tell: (view: View) => void seen.push(view.turn) };
  return { replay: new Replay(session as unknown as Session, "t", "", told, source), seen };
}

async function arrive(): Promise<void> {
  held.splice(0).forEach((give) => give());
  await new Promise((next) => setTimeout(next));
}

describe("moments of a replay", () => {
  beforeEach(() => {
    asked.length = 0;
    held.length = 0;
  });

  it("come with few others, so that a far one is not long in coming", async () => {
    const { replay, seen } = watched();
    void replay.show(150);
    expect(asked).toEqual([150]);
    await arrive();
    expect(seen).toEqual([150]);
    void replay.show(151);
    await arrive();
    expect(seen).toEqual([150, 151]);
    expect(asked).toEqual([150]);
    for (const n of [152, 153]) {
      void replay.show(n);
      await arrive();
    }
    expect(asked, "the next few are fetched before they are wanted").toEqual([150, 156]);
  });

  it("that the slider only passes over are not waited for", async () => {
    const { replay, seen } = watched();
    for (let n = 0; n < 200; n += 1) void replay.show(n);
    expect(asked).toEqual([0]);
    await arrive();
    expect(asked).toEqual([0, 198]);
    await arrive();
    expect(seen).toEqual([199]);
    expect(replay.at.value).toBe(199);
  });
});
