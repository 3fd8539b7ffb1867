/** The shelf: one button that starts the quickest good game, the tables that wait for me, the games, tables to watch. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { allTokens, readRing } from "../net/keyring";
import { openTable } from "../net/open";
import { addNumbers } from "../net/numbers";
import { follow, visit } from "../router";
import { ago, seatName, verdictWords } from "../store/words";
import type { GameCard, NewTable, Shelf, TableCard } from "../wire";
import { Emblem } from "../ui/Emblem";
import { Icon } from "../ui/Icon";

export function ShelfPage(): JSX.Element {
  const shelf = useSignal<Shelf | null>(null);
  const mine = useSignal<TableCard[]>([]);
  const watch = useSignal<TableCard[]>([]);
  const problem = useSignal("");
  useEffect(() => {
    document.title = "Vistula";
    const tokens = allTokens();
    void api.shelf().then((found) => (shelf.value = found), (error: unknown) => (problem.value = String(error)));
    if (tokens.length > 0) void api.mine(tokens).then(({ tables }) => {
        mine.value = tables;
        for (const { table, waiting = [] } of tables) if (waiting.length > 0) void addNumbers(table, waiting);
      }, () => undefined);
    void api.watch().then(({ tables }) => (watch.value = tables), () => undefined);
  }, []);
  const games = shelf.value?.games ?? [];
  return (
    <main class="shelf">
      <header class="shelf-head">
        <h1>Vistula</h1>
        <p>Board wargames of the Polish–Soviet War, 1920</p>
      </header>
      {shelf.value?.message && (
        <p class="paper" role="status" data-message="">
          {shelf.value.message}
        </p>
      )}
      {problem.value && <p class="trouble paper">We can’t reach the server. Is it running?</p>}
      <Hero quick={shelf.value?.quick ?? null} games={games} />
      <Tables title="Your tables" tables={sortMine(mine.value)} games={games} mine />
      <section class="games" aria-label="Games">
        <h2>On the shelf</h2>
        <div class="game-grid">
          {games.map((game) => (
            <GameBox key={game.id} game={game} />
          ))}
        </div>
      </section>
      <Tables title="Tables to watch" tables={watch.value} games={games} />
      <footer class="shelf-foot">
        Rules enforced and cited · dice sealed and provable · maps and charts reconstructed · not affiliated with any publisher
      </footer>
    </main>
  );
}

function sortMine(tables: TableCard[]): TableCard[] {
  const rank = (table: TableCard): number => (table.over ? 2 : table.your_move ? 0 : 1);
  const once = new Map<string, TableCard>();
  for (const table of tables) {
    const old = once.get(table.table);
    if (!old || (table.your_move && !old.your_move)) once.set(table.table, table);
  }
  return [...once.values()].sort((a, b) => rank(a) - rank(b) || (b.updated ?? "").localeCompare(a.updated ?? ""));
}

function Hero({ quick, games }: { quick: NewTable | null; games: GameCard[] }): JSX.Element {
  const busy = useSignal(false);
  const game = games.find((one) => one.id === quick?.game);
  const mine = Object.entries(quick?.seats ?? {}).find(([, plan]) => plan.who === "me")?.[0] ?? "";
  const name = game?.seats?.find((seat) => seat.id === mine)?.name ?? (mine && seatName(mine));
  const start = (): void => {
    if (!quick || busy.peek()) return;
    busy.value = true;
    void openTable(quick).then((table) => visit(`/table/${table}`), () => (busy.value = false));
  };
  return (
    <section class="hero" aria-label="Play now">
      <img class="hero-map" src="/boards/front.jpg" alt="" />
      <div class="hero-words">
        <p class="hero-date">4 July 1920</p>
        <h2>{game?.name ?? "Warsaw 1920"}</h2>
        <p>{game?.about}</p>
        <button type="button" class="brass huge" data-quick="" disabled={!quick || busy.value} onClick={start}>
          {busy.value ? "Setting up…" : "Play now"}
          <small>{name ? `You lead ${name} against the computer` : "against the computer"}</small>
        </button>
      </div>
    </section>
  );
}

function GameBox({ game }: { game: GameCard }): JSX.Element {
  const ready = (game.scenarios ?? []).length > 0;
  const lacks = useSignal(false);
  return (
    <article class={ready ? "game-box" : "game-box coming"}>
      <div class="game-picture">
        {lacks.value ? <Blank name={game.name} /> : <img src={`/boards/${game.id}.jpg`} alt={`The map of ${game.name}`} loading="lazy" onError={() => (lacks.value = true)} />}
      </div>
      <div class="game-words">
        <h3>{game.name}</h3>
        <p>{game.about}</p>
        <p class="facts">
          {game.length && <span>{game.length}</span>}
          {(game.seats ?? []).map((seat) => (
            <span key={seat.id}>
              <Emblem side={seat.id} /> {seat.name}
            </span>
          ))}
          {ready && game.rules_total ? (
            <span>
              {game.rules_done} of {game.rules_total} rules enforced
            </span>
          ) : null}
        </p>
        {ready ? (
          <div class="plates">
            <a class="plate" href={`/new/${game.id}`} onClick={(event) => follow(event, `/new/${game.id}`)}>
              New table
            </a>
            {(game.lessons ?? []).length > 0 && (
              <a class="plate second" href={`/learn/${game.id}`} onClick={(event) => follow(event, `/learn/${game.id}`)}>
                Learn
              </a>
            )}
          </div>
        ) : (
          <span class="soon">In preparation</span>
        )}
      </div>
    </article>
  );
}

function Blank({ name }: { name: string }): JSX.Element {
  return <span class="blank">{name}</span>;
}

function Tables({ title, tables, games, mine = false }: { title: string; tables: TableCard[]; games: GameCard[]; mine?: boolean }): JSX.Element | null {
  if (tables.length === 0) return null;
  const nameOf = (id: string): string => games.find((game) => game.id === id)?.name ?? id;
  return (
    <section class="tables" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.table}>
            <a class={`table-card paper${table.your_move ? " your-move" : ""}`} href={`/table/${table.table}`} onClick={(event) => follow(event, `/table/${table.table}`)}>
              <strong>{nameOf(table.game)}</strong>
              <span>{stateOf(table)}</span>
              {table.expires && !table.frozen && <span class="note">Put away on {table.expires.slice(0, 10)} unless somebody plays</span>}
              <span class="table-seats">
                {Object.entries(table.seats ?? {}).map(([seat, who]) => (
                  <span key={seat} class={table.on_move?.includes(seat) ? "on-move" : ""}>
                    <Emblem side={seat} /> {whoSits(table, seat, who, mine)}
                  </span>
                ))}
              </span>
              <span class="table-state">
                {table.your_move ? "Your move" : table.frozen ? "Frozen" : table.over ? verdictWords(table.result?.victors ?? []) : ago(table.updated ?? "")}
                <Icon name="next" />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateOf(table: TableCard): string {
  if (table.over) return "Over";
  if (table.waiting?.length) return "Waiting for players";
  return `Turn ${table.turn ?? 0}, ${table.phase ?? ""}`;
}

function whoSits(table: TableCard, seat: string, who: string, mine: boolean): string {
  const held = mine && seat in (readRing()[table.table]?.seats ?? {});
  return held ? "You" : who || seatName(seat);
}
