"""What is refused, of all units and all hexes, and by which rule: plain statements on random positions, phase by phase.

Every test asks the seat that has to choose about everything on and beside the map, and compares with one function that
states the reasons in their order.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from vistula.games.warsaw_1920.model import CAVALRY, INFANTRY, POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.combat import Advance, Attack, Charge, CombatPhase
from vistula.games.warsaw_1920.rules.movement import Move, MovementPhase, price
from vistula.games.warsaw_1920.rules.reinforcements import ReinforcementPhase
from vistula.games.warsaw_1920.rules.retreat import Retreat, Routs
from vistula.games.warsaw_1920.rules.supply import Resupply
from vistula.games.warsaw_1920.state import (
    ABSENT,
    COMBAT,
    ELIMINATED,
    INTERNED,
    MOVEMENT,
    OVERSTACKED,
    REINFORCEMENT,
    SURRENDERED,
    TRAY,
    State,
    deploy,
    reveal,
)
from vistula.kernel import UNKNOWN, Dice, Frame, Game, Seat
from vistula.parts.pieces import box, box_turn

from .table import TITLE, M, asked, hex
from .test_brute_force import (
    BOARD,
    DANZIG,
    PLAY,
    PRUSSIA,
    RAILS,
    RIVERS,
    TRENCHES,
    fresh,
    here,
    in_zone,
    lawful,
    neighbours,
    on_map,
    positions,
    step_cost,
)
from .test_choices_by_brute_force import phases
from .test_refusals_by_brute_force import no_attack_on, room_rule

rule = pytest.mark.rule

HEXES = [h for h in range(M.grid.size) if M.grid.valid >> h & 1]
FATES = {TRAY: "3.0b", ABSENT: "3.0b", ELIMINATED: "11.9a", OVERSTACKED: "6.1b", SURRENDERED: "12.3c",
         INTERNED: "10.5c", UNKNOWN: "6.3b"}  # fmt: skip

Reason = Callable[[int], str]


def at_table(s: State, *stack: Frame) -> Seat[State] | None:
    """The seat that these procedures ask; None where nothing is left to choose."""
    game = Game(TITLE, s, list(stack), Dice(bytes(32)))
    game.run()
    return game.seat(asked(game).seat) if game.decisions else None


def compare(seat: Seat[State], kind: str, things: list[int], stated: Reason, seen: Counter[str]) -> None:
    """What is offered has no refusal; of everything else the rule is the one stated."""
    assert seat.decision is not None
    chosen = {arg for option in seat.decision.options if option.kind == kind for arg in option.args}
    for thing in things:
        refusal = seat.why_not(kind, thing)
        expected = None if thing in chosen else stated(thing)
        assert (refusal.rule if refusal else None) == expected, (kind, thing, refusal)
        seen[expected or "offered"] += 1


def scattered(s: State, rng: random.Random) -> None:
    """Units that are not on the map have met all kinds of fates."""
    for u in M.units:
        if s.place[u] < 0:
            s.place[u] = rng.choice([*(fate for fate in FATES if fate != UNKNOWN), box(s.turn), box(s.turn + 2)])


def beside(s: State, u: int) -> str:
    """Why a unit cannot be used that is not on the map."""
    return "9.0a" if box_turn(s.place[u]) else FATES[s.place[u]]


def closed(side: int, h: int) -> str:
    """The rule that closes a hex to a side for good."""
    if h in DANZIG:
        return "10.5a"
    if h not in PLAY:
        return "2.1a"
    return "10.5b" if side == POLAND and h in PRUSSIA else ""


# -- 10.0 movement ----------------------------------------------------------------------------------------------


def cannot_act(s: State, u: int, side: int, enemy: str) -> str:
    if M.side[u] != side:
        return enemy
    if s.place[u] < 0:
        return beside(s, u)
    if s.disrupted >> u & 1:
        return "12.1a"
    return "8.3.1c" if side == RUSSIA and s.operation <= s.lost[M.front[u]] else ""


@rule("10.1a", "10.1b", "10.1e", "12.1a", "8.3.1c", "7.1b", "10.4a", "10.5a", "10.5b")
def test_units_and_stacks_that_cannot_begin_a_move() -> None:
    seen: Counter[str] = Counter()
    for rng, s in phases(51, 40, MOVEMENT, most=20):
        scattered(s, rng)
        seat = at_table(s, MovementPhase(at="pick"))
        assert seat is not None

        def unit(u: int, s: State = s) -> str:
            if reason := cannot_act(s, u, s.side, "10.1e"):
                return reason
            free = [n for n in neighbours(s.place[u]) if not here(s, 1 - s.side, n) and not closed(s.side, n)]
            return "10.1b" if s.moved >> u & 1 else "7.1b" if free else "10.4a"

        def space(h: int, s: State = s) -> str:
            return "10.1b" if here(s, s.side, h) else closed(s.side, h) or "10.1b"

        compare(seat, "piece", list(M.units), unit, seen)
        compare(seat, "space", rng.sample(HEXES, 60), space, seen)
    assert min(seen[id] for id in ("10.1b", "10.1e", "12.1a", "7.1b", "10.5b", "2.1a", "9.0a", "6.1b")) >= 1, seen


@rule("10.1b", "10.1c", "10.1e", "12.1a", "8.3.1c")
def test_units_that_cannot_join_a_move() -> None:
    seen: Counter[str] = Counter()
    for rng, s in phases(52, 40, MOVEMENT, most=20):
        scattered(s, rng)
        ready = [u for u in on_map(s) if M.side[u] == s.side and not (s.moved | s.disrupted) >> u & 1]
        if not ready:
            continue
        u, whole = rng.choice(ready), rng.random() < 0.5
        s.moving = 1 << u
        seat = at_table(s, MovementPhase(at="pick"), Move(hex=s.place[u], left=9, whole=whole))
        if seat is None or not isinstance(seat.frame, Move):
            continue

        def unit(v: int, s: State = seat.s, u: int = u, whole: bool = whole) -> str:
            if v == u:
                return "10.1b"
            return cannot_act(s, v, s.side, "10.1e") or ("10.1b" if whole or s.moved >> v & 1 else "10.1c")

        compare(seat, "piece", list(M.units), unit, seen)
    assert min(seen[id] for id in ("10.1b", "10.1c", "10.1e", "12.1a", "8.3.1c", "offered")) >= 3, seen


def ever(s: State, side: int, start: int, whole: bool, zone: set[int]) -> set[int]:
    """All hexes to which any number of points would lead, past these zones of the enemy."""
    found: set[int] = set()
    foes = {s.place[u] for u in on_map(s) if M.side[u] != side}
    todo = [(start, whole)]
    while todo:
        h, first = todo.pop()
        if (h in zone and not first) or h in PRUSSIA:
            continue
        for n in neighbours(h):
            if n not in found and n not in foes and not closed(side, n) and not {h, n} <= zone:
                found.add(n)
                todo.append((n, False))
    return found


@rule("10.3a", "10.3b", "7.1a", "7.1b", "10.4a", "10.5a", "10.5b")
def test_hexes_that_a_move_cannot_go_to() -> None:
    seen: Counter[str] = Counter()
    for rng, s in phases(53, 40, MOVEMENT, most=20):
        ready = [u for u in on_map(s) if M.side[u] == s.side and not s.disrupted >> u & 1]
        if not ready:
            continue
        u, whole, left = rng.choice(ready), rng.random() < 0.5, rng.randint(1, 4)
        s.moving = 1 << u
        seat = at_table(s, MovementPhase(at="pick"), Move(hex=s.place[u], left=left, whole=whole))
        if seat is None or not isinstance(seat.frame, Move):
            continue
        side, start = s.side, s.place[u]
        zone = {n for u in on_map(s) if M.side[u] != side and fresh(s, u) for n in neighbours(s.place[u])}
        past, through = (ever(s, side, start, whole, zones) for zones in (zone, set()))

        def space(h: int, s: State = s, side: int = side, start: int = start, whole: bool = whole) -> str:
            if h == start:
                return "10.3a"
            if reason := closed(side, h) or ("10.4a" if here(s, 1 - side, h) else ""):
                return reason
            if h in neighbours(start):
                return "10.3a" if not in_zone(s, side, start) else "7.1b" if whole else "7.1a"
            return "10.3a" if h in past else "7.1a" if h in through else "10.4a"  # noqa: B023

        compare(seat, "space", [start, *M.grid.neighbours[start], *rng.sample(HEXES, 5)], space, seen)
    assert min(seen[id] for id in ("10.3a", "7.1a", "7.1b", "10.4a", "2.1a", "offered")) >= 2, seen


@rule("10.3.1a", "10.3.1b", "10.3.1c", "10.3.1d", "10.3.1e", "10.3.2a", "10.3.3a")
def test_the_price_of_every_step_item_by_item() -> None:
    s = next(positions(54, 1))[1]
    for a in sorted(PLAY - DANZIG):
        for b in neighbours(a):
            place, cost = BOARD.place[b], step_cost(a, b)
            city = place is not None and place.kind in ("city", "major")
            ground = "city" if city else BOARD.terrain[b]
            sides = ["river"] * ((a, b) in RIVERS) + ["trench"] * ((a, b) in TRENCHES)
            items = [f"{ground} {cost - len(sides)}"] + [f"{' and '.join(sides)} {len(sides)}"] * bool(sides)
            if (a, b) in RAILS:
                items = ["railway 1"]
            points = "1 movement point" if cost == 1 else f"{cost} movement points"
            assert price(s, a, b) == f"{M.hex_name(b)} costs {points} ({' + '.join(items)})"


# -- 11.10 retreat, 10.4.2 rout ---------------------------------------------------------------------------------


@rule("11.10a", "11.10b", "11.10c", "11.10d", "11.10e", "11.10f", "10.5a", "10.5b")
def test_hexes_that_a_retreat_cannot_go_to() -> None:
    seen: Counter[str] = Counter()
    for rng, s in positions(55, 260, most=20):
        u = rng.choice(on_map(s))
        s.side, s.phase, s.resupplied = rng.choice([POLAND, RUSSIA]), COMBAT, [1, 1]
        reveal(s, (1 << u) * (M.side[u] == POLAND))
        origin, left, side = rng.choice([s.place[u], *neighbours(s.place[u])]), rng.randint(1, 4), M.side[u]
        start = s.place[u]
        seat = at_table(s, Retreat(unit=u, origin=origin, left=left))
        if seat is None or not isinstance(seat.frame, Retreat) or s.place[u] != start or seat.frame.left != left:
            continue

        ends = "11.10e" if left == 1 else "11.10f"

        def space(h: int, side: int = side, start: int = start, origin: int = origin, ends: str = ends) -> str:
            far = M.grid.distance
            if reason := closed(side, h) or ("" if far(start, h) == 1 else "11.10a"):
                return reason
            if here(s, 1 - side, h):  # noqa: B023
                return "11.10c"
            if far(origin, h) <= far(origin, start):
                return "11.10b"
            if in_zone(s, side, h):  # noqa: B023
                return "11.10c"
            return "11.10d" if h in PRUSSIA else ends

        compare(seat, "space", [start, *M.grid.neighbours[start], *rng.sample(HEXES, 10)], space, seen)
        compare(seat, "piece", rng.sample(list(M.units), 3), lambda _: "11.10a", seen)
    rules = ("10.5a", "10.5b", "2.1a", "11.10a", "11.10b", "11.10c", "11.10d", "11.10e", "11.10f", "offered")
    assert min(seen[id] for id in rules) >= 1, seen


@rule("10.4.2a", "10.4.2b", "10.4.2e", "10.4.2f", "10.5a", "10.5b", "11.10d", "11.10e")
def test_units_and_hexes_that_have_no_part_in_a_rout() -> None:
    seen: Counter[str] = Counter()
    for rng, s in positions(56, 300, most=20):
        scattered(s, rng)
        movers = [u for u in on_map(s) if fresh(s, u)]
        if not movers:
            continue
        mover = rng.choice(movers)
        side, near = 1 - M.side[mover], s.place[mover]
        s.side, s.phase, s.resupplied = M.side[mover], MOVEMENT, [1, 1]
        seat = at_table(s, Routs(side=side, near=[near]))
        if seat is None:
            continue
        if seat.decision is not None and seat.decision.step == "next_unit":

            def unit(u: int, s: State = s, side: int = side) -> str:
                if M.side[u] != side:
                    return "10.4.2a"
                return beside(s, u) if s.place[u] < 0 else "10.4.2a" if s.disrupted >> u & 1 else "10.4.2e"

            compare(seat, "piece", list(M.units), unit, seen)
            compare(seat, "space", rng.sample(HEXES, 8), lambda _: "10.4.2a", seen)
            continue
        start, origin = s.place[s.routing], near

        def space(h: int, s: State = s, side: int = side, start: int = start, origin: int = origin) -> str:
            far = M.grid.distance
            if reason := closed(side, h) or ("" if far(start, h) == 1 else "10.4.2a"):
                return reason
            if here(s, 1 - side, h):
                return "10.4a"
            if in_zone(s, side, h):
                return "10.4.2f"
            if far(origin, h) <= far(origin, start):
                return "10.4.2a"
            return "11.10d" if h in PRUSSIA else "11.10e"

        compare(seat, "space", [start, *M.grid.neighbours[start], *rng.sample(HEXES, 8)], space, seen)
        compare(seat, "piece", rng.sample(list(M.units), 3), lambda _: "10.4.2b", seen)
    rules = ("10.4.2a", "10.4.2b", "10.4.2e", "10.4.2f", "10.4a", "10.5a", "10.5b", "11.10d", "11.10e", "12.3c", "9.0a")
    assert min(seen[id] for id in rules) >= 1, seen


# -- 11.0 combat ------------------------------------------------------------------------------------------------


def battles(seed: int, count: int) -> Iterator[tuple[random.Random, State, int]]:
    """Random positions in a combat phase, and a hex held by the enemy."""
    for rng, s in phases(seed, count, COMBAT, most=20):
        scattered(s, rng)
        foes = [s.place[u] for u in on_map(s) if M.side[u] != s.side]
        yield rng, s, rng.choice(foes)


@rule("11.1a", "11.2a", "11.3a", "11.5d", "12.1a", "8.3.1c")
def test_units_and_hexes_that_have_no_part_in_an_attack() -> None:
    seen: Counter[str] = Counter()
    for rng, s, target in battles(57, 40):
        seat = at_table(s, CombatPhase(at="declare"), Attack(target=target, at="muster"))
        assert seat is not None

        def unit(u: int, s: State = seat.s, target: int = target) -> str:
            if M.side[u] != s.side:
                return "11.2a" if s.place[u] == target else "11.3a"
            return cannot_act(s, u, s.side, "") or ("11.1a" if s.fought >> u & 1 else "11.3a")

        compare(seat, "piece", list(M.units), unit, seen)
        compare(seat, "space", rng.sample(HEXES, 6), lambda h, t=target: "11.5d" if h == t else "11.3a", seen)
        compare(seat, "space", [target], lambda _: "11.5d", seen)
    assert min(seen[id] for id in ("11.1a", "11.2a", "11.3a", "12.1a", "8.3.1c", "6.1b", "offered")) >= 3, seen


@rule("11.0a", "11.1a", "11.1b", "11.3a", "11.5d", "11.7a", "10.5a", "10.5b", "12.1a", "8.3.1c")
def test_units_and_hexes_that_begin_no_attack() -> None:
    seen: Counter[str] = Counter()
    for rng, s, target in battles(62, 60):
        seat = at_table(s, CombatPhase(at="declare"))
        assert seat is not None
        known = seat.s

        def unit(u: int, s: State = known, true: State = s) -> str:
            reason = cannot_act(s, u, s.side, "11.0a") or ("11.1a" if s.fought >> u & 1 else "")
            near = not reason and any(here(true, 1 - s.side, n) for n in neighbours(s.place[u]))
            return reason or ("11.5d" if near else "11.3a")

        compare(seat, "piece", list(M.units), unit, seen)
        spaces = [target, *rng.sample(HEXES, 40), *(s.place[u] for u in on_map(s))]
        compare(seat, "space", spaces, lambda h, s=s: closed(s.side, h) or no_attack_on(s, h), seen)
    rules = ("11.0a", "11.1a", "11.1b", "11.3a", "11.5d", "10.5a", "10.5b", "2.1a", "12.1a", "8.3.1c", "offered")
    assert min(seen[id] for id in rules) >= 1, seen


@rule("11.11a", "6.0a", "6.0b", "6.0d", "6.0e", "6.2a")
def test_units_that_cannot_advance() -> None:
    seen: Counter[str] = Counter()
    for rng, s, target in battles(58, 150):
        for u in here(s, 1 - s.side, target):
            s.place[u] = ELIMINATED
        s.occupied[1 - s.side] &= ~(1 << target)
        s.zoc_from[1 - s.side] &= ~(1 << target)
        own = [u for u in on_map(s) if M.side[u] == s.side and s.place[u] in neighbours(target)]
        attackers = rng.sample(own, min(len(own), 5))
        for u in [u for u in own if u not in attackers] + attackers[: rng.randint(0, 3)]:
            deploy(s, u, target)
        attackers = [u for u in attackers if s.place[u] != target]
        seat = at_table(s, CombatPhase(at="declare"), Advance(target=target, units=attackers[:]))
        if seat is None or not isinstance(seat.frame, Advance):
            continue

        def unit(u: int, s: State = seat.s, target: int = target, attackers: list[int] = attackers) -> str:
            if M.side[u] != s.side:
                return "11.11a"
            if s.place[u] < 0:
                return beside(s, u)
            if u not in attackers or s.place[u] == target:
                return "11.11a"
            there = here(s, s.side, target)
            assert not lawful([*there, u])
            return room_rule(u, there)

        compare(seat, "piece", list(M.units), unit, seen)
        compare(seat, "space", [target, *neighbours(target)], lambda _: "11.11a", seen)
    assert min(seen[id] for id in ("11.11a", "9.0a", "12.3c", "offered", "6.0d", "6.0e")) >= 3, seen


@rule("11.12a", "11.13a", "10.5a", "10.5b", "10.4a")
def test_hexes_to_which_no_charge_leads() -> None:
    seen: Counter[str] = Counter()
    for rng, s, _ in battles(59, 200):
        riders = [u for u in on_map(s) if M.side[u] == s.side and M.kind[u] == CAVALRY]
        if not riders:
            continue
        u = rng.choice(riders)
        target = s.place[u]
        seat = at_table(s, CombatPhase(at="declare"), Charge(unit=u, target=target))
        if seat is None or not isinstance(seat.frame, Charge):
            continue

        def space(h: int, side: int = s.side, target: int = target) -> str:
            return closed(side, h) or ("10.4a" if M.grid.distance(h, target) == 1 else "11.12a")

        compare(seat, "space", [target, *M.grid.neighbours[target], *rng.sample(HEXES, 10)], space, seen)
        compare(seat, "piece", rng.sample(list(M.units), 3), lambda _: "11.12a", seen)
    assert min(seen[id] for id in ("11.12a", "10.4a", "2.1a", "offered")) >= 2, seen


# -- 9.0 reinforcement, 8.3 resupply ----------------------------------------------------------------------------


@rule("9.0a", "9.1a", "9.2b", "2.2.9a")
@pytest.mark.parametrize("step", ["reorganization", "arrivals"])
def test_units_that_neither_come_nor_go(step: str) -> None:
    seen: Counter[str] = Counter()
    for rng, s in positions(60, 30):
        s.turn, s.phase, s.side = 4, REINFORCEMENT, rng.choice([POLAND, RUSSIA])
        scattered(s, rng)
        seat = at_table(s, ReinforcementPhase(side=s.side, at=step))
        if seat is None or seat.decision is None or seat.decision.step != step:
            continue

        def unit(u: int, s: State = seat.s) -> str:
            if M.side[u] != s.side:
                return "9.0a"
            if step == "reorganization":
                return "9.2b" if s.place[u] >= 0 else beside(s, u)
            turn = box_turn(s.place[u])
            if s.place[u] >= 0:
                return "9.0a"
            return "2.2.9a" if turn > 4 else "9.1a" if turn else beside(s, u)

        compare(seat, "piece", list(M.units), unit, seen)
        expected = "9.2a" if step == "reorganization" else "9.0a"
        compare(seat, "space", rng.sample(HEXES, 5), lambda _, e=expected: e, seen)
    rules = ("9.0a", "9.2b", "11.9a") if step == "reorganization" else ("9.0a", "2.2.9a", "11.9a", "12.3c")
    assert min(seen[id] for id in (*rules, "offered")) >= 3, seen


@rule("8.3.2a", "8.3.2b", "8.3a")
@pytest.mark.parametrize("front", [0, 1])
def test_units_that_are_not_replaced(front: int) -> None:
    seen: Counter[str] = Counter()
    for rng, s in positions(61, 8):
        s.turn, s.phase, s.side, s.points = 4, REINFORCEMENT, RUSSIA, [3, 3]
        scattered(s, rng)
        s.replacements[front] = 2
        s.place[next(u for u in M.russian if M.front[u] == front and s.place[u] < 0)] = ELIMINATED
        for step in ("declare", "replace"):
            seat = at_table(s.copy(), Resupply(front=front, at=step))
            assert seat is not None

            def unit(u: int, s: State = seat.s, step: str = step) -> str:
                if step == "declare":
                    return "8.3a"
                if M.front[u] != front:
                    return "8.3.2a"
                return "8.3.2a" if M.kind[u] == INFANTRY and s.place[u] >= 0 else "8.3.2b"

            compare(seat, "piece", list(M.units), unit, seen)
            question = {"declare": "8.3a", "replace": "8.3.2a"}[step]
            compare(seat, "space", [hex("Minsk")], lambda _, asked=question: asked, seen)  # type: ignore[misc]
            infantry = [u for u in M.russian if M.front[u] == front and M.kind[u] == INFANTRY]
            chosen = [u for u in infantry if s.place[u] == ELIMINATED and step == "replace"]
            assert [a for o in seat.decision.options if o.kind == "piece" for a in o.args] == chosen  # type: ignore[union-attr]
    assert min(seen[id] for id in ("8.3a", "8.3.2a", "8.3.2b", "offered")) >= 3, seen
