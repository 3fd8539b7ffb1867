"""6.0 – 6.2 Stacking: limits by side, nationality, Front and artillery, kept at the end of each phase."""

from __future__ import annotations

import pytest

from vistula.games.warsaw_1920.rules.queries import full_for, legal_stack, overstacked_hexes
from vistula.games.warsaw_1920.state import State
from vistula.kernel import Game

from .table import (
    asks,
    at,
    can,
    hex,
    march,
    offered,
    play,
    poles_move,
    russians_move,
    unit,
    units,
    verbs,
    warning,
    where,
)

rule = pytest.mark.rule


def legal(names: str) -> bool:
    return legal_stack(at('phase = "operation"').s, units(names))


def moved_together(names: str, side: str = "russia") -> Game[State]:
    """These units have moved into one hex; the movement phase is about to end."""
    lines = [f'units.{name} = {{ hex = "0332", moved = true }}' for name in names.split()]
    return at("\n".join([f'turn = 4\nside = "{side}"\nphase = "movement"', *lines]))


# -- 6.0 ------------------------------------------------------------------------------------------------------


@rule("6.0a")
def test_two_polish_units_to_a_hex() -> None:
    assert legal("P-8 P-10")
    assert not legal("P-8 P-10 P-17")
    assert legal("P-PL1 P-Jaworski")  # of any size


@rule("6.0b")
def test_three_russian_units_to_a_hex() -> None:
    assert legal("R-4 R-11 R-33")
    assert not legal("R-4 R-11 R-33 R-164")
    assert legal("R-27 R-164 R-10cav")  # of any size


@rule("6.0d")
@pytest.mark.parametrize(
    ("names", "fits"),
    [
        ("P-8 P-1LB", False),
        ("P-8 P-1U", False),
        ("P-1LB P-1U", False),
        ("P-1U P-3U", True),
        ("P-1LB P-2LB", True),
        ("P-8 P-1R", True),
    ],
)
def test_nationalities_do_not_stack(names: str, fits: bool) -> None:
    assert legal(names) is fits


@rule("6.0e")
def test_fronts_do_not_stack() -> None:
    assert not legal("R-4 R-24")
    assert legal("R-24 R-25 R-4cav")
    assert not legal("R-24 R-1art")


@rule("6.0c", "10.4a")
def test_enemies_never_share_a_hex() -> None:
    game = russians_move('units.R-4 = "0332"\nunits.P-8 = { hex = "0330", disrupted = true }')
    play(game, "unit R-4")
    assert not can(game, "step 0330")
    game = russians_move('units.R-4 = "0332"\nunits.P-8 = "0331"')
    play(game, "unit R-4")
    assert not can(game, "step 0331")
    game = poles_move('units.R-1art = "0332"\nunits.P-8 = "0331"')
    play(game, "unit P-8")
    assert not can(game, "step 0332")


@rule("6.2a")
@pytest.mark.parametrize(
    ("names", "fits"),
    [("R-4 R-11 R-33 R-1art", True), ("R-1art R-2art", False), ("R-4 R-1art R-2art", False), ("R-1art", True)],
)
def test_artillery_does_not_count_but_only_one_may_be_there(names: str, fits: bool) -> None:
    assert legal(names) is fits


@rule("6.0a", "6.0b", "6.0d", "6.0e", "6.2a")
def test_where_a_unit_could_not_end_a_phase() -> None:
    s = at("""
        phase = "operation"
        units.R-4 = "0332"
        units.R-11 = "0332"
        units.R-33 = "0332"
        units.R-24 = "0331"
        units.R-1art = "0330"
        units.P-8 = "1709"
        units.P-10 = "1709"
        units.P-17 = "1708"
        units.P-1U = "1710"
    """).s
    expected = {
        "R-5": "0332 0331",
        "R-2art": "0330 0331",
        "R-25": "0332 0330",
        "P-11": "1709 1710",
        "P-3U": "1709 1708",
        "P-8": "1710",  # a unit is not in its own way
        "R-4": "0331",
    }
    for name, full in expected.items():
        assert full_for(s, unit(name)) == sum(1 << hex(h) for h in full.split()), name


# -- 6.1 ------------------------------------------------------------------------------------------------------


@rule("6.1a", "6.1c")
def test_inside_a_phase_the_limit_may_be_broken() -> None:
    game = russians_move("""
        units.R-4 = "0332"
        units.R-11 = "0332"
        units.R-33 = "0332"
        units.R-5 = "0333"
    """)
    march(game, "R-5", "0332")
    assert overstacked_hexes(game.s, 1) == [hex("0332")]
    assert warning(game, "end") == "overstacked"
    march(game, "R-4", "0331")
    assert warning(game, "end") != "overstacked"
    play(game, "end")
    assert asks(game) == "russia: kind"
    assert {where(game, name) for name in ("R-11", "R-33", "R-5")} == {"0332"}


@rule("6.1c", "10.4a")
def test_units_pass_through_a_full_stack_of_either_front() -> None:
    game = russians_move("""
        units.R-24 = "0332"
        units.R-25 = "0332"
        units.R-45 = "0332"
        units.R-5 = "0333"
    """)
    march(game, "R-5", "0332 0331")
    play(game, "end")
    assert asks(game) == "russia: kind"
    assert where(game, "R-5") == "0331"


@rule("6.1b", "6.0b")
def test_the_owner_eliminates_what_is_over_the_limit() -> None:
    game = play(moved_together("R-4 R-11 R-33 R-5"), "end")
    assert asks(game) == "russia: excess"
    assert offered(game, "unit") == {"R-4", "R-11", "R-33", "R-5"}
    play(game, "unit R-11")
    assert where(game, "R-11") == "overstacked"
    assert asks(game) == "russia: kind"


@rule("6.1b", "6.0a")
def test_the_poles_too_and_until_the_hex_is_legal() -> None:
    game = play(moved_together("P-8 P-10 P-17 P-11", "poland"), "end")
    play(game, "unit P-8")
    assert asks(game) == "poland: excess"
    play(game, "unit P-10")
    assert asks(game) == "poland: kind"
    assert [where(game, name) for name in ("P-8", "P-10", "P-17", "P-11")] == ["overstacked"] * 2 + ["0332"] * 2


@rule("6.1b")
def test_every_overstacked_hex_is_looked_at() -> None:
    lines = [f'units.{n} = {{ hex = "0332", moved = true }}' for n in ("P-8", "P-10", "P-17")]
    lines += [f'units.{n} = {{ hex = "0334", moved = true }}' for n in ("P-11", "P-4", "P-15")]
    game = at("\n".join(['turn = 4\nside = "poland"\nphase = "movement"', *lines]))
    play(game, "end", "unit P-8")
    assert offered(game, "unit") == {"P-11", "P-4", "P-15"}


@rule("6.1b", "6.0d")
def test_mixed_nationalities_at_the_end_of_a_phase_cost_units() -> None:
    game = play(moved_together("P-8 P-1LB", "poland"), "end", "unit P-1LB")
    assert where(game, "P-1LB") == "overstacked"
    assert where(game, "P-8") == "0332"
    assert asks(game) == "poland: kind"


@rule("6.1b", "6.0e")
def test_mixed_fronts_at_the_end_of_a_phase_cost_units() -> None:
    game = play(moved_together("R-4 R-24"), "end", "unit R-4")
    assert where(game, "R-4") == "overstacked"
    assert asks(game) == "russia: kind"


@rule("6.1b", "6.2a")
def test_a_second_artillery_unit_at_the_end_of_a_phase_is_eliminated() -> None:
    game = play(moved_together("R-1art R-2art"), "end", "unit R-1art")
    assert where(game, "R-1art") == "overstacked"
    assert asks(game) == "russia: kind"


@rule("6.1b", "6.2a")
@pytest.mark.parametrize(
    ("names", "excess"),
    [
        ("R-1art R-4 R-11 R-33 R-27", "R-4 R-11 R-33 R-27"),
        ("R-1art R-2art R-4 R-11 R-33", "R-1art R-2art"),
        ("R-1art R-2art R-4 R-11 R-33 R-27", "R-1art R-2art R-4 R-11 R-33 R-27"),
        ("R-1art R-4 R-24", "R-1art R-4 R-24"),
    ],
)
def test_only_what_is_too_much_is_eliminated(names: str, excess: str) -> None:
    game = play(moved_together(names), "end")
    assert offered(game, "unit") == set(excess.split())


@rule("6.1b", "6.2a")
def test_why_artillery_within_its_limit_is_not_eliminated() -> None:
    game = play(moved_together("R-1art R-4 R-11 R-33 R-27"), "end")
    refusal = game.seat("russia").why_not("piece", unit("R-1art"))
    assert refusal is not None
    assert refusal.rule == "6.2a"


@rule("6.1b", "6.3b")
def test_stacks_over_the_limit_are_looked_at_by_hex_not_by_unit() -> None:
    lines = [f'units.{n} = {{ hex = "0334", moved = true }}' for n in ("P-8", "P-10", "P-17")]
    lines += [f'units.{n} = {{ hex = "0332", moved = true }}' for n in ("P-11", "P-4", "P-15")]
    game = play(poles_move("\n".join(lines)), "end")
    assert offered(game, "unit") == {"P-11", "P-4", "P-15"}


@rule("6.1a", "6.1b")
def test_the_player_is_warned_before_units_are_lost() -> None:
    assert warning(moved_together("R-4 R-24"), "end") == "overstacked"
    assert warning(moved_together("R-4 R-11"), "end") == ""


# -- 6.2 ------------------------------------------------------------------------------------------------------


@rule("6.2b")
def test_markers_do_not_count() -> None:
    game = at("""
        turn = 4
        side = "poland"
        phase = "movement"
        units.P-8 = { hex = "0332", isolated = true }
        units.P-10 = { hex = "0332", isolated = true, disrupted = true }
    """)
    assert warning(game, "end") != "overstacked"
    play(game, "end")
    assert "kind" in asks(game)
    assert where(game, "P-8") == where(game, "P-10") == "0332"


@rule("6.2a")
def test_artillery_moves_in_with_a_full_stack() -> None:
    game = russians_move("""
        units.R-4 = "0332"
        units.R-11 = "0332"
        units.R-33 = "0332"
        units.R-1art = "0333"
    """)
    march(game, "R-1art", "0332")
    play(game, "end")
    assert asks(game) == "russia: kind"
    assert "unit" not in verbs(game)
