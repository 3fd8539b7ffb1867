"""12.0 Russian fronts, 21.5 frontier guards, 23.4.7 the Standdown, 23.4.9 the quiet north."""

from __future__ import annotations

import pytest

from vistula.games.red_star_white_eagle.rules import control, events, frontier, fronts, quiet_north, standdown
from vistula.games.red_star_white_eagle.rules.events import Declarations
from vistula.games.red_star_white_eagle.rules.targets import unfit
from vistula.games.red_star_white_eagle.rules.zoc import ignores_zoc
from vistula.games.red_star_white_eagle.state import ARRIVING, GARRISON_BOX, State
from vistula.games.red_star_white_eagle.units import NO_FRONT, SOUTHWEST, WEST

from .desk import asks, can, offered, play, situation, staff, table, turn, where, whole, why
from .fields import M, P, R, h, hs, numbers, u, us

rule = pytest.mark.rule


# -- 12.1, 12.4.3 whose a unit is -------------------------------------------------------------------------------------


@rule("12.1", "12.4.3a", "12.4.3b", "2.4.2b")
@pytest.mark.parametrize(
    ("key", "front"),
    [("R-4", WEST), ("R-24", SOUTHWEST), ("R-K4", SOUTHWEST), ("L-1", WEST), ("R-U1", SOUTHWEST),
     ("R-Gal1", SOUTHWEST), ("R-R1", NO_FRONT), ("R-I1a", NO_FRONT), ("P-14", NO_FRONT), ("F-1", NO_FRONT)],
)  # fmt: skip
def test_every_unit_has_its_front(key: str, front: int) -> None:
    assert fronts.front_of(situation(), u(key)) == front


# -- 12.2, 12.3 command -----------------------------------------------------------------------------------------------


@rule("12.2a", "12.2b", "12.2.1", "12.3.3")
@pytest.mark.parametrize(
    ("key", "hex", "out"),
    [("R-57", "1919", False), ("R-57", "2221", False), ("R-57", "2222", True),  # E19
     ("R-57", "5121", False), ("R-57", "5122", True), ("R-24", "5118", False), ("R-24", "5117", True),
     ("R-57", "2028", False), ("R-24", "1014", False), ("R-24", "1812", True), ("R-R1", "2222", False),
     ("R-R1", "5117", False), ("L-1", "2222", True), ("P-14", "2222", False), ("R-I1a", "2222", False)],
)  # fmt: skip
def test_who_is_out_of_command(key: str, hex: str, out: bool) -> None:
    s = situation({hex: key})
    assert fronts.out_of_command(s, u(key)) is out
    assert fronts.out_of_command(situation(), u(key), h(hex)) is out


@rule("12.2c", "12.2a", "12.2b")
def test_a_split_hex_is_none_of_the_two() -> None:
    """Column 46: the line runs through 4622, so 4624 is the second whole hex south and 4620 the second one north."""
    west, southwest = (~fronts.out_hexes(situation(), front) for front in (WEST, SOUTHWEST))
    assert numbers(hs("4623 4624 4625") & west) == "4623 4624"
    assert numbers(hs("4619 4620 4621") & southwest) == "4620 4621"


@rule("12.3.2a", "12.3.2b")
def test_nobody_goes_out_of_command_of_his_own_will() -> None:
    s = situation({"2221": "R-57", "2223": "R-4", "2019": "R-24"})
    assert [fronts.no_command(s, u(key)).held(h("2222")) for key in ("R-57", "R-4")] == [True, False]
    assert fronts.no_command(s, u("R-57")).rule == "12.3.2a"
    assert fronts.strays(s, u("R-57")) == M.out_of_command[WEST]
    assert fronts.strays(s, u("R-4")) == 0
    assert fronts.astray(s, us("R-57 R-4 R-24")) == [u("R-4")]
    assert [fronts.beyond(s, u("R-4"), h(hex)) for hex in ("2221", "2222", "2224")] == [0, 3, 5]


# -- 12.4, 21.2 who keeps apart ---------------------------------------------------------------------------------------


@rule("12.4.1a", "12.4.2a", "12.4.3b", "21.2a")
def test_who_does_not_stack_or_attack_with_whom() -> None:
    groups = {"W": "R-4", "SW": "R-24", "L": "L-1", "none": "R-R1", "F": "F-1", "U": "R-U1"}
    apart = {(a, b) for a, one in groups.items() for b, two in groups.items() if M.rivals[u(one)] >> u(two) & 1}
    both_ways = {("W", "SW"), ("W", "L"), ("W", "U"), ("SW", "L"), ("none", "L"), ("U", "L")}
    assert apart == both_ways | {(b, a) for a, b in both_ways}
    assert fronts.rivals(situation(), us("L-1 R-R1 P-14")) == M.russians | M.lithuanians
    assert not M.rivals[u("P-14")]
    assert not M.rivals[u("R-I1a")]


@rule("12.4.1b", "12.4.1a")
def test_a_mixed_hex_is_known_as_one() -> None:
    s = situation({"2018": "R-4 R-24", "2019": "R-5", "2118": "R-25 R-R1", "2306": "L-1 R-8"})
    assert [fronts.mixed(s, h(hex)) for hex in ("2018", "2019", "2118", "2306")] == [True, False, False, True]
    assert fronts.apart(s, u("R-44")) == hs("2018 2019 2306")
    assert fronts.apart(s, u("R-R2")) == hs("2306")


@rule("12.4.2a", "21.2a")
def test_why_units_do_not_join_an_attack() -> None:
    s = situation()

    def refused(attackers: str, key: str) -> str:
        return next((bar.rule for bar in fronts.not_with(s, us(attackers)) if bar.held(u(key))), "")

    assert refused("R-4", "R-24") == "12.4.2a"
    assert refused("R-4", "L-1") == refused("L-1", "R-4") == refused("R-R1", "L-1") == "21.2a"
    assert refused("R-4 R-R1", "R-8") == refused("P-14", "P-8") == ""


@rule("12.4.2b")
def test_hexes_that_the_other_front_has_attacked() -> None:
    s = situation()
    s.struck_front = [hs("1014"), hs("2028")]
    assert [fronts.other_front_struck(s, u(key)) for key in ("R-4", "R-24", "R-R1")] == [hs("2028"), hs("1014"), 0]


# -- 21.5 frontier guards ---------------------------------------------------------------------------------------------


@rule("21.5a", "21.5b")
@pytest.mark.parametrize(("hex", "free"), [("2307", True), ("2112", True), ("2113", False), ("2710", False)])
def test_a_russian_unit_within_five_hexes_releases_a_guard(hex: str, free: bool) -> None:
    s = situation({"2107": "P-FG2", "0908": "P-FG6"}, side=R)
    control.come(s, u("R-4"), h(hex))
    assert frontier.held(s, u("P-FG2")) is not free
    assert frontier.held(s, u("P-FG6"))
    assert frontier.on_guard(s).held(u("P-FG6"))


@rule("21.5b", "21.5c", "21.0")
@pytest.mark.parametrize(
    ("key", "free"),
    [("R-I1a", False), ("P-14", False), ("L-Cav", False), ("L-1", False), ("R-Gal3", True), ("R-4", True)],
)
def test_who_releases_a_guard_from_within_lithuania(key: str, free: bool) -> None:  # (A87)
    s = situation({"2107": "P-FG2"}, side=R)
    control.come(s, u(key), h("2207"))
    assert frontier.held(s, u("P-FG2")) is not free
    assert not s.border_crossed


@rule("21.5c")
def test_lithuanians_count_once_they_have_crossed_their_border() -> None:  # (A48)
    s = situation({"2107": "P-FG2", "2306": "L-2", "1809": "P-FG3"}, side=R)
    control.come(s, u("L-2"), h("2206"))
    assert frontier.held(s, u("P-FG2"))
    control.come(s, u("L-1"), h("2805"))  # over the border in the east
    assert s.border_crossed
    assert not frontier.held(s, u("P-FG2"))  # L-2 is near it
    assert not frontier.held(s, u("P-FG3"))


@rule("21.5c")
def test_an_attack_over_the_border_is_as_good() -> None:
    s = situation({"2107": "P-FG2", "2206": "L-2", "2207": "L-1", "2208": "P-14"}, side=R)
    frontier.crossed(s, us("L-2"), h("2207"))  # both in Lithuania
    assert frontier.held(s, u("P-FG2"))
    frontier.crossed(s, us("L-1 P-14"), h("2208"))
    assert not frontier.held(s, u("P-FG2"))


@rule("21.5c")
def test_one_of_the_attackers_over_the_border_is_enough() -> None:
    s = situation({"2107": "P-FG2", "2207": "L-1", "2209": "L-2", "2208": "P-14"}, side=R)
    frontier.crossed(s, us("L-1 L-2"), h("2208"))
    assert s.border_crossed


@rule("23.1.5a", "23.2.3", "23.4.3")
@pytest.mark.parametrize(("scenario", "free"), [("gates", True), ("belarus-long", False), ("campaign", False)])
def test_guards_of_each_scenario(scenario: str, free: bool) -> None:
    s = whole(scenario)
    assert [frontier.held(s, u(f"P-FG{n}")) for n in range(1, 7)] == [not free] * 6
    assert not s.latvians_released


@rule("23.1.5b", "17.2.1a")
def test_the_garrison_of_each_scenario() -> None:
    found = {sc: [k for k in ("R-43", "R-48", "R-55") if whole(sc).place[u(k)] == GARRISON_BOX]
             for sc in ("gates", "belarus-short", "campaign")}  # fmt: skip
    assert found == {"gates": ["R-43"], "belarus-short": ["R-43", "R-48", "R-55"], "campaign": ["R-43", "R-48", "R-55"]}


# -- 23.4.7 the Standdown ---------------------------------------------------------------------------------------------


@rule("23.4.7.1a", "23.4.7.2a", "23.4.7.2b", "23.4.7.4")
@pytest.mark.parametrize(("at", "asked"), [("April IV", False), ("May I", True), ("June I", True), ("June II", False)])
def test_it_is_declared_from_may_i_to_june_ii(at: str, asked: bool) -> None:
    s = situation({"4207": "R-4"}, at, R)
    game = table(s, Declarations())
    assert bool(game.stack) is asked
    assert bool(s.standdown) is (at == "June II")  # (A75)
    if asked:
        assert asks(game) == "russia: stand_down"
        assert can(game, "pass")
        play(game, "declare")
        assert s.standdown == s.turn
        s.turn += 1
        assert not table(s, Declarations()).stack


@rule("23.4.7.4", "23.4.7.2a")
@pytest.mark.parametrize("scenario", ["gates", "belarus-short", "belarus-long"])
def test_other_scenarios_have_none(scenario: str) -> None:
    assert not table(whole(scenario), Declarations()).stack


@rule("23.4.7.2a", "23.4.7.3a", "23.4.7.3b", "10.7.3")
def test_its_calendar() -> None:
    s = situation(at="June II")
    asked = (standdown.holding, standdown.post_supply, standdown.zoc_free)
    for s.turn in range(1, 11):
        assert not any(holds(s) for holds in asked)
    s.turn = turn("June II")
    standdown.declare(s)
    course = ""
    for s.turn in range(turn("June II") - 1, turn("Sept I")):
        course += next((letter for letter, holds in zip("HSZ", asked, strict=True) if holds(s)), "-")
    assert course == "-HHHSZZZZ---"


@rule("23.2.6")
def test_it_has_just_ended_when_the_belarusian_scenarios_begin() -> None:
    s = whole("belarus-long")
    assert standdown.post_supply(s)
    free = []
    for s.turn in range(1, 8):
        free += [s.turn] if standdown.zoc_free(s) else []
    assert free == [2, 3, 4, 5]  # July II to August I
    assert not standdown.declared(whole("campaign"))


@rule("23.4.7.5", "23.4.7.3a", "23.4.7.3b", "12.4.3b")
def test_whom_it_concerns() -> None:  # (A50, A69)
    s = situation({"4207": "R-4"}, "July I")
    s.standdown = turn("June II")
    keys = ("R-4", "R-tW1", "R-MarR", "R-24", "R-tS5", "L-1", "R-R1", "P-14")
    west = [True] * 3 + [False] * 5
    assert [bool(standdown.fed(s) >> u(key) & 1) for key in keys] == west
    assert not any(standdown.unhindered(s, u(key)) for key in keys)
    s.turn += 1
    assert not standdown.fed(s) & us(" ".join(keys))
    assert [standdown.unhindered(s, u(key)) for key in keys] == west
    assert [ignores_zoc(s, u(key)) for key in keys] == west


@rule("23.4.7.1b")
def test_three_polish_attacks_allow_three_in_return() -> None:  # E25
    s = situation({"4207": "R-4", "3909": "P-14"}, "June III")
    s.standdown = turn("June II")
    events.begin_player_turn(s, P)
    for defenders in ("R-4", "R-8", "R-24", "R-57 L-1", "L-1", ""):
        standdown.attacked(s, us("P-14"), us(defenders))
    assert s.attacks_on_west == 3
    s.side, s.turn = R, s.turn + 1
    events.begin_player_turn(s, R)
    for left in (3, 2, 1):
        assert standdown.quota_left(s) == left
        assert not barred(s, "R-4")
        standdown.attacked(s, us("R-4"), us("P-14"))
        standdown.attacked(s, us("R-24"), us("P-14"))  # the other front does not count
    assert [barred(s, key) for key in ("R-4", "R-24", "L-1", "R-R1")] == [True, False, False, False]
    s.turn += 2
    assert not barred(s, "R-4")  # it is over


def barred(s: State, key: str) -> bool:
    return any(bar.rule == "23.4.7.1b" and bar.held(u(key)) for bar in unfit(s, 1))


@rule("23.4.7.1b")
def test_unused_attacks_lapse() -> None:  # (A49)
    s = situation(at="June III")
    s.standdown, s.attacks_on_west, s.retaliated = turn("June II"), 2, 1
    events.begin_player_turn(s, R)
    assert standdown.quota_left(s) == 2
    events.begin_player_turn(s, P)
    assert standdown.quota_left(s) == 0


# -- 23.4.9 the quiet north -------------------------------------------------------------------------------------------


@rule("23.4.9.1a", "23.4.9.1b")
@pytest.mark.parametrize(("at", "reigns"), [("April IV", True), ("May I", True), ("May II", True), ("May III", False)])
def test_poles_and_west_front_keep_apart_until_may_iii(at: str, reigns: bool) -> None:
    s = situation({"4207": "R-4", "4104": "R-24", "2306": "L-2", "3909": "P-14"}, at)
    near = M.grid.around[h("4207")] | M.grid.around[h("2306")]
    assert quiet_north.quiet(s, u("P-14")) & near == (near if reigns else 0)
    assert not quiet_north.quiet(s, u("P-14")) & hs("4003 4204")  # next to the Southwest Front only
    polish = M.grid.around[h("3909")]
    for key, bound in (
        ("R-4", True),
        ("L-1", True),
        ("R-24", False),
        ("R-tS5", False),
        ("R-MarR", True),
        ("R-R1", False),
        ("R-I1a", False),
    ):
        assert bool(quiet_north.quiet(s, u(key)) & polish) is (reigns and bound), key  # (A69)
    assert quiet_north.quiet(s, u("P-I1a")) == quiet_north.quiet(s, u("R-tS5")) == 0


@rule("23.4.9.1a", "23.0i")
def test_it_reigns_in_the_campaign_only() -> None:
    assert quiet_north.reigns(whole("campaign"))
    assert not quiet_north.reigns(whole("belarus-long"))


@rule("23.4.9.2")
@pytest.mark.parametrize(("pool", "share"), [((4, 1), [2, 1]), ((5, 0), [3, 0]), ((0, 3), [0, 2])])
def test_half_of_the_replacements_go_north(pool: tuple[int, int], share: list[int]) -> None:  # (A52)
    s = situation({"4207": "R-4"}, "May I", R)
    s.pool[2:4] = pool
    assert quiet_north.northern_share(s, 1) == share
    s.turn = turn("May III")
    assert quiet_north.northern_share(s, 1) == [0, 0]


@rule("23.4.9.2")
def test_the_phase_does_not_end_before_they_are_there() -> None:  # (A81)
    s = situation({"4207": "R-4"}, "May II", R, boxes={ARRIVING: "R-Bash"})
    s.pool[2:4] = [4, 1]
    game = staff(s, R)
    assert why(game, "done") == "23.4.9.2"
    play(game, "counter R-I2a", "place 5123")  # two may go anywhere
    play(game, "counter R-I1a")
    assert not can(game, "place 5123")
    assert why(game, "place 5123") == "23.4.9.2"
    play(game, "place 5110", "counter R-I1b", "place 3301")
    assert why(game, "done") == "23.4.9.2"  # the cavalry
    play(game, "counter R-C1a", "place 5119", "done")
    assert not game.stack
    assert where(game, "R-C1a") == "5119"


@rule("23.4.9.2")
def test_what_is_left_when_the_north_has_its_share_may_stay_in_the_pool() -> None:
    s = situation({"4207": "R-4"}, "May II", R)
    s.pool[2:4] = [4, 0]
    game = play(staff(s, R), "counter R-I1a", "place 5110")
    assert why(game, "done") == "23.4.9.2"
    play(game, "counter R-I1b", "place 4001", "done")
    assert (s.pool[2], game.stack) == (2, [])


@rule("23.4.9.2", "7.2.3.1a")
def test_what_the_north_wants_recreates_nobody() -> None:
    s = situation({"4207": "R-4"}, "May II", R, boxes={-1: "R-57 R-72"})
    s.pool[2:4] = [6, 0]
    game = staff(s, R)
    assert offered(game, "recreate") == {"R-72"}  # 3 of the 6 are free, and the 57th Division costs 7
    play(game, "recreate R-72")
    assert not offered(game, "recreate")


@rule("23.4.9.3", "7.2.2b")
@pytest.mark.parametrize(("at", "stay"), [("May II", True), ("May III", False)])
def test_russian_counters_stay_on_the_map_until_may_iii(at: str, stay: bool) -> None:
    s = situation({"5110": "R-I1a", "1014": "P-I1a"}, at, R, boxes={ARRIVING: "R-Bash"})
    game = staff(s, R)
    assert offered(game, "withdraw") == (set() if stay else {"R-I1a"})
    if stay:
        assert why(game, "withdraw R-I1a") == "23.4.9.3"
    assert offered(staff(s, P), "withdraw") == {"P-I1a"}
