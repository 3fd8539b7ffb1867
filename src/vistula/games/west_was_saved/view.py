"""What a seat is shown: counters, markers, cards, tracks and boxes, from its knowledge alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vistula.board.hexes import members
from vistula.games.west_was_saved.arrange import blanks_left
from vistula.games.west_was_saved.depots import depot_cost
from vistula.games.west_was_saved.model import POLAND, RUSSIA, SEATS
from vistula.games.west_was_saved.pieces import in_a_box, on_the_map
from vistula.games.west_was_saved.state import (
    CARD,
    DEPOTS,
    ELIMINATED,
    INTERNED,
    LOST,
    MOVEMENT,
    State,
    box,
)
from vistula.games.west_was_saved.tracing import linked_depots
from vistula.games.west_was_saved.victory import cities_held
from vistula.kernel import ONLOOKER, UNKNOWN, Seat
from vistula.kernel.views import Box, CardView, Mark, SeatView, Track, View

SIDES = ("Polish", "Russian")
PHASES = (
    ("Set-up", "1.4a"),
    ("Random events", "3.1c"),
    ("Resource points", "4.0b"),
    ("Depot actions", "5.1a"),
    ("Supply check", "6.0c"),
    ("Combat unit movement", "7.1b"),
    ("Command unit movement", "8.0a"),
    ("Combat", "9.2c"),
    ("Restoration of units", "10.0a"),
    ("Re-deployment", "11.1a"),
    ("Reinforcements", "12.0a"),
)


def view(seat: Seat[State]) -> View:
    s = seat.s
    phase, rule = PHASES[s.phase] if seat.stack else ("The game is over", "2.2d")
    return View(
        seat.title.id,
        seat.id,
        s.turn,
        phase,
        rule,
        seats=_seats(seat),
        pieces=on_the_map(s, {}),
        marks=list(_marks(s)),
        cards=list(_cards(s)),
        tracks=list(_tracks(seat)),
        boxes=list(_boxes(s)),
        decision=seat.decision_view(),
        waiting=seat.waiting,
        undo=seat.undo,
        result=_result(seat),
    )


def _seats(seat: Seat[State]) -> list[SeatView]:
    asked = {waiting.seat for waiting in seat.waiting}
    hands = seat.s.hands
    return [SeatView(id, id, on_move=id in asked, hand_count=len(hands[side])) for side, id in enumerate(SEATS)]


# -- markers and cards ------------------------------------------------------------------------------------------


def _marks(s: State) -> Iterator[Mark]:
    """Depots, those without a link told apart, activation markers, stacks whose orders are obeyed."""
    number = s.m.grid.number
    for side in (POLAND, RUSSIA):
        linked = linked_depots(s, side)
        for hex in members(s.depots[side]):
            yield Mark(f"depot-{SEATS[side]}", number(hex), label="" if linked >> hex & 1 else "no link")
    if s.phase == MOVEMENT:
        for hex, count in sorted(s.markers.items()):
            yield Mark("activation", number(hex), label=str(count) if count > 1 else "")
        for hex in members(s.obeyed):
            yield Mark("obeyed", number(hex))


def _cards(s: State) -> Iterator[CardView]:
    """Hands as far as they are known, the cards in force, the discard pile."""
    for side, seat in enumerate(SEATS):
        for n, card in enumerate(s.hands[side]):
            if card == UNKNOWN:
                yield CardView(f"hand-{seat}-{n}", "hand", seat)
            else:
                yield CardView(str(card), "hand", seat, str(card))
        if card := s.laid[side]:
            yield CardView(str(card), "laid", seat, str(card))
    for card in s.discards:
        if card not in s.laid:
            yield CardView(str(card), "discards", None, str(card))


# -- tracks -----------------------------------------------------------------------------------------------------


def _tracks(seat: Seat[State]) -> Iterator[Track]:
    s, m = seat.s, seat.s.m
    yield Track("turn", "Turn", s.turn, 1, m.turns, rule="2.1a", flag=m.dates[s.turn])
    for side, id in enumerate(SEATS):
        base = m.base[side][s.turn]
        flag = f"base {base}, total {s.trp[side]}" if s.phase >= DEPOTS else f"base {base}"
        yield Track(f"points-{id}", f"{SIDES[side]} resource points", s.rp[side], 0, None, id, "4.0b", flag)
        yield Track(f"depots-{id}", f"{SIDES[side]} depots cost", depot_cost(s, side), 0, None, id, "5.3a")
    for side, id in enumerate(SEATS):
        yield Track(
            f"cities-{id}", f"Victory cities held by {SEATS[side].title()}", cities_held(s, side), 0,
            m.victory.bit_count(), id, "2.2c",
        )  # fmt: skip
    if seat.id != ONLOOKER:
        own = SEATS.index(seat.id)
        yield Track("dummies", "Dummies left", blanks_left(s, own), 0, m.dummies, seat.id, "1.4b")
    yield Track("lithuania", "Lithuania at war", int(s.lithuania), 0, 1, SEATS[RUSSIA], "13.3a")


# -- boxes ------------------------------------------------------------------------------------------------------


def _boxes(s: State) -> Iterator[Box]:
    """Counters beside the map: those to come by turn, and what has become of the others."""
    m = s.m
    latest = m.turns + 6  # interned Russians may wait beyond the last turn [13.5b]
    for turn in range(1, latest + 1):
        if units := [u for u in m.units if s.place[u] == box(turn)]:
            title = f"Turn {turn}" if turn <= m.turns else "After the game"
            yield Box(f"turn-{turn}", title, in_a_box(m, units, s.weak))
    fates = (("eliminated", (ELIMINATED,)), ("interned", (INTERNED,)), ("lost", (LOST,)), ("card", (CARD,)))
    for name, codes in fates:
        for side in (POLAND, RUSSIA):
            units = [u for u in m.units if s.place[u] in codes and m.side[u] == side]
            title = f"{SIDES[side]} units {'of event cards' if name == 'card' else name}"
            if units:
                yield Box(f"{name}-{SEATS[side]}", title, in_a_box(m, units))


def _result(seat: Seat[State]) -> dict[str, Any] | None:
    """[2.2a, 2.2b, 2.2c, 2.2d] How the game ended."""
    end = seat.result
    if end is None:
        return None
    return {"winner": end.winner, "level": end.level, "rule": end.rule, "score": end.score}
