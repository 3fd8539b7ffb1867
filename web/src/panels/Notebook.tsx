/** Notes to myself at this table: written down by themselves, read by nobody else. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { api } from "../net/api";
import { heldAt } from "../net/keyring";
import { useTable } from "../store/context";
import { words } from "../words";
import { Sketches } from "./Sketches";
import "../style/notebook.css";

/** Milliseconds of rest after which what was typed is kept. */
const REST = 600;
const AGAIN = 5000;

type Kept = "loading" | "saved" | "saving" | "failed";

export function Notebook(): JSX.Element {
  const { session } = useTable();
  const text = useSignal("");
  const kept = useSignal<Kept>("loading");
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const unsaved = useRef<string | null>(null);
  const token = heldAt(session.table)?.seats[session.seat] ?? "";

  const save = (): void => {
    const now = unsaved.current;
    if (now === null) return;
    clearTimeout(timer.current);
    unsaved.current = null;
    void api.keepNotes(session.table, token, now).then(
      () => {
        if (unsaved.current === null) kept.value = "saved";
      },
      () => {
        kept.value = "failed";
        unsaved.current ??= now;
        timer.current = setTimeout(save, AGAIN);
      },
    );
  };
  const write = (now: string): void => {
    text.value = now;
    unsaved.current = now;
    kept.value = "saving";
    clearTimeout(timer.current);
    timer.current = setTimeout(save, REST);
  };
  useEffect(() => {
    void api.notes(session.table, token).then(
      (found) => {
        if (unsaved.current === null) text.value = found.text ?? "";
        if (kept.peek() === "loading") kept.value = "saved";
      },
      () => (kept.value = "failed"),
    );
    return save; // who goes to another tab has been saved
  }, [session.table, token]);

  const state = { loading: words.common.loading, saved: words.look.notesSaved, saving: words.look.notesSaving, failed: words.look.notesFailed };
  return (
    <>
    <section class="notebook" aria-label={words.look.notesTitle}>
      <p class="note">{words.look.notesAbout}</p>
      <textarea aria-label={words.look.notesTitle} maxLength={8000} placeholder={words.look.notesEmpty} value={text.value} disabled={kept.value === "loading"} onInput={(event) => write(event.currentTarget.value)} onBlur={save} />
      <p class="notebook-state" role="status" data-kept={kept.value}>
        {state[kept.value]}
      </p>
    </section>
    <Sketches token={token} />
    </>
  );
}
