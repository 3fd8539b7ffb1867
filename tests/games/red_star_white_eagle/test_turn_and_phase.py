"""What comes when in a turn: deployment, declarations, the Squadron, Kiev from phase to phase."""

from __future__ import annotations

from itertools import product

import pytest

from vistula.games.red_star_white_eagle.rules import events as happenings
from vistula.games.red_star_white_eagle.rules import ukraine
from vistula.games.red_star_white_eagle.rules.events import Declarations
from vistula.games.red_star_white_eagle.rules.sequence import Campaign, PlayerTurn
from vistula.games.red_star_white_eagle.state import ASIDE, NOBODY, State
from vistula.kernel import Game

from .desk import asked, asks, can, events, offered, play, situation, table, turn, whole
from .fields import M, P, R, h

rule = pytest.mark.rule


def deployers(game: Game[State]) -> list[str]:
    """Who deploys, one after the other, if everybody leaves everything as it is."""
    found = []
    while asks(game).endswith(": pick") and "history" in {offer.verb for offer in game.seat(asked(game).seat).offers()}:
        found.append(asked(game).seat)
        play(game, "done")
    return found


@rule("23.0a", "23.1", "23.2.1b", "23.4.1c")
@pytest.mark.parametrize(("scenario", "order"), [
    ("gates", ["poland"]), ("belarus-short", ["poland", "russia"]), ("belarus-long", ["poland", "russia"]),
    ("campaign", ["russia", "poland"]),
])  # fmt: skip
def test_which_side_deploys_first(scenario: str, order: list[str]) -> None:
    game = table(whole(scenario, deployment="free"), Campaign())
    assert deployers(game) == order
    assert not deployers(table(whole(scenario), Campaign()))


@rule("6.1g", "6.0b", "6.0c", "23.4.6.1")
def test_a_turn_begins_before_any_phase_of_it() -> None:
    s = whole("campaign")
    s.side, s.phase, s.kiev_held, s.nationalism = P, 3, 3, 0
    game = table(s, Campaign(at="next_turn"))
    assert (s.turn, s.phase, s.kiev_held) == (2, 0, 0)
    assert asks(game) == "russia: stand_down"  # from May I on
    assert [event.refs["turn"] for event in events(game, "turn_begins")] == ["May I"]


@rule("23.4.7.1b", "6.1a", "6.1d", "7.0a", "6.0a", "23.1.1a", "23.4.1a", "23.3a")
def test_attacks_of_the_last_turn_are_forgotten_as_a_turn_begins() -> None:
    for side, left in ((P, (0, 2)), (R, (3, 0))):
        s = situation({"1310": "P-14", "2512": "R-57"}, side=1 - side)
        s.attacks_on_west, s.retaliated = 3, 2
        table(s, PlayerTurn(side=side))
        assert (s.attacks_on_west, s.retaliated) == left
        assert s.side == side


@rule("23.4.7.1a", "23.4.7.2a", "23.4.7.2b", "24.9.2")
@pytest.mark.parametrize("answer", ["declare", "pass"])
def test_each_declaration_is_asked_once_a_turn(answer: str) -> None:
    s = situation({"5101": "R-4"}, "May II", R, options="danzig")
    game = table(s, Declarations())
    assert asks(game) == "russia: stand_down"
    play(game, answer)
    assert bool(s.standdown) == (answer == "declare")
    assert asks(game) == "russia: docks"
    play(game, "strike" if answer == "declare" else "pass")
    assert bool(s.strike) == (answer == "declare")
    assert game.over
    last_day = situation({"5101": "R-4"}, "June II", R)
    assert table(last_day, Declarations()).over
    assert last_day.standdown == turn("June II")
    early = situation({"5101": "R-4"}, "April IV", R)
    assert table(early, Declarations()).over
    assert not early.standdown


@rule("24.7.2a", "24.7.2b", "6.1b", "6.1e")
def test_the_squadron_is_sent_out_when_the_russians_begin_to_move_and_lands_after_their_battles() -> None:
    stands = {"1014": "P-14", "2512": "R-57"}
    for side, options, first in (
        (R, "squadron", "poland: where"), (P, "squadron", "poland: pick"), (R, "", "russia: pick"),
    ):  # fmt: skip
        s = situation(stands, side=side, options=options, boxes={ASIDE: "P-KS"} if options else {})
        game = table(s, PlayerTurn(side=side))
        while asks(game).endswith("menu"):
            play(game, "done")
        assert asks(game) == first
    for side, stays in ((P, True), (R, False)):
        s = situation(stands, side=side, options="squadron")
        s.place[M.squadron] = h("1216")
        happenings.end_of_combat(s, side)
        assert (s.place[M.squadron] == h("1216")) == stays


@rule("24.7.2a", "24.7.2b")
def test_the_squadron_is_off_the_map_when_the_russian_turn_is_over() -> None:
    s = situation({"1014": "P-14", "2512": "R-57"}, side=R, options="squadron", boxes={ASIDE: "P-KS"})
    game = table(s, PlayerTurn(side=R))
    while not game.over:
        if offered(game, "place"):
            play(game, "place 1216")
            assert s.place[M.squadron] == h("1216")
        else:
            play(game, "done" if can(game, "done") else "end")
    assert s.place[M.squadron] == ASIDE


@rule("23.4.6.1", "24.6")
def test_kiev_from_phase_to_phase() -> None:
    """(A45) In every state that there can be: who stands in Kiev, what is held, what has been."""
    for there, held, occupied, master in product(("P-14", "R-44", ""), range(4), (False, True), (P, R, NOBODY)):

        def fresh(at: str = "May II", options: str = "nationalism") -> State:
            s = situation({"4528": there}, at, options=options)  # noqa: B023
            s.kiev_held, s.kiev_occupied, s.ukrainians = held, occupied, master  # noqa: B023
            return s

        polish = there == "P-14"
        s = fresh()
        ukraine.begin_turn(s)
        assert s.kiev_held == (2 if polish else 0)
        s = fresh()
        ukraine.begin_movement(s)
        assert s.kiev_held == (held | 1 if polish else 0)
        s = fresh()
        ukraine.end_of_movement(s)
        assert s.kiev_held == (held if polish else 0)
        assert s.kiev_occupied == (occupied or (polish and held & 1 == 1))
        s = fresh()
        ukraine.end_of_turn(s)
        assert s.kiev_held == (held if polish else 0)
        assert bool(s.nationalism) == (polish and held >= 2)
        assert s.ukrainians == master
        s = fresh("May III", "")
        ukraine.end_of_turn(s)
        assert s.ukrainians == (NOBODY if master == P and not occupied else master)
        assert not s.nationalism


@rule("23.4.6.1", "24.6", "24.7.2a", "23.4.8.2a")
def test_a_kiev_that_is_polish_all_through_a_player_turn_has_been_occupied() -> None:
    for leaves in (False, True):
        s = situation({"4528": "P-14", "2512": "R-57"}, "May II")
        s.kiev_held = 2
        game = table(s, PlayerTurn(side=P))
        while asks(game).endswith("menu"):
            play(game, "done")
        assert s.kiev_held == 3
        if leaves:
            play(game, "unit P-14", f"step {min(offered(play(game.clone(), 'unit P-14'), 'step'))}", "stop")
        play(game, "end")
        assert s.kiev_occupied is not leaves
