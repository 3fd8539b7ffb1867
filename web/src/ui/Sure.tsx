/** A button for what cannot be undone: asks once more. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { words } from "../words";
import { Dialog } from "./Dialog";

interface Props {
  question: string;
  run: () => void;
  children: ComponentChildren;
  kind?: string;
}

export function Sure({ question, run, children, kind = "plate danger" }: Props): JSX.Element {
  const asked = useSignal(false);
  return (
    <>
      <button type="button" class={kind} onClick={() => (asked.value = true)}>
        {children}
      </button>
      {asked.value && (
        <Dialog title={question} onClose={() => (asked.value = false)}>
          <div class="answers">
            <button
              type="button"
              class="plate danger"
              data-sure=""
              onClick={() => {
                asked.value = false;
                run();
              }}
            >
              {children}
            </button>
            <button type="button" class="brass" onClick={() => (asked.value = false)}>
              {words.common.cancel}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
