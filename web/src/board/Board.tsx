/** The stage: map, overlays and pieces as three layers under one camera. */

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useTable } from "../store/context";
import type { Assets } from "./assets";
import { Beacons } from "./Beacons";
import { Beyond, lookAtFirst } from "./Beyond";
import { Counter } from "./Counter";
import { Fan } from "./Fan";
import { MapLayer } from "./MapLayer";
import { Arrows, Overlays } from "./Overlays";
import { Pieces } from "./Pieces";
import { Signs } from "./Signs";
import { PointerWatch } from "./pointer";
import { Targets } from "./Targets";
import { words } from "../words";

export function Board({ assets }: { assets: Assets }): JSX.Element {
  const table = useTable();
  const { camera, session } = table;
  const viewport = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const map = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const leaveCamera = camera.attach(viewport.current!, world.current!);
    const leavePointer = new PointerWatch(table, viewport.current!, viewport.current!.parentElement!).attach();
    lookAtFirst(table);
    return () => {
      leaveCamera();
      leavePointer();
    };
  }, [table]);

  const size = { width: `${session.grid.width}px`, height: `${session.grid.height}px` };
  return (
    <div class="viewport" ref={viewport} role="region" aria-label={words.table.map}>
      <div class="world" ref={world} style={size}>
        <MapLayer assets={assets} layer={map} />
        <div class="layer layer-paint" style={size}>
          <Overlays spaces={assets.spaces} />
        </div>
        <div class="layer layer-pieces" style={size}>
          <Pieces names={assets.names} />
          <Signs />
          <Targets />
          <Beacons />
          <Arrows />
        </div>
      </div>
      <Fan />
      <Beyond />
      <Ghost />
    </div>
  );
}

/** The counter under the pointer while it is dragged. */
function Ghost(): JSX.Element | null {
  const { gestures, session, camera } = useTable();
  const drag = gestures.drag.value;
  const piece = drag && session.byKey.value.get(drag.piece);
  if (!drag || !piece) return null;
  const size = Math.max(52, session.grid.counter * camera.camera.value.k);
  return (
    <div
      class={`ghost${drag.over ? "" : " nowhere"}`}
      style={{ transform: `translate(${drag.x - size / 2}px,${drag.y - size / 2}px)`, width: `${size}px`, height: `${size}px` }}
    >
      <Counter piece={piece} marks={(piece.marks ?? []).join(" ")} />
      {drag.others.length > 0 && <span class="ghost-count">{drag.others.length + 1}</span>}
    </div>
  );
}
