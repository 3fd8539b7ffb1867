/** One piece as drawn by the game, or a plain one where the game has drawn none; with its marks, pips and facing. */

import type { JSX } from "preact";
import { memo } from "preact/compat";
import { useTable } from "../store/context";
import { faceOf } from "../store/words";
import type { PieceView } from "../wire";
import { EdgePips } from "./EdgePips";
import { farFace } from "./FarFace";
import { LYING, TURNED, drawn, pieceSymbol, signKey } from "./assets";

const BADGE_AT: [number, number][] = [[84, 26], [14, 26], [84, 52], [14, 52]];
const SHOWN_OTHERWISE = new Set([...TURNED, LYING, "moving", "selected"]);
/** Beyond this many, pips are a number. */
const MOST_PIPS = 6;

export const Counter = memo(function Counter({ piece, marks, far = false }: { piece: PieceView; marks: string; far?: boolean }): JSX.Element {
  const symbol = pieceSymbol(piece);
  const { catalog } = useTable().session;
  const face = faceOf(catalog, piece);
  const block = face?.shape === "block";
  const plain = far ? farFace(catalog, piece) : null;
  return (
    <svg key={symbol} viewBox="0 0 100 100" class={`counter kind-${piece.kind ?? "counter"} token-${signKey(piece.side)}`} aria-hidden="true" focusable="false">
      {plain ?? (drawn(symbol) ? <use href={`#${symbol}`} width="100" height="100" /> : <Plain piece={piece} />)}
      {piece.strength != null && !block && <Pips strength={piece.strength} />}
      {piece.strength && block && !plain && <EdgePips strength={piece.strength} most={Number(face.factors)} flat={symbol.endsWith("-flat")} />}
      <Facing facing={piece.facing} nation={piece.nation ?? ""} />
      {marks
        .split(" ")
        .filter((mark) => mark && !SHOWN_OTHERWISE.has(mark))
        .map((mark, i) => (
          <Badge key={mark} kind={mark} at={BADGE_AT[i % BADGE_AT.length]!} />
        ))}
    </svg>
  );
});

function Badge({ kind, at }: { kind: string; at: [number, number] }): JSX.Element {
  const id = `badge-${signKey(kind)}`;
  if (drawn(id)) return <use href={`#${id}`} x={at[0]} y={at[1]} />;
  return (
    <g transform={`translate(${at[0]} ${at[1]})`}>
      <circle r="12" fill="#5a5550" stroke="#fff" stroke-width="1.5" />
      <text y="4.5" text-anchor="middle" class="badge-text">
        {kind.slice(0, 2).toUpperCase()}
      </text>
    </g>
  );
}

/** The steps that are left, at the upper edge. */
function Pips({ strength }: { strength: number }): JSX.Element {
  if (strength > MOST_PIPS) {
    return (
      <text x="49" y="13" text-anchor="middle" class="pip-number">
        {strength}
      </text>
    );
  }
  return (
    <g class="pip-row">
      {Array.from({ length: strength }, (_, i) => (
        <circle key={i} cx={49 + (i - (strength - 1) / 2) * 14} cy="8" r="5" />
      ))}
    </g>
  );
}

/** The front of a piece: a wedge at the edge that it faces. Its print stays upright and readable. */
function Facing({ facing, nation }: { facing: number | null | undefined; nation: string }): JSX.Element | null {
  const angle = useTable().session.grid.facings[facing ?? -1];
  if (angle === undefined) return null;
  return (
    <g class={`facing nation-${signKey(nation)}`} transform={`translate(49 49) rotate(${angle})`}>
      <path d="M-30-47L0-64L30-47L30-42L0-56L-30-42Z" />
      <path class="facing-tip" d="M-11-56L0-70L11-56Z" />
    </g>
  );
}

const BODIES: Record<string, JSX.Element> = {
  leader: <circle cx="49" cy="49" r="46" />,
  order: <path d="M26 4H72L96 49L72 94H26L2 49Z" />,
  marker: <rect x="12" y="12" width="74" height="74" rx="37" />,
};

function Plain({ piece }: { piece: PieceView }): JSX.Element {
  const face = faceOf(useTable().session.catalog, piece);
  const words = piece.face ? (face?.label ?? piece.face) : "?";
  return (
    <g class={`plain side-${signKey(piece.side)}`}>
      {BODIES[piece.kind ?? ""] ?? <rect x="2" y="2" width="94" height="94" rx="9" />}
      <text x="49" y="58" text-anchor="middle">
        {words.slice(0, 8)}
      </text>
      {face?.factors && (
        <text x="49" y="86" text-anchor="middle">
          {face.factors}
        </text>
      )}
    </g>
  );
}
