/** The card that tells what something is, and why it cannot be chosen. */

import { useSignalEffect } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Counter } from "../board/Counter";
import { useTable } from "../store/context";
import { capital, facingWords, faceOf, pieceName, seatName, sentence } from "../store/words";
import { type Grid, spaceNoun } from "../board/geometry";
import { cornerFor, leastCorner, onScreen, spaceRect } from "../board/sight";
import type { PieceView, Space } from "../wire";
import { Icon } from "../ui/Icon";
import { RuleChip, Words } from "../ui/Words";
import { Outcomes } from "./Battle";
import { PlayCard } from "./Hand";
import { words } from "../words";
import { panels } from "../words/panels";

export function InspectCard(): JSX.Element | null {
  const { inspector, session, gestures } = useTable();
  const card = useCorner();
  const ref = inspector.ref.value;
  if (!ref || gestures.drag.value || (session.play.playing.value && !inspector.pinned.value)) return null;
  const space = inspector.spaceOf(ref);
  const one = ref.kind === "piece" ? session.byKey.value.get(ref.name) : undefined;
  const stack = space ? [...(session.stacks.value.get(space) ?? [])].reverse() : one ? [one] : [];
  const pinned = ref === inspector.pinned.value;
  return (
    <aside class={`card paper${pinned ? " pinned" : ""}`} aria-label={panels.card.label} ref={card}>
      {space && <Place space={session.grid.spaces.get(space)} id={space} grid={session.grid} />}
      {ref.kind === "card" && <Printed name={ref.name} />}
      {stack.map((piece) => (
        <Unit key={piece.key} piece={piece} chosen={piece.key === ref.name} />
      ))}
      <Supply />
      <Offered />
      <WhyNot />
      {inspector.odds.value && <Outcomes forecast={inspector.odds.value} brief />}
      {pinned && <HoldChip />}
      {pinned && (
        <button type="button" class="icon-button card-close" aria-label={panels.card.close} onClick={() => (inspector.pinned.value = null)}>
          <Icon name="close" />
        </button>
      )}
    </aside>
  );
}

/** For those who have no keys at hand. */
function HoldChip(): JSX.Element | null {
  const { gestures, inspector, session } = useTable();
  const units = session.choices.value.byPiece.size > 0 ? gestures.unitsAt(inspector.ref.value) : [];
  if (units.length === 0) return null;
  const held = units.every(({ key }) => session.holding.has(key));
  return (
    <button type="button" class="chip" data-hold="" onClick={() => gestures.hold(units)}>
      {held ? panels.card.again : units.length > 1 ? panels.card.holdAll(units.length) : panels.card.hold}
    </button>
  );
}

/** The card lies where it hides nothing that is asked about, nor what it tells about; if there is no such corner of the
 * map, on the dossier. */
function useCorner(): RefObject<HTMLElement> {
  const { inspector, session, camera } = useTable();
  const card = useRef<HTMLElement>(null);
  const lay = (): void => {
    const element = card.current;
    if (!element || !roomy()) return;
    const space = inspector.spaceOf(inspector.ref.peek());
    const own = space ? [spaceRect(session.grid, space, session.stacks.peek().get(space)?.length ?? 1)] : [];
    const seen = [...own, ...session.asked.peek().map(({ rect }) => rect)].map((rect) => onScreen(camera.camera.peek(), rect));
    const over = camera.over(".card.pinned");
    const free = cornerFor(size(element), camera.stage(), over, seen);
    const docks = free === null && document.querySelector(".dossier:not(.folded)") !== null;
    element.classList.toggle("docked", docks);
    if (docks) return;
    const at = free ?? leastCorner(size(element), camera.stage(), over, seen);
    element.style.left = `${at.x}px`;
    element.style.top = `${at.y}px`;
  };
  // Laid anew when another question comes, and when the map has come to rest: then other things lie there.
  useSignalEffect(() => {
    const [moving] = [camera.moving.value, session.asked.value];
    if (!moving) lay();
  });
  useLayoutEffect(() => {
    lay();
    if (!card.current) return undefined;
    const watch = new ResizeObserver(lay);
    watch.observe(card.current);
    return () => watch.disconnect();
  });
  return card;
}

function size({ offsetWidth, offsetHeight }: HTMLElement): { width: number; height: number } {
  return { width: offsetWidth, height: offsetHeight };
}

/** On a phone the card lies across the head of the map. */
function roomy(): boolean {
  return matchMedia("(min-width: 761px)").matches;
}

function Printed({ name }: { name: string }): JSX.Element | null {
  const card = useTable().session.view.value?.cards?.find((one) => one.key === name);
  return card ? <PlayCard card={card} large /> : null;
}

function Place({ space, id, grid }: { space: Space | undefined; id: string; grid: Grid }): JSX.Element {
  const parts = [space?.terrain ?? "", ...(space?.features ?? [])].filter(Boolean).map((part) => part.replaceAll("-", " "));
  return (
    <header class="card-place">
      <strong>{space?.name ?? panels.card.space(capital(spaceNoun(grid)), id)}</strong>{" "}
      {space?.name && grid.outlines.kind === "hex" && <span class="hex-number">{id}</span>}
      <span class="card-terrain">{capital(parts.join(", "))}</span>
    </header>
  );
}

function Unit({ piece, chosen }: { piece: PieceView; chosen: boolean }): JSX.Element {
  const { catalog } = useTable().session;
  const face = faceOf(catalog, piece);
  const steps = piece.strength == null ? "" : words.names.strength(piece.strength);
  const factors = face?.factors && { block: words.names.atMost(face.factors), order: "", "": words.names.factors(face.factors) }[face.shape ?? ""];
  const facts = [factors, steps, face?.shape === "order" ? "" : face?.symbol, face?.elite ? words.names.elite : "", facingWords(catalog, piece), seatName(piece.side)];
  return (
    <div class={chosen ? "card-unit chosen" : "card-unit"}>
      <div class="small-counter">
        <Counter piece={piece} marks={(piece.marks ?? []).join(" ")} />
      </div>
      <div>
        <strong>{pieceName(catalog, piece)}</strong>
        <span>{facts.filter(Boolean).join(" · ")}</span>
        {(piece.marks ?? []).length > 0 && <em>{piece.marks!.join(", ")}</em>}
      </div>
    </div>
  );
}

function Supply(): JSX.Element | null {
  const supply = useTable().inspector.supply.value;
  if (!supply) return null;
  return (
    <p class="card-supply">
      {panels.card.supply(supply.words)} <RuleChip id={supply.rule} />
    </p>
  );
}

/** What a click would do. */
function Offered(): JSX.Element | null {
  const { inspector, session, gestures } = useTable();
  const ref = inspector.ref.value;
  const choices = session.choices.value;
  if (!ref) return null;
  const space = inspector.spaceOf(ref) ?? "";
  const own = { piece: choices.byPiece, card: choices.byCard, link: choices.byLink, space: choices.bySpace }[ref.kind].get(ref.name) ?? [];
  const here = choices.bySpace.get(space) ?? [];
  const labels = [...new Set([...own, ...here].map((choice) => choice.label))];
  const way = gestures.way.value;
  if (labels.length === 0 && way?.space === space) labels.push(panels.card.moveHere(way.path.length, spaceNoun(session.grid, way.path.length)));
  return labels.length > 0 ? <p class="card-offer">{labels.join(" · ")}</p> : null;
}

function WhyNot(): JSX.Element | null {
  const { inspector, gestures } = useTable();
  const why = inspector.why.value;
  if (!why || gestures.way.value?.space === inspector.spaceOf(inspector.ref.value)) return null;
  return (
    <p class="why-not" data-why={why.rule}>
      <Words text={sentence(why.why)} /> <RuleChip id={why.rule} />
    </p>
  );
}

/** A refusal, told beside the bar for as long as it takes to read. */
export function Refused(): JSX.Element | null {
  const { session } = useTable();
  const refused = session.refused.value;
  if (!refused) return null;
  return (
    <div class="refused paper" key={refused.n} onAnimationEnd={() => (session.refused.value = null)}>
      <Words text={sentence(refused.why)} /> <RuleChip id={refused.rule} />
    </div>
  );
}
