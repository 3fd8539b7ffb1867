/** How far I have come in the lessons, kept with my key: one setting for each game, as `LESSON:STEP`, set apart by blanks. */

import { effect } from "@preact/signals";
import { DONE, type Progress, further, progress } from "../store/lessons";
import type { Me } from "../wire";
import { send } from "./api";
import { asMe, me, myKey } from "./me";

const PREFIX = "lessons.";

export function settingsOf(known: Progress): Record<string, string> {
  const games: Record<string, string[]> = {};
  for (const [key, step] of Object.entries(known).sort()) {
    const cut = key.indexOf("/");
    (games[PREFIX + key.slice(0, cut)] ??= []).push(`${key.slice(cut + 1)}:${step}`);
  }
  return Object.fromEntries(Object.entries(games).map(([name, lessons]) => [name, lessons.join(" ")]));
}

export function progressIn(settings: Record<string, string>): Progress {
  const found: Progress = {};
  for (const [name, text] of Object.entries(settings)) {
    if (!name.startsWith(PREFIX)) continue;
    for (const [, lesson, step] of text.matchAll(/(\S+):(-?\d+)/g)) found[`${name.slice(PREFIX.length)}/${lesson!}`] = Math.max(DONE, Number(step));
  }
  return found;
}

/** What the server has been told, by setting. */
let told: Record<string, string> = {};
let asked: { key: string; answer: Promise<void> } | null = null;
let telling = false;

/** What my other devices know comes here, once for each key. Whoever has no key yet, or cannot be answered, learns all the same. */
export function fetchProgress(): Promise<void> {
  const key = myKey();
  if (!key) return Promise.resolve();
  if (asked?.key !== key) asked = { key, answer: fetchOnce().catch(() => void (asked = null)) };
  return asked.answer;
}

async function fetchOnce(): Promise<void> {
  const { settings = {} } = await asMe((key) => send<Me>("GET", "/api/me", null, key));
  told = settings;
  progress.value = further(progress.peek(), progressIn(settings));
}

/** From now on each step is told to the server, as soon as it is known what stands there. */
export function tellProgress(): () => void {
  return effect(() => {
    const now = settingsOf(progress.value);
    if (me.value && asked) void asked.answer.then(() => tell(now));
  });
}

async function tell(now: Record<string, string>): Promise<void> {
  const settings = Object.fromEntries(Object.entries(now).filter(([name, text]) => told[name] !== text && text.length <= 400));
  if (telling || !asked || Object.keys(settings).length === 0) return;
  telling = true;
  try {
    await asMe((key) => send("PUT", "/api/me", { settings }, key));
    told = { ...told, ...settings };
  } catch {
    return; // it goes with the next step
  } finally {
    telling = false;
  }
  await tell(settingsOf(progress.peek()));
}
