"""Everything about How the West was Saved that never changes during a game: hexes, counters, cards, charts."""

from __future__ import annotations

from vistula.board.picture import BoardPicture
from vistula.games.west_was_saved.model import COMMAND, SEATS, Model
from vistula.games.west_was_saved.overlays import KINDS
from vistula.games.west_was_saved.pieces import NATIONS
from vistula.games.west_was_saved.tables import Data
from vistula.kernel.views import Catalog, Chart, CounterFace, Space

SYMBOLS = ("infantry", "cavalry", "artillery", "command")


def catalog(m: Model, picture: BoardPicture, data: Data) -> Catalog:
    return Catalog(
        "west-was-saved",
        "How the West was Saved",
        picture.width,
        picture.height,
        spaces=_spaces(m, picture),
        counters=_counters(m),
        charts=[_turns(m, data), _terrain(m), _combat(), _cards(m)],
        overlays=list(KINDS),
    )


def _spaces(m: Model, picture: BoardPicture) -> list[Space]:
    """The hexes of the map with what stands in them."""
    found = picture.spaces()
    for space in found:
        hex = m.grid.index(space.id)
        space.features = [*space.features, *_features(m, hex)]
    return found


def _features(m: Model, hex: int) -> list[str]:
    found = ["river"] if m.river[hex] else []
    if m.victory >> hex & 1:
        found.append("victory city")
    return [*found, "north" if m.north >> hex & 1 else "south"]


def _counters(m: Model) -> list[CounterFace]:
    return [
        CounterFace(
            m.key[u], SEATS[m.side[u]], NATIONS[m.nation[u]], m.label[u], m.full_name[u], SYMBOLS[m.kind[u]],
            m.size[u], ("N", "S", "")[m.area[u]], _factors(m, u), str(m.entry[u] or ""), False, m.source[u],
        )
        for u in m.units
    ]  # fmt: skip


def _factors(m: Model, unit: int) -> str:
    """Front and other combat value of both sides of the counter [1.2g]."""
    if m.kind[unit] == COMMAND:
        return ""
    front, other, weak_front, weak_other = m.cv[unit]
    weak = f"{weak_front}-{weak_other}"
    return weak if m.single[unit] else f"{front}-{other} / {weak}"


# -- charts -----------------------------------------------------------------------------------------------------


def _turns(m: Model, data: Data) -> Chart:
    """The turn record with what arrives."""
    rows = []
    for turn in data.tracks.turn:
        arriving = [m.label[u] for u in m.units if m.entry[u] == turn.number]
        rows.append([str(turn.number), turn.dates, str(turn.poland), str(turn.russia), ", ".join(arriving)])
    head = ["Turn", "Dates", "Polish base points", "Russian base points", "Reinforcements"]
    return Chart("turns", "Turn record", "2.1a", head, rows, data.tracks.turn[0].source)


def _terrain(m: Model) -> Chart:
    rows = [
        ["clear", "1", "1", "–"],
        ["forest, marsh, rough", "2 (cavalry 1)", "2", "defender +2"],
        ["city, fortification", "1", "1", "defender uses facing values unless artillery attacks"],
        ["river", "–", "cut unless bridged", "defender +2"],
    ]
    head = ["Terrain", "Movement", "Supply", "Combat"]
    return Chart("terrain", "Terrain effects", "1.3b", head, rows, "rulebook 1.3, 5.2, 7.4, 9.3")


def _combat() -> Chart:
    rows = [
        ["0", "equal factors: nothing happens"],
        ["1–2", "hits; all stay"],
        ["3–6", "hits; the loser retreats two hexes by his own route, the winner may advance"],
        ["7 or more", "hits on the loser alone; the winner chooses the route, may advance and attack again"],
    ]
    return Chart("combat", "Combat outcomes", "9.5.a", ["Difference", "Outcome"], rows, "rulebook 9.4, 9.5")


def _cards(m: Model) -> Chart:
    rows = []
    for card in m.cards:
        if card is None:
            continue
        single = card.single.says if card.single else ""
        rows.append([
            str(card.no), card.title,
            single or (card.russia.says if card.russia else ""), single or (card.poland.says if card.poland else ""),
        ])  # fmt: skip
    head = ["No.", "Card", "Russian player", "Polish player"]
    return Chart("cards", "Random event cards", "3.1a", head, rows, "card 2: rulebook 13.3; others: reconstruction")
