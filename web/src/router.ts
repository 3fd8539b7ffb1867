/** Addresses of the client: `/`, `/me`, `/quiet`, `/lobby`, `/new/GAME`, `/learn/GAME`, `/learn/GAME/LESSON`, `/table/TABLE`, `/replay`,
 * `/replay/TABLE`, `/record/RECORD`, `/after/TABLE`, `/sketch/TABLE`, `/sketch/TABLE/NUMBER`; at any other there is no page. */

import { signal } from "@preact/signals";

export type Route =
  | { page: "shelf" }
  | { page: "lost" }
  | { page: "me" }
  | { page: "quiet" }
  | { page: "lobby" }
  | { page: "new"; game: string }
  | { page: "learn"; game: string; lesson: string }
  | { page: "table"; table: string }
  | { page: "after"; table: string }
  | { page: "sketch"; table: string; n: number }
  | { page: "replay"; table: string }
  | { page: "bring" }
  | { page: "record"; record: string };

export function routeOf(path: string): Route {
  const [, page, name, ...more] = path.replace(/\/$/, "").split("/");
  if (!page) return { page: "shelf" };
  if (page === "learn" && name && more.length < 2) return { page: "learn", game: decodeURIComponent(name), lesson: decodeURIComponent(more[0] ?? "") };
  if (page === "sketch" && name && more.length < 2 && /^\d*$/.test(more[0] ?? "")) return { page: "sketch", table: decodeURIComponent(name), n: Number(more[0] ?? 0) };
  if (more.length > 0) return { page: "lost" };
  if (page === "me" && !name) return { page: "me" };
  if (page === "quiet" && !name) return { page: "quiet" };
  if (page === "lobby" && !name) return { page: "lobby" };
  if (page === "table" && name) return { page: "table", table: decodeURIComponent(name) };
  if (page === "replay" && !name) return { page: "bring" };
  if (page === "record" && name) return { page: "record", record: decodeURIComponent(name) };
  if (page === "replay" && name) return { page: "replay", table: decodeURIComponent(name) };
  if (page === "after" && name) return { page: "after", table: decodeURIComponent(name) };
  if (page === "new") return { page: "new", game: decodeURIComponent(name ?? "") };
  return { page: "lost" };
}

export const route = signal<Route>(routeOf(location.pathname));

export function visit(path: string): void {
  history.pushState(null, "", path);
  route.value = routeOf(location.pathname);
}

export function listenToAddress(): void {
  addEventListener("popstate", () => (route.value = routeOf(location.pathname)));
}

/** A link that stays in the page, but opens in a new tab when asked to. */
export function follow(event: MouseEvent, path: string): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  visit(path);
}
