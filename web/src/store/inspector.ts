/** What the pointer, the focus or a long press rests on: what it is, and why it cannot be chosen. */

import { computed, effect, signal } from "@preact/signals";
import type { Forecast, Refusal } from "../wire";
import { type Offer, offerAt, plainChoice } from "./choices";
import { supplyWords } from "./words";
import type { Session } from "./session";

export interface Ref {
  kind: "piece" | "space" | "card" | "link";
  name: string;
}

const WAIT = 220;

export class Inspector {
  readonly hovered = signal<Ref | null>(null);
  readonly pinned = signal<Ref | null>(null);
  /** What has left the table meanwhile is no longer looked at. */
  readonly ref = computed(() => this.stillThere(this.pinned.value) ?? this.stillThere(this.hovered.value));
  readonly why = signal<Refusal | null>(null);
  readonly odds = signal<Forecast | null>(null);
  /** How a piece is supplied, as the game's overlay of that name paints its place. */
  readonly supply = signal<{ words: string; rule: string } | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stop: () => void;

  constructor(private readonly session: Session) {
    // A card that was pinned for one question does not lie over the next.
    let step = "";
    const unpin = effect(() => {
      const decision = this.session.decision.value;
      const now = decision ? `${decision.rule} ${decision.prompt}` : "";
      if (now !== step && this.pinned.peek()) this.pinned.value = null;
      step = now;
    });
    const watch = effect(() => {
      const ref = this.ref.value;
      const revision = this.session.view.value?.revision;
      clearTimeout(this.timer);
      this.why.value = null;
      this.odds.value = null;
      this.supply.value = null;
      if (ref && revision !== undefined && this.session.decision.value) {
        this.timer = setTimeout(() => void this.look(ref), WAIT);
      }
    });
    this.stop = () => {
      unpin();
      watch();
    };
  }

  private stillThere(ref: Ref | null): Ref | null {
    if (ref?.kind === "piece" && !this.session.byKey.value.has(ref.name)) return null;
    if (ref?.kind === "card" && !this.session.view.value?.cards?.some((card) => card.key === ref.name)) return null;
    return ref;
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop();
  }

  hover(ref: Ref | null): void {
    const old = this.hovered.peek();
    if (old?.kind !== ref?.kind || old?.name !== ref?.name) this.hovered.value = ref;
  }

  /** The space of what is looked at. */
  spaceOf(ref: Ref | null): string | null {
    if (ref?.kind === "space") return ref.name;
    return ref?.kind === "piece" ? (this.session.byKey.value.get(ref.name)?.space ?? null) : null;
  }

  private async lookAtSupply(ref: Ref): Promise<void> {
    const piece = this.session.byKey.peek().get(ref.name);
    if (!piece?.space || !this.session.catalog.overlays?.includes("supply")) return;
    const { overlay } = await this.session.socket.ask({ type: "paint", kind: "supply" });
    if (this.ref.peek() !== ref || !overlay) return;
    const words = supplyWords(overlay, piece.space);
    this.supply.value = words ? { words, rule: overlay.rule ?? "" } : null;
  }

  /** What may be done with it. */
  private offerOf(ref: Ref): Offer {
    const choices = this.session.choices.peek();
    if (ref.kind === "card") return { space: choices.byCard.get(ref.name) ?? [], pieces: [] };
    if (ref.kind === "link") return { space: choices.byLink.get(ref.name) ?? [], pieces: [] };
    const space = this.spaceOf(ref);
    const stack = space ? (this.session.stacks.peek().get(space) ?? []) : [];
    return offerAt(choices, ref.kind === "piece" ? stack.filter((p) => p.key === ref.name) : stack, space ?? "");
  }

  private async look(ref: Ref): Promise<void> {
    if (ref.kind === "piece") void this.lookAtSupply(ref);
    const offer = this.offerOf(ref);
    const choice = plainChoice(offer);
    if (choice) {
      const answer = await this.session.socket.ask({ type: "odds", verb: choice.verb, arg: choice.arg });
      if (this.ref.peek() === ref) this.odds.value = answer.forecast ?? null;
    } else if (offer.space.length === 0 && offer.pieces.length === 0) {
      const answer = await this.session.socket.ask({ type: "why", kind: ref.kind, name: ref.name });
      if (this.ref.peek() === ref) this.why.value = answer.refusal ?? null;
    }
  }
}
