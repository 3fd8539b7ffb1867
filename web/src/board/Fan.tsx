/** A stack fanned out at the size of the hand, whatever the zoom: every piece, and what may be done with all of them. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { useTable } from "../store/context";
import { pieceLine, titled } from "../store/words";
import { Counter } from "./Counter";
import { fanPlace, pointOf, toScreen } from "./geometry";
import { onScreen } from "./sight";
import { words } from "../words";

export function Fan(): JSX.Element | null {
  const { gestures, session, camera } = useTable();
  const stack = useComputed(() => (gestures.fan.value ? (session.stacks.value.get(gestures.fan.value) ?? []) : []));
  const space = gestures.fan.value;
  if (!space || (stack.value.length === 0 && !session.choices.value.bySpace.has(space))) return null;
  const at = toScreen(camera.camera.value, pointOf(session.grid, space));
  const half = (session.grid.counter / 2) * camera.camera.value.k;
  const verbs = session.choices.value.bySpace.get(space)?.length ?? 0;
  const others = session.asked.value.filter((place) => place.space !== space).map(({ rect }) => onScreen(camera.camera.value, rect));
  const { x, wide, below } = fanPlace(at, camera.window(), stack.value.length, verbs, others);
  const y = below ? at.y + half + 4 : at.y - half - 4;
  const pieces = [...stack.value].reverse();
  return (
    <div class={below ? "fan below" : "fan"} style={{ transform: `translate(${x}px,${y}px)`, "--wide": `${wide}px` }} role="group" aria-label={words.table.stack}>
      <SpaceVerbs space={space} />
      <div class="fan-pieces">
        {pieces.map((piece, i) => {
          const own = session.choices.value.byPiece.get(piece.key) ?? [];
          const lit = own.some((choice) => !choice.free);
          return (
            <div class="fan-piece" key={piece.key} style={{ "--turn": `${(i - (pieces.length - 1) / 2) * 4}deg` }}>
              <button
                type="button"
                class={`piece fan-counter ${lit ? "lit" : own.length > 0 ? "free" : ""}`}
                data-piece={piece.key}
                data-grab={own.length > 0 ? "" : undefined}
                aria-label={pieceLine(session.catalog, piece)}
              >
                <Counter piece={piece} marks={(piece.marks ?? []).join(" ")} />
              </button>
              {own.length > 1 &&
                own.map((choice) => (
                  <button type="button" class="chip" key={choice.verb} onClick={() => session.choose(choice)}>
                    {choice.label}
                  </button>
                ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function SpaceVerbs({ space }: { space: string }): JSX.Element | null {
  const { session } = useTable();
  const choices = session.choices.value.bySpace.get(space) ?? [];
  if (choices.length === 0) return null;
  return (
    <div class="fan-verbs">
      {choices.map((choice) => (
        <button type="button" class="chip chip-strong" key={choice.verb} onClick={() => session.choose(choice)}>
          {choice.label || titled(choice.verb)}
        </button>
      ))}
    </div>
  );
}
