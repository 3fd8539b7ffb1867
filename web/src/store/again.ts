/** "Same way": the next unit to where the last one went, as long as it can go there. */

import { effect, signal } from "@preact/signals";
import { pointOf } from "../board/geometry";
import type { PieceView } from "../wire";
import { wayBy } from "./gestures";
import type { Gone, Session } from "./session";

export interface Next {
  piece: string;
  gone: Gone;
  price: string;
}

/** So many units around the start of the last move are asked about, no farther away than so many spaces. */
const TRIES = 3;
const NEAR = 2.6;

export class Again {
  readonly next = signal<Next | null>(null);
  private asked = 0;
  private readonly stop: () => void;

  constructor(private readonly session: Session) {
    this.stop = effect(() => {
      const { gone, lit, mover, decision } = this.session;
      const last = gone.value;
      const able = last && decision.value && mover.value === null ? candidates(this.session, last, [...lit.value.byPiece].filter(([, own]) => own.some((one) => !one.free)).map(([key]) => key)) : [];
      void this.find(able, last);
    });
  }

  close(): void {
    this.stop();
  }

  private async find(able: PieceView[], gone: Gone | null): Promise<void> {
    this.asked += 1;
    const mine = this.asked;
    this.next.value = null;
    for (const { key } of gone ? able : []) {
      const answer = await this.session.socket.ask({ type: "way", piece: key, space: gone!.space });
      if (mine !== this.asked) return;
      const way = wayBy(key, gone!.space, (answer.paths ?? []).filter(({ by = "" }) => by === gone!.by), gone!.by);
      if (!way) continue;
      this.next.value = { piece: key, gone: gone!, price: way.price };
      return;
    }
  }

  /** Send a unit there: the one that is pointed at, or the next. */
  go(pointed: string | null): boolean {
    const gone = this.session.gone.peek();
    const piece = pointed ?? this.next.peek()?.piece;
    if (!gone || !piece) return false;
    const { from } = gone;
    void this.session.go(piece, gone.space, { ends: true, by: gone.by }).then((answer) => {
      if (answer.done) this.session.gone.value = { ...gone, from: from || gone.from };
    });
    return true;
  }
}

/** Units that may be meant: first those where the last one stood, then those around. */
function candidates({ byKey, grid }: Session, gone: Gone, keys: string[]): PieceView[] {
  const start = pointOf(grid, gone.from);
  const away = ({ space }: PieceView): number => {
    const at = pointOf(grid, space ?? "");
    return Math.hypot(at.x - start.x, at.y - start.y) / grid.pitch;
  };
  const units = keys.flatMap((key) => byKey.value.get(key) ?? []).filter(({ space }) => space && space !== gone.space);
  return units.filter((piece) => away(piece) < NEAR).sort((a, b) => away(a) - away(b)).slice(0, TRIES);
}
