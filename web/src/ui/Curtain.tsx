/** Between two players at one screen: nothing of the table is seen until the next one has taken the seat. */

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { seatName } from "../store/words";
import { Emblem } from "./Emblem";
import { words } from "../words";

export function Curtain({ seat, first, onLift }: { seat: string; first: boolean; onLift: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div class="curtain" role="dialog" aria-modal="true" aria-label={words.table.curtain.pass(seatName(seat))}>
      <div class="curtain-card">
        <Emblem side={seat} />
        <h2>{first ? seatName(seat) : words.table.curtain.toMove(seatName(seat))}</h2>
        <p>{words.table.curtain.about}</p>
        <button type="button" class="brass big" ref={button} onClick={onLift}>
          {words.table.curtain.show(seatName(seat))}
        </button>
      </div>
    </div>
  );
}
