/** The strength of a block on the edges of its label: what it has on the edge that is up, and faintly on the others what
 * it would have if it were turned. A turn to the left brings up the right edge, one point weaker. */

import type { JSX } from "preact";

const WAYS: [number, number][] = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const EDGES = 4;

export function EdgePips({ strength, most, flat }: { strength: number; most: number; flat: boolean }): JSX.Element {
  const [x, y, half] = flat ? [49, 15.5, 35] : [42, 29, 30];
  return (
    <g class="edge-pips">
      {WAYS.map(([dx, dy], turn) => {
        const value = strength > turn ? strength - turn : strength - turn + EDGES;
        if (turn > 0 && value > most) return null;
        return <path key={turn} class={turn === 0 ? "up" : undefined} d={row(value, x + dx * half, y + half + dy * half, dy !== 0, turn === 0)} />;
      })}
    </g>
  );
}

function row(value: number, x: number, y: number, across: boolean, up: boolean): string {
  const [step, r] = up ? [12.5, 5.4] : [5.5, 1.9];
  return Array.from({ length: value }, (_, i) => {
    const shift = (i - (value - 1) / 2) * step;
    return `M${x + (across ? shift : 0)} ${y + (across ? 0 : shift) - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}z`;
  }).join("");
}
