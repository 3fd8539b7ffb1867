"""The players on a title that they have never seen: three seats, hidden goods, sealed bids, windows to react in."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from kernel.toy import Toy
from kernel.toy_rules import SEATS, Sea
from vistula.kernel import Action, Seat, SeatId
from vistula.players import Captain, Greedy, Player, Recruit, chance_of
from vistula.players.appraisal import Approach
from vistula.players.captain import Budget
from vistula.players.play import Seated, asked, play_out

SAID = {"step": 1.0, "boat": 0.5}


class Trader:
    """Goes on rather than waits; four answers are worth comparing, a round is an operation."""

    def scores(self, seat: Seat[Sea]) -> Mapping[Action, float]:
        assert seat.decision is not None
        offered = [Action(o.verb, arg) for o in seat.decision.options if not o.free for arg in o.args]
        return {a: SAID.get(a.verb, 0.0) - a.arg / 100 for a in offered or seat.decision.actions()}

    def approaches(self, seat: Seat[Sea], fresh: bool) -> Sequence[Approach]:
        scores = self.scores(seat)
        ranked = sorted(scores, key=lambda a: -scores[a])[:4]
        return [Approach(f"{a.verb} {a.arg}", self, a) for a in ranked] if fresh else []

    def epoch(self, s: Sea) -> int:
        return s.turn

    def horizon(self, s: Sea) -> int:
        return s.turn + 1

    def worth(self, s: Sea, seat: SeatId) -> float:
        own = s.score[SEATS.index(seat)]
        return (own + 1) / (sum(s.score) + len(s.score))


class JudgedToy(Toy):
    def appraiser(self) -> Trader:
        return Trader()


TITLE = JudgedToy()
PLAYERS: dict[str, type[Player]] = {"recruit": Recruit, "greedy": Greedy, "captain": Captain}


def player(name: str) -> Player:
    return Captain(Budget(playouts=9)) if name == "captain" else PLAYERS[name]()


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("name", PLAYERS)
def test_all_seats_play_to_the_end(name: str, seats: int) -> None:
    game = TITLE.start("long", seed=3, options={"players": str(seats)}, journal=False)
    seated = {seat: Seated(player(name), chance_of(3, seat)) for seat in SEATS[:seats]}
    steps, at_once = set(), 0
    for _ in play_out(game, seated):
        steps |= {d.step for d in game.decisions.values()}
        at_once += len([d for d in game.decisions.values() if d.waits]) > 1
    assert game.over
    assert at_once  # sealed questions were met
    assert len(steps) > 2


def test_a_captain_compares_and_does_not_peek() -> None:
    game = TITLE.start("long", seed=5, journal=False)
    rng, compared = random.Random(5), 0
    while not game.over and compared < 12:
        id = asked(game)
        own = game.seat(id)
        told: list[str] = []
        chosen = Captain(Budget(playouts=9), told.append).choose(own, random.Random(1))
        twin = own.determinize(random.Random(2)).seat(id)
        assert Captain(Budget(playouts=9)).choose(twin, random.Random(1)) == chosen
        compared += bool(told)
        game.push(rng.choice([Action(o.verb, a) for o in game.decisions[id].options for a in o.args]), id)
    assert compared == 12


class Spendthrift(Trader):
    """Thinks well of having bid coins, which its scores know nothing of."""

    def worth(self, s: Sea, seat: SeatId) -> float:
        return max(0.0, (5 - s.coins[SEATS.index(seat)]) / 5)


class SpendthriftToy(Toy):
    def appraiser(self) -> Trader:
        return Spendthrift()


def test_a_captain_finds_what_plays_out_best_behind_a_sealed_choice() -> None:
    game = SpendthriftToy().start("long", seed=1, journal=False)
    seat = game.seat(asked(game))
    assert seat.decision is not None
    assert seat.decision.step == "bid"
    assert Greedy().choose(seat, random.Random(1)) == Action("ready")
    assert Captain(Budget(playouts=30)).choose(seat, random.Random(1)) == Action("coin", 2)
