/** Clicks, taps and drags on the map, turned into choices that the decision offers. Knows no rule: a drop first asks
 * the table for a way, and otherwise plays what was offered for the piece and then for the space. */

import { effect, signal } from "@preact/signals";
import { type Choice, offerAt, offerSize, plainChoice } from "./choices";
import type { Inspector, Ref } from "./inspector";
import type { Paints } from "./paints";
import { prefs } from "./prefs";
import type { Session } from "./session";

export interface Way {
  piece: string;
  space: string;
  path: string[];
}

export interface Armed {
  label: string;
  space: string;
  run: () => void;
}

export interface Drag {
  piece: string;
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
  async trace(piece: string | null, space: string | null): Promise<Way | null> {
    const reach = this.paints.reach.peek();
    const question = piece && space ? `${piece} ${space}` : "";
    this.wanted = question;
    if (!piece || !space || (reach && !reach.spaces.has(space))) {
      this.way.value = null;
      return null;
    }
    const answer = await this.session.socket.ask({ type: "way", piece, space });
    if (this.wanted !== question) return null;
    this.way.value = answer.way && answer.way.length > 0 ? { piece, space, path: answer.way } : null;
    return this.way.peek();
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
      this.armed.value = { label: "Move here", space, run: () => void this.session.go(mover, space) };
      return true;
    }
    this.armed.value = null;
    await this.session.go(mover, space);
    return true;
  }

  // -- dragging -----------------------------------------------------------------------------------------------

  /** Whether there is anything a drag of this piece could do. */
  canGrab(key: string): boolean {
    return this.session.mover.peek() === key || this.session.choices.peek().byPiece.has(key);
  }

  private picked: Promise<boolean> = Promise.resolve(false);

  grab(piece: string, x: number, y: number): void {
    this.fan.value = null;
    this.inspector.pinned.value = null;
    this.drag.value = { piece, x, y, over: null };
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
    if (over !== drag.over) void this.trace(drag.piece, over);
  }

  async drop(): Promise<void> {
    const drag = this.drag.peek();
    this.drag.value = null;
    if (!drag) return;
    const from = this.session.byKey.peek().get(drag.piece)?.space ?? null;
    const picked = await this.picked;
    if (drag.over && drag.over !== from) await this.settle(drag.piece, drag.over, picked);
    else if (picked) this.session.undo();
    this.way.value = null;
  }

  private async settle(piece: string, space: string, picked: boolean): Promise<void> {
    const offered = this.session.choices.peek().bySpace.get(space)?.[0];
    const way = this.way.peek();
    const drawn = way?.piece === piece && way.space === space;
    if (offered && (picked || (this.session.mover.peek() === piece && !drawn))) {
      this.session.choose(offered);
      return;
    }
    const answer = await this.session.go(piece, space, true);
    if (answer.refusal && !answer.done && picked) this.session.undo();
  }

  cancelDrag(): void {
    const drag = this.drag.peek();
    this.drag.value = null;
    this.way.value = null;
    if (drag) void this.picked.then((picked) => picked && this.session.undo());
  }
}
