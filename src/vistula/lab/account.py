"""An account of one game that is over: its course by turn, its battles with what chance did in them, where it turned.

Everything follows from the journal, played once more. What a title does not follow (`Title.tallies`) is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

from vistula.kernel.errors import BadInput, IllegalAction
from vistula.kernel.game import Game
from vistula.kernel.journal import Journal
from vistula.kernel.record import Record, begun, journal_of, reopen, retold
from vistula.kernel.tallies import Throw
from vistula.kernel.title import Title
from vistula.kernel.views import Verdict
from vistula.lab.fortune import Fortune, fortunes

TURNING = 3
"""Turns that are told of as those that the game turned in."""
THOUGHTS = 3
STEPS = 100
"""Times that a long account says how far it has come."""


class Curve(msgspec.Struct, omit_defaults=True):
    """A number at the start and after each turn."""

    name: str
    values: list[int]
    side: str = ""


class Diagram(msgspec.Struct, omit_defaults=True):
    title: str
    curves: list[Curve]


class Front(msgspec.Struct, omit_defaults=True):
    """Where the line between the sides ran at the end of a turn: neighbouring spaces that it parts."""

    turn: int
    pairs: list[tuple[str, str]]


class Battle(msgspec.Struct, omit_defaults=True):
    """One throw of chance: what it was expected to bring by exact odds, and what it brought."""

    line: int  # of the diary of somebody from whom nothing was hidden
    turn: int
    side: str
    text: str
    expected: float
    came: float
    space: str = ""
    odds: str = ""


class Turning(msgspec.Struct, omit_defaults=True):
    """A turn in which the lead changed most: for whom, by how much; where fortune helped most, by which line."""

    turn: int
    line: int  # with which the turn began
    side: str
    gain: int
    lead: int  # of that side at its end
    battle: int = -1  # number of the battle in which that side was luckiest


class Thought(msgspec.Struct, omit_defaults=True):
    """How long somebody took for one message, as the clock of the server tells."""

    seat: str
    seconds: float
    turn: int
    line: int


class Account(msgspec.Struct, omit_defaults=True):
    """What there is to tell of a game after its end."""

    game: str
    scenario: str
    turns: list[int]  # 0 is the start
    heard: list[int]  # lines of the diary that had been told by then
    charts: list[Diagram] = []
    fronts: list[Front] = []
    battles: list[Battle] = []
    fortunes: list[Fortune] = []
    worth: str = ""  # what one point of the ledger is
    turnings: list[Turning] = []
    turned: str = ""  # the chart that the turning points are taken from
    thoughts: list[Thought] = []
    result: Verdict | None = None
    seats: dict[str, str] = {}
    ended: str = ""


class Said(msgspec.Struct, frozen=True):
    """Who sent an entry in which message, and when: a table knows that, a record does not."""

    seat: str  # empty: the table did it by itself
    message: str
    at: float


class Measured(NamedTuple):
    """How things stood at the end of a turn."""

    turn: int
    values: list[int]
    line: list[tuple[int, int]]
    heard: int


class Chronicler:
    """Looks on while a game is played again; what is undone is forgotten."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.tallies = game.title.tallies()
        self.throws: dict[int, Throw] = {}  # by the number of their event
        self.began: dict[int, int] = {}  # turn -> events before it
        self.measured: list[Measured] = []
        self.turn = game.title.turn(game.s)
        self.began[self.turn] = 0
        game.s.desk = self
        self._measure(0)

    def look(self) -> None:
        """After an entry."""
        told, turn = len(self.game.events), self.game.title.turn(self.game.s)
        self.throws = {n: throw for n, throw in self.throws.items() if n < told} if self._undone(told) else self.throws
        while self.measured and self.measured[-1].turn >= turn and turn < self.turn:
            self.measured.pop()  # the turn had begun, and that was taken back
        if turn > self.turn:
            self._measure(self.turn)
            self.began[turn] = told
        self.turn = turn

    def _undone(self, told: int) -> bool:
        return bool(self.throws) and next(reversed(self.throws)) >= told

    def end(self) -> None:
        self._measure(self.turn)

    def _measure(self, turn: int) -> None:
        s = self.game.s
        self.measured.append(Measured(turn, [*self.tallies.measure(s)], [*self.tallies.line(s)], len(self.game.events)))

    # -- the desk: what rules tell ------------------------------------------------------------------

    def tell(self, s: Any, rule: str, key: str, to: Sequence[str] | None, refs: dict[str, Any]) -> None:
        thrown = self.tallies.throw(s, key, refs)
        if thrown is not None:
            self.throws[len(self.game.events)] = thrown
        self.game.tell(s, rule, key, to, refs)

    def disclose(self, rule: str, seats: Sequence[str], fact: object) -> None:
        self.game.disclose(rule, seats, fact)

    def settle(self, rule: str) -> None:
        self.game.settle(rule)


def account(
    found: Title[Any],
    journal: Journal,
    said: Sequence[Said] = (),
    progress: Callable[[float], None] = lambda done: None,
) -> Account:
    """Play a game once more and tell of it."""
    game = begun(found, journal)
    looks = Chronicler(game)
    count = len(journal.entries)
    lines: list[int] = []  # events before each entry
    turns: list[int] = []
    for n, _ in enumerate(retold(game, journal, count)):
        if n:
            looks.look()
        done = len(game.journal.entries) if game.journal is not None else 0
        lines += [len(game.events)] * (done + 1 - len(lines))
        turns += [looks.turn] * (done + 1 - len(turns))
        if n % max(1, count // STEPS) == 0:
            progress(n / max(1, count))
    looks.end()
    made = _tell(looks)
    made.thoughts = list(_thoughts(said, turns, lines))
    progress(1.0)
    return made


def _tell(looks: Chronicler) -> Account:
    game, title, tallies = looks.game, looks.game.title, looks.tallies
    result = game.result
    ends = looks.measured
    made = Account(title.id, game.scenario, [each.turn for each in ends], [each.heard for each in ends])
    made.charts = list(_charts(looks))
    made.fronts = [
        Front(each.turn, [(title.name_of("space", a), title.name_of("space", b)) for a, b in each.line])
        for each in ends
        if each.line
    ]
    made.battles = list(_battles(looks))
    sides = list(dict.fromkeys(title.side_of(seat) for seat in game.seats))
    made.fortunes = fortunes(list(looks.throws.values()), sides)
    made.worth = tallies.luck_in_words
    made.turnings = _turnings(looks, made.battles)
    made.turned = tallies.gauges[0].chart if made.turnings else ""
    if result is not None:
        victors = title.victors(result, game.seats)
        made.result = Verdict(list(result.winners), victors, result.level, result.rule, result.score)
        made.ended = game.outcome_in_words
    return made


def _charts(looks: Chronicler) -> Iterator[Diagram]:
    """The gauges, those of one chart together."""
    gauges = looks.tallies.gauges
    for title in dict.fromkeys(gauge.chart for gauge in gauges):
        curves = [
            Curve(gauge.name, [each.values[i] for each in looks.measured], gauge.side)
            for i, gauge in enumerate(gauges)
            if gauge.chart == title
        ]
        if any(any(curve.values) for curve in curves):  # else there is nothing of it in this scenario
            yield Diagram(title, curves)


def _battles(looks: Chronicler) -> Iterator[Battle]:
    game, title = looks.game, looks.game.title
    for line, thrown in looks.throws.items():
        yield Battle(
            line=line,
            turn=_turn_of(looks, line),
            side=thrown.side,
            text=title.tale(game.events[line]),
            expected=round(thrown.expected, 3),
            came=thrown.came,
            space=title.name_of("space", thrown.at) if thrown.at >= 0 else "",
            odds=thrown.odds,
        )


def _turn_of(looks: Chronicler, line: int) -> int:
    return max((turn for turn, first in looks.began.items() if first <= line), default=0)


def _turnings(looks: Chronicler, battles: Sequence[Battle]) -> list[Turning]:
    """The turns that changed the lead most, in their order."""
    leads = list(_leads(looks))
    sides = _rivals(looks)
    if sides is None:
        return []
    found = []
    for (_, before), (turn, after) in pairwise(leads):
        if change := after - before:
            side, sign = (sides[0], 1) if change > 0 else (sides[1], -1)
            first = looks.began.get(turn, 0)
            best = _luckiest(battles, turn, side)
            found.append(Turning(turn, first, side, abs(change), sign * after, best))
    most = sorted(found, key=lambda each: -each.gain)[:TURNING]
    return sorted(most, key=lambda each: each.turn)


def _rivals(looks: Chronicler) -> tuple[str, str] | None:
    """The two sides that the first chart is about, the one first for which it counts above zero."""
    game = looks.game
    sides = list(dict.fromkeys(game.title.side_of(seat) for seat in game.seats))
    own = _lead_gauges(looks)
    if not own or len(sides) != 2:
        return None
    first = own[0].above or own[0].side
    return (first, next(side for side in sides if side != first)) if first in sides else None


def _lead_gauges(looks: Chronicler) -> Sequence[Any]:
    gauges = looks.tallies.gauges
    return [gauge for gauge in gauges if gauge.chart == gauges[0].chart]


def _leads(looks: Chronicler) -> Iterator[tuple[int, int]]:
    """By turn, how far the first side is ahead."""
    own = _lead_gauges(looks)
    for each in looks.measured:
        rest = 0 if own and own[0].above else sum(each.values[1 : len(own)])
        yield each.turn, sum(each.values[:1]) - rest


def _luckiest(battles: Sequence[Battle], turn: int, side: str) -> int:
    """The battle of a turn in which a side had most luck; -1 where it had none."""
    lucks = [
        ((each.came - each.expected) * (1 if each.side == side else -1), n)
        for n, each in enumerate(battles)
        if each.turn == turn
    ]
    best = max(lucks, default=(0.0, -1))
    return best[1] if best[0] > 0 else -1


def _thoughts(said: Sequence[Said], turns: Sequence[int], lines: Sequence[int]) -> Iterable[Thought]:
    """The longest times between what was done before and what a person then did."""
    found = []
    for n in range(1, len(said)):
        before, now = said[n - 1], said[n]
        if now.seat and (now.message != before.message or not now.message) and now.at > before.at:
            found.append(Thought(now.seat, now.at - before.at, turns[n], lines[n]))
    return sorted(found, key=lambda each: -each.seconds)[:THOUGHTS]


def account_of(record: Record, where: str, pack: str | None = None) -> Account:
    """The account of a record; BadInput for one that does not play."""
    found, journal = reopen(record, where, pack).title, journal_of(record, where)
    try:
        made = account(found, journal)
    except (IllegalAction, ValueError) as error:
        raise BadInput(where, "entries", f"do not play: {error}") from None
    made.seats = record.header.seats
    return made
