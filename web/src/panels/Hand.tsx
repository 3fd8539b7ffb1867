/** Cards: those in my hand at the foot of the map, and each of them as it is printed. */

import { type Signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { Choice } from "../store/choices";
import { useTable } from "../store/context";
import { prefs } from "../store/prefs";
import { cardOf, titled } from "../store/words";
import type { CardFace, CardView, Term } from "../wire";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";
import { RuleChip, Words } from "../ui/Words";
import { words as texts } from "../words";
import { panels } from "../words/panels";

/** My hand. A card that can be played is lit; a click takes the one thing that can be done with it, or offers them all. */
export function Hand(): JSX.Element | null {
  const { session } = useTable();
  const folded = useSignal(false);
  const list = useLitInSight(folded);
  const cards = useComputed(() => (session.view.value?.cards ?? []).filter((card) => inHand(card, session.seat)));
  if (cards.value.length === 0) return null;
  const idle = cards.value.every((card) => !session.choices.value.byCard.has(card.key));
  return (
    <section class={`hand${folded.value ? " folded" : ""}${idle ? " idle" : ""}`} aria-label={panels.hand.label}>
      <button type="button" class="hand-title" aria-expanded={!folded.value} onClick={() => (folded.value = !folded.peek())}>
        <Icon name={folded.value ? "up" : "down"} /> <span>{panels.hand.title}</span> <small>{cards.value.length}</small>
      </button>
      {!folded.value && (
        <ul class="hand-cards" ref={list}>
          {cards.value.map((card) => (
            <HandCard key={card.key} card={card} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Where the hand is wider than the screen, a question brings a card that can be played into sight, if none is. */
function useLitInSight(folded: Signal<boolean>): RefObject<HTMLUListElement> {
  const { session } = useTable();
  const list = useRef<HTMLUListElement>(null);
  useSignalEffect(() => {
    if (folded.value || session.choices.value.byCard.size === 0) return;
    requestAnimationFrame(() => list.current && showLit(list.current));
  });
  return list;
}

function showLit(list: HTMLElement): void {
  const lit = [...list.querySelectorAll<HTMLElement>(".card-button.lit")];
  const open = list.getBoundingClientRect();
  const beyond = lit.map((card) => card.getBoundingClientRect()).map(({ left, right }) => Math.min(left - open.left, 0) || Math.max(right - open.right, 0));
  if (beyond.length > 0 && !beyond.includes(0)) list.scrollLeft += beyond[0] ?? 0;
}

export function inHand(card: CardView, seat: string): boolean {
  return card.zone === "hand" && (card.seat ?? seat) === seat && seat !== "";
}

function HandCard({ card }: { card: CardView }): JSX.Element {
  const { session, inspector } = useTable();
  const own = session.choices.value.byCard.get(card.key) ?? [];
  const open = inspector.pinned.value?.kind === "card" && inspector.pinned.value.name === card.key;
  // A finger has no other way to read a card than to tap it: what can be done with it is then a second tap.
  const take = (event: MouseEvent): void => {
    const careful = (event as PointerEvent).pointerType === "touch" && prefs.confirmTouch.peek();
    const only = own.length === 1 && !careful ? own[0] : undefined;
    if (only) session.choose(only);
    else inspector.pinned.value = open ? null : { kind: "card", name: card.key };
  };
  const choose = (choice: Choice): void => {
    inspector.pinned.value = null;
    session.choose(choice);
  };
  return (
    <li class={`hand-card${open ? " open" : ""}`}>
      {open && own.length > 0 && (
        <div class="hand-verbs">
          {own.map((choice) => (
            <button type="button" class="chip chip-strong" key={choice.verb} onClick={() => choose(choice)}>
              {choice.label}
            </button>
          ))}
        </div>
      )}
      <button type="button" class={`card-button${own.length > 0 ? " lit" : ""}`} data-card={card.key} onClick={take}>
        <PlayCard card={card} />
        {!card.face && <span class="unseen">{texts.names.faceDown}</span>}
        {own.length > 0 && <span class="unseen">: {own.map((choice) => choice.label).join(panels.hand.or)}</span>}
      </button>
    </li>
  );
}

/** A card as printed, or its back. */
export function PlayCard({ card, large = false }: { card: CardView; large?: boolean }): JSX.Element {
  const face = cardOf(useTable().session.catalog, card.face);
  if (!face) return <CardBack side={card.seat ?? ""} />;
  return <CardFront face={face} large={large} />;
}

function CardFront({ face, large }: { face: CardFace; large: boolean }): JSX.Element {
  const words = [face.kind ?? "", face.deck ?? ""].filter(Boolean).map(titled);
  return (
    <span class={`play-card${large ? " large" : ""} of-${(face.side ?? "").split("-")[0]}`}>
      <span class="play-card-head">
        {face.side && <Emblem side={face.side} />}
        {face.value && <b>{face.value}</b>}
      </span>
      <strong>{face.title}</strong>
      <Uses uses={face.uses ?? []} large={large} />
      {words.length > 0 && <em>{words.join(" · ")}</em>}
      <span class="play-card-text">
        <span>{large ? <Words text={face.text ?? ""} /> : face.text}</span>
      </span>
    </span>
  );
}

/** What a card can be used for: in short, or with the rule of each. */
function Uses({ uses, large }: { uses: Term[]; large: boolean }): JSX.Element | null {
  if (uses.length === 0) return null;
  return (
    <span class={large ? "card-uses large" : "card-uses"}>
      {uses.map((use) => (
        <span key={use.label} class={`card-use use-${use.label.toLowerCase()}`}>
          <span class="use-name">{use.label}</span> <UseValue value={use.value} /> {large && <RuleChip id={use.rule ?? ""} />}
        </span>
      ))}
    </span>
  );
}

const COLOURS = new Set(["black", "white", "green"]);

/** A number or words; `2 black 1 white` is shown as cubes. */
function UseValue({ value }: { value: string }): JSX.Element {
  const words = value.split(" ");
  const cubes = words.length % 2 === 0 && words.every((word, i) => (i % 2 === 1 ? COLOURS.has(word) : /^\d+$/.test(word)));
  if (!cubes) return <b>{value}</b>;
  return (
    <b class="cubes" title={value}>
      {words.flatMap((word, i) => (i % 2 === 1 ? Array.from({ length: Number(words[i - 1]) }, (_, n) => <i key={`${word}${n}`} class={`cube cube-${word}`} />) : []))}
      <span class="unseen">{value}</span>
    </b>
  );
}

export function CardBack({ side }: { side: string }): JSX.Element {
  return (
    <span class={`play-card back of-${side.split("-")[0]}`}>
      <Emblem side={side} />
    </span>
  );
}
