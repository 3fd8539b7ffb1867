/** What makes a sound at a table: a counter set down, my move after others have acted, the end. (Dice make theirs.) */

import { useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useTable } from "../store/context";
import { sound } from "../store/sounds";

export function Sounds(): null {
  const { session } = useTable();
  const before = useRef({ asked: true, over: true, gone: session.gone.peek() });
  useSignalEffect(() => {
    const view = session.view.value;
    const decision = session.decision.value;
    const gone = session.gone.value;
    const last = before.current;
    if (!view) return;
    const [asked, over] = [Boolean(decision && decision.waits !== false && !decision.passes), Boolean(view.result)];
    const others = session.state.peek().lines.at(-1)?.actor;
    if (over && !last.over) sound("end");
    else if (asked && !last.asked && others && others !== session.seat) sound("move");
    else if (gone !== last.gone) sound("counter");
    before.current = { asked, over, gone };
  });
  useSignalEffect(() => {
    const scene = session.play.scene.value;
    if (scene && !scene.quiet && scene.moves.some(({ path }) => path.length > 1)) sound("counter");
  });
  return null;
}
