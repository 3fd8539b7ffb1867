/** What the browser keeps running for us without a page: opens the client where there is no connection, and shows calls.
 *
 * A page is always asked for anew; only where nobody answers the client itself is taken from what was kept, and then says
 * so. Nothing of a table is ever kept: what the server tells is fetched or missing, and never old. */

import { type Call, type Shown, pathIn, shown } from "./calls";

declare const self: ServiceWorkerGlobalScope;
/** The files of this build, and a name that is another one when any of them is. Put in by `tools/shell.ts`. */
declare const SHELL: readonly string[];
declare const EDITION: string;

const PREFIX = "vistula-";
const HOME = "/";
/** What a proxy says when the server behind it is away. */
const AWAY = [502, 503, 504];
/** The last build stays for tabs that were opened with it: they may yet ask for a part of it. */
const BUILDS = 2;
/** Milliseconds that a page has to say where it is. */
const ANSWER = 500;

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forget());
});

async function keep(): Promise<void> {
  const cache = await caches.open(PREFIX + EDITION);
  await cache.addAll([HOME, ...SHELL].map((path) => new Request(path, path.startsWith("/assets/") ? {} : { cache: "no-cache" })));
  await self.skipWaiting();
}

async function forget(): Promise<void> {
  const mine = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(mine.slice(0, -BUILDS).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith("/assets/")) event.respondWith(part(request));
  else if (url.pathname.startsWith("/api/") || url.pathname === "/health") return;
  else if (request.mode === "navigate") event.respondWith(page(request));
  else if (SHELL.includes(url.pathname)) event.respondWith(fresh(request));
});

/** A part of the client has its contents in its name: what was kept is what there is. */
async function part(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function page(request: Request): Promise<Response> {
  const kept = (): Promise<Response | undefined> => newest(HOME);
  try {
    const answer = await fetch(request);
    return AWAY.includes(answer.status) ? ((await kept()) ?? answer) : answer;
  } catch (error) {
    const found = await kept();
    if (found) return found;
    throw error;
  }
}

async function fresh(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await newest(request);
    if (found) return found;
    throw error;
  }
}

/** As this build has it, and not the one before. */
async function newest(request: Request | string): Promise<Response | undefined> {
  return (await caches.open(PREFIX + EDITION)).match(request);
}

// -- calls -------------------------------------------------------------------------------------------------------------

self.addEventListener("push", (event) => {
  const call = read(event.data);
  event.waitUntil(show(call));
});

function read(data: PushMessageData | null): Partial<Call> {
  try {
    return (data?.json() ?? {}) as Partial<Call>;
  } catch {
    return {};
  }
}

async function show(call: Partial<Call>): Promise<void> {
  if (call.kind !== "try" && (await looking(call))) return;
  const { title, options } = shown(call);
  await self.registration.showNotification(title, options);
}

const windows = (): Promise<readonly WindowClient[]> => self.clients.matchAll({ type: "window", includeUncontrolled: true });

/** Where a page is now: it moves on without being loaded anew, so it is asked; one that does not answer is where it began. */
async function where(page: WindowClient): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((settle) => {
    const late = setTimeout(() => settle(pathIn(page.url)), ANSWER);
    port1.onmessage = ({ data }) => {
      clearTimeout(late);
      settle(String(data));
    };
    page.postMessage("where", [port2]);
  });
}

async function at(path: string, among: readonly WindowClient[]): Promise<WindowClient | undefined> {
  const paths = await Promise.all(among.map(where));
  return among[paths.indexOf(pathIn(path))];
}

/** Whether somebody has that table before their eyes. */
async function looking({ table }: Partial<Call>): Promise<boolean> {
  if (!table) return false;
  const seen = (await windows()).filter(({ visibilityState }) => visibilityState === "visible");
  return (await at(`/table/${table}`, seen)) !== undefined;
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { url, quiet } = event.notification.data as Shown["options"]["data"];
  event.waitUntil(event.action === "quiet" ? self.clients.openWindow(quiet) : open(url));
});

/** To the tab that has that page, or in a new one. */
async function open(path: string): Promise<void> {
  const there = await at(path, await windows());
  if (there) await there.focus();
  else await self.clients.openWindow(path);
}
