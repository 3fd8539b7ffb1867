"""Refusals in scattered positions: the first rule in the way is named, by the words that are true of it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

import pytest

from vistula.games.west_was_saved.model import ARTILLERY, COMMAND, LIT, POLAND, RUS, RUSSIA, UKR
from vistula.games.west_was_saved.rules.activation import Allocation, Inspections, Orders
from vistula.games.west_was_saved.rules.command import CommandMove, CommandPhase, command_reach
from vistula.games.west_was_saved.rules.depots import DepotPhase
from vistula.games.west_was_saved.rules.redeployment import Redeployment, RedeploymentPhase
from vistula.games.west_was_saved.rules.reinforcements import Arrival, ReinforcementsPhase, entry_hexes
from vistula.games.west_was_saved.rules.restoration import RestorationPhase
from vistula.games.west_was_saved.state import State
from vistula.kernel import Frame, Offer
from vistula.kernel.views import Refusal
from vistula.parts.pieces import box

from .plain import (
    ALL,
    LITHUANIA,
    across,
    at_home,
    commands,
    fed_hexes,
    fits,
    neighbours,
    passable,
    scattered,
    stack,
    touches_enemy,
)
from .table import M
from .test_plain_front import held
from .test_plain_rear import cost_with, everyone, leaves, linked, rail

rule = pytest.mark.rule
SIDES = (POLAND, RUSSIA)
PLACES = ["Kiev", "Kaunas", "Lomza", "Kamenets"]
Reason = tuple[bool, str, str]  # whether it holds, the rule, words of the refusal
Reasons = Iterator[Reason]


def agrees(told: Refusal | None, reasons: Iterable[Reason]) -> None:
    """The refusal is the first reason that holds; where none holds there is no refusal."""
    wanted = next(((rule, words) for holds, rule, words in reasons if holds), None)
    if wanted is None:
        assert told is None
    else:
        assert told is not None
        rule, words = wanted
        assert (told.rule, words) == (rule, words if words in told.why else told.why)


def offer(s: State, frame: Frame, step: str, verb: str) -> Offer:
    asked = frame.steps[step].body(frame, s)
    return next(each for each in asked if isinstance(each, Offer) and each.verb == verb)


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
        fed, frame = fed_hexes(s, gunner, linked(s, side)), DepotPhase(side=side, removed=3)

        def reasons(hex: int, s: State = s, side: int = side, fed: set[int] = fed) -> Iterator[Reason]:
            yield bool(s.depots[side] >> hex & 1), "5.4a", "removed one depot"
            yield not M.cities >> hex & 1, "5.2a", "is no city"
            yield from foreign(s, side, hex, "5.2a")
            yield hex not in fed, "5.2b", "no more than 3 hexes may lie between"
            yield True, "5.3a", f"would cost {cost_with(s, side, hex)}, and 0 resource points"

        sites, kept = offer(s, frame, "actions", "establish"), offer(s, frame, "actions", "remove")
        for hex in ALL:
            agrees(sites.refusal(hex), reasons(hex))
            agrees(kept.refusal(hex), [(True, "5.4a", "you have removed one depot")])
        s.depots[side] |= 1 << rng.choice(ALL)
        taken = offer(s, frame, "shortfall", "remove")
        for hex in ALL:
            agrees(taken.refusal(hex), [(not s.depots[side] >> hex & 1, "5.4b", "there is no depot in")])


NO_POINT = "no resource point is left to restore a unit with"


@rule("4.0a", "10.0a", "10.0c")
def test_restoration() -> None:
    for s, side, _ in each(32):
        s.rp[side] = 1
        units = offer(s, RestorationPhase(side=side), "restoration", "unit")
        for unit in M.units:

            def reasons(unit: int = unit, s: State = s, side: int = side) -> Iterator[Reason]:
                yield from absent(s, side, unit, "10.0a")
                yield M.kind[unit] == COMMAND or not s.weak >> unit & 1, "10.0a", "is not weakened"
                yield M.single[unit], "10.0c", "has no other side"
                yield s.place[unit] not in fed_hexes(s, unit), "10.0a", "is out of supply"

            agrees(units.refusal(unit), reasons())
        s.rp[side] = 0
        broke = offer(s, RestorationPhase(side=side), "restoration", "unit")
        assert not broke
        assert {told.why for unit in units.args if (told := broke.refusal(unit))} <= {NO_POINT}


@rule("11.1a", "11.2a", "11.2b", "11.2c")
def test_units_that_do_not_re_deploy() -> None:
    for s, side, rng in each(33):
        s.redeployed = sum(1 << u for u in M.units if rng.random() < 0.3)
        frame = RedeploymentPhase(side=side)
        units = offer(s, frame, "redeploy", "unit")
        for unit in rng.sample([*everyone(s, side), *M.units], 60):
            fed = fed_hexes(s, unit) if unit in M.combat and s.place[unit] >= 0 else set()

            def reasons(unit: int = unit, s: State = s, side: int = side, fed: set[int] = fed) -> Iterator[Reason]:
                yield from absent(s, side, unit, "11.1a")
                yield bool(s.redeployed >> unit & 1), "11.2a", "has re-deployed this turn"
                yield M.kind[unit] != COMMAND and s.place[unit] not in fed, "11.2b", "is out of supply"
                yield not leaves(s, unit, fed), "11.2c", "no other combat unit would stay"
                yield not rail(s, unit, {s.place[unit]}, False, fed), "11.2b", "there is no hex to which"

            agrees(units.refusal(unit), reasons())
        s.declined = 1 << side
        agrees(
            offer(s, frame, "redeploy", "unit").refusal(everyone(s, side)[0]), [(True, "11.1a", "you have declined")]
        )


@rule("11.1b", "11.2b", "11.2c", "11.2e", "11.2f", "13.1b", "1.2k", "1.3d", "1.3e", "1.3g", "13.3c", "13.3h", "13.4a",
      "13.5a", "13.5b", "8.0d")  # fmt: skip
def test_hexes_to_which_a_unit_does_not_re_deploy() -> None:
    for s, side, rng in each(34):
        s.redeployed = sum(1 << u for u in M.units if rng.random() < 0.3)
        for unit in rng.sample(everyone(s, side), 5):
            s.moving, been = 1 << unit, rng.choice(neighbours(s.place[unit]))
            fed = fed_hexes(s, unit) if unit in M.combat else set()
            passed, paid = [s.place[unit], been], rng.random() < 0.3
            hexes = offer(s, Redeployment(side=side, passed=passed, paid=paid), "where", "step")
            onward = rail(s, unit, set(passed), paid, fed)
            toll = M.nation[unit] == RUS and M.kind[unit] != COMMAND and not paid and s.rp[RUSSIA] < 1

            def reasons(hex: int, s: State = s, side: int = side, unit: int = unit, been: int = been, toll: bool = toll,
                        fed: set[int] = fed, onward: set[int] = onward) -> Iterator[Reason]:  # fmt: skip
                combat = M.kind[unit] != COMMAND
                yield hex in (s.place[unit], been), "11.1b", "has been in"
                yield from closed(s, side, hex)
                yield bool(stack(s, 1 - side, hex)), "11.2f", "enemy combat units hold"
                yield from astray(unit, hex)
                yield bool(M.east_prussia >> hex & 1), "13.5b", "where units leave the map"
                yield not combat and bool(commands(s, 1 - side, hex)), "8.0d", "an enemy HQ"
                yield combat and hex not in fed, "11.2b", "is out of supply for"
                yield combat and len(stack(s, side, hex)) > 3, "1.2k", "1 more would make 5 of 4 allowed"
                yield combat and not fits(s, unit, hex), "13.3h", "do not share"
                friend = any(not s.redeployed >> u & 1 for u in stack(s, side, hex))
                yield touches_enemy(s, side, hex) and not friend, "11.2c", "no combat unit of yours stays there"
                yield toll and across(hex, s.place[unit]), "13.1b", "beyond the Demarcation Line"
                yield hex not in onward, "11.2b", "there is no way to"

            for hex in rng.sample(ALL, 120):
                agrees(hexes.refusal(hex), reasons(hex))


@rule("12.0a", "12.0b", "1.3d", "1.3e", "1.3g", "13.5a")
def test_hexes_in_which_nobody_arrives() -> None:
    for s, side, rng in each(35):
        unit = next(u for u in M.combat_of[side] if M.entry[u] and s.place[u] < 0)
        s.place[unit] = box(s.turn)
        hexes, ways = offer(s, Arrival(side=side, unit=unit), "where", "hex"), entry_hexes(s, unit)
        for hex in rng.sample(ALL, 80):

            def reasons(hex: int = hex, s: State = s, side: int = side, ways: int = ways) -> Iterator[Reason]:
                yield from closed(s, side, hex)
                yield bool(stack(s, 1 - side, hex)), "12.0b", "enemy combat units hold"
                yield not ways >> hex & 1, "12.0b", " arrives in "

            agrees(hexes.refusal(hex), reasons())
        due = offer(s, ReinforcementsPhase(side=side), "reinforce", "unit")
        for piece in M.units:
            now = [*absent(s, side, piece, "12.0a")][: 1 if s.place[piece] == box(s.turn) else 2]
            agrees(due.refusal(piece), [*now, (s.place[piece] >= 0, "12.0a", "is on the map already")])


# -- 7.0, 8.0 ---------------------------------------------------------------------------------------------------------


@rule("7.1b", "7.1e", "7.2f", "7.3a")
def test_stacks_that_are_not_marked_or_ordered() -> None:
    for s, side, rng in each(36):
        s.rp[side] = 0
        s.markers = {h: rng.randint(1, 2) for h in held(s, side) if rng.random() < 0.5}
        marks = offer(s, Allocation(side=side), "allocate", "mark")
        free = offer(s, Allocation(side=side), "allocate", "free")
        stacks = offer(s, Orders(side=side), "which", "stack")
        for hex in ALL:

            def reasons(hex: int = hex, s: State = s, side: int = side) -> Iterator[Reason]:
                units, markers = stack(s, side, hex), s.markers.get(hex, 0)
                yield from foreign(s, side, hex, "7.1b")
                yield markers >= len(units), "7.2f", f"{markers} marker"

            agrees(marks.refusal(hex), [*reasons(), (True, "7.3a", "a marker there costs 1, and 0 resource points")])
            agrees(free.refusal(hex), [*reasons(), (True, "3.2c", "no card of yours gives a marker")])
            unmarked = (hex not in s.markers, "7.1e", "no activation marker")
            agrees(stacks.refusal(hex), [*foreign(s, side, hex, "7.1e"), unmarked])


@rule("13.2b")
def test_stacks_that_are_not_inspected() -> None:
    for s, _, rng in each(36):
        enemy = held(s, RUSSIA)
        own = [h for h in ALL if stack(s, POLAND, h) or commands(s, POLAND, h)]
        for seen in (enemy[:1], enemy[:2]):
            stacks = offer(s, Inspections(side=POLAND, seen=seen), "which", "inspect")
            for hex in [*enemy, *rng.sample(ALL, 60)]:
                told = [
                    (hex in seen, "13.2b", "inspected already"),
                    (len(seen) > 1, "13.2b", "2 stacks have been"),
                    (hex not in enemy, "13.2b", "no enemy stack"),
                    (all(M.grid.distance(h, hex) > 3 for h in own), "13.2b", "within 3 hexes"),
                ]
                agrees(stacks.refusal(hex), told)


@rule("8.0a", "8.0b", "8.0d", "1.3d", "1.3e", "1.3g", "13.3c", "13.4a", "13.5a")
def test_command_units_that_do_not_move_and_hexes_to_which_they_do_not() -> None:
    for s, side, rng in each(37):
        s.led = sum(1 << c for c in M.commands if rng.random() < 0.5)
        movers = offer(s, CommandPhase(side=side), "pick", "commander")
        for piece in M.units:

            def reasons(piece: int = piece, s: State = s, side: int = side) -> Iterator[Reason]:
                yield M.side[piece] != side, "8.0a", "is an enemy unit"
                yield M.kind[piece] != COMMAND, "8.0a", "is no HQ"
                yield s.place[piece] < 0, "1.4a", "takes no part"
                yield bool(s.led >> piece & 1), "8.0b", "has moved"
                ways = [h for h in neighbours(s.place[piece]) if passable(s, side, h) and at_home(piece, h)]
                free = [h for h in ways if not stack(s, 1 - side, h) and not commands(s, 1 - side, h)]
                yield not free, "8.0d", "nowhere to go"

            agrees(movers.refusal(piece), reasons())
        for commander in (c for c in M.commands_of[side] if s.place[c] >= 0):
            here, reached = s.place[commander], command_reach(s, commander)
            hexes = offer(s, CommandMove(commander=commander, side=side), "where", "hex")
            for hex in rng.sample(ALL, 60):
                far = M.grid.distance(here, hex)
                told = [(hex == here, "8.0b", "already"), *closed(s, side, hex), *astray(commander, hex),
                        (bool(stack(s, 1 - side, hex)), "8.0d", "enemy combat units"),
                        (bool(commands(s, 1 - side, hex)), "8.0d", "an enemy HQ"),
                        (far > 5, "8.0b", f"is {far} hexes away"),
                        (hex not in reached, "8.0b", "no free way")]  # fmt: skip
                agrees(hexes.refusal(hex), told)
