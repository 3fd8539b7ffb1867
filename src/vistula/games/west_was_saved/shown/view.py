"""What a seat is shown: counters, markers, cards, tracks, boxes and the running attack, from its knowledge alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from vistula.board.hexes import collect, members
from vistula.kernel import ONLOOKER, UNKNOWN, Frame, Seat
from vistula.kernel.views import Arrow, Box, BoxKind, CardView, Column, Mark, Panel, Pile, ScoreLine, Term, Track, View
from vistula.parts.pieces import box

from ..cards import effects
from ..model import POLAND, RUSSIA, SEATS, Model
from ..rules.activation import Allocation, Inspections, Orders
from ..rules.arrange import blanks_left
from ..rules.attack import Attack
from ..rules.avoidance import Avoidance
from ..rules.depots import depot_cost
from ..rules.orders import ExtraOrder, Order
from ..rules.outcomes import Outcome
from ..rules.redeployment import Redeployment
from ..rules.reinforcements import Arrival
from ..rules.retreat import Retreat
from ..rules.supply_lines import linked_depots
from ..state import CARD, DEPOTS, ELIMINATED, INTERNED, LOST, State
from .forecast import columns, odds, planned_attack
from .pieces import in_a_box, on_the_map
from .words import card_name

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
PARTS: tuple[tuple[type[Frame], str, str], ...] = (
    (Inspections, "reconnaissance", "13.2b"),
    (Allocation, "activation markers", "7.1b"),
    (ExtraOrder, "an extra order", "3.2c"),
    (Orders, "orders", "7.1e"),
    (Avoidance, "avoiding combat", "9.1a"),
)
LATEST = 6  # turns beyond the last that interned Russians may wait [13.5b]


def view(seat: Seat[State]) -> View:
    s, found = seat.s, seat.head(*phase_of(seat))
    for side, plate in enumerate(found.seats):
        plate.hand_count = len(s.hands[side])
    found.pieces = on_the_map(s, _chosen(seat))
    found.marks = list(_marks(seat))
    found.cards = list(_cards(s))
    found.piles = _piles(s)
    found.tracks = list(_tracks(seat))
    found.boxes = list(_boxes(seat))
    found.panel = panel(seat)
    found.arrows = arrows(seat)
    if seat.result is not None:  # [2.2c] every city that is held
        held = [(side, hex) for side in (POLAND, RUSSIA) for hex in members(s.m.victory & s.occupied[side])]
        found.result = seat.verdict([ScoreLine(SEATS[side], s.m.hex_name(hex), 1, "2.2c") for side, hex in held])
    return found


def phase_of(seat: Seat[State]) -> tuple[str, str]:
    """Where the game stands, in words, and the rule that this part of it follows."""
    if not seat.stack:
        return "The game is over", "2.2d"
    words, rule = PHASES[seat.s.phase]
    for kind, part, cited in PARTS:
        if seat.under(kind) is not None:
            return f"{words}: {part}", cited
    return words, rule


# -- counters and markers ----------------------------------------------------------------------------------------


def _chosen(seat: Seat[State]) -> dict[str, int]:
    """What is being done with units, as marks on them."""
    s, found = seat.s, {}
    attack, order = seat.under(Attack), seat.under(Order)
    if attack is not None and attack.attackers:
        found["attacking"] = collect(attack.attackers)
        found["supporting"] = collect(attack.helpers)
        found["defending"] = collect(attack.defenders)
    if seat.under(Retreat) is not None:
        found["retreating"] = s.moving
    if order is not None:
        found["selected"] = s.moving | collect(order.companions)
    if (silent := effects.silent_command(s)) >= 0:
        found["silent"] = 1 << silent
    return found


def _marks(seat: Seat[State]) -> Iterator[Mark]:
    """Depots, those without a link told apart, activation markers, what is aimed at, what cards have named."""
    s = seat.s
    number = s.m.grid.number
    yield from _shut(s.m)
    for side in (POLAND, RUSSIA):
        linked = linked_depots(s, side)
        for hex in members(s.depots[side]):
            yield Mark(f"depot-{SEATS[side]}", number(hex), label="" if linked >> hex & 1 else "no link")
    for hex, count in sorted(s.markers.items()):
        yield Mark("activation", number(hex), label=str(count) if count > 1 else "")
    for hex in members(s.obeyed):
        yield Mark("obeyed", number(hex))
    for hex in members(s.card_hexes):
        yield Mark("rain", number(hex))
    attack = seat.under(Attack)
    if attack is not None:
        yield Mark("target", number(attack.target))


@cache
def _shut(m: Model) -> tuple[Mark, ...]:
    """Hexes that are out of play in this scenario."""
    return tuple(Mark("closed", m.grid.number(hex)) for hex in members(m.closed & m.board.play))


# -- cards ------------------------------------------------------------------------------------------------------


def _cards(s: State) -> Iterator[CardView]:
    """[3.1c] Hands as far as they are known, and the cards of the turn."""
    for side, seat in enumerate(SEATS):
        for n, card in enumerate(s.hands[side]):
            hidden = card == UNKNOWN
            yield CardView(f"hand-{seat}-{n}" if hidden else str(card), "hand", seat, None if hidden else str(card))
        if card := s.laid[side]:
            yield CardView(str(card), "laid", seat, str(card))


def _piles(s: State) -> list[Pile]:
    """[3.1a, 3.2c] The deck, whose number everybody can count, and the discards."""
    held = sum(hand.count(UNKNOWN) for hand in s.hands)  # a seat cannot tell them from the deck
    deck = Pile("deck", "Deck", s.deck.bit_count() - held, rule="3.1a")
    top = str(s.discards[-1]) if s.discards else None
    return [deck, Pile("discards", "Discards", len(s.discards), top=top, rule="3.2c")]


# -- tracks -----------------------------------------------------------------------------------------------------


def _tracks(seat: Seat[State]) -> Iterator[Track]:
    s, m = seat.s, seat.s.m
    yield Track("turn", "Turn", s.turn, 1, m.turns, rule="2.1a", flag=m.dates[s.turn], kind="turn")
    for side, id in enumerate(SEATS):
        base = m.base[side][s.turn]
        flag = f"base {base}, total {s.trp[side]}" if s.phase >= DEPOTS else f"base {base}"
        yield Track(f"points-{id}", f"{SIDES[side]} resource points", s.rp[side], 0, None, id, "4.0b", flag)
        yield Track(f"depots-{id}", f"{SIDES[side]} depots cost", depot_cost(s, side), 0, None, id, "5.3a")
    for side in (POLAND, RUSSIA):
        yield _cities(m, side, m.victory & s.occupied[side])
    for side, id in enumerate(SEATS):
        if s.laid[side]:
            yield Track(f"card-{id}", f"{SIDES[side]} card", s.laid[side], 1, None, id, "3.2c", _card_flag(s, side))
    if seat.id != ONLOOKER and m.dummies:
        own = SEATS.index(seat.id)
        yield Track("dummies", "Dummies left", blanks_left(s, own), 0, m.dummies, seat.id, "1.4b")
    if m.lithuania:
        yield Track(
            "lithuania", "Lithuania", int(s.lithuania), 0, 1, "", "13.3a", "at war" if s.lithuania else "neutral"
        )


@lru_cache(maxsize=512)
def _cities(m: Model, side: int, held: int) -> Track:
    """[2.2c] What would be counted if the last turn ended now."""
    terms = [Term(m.hex_name(hex), "1", "2.2c") for hex in members(held)]
    alone = m.hex_name(members(m.victory)[0]) if m.victory_cities == 1 else ""
    wins = f"{alone} wins" if alone else f"{m.victory_cities} win"
    title = f"{SIDES[side]} victory cities, {wins}"
    id, most = f"now-{SEATS[side]}", m.victory.bit_count()
    return Track(id, title, len(terms), 0, most, SEATS[side], "2.2c", terms=terms, kind="score", word="cities")


def _card_flag(s: State, side: int) -> str:
    """The name of a card in force, and how often what it allows can still be used."""
    left = f", {s.card_uses[side]} left" if effects.uses_of(s, side) else ""
    return card_name(s.m, s.laid[side]) + left


# -- boxes ------------------------------------------------------------------------------------------------------


def _boxes(seat: Seat[State]) -> tuple[Box, ...]:
    """Counters beside the map: those to come by turn, and what has become of the others; all lie open."""
    s, arriving = seat.s, seat.under(Arrival)
    beside = tuple([(place, unit) for unit, place in enumerate(s.place) if place < 0])
    weak = s.weak & collect(unit for _, unit in beside)
    return _boxes_of(s.m, beside, weak, arriving.unit if arriving is not None else -1)


@lru_cache(maxsize=512)
def _boxes_of(m: Model, beside: tuple[tuple[int, int], ...], weak: int, chosen: int) -> tuple[Box, ...]:
    """Few actions bring a counter to the boxes or away from them."""
    found: list[tuple[str, str, list[int], BoxKind]] = []
    for turn in range(1, m.turns + LATEST + 1):
        waits = box(turn)
        units = [unit for place, unit in beside if place == waits]
        title = f"Turn {turn}" if turn <= m.turns else f"Turn {turn}: after the game"
        found.append((f"turn-{turn}", title, units, "arrivals"))
    for name, code in (("eliminated", ELIMINATED), ("interned", INTERNED), ("lost", LOST), ("card", CARD)):
        for side in (POLAND, RUSSIA):
            units = [unit for place, unit in beside if place == code and m.side[unit] == side]
            title = f"{SIDES[side]} units {_FATES.get(name, name)}"
            kind: BoxKind = "losses" if code in (ELIMINATED, INTERNED) else "beside"
            found.append((f"{name}-{SEATS[side]}", title, units, kind))
    return tuple(Box(id, title, in_a_box(m, units, weak, chosen), of) for id, title, units, of in found if units)


_FATES = {"card": "that a card may bring", "lost": "that never arrived or are gone for good"}


RESULTS = {
    Outcome.TIE: "a tie",
    Outcome.STAND: "all stay",
    Outcome.RETREAT: "a retreat",
    Outcome.ROUT: "a rout",
}


def panel(seat: Seat[State]) -> Panel | None:
    """[9.3a] An attack with both sums: as it would be, for those who may still choose; then as it was."""
    s, attack = seat.s, seat.under(Attack)
    if attack is None:
        return None
    title, space = f"Attack on {s.m.hex_name(attack.target)}", s.m.grid.number(attack.target)
    if attack.values:
        winner = "attacker" if attack.won else "defender"
        words = RESULTS[attack.outcome]
        result = words if attack.outcome is Outcome.TIE else f"the {winner} wins by {abs(attack.margin)}: {words}"
        return Panel(title, "9.3h", space, _fought(s, attack), result)
    planned = planned_attack(seat, None) if seat.decision is not None else None
    if planned is None:
        return Panel(title, "9.2a", space)
    return Panel(title, "9.3a", space, columns(s, planned), odds(planned))


def _fought(s: State, attack: Attack) -> list[Column]:
    """After the dice: values and dice as they were."""
    sides = (
        ("Attacker", attack.side, [*attack.attackers, *attack.helpers], attack.values[0], attack.values[2]),
        ("Defender", 1 - attack.side, attack.defenders, attack.values[1], attack.values[3]),
    )
    return [
        Column(
            title,
            SEATS[side],
            [s.m.key[unit] for unit in units if s.place[unit] != UNKNOWN],  # an onlooker sees only what lies on top
            [
                Term("value", str(value), "9.3a"),
                Term("die", str(die), "9.3h"),
                Term("factor", str(value + die), "9.3h"),
            ],
        )
        for title, side, units, value, die in sides
    ]


def arrows(seat: Seat[State]) -> list[Arrow]:
    """The way of an order that is being laid down or of a unit by rail, and who attacks whom."""
    number, attack, order = seat.s.m.grid.number, seat.under(Attack), seat.under(Order)
    train = seat.under(Redeployment)
    if attack is not None:
        hexes = [attack.hex, *([attack.second] if attack.second >= 0 else [])]
        return [Arrow("attack", [number(hex), number(attack.target)], SEATS[attack.side]) for hex in hexes]
    if order is not None and order.path:
        return [Arrow("march", [number(hex) for hex in (order.hex, *order.path)], SEATS[order.side])]
    if train is not None and len(train.passed) > 1:
        return [Arrow("march", [number(hex) for hex in train.passed], SEATS[train.side])]
    return []
