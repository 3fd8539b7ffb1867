"""Strike of the Eagle (rulebook of the English edition), as a title of Vistula."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from vistula.board.hexes import collect
from vistula.games.published import Published, of_model
from vistula.kernel import Frame, Misfit, Option, Scenario, Seat, SeatId
from vistula.kernel.gestures import Group
from vistula.kernel.views import View

from .board import STYLE
from .evaluation.choices import Officer
from .model import ORDER_TITLES, PHASES, PIECES, SEATINGS, Model
from .rules.seats import commands, side_of_player
from .rules.sequence import Campaign
from .rules.setup import idle_options, new_state, seating_of
from .shown.lexicon import StrikeLexicon
from .shown.names import card_name, card_number, piece_name, piece_number
from .shown.tallies import StrikeTallies
from .shown.view import turn_of
from .state import State

if TYPE_CHECKING:
    from vistula.art.area_art import AreaPicture


class StrikeOfTheEagle(Published[State]):
    folder = Path(__file__).parent
    m: Model
    seats = tuple(SeatId(seat) for seat in SEATINGS[0].seats)
    turn = staticmethod(turn_of)
    appraiser = staticmethod(Officer)
    lexicon, tallies = of_model(StrikeLexicon), of_model(StrikeTallies)

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
            return self.picture.map()
        from vistula.art.area_position import draw_area_position

        return draw_area_position(self.picture, self._catalog, view)

    @cached_property
    def picture(self) -> AreaPicture:
        from vistula.art.area_art import AreaPicture  # drawing is needed by few and takes long to load

        return AreaPicture(self.m.board, STYLE)


def _seat_ids(seating: int) -> tuple[SeatId, ...]:
    return tuple(SeatId(seat) for seat in SEATINGS[seating].seats)


def load(pack: Path | None = None) -> StrikeOfTheEagle:
    return StrikeOfTheEagle(Model.load(pack), pack)
