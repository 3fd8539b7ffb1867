"""The table as text: the map around the front, stacks, tracks, odds."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from vistula.cli.words import Choice, Words
from vistula.kernel.views import Column, Forecast, PieceView, Space

STYLES = ("bold white on blue", "bold white on red", "bold black on yellow", "bold black on green")
_NEAR = 2


def look(words: Words, whole: bool = False) -> RenderableType:
    """The map near the front, the stacks in contact, and the tracks."""
    front = in_contact(words)
    parts: list[RenderableType] = [picture(words, front, whole), stacks(words, front), tracks(words)]
    return Group(*parts)


# -- the map ----------------------------------------------------------------------------------------


def neighbours(words: Words) -> dict[str, set[str]]:
    near: dict[str, set[str]] = {}
    for one, other in words.catalog.links:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    return near


def sides_at(words: Words) -> dict[str, list[PieceView]]:
    held: dict[str, list[PieceView]] = {}
    for piece in words.view.pieces:
        if piece.space:
            held.setdefault(piece.space, []).append(piece)
    return held


def in_contact(words: Words) -> list[str]:
    """Places that hold pieces next to pieces of another side."""
    near, held = neighbours(words), sides_at(words)

    def meets(id: str) -> bool:
        own = {piece.side for piece in held[id]}
        return any(piece.side not in own for other in near.get(id, ()) for piece in held.get(other, ()))

    return [id for id in held if meets(id)]


def picture(words: Words, front: list[str], whole: bool) -> Text:
    """Each hex as three characters where it lies; a stack as its side's letter and how many counters."""
    spaces = words.catalog.spaces if whole or not front else _around(words, front)
    if not spaces:
        return Text()
    held, colour = sides_at(words), _colours(words)
    wide, high = _spacing(words)
    left, top = min(space.x for space in spaces), min(space.y for space in spaces)
    rows: dict[int, dict[int, Space]] = {}
    for space in spaces:
        rows.setdefault(round((space.y - top) / high), {})[round(4 * (space.x - left) / wide)] = space
    text = Text()
    for _, row in sorted(rows.items()):
        first = row[min(row)]
        text.append(f"{first.id:>5} ", style="dim")
        _draw_row(text, row, held, colour)
    return text


def _draw_row(text: Text, row: dict[int, Space], held: dict[str, list[PieceView]], colour: dict[str, str]) -> None:
    at = 0
    for column, space in sorted(row.items()):
        text.append(" " * (column - at))
        pieces = held.get(space.id)
        if pieces:
            side = pieces[0].side
            text.append(f"{side[:1].upper()}{len(pieces)}", style=colour.get(side, "bold"))
        else:
            text.append("o " if space.name else "· ", style="" if space.name else "dim")
        at = column + 2
    text.append("\n")


def _spacing(words: Words) -> tuple[float, float]:
    """How far apart neighbours lie across and down."""
    spaces = words.spaces
    gaps = [(abs(spaces[a].x - spaces[b].x), abs(spaces[a].y - spaces[b].y)) for a, b in words.catalog.links]
    across = max((x for x, _ in gaps), default=1.0) or 1.0
    down = min((y for _, y in gaps if y > across / 10), default=1.0)
    return across, down


def _around(words: Words, front: list[str]) -> list[Space]:
    """The rectangle of the map that holds the front."""
    wide, high = _spacing(words)
    at = [words.spaces[id] for id in front if id in words.spaces]
    x0, x1 = min(s.x for s in at) - _NEAR * wide, max(s.x for s in at) + _NEAR * wide
    y0, y1 = min(s.y for s in at) - _NEAR * high, max(s.y for s in at) + _NEAR * high
    return [space for space in words.catalog.spaces if x0 <= space.x <= x1 and y0 <= space.y <= y1]


def _colours(words: Words) -> dict[str, str]:
    sides = dict.fromkeys(words.title.side_of(seat) for seat in words.title.seats)
    return dict(zip(sides, STYLES, strict=False))


# -- stacks, tracks, odds ---------------------------------------------------------------------------


def stacks(words: Words, ids: Iterable[str]) -> Table:
    """Places with the pieces that lie there, the topmost first."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    colour = _colours(words)
    for id in sorted(ids):
        pieces = words.stack(id)
        side = Text(pieces[0].side[:1].upper(), style=colour.get(pieces[0].side, "bold")) if pieces else Text()
        table.add_row(words.space(id), side, "; ".join(words.piece(piece.key) for piece in pieces) or "empty")
    return table


def tracks(words: Words) -> Text:
    parts = []
    for track in words.view.tracks:
        most = f"/{track.high}" if track.high is not None else ""
        flag = f" ({track.flag})" if track.flag else ""
        parts.append(f"{track.title} {track.value}{most}{flag}")
    return Text(" · ".join(parts), style="cyan")


def odds(forecast: Forecast) -> RenderableType:
    """A forecast: both sums with their rules, then every result with its chance."""
    parts: list[RenderableType] = [Text(forecast.title, style="bold")]
    parts += [_sum(column) for column in forecast.columns]
    parts += [Text(f"  {term.label}: {term.value} [{term.rule}]") for term in forecast.terms]
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for outcome in forecast.outcomes:
        share = outcome.numerator / outcome.denominator
        table.add_row(outcome.label, f"{share:.1%}", f"{outcome.numerator}/{outcome.denominator}", outcome.detail)
    parts.append(table)
    if forecast.mixture:
        parts.append(Text("over everything that you cannot exclude", style="dim"))
    if forecast.note:
        parts.append(Text(forecast.note, style="dim"))
    return Group(*parts)


def _sum(column: Column) -> Text:
    terms = ", ".join(f"{term.label} {term.value}{f' [{term.rule}]' if term.rule else ''}" for term in column.terms)
    return Text(f"  {column.title}: {terms}")


# -- the question -----------------------------------------------------------------------------------


def question(words: Words, choices: list[Choice], warnings: dict[str, str]) -> RenderableType:
    """The pending decision: where the game stands, what is asked by which rule, and every answer with its number."""
    view, decision = words.view, words.seat.decision
    assert decision is not None
    head = Text(f"{view.seat.capitalize()} · turn {view.turn} · {view.phase}", style="bold")
    ask = Text.assemble((words.seat.prompt(), "bold green"), " ", (f"[{decision.rule}]", "dim"))
    parts: list[RenderableType] = [Text(), head, tracks(words), ask]
    for option in decision.options:
        mine = [choice for choice in choices if choice.option is option]
        parts.append(_answers(mine, warnings.get(option.verb, "")))
    return Group(*parts)


def _answers(choices: list[Choice], warning: str) -> RenderableType:
    option = choices[0].option
    if option.kind == "button":
        line = Text.assemble((f"{choices[0].number:>4}", "bold yellow"), f"  {choices[0].words}")
        if warning:
            line.append(f"  ({warning})", style="magenta")
        return line
    head = Text.assemble(f"      {option.label or option.verb}", (f"  ({option.verb})", "dim"))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for start in range(0, len(choices), width := 2 if option.kind == "piece" else 6):
        row = choices[start : start + width]
        table.add_row(*(Text.assemble((f"{c.number:>4}", "bold yellow"), f"  {c.words}") for c in row))
    return Group(head, table)
