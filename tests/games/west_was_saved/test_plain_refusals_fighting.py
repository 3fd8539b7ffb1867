"""Refusals in combat, in scattered positions: the first rule in the way is named, and what none forbids is offered."""

from __future__ import annotations

import pytest

from vistula.games.west_was_saved.model import ARTILLERY, CAVALRY, COMMAND, LIT, POLAND, RUSSIA
from vistula.games.west_was_saved.rules.advance import Advance, Exploit, staying
from vistula.games.west_was_saved.rules.attack import Attack, Further
from vistula.games.west_was_saved.rules.avoidance import Avoidance
from vistula.games.west_was_saved.rules.combat import CombatPhase
from vistula.games.west_was_saved.rules.losses import Cull, Hits
from vistula.games.west_was_saved.rules.retreat import ABROAD, SAFE, Retreat
from vistula.games.west_was_saved.state import State
from vistula.kernel import first, left
from vistula.kernel.views import Refusal

from .plain import (
    ALL,
    abroad,
    across,
    beside_enemy,
    commands,
    fighters,
    fits,
    neighbours,
    stack,
)
from .table import M
from .test_plain_front import held, led, looks_at, plain_ways, sent
from .test_plain_rear import everyone
from .test_plain_refusals import PLACES, Reason, Reasons, absent, agrees, astray, closed, each, foreign, offer

rule = pytest.mark.rule


# -- 9.1, 9.2 --------------------------------------------------------------------------------------------------------


def aimed(s: State, side: int, hex: int) -> bool:
    to = looks_at(s, hex)
    return to >= 0 and bool(stack(s, 1 - side, to) or commands(s, 1 - side, to))


def unready(s: State, side: int, hex: int) -> Reasons:
    yield not fighters(stack(s, side, hex)), "9.2b", "only artillery"
    yield not aimed(s, side, hex), "9.2a", "where no enemy is"
    yield not fighters(sent(s, side, hex)), "9.2f", "has had its attack order"
    yield not led(s, side, hex, stack(s, side, hex)), "9.2a", "no HQ"


@rule("9.2a", "9.2b", "9.2c", "9.2d", "9.2f", "9.2i", "9.6b")
def test_stacks_that_do_not_attack() -> None:
    for s, side, rng in each(38):
        s.attacked = sum(1 << u for u in M.combat if rng.random() < 0.5)
        ready = offer(s, CombatPhase(side=side), "declare", "attack")
        fought = rng.choice(held(s, 1 - side))
        lone = next((c for c in M.commands_of[1 - side] if s.place[c] >= 0 and not stack(s, 1 - side, s.place[c])), -1)
        for target in (fought, s.place[lone] if lone >= 0 else fought):
            attack = Attack(side=side, hex=neighbours(target)[0], target=target)
            second = offer(s, attack, "call", "second")
            for hex in ALL:
                enemy = (bool(stack(s, 1 - side, hex)), "9.2a", "choose the stack of yours")
                agrees(ready.refusal(hex), [enemy, *foreign(s, side, hex, "9.2a"), *unready(s, side, hex)])
                far = M.grid.distance(hex, target)
                called = [(hex in (attack.hex, target), "9.2d", "choose a second stack"),
                          (not stack(s, 1 - side, target), "9.6b", "only an HQ is in"), *foreign(s, side, hex, "9.2d"),
                          (far != 1, "9.2d", f"is {far} hexes from"),
                          (looks_at(s, hex) != target, "9.2d", "does not face"),
                          (bool(M.unbridged[hex] >> target & 1), "9.2i", "unbridged river"),
                          *unready(s, side, hex)]  # fmt: skip
                agrees(second.refusal(hex), called)
        s.declined = 1 << side
        assert offer(s, CombatPhase(side=side), "declare", "attack").refusal(fought) == Refusal(
            "9.2c", "you have declined to attack this turn"
        )


@rule("9.5.c3")
def test_stacks_that_do_not_attack_again() -> None:
    offered = 0
    for s, side, rng in each(38):
        moved = sum(1 << u for u in M.combat_of[side] if rng.random() < 0.5)
        frame = Further(side=side, units=moved)
        for hex in ALL:
            units = stack(s, side, hex)
            again = [(not any(moved >> u & 1 for u in units), "9.5.c3", "has advanced"),
                     (not aimed(s, side, hex), "9.5.c3", "faces no enemy"),
                     (not led(s, side, hex, units), "9.5.c3", "out of range")]  # fmt: skip
            agrees(first(frame.ended(s), hex), again)
        offered += len(left(frame.ended(s)))
        s.forgone = 1 << side
        assert left(frame.ended(s)) == []
        assert first(frame.ended(s), ALL[0]) == Refusal("3.2c", "a card forbids you to attack this turn")
    assert offered


@rule("9.1a", "9.1b", "9.1d", "9.1e")
def test_stacks_that_do_not_avoid_combat() -> None:
    for s, side, rng in each(39):
        tried = [h for h in ALL if rng.random() < 0.2]
        which = offer(s, Avoidance(side=side, tried=tried), "which", "avoid")
        for hex in ALL:
            units = stack(s, side, hex)
            foes = [f for f in neighbours(hex) if stack(s, 1 - side, f) and looks_at(s, f) == hex]
            riders = [u for f in foes for u in stack(s, 1 - side, f) if M.kind[u] == CAVALRY]
            safe = bool(units) and any(kind == SAFE for kind, _ in plain_ways(s, side, hex, units).values())
            told = [*foreign(s, side, hex, "9.1a"),
                    (any(M.kind[u] != CAVALRY for u in units), "9.1a", "cavalry alone"),
                    (not foes, "9.1a", "nobody to avoid"), (len(foes) > 1, "9.1b", f"{len(foes)} enemy stacks face it"),
                    (hex in tried or bool(riders), "9.1b", "includes cavalry"),
                    (not safe, "9.1e", "no safe way")]  # fmt: skip
            agrees(which.refusal(hex), told)
        s.declined = 1 << side
        assert offer(s, Avoidance(side=side), "which", "avoid").refusal(ALL[0]) == Refusal(
            "9.1d", "you have declined to withdraw cavalry this turn"
        )


# -- 9.4, 9.5 --------------------------------------------------------------------------------------------------------


@rule("9.4d", "9.4e", "9.5.b5")
def test_pieces_that_take_no_hit_or_are_not_eliminated() -> None:
    for s, side, rng in each(40):
        stood = rng.choice(held(s, side))
        units = stack(s, side, stood)
        s.moving = sum(1 << u for u in units)
        hits = offer(s, Hits(side=side, units=units, left=1), "which", "unit")
        cull = offer(s, Cull(side=side, count=1), "which", "unit")
        for piece in M.units:
            gone = (s.place[piece] < 0, "1.4a", "takes no part")
            hit = [
                (M.kind[piece] == COMMAND, "9.4e", "takes no hits"),
                gone,
                (piece not in units, "9.4d", "not in the"),
            ]
            agrees(hits.refusal(piece), hit)
            agrees(cull.refusal(piece), [gone, (piece not in units, "9.5.b5", "not among the retreating")])


def shut(s: State, side: int, hex: int) -> Reasons:
    """Ground that nobody enters, not even to be disarmed."""
    for holds, rule, words in closed(s, side, hex):
        yield holds and not abroad(s, hex), rule, words


def apart(s: State, side: int, hex: int, group: list[int]) -> Reason:
    mixed = any((M.nation[u] == LIT) != (M.nation[group[0]] == LIT) for u in stack(s, side, hex))
    return mixed, "13.3h", "do not share"


@rule("9.5.b1", "9.5.b2", "9.5.b3", "9.5.b5", "9.5.c1", "1.3d", "1.3e", "1.3f", "13.3h")
@pytest.mark.parametrize("place", ["Kiev", "Kaunas", "Lomza", "Suwalki", "Glebokie"])
def test_hexes_to_which_nobody_retreats(place: str) -> None:
    seen: set[str] = set()
    for s, side, rng in each(40, [place]):
        for stood in held(s, side):
            group = fighters(stack(s, side, stood))
            told = plain_ways(s, side, stood, group) if group else {}
            s.moving = sum(1 << u for u in group)
            for by in (side, 1 - side) if told else ():
                worth = {way: kind if by == side else lost for way, (kind, lost) in told.items()}
                plan = [way for way in told if worth[way] == min(worth.values())]
                frame = Retreat(side=side, hex=stood, by=by, ways=plan if by != side else [])
                goals = [second for _, second in plan if second >= 0]
                vias = [-1, *(rng.choice([way for way in plan if way[1] >= 0])[:1] if goals else ())]
                for via in vias:
                    frame.via = via
                    hexes = offer(s, frame, "through" if via < 0 else "to", "hex")
                    for hex in (h for h in ALL if M.grid.distance(h, stood) < 5):
                        reasons = list(unused(s, frame, hex, told, plan, group))
                        agrees(hexes.refusal(hex), reasons)
                        seen.add(next((rule for holds, rule, _ in reasons if holds), "offered"))
    assert {"offered", "9.5.b1", "9.5.b3", "9.5.b5", "9.5.c1"} <= seen


Ways = dict[tuple[int, int], tuple[int, int]]


def unused(
    s: State, frame: Retreat, hex: int, told: Ways, plan: list[tuple[int, int]], group: list[int]
) -> Reasons:  # fmt: skip
    """Why a hex is not the next one of a retreat."""
    side, stood, via = frame.side, frame.hex, frame.via
    far = M.grid.distance(hex, stood if via < 0 else via)
    guarded = bool(stack(s, side, hex) or commands(s, side, hex))
    by_it = {way: kind for way, (kind, _) in told.items() if (way[0] == hex if via < 0 else way == (via, hex))}
    yield far == 0, "9.5.b1", "is where they stand"
    yield far > 1, "9.5.b1", f"is {far} hexes from"
    yield bool(stack(s, 1 - side, hex)), "9.5.b3", "enemy combat units hold"
    yield via >= 0 and M.grid.distance(hex, stood) != 2, "9.5.b1", "is not two hexes from"
    yield from shut(s, side, hex)
    yield beside_enemy(s, side, hex) and not guarded, "9.5.b3", "next to an enemy"
    yield apart(s, side, hex, group)
    yield not by_it, "9.5.b1", "there is no second hex"
    if by_it and not set(by_it) & set(plan):
        yield frame.by != side, "9.5.c1", "costs fewer units"
        yield min(by_it.values()) == ABROAD, "1.3f", "would be interned"
        yield True, "9.5.b5", "for want of room"


def shut_line(side: int, here: int, to: int) -> bool:
    """[3.2c] By card 25."""
    return side == RUSSIA and across(here, to)


@rule("9.5.b7", "9.6b", "13.3c", "13.4a", "3.2c")
def test_pieces_that_do_not_advance() -> None:
    for s, side, rng in each(41, [*PLACES, "Mozyr"]):
        s.laid[POLAND] = 25  # closes the Demarcation Line to Russian combat units
        among = sum(1 << u for u in M.combat if rng.random() < 0.7)
        begins = rng.sample(held(s, side), 3)
        for begun, to in [(here, next_hex) for here in begins for next_hex in neighbours(here)]:
            for overrun in (False, True):
                frame = Advance(side=side, start=begun, hex=to, overrun=overrun, among=among)
                for piece in M.units:
                    kind = M.kind[piece]
                    agrees(first(staying(s, frame), piece), [
                        *absent(s, side, piece, "9.5.b7"), (s.place[piece] != begun, "9.5.b7", "stands in"),
                        (overrun and kind == COMMAND, "9.6b", "is an HQ"),
                        (not overrun and kind == ARTILLERY, "9.5.b7", "is artillery"), *astray(piece, to),
                        (kind != COMMAND and shut_line(side, begun, to), "3.2c", "a card closes"),
                        (kind != COMMAND and not among >> piece & 1, "9.5.b7", "took no part")])  # fmt: skip


@rule("9.5.b8", "13.3c", "13.3h", "13.4a", "1.2k", "1.3d", "1.3e", "1.3g", "13.5a")
def test_hexes_into_which_cavalry_does_not_go_on_and_pieces_that_do_not() -> None:
    for s, side, _ in each(41, [*PLACES, "Mozyr"]):
        s.laid[POLAND] = 25
        riders = [u for u in everyone(s, side) if M.kind[u] == CAVALRY]
        stuck = set()
        for rider in riders:
            hexes = offer(s, Exploit(side=side, unit=rider), "where", "hex")
            for hex in ALL:
                far = M.grid.distance(hex, s.place[rider])
                agrees(hexes.refusal(hex), [
                    (far == 0, "9.5.b8", "is where they stand"), (far > 1, "9.5.b8", f"is {far} hexes from"),
                    *closed(s, side, hex), (bool(stack(s, 1 - side, hex)), "9.5.b8", "enemy combat units hold"),
                    *astray(rider, hex), (len(stack(s, side, hex)) > 3, "1.2k", "1 more would make 5 of 4 allowed"),
                    (not fits(s, rider, hex), "13.3h", "do not share"),
                    (bool(commands(s, 1 - side, hex)), "9.5.b8", "an enemy HQ"),
                    (shut_line(side, s.place[rider], hex), "3.2c", "a card closes")])  # fmt: skip
            stuck |= set() if hexes else {rider}
        stood = s.place[riders[0]]
        advanced = [u for u in riders if s.place[u] == stood]
        frame = Advance(side=side, start=neighbours(stood)[0], hex=stood, riders=sum(1 << u for u in advanced))
        for piece in M.units:
            agrees(first(frame.halted(s), piece), [
                *absent(s, side, piece, "9.5.b8"), (M.kind[piece] != CAVALRY, "9.5.b8", "is no cavalry"),
                (piece not in advanced, "9.5.b8", "has not advanced into"),
                (piece in stuck, "9.5.b8", "has nowhere to go")])  # fmt: skip
