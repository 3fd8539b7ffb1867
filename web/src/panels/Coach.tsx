/** First-visit card: which side you play, your aim, and the basic controls. */

import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { useTable } from "../store/context";
import { prefs } from "../store/prefs";
import { briefingOf, seatName } from "../store/words";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";

export function Coach(): JSX.Element | null {
  const { session } = useTable();
  const aim = useSignal("");
  const unfolded = useSignal(false);
  const show = prefs.coach.value && session.seat !== "";
  useSignalEffect(() => {
    if (session.acted.value) prefs.coach.value = false;
  });
  useEffect(() => {
    if (!show) return;
    void api.shelf().then(({ games }) => {
      const game = games.find((one) => one.id === session.catalog.title);
      if (game) aim.value = briefingOf(game, session.welcome.peek()?.scenario ?? "", session.seat);
    });
  }, [show]);
  if (!show || !session.decision.value) return null;
  return (
    <aside class={`coach paper${unfolded.value ? " unfolded" : ""}`} aria-label="Your briefing">
      <Emblem side={session.seat} />
      <p>
        <strong>You lead {seatName(session.seat)}.</strong>{" "}
        <span class="coach-more">
          {aim.value} Click anything highlighted. You can undo until a die is rolled or the other side has to answer.
        </span>
      </p>
      <button type="button" class="chip only-phone" aria-expanded={unfolded.value} onClick={() => (unfolded.value = !unfolded.peek())}>
        {unfolded.value ? "Less" : "What to do?"}
      </button>
      <button type="button" class="icon-button" aria-label="Got it" onClick={() => (prefs.coach.value = false)}>
        <Icon name="check" />
      </button>
    </aside>
  );
}
