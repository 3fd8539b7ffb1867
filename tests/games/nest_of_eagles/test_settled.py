"""Readings of unclear places, each as it is played: rulings N-116 to N-120."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import BELARUS, POLISH, UKRAINE
from vistula.games.nest_of_eagles.rules.advance import Onward
from vistula.games.nest_of_eagles.rules.fronts import trespass
from vistula.games.nest_of_eagles.rules.retreat import march_back
from vistula.games.nest_of_eagles.rules.routes import Route
from vistula.games.nest_of_eagles.rules.steps import lone_remnant, lose
from vistula.games.nest_of_eagles.rules.theaters import review
from vistula.games.nest_of_eagles.state import ATTACK_1, RESERVES, box, remove

from .positions import M, give, hex, situation, unit
from .table import POLAND, SOVIET, can, march, morale, moves, moving, offered, owner, play, table, where

rule = pytest.mark.rule
TOWN = next(h for h in range(M.grid.size) if M.urban >> h & 1 and M.value[h] and M.theater_of[h] == UKRAINE)


# -- N-116 a town that is passed ---


def step_beside(town: str) -> tuple[str, str]:
    """Two hexes on opposite sides of a town, on open ground."""
    here = hex(town)
    for d in range(3):
        a, b = here + M.grid.steps(here)[d], here + M.grid.steps(here)[d + 3]
        if M.land >> a & M.land >> b & 1 and not M.urban >> a & 1 and not M.urban >> b & 1:
            return M.grid.number(a), M.grid.number(b)
    raise AssertionError(town)


@rule("2.7a", "11.4a")
@pytest.mark.parametrize("held", [True, False])
def test_a_retreat_takes_a_town_that_nobody_holds_and_none_that_is_held(held: bool) -> None:
    town = M.grid.number(TOWN)
    one, other = step_beside(town)
    s = situation(f"{one} S-24; 2206 P-17" + (f"; {town} P-2BJ" if held else ""), side=POLAND, phase=ATTACK_1)
    give(s, POLAND, TOWN)
    march_back(s, unit("S-24"), Route((TOWN, hex(other)), 0, 0))
    assert s.place[unit("S-24")] == hex(other)
    assert owner(table(s), town) == (POLAND if held else SOVIET)


@rule("2.7a", "3.4.4b", "19.5a")
@pytest.mark.parametrize("held", [True, False])
def test_cars_take_a_town_in_passing_unless_enemies_stay_there(held: bool) -> None:
    for town in (M.grid.number(h) for h in range(M.grid.size) if M.urban >> h & 1 and M.theater_of[h] == UKRAINE):
        try:
            one, other = step_beside(town)
        except AssertionError:
            continue
        s = situation(f"{one} P-CARS; 2206 P-17; 2010 P-16; 3003 S-4" + (f"; {town} S-B" if held else ""))
        give(s, SOVIET, hex(town))
        game = play(moving(s), "unit P-CARS")
        if can(game, f"step {town}"):
            play(game, f"step {town}")
            if can(game, f"step {other}"):
                break
    play(game, f"step {other}")
    assert owner(game, town) == (SOVIET if held else POLAND)
    assert bool(game.s.captured_in[POLAND]) == (not held and bool(M.value[hex(town)]))


# -- N-117 large rivers beyond the attacked hex ---


def bridges() -> list[tuple[str, str]]:
    """Hexes that a bridge joins, both clear and in play."""
    from vistula.games.nest_of_eagles.rules.ground import rivers
    from vistula.parts.sides import holds

    view, clear = rivers(M, POLAND), M.land & ~M.difficult & ~M.lithuania & ~M.theater[POLISH]
    found = []
    for a in range(M.grid.size):
        for b in range(M.grid.size):
            if clear >> a & clear >> b & M.around[a] >> b & 1 and holds(M.grid, view.bridge, a, b):
                found.append((M.grid.number(a), M.grid.number(b)))
    return found


@rule("12.2a", "14.2b")
def test_an_advance_that_crosses_a_bridge_beyond_the_attacked_hex_ends_there() -> None:
    here, there = bridges()[0]
    s = situation(f"{here} P-1C; 1920 P-17; 3003 S-4", phase=ATTACK_1)
    game = table(s, Onward(command=0, unit=unit("P-1C"), origin=hex(here), left=4))
    play(game, f"step {there}")
    assert where(game, "P-1C") == there
    assert not game.stack  # 2 MP are left of 4, and the river ends it
    dry = situation("3126 P-1C; 1920 P-17; 3003 S-4", phase=ATTACK_1)
    game = table(dry, Onward(command=0, unit=unit("P-1C"), origin=hex("3126"), left=4))
    play(game, f"step {min(offered(game, 'step'))}")
    assert game.stack  # elsewhere it goes on


# -- N-118 guests in the other Front's Theater ---


BACK = Route((hex("2217"),), 0, 0)


@rule("2.5.1e", "2.5.1c")
def test_who_retreats_to_a_guest_must_return_and_the_guest_may_stay() -> None:
    assert M.theater_of[hex("2217")] == UKRAINE
    assert M.theater_of[hex("2215")] == BELARUS
    s = situation("2317 S-4; 2215 S-5; 3003 S-6; 0612 P-17", side=SOVIET)
    march_back(s, unit("S-5"), BACK)
    assert s.duties == 1 << unit("S-5")
    assert trespass(s, unit("S-4")) is None
    refusal = trespass(s, unit("S-5"))
    assert refusal is not None
    assert refusal.rule == "2.5.1e"
    game = moving(s)
    assert not can(game, "end")
    march(game, "S-5", "2216")  # home is too far in one move
    assert can(game, "end")
    assert game.s.duties
    game = moving(game.s)
    assert not can(game, "end")
    play(game, "unit S-5")
    assert not can(game, "step 2217")
    play(game, "step 2215")
    assert can(game, "end")
    assert not game.s.duties


@rule("2.5.1e", "2.5.1d")
@pytest.mark.parametrize(("guest", "owes"), [("", False), ("2517 S-41", False), ("2217 S-11", True)])
def test_only_additional_units_have_to_return(guest: str, owes: bool) -> None:
    """Alone, or beside units of the other Front, nobody is additional."""
    s = situation(f"2215 S-5; 3003 S-6; 0612 P-17; {guest}" if guest else "2215 S-5; 3003 S-6; 0612 P-17", side=SOVIET)
    if guest.endswith("S-41"):
        assert M.front[unit("S-41")] != M.front[unit("S-5")]
    march_back(s, unit("S-5"), BACK)
    assert bool(s.duties) == owes
    assert (trespass(s, unit("S-5")) is not None) == owes


@rule("2.5.1e")
def test_a_guest_that_retreats_inside_the_theater_is_no_additional_one() -> None:
    s = situation("2216 S-5; 2317 S-4; 3003 S-6; 0612 P-17", side=SOVIET)
    march_back(s, unit("S-5"), BACK)
    assert not s.duties


@rule("2.5.1d", "2.5.1e")
def test_a_guest_driven_deep_into_the_theater_need_not_return() -> None:
    s = situation("2720 S-5; 3003 S-6; 0612 P-17", side=SOVIET)
    assert trespass(s, unit("S-5")) is None
    assert can(moving(s), "end")


# -- N-119 Cossacks ---


@rule("19.6a", "3.3d")
def test_a_lone_remnant_brings_no_cossacks_but_a_lost_step_does() -> None:
    for death, come in ((lambda s, u: lone_remnant(s, u), False), (lambda s, u: lose(s, u, "10.3d"), True)):
        s = situation("3121 S-4K/x; 3122 P-17; 2206 P-16")
        s.place[unit("P-CJ")] = RESERVES
        death(s, unit("S-4K"))
        assert s.place[unit("S-4K")] < 0
        assert s.place[unit("P-CJ")] == (box(s.round + 1) if come else RESERVES)


# -- N-120 desertion by unified morale ---


@rule("20.4.2a", "13.5a")
@pytest.mark.parametrize(("box_", "left"), [(-24, True), (-1, False)])
def test_brigades_desert_where_unified_markers_give_level_2(box_: int, left: bool) -> None:
    s = situation("2523 S-G1; 1311 S-5; 0612 P-17; 2320 P-12", side=SOVIET)
    review(s)
    s.morale = [box_, box_, 0]
    assert s.place[unit("S-G1")] >= 0
    remove(s, unit("P-12"), RESERVES)
    review(s, UKRAINE)
    assert s.unified
    assert (s.place[unit("S-G1")] < 0) == left
    assert morale(table(s))[0] == box_


@rule("2.7a")
def test_who_moves_into_an_empty_town_takes_it() -> None:
    town = M.grid.number(TOWN)
    one, _ = step_beside(town)
    s = situation(f"{one} P-1C; 2206 P-17; 2010 P-16; 3003 S-4")
    give(s, SOVIET, TOWN)
    game = moves(f"{one} P-1C; 2206 P-17; 2010 P-16; 3003 S-4", soviet=town)
    play(game, "unit P-1C", f"step {town}")
    assert owner(game, town) == POLAND
