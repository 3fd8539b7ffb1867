/** A link to send or to point a camera at. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Icon } from "./Icon";
import { QrCode } from "./QrCode";
import { words } from "../words";
import { panels } from "../words/panels";

export function LinkRow({ name, href, drawn: open = false }: { name: string; href: string; drawn?: boolean }): JSX.Element {
  const copied = useSignal(false);
  const drawn = useSignal(open);
  const copy = (): void => {
    void navigator.clipboard.writeText(href).then(() => (copied.value = true));
  };
  return (
    <div class="link-row">
      <label>
        <span>{name}</span>
        <input type="text" readOnly value={href} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" class="plate" onClick={copy}>
        <Icon name="link" /> {copied.value ? words.common.copied : words.common.copy}
      </button>
      <button type="button" class="plate" aria-expanded={drawn.value} aria-label={panels.link.qrOf(name)} onClick={() => (drawn.value = !drawn.peek())}>
        {panels.link.qr}
      </button>
      {drawn.value && <QrCode text={href} name={name} />}
    </div>
  );
}
