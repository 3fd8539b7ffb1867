"""Strike of the Eagle (rulebook of the English edition), as a title of Vistula."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vistula.games.published import Published, procedures_of, windows_of
from vistula.games.strike_of_the_eagle import invariants, knowledge
from vistula.games.strike_of_the_eagle.board import STYLE
from vistula.games.strike_of_the_eagle.evaluation.choices import Officer
from vistula.games.strike_of_the_eagle.model import ORDER_TITLES, PHASES, SEATINGS, SIDES, Model
from vistula.games.strike_of_the_eagle.rules import victory
from vistula.games.strike_of_the_eagle.rules.sequence import Campaign
from vistula.games.strike_of_the_eagle.rules.setup import agree, new_state, seating_of
from vistula.games.strike_of_the_eagle.shown import forecast, overlays, position, routes, view, why, words
from vistula.games.strike_of_the_eagle.shown.lexicon import StrikeLexicon
from vistula.games.strike_of_the_eagle.shown.names import card_name, card_number, piece_name, piece_number
from vistula.games.strike_of_the_eagle.shown.tallies import StrikeTallies
from vistula.games.strike_of_the_eagle.state import State
from vistula.games.strike_of_the_eagle.tables import Data
from vistula.kernel import UNDO, Frame, Option, Scenario, Seat, SeatId, TableOption
from vistula.kernel.codec import Codec
from vistula.kernel.views import Catalog, View

if TYPE_CHECKING:
    from vistula.art.area_art import AreaPicture


def _agreed(id: str, ruling: str, question: str, **answers: str) -> TableOption:
    """A ruling that a table may switch: what each answer means, the standard first."""
    return TableOption(id, question, tuple(answers), ruling, words=tuple(answers.values()))


OPTIONS = (
    UNDO,
    TableOption("players", "Players, in scenarios with two fronts", ("2", "3", "4")),
    TableOption("paired", "With three players, who has two commanders?", ("russia", "poland")),
    _agreed(
        "supreme", "10.2c", "Which Polish player picks order counters first?",
        north="Northern front", south="Southern front",
    ),
    _agreed(
        "losers", "S1", "Who loses a battle?",
        real="Whoever actually lost more strength", chart="Whoever took more on the chart",
    ),
    _agreed("cities", "S2", "A captured city", once="Its points once", twice="You gain them and they lose them"),
    _agreed(
        "withdraw", "S9", "A Withdraw order moves",
        all="Every block in the area", fresh="Only blocks that have not acted",
    ),
    _agreed(
        "rail", "S24", "Rail transport must be in supply",
        way="Along the whole route", destination="Only where it arrives",
    ),
)  # fmt: skip

WARNINGS = {
    "orders_left": "Orders that are not placed now are lost [7.2ai].",
    "cubes_lost": "Cubes of strategic cities that are not spent now are lost [8.5b].",
}
"""The sentences behind the warning keys of options."""


class StrikeOfTheEagle(Published[State]):
    folder = Path(__file__).parent
    m: Model
    id = "strike-of-the-eagle"
    name = "Strike of the Eagle"
    version = "1"
    seats = tuple(SeatId(seat) for seat in SEATINGS[0].seats)
    options = OPTIONS
    state = State
    procedures = procedures_of(Campaign)
    windows = windows_of(procedures)
    kind_words = {"space": "area", "piece": "block"}
    ref_kinds = {
        "block": "piece", "blocks": "piece", "unit": "unit", "units": "unit", "area": "space", "to_area": "space",
        "front": "front", "side": "side", "leader": "side", "card": "card", "cards": "card", "order": "order",
    }  # fmt: skip

    # -- which module answers what -----------------------------------------------------------------

    mask = staticmethod(knowledge.mask)
    fill = staticmethod(knowledge.fill)
    veil = staticmethod(knowledge.veil)
    result = staticmethod(victory.result)
    check = staticmethod(invariants.check)
    refuse = staticmethod(why.refuse)
    turn = staticmethod(view.turn_of)
    view = staticmethod(view.view)
    overlay = staticmethod(overlays.overlay)
    forecast = staticmethod(forecast.forecast)
    about = staticmethod(routes.about)
    way = staticmethod(routes.way)
    halt = staticmethod(routes.halt)
    prompt_refs = staticmethod(words.prompt_refs)
    agree = staticmethod(agree)

    @cached_property
    def codec(self) -> Codec[State]:
        return position.codec(self.m)

    def say(self, kind: str, arg: Any) -> str:
        return words.say(self.m, kind, arg)

    # -- starting, seats, course -------------------------------------------------------------------

    def scenes(self) -> tuple[Scenario, ...]:
        """Some scenarios are for more than two players."""
        return tuple(
            Scenario(
                scene.id,
                scene.title,
                (scene.last - scene.first + 1) * PHASES,
                tuple(_seat_ids(i) for i, row in enumerate(SEATINGS) if len(row.seats) in scene.players),
                scene.about,
            )
            for scene in self.m.scenes
        )

    def setup(self, scenario: str, options: dict[str, str]) -> tuple[State, list[Frame]]:
        return new_state(self.m, scenario, options), [Campaign()]

    def seated(self, options: dict[str, str]) -> tuple[SeatId, ...]:
        return _seat_ids(seating_of(options))

    def side_of(self, seat: SeatId) -> str:
        return next(side for side in SIDES if seat.startswith(side))

    # -- names -------------------------------------------------------------------------------------

    def name_of(self, kind: str, arg: int) -> str:
        if kind == "space":
            return self.m.area_key[arg]
        if kind == "piece":
            return piece_name(arg)
        if kind == "card":
            return card_name(arg)
        if kind == "unit":
            return self.m.key[arg]
        return str(arg)

    def arg_of(self, kind: str, text: str) -> int:
        if kind == "space":
            return self.m.area(text)
        if kind == "piece":
            return piece_number(text)
        if kind == "card":
            return card_number(text)
        if kind == "unit":
            return self.m.unit(text)
        return int(text)

    def lexicon(self) -> StrikeLexicon:
        return StrikeLexicon(self.m)

    def tallies(self) -> StrikeTallies:
        return StrikeTallies(self.m)

    # -- what is shown -----------------------------------------------------------------------------

    def warning(self, seat: Seat[State], key: str) -> str:
        return WARNINGS[key]

    def number_words(self, seat: Seat[State], option: Option) -> list[str]:
        """Numbers stand for kinds of orders where counters are put aside [10.2a]."""
        return [ORDER_TITLES[arg] for arg in option.args] if option.verb in ("keep", "return") else []

    def appraiser(self) -> Officer:
        return Officer()

    def board(self, view: View | None = None) -> str:
        if view is None:
            return self._picture.map()
        from vistula.art.area_position import draw_area_position

        return draw_area_position(self._picture, self._catalog, view)

    @cached_property
    def _picture(self) -> AreaPicture:
        from vistula.art.area_art import AreaPicture  # drawing is needed by few and takes long to load

        return AreaPicture(self.m.board, STYLE)

    def print_catalog(self) -> Catalog:
        from vistula.games.strike_of_the_eagle.shown.catalog import catalog

        return catalog(self.m, self._picture, Data.read(self.pack))


def _seat_ids(seating: int) -> tuple[SeatId, ...]:
    return tuple(SeatId(seat) for seat in SEATINGS[seating].seats)


def load(pack: Path | None = None) -> StrikeOfTheEagle:
    return StrikeOfTheEagle(Model.load(pack), pack)
