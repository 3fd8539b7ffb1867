/** A new table: scenario, options, and who sits where. */

import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Invites } from "../panels/Invites";
import { type Terms, Offering, PaceFields, noTerms, termsOf } from "../panels/PaceFields";
import { api } from "../net/api";
import { heldAt, linkTo } from "../net/keyring";
import { openTable } from "../net/open";
import { follow, visit } from "../router";
import { briefingOf, choiceWords, optionGroups, seatName, titled } from "../store/words";
import type { GameCard, OptionCard, OptionRefusal, SeatCard, SeatPlan, Who } from "../wire";
import { Emblem } from "../ui/Emblem";
import { LinkRow } from "../ui/LinkRow";
import { Wordmark } from "../ui/Wordmark";
import { LostPage } from "./LostPage";
import { lobby } from "../words/lobby";
import { words } from "../words";
import { pages } from "../words/pages";
import "../style/lobby.css";

interface Plan {
  scenario: Signal<string>;
  options: Signal<Record<string, string>>;
  seats: Signal<Record<string, SeatPlan>>;
  listed: Signal<boolean>;
  together: Signal<boolean>;
  sameDice: Signal<boolean>;
  terms: Signal<Terms>;
}

export function NewTablePage({ id }: { id: string }): JSX.Element {
  const games = useSignal<GameCard[] | null>(null);
  useEffect(() => {
    document.title = pages.newTable.tab;
    void api.shelf().then((shelf) => (games.value = shelf.games.filter((game) => (game.scenarios ?? []).length > 0)));
  }, []);
  const known = games.value ?? [];
  const game = id ? known.find((one) => one.id === id) : known[0];
  if (games.value && !game) return <LostPage title={pages.newTable.noGame} why={pages.newTable.noGameWhy} />;
  return (
    <main class="new-table">
      <Wordmark />
      {game ? <Form key={game.id} game={game} games={known} /> : <p class="loading">{words.shelf.loadingGames}</p>}
    </main>
  );
}

function Form({ game, games }: { game: GameCard; games: GameCard[] }): JSX.Element {
  const plan = usePlan(game);
  const opened = useSignal<string | null>(null);
  const problem = useSignal("");
  const open = (event: Event): void => {
    event.preventDefault();
    const wanted = {
      game: game.id,
      scenario: plan.scenario.value,
      options: plan.options.value,
      seats: Object.fromEntries(seated(game, plan).map(({ id }) => [id, sitting(game, plan, id)])),
      listed: plan.listed.value,
      together: plan.together.value,
      same_dice: plan.sameDice.value,
      ...(people(game, plan) > 1 ? termsOf(plan.terms.value, offers(game, plan)) : {}),
    };
    void openTable(wanted).then(
      (table) => {
        const others = Object.values(wanted.seats).some((seat) => seat.who === "link" || seat.who === "anyone");
        if (others) opened.value = table;
        else visit(`/table/${table}`);
      },
      (error: unknown) => (problem.value = error instanceof Error ? error.message : String(error)),
    );
  };
  if (opened.value) return <Opened table={opened.value} offered={offers(game, plan)} />;
  return (
    <form class="paper new-form" onSubmit={open}>
      <h1>{pages.newTable.title}</h1>
      <label class="field">
        <span>{pages.newTable.game}</span>
        <select value={game.id} onChange={(event) => visit(`/new/${event.currentTarget.value}${location.search}`)}>
          {games.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      <Scenarios game={game} plan={plan} />
      <fieldset>
        <legend>{pages.newTable.players}</legend>
        {seated(game, plan).map((seat) => (
          <SeatRow key={seat.id} game={game} seat={seat.id} name={seat.name} about={briefingOf(game, plan.scenario.value, seat.id)} plan={plan} />
        ))}
        <HotSeat game={game} plan={plan} />
      </fieldset>
      {offers(game, plan) && <Offering terms={plan.terms} />}
      {people(game, plan) > 1 && <PaceFields terms={plan.terms} />}
      <Options game={game} plan={plan} />
      {problem.value && (
        <p class="trouble" role="alert">
          {problem.value}
        </p>
      )}
      <button type="submit" class="brass big">
        {pages.newTable.setUp}
      </button>
    </form>
  );
}

/** The seats at such a table: some games have others for three or four players. */
function seated(game: GameCard, plan: Plan): SeatCard[] {
  const seats = game.seats ?? [];
  const at = game.seatings?.[plan.options.value.players ?? ""];
  return at ? at.flatMap((id) => seats.find((seat) => seat.id === id) ?? []) : seats;
}

/** What was chosen for a seat; before that, the last one at the table is mine, the others are the computer's, or for
 * anyone where that is what one came for. */
function sitting(game: GameCard, plan: Plan, id: string): SeatPlan {
  const mine = seated(game, plan).at(-1)?.id === id;
  const other: SeatPlan = location.search === "?anyone" ? { who: "anyone" } : { who: "computer", level: game.level ?? "" };
  return plan.seats.value[id] ?? (mine ? { who: "me" } : other);
}

/** Whether a seat stands in the lobby. */
function offers(game: GameCard, plan: Plan): boolean {
  return seated(game, plan).some(({ id }) => sitting(game, plan, id).who === "anyone");
}

function people(game: GameCard, plan: Plan): number {
  return seated(game, plan).filter(({ id }) => sitting(game, plan, id).who !== "computer").length;
}

function usePlan(game: GameCard): Plan {
  return {
    scenario: useSignal(game.scenarios?.[0]?.id ?? ""),
    options: useSignal(Object.fromEntries((game.options ?? []).map((option) => [option.id, option.choices[0] ?? ""]))),
    seats: useSignal<Record<string, SeatPlan>>({}),
    listed: useSignal(false),
    together: useSignal(true),
    sameDice: useSignal(false),
    terms: useSignal(noTerms),
  };
}

function Scenarios({ game, plan }: { game: GameCard; plan: Plan }): JSX.Element {
  return (
    <fieldset>
      <legend>{pages.newTable.scenario}</legend>
      <div class="scenario-set">
        {(game.scenarios ?? []).map((scenario) => (
          <label key={scenario.id} class="scenario">
            <input type="radio" name="scenario" value={scenario.id} checked={plan.scenario.value === scenario.id} onChange={() => (plan.scenario.value = scenario.id)} />
            <span>
              <strong>{scenario.title}</strong>
              {scenario.turns ? <small>{pages.newTable.turns(scenario.turns)}</small> : null}
              <span class="note">{scenario.about}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const WHO: Who[] = ["me", "link", "anyone", "computer"];

function SeatRow({ game, seat, name, about, plan }: { game: GameCard; seat: string; name: string; about: string; plan: Plan }): JSX.Element {
  const sits = sitting(game, plan, seat);
  const set = (change: Partial<SeatPlan>): void => {
    plan.seats.value = { ...plan.seats.peek(), [seat]: { ...sits, ...change } };
  };
  const choose = (who: Who): void => set({ who, level: who === "computer" ? (game.level ?? "") : "" });
  return (
    <div class="seat-row">
      <Emblem side={seat} />
      <strong>{name || seatName(seat)}</strong>
      <select aria-label={pages.newTable.whoPlays(name)} data-seat={seat} value={sits.who} onChange={(event) => choose(event.currentTarget.value as Who)}>
        {WHO.map((who) => (
          <option key={who} value={who}>
            {who === "anyone" ? lobby.anyone : pages.newTable.who[who]}
          </option>
        ))}
      </select>
      {sits.who === "computer" && (
        <select aria-label={pages.newTable.strength(name)} data-level={seat} value={sits.level ?? ""} onChange={(event) => set({ level: event.currentTarget.value })}>
          {(game.levels ?? []).map((level) => (
            <option key={level} value={level}>
              {titled(level)}
            </option>
          ))}
        </select>
      )}
      {(sits.who === "me" || sits.who === "link") && (
        <input type="text" maxLength={40} placeholder={pages.newTable.namePlaceholder} aria-label={pages.newTable.nameOf(name)} value={sits.name ?? ""} onInput={(event) => set({ name: event.currentTarget.value })} />
      )}
      {about && <p class="note briefing">{about}</p>}
    </div>
  );
}

function HotSeat({ game, plan }: { game: GameCard; plan: Plan }): JSX.Element | null {
  const mine = seated(game, plan).filter(({ id }) => sitting(game, plan, id).who === "me").length;
  if (mine < 2) return null;
  return <p class="note">{pages.newTable.passAndPlay}</p>;
}

function Options({ game, plan }: { game: GameCard; plan: Plan }): JSX.Element {
  const set = (id: string, value: string): void => {
    plan.options.value = { ...plan.options.peek(), [id]: value };
  };
  const unfit = useUnfit(game, plan);
  return (
    <fieldset>
      <legend>{pages.newTable.houseRules}</legend>
      {optionGroups(game).map(({ id, title, says, options }) => (
        <section key={id} class="option-group" aria-label={title || pages.newTable.houseRules}>
          {title && <h3>{title}</h3>}
          {says && <p class="note">{says}</p>}
          {options.map((option) => (
            <OptionRow key={option.id} option={option} value={plan.options.value[option.id] ?? ""} unfit={unfit.filter((one) => one.option === option.id)} onChoose={(choice) => set(option.id, choice)} />
          ))}
        </section>
      ))}
      <label class="check">
        <input type="checkbox" checked={plan.listed.value} onChange={(event) => (plan.listed.value = event.currentTarget.checked)} />
        {pages.newTable.listed}
      </label>
      <label class="check">
        <input type="checkbox" data-option="together" checked={plan.together.value} onChange={(event) => (plan.together.value = event.currentTarget.checked)} />
        {pages.newTable.together}
      </label>
      {people(game, plan) === 1 && (
        <label class="check">
          <input type="checkbox" data-option="same_dice" checked={plan.sameDice.value} onChange={(event) => (plan.sameDice.value = event.currentTarget.checked)} />
          {pages.newTable.sameDice}
        </label>
      )}
    </fieldset>
  );
}

/** One choice; what does not go with the others, or not in this scenario, is greyed out with its reason. */
function OptionRow({ option, value, unfit, onChoose }: { option: OptionCard; value: string; unfit: OptionRefusal[]; onChoose: (choice: string) => void }): JSX.Element {
  const why = (choice: string): OptionRefusal | undefined => unfit.find((one) => one.choice === choice);
  const reasons = new Map(unfit.map((one) => [one.why, one]));
  return (
    <label class={why(value) ? "field unfit" : "field"}>
      <span>
        {option.title} {option.ruling && <small class="rule-id">{option.ruling}</small>}
      </span>
      <select data-option={option.id} value={value} aria-invalid={why(value) !== undefined} onChange={(event) => onChoose(event.currentTarget.value)}>
        {option.choices.map((choice) => (
          <option key={choice} value={choice} disabled={why(choice) !== undefined && choice !== value} title={why(choice)?.why}>
            {choiceWords(option, choice)}
          </option>
        ))}
      </select>
      {[...reasons.values()].map((one) => (
        <span class="note unfit-why" key={one.why} data-unfit={one.choice}>
          {one.choice === value ? pages.newTable.unfit : pages.newTable.unfitChoice(option.words?.[option.choices.indexOf(one.choice)] ?? titled(one.choice))}: {one.why} {one.rule && <small class="rule-id">{one.rule}</small>}
        </span>
      ))}
    </label>
  );
}

/** What does not go together now, as the server says. */
function useUnfit(game: GameCard, plan: Plan): OptionRefusal[] {
  const unfit = useSignal<OptionRefusal[]>([]);
  useSignalEffect(() => {
    const [scenario, options] = [plan.scenario.value, plan.options.value];
    const still = (): boolean => scenario === plan.scenario.peek() && options === plan.options.peek();
    void api.agreement(game.id, scenario, options).then(
      (found) => still() && (unfit.value = found.refusals ?? []),
      () => (unfit.value = []),
    );
  });
  return unfit.value;
}

function Opened({ table, offered }: { table: string; offered: boolean }): JSX.Element {
  const { links = {}, invites = {} } = heldAt(table) ?? {};
  return (
    <div class="paper new-form">
      <h1>{pages.newTable.ready}</h1>
      {offered && (
        <p>
          {lobby.offered}{" "}
          <a href="/lobby" onClick={(event) => follow(event, "/lobby")}>
            {lobby.seeLobby}
          </a>
        </p>
      )}
      {Object.keys(invites).length > 0 && <p>{pages.newTable.readyAbout}</p>}
      <Invites table={table} />
      {Object.entries(links).map(([seat, token]) => (
        <LinkRow key={seat} name={seat ? pages.newTable.seatOf(seatName(seat)) : pages.newTable.spectators} href={linkTo(location.origin, table, seat, token)} />
      ))}
      <button type="button" class="brass big" onClick={() => visit(`/table/${table}`)}>
        {pages.newTable.start}
      </button>
    </div>
  );
}
