"""Drawing what is printed around a map: tracks and holding boxes on the paper below it, row by row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vistula.art.furniture import panel
from vistula.art.labels import Box
from vistula.art.style import MapStyle
from vistula.art.svg import Attribute, box, circle, group, num, path, text
from vistula.art.typeface import Face, width
from vistula.board.layout import MARGIN, Point
from vistula.board.surround import Band, HoldingBlock, Surround, TrackBlock

_PAD = 20.0
_GAP = 18.0
_HEAD = 46.0  # the line with the name
_CELL, _WIDE, _NARROW = 84.0, 122.0, 51.0
_BAND = 26.0
_FOOT = 18.0
_NAME = 22.0  # size of a name
_MOST = 1.6  # how much wider than needed a track may get
_COUNTER = 76.0
_INK = {"poland": "#3f5f8a", "russia": "#b3241c"}
_PLAIN = "#8d7648"
_TINT = {"poland": "#e6edf5", "russia": "#f8e0d6", "": "#fffaf0"}


@dataclass(frozen=True, slots=True)
class Item:
    """Something to be laid on the paper, and how large it must be at least."""

    block: TrackBlock | HoldingBlock
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Laid:
    item: Item
    area: Box


def lay(surround: Surround, left: float, top: float, room: float) -> list[Laid]:
    """The items in rows as wide as the map, tracks first; all grow to fill their row."""
    items = [Item(t, *_track_size(t)) for t in surround.track] + [Item(b, *_box_size(b)) for b in surround.box]
    found, y = [], top
    for row in _rows(items, room):
        x, high = left, max(item.height for item in row)
        for item, wide in zip(row, _widths(row, room), strict=True):
            found.append(Laid(item, Box(x, y, x + wide, y + high)))
            x += wide + _GAP
        y += high + _GAP
    return found


def _widths(row: list[Item], room: float) -> list[float]:
    """What a row leaves goes to its boxes; where it has none, its tracks get wider, but not without measure."""
    taken = sum(item.width for item in row)
    spare = room - taken - _GAP * (len(row) - 1)
    holding = sum(item.width for item in row if isinstance(item.block, HoldingBlock))
    if holding:
        return [i.width * (1 + spare / holding if isinstance(i.block, HoldingBlock) else 1) for i in row]
    return [item.width * min(1 + spare / taken, _MOST) for item in row]


def _rows(items: list[Item], room: float) -> list[list[Item]]:
    """Each track in the first row that still has room for it; boxes one after the other, where the tracks end."""
    rows: list[list[Item]] = []
    for item in items:
        for row in rows if isinstance(item.block, TrackBlock) else rows[-1:]:
            if sum(i.width + _GAP for i in row) + item.width <= room:
                row.append(item)
                break
        else:
            rows.append([item])
    return rows


def sheet(surround: Surround | None, size: tuple[float, float], style: MapStyle) -> tuple[float, str]:
    """How high the sheet is with tracks and boxes below a map of this size, and their drawing on paper."""
    wide, high = size
    laid = lay(surround, MARGIN - 14, high + 4, wide - 2 * MARGIN + 28) if surround else []
    if not laid:
        return high, ""
    whole = max(one.area.bottom for one in laid) + MARGIN - 10
    return whole, box(0, 0, wide, whole, fill=style.paper) + draw(laid, style)


def draw(laid: Iterable[Laid], style: MapStyle) -> str:
    parts = []
    for one in laid:
        block = one.item.block
        drawn = _track(block, one.area, style) if isinstance(block, TrackBlock) else _holding(block, one.area, style)
        kind = "track" if isinstance(block, TrackBlock) else "box"
        parts.append(group(panel(one.area, style), _head(block, one.area, style), drawn, id=f"{kind}-{block.id}"))
    return group(*parts, id="surround")


def _head(block: TrackBlock | HoldingBlock, area: Box, style: MapStyle) -> str:
    """Name and rule; the colour of a side as a strip before the name."""
    x = area.left + _PAD
    colour = _INK.get(block.side, _PLAIN)
    strip = box(x, area.top + 17, 7, 22, rx=2, fill=colour)
    words = text(block.name, (x + 15, area.top + 35), fill=style.ink, font_size=_NAME, **Face.BOLD.attributes)
    rule = text(
        f"[{block.rule}]", (area.right - _PAD, area.top + 34), fill="#6b5c40", font_size=16, text_anchor="end",
        **Face.MEDIUM.attributes,
    )  # fmt: skip
    return strip + words + rule


def _title_room(block: TrackBlock | HoldingBlock) -> float:
    rule = width(f"[{block.rule}]", Face.MEDIUM, 16)
    return width(block.name, Face.BOLD, _NAME) + rule + 15 + 22 + 2 * _PAD


# Tracks


def _cell(track: TrackBlock) -> float:
    return _WIDE if track.wide else _NARROW if track.narrow else _CELL


def _high(track: TrackBlock) -> float:
    return 60.0 if track.narrow else _CELL


def _track_size(track: TrackBlock) -> tuple[float, float]:
    count = len(track.words)
    across = track.across or count
    high = _HEAD + -(-count // across) * (_high(track) + 4) + _levels(track) * _BAND + _FOOT
    return max(across * _cell(track) + 2 * _PAD, _title_room(track)), high


def _track(track: TrackBlock, area: Box, style: MapStyle) -> str:
    across, step, high = track.across or len(track.words), _step(track, area), _tall(track, area)
    cells, words, notes = [], [], []
    fills = _fills(track)
    middle = high / 2 - 17 if track.notes else high / 2
    for i, word in enumerate(track.words):
        x = area.left + _PAD + i % across * step
        y = area.top + _HEAD + i // across * (high + 4)
        cells.append(box(x + 2, y, step - 4, high, rx=6, fill=fills[i]))
        if word == track.start:
            words.append(_start((x + step / 2, middle + y), 19 if track.notes or track.narrow else 24))
        words.append(text(word, (x + step / 2, y + middle + (8 if track.narrow else 10.5))))
        for n, line in enumerate(track.notes[i].split("|") if track.notes else ()):
            notes.append(text(line, (x + step / 2, y + middle + 33 + 17 * n)))
    size = 22 if track.narrow else 30
    look: dict[str, Attribute] = {"fill": style.ink, "text_anchor": "middle"}
    return (
        group(*cells, stroke=_PLAIN, stroke_width=1.3)
        + group(*words, font_size=size, **look, **Face.BOLD.attributes)
        + group(*notes, font_size=15, **look, **Face.MEDIUM.attributes)
        + _bands(track, area, style)
    )


def _start(at: Point, radius: float) -> str:
    """The ring where a marker lies at the start."""
    return circle(at, radius, fill="none", stroke="#7c1620", stroke_width=2.2, stroke_dasharray="5 4")


def _levels(track: TrackBlock) -> int:
    """Lines of bands below the boxes."""
    return 1 + max((band.level for band in track.bands), default=-1)


def _tall(track: TrackBlock, area: Box) -> float:
    """The height of a box, as high as the panel allows."""
    rows = -(-len(track.words) // (track.across or len(track.words)))
    return (area.bottom - area.top - _HEAD - _FOOT - _levels(track) * _BAND) / rows - 4


def _step(track: TrackBlock, area: Box) -> float:
    """From box to box, as wide as the panel allows."""
    return (area.right - area.left - 2 * _PAD) / (track.across or len(track.words))


def _fills(track: TrackBlock) -> list[str]:
    """The ground of each box: that of its side; in a band of a side the stronger, the higher its level."""
    found = [_TINT.get(track.side, _TINT[""])] * len(track.words)
    for band in track.bands:
        if band.side:
            for i in range(band.first - 1, band.last):
                found[i] = _SHADES[band.side][min(band.strength, 3) - 1]
    return found


_SHADES = {
    "poland": ("#eef2f7", "#cfdcea", "#aac0d8"),
    "russia": ("#fbebe3", "#f3c7b6", "#e79c8b"),
}


def _bands(track: TrackBlock, area: Box, style: MapStyle) -> str:
    top = area.top + _HEAD + _tall(track, area) + 8
    step, left = _step(track, area), area.left + _PAD
    return group(*(_band(band, left, top + band.level * _BAND, step, style) for band in track.bands))


def _band(band: Band, left: float, top: float, step: float, style: MapStyle) -> str:
    x, wide = left + (band.first - 1) * step + 3, (band.last - band.first + 1) * step - 6
    colour = _INK.get(band.side, _PLAIN)
    size = min(16.0, 16.0 * (wide - 8) / max(width(band.name, Face.MEDIUM, 16), 1))
    gap = width(band.name, Face.MEDIUM, size) + 10
    return (
        path(f"M{num(x)} {num(top)}v8h{num(wide)}v-8", fill="none", stroke=colour, stroke_width=2)
        + box(x + (wide - gap) / 2, top + 1, gap, 14, fill=style.paper)
        + text(band.name, (x + wide / 2, top + 14), text_anchor="middle", font_size=size, fill=style.ink,
               **Face.MEDIUM.attributes)
    )  # fmt: skip


# Boxes


def _box_size(holding: HoldingBlock) -> tuple[float, float]:
    labels = 24.0 if holding.parts else 0.0
    count = max(len(holding.parts), 1)
    part = max([holding.room * _COUNTER, *(width(p, Face.MEDIUM, 17) + 22 for p in holding.parts)])
    return max(
        count * (part + 10) + 2 * _PAD, _title_room(holding)
    ), _HEAD + holding.rows * _COUNTER + labels + 8 + _FOOT


def _holding(holding: HoldingBlock, area: Box, style: MapStyle) -> str:
    parts = holding.parts or [""]
    wide = (area.right - area.left - 2 * _PAD + 10) / len(parts)
    top, bottom = area.top + _HEAD, area.bottom - _FOOT
    fill = _TINT.get(holding.side, _TINT[""])
    shapes, words = [], []
    for i, part in enumerate(parts):
        x = area.left + _PAD + i * wide
        shapes.append(box(x, top, wide - 10, bottom - top, rx=8, fill=fill, fill_opacity=0.55))
        words.append(text(part, (x + (wide - 10) / 2, top + 21)) if part else "")
    look: dict[str, Attribute] = {"fill": style.ink, "text_anchor": "middle", "font_size": 17}
    return group(*shapes, stroke=_PLAIN, stroke_width=1.6, stroke_dasharray="9 5") + group(
        *words, **look, **Face.MEDIUM.attributes
    )
