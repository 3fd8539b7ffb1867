import { describe, expect, it } from "vitest";
import { arrowHead, shortened, smoothPath } from "./arrows";
import { backId, parted, pieceSymbol, spaceOfElement, symbolId } from "./assets";
import {
  around, covered, drawnAround, framing, gridOf, inside, leaderShift, linkPlace, linkPoint, near, nearest, pieceShift, placeOf, pointOf, rowShift, sideBetween, sidesPath, spaceNoun, stackShift, toBoard, toScreen, usualPitch, windowOn,
} from "./geometry";
import { bitmapFile, levelAt, levelsFor } from "./raster";

const grid = gridOf({
  title: "t", name: "T", width: 400, height: 300,
  spaces: [{ id: "0101", x: 50, y: 50 }, { id: "0102", x: 134, y: 50 }, { id: "0201", x: 92, y: 122.7 }],
});

describe("leaders and weakened counters", () => {
  it("puts a leader beside the stack, smaller than its counters", () => {
    expect(leaderShift(0, 100)).toMatchObject({ x: -60, y: 40 });
    expect(leaderShift(1, 100).x).toBeCloseTo(-18);
  });

  it("turns weakened and disrupted counters to their reverse", () => {
    const piece = { key: "P-8", side: "poland", face: "P-8" };
    expect(pieceSymbol({ ...piece, marks: ["weak"] })).toBe("counter-P-8-reverse");
    expect(pieceSymbol({ ...piece, marks: ["disrupted"] })).toBe("counter-P-8-reverse");
    expect(pieceSymbol({ ...piece, marks: ["moved"] })).toBe("counter-P-8");
  });
});

describe("the grid", () => {
  it("measures how far spaces lie apart", () => {
    expect(grid.pitch).toBeCloseTo(83.96, 1);
    expect(pointOf(grid, "0102")).toEqual({ x: 134, y: 50 });
  });

  it("finds the space under a point", () => {
    expect(nearest(grid, { x: 60, y: 44 })).toBe("0101");
    expect(nearest(grid, { x: 390, y: 290 })).toBeNull();
  });

  it("lays a stack around its middle, the upper ones to the right", () => {
    expect(stackShift(0, 1, 60)).toEqual({ x: 0, y: 0 });
    const [low, high] = [stackShift(0, 3, 60), stackShift(2, 3, 60)];
    expect(low.x).toBeCloseTo(-high.x);
    expect(high.y).toBeLessThan(low.y);
  });
});

describe("hexsides", () => {
  it("lie across the middle between two hexes, as long as a side is", () => {
    const [from, to] = sideBetween({ x: 50, y: 50 }, { x: 134, y: 50 });
    expect(from).toMatchObject({ x: 92 });
    expect(to).toMatchObject({ x: 92 });
    expect(Math.abs(from.y - to.y)).toBeCloseTo(84 / Math.sqrt(3));
    expect((from.y + to.y) / 2).toBeCloseTo(50);
  });

  it("are drawn as one line, without those that lead off the board", () => {
    const line = sidesPath(grid, [["0101", "0102"], ["0102", "0101"], ["0101", "9999"]]);
    expect(line.match(/M/g)).toHaveLength(2);
    expect(line).toMatch(/^M92\.0 25\.8L92\.0 74\.2/);
  });

  it("of two slanting neighbours meet those of others at the corners", () => {
    const corner = { x: 92, y: 50 + 84 / (2 * Math.sqrt(3)) };
    const ends = sideBetween({ x: 50, y: 50 }, { x: 92, y: 50 + (84 * Math.sqrt(3)) / 2 });
    expect(Math.min(...ends.map(({ x, y }) => Math.hypot(x - corner.x, y - corner.y)))).toBeCloseTo(0);
  });
});

describe("what is drawn", () => {
  const endless = { x: -Infinity, y: -Infinity, width: Infinity, height: Infinity };
  const window = windowOn({ x: -200, y: -100, k: 2 }, { width: 400, height: 200 });

  it("is the window and a margin", () => {
    expect(window).toEqual({ x: 100, y: 50, width: 200, height: 100 });
    const drawn = drawnAround(endless, window);
    expect(drawn).toMatchObject({ x: -20, y: -10 });
    expect(near(drawn, { x: 415, y: 60 }, 10)).toBe(true);
    expect(near(drawn, { x: 435, y: 60 }, 10)).toBe(false);
    expect(near(endless, { x: 9999, y: 0 }, 0)).toBe(true);
  });

  it("stays the same while the window moves within it, and follows when it leaves", () => {
    const drawn = drawnAround(endless, window);
    expect(drawnAround(drawn, { ...window, x: 219 })).toBe(drawn);
    expect(drawnAround(drawn, { ...window, x: 221 })).toMatchObject({ x: 101 });
  });

  it("becomes smaller only at rest", () => {
    const drawn = drawnAround(endless, { x: 0, y: 0, width: 2000, height: 1000 });
    expect(drawnAround(drawn, window)).toBe(drawn);
    expect(drawnAround(drawn, window, true)).toMatchObject({ x: -20 });
  });
});

describe("the camera", () => {
  it("goes from the board to the screen and back", () => {
    const camera = { x: 10, y: -20, k: 0.5 };
    const there = toScreen(camera, { x: 100, y: 200 });
    expect(there).toEqual({ x: 60, y: 80 });
    expect(toBoard(camera, there)).toEqual({ x: 100, y: 200 });
  });

  it("frames what it is asked to, neither too close nor too far", () => {
    const rect = around([{ x: 0, y: 0 }, { x: 100, y: 50 }], 10)!;
    const window = { x: 0, y: 0, width: 600, height: 400 };
    const camera = framing(rect, window, 2);
    expect(camera.k).toBe(2);
    expect(inside(window, toScreen(camera, { x: 0, y: 0 }))).toBe(true);
    expect(framing({ x: 0, y: 0, width: 9000, height: 9000 }, window, 2, 0.4).k).toBe(0.4);
    expect(around([], 10)).toBeNull();
  });
});

describe("arrows", () => {
  const points = [{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }];

  it("run smoothly through their points", () => {
    expect(smoothPath(points)).toMatch(/^M0 0L72 0Q100 0 100 28L100 100$/);
    expect(smoothPath([{ x: 0, y: 0 }])).toBe("");
  });

  it("have a head at the end and keep off the counters", () => {
    expect(arrowHead(points, 20)).toMatch(/^M100 100L.*Z$/);
    expect(shortened(points, 10, 20)[0]).toEqual({ x: 10, y: 0 });
    expect(shortened(points, 10, 20)[2]).toEqual({ x: 100, y: 80 });
  });
});

describe("drawings", () => {
  it("are found by the names that the server gives them", () => {
    expect(symbolId("P-PL 2")).toBe("counter-P-PL-2");
    expect(backId("poland", "lit", false)).toBe("back-poland-lit");
    expect(pieceSymbol({ key: "0921.0", side: "poland", nation: "pol", marks: ["disrupted"] })).toBe("back-poland-pol-disrupted");
    expect(pieceSymbol({ key: "R-4", side: "russia", face: "R-4", marks: ["disrupted"] })).toBe("counter-R-4-reverse");
    expect(spaceOfElement("hex-0615")).toBe("0615");
  });

  it("part into the map and its spaces, which take their outline along", () => {
    const svg = '<svg><defs><path d="M0 0" id="hex"/></defs><text>x</text><g id="spaces"><g><use href="#hex" id="hex-0101" class="space"/></g></g></svg>';
    const { board, spaces } = parted(svg);
    expect(board).toBe('<svg><defs><path d="M0 0" id="hex"/></defs><text>x</text></svg>');
    expect(spaces).toBe('<defs><path d="M0 0" id="hex"/></defs><g id="spaces"><g><use href="#hex" id="hex-0101" class="space"/></g></g>');
  });

  it("have bitmaps of which the smallest that is sharp enough is taken", () => {
    const levels = levelsFor(3098, 2395);
    expect(levels).toHaveLength(3);
    expect(levelAt(levels, 0.3)).toBe(0);
    expect(levelAt(levels, 0.6)).toBe(1);
    expect(levelAt(levels, 5)).toBe(2);
  });
});

describe("areas", () => {
  const areas = gridOf(
    { title: "t", name: "T", width: 400, height: 300, crowding: "spread", links: [["minsk", "borisov"]], spaces: [{ id: "minsk", x: 50, y: 50 }, { id: "borisov", x: 150, y: 90 }] },
    { kind: "area", shift: "translate(46 46)" },
  );

  it("hold their pieces side by side, around their middle", () => {
    const spots = [0, 1, 2, 3, 4].map((slot) => rowShift(slot, 5, 60));
    expect(new Set(spots.map(({ x, y }) => `${x} ${y}`)).size).toBe(5);
    expect(spots[0]!.y).toBeLessThan(spots[4]!.y);
    expect(pieceShift(areas, 0, 1)).toEqual({ x: 0, y: 0 });
  });

  it("are joined by links with a middle", () => {
    expect(linkPoint(areas, "minsk-borisov")).toEqual({ x: 100, y: 70 });
    expect(linkPoint(areas, "minsk-kiev")).toBeNull();
  });

  it("are called what they are", () => {
    expect(spaceNoun(areas, 2)).toBe("areas");
    expect(spaceNoun(grid, 2)).toBe("hexes");
  });

  it("have outlines of their own, wherever their layer lies", () => {
    const svg = '<svg><g id="spaces" transform="translate(46 46)"><g><path d="M0 0" id="area-minsk" class="space"/></g></g></svg>';
    expect(parted(svg).outlines).toEqual({ kind: "area", shift: "translate(46 46)" });
  });
});

describe("a piece of the map as a file", () => {
  it("is a header and the pixels as they are", async () => {
    const data = new Uint8ClampedArray([1, 2, 3, 255, 4, 5, 6, 255]);
    const bytes = new Uint8Array(await bitmapFile({ width: 2, height: 1, data }).arrayBuffer());
    expect(String.fromCharCode(bytes[0]!, bytes[1]!)).toBe("BM");
    expect([...bytes.slice(bytes[10])]).toEqual([...data]);
  });
});

describe("boards of areas", () => {
  const areas = gridOf({
    title: "t", name: "T", width: 900, height: 300, crowding: "spread", links: [["a", "b"]],
    spaces: [{ id: "a", x: 0, y: 0 }, { id: "b", x: 30, y: 0 }, { id: "c", x: 200, y: 0 }, { id: "d", x: 400, y: 0 }, { id: "e", x: 600, y: 0 }],
  });

  it("takes the usual distance, not the least", () => {
    expect(usualPitch([...areas.spaces.values()])).toBe(170);
    expect(usualPitch([])).toBe(80);
  });

  it("puts a piece on the link over which it came", () => {
    expect(placeOf(areas, "a", "a-b")).toEqual({ x: 15, y: 0 });
    expect(placeOf(areas, "b", "a-b")).toEqual({ x: 15, y: 0 });
    expect(placeOf(areas, "c", "a-b")).toEqual({ x: 200, y: 0 });
    expect(placeOf(areas, "a", null)).toEqual({ x: 0, y: 0 });
  });

  it("lets pieces on a short link stand where nobody hides them", () => {
    expect(linkPlace(areas, "a", "a-b", 1, [])).toEqual({ x: 15, y: 0 });
    const taken = [covered(areas, { x: 0, y: 0 }, 1)];
    const found = covered(areas, linkPlace(areas, "a", "a-b", 1, taken), 1);
    const beside = Math.abs(found.y - taken[0]!.y) / taken[0]!.height;
    expect(beside).toBeGreaterThanOrEqual(0.5);
    expect(found.x).toBeGreaterThan(taken[0]!.x);
  });
});
