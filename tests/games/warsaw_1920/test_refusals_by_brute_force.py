"""Why something cannot be chosen, and how far units reach, against plain statements on random positions."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from vistula.board.hexes import members
from vistula.games.warsaw_1920.knowledge import mask
from vistula.games.warsaw_1920.model import ARTILLERY, CAVALRY, POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.bars import crowded
from vistula.games.warsaw_1920.rules.combat import Charge, before_a_target, out_of_reach
from vistula.games.warsaw_1920.rules.movement import Move, MovementPhase, allowance, standing_still, ways_from
from vistula.games.warsaw_1920.rules.queries import railed
from vistula.games.warsaw_1920.rules.reinforcements import entry_hexes, no_station
from vistula.games.warsaw_1920.state import COMBAT, MOVEMENT, REINFORCEMENT, State, disrupt
from vistula.kernel import UNKNOWN, Bar, Dice, Game, first

from .table import TITLE, M, hex, play, poles_move, unit
from .test_brute_force import (
    DANZIG,
    PLAY,
    PRUSSIA,
    here,
    holds,
    in_zone,
    lawful,
    neighbours,
    on_map,
    positions,
    step_cost,
)
from .test_choices_by_brute_force import attackable_hex, may_begin, phases

rule = pytest.mark.rule


# -- reach ----------------------------------------------------------------------------------------------------


def reach(s: State, side: int, start: int, points: int, whole: bool) -> dict[int, int]:
    """Hex -> the most points left there, path by path; 0 where a move ends."""
    found: dict[int, int] = {}
    todo = [(start, points, whole)]
    while todo:
        h, left, first = todo.pop()
        held = in_zone(s, side, h)
        if left <= 0 or (held and not first):
            continue
        for n in neighbours(h):
            cost = step_cost(h, n)
            closed = here(s, 1 - side, n) or (n in PRUSSIA and side == POLAND) or (held and in_zone(s, side, n))
            if closed or (cost > left and not first):
                continue
            after = 0 if n in PRUSSIA or in_zone(s, side, n) else max(0, left - cost)
            if n != start and found.get(n, -1) < after:
                found[n] = after
                todo.append((n, after, False))
    return found


@rule("10.3a", "10.3b", "10.1b", "7.1a", "7.1b", "10.4a", "10.4.1a", "10.5b", "12.1a", "8.3.1c")
def test_the_reach_of_every_unit_and_what_is_left_there() -> None:
    kinds = {"moved": 0, "off": 0, "free": 0, "under way": 0, "beside a mover": 0}
    for rng, s in phases(31, 25, MOVEMENT, most=6):
        game = Game(TITLE, s, [MovementPhase(at="pick")], Dice(bytes(32)))
        assert _reach(game, None) == ({}, {}, "10.3a")
        for u in [*on_map(s), unit("P-8"), unit("R-4")]:
            if s.place[u] < 0 or s.disrupted >> u & 1:
                kinds["off"] += 1
                assert _reach(game, u) == ({}, {}, "10.3a")
            elif M.side[u] == s.side and not may_begin(s, u, s.moved):
                kinds["moved"] += 1
                assert _reach(game, u) == ({}, {}, "10.1b")
            else:
                kinds["free"] += 1
                points = allowance(s, u) if M.side[u] == s.side else M.ma[u]
                _compare(game, u, reach(s, M.side[u], s.place[u], points, whole=True))
        if mine := [u for u in on_map(s) if M.side[u] == s.side]:
            u, whole = rng.choice(mine), rng.random() < 0.5
            left = rng.randint(0, 3)
            s.moving = 1 << u
            s.disrupted &= ~s.moving
            moving = Game(
                TITLE, s, [MovementPhase(at="pick"), Move(hex=s.place[u], left=left, whole=whole)], Dice(bytes(32))
            )
            _compare(moving, u, reach(s, s.side, s.place[u], left, whole))
            kinds["under way"] += 1
            for v in [v for v in mine if v != u and may_begin(s, v, s.moved)][:2]:  # the others as if nobody moved
                _compare(moving, v, reach(s, s.side, s.place[v], allowance(s, v), whole=True))
                kinds["beside a mover"] += 1
            assert {h: w.spent for h, w in ways_from(s, s.side, s.place[u], left, whole).items()}.keys() == reach(
                s, s.side, s.place[u], left, whole
            ).keys()
    assert min(kinds.values()) >= 5, kinds


def _reach(game: Game[State], u: int | None) -> tuple[dict[str, list[str]], dict[str, str], str]:
    found = game.seat("poland").overlay("reach", u)
    return found.layers, found.labels, found.rule


def _compare(game: Game[State], u: int, expected: dict[int, int]) -> None:
    s, number = game.s, M.grid.number
    layers, labels, _ = _reach(game, u)
    assert layers["reach"] == [number(h) for h in sorted(expected)]
    ends = [h for h in sorted(expected) if h in PRUSSIA or in_zone(s, M.side[u], h)]
    assert layers["stop"] == [number(h) for h in ends]
    shown = {h: int(labels[number(h)]) for h in expected}
    assert {h: max(0, left) for h, left in shown.items()} == expected


def rule_of(bars: Iterable[Bar], thing: int) -> str:
    """The rule of the first bar that holds a thing; "" where none does."""
    refusal = first(bars, thing)
    return refusal.rule if refusal else ""


# -- why not --------------------------------------------------------------------------------------------------


@rule("11.0a", "11.1a", "11.1b", "11.3a", "11.7a", "11.5d", "12.1a", "8.3.1c")
def test_why_a_hex_or_unit_is_not_in_an_attack() -> None:
    seen: dict[str, int] = {}
    for rng, s in phases(32, 120, COMBAT):
        hexes = {s.place[u] for u in on_map(s)} | set(rng.sample(sorted(PLAY - DANZIG - PRUSSIA), 2))
        for h in sorted(hexes):
            why = no_attack_on(s, h)
            if why:
                seen[why] = seen.get(why, 0) + 1
            assert rule_of(out_of_reach(s), h) == why
        for u in rng.sample(list(M.units), 6) + on_map(s):
            if M.side[u] != s.side:
                assert rule_of(before_a_target(s), u) == "11.0a"
            elif s.place[u] >= 0:
                assert rule_of(before_a_target(s), u) == _no_attack_by(s, u)
    assert min(seen.get(id, 0) for id in ("11.0a", "11.1a", "11.1b", "11.3a", "12.1a", "8.3.1c", "11.7a")) >= 1, seen


def _no_attack_by(s: State, u: int) -> str:
    if s.disrupted >> u & 1:
        return "12.1a"
    if M.side[u] == RUSSIA and s.operation <= s.lost[M.front[u]]:
        return "8.3.1c"
    if s.fought >> u & 1:
        return "11.1a"
    return "11.5d" if any(here(s, 1 - s.side, n) for n in neighbours(s.place[u])) else "11.3a"


def no_attack_on(s: State, h: int) -> str:
    """The rule against an attack; "" if there may be one."""
    foes = here(s, 1 - s.side, h)
    if not foes:
        return "11.0a"
    if any(s.attacked >> u & 1 for u in foes):
        return "11.1a"
    if not attackable_hex(s, h):
        return "11.1b"
    beside = [u for u in on_map(s) if M.side[u] == s.side and s.place[u] in neighbours(h)]
    ready = [u for u in beside if may_begin(s, u, s.fought)]
    if ready:
        return "11.7a" if all(M.kind[u] == ARTILLERY for u in ready) else ""
    return _no_attack_by(s, beside[0]) if beside else "11.3a"


@rule("10.1a", "10.1b", "10.1e", "7.1b", "10.4a", "12.1a", "8.3.1c")
def test_why_a_unit_cannot_begin_a_move() -> None:
    held: dict[str, int] = {}
    for _, s in phases(33, 150, MOVEMENT, most=20):
        for u in on_map(s):
            ways = [n for n in neighbours(s.place[u]) if not here(s, 1 - s.side, n)]
            ways = [n for n in ways if s.side == RUSSIA or n not in PRUSSIA]
            held_fast = in_zone(s, s.side, s.place[u]) and all(in_zone(s, s.side, n) for n in ways)
            stuck = "10.4a" if not ways else "7.1b" if held_fast else ""
            if M.side[u] != s.side:
                expected = "10.1e"
            elif s.disrupted >> u & 1:
                expected = "12.1a"
            elif M.side[u] == RUSSIA and s.operation <= s.lost[M.front[u]]:
                expected = "8.3.1c"
            else:
                expected = "10.1b" if s.moved >> u & 1 else stuck
                held[expected] = held.get(expected, 0) + 1
            assert rule_of(standing_still(s, s.side), u) == expected
    assert min(held[id] for id in ("", "7.1b", "10.1b")) >= 10, held


@rule("6.0a", "6.0b", "6.0d", "6.0e", "6.2a")
def test_why_there_is_no_room() -> None:
    """For every unit in every stack that it cannot join, as its owner and as Russia sees it."""
    seen: dict[str, int] = {}
    for rng, s in positions(34, 60, most=24):
        known = mask(s.copy(), "russia")
        for u in rng.sample(list(M.units), 20):
            for h in {s.place[v] for v in on_map(s) if M.side[v] == M.side[u]}:
                there = [v for v in here(s, M.side[u], h) if v != u]
                if lawful([*there, u]) or not lawful(there):
                    continue
                reason = first([crowded(s, u)], h)
                assert (reason.rule, reason.why.endswith(_count(u, there))) == (room_rule(u, there), True)
                seen[reason.rule] = seen.get(reason.rule, 0) + 1
                if M.side[u] == POLAND and known.place[u] != UNKNOWN:
                    assert rule_of([crowded(known, u)], h) == reason.rule
    assert min(seen.get(id, 0) for id in ("6.0a", "6.0b", "6.0d", "6.0e", "6.2a")) >= 1, seen


def room_rule(u: int, there: list[int]) -> str:
    if M.side[u] == POLAND:
        return "6.0d" if any(M.nation[v] != M.nation[u] for v in there) else "6.0a"
    if any(M.front[v] != M.front[u] for v in there):
        return "6.0e"
    return "6.2a" if M.kind[u] == ARTILLERY else "6.0b"


def _count(u: int, there: list[int]) -> str:
    """How the words end that tell how many there would be."""
    guns = sum(M.kind[v] == ARTILLERY for v in there)
    number = {"6.0a": len(there) + 1, "6.0b": len(there) - guns + 1, "6.2a": guns + 1}.get(room_rule(u, there))
    limit = {"6.0a": 2, "6.0b": 3, "6.2a": 1}.get(room_rule(u, there))
    word = "artillery units" if M.kind[u] == ARTILLERY else "units"
    return f"would have {number} {word}, the limit is {limit}" if number else ""


@rule("9.1a", "9.1b", "9.1c", "10.5a", "10.5b")
def test_why_a_reinforcement_cannot_be_placed() -> None:
    places = {p.hex for p in M.board.places if p.kind != "name"}
    telling = {hex("Warsaw"), hex("2504"), hex("2206"), hex("0101")}  # and Danzig, East Prussia, abroad
    seen: dict[str, int] = {}
    for rng, s in positions(35, 60):
        s.phase = REINFORCEMENT
        if rng.random() < 0.5:
            s.russian ^= 1 << hex("Warsaw") | 1 << hex("1501") | 1 << hex("1901")
        waiting = [u for u in M.units if s.place[u] < 0]
        for u in rng.sample(waiting, 4):
            side = M.side[u]
            near = {n for v in on_map(s) for n in neighbours(s.place[v])} & places
            for h in sorted(near | {s.place[v] for v in on_map(s)} | set(rng.sample(sorted(places), 6)) | telling):
                warsaw = side == POLAND and h == hex("Warsaw")
                if h in DANZIG or h not in PLAY:
                    why = "10.5a" if h in DANZIG else "2.1a"
                elif h in PRUSSIA and side == POLAND:
                    why = "10.5b"
                elif h not in places or not holds(s, side, h):
                    why = "9.1a"
                elif in_zone(s, side, h) and not warsaw:
                    why = "9.1b"
                elif h not in members(railed(s, side)) and not warsaw:
                    why = "9.1a"
                else:
                    why = "" if lawful([*here(s, side, h), u]) else "6"
                assert bool(entry_hexes(s, u) >> h & 1) == (not why)
                told = rule_of((*no_station(s, side), crowded(s, u)), h)
                assert told == why or (why == "6" and told.startswith("6."))
                seen[why] = seen.get(why, 0) + 1
    assert min(seen.get(id, 0) for id in ("", "6", "9.1a", "9.1b")) >= 3, seen


# -- single cases ---------------------------------------------------------------------------------------------


@rule("11.12a", "11.13a")
def test_cavalry_without_a_second_hex_is_not_asked() -> None:
    asked = 0
    for _, s in phases(36, 60, COMBAT, most=20):
        for u in [u for u in on_map(s) if M.side[u] == s.side and M.kind[u] == CAVALRY]:
            target = s.place[u]
            foes = [v for n in neighbours(target) for v in here(s, 1 - s.side, n)]
            game = Game(TITLE, s.copy(), [Charge(unit=u, target=target)], Dice(bytes(32)))
            game.run()
            seen = [v for v in foes if game.seat(("poland", "russia")[s.side]).s.place[v] >= 0]
            riders = any(M.kind[v] == CAVALRY and not s.disrupted >> v & 1 for v in seen)
            ways = [n for n in neighbours(target) if not here(s, 1 - s.side, n)]
            ways = [n for n in ways if s.side == RUSSIA or n not in PRUSSIA]
            assert bool(game.decisions) == bool(ways and not riders)
            asked += bool(game.decisions)
    assert asked >= 5


@rule("6.3b", "6.3c")
def test_russia_is_not_told_which_covered_unit_routs() -> None:
    _, s = next(positions(37, 1))
    pole = next(u for u in on_map(s) if M.side[u] == POLAND)
    disrupt(s, pole)
    s.routing = pole
    assert mask(s, "russia").routing == UNKNOWN
    assert mask(s, "poland").routing == pole
    s.routing = next(u for u in on_map(s) if M.side[u] == RUSSIA)
    assert mask(s, "russia").routing == s.routing


@rule("10.1b", "10.1c", "10.3a")
def test_a_unit_let_go_before_its_move_has_settled_nothing() -> None:
    game = poles_move("units.P-8 = '0330'", undo="move")
    before = len(game.barriers)
    play(game, "unit P-8", "cancel")
    assert (game.s.moving, len(game.barriers)) == (0, before)
    play(game, "unit P-8", "step 0331", "stop")
    assert game.s.moving == 0
    assert len(game.barriers) > before
