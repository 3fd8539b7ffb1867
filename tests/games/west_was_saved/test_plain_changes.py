"""What comes of a piece that enters a hex, and what is shown, in scattered positions, against plain words."""

from __future__ import annotations

import random

import pytest

from vistula.games.west_was_saved.changes import (
    come,
    conceal,
    enter,
    hit,
    put_blanks,
    put_on_top,
    show,
    show_stack,
    take_blanks,
)
from vistula.games.west_was_saved.model import COMMAND, LIT, POLAND, RUS, RUSSIA, SEATS, UKR
from vistula.games.west_was_saved.state import CAMP, ELIMINATED, INTERNED, LOST, State, pile
from vistula.parts.pieces import box

from .campaigning import march, orders
from .plain import ALL, LITHUANIA, at_home, commands, scattered, stack
from .table import M, at, events, hex, last, play, unit, units

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
            first = fate == to and s.facing[to] < 0  # it brings its own facing, if it has one
            brought = s.facing[old] if M.fighters >> piece & 1 else -1
            assert then.facing[to] == (brought if first else s.facing[to])


@rule("13.3c", "13.4a", "7.1g")
@pytest.mark.parametrize(("key", "place", "cited"), [("U-3", "Minsk", "13.4a"), ("L-1", "Minsk", "13.3c")])
def test_who_goes_beyond_his_limits_is_told_which(key: str, place: str, cited: str) -> None:
    start = "Kamenets" if key == "U-3" else "Kaunas"
    game = at(f'turn = 5\nphase = "depots"\nlithuania = true\nunits.{key} = "{start}"\nunits.P-8 = "Warsaw"\n'
              'units.R-4 = "Smolensk"\n')  # fmt: skip
    enter(game.s, unit(key), hex(place), "7.4a")
    assert (last(game, "eliminated").rule, game.s.place[unit(key)]) == (cited, ELIMINATED)


@rule("13.3c")
def test_a_lithuanian_goes_two_hexes_beyond_his_border_and_no_third() -> None:
    game = at('turn = 5\nphase = "depots"\nlithuania = true\nunits.L-1 = "Kaunas"\nunits.P-8 = "Warsaw"\n'
              'units.R-4 = "Smolensk"\n')  # fmt: skip
    beyond = {n: [h for h in ALL if M.near(h, n + 1) & M.lithuania and not M.near(h, n) & M.lithuania] for n in (2, 3)}
    for between, hexes in beyond.items():
        for place in [h for h in hexes if not (M.neutral | M.east_prussia) >> h & 1]:
            then = game.s.copy()
            come(then, unit("L-1"), place, "7.4a")
            assert then.place[unit("L-1")] == (place if between == 2 else ELIMINATED)


@rule("1.3e", "1.3g", "1.3f", "13.5a")
@pytest.mark.parametrize(("key", "place", "cited"), [("P-8", "0805", "1.3g"), ("R-4", "0805", "1.3g"),
                                                     ("P-8", "0606", "13.5a"), ("R-4", "1202", "1.3e")])  # fmt: skip
def test_who_is_interned_is_told_where(key: str, place: str, cited: str) -> None:
    game = at('turn = 5\nphase = "depots"\nunits.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"\n')
    enter(game.s, unit(key), hex(place), "9.5.b1")
    assert (last(game, "interned").rule, game.s.place[unit(key)]) == (cited, INTERNED)


@rule("7.5a", "7.6a")
def test_where_nothing_is_found_nothing_is_overrun() -> None:
    text = 'turn = 5\nphase = "depots"\nunits.P-8 = "1515"\nunits.R-4 = "Smolensk"\nunits.Kork = "Smolensk"\n'
    game = at(text + 'depots.russia = ["Smolensk", "1714"]\n')
    for place, removed in (("1614", 0), ("1714", 1), ("1814", 1)):
        enter(game.s, unit("P-8"), hex(place), "7.4a")
        assert (len(events(game, "depot_removed")), len(events(game, "command_removed"))) == (removed, 0)


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


# -- stacks on the march -----------------------------------------------------------------------------------------------

COLUMN = """
    units.P-8 = "1515"
    units.P-9 = "1515"
    units.P-12 = "1515"
    units.P-1Cav = "1714"
    units.Pilsudski = "1515"
    units.R-4 = "2016"
"""


@rule("7.1g", "7.4i")
@pytest.mark.parametrize(("who", "order"), [("all", "P-9 P-12 P-8"), ("P-8 P-9", "P-9 P-8"), ("P-12 P-8", "P-12 P-8")])
def test_a_column_keeps_the_order_in_which_it_lies(who: str, order: str) -> None:
    game = orders(COLUMN, "1515")
    put_on_top(game.s, unit("P-12"))
    put_on_top(game.s, unit("P-8"))
    assert pile(game.s, POLAND, hex("1515")) == tuple(units("P-9 P-12 P-8"))
    march(game, who, "1615 1616", "face 1716")
    assert pile(game.s, POLAND, hex("1616")) == tuple(units(order))
    assert [game.s.under >> each & 1 for each in units(order)] == [*[1] * (len(order.split()) - 1), 0]


@rule("1.4b")
@pytest.mark.parametrize(
    ("dummies", "who", "left"),
    [
        ("", "all", {}),
        ("", "P-8", {}),
        ("dummies.1515 = 2", "all", {"1616": 2}),
        ("dummies.1515 = 2", "P-8 P-9", {"1515": 2}),
        ("dummies.1515 = 2\ndummies.1714 = 1", "all", {"1616": 2, "1714": 1}),
    ],
)
def test_blanks_go_with_the_whole_stack_alone(dummies: str, who: str, left: dict[str, int]) -> None:
    game = march(orders(COLUMN + dummies, "1515"), who, "1615 1616", "face 1716")
    assert game.s.dummies == {hex(place): count for place, count in left.items()}


@rule("1.4b")
def test_blanks_are_added_to_those_that_lie_there() -> None:
    text = COLUMN.replace('units.P-12 = "1515"', 'units.P-12 = "1616"')
    game = march(orders(text + "dummies.1515 = 2\ndummies.1616 = 1\n", "1515"), "all", "1615 1616")
    assert game.s.dummies == {hex("1616"): 3}


@rule("1.4b")
def test_blanks_arrive_with_whoever_arrives() -> None:
    s = at('turn = 4\nphase = "depots"\n' + COLUMN).s
    group = units("P-8 P-9")
    s.place[group[0]] = hex("1616")
    put_blanks(s, group, hex("1616"), 2)
    assert s.dummies == {hex("1616"): 2}
    put_blanks(s, group, hex("2016"), 1)
    assert s.dummies == {hex("1616"): 2}


@rule("13.2a")
def test_who_looks_at_a_stack_has_learnt_something() -> None:
    for side, seat in enumerate(SEATS):
        game = at('turn = 4\nphase = "depots"\n' + COLUMN + 'units.R-5 = "2016"\n')
        show_stack(game.s, hex("2016" if side == POLAND else "1515"), "13.2a")
        told = [barrier for barrier in game.barriers if (barrier.kind, barrier.rule) == ("disclose", "13.2a")]
        assert len(told) == 1
        assert (game.s.shown[side] != 0, game.s.shown[1 - side], seat) == (True, 0, SEATS[side])


# -- 2.2 what lets supply into a capital -------------------------------------------------------------------------------

INTRUDER = """
    turn = 10
    phase = "depots"
    units.R-27 = "Warsaw"
    units.R-5 = "Lublin"
    units.P-4 = "Lwow"
    total = { russia = 9, poland = 8 }
    points = { russia = 9, poland = 8 }
"""


@rule("2.2b", "5.2a")
def test_a_new_depot_may_win_the_game() -> None:
    game = at(INTRUDER + 'depots.russia = ["Kowel", "Rowne", "Zhytomyr", "Kiev", "Chernigov"]\n')
    assert not game.over
    play(game, "establish Lublin")
    assert (game.over, game.s.winner, last(game, "sudden_victory").rule) == (True, RUSSIA, "2.2b")
