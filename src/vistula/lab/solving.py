"""Computer players at puzzles: who solves which."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from vistula.kernel.decision import Action, SeatId
from vistula.kernel.errors import BadInput
from vistula.kernel.game import Game
from vistula.kernel.title import Title
from vistula.lab.puzzles import ANY, Holds, Puzzle, pieces
from vistula.players import Greedy
from vistula.players.play import Seated, asked, seat_players

LEVELS = ("recruit", "officer", "captain")
PLAYOUTS = 24
"""Playouts a decision that captains have for a puzzle unless told otherwise."""
ENDLESS = 5_000
"""Answers after which a puzzle is taken not to end."""
PASS = ("pass", "end", "done", "stop", "decline", "save", "stay")
"""Verbs by which a seat that only passes answers, where they are offered."""


class Attempt(msgspec.Struct, frozen=True):
    """What one player made of one puzzle; `told` says what was answered, or which condition does not hold."""

    solved: bool
    told: str = ""


class Score(msgspec.Struct):
    """All puzzles of a title with every level's attempts, in the order of the puzzles."""

    game: str
    playouts: int
    puzzles: list[Puzzle]
    attempts: dict[str, list[Attempt]]

    def solved(self, level: str) -> int:
        return sum(attempt.solved for attempt in self.attempts[level])

    def table(self) -> dict[str, Any]:
        """The document that `vistula lab --puzzles --json` prints."""
        return {
            "game": self.game,
            "playouts": self.playouts,
            "puzzles": [self._line(n, puzzle) for n, puzzle in enumerate(self.puzzles)],
            "levels": {level: {"solved": self.solved(level), "of": len(self.puzzles)} for level in self.attempts},
        }

    def _line(self, n: int, puzzle: Puzzle) -> dict[str, Any]:
        f = puzzle.file
        return {
            "name": puzzle.name, "theme": f.theme, "seat": f.seat, "source": f.source, "why": f.why,
            "solved": {level: done[n].solved for level, done in self.attempts.items()},
            "told": {level: done[n].told for level, done in self.attempts.items() if not done[n].solved},
        }  # fmt: skip


def solve_all(
    title: Title[Any],
    puzzles: Sequence[Puzzle],
    levels: Sequence[str] = LEVELS,
    playouts: int = PLAYOUTS,
    tell: Callable[[Puzzle, str, Attempt], None] | None = None,
) -> Score:
    """Set every puzzle to every level."""
    score = Score(title.id, playouts, list(puzzles), {level: [] for level in levels})
    for puzzle in puzzles:
        for level in levels:
            attempt = solve(puzzle, level, playouts)
            score.attempts[level].append(attempt)
            if tell is not None:
                tell(puzzle, level, attempt)
    return score


def solve(puzzle: Puzzle, level: str, playouts: int = PLAYOUTS) -> Attempt:
    """One player at one puzzle: it is solved if it is solved with every seed."""
    for seed in puzzle.file.seeds:
        attempt = Trial(puzzle, level, seed, playouts).run()
        if not attempt.solved:
            return attempt
    return Attempt(True)


def check(puzzle: Puzzle) -> None:
    """BadInput where the position, an answer or a condition of a puzzle does not fit its game."""
    trial = Trial(puzzle, "officer", puzzle.file.seeds[0], 0)
    trial.begin()
    trial.expected()
    for n, holds in enumerate(puzzle.file.holds):
        trial.judge(n, holds)


class Trial:
    """One player at one puzzle with one seed."""

    def __init__(self, puzzle: Puzzle, level: str, seed: int, playouts: int) -> None:
        self.p, self.seed = puzzle, seed
        self.game: Game[Any] = puzzle.start(seed)
        self.side = puzzle.title.side_of(puzzle.seat)
        own = {seat: level for seat in self.game.seats if puzzle.title.side_of(seat) == self.side}
        self.players = seat_players(own, seed, playouts)
        self.done: list[Action] = []
        self.worst: Fraction | None = None  # the lowest odds at which the seat attacked

    def run(self) -> Attempt:
        self.begin()
        if not self.p.played:
            return self._answer()
        self._play_on()
        for n, holds in enumerate(self.p.file.holds):
            if told := self.judge(n, holds):
                return Attempt(False, f"{told} (seed {self.seed})" if len(self.p.file.seeds) > 1 else told)
        return Attempt(True)

    # -- up to the question -----------------------------------------------------------------------

    def begin(self) -> None:
        """Let others answer, and the seat pass, until the seat is asked what the puzzle is about."""
        if self.p.seat not in self.game.seats:
            raise self.p.wrong("seat", f"there is no seat {self.p.seat}; there are: {', '.join(self.game.seats)}")
        for _ in range(ENDLESS):
            if self.game.over:
                break
            if self._asks():
                return
            seat = asked(self.game)
            self.game.push(self._passing(seat) if seat == self.p.seat else self._other(seat), seat)
        what = self.p.file.asks or "anything"
        raise self.p.wrong("seat", f"{self.p.seat} is not asked {what} in this position")

    def _asks(self) -> bool:
        decision = self.game.decisions.get(self.p.seat)
        if decision is None or not decision.waits:
            return False
        return self.p.file.asks in ("", decision.step)

    def _other(self, seat: SeatId) -> Action:
        """What another seat answers."""
        if self.p.file.others == "pass":
            return self._passing(seat)
        if seat not in self.players:
            self.players |= seat_players({seat: self.p.file.others}, self.seed)
        return self.players[seat].choose(self.game, seat)

    def _passing(self, seat: SeatId) -> Action:
        offered = self.game.decisions[seat].actions()
        waved = next((action for verb in PASS for action in offered if action.verb == verb), None)
        return waved or Seated(Greedy(), self.players[self.p.seat].rng).choose(self.game, seat)

    # -- one answer -------------------------------------------------------------------------------

    def expected(self) -> tuple[list[Action], list[Action]]:
        """The right and the wrong answers."""
        f = self.p.file
        return self.p.answers("right", f.right, self.game), self.p.answers("wrong", f.wrong, self.game)

    def _answer(self) -> Attempt:
        right, wrong = self.expected()
        action = self.players[self.p.seat].choose(self.game, self.p.seat)
        good = (not right or _among(action, right)) and not _among(action, wrong)
        return Attempt(good, "" if good else self._words(action))

    def _words(self, action: Action) -> str:
        option = self.game.decisions[self.p.seat].option(action)
        if option is None or option.kind == "button":
            return action.verb
        return f"{action.verb} {self.p.title.name_of(option.kind, action.arg)}"

    # -- playing on -------------------------------------------------------------------------------

    def _play_on(self) -> None:
        turn = self.p.title.turn(self.game.s)
        for n in range(ENDLESS):
            if self.game.over or (n and self._stops(turn)):
                return
            seat = asked(self.game)
            if self.p.title.side_of(seat) != self.side:
                self.game.push(self._other(seat), seat)
                continue
            action = self.players[seat].choose(self.game, seat)
            self._note(seat, action)
            self.game.push(action, seat)
        raise self.p.wrong("until", f"play does not come to this in {ENDLESS} answers")

    def _stops(self, turn: int) -> bool:
        """Whether what the puzzle is played until has come."""
        until = self.p.file.until
        if until == "game":
            return False
        if until == "turn":
            return self.p.title.turn(self.game.s) != turn
        *who, step = until.split()
        return any(d.waits and d.step == step and who in ([], [d.seat]) for d in self.game.decisions.values())

    def _note(self, seat: SeatId, action: Action) -> None:
        own = self.game.seat(seat)
        self.done.append(action)
        if action.verb == "resolve" and (forecast := own.forecast()) is not None:
            odds = [Fraction(int(a), int(b)) for a, b in re.findall(r"(\d+):(\d+)", forecast.title) if int(b)]
            self.worst = min([*odds, *([] if self.worst is None else [self.worst])], default=None)

    # -- conditions -------------------------------------------------------------------------------

    def judge(self, n: int, holds: Holds) -> str:
        """What does not hold, in words; nothing if all is well."""
        key = f"holds[{n}]"
        kind = holds.kind
        if kind == "units":
            return self._count(key, holds)
        if kind == "track":
            return self._track(key, holds)
        if kind in ("won", "lost"):
            return self._outcome(holds)
        if kind == "odds":
            least = Fraction(*map(int, (holds.odds or "1:1").split(":")))
            return f"attacked at {_odds(self.worst)}" if self.worst is not None and self.worst < least else ""
        return self._deeds(key, holds)

    def _count(self, key: str, holds: Holds) -> str:
        spaces = None
        if holds.spaces is not None:
            spaces = {self.p.space(f"{key}.in[{i}]", name, self.game) for i, name in enumerate(holds.spaces)}
        known = {c.id for c in self.p.title.catalog().counters}
        for i, name in enumerate(holds.units or ()):
            if name not in known:
                raise self.p.wrong(f"{key}.units[{i}]", f"there is no unit {name}")
        side = holds.side or self.side
        there = [
            piece for piece in pieces(self.game)
            if piece.space is not None and (spaces is None or piece.space in spaces)
            and ((piece.face or piece.key) in holds.units if holds.units is not None else piece.side == side)
        ]  # fmt: skip
        least = holds.least if holds.least is not None else 1 if holds.most is None else 0
        if len(there) < least or (holds.most is not None and len(there) > holds.most):
            where = "on the map" if holds.spaces is None else "in " + ", ".join(holds.spaces)
            who = ", ".join(piece.face or piece.key for piece in there) or "none"
            return f"{where}: {who}"
        return ""

    def _track(self, key: str, holds: Holds) -> str:
        tracks = {track.id: track.value for track in self.game.seat(self.p.seat).view().tracks}
        if holds.track not in tracks:
            raise self.p.wrong(f"{key}.track", f"there is no track {holds.track}; there are: {', '.join(tracks)}")
        value = tracks[holds.track]
        low, high = (value if bound is None else bound for bound in (holds.least, holds.most))
        return "" if low <= value <= high else f"{holds.track} is {value}"

    def _outcome(self, holds: Holds) -> str:
        result = self.game.result
        won = result is not None and self.p.seat in result.winners
        lost = result is not None and bool(result.winners) and not won
        if holds.won is not None and holds.won != won:
            return "not won" if holds.won else "won"
        return "" if holds.lost is None or holds.lost == lost else "not lost" if holds.lost else "lost"

    def _deeds(self, key: str, holds: Holds) -> str:
        """What the seat must have done, or must not."""
        fresh = self.p.start(self.seed)
        for words in holds.once or ():
            if not _among_any(self.done, self._deed(f"{key}.once", words, fresh)):
                return f"never did: {words}"
        for words in holds.never or ():
            if _among_any(self.done, self._deed(f"{key}.never", words, fresh)):
                return f"did: {words}"
        return ""

    def _deed(self, key: str, words: str, game: Game[Any]) -> list[Action]:
        """An action that may be offered later: its name may be a space's, a piece's or a number."""
        verb, _, name = words.partition(" ")
        if not name:
            return [Action(verb, ANY)]
        found = []
        for kind in ("space", "piece", "card", "number"):
            try:
                found.append(Action(verb, self.p.named(key, kind, name, game)))
            except BadInput:  # a name of another kind
                continue
        if not found:
            raise self.p.wrong(key, f"there is nothing called {name}")
        return found


def _among(action: Action, expected: Sequence[Action]) -> bool:
    return any(action.verb == e.verb and e.arg in (ANY, action.arg) for e in expected)


def _among_any(done: Sequence[Action], expected: Sequence[Action]) -> bool:
    return any(_among(action, expected) for action in done)


def _odds(ratio: Fraction | None) -> str:
    return "no odds" if ratio is None else f"{ratio.numerator}:{ratio.denominator}"
