"""Boats, fronts, sources and withdrawals: what is left out, and what follows when the last one has gone."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits, members
from vistula.games.red_star_white_eagle.rules import capacity, fronts, income, lines, losses, supply
from vistula.games.red_star_white_eagle.rules.flotillas import (
    DNEPR,
    VISTULA,
    FlotillaRetreat,
    canal_end,
    channels,
    havens,
    reach,
    together,
    waters,
)
from vistula.games.red_star_white_eagle.rules.odds import work_out
from vistula.games.red_star_white_eagle.rules.retreat import Retreats
from vistula.games.red_star_white_eagle.rules.withdrawal import Withdrawal
from vistula.games.red_star_white_eagle.state import ARRIVING, COMBAT, DEAD, OFF_EDGE, POOL, State, box, box_turn
from vistula.games.red_star_white_eagle.units import SOUTHWEST, WEST
from vistula.kernel import Game

from .desk import asks, can, events, last, offered, pieces, play, situation, table, where, whole
from .fields import M, P, R, field, h, u, us
from .test_allies import SETS, ukraine

rule = pytest.mark.rule
KOBRYN, PINA = "2317", "2718"


def boats(stands: dict[str, str], *dice: int, marines: str = "", at: str = "May I") -> Game[State]:
    s = situation(stands, at=at)
    s.phase = COMBAT
    return table(s, FlotillaRetreat(unit=u("P-Vist"), marines=us(marines)), dice=dice)


# -- 16 boats ---------------------------------------------------------------------------------------------------------


@rule("16.0a", "16.0b", "16.0c", "16.0d", "16.0e")
def test_nothing_leads_off_a_river_and_nothing_into_it() -> None:
    for system in (DNEPR, VISTULA):
        for hex in range(M.grid.size):
            found = channels(M, system)[hex]
            assert found & ~waters(M, system) == 0
            assert not found or waters(M, system) >> hex & 1
    for key, number, system in (("P-Vist", "1013", VISTULA), ("P-Pinsk", "4120", DNEPR), ("R-DnN", "4417", DNEPR)):
        found = reach(field({number: key}), u(key))
        assert found
        assert found & ~waters(M, system) == 0


@rule("16.6b", "16.3a", "16.6a", "23.4.9.1a", "17.4.1a")
def test_a_retreat_heeds_enemy_units_alone() -> None:
    """(A51) On the move the quiet of the north would close these hexes."""
    s = situation({"1013": "P-Vist", "2417": "R-57"}, "May I")
    assert canal_end(s, u("P-Vist")) == h(KOBRYN)
    assert not reach(s, u("P-Vist")) >> h(KOBRYN) & 1
    assert havens(s, u("P-Vist")) >> h(KOBRYN) & 1
    game = boats({"1013": "P-Vist", "2417": "R-57"}, 1)
    assert KOBRYN in offered(game, "place")
    assert can(game, "canal")
    play(game, "canal")
    assert where(game, "P-Vist") == PINA
    near = play(boats({"1013": "P-Vist", "2417": "R-57"}), f"place {KOBRYN}")
    assert (where(near, "P-Vist"), near.over) == (KOBRYN, True)


@rule("16.3a", "16.3b", "16.6a", "16.6b", "16.7.1c")
def test_whom_only_the_canal_is_left_goes_through_it_or_down() -> None:
    shut = {KOBRYN: "P-Vist", "2217": "R-57", "2218": "R-17", "2316": "R-8"}
    for die, at in ((2, PINA), (3, "dead")):
        game = boats(shut, die)
        assert where(game, "P-Vist") == at
        if at == PINA:
            assert can(game, "stop")
            assert not can(game, "canal")
            assert not offered(game, "board")
            assert play(game, "stop").over
    assert where(boats(shut, at="July I"), "P-Vist") == "dead"


@rule("16.3b", "16.7.1c", "16.6c")
def test_who_goes_down_takes_nobody_else_off_the_list() -> None:
    around = dict(zip((M.grid.number(hex) for hex in members(channels(M, VISTULA)[h("1013")])), RUSSIANS, strict=False))
    s = situation({"1013": "P-Vist P-MarP"} | around)
    s.phase = COMBAT
    assert M.key[u("P-Vist") + 1] == "P-MarP"
    game = table(s, Retreats(units=[u("P-Vist"), u("P-MarP")], length=1))
    play(game, "unit P-Vist")
    assert where(game, "P-Vist") in ("dead", "pool")
    while not game.over:
        play(game, f"retreat {min(offered(game, 'retreat'))}")
    assert where(game, "P-MarP") != "1013"  # the marines have to go on foot


RUSSIANS = [M.key[unit] for unit in M.units_of[R] if M.front[unit] == 0 and M.kind[unit] == 0]


@rule("16.7.1a")
def test_marines_off_the_map_are_with_nobody() -> None:
    for place in (POOL, ARRIVING, DEAD):
        s = field({"1310": "P-14"})
        s.place[u("P-Vist")] = s.place[u("P-MarP")] = place
        assert together(s, P) == 0


# -- 12 fronts --------------------------------------------------------------------------------------------------------


@rule("12.4.2b", "12.4.1b", "12.4.1a")
def test_whom_another_front_has_struck_and_who_stands_among_strangers() -> None:
    s = field()
    s.struck_front = [1 << h("1717"), 1 << h("2512")]
    for unit in M.units_of[R]:
        front = M.front[unit]
        wanted = {WEST: s.struck_front[SOUTHWEST], SOUTHWEST: s.struck_front[WEST]}.get(front, 0)
        assert fronts.other_front_struck(s, unit) == wanted, M.key[unit]
    for there, strange in (("R-57", False), ("R-57 R-17", False), ("R-57 R-44", True), ("R-57 L-1", True),
                           ("R-57 R-R1", False), ("R-44 R-R1 R-R2", False)):  # fmt: skip
        assert fronts.mixed(field({"1717": there}), h("1717")) is strange
    assert not fronts.mixed(field(), h("1717"))


# -- 7.0, 17.1 who is due ---------------------------------------------------------------------------------------------


@rule("7.0a", "7.0e", "22.5a", "17.2.2")
def test_nothing_is_told_where_nobody_is_due() -> None:
    row = next(n for n, line in enumerate(M.scenario("campaign").track, 1) if not line.arrivals[P])
    s = situation({"1014": "P-14"}, M.scenario("campaign").track[row - 1].name)
    game = table(s)
    s.desk = game
    income.schedule(s, P)
    assert not events(game, "due")
    s.place[u("P-4")] = box(row)
    income.schedule(s, P)
    assert last(game, "due").refs["units"] == [u("P-4")]
    assert s.place[u("P-4")] == ARRIVING


@rule("17.1.1b", "23.0g")
def test_reserves_that_come_after_the_end_are_known_in_the_short_scenario_too() -> None:
    short, long_ = whole("belarus-short"), whole("belarus-long")
    for unit in members(M.reserves):
        assert box_turn(short.place[unit]) == box_turn(long_.place[unit]) > 8
    gates = whole("gates")
    assert all(0 < box_turn(gates.place[unit]) <= 10 for unit in members(M.reserves))


# -- 10.5.5 sources ---------------------------------------------------------------------------------------------------


@rule("10.5.5", "10.7.1", "10.7.2")
def test_the_source_of_every_unit() -> None:
    special = M.flotillas | M.marines | M.lithuanians | M.freikorps
    for unit in (*M.units_of[P], *M.units_of[R]):
        s = field({"1013": "P-Vist"} if M.marines >> unit & 1 and M.side[unit] == P else {})
        home = "1014" if M.side[unit] == P else "4606" if M.front[unit] != SOUTHWEST else "4528"
        if M.lithuanians >> unit & 1:
            home = "2404"
        s.place[unit] = h("4120") if M.flotillas >> unit & 1 else h(home)
        s.occupied[M.side[unit]] |= 1 << s.place[unit]
        found = supply.source_of(s, unit)
        if special >> unit & 1:
            assert found == supply.NO_SOURCE, M.key[unit]
        elif M.side[unit] == P:
            assert found == M.warsaw, M.key[unit]
        else:
            at = s.place[unit]
            reached = (pocket for pocket in lines.pockets(s, R) if lines.reached_from(s, R, (pocket,), False) >> at & 1)
            pocket = next(reached)
            nearest = min(M.distance(hex, s.place[unit]) for hex in bits(pocket.sources))
            assert found >= 0
            assert M.distance(found, s.place[unit]) == nearest, M.key[unit]
    for rc in (M.rcs_of[P][0], M.rcs_of[R][0]):
        s = field({"1014": M.key[rc]})
        assert supply.source_of(s, rc) == supply.NO_SOURCE


@rule("10.5.5", "10.3a", "10.3c")
def test_what_is_left_of_every_source() -> None:
    s = field({"1014": "P-14 P-7R P-LegC1", "1012": "R-57"})
    left = capacity.spare(s)
    assert left[M.warsaw] == 4 * M.capacity[M.warsaw] - 4 - 2 - 1
    assert all(left[hex] == 4 * M.capacity[hex] for hex in left if hex != M.warsaw)
    assert set(left) == {hex for hex in M.capacity if hex != h("1012")}


# -- 21.1.3 the last one in Lwów --------------------------------------------------------------------------------------


def _lwow(key: str, at: str = "July III") -> State:
    """Lwów is Russian by one unit alone, and Kiev is Polish: when it is gone the Poles command the Ukrainians."""
    s = ukraine({"2028": key, "2512": "P-14"}, at, SETS)
    s.held = [M.ukrainian_cities | 1 << M.kiev, 0]
    s.ukrainians, s.side, s.phase = R, R, COMBAT
    return s


@rule("21.1.3", "9.12", "9.11g", "9.11h", "9.14.4c")
@pytest.mark.parametrize("how", ["step", "destroyed"])
def test_losses_change_the_master_of_the_ukrainians(how: str) -> None:
    key = next(M.key[unit] for unit in M.units_of[R] if M.front[unit] == SOUTHWEST and M.two_steps >> unit & 1)
    s = _lwow(f"{key}*")
    if how == "step":
        losses.lose(s, u(key), "9.12")
    else:
        losses.destroy(s, u(key), "9.11g")
    assert s.ukrainians == P
    s = _lwow(key)
    losses.lose(s, u(key), "9.12")
    assert s.ukrainians == R  # it still stands there


@rule("11.0b", "11.1a", "11.2a", "11.2b", "11.2c", "11.2d", "11.1b", "11.3a", "21.1.3")
@pytest.mark.parametrize(("at", "key", "click"), [
    ("Sept IV", "R-K4", ""), ("Sept IV", "R-8K", "withdraw R-8K"), ("Sept IV", "R-tS1", "withdraw R-tS1"),
    ("June I", "R-15", ""), ("June I", "R-4", "withdraw R-4"),
])  # fmt: skip
def test_withdrawals_change_the_master_of_the_ukrainians(at: str, key: str, click: str) -> None:
    s = _lwow(key, at)
    game = table(s, Withdrawal())
    while click and s.ukrainians == R and not game.over:
        play(game, click)
    assert s.place[u(key)] < 0
    assert s.ukrainians == P


# -- 11 what is paid and what is owed ---------------------------------------------------------------------------------


@rule("11.1a", "11.0b", "11.2a", "11.3a")
def test_only_those_in_play_are_told_to_leave() -> None:
    s = situation({"4606": "R-15"}, "June I", R, boxes={POOL: "R-29"})
    game = table(s, Withdrawal())
    first = events(game, "withdrawn_units")[0]
    assert first.refs["units"] == [u("R-15")]
    assert first.refs["count"] == M.attack[0][u("R-15")]
    s = situation({"4018": "R-K4 R-K6 R-KInf"}, "Sept IV", R, boxes={POOL: "R-K11", OFF_EDGE - 1: "R-K14"})
    game = table(s, Withdrawal())
    first = events(game, "withdrawn_units")[0]
    assert pieces(sum(1 << unit for unit in first.refs["units"])) == {"R-K4", "R-K6", "R-K14", "R-KInf"}
    assert first.refs["count"] == 24  # cavalry alone counts


@rule("11.1b", "11.1c", "11.2b")
def test_a_unit_of_one_step_pays_by_leaving_and_who_pays_too_much_has_paid() -> None:
    west = M.front_army[WEST] & ~(M.two_steps | M.trains | M.flotillas)
    first, second = [M.key[unit] for unit in members(west) if M.attack[0][unit] >= 2][:2]
    s = situation({"4207": f"{first} {second}"}, "June I", R)
    game = table(s, Withdrawal(front=WEST, missing=1, at="factors"))
    assert asks(game) == "russia: factors"
    assert (offered(game, "withdraw"), offered(game, "invert")) == ({first, second}, set())
    play(game, f"withdraw {first}")
    assert where(game, first) in ("pool", "dead")
    assert where(game, second) == "4207"
    assert game.over
    assert s.deficit == 0


@rule("11.2b", "11.1b")
@pytest.mark.parametrize(("front", "owed"), [(WEST, 0), (SOUTHWEST, 5)])
def test_only_the_cavalry_of_september_is_owed(front: int, owed: int) -> None:
    """(A24)"""
    s = situation({"5101": "R-R1"}, "June I" if front == WEST else "Sept IV", R)
    game = table(s, Withdrawal(front=front, missing=5, at="factors"))
    assert game.over
    assert s.deficit == owed
    assert bool(events(game, "deficit")) == bool(owed)


@rule("11.2d")
@pytest.mark.parametrize(
    ("lost", "asked_"), [("", True), ("R-tS1 R-tS2 R-tS3", True), ("R-tS1 R-tS2 R-tS3 R-tS4", False)]
)
def test_trains_that_are_lost_already_count(lost: str, asked_: bool) -> None:
    stands = {"4528": "R-tS5", "4018": "R-K4 R-K6 R-K14"}
    s = situation(stands, "Sept IV", R, boxes={DEAD: lost})
    for key in ("R-KTr1", "R-KTr2", "R-KTr3", "R-KTr4"):
        s.place[u(key)] = ARRIVING
    game = table(s, Withdrawal())
    assert (not game.over) == asked_
    if asked_:
        assert asks(game) == "russia: which_train"


# -- 9.9 hunger -------------------------------------------------------------------------------------------------------


@rule("9.9a", "9.9b", "10.6.1", "10.6.2", "24.1.2b")
def test_nobody_is_hungry_where_nobody_is() -> None:
    s = field({"1014": "R-57", "2818": "P-14", "2918": "R-I1a"}, options="fall-of-warsaw")
    found = work_out(s, [u("P-14")], h("2918"), 0)
    assert "9.9a" not in {line.rule for line in found.modifiers}


@rule("16.3a", "16.3b", "16.7.1c")
def test_marines_who_were_left_at_the_canal_do_not_come_aboard_behind_it() -> None:
    game = boats({KOBRYN: "P-Vist P-MarP"}, 2, marines="P-MarP")
    assert offered(game, "board") == {"P-MarP"}
    play(game, "canal")
    assert (where(game, "P-Vist"), where(game, "P-MarP")) == (PINA, KOBRYN)
    assert not offered(game, "board")
    play(game, "stop")
    assert where(game, "P-MarP") == KOBRYN
