/** Pointer events on the board: hover, click, drag, long press, "look here". */

import type { Table } from "../store/context";
import type { Ref } from "../store/inspector";
import type { PieceView } from "../wire";
import { spaceOfElement } from "./assets";
import { nearest, toBoard } from "./geometry";

const DRAG_FROM = 6;
const LONG_PRESS = 480;
const FAN_AFTER = 140;
const FAN_CLOSES = 260;

interface Press {
  x: number;
  y: number;
  /** What a drag would take. */
  pieces: string[];
  touch: boolean;
}

export function refAt(target: EventTarget | null): Ref | null {
  if (!(target instanceof Element)) return null;
  for (const kind of ["piece", "card", "link", "space"] as const) {
    const name = target.closest<HTMLElement>(`[data-${kind}]`)?.dataset[kind];
    if (name) return { kind, name };
  }
  const hex = target.closest(".space");
  return hex ? { kind: "space", name: spaceOfElement(hex.id) } : null;
}

export class PointerWatch {
  private press: Press | null = null;
  private hold: ReturnType<typeof setTimeout> | undefined;
  private fanTimer: ReturnType<typeof setTimeout> | undefined;
  private swallow = false;

  constructor(
    private readonly table: Table,
    private readonly viewport: HTMLElement,
    /** Map and tray: counters are taken from both. */
    private readonly stage: HTMLElement,
  ) {}

  /** Listen on the stage; moves and releases are followed wherever they happen. */
  attach(): () => void {
    const on = <K extends keyof HTMLElementEventMap>(name: K, run: (event: HTMLElementEventMap[K]) => void): void =>
      this.stage.addEventListener(name, run, { signal: this.gone.signal });
    on("pointerdown", (event) => this.down(event));
    on("pointerover", (event) => this.over(event));
    on("pointerleave", () => this.leave());
    on("click", (event) => this.click(event));
    on("dblclick", (event) => this.point(refAt(event.target)));
    on("focusin", (event) => this.focus(event));
    on("contextmenu", (event) => this.context(event));
    const options = { signal: this.gone.signal };
    window.addEventListener("pointermove", (event) => this.move(event), options);
    window.addEventListener("pointerup", () => this.up(), options);
    window.addEventListener("pointercancel", () => this.cancel(), options);
    return () => {
      this.cancel();
      clearTimeout(this.fanTimer);
      this.gone.abort();
    };
  }

  private readonly gone = new AbortController();
  private readonly noHover = matchMedia("(hover: none)");

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const ref = refAt(event.target);
    const touch = event.pointerType === "touch";
    const single = event.shiftKey || (event.target instanceof Element && event.target.closest(".fan") !== null);
    const pieces = ref?.kind === "piece" ? this.table.gestures.grabbed(ref.name, !single) : [];
    this.press = { x: event.clientX, y: event.clientY, pieces, touch };
    this.swallow = false;
    clearTimeout(this.hold);
    if (touch && ref) {
      this.hold = setTimeout(() => {
        this.table.inspector.pinned.value = ref;
        this.swallow = true;
      }, LONG_PRESS);
    }
  }

  private move(event: PointerEvent): void {
    const { gestures } = this.table;
    if (gestures.drag.peek()) {
      gestures.moveTo(event.clientX, event.clientY, this.spaceUnder(event));
      return;
    }
    const press = this.press;
    if (!press || Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_FROM) return;
    clearTimeout(this.hold);
    this.press = null;
    if (press.pieces.length > 0 && !this.swallow) {
      clearTimeout(this.fanTimer);
      gestures.grab(press.pieces, event.clientX, event.clientY);
      this.swallow = true;
    }
  }

  private spaceUnder(event: MouseEvent): string | null {
    const found = document.elementsFromPoint(event.clientX, event.clientY).find((el) => el.classList.contains("space"));
    if (found) return spaceOfElement(found.id);
    const box = this.viewport.getBoundingClientRect();
    const inside =
      event.clientX > box.left && event.clientX < box.right && event.clientY > box.top && event.clientY < box.bottom;
    if (!inside) return null;
    const point = { x: event.clientX - box.left, y: event.clientY - box.top };
    return nearest(this.table.session.grid, toBoard(this.table.camera.camera.peek(), point));
  }

  private up(): void {
    clearTimeout(this.hold);
    this.press = null;
    if (this.table.gestures.drag.peek()) void this.table.gestures.drop();
  }

  private cancel(): void {
    clearTimeout(this.hold);
    this.press = null;
    this.table.gestures.cancelDrag();
  }

  private click(event: MouseEvent): void {
    const swallowed = this.swallow;
    this.swallow = false;
    if (swallowed) return;
    const ref = refAt(event.target);
    const touch = (event as PointerEvent).pointerType === "touch";
    const { gestures, inspector } = this.table;
    if (ref?.kind === "card" || ref?.kind === "link") return; // buttons of their own
    if (!ref) {
      gestures.fan.value = null;
      if (this.viewport.contains(event.target as Node)) inspector.pinned.value = null;
    } else if (ref.kind === "piece") {
      const covered = this.placeCovered(event, ref.name);
      if (covered) void gestures.clickSpace(covered, touch);
      else gestures.clickPiece(ref.name, event.detail === 0 ? "key" : touch ? "touch" : "mouse");
    } else {
      void gestures.clickSpace(ref.name, touch);
    }
  }

  /** From far away counters are larger than their hexes: one with no part in the question does not cover another place that has. */
  private placeCovered(event: MouseEvent, piece: string): string | null {
    const { bySpace, byPiece } = this.table.session.choices.peek();
    const onMap = event.detail !== 0 && event.target instanceof Element && !event.target.closest(".fan");
    if (!onMap || byPiece.has(piece)) return null;
    const place = this.spaceUnder(event);
    return place !== null && bySpace.has(place) ? place : null;
  }

  private context(event: MouseEvent): void {
    if (event.button === 2 || this.press?.touch) event.preventDefault();
    const ref = refAt(event.target);
    if (ref) this.table.inspector.pinned.value = ref;
  }

  private over(event: PointerEvent): void {
    if (event.pointerType === "touch" || this.noHover.matches || this.table.gestures.drag.peek()) return;
    const ref = refAt(event.target);
    this.table.inspector.hover(ref);
    this.fanOver(event.target, this.table.inspector.spaceOf(ref));
  }

  /** A stack opens when the pointer rests on it, and closes some time after it has left both stack and fan. */
  private fanOver(target: EventTarget | null, space: string | null): void {
    const { gestures, session } = this.table;
    clearTimeout(this.fanTimer);
    if (target instanceof Element && target.closest(".fan")) return;
    const open = gestures.fan.peek();
    if (space === open) return;
    const stack = session.stacks.peek().get(space ?? "") ?? [];
    const tall = space !== null && !session.grid.spread && stack.length > 1 && !this.wouldHide(space, stack);
    const onPiece = target instanceof Element && target.closest("[data-piece]") !== null;
    if (tall && onPiece) this.fanTimer = setTimeout(() => (gestures.fan.value = space), open ? FAN_CLOSES : FAN_AFTER);
    else if (open) this.fanTimer = setTimeout(() => (gestures.fan.value = null), FAN_CLOSES);
  }

  /** Where the question is about places, a stack with no part in it does not unfold over them. */
  private wouldHide(space: string, stack: PieceView[]): boolean {
    const { bySpace, byPiece } = this.table.session.choices.peek();
    return bySpace.size > 0 && !bySpace.has(space) && !stack.some((piece) => byPiece.has(piece.key));
  }

  private leave(): void {
    this.table.inspector.hover(null);
    this.fanOver(null, null);
  }

  private focus(event: FocusEvent): void {
    if (!(event.target instanceof Element) || !event.target.matches(":focus-visible")) return;
    const ref = refAt(event.target);
    if (!ref) return;
    this.table.inspector.hover(ref);
    const space = this.table.inspector.spaceOf(ref);
    if (space && !event.target.closest(".fan")) this.table.camera.reveal(space);
  }

  /** Show the others a place. */
  point(ref: Ref | null): void {
    const space = this.table.inspector.spaceOf(ref);
    if (space) void this.table.session.socket.ask({ type: "look", space });
  }
}
