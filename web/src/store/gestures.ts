/** Clicks, taps and drags on the map, turned into choices that the decision offers. Knows no rule: a drop first asks
 * the table for a way, and otherwise plays what was offered for the piece and then for the space. */

import { effect, signal } from "@preact/signals";
import { type Choice, offerAt, offerSize, plainChoice } from "./choices";
import type { Inspector, Ref } from "./inspector";
import type { Paints } from "./paints";
import { prefs } from "./prefs";
import type { Path, PieceView } from "../wire";
import type { Session } from "./session";
import { words } from "../words";

export interface Way {
  piece: string;
  space: string;
  path: string[];
  /** By which way of moving, and what that costs. */
  by: string;
  price: string;
  /** All ways of moving there are. */
  paths: Path[];
}

export interface Armed {
  label: string;
  space: string;
  run: () => void;
}

export interface Drag {
  piece: string;
  /** The rest of its stack that is dragged along. */
  others: string[];
  x: number;
  y: number;
  over: string | null;
}

export class Gestures {
  /** A stack that is fanned out. */
  readonly fan = signal<string | null>(null);
  readonly way = signal<Way | null>(null);
  /** On touch: what the confirm bar asks about. */
  readonly armed = signal<Armed | null>(null);
  readonly drag = signal<Drag | null>(null);
  /** The way of moving that was last chosen, where there are several. */
  readonly manner = signal("");
  private wanted = "";
  private readonly stop: () => void;

  constructor(
    private readonly session: Session,
    private readonly paints: Paints,
    private readonly inspector: Inspector,
  ) {
    const forget = this.session.view.subscribe(() => {
      this.way.value = null;
      this.armed.value = null;
      this.fan.value = null;
    });
    const trace = effect(() => {
      const over = this.inspector.spaceOf(this.inspector.hovered.value);
      const mover = this.session.mover.value;
      if (!this.drag.peek() && !this.armed.peek()) void this.trace(mover, over);
    });
    const preview = effect(() => this.previewReach());
    this.stop = () => {
      forget();
      trace();
      preview();
    };
  }

  close(): void {
    this.stop();
  }

  /** Light the reach of a piece under the pointer that could be chosen, while nothing is on its way. */
  private previewReach(): void {
    const ref = this.inspector.hovered.value;
    if (this.session.mover.value !== null || this.drag.peek()) return;
    const choosable = ref?.kind === "piece" && this.session.choices.value.byPiece.get(ref.name)?.some((c) => !c.free);
    void this.paints.showReach(choosable ? ref.name : null);
  }

  /** Draw the path that `go` would take. */
  async trace(piece: string | null, space: string | null, others: string[] = []): Promise<Way | null> {
    const reach = this.paints.reach.peek();
    const question = piece && space ? `${piece} ${space}` : "";
    this.wanted = question;
    if (!piece || !space || (reach && !reach.spaces.has(space))) {
      this.way.value = null;
      return null;
    }
    const answer = await this.session.socket.ask({ type: "way", piece, space, others });
    if (this.wanted !== question) return null;
    this.way.value = wayBy(piece, space, answer.paths ?? [], this.manner.peek());
    return this.way.peek();
  }

  /** Choose among the ways of moving to where the path leads now: the first, the second … */
  chooseManner(nth: number): boolean {
    const way = this.way.peek();
    const path = way?.paths[nth];
    if (!way || !path || way.paths.length < 2) return false;
    this.manner.value = path.by ?? "";
    this.way.value = wayBy(way.piece, way.space, way.paths, this.manner.peek());
    return true;
  }

  /** The way of moving of the path that is drawn to a space. */
  private byWay(piece: string, space: string): string {
    const way = this.way.peek();
    return way?.piece === piece && way.space === space ? way.by : "";
  }

  // -- clicking -----------------------------------------------------------------------------------------------

  clickPiece(key: string, by: "mouse" | "touch" | "key" = "mouse"): void {
    const own = this.session.choices.peek().byPiece.get(key) ?? [];
    const choice = plainChoice({ space: [], pieces: own.length > 0 ? [{ piece: { key, side: "" }, choices: own }] : [] });
    const space = this.session.byKey.peek().get(key)?.space ?? null;
    const apart = this.session.grid.spread || this.fan.peek() !== null;
    const plain = by === "key" || apart || space === null || this.alone(space);
    if (choice && plain) this.session.choose(choice);
    else if (own.length === 0 && this.turnTo(key)) return;
    else if (space !== null) void this.clickSpace(space, by === "touch", { kind: "piece", name: key });
    else if (own[0]) this.session.choose(own[0]);
    else this.inspector.pinned.value = { kind: "piece", name: key };
  }

  /** While a piece is on its way, a click on another of its side that it cannot join turns to that one; `go` then
   * lets the first one be. */
  private turnTo(key: string): boolean {
    const mover = this.session.byKey.peek().get(this.session.mover.peek() ?? "");
    const piece = this.session.byKey.peek().get(key);
    if (!mover?.space || mover.key === key || piece?.side !== mover.side || piece.space === mover.space) return false;
    const space = piece.space ?? "";
    if (this.session.choices.peek().bySpace.has(space) || this.paints.reach.peek()?.spaces.has(space)) return false;
    this.session.mover.value = key;
    return true;
  }

  private alone(space: string): boolean {
    const stack = this.session.stacks.peek().get(space) ?? [];
    return offerSize(offerAt(this.session.choices.peek(), stack, space)) === 1;
  }

  async clickSpace(space: string, touch = false, what: Ref = { kind: "space", name: space }): Promise<void> {
    const stack = this.session.stacks.peek().get(space) ?? [];
    const offer = offerAt(this.session.choices.peek(), stack, space);
    const choice = plainChoice(offer);
    if (choice) {
      this.fan.value = null;
      this.confirm(choice, space, touch);
    } else if (offerSize(offer) > 1) {
      this.fan.value = this.fan.peek() === space && touch ? null : space;
    } else if (!(await this.march(space, touch))) {
      this.nothingThere(space, what, touch && stack.length > 1);
    }
  }

  /** A click on what cannot be chosen keeps its card open; the next one closes it. */
  private nothingThere(space: string, what: Ref, fans: boolean): void {
    this.armed.value = null;
    const again = this.inspector.spaceOf(this.inspector.pinned.peek()) === space;
    this.fan.value = fans && !again ? space : null;
    this.inspector.pinned.value = again ? null : what;
  }

  /** On touch a choice of a place is shown first and taken by a second tap or the bar. */
  private confirm(choice: Choice, space: string, touch: boolean): void {
    const armed = this.armed.peek();
    const careful = touch && prefs.confirmTouch.peek() && choice.kind === "space";
    if (!careful || armed?.space === space) {
      this.armed.value = null;
      this.session.choose(choice);
      return;
    }
    const mover = this.session.mover.peek();
    if (mover) void this.trace(mover, space);
    this.inspector.pinned.value = null;
    this.inspector.hover({ kind: "space", name: space });
    this.armed.value = { label: choice.label, space, run: () => this.session.choose(choice) };
  }

  /** A further hex for the piece that is on its way. */
  private async march(space: string, touch: boolean): Promise<boolean> {
    const mover = this.session.mover.peek();
    if (!mover || !this.session.decision.peek()) return false;
    const shown = this.way.peek();
    const way = shown?.space === space ? shown : await this.trace(mover, space);
    if (!way) return false;
    const armed = this.armed.peek();
    if (touch && prefs.confirmTouch.peek() && armed?.space !== space) {
      this.armed.value = { label: words.table.orders.moveHere, space, run: () => void this.session.go(mover, space, { by: this.byWay(mover, space) }) };
      return true;
    }
    this.armed.value = null;
    await this.session.go(mover, space, { by: way.by });
    return true;
  }

  // -- a turn with few gestures ---------------------------------------------------------------------------------

  /** The units that can be chosen where something is: of a stack all, in a fan the one that is pointed at. */
  unitsAt(ref: Ref | null): PieceView[] {
    const { byPiece } = this.session.choices.peek();
    const can = ({ key }: PieceView): boolean => byPiece.get(key)?.some((choice) => !choice.free) === true;
    const space = this.inspector.spaceOf(ref);
    const piece = ref?.kind === "piece" ? this.session.byKey.peek().get(ref.name) : undefined;
    const one = piece && (this.session.grid.spread || this.fan.peek() !== null);
    return (one ? [piece] : (this.session.stacks.peek().get(space ?? "") ?? [])).filter(can);
  }

  /** Put units on hold, or take them off it where all of them are. */
  hold(units: PieceView[]): boolean {
    const { holding, pieces, grid } = this.session;
    const keys = units.map(({ key }) => key);
    if (keys.length === 0) return false;
    if (keys.every((key) => holding.held.peek().has(key))) holding.release(keys);
    else holding.hold(units, pieces.peek(), grid);
    return true;
  }

  // -- dragging -----------------------------------------------------------------------------------------------

  /** What a drag that begins on a piece takes: that piece or, on a stack, all of it that can be chosen; first the one that
   * leads. Nothing where a drag could do nothing. */
  grabbed(key: string, whole: boolean): string[] {
    if (this.session.mover.peek() === key) return [key];
    const can = (piece: string): boolean => this.session.choices.peek().byPiece.get(piece)?.some((choice) => !choice.free) === true;
    const space = this.session.byKey.peek().get(key)?.space;
    const stack = whole && space && !this.session.grid.spread ? (this.session.stacks.peek().get(space) ?? []) : [];
    const goes = (piece: string): boolean => piece !== key && can(piece) && !this.session.holding.held.peek().has(piece);
    const others = stack.map((piece) => piece.key).filter(goes).reverse();
    return can(key) ? [key, ...others] : others.length > 0 ? others : this.session.choices.peek().byPiece.has(key) ? [key] : [];
  }

  private picked: Promise<boolean> = Promise.resolve(false);

  grab([piece = "", ...others]: string[], x: number, y: number): void {
    this.fan.value = null;
    this.inspector.pinned.value = null;
    this.drag.value = { piece, others, x, y, over: null };
    this.picked = this.prepare(piece);
  }

  /** Light where the piece may go. One that waits beside the map is picked up at once, so that its places are lit; of one
   * on the map nothing is chosen before it is let go: what is asked may be which unit is lost. */
  private async prepare(piece: string): Promise<boolean> {
    if (this.session.mover.peek() === piece) return false;
    const reach = await this.paints.showReach(piece, true);
    if (reach || !this.drag.peek() || this.session.byKey.peek().get(piece)?.space) return false;
    const choice = this.session.choices.peek().byPiece.get(piece)?.[0];
    if (!choice) return false;
    const answer = await this.session.take(choice);
    return (answer.done ?? 0) > 0;
  }

  moveTo(x: number, y: number, over: string | null): void {
    const drag = this.drag.peek();
    if (!drag) return;
    this.drag.value = { ...drag, x, y, over };
    if (over !== drag.over) void this.trace(drag.piece, over, drag.others);
  }

  async drop(): Promise<void> {
    const drag = this.drag.peek();
    this.drag.value = null;
    if (!drag) return;
    const from = this.session.byKey.peek().get(drag.piece)?.space ?? null;
    const picked = await this.picked;
    if (drag.over && drag.over !== from) await this.settle(drag, drag.over, picked);
    else if (picked) this.session.undo();
    this.way.value = null;
  }

  private async settle({ piece, others }: Drag, space: string, picked: boolean): Promise<void> {
    const offered = this.session.choices.peek().bySpace.get(space)?.[0];
    const way = this.way.peek();
    const drawn = way?.piece === piece && way.space === space;
    if (offered && (picked || (this.session.mover.peek() === piece && !drawn))) {
      this.session.choose(offered);
      return;
    }
    const answer = await this.session.go(piece, space, { ends: true, by: this.byWay(piece, space), others });
    if (answer.refusal && !answer.done && picked) this.session.undo();
  }

  cancelDrag(): void {
    const drag = this.drag.peek();
    this.drag.value = null;
    this.way.value = null;
    if (drag) void this.picked.then((picked) => picked && this.session.undo());
  }
}

/** The path by the way of moving that is wished for, or by the usual one. */
export function wayBy(piece: string, space: string, paths: Path[], wished: string): Way | null {
  const found = paths.find(({ by = "" }) => by === wished) ?? paths[0];
  if (!found || found.spaces.length === 0) return null;
  return { piece, space, path: found.spaces, by: found.by ?? "", price: found.price ?? "", paths };
}
