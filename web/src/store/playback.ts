/** Plays the opponent's bursts back: the picture stays where it was and follows the diary, scene by scene. */

import { computed, signal } from "@preact/signals";
import type { Line, PieceView, View } from "../wire";
import { withThrow } from "./throws";
import { type Scene, scenesOf, movedBy } from "./scenes";

interface Stage {
  scenes: Scene[];
  view: View;
  /** Those that came near who looks on. */
  near: ReadonlySet<Scene>;
  /** Whether something did not, also where it is shown together with what did. */
  far: boolean;
}

/** Which scenes came near, by pieces as they stood before or stand afterwards. */
type Nearby = (scenes: Scene[], pieces: PieceView[]) => Scene[];
/** What is shown together; what came near is apart from the rest where only that is shown. */
type Gathered = (scenes: Scene[], near?: ReadonlySet<Scene>) => Scene[];

export interface Picture {
  view: View | null;
  /** Pieces that the playback has moved away from where `view` has them. */
  moved: Map<string, string>;
}

const STILL = new Map<string, string>();

export class Playback {
  /** What lies on the table when nothing is being played back. */
  private readonly settled = signal<View | null>(null);
  private readonly stages = signal<Stage[]>([]);
  private readonly at = signal(0);
  private readonly from = signal<Map<string, string>>(STILL);
  private timer: ReturnType<typeof setTimeout> | undefined;
  readonly paused = signal(false);
  /** How many times faster than reading speed. */
  readonly pace = signal(1);
  /** Show only what came near; the rest is moved without a word. */
  readonly onlyNear = signal(false);

  readonly playing = computed(() => this.stages.value.length > 0);
  readonly scene = computed<Scene | null>(() => this.stages.value[0]?.scenes[this.at.value] ?? null);
  readonly left = computed(() => {
    const [now, ...later] = this.stages.value;
    return [...(now?.scenes.slice(Math.max(0, this.at.value)).filter((scene) => this.wanted(now, scene)) ?? []), ...later.flatMap((stage) => stage.scenes.filter((scene) => this.wanted(stage, scene)))].length;
  });
  /** Whether there is anything that could be left out. */
  readonly hasFar = computed(() => this.stages.value.some(({ far }) => far));
  readonly picture = computed<Picture>(() => {
    const stage = this.stages.value[0];
    if (!stage) return { view: this.settled.value, moved: STILL };
    const view = this.settled.value;
    const placed = new Set((view?.pieces ?? []).map((piece) => piece.key));
    const told = movedBy(stage.scenes, this.at.value + 1, (piece) => placed.has(piece));
    return { view, moved: new Map([...this.from.value, ...told]) };
  });

  constructor(
    private readonly gathered: Gathered = (scenes) => scenes,
    private readonly nearby: Nearby = (scenes) => scenes,
  ) {}

  private wanted({ near }: Stage, scene: Scene): boolean {
    return !this.onlyNear.value || near.has(scene);
  }

  /** A new view with what others did to bring it about. */
  show(view: View, burst: Line[]): void {
    const before = this.stages.peek().at(-1)?.view ?? this.settled.peek();
    const pieces = [...(before?.pieces ?? []), ...(view.pieces ?? [])];
    const single = before ? scenesOf(burst) : [];
    const close = new Set(this.nearby(single, pieces));
    const scenes = this.gathered(single, this.onlyNear.peek() ? close : undefined);
    if (scenes.length === 0 && !this.playing.peek()) {
      this.settled.value = view;
      return;
    }
    const idle = !this.playing.peek();
    const near = new Set(this.nearby(scenes, pieces));
    this.stages.value = [...this.stages.peek(), { scenes, view, near, far: close.size < single.length }];
    if (idle) this.begin();
  }

  /** My own dice roll before the picture follows; where something is being played back already, there is no time for it. */
  throw(view: View, scenes: Scene[]): void {
    if (scenes.length === 0 || this.playing.peek()) {
      this.show(view, []);
      return;
    }
    this.stages.value = [{ scenes, view, near: new Set(scenes), far: false }];
    this.begin();
  }

  /** On to the next scene, without stopping there. */
  hurry(): void {
    clearTimeout(this.timer);
    this.advance();
  }

  /** Show once more what is over: pieces start where the lines say that they were. */
  again(lines: Line[]): void {
    const view = this.settled.peek();
    const scenes = this.gathered(scenesOf(lines));
    if (!view || scenes.length === 0 || this.playing.peek()) return;
    const from = new Map<string, string>();
    for (const { path, pieces } of scenes.flatMap(({ moves }) => moves)) {
      const start = path.length > 1 ? path[0] : undefined;
      if (start) for (const piece of pieces) if (!from.has(piece)) from.set(piece, start);
    }
    this.from.value = from;
    this.stages.value = [{ scenes, view, near: new Set(scenes), far: false }]; // who asks for it wants all of it
    this.begin();
  }

  /** Turn "only what came near" on or off, now and from now on. */
  setNear(only: boolean): void {
    this.onlyNear.value = only;
    const stage = this.stages.peek()[0];
    const scene = this.scene.peek();
    if (stage && scene && !this.wanted(stage, scene)) this.advance();
  }

  step(): void {
    clearTimeout(this.timer);
    this.paused.value = true;
    this.advance();
  }

  resume(): void {
    this.paused.value = false;
    this.wait();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.paused.value = true;
  }

  skip(): void {
    clearTimeout(this.timer);
    const last = this.stages.peek().at(-1);
    if (last) this.settled.value = last.view;
    this.clear();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.clear();
    this.settled.value = null;
  }

  private clear(): void {
    this.stages.value = [];
    this.at.value = 0;
    this.from.value = STILL;
    this.paused.value = false;
  }

  private begin(): void {
    this.at.value = -1;
    this.advance();
  }

  private advance(): void {
    const stage = this.stages.peek()[0];
    if (!stage) return;
    const next = stage.scenes.findIndex((scene, i) => i > this.at.peek() && this.wanted(stage, scene));
    if (next >= 0) {
      this.at.value = next;
      this.wait();
      return;
    }
    this.settled.value = stage.view;
    this.from.value = STILL;
    const rest = this.stages.peek().slice(1);
    if (rest.length === 0) {
      this.clear();
      return;
    }
    this.stages.value = rest;
    this.begin();
  }

  private wait(): void {
    clearTimeout(this.timer);
    const scene = this.scene.peek();
    if (!scene || this.paused.peek()) return;
    this.timer = setTimeout(() => this.advance(), withThrow(scene).ms / this.pace.peek());
  }
}
