/** A table looked back on: the whole game after its end, or as far as it has come from one's own seat. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { type Assets, loadAssets } from "../board/assets";
import { Board } from "../board/Board";
import { Refusal, api } from "../net/api";
import { bringAgain } from "../net/bring";
import { heldAt } from "../net/keyring";
import { openMine } from "../net/me";
import { InspectCard } from "../panels/Card";
import { Dossier } from "../panels/Dossier";
import { Header } from "../panels/Header";
import { PlaybackBar } from "../panels/PlaybackBar";
import { ProofPanel } from "../panels/ProofPanel";
import { ReplayBar } from "../panels/ReplayBar";
import { Legend, Toolbar } from "../panels/Toolbar";
import { TurnStrip } from "../panels/TurnStrip";
import { follow, visit } from "../router";
import { type Table, TableContext, sitDown } from "../store/context";
import { typesText } from "../store/keys";
import { prefs } from "../store/prefs";
import { expose } from "../store/probe";
import { PACES, type Place, Replay, type Source, placeIn } from "../store/replay";
import type { ShownRecord } from "../wire";
import { Icon } from "../ui/Icon";
import { Live } from "../ui/Live";
import { words } from "../words";
import { LostPage } from "./LostPage";
import { pages } from "../words/pages";
import "../style/replay.css";
import "../style/bring.css";

interface Opened {
  assets: Assets;
  table: Table;
  replay: Replay;
}

export function ReplayPage({ id }: { id: string }): JSX.Element {
  const ready = async (): Promise<Origin> => {
    if (!heldAt(id)) await openMine(id);
    const seats = heldAt(id)?.seats ?? {};
    const sat = localStorage.getItem(`vistula.sat.${id}`) ?? "";
    const token = seats[sat] ?? Object.entries(seats).find(([seat]) => seat)?.[1] ?? seats[""] ?? "";
    return { token, retelling: (eyes) => api.retelling(id, token, eyes), moments: (eyes, first, count) => api.moments(id, token, eyes, first, count) };
  };
  const ways = ({ told }: Replay): JSX.Element => (
    <>
      <Way to={`/table/${id}`}>
        <Icon name="back" /> {words.look.backToTable}
      </Way>
      {told.over && <Way to={`/after/${id}`}>{words.look.story}</Way>}
    </>
  );
  return <LookBack id={id} ready={ready} ways={ways} cannot={pages.replay.cannot} />;
}

/** Milliseconds between two looks at how far the check of a game file has come. */
const LOOK = 400;

/** A game file that somebody has brought: checked first, then looked back on like a table. */
export function RecordPage({ id }: { id: string }): JSX.Element {
  const shown = useSignal<ShownRecord | null>(null);
  const progress = useSignal(0);
  const asked = useSignal(false);
  const ready = async (): Promise<Origin> => {
    while (!shown.peek()) {
      const found = await api.record(id).catch(again);
      progress.value = found.progress ?? 0;
      if (progress.peek() >= 1) shown.value = found;
      else await new Promise((next) => setTimeout(next, LOOK));
    }
    return { token: "", retelling: (eyes) => api.recordRetelling(id, eyes), moments: (eyes, first, count) => api.recordMoments(id, eyes, first, count) };
  };
  /** The server has let go of it: this page may have it still, and then it gets another address. */
  const again = async (error: unknown): Promise<ShownRecord> => {
    const found = error instanceof Refusal && error.status === 404 ? await bringAgain(id) : null;
    if (!found) throw error;
    visit(`/record/${found.record}${location.hash}`);
    return found;
  };
  const ways = (): JSX.Element => (
    <>
      <Way to="/replay">
        <Icon name="back" /> {pages.bring.another}
      </Way>
      <button type="button" class="chip replay-leave" data-proof="" onClick={() => (asked.value = true)}>
        {pages.bring.proof}
      </button>
      {asked.value && shown.value && <ProofPanel shown={shown.value} onClose={() => (asked.value = false)} />}
    </>
  );
  const meanwhile = (
    <p class="loading">
      {pages.bring.checking} <progress max={1} value={progress.value} aria-label={pages.bring.checking} />
    </p>
  );
  return <LookBack id={id} ready={ready} ways={ways} cannot={pages.bring.cannot} meanwhile={meanwhile} />;
}

function Way({ to, children }: { to: string; children: ComponentChildren }): JSX.Element {
  return (
    <a class="chip replay-leave" href={to} data-to={to.split("/")[1]} onClick={(event) => follow(event, to)}>
      {children}
    </a>
  );
}

/** Where the moments come from, and what opens the table that they are of. */
interface Origin extends Source {
  token: string;
}

interface LookBackProps {
  id: string;
  ready: () => Promise<Origin>;
  ways: (replay: Replay) => JSX.Element;
  cannot: string;
  meanwhile?: JSX.Element;
}

function LookBack({ id, ready, ways, cannot, meanwhile }: LookBackProps): JSX.Element {
  const opened = useSignal<Opened | null>(null);
  const problem = useSignal("");
  const open = async ({ eyes, moment, line, after }: Place): Promise<void> => {
    const origin = await ready();
    const told = await origin.retelling(eyes);
    const assets = await loadAssets(told.game, prefs.names.peek());
    close();
    const table = sitDown(id, told.eyes === "open" ? "" : told.eyes, "", assets, null);
    table.tab.value = "diary";
    const replay = new Replay(table.session, id, origin.token, told, origin);
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
  if (problem.value) return <LostPage title={cannot} why={problem.value} />;
  const now = opened.value;
  if (!now) return meanwhile ?? <p class="loading">{words.shelf.firstMove}</p>;
  return (
    <>
      <div class="drawings" aria-hidden="true" dangerouslySetInnerHTML={{ __html: now.assets.counters }} />
      <TableContext.Provider value={now.table} key={now.replay.told.eyes}>
        <Theatre {...now} ways={ways(now.replay)} onEyes={(eyes) => void open({ eyes, after: now.replay.moment.peek()?.after ?? 0 })} />
      </TableContext.Provider>
    </>
  );
}

/** Whether what has the focus has a use of its own for a key. */
function takes(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLButtonElement) return key === " ";
  return typesText(target) && !(target instanceof HTMLInputElement && target.type === "range");
}

function Theatre({ assets, table, replay, ways, onEyes }: Opened & { ways: JSX.Element; onEyes: (eyes: string) => void }): JSX.Element {
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
          {ways}
        </div>
      </main>
      <Dossier />
      <Live />
    </div>
  );
}
