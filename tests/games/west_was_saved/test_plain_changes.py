"""What comes of a piece that enters a hex, and what is shown, in scattered positions, against plain words."""

from __future__ import annotations

import random

import pytest

from vistula.games.west_was_saved.changes import come, conceal, enter, hit, show, show_stack, take_blanks
from vistula.games.west_was_saved.model import COMMAND, LIT, POLAND, RUS, RUSSIA, UKR
from vistula.games.west_was_saved.state import CAMP, ELIMINATED, INTERNED, LOST, State, box

from .plain import ALL, LITHUANIA, at_home, commands, scattered, stack
from .table import M, at, hex, last, unit

rule = pytest.mark.rule
SIDES = (POLAND, RUSSIA)


def becomes(s: State, piece: int, to: int) -> int:
    """[1.3e, 1.3g, 13.3c, 13.4a, 13.5a, 13.5b] Where a piece is after it has come into a hex."""
    if M.neutral >> to & 1 or (to in LITHUANIA and not s.lithuania):
        return INTERNED
    if M.east_prussia >> to & 1:
        return CAMP if M.nation[piece] == RUS else INTERNED
    gone = not at_home(piece, to)
    return (LOST if M.kind[piece] == COMMAND else ELIMINATED) if gone else to


@rule("7.1g", "7.5a", "7.6a", "9.6b", "11.2d", "1.3e", "1.3g", "1.3f", "13.3c", "13.4a", "13.5a", "13.5b")
@pytest.mark.parametrize("place", ["Minsk", "Kiev", "Kaunas", "Lomza", "Mozyr"])
def test_what_comes_of_a_piece_that_enters_a_hex(place: str) -> None:
    s, rng = scattered(71, place), random.Random(71)
    pieces = [u for u in M.units if s.place[u] >= 0]
    lone = [h for h in ALL if s.depots[POLAND] >> h & 1 or s.depots[RUSSIA] >> h & 1 or s.commanded[0] >> h & 1]
    for piece in [*rng.sample(pieces, 25), *(u for u in pieces if M.nation[u] in (UKR, LIT))]:
        side, old, combat = M.side[piece], s.place[piece], M.kind[piece] != COMMAND
        for to in [*rng.sample(ALL, 8), *rng.sample(lone, 3)]:
            if stack(s, 1 - side, to) or to == old:
                continue
            then, fate = s.copy(), becomes(s, piece, to)
            come(then, piece, to, "7.4a")
            arrived = combat and fate not in (INTERNED, CAMP)
            caught = commands(s, 1 - side, to) if arrived else []
            wanted = list(s.place)
            wanted[piece] = fate
            for commander in caught:
                wanted[commander] = box(s.turn + 1)
            assert then.place == wanted
            assert then.left_hex == dict.fromkeys(caught, to)
            assert then.depots[1 - side] == s.depots[1 - side] & ~(1 << to if arrived else 0)
            assert then.depots[side] == s.depots[side]
            assert then.camp == (1 << piece if fate == CAMP else 0)
            fights = M.fighters >> piece & 1
            if fate == to and s.facing[to] < 0:
                assert then.facing[to] == (s.facing[old] if fights else -1)
            else:
                assert then.facing[to] == s.facing[to]


@rule("13.3c", "13.4a", "7.1g")
@pytest.mark.parametrize(("key", "place", "cited"), [("U-3", "Minsk", "13.4a"), ("L-1", "Minsk", "13.3c")])
def test_who_goes_beyond_his_limits_is_told_which(key: str, place: str, cited: str) -> None:
    start = "Kamenets" if key == "U-3" else "Kaunas"
    game = at(f'turn = 5\nphase = "depots"\nlithuania = true\nunits.{key} = "{start}"\nunits.P-8 = "Warsaw"\n'
              'units.R-4 = "Smolensk"\n')  # fmt: skip
    enter(game.s, unit(key), hex(place), "7.4a")
    assert (last(game, "eliminated").rule, game.s.place[unit(key)]) == (cited, ELIMINATED)


@rule("13.2a", "1.4b")
def test_what_is_shown_and_covered_again() -> None:
    s = scattered(72, "Minsk")
    for side in SIDES:
        for place in [h for h in ALL if stack(s, side, h)][:4]:
            show_stack(s, place, "13.2a")
            seen = [sum(1 << u for u in stack(s, 1 - each, place)) for each in SIDES]
            assert s.shown == seen
            assert s.bared == [1 << place if seen[each] else 0 for each in SIDES]
            conceal(s)
            assert (s.shown, s.bared) == ([0, 0], [0, 0])
    waiting = next(u for u in M.combat_of[RUSSIA] if s.place[u] < 0)
    show(s, [waiting], POLAND, "13.2a")
    assert (s.shown, s.bared) == ([1 << waiting, 0], [0, 0])
    assert take_blanks(s, []) == 0


@rule("9.4c", "1.2f")
def test_a_hit_weakens_and_a_second_one_kills() -> None:
    s = scattered(73, "Minsk")
    for each in [u for u in M.combat if s.place[u] >= 0]:
        then = s.copy()
        hit(then, each, "9.4c")
        weak = bool(s.weak >> each & 1)
        assert then.place[each] == (ELIMINATED if weak else s.place[each])
        assert then.weak == s.weak | 1 << each
