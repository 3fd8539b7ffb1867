/** What is painted over the map on request: overlays, and the reach of a piece. */

import { effect, signal } from "@preact/signals";
import type { Overlay } from "../wire";
import type { Session } from "./session";

export interface Reach {
  piece: string;
  spaces: Set<string>;
  labels: Record<string, string>;
}

export class Paints {
  readonly kind = signal<string | null>(null);
  readonly overlay = signal<Overlay | null>(null);
  readonly reach = signal<Reach | null>(null);
  private reachOf: string | null = null;
  private readonly stop: () => void;

  constructor(private readonly session: Session) {
    const repaint = effect(() => {
      if (this.session.view.value) void this.repaint(this.kind.value);
    });
    const follow = effect(() => {
      const mover = this.session.decision.value ? this.session.mover.value : null;
      const marches = this.session.byKey.value.get(mover ?? "")?.marks?.includes("retreating") !== true;
      void this.showReach(marches ? mover : null, true);
    });
    this.stop = () => {
      repaint();
      follow();
    };
  }

  close(): void {
    this.stop();
  }

  get kinds(): string[] {
    return (this.session.catalog.overlays ?? []).filter((kind) => kind !== "reach");
  }

  cycle(): void {
    const kinds = this.kinds;
    const next = this.kind.peek() === null ? 0 : kinds.indexOf(this.kind.peek()!) + 1;
    this.kind.value = kinds[next] ?? null;
  }

  private async repaint(kind: string | null): Promise<void> {
    if (kind === null) {
      this.overlay.value = null;
      return;
    }
    const answer = await this.session.socket.ask({ type: "paint", kind });
    if (this.kind.peek() === kind && answer.overlay) this.overlay.value = answer.overlay;
  }

  /** Light where a piece could go. Asks the table; an empty answer lights nothing. */
  async showReach(piece: string | null, again = false): Promise<Reach | null> {
    if (piece === this.reachOf && !again) return this.reach.peek();
    this.reachOf = piece;
    if (piece === null || !this.session.catalog.overlays?.includes("reach")) {
      this.reach.value = null;
      return null;
    }
    const answer = await this.session.socket.ask({ type: "paint", kind: "reach", name: piece });
    if (this.reachOf !== piece) return null;
    const spaces = new Set(Object.values(answer.overlay?.layers ?? {}).flat());
    const open = spaces.size > 0 && (await this.leads(piece, [...spaces]));
    if (this.reachOf !== piece) return null;
    this.reach.value = open ? { piece, spaces, labels: answer.overlay?.labels ?? {} } : null;
    return this.reach.peek();
  }

  /** Whether the piece can be sent there now: the reach of one that may not move would promise too much. */
  private async leads(piece: string, spaces: string[]): Promise<boolean> {
    const ends = [spaces[0]!, spaces.at(-1)!];
    const ways = await Promise.all(ends.map((space) => this.session.socket.ask({ type: "way", piece, space })));
    return ways.every((answer) => (answer.paths?.[0]?.spaces ?? []).length > 0);
  }
}
