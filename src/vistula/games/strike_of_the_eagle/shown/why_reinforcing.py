"""8.0 Why a block or an area cannot be chosen while blocks arrive, garrisons are placed and cubes are spent."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.model import POLAND, command_of, piece_side
from vistula.games.strike_of_the_eagle.rules.arrivals import Arrivals, open_to
from vistula.games.strike_of_the_eagle.rules.cubes import Spending, building_cities, price, serves_building
from vistula.games.strike_of_the_eagle.rules.queries import (
    block_command,
    commander,
    depots,
    enemy_next_to,
    front_of,
    is_leader,
    occupied,
    out_of_supply,
    room,
    side_of_player,
)
from vistula.games.strike_of_the_eagle.rules.reinforcement import Combining, Garrisoning, absorbable, alike
from vistula.games.strike_of_the_eagle.rules.tokens import TOKEN
from vistula.games.strike_of_the_eagle.shown.why_common import name, not_in_play, not_mine
from vistula.games.strike_of_the_eagle.state import GONE, NONE, POOL, State
from vistula.kernel.views import Refusal

_COLOURS = ("black", "white", "green")


def arrival_area(s: State, frame: Arrivals, area: int) -> Refusal | None:
    """[4.0g, 1.4c] Why a block that is due cannot come in there."""
    found = not_in_play(s, area)
    if found is not None:
        return found
    there = s.m.area_name[area]
    if not open_to(s, frame.side, area):
        return Refusal("1.4c", f"{there} is held by the enemy or full.")
    if frame.side == POLAND and open_to(s, POLAND, s.m.warsaw):
        return Refusal("1.4c", "Where its own area is held or full, a Polish block comes in at Warsaw.")
    return Refusal("1.4c", f"{there} is no Supply Depot of this side.")


def city_for_garrison(s: State, frame: Garrisoning, area: int) -> Refusal | None:
    """[8.1a, 8.1b] Why no garrison can be placed there."""
    side, there = side_of_player(s, frame.player), s.m.area_name[area]
    found = not_in_play(s, area)
    if found is not None:
        return found
    if s.m.vp[area] < 0:
        return Refusal("1.3a", f"{there} is no key city.")
    if s.garrisons[side] >> area & 1:
        return Refusal("3.0a", f"{there} has a garrison already.")
    if not occupied(s, side) >> area & 1:
        return Refusal("8.1b", f"No block of yours is at {there}.")
    if not depots(s, side) >> area & 1:
        return Refusal("8.1b", f"{there} is not in supply.")
    return Refusal("10.0d", f"{there} is on the other front.")


# -- combining --------------------------------------------------------------------------------------------------


def _own(s: State, player: int, piece: int) -> Refusal | None:
    found = not_mine(s, side_of_player(s, player), piece)
    if found is None and commander(s, block_command(s, piece)) != player:
        return Refusal("10.0d", "It stands on the other front.")
    return found


def division_to_grow(s: State, frame: Combining, piece: int) -> Refusal | None:
    found = _own(s, frame.player, piece)
    if found is not None:
        return found
    if not s.m.division[s.unit[piece]]:
        return Refusal("8.4e", f"{name(s, piece)} is no division: only divisions absorb others.")
    if s.sp[piece] >= s.m.max_sp[s.unit[piece]]:
        return Refusal("8.2a", f"{name(s, piece)} is at its full strength.")
    return Refusal("8.2a", "No block here can join it: same type and nation, and within its maximum strength.")


def block_to_absorb(s: State, frame: Combining, piece: int) -> Refusal | None:
    found = _own(s, frame.player, piece)
    if found is not None or frame.division == NONE or piece in absorbable(s, frame.division):
        return found
    if piece == frame.division:
        return Refusal("8.2a", "It is the division that absorbs.")
    if s.place[piece] != s.place[frame.division]:
        return Refusal("8.2a", f"It is not with the division at {s.m.area_name[s.place[frame.division]]}.")
    if not alike(s, frame.division, piece):
        return Refusal("8.2a", "A division absorbs blocks of its own colour and nation, and no leaders.")
    left = s.m.max_sp[s.unit[frame.division]] - s.sp[frame.division]
    return Refusal("8.2a", f"It has {s.sp[piece]} strength points; the division can take {left}.")


# -- cubes ------------------------------------------------------------------------------------------------------


def block_to_pay_for(s: State, frame: Spending, piece: int) -> Refusal | None:
    """[8.3, 8.4a] Why a block can be neither strengthened nor built."""
    side = side_of_player(s, frame.player)
    if piece < TOKEN and piece_side(piece) == side and s.place[piece] == POOL:
        return _not_built(s, frame, piece)
    if piece < TOKEN and piece_side(piece) == side and s.place[piece] == GONE:
        return Refusal("8.4c", "Eliminated blocks are never rebuilt.")
    found = _own(s, frame.player, piece)
    return found or _not_strengthened(s, frame, piece, side)


def _not_strengthened(s: State, frame: Spending, piece: int, side: int) -> Refusal | None:
    unit, area = s.unit[piece], s.place[piece]
    if is_leader(s, piece):
        return Refusal("9.0a", "A leader has one strength point and cannot have more.")
    if s.sp[piece] >= s.m.max_sp[unit]:
        return Refusal("8.3", f"{name(s, piece)} is at its full strength of {s.sp[piece]}.")
    if frame.built >> piece & 1:
        return Refusal("8.4b", "A block that was built in this phase stays at 1 strength point.")
    if out_of_supply(s, side, [piece]):
        return Refusal("8.3", f"{name(s, piece)} is out of supply.")
    if frame.raised >> area & 1 and enemy_next_to(s, side, area):
        return Refusal("8.31b", f"One block at {s.m.area_name[area]} has gained a point: it is a front line area.")
    colour = s.m.colour[unit]
    if not frame.sources(s, colour):
        return Refusal("3.2c", f"You have no {_COLOURS[colour]} cube, which it needs.")
    return Refusal("8.5c", f"The {_COLOURS[colour]} cubes that are left serve the other front.")


def _not_built(s: State, frame: Spending, piece: int) -> Refusal | None:
    unit = s.unit[piece]
    colour, cost = s.m.colour[unit], price(s, unit)
    if s.m.nation[unit] == "Lithuania" and not s.lithuania:
        return Refusal("8.5e", "Lithuania is not at war yet.")
    if s.m.leader[unit]:
        return Refusal("9.0c", "A leader who is lost does not come back.")
    have = sum(frame.left(s, source, colour) for source in frame.sources(s, colour))
    if have < cost:
        return Refusal("8.4a", f"It costs {cost} {_COLOURS[colour]}; you have {have}.")
    if not building_cities(s, frame.player, unit):
        return Refusal("8.4a", "You have no Supply Depot with room for it.")
    return Refusal(
        "8.5d", f"In no one city can it be paid for with {cost} {_COLOURS[colour]}: a city's cubes stay there."
    )


def city_to_build_in(s: State, frame: Spending, area: int) -> Refusal | None:
    """[8.4a, 8.5d] Why the block cannot be built there."""
    side, unit, there = side_of_player(s, frame.player), s.unit[frame.piece], s.m.area_name[area]
    found = not_in_play(s, area)
    if found is not None:
        return found
    if not depots(s, side) >> area & 1:
        return Refusal("8.4a", f"{there} is no Supply Depot of yours.")
    if commander(s, command_of(side, front_of(s, area))) != frame.player:
        return Refusal("10.0d", f"{there} is on the other front.")
    if room(s, side, area) <= 0:
        return Refusal("7.33a", f"Four blocks stand at {there} already.")
    colour = s.m.colour[unit]
    cubes = [frame.left(s, c, colour) for c in frame.sources(s, colour) if serves_building(s, c, unit, area)]
    return Refusal("8.5d", f"{sum(cubes)} {_COLOURS[colour]} cubes may be spent at {there}; it costs {price(s, unit)}.")


def city_to_pay_from(s: State, frame: Spending, area: int) -> Refusal | None:
    """[8.5a, 8.5c, 8.5d] Why no cube of this city pays."""
    there, colour = s.m.area_name[area], s.m.colour[s.unit[frame.piece]]
    if area not in frame.cities:
        return Refusal("8.5a", f"{there} gives you no strategic cubes.")
    if not frame.cities[area][colour]:
        return Refusal("8.5b", f"{there} has no {_COLOURS[colour]} cube left.")
    if frame.area not in (NONE, area):
        return Refusal("8.5d", f"Cubes of {there} build only there.")
    return Refusal("8.5c", f"Cubes of {there} serve the other front.")
