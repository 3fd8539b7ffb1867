/** A sheet of paper in front of everything else: the browser's own dialog keeps focus and Escape. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./Icon";
import { words } from "../words";

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  kind?: string;
}

export function Dialog({ title, onClose, children, kind = "" }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const gone = useRef(false);
  useEffect(() => {
    const element = dialog.current!;
    if (!element.open) element.showModal();
    return () => {
      gone.current = true; // its last "close" comes when another dialog may be open already
      element.close();
    };
  }, []);
  const close = (): void => {
    if (!gone.current) onClose();
  };
  return (
    <dialog
      ref={dialog}
      class={`dialog ${kind}`}
      aria-label={title}
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <div class="dialog-sheet">
        <header class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="icon-button" onClick={close} aria-label={words.common.close}>
            <Icon name="close" />
          </button>
        </header>
        <div class="dialog-body">{children}</div>
      </div>
    </dialog>
  );
}
