"""The words in which tests speak: situations from position files, actions by the names on board and counters.

    game = at("position.toml")
    dice(game, 4, 2)
    can(game, "hex", "0513")
    cannot(game, "hex", "0412", rule="7.1a")
    play(game, "poland", "hex", "0513")

`can` and `cannot` fail by themselves and say what is offered; they also return True, for those who like `assert`.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from textwrap import dedent
from typing import Any

import vistula
from vistula.kernel import Decision, Game, IllegalAction, SeatId
from vistula.kernel.game import begin
from vistula.kernel.record import named_action


def at(position: str | Path, game: str = "", *, seed: int = 1, **options: str) -> Game[Any]:
    """The game that a position describes, given as its text or as a file.

    Its title is the one named, or `game` in the position, or the one whose folder the test stands in.
    """
    where, text = _text(position)
    named = game or tomllib.loads(text).get("game") or _title_of_folder(sys._getframe(1).f_code.co_filename)
    return begin(vistula.title(named), None, seed, None, options, text, where)


def _text(position: str | Path) -> tuple[str, str]:
    if isinstance(position, Path) or (position.endswith(".toml") and "\n" not in position):
        return str(position), Path(position).read_text(encoding="utf8")
    return "position", dedent(position)


def _title_of_folder(file: str) -> str:
    parts = Path(file).parts
    return parts[parts.index("games") + 1].replace("_", "-") if "games" in parts else ""


def dice(game: Game[Any], *values: int) -> Game[Any]:
    """Lay out the values that the next dice show."""
    game.dice.lay(values)
    return game


def play(game: Game[Any], seat: str, verb: str, name: str | int = 0) -> Game[Any]:
    """One click by the name of what it is applied to; IllegalAction if it is not offered."""
    game.play(seat, named_action(game, seat, verb, name))
    return game


def can(game: Game[Any], verb: str, name: str | int = 0, seat: str = "") -> bool:
    """This is offered now, to the seat named or to any that is asked."""
    decisions = _asked(game, seat)
    assert any(_offers(game, d, verb, name) for d in decisions), (
        f"{verb} {name} is not offered: {_all_offers(game, decisions)}"
    )
    return True


def cannot(game: Game[Any], verb: str, name: str | int = 0, rule: str = "", seat: str = "", kind: str = "") -> bool:
    """This is not offered now; with a rule, that rule is why."""
    decisions = _asked(game, seat)
    for d in decisions:
        assert not _offers(game, d, verb, name), f"{verb} {name} is offered to {d.seat} by [{d.rule}]"
    if rule:
        seats = [SeatId(seat)] if seat else [d.seat for d in decisions]
        kind = kind or _kind(game, decisions, verb)
        why = {asked: _why(game, asked, kind, name) for asked in seats}
        assert rule in {refusal[0] for refusal in why.values()}, f"{verb} {name}: not [{rule}] refuses it but {why}"
    return True


def _asked(game: Game[Any], seat: str) -> list[Decision]:
    """What the seat is asked, or all that anyone is."""
    return [d for d in game.decisions.values() if seat in ("", d.seat)]


def _offers(game: Game[Any], decision: Decision, verb: str, name: str | int) -> bool:
    try:
        return named_action(game, decision.seat, verb, name) in decision
    except IllegalAction:
        return False


def _all_offers(game: Game[Any], decisions: list[Decision]) -> str:
    title = game.title
    offers = [
        f"{d.seat} [{d.rule}] {o.verb} {' '.join(title.name_of(o.kind, arg) for arg in o.args)}"
        for d in decisions
        for o in d.options
    ]
    return "; ".join(offers) or "nothing is"


def _kind(game: Game[Any], decisions: list[Decision], verb: str) -> str:
    """What a verb is applied to: as offered now, or as the title's words have it."""
    offered = [o.kind for d in decisions for o in d.options if o.verb == verb]
    return offered[0] if offered else game.title.ref_kinds.get(verb, "space")


def _why(game: Game[Any], seat: SeatId, kind: str, name: str | int) -> tuple[str, str]:
    refusal = game.seat(seat).why_not(kind, game.title.arg_of(kind, str(name)))
    return (refusal.rule, refusal.why) if refusal is not None else ("", "it can be chosen")
