/** A battle laid out: both sides with their sums, and what the die may bring. */

import { type Signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { Counter } from "../board/Counter";
import { useTable } from "../store/context";
import { percent } from "../store/words";
import type { Column, Forecast, Outcome, Panel, Stage, Term } from "../wire";
import { Emblem } from "../ui/Emblem";
import { RuleChip, Words } from "../ui/Words";
import { PlayCard } from "./Hand";
import { words } from "../words";

/** The odds of the battle that is laid out, asked for anew with every view. */
function useForecast(): Signal<Forecast | null> {
  const { session } = useTable();
  const panel = useComputed(() => session.view.value?.panel ?? null);
  const forecast = useSignal<Forecast | null>(null);
  useSignalEffect(() => {
    const asked = panel.value !== null && session.decision.value !== null;
    const revision = session.view.value?.revision;
    if (!asked) {
      forecast.value = null;
      return;
    }
    void session.socket.ask({ type: "odds" }).then((answer) => {
      if (session.view.peek()?.revision === revision) forecast.value = answer.forecast ?? null;
    });
  });
  return forecast;
}

export function Battle(): JSX.Element | null {
  const { session } = useTable();
  const forecast = useForecast();
  const shown = session.view.value?.panel;
  if (!shown) return null;
  const stages = shown.stages ?? [];
  if (stages.length > 0 && stages.every((stage) => stage.state === "done")) return <Fought panel={shown} />;
  return (
    <section class="battle paper" aria-label={shown.title}>
      <h3>
        {shown.title} <RuleChip id={shown.rule ?? ""} />
      </h3>
      <Stages stages={stages} />
      <div class="columns">
        {(shown.columns ?? []).map((column) => (
          <Side key={column.title} column={column} />
        ))}
      </div>
      {shown.result && !forecast.value && <p class="result">{shown.result}</p>}
      {forecast.value && <Outcomes forecast={forecast.value} />}
    </section>
  );
}

/** One that is over: it can be looked at until the next, or put away. */
function Fought({ panel }: { panel: Panel }): JSX.Element {
  return (
    <details class="battle paper" aria-label={panel.title} open>
      <summary>
        {panel.title}: {panel.result}
      </summary>
      <Stages stages={panel.stages ?? []} />
      <div class="columns">
        {(panel.columns ?? []).map((column) => (
          <Side key={column.title} column={column} />
        ))}
      </div>
    </details>
  );
}

/** How far it has come, step by step. */
function Stages({ stages }: { stages: Stage[] }): JSX.Element | null {
  if (stages.length === 0) return null;
  return (
    <ol class="stages">
      {stages.map((stage) => (
        <li key={stage.title} class={`stage-${stage.state ?? "ahead"}`} aria-current={stage.state === "now" ? "step" : undefined}>
          <span>
            {stage.title} <RuleChip id={stage.rule ?? ""} />
          </span>
          {stage.told && <small>{stage.told}</small>}
        </li>
      ))}
    </ol>
  );
}

/** On a phone, where the dossier is shut: the same odds in one strip over the order bar. */
/** The share of the strip below which a name has no room in its bar. */
const LEGIBLE = 0.13;

export function BattleStrip(): JSX.Element | null {
  const { sheet, tab } = useTable();
  const forecast = useForecast();
  const outcomes = forecast.value?.outcomes ?? [];
  if (!forecast.value || outcomes.length === 0) return null;
  const open = (): void => {
    tab.value = "orders";
    sheet.value = true;
  };
  return (
    <button type="button" class="strip only-phone" onClick={open}>
      <strong>
        <span class="unseen">{words.table.battle.odds}</span>
        {forecast.value.title}
      </strong>
      <span class="strip-bars">
        {outcomes.map((one) => {
          const share = one.numerator / one.denominator;
          return (
            <span key={one.label} class={`strip-bar ${resultClass(one.label)}`} style={{ flexGrow: share }} title={one.label}>
              {share >= LEGIBLE && one.label}
            </span>
          );
        })}
      </span>
    </button>
  );
}

function resultClass(label: string): string {
  return `result-${label.toLowerCase().replaceAll(/[^a-z]/g, "")}`;
}

function Side({ column }: { column: Column }): JSX.Element {
  const { session } = useTable();
  const pieces = (column.pieces ?? []).map((key) => session.byKey.value.get(key)).filter((piece) => piece !== undefined);
  return (
    <div class="column">
      <h4>
        {column.side && <Emblem side={column.side} />} {column.title}
      </h4>
      <div class="column-pieces">
        {pieces.map((piece) => (
          <div class="small-counter" key={piece.key}>
            <Counter piece={piece} marks={(piece.marks ?? []).filter((mark) => mark !== "attacking").join(" ")} />
          </div>
        ))}
      </div>
      {(column.cards ?? []).length > 0 && (
        <div class="column-cards">
          {(column.cards ?? []).map((card) => (
            <PlayCard key={card.key} card={card} />
          ))}
        </div>
      )}
      <Sum terms={column.terms ?? []} />
    </div>
  );
}

export function Sum({ terms }: { terms: Term[] }): JSX.Element | null {
  if (terms.length === 0) return null;
  return (
    <dl class="sum">
      {terms.map((term, i) => (
        <div key={i}>
          <dt>
            {term.label} <RuleChip id={term.rule ?? ""} />
          </dt>
          <dd>{term.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The distribution as bars, each with its exact chance and what it would mean. */
export function Outcomes({ forecast, brief = false }: { forecast: Forecast; brief?: boolean }): JSX.Element {
  const outcomes = forecast.outcomes ?? [];
  const most = Math.max(...outcomes.map((one) => one.numerator / one.denominator), 0.01);
  return (
    <div class="odds" data-odds={forecast.title}>
      <h4>{forecast.title}</h4>
      <ul class="bars">
        {outcomes.map((one) => (
          <Bar key={one.label} outcome={one} most={most} brief={brief} />
        ))}
      </ul>
      {forecast.mixture && <p class="note">{words.table.battle.mixture}</p>}
      {!brief && forecast.note && <p class="note">{forecast.note}</p>}
    </div>
  );
}

function Bar({ outcome, most, brief }: { outcome: Outcome; most: number; brief: boolean }): JSX.Element {
  const share = outcome.numerator / outcome.denominator;
  return (
    <li class={`bar ${resultClass(outcome.label)}`}>
      <span class="bar-label">{outcome.label}</span>
      <span class="bar-track">
        <span class="bar-fill" style={{ width: `${(100 * share) / most}%` }} />
      </span>
      <span class="bar-share" title={`${outcome.numerator}/${outcome.denominator}`}>
        {percent(outcome.numerator, outcome.denominator)}
      </span>
      {!brief && outcome.detail && (
        <span class="bar-detail">
          <Words text={outcome.detail} />
        </span>
      )}
    </li>
  );
}
