"""Refusals in scattered positions: the first rule in the way is named, by the words that are true of it."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from vistula.games.west_was_saved.model import ARTILLERY, COMMAND, LIT, POLAND, RUSSIA, UKR
from vistula.games.west_was_saved.rules.activation import Allocation, Orders
from vistula.games.west_was_saved.rules.command import CommandMove, CommandPhase
from vistula.games.west_was_saved.rules.depots import DepotPhase
from vistula.games.west_was_saved.rules.inspection import Inspections
from vistula.games.west_was_saved.rules.redeployment import Redeployment, RedeploymentPhase
from vistula.games.west_was_saved.rules.reinforcements import Arrival
from vistula.games.west_was_saved.rules.restoration import RestorationPhase
from vistula.games.west_was_saved.shown import why_moving, why_supplying
from vistula.games.west_was_saved.state import State, box
from vistula.kernel.views import Refusal

from .plain import (
    ALL,
    LITHUANIA,
    across,
    at_home,
    commands,
    fed_hexes,
    neighbours,
    passable,
    scattered,
    stack,
    touches_enemy,
)
from .table import M
from .test_plain_front import held
from .test_plain_rear import everyone, leaves, linked

rule = pytest.mark.rule
SIDES = (POLAND, RUSSIA)
PLACES = ["Kiev", "Kaunas", "Lomza", "Kamenets"]
Reason = tuple[bool, str, str]  # whether it holds, the rule, words of the refusal
Reasons = Iterator[Reason]


def agrees(told: Refusal, reasons: Iterator[Reason]) -> None:
    """The refusal is the first reason that holds."""
    wanted, words = next((rule, words) for holds, rule, words in reasons if holds)
    assert (told.rule, words) == (wanted, words if words in told.why else told.why)


def closed(s: State, side: int, hex: int) -> Iterator[Reason]:
    yield bool(M.neutral >> hex & 1), "1.3e", "neutral country"
    yield hex in LITHUANIA and not s.lithuania, "1.3g", "until it joins the war"
    yield not M.land >> hex & 1, "1.3d", "impassable"
    yield side == POLAND and not passable(s, side, hex), "13.5a", "East Prussia"


def astray(unit: int, hex: int) -> Iterator[Reason]:
    yield M.nation[unit] == UKR and not at_home(unit, hex), "13.4a", "south of the Demarcation Line"
    yield M.nation[unit] == LIT and not at_home(unit, hex), "13.3c", "too far from Lithuania"


def foreign(s: State, side: int, hex: int, rule: str) -> Iterator[Reason]:
    yield bool(stack(s, 1 - side, hex)), rule, "is the enemy's"
    yield not stack(s, side, hex) and bool(commands(s, side, hex)), rule, "only an HQ"
    yield not stack(s, side, hex), rule, "none of your combat units"


def absent(s: State, side: int, piece: int, rule: str) -> Iterator[Reason]:
    yield M.side[piece] != side, rule, "is an enemy unit"
    yield s.place[piece] < 0, "1.4a", "takes no part"


def each(seed: int, places: list[str] = PLACES) -> Iterator[tuple[State, int, random.Random]]:
    for place in places:
        for side in SIDES:
            yield scattered(seed, place), side, random.Random(seed)


# -- 5.0, 10.0, 11.0, 12.0 ------------------------------------------------------------------------------------------


@rule("5.2a", "5.2b", "5.3a", "5.4a", "5.4b")
def test_depots() -> None:
    for s, side, rng in each(31):
        s.rp[side] = 0
        gunner = next(u for u in M.combat_of[side] if M.kind[u] == ARTILLERY)
        fed, frame = fed_hexes(s, gunner, linked(s, side)), DepotPhase(side=side, removed=3, at="actions")
        cost = len(linked(s, side)) + 2 * (s.depots[side].bit_count() - len(linked(s, side)))

        def reasons(
            hex: int, s: State = s, side: int = side, fed: set[int] = fed, cost: int = cost
        ) -> Iterator[Reason]:
            yield bool(s.depots[side] >> hex & 1), "5.4a", "removed one depot"
            yield not M.cities >> hex & 1, "5.2a", "is no city"
            yield from foreign(s, side, hex, "5.2a")
            yield hex not in fed, "5.2b", "no more than 3 hexes may lie between"
            yield True, "5.3a", f"would cost {cost + 1}, and 0 resource points"

        for hex in ALL:
            agrees(why_supplying.hex_for_depot(s, frame, hex), reasons(hex))
        frame.at = "shortfall"
        assert why_supplying.hex_for_depot(s, frame, rng.choice(ALL)).rule == "5.4b"


@rule("10.0a", "10.0c")
def test_restoration() -> None:
    for s, side, _ in each(32):
        for unit in M.units:

            def reasons(unit: int = unit, s: State = s, side: int = side) -> Iterator[Reason]:
                yield from absent(s, side, unit, "10.0a")
                yield M.kind[unit] == COMMAND or not s.weak >> unit & 1, "10.0a", "is not weakened"
                yield M.single[unit], "10.0c", "has no other side"
                yield True, "10.0a", "is out of supply"

            agrees(why_supplying.unit_to_restore(s, RestorationPhase(side=side), unit), reasons())


@rule("11.1a", "11.2a", "11.2b", "11.2c")
def test_units_that_do_not_re_deploy() -> None:
    for s, side, rng in each(33):
        s.redeployed = sum(1 << u for u in M.units if rng.random() < 0.3)
        frame = RedeploymentPhase(side=side)
        for unit in rng.sample([*everyone(s, side), *M.units], 60):
            fed = fed_hexes(s, unit) if unit in M.combat and s.place[unit] >= 0 else set()

            def reasons(unit: int = unit, s: State = s, side: int = side, fed: set[int] = fed) -> Iterator[Reason]:
                yield from absent(s, side, unit, "11.1a")
                yield bool(s.redeployed >> unit & 1), "11.2a", "has re-deployed this turn"
                yield M.kind[unit] != COMMAND and s.place[unit] not in fed, "11.2b", "is out of supply"
                yield not leaves(s, unit, fed), "11.2c", "no other combat unit would stay"
                yield True, "11.2b", "there is no hex to which"

            agrees(why_supplying.unit_to_redeploy(s, frame, unit), reasons())
        s.declined = 1 << side
        assert why_supplying.unit_to_redeploy(s, frame, everyone(s, side)[0]).why.startswith("you have declined")


@rule("11.1b", "11.2b", "11.2c", "11.2e", "11.2f", "13.1b", "1.2k", "1.3d", "1.3e", "1.3g", "13.3c", "13.4a", "13.5a")
def test_hexes_to_which_a_unit_does_not_re_deploy() -> None:
    for s, side, rng in each(34):
        s.redeployed = sum(1 << u for u in M.units if rng.random() < 0.3)
        for unit in rng.sample(everyone(s, side), 5):
            s.moving, been = 1 << unit, rng.choice(neighbours(s.place[unit]))
            fed = fed_hexes(s, unit) if unit in M.combat else set()
            frame = Redeployment(side=side, passed=[s.place[unit], been])

            def reasons(hex: int, s: State = s, side: int = side, unit: int = unit, been: int = been,
                        fed: set[int] = fed) -> Iterator[Reason]:  # fmt: skip
                combat = M.kind[unit] != COMMAND
                yield hex in (s.place[unit], been), "11.1b", "has been in"
                yield from closed(s, side, hex)
                yield bool(stack(s, 1 - side, hex)), "11.2f", "enemy combat units hold"
                yield from astray(unit, hex)
                yield combat and hex not in fed, "11.2b", "is out of supply for"
                yield combat and len(stack(s, side, hex)) > 3, "1.2k", "1 more would make 5 of 4 allowed"
                friend = any(not s.redeployed >> u & 1 for u in stack(s, side, hex))
                yield touches_enemy(s, side, hex) and not friend, "11.2c", "no combat unit of yours stays there"
                yield combat and across(hex, s.place[unit]), "13.1b", "beyond the Demarcation Line"
                yield True, "11.2b", "there is no way to"

            for hex in rng.sample(ALL, 120):
                agrees(why_supplying.hex_to_redeploy(s, frame, hex), reasons(hex))


@rule("12.0b", "1.3d", "1.3e", "1.3g", "13.5a")
def test_hexes_in_which_nobody_arrives() -> None:
    for s, side, rng in each(35):
        unit = next(u for u in M.combat_of[side] if M.entry[u] and s.place[u] < 0)
        s.place[unit] = box(s.turn)
        for hex in rng.sample(ALL, 80):

            def reasons(hex: int = hex, s: State = s, side: int = side) -> Iterator[Reason]:
                yield from closed(s, side, hex)
                yield bool(stack(s, 1 - side, hex)), "12.0b", "enemy combat units hold"
                yield True, "12.0b", " arrives in "

            agrees(why_supplying.hex_to_arrive(s, Arrival(side=side, unit=unit), hex), reasons())


# -- 7.0, 8.0 ---------------------------------------------------------------------------------------------------------


@rule("7.1b", "7.1e", "7.2f", "7.3a")
def test_stacks_that_are_not_marked_or_ordered() -> None:
    for s, side, rng in each(36):
        s.rp[side] = 0
        s.markers = {h: rng.randint(1, 2) for h in held(s, side) if rng.random() < 0.5}
        for hex in ALL:

            def reasons(hex: int = hex, s: State = s, side: int = side) -> Iterator[Reason]:
                units, markers = stack(s, side, hex), s.markers.get(hex, 0)
                yield from foreign(s, side, hex, "7.1b")
                yield markers >= len(units), "7.2f", f"{markers} marker"
                yield True, "7.3a", "a marker there costs 1, and 0 resource points"

            agrees(why_moving.stack_to_mark(s, Allocation(side=side), hex), reasons())
            unmarked = [*foreign(s, side, hex, "7.1e"), (True, "7.1e", "no activation marker")]
            agrees(why_moving.stack_to_order(s, Orders(side=side), hex), iter(unmarked))


@rule("13.2b")
def test_stacks_that_are_not_inspected() -> None:
    for s, _, rng in each(36):
        enemy = held(s, RUSSIA)
        for seen in (enemy[:1], enemy[:2]):
            for hex in rng.sample(ALL, 60):
                told = [
                    (hex in seen, "13.2b", "inspected already"),
                    (len(seen) > 1, "13.2b", "2 stacks have been"),
                    (hex not in enemy, "13.2b", "no enemy stack"),
                    (True, "13.2b", "within 3 hexes"),
                ]
                agrees(why_moving.stack_to_inspect(s, Inspections(side=POLAND, seen=seen), hex), iter(told))


@rule("8.0a", "8.0b", "8.0d", "1.3d", "1.3e", "1.3g", "13.3c", "13.4a", "13.5a")
def test_command_units_that_do_not_move_and_hexes_to_which_they_do_not() -> None:
    for s, side, rng in each(37):
        s.led = sum(1 << c for c in M.commands if rng.random() < 0.5)
        for piece in M.units:

            def reasons(piece: int = piece, s: State = s, side: int = side) -> Iterator[Reason]:
                yield M.side[piece] != side, "8.0a", "is an enemy unit"
                yield M.kind[piece] != COMMAND, "8.0a", "is no HQ"
                yield s.place[piece] < 0, "1.4a", "takes no part"
                yield bool(s.led >> piece & 1), "8.0b", "has moved"
                yield True, "8.0d", "nowhere to go"

            agrees(why_moving.command_to_move(s, CommandPhase(side=side), piece), reasons())
        for commander in (c for c in M.commands_of[side] if s.place[c] >= 0):
            here = s.place[commander]
            for hex in rng.sample(ALL, 60):
                far = M.grid.distance(here, hex)
                told = [(hex == here, "8.0b", "already"), *closed(s, side, hex), *astray(commander, hex),
                        (bool(stack(s, 1 - side, hex)), "8.0d", "enemy combat units"),
                        (bool(commands(s, 1 - side, hex)), "8.0d", "an enemy HQ"),
                        (far > 5, "8.0b", f"is {far} hexes away"), (True, "8.0b", "no free way")]  # fmt: skip
                agrees(why_moving.hex_for_command(s, CommandMove(commander=commander, side=side), hex), iter(told))
