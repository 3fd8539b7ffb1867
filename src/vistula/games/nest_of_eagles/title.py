"""1920: Nest of Eagles (rulebook of the English edition), as a title of Vistula."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

from vistula.art.style import MapStyle
from vistula.board.hexes import collect
from vistula.games.published import HexGame, procedures_of, windows_of
from vistula.kernel import UNDO, Frame, Option, Scenario, Seat, SeatId, TableOption
from vistula.kernel.codec import Codec
from vistula.kernel.gestures import Group
from vistula.kernel.options import Misfit
from vistula.kernel.views import Catalog

from . import invariants, knowledge
from .board import STYLE
from .evaluation.brief import Brief, officer
from .model import POLAND, SEATS, SEATS3, SOUTHWEST, SOVIET, THEATERS, WEST, Model
from .rules import victory
from .rules.queries import present
from .rules.seats import POLES, SOUTHWESTERN, WESTERN, army_of
from .rules.sequence import Campaign
from .rules.setup import agree, new_state
from .shown import forecast, overlays, position, routes, view, warnings, why, words
from .shown.lexicon import NestLexicon
from .shown.tallies import NestTallies
from .state import State
from .tables import Data

INTRODUCTORY = TableOption(
    "introductory",
    "Rules",
    ("no", "yes"),
    "1.1a",
    words=("All of them", "Only the introductory ones"),
    group="optional",
)


PLAYERS = TableOption(
    "players",
    "Players, in six of the scenarios",
    ("2", "3"),
    "22.0a",
    words=("Two", "Three: each Soviet Front has its own"),
    group="players",
)


def _optional(id: str, rule: str, title: str, **words: str) -> TableOption:
    """An optional rule of chapter 23."""
    return TableOption(id, title, tuple(words), rule, tuple(words.values()), group="optional")


PATROLS = _optional("patrols", "23.1.1a", "Patrols", no="No", yes="Markers hide units, and bluff where there are none")
GROUPS = _optional("groups", "23.1.2a", "Groups", no="No", yes="Stacks of up to two divisions march as a hidden Group")
MARCH = _optional("march", "23.2.1a", "Forced marches", no="No", yes="Further in one direction, at a risk")
PRIORITIES = _optional("priorities", "23.5a", "Political Priorities", no="No", yes="Each side has one, in secret")
REINFORCEMENTS = _optional(
    "reinforcements", "23.4a", "Reinforcements", fixed="On their dates", alternative="Some by secret markers"
)
BOOST = _optional("boost", "23.3a", "Morale Boost and Events", no="No", yes="Boost morale; your enemy draws an Event")
OPTIONAL = (PATROLS, GROUPS, MARCH, BOOST, REINFORCEMENTS, PRIORITIES)
CAMPAIGN, CAMPAIGN_ONLY = "war-of-1920", frozenset({BOOST.id, REINFORCEMENTS.id, PRIORITIES.id})
"""[23.0a] The optional rules that belong to one scenario."""


def _ruling(id: str, ruling: str, title: str, **words: str) -> TableOption:
    """A ruling that a table may switch; the other choice is the one that `setup.RULINGS` names."""
    return TableOption(id, title, tuple(id.replace("_", "-") for id in words), ruling, tuple(words.values()))


RULINGS = (
    _ruling("losses", "N-19", "Retreat losses", total="Added up, then taken", by_hex="Taken hex by hex"),
    _ruling(
        "fervor", "N-27", "Level 2 morale cools",
        either="Without an attack, or without a captured number", both="Only without an attack and without a capture",
    ),
    _ruling(
        "stacking", "N-57", "The stacking limit holds",
        end="Where a unit ends its move", always="In every hex it enters",
    ),
    _ruling(
        "dead-ends", "N-67", "A retreat that would be blocked",
        last="Only if no other way leads on", counted="Like any other way, with its losses",
    ),
    _ruling(
        "rail-ends", "N-69", "An enemy next to a town stops rail", between="On the way only", all="At both ends too"
    ),
)  # fmt: skip


SEATINGS = {2: SEATS, 3: SEATS3}


class NestOfEagles(HexGame[State]):
    folder = Path(__file__).parent
    m: Model
    id = "nest-of-eagles"
    name = "1920: Nest of Eagles"
    version = "1"
    seats = SEATS
    options = (UNDO, PLAYERS, INTRODUCTORY, *OPTIONAL, *RULINGS)
    state = State
    procedures = procedures_of(Campaign)
    windows = windows_of(procedures)
    space_verbs = frozenset({"step", "place", "hex", "attack", "rail", "enter", "reveal"})
    ref_kinds = {
        "unit": "piece", "units": "piece", "defenders": "piece", "hex": "space", "to_hex": "space", "hexes": "space",
        "side": "side", "front": "front", "to_unit": "piece", "card": "card",
    }  # fmt: skip

    # -- which module answers what -----------------------------------------------------------------

    mask = staticmethod(knowledge.mask)
    fill = staticmethod(knowledge.fill)
    veil = staticmethod(knowledge.veil)
    agree = staticmethod(agree)
    result = staticmethod(victory.result)
    check = staticmethod(invariants.check)
    refuse = staticmethod(why.refuse)
    view = staticmethod(view.view)
    overlay = staticmethod(overlays.overlay)
    no_way = staticmethod(routes.no_way)
    about = staticmethod(routes.about)
    way = staticmethod(routes.way)
    halt = staticmethod(routes.halt)
    forecast = staticmethod(forecast.forecast)
    warning = staticmethod(warnings.warning)

    @cached_property
    def codec(self) -> Codec[State]:
        return position.codec(self.m)

    def name_of(self, kind: str, arg: int) -> str:
        return words.card_name(self.m, arg) if kind == "card" else super().name_of(kind, arg)

    def arg_of(self, kind: str, text: str) -> int:
        return words.card_number(self.m, text) if kind == "card" else super().arg_of(kind, text)

    def say(self, kind: str, arg: Any) -> str:
        return words.say(self.m, kind, arg)

    # -- starting, course --------------------------------------------------------------------------

    def scenes(self) -> tuple[Scenario, ...]:
        """[22.0a] Six scenarios are for three players as well."""
        return tuple(
            Scenario(sc.id, sc.title, sc.last - sc.first + 1, tuple(SEATINGS[n] for n in sc.players), sc.about)
            for sc in self.m.scenarios
        )

    def seated(self, options: dict[str, str]) -> tuple[SeatId, ...]:
        return SEATINGS[int(options.get("players", "2"))]

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[State, list[Frame]]:
        return new_state(self.m, scenario, options), [Campaign()]

    def agreeable(self, scenario: str, options: dict[str, str]) -> list[Misfit]:
        """[1.1a, 22.0a, 22.2a, 23.0a] Six scenarios are for three players. The first three have introductory rules, for
        two and without any optional rule."""
        scene, introductory = self.m.scenario(scenario), options.get("introductory") == "yes"
        found = self._too_many(scenario, options)
        if introductory and self.seated(options) != SEATS:
            words = "the introductory rules are for two players"
            found.append(Misfit("1.1a", words, ("introductory", "players")))
        if introductory and not scene.introductory:
            found.append(Misfit("1.1a", "only the first three scenarios have introductory rules", ("introductory",)))
        for option in OPTIONAL:
            if options.get(option.id, option.default) == option.default:
                continue
            if introductory:
                words = "the introductory rules leave all optional rules out"
                found.append(Misfit("23.0a", words, ("introductory", option.id)))
            if option.id in CAMPAIGN_ONLY and scenario != CAMPAIGN:
                words = "this optional rule belongs to the War of 1920"
                found.append(Misfit("23.0a", words, (option.id,)))
        if options.get("reinforcements") == "alternative" and options.get("priorities") == "yes":
            words = "Political Priorities and alternative reinforcements exclude one another"
            found.append(Misfit("23.5a", words, ("reinforcements", "priorities")))
        return found

    def _too_many(self, scenario: str, options: dict[str, str]) -> list[Misfit]:
        """[22.2a] Who wins among three is said for scenarios 3 to 7 and 9."""
        if int(options.get("players", "2")) in self.m.scenario(scenario).players:
            return []
        words = "three players have victory conditions in scenarios 3 to 7 and in the War of 1920 only"
        return [Misfit("22.2a", words, ("players",))]

    def adopt(self, s: State) -> State:
        s.m = self.m.concealed if s.concealment else self.m
        return s

    def turn(self, s: State) -> int:
        return s.round - self.m.scenarios[s.scenario].first + 1

    def side_of(self, seat: SeatId) -> str:
        return next(side for side in SEATS if seat.startswith(side))

    # -- what is shown -----------------------------------------------------------------------------

    def groups(self, seat: Seat[State]) -> list[Group]:
        """[2.4a, 2.5a] The Poles by the Theaters they stand in, the Soviets of a player of both Fronts by Front."""
        s = seat.s
        if seat.id == SEATS[POLAND]:
            found = [(name, f"{name} Theater", present(s, s.m.army[POLAND], n)) for n, name in enumerate(THEATERS)]
            return [Group(name.lower(), title, collect(units)) for name, title, units in found if units]
        fronts = zip(("western", "southwestern"), words.FRONTS, (WEST, SOUTHWEST), strict=False)
        return [Group(id, title, army_of(s, n)) for id, title, n in fronts] if seat.id == SEATS[SOVIET] else []

    def number_words(self, seat: Seat[State], option: Option) -> list[str]:
        return words.numbers(seat.s, SEATS.index(self.side_of(seat.id)), option.verb, option.args)

    def prompt_refs(self, seat: Seat[State]) -> dict[str, Any]:
        s, frame = seat.s, seat.frame
        command = getattr(frame, "command", 0)
        pools = {POLES: (0, 3), WESTERN: (1,), SOUTHWESTERN: (2,)}.get(command, (1, 2))
        return {"pools": ", ".join(f"{s.pool[pool]} for {words.POOLS[pool]}" for pool in pools if s.pool[pool])}

    def appraiser(self) -> Any:
        return officer(self.m)

    def brief(self) -> Brief:
        return Brief(self.m)

    def tallies(self) -> NestTallies:
        return NestTallies(self.m)

    def lexicon(self) -> NestLexicon:
        return NestLexicon(self.m)

    def style(self) -> MapStyle:
        return STYLE

    def print_catalog(self) -> Catalog:
        from .shown.catalog import catalog

        return catalog(self.m, self.picture, Data.read(self.pack))


def load(pack: Path | None = None) -> NestOfEagles:
    return NestOfEagles(Model.load(pack), pack)
