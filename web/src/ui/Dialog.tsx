/** A sheet of paper in front of everything else: the browser's own dialog keeps focus and Escape. */

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./Icon";

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  kind?: string;
}

export function Dialog({ title, onClose, children, kind = "" }: Props): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    if (!element.open) element.showModal();
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog ${kind}`}
      aria-label={title}
      onClose={onClose}
      onCancel={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-sheet">
        <header class="dialog-head">
          <h2>{title}</h2>
          <button type="button" class="icon-button" onClick={onClose} aria-label="Close">
            <Icon name="close" />
          </button>
        </header>
        <div class="dialog-body">{children}</div>
      </div>
    </dialog>
  );
}
