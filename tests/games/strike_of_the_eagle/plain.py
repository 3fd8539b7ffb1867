"""Plain words for what tests compare the program with: slow, simple, and written without it."""

from __future__ import annotations

import random

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.model import PIECES, POLAND
from vistula.games.strike_of_the_eagle.state import State

from .table import M

FAR = 10**6


def few(rng: random.Random, share: float) -> int:
    """A set of pieces, each in it with this probability."""
    return sum(1 << p for p in range(110) if rng.random() < share)


def in_play(s: State) -> set[int]:
    return {a for a in M.areas if s.scene.areas >> a & 1 and (s.lithuania or not M.lithuania >> a & 1)}


def may_go(s: State, side: int) -> set[int]:
    """Areas that blocks of a side may enter at all."""
    return in_play(s) - set(members(M.eastern_links if side == POLAND else s.scene.guarded))


def enemies(s: State, side: int) -> set[int]:
    """Areas with a block or a garrison of the other side; the Eastern Links are always Soviet."""
    found = {s.place[p] for p in PIECES[1 - side] if s.place[p] >= 0} | set(members(s.garrisons[1 - side]))
    return found | set(members(M.eastern_links & s.scene.areas)) if side == POLAND else found


def taken(s: State, side: int) -> set[frozenset[int]]:
    """Links on which enemies stand."""
    return {frozenset((s.place[p], s.origin[p])) for p in PIECES[1 - side] if s.on_link >> p & 1}


def room(s: State, side: int, place: int) -> int:
    """How many more blocks may stand in the area itself."""
    inside = sum(s.place[p] == place and not s.on_link >> p & 1 for p in PIECES[side])
    return FAR if M.eastern_links >> place & 1 else 4 - inside


def stands(s: State, side: int, place: int) -> bool:
    """Whether a block may go to stand there."""
    return place in may_go(s, side) and place not in enemies(s, side) and room(s, side, place) > 0


def how_far(s: State, side: int, here: int, goals: set[int]) -> int:
    """Steps of the shortest clear path, FAR if there is none."""
    clear = in_play(s) - enemies(s, side)
    edge, seen, count = {here} & clear, {here}, 0
    while edge:
        if edge & goals:
            return count
        edge = {n for a in edge for n in members(M.around[a]) if n in clear and n not in seen}
        seen |= edge
        count += 1
    return FAR


def scattered(s: State, rng: random.Random, areas: list[int], share: float) -> State:
    """Blocks of both sides among some areas, some of which are full, and some blocks on links; cities of either."""
    full = rng.sample(areas, 4)
    for p in range(110):
        s.place[p] = rng.choice([*areas, *full, *full]) if rng.random() < share else -1
        if p < 56 and s.place[p] >= 0 and M.eastern_links >> s.place[p] & 1:
            s.place[p] = -1
        if s.place[p] >= 0 and rng.random() < 0.3:
            s.on_link |= 1 << p
            s.origin[p] = rng.choice(list(members(M.around[s.place[p]])))
    cities = [a for a in in_play(s) if M.key_cities >> a & 1]
    mine = rng.sample(sorted(cities), len(cities) // 2)
    s.garrisons = [sum(1 << a for a in mine), sum(1 << a for a in cities if a not in mine)]
    return s
