"""1920: Nest of Eagles (rulebook of the English edition), as a title of Vistula."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vistula.board.hexes import collect
from vistula.games.published import HexGame, of_model
from vistula.kernel import Frame, Option, Scenario, Seat, SeatId
from vistula.kernel.gestures import Group
from vistula.kernel.options import Misfit

from .evaluation.brief import Brief, officer
from .model import POLAND, SEATS, SEATS3, SOUTHWEST, SOVIET, THEATERS, WEST, Model
from .rules.queries import present
from .rules.seats import POLES, SOUTHWESTERN, WESTERN, army_of
from .rules.sequence import Campaign
from .rules.setup import new_state
from .shown import words
from .shown.lexicon import NestLexicon
from .shown.tallies import NestTallies
from .state import State

CAMPAIGN, CAMPAIGN_ONLY = "war-of-1920", frozenset({"boost", "reinforcements", "priorities"})
"""[23.0a] The optional rules that belong to one scenario."""
SEATINGS = {2: SEATS, 3: SEATS3}


class NestOfEagles(HexGame[State]):
    folder = Path(__file__).parent
    m: Model
    seats = SEATS
    brief, lexicon, tallies = of_model(Brief), of_model(NestLexicon), of_model(NestTallies)

    def name_of(self, kind: str, arg: int) -> str:
        return words.card_name(self.m, arg) if kind == "card" else super().name_of(kind, arg)

    def arg_of(self, kind: str, text: str) -> int:
        return words.card_number(self.m, text) if kind == "card" else super().arg_of(kind, text)

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
        for option in (each for each in self.options if each.ruling.startswith("23.")):
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

    def adopt(self, s: State, scenario: str) -> State:
        s.m = self.m.concealed if s.concealment else self.m
        return s

    def turn(self, s: State) -> int:
        return s.round - self.m.scenarios[s.scenario].first + 1

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


def load(pack: Path | None = None) -> NestOfEagles:
    return NestOfEagles(Model.load(pack), pack)
