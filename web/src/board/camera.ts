/** Where the table is looked at from. d3-zoom reads the gestures; the layers are moved by one CSS transform each. */

import { signal } from "@preact/signals";
import { type Selection, select } from "d3-selection";
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity } from "d3-zoom";
import { reducedMotion } from "../store/prefs";
import { type Camera, type Grid, type Point, type Rect, around, drawnAround, framing, pointOf, toScreen, windowOn } from "./geometry";
import { about, freePart, grown, isOpen, lookAt, onScreen, spaceRect, thickest, union } from "./sight";

const MOST = 2.6;
/** Pixels of a counter from which on what is on it can be told; nothing is shown from farther away unasked. */
const READABLE = 15;
/** How near the first look at a question may go. */
const NEAR = 1.1;
/** What lies over the map. A card that is only hovered goes out of the way by itself. */
const OVER = ".toolbar, .verdict, .playback, .aftermath, .card.pinned, .foot > *";
/** Pixels between what is brought into sight and the edge of the window. */
const EDGING = 8;
/** How far the pointers to what is out of sight reach in from the edge: what is brought into sight does not lie under one. */
const POINTER = 50;
/** How much of the table is shown beyond the edge of the map when a place near it is brought into sight. */
const EDGE = 90;
/** Milliseconds after the last movement until the picture counts as still. */
const SETTLES = 180;

export class CameraControl {
  readonly camera = signal<Camera>({ x: 0, y: 0, k: 1 });
  readonly scale = signal(1);
  /** The part of the board that is drawn: the window and a margin. It changes only when the window leaves it, or when it
   * has become many times larger than the window. */
  readonly drawn = signal<Rect>({ x: -Infinity, y: -Infinity, width: Infinity, height: Infinity });
  /** The first look has been taken; from now on only people and the game move the picture. */
  readonly placed = signal(false);
  /** True while the picture moves: what is drawn is then only moved, and drawn sharp again afterwards. */
  readonly moving = signal(false);
  /** Whether a hand has moved the picture since it was last set for a question. */
  byHand = false;
  /** The scale that a hand or the first look has set: looks for a question go back to it when a phase ends. */
  wished = 1;
  /** Looks that will be taken once what has changed is drawn. */
  due = 0;
  private viewport: HTMLElement | null = null;
  private selection: Selection<HTMLElement, unknown, null, undefined> | null = null;
  private behavior: ZoomBehavior<HTMLElement, unknown> | null = null;
  private frame = 0;
  /** The free part of the window when the present gesture began. */
  private free: Rect = { x: 0, y: 0, width: 0, height: 0 };

  constructor(private readonly grid: Grid) {}

  attach(viewport: HTMLElement, world: HTMLElement): () => void {
    this.viewport = viewport;
    this.behavior = zoom<HTMLElement, unknown>()
      .filter((event: MouseEvent | TouchEvent | WheelEvent) => mayMove(event))
      .on("start", () => {
        this.free = this.window();
        this.setMoving(true);
      })
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        const { x, y, k } = event.transform;
        if (event.sourceEvent) this.steered(k);
        world.style.transform = `translate3d(${x}px,${y}px,0) scale(${k})`;
        this.camera.value = { x, y, k };
        this.scale.value = k;
        this.drawn.value = drawnAround(this.drawn.peek(), windowOn({ x, y, k }, this.size));
      })
      .on("end", () => this.setMoving(false));
    this.selection = select(viewport);
    this.selection.call(this.behavior).on("dblclick.zoom", null);
    const resized = (): void => {
      this.size = { width: viewport.clientWidth, height: viewport.clientHeight };
      this.limit();
      this.redraw();
    };
    const watch = new ResizeObserver(resized);
    watch.observe(viewport);
    resized();
    return () => {
      watch.disconnect();
      cancelAnimationFrame(this.frame);
      this.selection?.on(".zoom", null);
    };
  }

  private settle: ReturnType<typeof setTimeout> | undefined;
  private size = { width: 0, height: 0 };

  /** At rest, when there is time: as much as the window wants and no more. */
  private redraw(): void {
    this.drawn.value = drawnAround(this.drawn.peek(), windowOn(this.camera.peek(), this.size), true);
  }

  /** A way that is being shown ends when it has come to its end, however slowly the frames come. */
  private setMoving(moving: boolean): void {
    clearTimeout(this.settle);
    if (moving) this.tell(true);
    else if (this.frame === 0) this.settle = setTimeout(() => this.tell(false), SETTLES);
  }

  private tell(moving: boolean): void {
    this.moving.value = moving;
    if (!moving) this.redraw();
    this.viewport?.classList.toggle("moving", moving);
  }

  /** From the whole board to a single place; wherever one looks, the middle of what is free shows the board. */
  private limit(): void {
    const { width, height } = this.window();
    const fit = Math.min(width / this.grid.width, height / this.grid.height);
    this.behavior?.scaleExtent([fit * 0.85, Math.max(MOST, fit)]).constrain(({ x, y, k }) => {
      const { free } = this;
      const keep = (at: number, size: number, middle: number): number => Math.min(middle, Math.max(middle - size * k, at));
      const kept = { x: keep(x, this.grid.width, free.x + free.width / 2), y: keep(y, this.grid.height, free.y + free.height / 2) };
      return zoomIdentity.translate(kept.x, kept.y).scale(k);
    });
  }

  /** The whole map, whatever lies over it. */
  stage(): Rect {
    const box = this.viewport?.getBoundingClientRect();
    return { x: 0, y: 0, width: box?.width ?? 800, height: box?.height ?? 600 };
  }

  /** What lies over the map, in its pixels. */
  over(but = ""): Rect[] {
    return this.rectsOf(OVER, but);
  }

  private rectsOf(selector: string, but = ""): Rect[] {
    const box = this.viewport?.getBoundingClientRect();
    const found = [...(this.viewport?.parentElement?.querySelectorAll<HTMLElement>(selector) ?? [])]
      .filter((one) => !but || !one.matches(but))
      .map((one) => one.getBoundingClientRect());
    return found
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ left, top, width, height }) => ({ x: left - (box?.left ?? 0), y: top - (box?.top ?? 0), width, height }));
  }

  /** The largest part of the map that nothing lies over. */
  window(): Rect {
    return freePart(grown(this.stage(), -EDGING), this.over());
  }

  /** Those of some parts of the board that cannot be seen now. */
  unseen<T extends { rect: Rect }>(places: T[]): T[] {
    const [stage, over, now] = [this.stage(), this.over(), this.camera.peek()];
    return places.filter(({ rect }) => !isOpen(onScreen(now, rect), stage, over));
  }

  /** The scale from which on pieces can be told from one another. */
  get least(): number {
    return READABLE / this.grid.counter;
  }

  /** Show parts of the board, moving as little as that takes; from no farther away than `least`. */
  bring(rects: Rect[], { least = this.least, from = this.camera.peek() } = {}): void {
    const goal = lookAt(from, rects, this.window(), least);
    const now = this.camera.peek();
    if (goal.x !== now.x || goal.y !== now.y || goal.k !== now.k) this.moveTo(goal);
  }

  /** A hand has moved the picture. */
  private steered(k: number): void {
    this.byHand = true;
    this.wished = k;
  }

  /** Where one looks now, at the scale that was wished for. */
  get home(): Camera {
    return about(this.camera.peek(), this.window(), this.wished);
  }

  /** Where a space lies in the browser window now. */
  windowPoint(space: string): Point {
    const at = toScreen(this.camera.peek(), pointOf(this.grid, space));
    const box = this.viewport?.getBoundingClientRect();
    return { x: at.x + (box?.left ?? 0), y: at.y + (box?.top ?? 0) };
  }

  /** All of some spaces and no more: the title and the legend of the sheet do not count. */
  fit(spaces: string[], smooth = true): void {
    const rect = around(spaces.map((space) => pointOf(this.grid, space)), this.grid.pitch * 0.62);
    if (!rect) return;
    const goal = framing(rect, this.window(), MOST);
    this.steered(goal.k);
    this.moveTo(goal, smooth);
  }

  /** A first look at parts of the board, from as near as shows them all; where they do not fit, at as many as it can. */
  show(rects: Rect[], smooth = false): void {
    const free = this.window();
    const crowd = union(thickest(rects, free.width / this.least, free.height / this.least));
    if (!crowd) return;
    const goal = this.onTable(framing(grown(crowd, this.grid.pitch), free, NEAR, this.least));
    this.wished = Math.max(goal.k, this.least * 1.6);
    this.moveTo(goal, smooth);
  }

  /** Bring a space into sight, if it is not. */
  reveal(space: string): void {
    this.revealAll([space]);
  }

  /** Bring spaces into sight, as many as there is room for, if one of them is not. */
  revealAll(spaces: string[]): void {
    const places = spaces.map((space) => ({ rect: grown(spaceRect(this.grid, space, 1), this.grid.pitch * 0.5) })); // a stack is higher than one piece
    const pointers = this.rectsOf(".beyond");
    const now = this.camera.peek();
    const hidden = this.unseen(places).length > 0 || places.some(({ rect }) => !isOpen(onScreen(now, rect), this.stage(), pointers));
    const beside = pointers.length > 0 ? POINTER / now.k : 0;
    if (hidden) this.bring(places.map(({ rect }) => grown(rect, beside)));
  }

  centre(space: string, least = 0.7): void {
    const k = Math.max(this.camera.peek().k, least);
    const { x, y, width, height } = this.window();
    const point = pointOf(this.grid, space);
    this.moveTo(this.onTable({ k, x: x + width / 2 - point.x * k, y: y + height / 2 - point.y * k }));
  }

  /** The nearest camera that shows little of the table beyond the edge of the map. */
  private onTable({ x, y, k }: Camera): Camera {
    const free = this.window();
    const keep = (at: number, size: number, from: number, room: number): number =>
      size + 2 * EDGE < room ? from + (room - size) / 2 : Math.min(from + EDGE, Math.max(from + room - size - EDGE, at));
    return { k, x: keep(x, this.grid.width * k, free.x, free.width), y: keep(y, this.grid.height * k, free.y, free.height) };
  }

  panBy(dx: number, dy: number): void {
    this.byHand = true;
    const now = this.camera.peek();
    this.moveTo({ ...now, x: now.x + dx, y: now.y + dy });
  }

  zoomBy(factor: number): void {
    const { x, y, width, height } = this.window();
    const now = this.camera.peek();
    const [low, high] = this.behavior?.scaleExtent() ?? [0.1, MOST];
    const k = Math.min(high, Math.max(low, now.k * factor));
    const middle: Point = { x: x + width / 2, y: y + height / 2 };
    const share = k / now.k;
    this.steered(k);
    this.moveTo({ k, x: middle.x - (middle.x - now.x) * share, y: middle.y - (middle.y - now.y) * share });
  }

  moveTo(goal: Camera, smooth = true): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const start = this.camera.peek();
    if (!smooth || reducedMotion()) {
      this.set(goal);
      return;
    }
    this.setMoving(true);
    const begun = performance.now();
    const tick = (now: number): void => {
      const t = Math.min(1, (now - begun) / 320);
      const ease = 1 - (1 - t) ** 3;
      if (t >= 1) this.frame = 0;
      this.set({
        x: start.x + (goal.x - start.x) * ease,
        y: start.y + (goal.y - start.y) * ease,
        k: start.k + (goal.k - start.k) * ease,
      });
      if (t < 1) this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  private set({ x, y, k }: Camera): void {
    if (this.selection && this.behavior) {
      this.behavior.transform(this.selection, zoomIdentity.translate(x, y).scale(k));
    }
  }
}

/** A gesture that starts on a piece that can be dragged belongs to the piece. */
function mayMove(event: MouseEvent | TouchEvent | WheelEvent): boolean {
  if (event.type === "wheel") return true;
  if ("button" in event && (event.button !== 0 || event.ctrlKey)) return false;
  const touches = "touches" in event ? event.touches.length : 1;
  return touches > 1 || !(event.target instanceof Element && event.target.closest("[data-grab]"));
}
