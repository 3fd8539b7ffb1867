/** Where the front lay, turn by turn, in pencil on the map of the game. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { Account, Catalog } from "../wire";
import { after } from "../words/after";

type Pair = readonly string[];
const MARGIN = 0.09;

export function FrontMap({ account, catalog }: { account: Account; catalog: Catalog }): JSX.Element | null {
  const fronts = account.fronts ?? [];
  const shown = useSignal(fronts.length - 1);
  if (fronts.length === 0) return null;
  const at = new Map((catalog.spaces ?? []).map((space) => [space.id, space]));
  /** The side that two neighbouring hexes share; between areas a stroke across the way from one to the other. */
  const stroke = ([a = "", b = ""]: Pair): string => {
    const one = at.get(a);
    const other = at.get(b);
    if (!one || !other) return "";
    const [dx, dy] = [-(other.y - one.y) / Math.sqrt(3) / 2, (other.x - one.x) / Math.sqrt(3) / 2];
    const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
    return `M${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}L${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
  };
  const places = fronts.flatMap(({ pairs }) => pairs.flatMap((pair) => pair.flatMap((id) => at.get(id) ?? [])));
  const box = around(places, catalog);
  const width = box.width / 150;
  const now = fronts[shown.value]!;
  return (
    <figure class="front-map paper">
      <svg viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`} style={{ aspectRatio: `${box.width} / ${box.height}`, width: `min(100%, ${Math.round((78 * box.width) / box.height)}vh)` }} role="img" aria-label={`${after.front}: ${after.frontTurn(now.turn)}`}>
        <image href={`/api/games/${account.game}/board.svg`} width={catalog.width} height={catalog.height} />
        <rect class="front-veil" x={box.x} y={box.y} width={box.width} height={box.height} />
        {fronts.map(({ turn, pairs }, n) => (
          <path key={turn} class={n === shown.value ? "front-line now" : "front-line"} style={{ strokeWidth: n === shown.value ? width * 1.6 : width * 0.6, opacity: n === shown.value ? 1 : n < shown.value ? 0.35 : 0.18 }} d={pairs.map(stroke).join("")} />
        ))}
        <path class="front-line now" style={{ strokeWidth: width * 1.6 }} d={now.pairs.map(stroke).join("")} />
      </svg>
      <figcaption>
        <label>
          <b>{after.frontTurn(now.turn)}</b>
          <input type="range" min={0} max={fronts.length - 1} value={shown.value} aria-label={after.frontSlider} aria-valuetext={after.frontTurn(now.turn)} onInput={(event) => (shown.value = Number(event.currentTarget.value))} />
        </label>
      </figcaption>
    </figure>
  );
}

function around(places: readonly { x: number; y: number }[], catalog: Catalog): { x: number; y: number; width: number; height: number } {
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const pad = MARGIN * Math.max(catalog.width, catalog.height);
  const x = Math.max(0, Math.min(...xs) - pad);
  const y = Math.max(0, Math.min(...ys) - pad);
  return { x, y, width: Math.min(catalog.width, Math.max(...xs) + pad) - x, height: Math.min(catalog.height, Math.max(...ys) + pad) - y };
}
