"""What must hold at every decision, in the rulebook's words; a failure is ours and names the rule."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import Hex, HexSet, collect, members
from vistula.kernel import Frame, Violation
from vistula.parts.pieces import box_turn

from .cards.cardfile import CARDS, HELD_BACK, TREATY
from .model import LIT, POLAND, RUSSIA, SEATS, UKR
from .rules.queries import open_to, stacks, theatre
from .state import EVENTS, MOVEMENT, SETUP, State, on_map


def check(s: State, stack: Sequence[Frame]) -> None:
    for test in (_places, _bookkeeping, _stacks, _piles, _strength, _depots, _cards, _markers):
        test(s)


def _places(s: State) -> None:
    m = s.m
    for unit in m.units:
        if s.place[unit] >= 0 and (broken := _forbidden(s, unit, s.place[unit])):
            raise Violation(*broken, piece=unit)
    _nowhere(s, s.occupied[POLAND] & s.occupied[RUSSIA], "7.4a", "enemies share {}")
    for side, foe in ((POLAND, RUSSIA), (RUSSIA, POLAND)):
        among = "is among enemy combat units in {}"
        _nowhere(s, s.occupied[side] & s.commanded[foe], "7.6a", f"a command unit {among}")
        _nowhere(s, s.occupied[side] & s.depots[foe], "7.5a", f"a depot {among}", f"depots.{SEATS[foe]}")


def _nowhere(s: State, hexes: HexSet, rule: str, words: str, key: str = "") -> None:
    """Nothing of the kind is anywhere on the map: of a hex where it is, these words."""
    if hexes:
        hex = members(hexes)[0]
        raise Violation(rule, words.format(s.m.hex_name(hex)), **{"key": key} if key else {"space": hex})


def _forbidden(s: State, unit: int, hex: Hex) -> tuple[str, str] | None:
    """The rule on lands and armies that keeps a piece out of the hex in which it is."""
    m, nation, where = s.m, s.m.nation[unit], s.m.hex_name(hex)
    if not (open_to(s, m.side[unit]) & ~m.east_prussia) >> hex & 1:
        closed = m.neutral | m.lithuania | m.east_prussia & m.land
        ground, rule = ("neutral ground", "1.3e") if closed >> hex & 1 else ("impassable", "1.3d")
        if m.closed >> hex & 1:
            ground, rule = "out of play", "1.4a"
        return rule, f"{m.key[unit]} is in {where}, which is {ground}"
    if nation == LIT and not s.lithuania:
        return "13.3a", f"{m.key[unit]} is on the map, but Lithuania is not at war"
    if not theatre(m, nation) >> hex & 1:
        return "13.4a" if nation == UKR else "13.3c", f"{m.key[unit]} may not be as far from home as {where}"
    return None


def _bookkeeping(s: State) -> None:
    """Sets that the mutators keep must agree with where the pieces are."""
    m = s.m
    for side in (POLAND, RUSSIA):
        units = on_map(s, side)
        if s.occupied[side] != collect(s.place[u] for u in units):
            raise Violation("1.2j", f"occupied hexes of side {side} are kept wrongly")
        if s.commanded[side] != collect(s.place[u] for u in m.commands_of[side] if s.place[u] >= 0):
            raise Violation("1.2j", f"hexes with command units of side {side} are kept wrongly")
        tops = [s.place[u] for u in units if not s.under >> u & 1]
        if len(tops) != len(set(tops)) or collect(tops) != s.occupied[side]:
            raise Violation("13.2a", f"a stack of side {side} has not exactly one top unit")
    if s.camp:
        raise Violation("13.5b", "units in East Prussia wait for their die")
    if s.veiled or s.unseen_moving or s.unseen_nation:
        raise Violation("13.2a", "the truth has something hidden in it")


def _stacks(s: State) -> None:
    """[1.2c, 1.2d, 1.2k, 1.2n, 1.4b, 13.3h]"""
    m = s.m
    everywhere = stacks(s, POLAND) | stacks(s, RUSSIA)
    for hex, units in everywhere.items():
        where = m.hex_name(hex)
        if len(units) > m.stack_limit:
            text = f"{len(units)} combat units are in {where}, the limit is {m.stack_limit}"
            raise Violation("1.2k", text, space=hex)
        if len({m.nation[u] == LIT for u in units}) > 1:
            raise Violation("13.3h", f"Lithuanians and Russians do not stack, as in {where}", space=hex)
        fighters = any(m.fighters >> u & 1 for u in units)
        if (0 <= s.facing[hex] < 6) != fighters:
            raise Violation("1.2c", f"the facing in {where} is {s.facing[hex]}")
    for hex, facing in enumerate(s.facing):
        if facing >= 0 and hex not in everywhere:
            raise Violation("1.2c", f"nobody is left in {m.grid.number(hex)} to face anything")
    for side in (POLAND, RUSSIA):
        blanks = {hex: n for hex, n in s.dummies.items() if s.occupied[side] >> hex & 1}
        if sum(blanks.values()) > m.dummies or any(n < 1 for n in blanks.values()):
            raise Violation("1.4b", f"a player has no more than {m.dummies} dummies, not {blanks}", key="dummies")
    if any(hex not in everywhere for hex in s.dummies):
        raise Violation("1.4b", "a dummy lies without a unit")


def _piles(s: State) -> None:
    """[13.2a] The order of a stack is that of the units in its hex, and the top one lies open."""
    for side in (POLAND, RUSSIA):
        here = stacks(s, side)
        for hex, laid in s.piles[side].items():
            if sorted(laid) != here.get(hex) or s.under >> laid[-1] & 1:
                raise Violation("13.2a", f"the order of the stack in {s.m.grid.number(hex)} is kept wrongly")


def _strength(s: State) -> None:
    """[1.2f, 1.2h]"""
    if s.m.single_sided & ~s.weak:
        raise Violation("1.2h", "a single-sided unit has full strength")
    for name, value in (("points", s.rp), ("total", s.trp)):
        if min(value) < 0:
            raise Violation("4.0b", f"resource points are never below 0, as {min(value)}", key=name)


def _depots(s: State) -> None:
    for side, seat in enumerate(SEATS):
        _nowhere(s, s.depots[side] & ~s.m.cities, "5.2a", "{} is no city and has no depot", f"depots.{seat}")


def _cards(s: State) -> None:
    """[3.1a, 3.1b, 3.1c] Every card is in one place; the seven come into the deck after the first draw."""
    shown = [*s.hands[POLAND], *s.hands[RUSSIA], *s.discards]
    if len(set(shown)) != len(shown) or collect(shown) & s.deck:
        raise Violation("3.1c", "a card is in two places", key="hands")
    missing = set(range(1, CARDS + 1)) - set(shown) - set(members(s.deck))
    if s.phase != SETUP and (s.turn > 1 or s.phase > EVENTS) and missing - {TREATY, *members(s.m.left_out)}:
        raise Violation("3.1a", f"cards {missing} are nowhere", key="hands")
    if s.phase > EVENTS and any(len(hand) > 1 for hand in s.hands):
        raise Violation("3.2c", "a player keeps more than one card", key="hands")
    if s.phase > EVENTS and any(card in HELD_BACK for hand in s.hands for card in hand):
        raise Violation("3.2d", "a single instruction card was kept", key="hands")


def _markers(s: State) -> None:
    """[7.1e, 7.2f, 12.0a] No more markers than units without an order; nobody waits for a turn that is over."""
    if s.phase != MOVEMENT:
        if s.markers:
            raise Violation("7.1e", "activation markers lie on the map outside the movement phase")
        return
    everywhere = stacks(s, POLAND) | stacks(s, RUSSIA)
    for hex, count in s.markers.items():
        free = sum(not s.ordered >> u & 1 for u in everywhere.get(hex, []))
        if not 0 < count <= free:
            raise Violation("7.2f", f"{count} markers in {s.m.grid.number(hex)} for {free} units")
    late = [u for u in s.m.units if box_turn(s.place[u]) and box_turn(s.place[u]) < s.turn]
    if late:
        raise Violation("12.0a", f"{[s.m.key[u] for u in late]} should have arrived")
