/** The layer between map and pieces: paint, marks, lit spaces, paths. Each part listens to its own signals. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import type { Way } from "../store/gestures";
import { coatsOf } from "../store/coats";
import type { Mark } from "../wire";
import { arrowHead, shortened, smoothPath } from "./arrows";
import { drawn, signKey } from "./assets";
import { type Point, linkPoint, near, pointOf, sidesPath } from "./geometry";
import { liesOnPieces } from "./Signs";

/** The outline of a space: the board's own element, drawn once more. */
function Shape({ space, kind }: { space: string; kind: string }): JSX.Element {
  const { outlines } = useTable().session.grid;
  return <use href={`#${outlines.kind}-${space}`} transform={outlines.shift || undefined} class={kind} />;
}

/** A link as the board draws it, or straight from space to space. */
function LinkShape({ link, kind }: { link: string; kind: string }): JSX.Element | null {
  const { grid } = useTable().session;
  const ends = grid.links.get(link);
  if (!ends) return null;
  const id = [`link-${ends[0]}-${ends[1]}`, `link-${ends[1]}-${ends[0]}`].find(drawn);
  if (id) return <use href={`#${id}`} transform={grid.outlines.shift || undefined} class={kind} />;
  const [a, b] = [pointOf(grid, ends[0]), pointOf(grid, ends[1])];
  return <path d={`M${a.x} ${a.y}L${b.x} ${b.y}`} class={kind} />;
}

export function Overlays({ spaces }: { spaces: string }): JSX.Element {
  const { session } = useTable();
  const { width, height } = session.grid;
  return (
    <svg class="overlays" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <pattern id="uncovered" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="12" height="12" class="hatch-ground" />
          <path d="M0 0V12" class="hatch-line" />
        </pattern>
        <pattern id="foe" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="14" height="14" class="foe-ground" />
          <path d="M0 0V14" class="foe-line" />
        </pattern>
      </defs>
      <g class="space-hits" dangerouslySetInnerHTML={{ __html: spaces }} />
      <Paint />
      <Marks />
      <ReachPaint />
      <Lit />
      <Aim />
    </svg>
  );
}

/** Of some spaces those that are drawn: in the window or near it. */
function useNear(): (space: string) => boolean {
  const { session, camera } = useTable();
  const part = camera.drawn.value;
  return (space) => near(part, pointOf(session.grid, space), session.grid.pitch * 2);
}

function Paint(): JSX.Element | null {
  const { paints, session } = useTable();
  const isNear = useNear();
  const overlay = paints.overlay.value;
  if (!overlay) return null;
  const coats = coatsOf(overlay);
  return (
    <g class={`paint paint-${signKey(overlay.kind)}`}>
      {coats.map(({ name, look, spaces }) => (
        <g key={name} class={look}>
          {spaces.filter(isNear).map((space) => (
            <Shape key={space} space={space} kind="coat-hex" />
          ))}
        </g>
      ))}
      {Object.entries(overlay.labels ?? {}).filter(([space]) => isNear(space)).map(([space, label]) => (
        <Label key={space} at={pointOf(session.grid, space)} text={label} pitch={session.grid.pitch} />
      ))}
    </g>
  );
}

/** Lines along hexsides lie over the pieces, which from far away are as large as their hexes. */
function SideLines(): JSX.Element | null {
  const { paints, session } = useTable();
  const isNear = useNear();
  const overlay = paints.overlay.value;
  if (!overlay?.sides) return null;
  return (
    <g class="paint">
      {coatsOf(overlay).map(({ name, look, sides }) => {
        const line = sidesPath(session.grid, sides.filter(([one]) => isNear(one ?? "")));
        return line && <Sides key={name} look={look} line={line} />;
      })}
    </g>
  );
}

/** A line along hexsides, on a pale one that parts it from the map. */
function Sides({ look, line }: { look: string; line: string }): JSX.Element {
  return (
    <g class={`sides ${look}`}>
      <path class="side-edge" d={line} />
      <path class="side-line" d={line} />
    </g>
  );
}

function Label({ at, text, pitch }: { at: Point; text: string; pitch: number }): JSX.Element {
  return (
    <text class="paint-label" x={at.x} y={at.y + pitch * 0.42} font-size={pitch * 0.2} text-anchor="middle">
      {text}
    </text>
  );
}

function Marks(): JSX.Element {
  const { session } = useTable();
  const isNear = useNear();
  const marks = useComputed(() => (session.view.value?.marks ?? []).filter((mark) => !liesOnPieces(session, mark)));
  return (
    <g class="marks">
      {marks.value.filter(({ space }) => !space || isNear(space)).map((mark, i) => (
        <MarkSign key={`${mark.kind} ${mark.space ?? mark.link ?? i}`} mark={mark} />
      ))}
    </g>
  );
}

function MarkSign({ mark }: { mark: Mark }): JSX.Element | null {
  const { grid } = useTable().session;
  const kind = signKey(mark.kind);
  if (mark.hexside) return <path d={sidesPath(grid, [mark.hexside])} class={`side-mark mark-${kind}`} />;
  if (mark.link) return <LinkMark mark={mark} kind={kind} />;
  if (!mark.space) return null;
  const at = pointOf(grid, mark.space);
  if (kind === "uncovered") return <Shape space={mark.space} kind="uncovered" />;
  const flag = kind.startsWith("control");
  const size = grid.pitch * (flag ? 0.3 : grid.spread && kind !== "target" ? 0.26 : 0.62);
  const x = at.x - (flag ? grid.pitch * 0.44 : size / 2);
  const y = at.y - (flag ? grid.pitch * 0.4 : size / 2);
  if (drawn(`marker-${kind}`)) {
    return (
      <g>
        <use href={`#marker-${kind}`} x={x} y={y} width={size} height={size} />
        {mark.label && <Label at={at} text={mark.label} pitch={grid.pitch} />}
      </g>
    );
  }
  return (
    <g class={`mark mark-${kind}`}>
      <Shape space={mark.space} kind="mark-hex" />
      {mark.label && <Label at={at} text={mark.label} pitch={grid.pitch} />}
    </g>
  );
}

function LinkMark({ mark, kind }: { mark: Mark; kind: string }): JSX.Element {
  const { grid } = useTable().session;
  const at = linkPoint(grid, mark.link ?? "");
  return (
    <g class={`mark mark-${kind}`}>
      <LinkShape link={mark.link ?? ""} kind="link-mark" />
      {at && mark.label && <Label at={at} text={mark.label} pitch={grid.pitch} />}
    </g>
  );
}

function ReachPaint(): JSX.Element | null {
  const { paints, session } = useTable();
  const isNear = useNear();
  const reach = paints.reach.value;
  if (!reach || !session.decision.value) return null;
  return (
    <g class="reach">
      {[...reach.spaces].filter(isNear).map((space) => (
        <Shape key={space} space={space} kind="reach-hex" />
      ))}
      {Object.entries(reach.labels).filter(([space]) => isNear(space)).map(([space, label]) => (
        <Label key={space} at={pointOf(session.grid, space)} text={label} pitch={session.grid.pitch} />
      ))}
    </g>
  );
}

/** Spaces that may be chosen. One where another side's pieces stand is lit as a target. */
function Lit(): JSX.Element {
  const { session } = useTable();
  const isNear = useNear();
  const lit = useComputed(() => {
    const side = session.side.value;
    const { bySpace, byPiece } = session.lit.value;
    return [...bySpace.keys()].map((space) => {
      const stack = session.stacks.value.get(space) ?? [];
      const own = stack.some((piece) => byPiece.has(piece.key)) ? " with-lit" : "";
      return { space, kind: stack.some((piece) => piece.side !== side) ? "lit-hex strike" : `lit-hex${own}` };
    });
  });
  return (
    <g class="lit-spaces">
      {lit.value.filter(({ space }) => isNear(space)).map(({ space, kind }) => (
        <Shape key={space} space={space} kind={kind} />
      ))}
      {[...session.choices.value.byLink.keys()].map((link) => (
        <LinkShape key={link} link={link} kind="lit-link" />
      ))}
    </g>
  );
}

/** What is pointed at: the space under the pointer, a fanned stack, the drop of a drag, "look here". */
function Aim(): JSX.Element {
  const { inspector, gestures, session } = useTable();
  const hovered = inspector.spaceOf(inspector.hovered.value);
  const pinned = inspector.spaceOf(inspector.pinned.value);
  const over = gestures.drag.value?.over ?? gestures.armed.value?.space ?? null;
  const pointed = session.state.value.pointed;
  return (
    <g class="aim">
      {hovered && <Shape space={hovered} kind="aim-hover" />}
      {pinned && <Shape space={pinned} kind="aim-pin" />}
      {over && <Shape space={over} kind="aim-drop" />}
      {pointed && <Ping key={pointed.n} at={pointOf(session.grid, pointed.space)} />}
    </g>
  );
}

function Ping({ at }: { at: Point }): JSX.Element {
  return (
    <g class="ping" transform={`translate(${at.x} ${at.y})`}>
      <circle r="30" />
      <circle r="30" />
      <circle r="30" />
    </g>
  );
}

/** Arrows over the pieces: the path before it is taken, the burst that is played back, and what the view shows. */
export function Arrows(): JSX.Element {
  const { session, gestures } = useTable();
  const { width, height } = session.grid;
  return (
    <svg class="arrows" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <SideLines />
      {(session.view.value?.arrows ?? []).map((arrow) => (
        <Arrow key={arrow.spaces.join()} spaces={arrow.spaces} kind={`arrow-${signKey(arrow.kind)} of-${signKey(arrow.side ?? "")}`} />
      ))}
      {gestures.way.value && <WayArrow />}
      {session.play.scene.value && <SceneArrow />}
    </svg>
  );
}

/** The path that a move would take, from where the piece stands. */
function WayArrow(): JSX.Element | null {
  const { session, gestures } = useTable();
  const way = gestures.way.value;
  const from = way && session.byKey.value.get(way.piece)?.space;
  if (!way) return null;
  return (
    <>
      <Arrow spaces={from ? [from, ...way.path] : way.path} kind="arrow-way" />
      <Price way={way} />
    </>
  );
}

/** What the path costs, at its end; where there are several ways of moving, which keys choose them. */
function Price({ way }: { way: Way }): JSX.Element | null {
  const { session, camera } = useTable();
  const { grid } = session;
  const lines = way.paths.length > 1 ? way.paths.map(({ label = "", price = "", by = "" }, i) => ({ text: [i + 1, label, price].filter(Boolean).join(" "), chosen: by === way.by })) : [{ text: way.price, chosen: true }];
  if (lines.every(({ text }) => text === "")) return null;
  const at = pointOf(grid, way.space);
  const pixel = 1 / camera.scale.value;
  const size = Math.max(grid.pitch * 0.24, 17 * pixel);
  const aside = Math.max(grid.pitch * 0.45, 38 * pixel);
  return (
    <g class="price" font-size={size} stroke-width={4 * pixel}>
      {lines.map(({ text, chosen }, i) => (
        <text key={text} class={chosen ? "chosen" : ""} x={at.x + aside} y={at.y + size * (0.35 + (i - (lines.length - 1) / 2) * 1.15)}>
          {text}
        </text>
      ))}
    </g>
  );
}

function SceneArrow(): JSX.Element | null {
  const { session } = useTable();
  const scene = session.play.scene.value;
  if (!scene) return null;
  const marches = scene.moves.filter(({ path }) => path.length > 1);
  const ways = new Map(marches.map(({ path }) => [path.join(), path]));
  if (ways.size > 0) return <>{[...ways].map(([key, path]) => <Arrow key={`${scene.lines[0]?.n} ${key}`} spaces={path} kind={`arrow-scene of-${signKey(scene.actor)}`} />)}</>;
  const only = scene.path[0];
  return only ? <Shape space={only} kind="scene-hex" /> : null;
}

function Arrow({ spaces, kind }: { spaces: string[]; kind: string }): JSX.Element | null {
  const { grid } = useTable().session;
  const room = grid.spread ? grid.counter * 0.75 : 6;
  const points = shortened(spaces.map((space) => pointOf(grid, space)), grid.spread ? room : 8, room);
  if (points.length < 2) return null;
  const line = smoothPath(points);
  const head = arrowHead(points, grid.pitch * (grid.spread ? 0.14 : 0.34));
  return (
    <g class={`arrow ${kind}${grid.spread ? " slim" : ""}`}>
      <path class="arrow-edge" d={line} />
      <path class="arrow-head-edge" d={head} />
      <path class="arrow-line" d={line} pathLength={1} />
      <path class="arrow-head" d={head} />
    </g>
  );
}
