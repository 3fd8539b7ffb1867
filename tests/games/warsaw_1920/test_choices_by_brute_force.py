"""Who may attack, move and stay where, and what is laid over the map, against plain statements on random positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from vistula.board.hexes import members
from vistula.games.warsaw_1920.knowledge import mask
from vistula.games.warsaw_1920.model import ARTILLERY, CAVALRY, POLAND, RUSSIA
from vistula.games.warsaw_1920.rules.combat import (
    Advance,
    CombatPhase,
    attacked_hexes,
    attackers_of,
    charge_hexes,
    doubtful,
    known_counter_charge,
    ready_to_attack,
    targets,
)
from vistula.games.warsaw_1920.rules.movement import MovementPhase, movable
from vistula.games.warsaw_1920.rules.queries import (
    full_for,
    legal_stack,
    overstacked_hexes,
    unblocked,
    undisrupted,
    units_over,
)
from vistula.games.warsaw_1920.rules.setup import new_state
from vistula.games.warsaw_1920.shown.warnings import pressing
from vistula.games.warsaw_1920.state import COMBAT, MOVEMENT, SUPPLIED, State, deploy, refit
from vistula.kernel import Action, Dice, Game

from .table import TITLE, M, asked, hex, unit
from .test_brute_force import (
    DANZIG,
    PLAY,
    PRUSSIA,
    fresh,
    here,
    holds,
    in_zone,
    lawful,
    neighbours,
    on_map,
    passable,
    positions,
)

rule = pytest.mark.rule


def phases(seed: int, count: int, phase: int, most: int = 14) -> Iterator[tuple[random.Random, State]]:
    """Random positions in the middle of a phase: some have acted, some were attacked, a Front may have to wait."""
    for rng, s in positions(seed, count, most):
        s.side, s.phase, s.turn = rng.choice([POLAND, RUSSIA]), phase, 4
        s.operation = rng.randint(1, 3)
        s.lost = rng.choice([[0, 0], [1, 0], [0, 2]]) if s.side == RUSSIA else [0, 0]
        s.supplied = [SUPPLIED, SUPPLIED]
        s.resupplied = [1, 0]
        if rng.random() < 0.3:
            deploy(s, unit("R-1art"), rng.choice([s.place[u] for u in on_map(s) if M.side[u] == RUSSIA]))
        hit = rng.sample([s.place[u] for u in on_map(s)], 2)
        for u in on_map(s):
            if M.side[u] != s.side:
                s.attacked |= (1 << u) * (phase == COMBAT and s.place[u] in hit)
            elif rng.random() < 0.2:
                s.fought |= (1 << u) * (phase == COMBAT)
                s.moved |= (1 << u) * (phase == MOVEMENT)
        yield rng, s


def may_begin(s: State, u: int, done: int) -> bool:
    """Of the phasing player, on the map, not done, not disrupted, and its Front does not sit this operation out."""
    waits = M.side[u] == RUSSIA and s.operation <= s.lost[M.front[u]]
    return M.side[u] == s.side and s.place[u] >= 0 and not (done | s.disrupted) >> u & 1 and not waits


def attackable_hex(s: State, h: int) -> bool:
    foes = here(s, 1 - s.side, h)
    return any(not s.disrupted >> u & 1 for u in foes) and not any(s.attacked >> u & 1 for u in foes)


# -- combat ---------------------------------------------------------------------------------------------------


@rule("11.0a", "11.1a", "11.1b", "11.3a", "11.3b", "11.7a", "12.1a", "7.0a", "7.0b", "8.3.1c", "8.3.1e")
def test_attacks_unit_by_unit() -> None:
    seen = {"none": 0, "guns alone": 0, "some": 0}
    for rng, s in phases(21, 150, COMBAT):
        if rng.random() < 0.1:  # only the guns are left
            for u in on_map(s):
                s.fought |= (1 << u) * (M.side[u] == s.side and M.kind[u] != ARTILLERY)
        ready = [u for u in on_map(s) if may_begin(s, u, s.fought)]
        assert ready_to_attack(s) == ready
        foes = {s.place[u] for u in on_map(s) if M.side[u] != s.side}
        open_to_attack = {h for h in foes if attackable_hex(s, h)}
        assert set(members(undisrupted(s, 1 - s.side) & ~attacked_hexes(s))) == open_to_attack
        for side in (POLAND, RUSSIA):
            up = {s.place[u] for u in on_map(s) if M.side[u] == side and not s.disrupted >> u & 1}
            assert set(members(undisrupted(s, side))) == up
        by_hex = {h: [u for u in ready if s.place[u] in neighbours(h)] for h in foes}
        for h, near in by_hex.items():
            assert attackers_of(s, h) == near
        expected = [h for h in sorted(open_to_attack) if any(M.kind[u] != ARTILLERY for u in by_hex[h])]
        assert targets(s) == expected
        guns = any(by_hex[h] and h not in expected for h in open_to_attack)
        seen["guns alone" if guns else "some" if expected else "none"] += 1
    assert min(seen.values()) >= 3, seen


@rule("11.0a", "11.1a", "11.4a", "6.1a")
def test_a_combat_phase_offers_the_targets_and_forgets_at_its_end_who_fought() -> None:
    warned = {"overstacked": 0, "targets_left": 0, "": 0}
    for _, s in phases(22, 40, COMBAT):
        for u in members(s.disrupted):
            refit(s, u)  # they would have routed before anyone could attack
        game = Game(TITLE, s.copy(), [CombatPhase()], Dice(bytes(32)))
        game.s.phase = MOVEMENT
        game.run()
        assert game.s.phase == COMBAT
        options = {option.verb: option for option in asked(game).options}
        hexes = targets(s)
        assert ("attack" in options) == bool(hexes)
        assert list(options["attack"].args if hexes else []) == hexes
        stacks = {s.place[u] for u in on_map(s) if M.side[u] == s.side}
        over = any(not lawful(here(s, s.side, h)) for h in stacks)
        warn = "overstacked" if over else "targets_left" if hexes else ""
        assert pressing(game.s, options["end"].warn) == warn
        warned[warn] += 1
        game.push(Action("end"))
        assert (game.s.fought, game.s.attacked) == (0, 0)
        assert bool(game.decisions) == over
    assert min(warned.values()) >= 1, warned


# -- advance after combat -------------------------------------------------------------------------------------


@rule("11.12a", "11.13a", "11.11a", "7.2b")
def test_charges_hex_by_hex() -> None:
    """A second hex next to the emptied one, unless cavalry of the defender, not disrupted, stands next to it."""
    seen = {"countered": 0, "free": 0, "full": 0}
    for rng, s in phases(23, 200, COMBAT, most=20):
        riders = [u for u in on_map(s) if M.kind[u] == CAVALRY and M.side[u] == s.side]
        foes_next = {n for u in on_map(s) if M.side[u] != s.side for n in neighbours(s.place[u])}
        near = sorted(h for h in foes_next - PRUSSIA if not here(s, 1 - s.side, h))
        if not riders or not near:
            continue
        u, target = rng.choice(riders), rng.choice(near)
        foes = [
            v
            for n in neighbours(target)
            for v in here(s, 1 - s.side, n)
            if M.kind[v] == CAVALRY and not s.disrupted >> v & 1
        ]
        assert members(known_counter_charge(s, s.side, target)) == sorted(foes)
        closed = PRUSSIA if s.side == POLAND else set()
        onward = [n for n in neighbours(target) if not here(s, 1 - s.side, n) and n not in closed]
        assert set(charge_hexes(s, u, target)) == (set() if foes else set(onward))
        room = lawful([*(v for v in here(s, s.side, target) if v != u), u])
        frame = Advance(target=target, units=[u])
        assert frame._may(s, u) == (room or bool(not foes and onward))
        foot = [v for v in on_map(s) if M.side[v] == s.side and M.kind[v] != CAVALRY and s.place[v] != target]
        for v in foot[:2]:
            assert frame._may(s, v) == lawful([*here(s, s.side, target), v])
        seen["countered" if foes else "free"] += 1
        seen["full"] += not room
    assert min(seen.values()) >= 2, seen


@rule("11.13a", "6.3b", "6.3c", "6.0a", "6.0d")
def test_what_russia_makes_of_covered_poles() -> None:
    """Counters and colours are public, faces are not: room is known, cavalry is not."""
    doubts = rooms = 0
    for rng, s in phases(24, 120, COMBAT, most=20):
        known = mask(s.copy(), "russia")
        covered = [u for u in on_map(s) if known.place[u] < 0]
        assert len(covered) == len(known.ghosts)
        for h in rng.sample(sorted(PLAY - DANZIG), 12) + [s.place[u] for u in covered]:
            unseen = [u for n in neighbours(h) for u in here(s, POLAND, n) if u in covered]
            assert doubtful(known, h) == any(not s.disrupted >> u & 1 for u in unseen)
            doubts += doubtful(known, h)
        for u in rng.sample([u for u in M.polish if u not in covered], 6):
            assert full_for(known, u) == full_for(s, u)
            rooms += any(full_for(s, u) >> g.hex & 1 for g in known.ghosts)
    assert doubts >= 10
    assert rooms >= 10


# -- stacks ---------------------------------------------------------------------------------------------------


@rule("6.0a", "6.0b", "6.0d", "6.0e", "6.1b", "6.2a", "6.2b")
def test_every_kind_of_stack() -> None:
    """All mixtures of up to five counters of one side: nationalities, Fronts and guns."""
    kinds = {
        POLAND: [[u for u in M.polish if M.nation[u] == nation] for nation in sorted({M.nation[u] for u in M.polish})],
        RUSSIA: [
            [u for u in M.russian if M.front[u] == front and (M.kind[u] == ARTILLERY) == guns]
            for front, guns in ((0, False), (0, True), (1, False))
        ],
    }
    s = new_state(M)
    assert legal_stack(s, [])
    for side, groups in kinds.items():
        for size in range(1, 6):
            for mixture in combinations_with_replacement(range(len(groups)), size):
                if any(mixture.count(n) > len(groups[n]) for n in mixture):
                    continue
                units = [groups[n][mixture[:i].count(n)] for i, n in enumerate(mixture)]
                assert legal_stack(s, units) == lawful(units)
                twin = new_state(M)
                for u in units:
                    deploy(twin, u, hex("Brest"))
                assert bool(overstacked_hexes(twin, side)) == (not lawful(units))
                if not lawful(units):
                    assert sorted(units_over(s, units)) == sorted(_over(units))


def _over(units: list[int]) -> list[int]:
    """Of a mixture any; else of the guns if there are two, of the others if there are four."""
    guns = [u for u in units if M.kind[u] == ARTILLERY]
    others = [u for u in units if u not in guns]
    if len({(M.nation[u], M.front[u]) for u in units}) > 1 or not guns:
        return units
    return (others if len(others) > 3 else []) + (guns if len(guns) > 1 else [])


# -- movement -------------------------------------------------------------------------------------------------


@rule("10.1a", "10.1b", "12.1a", "7.1b", "10.4a", "10.5a", "10.5b", "8.3.1c")
def test_movable_units_one_by_one() -> None:
    """Not moved, not disrupted, and with a hex to step to: not from zone to zone, not onto an enemy."""
    stuck = 0
    for _, s in phases(25, 150, MOVEMENT, most=20):
        closed = PRUSSIA if s.side == POLAND else set()
        expected = []
        for u in on_map(s):
            if may_begin(s, u, s.moved):
                held = in_zone(s, s.side, s.place[u])
                ways = [n for n in neighbours(s.place[u]) if n not in closed and not here(s, 1 - s.side, n)]
                free = [n for n in ways if not (held and in_zone(s, s.side, n))]
                stuck += not free
                expected += [u] * bool(free)
        assert movable(s, s.side) == expected
        game = Game(TITLE, s.copy(), [MovementPhase(at="pick")], Dice(bytes(32)))
        game.run()
        options = {option.verb: option for option in asked(game).options}
        places = [s.place[u] for u in expected]
        stacks = sorted({h for h in places if places.count(h) > 1})
        for verb, things in (("unit", expected), ("stack", stacks)):
            assert (verb in options) == bool(things)
            assert list(options[verb].args if things else []) == things
    assert stuck >= 5


# -- overlays -------------------------------------------------------------------------------------------------


@rule("7.0a", "4.1.1c", "4.1.2a", "4.1.2b", "7.3a")
def test_overlays_of_zones_and_railways_hex_by_hex() -> None:
    rails = {h for a, b in M.board.rails for h in (a, b) if not {a, b} & (PRUSSIA | DANZIG)}
    sources = ({hex("Warsaw"), hex("1501"), hex("1901")}, {hex("Smolensk"), hex("Kiev")})
    for rng, s in phases(26, 3, MOVEMENT):
        if rng.random() < 0.5:
            s.russian ^= 1 << hex("Kiev") | 1 << hex("1501")
        game = Game(TITLE, s, [MovementPhase(at="pick")], Dice(bytes(32)))
        for side, seat in ((POLAND, "poland"), (RUSSIA, "russia")):
            layers = _layers(game, seat, "rail")
            free = {h for h in PLAY - DANZIG if passable(s, side, h)}
            assert set(members(unblocked(s, side))) == free
            assert layers["blocked"] == rails - free
            assert layers["sources"] == {h for h in sources[side] if holds(s, side, h)}
            assert layers["joined"] | layers["cut-off"] == rails & free
            assert not layers["joined"] & layers["cut-off"]
            other = _layers(game, ("russia", "poland")[side], "rail")
            assert layers["enemy-joined"] == other["joined"]
            zones = _layers(game, seat, "zoc")
            assert zones["own"] == {h for h in PLAY - DANZIG if in_zone(s, 1 - side, h)}
            assert zones["enemy"] == {h for h in PLAY - DANZIG if in_zone(s, side, h)}
            for u in rng.sample(on_map(s), min(3, len(on_map(s)))):
                if game.seat(seat).s.place[u] >= 0:
                    around = set(neighbours(s.place[u])) if fresh(s, u) else set()
                    assert _layers(game, seat, "zoc", u) == {"own" if M.side[u] == side else "enemy": around}


def _layers(game: Game[State], seat: str, kind: str, arg: int | None = None) -> dict[str, set[int]]:
    layers = game.seat(seat).overlay(kind, arg).layers
    return {name: {M.hex(number) for number in numbers} for name, numbers in layers.items()}
