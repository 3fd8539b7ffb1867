/** The course of some numbers from turn to turn, drawn like a sheet of squared paper in blue and red pencil. */

import type { JSX } from "preact";
import { type Axis, axisOf, luckCourse, penOf, signed } from "../store/course";
import type { Account, Diagram } from "../wire";
import { after } from "../words/after";

const WIDTH = 560;
const HEIGHT = 250;
const LEFT = 44;
const RIGHT = 16;
const TOP = 14;
const BOTTOM = 34;

interface Sheet {
  x: (n: number) => number;
  y: (value: number) => number;
}

function sheetOf(count: number, axis: Axis): Sheet {
  const wide = WIDTH - LEFT - RIGHT;
  const tall = HEIGHT - TOP - BOTTOM;
  return {
    x: (n) => LEFT + (count > 1 ? (n / (count - 1)) * wide : wide / 2),
    y: (value) => TOP + ((axis.high - value) / (axis.high - axis.low)) * tall,
  };
}

function Grid({ axis, at }: { axis: Axis; at: Sheet }): JSX.Element {
  return (
    <g class="chart-grid">
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <path class={tick === 0 ? "chart-zero" : ""} d={`M${LEFT} ${at.y(tick)}H${WIDTH - RIGHT}`} />
          <text x={LEFT - 8} y={at.y(tick) + 5} text-anchor="end">
            {tick < 0 ? `−${-tick}` : tick}
          </text>
        </g>
      ))}
    </g>
  );
}

const course = (values: readonly number[], { x, y }: Sheet): string => values.map((value, n) => `${n ? "L" : "M"}${x(n).toFixed(1)} ${y(value).toFixed(1)}`).join("");

/** Turns that there is room to number. */
function every(count: number): number {
  return Math.max(1, Math.ceil(count / 16));
}

export function CourseChart({ diagram, turns, onTurn }: { diagram: Diagram; turns: number[]; onTurn: (n: number) => void }): JSX.Element {
  const axis = axisOf(diagram.curves.flatMap(({ values }) => values));
  const at = sheetOf(turns.length, axis);
  const words = diagram.curves.map(({ name, values }) => `${name}: ${values.join(", ")}`).join(". ");
  return (
    <figure class="course paper">
      <figcaption>{diagram.title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${diagram.title}. ${words}`}>
        <Grid axis={axis} at={at} />
        {diagram.curves.map((curve, n) => (
          <g key={curve.name} class={`pencil pencil-${penOf(diagram, n)}`}>
            <path d={course(curve.values, at)} />
            {curve.values.map((value, turn) => (
              <circle key={turn} cx={at.x(turn)} cy={at.y(value)} r="3.6">
                <title>{`${curve.name}, ${after.frontTurn(turns[turn]!)}: ${value}`}</title>
              </circle>
            ))}
          </g>
        ))}
        {turns.map((turn, n) => (
          <g key={turn} class="chart-turn" onClick={() => onTurn(n)}>
            <rect x={at.x(n) - (at.x(1) - at.x(0) || 20) / 2} y={TOP} width={at.x(1) - at.x(0) || 20} height={HEIGHT - TOP} />
            {n % every(turns.length) === 0 && (
              <text x={at.x(n)} y={HEIGHT - 12} text-anchor="middle">
                {turn}
              </text>
            )}
          </g>
        ))}
      </svg>
      <ul class="chart-legend">
        {diagram.curves.map((curve, n) => (
          <li key={curve.name} class={`pencil pencil-${penOf(diagram, n)}`}>
            <svg viewBox="0 0 26 8" aria-hidden="true">
              <path d="M1 4H25" />
            </svg>
            {curve.name} <b>{curve.values.at(-1)}</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** Luck as it added up, above and below what was to be expected. */
export function LuckChart({ account, side, name }: { account: Account; side: string; name: string }): JSX.Element {
  const sums = luckCourse(account, side);
  const axis = axisOf(sums);
  const at = sheetOf(sums.length, axis);
  const battles = account.battles ?? [];
  const turns = battles.flatMap(({ turn }, n) => (n === 0 || battles[n - 1]!.turn !== turn ? [{ turn, n }] : []));
  const title = after.luckCourse(name);
  return (
    <figure class="course paper">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${title}: ${signed(sums.at(-1) ?? 0)}`}>
        <Grid axis={axis} at={at} />
        <g class={`pencil pencil-${side}`}>
          <path class="luck-area" d={`${course(sums, at)}L${at.x(sums.length - 1)} ${at.y(0)}H${at.x(0)}Z`} />
          <path d={course(sums, at)} />
        </g>
        {turns.filter(({ n }, i) => i === 0 || at.x(n) - at.x(turns[i - 1]!.n) > 18).map(({ turn, n }) => (
          <g key={turn} class="chart-turn-line">
            <path d={`M${at.x(n)} ${TOP}V${HEIGHT - BOTTOM}`} />
            <text x={at.x(n) + 3} y={HEIGHT - 12}>
              {turn}
            </text>
          </g>
        ))}
      </svg>
    </figure>
  );
}
