"""21.3, 21.4 Lithuania: the line it crosses, the clock for Wilno, and its end."""

from __future__ import annotations

import pytest

from vistula.board.hexes import members
from vistula.games.nest_of_eagles.model import LITHUANIA
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.fronts import off_limits
from vistula.games.nest_of_eagles.rules.lithuania import end_of_round
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals
from vistula.games.nest_of_eagles.rules.routes import plan
from vistula.games.nest_of_eagles.rules.seats import SOVIETS
from vistula.games.nest_of_eagles.rules.sequence import Campaign
from vistula.games.nest_of_eagles.rules.stacking import other_army
from vistula.games.nest_of_eagles.rules.steps import eliminate
from vistula.games.nest_of_eagles.rules.supply import connected, in_supply
from vistula.games.nest_of_eagles.state import ATTACK_2, REMOVED, State, box
from vistula.kernel import barred

from .positions import M, hex, numbers, situation, unit
from .table import SOVIET, TITLE, asked, attack, attacks, moving, offered, owner, play, table, where

rule = pytest.mark.rule
REST = "2206 P-17; 1920 P-13; 2702 S-27"
AUGUST = M.round_of["29.VIII"]


def lithuania(stacks: str, date: str, **how: object) -> State:
    return situation(f"{stacks}; {REST}", side=SOVIET, round=M.round_of[date], **how)  # type: ignore[arg-type]


def gone(s: State) -> bool:
    return all(s.place[u] == REMOVED for u in members(M.front_army[LITHUANIA]) if s.place[u] != -6)


@rule("21.4a")
@pytest.mark.parametrize(("date", "leaves"), [("22.VIII", False), ("29.VIII", True), ("5.IX", False)])
def test_lithuania_must_have_acted_by_the_end_of_august(date: str, leaves: bool) -> None:
    s = lithuania("1504 L-1", date)
    s.place[unit("L-2")] = box(AUGUST)
    end_of_round(s)
    assert (s.place[unit("L-1")] == REMOVED, s.place[unit("L-2")] == REMOVED) == (leaves, leaves)


@rule("21.4a", "5.2a")
def test_the_end_of_the_round_looks_at_it() -> None:
    s = lithuania("1504 L-1", "29.VIII")
    table(s, Campaign(at="next_round"))
    assert gone(s)


@rule("21.4a", "21.4b")
def test_over_the_line_is_in_time_and_starts_the_clock() -> None:
    s = lithuania("1704 L-1", "29.VIII")
    come(s, unit("L-1"), hex("1705"))
    assert (s.lithuania_out, s.wilno_clock) == (True, AUGUST)
    end_of_round(s)
    assert not gone(s)


@rule("21.4b")
@pytest.mark.parametrize(("later", "leaves"), [(0, False), (1, False), (2, True)])
def test_two_rounds_after_it_has_crossed_wilno_must_be_taken(later: int, leaves: bool) -> None:
    s = lithuania("1705 L-1", "15.VIII")
    s.lithuania_out, s.wilno_clock = True, s.round
    s.round += later
    end_of_round(s)
    assert gone(s) is leaves


@rule("21.4b")
def test_with_wilno_taken_the_clock_stops() -> None:
    s = lithuania("1704 L-1", "15.VIII", poland="1804")
    come(s, unit("L-1"), hex("1804"))
    assert s.wilno_clock == s.round
    s.round += 2
    end_of_round(s)
    assert not gone(s)


@rule("21.4b", "21.4a")
def test_an_attack_on_wilno_from_home_starts_the_clock_but_crosses_nothing() -> None:
    game = attacks(f"1804 P-12; 1704 L-1; {REST}", side=SOVIET, round=M.round_of["15.VIII"])
    attack(game, "1804", "L-1", 5, 6)
    assert game.s.wilno_clock == game.s.round
    assert not game.s.lithuania_out
    other = attacks(f"1705 P-12; 1704 L-1; {REST}", side=SOVIET, round=M.round_of["15.VIII"])
    attack(other, "1705", "L-1", 5, 6)
    assert not other.s.wilno_clock  # another hex than Wilno


@rule("21.4b")
def test_the_clock_counts_from_the_first_time() -> None:
    s = lithuania("1704 L-1 L-2", "8.VIII")
    come(s, unit("L-1"), hex("1705"))
    first = s.round
    s.round += 1
    come(s, unit("L-2"), hex("1705"))
    assert s.wilno_clock == first


@rule("21.4d")
def test_who_takes_wilno_from_lithuania_drives_it_from_the_game() -> None:
    s = situation(f"1804 L-1; 1805 P-1LB; 1504 L-2; {REST}", round=M.round_of["12.IX"])
    s.wilno_taken = s.lithuania_out = True
    s.held = [s.held[0] & ~(1 << M.wilno), s.held[1] & ~(1 << M.wilno), s.held[2] | 1 << M.wilno]
    s.place[unit("L-3")] = box(s.round + 1)
    eliminate(s, unit("L-1"), "3.6a")
    assert where(table(s), "L-2") == "1504"
    come(s, unit("P-1LB"), hex("1804"))
    assert {where(table(s), key) for key in ("L-1", "L-2", "L-3")} == {"removed"}


@rule("21.4d")
def test_another_town_lost_changes_nothing() -> None:
    s = situation(f"1804 L-1; 1505 P-1LB; {REST}", round=M.round_of["12.IX"])
    s.wilno_taken = s.lithuania_out = True
    come(s, unit("P-1LB"), hex("1506"))  # Olita
    assert where(table(s), "L-1") == "1804"


@rule("21.4e", "21.3c")
def test_lithuania_takes_wilno_from_the_soviets_if_none_of_them_is_there() -> None:
    s = lithuania("1704 L-1", "29.VIII", soviet="1804")
    come(s, unit("L-1"), hex("1804"))
    assert (owner(table(s), "1804"), s.wilno_taken) == (2, True)


@rule("21.4f", "21.1b")
def test_two_more_divisions_come_to_kowno_at_the_end_of_august() -> None:
    for scenario in ("warsaw", "summer", "war-of-1920"):
        due = {M.key[unit]: round for round, unit in M.scenario(scenario).arrivals if M.front[unit] == LITHUANIA}
        assert due == {"L-2": AUGUST, "L-3": AUGUST}
    s = lithuania("1504 L-1", "29.VIII")
    s.place[unit("L-2")] = box(AUGUST)
    game = table(s, Arrivals(command=SOVIETS))
    if asked(game).step == "where":
        assert offered(game, "place") == {"1504"}
        play(game, "place 1504")
    assert where(game, "L-2") == "1504"


@rule("21.3b")
def test_the_soviets_stay_out_while_lithuanian_divisions_are_still_to_come() -> None:
    s = lithuania("2106 S-4", "22.VIII")
    s.wilno_taken = True
    s.place[unit("L-2")] = box(AUGUST)
    assert "2005" in numbers(barred(off_limits(s, unit("S-4"))))
    s.place[unit("L-2")] = REMOVED
    assert "2005" not in numbers(barred(off_limits(s, unit("S-4"))))


@rule("1.4a", "21.4a")
def test_at_the_niemen_lithuania_holds_wilno_from_the_start_and_stays() -> None:
    s = TITLE.start("niemen", seed=1).s
    assert (s.lithuania_out, s.wilno_taken, s.held[2] >> M.wilno & 1) == (True, True, 1)
    s.round = M.scenario("niemen").last
    end_of_round(s)
    assert s.lithuanian


def wilno_lithuanian(stacks: str) -> State:
    """Lithuania holds Wilno, the Soviets all else in the north."""
    north = " ".join(M.grid.number(h) for h in members(M.urban & M.theater[1]) if not M.lithuania >> h & 1)
    s = situation(f"{stacks}; 0612 P-17; 1920 P-13", side=SOVIET, round=M.round_of["12.IX"], soviet=north)
    s.wilno_taken = s.lithuania_out = True
    s.held = [s.held[0], s.held[1] & ~(1 << M.wilno), s.held[2] | 1 << M.wilno]
    return s


@rule("21.3b", "15.0b")
def test_soviet_rails_and_supply_run_through_what_lithuania_has_taken() -> None:
    s = wilno_lithuanian("1804 L-1; 2205 S-27; 1606 S-4")
    closed = numbers(barred(off_limits(s, unit("S-27"))))
    assert {"2005", "1606"} <= closed  # on foot it does not cross the yellow line
    assert connected(s, SOVIET) >> M.wilno & 1
    assert not connected(s, SOVIET) >> M.kowno & 1  # not beyond its old border
    assert in_supply(s, unit("S-4"))
    game = play(moving(s), "unit S-27")
    assert {"2005", "1606"} <= offered(game, "rail")  # Oszmiana, and Orany beyond Wilno
    assert not offered(game, "rail") & {"1804", "1504", "1506"}


@rule("21.3b", "15.0b")
def test_polish_rails_do_not() -> None:
    s = wilno_lithuanian("1804 L-1; 2205 P-12")
    assert not connected(s, 0) >> M.wilno & 1


@rule("21.2b", "11.0a")
def test_no_pole_is_driven_into_kowno() -> None:
    ring = "1604 P-12; 1704 S-4; 1605 S-5; 1603 S-6; 1705 S-8; 1505 S-10"
    s = situation(f"{ring}; 2206 P-17; 1920 P-13", side=SOVIET, phase=ATTACK_2)
    (route,) = plan(s, [unit("P-12")]).ways.values()
    assert (route.hexes, route.blocked) == ((), 1)  # the open hex is Kowno
    assert "1504" in {M.grid.number(h) for h in members(M.around[hex("1604")])}


@rule("3.1b", "21.1a")
def test_the_first_lithuanians_on_the_map_do_not_come_to_soviets_either() -> None:
    s = situation("3126 S-45")
    assert other_army(s, unit("L-1")) == 1 << hex("3126")
    assert not other_army(s, unit("S-44"))
