"""What is compared when two games, or two looks at one game, must be the same."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from vistula.kernel import Action, Decision, Event, Game, IllegalAction, Seat, Title
from vistula.kernel.views import UndoView, View

Ref = tuple[str, int]
encode = msgspec.json.Encoder(enc_hook=list).encode  # arguments of an option may be any sequence


class Broken(AssertionError):
    """A promise that a title or the kernel did not keep."""


# -- the whole game -----------------------------------------------------------------------------------


def truth(game: Game[Any]) -> bytes:
    """The whole game, for comparison."""
    told = [game.s, game.stack, list(game.decisions.items()), game.dice.number, game.standing, game.resigned]
    return encode(told)


def digest(game: Game[Any], dice: bool = True) -> bytes:
    """State, stack and decisions in sixteen bytes."""
    told = [game.s, game.stack, list(game.decisions.items()), game.dice.number if dice else 0]
    return hashlib.blake2b(encode(told), digest_size=16).digest()


# -- what one seat is given ---------------------------------------------------------------------------


class Questions(msgspec.Struct):
    """What a seat asks about: things that it could point at, paint over the map, actions it could weigh."""

    refs: list[Ref] = []
    overlays: list[tuple[str, int | None]] = []
    actions: list[Action] = []


def knowledge(seat: Seat[Any], ask: Questions, undo: bool = False) -> dict[str, bytes]:
    """All that a seat is given, part by part. Whether it may take back is compared only if asked for."""
    view = seat.view()
    if not undo:
        view = msgspec.structs.replace(view, undo=UndoView())
    return {
        "state": encode(seat.s),
        "stack": encode(seat.stack),
        "decision": encode(seat.decision),
        "options": encode(seat.decision_view()),
        "waiting": encode(seat.waiting),
        "result": encode(seat.result),
        "view": encode(view),
        "refusals": encode([answer(seat.why_not, kind, arg) for kind, arg in ask.refs]),
        "odds": encode([answer(seat.forecast, action) for action in [None, *ask.actions]]),
        "overlays": encode([answer(seat.overlay, kind, arg) for kind, arg in ask.overlays]),
    }


def answer(ask: Callable[..., Any], *args: Any) -> Any:
    """An answer, or the error that stands for it: a title may have none for some things."""
    try:
        return ask(*args)
    except (LookupError, ValueError, IllegalAction) as error:
        return repr(error)


def imagined(own: Seat[Any]) -> bytes:
    """One game that a seat imagines; a function of its knowledge."""
    made = own.determinize(random.Random(7))
    return encode([made.s, made.stack, made.dice.secret.hex(), list(made.decisions.items())])


def sights(seat: Seat[Any]) -> set[tuple[str, str]]:
    """The pieces and cards that a seat sees, by the names under which it sees them."""
    view = seat.view()
    pieces = [*view.pieces, *(piece for box in view.boxes for piece in box.pieces)]
    return {("piece", piece.key) for piece in pieces} | {("card", card.key) for card in view.cards}


def named(title: Title[Any], event: Event) -> Iterator[tuple[str, str]]:
    """The pieces and cards that an event names."""
    for ref, value in event.refs.items():
        kind = title.ref_kinds.get(ref, "")
        if kind in ("piece", "card"):
            for each in value if isinstance(value, (list, tuple)) else [value]:
                if type(each) is int and each >= 0:
                    yield kind, title.name_of(kind, each)


def differing(a: dict[str, bytes], b: dict[str, bytes]) -> str:
    """The first part in which two bodies of knowledge differ, with both values; "" where they are the same."""
    return next((f"{part}: {apart(a[part], b[part])}" for part in a if a[part] != b[part]), "")


def apart(a: bytes, b: bytes) -> str:
    """Two texts from where they begin to differ."""
    first, second = a.decode(), b.decode()
    at = next((i for i, (x, y) in enumerate(zip(first, second, strict=False)) if x != y), min(len(first), len(second)))
    start = max(0, at - 60)
    return f"…{first[start : at + 120]}… and …{second[start : at + 120]}…"


# -- what to ask about --------------------------------------------------------------------------------


class Curiosity:
    """Picks at random what is asked about."""

    def __init__(self, title: Title[Any], rng: random.Random) -> None:
        self.title = title
        self.rng = rng
        self.overlays = title.catalog().overlays
        self.spaces = [title.arg_of("space", space.id) for space in title.catalog().spaces]

    def some(self, things: list[Any], count: int) -> list[Any]:
        return self.rng.sample(things, min(count, len(things)))

    def questions(self, own: Seat[Any]) -> Questions:
        """A few spaces, pieces and cards that a seat sees or is offered, an overlay, two actions."""
        view = own.view()
        cards = [card.key for card in view.cards if card.face is not None]
        refs = [
            *self.some([(o.kind, self.rng.choice(o.args)) for o in own.decision.options] if own.decision else [], 2),
            *self.some(self.pieces(view), 2),
            *[("card", self.title.arg_of("card", key)) for key in self.some(cards, 1)],
            *[("space", space) for space in self.some(self.spaces, 2)],
        ]
        refs = [ref for ref in refs if ref[0] in ("space", "piece", "card")]
        overlays = [
            (kind, arg) for kind in self.some(self.overlays, 1) for arg in (None, *[ref[1] for ref in refs[:1]])
        ]
        return Questions(refs, overlays, self.some(some_actions(own.decision), 2))

    def pieces(self, view: View) -> list[Ref]:
        """The pieces that a seat sees and can speak of; one that it cannot look at need not have a name."""
        seen = []
        for piece in view.pieces:
            try:
                seen.append(("piece", self.title.arg_of("piece", piece.key)))
            except ValueError:
                if piece.face is not None:
                    raise Broken(f"piece {piece.key} is seen and not found by that name") from None
        return seen

    def not_offered(self, game: Game[Any]) -> list[tuple[str, Action]]:
        """Actions that are wrong in every way: verb, argument, type, seat."""
        offered = {seat: game.decision_of(seat) for seat in game.seats}
        right = [action for d in offered.values() for action in some_actions(d)]
        wrong: list[tuple[str, Action]] = [("nobody", right[0])]
        for seat, d in offered.items():
            tries = [Action("frobnicate"), Action("undo"), *right]
            for option in d.options if d is not None else []:
                args = [max(option.args) + 1, -99, 10**9, *self.some(self.spaces, 3)]
                tries += [Action(option.verb, arg) for arg in args]
            wrong += [(seat, action) for action in tries if d is None or action not in d]
            wrong += [(seat, Action(action.verb, float(action.arg))) for action in right[:2]]  # type: ignore[arg-type]
        return self.some(wrong, 8)


def some_actions(decision: Decision | None) -> list[Action]:
    """Up to three actions of each verb."""
    options = decision.options if decision is not None else []
    return [Action(o.verb, arg) for o in options for arg in {o.args[0]: 0, o.args[len(o.args) // 2]: 0, o.args[-1]: 0}]
