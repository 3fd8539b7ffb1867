/** One counter as drawn by the game, or a plain one where the game has drawn none. */

import type { JSX } from "preact";
import { memo } from "preact/compat";
import type { PieceView } from "../wire";
import { drawn, pieceSymbol, signKey } from "./assets";

const BADGE_AT: [number, number][] = [[84, 26], [14, 26], [84, 52], [14, 52]];
const SHOWN_OTHERWISE = new Set(["disrupted", "moving", "selected"]);

export const Counter = memo(function Counter({ piece, marks }: { piece: PieceView; marks: string }): JSX.Element {
  const symbol = pieceSymbol(piece);
  return (
    <svg viewBox="0 0 100 100" class="counter" aria-hidden="true" focusable="false">
      {drawn(symbol) ? <use href={`#${symbol}`} width="100" height="100" /> : <Plain piece={piece} />}
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

function Plain({ piece }: { piece: PieceView }): JSX.Element {
  const words = piece.face ?? piece.kind ?? "?";
  return (
    <g class={`plain side-${signKey(piece.side)}`}>
      <rect x="2" y="2" width="94" height="94" rx="9" />
      <text x="49" y="58" text-anchor="middle">
        {words.slice(0, 8)}
      </text>
      {piece.strength != null && (
        <text x="49" y="88" text-anchor="middle">
          {piece.strength}
        </text>
      )}
    </g>
  );
}
