/** What is asked about is in sight: the camera goes there when a question comes, and what does not fit is pointed at
 * from the edge of the map. */

import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Table, useTable } from "../store/context";
import type { View } from "../wire";
import { Icon } from "../ui/Icon";
import { words } from "../words";
import type { Camera, Point, Rect } from "./geometry";
import { type Place, type Way, centreOf, onScreen, spaceRect, wayTo } from "./sight";

interface Pointing {
  way: Way;
  places: Place[];
  x: number;
  y: number;
}

export function Beyond(): JSX.Element {
  const table = useTable();
  const { session, camera, gestures } = table;
  const places = useComputed(() => (session.spoken.value.length > 0 ? session.spoken.value : session.asked.value));
  const beyond = useSignal<Pointing[]>([]);
  const looker = useRef<Looker | null>(null);
  looker.current ??= new Looker(table);

  useSignalEffect(() => {
    const [asked, placed, dragged] = [places.value, camera.placed.value, gestures.drag.value];
    if (!placed || dragged) return undefined;
    return afterDrawing(camera, () => looker.current!.asked(asked));
  });

  // What comes to lie over the map later (a report, a hint, the odds) pushes what is asked about out from under it.
  useEffect(() => {
    const again = (): unknown => camera.placed.peek() && afterDrawing(camera, () => looker.current!.again());
    const watch = new ResizeObserver(again);
    for (const one of document.querySelectorAll(".stage, .foot")) watch.observe(one);
    const unheard = session.aftermath.subscribe(again);
    return () => {
      watch.disconnect();
      unheard();
    };
  }, [table]);

  useSignalEffect(() => {
    const [moving, asked] = [camera.moving.value, places.value];
    if (moving || !camera.placed.value) return undefined;
    return afterDrawing(camera, () => (beyond.value = pointings(table, asked)));
  });

  return (
    <>
      {beyond.value.map((one) => (
        <Pointer key={one.way} {...one} />
      ))}
    </>
  );
}

const TURN: Record<Way, number> = { east: 0, south: 90, west: 180, north: 270 };

function Pointer({ way, places, x, y }: Pointing): JSX.Element {
  const { camera } = useTable();
  const label = words.table.beyond(places.length, way);
  const bring = (): void => {
    camera.byHand = true;
    const next = camera.unseen(places)[0] ?? places[0]!;
    camera.bring([next.rect], { least: camera.camera.peek().k });
  };
  return (
    <button type="button" class="beyond" data-beyond={way} style={{ left: `${x}px`, top: `${y}px` }} aria-label={label} title={label} onClick={bring}>
      <span style={{ transform: `rotate(${TURN[way]}deg)` }}>
        <Icon name="next" />
      </span>
      {places.length}
    </button>
  );
}

const EDGE: Record<Way, Partial<Point>> = { north: { y: -Infinity }, south: { y: Infinity }, west: { x: -Infinity }, east: { x: Infinity } };

/** How far from the edge of the free part a pointer lies. */
const INSET = 26;

/** What is not in sight, by the side on which it lies, each with the place at the edge that points there. */
function pointings({ camera, session }: Table, asked: Place[]): Pointing[] {
  const hidden = session.decision.peek() ? camera.unseen(asked) : [];
  if (hidden.length === 0) return [];
  const [free, now] = [camera.window(), camera.camera.peek()];
  const shown = (place: Place): Rect => onScreen(now, place.rect);
  const ways = new Set(hidden.map((place) => wayTo(shown(place), free)));
  return [...ways].map((way) => {
    const there = hidden.filter((place) => wayTo(shown(place), free) === way);
    const points = there.map((place) => centreOf(shown(place)));
    const within = (at: number, low: number, size: number): number => Math.min(low + size - INSET, Math.max(low + INSET, at));
    const mean = (of: number[]): number => of.reduce((a, b) => a + b, 0) / of.length;
    const { x = mean(points.map((point) => point.x)), y = mean(points.map((point) => point.y)) } = EDGE[way];
    // the nearest first
    const nearest = [...there].sort((a, b) => away(shown(a), free) - away(shown(b), free));
    return { way, places: nearest, x: within(x, free.x, free.width), y: within(y, free.y, free.height) };
  });
}

function away(rect: Rect, free: Rect): number {
  const [a, b] = [centreOf(rect), centreOf(free)];
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Decides when the camera moves for a question. */
class Looker {
  /** Questions of this phase that were shown in full: when one comes again, it stays where the player looks. */
  private readonly known = new Set<string>();
  private phase = "";
  /** The step of a lesson that was shown last. */
  private step = -1;
  /** Where the battle is that was last looked at: the next is shown wherever a hand has moved the map. */
  private fought = "";
  /** Where the camera was when the question came: from there its look is found, whatever lies over the map by then. */
  private from: Camera | null = null;

  constructor(private readonly table: Table) {}

  asked(places: Place[]): void {
    const { session, camera } = this.table;
    const lesson = session.state.peek().lesson;
    if (lesson && session.spoken.peek().length > 0) {
      this.taught(lesson.number, places);
      return;
    }
    const view = session.view.peek();
    const decision = session.decision.peek();
    const fought = view?.panel?.space ?? "";
    if (places.length === 0 && (!camera.byHand || fought !== this.fought)) this.look(this.battle());
    this.fought = fought;
    if (!view || !decision || places.length === 0) return;
    const phase = `${view.turn} ${view.phase}`;
    const begins = phase !== this.phase;
    if (begins) this.known.clear();
    this.phase = phase;
    const name = `${decision.rule} ${session.verb.peek() ?? ""}`;
    const fresh = !this.known.has(name) || !camera.byHand;
    this.known.add(name);
    if (fresh) {
      const near = begins && !camera.byHand && camera.camera.peek().k < camera.wished;
      this.from = near ? camera.home : camera.camera.peek();
      camera.byHand = false;
      this.look(places);
    } else if (camera.unseen(places).length === places.length) camera.bring([places[0]!.rect], { least: camera.camera.peek().k });
  }

  /** A step of a lesson begins near what it speaks of; while it lasts, that stays in sight. */
  private taught(step: number, places: Place[]): void {
    const { camera } = this.table;
    const rects = places.map(({ rect }) => rect);
    const begins = step !== this.step;
    const far = camera.camera.peek().k < 2 * camera.least;
    this.step = step;
    this.from = null;
    if (begins && (far || camera.unseen(places).length > 0)) camera.show(rects, true);
    else if (!begins && !camera.byHand) this.look(places);
    if (begins) camera.byHand = false;
  }

  /** What lies over the map has changed. */
  again(): void {
    const { camera, session } = this.table;
    const spoken = session.spoken.peek();
    const asked = spoken.length > 0 ? spoken : session.decision.peek() ? session.asked.peek() : [];
    if (!camera.byHand) this.look(asked.length > 0 ? asked : this.battle());
  }

  /** Where nothing on the map is asked about, the battle that is being fought is what matters there. */
  private battle(): Place[] {
    const { session } = this.table;
    const space = session.view.peek()?.panel?.space;
    if (!space) return [];
    this.from = null;
    return [{ kind: "space", name: space, space, rect: spaceRect(session.grid, space, session.stacks.peek().get(space)?.length ?? 1) }];
  }

  private look(places: Place[]): void {
    const { camera } = this.table;
    const from = this.from ?? camera.camera.peek();
    if (places.length > 0 && (from.k > camera.camera.peek().k || camera.unseen(places).length > 0)) camera.bring(places.map(({ rect }) => rect), { from });
  }
}

/** The first look goes to where something can be done, or else to where the armies stand. */
export function lookAtFirst({ camera, session }: Table): void {
  camera.fit(session.open.peek(), false);
  const look = (): void => {
    const view = session.view.peek();
    const rects = view ? worthSeeing(view, session) : [];
    if (rects.length > 0) camera.show(rects);
    else camera.fit(session.open.peek(), false);
    camera.byHand = false;
    camera.placed.value = true;
  };
  if (session.view.peek()) afterDrawing(camera, look);
  else void session.nextUpdate().then(() => afterDrawing(camera, look));
}

function worthSeeing(view: View, { asked, spoken, grid }: Table["session"]): Rect[] {
  if (spoken.peek().length > 0) return spoken.peek().map(({ rect }) => rect);
  if (asked.peek().length > 0) return asked.peek().map(({ rect }) => rect);
  const spaces = (found: { space?: string | null }[]): string[] => found.flatMap((one) => (one.space ? [one.space] : []));
  const battle = view.panel?.space;
  const armies = spaces(view.pieces ?? []);
  const shown = battle ? [battle] : armies.length > 0 ? armies : spaces(view.marks ?? []);
  return shown.map((space) => spaceRect(grid, space, 1));
}

/** Once what has changed is laid out. Gives what calls it off. */
function afterDrawing(camera: Table["camera"], run: () => void): () => void {
  let waits = true;
  const end = (): void => {
    if (waits) camera.due -= 1;
    waits = false;
  };
  camera.due += 1;
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      run();
      end();
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    end();
  };
}
