/** Between two players at one screen: nothing of the table is seen until the next one has taken the seat. */

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { seatName } from "../store/words";
import { Emblem } from "./Emblem";

export function Curtain({ seat, onLift }: { seat: string; onLift: () => void }): JSX.Element {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div class="curtain" role="dialog" aria-modal="true" aria-label={`Hand over to ${seatName(seat)}`}>
      <div class="curtain-card">
        <Emblem side={seat} />
        <h2>{seatName(seat)} to move</h2>
        <p>Hand the table over. Nothing of the other side’s secrets is in sight.</p>
        <button type="button" class="brass big" ref={button} onClick={onLift}>
          I am {seatName(seat)}: lift the curtain
        </button>
      </div>
    </div>
  );
}
