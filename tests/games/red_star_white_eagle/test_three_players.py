"""24.2 Three players: each Russian front has its own."""

from __future__ import annotations

import pytest

from vistula.games.red_star_white_eagle.rules import income, partners, quiet_north, replacements, seats
from vistula.games.red_star_white_eagle.rules.ground import shut
from vistula.games.red_star_white_eagle.rules.reinforcement import ReinforcementPhase
from vistula.games.red_star_white_eagle.rules.seats import SOUTHWESTERN, WESTERN
from vistula.games.red_star_white_eagle.rules.sequence import Campaign
from vistula.games.red_star_white_eagle.rules.withdrawal import Withdrawal
from vistula.games.red_star_white_eagle.state import ARRIVING, DEAD
from vistula.games.red_star_white_eagle.units import SOUTHWEST, WEST

from .desk import asked, asks, drafts, offered, play, situation, table, whole
from .fields import P, R, h, u, us

rule = pytest.mark.rule


@rule("24.2", "12.4.3a", "12.4.3b")
@pytest.mark.parametrize(
    ("keys", "command"),
    [("R-4 L-1 R-R1 R-R3 R-R5", WESTERN), ("R-24 R-K4 R-U1 R-Gal1 R-R2 R-R4", SOUTHWESTERN), ("P-14", 0)],
)
def test_who_plays_a_unit(keys: str, command: int) -> None:  # (A95)
    s = situation(players=3)
    assert {seats.command_of(s, u(key)) for key in keys.split()} == {command}


@rule("24.2", "7.2a")
@pytest.mark.parametrize(("at", "odd"), [("May I", False), ("May II", True), ("July I", False), ("July II", True)])
def test_points_are_halved(at: str, odd: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # (A94)
    monkeypatch.setattr(income, "points_of", lambda s, side, doubled: (5, 1))
    s = situation({"5101": "R-4"}, at, R, players=3)
    income.receive_points(s, R)
    assert (s.pool[2:4], s.pool[4:6]) == (([3, 1], [2, 0]) if odd else ([2, 0], [3, 1]))


@rule("24.2", "17.1.1a")
def test_they_are_doubled_before() -> None:
    s = situation({"5101": "R-4"}, "July I", R, players=3)
    income.receive_points(s, R, doubled=True)
    assert s.pool[2:4] == s.pool[4:6] == drafts("July I", R)


@rule("24.2", "6.1a")
def test_west_goes_first_and_each_brings_in_his_own(monkeypatch: pytest.MonkeyPatch) -> None:  # (A93)
    monkeypatch.setattr(income, "points_of", lambda s, side, doubled: (4, 0))
    s = situation({"1014": "P-14"}, "July II", R, players=3, boxes={ARRIVING: "R-18 R-24"})
    game = table(s, ReinforcementPhase(side=R))
    s.owners = us("R-I2a")  # whose it was before does not matter
    assert asks(game) == "russia-west: menu"
    assert "R-18" in offered(game, "enter")
    assert "R-24" not in offered(game, "enter")
    play(game, "counter R-I2a", "place 5101", "done")
    assert asks(game) == "russia-southwest: menu"
    assert (s.pool[2], s.owners) == (0, 0)
    play(game, "counter R-I1a", "place 5101", "enter R-24", "place 5123")
    assert (s.pool[4], s.owners.bit_count()) == (1, 1)


@rule("24.2", "7.2.4.1")
def test_a_counter_serves_the_front_that_brought_it() -> None:  # (A94)
    s = situation({"2018": "R-10* R-I2a R-I1a", "2020": "R-24* R-I2b R-I1b"}, side=R, players=3)
    s.owners = us("R-I2b R-I1b")
    assert replacements.factors(s, u("R-10")) == (3, 0)
    s.owners = us("R-I2a R-I1b")
    assert [replacements.factors(s, u(key)) for key in ("R-10", "R-24")] == [(1, 0), (1, 0)]


@rule("24.2", "11.1b", "11.2d")
@pytest.mark.parametrize(("at", "seat"), [("June I", "russia-west"), ("Sept IV", "russia-southwest")])
def test_each_withdraws_his_own(at: str, seat: str) -> None:  # (A97)
    stands = {"4606": "R-4 R-8 R-10", "4528": "R-tS1 R-tS2 R-tS3 R-tS4 R-tS5 R-8K R-17K R-SK R-Bash R-cS1"}
    game = table(situation(stands, at, R, players=3, boxes={DEAD: "R-KTr1"}), Withdrawal())
    assert asked(game).seat == seat


@rule("24.2.2a", "24.2.2b")
def test_passage_is_granted_and_barred() -> None:  # (A96)
    s = situation({"2018": "R-4", "2019": "R-24", "2118": "R-R1"}, players=3)
    west, southwest, reserve = (u(key) for key in ("R-4", "R-24", "R-R1"))

    def closed(unit: int, number: str) -> bool:
        return any(bar.rule == "24.2.2a" and bar.held(h(number)) for bar in shut(s, unit))

    assert not closed(southwest, "2018")
    s.passage[WEST] = partners.BARRED
    assert (closed(southwest, "2018"), closed(west, "2019"), closed(reserve, "2018")) == (True, False, False)
    assert not closed(southwest, "2118")
    s.passage[SOUTHWEST] = partners.BARRED
    assert closed(west, "2019")
    s.players = 2
    assert not closed(west, "2019")


@rule("24.2.2a")
def test_it_can_be_changed_at_any_time() -> None:
    s = whole("belarus-long", players="3")
    game = table(s, Campaign())
    assert asks(game) in ("russia-west: menu", "russia-southwest: menu")
    play(game, "passage-southwest", seat="russia-southwest")
    assert s.passage == [0, 1]
    play(game, "passage-west", seat="russia-west")
    assert s.passage == [1, 1]
    play(game, "passage-west", seat="russia-west")
    assert s.passage == [0, 1]
    alone = table(whole("belarus-long"), Campaign())
    assert "passage-west" not in asked(alone).verbs()


@rule("24.2", "23.4.9.2")
def test_the_norths_share_is_the_west_fronts_to_bring() -> None:
    s = situation({"4207": "R-4"}, "May I", R, players=3)
    s.pool[2:6] = [2, 0, 2, 1]
    assert quiet_north.northern_share(s, WESTERN) == [2, 0]
    assert quiet_north.northern_share(s, SOUTHWESTERN) == [0, 0]
    assert quiet_north.northern_share(s, P) == [0, 0]
