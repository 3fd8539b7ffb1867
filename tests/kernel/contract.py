"""The contract that every title keeps, checked on whole random games.

`check_game` plays one game at random and looks, at some decisions more closely than at others, whether
the promises of the kernel hold: pure choices, nothing leaked, nothing lost, nothing accepted that was not
offered. `make test` and `make soak` run the same code.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from vistula.kernel import (
    ONLOOKER,
    Action,
    BadInput,
    Barrier,
    Decision,
    Game,
    IllegalAction,
    Option,
    Seat,
    SeatId,
    Title,
)
from vistula.kernel.barrier import LEARNING
from vistula.kernel.course import unsealed
from vistula.kernel.procedure import StepKind
from vistula.kernel.record import Record, decode, record_of, replay, transcript_of, verify
from vistula.kernel.save import load, save
from vistula.kernel.views import UndoView, View

LIMIT = 30_000
encode = msgspec.json.Encoder(enc_hook=list).encode  # arguments of an option may be any sequence
Ref = tuple[str, int]


class Broken(AssertionError):
    """A promise that a title or the kernel did not keep."""


class Figures(msgspec.Struct):
    """What was looked at in one game."""

    decisions: int = 0
    looked: int = 0
    twins: int = 0
    learnt: int = 0
    undone: int = 0
    refused: int = 0
    gestures: int = 0
    interrupts: int = 0
    rewound: int = 0
    rolls: int = 0


def check_game(
    title: Title[Any], scenario: str, seed: int, *, every: float = 0.15, options: dict[str, str] | None = None
) -> Figures:
    """Play one random game and check the contract; `every` is the share of decisions that are looked at closely.

    What fails is raised with the game in `game`, so that it can be put on file.
    """
    walk = Walk(title, scenario, seed, every, options or {})
    try:
        walk.to_the_end()
        walk.on_file()
    except Exception as error:
        error.add_note(f"{title.id} {scenario} seed {seed} {options or ''}: after entry {len(walk.entries)}")
        error.game = walk.game  # type: ignore[attr-defined]
        raise
    return walk.figures


# -- what is compared --------------------------------------------------------------------------------


def truth(game: Game[Any]) -> bytes:
    """The whole game, for comparison."""
    return encode([game.s, game.stack, list(game.decisions.items()), game.dice.number, game.standing, game.resigned])


def differing(a: dict[str, Any], b: dict[str, Any]) -> str:
    """The first part in which two dictionaries differ, with both values."""
    for part in a:
        if a[part] != b[part]:
            return f"{part}: {_short(a[part], b[part])}"
    return ""


def _short(a: Any, b: Any) -> str:
    """Two values from where they begin to differ."""
    first, second = _text(a), _text(b)
    at = next((i for i, (x, y) in enumerate(zip(first, second, strict=False)) if x != y), min(len(first), len(second)))
    start = max(0, at - 60)
    return f"…{first[start : at + 120]}… and …{second[start : at + 120]}…"


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def knowledge(seat: Seat[Any], refs: list[Ref], undo: bool = False) -> dict[str, bytes]:
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
        "refusals": encode([_try(seat.why_not, kind, arg) for kind, arg in refs]),
        "odds": encode([_try(seat.forecast, action) for action in [None, *_some_actions(seat.decision)]]),
        "overlays": encode([_try(seat.overlay, kind, arg) for kind, arg in _overlays(seat, refs)]),
    }


def _try(ask: Callable[..., Any], *args: Any) -> Any:
    """An answer, or the error that stands for it: a title may have none for some things."""
    try:
        return ask(*args)
    except (LookupError, ValueError, IllegalAction) as error:
        return repr(error)


def _some_actions(decision: Decision | None) -> list[Action]:
    """Up to three actions of each verb."""
    if decision is None:
        return []
    return [Action(o.verb, arg) for o in decision.options for arg in [o.args[0], o.args[len(o.args) // 2], o.args[-1]]]


def _overlays(seat: Seat[Any], refs: list[Ref]) -> Iterator[tuple[str, int | None]]:
    for kind in seat.title.catalog().overlays:
        yield kind, None
        for _, arg in refs[:6]:
            yield kind, arg


# -- one game ----------------------------------------------------------------------------------------


class Walk:
    """A random game and what has been seen of it."""

    def __init__(self, title: Title[Any], scenario: str, seed: int, every: float, options: dict[str, str]) -> None:
        self.title = title
        self.rng = random.Random(f"{title.id} {scenario} {seed} {sorted(options.items())}")
        self.every = every
        self.game: Game[Any] = title.start(scenario, seed=seed, options=options)
        assert self.game.journal is not None
        self.entries = self.game.journal.entries
        self.figures = Figures()
        self.shadows: dict[str, Game[Any]] = {}
        self.trail = {0: self._mark()}
        self.refs = self._all_refs()
        self.asked: dict[SeatId, list[Ref]] = {}

    # -- the course -------------------------------------------------------------------------------

    def to_the_end(self) -> None:
        rewinds = int(self.rng.random() < 0.3)
        while True:
            while not self.game.over:
                self._decision()
            if not rewinds or not self.entries:
                return
            rewinds -= 1
            self._rewind()

    def _decision(self) -> None:
        self.figures.decisions += 1
        if self.figures.decisions > LIMIT:
            raise Broken(f"the game does not end after {LIMIT} decisions")
        self.title.check(self.game.s, self.game.stack)
        self.well_formed()
        close = self.rng.random() < self.every
        if close:
            self.figures.looked += 1
            self.asked = {seat: self._new_refs(self.game.seat(seat)) for seat in self.game.seats}
            self.pure()
            for seat in self.game.seats:
                self.refusals_hold(seat)
            self.refuses()
            self.survives_copying()
            self.twins()
            if self._other_ways():
                return
        self._act(close)

    def _act(self, close: bool) -> None:
        seat, action = self._choose()
        game, decision = self.game, self.game.decisions[seat]
        asked = encode(decision)
        draft = game.draft[0]
        others = [ONLOOKER, *(other for other in game.seats if other != seat)] if close else []
        before = {other: self._known(other) for other in others}
        known, was = (self._known(seat), truth(game)) if close else ({}, b"")
        game.play(seat, action)
        self._follow(seat, action, draft not in (None, seat))
        if encode(decision) != asked:
            raise Broken(f"[{decision.rule}] a decision changed after it was asked: its options are part of the state")
        self.figures.interrupts += not decision.waits
        if game.barriers:
            self._no_way_back(seat)
        elif close:
            self._kept_private(seat, decision, before)
            if self.rng.random() < 0.5 and game.options.get("undo") != "consent":
                self._taken_back(seat, decision, known, was)

    def _choose(self) -> tuple[SeatId, Action]:
        """A seat that is waited for, mostly; a verb that is not free, mostly; one of its arguments."""
        rng, decisions = self.rng, self.game.decisions
        waited = [seat for seat, d in decisions.items() if d.waits]
        beside = [seat for seat, d in decisions.items() if not d.waits]
        seat = rng.choice(beside) if beside and rng.random() < 0.05 else rng.choice(waited)
        options = decisions[seat].options
        if rng.random() > 0.03:
            options = [option for option in options if not option.free]
        option = rng.choice(options)
        return seat, Action(option.verb, rng.choice(option.args))

    def _follow(self, seat: SeatId, action: Action, aside: bool) -> None:
        """Copies of the game made earlier do the same; then all are still the same game."""
        if aside:  # a copy has no draft that could be put aside
            self.shadows = {}
        now = self._mark()
        for how, shadow in self.shadows.items():
            shadow.push(action, seat)
            if _digest(shadow) != now:
                raise Broken(f"a game {how} goes another way: {_short(truth(self.game), truth(shadow))}")
        self.trail[len(self.entries)] = now

    def _other_ways(self) -> bool:
        """Sometimes something else than one action: a gesture, a standing answer."""
        chance = self.rng.random()
        if chance < 0.2:
            return self._gesture()
        if chance < 0.25 and self.title.windows:
            seat, kind = self.rng.choice(self.game.seats), self.rng.choice(self.title.windows)
            self.game.stand(seat, kind, self.rng.random() < 0.5)
            self._leap()
            return True
        return False

    def _gesture(self) -> bool:
        game = self.game
        seat = self.rng.choice(list(game.decisions))
        pieces, spaces = self._of_kind(seat, "piece"), self._of_kind(seat, "space")
        if not pieces or not spaces:
            return False
        own = game.seat(seat)
        piece, space = self.rng.choice(pieces), self.rng.choice(spaces)
        route = own.route(piece, space)
        if not route:
            return False
        start = len(self.entries)
        played = game.go(seat, piece, space)
        verbs = [entry.verb for entry in self.entries[start:]]
        if verbs != [action.verb for action in route[:played]]:
            raise Broken(f"the way drawn is {route}, the way played {verbs}")
        self.figures.gestures += 1
        self._leap()
        return True

    def _leap(self) -> None:
        """Something was done that copies cannot follow."""
        self.shadows = {}
        self.trail[len(self.entries)] = self._mark()

    def _rewind(self) -> None:
        number, to = self.game.dice.number, self.rng.randrange(len(self.entries))
        self.game.rewind(to)
        self.figures.rewound += 1
        if self.game.dice.number != number:
            raise Broken("a rewind gave dice numbers back")
        if to in self.trail and self._mark(dice=False) != self.trail_without_dice(to):
            raise Broken(f"a rewind to entry {to} leads elsewhere")
        self._leap()

    def trail_without_dice(self, to: int) -> bytes:
        from vistula.kernel.record import rebuild

        assert self.game.journal is not None
        return _digest(rebuild(self.title, self.game.journal, to), dice=False)

    def _mark(self, dice: bool = True) -> bytes:
        return _digest(self.game, dice)

    # -- what is looked at ------------------------------------------------------------------------

    def well_formed(self) -> None:
        """Decisions are never empty, and everything in them has a name that leads back to it."""
        game = self.game
        if not any(d.waits for d in game.decisions.values()):
            raise Broken("the table waits for nobody and the game is not over")
        for d in game.decisions.values():
            verbs = [option.verb for option in d.options]
            if not verbs or len(set(verbs)) != len(verbs):
                raise Broken(f"[{d.rule}] verbs are missing or stand twice: {verbs}")
            if d.waits and all(option.free for option in d.options):
                raise Broken(f"[{d.rule}] every option only takes back: {verbs}")
            if d.rule not in self.title.checklist:
                raise Broken(f"[{d.rule}] is asked but is not in the checklist")
            for option in d.options:
                self._option_well_formed(d, option)

    def _option_well_formed(self, d: Decision, option: Option) -> None:
        args = list(option.args)
        if not args or len(set(args)) != len(args) or any(type(arg) is not int for arg in args):
            raise Broken(f"[{d.rule}] {option.verb} has no, doubled or odd arguments: {args}")
        arg = self.rng.choice(args)
        name = self.title.name_of(option.kind, arg)
        if self.title.arg_of(option.kind, name) != arg:
            raise Broken(f"[{d.rule}] {option.kind} {arg} is called {name!r} and not found by that name")

    def pure(self) -> None:
        """Asking again, masking, looking and filling change nothing."""
        game = self.game
        was = truth(game)
        for d in list(game.decisions.values()):
            first, second = self._ask_again(d), self._ask_again(d)
            if first != second:
                raise Broken(f"[{d.rule}] asked twice, offers differ: {_short(first, second)}")
            if truth(game) != was:
                raise Broken(f"[{d.rule}] the choice changes the game: {_short(was, truth(game))}")
        for seat in game.seats:
            self._known(seat)
            game.seat(seat).determinize(random.Random(1))
            if truth(game) != was:
                raise Broken(f"looking at the game from {seat} changes it: {_short(was, truth(game))}")

    def _ask_again(self, d: Decision) -> bytes:
        game = self.game
        masked = self.title.mask(game.s, d.seat)
        if not d.waits:
            frame = game.seat(d.seat).frame
            assert frame is not None
            st = next(st for st in frame.anytimes if st.name == d.step)
            return encode(st.body(frame, masked))
        frame = game.stack[-1]
        st = frame.steps[frame.at]
        if st.kind is StepKind.CHOOSE:
            return encode(st.body(frame, masked))
        return encode(st.body(unsealed(frame, d.seat), masked, d.seat))

    def refuses(self) -> None:
        """What is not offered is refused and leaves no trace."""
        game = self.game
        was, entries, events = truth(game), len(self.entries), len(game.events)
        for seat, action in self._wrong():
            try:
                game.play(seat, action)
            except IllegalAction:
                self.figures.refused += 1
            else:
                raise Broken(f"{seat} was not offered {action} and did it")
            if truth(game) != was or len(self.entries) != entries or len(game.events) != events:
                raise Broken(f"{action} by {seat} was refused and left a trace")

    def _wrong(self) -> list[tuple[str, Action]]:
        game, rng = self.game, self.rng
        offered = {seat: game.decision_of(seat) for seat in game.seats}
        everything = [action for d in offered.values() if d is not None for action in _some_actions(d)]
        wrong: list[tuple[str, Action]] = [("nobody", action) for action in everything[:1]]
        for seat, d in offered.items():
            tries = [Action("frobnicate"), Action("undo"), *everything]
            for option in d.options if d is not None else []:
                tries += [
                    Action(option.verb, max(option.args) + 1),
                    Action(option.verb, -99),
                    Action(option.verb, 10**9),
                ]
                tries += [Action(option.verb, arg) for _, arg in self._some_refs(3)]
                tries += [Action(option.verb, float(option.args[0]))]  # type: ignore[arg-type]
            wrong += [(seat, action) for action in tries if d is None or _really(action) not in d]
        return rng.sample(wrong, min(12, len(wrong)))

    def survives_copying(self) -> None:
        """A clone and a game from file are the same game now, and in `_follow` from now on."""
        self.shadows = {"cloned": self.game.clone(), "from file": load(save(self.game), self.title)}
        now = truth(self.game)
        for how, shadow in self.shadows.items():
            if truth(shadow) != now:
                raise Broken(f"a game {how} is another one: {_short(now, truth(shadow))}")
        stored = self.shadows["from file"]
        for seat in self.game.seats:
            difference = differing(self._known(seat), knowledge(stored.seat(seat), self.asked[seat], undo=True))
            if difference:
                raise Broken(f"after save and load {seat} sees something else: {difference}")

    def _kept_private(self, seat: SeatId, decision: Decision, before: dict[SeatId, dict[str, bytes]]) -> None:
        """What was done without a barrier is a draft: nobody else sees anything of it."""
        for other, known in before.items():
            difference = differing(known, self._known(other))
            if difference:
                raise Broken(f"[{decision.rule}] {other} sees what {seat} has only drafted: {difference}")

    def _taken_back(self, seat: SeatId, decision: Decision, known: dict[str, bytes], was: bytes) -> None:
        """Undo gives back the same game to the byte."""
        self.game.undo(seat)
        self.figures.undone += 1
        if truth(self.game) != was:
            raise Broken(f"[{decision.rule}] taken back, the game is another: {_short(was, truth(self.game))}")
        difference = differing(known, self._known(seat))
        if difference:
            raise Broken(f"[{decision.rule}] taken back, {seat} sees something else: {difference}")
        self._leap()

    def _no_way_back(self, seat: SeatId) -> None:
        """Undo never crosses a barrier."""
        game = self.game
        if game.draft[0] is None and game.sealed_step is None:
            was, entries = truth(game), len(self.entries)
            for other in game.seats:
                if game.seat(other).undo.can:
                    raise Broken(f"{other} is told that it may undo past {game.barrier}")
                try:
                    game.undo(other)
                except IllegalAction:
                    continue
                raise Broken(f"{other} took back what lies before {game.barrier}")
            if truth(game) != was or len(self.entries) != entries:
                raise Broken("an undo was refused and left a trace")

    # -- twin worlds ------------------------------------------------------------------------------

    def twins(self) -> None:
        """Worlds that a seat cannot tell apart look alike to it, now and after its next action."""
        for seat in self.rng.sample(self.game.seats, min(2, len(self.game.seats))):
            own = self.game.seat(seat)
            seed = self.rng.getrandbits(32)
            worlds = [own.determinize(random.Random(seed + i)) for i in range(2)]
            self.figures.twins += 1
            self._look_alike(seat, own, worlds)
            if own.decision is not None:
                self._act_alike(seat, own, worlds)

    def _look_alike(self, seat: SeatId, own: Seat[Any], worlds: list[Game[Any]]) -> None:
        refs = self._new_refs(own)
        known = knowledge(own, refs)
        sample = _sample(own)
        for world in worlds:
            difference = differing(known, knowledge(world.seat(seat), refs))
            if difference:
                raise Broken(f"{self._rule()} {seat} can tell what is hidden: {difference}")
            if _sample(world.seat(seat)) != sample:
                raise Broken(f"{self._rule()} {seat} imagines another game where something hidden differs")
            self.title.check(world.s, world.stack)
        self._onlooker(seat, worlds)

    def _onlooker(self, seat: SeatId, worlds: list[Game[Any]]) -> None:
        """Whoever only watches knows nothing that any seat does not know."""
        if self.game.draft[0] == seat:
            return
        known = knowledge(self.game.seat(ONLOOKER), [])
        for world in worlds:
            difference = differing(known, knowledge(world.seat(ONLOOKER), []))
            if difference:
                raise Broken(f"{self._rule()} an onlooker knows what {seat} does not: {difference}")

    def _act_alike(self, seat: SeatId, own: Seat[Any], worlds: list[Game[Any]]) -> None:
        decision = own.decision
        assert decision is not None
        action = self.rng.choice(_some_actions(decision))
        if self.game.draft[0] in (None, seat):
            worlds = [*worlds, self.game.clone()]
        learnt = [_first_learnt(world.listen(), seat, action) for world in worlds]
        if any(barrier is not None and barrier.kind == "sealed" for barrier in learnt):
            return
        if any(barrier != learnt[0] for barrier in learnt):
            told = next(barrier for barrier in learnt if barrier is not None)
            raise Broken(
                f"[{told.rule}] {seat} {action.verb} {self._named(decision, action)} under [{decision.rule}]: "
                f"{told.kind} in one world and not in another, so that silence tells as much"
            )
        if learnt[0] is not None:
            self.figures.learnt += 1
            return
        refs = self._new_refs(own)
        first = self._after(worlds[0], seat, refs)
        for world in worlds[1:]:
            difference = differing(first, self._after(world, seat, refs))
            if difference:
                raise Broken(
                    f"[{decision.rule}] forgot to disclose: after {action.verb} {self._named(decision, action)} "
                    f"{seat} sees something that was hidden: {difference}"
                )

    def _after(self, world: Game[Any], seat: SeatId, refs: list[Ref]) -> dict[str, bytes]:
        own = world.seat(seat)
        return {**knowledge(own, refs, undo=True), "events": encode(own.events)}

    def _named(self, decision: Decision, action: Action) -> str:
        option = decision.option(action)
        return self.title.name_of(option.kind, action.arg) if option is not None else str(action.arg)

    def _rule(self) -> str:
        return " ".join(f"[{d.rule}]" for d in self.game.decisions.values())

    # -- things to ask about ----------------------------------------------------------------------

    def _all_refs(self) -> dict[str, list[int]]:
        return {"space": [self.title.arg_of("space", space.id) for space in self.title.catalog().spaces]}

    def _of_kind(self, seat: SeatId, kind: str) -> list[int]:
        if kind == "space":
            return self.refs["space"]
        return [arg for _, arg in self._pieces(self.game.seat(seat).view())]

    def _pieces(self, view: View) -> list[Ref]:
        """The pieces that a seat sees and can speak of; one that it cannot look at need not have a name."""
        seen = []
        for piece in view.pieces:
            try:
                seen.append(("piece", self.title.arg_of("piece", piece.key)))
            except ValueError:
                if piece.face is not None:
                    raise Broken(f"piece {piece.key} is seen and not found by that name") from None
        return seen

    def _some_refs(self, count: int) -> list[Ref]:
        return [("space", arg) for arg in self.rng.sample(self.refs["space"], min(count, len(self.refs["space"])))]

    def _new_refs(self, own: Seat[Any]) -> list[Ref]:
        """Some spaces, pieces and cards that a seat sees or is offered."""
        view, rng = own.view(), self.rng
        pieces = self._pieces(view)
        cards = [card for card in view.cards if card.face is not None][:3]
        offered = [(o.kind, rng.choice(o.args)) for o in own.decision.options] if own.decision else []
        return [
            *[ref for ref in offered if ref[0] in ("space", "piece", "card")],
            *rng.sample(pieces, min(5, len(pieces))),
            *[("card", self.title.arg_of("card", card.key)) for card in cards],
            *self._some_refs(5),
        ]

    def _known(self, seat: SeatId) -> dict[str, bytes]:
        """What a seat is given now, asked about the same things throughout one close look."""
        return knowledge(self.game.seat(seat), self.asked.get(seat, []), undo=True)

    def refusals_hold(self, seat: SeatId) -> None:
        """What is offered has no refusal; what is refused is refused by a rule."""
        own = self.game.seat(seat)
        offered = {(o.kind, arg) for o in own.decision.options for arg in o.args} if own.decision else set()
        for kind, arg in self.asked[seat]:
            refusal = own.why_not(kind, arg)
            name = f"{kind} {self.title.name_of(kind, arg)}"
            if (kind, arg) in offered and refusal is not None:
                raise Broken(f"[{refusal.rule}] {name} is offered to {own.id} and refused: {refusal.why}")
            if refusal is not None and refusal.rule not in self.title.checklist:
                raise Broken(f"[{refusal.rule}] refuses {name} and is not in the checklist")

    # -- after the game ---------------------------------------------------------------------------

    def on_file(self) -> None:
        """The record replays to the same states and proves its dice; a transcript is no record; all can be told."""
        game = self.game
        record = decode(encode(record_of(game)), "record")
        self._replays(record)
        self.figures.rolls = verify(record, "record")
        result = game.result
        if result is None or (result.rule and result.rule not in self.title.checklist):
            raise Broken(f"the game is over without a result by rule: {result}")
        for seat in game.seats:
            for event in game.seat(seat).events:
                if not self.title.tale(event):
                    raise Broken(f"[{event.rule}] {event.key} tells nothing")
            try:
                decode(encode(transcript_of(game, seat)), "transcript")
            except BadInput:
                continue
            raise Broken("a transcript was taken for a record")

    def _replays(self, record: Record) -> None:
        for again in replay(record, "record", check=True):
            assert again.journal is not None
            count = len(again.journal.entries)
            if count in self.trail and self.trail[count] != _digest(again):
                raise Broken(f"the record leads to another state after entry {count}")
        if encode(again.events) != encode(self.game.events):
            raise Broken("the record tells another story")


def _digest(game: Game[Any], dice: bool = True) -> bytes:
    whole = [game.s, game.stack, list(game.decisions.items()), game.dice.number if dice else 0]
    return hashlib.blake2b(encode(whole), digest_size=16).digest()


def _really(action: Action) -> Action:
    """An action that is not offered for its type alone is left to be refused."""
    return action if type(action.arg) is int else Action("frobnicate")


def _sample(own: Seat[Any]) -> bytes:
    made = own.determinize(random.Random(7))
    return encode([made.s, made.stack, made.dice.secret.hex(), list(made.decisions.items())])


def _first_learnt(world: Game[Any], seat: SeatId, action: Action) -> Barrier | None:
    world.play(seat, action)
    return next((barrier for barrier in world.barriers if barrier.kind in LEARNING), None)
