/** After an answer the focus stays where it was. What had it may be gone: then the part of the table that held it gets
 * it, so that Tab goes on from there and Enter chooses nothing unawares. */

import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useTable } from "../store/context";

const PARTS = [".order-bar", ".choice-list", ".hand", ".tray", ".palette", ".viewport"];

export function useKeptFocus(): void {
  const { session } = useTable();
  const held = useRef<{ element: HTMLElement; part: string } | null>(null);

  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      const part = PARTS.find((one) => target.closest(one) !== null);
      held.current = part ? { element: target, part } : null;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);

  useSignalEffect(() => {
    if (!session.view.value || session.question.value) return undefined;
    const frame = requestAnimationFrame(() => restore());
    return () => cancelAnimationFrame(frame);
  });

  const restore = (): void => {
    const was = held.current;
    const now = document.activeElement;
    const lost = now === null || now === document.body || now.getAttribute("aria-hidden") === "true";
    if (!was || !lost || document.querySelector("dialog[open]")) return;
    const mover = was.part === ".viewport" ? session.mover.peek() : null;
    const piece = mover === null ? null : document.querySelector<HTMLElement>(`.layer-pieces [data-piece="${CSS.escape(mover)}"]`);
    const part = [was.part, ".order-bar"].map((one) => document.querySelector<HTMLElement>(one)).find((one) => one !== null);
    if (!piece && part) part.tabIndex = -1;
    (piece ?? part)?.focus({ preventScroll: true });
  };
}
