/** Which key does what. Pure, so that help, tests and the listener share one table. */

export type Command =
  | "pan-left" | "pan-right" | "pan-up" | "pan-down"
  | "zoom-in" | "zoom-out" | "fit"
  | "next" | "previous" | "escape" | "undo" | "reset" | "help"
  | "diary" | "charts" | "rules" | "chat" | "orders" | "overlay"
  | "briefing" | "skip" | "step" | "point"
  | "hold" | "again" | "way-1" | "way-2" | "way-3" | "way-4";

export interface Key {
  key: string;
  ctrlKey?: boolean;
  metaKey?: boolean;
  altKey?: boolean;
  shiftKey?: boolean;
}

const PLAIN: Record<string, Command> = {
  arrowleft: "pan-left", a: "pan-left",
  arrowright: "pan-right", d: "pan-right",
  arrowup: "pan-up", w: "pan-up",
  arrowdown: "pan-down", s: "pan-down",
  "+": "zoom-in", "=": "zoom-in", "-": "zoom-out", _: "zoom-out", "0": "fit",
  n: "next", escape: "escape", "?": "help",
  l: "diary", c: "charts", r: "rules", t: "chat", u: "orders", o: "overlay", b: "briefing",
  x: "skip", ".": "step", p: "point",
  h: "hold", g: "again", 1: "way-1", 2: "way-2", 3: "way-3", 4: "way-4",
};

export function commandOf(key: Key): Command | null {
  const name = key.key.toLowerCase();
  if (key.ctrlKey || key.metaKey) {
    if (key.altKey || name !== "z") return null;
    return key.shiftKey ? "reset" : "undo";
  }
  if (key.altKey) return null;
  if (name === "n" && key.shiftKey) return "previous";
  return PLAIN[name] ?? null;
}

/** Typing in a field is typing, not playing. */
export function typesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type);
}
