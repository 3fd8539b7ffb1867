/** Where a decision has many things that can be done to places, they lie here to be taken up first: tokens, if the game
 * has drawn them. What is taken up lights only its own places; taken up again it is put down. */

import type { JSX } from "preact";
import { symbolId, drawn } from "../board/assets";
import { useTable } from "../store/context";
import { titled } from "../store/words";
import { panels } from "../words/panels";

export function Palette(): JSX.Element | null {
  const { session } = useTable();
  const verbs = session.verbs.value;
  if (verbs.length === 0) return null;
  const side = session.view.value?.seats?.find((seat) => seat.id === session.seat)?.side ?? "";
  return (
    <div class={`palette token-${side}`} role="group" aria-label={panels.palette}>
      {verbs.map(({ verb, label = "", args }) => {
        const token = symbolId(`order-${verb}`);
        const taken = session.verb.value === verb;
        return (
          <button type="button" key={verb} class="palette-token" aria-pressed={taken} disabled={args.length === 0} data-palette={verb} onClick={() => (session.verb.value = taken ? null : verb)}>
            {drawn(token) && (
              <svg viewBox="0 0 100 100" aria-hidden="true">
                <use href={`#${token}`} width="100" height="100" />
              </svg>
            )}
            <span>{label || titled(verb)}</span>
          </button>
        );
      })}
    </div>
  );
}
