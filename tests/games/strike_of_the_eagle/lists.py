"""What the bars of a question leave, as lists, where only tests ask for it."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.model import piece_side
from vistula.games.strike_of_the_eagle.rules.arrivals import no_way_in
from vistula.games.strike_of_the_eagle.rules.depots import out_of_supply
from vistula.games.strike_of_the_eagle.rules.executors import dispensable
from vistula.games.strike_of_the_eagle.rules.leader_orders import not_leading
from vistula.games.strike_of_the_eagle.rules.reorganization import restless
from vistula.games.strike_of_the_eagle.rules.retreat import no_way_back
from vistula.games.strike_of_the_eagle.state import Order, State
from vistula.kernel import left


def arrival_areas(s: State, side: int, area: int) -> list[int]:
    """[1.4c] Where a block may come in. Without a depot it waits."""
    return left(no_way_in(s, side, area))


def needed_elsewhere(s: State, piece: int, order: Order) -> bool:
    """[7.3i] Whether another order of the same command that could be carried out could not without this block."""
    return not dispensable(s, [piece], order)


def ready_leaders(s: State, command: int) -> list[int]:
    """[9.0e] Leaders of a command who have not been used in this round and can do something now."""
    return left(not_leading(s, (command,), command))


def in_supply(s: State, piece: int) -> bool:
    """[7.7b, 9.0b] Whether a block on the map is in supply now; leaders always are."""
    return not out_of_supply(s, piece_side(piece), (piece,))


def at_rest(s: State, order: Order) -> list[int]:
    """[7.2ac] Blocks in the area of an order that began in supply and have done nothing since."""
    return left(restless(s, order))


def retreat_areas(s: State, side: int, area: int) -> list[int]:
    """[7.42a] Neighbours to which the beaten may retreat."""
    return left(no_way_back(s, side, area))
