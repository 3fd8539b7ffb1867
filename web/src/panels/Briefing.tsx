/** The briefing in full: what the scenario is about, what my side wants, what to hear first, and how a turn goes. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { type Briefing as Told, briefing } from "../store/briefing";
import { useTable } from "../store/context";
import { seatName } from "../store/words";
import type { StripStep } from "../wire";
import { words } from "../words";
import { Dialog } from "../ui/Dialog";
import { Emblem } from "../ui/Emblem";
import { RuleChip } from "../ui/Words";
import "../style/briefing.css";

export function Briefing({ onClose }: { onClose: () => void }): JSX.Element {
  const { session } = useTable();
  const { catalog } = session;
  const seats = session.seat ? [session.seat] : (session.view.value?.seats ?? []).map(({ id }) => id);
  const told = useComputed(() => briefing(catalog.title, session.welcome.value?.scenario ?? "", seats)).value;
  return (
    <Dialog title={words.feel.briefing.title} onClose={onClose} kind="briefing-sheet">
      {told ? <Aims told={told} turns={session.view.value?.tracks?.find(({ kind }) => kind === "turn")?.high ?? 0} /> : <p class="note">{words.common.loading}</p>}
      {catalog.first && (
        <section>
          <h3>{words.feel.briefing.first}</h3>
          <p>{catalog.first}</p>
        </section>
      )}
      {(catalog.strip ?? []).length > 0 && (
        <section>
          <h3>{words.feel.briefing.turn}</h3>
          <ol class="briefing-turn">{(catalog.strip ?? []).map((step) => !step.once && <Step key={step.id} step={step} />)}</ol>
        </section>
      )}
    </Dialog>
  );
}

function Aims({ told, turns }: { told: Told; turns: number }): JSX.Element {
  return (
    <>
      <section class="briefing-scene">
        <h3>{told.title}</h3>
        {told.about && <p>{told.about}</p>}
        {turns > 0 && <p class="note">{words.feel.briefing.length(turns, told.game.length ?? "")}</p>}
      </section>
      {told.wants.map(([seat, aim]) => (
        <section class="briefing-side" key={seat}>
          <h3>
            <Emblem side={seat} /> {seatName(seat)}
          </h3>
          <p>{aim}</p>
        </section>
      ))}
    </>
  );
}

function Step({ step }: { step: StripStep }): JSX.Element {
  return (
    <li>
      <b>{step.word}</b> {step.says} <RuleChip id={step.rule ?? ""} />
    </li>
  );
}
