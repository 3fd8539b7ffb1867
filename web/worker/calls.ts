/** What is shown of a call. The server writes the words of each; the client's own stand in the catalogue. */

import { tagOf } from "../src/net/tags";
import { app } from "../src/words/en/app";

/** What web push brings: `Call` on the wire. */
export interface Call {
  kind: string;
  title: string;
  text: string;
  url: string;
  quiet: string;
  key: string;
  table: string;
}

export interface Shown {
  title: string;
  options: {
    body: string;
    tag: string;
    icon: string;
    badge: string;
    /** It stays until somebody has seen it: the table waits. */
    requireInteraction: boolean;
    data: { url: string; quiet: string };
    actions: { action: string; title: string }[];
  };
}

export function shown(call: Partial<Call>): Shown {
  const { title = "", text = "", table = "", key = "", quiet = "", url = "" } = call;
  return {
    title: title || app.name,
    options: {
      body: text || (title ? "" : app.somethingNew),
      tag: table ? tagOf(table) : key || app.name,
      icon: "/icons/icon-192.png",
      badge: "/icons/badge-96.png",
      requireInteraction: table !== "",
      data: { url: ours(url), quiet: quiet && ours(quiet) },
      actions: quiet ? [{ action: "quiet", title: app.turnOff }] : [],
    },
  };
}

/** The page of an address here, whatever name the server calls itself by. */
export function pathIn(address: string): string {
  return new URL(address, "http://here").pathname;
}

function ours(address: string): string {
  const { pathname, hash } = new URL(address, "http://here");
  return pathname.startsWith("/") ? pathname + hash : "/";
}
