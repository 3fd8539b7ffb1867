"""Movement in whole scenarios against plain code: who may move, where each may go, and why not elsewhere."""

from __future__ import annotations

import random

import pytest
from clicks import asked, offered, play, play_out

from vistula.board.hexes import Hex, bits
from vistula.games.red_star_white_eagle.rules.movement import Move, MovementPhase, begin_movement
from vistula.games.red_star_white_eagle.rules.setup import new_state
from vistula.games.red_star_white_eagle.state import State, put, replacements_at, units_at
from vistula.kernel import Game

from .desk import table, why
from .fields import SCENARIOS, M, P, R
from .marching import greatest_delay, rail_between, sea_between, standard, strategic

rule = pytest.mark.rule


def shuffled(scenario: str, seed: int) -> State:
    """A scenario in its eighth turn, with a third of its units and some replacements anywhere."""
    rng = random.Random(f"{scenario} {seed}")
    s = new_state(M, scenario, {})
    s.turn = 8  # neither the north is quiet nor has anybody just stood down
    land = list(bits(M.land & ~M.interning))
    for unit in rng.sample([unit for unit in M.units if s.place[unit] >= 0 and not M.immobile >> unit & 1], 40):
        side = M.side[unit]
        free = [hex for hex in land if not s.occupied[1 - side] >> hex & 1]
        put(s, unit, rng.choice(free))
    for piece in rng.sample(range(M.count, M.pieces), 12):
        side = M.side[piece]
        put(s, piece, rng.choice([hex for hex in land if not s.occupied[1 - side] >> hex & 1]))
    return s


def marching(s: State, side: int) -> Game[State]:
    begin_movement(s, side)
    return table(s, MovementPhase(command=int(side)))


def out_of_command(unit: int, hex: Hex) -> bool:
    """[12.2] By the distance from the boundary, east of the Bug."""
    front = M.front[unit]
    if front == 2 or M.west_of_bug >> hex & 1 or (M.interning >> hex & 1 and M.grid.line(hex) <= 10):
        return False
    return M.beyond[front][hex] > 2


def next_to_the_enemy(s: State, unit: int, hex: Hex) -> bool:
    """[4.0] In an enemy zone of control."""
    return greatest_delay(s, 1 - M.side[unit], hex) > 0


def may_enter(s: State, unit: int, a: Hex, b: Hex, points: int, way: str) -> bool:
    """Whether a unit may step into a neighbour, by the book's words alone."""
    side, motor = M.side[unit], bool(M.motors >> unit & 1)
    if not M.land >> b & 1 or sea_between(a, b) or units_at(s, 1 - side, b):
        return False
    if unit >= M.count and replacements_at(s, 1 - side, b):
        return False
    if side == R and out_of_command(unit, b) and not out_of_command(unit, a):
        return False
    if M.trains >> unit & 1:
        if way == "strategic" or not rail_between(a, b):
            return False
        cost = 1 + ((a, b) in M.board.river) + greatest_delay(s, 1 - side, b)
        return cost <= points
    if way == "strategic":
        if not motor and (next_to_the_enemy(s, unit, a) or next_to_the_enemy(s, unit, b)):
            return False
        return strategic(s, side, a, b, motor) <= points
    return standard(s, side, a, b, motor) <= points


@rule("8.1.2", "8.2.1", "8.3.2", "8.3.6", "14.1", "12.3.2a", "4.3.1", "7.2.1c", "8.0c")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", [P, R])
def test_first_steps_everywhere(scenario: str, side: int) -> None:
    s = shuffled(scenario, side)
    game = marching(s, side)
    rng = random.Random(side)
    movable = [M.unit_by_key[key] for key in offered(game, "unit")]
    for unit in rng.sample(movable, 14):
        if (M.flotillas | M.immobile) >> unit & 1 or out_of_command(unit, s.place[unit]):
            continue
        play(game, f"unit {M.key[unit]}")
        here, factor = s.place[unit], M.mf[unit]
        for verb, way, points in (("step", "standard", factor), ("strategic", "strategic", 2 * factor)):
            found = {M.hex(number) for number in offered(game, verb)}
            wanted = {n for n in M.grid.neighbours[here] if may_enter(s, unit, here, n, points, way)}
            # What is offered also leads to where the unit may stay.
            assert found <= wanted, (M.key[unit], verb)
            for hex in wanted - found:
                assert why(game, f"{verb} {M.grid.number(hex)}") in ("5.1.1a", "12.4.1a", "21.2a", "17.4.1a")
        play(game, "cancel")


@rule("8.0c", "21.5a", "19.0a", "8.1.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_who_may_move(scenario: str) -> None:
    for side in (P, R):
        s = shuffled(scenario, 7 + side)
        found = {M.unit_by_key[key] for key in offered(marching(s, side), "unit")}
        for piece in (*M.units_of[side], *M.rcs_of[side]):
            here = s.place[piece]
            if here < 0:
                assert piece not in found
                continue
            held = M.guards >> piece & 1 and not s.guards_released >> piece & 1
            if held or (M.immobile >> piece & 1 and not M.fortified >> here & 1):
                assert piece not in found, M.key[piece]
            elif not (M.flotillas | M.immobile) >> piece & 1 and not out_of_command(piece, here):
                steps = any(
                    may_enter(s, piece, here, n, times * M.mf[piece], way)
                    for n in M.grid.neighbours[here]
                    for way, times in (("standard", 1), ("strategic", 2))
                )
                net = (M.polish_net, M.russian_net)[side].links.get(here, ())
                rides = any(not units_at(s, 1 - side, n) for n in net)
                assert piece in found or not steps, M.key[piece]
                assert piece not in found or steps or rides, M.key[piece]


@rule("5.1.3a", "8.2.3", "12.4.1a", "8.3.3", "8.4.5a")
@pytest.mark.parametrize("scenario", ["gates", "belarus-long"])
def test_random_phases_leave_nobody_where_nobody_may_stay(scenario: str) -> None:
    for side in (P, R):
        s = shuffled(scenario, 20 + side)
        rng = random.Random(side)
        for game in play_out(marching(s, side), rng, 600):
            if game.over:
                break
            frame = game.stack[-1]
            assert s.rail_used <= 8
            if isinstance(frame, Move):
                assert asked(game).seat == ("poland", "russia")[side]
                assert frame.way == -1 or frame.left >= 0
        for unit in bits(s.strategic):
            assert s.place[unit] < 0 or not next_to_the_enemy(s, unit, s.place[unit]) or M.motors >> unit & 1
