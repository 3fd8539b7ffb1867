"""7.0 – 7.2 Reinforcements and replacements."""

from __future__ import annotations

import pytest

from vistula.board.hexes import members
from vistula.games.red_star_white_eagle.rules import arrival, replacements, strategic
from vistula.games.red_star_white_eagle.rules.ground import STRATEGIC
from vistula.games.red_star_white_eagle.state import (
    ARRIVING,
    ASIDE,
    DEAD,
    INFANTRY_POINTS,
    POOL,
    RALLY,
    RESERVE,
    box,
    eliminate,
)

from .desk import (
    asks,
    can,
    drafts,
    events,
    inverted,
    last,
    offered,
    phase,
    play,
    situation,
    staff,
    turn,
    where,
    whole,
    why,
)
from .fields import M, P, R, h, hs, numbers, u

rule = pytest.mark.rule


# -- 7.1 where reinforcements come in ---------------------------------------------------------------------------------


def cities() -> list[str]:
    """The cities of the Polish net but Warsaw."""
    return [M.grid.number(hex) for hex in members(M.polish_net.spaces & M.cities) if hex != M.warsaw]


@rule("7.1.1a", "7.0a")
def test_poles_come_in_at_warsaw() -> None:
    game = staff(situation(boxes={ARRIVING: "P-11"}), P)
    play(game, "enter P-11")
    assert offered(game, "place") == {"1014"}
    assert why(game, "place 1520") == "7.1.1a"
    play(game, "place 1014")
    assert where(game, "P-11") == "1014"
    assert game.s.fresh >> u("P-11") & 1


@rule("7.1.1b", "7.1.1c")
@pytest.mark.parametrize(("free", "cut"), [(4, False), (3, True)])
def test_warsaw_is_isolated_below_four_other_cities(free: int, cut: bool) -> None:
    open_cities = ["1013", "1018", "1515", "0515"][:free]
    held = {number: f"R-{key}" for number, key in zip(sorted(set(cities()) - set(open_cities)), UNITS, strict=False)}
    s = situation(held, boxes={ARRIVING: "P-11"})
    assert arrival.isolated(s) is cut
    found = numbers(arrival.entries(s, u("P-11")))
    assert found == ("1013 1014 1018 1515" if cut else "1014")


UNITS = (
    "4", "5", "6", "8", "10", "11", "12", "15", "16", "17", "18", "21", "27", "29", "33", "43", "48", "53", "54", "55",
    "56", "57", "7", "24", "25", "41", "44", "45",
)  # fmt: skip


@rule("7.1.1b")
def test_enemy_zones_do_not_cut_the_line_but_units_do() -> None:
    ring = {"0914": "R-4", "1114": "R-5", "1113": "R-6", "1013": "R-8"}
    assert arrival.isolated(situation(ring))
    assert not arrival.isolated(situation({"0913": "R-4", "1115": "R-5", "1213": "R-6"}))


@rule("7.1.2", "7.1.3")
def test_each_front_has_its_edge() -> None:
    west, southwest = arrival.entries(situation(), u("R-18")), arrival.entries(situation(), u("R-24"))
    assert west & hs("5101 5119 3301 4001") == hs("5101 5119 3301 4001")
    assert not west & hs("5120 5136 3201")
    assert southwest == sum(1 << h(f"51{row}") for row in range(20, 37))


@rule("7.1.4a", "7.1.4b", "14.1")
def test_konarmiya_has_the_south_too_and_its_trains_want_rails() -> None:
    riders, train = (arrival.entries(situation(), u(key)) for key in ("R-K4", "R-KTr1"))
    assert riders == arrival.entries(situation(), u("R-24")) | sum(1 << h(f"{c}36") for c in range(42, 52))
    assert numbers(train) == "4236 4436 5036 5123 5126 5130 5131 5132 5136"
    assert not arrival.entries(situation(), u("R-tW5")) & ~arrival.entries(situation(), u("R-18"))


@rule("7.1.4c")
def test_konarmiya_has_three_points_more_when_it_enters() -> None:
    s = situation({"5123": "R-K4 R-24"})
    assert strategic.allowance(s, u("R-K4")) == 9
    s.fresh = 1 << u("R-K4") | 1 << u("R-24")
    assert [strategic.allowance(s, u(key)) for key in ("R-K4", "R-24")] == [12, 7]
    assert strategic.allowance(s, u("R-K4"), STRATEGIC) == 21  # (A20)


@rule("16.5")
def test_the_second_flotilla_waits_for_its_two_hexes() -> None:
    game = staff(situation({"5133": "P-14"}, boxes={ARRIVING: "R-DnS"}), R)
    play(game, "enter R-DnS")
    assert offered(game, "place") == {"5134"}
    blocked = staff(situation({"5133": "P-14", "5134": "P-15"}, boxes={ARRIVING: "R-DnS R-18"}), R)
    assert offered(blocked, "enter") == {"R-18"}


@rule("7.1.2", "12.4.3b")
def test_what_has_no_front_comes_over_either_edge() -> None:
    both = M.entry[0] | M.entry[1]
    assert arrival.entries(situation(), u("R-R1")) == both == arrival.entries(situation(), u("R-I1a"))  # (A80)


@rule("7.0c", "7.0a")
def test_arrivals_may_wait() -> None:
    game = staff(situation(boxes={ARRIVING: "P-11 P-17"}), P)
    play(game, "enter P-11", "place 1014", "done")
    assert not game.stack
    assert where(game, "P-17") == "arriving"


@rule("7.0d", "5.1.3e")
def test_they_appear_in_enemy_zones_and_in_full_hexes() -> None:
    stands = {"1014": "P-14 P-4 P-5", "1115": "R-4"}
    game = staff(situation(stands, boxes={ARRIVING: "P-11"}), P)
    play(game, "enter P-11", "place 1014")
    assert where(game, "P-11") == "1014"


@rule("12.4.1a")
def test_they_do_not_join_the_other_front() -> None:
    game = staff(situation({"5118": "R-24"}, boxes={ARRIVING: "R-18"}), R)
    play(game, "enter R-18")
    assert why(game, "place 5118") == "12.4.1a"
    assert can(game, "place 5119")


@rule("7.0a")
def test_one_click_brings_everybody_to_warsaw() -> None:
    game = staff(situation(boxes={ARRIVING: "P-11 P-17 P-15U P-Mil1"}), P)
    play(game, "all")
    assert [where(game, key) for key in ("P-11", "P-17", "P-15U", "P-Mil1")] == ["1014", "1014", "arriving", "arriving"]


@rule("7.1.1a", "7.1.2", "7.1.3", "7.1.4a", "7.1.4b", "14.1", "16.5", "19.1", "22.4b", "22.4c", "24.11.6")
@pytest.mark.parametrize(
    ("key", "id"),
    [("P-11", "7.1.1a"), ("P-G-Lwow", "19.1"), ("P-Poz1", "22.4b"), ("P-Mil1", "22.4c"), ("P-I1a", "7.1.1a"),
     ("R-4", "7.1.2"), ("R-24", "7.1.3"), ("R-K4", "7.1.4a"), ("R-KTr1", "7.1.4b"), ("R-tW5", "14.1"),
     ("R-DnS", "16.5"), ("R-R1", "7.1.2"), ("F-1", "24.11.6")],
)  # fmt: skip
def test_the_rule_that_keeps_each_from_coming_in_anywhere(key: str, id: str) -> None:
    game = staff(situation(boxes={ARRIVING: key}, options="freikorps"), P if key[0] == "P" else R)
    play(game, f"enter {key}")
    assert why(game, "place 2918") == id


@rule("7.2b", "7.2c")
@pytest.mark.parametrize(("key", "left"), [("P-I1a", [8, 9]), ("P-I2a", [7, 9]), ("P-C1a", [9, 8]), ("P-C2a", [9, 7])])
def test_a_counter_costs_its_factor(key: str, left: list[int]) -> None:
    s = pooled(9, 9)
    play(staff(s, P), f"counter {key}", "place 1014")
    assert s.pool[:2] == left


@rule("22.4b", "22.4c", "19.2")
def test_poznan_units_and_militia_have_places_of_their_own() -> None:
    s = situation({"1520": "R-24"}, boxes={ARRIVING: "P-Poz1 P-Mil1"})
    assert numbers(arrival.open_entries(s, u("P-Poz1"))) == "0111"
    free = arrival.open_entries(s, u("P-Mil1"))
    assert free == M.polish_net.spaces & M.cities & ~(1 << h("1520"))
    taken = situation({"0111": "R-24"}, boxes={ARRIVING: "P-Poz1 P-11"})
    assert offered(staff(taken, P), "enter") == {"P-11"}


# -- 6.1 what a phase begins with -------------------------------------------------------------------------------------


@rule("6.1a", "6.1d", "7.0a", "11.0a", "20.3.1", "21.1.4a", "22.0a")
def test_each_side_has_duties_of_its_own_before_its_menu() -> None:
    stands = {"1014": "P-1AC P-14", "4606": "R-15 R-29 R-4", "1515": "R-10 R-8", "4707": "P-8"}
    s = situation(stands, "June I", boxes={ASIDE: "P-U1 R-U1", RALLY: "P-Mil1 P-Mil2"})
    s.held = [1 << M.hex("Żytomierz"), 1 << M.kiev]
    polish = phase(s, P, 1, 1, 2, 3)  # a motor, two rows of the table, a Ukrainian city
    assert asks(polish) == "poland: menu"
    assert [where(s, key) for key in ("P-1AC", "P-Mil1", "P-Mil2", "R-15")] == ["dead", "arriving", "arriving", "4606"]
    assert last(polish, "recruiting").refs["dice"] == [3]
    assert not events(polish, "reaction")
    s.place[u("P-2AC")] = h("1014")
    russian = phase(s, R)
    assert asks(russian) == "russia: menu"
    assert [where(s, key) for key in ("P-2AC", "R-15", "R-29")] == ["1014", "dead", "dead"]
    assert events(russian, "reaction")
    assert not events(russian, "recruiting") + events(russian, "rally")
    s.ukrainians, s.turn = R, s.turn + 1
    assert last(phase(s, R, 4), "recruiting").refs["dice"] == [4]
    assert not events(phase(s, P), "recruiting")


# -- 7.2 points and counters ------------------------------------------------------------------------------------------


def pooled(infantry: int, cavalry: int, side: int = P, stands: dict[str, str] | None = None, **how: object):  # type: ignore[no-untyped-def]
    s = situation(stands, **how)  # type: ignore[arg-type]
    s.pool[2 * side], s.pool[2 * side + 1] = infantry, cavalry
    return s


@rule("7.2a", "7.2c")
def test_points_of_the_track_go_into_the_pool() -> None:
    s = situation({"1014": "P-14", "5101": "R-4"}, "June I")
    phase(s, P)
    assert s.pool[:2] == drafts("June I", P)
    russian = situation({"1014": "P-14", "5101": "R-4"}, "July I")
    game = phase(russian, R)
    assert russian.pool[2:4] == drafts("July I", R)
    assert asks(game) == "russia: menu"


@rule("7.2b", "7.2c")
def test_two_cavalry_points_are_one_large_counter_or_two_small_ones() -> None:  # E6
    game = staff(pooled(0, 2), P)
    assert offered(game, "counter") == {"P-C1a", "P-C2a"}
    play(game, "counter P-C2a", "place 1014")
    assert game.s.pool[:2] == [0, 0]
    small = staff(pooled(0, 2), P)
    play(small, "counter P-C1a", "place 1014", "counter P-C1b", "place 1014")
    assert small.s.pool[:2] == [0, 0]
    assert offered(small, "join") == {"P-C1a", "P-C1b"}


@rule("7.2b", "7.2c")
def test_counters_are_limited_and_so_is_the_pool() -> None:
    s = pooled(1, 0)
    assert offered(staff(s, P), "counter") == {"P-I1a"}
    for key in "abcdefgh":
        s.place[u(f"P-I1{key}")] = h("1014")
    s.pool[INFANTRY_POINTS] = 2
    assert offered(staff(s, P), "counter") == {"P-I2a"}


@rule("7.0a", "7.2.2a")
def test_counters_are_split_and_joined_on_the_map_once_a_phase() -> None:
    game = staff(situation({"0510": "P-I2a P-I1a P-I1b P-C1a"}), P)
    assert (offered(game, "split"), offered(game, "join")) == ({"P-I2a"}, {"P-I1a", "P-I1b"})
    play(game, "split P-I2a")
    assert [where(game, key) for key in ("P-I2a", "P-I1c", "P-I1d")] == ["pool", "0510", "0510"]
    assert offered(game, "join") == {"P-I1a", "P-I1b"}  # those from the split stay as they are
    play(game, "join P-I1a")
    assert [where(game, key) for key in ("P-I2a", "P-I1a", "P-I1b")] == ["0510", "pool", "pool"]
    assert not offered(game, "split")


@rule("7.0a", "7.2.2b")
def test_counters_return_to_the_pool_next_to_a_source() -> None:
    s = situation({"1014": "P-I1a", "1015": "P-I2a", "1017": "P-C1a", "5018": "R-I1a"})
    game = staff(s, P)
    assert offered(game, "withdraw") == {"P-I1a", "P-I2a", "P-C1a"}  # Radom is next to 1017
    s.place[u("P-C1a")] = h("3409")
    game = staff(s, P)
    assert why(game, "withdraw P-C1a") == "7.2.2b"
    play(game, "withdraw P-I2a")
    assert s.pool[:2] == [2, 0]
    russian = staff(s, R)
    play(russian, "withdraw R-I1a")
    assert s.pool[2:4] == [1, 0]


@rule("7.2.2b", "10.4a")
def test_a_source_under_the_enemy_takes_nothing_back() -> None:
    stands = {"2918": "P-I1a P-8", "1821": "R-24", "1921": "P-I2a", "1014": "P-I1b"}
    assert offered(staff(situation(stands), P), "withdraw") == {"P-I1b"}
    del stands["1821"]
    assert offered(staff(situation(stands), P), "withdraw") == {"P-I1b", "P-I2a"}
    edge = {"5116": "P-14", "5117": "P-4", "5017": "R-I1a", "5014": "R-I1b"}
    assert offered(staff(situation(edge), R), "withdraw") == {"R-I1b"}


# -- 7.2.3 recreating -------------------------------------------------------------------------------------------------


@rule("7.2.3.1a", "7.2.3.3a", "7.2.3.3b", "7.2.3.2a", "21.4")
@pytest.mark.parametrize(
    ("key", "side", "factors"),
    [("P-1L", 0, 10), ("P-1L", 1, 6), ("P-Sib", 0, 5), ("P-Sib", 1, 3), ("P-15U", 0, 2), ("P-LegC1", 0, 1),
     ("P-LegC6", 0, 1), ("P-Vol", 0, 6), ("P-Mil1", 0, 1), ("P-G-Lwow", 0, 2), ("R-K4", 1, 6),
     ("R-cW1", 0, 1), ("F-1", 0, 5)],
)  # fmt: skip
def test_price_of_a_unit(key: str, side: int, factors: int) -> None:
    assert replacements.price(situation(), u(key), side) == factors


@rule("7.2.3.1a", "7.2.3.1b", "7.2.3.1c", "7.2.3.2c")
def test_cavalry_wants_cavalry_factors_and_infantry_takes_either() -> None:
    s = pooled(6, 2, boxes={POOL: "P-14 P-1C P-15U P-Sib"})
    game = staff(s, P)
    # 14th Division costs 6 inverted, 1st Cavalry 3, Uhlans 2, Siberians 3 or 5
    assert offered(game, "recreate") == {"P-14", "P-15U", "P-Sib"}
    assert why(game, "recreate P-1C") == "7.2.3.1a"
    play(game, "recreate P-Sib", "strength 1", "factors 2")
    assert s.pool[:2] == [5, 0]
    assert (where(game, "P-Sib"), inverted(game, "P-Sib")) == ("arriving", True)


@rule("7.2.3.1a", "7.2.3.2b", "7.2.3.2c")
def test_a_two_step_unit_returns_on_the_side_that_is_paid_for() -> None:
    s = pooled(6, 0, boxes={POOL: "P-Sib"})
    game = play(staff(s, P), "recreate P-Sib", "strength 0")
    assert (s.pool[0], inverted(game, "P-Sib")) == (1, False)
    play(game, "enter P-Sib", "place 1014")
    assert where(game, "P-Sib") == "1014"


@rule("7.2.5", "21.1.5", "21.2d", "23.4.8.2c")
def test_who_is_never_recreated() -> None:
    s = pooled(20, 20, boxes={POOL: "P-U1 P-14", DEAD: "P-PP1 P-1AC P-Gal1"})
    game = staff(s, P)
    assert offered(game, "recreate") == {"P-14"}
    assert [why(game, f"recreate {key}") for key in ("P-U1", "P-PP1", "P-Gal1")] == ["21.1.5", "7.2.5", "7.2.5"]
    russian = staff(pooled(20, 20, R, boxes={POOL: "R-4 R-U2", DEAD: "L-1"}), R)
    assert offered(russian, "recreate") == {"R-4"}
    assert why(russian, "recreate L-1") == "21.2d"


@rule("19.1")
def test_a_garrison_returns_to_its_own_city_or_not_at_all() -> None:
    s = pooled(9, 0, boxes={POOL: "P-G-Lwow P-G-Modlin"})
    game = play(staff(s, P), "recreate P-G-Lwow", "enter P-G-Lwow")
    assert offered(game, "place") == {"2028"}
    taken = staff(pooled(9, 0, stands={"1013": "R-4"}, boxes={POOL: "P-G-Modlin P-14"}), P)
    assert why(taken, "recreate P-G-Modlin") == "19.1"


@rule("7.2.5")
def test_what_bears_the_square_mark_is_lost_for_good() -> None:
    s = situation({"1014": "P-PP1 P-14"})
    eliminate(s, u("P-PP1"))
    eliminate(s, u("P-14"))
    assert (where(s, "P-PP1"), where(s, "P-14")) == ("dead", "pool")


# -- 7.2.4 rebuilding -------------------------------------------------------------------------------------------------


@rule("7.2.4.1", "7.2.4.2a", "7.2.4.2c", "7.2.4.4")
def test_the_15th_division_takes_three_factors() -> None:  # E7
    s = situation({"1110": "R-15* R-I2a R-C1a"})
    game = play(staff(s, R), "rebuild R-15")
    assert not inverted(game, "R-15")
    assert (where(game, "R-I2a"), where(game, "R-C1a")) == ("pool", "pool")
    assert s.rebuilt == 1 << u("R-15")


@rule("7.2.4.2b")
def test_nobody_is_rebuilt_in_an_enemy_zone() -> None:
    game = staff(situation({"1110": "R-15* R-I2a R-C1a", "1111": "P-14", "4606": "R-10* R-I2b R-I1a"}), R)
    assert offered(game, "rebuild") == {"R-10"}
    assert why(game, "rebuild R-15") == "7.2.4.2b"


@rule("7.2.4.3")
def test_cavalry_is_rebuilt_by_cavalry_only() -> None:
    short = staff(situation({"4606": "R-15K* R-I2a R-C2a R-4*"}), R)
    assert "R-15K" not in offered(short, "rebuild")
    game = play(staff(situation({"4606": "R-15K* R-I2a R-C2a R-C1a"}), R), "rebuild R-15K")
    assert [where(game, key) for key in ("R-I2a", "R-C2a", "R-C1a")] == ["4606", "pool", "pool"]


@rule("7.2.4.3")
def test_who_has_both_arms_in_his_hex_chooses() -> None:
    s = situation({"4606": "R-10* R-I2a R-I1a R-C1a"})
    game = play(staff(s, R), "rebuild R-10")
    assert offered(game, "factors") == {"0", "1"}
    play(game, "factors 1")
    assert [where(game, key) for key in ("R-I2a", "R-I1a", "R-C1a")] == ["pool", "4606", "pool"]


@rule("7.2.2a", "7.2.4.2a")
def test_change_comes_from_a_counter_that_is_split() -> None:  # (A23)
    s = situation({"4606": "R-10* R-I2a R-I2b"})
    game = play(staff(s, R), "rebuild R-10")
    assert [where(game, key) for key in ("R-I2a", "R-I2b", "R-I1a")] == ["pool", "pool", "4606"]


@rule("7.2.4.1")
def test_counters_that_have_just_come_in_wait_for_the_next_phase() -> None:
    s = pooled(3, 0, stands={"1014": "P-8*"})
    game = play(staff(s, P), "counter P-I2a", "place 1014", "counter P-I1a", "place 1014")
    assert not game.stack or "P-8" not in offered(game, "rebuild")


# -- where counters lie that are not there ----------------------------------------------------------------------------


@rule("7.0c", "7.2.4.1", "7.2.3.1a", "7.0e", "22.7.3")
def test_what_is_said_of_counters_that_cannot_be_used() -> None:
    s = pooled(
        0,
        1,
        stands={"1014": "P-8 P-9*"},
        boxes={RESERVE: "P-7", box(turn("Aug I")): "P-3R", ARRIVING: "P-11", POOL: "P-1C"},
    )
    s.reserve_in = 1 << u("P-7")
    game = staff(s, P)
    said = {
        key: why(game, f"enter {key}") for key in ("P-8", "P-9", "P-7", "P-3R", "P-14", "R-4", "P-1C", "P-I1a", "P-C2a")
    }
    assert said == {
        "P-8": "7.2.4.1",
        "P-9": "7.2.4.2a",
        "P-7": "22.7.3",
        "P-3R": "7.0e",
        "P-14": "23.0a",
        "R-4": "7.0a",
        "P-1C": "7.2.3.1a",
        "P-I1a": "7.2b",
        "P-C2a": "7.2b",
    }


@rule("7.0a", "7.0e")
def test_units_of_the_track_are_due_on_their_turn() -> None:
    s = whole("campaign")
    s.turn = turn("May I")
    for key in ("P-1AC", "P-2AC"):
        eliminate(s, u(key))
    game = phase(s, P)
    assert where(game, "P-11") == "arriving"
    assert where(game, "P-17") == "May II"
    assert last(game, "due").refs["units"] == [u("P-11")]
    assert s.pool[:2] == drafts("May I", P)
