"""7.0, 7.2, 17.2, 22.7 What a reinforcement phase offers, said once more plainly: piece by piece, from printed values,
without sets and tables, in situations thrown together at random."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.red_star_white_eagle.rules.setup import new_state
from vistula.games.red_star_white_eagle.state import (
    ABSENT,
    ARRIVING,
    GARRISON_BOX,
    POOL,
    REINFORCEMENT,
    RESERVE,
    State,
    rebuild_sets,
)
from vistula.games.red_star_white_eagle.units import KINDS, SIZES

from .desk import asked, can, offered, play, staff
from .fields import M, P, R, h

rule = pytest.mark.rule
LAND = list(members(M.land & ~M.interning))
NUMBER = {hex: M.grid.number(hex) for hex in LAND}


def thrown(rng: random.Random, scenario: str, side: int, options: dict[str, str]) -> State:
    """A scenario with half of its counters elsewhere."""
    s = new_state(M, scenario, options)
    s.side, s.phase, s.turn = side, REINFORCEMENT, rng.randint(2, M.scenario(scenario).turns)
    near = [
        h(n) for n in ("1014", "1013", "1520", "5101", "5120", "5118", "4236", "3301", "5133", "0111", "2028", "1912")
    ]
    theirs: set[int] = set()
    for unit in M.units:
        if s.place[unit] in (ABSENT, GARRISON_BOX) or unit == M.squadron:
            continue
        if rng.random() < 0.5:
            s.place[unit] = rng.choice((POOL, ARRIVING, rng.choice(LAND), rng.choice(LAND), rng.choice(near)))
        if s.place[unit] == POOL and M.square >> unit & 1:
            s.place[unit] = -2
        if M.side[unit] == P and rng.random() < 0.1 and s.place[unit] == ARRIVING:
            s.place[unit] = RESERVE
        s.reduced |= (M.two_steps >> unit & 1 and rng.random() < 0.4) << unit
        if s.place[unit] >= 0 and M.side[unit] == R:
            theirs.add(s.place[unit])
    for unit in M.units_of[P]:
        if s.place[unit] in theirs:
            s.place[unit] = POOL if not M.square >> unit & 1 else -2
    homes = [s.place[unit] for unit in M.units if s.place[unit] >= 0]
    for rc in range(M.count, M.pieces):
        if rng.random() < 0.6:
            mine = [hex for hex in homes if any(s.place[u] == hex for u in M.units_of[M.side[rc]])] or LAND
            s.place[rc] = rng.choice((rng.choice(mine), rng.choice(LAND)))
            if any(s.place[u] == s.place[rc] for u in M.units_of[1 - M.side[rc]]):
                s.place[rc] = POOL
    s.pool = [rng.randint(0, 9) for _ in range(6)]
    s.reserve_allowed = rng.random() < 0.5
    s.latvians_released = rng.random() < 0.5
    rebuild_sets(s)
    return s


# -- plainly ----------------------------------------------------------------------------------------------------------


def kind(piece: int) -> str:
    return KINDS[M.kind[piece]]


def factor(piece: int, back: int) -> int:
    return M.attack[back][piece]


def cost(unit: int, back: int) -> int:
    if "Legion Cavalry Regiment" in M.full_name[unit]:
        return 1
    return factor(unit, back) + {"XX": 2, "X": 1, "III": 0, "II": 0}[SIZES[M.size[unit]]]


def replaceable(unit: int) -> bool:
    return kind(unit) in ("inf", "cav", "mtn", "gar", "mil") and not M.square >> unit & 1


def nation(unit: int) -> str:
    return M.key[unit].partition("-")[0]


def enemies_at(s: State, side: int, hex: int) -> bool:
    return any(s.place[unit] == hex for unit in M.units_of[1 - side])


def recreated(s: State, side: int) -> set[str]:
    found = set()
    for unit in M.units_of[side]:
        if s.place[unit] != POOL or not replaceable(unit) or nation(unit) in "LF" or M.key[unit][2:3] == "U":
            continue
        if kind(unit) == "gar" and enemies_at(s, side, M.hex(M.key[unit].replace("P-G-", "").replace("Lwow", "Lwów"))):
            continue
        infantry, cavalry = s.pool[2 * side : 2 * side + 2]
        money = cavalry if kind(unit) == "cav" else infantry + cavalry
        if min(cost(unit, 0), cost(unit, 1) if factor(unit, 1) else 99) <= money:
            found.add(M.key[unit])
    return found


def in_zone(s: State, side: int, hex: int) -> bool:
    return any(s.place[foe] >= 0 and M.delay[foe] and M.distance(s.place[foe], hex) == 1
               and hex in _across(s.place[foe]) for foe in M.units_of[1 - side])  # fmt: skip


def _across(hex: int) -> list[int]:
    return [other for other in members(M.grid.around[hex])
            if not M.all_sea[M.grid.direction(hex, other)] >> hex & 1]  # fmt: skip


def rebuilt(s: State, side: int) -> set[str]:
    found = set()
    for unit in M.units_of[side]:
        hex = s.place[unit]
        if hex < 0 or not s.reduced >> unit & 1 or not replaceable(unit) or in_zone(s, side, hex):
            continue
        counters = [rc for rc in M.rcs_of[side] if s.place[rc] == hex]
        have = sum(M.factor[rc] for rc in counters if kind(unit) != "cav" or "-C" in M.key[rc])
        if have >= factor(unit, 0) - factor(unit, 1):
            found.add(M.key[unit])
    return found


def taken_back(s: State, side: int) -> set[str]:
    quiet = side == R and M.scenarios[s.scenario].campaign and s.turn <= 3
    sources = members(M.russian_sources) if side == R else list(M.capacity)
    working = [hex for hex in sources if not enemies_at(s, side, hex)]
    near = {hex for source in working for hex in (source, *members(M.grid.around[source]))}
    return set() if quiet else {M.key[rc] for rc in M.rcs_of[side] if s.place[rc] in near}


def bought(s: State, side: int) -> set[str]:
    found = set()
    for arm, letter in enumerate("IC"):
        for size in (1, 2):
            free = [M.key[rc] for rc in M.rcs_of[side] if s.place[rc] == POOL and f"-{letter}{size}" in M.key[rc]]
            if free and s.pool[2 * side + arm] >= size:
                found.add(min(free))
    return found


LINKS = [*M.nets["polish"], *((b, a) for a, b in M.nets["polish"])]


def net_from_warsaw(s: State) -> set[int]:
    """The hexes of the Polish net that a train from Warsaw comes to."""
    shut = {s.place[unit] for unit in M.units_of[R]}
    found, fresh = set[int](), {M.warsaw} - shut
    while fresh:
        found |= fresh
        fresh = {b for a, b in LINKS if a in fresh} - found - shut
    return found


def places(s: State, piece: int) -> set[str]:
    """The numbers of the hexes where a piece may come in."""
    side, key, number = M.side[piece], M.key[piece], {n: hex for hex, n in NUMBER.items()}
    rail_cities = {hex for link in M.nets["polish"] for hex in link if M.cities >> hex & 1}
    if side == P:
        joined = net_from_warsaw(s)
        isolated = len((joined & rail_cities) - {M.warsaw}) < 4
        hexes = {M.warsaw} | (rail_cities if isolated else set())
        if key in ("P-Poz1", "P-Poz2", "P-15U"):
            hexes = {h("0111")}
        elif kind(piece) == "mil":
            hexes = rail_cities
        elif kind(piece) == "gar":
            hexes = {M.lwow if key.endswith("Lwow") else M.modlin}
        if s.place[piece] == RESERVE and kind(piece) != "gar":
            hexes = hexes | joined & rail_cities
    else:
        west = {
            hex for n, hex in number.items() if (n[:2] == "51" and n[2:] <= "19") or (n[2:] == "01" and n >= "3301")
        }
        southwest = {hex for n, hex in number.items() if n[:2] == "51" and n[2:] >= "20"}
        south = southwest | {hex for n, hex in number.items() if n[2:] == "36" and n[:2] >= "42"}
        hexes = {"W": west, "SW": southwest}.get(("W", "SW", "")[M.front[piece]], west | southwest)
        if M.konarmiya >> piece & 1:
            hexes = south
        if s.place[piece] == GARRISON_BOX:
            hexes = {hex for hex in west if NUMBER[hex][2:] == "01" and NUMBER[hex] >= "3801"}
        if key == "R-DnS":
            hexes = {h("5133"), h("5134")}
        if kind(piece) == "train":
            rails = {hex for net in ("polish", "russian", "devastated") for link in M.nets[net] for hex in link}
            hexes = hexes & rails
    return {NUMBER[hex] for hex in hexes if not enemies_at(s, side, hex) and not _foreign_company(s, piece, hex)
            and not any(s.place[rc] == hex for rc in M.rcs_of[1 - side])}  # fmt: skip


def _foreign_company(s: State, piece: int, hex: int) -> bool:
    """Russians of the other front, or Lithuanians."""
    if M.side[piece] == P or piece >= M.count:
        return False
    here = [other for other in M.units_of[R] if s.place[other] == hex]
    strangers = [other for other in here if (nation(other) == "L") != (nation(piece) == "L")]
    return bool(strangers) or any({M.front[other], M.front[piece]} == {0, 1} for other in here)


def entering(s: State, side: int) -> set[str]:
    found = set()
    for piece in (*M.units_of[side], *M.rcs_of[side]):
        due = s.place[piece] in (ARRIVING, RESERVE) or (s.place[piece] == GARRISON_BOX and s.latvians_released)
        if due and places(s, piece):
            found.add(M.key[piece])
    return found


# -- compared ---------------------------------------------------------------------------------------------------------


@rule("7.2.3.1a", "7.2.3.1b", "7.2.3.1c", "7.2.3.2a", "7.2.3.2b", "7.2.3.3a", "7.2.3.3b", "7.2.5", "19.1", "21.1.5",
      "21.2d", "21.4", "7.2c")  # fmt: skip
@rule("7.2.4.1", "7.2.4.2a", "7.2.4.2b", "7.2.4.3", "7.2.2b", "7.2b", "7.2.2c", "23.4.9.3", "10.4a")
@rule("7.0a", "7.0c", "7.1.1a", "7.1.1b", "7.1.1c", "7.1.2", "7.1.3", "7.1.4a", "7.1.4b", "14.1", "16.5", "17.2.1a",
      "17.2.1b", "19.2", "22.4a", "22.4b", "22.4c", "22.7.2", "12.4.1a", "12.4.3b", "21.2a", "7.2.1c")  # fmt: skip
@pytest.mark.parametrize("side", [P, R])
@pytest.mark.parametrize("scenario", ["gates", "belarus-long", "campaign"])
def test_the_menu_offers_what_the_rules_say(scenario: str, side: int) -> None:
    rng = random.Random(f"{scenario} {side}")
    for _ in range(8):
        s = thrown(rng, scenario, side, {})
        game = staff(s, side)
        if not game.stack:
            continue
        if scenario == "campaign" and s.turn <= 3:
            game.stack[-1].share = [0, 0]  # type: ignore[attr-defined]
            game.run()
        assert offered(game, "recreate") == recreated(s, side)
        assert offered(game, "rebuild") == rebuilt(s, side)
        assert offered(game, "withdraw") == taken_back(s, side)
        assert offered(game, "counter") == bought(s, side)
        assert offered(game, "enter") == entering(s, side)
        waiting = sorted(offered(game, "enter") | offered(game, "counter"))
        for key in rng.sample(waiting, min(8, len(waiting))):
            play(game, f"enter {key}" if can(game, f"enter {key}") else f"counter {key}")
            assert offered(game, "place") == places(s, M.unit_by_key[key]), key
            play(game, "back")
        assert asked(game).step == "menu"
