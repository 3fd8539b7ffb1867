"""What lies beside the map in a picture of a position: turn record, tracks, holding boxes, a battle laid out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vistula.art.counters import draw_counter
from vistula.art.furniture import panel
from vistula.art.labels import Box as Area
from vistula.art.style import MapStyle
from vistula.art.svg import Attribute, box, circle, group, num, path, text
from vistula.art.typeface import Face, width
from vistula.kernel.views import Box, Column, CounterFace, Panel, PieceView, Track, View

WIDTH = 760.0
_PAD = 22.0
_GAP = 16.0
_COUNTER = 62.0


class Block(NamedTuple):
    """Something of this height, drawn from 0,0 downwards and WIDTH wide."""

    height: float
    drawn: str


def draw_sidebar(view: View, faces: Mapping[str, CounterFace], style: MapStyle, height: float) -> tuple[float, str]:
    """The columns beside the map, and how wide they are together."""
    blocks = [_heading(view, style), *_turns(view, style)]
    blocks += _tracks(view, style)
    if view.panel:
        blocks.append(_battle(view.panel, {p.key: p for p in view.pieces}, faces, style))
    blocks += _holdings(view.boxes, faces, style)
    x, y, drawn = 0.0, 0.0, []
    for block in blocks:
        if y and y + block.height > height:
            x, y = x + WIDTH + _GAP * 2, 0.0
        drawn.append(group(block.drawn, transform=f"translate({num(x)} {num(y)})"))
        y += block.height + _GAP
    return x + WIDTH, "".join(drawn)


def _framed(height: float, inside: str, style: MapStyle) -> Block:
    return Block(height, panel(Area(0, 0, WIDTH, height), style) + inside)


def _words(
    words: str, x: float, y: float, size: float, style: MapStyle, face: Face = Face.MEDIUM, **more: Attribute
) -> str:
    look: dict[str, Attribute] = {"fill": style.ink, "font_size": size, **face.attributes, **more}
    return text(words, (x, y), **look)


def _heading(view: View, style: MapStyle) -> Block:
    """Turn, date, phase and who is on move."""
    date = style.turns[view.turn - 1] if 0 < view.turn <= len(style.turns) else ""
    movers = ", ".join(seat.side.title() for seat in view.seats if seat.on_move)
    parts = [
        _words(f"TURN {view.turn}", _PAD, 56, 42, style, Face.TITLE, fill="#7c1620", letter_spacing=2),
        _words(date, WIDTH - _PAD, 54, 29, style, Face.ITALIC, text_anchor="end"),
        _words(view.phase + (f"  [{view.phase_rule}]" if view.phase_rule else ""), _PAD, 94, 26, style, Face.BOLD),
        _words(f"On move: {movers}" if movers else "", WIDTH - _PAD, 94, 22, style, text_anchor="end"),
    ]
    return _framed(114, "".join(parts), style)


# Tracks


def _turns(view: View, style: MapStyle) -> list[Block]:
    """The turn record, where the title gives its dates."""
    if not style.turns:
        return []
    step = (WIDTH - 2 * _PAD) / len(style.turns)
    cells = []
    for number, date in enumerate(style.turns, 1):
        x = _PAD + (number - 1) * step
        now = number == view.turn
        cells.append(
            box(x + 2, 46, step - 4, 76, rx=5, fill="#2f4a3a" if now else "#fffaf0", stroke=style.ink, stroke_width=1.4)
        )
        ink = "#fdf3d6" if now else style.ink
        cells.append(_words(str(number), x + step / 2, 83, 34, style, Face.BOLD, text_anchor="middle", fill=ink))
        short = date.rsplit(" 19", 1)[0]
        size = min(15.0, 15.0 * (step - 10) / max(width(short, Face.MEDIUM, 15), 1))
        cells.append(_words(short, x + step / 2, 111, size, style, text_anchor="middle", fill=ink))
    return [_framed(138, _words("Turn record", _PAD, 34, 22, style, Face.BOLD) + "".join(cells), style)]


def _tracks(view: View, style: MapStyle) -> list[Block]:
    """All tracks; the turn has its own record where there are dates."""
    shown = [t for t in view.tracks if t.kind != "turn" or not style.turns]
    long = [t for t in shown if t.high is not None and t.high - t.low <= 24]
    plain = [t for t in shown if t not in long]
    blocks = []
    if long:
        height = 14 + len(long) * 76
        rows = (_track(track, 12 + i * 76, style) for i, track in enumerate(long))
        blocks.append(_framed(height, "".join(rows), style))
    if plain:
        blocks.append(_numbers(plain, style))
    return blocks


def _track(track: Track, y: float, style: MapStyle) -> str:
    high = track.high if track.high is not None else track.value
    count = high - track.low + 1
    step = min((WIDTH - 2 * _PAD) / count, 52.0)
    colour = style.sides.get(track.side, "#2f4a3a")
    parts = [_words(track.title, _PAD, y + 20, 20, style, Face.BOLD)]
    note = " · ".join(part for part in (track.flag, f"[{track.rule}]" if track.rule else "") if part)
    parts.append(_words(note, WIDTH - _PAD, y + 20, 17, style, text_anchor="end", fill="#6b5c40"))
    for i in range(count):
        x, number = _PAD + i * step, track.low + i
        parts.append(box(x + 1, y + 28, step - 2, 36, rx=3, fill="#fffaf0", stroke="#8d7648", stroke_width=1.2))
        if number == track.value:
            at, radius = (x + step / 2, y + 46), min(17, step / 2 - 2)
            parts.append(circle(at, radius, fill=colour, stroke=style.ink, stroke_width=1.5))
        ink = "#fff" if number == track.value else style.ink
        parts.append(_words(str(number), x + step / 2, y + 53, 20, style, Face.BOLD, text_anchor="middle", fill=ink))
    return "".join(parts)


def _numbers(tracks: list[Track], style: MapStyle) -> Block:
    """Tracks without an end, as figures, two in a row so that their names can be read."""
    step = (WIDTH - 2 * _PAD) / 2
    parts = []
    for i, track in enumerate(tracks):
        x, y = _PAD + i % 2 * step, 14 + i // 2 * 84
        colour = style.sides.get(track.side, "#2f4a3a")
        parts.append(box(x, y, 62, 62, rx=8, fill=colour, stroke=style.ink, stroke_width=1.6))
        parts.append(_words(str(track.value), x + 31, y + 44, 36, style, Face.BOLD, text_anchor="middle", fill="#fff"))
        room = step - 80
        size = min(20.0, 20.0 * room / max(width(track.title, Face.BOLD, 20), 1))
        parts.append(_words(track.title, x + 72, y + 28, size, style, Face.BOLD))
        note = track.flag or (f"[{track.rule}]" if track.rule else "")
        parts.append(_words(note, x + 72, y + 51, 16, style, fill="#6b5c40"))
    return _framed(6 + -(-len(tracks) // 2) * 84, "".join(parts), style)


# Boxes


def _holdings(boxes: list[Box], faces: Mapping[str, CounterFace], style: MapStyle) -> list[Block]:
    """Boxes with few pieces stand two in a row."""
    blocks, small = [], []
    for holding in boxes:
        if len(holding.pieces) <= _in_row(_HALF):
            small.append(holding)
        else:
            blocks.append(_holding(holding, faces, style, WIDTH))
    if len(small) % 2:
        blocks.append(_holding(small.pop(0), faces, style, WIDTH))
    for i in range(0, len(small), 2):
        two = small[i : i + 2]
        pair = [_holding(holding, faces, style, _HALF, any(b.pieces for b in two)) for holding in two]
        shift = f"translate({num(_HALF + _GAP)} 0)"
        drawn = pair[0].drawn + "".join(group(b.drawn, transform=shift) for b in pair[1:])
        blocks.append(Block(max(b.height for b in pair), drawn))
    return blocks


_HALF = (WIDTH - _GAP) / 2


def _in_row(room: float) -> int:
    return int((room - 2 * _PAD + 8) // (_COUNTER + 8))


def _holding(holding: Box, faces: Mapping[str, CounterFace], style: MapStyle, room: float, tall: bool = False) -> Block:
    """A box with its title, the number of its pieces and the pieces themselves."""
    rows = max(-(-len(holding.pieces) // _in_row(room)), 1 if tall else 0)
    height = 50 + rows * (_COUNTER + 8) + (6 if rows else 0)
    count = str(len(holding.pieces) or "–")
    parts = [
        panel(Area(0, 0, room, height), style),
        _words(holding.title, _PAD, 34, 21, style, Face.BOLD),
        _words(count, room - _PAD, 34, 21, style, Face.BOLD, text_anchor="end", fill="#6b5c40"),
    ]
    for i, piece in enumerate(holding.pieces):
        column, row = i % _in_row(room), i // _in_row(room)
        at = _PAD + column * (_COUNTER + 8), 48 + row * (_COUNTER + 8)
        parts.append(draw_counter(faces.get(piece.face or ""), piece, at, _COUNTER))
    return Block(height, "".join(parts))


# A battle


def _battle(battle: Panel, pieces: Mapping[str, PieceView], faces: Mapping[str, CounterFace], style: MapStyle) -> Block:
    rule = f"  [{battle.rule}]" if battle.rule else ""
    parts = [_words(battle.title + rule, _PAD, 38, 25, style, Face.BOLD, fill="#7c1620")]
    step = (WIDTH - 2 * _PAD) / max(len(battle.columns), 1)
    bottom = 56.0
    for i, column in enumerate(battle.columns):
        height, drawn = _column(column, _PAD + i * step, step - 18, pieces, faces, style)
        parts.append(drawn)
        bottom = max(bottom, height)
    if battle.result:
        parts.append(path(f"M{num(_PAD)} {num(bottom + 4)}H{num(WIDTH - _PAD)}", stroke="#8d7648", stroke_width=1.2))
        parts.append(_words(battle.result, WIDTH / 2, bottom + 36, 26, style, Face.BOLD, text_anchor="middle"))
        bottom += 50
    return _framed(bottom + 10, "".join(parts), style)


def _column(
    column: Column, x: float, room: float, pieces: Mapping[str, PieceView], faces: Mapping[str, CounterFace],
    style: MapStyle,
) -> tuple[float, str]:  # fmt: skip
    """One side of a battle: its pieces, then its sum line by line. Returns where it ends."""
    colour = style.sides.get(column.side, style.ink)
    parts = [_words(column.title, x, 72, 21, style, Face.BOLD, fill=colour)]
    across = max(int(room // (_COUNTER + 8)), 1)
    shown = [pieces[key] for key in column.pieces if key in pieces]
    for i, piece in enumerate(shown):
        at = x + i % across * (_COUNTER + 8), 84 + i // across * (_COUNTER + 8)
        parts.append(draw_counter(faces.get(piece.face or ""), piece, at, _COUNTER))
    y = 84 + -(-len(shown) // across) * (_COUNTER + 8)
    for term in column.terms:
        y += 25
        label = term.label + (f" [{term.rule}]" if term.rule else "")
        size = min(18.0, 18.0 * (room - 60) / max(width(label, Face.MEDIUM, 18), 1))
        parts.append(_words(label, x, y, size, style))
        parts.append(_words(term.value, x + room, y, 19, style, Face.BOLD, text_anchor="end"))
    return y + 10, "".join(parts)
