"""What keeps hexes and counters from being chosen, where several chapters say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vistula.board.hexes import collect
from vistula.kernel import Bar, only
from vistula.kernel.views import Refusal
from vistula.parts.pieces import box_turn

from ..state import ABSENT, ARRIVING, ASIDE, DEAD, GARRISON_BOX, OFF_EDGE, POOL, RALLY, RESERVE, State
from .queries import enemy, scene
from .seats import side_of, troops

_FATES = {
    POOL: ("7.2.5", "has been eliminated"),
    DEAD: ("7.2.5", "is out of the game"),
    ARRIVING: ("7.0c", "has not entered yet"),
    RALLY: ("22.2", "is on the Rally Table"),
    GARRISON_BOX: ("17.2.1a", "guards the Latvian border"),
    ASIDE: ("23.0a", "comes into play by a rule of its own"),
    RESERVE: ("22.7.1a", "is in the railroad reserve"),
    ABSENT: ("23.0a", "takes no part in this game"),
}


def named(s: State, words: str) -> Callable[[int], str]:
    """A sentence about a counter, its name first."""
    return lambda piece: f"{s.m.full_name[piece]} {words}"


def at_hex(s: State, before: str, after: str = "") -> Callable[[int], str]:
    """A sentence about a hex."""
    return lambda hex: f"{before}{s.m.hex_name(hex)}{after}"


# -- hexes ------------------------------------------------------------------------------------------------------------


def held(s: State, side: int, rule: str = "8.2.1") -> Bar:
    """[8.2.1] Hexes with enemy units."""
    return Bar(rule, s.occupied[enemy(side)], at_hex(s, "enemy units hold "))


def enemy_replacements(s: State, side: int) -> Bar:
    """[7.2.1c] (A77) Hexes with enemy replacement counters, where only units on the move or advancing come in."""
    foes = collect(s.place[rc] for rc in s.m.rcs_of[enemy(side)] if s.place[rc] >= 0)
    return Bar("7.2.1c", foes, at_hex(s, "enemy replacements lie in "))


# -- counters ---------------------------------------------------------------------------------------------------------


def foes(s: State, command: int, rule: str) -> Iterator[Bar]:
    """Counters of the other side, and, with three players, those of the other front; the Squadron is in no army."""
    side, m = side_of(command), s.m
    aloft = Refusal("24.7.1", f"{m.full_name[m.squadron]} flies: it helps in battle, and is put where the rules say")
    enemies = named(s, "belongs to the enemy")
    yield only(
        rule,
        m.army[side] | m.rcs[side],
        lambda piece: aloft if piece == m.squadron and m.side[piece] == side else enemies(piece),
    )
    if s.players > 2:
        yield only("24.2", troops(s, command), named(s, "belongs to the other front"))


def off_map(s: State, rule: str = "7.2.4.1") -> Bar:
    """Counters that are not on the map."""
    return Bar(rule, lambda piece: s.place[piece] < 0, lambda piece: whereabouts(s, piece))


def whereabouts(s: State, piece: int) -> Refusal:
    """Where a counter is that is not on the map."""
    name, place = s.m.full_name[piece], s.place[piece]
    if place <= OFF_EDGE:
        return Refusal("17.3.1c", f"{name} has retreated off the map")
    if turn := box_turn(place):
        track = scene(s).track
        return Refusal("7.0e", f"{name} comes on {track[turn - 1].name if turn <= len(track) else 'a later turn'}")
    if place == POOL and piece >= s.m.count:
        return Refusal("7.2c", f"{name} is not in use")
    rule, words = _FATES[place]
    return Refusal(rule, f"{name} {words}")
