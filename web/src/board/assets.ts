/** The drawings of a game: the board and the symbols of its counters, brought into the page once. */

import { api } from "../net/api";
import type { Catalog, PieceView } from "../wire";
import type { Outlines, Rect } from "./geometry";

export interface Assets {
  catalog: Catalog;
  /** The printed map; where counters lie on stacks, without the names of towns, which may have to stand elsewhere. */
  board: string;
  /** The see-through outlines of its spaces, which lie over it and are pointed at. */
  spaces: string;
  outlines: Outlines;
  /** The printed names of spaces, as far as the board tells them apart: where each lies, and its drawing. */
  names: Map<string, PrintedName>;
  counters: string;
}

export interface PrintedName {
  box: Rect;
  svg: string;
}

export async function loadAssets(game: string, names = ""): Promise<Assets> {
  const [catalog, board, counters] = await Promise.all([api.catalog(game), api.board(game, names), api.counters(game)]);
  return { catalog, ...parted(board), counters };
}

type Parts = Pick<Assets, "board" | "spaces" | "outlines" | "names">;

/** The map and, apart from it, the layer of its spaces. */
export function parted(svg: string): Parts {
  const at = svg.lastIndexOf('<g id="spaces"');
  const end = svg.lastIndexOf("</svg>");
  if (at < 0 || end < at) return { board: svg, spaces: "", outlines: { kind: "", shift: "" }, names: new Map() };
  const shapes = svg.slice(at, end);
  const outlines = {
    kind: /\bid="([a-z]+)-[^"]+" class="space"/.exec(shapes)?.[1] ?? "",
    shift: /^<g [^>]*\btransform="([^"]*)"/.exec(shapes)?.[1] ?? "",
  };
  const used = new Set([...shapes.matchAll(/href="#([\w-]+)"/g)].map((match) => match[1]!));
  const defs = [...used].map((id) => new RegExp(`<\\w+[^>]*\\bid="${id}"[^>]*/>`).exec(svg)?.[0] ?? "");
  const printed = svg.slice(0, at);
  const board = outlines.kind === "hex" ? printed.replaceAll(NAME, "") : printed;
  return { board: `${board}</svg>`, spaces: `<defs>${defs.join("")}</defs>${shapes}`, outlines, names: namesIn(printed) };
}

const NAME = /<g id="name-([^"]+)" data-box="([^"]+)"[^>]*>.*?<\/g>/g;

function namesIn(svg: string): Assets["names"] {
  const found = svg.matchAll(NAME);
  return new Map(
    [...found].map(([whole, space, box]) => {
      const [x = 0, y = 0, width = 0, height = 0] = box!.split(" ").map(Number);
      return [space!, { box: { x, y, width, height }, svg: whole.replace(/ id="[^"]*"/, "") }];
    }),
  );
}

/** The id of the symbol of a counter's front, as the drawings name it. */
export function symbolId(face: string): string {
  return `counter-${face.replaceAll(/[^A-Za-z0-9_-]+/g, "-")}`;
}

export function backId(side: string, nation: string, disrupted: boolean): string {
  const owner = `${side}-${nation.slice(0, 3)}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return disrupted ? `back-${owner}-disrupted` : `back-${owner}`;
}

/** Marks of a counter that lies on its reverse. */
export const TURNED = ["disrupted", "weak"];

/** The mark of a block that lies open to everybody. */
export const LYING = "open";

export function pieceSymbol(piece: PieceView): string {
  const turned = piece.marks?.some((mark) => TURNED.includes(mark)) ?? false;
  if (!piece.face) {
    const wooden = piece.kind === "block" || piece.kind === "order" ? `back-${piece.kind}-${signKey(piece.side)}` : "";
    return wooden && drawn(wooden) ? wooden : backId(piece.side, piece.nation ?? "", turned);
  }
  const flat = `${symbolId(piece.face)}-flat`;
  if (piece.marks?.includes(LYING) && drawn(flat)) return flat;
  return symbolId(piece.face) + (turned ? "-reverse" : "");
}

export function signKey(kind: string): string {
  return kind.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
}

/** Whether the drawings hold an element of this id. */
export function drawn(id: string): boolean {
  return document.getElementById(id) !== null;
}

/** The name of a space from the id of its element: `hex-0615` is 0615. */
export function spaceOfElement(id: string): string {
  return id.slice(id.indexOf("-") + 1);
}
