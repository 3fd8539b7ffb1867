/** A sketch at its table: the same room, on a copy of what this seat knows. */

import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Assets, loadAssets } from "../board/assets";
import { api } from "../net/api";
import { heldAt } from "../net/keyring";
import { openMine } from "../net/me";
import { type Table, TableContext, sitDown } from "../store/context";
import { prefs } from "../store/prefs";
import type { Deed } from "../wire";
import { sketch } from "../words/sketch";
import { LostPage } from "./LostPage";
import { Room } from "./Room";

interface Opened {
  assets: Assets;
  table: Table;
}

export function SketchPage({ id, n }: { id: string; n: number }): JSX.Element {
  const opened = useSignal<Opened | null>(null);
  const problem = useSignal("");
  const drawn = useRef<{ steps: Deed[]; cut: boolean }>({ steps: [], cut: false });
  useEffect(() => {
    document.title = `${sketch.title} – Vistula`;
    let left = false;
    void open(id, n)
      .then((found) => (left ? found.table.close() : (opened.value = found)))
      .catch((error: unknown) => (problem.value = error instanceof Error ? error.message : String(error)));
    return () => {
      left = true;
      opened.peek()?.table.close();
    };
  }, [id, n]);
  // Where the line was cut, the server has forgotten what was drawn: it is drawn again.
  useSignalEffect(() => {
    const session = opened.value?.table.session;
    const state = session?.socket.state.value;
    const known = drawn.current;
    if (!session || state === undefined) return;
    if (state === "waiting") known.cut = true;
    else if (state === "open" && known.cut) {
      known.cut = false;
      const steps = known.steps;
      if (steps.length > 0) void session.nextUpdate().then(() => session.send({ type: "act", revision: session.revision, actions: steps }));
    }
  });
  useSignalEffect(() => {
    const steps = opened.value?.table.session.state.value.sketch?.steps;
    if (steps && !drawn.current.cut) drawn.current.steps = steps;
  });
  const at = opened.value;
  const refused = at?.table.session.socket.state.value === "refused" ? at.table.session.socket.problem.value : "";
  if (problem.value || refused) return <LostPage title={sketch.lost} why={problem.value === "" ? refused : problem.value} />;
  if (!at) return <p class="loading">{sketch.loading}</p>;
  return (
    <>
      <div class="drawings" aria-hidden="true" dangerouslySetInnerHTML={{ __html: at.assets.counters }} />
      <TableContext.Provider value={at.table}>
        <Room assets={at.assets} token="" onRematch={() => undefined} onTake={() => undefined} />
      </TableContext.Provider>
    </>
  );
}

async function open(id: string, n: number): Promise<Opened> {
  if (!heldAt(id)) await openMine(id);
  const seats = Object.entries(heldAt(id)?.seats ?? {}).filter(([seat]) => seat);
  const sat = localStorage.getItem(`vistula.sat.${id}`);
  const [seat, token] = seats.find(([one]) => one === sat) ?? seats[0] ?? ["", ""];
  const known = heldAt(id)?.game ?? "";
  const game = known === "" ? (await api.table(id, token)).game : known;
  const assets = await loadAssets(game, prefs.names.peek());
  const path = `/api/tables/${encodeURIComponent(id)}/sketches/${n}/play`;
  return { assets, table: sitDown(`sketch ${id}`, seat, token, assets, path) };
}
