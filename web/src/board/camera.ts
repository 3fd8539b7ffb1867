/** Where the table is looked at from. d3-zoom reads the gestures; the layers are moved by one CSS transform each. */

import { signal } from "@preact/signals";
import { type Selection, select } from "d3-selection";
import { type D3ZoomEvent, type ZoomBehavior, zoom, zoomIdentity } from "d3-zoom";
import { reducedMotion } from "../store/prefs";
import { type Camera, type Grid, type Point, type Rect, around, framing, inside, pointOf, toScreen } from "./geometry";

const MOST = 2.6;
/** Room between the order bar and what is brought into sight. */
const FOOT = 16;
/** How much of the table is shown beyond the edge of the map when a place near it is brought into sight. */
const EDGE = 90;
/** Milliseconds after the last movement until the picture counts as still. */
const SETTLES = 180;

export class CameraControl {
  readonly camera = signal<Camera>({ x: 0, y: 0, k: 1 });
  readonly scale = signal(1);
  /** The first look has been taken; from now on only people and the game move the picture. */
  readonly placed = signal(false);
  /** True while the picture moves: what is drawn is then only moved, and drawn sharp again afterwards. */
  readonly moving = signal(false);
  private viewport: HTMLElement | null = null;
  private selection: Selection<HTMLElement, unknown, null, undefined> | null = null;
  private behavior: ZoomBehavior<HTMLElement, unknown> | null = null;
  private frame = 0;

  constructor(private readonly grid: Grid) {}

  attach(viewport: HTMLElement, layers: HTMLElement[]): () => void {
    this.viewport = viewport;
    this.behavior = zoom<HTMLElement, unknown>()
      .filter((event: MouseEvent | TouchEvent | WheelEvent) => mayMove(event))
      .on("start", () => this.setMoving(true))
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        const { x, y, k } = event.transform;
        for (const layer of layers) layer.style.transform = `translate3d(${x}px,${y}px,0) scale(${k})`;
        this.camera.value = { x, y, k };
        this.scale.value = k;
      })
      .on("end", () => this.setMoving(false));
    this.selection = select(viewport);
    this.selection.call(this.behavior).on("dblclick.zoom", null);
    const watch = new ResizeObserver(() => this.limit());
    watch.observe(viewport);
    this.limit();
    return () => {
      watch.disconnect();
      cancelAnimationFrame(this.frame);
      this.selection?.on(".zoom", null);
    };
  }

  private settle: ReturnType<typeof setTimeout> | undefined;

  /** A way that is being shown ends when it has come to its end, however slowly the frames come. */
  private setMoving(moving: boolean): void {
    clearTimeout(this.settle);
    if (moving) this.show(true);
    else if (this.frame === 0) this.settle = setTimeout(() => this.show(false), SETTLES);
  }

  private show(moving: boolean): void {
    this.moving.value = moving;
    this.viewport?.classList.toggle("moving", moving);
  }

  private limit(): void {
    const { width, height } = this.window();
    const fit = Math.min(width / this.grid.width, height / this.grid.height);
    const edge = 160;
    this.behavior
      ?.scaleExtent([fit * 0.85, Math.max(MOST, fit)])
      .translateExtent([
        [-edge, -edge],
        [this.grid.width + edge, this.grid.height + edge * 1.6],
      ]);
  }

  /** What is free of the map: below the news or the result, above the orders. */
  window(): Rect {
    const box = this.viewport?.getBoundingClientRect();
    const stage = this.viewport?.parentElement;
    const foot = stage?.querySelector<HTMLElement>(".foot")?.offsetHeight ?? 0;
    const news = [...(stage?.querySelectorAll<HTMLElement>(".verdict, .playback, .tidings") ?? [])];
    const y = Math.max(0, ...news.map((one) => one.offsetTop + one.offsetHeight));
    return { x: 0, y, width: box?.width ?? 800, height: Math.max(120, (box?.height ?? 600) - y - foot - FOOT) };
  }

  /** Whether a space lies in the right half of the stage. */
  onRight(space: string): boolean {
    return toScreen(this.camera.peek(), pointOf(this.grid, space)).x > this.window().width / 2;
  }

  /** Where a space lies in the browser window now. */
  windowPoint(space: string): Point {
    const at = toScreen(this.camera.peek(), pointOf(this.grid, space));
    const box = this.viewport?.getBoundingClientRect();
    return { x: at.x + (box?.left ?? 0), y: at.y + (box?.top ?? 0) };
  }

  fit(smooth = true): void {
    this.moveTo(framing({ x: 0, y: 0, width: this.grid.width, height: this.grid.height }, this.window(), MOST), smooth);
  }

  /** Show some spaces with room around them; where they do not all fit, as many as one look can hold. */
  frameSpaces(spaces: string[], smooth = true, least = 0.5, most = 1.1): void {
    const { width, height } = this.window();
    const points = thickest(spaces.map((space) => pointOf(this.grid, space)), width / least, height / least);
    const rect = around(points, this.grid.pitch * 2);
    if (rect) this.moveTo(this.onTable(framing(rect, this.window(), most, least)), smooth);
  }

  /** Bring a space into sight, if it is not. */
  reveal(space: string): void {
    const at = toScreen(this.camera.peek(), pointOf(this.grid, space));
    if (!inside(this.window(), at, 84)) this.centre(space);
  }

  centre(space: string, least = 0.7): void {
    const k = Math.max(this.camera.peek().k, least);
    const { y, width, height } = this.window();
    const point = pointOf(this.grid, space);
    this.moveTo(this.onTable({ k, x: width / 2 - point.x * k, y: y + height / 2 - point.y * k }));
  }

  /** The nearest camera that shows little of the table beyond the edge of the map. */
  private onTable({ x, y, k }: Camera): Camera {
    const free = this.window();
    const keep = (at: number, size: number, from: number, room: number): number =>
      size + 2 * EDGE < room ? from + (room - size) / 2 : Math.min(from + EDGE, Math.max(from + room - size - EDGE, at));
    return { k, x: keep(x, this.grid.width * k, free.x, free.width), y: keep(y, this.grid.height * k, free.y, free.height) };
  }

  panBy(dx: number, dy: number): void {
    const now = this.camera.peek();
    this.moveTo({ ...now, x: now.x + dx, y: now.y + dy });
  }

  zoomBy(factor: number): void {
    const { y, width, height } = this.window();
    const now = this.camera.peek();
    const [low, high] = this.behavior?.scaleExtent() ?? [0.1, MOST];
    const k = Math.min(high, Math.max(low, now.k * factor));
    const middle: Point = { x: width / 2, y: y + height / 2 };
    const share = k / now.k;
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

/** All points if a window of this size holds them; else those around the point that has most of them near. */
export function thickest(points: Point[], width: number, height: number): Point[] {
  const whole = around(points, 0);
  if (!whole || (whole.width <= width && whole.height <= height)) return points;
  const near = (middle: Point): Point[] =>
    points.filter(({ x, y }) => Math.abs(x - middle.x) <= width / 2 && Math.abs(y - middle.y) <= height / 2);
  return points.map(near).reduce((best, one) => (one.length > best.length ? one : best));
}

/** A gesture that starts on a piece that can be dragged belongs to the piece. */
function mayMove(event: MouseEvent | TouchEvent | WheelEvent): boolean {
  if (event.type === "wheel") return true;
  if ("button" in event && (event.button !== 0 || event.ctrlKey)) return false;
  const touches = "touches" in event ? event.touches.length : 1;
  return touches > 1 || !(event.target instanceof Element && event.target.closest("[data-grab]"));
}
