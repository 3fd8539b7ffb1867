/** The lobby: tables with a free seat, and one click to sit down. */

import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { heldAt, hold } from "../net/keyring";
import { beSomebody, me } from "../net/me";
import { people } from "../net/people";
import { follow, visit } from "../router";
import { type Wanted, paceKinds, fitting } from "../store/lobby";
import { paceTerms, paceWords } from "../store/time";
import { ago, capital, seatName } from "../store/words";
import type { GameCard, LobbyCard } from "../wire";
import { Emblem } from "../ui/Emblem";
import { Wordmark } from "../ui/Wordmark";
import { words } from "../words";
import { lobby } from "../words/lobby";
import "../style/lobby.css";

/** Milliseconds between two looks at what is offered. */
const LOOK = 5000;

export function LobbyPage(): JSX.Element {
  const games = useSignal<GameCard[]>([]);
  const tables = useSignal<LobbyCard[] | null>(null);
  const problem = useSignal("");
  const name = useSignal(me.peek()?.name ?? "");
  const wanted = useSignal<Wanted>({ game: "", pace: "", level: "" });
  const look = (): void => {
    if (document.hidden) return;
    void api.lobby().then(
      (page) => (tables.value = page.tables),
      (error: unknown) => (problem.value = error instanceof Error ? error.message : words.common.unreachable),
    );
  };
  useEffect(() => {
    document.title = `${lobby.title} – Vistula`;
    void api.shelf().then((shelf) => (games.value = shelf.games.filter((game) => (game.scenarios ?? []).length > 0)), () => undefined);
    look();
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, []);
  const take = (table: LobbyCard, seat: string): void => {
    problem.value = "";
    void sitDown(table, seat, name.peek()).catch((error: unknown) => {
      problem.value = capital(error instanceof Error ? error.message : String(error));
      look();
    });
  };
  const shown = fitting(tables.value ?? [], wanted.value);
  const none = tables.value?.length === 0 ? lobby.none : lobby.noneSo;
  return (
    <main class="shelf lobby">
      <header class="shelf-head">
        <Wordmark />
        <h1>{lobby.title}</h1>
        <p>{lobby.about}</p>
      </header>
      <div class="lobby-bar paper">
        <label>
          <span>{lobby.called}</span>
          <input type="text" maxLength={40} data-called="" placeholder={lobby.calledAbout} value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
        </label>
        <Filters games={games.value} wanted={wanted} />
        <a class="brass" href="/new?anyone" data-offer="" onClick={(event) => follow(event, "/new?anyone")}>
          {lobby.own}
        </a>
      </div>
      {problem.value && (
        <p class="trouble paper" role="alert">
          {problem.value}
        </p>
      )}
      <ul class="lobby-list" aria-label={lobby.title}>
        {shown.map((table) => (
          <Offer key={table.table} table={table} game={games.value.find(({ id }) => id === table.game)} onTake={(seat) => take(table, seat)} />
        ))}
      </ul>
      {tables.value && shown.length === 0 && <p class="lobby-none">{none}</p>}
    </main>
  );
}

async function sitDown(table: LobbyCard, seat: string, name: string): Promise<void> {
  const key = await beSomebody(name.trim());
  if (key && name.trim() && name.trim() !== me.peek()?.name) await people.name(name.trim());
  const claimed = await api.takeSeat(table.table, seat, name.trim(), key);
  hold(table.table, { seats: { [claimed.seat]: claimed.token }, game: table.game, mine: key !== "" });
  visit(`/table/${table.table}`);
}

function Filters({ games, wanted }: { games: GameCard[]; wanted: Signal<Wanted> }): JSX.Element {
  const choose = (change: Partial<Wanted>): void => {
    wanted.value = { ...wanted.peek(), ...change };
  };
  const pick = (field: keyof Wanted, label: string, choices: [string, string][]): JSX.Element => (
    <label>
      <span>{label}</span>
      <select data-filter={field} value={wanted.value[field]} onChange={(event) => choose({ [field]: event.currentTarget.value })}>
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  const { new: fresh, some, old } = lobby.levels;
  return (
    <>
      {pick("game", lobby.game, [["", lobby.anyGame], ...games.map(({ id, name }): [string, string] => [id, name])])}
      {pick("pace", lobby.paceOf, [["", lobby.anyPace], ...paceKinds.map((kind): [string, string] => [kind, lobby.paces[kind]])])}
      {pick("level", lobby.levelOf, [["", lobby.anyLevel], ["new", fresh], ["some", some], ["old", old]])}
    </>
  );
}

function Offer({ table, game, onTake }: { table: LobbyCard; game: GameCard | undefined; onTake: (seat: string) => void }): JSX.Element {
  const { free, seats, computers = [], says = "", level = "", turn = 0, phase = "", here = false, pace } = table;
  const scenario = game?.scenarios?.find(({ id }) => id === table.scenario)?.title ?? capital(table.scenario);
  const mine = Object.keys(heldAt(table.table)?.seats ?? {}).some(Boolean);
  const differing = (game?.options ?? []).filter(({ id, choices }) => table.options?.[id] !== undefined && table.options[id] !== choices[0]).length;
  return (
    <li class="offer paper" data-offered={table.table}>
      <h2>
        {game?.name ?? table.game} <small>{scenario}</small>
      </h2>
      {says && <p class="offer-says">“{says}”</p>}
      <ul class="offer-facts">
        <li>{paceWords(pace)}</li>
        {paceTerms(pace).map((term) => (
          <li key={term}>{term}</li>
        ))}
        {level && <li>{lobby.levels[level]}</li>}
        {differing > 0 && <li>{lobby.houseRules(differing)}</li>}
        <li>{turn ? lobby.running(turn, phase) : lobby.fresh}</li>
        <li>{here ? lobby.here : lobby.since(ago(table.since))}</li>
      </ul>
      <p class="offer-seats">
        {Object.entries(seats).map(([seat, who]) => (
          <span key={seat} class={free.includes(seat) ? "free" : ""}>
            <Emblem side={seat} /> {seatName(seat)}: {free.includes(seat) ? lobby.free : computers.includes(seat) ? lobby.computer : who || lobby.taken}
          </span>
        ))}
      </p>
      <div class="answers">
        {mine ? (
          <a class="plate" href={`/table/${table.table}`} onClick={(event) => follow(event, `/table/${table.table}`)}>
            {lobby.openIt}
          </a>
        ) : (
          free.map((seat) => (
            <button type="button" key={seat} class="brass" data-take={seat} onClick={() => onTake(seat)}>
              {lobby.take(seatName(seat))}
            </button>
          ))
        )}
      </div>
    </li>
  );
}
