/** Dice, drawn here: small ones beside the words that use them, large ones while they roll. */

import type { JSX } from "preact";
import type { Die as Fallen } from "../wire";
import { words } from "../words";
import "../style/dice.css";

/** Where the pips lie on a face of nine places. */
const FACES: number[][] = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export function Die({ pips, look = "" }: Fallen): JSX.Element {
  const places = FACES[pips];
  return (
    <svg class={`die die-${look || "plain"}`} viewBox="0 0 36 36" aria-hidden="true" focusable="false">
      <rect x="1.5" y="1.5" width="33" height="33" rx="7" />
      {places ? places.map((at) => <circle key={at} cx={9 + 9 * (at % 3)} cy={9 + 9 * Math.floor(at / 3)} r="3.300" />) : <text x="18" y="25">{pips}</text>}
    </svg>
  );
}

/** Dice as they fell, beside the words that tell of them. */
export function Dice({ dice }: { dice: Fallen[] }): JSX.Element | null {
  if (dice.length === 0) return null;
  return (
    <span class="dice" role="img" aria-label={words.feel.dice.rolled(dice.map(({ pips }) => pips))}>
      {dice.map((die, i) => (
        <Die key={i} {...die} />
      ))}
    </span>
  );
}
