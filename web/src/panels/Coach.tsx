/** Shown when one first sits down in a scenario: which side you play, your aim and, the first time of all, the basic controls. */

import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { briefed, briefing, isNew } from "../store/briefing";
import { useTable } from "../store/context";
import { prefs } from "../store/prefs";
import { seatName } from "../store/words";
import { words } from "../words";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";

export function Coach(): JSX.Element | null {
  const { session, dialog } = useTable();
  const unfolded = useSignal(false);
  const game = session.catalog.title;
  const scenario = useComputed(() => session.welcome.value?.scenario ?? "");
  const shown = useComputed(() => scenario.value !== "" && isNew(game, scenario.value, session.seat));
  const away = (): void => {
    prefs.coach.value = false;
    briefed(game, scenario.peek(), session.seat);
  };
  useSignalEffect(() => {
    if (session.acted.value && shown.value) away();
  });
  if (!shown.value || !session.decision.value) return null;
  const aim = briefing(game, scenario.value, [session.seat])?.wants[0]?.[1] ?? "";
  return (
    <aside class={`coach paper${unfolded.value ? " unfolded" : ""}`} aria-label={words.feel.briefing.yours}>
      <Emblem side={session.seat} />
      <p>
        <strong>{words.feel.briefing.lead(seatName(session.seat))}</strong>{" "}
        <span class="coach-more">
          {aim} {prefs.coach.value && words.feel.briefing.controls}{" "}
          <button type="button" class="text-link" data-briefing="" onClick={() => (dialog.value = "briefing")}>
            {words.feel.briefing.full}
          </button>
        </span>
      </p>
      <button type="button" class="chip only-phone" aria-expanded={unfolded.value} onClick={() => (unfolded.value = !unfolded.peek())}>
        {unfolded.value ? words.feel.briefing.less : words.feel.briefing.more}
      </button>
      <button type="button" class="icon-button" aria-label={words.feel.briefing.gotIt} onClick={away}>
        <Icon name="check" />
      </button>
    </aside>
  );
}
