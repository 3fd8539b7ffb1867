/** Counters beside the map that can be chosen now: a deployment tray, reinforcements that are due, the replaced. */

import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { Counter } from "../board/Counter";
import { useTable } from "../store/context";
import type { Session } from "../store/session";
import { pieceLine } from "../store/words";
import { Icon } from "../ui/Icon";
import type { Box } from "../wire";
import { panels } from "../words/panels";

const ARMS: Record<string, number> = { artillery: 2, cavalry: 1 };

export function Tray(): JSX.Element | null {
  const { session } = useTable();
  const boxes = useComputed(() => {
    const { byPiece } = session.choices.value;
    const mover = session.mover.value;
    return (session.view.value?.boxes ?? []).filter((box) => box.pieces?.some((p) => byPiece.has(p.key) || p.key === mover));
  });
  const unfolded = useSignal("");
  if (boxes.value.length === 0) return null;
  const { rule = "" } = session.decision.value ?? {};
  const folds = aside(session);
  const folded = folds && unfolded.value !== rule;
  return (
    <>
      {folds && <Handle boxes={boxes.value} folded={folded} onTurn={() => (unfolded.value = folded ? rule : "")} />}
      {!folded && (
        <section class="tray" aria-label={panels.tray}>
          {boxes.value.map((box) => (
            <TrayBox key={box.id} box={box} />
          ))}
        </section>
      )}
    </>
  );
}

/** Whether what is asked is about the map, and counters beside it could only be brought in besides. */
function aside({ choices, mover, byKey }: Session): boolean {
  const moved = byKey.value.get(mover.value ?? "");
  return choices.value.bySpace.size > 0 && !(moved && !moved.space);
}

/** Opens and closes what could be brought in besides, so that the map stays in sight. */
function Handle({ boxes, folded, onTurn }: { boxes: Box[]; folded: boolean; onTurn: () => void }): JSX.Element {
  return (
    <button type="button" class="hand-title tray-title" aria-expanded={!folded} onClick={onTurn}>
      <Icon name={folded ? "up" : "down"} /> {boxes.map((box) => box.title).join(", ")}
    </button>
  );
}

function TrayBox({ box }: { box: Box }): JSX.Element {
  const { session, inspector } = useTable();
  const { byPiece } = session.choices.value;
  const faces = new Map((session.catalog.counters ?? []).map((face) => [face.id, face]));
  const rank = (face: string | null | undefined): string => {
    const found = faces.get(face ?? "");
    return `${found?.band ?? ""} ${ARMS[found?.symbol ?? ""] ?? 0}`;
  };
  const pieces = [...(box.pieces ?? [])].sort((a, b) => rank(a.face).localeCompare(rank(b.face)));
  return (
    <div class="tray-box">
      <h3>
        {box.title} <small>{pieces.length}</small>
      </h3>
      <div class="tray-pieces">
        {pieces.map((piece) => {
          const lit = byPiece.has(piece.key);
          const chosen = session.mover.value === piece.key;
          return (
            <button type="button" key={piece.key} class={`piece tray-counter ${lit ? "lit" : ""} ${chosen ? "mover" : ""}`} data-piece={piece.key} data-grab={lit || chosen ? "" : undefined} aria-pressed={chosen} tabIndex={lit ? 0 : -1} aria-label={pieceLine(session.catalog, piece)} onFocus={() => inspector.hover({ kind: "piece", name: piece.key })}>
              <Counter piece={piece} marks={(piece.marks ?? []).join(" ")} />
            </button>
          );
        })}
      </div>
    </div>
  );
}
