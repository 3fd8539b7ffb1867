"""Why a piece or a hex is refused: plain code shows that the named rule forbids it, in crowded wars at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from clicks import asked, offered, play

from vistula.board.hexes import Hex, members
from vistula.games.red_star_white_eagle.rules.movement import Move
from vistula.games.red_star_white_eagle.rules.routes import elsewhere, plan
from vistula.games.red_star_white_eagle.state import ABSENT, ASIDE, DEAD, POOL, RALLY, State, box_turn, put, units_at
from vistula.games.red_star_white_eagle.units import FLOTILLA, TRAIN
from vistula.kernel import Action, Game
from vistula.kernel.views import Refusal

from .fields import SCENARIOS, M, P, R
from .marching import greatest_delay, rail_between, river_between, sea_between, standard, strategic
from .test_plain_refusals import marching, may_enter, next_to_the_enemy, out_of_command, shuffled
from .test_retreat import crowded, plain_full, plain_nearer, plain_paths

rule = pytest.mark.rule
Way = tuple[Hex, ...]


def refusal(game: Game[State], verb: str, thing: int) -> Refusal:
    return game.seat(asked(game).seat).refusal(Action(verb, thing))


def crowded_war(scenario: str, side: int) -> State:
    """A shuffled scenario in which most have moved, and some hexes are full."""
    rng = random.Random(f"crowds {scenario} {side}")
    s = shuffled(scenario, 40 + side)
    own = [unit for unit in M.units_of[side] if s.place[unit] >= 0 and M.kind[unit] != FLOTILLA]
    for unit in rng.sample(own, 10):
        near = [n for n in M.grid.neighbours[s.place[unit]] if M.land >> n & 1 and not units_at(s, 1 - side, n)]
        far = [other for other in own if other != unit and not (M.immobile | M.trains) >> other & 1]
        for other in rng.sample(far, 3) if near else ():
            put(s, other, near[0])
    return s


# -- movement, zones, stacking ----------------------------------------------------------------------------------------


class Step:
    """A step that is refused to a unit, by one way of moving."""

    def __init__(self, s: State, unit: int, hex: Hex, way: str) -> None:
        self.s, self.unit, self.hex, self.way = s, unit, hex, way
        self.side, self.here = M.side[unit], s.place[unit]
        self.motor, self.train = bool(M.motors >> unit & 1), M.kind[unit] == TRAIN
        self.points = M.mf[unit] * (1 if way == "step" else 2)

    def cost(self) -> int:
        if self.train:
            return 1 + river_between(self.here, self.hex) + greatest_delay(self.s, 1 - self.side, self.hex)
        price = standard if self.way == "step" else strategic
        return price(self.s, self.side, self.here, self.hex, self.motor)

    def others(self) -> list[int]:
        """Who is in that hex and stays there, of those that count with the unit."""
        kind = M.primary if M.primary >> self.unit & 1 else M.secondary
        gone = M.immobile | M.guards & ~self.s.guards_released | self.s.moved
        return [u for u in units_at(self.s, self.side, self.hex) if kind >> u & 1 and gone >> u & 1]

    def strangers(self) -> list[int]:
        fronts = {M.front[self.unit], 2}
        return [u for u in units_at(self.s, self.side, self.hex) if M.front[u] not in fronts]


STEPS: dict[str, Callable[[Step], bool]] = {
    "8.2.1": lambda t: bool(units_at(t.s, 1 - t.side, t.hex)),
    "8.2.4": lambda t: not M.land >> t.hex & 1 or sea_between(t.here, t.hex),
    "8.0c": lambda t: t.hex not in M.grid.neighbours[t.here],
    "8.1.2": lambda t: t.cost() > t.points,
    "8.1.3a": lambda t: t.cost() > t.points and river_between(t.here, t.hex),
    "8.3.6": lambda t: t.cost() > t.points and t.way == "strategic",
    "4.3.1": lambda t: t.cost() > t.points and greatest_delay(t.s, 1 - t.side, t.hex) > 0,
    "8.3.2": lambda t: t.way == "strategic" and not t.motor
    and (next_to_the_enemy(t.s, t.unit, t.here) or next_to_the_enemy(t.s, t.unit, t.hex)),
    "12.3.2a": lambda t: out_of_command(t.unit, t.hex) and not out_of_command(t.unit, t.here),
    "12.3.2b": lambda t: out_of_command(t.unit, t.here),
    "12.4.1a": lambda t: bool(t.strangers()),
    "14.1": lambda t: t.train and not rail_between(t.here, t.hex),
    "14.2a": lambda t: t.train and t.way == "strategic",
    "5.1.1a": lambda t: len(t.others()) >= 3,
    "21.2a": lambda t: any((M.lithuanians >> u ^ M.lithuanians >> t.unit) & 1 for u in units_at(t.s, t.side, t.hex)),
}  # fmt: skip


@rule("8.2.1", "8.2.4", "8.0c", "8.1.2", "8.1.3a", "8.3.2", "4.3.1", "12.3.2a", "12.3.2b", "12.4.1a", "14.1", "14.2a")
@rule("5.1.1a", "8.3.6")
def test_the_rule_that_refuses_a_step_forbids_it() -> None:
    said: Counter[str] = Counter()
    for scenario in SCENARIOS:
        for side in (P, R):
            s = crowded_war(scenario, side)
            game, rng = marching(s, side), random.Random(f"{scenario} {side}")
            movable = sorted(M.unit_by_key[key] for key in offered(game, "unit"))
            game.s.moved |= sum(1 << unit for unit in movable)  # they make no room any more
            for unit in rng.sample(movable, min(len(movable), 16)):
                if M.kind[unit] == FLOTILLA or unit >= M.count or M.immobile >> unit & 1:
                    continue
                game.s.moved &= ~(1 << unit)
                play(game.run(), f"unit {M.key[unit]}")
                here = game.s.place[unit]
                for way in ("step", "strategic"):
                    free = offered(game, way)
                    for hex in (*M.grid.neighbours[here], *rng.sample(sorted(_hexes()), 3)):
                        if M.grid.number(hex) not in free and hex != here:
                            told = refusal(game, way, hex)
                            assert STEPS[told.rule](Step(game.s, unit, hex, way)), (M.key[unit], way, told)
                            said[told.rule] += 1
                play(game, "cancel")
                game.s.moved |= 1 << unit
    assert min(said[each] for each in ("8.2.1", "8.0c", "8.3.2", "12.3.2a", "14.1", "14.2a")) > 3
    assert sum(said.values()) > 1000


def _hexes() -> list[Hex]:
    return [hex for hex in range(M.grid.size) if M.grid.valid >> hex & 1]


@rule("5.1.1a", "5.1.3a", "12.4.1a")
@pytest.mark.parametrize(("there", "others", "refused"), [
    ("primary", 3, "5.1.1a"), ("primary", 2, ""), ("secondary", 3, ""), ("strangers", 1, "12.4.1a"),
])  # fmt: skip
def test_a_hex_is_full_with_three_alike_and_closed_by_the_other_front(there: str, others: int, refused: str) -> None:
    kinds = {"primary": M.primary, "secondary": M.secondary, "strangers": M.primary}
    front = 1 if there == "strangers" else 0
    aside = M.flotillas | M.immobile | M.trains | M.lithuanians
    stopped = 0
    for seed in range(12):
        s, rng = shuffled("campaign", 80 + seed), random.Random(seed)
        own = [u for u in M.units_of[R] if s.place[u] >= 0 and not aside >> u & 1]
        walker = rng.choice([u for u in own if M.primary >> u & 1 and M.front[u] == 0])
        here = s.place[walker]
        near = [n for n in M.grid.neighbours[here] if may_enter(s, walker, here, n, M.mf[walker], "standard")]
        if out_of_command(walker, here) or not near:
            continue
        goal = rng.choice(near)
        crowd = [u for u in own if u != walker and M.front[u] == front and kinds[there] >> u & 1]
        for unit in units_at(s, R, goal):
            put(s, unit, here)
        for unit in rng.sample(crowd, others):
            put(s, unit, goal)
        game = marching(s, R)
        game.s.moved = M.army[R] & ~(1 << walker)
        if M.key[walker] not in offered(game.run(), "unit"):
            continue
        play(game, f"unit {M.key[walker]}")
        if M.grid.number(goal) not in offered(game, "step"):
            assert refusal(game, "step", goal).rule == refused
            continue
        play(game, f"step {M.grid.number(goal)}")
        if isinstance(game.stack[-1], Move):
            stopped += 1
            bar = next(offer for offer in game.seat(asked(game).seat).offers() if offer.verb == "stop")
            assert (bar.refusal(0).rule if not bar else "") == refused
    assert stopped > 2


# -- who may move -----------------------------------------------------------------------------------------------------


def _hemmed_in(s: State, unit: int) -> bool:
    """No step and no train."""
    here = s.place[unit]
    steps = any(
        may_enter(s, unit, here, n, times * M.mf[unit], way)
        for n in M.grid.neighbours[here] for way, times in (("standard", 1), ("strategic", 2))
    )  # fmt: skip
    return not steps or bool((M.flotillas | M.immobile) >> unit & 1)


PICKS: dict[str, Callable[[State, int, int], bool]] = {
    "8.0c": lambda s, side, u: M.side[u] != side or bool(s.moved >> u & 1),
    "8.1.2": lambda s, side, u: s.place[u] >= 0 and _hemmed_in(s, u),
    "7.0e": lambda s, side, u: bool(box_turn(s.place[u])),
    "7.2.5": lambda s, side, u: s.place[u] in (DEAD, POOL),
    "24.7.1": lambda s, side, u: M.key[u] == "P-KS" and side == P,
    "22.2": lambda s, side, u: s.place[u] == RALLY,
    "23.0a": lambda s, side, u: s.place[u] in (ABSENT, ASIDE),
    "17.2.1a": lambda s, side, u: bool(M.latvian >> u & 1),
    "21.5a": lambda s, side, u: bool(M.guards >> u & 1) and not s.guards_released >> u & 1,
}


@rule("8.0c", "8.1.2", "7.0e", "7.2.5", "17.2.1a", "21.5a", "22.2", "23.0a", "24.7.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_rule_that_keeps_a_unit_from_moving_is_about_it(scenario: str) -> None:
    for side in (P, R):
        s = shuffled(scenario, 60 + side)
        game = marching(s, side)
        s.moved = sum(1 << unit for unit in random.Random(side).sample(list(M.units_of[side]), 20))
        free = offered(game.run(), "unit")
        for unit in M.units:
            if M.key[unit] not in free:
                told = refusal(game, "unit", unit)
                assert PICKS[told.rule](s, side, unit), (M.key[unit], told)


# -- retreat ----------------------------------------------------------------------------------------------------------

PRIORITIES = (
    ("9.13.4.1",), ("9.13.4.2",), ("9.13.4.3",), ("9.13.4.4a", "9.13.4.4b", "21.2c"), ("9.13.4.5",),
)  # fmt: skip
"""The rules by which ways of retreat drop out, one after the other."""


def dropped_by(s: State, unit: int, length: int, hex: Hex) -> tuple[str, ...]:
    """The rules by which the last way that begins with a hex has dropped out."""
    ways = list(plain_paths(s, unit, length))
    for rules, better in zip(PRIORITIES, (None, *_priorities(s, unit, ways)), strict=True):
        if better is not None:
            ways = [way for way in ways if better(way)] or ways
        if all(way[0] != hex for way in ways):
            return rules
    return ()


def _priorities(s: State, unit: int, ways: list[Way]) -> tuple[Callable[[Way], bool], ...]:
    start, front = s.place[unit], M.front[unit]
    far = max((M.distance(start, way[-1]) for way in ways), default=0)
    return (
        lambda way: M.distance(start, way[-1]) == far,
        lambda way: not plain_full(s, unit, way[-1]),
        lambda way: plain_nearer(s, unit, way[-1]),
        lambda way: not M.out_of_command[front] >> way[-1] & 1,
    )


CLOSED: dict[str, Callable[[State, int, Hex], bool]] = {
    "9.13.1": lambda s, u, hex: hex not in M.grid.neighbours[s.place[u]],
    "9.13.6": lambda s, u, hex: bool(units_at(s, 1 - M.side[u], hex)),
    "9.13.7": lambda s, u, hex: sea_between(s.place[u], hex),
    "14.6a": lambda s, u, hex: bool(M.trains >> u & 1) and not rail_between(s.place[u], hex),
    "17.4.1a": lambda s, u, hex: bool(M.interning >> hex & 1),
}


@rule("9.13.1", "9.13.4.1", "9.13.4.2", "9.13.4.3", "9.13.4.4a", "9.13.4.4b", "9.13.4.5", "9.13.6", "9.13.7", "14.6a")
def test_the_rule_that_bars_a_retreat_forbids_it() -> None:
    said: Counter[str] = Counter()
    for seed, middle in enumerate(("1717", "2912", "2820", "3623")):
        s = crowded(seed, middle, 24)
        for unit in [unit for unit in M.units if s.place[unit] >= 0][:30]:
            for length in (1, 2, 3):
                found = plan(s, unit, length)
                if not list(plain_paths(s, unit, length)) or any(way[-1] < 0 for way in found.ways):
                    continue
                bar = found.bar((), "9.13.4.1", elsewhere(s, unit, ()))
                for hex in (h for h in members(M.around[s.place[unit]]) if bar.held(h)):
                    told = bar.refusal(hex)
                    closed = CLOSED.get(told.rule)
                    forbids = closed(s, unit, hex) if closed else told.rule in dropped_by(s, unit, length, hex)
                    assert forbids, (M.key[unit], length, M.grid.number(hex), told)
                    said[told.rule] += 1
    assert min(said[each] for each in ("9.13.6", "9.13.4.3", "9.13.4.4a", "9.13.4.4b", "9.13.4.5", "14.6a")) > 5
