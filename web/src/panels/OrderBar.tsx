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
    <section class="order-bar" aria-label="Orders">
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
  const touch = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  const noun = kinds.has("block") ? "block" : "unit";
  const place = spaceNoun(session.grid);
  if (kinds.size === 1 && kinds.has("order")) return `${touch} a highlighted order.`;
  if (lit.length > 0 && bySpace.size > 0) return `${touch} a highlighted ${noun} or ${place}, or drag the ${noun} there.`;
  if (lit.length > 0) return `${touch} a highlighted ${noun}, or drag it to where it should go.`;
  if (bySpace.size > 0) return toPlace(session, touch);
  if (byCard.size > 0) return `${touch} a highlighted card.`;
  return heldInVain(session) ? "You have no card for this moment." : "";
}

/** What is to be placed is taken up first, where there is a choice of it. */
function toPlace({ verb, verbs, grid }: Session, touch: string): string {
  const many = verb.value === null && verbs.value.some((option) => option.beside !== true);
  return many ? `Pick one above, then ${touch.toLowerCase()} where it goes.` : `${touch} a highlighted ${spaceNoun(grid)}.`;
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
      {only.label}: all {only.args.length}
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
          {armed.label}: {spaceName(session.grid.spaces.get(armed.space), armed.space)}
        </p>
        <p class="hint">Tap again to confirm.</p>
      </div>
      <div class="answers confirm">
        <button type="button" class="brass" onClick={() => put(true)}>
          <Icon name="check" /> {armed.label}
        </button>
        <button type="button" class="plain" onClick={() => put(false)}>
          Cancel
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
        The result
      </button>
    </div>
  );
}

function seatsIn(seats: string[]): string {
  return seats.length > 0 ? seats.map(seatName).join(" and ") : "everyone";
}

/** Why nothing is asked of this seat. */
function Pause(): JSX.Element {
  const { session } = useTable();
  const view = session.view.value;
  const { thinking, online } = session.state.value;
  if (session.play.scene.value?.quiet) return <>{words.feel.dice.rolling}</>;
  if (session.play.playing.value) return <>Catching up…</>;
  if (view?.result) return <>The game is over.</>;
  const numbers = session.welcome.value?.numbers?.waiting ?? [];
  if (!view && numbers.length > 0) return <>Waiting for {seatsIn(numbers.filter((seat) => seat !== session.seat))} to sit down. The game starts when everyone’s browser has added to the dice.</>;
  const waiting = view?.waiting ?? [];
  const others = waiting.map(({ seat }) => seat).filter((seat) => seat !== session.seat); // I have answered
  if (waiting.length === 0) return <>{view ? "Nothing to do right now." : "Unrolling the map…"}</>;
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
    <div class="thought" role="progressbar" aria-label="Thinking" aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
      <i style={{ width: `${percent}%` }} />
    </div>
  );
}

function Back(): JSX.Element | null {
  const { session } = useTable();
  const undo = session.latest.value?.undo ?? {};
  if (session.seat === "" || session.latest.value?.result) return null;
  const why = undo.can ? "" : (undo.why ?? "there is nothing to undo");
  return (
    <div class="back">
      <Staff />
      <button type="button" class="icon-button" aria-disabled={!undo.can} title={why ? `Can’t undo: ${why}` : "Undo (Ctrl+Z)"} aria-label={why ? `Undo: ${why}` : "Undo"} data-undo={undo.can ? "yes" : "no"} onClick={() => (undo.can ? session.undo() : session.refuse({ rule: "", why: capitalWhy(why) }))}>
        <Icon name="undo" />
      </button>
      <button type="button" class="icon-button" aria-disabled={!undo.can} title={why ? `Can’t undo: ${why}` : "Undo back to the last roll (Ctrl+Shift+Z)"} aria-label={why ? `Reset: ${why}` : "Undo back to the last roll"} onClick={() => (undo.can ? session.undo(true) : session.refuse({ rule: "", why: capitalWhy(why) }))}>
        <Icon name="reset" />
      </button>
    </div>
  );
}

function capitalWhy(why: string): string {
  return `Can’t undo: ${why}.`;
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
          As I saved it
        </button>
      )}
      {placed > 0 && (
        <button type="button" class="plain" onClick={() => saveDeployment(game, session.seat, now)}>
          Save deployment
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
    <div class="warning" role="alertdialog" aria-label="Before you go on">
      <p>
        <Words text={question.text} />
      </p>
      <div class="answers">
        <button type="button" class="brass" data-warned="yes" ref={(button) => button?.focus()} onClick={question.run}>
          {question.yes} anyway
        </button>
        <button type="button" class="plain" onClick={() => (session.question.value = null)}>
          Not yet
        </button>
      </div>
    </div>
  );
}
