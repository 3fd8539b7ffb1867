"""7.2, 9.0 Why an order cannot be placed on an area, by a command or by a leader."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.cards.other_order import OtherOrder
from vistula.games.strike_of_the_eagle.model import (
    DEFEND,
    MOVE_OUT,
    ORDER_TITLES,
    RAIL,
    RECON,
    REORGANIZE,
    RUSSIA,
    command_of,
    command_side,
)
from vistula.games.strike_of_the_eagle.rules.leaders import _TYPES, BUDYONNY, UseLeader, followers
from vistula.games.strike_of_the_eagle.rules.orders import Placement, Reservation, why_no_order
from vistula.games.strike_of_the_eagle.rules.queries import block_command, blocks_at, within
from vistula.games.strike_of_the_eagle.rules.sequence import OperationPhase
from vistula.games.strike_of_the_eagle.rules.tokens import TOKEN, orders_at
from vistula.games.strike_of_the_eagle.shown.why_common import areas, not_commanded, not_in_play, not_mine
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel.views import Refusal


def area_for_order(s: State, frame: Placement | OtherOrder, area: int) -> Refusal | None:
    """[7.2aj] Why no order at all can be placed on an area: told for what would be natural there."""
    command = frame.command if isinstance(frame, OtherOrder) else command_of(frame.side, frame.front)
    own = blocks_at(s, command_side(command), area)
    found = not_in_play(s, area) or _said(why_no_order(s, command, MOVE_OUT if own else RECON, area))
    return found or _said(why_no_order(s, command, DEFEND if own else RECON, area))


def of_this_type(s: State, frame: Placement | OtherOrder, type: int, area: int) -> Refusal | None:
    command = frame.command if isinstance(frame, OtherOrder) else command_of(frame.side, frame.front)
    return not_in_play(s, area) or _said(why_no_order(s, command, type, area))


def _said(found: tuple[str, str] | None) -> Refusal | None:
    return Refusal(*found) if found else None


def block_first_area(s: State, frame: Placement | OtherOrder, piece: int) -> Refusal | None:
    """Orders lie on areas, not on blocks."""
    command = frame.command if isinstance(frame, OtherOrder) else command_of(frame.side, frame.front)
    if piece >= TOKEN:
        return Refusal("7.2a", "An order that lies on the map stays there.")
    found = not_commanded(s, command, piece)
    return found or Refusal("7.2a", "Orders are placed on areas: choose the area in which it stands.")


def counter_to_keep(s: State, frame: Reservation, type: int) -> Refusal | None:
    """[10.2a, 10.2c, 7.2b, 7.2d] Why no counter of this type can be put aside."""
    if not 0 <= type < len(ORDER_TITLES):
        return None
    command, title = command_of(frame.side, frame.front), ORDER_TITLES[type]
    kept, most = s.reserved[command], s.allowance[command]
    if frame.side == RUSSIA and type not in (REORGANIZE, RAIL):
        return Refusal("10.2a", f"{title} counters are not among those with first choice.")
    if type == RECON and kept[RECON] == s.m.counters[RECON] - 1:
        return Refusal("7.2b", "The other Recon counter is for your ally's front.")
    if kept[type] == s.m.counters[type]:
        return Refusal("7.2d", f"No {title} counter is left.")
    return Refusal("7.2b", f"You may place {most} orders, one of them a Recon: no more can be put aside.")


def area_for_leader(s: State, frame: UseLeader, area: int) -> Refusal | None:
    """[9.0f, 9.0h, 9.0i, 9.0o] Why a leader can give no order for this area."""
    found = not_in_play(s, area)
    if found is not None:
        return found
    here, key = s.place[frame.piece], s.m.key[s.unit[frame.piece]]
    reach = 0 if key == BUDYONNY else s.m.charts.leaders.range
    if not within(s, here, reach) >> area & 1:
        where = "his own area" if reach == 0 else f"{reach} areas"
        return Refusal("9.0h" if reach == 0 else "9.0f", f"{s.m.area_name[area]} is beyond his reach of {where}.")
    types = _TYPES.get(key, ())
    there = orders_at(s, command_side(frame.command), area)
    if len(types) == 1 and any(o.type == types[0] and o.command != frame.command for o in there):
        return Refusal("7.2ah", f"A {ORDER_TITLES[types[0]]} order lies there already.")
    return Refusal("9.0o", "No block that could carry out an order of his there is still fresh.")


def area_for_sikorski(s: State, frame: OperationPhase, area: int) -> Refusal | None:
    """[9.0g, 7.2n] Why Sikorski cannot look there."""
    there = s.m.area_name[area]
    if s.m.eastern_links >> area & 1:
        return Refusal("7.2n", f"Poles may not look into {there}, an Eastern Link.")
    return not_in_play(s, area) or Refusal("9.0g", f"{there} is beyond his sight of {areas(s.m.charts.leaders.range)}.")


def block_for_stalin(s: State, frame: UseLeader, piece: int) -> Refusal | None:
    """[9.0j] Why Stalin cannot restore this block."""
    found = not_mine(s, command_side(frame.command), piece)
    if found is None and block_command(s, piece) not in followers(s, frame.piece):
        found = not_commanded(s, frame.command, piece)
    if found is not None:
        return found
    if s.place[piece] != s.place[frame.piece]:
        return Refusal("9.0j", "It does not share his area.")
    title = ORDER_TITLES[REORGANIZE].lower()
    return Refusal("9.0j", f"It is at full strength, a leader, out of supply, or has moved: no {title} for it.")
