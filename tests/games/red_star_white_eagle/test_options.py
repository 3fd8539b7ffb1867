"""24.0 Optional rules: small questions with large answers."""

from __future__ import annotations

import pytest

from vistula.board.hexes import collect, members
from vistula.games.red_star_white_eagle.rules import arrival, control, railnets, reserve, zoc
from vistula.games.red_star_white_eagle.rules.borders import interned
from vistula.games.red_star_white_eagle.rules.events import Declarations
from vistula.games.red_star_white_eagle.rules.movement import MovementPhase, begin_movement
from vistula.games.red_star_white_eagle.rules.options import (
    danzig,
    fall,
    freikorps,
    lithuania,
    objective,
    partisans,
    plebiscite,
    silesia,
    sources,
    squadron,
)
from vistula.games.red_star_white_eagle.rules.options.squadron import Placement
from vistula.games.red_star_white_eagle.rules.supply import supplied
from vistula.games.red_star_white_eagle.state import ARRIVING, ASIDE, COMBAT, MOVEMENT, POOL, State, lift

from .desk import asks, can, inverted, offered, phase, play, situation, staff, table, turn, where, whole, why
from .fields import M, P, R, h, hs, u, us

rule = pytest.mark.rule


# -- 24.1 the fall of Warsaw ------------------------------------------------------------------------------------------


@rule("24.1.2a", "24.1.2b", "24.1.2f", "24.1.3", "3.1")
@pytest.mark.parametrize("option", [True, False])
def test_warsaw_falls_and_the_war_goes_on(option: bool) -> None:
    s = situation({"1214": "R-4", "0913": "P-14"}, side=R, options="fall-of-warsaw" if option else "")
    s.phase = MOVEMENT
    control.come(s, u("R-4"), M.warsaw)
    assert s.ended is not option
    assert fall.fallen(s) is option
    assert fall.disheartened(s, P) is option
    assert not fall.disheartened(s, R)
    assert zoc.has_zoc(s, P) is not option
    lift(s, u("R-4"), POOL)
    assert not fall.fallen(s)
    assert zoc.has_zoc(s, P)


@rule("24.1.2c", "7.1.1c")
def test_arrivals_of_a_poland_without_capital() -> None:
    s = situation({"1014": "R-4"}, options="fall-of-warsaw")
    found = arrival.open_entries(s, u("P-11"))
    assert found == M.polish_net.spaces & M.cities & ~(1 << M.warsaw)


@rule("24.1.2c", "7.0c")
def test_nobody_arrives_in_a_poland_without_cities() -> None:
    keys = [M.key[unit] for unit in members(M.russians & M.infantry)]
    cities = M.numbers(M.polish_net.spaces & M.cities)
    s = situation(dict(zip(cities, keys, strict=False)), options="fall-of-warsaw", boxes={ARRIVING: "P-11"})
    s.pool[:2] = [4, 4]
    assert not staff(s, P).stack
    lift(s, u(keys[0]), POOL)
    assert offered(staff(s, P), "enter") == {"P-11"}


@rule("24.1.4")
@pytest.mark.parametrize(
    ("at", "side", "stays"),
    [("Aug II", R, True), ("Aug II", P, True), ("Sept III", R, True), ("Sept III", P, False), ("Sept IV", R, False)],
)
def test_the_konarmiya_stays_if_warsaw_falls_by_september_iii(at: str, side: int, stays: bool) -> None:
    s = situation({"1114": "R-4"}, at, side, options="fall-of-warsaw")
    s.phase = COMBAT
    control.come(s, u("R-4"), M.warsaw)
    assert s.konarmiya_stays is stays


# -- 24.4 Lithuania ---------------------------------------------------------------------------------------------------


@rule("24.4.1", "24.4.2a", "24.4.2b", "24.4.3a")
def test_lithuania_is_neutral_until_provoked() -> None:
    def neutral(*entries: tuple[str, str], options: str = "lithuania") -> bool:
        s = situation({"2803": "L-3"}, "July I", side=R, options=options)
        s.phase = MOVEMENT
        for key, hex in entries:
            control.come(s, u(key), h(hex))
        assert lithuania.neutral(s) is ("lithuania" in options)
        s.turn += 1
        return lithuania.neutral(s)

    assert neutral()
    assert not neutral(options="")
    assert not neutral(("P-14", "2804"))
    assert not neutral(("R-4", "2906"))
    assert neutral(("R-4", "2804"), ("P-14", "2906"), ("P-I1a", "2804"))


@rule("24.4.2a")
def test_an_attack_over_the_border_provokes_it_and_a_retreat_does_not() -> None:  # (A91)
    s = situation({"2905": "P-14", "2804": "R-4"}, "July I", P, options="lithuania")
    lithuania.attacked(s, us("P-14"), h("2906"))
    control.come(s, u("P-8"), h("2804"), retreating=True)
    assert not s.lithuania_free
    lithuania.attacked(s, us("P-14"), h("2804"))
    assert s.lithuania_free == s.turn + 1


@rule("24.4.1")
def test_neutral_lithuanians_stay_at_home() -> None:
    s = situation({"2803": "L-3", "2905": "P-14"}, options="lithuania")
    assert not lithuania.barred(s, u("L-3")) & M.lithuania
    assert lithuania.barred(s, u("L-3")) | M.lithuania == M.grid.valid
    assert lithuania.holds_back(s, u("L-3"), h("2905"))
    assert not lithuania.barred(s, u("R-4"))
    s.lithuania_free = 1
    assert not lithuania.barred(s, u("L-3"))


@rule("24.4.3b")
def test_wilno_has_a_lithuanian_garrison_as_soon_as_it_can() -> None:  # (A59)
    s = situation({"2804": "L-3 L-Cav", "3107": "R-4"}, "July III", R, options="lithuania")
    s.lithuania_free, s.held = 1, [0, 1 << M.wilno]
    assert lithuania.owed(s)
    begin_movement(s, R)
    game = table(s, MovementPhase(command=1))
    assert why(game, "end") == "24.4.3b"
    s.place[u("L-3")] = M.wilno
    assert not lithuania.owed(s)
    assert lithuania.must_stay(s, u("L-3"))
    assert not lithuania.must_stay(s, u("L-Cav"))
    game = table(s, MovementPhase(command=1))
    assert (can(game, "end"), can(game, "unit L-3"), can(game, "unit L-Cav")) == (True, False, True)
    s.held = [1 << M.wilno, 0]
    assert not lithuania.must_stay(s, u("L-3"))


# -- 24.5 partisans ---------------------------------------------------------------------------------------------------


@rule("24.5")
def test_partisans_cut_off_the_southwest_front_on_may_i() -> None:
    s = situation({"5123": "R-24", "5110": "R-4", "5124": "R-R1"}, "May I", options="partisans")
    assert [bool(partisans.cut_off(s) >> u(key) & 1) for key in ("R-24", "R-4", "R-R1", "P-14")] == [
        True,
        False,
        False,
        False,
    ]
    assert not supplied(s, u("R-24"))
    s.turn += 1
    assert supplied(s, u("R-24"))
    assert not partisans.cut_off(situation({}, "May I"))


# -- 24.7 the Squadron ------------------------------------------------------------------------------------------------


@rule("24.7.2a", "24.7.2b")
def test_the_squadron_patrols_within_three_hexes_of_a_supplied_unit() -> None:
    ring = {"4706": "R-4", "4708": "R-5", "4607": "R-6", "4608": "R-8", "4807": "R-10", "4808": "R-11"}
    s = situation({**ring, "1014": "P-14", "4707": "P-8"}, side=R, options="squadron", boxes={ASIDE: "P-KS"})
    assert not supplied(s, u("P-8"))
    game = table(s, Placement())
    assert asks(game) == "poland: where"
    assert "1017" in offered(game, "place")
    assert "1018" not in offered(game, "place")
    assert why(game, "place 4707") == "24.7.2a"
    before = zoc.delay_at(s, P, h("1216"))
    play(game, "place 1216")
    assert (before, zoc.delay_at(s, P, h("1216")), zoc.delay_at(s, P, h("1217"))) == (0, 1, 0)
    assert not zoc.zoc(s, P) >> h("1216") & 1  # (A90)
    squadron.land(s)
    assert s.place[M.squadron] == ASIDE


@rule("24.7.2a")
def test_it_may_stay_on_the_ground_and_needs_the_option() -> None:
    s = situation({"1014": "P-14"}, side=R, options="squadron", boxes={ASIDE: "P-KS"})
    game = play(table(s, Placement()), "pass")
    assert (game.stack, where(game, "P-KS")) == ([], "aside")
    assert not table(situation({"1014": "P-14"}, side=R), Placement()).stack


@rule("24.7.1")
def test_it_helps_once_in_a_polish_combat_phase() -> None:
    s = situation({}, side=P, options="squadron")
    squadron.begin_combat(s)
    assert squadron.may_help(s)
    squadron.help_battle(s)
    assert not squadron.may_help(s)
    squadron.begin_combat(s)
    assert squadron.may_help(s)
    s.side = R
    assert not squadron.may_help(s)


@rule("24.7.2b")
def test_it_is_no_unit_of_its_hex() -> None:
    s = situation({"1114": "R-4"}, side=R, options="squadron")
    s.place[M.squadron] = h("1115")
    control.come(s, u("R-4"), h("1115"))
    assert not s.occupied[P]
    assert where(s, "R-4") == "1115"


# -- 24.8 to 24.10 rails and sources ----------------------------------------------------------------------------------


def links(name: str) -> set[tuple[str, str]]:
    """Closed links that an option opens to the Poles."""
    usual, more = (railnets.own_net(situation(options=option), P) for option in ("", name))
    pairs = {(a, b) for a, others in more.links.items() for b in others if a < b and b not in usual.links.get(a, ())}
    return {(M.grid.number(a), M.grid.number(b)) for a, b in pairs}


@rule("24.8")
def test_upper_silesia_opens_four_links_and_no_source() -> None:
    assert links("upper-silesia") == {("0122", "0222"), ("0122", "0223"), ("0222", "0321"), ("0222", "0322")}
    s = situation({}, options="upper-silesia")
    assert sources.capacities(s) == M.capacity
    assert silesia.transit(s, P) == hs("0122 0222")
    assert not interned(s, u("P-14"), h("0222"))
    assert interned(s, u("R-4"), h("0222"))
    assert interned(s, u("P-14"), h("0121"))
    assert interned(situation({}), u("P-14"), h("0222"))


@rule("24.9", "24.9.1", "10.3a")
def test_danzig_feeds_four_divisions_by_rail_only() -> None:
    s = situation({"0504": "P-14"}, options="danzig")
    assert sources.capacities(s) == M.capacity | {M.danzig: 4}
    assert not links("danzig")  # (A68)
    assert interned(s, u("P-14"), M.danzig)
    assert sources.working(s, P) >> M.danzig & 1
    assert sources.capacities(situation()) == M.capacity


@rule("24.9.2")
def test_the_docks_strike_for_four_turns_once() -> None:  # (A92)
    s = situation({"5101": "R-4"}, "July I", R, options="danzig")
    game = table(s, Declarations())
    assert asks(game) == "russia: docks"
    play(game, "strike")
    course = []
    for s.turn in range(turn("July I"), turn("July I") + 6):
        course.append(M.danzig in danzig.sources(s))
    assert course == [False] * 4 + [True] * 2
    assert not table(s, Declarations()).stack


@rule("24.10a")
def test_the_plebiscite_area_is_polish() -> None:
    s = situation({"5101": "R-4"}, options="plebiscite")
    assert sources.capacities(s) == M.capacity | {M.hex("Olsztyn"): 4, M.hex("Malbork"): 4}
    found = links("plebiscite")
    assert len(found) == 31
    assert {("0604", "0704"), ("0908", "1009"), ("1808", "1809")} <= found
    assert ("0603", "0604") not in found
    assert plebiscite.polish(s) == M.plebiscite
    for number, out in (("1106", False), ("1302", True)):
        assert [interned(s, u(key), h(number)) for key in ("P-14", "R-4")] == [out, out]


@rule("24.8", "24.9", "24.10a", "24.11.1", "10.2")
def test_which_cities_feed_poles() -> None:
    for option, more in (("", 0), ("upper-silesia", 0), ("danzig", 1), ("plebiscite", 2), ("freikorps", 10 - 3)):
        assert len(sources.capacities(situation(options=option))) == len(M.capacity) + more, option


# -- 24.11 Freikorps --------------------------------------------------------------------------------------------------


@rule("24.11.1", "24.11.4")
def test_germany_is_polish_and_the_west_edge_dead() -> None:
    s = situation({"5101": "R-4"}, options="freikorps")
    assert not M.rail_sources & collect(sources.capacities(s))
    cities = hs("0122 0202 0222 0603 0704 0804 1106 1302 1704 1802")
    assert freikorps.sources(s) == dict.fromkeys(members(cities), 4)
    assert len(links("freikorps")) == len(M.nets["closed"]) / 2
    assert not interned(s, u("R-4"), h("1302"))
    assert interned(s, u("R-4"), h("1801"))  # Memel stays as it is


@rule("24.11.2", "24.11.3")
def test_freikorps_are_fed_from_the_west_and_from_german_cities() -> None:
    s = situation({"0410": "F-1", "1303": "F-2", "2019": "F-3", "1302": "P-14"}, options="freikorps")
    assert [supplied(s, u(f"F-{n}")) for n in (1, 2, 3)] == [True, True, False]
    assert freikorps.bases(s) == (M.west_edge | M.german & M.cities) & ~(1 << M.konigsberg)
    s.place[u("P-14")] = h("1303")


@rule("24.11.5a")
def test_points_of_the_freikorps() -> None:  # (A57)
    for scenario, first in (("campaign", "May I"), ("belarus-long", "July I"), ("gates", "Aug IV")):
        s = situation({"5101": "R-4"}, first, scenario=scenario, options="freikorps fall-of-warsaw")
        phase(s, R)
        assert s.freikorps_points == 12
        s.turn += 1
        phase(s, R)
        assert s.freikorps_points == 16


def corps(points: int, stands: dict[str, str], box: int = ASIDE, keys: str = "F-1 F-8") -> State:
    s = situation(stands, options="freikorps fall-of-warsaw", boxes={box: keys})
    s.freikorps_points = points
    return s


@rule("24.11.5b", "24.11.6", "24.11.7")
@pytest.mark.parametrize("box", [ASIDE, POOL])
def test_factors_activate_freikorps(box: int) -> None:
    s = corps(8, {"5101": "R-4", "1302": "P-14"}, box)
    s.pool[2:4] = [0, 0]
    game = staff(s, R)
    assert offered(game, "recreate") == {"F-1", "F-8"}
    play(game, "recreate F-1", "strength 0", "recreate F-8")
    assert (s.freikorps_points, inverted(game, "F-1"), inverted(game, "F-8")) == (0, False, True)
    play(game, "enter F-1")
    west = {M.grid.number(hex) for hex in members(M.west_edge) if hex not in members(M.regions["czechoslovakia"])}
    assert offered(game, "place") == west | {"0603"}
    assert why(game, "place 1302") == "24.11.6"
    play(game, "place 0115")
    assert where(game, "F-1") == "0115"


@rule("24.11.5b")
def test_nobody_else_uses_them() -> None:
    s = corps(12, {"5101": "R-4"}, keys="")
    s.place[u("R-10")] = POOL
    game = staff(s, R)
    assert not game.stack
    s.pool[2:4], s.freikorps_points = [9, 9], 2
    s.place[u("F-1")] = ASIDE
    assert offered(staff(s, R), "recreate") == {"R-10"}


@rule("24.11.5b", "24.11.3")
def test_inverted_freikorps_are_filled_where_they_are_supplied() -> None:
    s = corps(6, {"0115": "F-1*", "2019": "F-2* R-I2a"}, keys="")
    game = staff(s, R)
    assert offered(game, "rebuild") == {"F-1"}
    assert why(game, "rebuild F-2") == "24.11.5b"
    play(game, "rebuild F-1")
    assert (s.freikorps_points, inverted(game, "F-1"), where(game, "R-I2a")) == (4, False, "2019")


@rule("24.11.8")
def test_their_delay_is_doubled_in_east_prussia_and_danzig() -> None:
    s = situation({"1010": "F-1"}, options="freikorps fall-of-warsaw")
    assert [zoc.delay_at(s, R, h(number)) for number in ("1009", "1011", "0909")] == [2, 1, 1]


@rule("24.11.9")
def test_more_cities_count() -> None:
    s = situation({"5101": "R-4"}, options="freikorps")
    assert sum(control.vp(s)) == 43
    assert freikorps.vp_cities(s) == {M.danzig: 2, M.konigsberg: 2, M.hex("Katowice"): 1}


@rule("24.11.10")
def test_freikorps_in_warsaw_do_not_end_the_game() -> None:
    s = situation({"1114": "F-1"}, side=R, options="freikorps fall-of-warsaw")
    control.come(s, u("F-1"), M.warsaw)
    assert not s.ended
    assert fall.fallen(s)


# -- 24.12 the objective ----------------------------------------------------------------------------------------------


@rule("24.12.1a", "24.12.1c")
def test_attack_factors_over_the_fortified_hexsides_add_up() -> None:
    s = situation({"1013": "P-14", "1112": "R-4", "0912": "R-29", "0913": "R-8"}, side=R, options="objective")
    objective.assaulted(s, h("1013"), {u("R-4"): 6, u("R-29"): 8, u("R-8"): 5})  # 0913 is no face hex
    assert (s.assault, objective.met(s), objective.missing(s)) == (14, False, [16])
    objective.assaulted(s, h("0812"), {u("R-29"): 8})
    objective.assaulted(s, h("1013"), {u("R-29"): 8, u("R-4"): 8})
    assert (s.assault, objective.met(s), objective.missing(s)) == (30, True, [])


@rule("24.12.1a", "24.12.3")
def test_who_took_warsaw_has_done_his_duty() -> None:
    s = situation({"5101": "R-4"}, options="objective")
    assert not objective.met(s)
    s.warsaw_taken_by = 1
    assert objective.met(s)
    assert objective.met(whole("gates"))
    assert objective.met(situation())


@rule("24.1.2e", "22.7.1a")
def test_no_reserve_without_warsaw() -> None:
    s = situation({"1014": "R-4"}, options="fall-of-warsaw")
    s.reserve_allowed = True
    assert not reserve.allowed(s)
    assert next(reserve.no_reserve(s)).holds
