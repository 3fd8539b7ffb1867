"""Strike of the Eagle (rulebook of the English edition), as a title of Vistula."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from vistula.board.hexes import collect
from vistula.games.published import Published, of_model, procedures_of, windows_of
from vistula.kernel import UNDO, Frame, Misfit, Option, Scenario, Seat, SeatId, TableOption
from vistula.kernel.gestures import Group
from vistula.kernel.views import Catalog, View

from . import invariants, knowledge
from .board import STYLE
from .evaluation.choices import Officer
from .model import ORDER_TITLES, PHASES, PIECES, SEATINGS, SIDES, Model
from .rules import victory
from .rules.seats import commands, side_of_player
from .rules.sequence import Campaign
from .rules.setup import agree, idle_options, new_state, seating_of
from .shown import forecast, overlays, position, routes, view, why, words
from .shown.lexicon import StrikeLexicon
from .shown.names import card_name, card_number, piece_name, piece_number
from .shown.tallies import StrikeTallies
from .state import State
from .tables import Data

if TYPE_CHECKING:
    from vistula.art.area_art import AreaPicture


def _agreed(id: str, ruling: str, question: str, **answers: str) -> TableOption:
    """A ruling that a table may switch: what each answer means, the standard first."""
    return TableOption(id, question, tuple(answers), ruling, words=tuple(answers.values()))


OPTIONS = (
    UNDO,
    TableOption("players", "Players, in scenarios with two fronts", ("2", "3", "4"), group="players"),
    TableOption("paired", "With three players, who has two commanders?", ("russia", "poland"), group="players"),
    TableOption(
        "supreme", "Which Polish player picks order counters first?", ("north", "south"), "10.2c",
        words=("Northern front", "Southern front"), group="players",
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
    positions = staticmethod(position.codec)
    appraiser = staticmethod(Officer)
    lexicon = of_model(StrikeLexicon)
    say = of_model(words.say)
    tallies = of_model(StrikeTallies)

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

    def agreeable(self, scenario: str, options: dict[str, str]) -> list[Misfit]:
        return [*self.misseated(scenario, options, "0.0a"), *idle_options(options)]

    def side_of(self, seat: SeatId) -> str:
        return next(side for side in SIDES if seat.startswith(side))

    # -- names -------------------------------------------------------------------------------------

    def name_of(self, kind: str, arg: int) -> str:
        return self._names.get(kind, (str, int))[0](arg)

    def arg_of(self, kind: str, text: str) -> int:
        return self._names.get(kind, (str, int))[1](text)

    @cached_property
    def _names(self) -> dict[str, tuple[Callable[[int], str], Callable[[str], int]]]:
        """How things of each kind are called, and found by what they are called."""
        return {
            "space": (self.m.area_key.__getitem__, self.m.area),
            "piece": (piece_name, piece_number),
            "card": (card_name, card_number),
            "unit": (self.m.key.__getitem__, self.m.unit),
        }

    # -- what is shown -----------------------------------------------------------------------------

    def warning(self, seat: Seat[State], key: str) -> str:
        return WARNINGS[key]

    def number_words(self, seat: Seat[State], option: Option) -> list[str]:
        """Numbers stand for kinds of orders where counters are put aside [10.2a]."""
        return [ORDER_TITLES[arg] for arg in option.args] if option.verb in ("keep", "return") else []

    def groups(self, seat: Seat[State]) -> list[Group]:
        """[10.1a] The fronts of a player who commands on both."""
        s, player = seat.s, self.seated(seat.options).index(seat.id)
        if len(commands(s, player)) < 2:
            return []
        own = collect(PIECES[side_of_player(s, player)])
        return [
            Group("north", "Northern front", own & ~s.southern),
            Group("south", "Southern front", own & s.southern),
        ]

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
        from .shown.catalog import catalog

        return catalog(self.m, self._picture, Data.read(self.pack))


def _seat_ids(seating: int) -> tuple[SeatId, ...]:
    return tuple(SeatId(seat) for seat in SEATINGS[seating].seats)


def load(pack: Path | None = None) -> StrikeOfTheEagle:
    return StrikeOfTheEagle(Model.load(pack), pack)
