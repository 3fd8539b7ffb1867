/** Everything around one table, for one seat. */

import { useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Assets } from "../board/assets";
import { Board } from "../board/Board";
import { seated } from "../net/reach";
import { Aids } from "../panels/Aids";
import { BattleStrip } from "../panels/Battle";
import { Dossier } from "../panels/Dossier";
import { Header } from "../panels/Header";
import { Frozen, Handed, Notices } from "../panels/Notices";
import { OrderBar, Warning } from "../panels/OrderBar";
import { PlaybackBar } from "../panels/PlaybackBar";
import { Legend, Toolbar } from "../panels/Toolbar";
import { TurnStrip } from "../panels/TurnStrip";
import { type Table, useTable } from "../store/context";
import { obey } from "../store/commands";
import { ruleIn } from "../store/chapters";
import { commandOf, typesText } from "../store/keys";
import { tabTitle } from "../store/state";
import { seatName } from "../store/words";
import type { LessonStep } from "../wire";
import { expose } from "../store/probe";
import { carried, make } from "../store/sketch";
import { useKeptFocus } from "../ui/focus";
import { later } from "../ui/later";
import { Live } from "../ui/Live";
import { words } from "../words";

const Sounds = later(() => import("../ui/Sounds").then((found) => found.Sounds));
const Calls = later(() => import("../ui/Calls").then((found) => found.Calls));
const CallMe = later(() => import("../panels/CallMe").then((found) => found.CallMe));
const Throw = later(() => import("../panels/Throw").then((found) => found.Throw));
const Recap = later(() => import("../panels/Dispatch").then((found) => found.Recap));
const Verdict = later(() => import("../panels/Dispatch").then((found) => found.Verdict));
const InspectCard = later(() => import("../panels/Card").then((found) => found.InspectCard));
const Refused = later(() => import("../panels/Card").then((found) => found.Refused));
const Hand = later(() => import("../panels/Hand").then((found) => found.Hand));
const Tray = later(() => import("../panels/Tray").then((found) => found.Tray));
const Palette = later(() => import("../panels/Palette").then((found) => found.Palette));
const Aftermath = later(() => import("../panels/Aftermath").then((found) => found.Aftermath));
const Coach = later(() => import("../panels/Coach").then((found) => found.Coach));
const Menu = later(() => import("../panels/Menu").then((found) => found.Menu));
const LessonPanel = later(() => import("../panels/LessonPanel").then((found) => found.LessonPanel));
const SketchPanel = later(() => import("../panels/SketchPanel").then((found) => found.SketchPanel));
const Survey = later(() => import("../ui/Survey").then((found) => found.Survey));
const Briefing = later(() => import("../panels/Briefing").then((found) => found.Briefing));
const Help = later(() => import("../ui/Help").then((found) => found.Help));

interface Props {
  assets: Assets;
  token: string;
  onRematch: () => void;
  onTake: (seat: string) => void;
}

export function Room({ assets, token, onRematch, onTake }: Props): JSX.Element {
  const table = useTable();
  const { session, dialog } = table;

  useSignalEffect(() => {
    document.title = tabTitle(session.state.value, session.catalog.name);
  });
  useBrought(session);
  useEffect(() => expose(table), [table]);
  useEffect(() => {
    seated.value = true;
    return () => (seated.value = false);
  }, []);
  useRuleInAddress(table);
  useKeptFocus();
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (typesText(event.target) || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const command = commandOf(event);
      if (command && obey(table, command)) event.preventDefault();
    };
    const back = (): void => session.socket.retry();
    addEventListener("keydown", listener);
    addEventListener("online", back);
    return () => {
      removeEventListener("keydown", listener);
      removeEventListener("online", back);
    };
  }, [table]);

  return (
    <div class={`room${session.offered.value && session.offered.value.waits !== false ? " asked" : ""}`}>
      <a class="skip" href="#dossier-body">
        {words.table.toChoices}
      </a>
      <a class="skip" href="#survey">
        {words.table.toSurvey}
      </a>
      <Header />
      <TurnStrip />
      <main class="stage" id="stage">
        <Board assets={assets} />
        <Toolbar />
        <PlaybackBar />
        <Throw />
        <Aftermath />
        <InspectCard />
        <Refused />
        <Verdict onRematch={onRematch} />
        <Frozen />
        <div class="foot">
          <Notices onRematch={onRematch} />
          <Handed onTake={onTake} />
          <AskedBack />
          <Warning />
          {session.state.value.lesson ? <LessonPanel /> : session.state.value.sketch ? <SketchPanel /> : <Coach />}
          {session.welcome.value?.pace?.kind === "days" && <CallMe />}
          <Legend />
          <Tray />
          <Hand />
          <BattleStrip />
          <Palette />
          <Aids />
          {!listensOnly(session.state.value.lesson) && <OrderBar />}
        </div>
        <Survey />
      </main>
      <Dossier />
      <Recap />
      {(dialog.value === "menu" || dialog.value === "resign") && <Menu token={token} onRematch={onRematch} />}
      {dialog.value === "briefing" && <Briefing onClose={() => (dialog.value = "")} />}
      {dialog.value === "help" && <Help onClose={() => (dialog.value = "")} />}
      <Live />
      <Sounds />
      <Calls />
    </div>
  );
}

/** A sketch that was brought here is made as soon as this seat is asked. */
function useBrought(session: Table["session"]): void {
  useSignalEffect(() => {
    const brought = carried.value;
    if (brought?.table !== session.table || brought.seat !== session.seat || !session.offered.value) return;
    carried.value = null;
    void make(session, brought.steps);
  });
}

function useRuleInAddress(table: Table): void {
  useEffect(() => {
    const asked = (): void => {
      const id = ruleIn(location.hash);
      if (id) table.read(id);
    };
    asked();
    addEventListener("hashchange", asked);
    return () => removeEventListener("hashchange", asked);
  }, [table]);
}

/** Whether there is nothing to play now: the step is to be read, or the lesson is over. */
function listensOnly(lesson: LessonStep | null): boolean {
  return lesson !== null && (lesson.reads === true || lesson.number >= lesson.steps);
}

/** Another seat asks for an undo beyond the last undo point. */
function AskedBack(): JSX.Element | null {
  const { session } = useTable();
  const seat = session.state.value.backAsked;
  if (!seat || seat === session.seat) return null;
  const answer = (allow: boolean): void => {
    session.state.value = { ...session.state.peek(), backAsked: null };
    void session.send({ type: "allow_back", allow });
  };
  return (
    <div class="warning" role="alertdialog" aria-label={words.table.notices.undoAsked}>
      <p>{words.table.notices.wantsUndo(seatName(seat))}</p>
      <div class="answers">
        <button type="button" class="brass" onClick={() => answer(true)}>
          {words.table.notices.allow}
        </button>
        <button type="button" class="plain" onClick={() => answer(false)}>
          {words.table.notices.deny}
        </button>
      </div>
    </div>
  );
}
