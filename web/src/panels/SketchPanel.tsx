/** At a sketch: what it is called, what is noted about it, and what becomes of it. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { heldAt } from "../net/keyring";
import { route, visit } from "../router";
import { useTable } from "../store/context";
import { carried, freeNumber } from "../store/sketch";
import { Icon } from "../ui/Icon";
import { words } from "../words";
import { sketch } from "../words/sketch";
import "../style/sketch.css";

export function SketchPanel(): JSX.Element | null {
  const { session } = useTable();
  const at = route.value;
  const [id, opened] = at.page === "sketch" ? [at.table, at.n] : ["", 0];
  const token = heldAt(id)?.seats[session.seat] ?? "";
  const n = useSignal(opened);
  const name = useSignal("");
  const note = useSignal("");
  const said = useSignal("");
  useEffect(() => {
    if (!opened) return;
    void api.sketches(id, token).then(({ sketches }) => {
      const sheet = sketches.find((one) => one.n === opened)?.sheet;
      name.value = sheet?.name ?? "";
      note.value = sheet?.note ?? "";
    }, () => undefined);
  }, [id, opened]);
  const state = session.state.value.sketch;
  if (!state) return null;
  const { steps, draft } = state;
  const turn = session.latest.value?.turn ?? 0;
  const save = async (): Promise<void> => {
    const number = n.peek() || freeNumber((await api.sketches(id, token)).sketches);
    if (!number) {
      said.value = sketch.full;
      return;
    }
    await api.keepSketch(id, token, number, { name: name.peek().trim() || sketch.unnamed(turn), note: note.peek(), steps, turn });
    n.value = number;
    said.value = sketch.saved;
  };
  const apply = (): void => {
    localStorage.setItem(`vistula.sat.${id}`, session.seat);
    carried.value = { table: id, seat: session.seat, steps: steps.slice(0, draft) };
    visit(`/table/${id}`);
  };
  const type = (field: typeof name) => (event: Event & { currentTarget: HTMLInputElement | HTMLTextAreaElement }): void => {
    field.value = event.currentTarget.value;
    said.value = "";
  };
  return (
    <section class="sketch paper" aria-label={sketch.title}>
      <div class="sketch-fields">
        <header>
          <b>
            <Icon name="pencil" /> {sketch.title}
          </b>
          <span data-steps={steps.length}>{sketch.steps(steps.length)}</span>
        </header>
        <input type="text" maxLength={80} aria-label={sketch.name} data-sketch="name" placeholder={sketch.unnamed(turn)} value={name.value} onInput={type(name)} />
        <input type="text" maxLength={2000} aria-label={sketch.note} data-sketch="note" placeholder={sketch.noteHint} value={note.value} onInput={type(note)} />
      </div>
      {steps.length > draft && <p class="note">{sketch.only(draft)}</p>}
      <div class="answers">
        <button type="button" class="plate" data-sketch="save" disabled={steps.length === 0} onClick={() => void save().catch((error: unknown) => (said.value = error instanceof Error ? error.message : String(error)))}>
          {sketch.save}
        </button>
        <button type="button" class="plate" data-sketch="apply" disabled={draft === 0} onClick={apply}>
          {sketch.apply}
        </button>
        <a class="plain" data-sketch="leave" href={`/table/${id}`} onClick={(event) => {
          event.preventDefault();
          visit(`/table/${id}`);
        }}>
          {sketch.back}
        </a>
        <span class="note" role="status">
          {said.value === "" && steps.length === 0 ? "" : said.value || words.look.sketchPrivate}
        </span>
      </div>
    </section>
  );
}
