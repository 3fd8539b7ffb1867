"""17.1, 17.2 What Poles in the east set off; 22.0 what Russians near Warsaw do; 22.7 the railroad reserve."""

from __future__ import annotations

import pytest

from vistula.games.red_star_white_eagle.rules import arrival, rally, reserve
from vistula.games.red_star_white_eagle.rules.rally import Rally
from vistula.games.red_star_white_eagle.state import ARRIVING, GARRISON_BOX, RALLY, RESERVE, box

from .desk import can, drafts, events, last, offered, phase, play, situation, staff, table, turn, where, whole, why
from .fields import M, P, R, h, hs, numbers, u

rule = pytest.mark.rule


# -- 17.1 reaction ----------------------------------------------------------------------------------------------------


def reserves() -> dict[int, str]:
    """The reserve divisions on their turns."""
    dates = ("Sept I", "Sept II", "Sept III", "Sept IV", "Oct I")
    return {box(turn(date)): f"R-R{n}" for n, date in enumerate(dates, 1)}


@rule("17.1.1a", "17.1.1b", "17.1.2a", "17.0")
def test_reaction_doubles_points_and_takes_the_last_division_first() -> None:  # E26
    s = situation({"4707": "P-14", "5101": "R-4"}, "June I", boxes=reserves())
    phase(s, R)
    first = drafts("June I", R, 2)
    assert s.pool[2:4] == first
    assert [where(s, f"R-R{n}") for n in (4, 5)] == ["Sept IV", "arriving"]
    s.turn += 1
    phase(s, R)
    assert s.pool[2:4] == [a + b for a, b in zip(first, drafts("June II", R, 2), strict=True)]
    assert [where(s, f"R-R{n}") for n in (3, 4, 5)] == ["Sept III", "arriving", "arriving"]


@rule("17.1.1a", "17.1.2a")
@pytest.mark.parametrize(("stands", "doubled"), [({"4407": "P-14"}, True), ({"4307": "P-14"}, False),
                                                 ({"4407": "P-I1a"}, False), ({"4407": "R-4"}, False)])  # fmt: skip
def test_only_units_beyond_the_line_rouse_the_russians(stands: dict[str, str], doubled: bool) -> None:
    s = situation({**stands, "5101": "R-5"}, "June I")
    phase(s, R)
    assert s.pool[2:4] == drafts("June I", R, 2 if doubled else 1)


@rule("17.1.1b")
def test_without_reserve_divisions_only_the_points_are_doubled() -> None:  # (A39)
    s = situation({"4707": "P-14", "5101": "R-4"}, "Oct I", boxes={box(turn("Oct I")): "R-R5"})
    game = phase(s, R)
    assert s.pool[2:4] == drafts("Oct I", R, 2)
    assert not events(game, "called_up")
    assert where(game, "R-R5") == "arriving"  # by the track


# -- 17.2 the Latvian border ------------------------------------------------------------------------------------------


@rule("17.2.1a", "17.2.1b", "17.0")
def test_poles_beyond_the_dvina_release_the_garrison() -> None:
    s = situation({"3801": "P-14", "5110": "R-4"}, "June II", boxes={GARRISON_BOX: "R-43 R-48 R-55"})
    game = phase(s, R)
    assert s.latvians_released
    assert {"R-43", "R-48", "R-55"} <= offered(game, "enter")
    play(game, "enter R-43")
    assert set(offered(game, "place")) == set(M.numbers(M.latvian_entry & ~(1 << h("3801"))))
    play(game, "place 4001", "done")
    s.place[u("P-14")] = h("3805")
    s.turn += 1
    assert "R-48" in offered(phase(s, R), "enter")  # released for good


@rule("17.2.1a", "17.2.2", "7.1.2")
def test_two_of_the_garrison_come_by_the_track_as_well() -> None:
    s = situation({"3805": "P-14", "5110": "R-4"}, "July II", boxes={GARRISON_BOX: "R-43 R-48 R-55"})
    game = phase(s, R)
    assert not s.latvians_released
    assert [where(game, key) for key in ("R-43", "R-48", "R-55")] == ["garrison", "arriving", "garrison"]
    assert arrival.entries(s, u("R-48")) == M.entry[0]
    assert offered(game, "enter") == {"R-48"}


# -- 22.0 the rally ---------------------------------------------------------------------------------------------------


@rule("22.0a", "22.0b", "22.0c", "21.0")
@pytest.mark.parametrize(
    ("stands", "factors"),
    [({"1515": "R-29"}, 8), ({"1515": "R-29 R-cW1"}, 8.5), ({"1515": "R-29 R-2K"}, 9), ({"2114": "R-29"}, 8),
     ({"1423": "R-29"}, 8), ({"1424": "R-29"}, 0), ({"1404": "R-29"}, 0),
     ({"2214": "R-29"}, 0), ({"1515": "R-KAC"}, 1), ({"1515": "R-tW1 R-U1"}, 5), ({"1515": "R-I2a P-14"}, 0),
     ({"1515": "R-29*"}, 4), ({"1515": "L-1 R-15"}, 10)],
)  # fmt: skip
def test_what_menaces_warsaw(stands: dict[str, str], factors: float) -> None:
    s = situation(stands)
    assert rally.menace(s) == factors
    assert rally.goes_on(s) is (factors >= 9)


def table_of_six(first: str = "P-Vol P-Mil1 P-Wars P-Poz1") -> str:
    return f"{first} P-Sib P-Mil2 P-2R P-Kopa P-Mil3 P-8C P-Poz2 P-Art P-Mil4 P-1R P-Now P-Coss"


@rule("22.1", "22.2", "22.3", "22.6", "22.7.1a")
def test_a_rally_brings_six_units_and_points_for_three_turns() -> None:
    s = situation({"1515": "R-29 R-15"}, "Aug I", boxes={RALLY: table_of_six()})
    game = phase(s, P, 1, 1, 3, 2, 4, 4)
    came = [event.refs["unit"] for event in events(game, "rallies")]
    # The Siberian Brigade comes by the track.
    assert came == [u(f"P-{key}") for key in ("Vol", "Mil1", "Mil3", "Mil2", "Mil4", "1R")]
    assert s.pool[:2] == [a + b for a, b in zip(drafts("Aug I", P), (6, 2), strict=True)]
    assert s.reserve_allowed
    assert s.rally == 1
    s.place[u("R-29")] = s.place[u("R-15")] = -8
    for turns, received in ((2, 6), (3, 2)):
        s.turn += 1
        s.pool[:2] = [0, 0]
        game = phase(s, P, 1, 1, 2, 2, 3, 3) if turns == 2 else phase(s, P, 3, 4)
        assert (s.rally, len(events(game, "rallies"))) == (turns, received)
        assert s.pool[0] == drafts(f"Aug {'I' * turns}", P)[0] + 6
    s.turn += 1
    s.pool[0] = 0
    game = phase(s, P)
    assert not events(game, "rallies")
    assert s.pool[0] == drafts("Aug IV", P)[0]


@rule("22.2", "22.3")
def test_an_empty_row_is_rolled_again_until_the_table_is_empty() -> None:  # (A43)
    game = table(situation(boxes={RALLY: "P-Vol P-Sib"}), Rally(), dice=(3, 1, 1, 2))
    assert not game.stack
    assert len(events(game, "rally_nobody")) == 2
    assert [where(game, key) for key in ("P-Vol", "P-Sib")] == ["arriving", "arriving"]


@rule("22.5a", "22.5b")
def test_units_of_the_track_leave_the_table_and_do_not_count() -> None:
    s = situation({"1515": "R-29 R-15"}, "July IV", boxes={RALLY: table_of_six()})
    game = phase(s, P, 1, 1, 1, 2, 2, 2)
    assert where(game, "P-Vol") == "arriving"  # by the track
    assert len(events(game, "rallies")) == 6
    assert where(game, "P-Poz1") == "arriving"  # the row has one unit less: three dice reached its end


@rule("23.1.2", "23.1.8")
def test_the_gates_of_warsaw_have_no_rally_but_a_reserve() -> None:
    s = whole("gates")
    assert rally.menace(s) > 9
    assert not rally.goes_on(s)
    assert reserve.allowed(s)


@rule("24.1.2d", "24.1.3")
def test_a_rally_stops_while_warsaw_is_russian() -> None:
    s = situation({"1014": "R-29", "1515": "R-15"}, options="fall-of-warsaw")
    s.rally = 1
    assert not rally.goes_on(s)
    s = situation({"1114": "R-29", "1515": "R-15"}, options="fall-of-warsaw")
    s.rally = 1
    assert rally.goes_on(s)


# -- 22.7 the railroad reserve ----------------------------------------------------------------------------------------


@rule("7.0a", "22.7.1a", "22.7.1b", "22.7.3")
def test_arrivals_go_into_the_reserve_and_stay_for_a_turn() -> None:
    s = situation(boxes={ARRIVING: "P-11 P-17 P-G-Lwow"})
    assert not offered(staff(s, P), "reserve")
    assert why(staff(s, P), "reserve P-11") == "22.7.1a"
    s.reserve_allowed = True
    game = staff(s, P)
    assert offered(game, "reserve") == {"P-11", "P-17"}
    play(game, "reserve P-11")
    assert "P-11" not in offered(game, "enter")
    assert where(game, "P-11") == "reserve"
    play(game, "enter P-17", "hold")
    assert where(game, "P-17") == "reserve"
    assert "P-17" in offered(phase(s, P), "enter")  # in the next turn


@rule("22.7.1b", "7.2c")
def test_replacement_counters_go_there_too() -> None:
    s = situation()
    s.reserve_allowed, s.pool[0] = True, 2
    game = play(staff(s, P), "counter P-I2a", "hold")
    assert (where(game, "P-I2a"), s.pool[0]) == ("reserve", 0)


@rule("22.7.2")
def test_out_of_the_reserve_into_any_city_that_the_net_joins_to_warsaw() -> None:
    s = situation({"1520": "R-24", "1426": "R-4", "2028": "R-5"}, boxes={RESERVE: "P-11", ARRIVING: "P-17"})
    s.reserve_allowed = True
    found = numbers(arrival.open_entries(s, u("P-11"))).split()
    assert {"1014", "0424", "1225", "1912"} <= set(found)
    assert not {"1520", "1426", "1527", "2028"} & set(found)  # Russian, or cut off
    assert numbers(arrival.open_entries(s, u("P-17"))) == "1014"


@rule("22.7.1c")
def test_who_can_travel_to_warsaw_or_the_west_enters_from_the_map() -> None:
    s = situation({"1912": "P-14", "3409": "P-8", "1527": "P-4", "1426": "R-24", "2028": "R-5", "1014": "P-Mil1 P-I1a"})
    s.reserve_allowed = True
    bars = tuple(reserve.not_entrained(s))
    assert reserve.gates(s) == hs("1014 0111 0114 0123")
    free = {key for key in ("P-14", "P-8", "P-4", "P-Mil1", "P-I1a", "R-24") if not any(b.held(u(key)) for b in bars)}
    assert free == {"P-14", "P-I1a"}


@rule("24.1.2e", "24.1.2c")
def test_the_reserve_must_come_out_when_warsaw_falls() -> None:
    s = situation({"1014": "R-24"}, boxes={RESERVE: "P-11", ARRIVING: "P-17"}, options="fall-of-warsaw")
    s.reserve_allowed = True
    assert reserve.owed(s) == [u("P-11")]
    game = staff(s, P)
    assert not can(game, "done")
    assert why(game, "done") == "24.1.2e"
    play(game, "enter P-11")
    assert hs("0424 1013") & sum(1 << h(n) for n in offered(game, "place")) == hs("0424 1013")
    assert not can(game, "place 1014")
    play(game, "place 0424")
    assert last(game, "arrives").refs["unit"] == u("P-11")
    play(game, "done")
    assert not game.stack
    s = situation({"1114": "R-24"}, boxes={RESERVE: "P-11"}, options="fall-of-warsaw")
    assert not reserve.owed(s)
