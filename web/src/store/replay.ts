/** A game that is looked back on: which moment is shown, whose eyes, how fast it goes on by itself. */

import { computed, effect, signal } from "@preact/signals";
import type { Line, Moment, Retelling, View } from "../wire";
import { prefs } from "./prefs";
import type { Session } from "./session";

/** Views that are fetched at once: a far moment comes as quickly as these few. */
const PAGE = 6;
export const PACES = [0.5, 1, 2, 4];
/** Milliseconds between one moment and the next, at reading speed. */
const REST = 900;

/** A moment in an address: its number, or a line of the diary; after the end with the eyes, as numbers differ by them. */
export interface Place {
  eyes?: string;
  moment?: number;
  line?: number;
  /** How much had been done: the same for all eyes. */
  after?: number;
}

export function placeIn(fragment: string): Place {
  const found = /^#(?:([\w-]*):)?(line=)?(\d+)$/.exec(fragment);
  if (!found) return {};
  const n = Number(found[3]);
  return { ...(found[1] === undefined ? {} : { eyes: found[1] }), ...(found[2] ? { line: n } : { moment: n }) };
}

export function linkTo(told: Retelling, at: number): string {
  return told.choices.length > 1 ? `#${told.eyes}:${at}` : `#${at}`;
}

/** Where a game that is looked back on comes from: a table, or a file that somebody has brought. */
export interface Source {
  retelling: (eyes?: string) => Promise<Retelling>;
  moments: (eyes: string, first: number, count: number) => Promise<View[]>;
}

export class Replay {
  readonly at = signal(-1);
  readonly playing = signal(false);
  readonly loading = signal(false);
  readonly moments: Moment[];
  readonly lines: Line[];
  private readonly pages = new Map<number, Promise<View[]>>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private wanted = 0;
  private coming: Promise<void> | null = null;
  readonly moment = computed(() => this.moments[this.at.value] ?? null);
  private readonly stop: () => void;

  constructor(
    private readonly session: Session,
    readonly table: string,
    readonly token: string,
    readonly told: Retelling,
    private readonly source: Source,
  ) {
    this.moments = told.moments;
    this.lines = told.lines;
    session.jump.value = (line) => void this.show(this.momentOf(line));
    this.stop = effect(() => {
      if (this.playing.value && !this.loading.value && !session.play.playing.value) this.rest();
    });
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop();
  }

  get last(): number {
    return this.moments.length - 1;
  }

  /** The moment at which a line had been told. */
  momentOf(line: number): number {
    const found = this.moments.findIndex(({ heard }) => heard > line);
    return found < 0 ? this.last : found;
  }

  /** The last moment before more than this had been done. */
  momentAfter(done: number): number {
    return Math.max(0, this.moments.findLastIndex(({ after }) => (after ?? 0) <= done));
  }

  /** The first moment of a turn, for each turn. */
  get turns(): { turn: number; at: number }[] {
    return this.moments.flatMap(({ turn }, at) => (at === 0 || this.moments[at - 1]!.turn !== turn ? [{ turn, at }] : []));
  }

  /** Show a moment; the next one is led up to by what happened. Whoever drags the slider waits only for where they stop. */
  show(n: number): Promise<void> {
    this.wanted = Math.min(Math.max(0, n), this.last);
    this.coming ??= this.come().finally(() => (this.coming = null));
    return this.coming;
  }

  private async come(): Promise<void> {
    for (;;) {
      const to = this.wanted;
      this.loading.value = true;
      const views = await this.page(to).catch(() => []);
      this.loading.value = false;
      if (this.wanted !== to) continue;
      const view = views[to % PAGE];
      if (view) this.tell(to, view);
      return;
    }
  }

  private tell(to: number, view: View): void {
    const before = this.at.peek();
    const onward = to === before + 1 && before >= 0;
    const heard = this.moments[to]!.heard;
    const burst = onward ? this.lines.slice(this.moments[before]!.heard, heard) : [];
    this.session.play.skip();
    this.at.value = to;
    this.session.tell(view, this.lines.slice(0, heard), burst);
    if (to % PAGE >= PAGE / 2) void this.page(to + PAGE).catch(() => []);
  }

  step(by: number): void {
    this.playing.value = false;
    void this.show(this.at.peek() + by);
  }

  /** To the beginning of this turn, or if that is shown of the one before; or to the next one's. */
  turn(by: 1 | -1): void {
    const { turns } = this;
    const now = this.at.peek();
    const n = turns.findLastIndex(({ at }) => at <= now);
    this.playing.value = false;
    void this.show(by > 0 ? (turns[n + 1]?.at ?? this.last) : (turns[turns[n]?.at === now ? n - 1 : n]?.at ?? 0));
  }

  toggle(): void {
    if (!this.playing.peek() && this.at.peek() >= this.last) void this.show(0);
    this.playing.value = !this.playing.peek();
  }

  private rest(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.playing.peek()) return;
      if (this.at.peek() >= this.last) this.playing.value = false;
      else void this.show(this.at.peek() + 1);
    }, REST / prefs.pace.peek());
  }

  private page(n: number): Promise<View[]> {
    const first = Math.floor(n / PAGE) * PAGE;
    const known = this.pages.get(first);
    if (known) return known;
    const found = first > this.last ? Promise.resolve([]) : this.source.moments(this.told.eyes, first, PAGE);
    this.pages.set(first, found);
    found.catch(() => this.pages.delete(first));
    return found;
  }
}
