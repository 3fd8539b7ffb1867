/** The shelf: one button that starts the quickest good game, the tables that wait for me, the games, tables to watch. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { carry, isFile } from "../net/bring";
import { allTokens } from "../net/keyring";
import { me } from "../net/me";
import { openTable } from "../net/open";
import { follow, visit } from "../router";
import { ago, seatName, verdictWords } from "../store/words";
import type { GameCard, NewTable, Shelf, TableCard } from "../wire";
import { Emblem } from "../ui/Emblem";
import { TableLink } from "../ui/TableLink";
import { later } from "../ui/later";
import { words } from "../words";

/** My games: fetched by who has some. */
const MyGames = later(() => import("./MyGames").then(({ MyGames }) => MyGames));

export function ShelfPage(): JSX.Element {
  const shelf = useSignal<Shelf | null>(null);
  const known = allTokens().length > 0;
  const watch = useSignal<TableCard[]>([]);
  useEffect(() => {
    document.title = words.shelf.title;
    void api.shelf().then((found) => (shelf.value = found), () => undefined);
    void api.watch().then(({ tables }) => (watch.value = tables), () => undefined);
  }, []);
  const games = shelf.value?.games ?? [];
  const called = me.value?.name ?? "";
  return (
    <main class="shelf" onDragOver={(event) => isFile(event) && event.preventDefault()} onDrop={drop}>
      <header class="shelf-head">
        <h1>{words.shelf.title}</h1>
        <p>{words.shelf.about}</p>
        <a class="shelf-me" href="/me" onClick={(event) => follow(event, "/me")}>
          {called === "" ? words.me.link : called}
        </a>
      </header>
      {shelf.value?.message && (
        <p class="paper" role="status" data-message="">
          {shelf.value.message}
        </p>
      )}
      <Hero quick={shelf.value?.quick ?? null} games={games} />
      <p class="shelf-lobby">
        <a class="plate second" href="/lobby" data-lobby="" onClick={(event) => follow(event, "/lobby")}>
          {words.me.findOpponent}
        </a>
        <span>{words.me.findOpponentAbout}</span>
      </p>
      {(me.value !== null || known) && <MyGames games={games} />}
      <section class="games" aria-label={words.shelf.games}>
        <h2>{words.shelf.onTheShelf}</h2>
        <div class="game-grid">
          {games.map((game) => (
            <GameBox key={game.id} game={game} />
          ))}
        </div>
      </section>
      <Watched tables={watch.value} games={games} />
      <footer class="shelf-foot">
        <a href="/replay" data-bring="" onClick={(event) => follow(event, "/replay")}>
          {words.shelf.bring}
        </a>
        <p>{words.shelf.foot}</p>
      </footer>
    </main>
  );
}

/** A game file that is dropped on the shelf is watched. */
function drop(event: DragEvent): void {
  if (!isFile(event)) return;
  event.preventDefault();
  if (carry(event.dataTransfer?.files[0])) visit("/replay");
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
    <section class="hero" aria-label={words.shelf.playNow}>
      <img class="hero-map" src="/boards/front.jpg" alt="" onError={(event) => (event.currentTarget.hidden = true)} />
      <div class="hero-words">
        <p class="hero-date">{words.shelf.date}</p>
        <h2>{game?.name}</h2>
        <p>{game?.about}</p>
        <button type="button" class="brass huge" data-quick="" disabled={!quick || busy.value} onClick={start}>
          {busy.value ? words.shelf.settingUp : words.shelf.playNow}
          <small>{name ? words.shelf.youLead(name) : words.shelf.against}</small>
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
        {lacks.value ? <Blank name={game.name} /> : <img src={`/boards/${game.id}.jpg`} alt={words.shelf.mapOf(game.name)} loading="lazy" onError={() => (lacks.value = true)} />}
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
            <span>{words.shelf.enforced(game.rules_done ?? 0, game.rules_total)}</span>
          ) : null}
        </p>
        {ready ? (
          <div class="plates">
            <a class="plate" href={`/new/${game.id}`} onClick={(event) => follow(event, `/new/${game.id}`)}>
              {words.shelf.newTable}
            </a>
            {(game.lessons ?? []).length > 0 && (
              <a class="plate second" href={`/learn/${game.id}`} onClick={(event) => follow(event, `/learn/${game.id}`)}>
                {words.shelf.learn}
              </a>
            )}
          </div>
        ) : (
          <span class="soon">{words.shelf.soon}</span>
        )}
      </div>
    </article>
  );
}

function Blank({ name }: { name: string }): JSX.Element {
  return <span class="blank">{name}</span>;
}

function Watched({ tables, games }: { tables: TableCard[]; games: GameCard[] }): JSX.Element | null {
  if (tables.length === 0) return null;
  return (
    <section class="tables" aria-label={words.shelf.watch}>
      <h2>{words.shelf.watch}</h2>
      <ul>
        {tables.map((table) => (
          <li key={table.table}>
            <TableLink table={table} games={games}>
              {table.frozen ? words.shelf.frozen : table.over ? verdictWords(table.result?.victors ?? []) : ago(table.updated ?? "")}
            </TableLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
