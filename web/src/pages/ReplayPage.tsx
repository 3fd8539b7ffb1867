/** A table looked back on: the whole game after its end, or as far as it has come from one's own seat. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type Assets, loadAssets } from "../board/assets";
import { Board } from "../board/Board";
import { api } from "../net/api";
import { heldAt } from "../net/keyring";
import { openMine } from "../net/me";
import { InspectCard } from "../panels/Card";
import { Dossier } from "../panels/Dossier";
import { Header } from "../panels/Header";
import { PlaybackBar } from "../panels/PlaybackBar";
import { ReplayBar } from "../panels/ReplayBar";
import { Legend, Toolbar } from "../panels/Toolbar";
import { TurnStrip } from "../panels/TurnStrip";
import { follow } from "../router";
import { type Table, TableContext, sitDown } from "../store/context";
import { typesText } from "../store/keys";
import { prefs } from "../store/prefs";
import { expose } from "../store/probe";
import { PACES, type Place, Replay, placeIn } from "../store/replay";
import { Icon } from "../ui/Icon";
import { Live } from "../ui/Live";
import { words } from "../words";
import { LostPage } from "./LostPage";
import { pages } from "../words/pages";
import "../style/replay.css";

interface Opened {
  assets: Assets;
  table: Table;
  replay: Replay;
}

export function ReplayPage({ id }: { id: string }): JSX.Element {
  const opened = useSignal<Opened | null>(null);
  const problem = useSignal("");
  const open = async ({ eyes, moment, line, after }: Place): Promise<void> => {
    if (!heldAt(id)) await openMine(id);
    const seats = heldAt(id)?.seats ?? {};
    const sat = localStorage.getItem(`vistula.sat.${id}`) ?? "";
    const token = seats[sat] ?? Object.entries(seats).find(([seat]) => seat)?.[1] ?? seats[""] ?? "";
    const told = await api.retelling(id, token, eyes);
    const assets = await loadAssets(told.game, prefs.names.peek());
    close();
    const table = sitDown(id, told.eyes === "open" ? "" : told.eyes, "", assets, null);
    table.tab.value = "diary";
    const replay = new Replay(table.session, id, token, told);
    const at = after !== undefined ? replay.momentAfter(after) : line === undefined ? moment : replay.momentOf(line);
    await replay.show(at ?? (told.over ? 0 : replay.last)); // the first look goes to where the armies stand
    opened.value = { assets, table, replay };
  };
  const close = (): void => {
    opened.peek()?.replay.close();
    opened.peek()?.table.close();
  };
  useEffect(() => {
    document.title = pages.replay.tab;
    void open(placeIn(location.hash)).catch((error: unknown) => (problem.value = error instanceof Error ? error.message : String(error)));
    return close;
  }, [id]);
  if (problem.value) return <LostPage title={pages.replay.cannot} why={problem.value} />;
  const now = opened.value;
  if (!now) return <p class="loading">{words.shelf.firstMove}</p>;
  return (
    <>
      <div class="drawings" aria-hidden="true" dangerouslySetInnerHTML={{ __html: now.assets.counters }} />
      <TableContext.Provider value={now.table} key={now.replay.told.eyes}>
        <Theatre {...now} id={id} onEyes={(eyes) => void open({ eyes, after: now.replay.moment.peek()?.after ?? 0 })} />
      </TableContext.Provider>
    </>
  );
}

/** Whether what has the focus has a use of its own for a key. */
function takes(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLButtonElement) return key === " ";
  return typesText(target) && !(target instanceof HTMLInputElement && target.type === "range");
}

function Theatre({ assets, table, replay, id, onEyes }: Opened & { id: string; onEyes: (eyes: string) => void }): JSX.Element {
  useEffect(() => expose(table), [table]);
  useEffect(() => {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => replay.step(-1),
      ArrowRight: () => replay.step(1),
      Home: () => void replay.show(0),
      End: () => void replay.show(replay.last),
      " ": () => replay.toggle(),
    };
    PACES.forEach((pace, n) => (keys[n + 1] = () => (prefs.pace.value = pace)));
    const turns: Record<string, () => void> = { ArrowLeft: () => replay.turn(-1), ArrowRight: () => replay.turn(1) };
    const listener = (event: KeyboardEvent): void => {
      const run = event.shiftKey ? turns[event.key] : keys[event.key];
      if (!run || event.ctrlKey || event.metaKey || event.altKey || takes(event.target, event.key)) return;
      event.preventDefault();
      run();
    };
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, [replay]);
  return (
    <div class="room">
      <Header />
      <TurnStrip />
      <main class="stage" id="stage">
        <Board assets={assets} />
        <Toolbar />
        <PlaybackBar />
        <InspectCard />
        <div class="foot">
          <Legend />
          <ReplayBar replay={replay} onEyes={onEyes} />
          <a class="chip replay-leave" href={`/table/${id}`} onClick={(event) => follow(event, `/table/${id}`)}>
            <Icon name="back" /> {words.look.backToTable}
          </a>
          {replay.told.over && (
            <a class="chip replay-leave" href={`/after/${id}`} data-after="" onClick={(event) => follow(event, `/after/${id}`)}>
              {words.look.story}
            </a>
          )}
        </div>
      </main>
      <Dossier />
      <Live />
    </div>
  );
}
