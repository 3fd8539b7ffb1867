/** A part of a page of paper: a heading, what it is for, and what went wrong there. */

import type { Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";

export function Section({ title, about = "", children }: { title: string; about?: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class="me-part" aria-label={title}>
      <h2>{title}</h2>
      {about && <p class="note">{about}</p>}
      {children}
    </section>
  );
}

export function Trouble({ text }: { text: Signal<string> }): JSX.Element {
  return (
    <p class={text.value ? "trouble" : ""} role="status">
      {text.value}
    </p>
  );
}
