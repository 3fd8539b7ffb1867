"""Scattered positions, and the rules of the ground in plain words: one hex at a time, without bit sets and tables.

What the rules say is worked out here once more by loops over hexes and units, for the tests to compare with.
"""

from __future__ import annotations

import random

from vistula.games.west_was_saved.board import IMPASSABLE
from vistula.games.west_was_saved.changes import deploy
from vistula.games.west_was_saved.model import ARTILLERY, CAVALRY, COMMAND, LIT, POLAND, RUS, RUSSIA, UKR
from vistula.games.west_was_saved.state import State

from .table import M, at

ALL = [h for h in range(M.grid.size) if M.grid.valid >> h & 1]
LITHUANIA = [h for h in ALL if M.lithuania >> h & 1]
NEIGHBOURS = {h: [to for to in M.toward[h] if to >= 0] for h in ALL}
FROM_HOME = {h: min(M.grid.distance(h, home) for home in LITHUANIA) for h in ALL}


# -- positions -----------------------------------------------------------------------------------------------------


def scattered(seed: int, centre: str = "", radius: int = 4) -> State:
    """Stacks of both sides thrown together around a place, so that most of them have enemies near."""
    rng = random.Random(f"{seed} {centre}")
    s = at('turn = 5\nphase = "depots"\nunits.P-8 = "Warsaw"\nunits.R-4 = "2110"\n').s
    s.lithuania = rng.random() < 0.5
    middle = M.hex(centre) if centre else rng.choice([h for h in ALL if M.open >> h & 1])
    places = [h for h in ALL if M.grid.distance(h, middle) <= radius and enterable(s, POLAND, h)]
    places = [h for h in places if not stack(s, POLAND, h) and not stack(s, RUSSIA, h)]
    rng.shuffle(places)
    pools = {side: rng.sample([u for u in M.combat_of[side] if s.place[u] < 0], 34) for side in (POLAND, RUSSIA)}
    pools[RUSSIA] = [u for u in M.combat if s.lithuania and M.nation[u] == LIT and u not in pools[RUSSIA]] + pools[
        RUSSIA
    ]
    staffs = {side: rng.sample([*M.commands_of[side]], 6) for side in (POLAND, RUSSIA)}
    for number, place in enumerate(places[: len(places) * 3 // 5]):
        side = number % 2
        for _ in range(rng.choice((1, 1, 2, 3, 4))):
            _put(s, pools[side], place)
        if rng.random() < 0.3:
            _put(s, staffs[side], place)
        if stack(s, side, place):
            s.facing[place] = rng.randrange(6) if s.facing[place] >= 0 else -1
    for place in places[len(places) * 3 // 5 :]:
        if rng.random() < 0.15:
            _put(s, staffs[rng.randrange(2)], place)
    cities = [h for h in ALL if M.cities >> h & 1 and M.grid.distance(h, middle) <= radius + 4]
    for city in cities:
        side = rng.randrange(2)
        if rng.random() < 0.5 and not stack(s, 1 - side, city):
            s.depots[side] |= 1 << city
    s.weak |= sum(1 << u for u in M.combat if rng.random() < 0.3)
    return s


def _put(s: State, pool: list[int], place: int) -> None:
    for unit in pool:
        if at_home(unit, place) and fits(s, unit, place) and (s.lithuania or M.nation[unit] != LIT):
            pool.remove(unit)
            deploy(s, unit, place, 0)
            return


# -- the ground ------------------------------------------------------------------------------------------------------


def neighbours(hex: int) -> list[int]:
    return NEIGHBOURS[hex]


def stack(s: State, side: int, hex: int) -> list[int]:
    if not s.occupied[side] >> hex & 1:  # mostly
        return []
    return [u for u in M.combat_of[side] if s.place[u] == hex]


def commands(s: State, side: int, hex: int) -> list[int]:
    if not s.commanded[side] >> hex & 1:
        return []
    return [u for u in M.commands_of[side] if s.place[u] == hex]


def passable(s: State, side: int, hex: int) -> bool:
    """[1.3d, 1.3e, 1.3g, 13.5] Not closed, not neutral; East Prussia is open to Russians alone."""
    if M.neutral >> hex & 1 or not M.land >> hex & 1 or (hex in LITHUANIA and not s.lithuania):
        return False
    return side == RUSSIA or not M.east_prussia >> hex & 1


def enterable(s: State, side: int, hex: int) -> bool:
    return passable(s, side, hex) and not M.east_prussia >> hex & 1


def abroad(s: State, hex: int) -> bool:
    """Ground on which a unit is disarmed: neutral countries, Lithuania before it is at war, East Prussia."""
    if M.neutral >> hex & 1:
        return M.board.terrain[hex] not in IMPASSABLE
    return bool((M.east_prussia & M.land) >> hex & 1 or (hex in LITHUANIA and not s.lithuania))


def beside_enemy(s: State, side: int, hex: int) -> bool:
    """Next to an enemy combat unit from which no unbridged river parts the hex."""
    return any(stack(s, 1 - side, to) and not M.unbridged[hex] >> to & 1 for to in neighbours(hex))


def touches_enemy(s: State, side: int, hex: int) -> bool:
    """Next to an enemy combat unit, rivers or not."""
    return any(stack(s, 1 - side, to) for to in neighbours(hex))


def at_home(unit: int, hex: int) -> bool:
    """[13.3c, 13.4a]"""
    if M.nation[unit] == UKR:
        return bool(M.south >> hex & 1)
    if M.nation[unit] == LIT:
        return FROM_HOME[hex] <= 3 and not M.east_prussia >> hex & 1
    return True


def fits(s: State, unit: int, hex: int) -> bool:
    """[1.2k, 13.3h] Room for one more combat unit, and nobody with whom it may not stack."""
    if M.kind[unit] == COMMAND:
        return True
    others = [u for u in stack(s, M.side[unit], hex) if u != unit]
    return len(others) < 4 and all((M.nation[u] == LIT) == (M.nation[unit] == LIT) for u in others)


def across(a: int, b: int) -> bool:
    """[13.1b] Whether the Demarcation Line runs between two hexes."""
    return bool(M.north >> a & 1) != bool(M.north >> b & 1)


# -- supply ------------------------------------------------------------------------------------------------------------


def intervenes(s: State, side: int, hex: int) -> bool:
    """[5.2e, 5.2f] Whether a line of supply may run through a hex."""
    if not enterable(s, side, hex) or stack(s, 1 - side, hex) or commands(s, 1 - side, hex):
        return False
    return not beside_enemy(s, side, hex) or bool(stack(s, side, hex) or commands(s, side, hex))


def fed_from(s: State, side: int, starts: dict[int, int], limit: int) -> set[int]:
    """[5.2c, 5.2d, 5.2g] Hexes with so many between, from hexes at which so many have been counted already."""
    best = dict(starts)
    queue, reached = list(starts), set(starts)
    while queue:
        here = queue.pop(0)
        for to in neighbours(here):
            if M.unbridged[here] >> to & 1 or not M.land >> to & 1:
                continue
            reached.add(to)
            spent = best[here] + (2 if M.difficult >> to & 1 else 1)
            if spent <= limit and intervenes(s, side, to) and spent < best.get(to, 99):
                best[to] = spent
                queue.append(to)
    return reached


def sources(s: State, side: int, limit: int) -> dict[int, int]:
    """[5.0a] Where lines begin: Warsaw, or beyond the hexes of the east edge, which intervene (H-1, H-43)."""
    if side == POLAND:
        return {} if stack(s, RUSSIA, M.warsaw) else {M.warsaw: 0}
    found = {}
    for hex in (h for h in ALL if M.grid.number(h).startswith("21") and not stack(s, POLAND, h)):
        cost = 2 if M.difficult >> hex & 1 else 1
        if intervenes(s, RUSSIA, hex) and cost <= limit:
            found[hex] = cost
    return found


def at_the_edge(s: State) -> set[int]:
    """Edge hexes are in supply with nothing between, unless Poles hold them."""
    return {h for h in ALL if M.grid.number(h).startswith("21") and not stack(s, POLAND, h)}


def fed_hexes(s: State, unit: int, depots: set[int] | None = None) -> set[int]:
    """[6.0a, 6.0b, 6.0e, 13.3b, 13.4d] Hexes in which a unit is in supply."""
    side = M.side[unit]
    limit = 6 if side == RUSSIA and M.kind[unit] == CAVALRY else 3
    if M.nation[unit] == LIT:
        shut = not s.lithuania or stack(s, POLAND, M.kaunas)
        return set() if shut else fed_from(s, RUSSIA, {M.kaunas: 0}, limit)
    held = {h for h in ALL if s.depots[side] >> h & 1} if depots is None else depots
    found = fed_from(s, side, sources(s, side, limit) | dict.fromkeys(held, 0), limit)
    return found | (at_the_edge(s) if side == RUSSIA else set())


def is_russian_rider(unit: int) -> bool:
    return M.nation[unit] == RUS and M.kind[unit] == CAVALRY


def fighters(units: list[int]) -> list[int]:
    return [u for u in units if M.kind[u] not in (ARTILLERY, COMMAND)]
