/** For whoever sits at such a table for the first time: who I am, what I want, how things are done here. */

import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { useTable } from "../store/context";
import { prefs } from "../store/prefs";
import { seatName } from "../store/words";
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
      const seats = games.find((game) => game.id === session.catalog.title)?.seats ?? [];
      aim.value = seats.find((seat) => seat.id === session.seat)?.about ?? "";
    });
  }, [show]);
  if (!show || !session.decision.value) return null;
  return (
    <aside class={`coach paper${unfolded.value ? " unfolded" : ""}`} aria-label="To begin with">
      <Emblem side={session.seat} />
      <p>
        <strong>You lead {seatName(session.seat)}.</strong>{" "}
        <span class="coach-more">
          {aim.value} What glows can be chosen. Until a die is rolled or the other side must act, everything can be taken back.
        </span>
      </p>
      <button type="button" class="chip only-phone" aria-expanded={unfolded.value} onClick={() => (unfolded.value = !unfolded.peek())}>
        {unfolded.value ? "Less" : "What to do?"}
      </button>
      <button type="button" class="icon-button" aria-label="Understood" onClick={() => (prefs.coach.value = false)}>
        <Icon name="check" />
      </button>
    </aside>
  );
}
