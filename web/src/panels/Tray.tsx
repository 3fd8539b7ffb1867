/** Counters beside the map that can be chosen now: a deployment tray, reinforcements that are due, the replaced. */

import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import { Counter } from "../board/Counter";
import { useTable } from "../store/context";
import { pieceLine } from "../store/words";
import type { Box } from "../wire";

const ARMS: Record<string, number> = { artillery: 2, cavalry: 1 };

export function Tray(): JSX.Element | null {
  const { session } = useTable();
  const boxes = useComputed(() => {
    const { byPiece } = session.choices.value;
    const mover = session.mover.value;
    return (session.view.value?.boxes ?? []).filter((box) => box.pieces?.some((p) => byPiece.has(p.key) || p.key === mover));
  });
  if (boxes.value.length === 0) return null;
  return (
    <section class="tray" aria-label="Counters beside the map">
      {boxes.value.map((box) => (
        <TrayBox key={box.id} box={box} />
      ))}
    </section>
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
