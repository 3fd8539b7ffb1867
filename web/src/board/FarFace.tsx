/** A piece as it is drawn from far away: its arm and its strength, large, and nothing else. */

import type { JSX } from "preact";
import { faceOf } from "../store/words";
import type { Catalog, CounterFace, PieceView } from "../wire";
import { TURNED, drawn, pieceSymbol, signKey } from "./assets";

/** How much larger pieces are drawn from far away, where they lie on stacks and where side by side. */
export const SWELL = { stacked: 1.34, spread: 1.6 };
/** Pixels of a counter below which it is drawn so. */
export const FAR = 30;

const ARMS: Record<string, string> = {
  infantry: "M16 50L82 14M16 14L82 50",
  cavalry: "M16 50L82 14",
  artillery: "M49 25a7 7 0 1 0 .1 0z",
};

/** Null where the piece has no such face: backs, leaders and tokens are plain enough as they are. */
export function farFace(catalog: Catalog, piece: PieceView): JSX.Element | null {
  const face = faceOf(catalog, piece);
  const arm = ARMS[face?.symbol ?? ""];
  const words = face && strengthOf(face, piece);
  if (!face || !arm || !words) return null;
  const symbol = pieceSymbol(piece);
  // The factors are what is written last on a counter.
  const ink = [...document.querySelectorAll(`#${CSS.escape(symbol)} text`)].at(-1)?.getAttribute("fill") ?? "#1d1b18";
  const block = face.shape === "block";
  return (
    <g class="far-face" transform={block ? "translate(-2 14) scale(.84)" : undefined}>
      {block ? <use href={`#${groundOf(face, piece)}`} transform="translate(2 -16) scale(1.19)" width="100" height="100" /> : <use href={`#${groundOf(face, piece)}`} />}
      <rect x="16" y="14" width="66" height="36" class="far-arm" />
      <path d={arm} class={face.symbol === "artillery" ? "far-dot" : "far-stroke"} />
      <text x="49" y="94" text-anchor="middle" class="far-strength" fill={block ? "#1d1b18" : ink}>
        {words}
      </text>
    </g>
  );
}

/** What counts of it: the strength of a block, the factors on the side of a counter that is up. */
function strengthOf(face: CounterFace, piece: PieceView): string {
  if (face.shape === "block") return `${piece.strength ?? ""}`;
  const { factors = "", reverse = "" } = face;
  return (reverse !== "" && piece.marks?.includes("weak") ? reverse : factors).replace("-", "–");
}

function groundOf(face: CounterFace, piece: PieceView): string {
  if (face.shape === "block") return `wood-${signKey(face.side)}`;
  const plain = `ground-${signKey(face.side)}-${signKey(face.nation).slice(0, 3)}`;
  const turned = TURNED.find((mark) => piece.marks?.includes(mark));
  return turned && drawn(`${plain}-${turned}`) ? `${plain}-${turned}` : plain;
}
