/** Overlays and the camera, at the edge of the map. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { nextAfter, unmoved } from "../store/asked";
import { coatsOf } from "../store/coats";
import { type Table, useTable } from "../store/context";
import { titled } from "../store/words";
import { Icon } from "../ui/Icon";
import { words } from "../words";

export function Toolbar(): JSX.Element {
  const { camera, paints, session } = useTable();
  const open = useSignal(false);
  return (
    <div class="toolbar" role="toolbar" aria-label={words.table.map} aria-orientation="vertical">
      <button type="button" class="tool" onClick={() => camera.zoomBy(1.35)} aria-label={words.table.tools.zoomIn}>
        <Icon name="plus" />
      </button>
      <button type="button" class="tool" onClick={() => camera.zoomBy(1 / 1.35)} aria-label={words.table.tools.zoomOut}>
        <Icon name="minus" />
      </button>
      <button type="button" class="tool" onClick={() => camera.fit(session.open.peek())} aria-label={words.table.tools.fit}>
        <Icon name="fit" />
      </button>
      <Next />
      <button type="button" class="tool only-small" aria-expanded={open.value} aria-label={words.table.tools.overlays} onClick={() => (open.value = !open.peek())}>
        <Icon name="layers" />
      </button>
      {paints.kinds.map((kind) => (
        <button type="button" key={kind} class={open.value ? "tool word" : "tool word only-large"} aria-pressed={paints.kind.value === kind} title={words.table.overlays[kind]?.[1] ?? titled(kind)} onClick={() => (paints.kind.value = paints.kind.peek() === kind ? null : kind)}>
          {words.table.overlays[kind]?.[0] ?? titled(kind)}
        </button>
      ))}
    </div>
  );
}

function Next(): JSX.Element {
  const table = useTable();
  return (
    <button type="button" class="tool" disabled={table.session.asked.value.length === 0} aria-label={words.table.tools.next} title={words.table.tools.nextKey} onClick={() => nextChoice(table)}>
      <Icon name="next" />
    </button>
  );
}

/** Bring the next unit or place that can be chosen under the eye and into focus. */
export function nextChoice({ session, inspector, camera }: Table, back = false): boolean {
  const next = nextAfter(unmoved(session.asked.peek(), session.byKey.peek()), inspector.hovered.peek(), back);
  if (!next) return false;
  const { kind, name, rect } = next;
  camera.byHand = true;
  if (camera.unseen([next]).length > 0) camera.bring([rect], { least: camera.camera.peek().k });
  inspector.hovered.value = { kind, name };
  document.querySelector<HTMLElement>(`.layer-pieces [data-${kind}="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
  return true;
}

/** What the colours of the overlay mean. */
export function Legend(): JSX.Element | null {
  const { paints } = useTable();
  const overlay = paints.overlay.value;
  if (!overlay) return null;
  const coats = coatsOf(overlay).filter(({ spaces, sides }) => spaces.length + sides.length > 0);
  return (
    <div class="legend paper" aria-label={words.table.tools.legend}>
      <b>{words.table.overlays[overlay.kind]?.[1] ?? titled(overlay.kind)}</b>
      <ul>
        {coats.map(({ name, look, spaces }) => (
          <li key={name}>
            <i class={`swatch ${look}${spaces.length > 0 ? "" : " swatch-side"}`} />
            {titled(name)}
          </li>
        ))}
      </ul>
    </div>
  );
}
