/** My games on the shelf: what waits for me first, longest first; then what waits for others; what is over, with a way to
 * see it again; and what I have put away. */

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { api } from "../net/api";
import { hold, letGo, readRing } from "../net/keyring";
import { claimHeld, myKey } from "../net/me";
import { addNumbers } from "../net/numbers";
import { people } from "../net/people";
import { Invites } from "../panels/Invites";
import { follow } from "../router";
import { byPress, oneEach } from "../store/mygames";
import { ago, sitterName, verdictWords } from "../store/words";
import type { GameCard, MyTable } from "../wire";
import { Icon } from "../ui/Icon";
import { Sure } from "../ui/Sure";
import { TableLink } from "../ui/TableLink";
import { words } from "../words";
import "../style/me.css";

export function MyGames({ games }: { games: GameCard[] }): JSX.Element | null {
  const tables = useSignal<MyTable[]>([]);
  const show = (found: MyTable[]): void => {
    tables.value = [...found].sort(byPress);
  };
  const load = (): void => void fetchAll().then(show);
  useEffect(load, []);
  const put = (table: MyTable, archived: boolean): void => {
    show(tables.peek().map((one) => (one === table ? { ...table, archived } : one)));
    void people.archive(table.card.table, archived).catch(load);
  };
  if (tables.value.length === 0) return null;
  const live = tables.value.filter(({ card, archived }) => !card.over && !archived);
  const over = tables.value.filter(({ card, archived }) => card.over && !archived);
  const away = tables.value.filter(({ archived }) => archived);
  const list = (some: MyTable[]): JSX.Element => (
    <ul>
      {some.map((table) => (
        <Game key={table.card.table} table={table} games={games} onArchive={(archived) => put(table, archived)} onLeft={load} />
      ))}
    </ul>
  );
  return (
    <section class="tables my-games" aria-label={words.me.games}>
      <h2>{words.me.games}</h2>
      {live.length > 0 && list(live)}
      {over.length > 0 && (
        <details open={live.length === 0}>
          <summary>{words.me.finished(over.length)}</summary>
          {list(over)}
        </details>
      )}
      {away.length > 0 && (
        <details>
          <summary>{words.me.archived(away.length)}</summary>
          {list(away)}
        </details>
      )}
    </section>
  );
}

/** The tables of my key, and those that this browser holds a link to besides. */
async function fetchAll(): Promise<MyTable[]> {
  await claimHeld().catch(() => undefined);
  const owned = myKey() ? await people.tables().catch(() => []) : [];
  const known = new Set(owned.map(({ card }) => card.table));
  const ring = Object.entries(readRing()).filter(([table]) => !known.has(table));
  const tokens = ring.flatMap(([, { seats }]) => Object.values(seats));
  const others = tokens.length > 0 ? (await api.mine(tokens).catch(() => ({ tables: [] }))).tables : [];
  const found = [...owned, ...oneEach(others).map((card) => ({ card, seats: Object.keys(readRing()[card.table]?.seats ?? {}) }))];
  for (const { card } of found) if (card.waiting?.length) void addNumbers(card.table, card.waiting);
  return found;
}

interface GameProps {
  table: MyTable;
  games: GameCard[];
  onArchive: (archived: boolean) => void;
  onLeft: () => void;
}

function Game({ table, games, onArchive, onLeft }: GameProps): JSX.Element {
  const { card, archived = false, host = false, devices } = table;
  const owned = devices !== undefined || host;
  const { over = false } = card;
  const replay = `/replay/${card.table}`;
  const open = useSignal(false);
  return (
    <li class="my-game" data-game={card.table}>
      <TableLink table={card} games={games} mine={table.seats ?? []}>
        {pressed(table)}
      </TableLink>
      <div class="my-game-ways">
        {over && (
          <a class="plain small" href={replay} onClick={(event) => follow(event, replay)}>
            <Icon name="play" /> {words.me.replay}
          </a>
        )}
        {owned && (over || archived) && (
          <button type="button" class="plain small" onClick={() => onArchive(!archived)}>
            {archived ? words.me.unarchive : words.me.archive}
          </button>
        )}
        {owned && !over && !archived && (
          <button type="button" class="plain small" aria-expanded={open.value} onClick={() => (open.value = !open.peek())}>
            {words.me.more} <Icon name={open.value ? "up" : "down"} />
          </button>
        )}
      </div>
      {open.value && <Manage table={table} onArchive={() => onArchive(true)} onLeft={onLeft} />}
    </li>
  );
}

/** What its state is for me, and since when. */
function pressed({ card, free = [] }: MyTable): string {
  const since = ago(card.updated ?? "");
  if (card.frozen) return "Frozen";
  if (card.over) return verdictWords(card.result?.victors ?? []);
  if (card.your_move && !card.waiting?.length) return words.me.yourMove(since);
  if (card.waiting?.length || free.length > 0) return words.me.settingUp;
  const [who] = card.on_move ?? [];
  return who ? words.me.waitsFor(sitterName(who, card.seats), since) : since;
}

function Manage({ table, onArchive, onLeft }: { table: MyTable; onArchive: () => void; onLeft: () => void }): JSX.Element {
  const { card, free = [], devices = {}, host = false } = table;
  const closed = useSignal(false);
  const count = Math.max(0, ...Object.values(devices));
  const leave = (): void => {
    void people.leave(card.table).then(() => {
      letGo(card.table);
      onLeft();
    }, onLeft);
  };
  const alone = (): void => {
    void people.alone(card.table).then(({ seats }) => {
      hold(card.table, { seats, mine: true });
      closed.value = true;
    });
  };
  return (
    <div class="paper my-game-more">
      {host && <Invites table={card.table} />}
      {count > 0 && (
        <p class="note" aria-live="polite">
          {closed.value ? words.me.aloneDone : words.me.openedBy(count)}{" "}
          {count > 1 && !closed.value && (
            <button type="button" class="plain small" data-alone="" onClick={alone}>
              {words.me.alone}
            </button>
          )}
        </p>
      )}
      <div class="answers">
        <button type="button" class="plate" onClick={onArchive}>
          {words.me.archive}
        </button>
        {(free.length > 0 || Boolean(card.waiting?.length)) && (
          <Sure question={host ? words.me.callOffSure : words.me.leaveSure} run={leave}>
            {words.me.leave}
          </Sure>
        )}
      </div>
    </div>
  );
}
