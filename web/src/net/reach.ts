/** Whether the server answers. Where it does not, every page says so, and goes on by itself when it is back. */

import { signal } from "@preact/signals";
import { words } from "../words";
import { backoff } from "./backoff";

/** What is told of the server's silence: of this device, or of the server. */
export type Silence = "" | "offline" | "away";

/** Nobody has answered: not even to refuse. */
export class Unreachable extends Error {
  constructor() {
    super(words.common.unreachable);
  }
}

export const silence = signal<Silence>("");
/** How often the server has come back since a page could not fetch something: it is opened once more. */
export const returns = signal(0);
/** Whether a table is before us: it has a line of its own, says when that is cut, and mends it. */
export const seated = signal(false);

let asking: ReturnType<typeof setTimeout> | undefined;
let attempt = 0;
let missed = false;

/** An answer; or that there was none, which is remembered. `loads`: the page is not whole without it. */
export async function reached(answer: Promise<Response>, loads = false): Promise<Response> {
  try {
    const response = await answer;
    if (silence.peek()) back();
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // the page has been left
    missed ||= loads;
    silence.value = navigator.onLine ? "away" : "offline";
    asking ??= setTimeout(() => void askAgain(), backoff(attempt++));
    throw new Unreachable();
  }
}

/** Ask at once whether the server is there again. */
export async function askAgain(): Promise<void> {
  clearTimeout(asking);
  asking = undefined;
  await reached(fetch("/health", { cache: "no-store" })).catch(() => undefined);
}

function back(): void {
  clearTimeout(asking);
  asking = undefined;
  attempt = 0;
  silence.value = "";
  if (missed && !seated.peek()) returns.value += 1;
  missed = false;
}

export function listenToReach(): void {
  addEventListener("online", () => silence.peek() && void askAgain());
  addEventListener("unhandledrejection", (event) => event.reason instanceof Unreachable && event.preventDefault()); // it is said already
}
