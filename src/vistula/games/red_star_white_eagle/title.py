"""Red Star/White Eagle (rulebook of the revised edition), as a title of Vistula."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from vistula.games.published import HexGame, of_model
from vistula.kernel import Frame, Scenario, Seat, SeatId, TableOption
from vistula.kernel.gestures import Group
from vistula.kernel.options import Misfit

from .evaluation.brief import Brief, officer
from .model import SEATS, SEATS3, Model
from .rules.fronts import FRONT_NAMES
from .rules.sequence import Campaign
from .rules.setup import new_state
from .shown.lexicon import StarLexicon
from .shown.tallies import StarTallies
from .state import State
from .units import RUSSIA

GATES, SHORT, LONG, CAMPAIGN = "gates", "belarus-short", "belarus-long", "campaign"
ONLY_IN = {
    "free-poland": (SHORT, LONG),
    "lithuania": (SHORT, LONG, CAMPAIGN),
    "partisans": (CAMPAIGN,),
    "nationalism": (CAMPAIGN,),
    "danzig": (SHORT, LONG, CAMPAIGN),
    "plebiscite": (SHORT, LONG, CAMPAIGN),
    "objective": (SHORT, LONG, CAMPAIGN),
}
"""[24.0] The scenarios of the options that are not for all."""
PLACES = {
    (SHORT, LONG): "the Belarusian scenarios",
    (SHORT, LONG, CAMPAIGN): "the Belarusian scenarios and the Campaign Game",
    (CAMPAIGN,): "the Campaign Game",
}
NOT_IN_GATES = {"danzig": "24.9.3", "plebiscite": "24.10b", "objective": "24.12.3"}
"""[24.9.3, 24.10b, 24.12.3] (A53) The rules that say so."""


class RedStarWhiteEagle(HexGame[State]):
    """Every random result of its procedures is one six-sided die [2.1]."""

    folder = Path(__file__).parent
    m: Model
    seats = SEATS
    brief, lexicon, tallies = of_model(Brief), of_model(StarLexicon), of_model(StarTallies)
    # A replacement counter can come and go before the others see anything of it: no story has it as a piece.

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
        chosen = [option for option in self.options if options.get(option.id) == "yes" and option.group == "optional"]
        return [
            *self.misseated(scenario, options, "24.2.4"),
            *_out_of_place(scenario, chosen),
            *_apart(options, chosen),
        ]

    # -- what is shown -----------------------------------------------------------------------------

    def groups(self, seat: Seat[State]) -> list[Group]:
        """[12.1] The Russian side of a player of both fronts by front."""
        if seat.id != SEATS[RUSSIA]:
            return []
        armies = zip(("west", "southwest"), FRONT_NAMES, self.m.front_army, strict=False)
        return [Group(id, title, army) for id, title, army in armies]

    def appraiser(self) -> Any:
        return officer(self.m)


def _out_of_place(scenario: str, chosen: list[TableOption]) -> Iterator[Misfit]:
    for option in chosen:
        fits = ONLY_IN.get(option.id)
        if fits and scenario not in fits:
            rule = NOT_IN_GATES.get(option.id, option.ruling)
            yield Misfit(rule, f"this optional rule is for {PLACES[fits]}", (option.id,))


def _apart(options: dict[str, str], chosen: list[TableOption]) -> Iterator[Misfit]:
    """[24.3, 24.11.11] Freikorps want the fall of Warsaw and nothing else."""
    ids = [option.id for option in chosen]
    if "free-poland" in ids and options.get("deployment") != "free":
        words = "Polish free deployment needs deployment by area"
        yield Misfit("24.3", words, ("free-poland", "deployment"))
    if "freikorps" not in ids:
        return
    if "fall-of-warsaw" not in ids:
        yield Misfit("24.11.11", "the Freikorps are played with the fall of Warsaw", ("freikorps", "fall-of-warsaw"))
    for id in ids:
        if id not in ("freikorps", "fall-of-warsaw"):
            words = "the Freikorps go with no other optional rule but the fall of Warsaw"
            yield Misfit("24.11.11", words, ("freikorps", id))
    if options.get("players") == "3":
        yield Misfit("24.11.11", "the Freikorps are not for three players", ("freikorps", "players"))


def load(pack: Path | None = None) -> RedStarWhiteEagle:
    return RedStarWhiteEagle(Model.load(pack), pack)
