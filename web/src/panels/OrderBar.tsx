/** The bar at the foot of the map: what is asked, the answers that are not on the map, and the way back. */

import type { JSX } from "preact";
import { deployAs, deploymentOf, deploys, saveDeployment, savedDeployment } from "../store/deployment";
import type { Choice } from "../store/choices";
import { useTable } from "../store/context";
import type { Session } from "../store/session";
import { spaceNoun } from "../board/geometry";
import { peopleAt, seatName, spaceName, waitingFor } from "../store/words";
import { words } from "../words";
import { Icon } from "../ui/Icon";
import { RuleChip, Words } from "../ui/Words";
import { Staff } from "./Aids";
import { inHand } from "./Hand";
import { AskAnyway, Passed, Passing } from "./Passing";

export function OrderBar(): JSX.Element {
  const { session, gestures } = useTable();
  const decision = session.decision.value;
  return (
    <section class="order-bar" aria-label={words.table.orders.label}>
      {gestures.armed.value ? (
        <Confirm />
      ) : decision?.passes ? (
        <Passing />
      ) : decision && decision.waits !== false ? (
        <>
          <div class="order-text">
            <p class="prompt">
              {decision.prompt} <RuleChip id={decision.rule} />
            </p>
            <p class="hint">{hintFor(session)}</p>
          </div>
          <Answers />
          <AskAnyway />
          <Deployment />
        </>
      ) : (
        <>
          <Quiet />
          <Passed />
          {decision && <Answers />}
        </>
      )}
      <Back />
    </section>
  );
}

/** Where the answers are, in plain words. */
function hintFor(session: Session): string {
  const { byPiece, bySpace, byCard } = session.choices.value;
  const all = [...byPiece].filter(([, own]) => own.some((choice) => !choice.free)).map(([key]) => session.byKey.value.get(key));
  const lit = bySpace.size > 0 ? all.filter((piece) => piece?.space) : all; // beside lit places a tray is folded
  const kinds = new Set(lit.map((piece) => piece?.kind ?? ""));
  const touch = matchMedia("(pointer: coarse)").matches ? words.table.orders.tap : words.table.orders.click;
  const noun = kinds.has("block") ? words.table.orders.block : words.table.orders.unit;
  const place = spaceNoun(session.grid);
  if (kinds.size === 1 && kinds.has("order")) return words.table.orders.anOrder(touch);
  if (lit.length > 0 && bySpace.size > 0) return words.table.orders.moveIt(touch, noun, place);
  if (lit.length > 0) return words.table.orders.dragIt(touch, noun);
  if (bySpace.size > 0) return toPlace(session, touch);
  if (byCard.size > 0) return words.table.orders.aCard(touch);
  return heldInVain(session) ? words.table.orders.noCard : "";
}

/** What is to be placed is taken up first, where there is a choice of it. */
function toPlace({ verb, verbs, grid }: Session, touch: string): string {
  const many = verb.value === null && verbs.value.some((option) => option.beside !== true);
  return many ? words.table.orders.pickOne(touch) : words.table.orders.aPlace(touch, spaceNoun(grid));
}

/** Whether I am asked for a card and hold none that fits: all I can do is pass. */
function heldInVain({ choices, view, seat }: Session): boolean {
  const { buttons, count } = choices.value;
  return count === 1 && buttons[0]?.verb === "pass" && (view.value?.cards ?? []).some((card) => inHand(card, seat));
}

function Answers(): JSX.Element {
  const { session } = useTable();
  const { buttons, numbers } = session.choices.value;
  const rule = session.decision.value?.rule ?? ""; // a button of another question is another button
  const serious = buttons.filter((choice) => !choice.free);
  const free = buttons.filter((choice) => choice.free);
  return (
    <div class="answers">
      {numbers.map(({ verb, label, args, words }) => (
        <div class="numbers" key={`${rule} ${verb}`} role="group" aria-label={label}>
          <span class="numbers-label">{label}</span>
          {args.map((arg, i) => (
            <button type="button" class="brass number" key={arg} onClick={() => session.number(verb, arg)}>
              {words[i] ?? arg}
            </button>
          ))}
        </div>
      ))}
      <All />
      {serious.map((choice) => (
        <Answer key={`${rule} ${choice.verb}`} choice={choice} kind={choice.warn ? "plate" : "brass"} />
      ))}
      {free.map((choice) => (
        <Answer key={`${rule} ${choice.verb}`} choice={choice} kind="plain" />
      ))}
      <Held />
    </div>
  );
}

/** What would end the question if no rule held it: greyed out, and says which one. */
function Held(): JSX.Element | null {
  const { session } = useTable();
  const held = session.offered.value?.held ?? [];
  if (held.length === 0) return null;
  return (
    <>
      {held.map(({ verb, label, rule, why }) => (
        <button type="button" key={verb} class="plain held-back" data-held={verb} aria-disabled="true" title={why} onClick={() => session.refuse({ rule, why })}>
          {label}
        </button>
      ))}
    </>
  );
}

function Answer({ choice, kind }: { choice: Choice; kind: string }): JSX.Element {
  const { session } = useTable();
  // Not disabled: a button that is loses the focus.
  const busy = session.busy.value > 0;
  return (
    <button type="button" class={kind} data-verb={choice.verb} onClick={() => !busy && session.choose(choice)} aria-disabled={busy || undefined}>
      {choice.label}
    </button>
  );
}

/** Where there is a way out that only takes back, all lit counters can be chosen in one go. */
function All(): JSX.Element | null {
  const { session } = useTable();
  const options = (session.decision.value?.options ?? []).filter((o) => o.kind === "piece" && !o.free && o.args.length > 1);
  const only = options.length === 1 ? options[0] : undefined;
  if (!only || !session.choices.value.buttons.some((choice) => choice.free)) return null;
  const run = (): void => {
    const actions = only.args.map((arg) => ({ verb: only.verb, arg }));
    void session.send({ type: "act", revision: session.revision, actions });
  };
  return (
    <button type="button" class="brass" onClick={run}>
      {words.table.orders.all(only.label ?? only.verb, only.args.length)}
    </button>
  );
}

function Confirm(): JSX.Element {
  const { gestures, session } = useTable();
  const armed = gestures.armed.value!;
  const put = (run: boolean): void => {
    gestures.armed.value = null;
    gestures.way.value = null;
    if (run) armed.run();
  };
  return (
    <>
      <div class="order-text">
        <p class="prompt">
          {words.table.orders.armed(armed.label, spaceName(session.grid.spaces.get(armed.space), armed.space))}
        </p>
        <p class="hint">{words.table.orders.tapAgain}</p>
      </div>
      <div class="answers confirm">
        <button type="button" class="brass" onClick={() => put(true)}>
          <Icon name="check" /> {armed.label}
        </button>
        <button type="button" class="plain" onClick={() => put(false)}>
          {words.common.cancel}
        </button>
      </div>
    </>
  );
}

function Quiet(): JSX.Element {
  const { session } = useTable();
  const far = Math.max(0, ...Object.values(session.state.value.thinking));
  return (
    <>
      <p class="prompt quiet">
        <Pause />
      </p>
      {far > 0 && <Thought far={far} />}
      <ToResult />
    </>
  );
}

/** The result was put away: here it is again. */
function ToResult(): JSX.Element | null {
  const { session, verdict, inspector } = useTable();
  if (!session.view.value?.result || verdict.value || session.play.playing.value) return null;
  const bring = (): void => {
    inspector.pinned.value = null;
    verdict.value = true;
  };
  return (
    <div class="answers">
      <button type="button" class="brass" data-result="" onClick={bring}>
        {words.table.orders.result}
      </button>
    </div>
  );
}

function seatsIn(seats: string[]): string {
  return seats.length > 0 ? seats.map(seatName).join(words.table.orders.and) : words.table.orders.everyone;
}

/** Why nothing is asked of this seat. */
function Pause(): JSX.Element {
  const { session } = useTable();
  const view = session.view.value;
  const { thinking, online } = session.state.value;
  if (session.play.scene.value?.quiet) return <>{words.feel.dice.rolling}</>;
  if (session.play.playing.value) return <>{words.table.orders.catchingUp}</>;
  if (view?.result) return <>{words.table.orders.over}</>;
  const numbers = session.welcome.value?.numbers?.waiting ?? [];
  if (!view && numbers.length > 0) return <>{words.table.orders.numbers(seatsIn(numbers.filter((seat) => seat !== session.seat)))}</>;
  const waiting = view?.waiting ?? [];
  const others = waiting.map(({ seat }) => seat).filter((seat) => seat !== session.seat); // I have answered
  if (waiting.length === 0) return <>{view ? words.table.orders.nothing : words.table.unrolling}</>;
  return (
    <>
      {waitingFor(others.length > 0 ? others : waiting.map(({ seat }) => seat), thinking, online, peopleAt(session.welcome.value))}
      <span class="dots" aria-hidden="true" />
    </>
  );
}

/** How far a computer player is with what it ponders. */
function Thought({ far }: { far: number }): JSX.Element {
  const percent = Math.round(100 * Math.min(1, far));
  return (
    <div class="thought" role="progressbar" aria-label={words.table.orders.thinking} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
      <i style={{ width: `${percent}%` }} />
    </div>
  );
}

function Back(): JSX.Element | null {
  const { session } = useTable();
  const undo = session.latest.value?.undo ?? {};
  if (session.seat === "" || session.latest.value?.result) return null;
  const why = undo.can ? "" : (undo.why ?? words.table.orders.nothingToUndo);
  return (
    <div class="back">
      <Staff />
      <button type="button" class="icon-button" aria-disabled={!undo.can} title={why ? words.table.orders.cannotUndo(why) : words.table.orders.undoKey} aria-label={why ? words.table.orders.undoWhy(why) : words.table.orders.undo} data-undo={undo.can ? "yes" : "no"} onClick={() => (undo.can ? session.undo() : session.refuse({ rule: "", why: capitalWhy(why) }))}>
        <Icon name="undo" />
      </button>
      <button type="button" class="icon-button" aria-disabled={!undo.can} title={why ? words.table.orders.cannotUndo(why) : words.table.orders.resetKey} aria-label={why ? words.table.orders.resetWhy(why) : words.table.orders.reset} onClick={() => (undo.can ? session.undo(true) : session.refuse({ rule: "", why: capitalWhy(why) }))}>
        <Icon name="reset" />
      </button>
    </div>
  );
}

function capitalWhy(why: string): string {
  return `${words.table.orders.cannotUndo(why)}.`;
}

/** During a free deployment: keep it for another time, or start from one that was kept. */
function Deployment(): JSX.Element | null {
  const { session } = useTable();
  const decision = session.decision.value;
  const view = session.view.value;
  if (!view || !deploys(decision)) return null;
  const game = session.catalog.title;
  const saved = savedDeployment(game, session.seat);
  const now = deploymentOf(view);
  const placed = Object.keys(now).length;
  return (
    <div class="answers deployment">
      {saved && decision?.options?.some((option) => option.verb === "pick") && (
        <button type="button" class="plate" onClick={() => void deployAs(session, saved)}>
          {words.table.orders.asSaved}
        </button>
      )}
      {placed > 0 && (
        <button type="button" class="plain" onClick={() => saveDeployment(game, session.seat, now)}>
          {words.table.orders.saveDeployment}
        </button>
      )}
    </div>
  );
}

/** A choice that warns: asked once. */
export function Warning(): JSX.Element | null {
  const { session } = useTable();
  const question = session.question.value;
  if (!question) return null;
  return (
    <div class="warning" role="alertdialog" aria-label={words.table.orders.warning}>
      <p>
        <Words text={question.text} />
      </p>
      <div class="answers">
        <button type="button" class="brass" data-warned="yes" ref={(button) => button?.focus()} onClick={question.run}>
          {words.table.orders.anyway(question.yes)}
        </button>
        <button type="button" class="plain" onClick={() => (session.question.value = null)}>
          {words.table.orders.notYet}
        </button>
      </div>
    </div>
  );
}
