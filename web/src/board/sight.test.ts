import { describe, expect, it } from "vitest";
import type { PieceView } from "../wire";
import { indexOptions, stacksOf } from "../store/choices";
import { askedPlaces, nextAfter, unmoved } from "../store/asked";
import type { Rect } from "./geometry";
import { gridOf } from "./geometry";
import { cornerFor, freePart, isOpen, leastCorner, lookAt, onScreen, thickest, wayTo } from "./sight";

const box = (x: number, y: number, width = 20, height = 20): Rect => ({ x, y, width, height });
const STAGE = box(0, 0, 1000, 600);
const TOOLS = box(12, 12, 90, 380);
const BAR = box(150, 500, 700, 90);

describe("the free part of the map", () => {
  it("is all of it where nothing lies over it", () => {
    expect(freePart(STAGE, [])).toEqual(STAGE);
    expect(freePart(STAGE, [box(1200, 0)])).toEqual(STAGE);
  });

  it("is the largest rectangle beside tools and above the bar", () => {
    const free = freePart(STAGE, [TOOLS, BAR]);
    expect(free).toEqual(box(108, 0, 892, 494));
  });

  it("is never nothing", () => {
    expect(freePart(STAGE, [box(-10, -10, 2000, 2000)])).toEqual(STAGE);
  });
});

describe("where to look", () => {
  const free = box(100, 0, 900, 500);
  const now = { x: 0, y: 0, k: 1 };
  const shows = (rects: Rect[], camera: typeof now): boolean => rects.every((rect) => isOpen(onScreen(camera, rect), free, []));

  it("pushes the map no farther than needed, at the same scale", () => {
    expect(lookAt(now, [box(300, 100)], free, 0.2)).toEqual(now);
    expect(lookAt(now, [box(300, -50)], free, 0.2)).toEqual({ x: 0, y: 50, k: 1 });
    expect(lookAt(now, [box(40, 490)], free, 0.2)).toEqual({ x: 60, y: -10, k: 1 });
  });

  it("goes farther away where they do not fit", () => {
    const rects = [box(0, 0), box(100, 980)];
    const camera = lookAt(now, rects, free, 0.2);
    expect(camera.k).toBeCloseTo(0.5);
    expect(shows(rects, camera)).toBe(true);
  });

  it("shows the most of them where all would be too small", () => {
    const crowd = [box(500, 400), box(520, 410), box(540, 380)];
    const camera = lookAt(now, [box(0, 0), ...crowd, box(9000, 9000)], free, 0.5);
    expect(camera.k).toBe(0.5);
    expect(shows(crowd, camera)).toBe(true);
  });

  it("finds the thickest crowd", () => {
    const crowd = [box(500, 400), box(520, 410), box(540, 380)];
    expect(thickest(crowd, 100, 100)).toEqual(crowd);
    expect(thickest([box(0, 0), ...crowd, box(0, 900), box(20, 880)], 150, 150)).toEqual(crowd);
    expect(thickest([], 100, 100)).toEqual([]);
  });

  it("fills the look: a long row is shown from one edge to the other", () => {
    const row = [0, 26, 52, 78, 104, 130].map((y) => box(0, y));
    expect(thickest(row, 100, 98)).toEqual(row.slice(0, 4));
    const [down, across] = [box(300, 0), box(326, 0)];
    expect(thickest([...row, down, across], 20, 150)).toEqual(row);
  });

  it("says on which side the rest lies", () => {
    expect(wayTo(box(500, -200), free)).toBe("north");
    expect(wayTo(box(2000, 300), free)).toBe("east");
    expect(wayTo(box(-900, 300), free)).toBe("west");
    expect(wayTo(box(500, 700), free)).toBe("south");
  });
});

describe("a card over the map", () => {
  const size = { width: 300, height: 200 };

  it("lies in the upper right unless it would hide something asked about", () => {
    expect(cornerFor(size, STAGE, [TOOLS, BAR], [])).toEqual({ x: 688, y: 12 });
    const at = cornerFor(size, STAGE, [TOOLS, BAR], [box(900, 100)])!;
    expect(isOpen({ ...at, ...size }, STAGE, [TOOLS, BAR, box(900, 100)])).toBe(true);
  });

  it("has no corner where things to be seen lie everywhere", () => {
    const everywhere = [150, 400, 650, 900].flatMap((x) => [50, 250, 450].map((y) => box(x, y)));
    expect(cornerFor(size, STAGE, [TOOLS, BAR], everywhere)).toBeNull();
    expect(leastCorner(size, STAGE, [TOOLS, BAR], [box(700, 20, 280, 100), box(110, 12, 20, 300)])).not.toEqual({ x: 688, y: 12 });
  });
});

describe("what N goes through", () => {
  const spaces = [{ id: "a", x: 300, y: 0 }, { id: "b", x: 10, y: 0 }, { id: "c", x: 0, y: 400 }];
  const grid = gridOf({ title: "t", name: "t", width: 500, height: 500, spaces });
  const pieces: PieceView[] = ["a", "c", "b"].map((space) => ({ key: space.toUpperCase(), side: "russia", space }));
  const byKey = new Map(pieces.map((piece) => [piece.key, piece]));
  const asked = (options: Parameters<typeof indexOptions>[0]) =>
    askedPlaces({ choices: indexOptions(options), byKey, stacks: stacksOf(pieces), grid });

  it("walks units and places row by row and comes round", () => {
    const places = asked([{ verb: "unit", kind: "piece", args: ["A", "C"] }, { verb: "step", kind: "space", args: ["b"] }]);
    expect(places.map(({ name }) => name)).toEqual(["b", "A", "C"]);
    expect(nextAfter(places, null)?.name).toBe("b");
    expect(nextAfter(places, { kind: "piece", name: "C" })?.name).toBe("b");
    expect(nextAfter(places, { kind: "space", name: "b" }, true)?.name).toBe("C");
    expect(nextAfter([], null)).toBeNull();
  });

  it("leaves out units that have moved, as long as others are left", () => {
    const places = asked([{ verb: "unit", kind: "piece", args: ["A", "B", "C"] }]);
    const moved = (...keys: string[]) => new Map(pieces.map((piece) => [piece.key, keys.includes(piece.key) ? { ...piece, marks: ["moved"] } : piece]));
    expect(unmoved(places, moved("B")).map(({ name }) => name)).toEqual(["A", "C"]);
    expect(unmoved(places, moved("A", "B", "C"))).toEqual(places);
  });

  it("leaves out what only rearranges, unless there is nothing else", () => {
    const top = { verb: "top", kind: "piece", args: ["A"], free: true };
    expect(asked([top, { verb: "unit", kind: "piece", args: ["B"] }]).map(({ name }) => name)).toEqual(["B"]);
    expect(asked([top]).map(({ name }) => name)).toEqual(["A"]);
  });
});
