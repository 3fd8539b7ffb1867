/** A table from outside: which game, how far, who sits there. */

import type { ComponentChildren, JSX } from "preact";
import { follow } from "../router";
import { seatName } from "../store/words";
import type { GameCard, TableCard } from "../wire";
import { Emblem } from "./Emblem";
import { Icon } from "./Icon";
import { words } from "../words";

interface Props {
  table: TableCard;
  games: GameCard[];
  /** My seats there. */
  mine?: string[];
  /** How it stands, in a few words. */
  children: ComponentChildren;
}

export function TableLink({ table, games, mine = [], children }: Props): JSX.Element {
  const path = `/table/${table.table}`;
  return (
    <a class={`table-card paper${table.your_move ? " your-move" : ""}`} href={path} onClick={(event) => follow(event, path)}>
      <strong>{games.find((game) => game.id === table.game)?.name ?? table.game}</strong>
      <span>{stateOf(table)}</span>
      {table.expires && !table.frozen && <span class="note">{words.shelf.putAway(table.expires.slice(0, 10))}</span>}
      <span class="table-seats">
        {Object.entries(table.seats ?? {}).map(([seat, who]) => (
          <span key={seat} class={table.on_move?.includes(seat) ? "on-move" : ""}>
            <Emblem side={seat} /> {mine.includes(seat) ? words.shelf.you : who || seatName(seat)}
          </span>
        ))}
      </span>
      <span class="table-state">
        {children}
        <Icon name="next" />
      </span>
    </a>
  );
}

function stateOf(table: TableCard): string {
  if (table.over) return words.shelf.over;
  if (table.waiting?.length) return words.shelf.waiting;
  return words.shelf.stands(table.turn ?? 0, table.phase ?? "");
}
