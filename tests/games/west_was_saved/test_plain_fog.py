"""What a seat sees, what it is told and what a turn leaves behind, against the rules told in plain words."""

from __future__ import annotations

import random

import pytest

from vistula.games.west_was_saved.changes import put_on_top
from vistula.games.west_was_saved.knowledge import fill, mask, veil
from vistula.games.west_was_saved.model import LIT, POLAND, RUSSIA, SEATS
from vistula.games.west_was_saved.rules.sequence import clear_turn
from vistula.games.west_was_saved.state import State
from vistula.kernel import ONLOOKER, UNKNOWN

from .plain import ALL, scattered, stack
from .table import M, at, hex, unit

rule = pytest.mark.rule
SIDES = (POLAND, RUSSIA)
OF_UNITS = ("weak", "under", "unsupplied", "ordered", "moved", "moving", "attacked", "fought", "triumphed",
            "redeployed")  # fmt: skip


def laden(seed: int, place: str, full: bool) -> State:
    """A scattered position in which every unit has been through something, and every stack has secrets."""
    s, rng = scattered(seed, place), random.Random(f"{seed} {place}")
    s.full_fog = full
    for name in OF_UNITS:
        if name != "under":
            setattr(s, name, sum(1 << u for u in M.combat if s.place[u] >= 0 and rng.random() < 0.5))
    held = [h for h in ALL if stack(s, POLAND, h) or stack(s, RUSSIA, h)]
    s.dummies = {h: rng.randint(1, 2) for h in held if rng.random() < 0.3}
    s.shown = [sum(1 << u for u in M.combat_of[1 - side] if rng.random() < 0.3) for side in SIDES]
    s.bared = [sum(1 << h for h in held if stack(s, 1 - side, h) and rng.random() < 0.5) for side in SIDES]
    s.promised = sum(1 << h for h in held if rng.random() < 0.5)
    s.pledges = [1 << rng.choice(held) | 1 << rng.choice(ALL) for _ in range(8)]
    s.declined = 3
    s.hands = [[3, 9], [5]]
    return s


def covered(s: State, seat: str, unit: int) -> bool:
    """[13.2a] Whether a seat may not look at a combat unit: beneath another, and not shown to him."""
    if s.place[unit] < 0 or seat == SEATS[M.side[unit]]:
        return False
    shown = seat != ONLOOKER and s.shown[SEATS.index(seat)] >> unit & 1
    return bool(s.full_fog or s.under >> unit & 1) and not shown


def foes(seat: str) -> list[int]:
    return [side for side in SIDES if SEATS[side] != seat]


def veiled_blanks(s: State, seat: str, place: int) -> bool:
    """[1.4b] Whether blanks that lie in a hex look like units to a seat."""
    foreign = any(stack(s, side, place) for side in foes(seat))
    return foreign and (seat == ONLOOKER or not s.bared[SEATS.index(seat)] >> place & 1)


@rule("13.2a", "1.4b", "3.1c")
@pytest.mark.parametrize("seat", [*SEATS, ONLOOKER])
@pytest.mark.parametrize(("place", "full"), [("Minsk", False), ("Kaunas", False), ("Kiev", True), ("Kaunas", True)])
def test_what_a_seat_sees(place: str, full: bool, seat: str) -> None:
    for seed in (51, 52):
        s = laden(seed, place, full)
        m = mask(s, seat)
        hidden = [u for u in M.combat if covered(s, seat, u)]
        assert m.place == [UNKNOWN if u in hidden else s.place[u] for u in M.units]
        unseen = dict.fromkeys((s.place[u] for u in hidden), 0)
        for each in hidden:
            unseen[s.place[each]] += 1
        blanks = {h: n for h, n in s.dummies.items() if veiled_blanks(s, seat, h)}
        for place_, count in blanks.items():
            unseen[place_] = unseen.get(place_, 0) + count
        assert m.veiled == unseen
        assert seat == ONLOOKER or list(m.veiled) == sorted(unseen)  # in an order that tells nothing
        assert m.dummies == {h: n for h, n in s.dummies.items() if h not in blanks}
        for name in OF_UNITS:
            known = sum(1 << u for u in M.combat if getattr(s, name) >> u & 1 and u not in hidden)
            assert getattr(m, name) == known, name
        lithuanians = {s.place[u] for u in hidden if M.nation[u] == LIT and s.lithuania}
        assert m.unseen_nation == sum(1 << h for h in lithuanians)
        assert m.unseen_moving == any(s.moving >> u & 1 for u in hidden)
        theirs = {h for h in ALL for side in foes(seat) if stack(s, side, h)}
        assert m.promised == sum(1 << h for h in ALL if s.promised >> h & 1 and h not in theirs)
        assert m.pledges == [pair for pair in s.pledges if not any(pair >> h & 1 for h in theirs)]
        assert [m.declined >> side & 1 for side in SIDES] == [side not in foes(seat) for side in SIDES]
        assert [not m.piles[side] for side in SIDES] == [side in foes(seat) for side in SIDES]
        for side in SIDES:
            mine = side not in foes(seat)
            assert m.hands[side] == (s.hands[side] if mine else [UNKNOWN] * len(s.hands[side]))
            assert all(m.deck >> card & 1 for card in s.hands[side]) or mine


@rule("13.2a", "1.4b")
@pytest.mark.parametrize("seat", [*SEATS, ONLOOKER])
@pytest.mark.parametrize("place", ["Minsk", "Kaunas"])
def test_what_a_seat_is_told_of_units(place: str, seat: str) -> None:
    s, rng = laden(53, place, False), random.Random(53)
    for side in SIDES:
        for where in (h for h in ALL if stack(s, side, h)):
            here = stack(s, side, where)
            for each in here:
                assert veil(s, seat, "unit", each) == (UNKNOWN if covered(s, seat, each) else each)
            for group in (here, rng.sample(here, rng.randint(1, len(here)))):
                seen = [u for u in group if not covered(s, seat, u)]
                blanks = len(group) == len(here) and where in s.dummies and veiled_blanks(s, seat, where)
                told = [*seen, UNKNOWN] if blanks or len(seen) < len(group) else seen
                for name in ("units", "defenders", "support"):
                    assert veil(s, seat, name, group) == told
    assert veil(s, seat, "units", []) == []
    assert veil(s, seat, "unit", -1) == -1
    assert veil(s, seat, "hex", 3) == 3


@rule("13.2a", "3.1a", "3.2d")
@pytest.mark.parametrize("seat", [*SEATS, ONLOOKER])
@pytest.mark.parametrize("full", [False, True])
def test_worlds_that_a_seat_imagines_look_as_what_it_sees(seat: str, full: bool) -> None:
    for seed in (54, 55):
        s = scattered(seed, "Minsk")
        s.full_fog = full
        known = mask(s, seat)
        world = fill(known, seat, random.Random(seed))
        assert mask(world, seat) == known
        for side in SIDES:
            for place in ALL:
                assert len(stack(world, side, place)) == len(stack(s, side, place))
        assert all(world.weak >> u & 1 for u in M.combat if M.single[u] and covered(world, seat, u))


@rule("2.1d", "4.0d")
def test_a_turn_leaves_nothing_behind_but_what_lasts() -> None:
    s = at('turn = 5\nphase = "depots"\nunits.P-8 = "Warsaw"\nunits.P-7 = "Warsaw"\nunits.R-4 = "2110"\n').s
    clear_turn(s)
    before = s.copy()
    put_on_top(s, unit("P-8"))
    lasting = {"place": s.place, "weak": 1 << unit("P-8"), "camp": 4, "repatriated": 8, "edge": 16, "lithuania": True,
               "discards": [7], "left_hex": {unit("Kork"): hex("Minsk")}}  # fmt: skip
    passing = {"rp": [3, 4], "trp": [5, 6], "unsupplied": 1, "ordered": 1, "moved": 1, "promised": 1, "moving": 1,
               "led": 1, "obeyed": 1, "attacked": 1, "spent": 1, "fought": 1, "triumphed": 1, "redeployed": 1,
               "declined": 1, "forgone": 1, "markers": {5: 1}, "pledges": [6], "moving_hex": 5,
               "redeployments": [1, 2], "laid": [3, 4], "black": [1, 2], "card_points": [1, 2], "card_uses": [1, 2],
               "card_choice": [1, 2], "card_hexes": 1, "card_markers": 1, "card_muted": 1, "shown": [1, 2],
               "bared": [1, 2]}  # fmt: skip
    nothing = {"rp": [0, 0], "trp": [0, 0], "markers": {}, "pledges": [], "moving_hex": -1, "redeployments": [0, 0],
               "laid": [0, 0], "black": [0, 0], "card_points": [0, 0], "card_uses": [0, 0], "card_choice": [-1, -1],
               "shown": [0, 0], "bared": [0, 0]}  # fmt: skip
    for name, value in (lasting | passing).items():
        setattr(s, name, value)
    clear_turn(s)
    assert {name: getattr(s, name) for name in passing} == {name: nothing.get(name, 0) for name in passing}
    assert {name: getattr(s, name) for name in lasting} == lasting
    assert (s.turn, s.phase, s.deck, s.hands) == (before.turn, before.phase, before.deck, before.hands)


@rule("2.2a", "2.2b", "6.0b")
@pytest.mark.parametrize(
    ("who", "depot", "over", "told"),
    [
        ("R-27", "Siedlce", True, False),  # everybody is in supply, nothing is learnt
        ("R-27", "Kowel", False, True),  # only cavalry would be: now it is known that there is none
        ("R-6Cav R-27", "Kowel", True, True),
        ("R-6Cav R-27", "Minsk", False, False),
    ],
)
def test_what_an_end_tells_of_the_units_in_a_capital(who: str, depot: str, over: bool, told: bool) -> None:
    text = "".join(f'units.{name} = "Warsaw"\n' for name in who.split())
    game = at(f'turn = 10\nphase = "depots"\nunits.P-8 = "Lwow"\ndepots.russia = ["{depot}"]\n{text}')
    assert (game.over, game.s.winner) == (over, RUSSIA if over else -1)
    assert any((b.kind, b.rule) == ("disclose", "2.2b") for b in game.barriers) == told
