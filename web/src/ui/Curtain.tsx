/** Between two players at one screen: nothing of the table is seen until the next one has taken the seat. */

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { seatName } from "../store/words";
import { Emblem } from "./Emblem";

export function Curtain({ seat, first, onLift }: { seat: string; first: boolean; onLift: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div class="curtain" role="dialog" aria-modal="true" aria-label={`Pass the screen to ${seatName(seat)}`}>
      <div class="curtain-card">
        <Emblem side={seat} />
        <h2>{first ? seatName(seat) : `${seatName(seat)} to move`}</h2>
        <p>Pass the screen over. Nothing secret is showing.</p>
        <button type="button" class="brass big" ref={button} onClick={onLift}>
          I’m {seatName(seat)}. Show the board
        </button>
      </div>
    </div>
  );
}
