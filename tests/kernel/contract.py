"""The contract that every title keeps, checked on whole random games.

`check_game` plays one game at random and looks, at some decisions more closely than at others, whether
the promises of the kernel hold: pure choices, nothing leaked, nothing lost, nothing accepted that was not
offered. `make test` and `make soak` run the same code.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from kernel.comparing import (
    Broken,
    Curiosity,
    Questions,
    apart,
    differing,
    digest,
    encode,
    knowledge,
    named,
    sights,
    truth,
)
from kernel.pairwise import rows
from kernel.twins import check_twins
from soak.leanings import Leaning, drawn
from vistula.kernel import (
    ONLOOKER,
    Action,
    BadInput,
    Decision,
    Event,
    Game,
    IllegalAction,
    Offer,
    Option,
    Seat,
    SeatId,
    Title,
)
from vistula.kernel.codec import position_of
from vistula.kernel.course import unsealed
from vistula.kernel.game import begin
from vistula.kernel.procedure import StepKind
from vistula.kernel.record import Record, decode, rebuild, record_of, replay, transcript_of, verify
from vistula.kernel.save import load, save
from vistula.kernel.snapshots import load as load_snapshots

LIMIT = 30_000
LOOKS = 4
"""Games of 200, 1,000 and 3,000 decisions are looked at some 16, 22 and 27 times, evenly on a logarithmic scale."""


class Figures(msgspec.Struct):
    """What was looked at in one game."""

    decisions: int = 0
    looked: int = 0
    learnt: int = 0
    undone: int = 0
    refused: int = 0
    gestures: int = 0
    interrupts: int = 0
    rewound: int = 0
    rolls: int = 0
    told: int = 0
    resumed: int = 0


def check_game(
    title: Title[Any],
    scenario: str,
    seed: int,
    *,
    every: float | None = None,
    options: dict[str, str] | None = None,
    leaning: Leaning | None = None,
    position: str | None = None,
    most: int | None = None,
) -> Figures:
    """Play one random game and check the contract. Decisions are looked at closely by count, hardly more often in long
    games than in short ones, or by the share of them that is given. Chance may lean to something.

    A game may begin with a position, and be given up after so many decisions. What fails is raised with the game in
    `game`, so that it can be put on file.
    """
    walk = Walk(title, scenario, seed, every, options or {}, leaning, position)
    try:
        walk.to_the_end(most)
        walk.on_file()
    except Exception as error:
        error.add_note(f"{title.id} {scenario} seed {seed} {options or ''}: after entry {len(walk.entries)}")
        error.game = walk.game  # type: ignore[attr-defined]
        raise
    return walk.figures


def agreed(title: Title[Any], scenario: str, seed: int) -> dict[str, str]:
    """What a table agrees on before it starts: every other game the defaults, else the next of the rows that have every
    pair of choices. Scenarios begin at different rows, so that a few games of each have many."""
    if seed % 2 == 0:
        return {}
    first = [each.id for each in title.scenarios].index(scenario)
    found = rows(title, scenario)
    return found[(1 + first * 3 + seed // 2) % len(found)]


class Walk:
    """A random game and what has been seen of it."""

    def __init__(
        self,
        title: Title[Any],
        scenario: str,
        seed: int,
        every: float | None,
        options: dict[str, str],
        leaning: Leaning | None = None,
        position: str | None = None,
    ) -> None:
        self.title = title
        self.rng = random.Random(f"{title.id} {scenario} {seed} {sorted(options.items())}")
        self.curiosity = Curiosity(title, self.rng)
        self.every, self.leaning = every, leaning
        self.due = 0.0  # the number of the decision that is looked at next
        self.eagerness = self.rng.choice((0.0, 0.0, 0.6))
        self.game: Game[Any] = begin(title, scenario, seed, None, options, position, "position")
        assert self.game.journal is not None
        self.journal = self.game.journal
        self.entries = self.journal.entries
        self.figures = Figures()
        self.shadows: dict[str, Game[Any]] = {}
        self.trail = {0: digest(self.game)}

    # -- the course -------------------------------------------------------------------------------

    def to_the_end(self, most: int | None) -> None:
        again = self.rng.random() < 0.3
        while not self.game.over:
            if most is not None and self.figures.decisions >= most:
                self._give_up()
                return
            self._decision()
            if self.game.over and again and self.entries:
                again = False
                self._rewind()

    def _give_up(self) -> None:
        """A side resigns, so that a game that was long enough has a result and goes on file."""
        first = self.rng.choice(self.game.seats)
        for seat in (first, *self.game.partners(first)):
            self.game.resign(seat)
        self._leap()

    def _is_due(self) -> bool:
        """Whether this decision is looked at closely; by count, gaps grow with the game."""
        if self.every is not None:
            return self.rng.random() < self.every
        if self.figures.decisions < self.due:
            return False
        self.due = self.figures.decisions + self.rng.uniform(0.5, 1.5) * (1 + self.figures.decisions / LOOKS)
        return True

    def _decision(self) -> None:
        self.figures.decisions += 1
        if self.figures.decisions > LIMIT:
            raise Broken(f"the game does not end after {LIMIT} decisions")
        self.title.check(self.game.s, self.game.stack)
        self.well_formed()
        close = self._is_due()
        if close:
            self._look(self.rng.choice([*self.game.seats, *self.game.decisions]))
            if self._another_way():
                return
        self._act(close)

    def _look(self, seat: SeatId) -> None:
        """Everything that can be asked at one decision, from one seat."""
        ask = self.curiosity.questions(self.game.seat(seat))
        self.figures.looked += 1
        self.pure(seat, ask)
        self.refusals_hold(seat, ask)
        self.bars_hold(seat)
        self.refuses()
        self.survives_copying(seat, ask)
        if self.title.codec is not None and self.figures.looked % 3 == 1:  # it takes as long as all the rest
            self.told_in_a_file()
            self.kept_out_of_files(seat)
        self.figures.learnt += check_twins(self.game, seat, self.curiosity) is not None

    def _act(self, close: bool) -> None:
        """One action; after a close look also whether it stays private, tells no secret and can be taken back."""
        seat, action = self._choose()
        game, decision = self.game, self.game.decisions[seat]
        asked, draft, told = encode(decision), game.draft[0], len(game.events)
        others = [ONLOOKER, self.rng.choice([other for other in game.seats if other != seat])] if close else []
        before = {other: knowledge(game.seat(other), Questions(), undo=True) for other in others}
        seen = {other: sights(game.clone().seat(other)) for other in others}
        known, was = (knowledge(game.seat(seat), Questions(), undo=True), truth(game)) if close else ({}, b"")
        game.play(seat, action)
        self._follow(seat, action, draft not in (None, seat))
        if encode(decision) != asked:
            raise Broken(f"[{decision.rule}] a decision changed after it was asked: its options are part of the state")
        self.figures.interrupts += not decision.waits
        if not any(barrier.kind == "disclose" for barrier in game.barriers):
            self.tells_no_secret(game.events[told:], seen)
        if game.barriers:
            self.no_way_back()
        elif close:
            self.kept_private(seat, decision, before)
            if self.rng.random() < 0.5 and game.seat(seat).undo.can:
                self.taken_back(seat, decision, known, was)

    def _choose(self) -> tuple[SeatId, Action]:
        """A seat that is waited for, mostly; a verb that is not free, mostly; one of its arguments.

        An eager game often draws among all actions instead, so that verbs with much to choose from come up more.
        """
        rng, decisions = self.rng, self.game.decisions
        waited = [seat for seat, d in decisions.items() if d.waits]
        beside = [seat for seat, d in decisions.items() if not d.waits]
        seat = rng.choice(beside) if beside and rng.random() < 0.05 else rng.choice(waited)
        options = decisions[seat].options
        if rng.random() > 0.03:
            options = [option for option in options if not option.free]
        if self.leaning is not None:
            return seat, drawn(self.game, options, self.leaning, rng)
        eager = rng.random() < self.eagerness
        (option,) = rng.choices(options, [len(option.args) for option in options] if eager else None)
        return seat, Action(option.verb, rng.choice(option.args))

    def _another_way(self) -> bool:
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
        """A piece is dragged to a space: the way drawn is the way played, as far as it is played."""
        seat = self.rng.choice(list(self.game.decisions))
        own = self.game.seat(seat)
        for _, piece in self.curiosity.some(self.curiosity.pieces(own.view()), 4):
            for space in self.curiosity.some(self.curiosity.spaces, 6):
                if route := own.route(piece, space):
                    self._drag(own, piece, space, route)
                    return True
        return False

    def _drag(self, own: Seat[Any], piece: int, space: int, route: list[Action]) -> None:
        name = f"{self.title.name_of('piece', piece)} to {self.title.name_of('space', space)}"
        start = len(self.entries)
        played = self.game.go(own.id, piece, space)
        verbs = [entry.verb for entry in self.entries[start:]]
        if verbs != [action.verb for action in route[:played]]:
            raise Broken(f"the way drawn for {name} is {route}, the way played {verbs}")
        if played < len(route) and not self.game.barriers:
            raise Broken(f"the way drawn for {name} was left after {played} of {route}, and nothing came between")
        self.figures.gestures += 1
        self._leap()

    def _rewind(self) -> None:
        number, to = self.game.dice.number, self.rng.randrange(len(self.entries))
        self.game.rewind(to)
        self.figures.rewound += 1
        if self.game.dice.number != number:
            raise Broken("a rewind gave dice numbers back")
        if digest(self.game, dice=False) != digest(rebuild(self.title, self.journal, to), dice=False):
            raise Broken(f"a rewind to entry {to} leads elsewhere")
        self._leap()

    def _follow(self, seat: SeatId, action: Action, aside: bool) -> None:
        """Copies of the game made earlier do the same; then all are still the same game."""
        if aside:  # a copy has no draft that could be put aside
            self.shadows = {}
        now = self.trail[len(self.entries)] = digest(self.game)
        for how, shadow in self.shadows.items():
            shadow.push(action, seat)
            if digest(shadow) != now:
                raise Broken(f"a game {how} goes another way: {apart(truth(self.game), truth(shadow))}")

    def _leap(self) -> None:
        """Something was done that copies cannot follow."""
        self.shadows = {}
        self.trail[len(self.entries)] = digest(self.game)

    # -- decisions --------------------------------------------------------------------------------

    def well_formed(self) -> None:
        """Decisions are never empty, and everything in them has a name that leads back to it."""
        if not any(d.waits for d in self.game.decisions.values()):
            raise Broken("the table waits for nobody and the game is not over")
        for d in self.game.decisions.values():
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

    def pure(self, seat: SeatId, ask: Questions) -> None:
        """Asking again, masking, looking and filling change nothing."""
        game = self.game
        was = truth(game)
        for d in list(game.decisions.values()):
            first, second = self._ask_again(d), self._ask_again(d)
            if first != second:
                raise Broken(f"[{d.rule}] asked twice, offers differ: {apart(first, second)}")
            if truth(game) != was:
                raise Broken(f"[{d.rule}] the choice changes the game: {apart(was, truth(game))}")
        knowledge(game.seat(seat), ask)
        game.seat(seat).determinize(random.Random(1))
        if truth(game) != was:
            raise Broken(f"looking at the game from {seat} changes it: {apart(was, truth(game))}")

    def _ask_again(self, d: Decision) -> bytes:
        game = self.game
        masked = self.title.mask(game.s, d.seat)
        if not d.waits:
            frame = next(frame for frame in game.stack if any(st.name == d.step for st in frame.anytimes))
            st = next(st for st in frame.anytimes if st.name == d.step)
            return _options(st.body(frame, masked))
        frame = game.stack[-1]
        st = frame.steps[frame.at]
        if st.kind is StepKind.CHOOSE:
            return _options(st.body(frame, masked))
        return _options(st.body(unsealed(frame, d.seat), masked, d.seat))

    def refusals_hold(self, seat: SeatId, ask: Questions) -> None:
        """What is offered has no refusal; what is refused is refused by a rule."""
        own = self.game.seat(seat)
        offered = {(o.kind, arg) for o in own.decision.options for arg in o.args} if own.decision else set()
        for kind, arg in ask.refs:
            refusal = own.why_not(kind, arg)
            name = f"{kind} {self.title.name_of(kind, arg)}"
            if (kind, arg) in offered and refusal is not None:
                raise Broken(f"[{refusal.rule}] {name} is offered to {seat} and refused: {refusal.why}")
            if own.decision is not None and (kind, arg) not in offered and refusal is None:
                raise Broken(f"[{own.decision.rule}] {name} is not offered to {seat}, and nothing says why")
            if refusal is not None and refusal.rule not in self.title.checklist:
                raise Broken(f"[{refusal.rule}] refuses {name} and is not in the checklist")

    def bars_hold(self, seat: SeatId) -> None:
        """What is offered is what the bars leave; every thing is offered or held by a bar that cites a known rule."""
        own = self.game.seat(seat)
        decision = own.decision
        for offer in own.offers():
            name, rest = offer.verb or offer.kind, offer.rest()
            if rest != list(offer.args):
                raise Broken(f"{name} offers {offer.args}, its bars leave {rest}")
            if decision is not None and rest and rest != list(decision.verbs().get(offer.verb, ())):
                raise Broken(f"[{decision.rule}] {name} was offered {decision.verbs()}, asked anew it is {rest}")
            for bar in offer.stated():
                if bar.rule not in self.title.checklist:
                    raise Broken(f"[{bar.rule}] bars {name} and is not in the checklist")
            if offer.kind == "space":
                self._offered_or_held(offer, set(rest))

    def _offered_or_held(self, offer: Offer, offered: set[int]) -> None:
        """Every space is held by a bar or offered; of a few that are held somebody asks why."""
        bars = offer.stated()
        held = [space for space in self.curiosity.spaces if any(bar.held(space) for bar in bars)]
        if both := offered.intersection(held):
            raise Broken(f"{offer.verb} offers spaces and holds them: {sorted(both)}")
        if len(held) + len(offered) != len(self.curiosity.spaces):
            raise Broken(f"{offer.verb or offer.kind}: some spaces are neither offered nor held")
        for space in held[self.figures.looked % 7 :: max(1, len(held) // 3)]:
            refusal = offer.refusal(space)
            if refusal is None or refusal.rule not in self.title.checklist or not refusal.why:
                name = self.title.name_of("space", space)
                raise Broken(f"space {name} is refused by no known rule, or without words: {refusal}")

    def refuses(self) -> None:
        """What is not offered is refused and leaves no trace."""
        game = self.game
        was, entries, events = truth(game), len(self.entries), len(game.events)
        for seat, action in self.curiosity.not_offered(game):
            try:
                game.play(seat, action)
            except IllegalAction:
                self.figures.refused += 1
            else:
                raise Broken(f"{seat} was not offered {action} and did it")
            if truth(game) != was or len(self.entries) != entries or len(game.events) != events:
                raise Broken(f"{action} by {seat} was refused and left a trace")

    # -- copies and taking back -------------------------------------------------------------------

    def survives_copying(self, seat: SeatId, ask: Questions) -> None:
        """A clone and a game from file are the same game now, and in `_follow` from now on."""
        stored = load(save(self.game), self.title)
        self.shadows = {"cloned": self.game.clone(), "from file": stored}
        now = truth(self.game)
        for how, shadow in self.shadows.items():
            if truth(shadow) != now:
                raise Broken(f"a game {how} is another one: {apart(now, truth(shadow))}")
        known = knowledge(self.game.seat(seat), ask, undo=True)
        difference = differing(known, knowledge(stored.seat(seat), ask, undo=True))
        if difference:
            raise Broken(f"after save and load {seat} sees something else: {difference}")

    def told_in_a_file(self) -> None:
        """A position file of this moment is read as the same moment: it asks the same, and nothing moves on."""
        game = self.game
        text = position_of(game)
        placed = self.title.position(text, "position")
        if (placed.s, placed.stack) != (game.s, game.stack):
            now, found = encode([game.s, game.stack]), encode([placed.s, placed.stack])
            raise Broken(f"a position file tells another moment: {apart(now, found)}")
        self.title.agree(placed.s, game.options)
        again = Game(self.title, placed.s, placed.stack, game.dice.copy(), game.scenario, game.options).run()
        if (again.s, again.stack) != (game.s, game.stack) or again.decisions != game.decisions:
            raise Broken("a game from a position file goes on by itself, or asks something else")
        self.figures.told += 1
        with suppress(BadInput):
            self.title.position(text[: len(text) * (self.figures.told % 19) // 19], "cut off")

    def kept_out_of_files(self, seat: SeatId) -> None:
        """What a seat knows is no position, unless it knows all."""
        twin = self.game.clone()
        own = twin.seat(seat)
        try:
            assert self.title.codec is not None
            self.title.codec.write(self.title, own.s, own.stack, twin.scenario, twin.options)
        except BadInput:
            return
        if own.s != twin.s:
            raise Broken(f"what {seat} knows was written down as if it were the whole game")

    def kept_private(self, seat: SeatId, decision: Decision, before: dict[SeatId, dict[str, bytes]]) -> None:
        """What was done without a barrier is a draft: nobody else sees anything of it."""
        for other, known in before.items():
            difference = differing(known, knowledge(self.game.seat(other), Questions(), undo=True))
            if difference:
                raise Broken(f"[{decision.rule}] {other} sees what {seat} has only drafted: {difference}")

    def tells_no_secret(self, told: list[Event], seen: dict[SeatId, set[tuple[str, str]]]) -> None:
        """What others hear of names only pieces and cards that they saw before or see now."""
        for other, earlier in seen.items():
            visible = earlier | sights(self.game.clone().seat(other))
            for event in told:
                heard = event.seen_by(other)
                for kind, name in named(self.title, heard) if heard is not None else []:
                    if (kind, name) not in visible:
                        who = other or "an onlooker"
                        raise Broken(f"[{event.rule}] {event.key} tells {who} of {kind} {name}, which is hidden")

    def taken_back(self, seat: SeatId, decision: Decision, known: dict[str, bytes], was: bytes) -> None:
        """Undo gives back the same game to the byte."""
        self.game.undo(seat)
        self.figures.undone += 1
        if truth(self.game) != was:
            raise Broken(f"[{decision.rule}] taken back, the game is another: {apart(was, truth(self.game))}")
        difference = differing(known, knowledge(self.game.seat(seat), Questions(), undo=True))
        if difference:
            raise Broken(f"[{decision.rule}] taken back, {seat} sees something else: {difference}")
        self._leap()

    def no_way_back(self) -> None:
        """Undo never crosses a barrier."""
        game = self.game
        if game.draft[0] is not None or game.sealed_step is not None:
            return  # what was done since can be taken back
        was, entries = digest(game), len(self.entries)
        for seat in game.seats:
            if game.undo_view(seat).can:
                raise Broken(f"{seat} is told that it may undo past {game.barrier}")
            try:
                game.undo(seat)
            except IllegalAction:
                continue
            raise Broken(f"{seat} took back what lies before {game.barrier}")
        if digest(game) != was or len(self.entries) != entries:
            raise Broken("an undo was refused and left a trace")

    # -- after the game ---------------------------------------------------------------------------

    def on_file(self) -> None:
        """The record replays to the same states and proves its dice; a transcript is no record; all can be told."""
        record = decode(encode(record_of(self.game)), "record")
        self._replays(record)
        self.figures.rolls = verify(record, "record")
        result = self.game.result
        if result is None or (result.rule and result.rule not in self.title.checklist):
            raise Broken(f"the game is over without a result by rule: {result}")
        for seat in self.game.seats:
            self._told(seat)

    def _replays(self, record: Record) -> None:
        for again in replay(record, "record", check=True):
            assert again.journal is not None
            count = len(again.journal.entries)
            if count in self.trail and self.trail[count] != digest(again):
                raise Broken(f"the record leads to another state after entry {count}")
        if encode(again.events) != encode(self.game.events):
            raise Broken("the record tells another story")
        self._resumes()

    def _resumes(self) -> None:
        """A game taken up from one of its snapshots is the game that it was then."""
        kept = self.game.snapshots
        for last in self.curiosity.some(list(range(len(kept))), 2):
            game = load_snapshots(self.title, self.journal, kept[: last + 1])
            if digest(game) != self.trail.get(kept[last].entries, digest(game)):
                raise Broken(f"the snapshot after entry {kept[last].entries} is another state")
            if encode(game.events) != encode(self.game.events[: len(game.events)]):
                raise Broken(f"the snapshot after entry {kept[last].entries} tells another story")
            self.figures.resumed += 1

    def _told(self, seat: SeatId) -> None:
        for event in self.game.seat(seat).events:
            if not self.title.tale(event):
                raise Broken(f"[{event.rule}] {event.key} tells nothing")
        try:
            decode(encode(transcript_of(self.game, seat)), "transcript")
        except BadInput:
            return
        raise Broken("a transcript was taken for a record")


def _options(body: Sequence[Option | Offer]) -> bytes:
    """What a choice offers, for comparison."""
    return encode([each.option() if isinstance(each, Offer) else each for each in body])
