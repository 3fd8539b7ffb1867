"""Everything about How the West was Saved that never changes during a game: hexes, counters, cards, charts."""

from __future__ import annotations

from pathlib import Path

from vistula.art.picture import BoardPicture
from vistula.games.published import printed_charts
from vistula.kernel.views import CardFace, Catalog, Chart, CounterFace

from ..cards.cardfile import Card, Text
from ..model import ARTILLERY, COMMAND, FACINGS, SEATS, Model
from ..tables import Data
from .overlays import KINDS
from .pieces import NATIONS

CHARTS = Path(__file__).with_name("charts.toml")
SYMBOLS = ("infantry", "cavalry", "artillery", "headquarters")


def catalog(m: Model, picture: BoardPicture, data: Data) -> Catalog:
    return Catalog(
        "west-was-saved",
        "How the West was Saved",
        picture.width,
        picture.height,
        spaces=picture.spaces(lambda hex: _features(m, hex)),
        counters=_counters(m),
        cards=_cards(m),
        charts=[_turns(m, data), *printed_charts(CHARTS)],
        overlays=list(KINDS),
        facings=[60.0 * facing for facing in range(len(FACINGS))],
    )


def _features(m: Model, hex: int) -> list[str]:
    found = ["river"] if m.river[hex] else []
    if m.victory >> hex & 1:
        found.append("victory city")
    return [*found, "north" if m.north >> hex & 1 else "south"]


def _counters(m: Model) -> list[CounterFace]:
    return [
        CounterFace(
            id=m.key[u],
            side=SEATS[m.side[u]],
            nation=NATIONS[m.nation[u]],
            label=m.label[u],
            name=m.full_name[u],
            symbol=SYMBOLS[m.kind[u]],
            size=m.size[u],
            band=("N", "S", "")[m.area[u]],
            factors=_factors(m, u, 0),
            corner=str(m.entry[u] or ""),
            source=m.source[u],
            reverse=_factors(m, u, 2),
        )
        for u in m.units
    ]


def _factors(m: Model, unit: int, first: int) -> str:
    """Front and other combat value of one side of the counter [1.2g]; artillery has one value [1.2i]."""
    if m.kind[unit] == COMMAND:
        return ""
    front, other = m.cv[unit][first : first + 2]
    return str(front) if m.kind[unit] == ARTILLERY else f"{front}-{other}"


def _cards(m: Model) -> list[CardFace]:
    return [_card(card) for card in m.cards if card is not None]


def _card(card: Card) -> CardFace:
    if card.single is not None:
        return CardFace(str(card.no), card.title, card.single.says, value=str(card.no), kind="single instruction",
                        rule="3.2d", source=card.source)  # fmt: skip
    texts = (("Russia", card.russia), ("Poland", card.poland))
    said = {text.says for _, text in texts if text is not None}
    says = "\n".join(f"{_headed(name, text)}: {text.says}" for name, text in texts if text is not None)
    if len(said) == 1:
        says = f"Either player: {said.pop()}"
    return CardFace(str(card.no), card.title, says, value=str(card.no), rule="3.2a", source=card.source)


def _headed(name: str, text: Text) -> str:
    return f"{name}, “{text.title}”" if text.title else name


# -- charts -----------------------------------------------------------------------------------------------------


def _turns(m: Model, data: Data) -> Chart:
    """The turn record with what arrives."""
    rows = []
    for turn in data.tracks.turn:
        arriving = [m.label[u] for u in m.units if m.entry[u] == turn.number]
        rows.append([str(turn.number), turn.dates, str(turn.poland), str(turn.russia), ", ".join(arriving)])
    head = ["Turn", "Dates", "Polish base points", "Russian base points", "Reinforcements"]
    return Chart("turns", "Turn record", "2.1a", head, rows, data.tracks.turn[0].source)
