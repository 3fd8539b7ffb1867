"""9.11, 9.12 Results and losses: the choices of their owners, what steps are worth, who else is lost."""

from __future__ import annotations

import random
from itertools import product

import pytest

from vistula.games.red_star_white_eagle.rules.losses import (
    ATTACK,
    DEFENCE,
    Losses,
    cheapest,
    fall_with_others,
    half,
    has_two,
    step_worth,
    worth,
)
from vistula.games.red_star_white_eagle.state import COMBAT, State, name_overstacked
from vistula.games.red_star_white_eagle.units import POLAND, RUSSIA
from vistula.kernel import Game

from .desk import asks, can, inverted, last, offered, play, situation, table, where, why
from .fields import M, field, h, u, us
from .fighting import attack, die_for, odds

rule = pytest.mark.rule


def losing(stands: dict[str, str], keys: str, need: int, kind: int = ATTACK, **how: object) -> Game[State]:
    s = situation(stands)
    s.phase = COMBAT
    command = 0 if M.side[u(keys.split()[0])] == POLAND else 1
    return table(s, Losses(command=command, units=[u(key) for key in keys.split()], need=need, kind=kind, **how))  # type: ignore[arg-type]


# -- what is lost -----------------------------------------------------------------------------------------------------


@rule("9.12.2e")
def test_halves_are_rounded_up() -> None:
    """(E15)"""
    assert [half(n) for n in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]


@rule("9.12", "9.11h")
def test_a_step_counts_for_the_difference_of_the_two_sides() -> None:
    """(E14)"""
    game = losing({"1717": "P-4"}, "P-4", 3)
    assert inverted(game, "P-4")
    assert game.over
    game = losing({"1717": "P-4"}, "P-4", 4)
    assert where(game, "P-4") == "pool"


@rule("9.12", "9.12.2d", "9.10.6a", "9.10.6b")
def test_what_a_step_is_worth() -> None:
    s = field({"1717": "P-4 P-14* R-K14 R-8K P-Bel"})
    assert (worth(s, u("P-4"), ATTACK), step_worth(s, u("P-4"), ATTACK)) == (7, 3)
    assert (worth(s, u("P-4"), DEFENCE), step_worth(s, u("P-4"), DEFENCE)) == (4, 2)
    assert (worth(s, u("P-14"), ATTACK), step_worth(s, u("P-14"), ATTACK)) == (4, 4)
    assert (has_two(s, u("P-14")), has_two(s, u("P-4")), has_two(s, u("P-Bel"))) == (False, True, False)
    m, kk = M, u("R-K14")
    assert step_worth(s, kk, ATTACK, us("R-K14")) == m.charge[0][kk] - m.charge[1][kk]
    assert step_worth(s, kk, ATTACK) == m.attack[0][kk] - m.attack[1][kk]
    eighth = u("R-8K")
    assert m.charge[1][eighth] == 0
    assert step_worth(s, eighth, ATTACK, us("R-8K")) == m.charge[0][eighth] - m.attack[1][eighth]


@rule("9.12.2a", "9.12.2b", "9.12.2c")
def test_the_owner_picks_and_may_lose_more_than_he_must() -> None:
    game = losing({"1717": "P-14 P-LegC1", "1618": "P-5"}, "P-14 P-LegC1", 1)
    assert offered(game, "lose") == {"P-14", "P-LegC1"}
    assert why(game, "lose P-5") == "9.12.2b"
    play(game, "lose P-14")
    assert inverted(game, "P-14")
    assert game.over


@rule("9.12.2a")
def test_the_smallest_loss_is_one_click() -> None:
    game = losing({"1717": "P-14 P-LegC1 P-4"}, "P-14 P-LegC1 P-4", 2)
    play(game, "usual")
    assert game.over
    assert where(game, "P-LegC1") == "pool"
    assert not inverted(game, "P-14")


@rule("9.12.2c")
@pytest.mark.parametrize("seed", range(12))
def test_the_smallest_loss_against_all_there_are(seed: int) -> None:
    rng = random.Random(seed)
    kind, side = rng.choice((ATTACK, DEFENCE)), rng.choice((POLAND, RUSSIA))
    units = rng.sample([unit for unit in M.units_of[side] if M.attack[0][unit]], 4)
    s = field({"1717": " ".join(M.key[unit] + "*" * (M.two_steps >> unit & rng.randint(0, 1)) for unit in units)})
    force = sum(worth(s, unit, kind) for unit in units)
    for need in range(1, force + 3):
        taken = cheapest(s, units, need, kind)
        sums = []
        for steps in product(*(range(2 + has_two(s, unit)) for unit in units)):
            lost = sum(
                worth(s, unit, kind) if n == 1 + has_two(s, unit) else n * step_worth(s, unit, kind)
                for unit, n in zip(units, steps, strict=True)
            )
            if lost >= need:
                sums.append((lost, sum(steps)))
        paid = {unit: taken.count(unit) for unit in units}
        lost = sum(
            worth(s, unit, kind) if n == 1 + has_two(s, unit) else n * step_worth(s, unit, kind)
            for unit, n in paid.items()
        )
        assert (lost, len(taken)) == (min(sums) if sums else (force, sum(1 + has_two(s, unit) for unit in units)))


@rule("9.12.1a", "9.12.1b")
def test_half_a_force_may_be_turned_over_as_a_whole() -> None:
    """(A32)"""
    game = losing({"1717": "P-14 P-4 P-LegC1"}, "P-14 P-4 P-LegC1", 9, halving=True)
    play(game, "invert")
    assert (inverted(game, "P-14"), inverted(game, "P-4"), where(game, "P-LegC1")) == (True, True, "pool")
    assert game.over
    other = losing({"1717": "P-14 P-4 P-LegC1"}, "P-14 P-4 P-LegC1", 9)
    assert not can(other, "invert")
    assert why(other, "invert") == "9.12.1a"
    begun = play(losing({"1717": "P-14 P-4 P-LegC1"}, "P-14 P-4 P-LegC1", 9, halving=True), "lose P-14")
    assert why(begun, "invert") == "9.12.1b"


@rule("9.12.2b", "9.11h")
def test_who_has_too_few_factors_loses_all() -> None:
    game = losing({"1717": "P-LegC1 P-LegC2"}, "P-LegC1 P-LegC2", 9)
    while not game.over:
        play(game, "usual")
    assert (where(game, "P-LegC1"), where(game, "P-LegC2")) == ("pool", "pool")


@rule("5.1.5e")
def test_overstacked_units_behind_lost_attackers_are_lost_too() -> None:
    """(A30)"""
    s = field({"1717": "P-14 P-4", "1618": "P-5 P-6"})
    name_overstacked(s, us("P-14 P-4 P-5"))
    fall_with_others(s, POLAND, [h("1717"), h("1618")])
    assert (where(s, "P-14"), where(s, "P-4"), where(s, "P-5"), where(s, "P-6")) == ("pool", "pool", "1618", "1618")


# -- each result ------------------------------------------------------------------------------------------------------

FORCE = {"1717": "P-14 P-4", "1718": "R-57 R-17"}


def fought(result: str, stands: dict[str, str] = FORCE, who: str = "P-14 P-4", side: int = POLAND) -> Game[State]:
    """An attack with this result, at the odds as they are or lower ones."""
    hex = next(number for number, keys in stands.items() if M.side[u(keys.split()[0].rstrip("*"))] != side)
    found = odds(stands, hex, who, side)
    for column in range(found.column, -1, -1):
        lowered = found._replace(column=column)
        try:
            die = die_for(lowered, result)
        except StopIteration:
            continue
        game = play(fight_(stands, side, die), f"attack {hex}", *(f"unit {key}" for key in who.split()))
        play(game, *["lower"] * (found.column - column), "resolve")
        if last(game, "rolled").refs["result"] == result:
            return game
    raise AssertionError(f"{result} cannot come up")


def owed(game: Game[State]) -> int:
    """The factors that are still to be lost."""
    frame = game.stack[-1]
    assert isinstance(frame, Losses)
    return frame.need


def fight_(stands: dict[str, str], side: int, die: int) -> Game[State]:
    from .fighting import fight

    return fight(stands, side, die, 6, 6, 6, 6)


@rule("9.11b", "9.0k", "9.12.1a")
def test_a_half_e_takes_half_of_the_attackers() -> None:
    game = fought("A1/2E")
    assert asks(game) == "poland: who"
    assert owed(game) == 8  # half of 8 + 7
    assert can(game, "invert")
    play(game, "invert")
    assert (inverted(game, "P-14"), inverted(game, "P-4")) == (True, True)


@rule("9.11c", "9.12.1a")
def test_a_half_x_costs_attackers_half_of_the_defence() -> None:
    """(A32)"""
    stands = {"1717": "P-14 P-4", "1718": "R-57 R-17 R-8"}
    game = fought("A1/2X", stands)
    defence = sum(M.defence[0][u(key)] for key in ("R-57", "R-17", "R-8"))
    assert owed(game) == half(defence)
    assert not can(game, "invert")


@rule("9.11d")
def test_contact_changes_nothing() -> None:
    game = fought("-")
    assert asks(game) == "poland: declare"
    assert (where(game, "P-14"), where(game, "R-57")) == ("1717", "1718")


@rule("9.11a", "9.0l")
def test_a_numbers_drive_the_attackers_back() -> None:
    """(A31)"""
    game = fought("A1", {"1717": "P-14 P-4 P-5", "1718": "R-57 R-17"})
    while asks(game).startswith("poland: w") and not can(game, "end"):
        verb = "unit" if offered(game, "unit") else "retreat"
        play(game, f"{verb} {sorted(offered(game, verb))[0]}")
    assert where(game, "P-5") == "1717"
    assert {where(game, "P-14"), where(game, "P-4")} & {"1717"} == set()


@rule("9.11e")
def test_d_numbers_drive_the_defenders_back() -> None:
    game = fought("D2", {"1717": "P-14 P-4 P-5", "1718": "R-57 R-17"}, "P-14 P-4 P-5")
    assert asks(game).startswith("russia: ")
    while asks(game).startswith("russia"):
        verb = "unit" if offered(game, "unit") else "retreat"
        play(game, f"{verb} {sorted(offered(game, verb))[0]}")
    assert all(M.distance(h("1718"), game.s.place[u(key)]) == 2 for key in ("R-57", "R-17"))


@rule("9.11g", "5.1.5d")
def test_de_eliminates_everyone_even_the_overstacked() -> None:
    stands = {"1717": "P-14 P-1L P-2L", "1618": "P-3L P-4 P-5", "1718": "R-57* R-17*"}
    game = fought("DE", stands, "P-14 P-1L P-2L P-3L P-4 P-5")
    assert (where(game, "R-57"), where(game, "R-17")) == ("pool", "pool")
    assert asks(game) == "poland: who"  # nobody lost anything: who advances


@rule("9.11h", "9.12.2d")
def test_x_costs_the_attacker_what_the_defender_had() -> None:
    game = fought("X", {"1717": "P-14 P-4 P-5", "1718": "R-57 R-17"}, "P-14 P-4 P-5")
    assert (where(game, "R-57"), where(game, "R-17")) == ("pool", "pool")
    need = M.defence[0][u("R-57")] + M.defence[0][u("R-17")]
    assert owed(game) == need


@rule("9.11i", "9.12.1a")
def test_half_x_costs_the_attacker_what_the_defender_really_lost() -> None:
    stands = {"1717": "P-14 P-1L P-2L", "1618": "P-3L P-4 P-5", "1718": "R-15 R-29"}
    game = fought("1/2X+D3", stands, "P-14 P-1L P-2L P-3L P-4 P-5")
    assert asks(game) == "russia: who"
    assert owed(game) == 6  # half of 5 + 6
    assert can(game, "invert")
    play(game, "invert")
    lost = sum(M.defence[0][u(key)] - M.defence[1][u(key)] for key in ("R-15", "R-29"))
    assert lost < 6
    assert asks(game) == "poland: who"
    assert owed(game) == lost
    assert not can(game, "invert")


@rule("9.11f", "9.0l")
def test_d_half_e_is_lost_before_anyone_goes_back() -> None:
    game = fought(
        "D1/2E+D3", {"1717": "P-14 P-1L P-2L", "1618": "P-4 P-5", "1718": "R-57 R-17*"}, "P-14 P-1L P-2L P-4 P-5"
    )
    assert asks(game) == "russia: who"
    assert where(game, "R-57") == "1718"
    play(game, "usual")
    assert asks(game).startswith("russia: ")
    assert offered(game, "retreat") or offered(game, "unit")


@rule("5.1.5d", "5.1.5f")
def test_overstacked_defenders_pay_half_of_their_own_for_nobody() -> None:
    """(A66)"""
    stands = {"1717": "P-14 P-4 P-5", "1718": "R-57 R-17 R-8 R-10"}
    game = fight_(stands, POLAND, 1)
    assert asks(game) == "russia: who"  # one of the four primary units is overstacked
    play(game, "overstack R-57", "attack 1718", "everyone")
    found = odds({"1717": "P-14 P-4 P-5", "1718": "R-17 R-8 R-10"}, "1718", "P-14 P-4 P-5")
    assert found.column >= 0
    frame = game.clone()
    play(frame, "resolve")
    assert frame.s.overstacked == us("R-57")
    s = situation(stands)
    s.phase = COMBAT
    name_overstacked(s, us("R-57"))
    from vistula.games.red_star_white_eagle.rules.combat import Attack

    attack_ = Attack(
        command=0, target=h("1718"), attackers=[u("P-14")], defenders=[u("R-17"), u("R-8"), u("R-10")],
        crowd=[u("R-57")], against=9, result="1/2X+D3", at="crowd_loses",
    )  # fmt: skip
    game = table(s, attack_)
    assert where(game, "R-57") == "pool"  # half of its three is two, and it has one step
    assert not inverted(game, "R-17")


@rule("9.0l", "9.0k")
def test_losses_come_before_retreats_and_retreats_before_advances() -> None:
    game = attack({"1717": "P-14 P-4 P-5", "1718": "R-57 R-17"}, "1718", POLAND, 6, 6, 6, 6)
    seen = []
    while asks(game) != "poland: declare":
        step = asks(game)
        seen.append(step)
        if can(game, "usual"):
            play(game, "usual")
        elif can(game, "done"):
            play(game, "done")
        else:
            verb = next(verb for verb in ("lose", "retreat", "unit") if offered(game, verb))
            play(game, f"{verb} {sorted(offered(game, verb))[0]}")
    kinds = ["lose" if "who" in step and n == 0 else step for n, step in enumerate(seen)]
    assert kinds
    assert seen[-1] == "poland: who"
