/** Cards: those in my hand at the foot of the map, and each of them as it is printed. */

import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { cardOf, titled } from "../store/words";
import type { CardFace, CardView } from "../wire";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";
import { Words } from "../ui/Words";

/** My hand. A card that can be played is lit; a click takes the one thing that can be done with it, or offers them all. */
export function Hand(): JSX.Element | null {
  const { session } = useTable();
  const folded = useSignal(false);
  const cards = useComputed(() => (session.view.value?.cards ?? []).filter((card) => inHand(card, session.seat)));
  if (cards.value.length === 0) return null;
  return (
    <section class={`hand${folded.value ? " folded" : ""}`} aria-label="Cards in your hand">
      <button type="button" class="hand-title" aria-expanded={!folded.value} onClick={() => (folded.value = !folded.peek())}>
        <Icon name={folded.value ? "up" : "down"} /> Hand <small>{cards.value.length}</small>
      </button>
      {!folded.value && (
        <ul class="hand-cards">
          {cards.value.map((card) => (
            <HandCard key={card.key} card={card} />
          ))}
        </ul>
      )}
    </section>
  );
}

export function inHand(card: CardView, seat: string): boolean {
  return card.zone === "hand" && (card.seat ?? seat) === seat && seat !== "";
}

function HandCard({ card }: { card: CardView }): JSX.Element {
  const { session, inspector } = useTable();
  const own = session.choices.value.byCard.get(card.key) ?? [];
  const open = inspector.pinned.value?.kind === "card" && inspector.pinned.value.name === card.key;
  const take = (): void => {
    const only = own.length === 1 ? own[0] : undefined;
    if (only) session.choose(only);
    else inspector.pinned.value = open ? null : { kind: "card", name: card.key };
  };
  return (
    <li class={`hand-card${open ? " open" : ""}`}>
      {open && own.length > 1 && (
        <div class="hand-verbs">
          {own.map((choice) => (
            <button type="button" class="chip chip-strong" key={choice.verb} onClick={() => session.choose(choice)}>
              {choice.label}
            </button>
          ))}
        </div>
      )}
      <button type="button" class={`card-button${own.length > 0 ? " lit" : ""}`} data-card={card.key} onClick={take}>
        <PlayCard card={card} />
        {!card.face && <span class="unseen">A card face down</span>}
        {own.length > 0 && <span class="unseen">: {own.map((choice) => choice.label).join(" or ")}</span>}
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
      {words.length > 0 && <em>{words.join(" · ")}</em>}
      <span class="play-card-text">{large ? <Words text={face.text ?? ""} /> : face.text}</span>
    </span>
  );
}

export function CardBack({ side }: { side: string }): JSX.Element {
  return (
    <span class={`play-card back of-${side.split("-")[0]}`}>
      <Emblem side={side} />
    </span>
  );
}
