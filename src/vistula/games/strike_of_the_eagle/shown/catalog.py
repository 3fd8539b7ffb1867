"""Everything about Strike of the Eagle that never changes during a game: areas, blocks, orders, cards, charts."""

from __future__ import annotations

from vistula.art.area_art import AreaPicture, area_spaces
from vistula.kernel.views import CardFace, Catalog, Chart, CounterFace, Term

from ..cards.decks import Card
from ..model import COLOURS, KINDS, ORDER_TITLES, ORDERS, SIDES, Model
from ..tables import Data
from .names import card_name
from .overlays import OVERLAYS

_KINDS = {"historical": "historical event", "battle": "battle card", "reaction": "reaction card", "none": "no event"}
_RULES = {"historical": "7.13a", "battle": "7.41.1", "reaction": "7.41.4c", "none": "3.4a"}


def catalog(m: Model, picture: AreaPicture, data: Data) -> Catalog:
    return Catalog(
        "strike-of-the-eagle",
        "Strike of the Eagle",
        picture.width,
        picture.height,
        spaces=area_spaces(m.board),
        links=[(m.area_key[a], m.area_key[b]) for a, b in m.links],
        counters=[*_blocks(m, data), *_orders(m, data)],
        cards=_cards(m),
        charts=[_combat(m, data), _counters(m, data), _cities(m, data)],
        overlays=list(OVERLAYS),
        crowding="spread",
    )


def _blocks(m: Model, data: Data) -> list[CounterFace]:
    return [
        CounterFace(
            m.key[u], SIDES[m.side[u]], m.nation[u], m.label[u], m.full_name[u], KINDS[m.kind[u]],
            "" if m.leader[u] else "XX" if m.division[u] else "X", COLOURS[m.colour[u]], str(m.max_sp[u]),
            source=row.source, shape="block",
        )
        for u, row in zip(m.units, data.blocks, strict=True)
    ]  # fmt: skip


def _orders(m: Model, data: Data) -> list[CounterFace]:
    source = data.charts.orders.source
    return [
        CounterFace(
            f"order-{verb}", "", "", ORDER_TITLES[type], ORDER_TITLES[type], verb, factors=str(m.counters[type]),
            source=source, shape="order",
        )
        for type, verb in enumerate(ORDERS)
    ]  # fmt: skip


def _cards(m: Model) -> list[CardFace]:
    return [
        CardFace(
            card_name(i), card.name, card.text, f"{SIDES[card.side]} {card.no}", SIDES[card.side], "",
            _KINDS[card.kind], _RULES[card.kind], card.source, _uses(card),
        )
        for i, card in enumerate(m.cards)
    ]  # fmt: skip


def _uses(card: Card) -> list[Term]:
    """[3.4a] What a card can be used for, one of them at a time; its text is one more use."""
    cubes = " ".join(f"{n} {colour}" for n, colour in zip(card.cubes, COLOURS, strict=True) if n)
    return [
        Term("Orders", f"+{card.orders}", "3.4b"),
        Term("Cubes", cubes or "none", "3.4c"),
        Term("Combat", f"{card.combat:+d}" if card.combat else "0", "3.4e"),
    ]


def _combat(m: Model, data: Data) -> Chart:
    first = data.charts.combat.losses
    rows = [["below " + str(first[0]), "0"]]
    for number, low in enumerate(first, 1):
        high = first[number] - 1 if number < len(first) else low + data.charts.combat.beyond - 1
        rows.append([f"{low}–{high}", str(number)])
    note = f"One more for every further {data.charts.combat.beyond}."
    return Chart(
        "combat", "Combat Chart", "7.41.3c", ["Combat Value", "SP lost"], rows, data.charts.combat.source, note
    )


def _counters(m: Model, data: Data) -> Chart:
    rows = [[ORDER_TITLES[type], str(count)] for type, count in enumerate(m.counters)]
    return Chart(
        "orders", "Order counters of each side", "7.2d", ["Order", "Counters"], rows, data.charts.orders.source
    )


def _cities(m: Model, data: Data) -> Chart:
    rows = []
    for area in m.areas:
        if m.vp[area] >= 0:
            cubes = " ".join(f"{n} {colour}" for n, colour in zip(m.cubes[area], COLOURS, strict=True) if n)
            rows.append([m.area_name[area], m.square[area], str(m.vp[area]), cubes])
    head = ["Key city", "Square", "VP", "Strategic cubes"]
    return Chart("cities", "Key cities", "1.3c", head, rows, m.board.sources["areas"])
