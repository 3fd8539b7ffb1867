"""The table as text: the map around the front, stacks, tracks, odds."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from vistula.cli.words import Choice, Words
from vistula.kernel.views import Column, Forecast, PieceView, Space

STYLES = ("bold white on blue", "bold white on red", "bold black on yellow", "bold black on green")
_NEAR = 2
_WIDEST = 110


def look(words: Words, whole: bool = False) -> RenderableType:
    """The map near the front, the stacks in contact, and the tracks."""
    grid = Grid(words.catalog.spaces)
    front = in_contact(words, grid)
    return Group(picture(words, grid, front, whole), stacks(words, front), tracks(words))


# -- the map ----------------------------------------------------------------------------------------


class Grid:
    """How far apart places lie, so that each finds its row and column of text."""

    def __init__(self, spaces: list[Space]) -> None:
        across = _steps({round(space.x, 1) for space in spaces})
        self.down = _steps({round(space.y, 1) for space in spaces})
        wide = max((space.x for space in spaces), default=0.0) - min((space.x for space in spaces), default=0.0)
        self.across = max(across, wide / _WIDEST)
        self.near = 2.6 * min(across, self.down)  # neighbouring hexes are twice the smaller step apart

    def touch(self, one: Space, other: Space) -> bool:
        return math.dist((one.x, one.y), (other.x, other.y)) < self.near


def _steps(values: set[float]) -> float:
    """The smallest step between places in one direction."""
    ordered = sorted(values)
    return min((b - a for a, b in pairwise(ordered) if b - a > 0.5), default=1.0)


def held(words: Words) -> dict[str, list[PieceView]]:
    """The pieces by the place where they lie."""
    found: dict[str, list[PieceView]] = {}
    for piece in words.view.pieces:
        if piece.space in words.spaces:
            found.setdefault(piece.space, []).append(piece)
    return found


def in_contact(words: Words, grid: Grid) -> list[str]:
    """Places that hold pieces next to pieces of another side, from north to south."""
    at = held(words)
    spaces = sorted((words.spaces[id] for id in at), key=lambda space: (space.y, space.x))
    side = {id: pieces[0].side for id, pieces in at.items()}
    links = {*words.catalog.links, *((b, a) for a, b in words.catalog.links)}

    def meets(one: Space, other: Space) -> bool:
        return side[one.id] != side[other.id] and (grid.touch(one, other) or (one.id, other.id) in links)

    return [space.id for space in spaces if any(meets(space, other) for other in spaces)]


def picture(words: Words, grid: Grid, front: list[str], whole: bool) -> Text:
    """Each place as two signs where it lies: a stack as its side's letter and how many counters, answers as stars."""
    spaces = words.catalog.spaces if whole or not front else _around(words, grid, front)
    left, top = min(space.x for space in spaces), min(space.y for space in spaces)
    rows: dict[int, dict[int, Space]] = {}
    for space in spaces:
        row, column = round((space.y - top) / grid.down), 2 * round((space.x - left) / grid.across)
        rows.setdefault(row, {})[column] = space
    signs = _signs(words)
    text = Text()
    for _, line in sorted(rows.items()):
        text.append(f"{line[min(line)].id:>5} ", style="dim")
        at = 0
        for column, space in sorted(line.items()):
            sign, style = signs.get(space.id) or (("o ", "") if space.name else ("· ", "dim"))
            text.append(" " * (column - at)).append(sign, style=style)
            at = column + 2
        text.append("\n")
    return text


def _signs(words: Words) -> dict[str, tuple[str, str]]:
    """The places where there is more to see than the map."""
    colour = _colours(words)
    answers = {choice.key for choice in words.choices() if choice.option.kind == "space"}
    signs = dict.fromkeys(answers, ("* ", "bold yellow"))
    for id, pieces in held(words).items():
        side, count = pieces[0].side, min(len(pieces), 9)
        signs[id] = (f"{side[:1].upper()}{count}", colour.get(side, "bold") + (" reverse" if id in answers else ""))
    return signs


def _around(words: Words, grid: Grid, front: list[str]) -> list[Space]:
    """The rectangle of the map that holds the front."""
    at = [words.spaces[id] for id in front]
    x0, x1 = min(s.x for s in at) - _NEAR * grid.near, max(s.x for s in at) + _NEAR * grid.near
    y0, y1 = min(s.y for s in at) - _NEAR * grid.down, max(s.y for s in at) + _NEAR * grid.down
    return [space for space in words.catalog.spaces if x0 <= space.x <= x1 and y0 <= space.y <= y1]


def _colours(words: Words) -> dict[str, str]:
    sides = dict.fromkeys(words.title.side_of(seat) for seat in words.title.seats)
    return dict(zip(sides, STYLES, strict=False))


# -- stacks, tracks, odds ---------------------------------------------------------------------------


def stacks(words: Words, ids: Iterable[str]) -> Table:
    """Places with the pieces that lie there, the topmost first."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    colour = _colours(words)
    for id in ids:
        pieces = words.stack(id)
        side = Text(pieces[0].side[:1].upper(), style=colour.get(pieces[0].side, "bold")) if pieces else Text()
        table.add_row(words.space(id), side, "; ".join(words.piece(piece.key) for piece in pieces) or "empty")
    return table


def tracks(words: Words) -> Table:
    """What stands on the printed tracks."""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for track in words.view.tracks:
        most = f" of {track.high}" if track.high is not None else ""
        table.add_row(Text(track.title, style="cyan"), f"{track.value}{most}", track.flag)
    return table


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
    parts: list[RenderableType] = [Text(), head, ask]
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
