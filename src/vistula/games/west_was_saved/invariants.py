"""What must hold at every decision, in the rulebook's words; a failure is ours and names the rule."""

from __future__ import annotations

from collections.abc import Sequence

from vistula.board.hexes import members
from vistula.games.west_was_saved.cards.cardfile import CARDS, HELD_BACK
from vistula.games.west_was_saved.model import LIT, POLAND, RUSSIA, UKR
from vistula.games.west_was_saved.rules.queries import open_to, stacks
from vistula.games.west_was_saved.rules.supply_lines import border_distance
from vistula.games.west_was_saved.state import EVENTS, MOVEMENT, SETUP, State, bits_of, box_turn, on_map
from vistula.kernel import Frame, Violation


def check(s: State, stack: Sequence[Frame]) -> None:
    for test in (_places, _bookkeeping, _stacks, _piles, _strength, _depots, _cards, _markers):
        test(s)


def _places(s: State) -> None:
    m = s.m
    for unit in m.units:
        hex = s.place[unit]
        if hex >= 0 and not (open_to(s, m.side[unit]) & ~m.east_prussia) >> hex & 1:
            raise Violation("1.3d", f"{m.key[unit]} stands in {m.grid.number(hex)}, where it may not be")
        if hex >= 0 and m.nation[unit] == UKR and m.north >> hex & 1:
            raise Violation("13.4a", f"{m.key[unit]} is north of the Demarcation Line")
        if hex >= 0 and m.nation[unit] == LIT and border_distance(m, hex) > m.lithuanian_hexes:
            raise Violation("13.3c", f"{m.key[unit]} is too far from Lithuania")
    if s.occupied[POLAND] & s.occupied[RUSSIA]:
        raise Violation("7.4a", "enemy combat units share a hex")
    for side in (POLAND, RUSSIA):
        if s.occupied[side] & s.commanded[1 - side]:
            raise Violation("7.6a", "a command unit stands among enemy combat units")
        if s.occupied[side] & s.depots[1 - side]:
            raise Violation("7.5a", "a depot stands among enemy combat units")


def _bookkeeping(s: State) -> None:
    """Sets that the mutators keep must agree with where the pieces are."""
    m = s.m
    for side in (POLAND, RUSSIA):
        units = on_map(s, side)
        if s.occupied[side] != bits_of(s.place[u] for u in units):
            raise Violation("1.2j", f"occupied hexes of side {side} are kept wrongly")
        if s.commanded[side] != bits_of(s.place[u] for u in m.commands_of[side] if s.place[u] >= 0):
            raise Violation("1.2j", f"hexes with command units of side {side} are kept wrongly")
        tops = [s.place[u] for u in units if not s.under >> u & 1]
        if len(tops) != len(set(tops)) or bits_of(tops) != s.occupied[side]:
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
        where = m.grid.number(hex)
        if len(units) > m.stack_limit:
            raise Violation("1.2k", f"{len(units)} combat units in {where}")
        if len({m.nation[u] == LIT for u in units}) > 1:
            raise Violation("13.3h", f"Lithuanians and Russians are stacked in {where}")
        fighters = any(m.fighters >> u & 1 for u in units)
        if (0 <= s.facing[hex] < 6) != fighters:
            raise Violation("1.2c", f"the facing in {where} is {s.facing[hex]}")
    for hex, facing in enumerate(s.facing):
        if facing >= 0 and hex not in everywhere:
            raise Violation("1.2c", f"nobody is left in {m.grid.number(hex)} to face anything")
    for side in (POLAND, RUSSIA):
        blanks = {hex: n for hex, n in s.dummies.items() if s.occupied[side] >> hex & 1}
        if sum(blanks.values()) > m.dummies or any(n < 1 for n in blanks.values()):
            raise Violation("1.4b", f"side {side} has dummies {blanks}")
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
    for name, value in (("rp", s.rp), ("trp", s.trp)):
        if min(value) < 0:
            raise Violation("4.0b", f"{name} is {value}")


def _depots(s: State) -> None:
    if wrong := (s.depots[POLAND] | s.depots[RUSSIA]) & ~s.m.cities:
        raise Violation("5.2a", f"a depot stands outside a city, in {s.m.grid.number(members(wrong)[0])}")


def _cards(s: State) -> None:
    """[3.1a, 3.1b, 3.1c] Every card is in one place; the seven come into the deck after the first draw."""
    shown = [*s.hands[POLAND], *s.hands[RUSSIA], *s.discards]
    if len(set(shown)) != len(shown) or bits_of(shown) & s.deck:
        raise Violation("3.1c", "a card is in two places")
    missing = set(range(1, CARDS + 1)) - set(shown) - set(members(s.deck))
    if s.phase != SETUP and (s.turn > 1 or s.phase > EVENTS) and missing - {2}:
        raise Violation("3.1a", f"cards {missing} are nowhere")
    if s.phase > EVENTS and any(len(hand) > 1 for hand in s.hands):
        raise Violation("3.2c", "a player keeps more than one card")
    if s.phase > EVENTS and any(card in HELD_BACK for hand in s.hands for card in hand):
        raise Violation("3.2d", "a single instruction card was kept")


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
