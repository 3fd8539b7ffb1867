/** Notices on this device: what the browser allows, its address for web push, and showing one while a tab is open. */

import { prefs } from "../store/prefs";
import type { Channel, Me } from "../wire";
import { beSomebody } from "./me";
import { deviceName, people } from "./people";
import { worker } from "./shell";
import { tagOf } from "./tags";

/** The address for web push that the server was told last. */
const TOLD = "vistula.push";

export type Allowed = "never" | "denied" | "default" | "granted";

export function allowed(): Allowed {
  return "Notification" in window && isSecureContext ? Notification.permission : "never";
}

/** What came of wanting to be called here: by web push, or only while a tab is open, or not at all. */
export type Called = "push" | "tab" | "denied" | "default" | "never";

/** Ask the browser for leave, only ever by a click, and have the server call this device. */
export async function callHere(): Promise<Called> {
  if (allowed() === "never") return "never";
  const leave = await Notification.requestPermission();
  if (leave !== "granted") return leave;
  prefs.called.value = true;
  await beSomebody();
  return inTurn(async () => ((await subscribe(await people.me())) ? "push" : "tab"));
}

/** Whether this browser can be called by web push from this server. */
export function pushable(told: Me): boolean {
  return Boolean(told.calling?.push_key) && worker() !== null && "PushManager" in window;
}

/** What is being settled with the server; one thing after another, so that the last one counts. */
let settling: Promise<unknown> = Promise.resolve();

function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const done = settling.then(run);
  settling = done.catch(() => undefined);
  return done;
}

/** Have this browser called by web push; false where it or the server cannot. */
async function subscribe(told: Me): Promise<boolean> {
  const key = told.calling?.push_key ?? "";
  if (!pushable(told)) return false;
  try {
    const manager = await pushManager();
    const found = await manager.getSubscription();
    if (found && !sameKey(found, key)) await found.unsubscribe();
    const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
    const { endpoint = "", keys = {} } = subscription.toJSON();
    const { p256dh = "", auth = "" } = keys;
    const settings = hereIn(told)?.settings ?? { zone: zone() };
    await people.addChannel({ kind: "push", name: hereIn(told)?.name ?? deviceName(), subscription: { endpoint, keys: { p256dh, auth } }, settings });
    localStorage.setItem(TOLD, endpoint);
    return true;
  } catch {
    return false; // a browser without such a service, or that cannot reach it
  }
}

/** The browser may have got another address, or the server another key: tell the one of the other. */
export const keepCalled = (): Promise<void> =>
  inTurn(async () => {
    const told = localStorage.getItem(TOLD);
    if (told === null || !prefs.called.peek() || allowed() !== "granted" || !worker()) return;
    const found = await (await registered())?.pushManager.getSubscription();
    if (found?.endpoint !== told) await subscribe(await people.me());
  });

/** Call this device no more. */
export const callHereNoMore = (): Promise<void> =>
  inTurn(async () => {
    await forgetDevice();
    const here = hereIn(await people.me());
    if (here) await people.dropChannel(here.id);
  });

/** What this device alone has to do for that; the server may know nobody here any more. */
export async function forgetDevice(): Promise<void> {
  prefs.called.value = false;
  localStorage.removeItem(TOLD);
  await (await (await registered())?.pushManager.getSubscription())?.unsubscribe();
}

export function hereIn(told: Me): Channel | undefined {
  return told.calling?.channels?.find(({ kind, here }) => kind === "push" && here);
}

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  return worker()?.getRegistration();
}

async function pushManager(): Promise<PushManager> {
  await worker()?.register("/worker.js", { updateViaCache: "none" });
  return (await worker()!.ready).pushManager;
}

function sameKey({ options }: PushSubscription, key: string): boolean {
  const known = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const wanted = bytesOf(key);
  return known.length === wanted.length && known.every((byte, i) => byte === wanted[i]);
}

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

// -- while a tab is open -----------------------------------------------------------------------------------------------

/** Show a notice of a table now. A worker shows it where there is one: some browsers let nobody else. */
export async function notice(table: string, title: string, body: string): Promise<void> {
  if (!prefs.called.peek() || allowed() !== "granted") return;
  const url = `/table/${table}`;
  const how = { body, tag: tagOf(table), icon: "/icons/icon-192.png", badge: "/icons/badge-96.png", requireInteraction: true, data: { url, quiet: "" } };
  const registration = await registered();
  if (registration?.active) return registration.showNotification(title, how);
  try {
    const shown = new Notification(title, how);
    shown.onclick = () => {
      focus();
      shown.close();
    };
    own.set(table, shown);
  } catch {
    // a phone without a worker shows none
  }
}

const own = new Map<string, Notification>();

/** The table is before us: what was said of it is out of date. */
export async function withdraw(table: string): Promise<void> {
  own.get(table)?.close();
  own.delete(table);
  for (const shown of (await (await registered())?.getNotifications({ tag: tagOf(table) })) ?? []) shown.close();
}
