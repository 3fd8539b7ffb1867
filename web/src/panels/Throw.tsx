/** Dice on the table: they roll and fall on what the server has sealed; the picture follows when they lie. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useTable } from "../store/context";
import { ROLLS, diceOf } from "../store/throws";
import { sound } from "../store/sounds";
import { words } from "../words";
import { Die } from "../ui/Dice";

const FACES_A_SECOND = 11;

export function Throw(): JSX.Element | null {
  const { session } = useTable();
  const scene = session.play.scene.value;
  const dice = scene ? diceOf(scene.lines) : [];
  const rolling = useSignal(true);
  const face = useSignal(0);
  useEffect(() => {
    if (dice.length === 0) return undefined;
    rolling.value = true;
    sound("dice");
    const ms = ROLLS / session.play.pace.peek();
    const turning = setInterval(() => (face.value += 1), 1000 / FACES_A_SECOND);
    const fallen = setTimeout(() => {
      clearInterval(turning);
      rolling.value = false;
    }, ms);
    return () => {
      clearInterval(turning);
      clearTimeout(fallen);
    };
  }, [scene]);
  if (!scene || dice.length === 0) return null;
  const now = rolling.value;
  return (
    <button type="button" class={`throw${now ? " rolling" : ""}`} style={{ "--roll": `${ROLLS / session.play.pace.value}ms` }} aria-label={words.feel.dice.skip} tabIndex={-1} onClick={() => session.play.hurry()}>
      <span class="throw-dice">
        {dice.map((die, i) => (
          <span key={i} style={{ "--nth": i }}>
            <Die {...die} pips={now ? 1 + ((face.value * 5 + i * 2 + die.pips) % 6) : die.pips} />
          </span>
        ))}
      </span>
      {scene.quiet && <span class="throw-words">{scene.text}</span>}
    </button>
  );
}
