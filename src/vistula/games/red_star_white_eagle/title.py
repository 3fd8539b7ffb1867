"""Red Star/White Eagle (rulebook of the revised edition), as a title of Vistula."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vistula.art.style import MapStyle
from vistula.games.published import HexGame, of_model, procedures_of, windows_of
from vistula.kernel import UNDO, Frame, Option, Scenario, Seat, SeatId, TableOption
from vistula.kernel.gestures import Group
from vistula.kernel.options import Misfit
from vistula.kernel.views import Catalog

from . import invariants, knowledge
from .board import STYLE
from .evaluation.brief import Brief, officer
from .model import SEATS, SEATS3, Model
from .rules import victory
from .rules.fronts import FRONT_NAMES
from .rules.sequence import Campaign
from .rules.setup import agree, new_state
from .shown import forecast, overlays, position, routes, view, warnings, why, words
from .shown.lexicon import StarLexicon
from .shown.tallies import StarTallies
from .state import State
from .tables import Data
from .units import RUSSIA

PLAYERS = TableOption(
    "players",
    "Players",
    ("2", "3"),
    "24.2",
    words=("Two", "Three: each Russian front has its own"),
    group="players",
)
DEPLOYMENT = TableOption(
    "deployment",
    "Deployment",
    ("historical", "free"),
    "23.0a",
    words=("As in history", "Each side rearranges its areas"),
    group="optional",
)


def _optional(id: str, rule: str, title: str, yes: str) -> TableOption:
    """An optional rule of chapter 24."""
    return TableOption(id, title, ("no", "yes"), rule, ("No", yes), group="optional")


FALL = _optional("fall-of-warsaw", "24.1.1", "The fall of Warsaw", "The war goes on without the capital")
FREE_POLAND = _optional("free-poland", "24.3", "Polish free deployment", "Units of the north deploy anywhere there")
LITHUANIA = _optional("lithuania", "24.4.1", "Lithuania", "Neutral until provoked, or until Wilno falls")
PARTISANS = _optional("partisans", "24.5", "Partisans", "The Southwest Front has no supply on May I")
NATIONALISM = _optional("nationalism", "24.6", "Ukrainian nationalism", "A Polish Kiev raises all Ukrainians")
SQUADRON = _optional("squadron", "24.7.1", "Kościuszko Squadron", "American pilots fly for Poland")
SILESIA = _optional("upper-silesia", "24.8", "Upper Silesia", "The Poles use its railroads")
DANZIG = _optional("danzig", "24.9", "Danzig", "Munitions come in over its docks")
PLEBISCITE = _optional("plebiscite", "24.10a", "Plebiscite area", "Southern East Prussia is Polish")
FREIKORPS = _optional("freikorps", "24.11", "Freikorps", "Germany is Polish, and its volunteers fight back")
OBJECTIVE = _optional("objective", "24.12.1a", "Objective: Warsaw", "The Russians must attack Warsaw")
OPTIONAL = (
    FALL, FREE_POLAND, LITHUANIA, PARTISANS, NATIONALISM, SQUADRON, SILESIA, DANZIG, PLEBISCITE, FREIKORPS, OBJECTIVE,
)  # fmt: skip

GATES, SHORT, LONG, CAMPAIGN = "gates", "belarus-short", "belarus-long", "campaign"
ONLY_IN = {
    FREE_POLAND.id: (SHORT, LONG),
    LITHUANIA.id: (SHORT, LONG, CAMPAIGN),
    PARTISANS.id: (CAMPAIGN,),
    NATIONALISM.id: (CAMPAIGN,),
    DANZIG.id: (SHORT, LONG, CAMPAIGN),
    PLEBISCITE.id: (SHORT, LONG, CAMPAIGN),
    OBJECTIVE.id: (SHORT, LONG, CAMPAIGN),
}
"""[24.0] The scenarios of the options that are not for all."""
PLACES = {
    (SHORT, LONG): "the Belarusian scenarios",
    (SHORT, LONG, CAMPAIGN): "the Belarusian scenarios and the Campaign Game",
    (CAMPAIGN,): "the Campaign Game",
}
NOT_IN_GATES = {DANZIG.id: "24.9.3", PLEBISCITE.id: "24.10b", OBJECTIVE.id: "24.12.3"}
"""[24.9.3, 24.10b, 24.12.3] (A53) The rules that say so."""


def _ruling(id: str, ruling: str, title: str, **answers: str) -> TableOption:
    """A ruling that a table may switch; the other choice is the one that `setup.RULINGS` names."""
    return TableOption(id, title, tuple(answers), ruling, tuple(answers.values()))


RULINGS = (
    _ruling(
        "river-trench", "A3", "All attackers cross river and trench at once",
        once="They lose 1 on the die", both="They lose 1 for each",
    ),
    _ruling(
        "fortified", "A4", "Fortifications double the defence",
        any="If any attacker comes over them", all="Only if all attackers do",
    ),
    _ruling(
        "second-attack", "A7", "A hex that has been attacked",
        no="Is attacked again only if others have come", yes="May be attacked again by other units",
    ),
    _ruling(
        "charge-out", "A35", "Cavalry that zones of control do not hold",
        barred="Cannot charge after leaving one", allowed="May charge after leaving one",
    ),
)  # fmt: skip


class RedStarWhiteEagle(HexGame[State]):
    folder = Path(__file__).parent
    m: Model
    id = "red-star-white-eagle"
    name = "Red Star/White Eagle"
    version = "1"
    seats = SEATS
    options = (UNDO, PLAYERS, DEPLOYMENT, *OPTIONAL, *RULINGS)
    state = State
    procedures = procedures_of(Campaign)  # every die that they roll is one with six sides [2.1]
    windows = windows_of(procedures)
    space_verbs = frozenset({"step", "strategic", "rail", "sail", "place", "enter", "attack"})
    ref_kinds = {
        "unit": "piece", "units": "piece", "hex": "space", "hexes": "space", "side": "side", "front": "front",
        "edge": "edge", "counter": "counter", "counters": "counter",
    }  # fmt: skip
    # A replacement counter can come and go before the others see anything of it: no story has it as a piece.

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
    ways = staticmethod(routes.ways)
    halt = staticmethod(routes.halt)
    forecast = staticmethod(forecast.forecast)
    warning = staticmethod(warnings.warning)
    positions = staticmethod(position.codec)
    tallies = of_model(StarTallies)
    lexicon = of_model(StarLexicon)

    def say(self, kind: str, arg: Any) -> str:
        return words.say(self.m, kind, arg)

    # -- starting, course --------------------------------------------------------------------------

    def scenes(self) -> tuple[Scenario, ...]:
        """[24.2.4] Two scenarios are for three players as well."""
        return tuple(
            Scenario(sc.id, sc.title, sc.turns, (SEATS, SEATS3) if sc.id in (LONG, CAMPAIGN) else (SEATS,), sc.about)
            for sc in self.m.scenarios
        )

    def seated(self, options: dict[str, str]) -> tuple[SeatId, ...]:
        return SEATS3 if options.get("players") == "3" else SEATS

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[State, list[Frame]]:
        return new_state(self.m, scenario, options), [Campaign()]

    def agreeable(self, scenario: str, options: dict[str, str]) -> list[Misfit]:
        """[24.0, 24.2.4, 24.11.11] Which optional rules go with a scenario and with one another."""
        chosen = [option for option in OPTIONAL if options.get(option.id) == "yes"]
        return [
            *self.misseated(scenario, options, "24.2.4"),
            *_out_of_place(scenario, chosen),
            *_apart(options, chosen),
        ]

    def side_of(self, seat: SeatId) -> str:
        return next(side for side in SEATS if seat.startswith(side))

    # -- what is shown -----------------------------------------------------------------------------

    def groups(self, seat: Seat[State]) -> list[Group]:
        """[12.1] The Russian side of a player of both fronts by front."""
        if seat.id != SEATS[RUSSIA]:
            return []
        armies = zip(("west", "southwest"), FRONT_NAMES, self.m.front_army, strict=False)
        return [Group(id, title, army) for id, title, army in armies]

    def number_words(self, seat: Seat[State], option: Option) -> list[str]:
        return words.numbers(seat, option.verb, option.args)

    def prompt_refs(self, seat: Seat[State]) -> dict[str, Any]:
        return words.refs(seat)

    def appraiser(self) -> Any:
        return officer(self.m)

    def brief(self) -> Brief:
        return Brief(self.m)

    def style(self) -> MapStyle:
        return STYLE

    def print_catalog(self) -> Catalog:
        from .shown.catalog import catalog

        return catalog(self.m, self.picture, Data.read(self.pack))


def _out_of_place(scenario: str, chosen: list[TableOption]) -> Iterator[Misfit]:
    for option in chosen:
        fits = ONLY_IN.get(option.id)
        if fits and scenario not in fits:
            rule = NOT_IN_GATES.get(option.id, option.ruling)
            yield Misfit(rule, f"this optional rule is for {PLACES[fits]}", (option.id,))


def _apart(options: dict[str, str], chosen: list[TableOption]) -> Iterator[Misfit]:
    """[24.3, 24.11.11] Freikorps want the fall of Warsaw and nothing else."""
    ids = [option.id for option in chosen]
    if FREE_POLAND.id in ids and options.get("deployment") != "free":
        words = "Polish free deployment needs deployment by area"
        yield Misfit("24.3", words, (FREE_POLAND.id, DEPLOYMENT.id))
    if FREIKORPS.id not in ids:
        return
    if FALL.id not in ids:
        yield Misfit("24.11.11", "the Freikorps are played with the fall of Warsaw", (FREIKORPS.id, FALL.id))
    for id in ids:
        if id not in (FREIKORPS.id, FALL.id):
            words = "the Freikorps go with no other optional rule but the fall of Warsaw"
            yield Misfit("24.11.11", words, (FREIKORPS.id, id))
    if options.get("players") == "3":
        yield Misfit("24.11.11", "the Freikorps are not for three players", (FREIKORPS.id, "players"))


def load(pack: Path | None = None) -> RedStarWhiteEagle:
    return RedStarWhiteEagle(Model.load(pack), pack)
