"""The last word of a rule: what is so at its very edge, for the last of a kind, or when something else comes first."""

from __future__ import annotations

from pathlib import Path

import pytest

from vistula.board.hexes import bits, members
from vistula.games.red_star_white_eagle import invariants
from vistula.games.red_star_white_eagle.model import Model
from vistula.games.red_star_white_eagle.rules import capacity, edges, lines, replacements, standdown, supply, ukraine
from vistula.games.red_star_white_eagle.rules.capacity import Rations
from vistula.games.red_star_white_eagle.rules.deployment import Arranging, movable
from vistula.games.red_star_white_eagle.rules.ground import price
from vistula.games.red_star_white_eagle.rules.motors import Breakdowns
from vistula.games.red_star_white_eagle.rules.national_rail import stations, travel
from vistula.games.red_star_white_eagle.rules.options import nationalism
from vistula.games.red_star_white_eagle.rules.retreat import Retreats
from vistula.games.red_star_white_eagle.rules.routes import ways_to_internment
from vistula.games.red_star_white_eagle.rules.withdrawal import Withdrawal
from vistula.games.red_star_white_eagle.rules.zoc import delay_at, zones
from vistula.games.red_star_white_eagle.state import ABSENT, COMBAT, DEAD, POOL, State, lift, put, rebuild_sets
from vistula.games.red_star_white_eagle.units import SOUTHWEST, WEST
from vistula.kernel import Violation

from .desk import asked, asks, can, inverted, offered, phase, play, roll, situation, staff, table, where, whole
from .fields import SCENARIOS, M, P, R, field, h, hs, keys, u, us

rule = pytest.mark.rule


# -- what a state begins with -----------------------------------------------------------------------------------------


@rule("24.0", "8.3.3", "8.3.2", "10.5.5", "20.3.1", "20.3.2", "22.7.3", "11.2b", "3.1", "24.1.4", "22.1", "23.4.6.1")
@rule("24.6", "24.7.1", "24.9.2", "9.10.2")
def test_nothing_has_happened_before_a_game() -> None:
    s = State(place=[ABSENT] * M.pieces)
    assert (s.turn, s.players) == (1, 2)
    numbers = [name for name in State.__struct_fields__ if name not in ("turn", "players", "place")]
    for name in numbers:
        value = getattr(s, name)
        assert not any(value) if isinstance(value, list) else not value, name


@rule("3.1", "17.4.1a", "5.1.2a", "21.1.1a", "3.2b", "9.12", "4.1a", "6.0b", "7.2a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_keeps_what_is_always_so(scenario: str) -> None:
    s = whole(scenario)
    invariants.check(s, [])
    s.ended, s.over = True, 1
    invariants.check(s, [])


@rule("3.1", "24.1.2a")
def test_a_russian_in_warsaw_is_the_end_or_the_fall_of_warsaw() -> None:
    for options, ended, fine in (("", False, False), ("", True, True), ("fall-of-warsaw", False, True)):
        s = whole("campaign", **({options: "yes"} if options else {}))
        for unit in M.units_of[P]:
            if s.place[unit] == M.warsaw:
                lift(s, unit, POOL)
        put(s, u("R-57"), M.warsaw)
        s.held = [s.held[P] & ~(1 << M.warsaw), s.held[R] | 1 << M.warsaw]
        s.ended = ended
        if fine:
            invariants.check(s, [])
        else:
            with pytest.raises(Violation) as caught:
                invariants.check(s, [])
            assert caught.value.rule == "3.1"


# -- 12.2 the lines ---------------------------------------------------------------------------------------------------


@rule("12.2.1", "12.2a", "12.2b")
def test_in_every_column_who_is_bound_by_the_boundary() -> None:
    """West of the Bug nobody is, nor on foreign land up to column 10."""
    columns = set()
    for front in (WEST, SOUTHWEST):
        for hex in bits(M.land):
            column = int(M.grid.number(hex)[:2])
            free = M.west_of_bug >> hex & 1 or (M.interning >> hex & 1 and column <= 10)
            assert bool(M.out_of_command[front] >> hex & 1) == (not free and M.beyond[front][hex] > 2)
            if M.interning >> hex & 1 and M.beyond[front][hex] > 2:
                columns.add(column)
    assert {10, 11} <= columns or {9, 10} <= columns


# -- 8.4 rails --------------------------------------------------------------------------------------------------------


@rule("8.4.1b", "8.4.2", "8.4.3", "8.4.7a", "8.4.7b")
def test_the_net_takes_a_unit_within_its_own_piece() -> None:
    cut = {"1426": "R-4", "2028": "R-44"}
    island = {"1427", "1527", "1627", "1727", "1828", "1927"}
    for at in ("1527", "1927", "1014", "0208"):
        s = field(cut | {at: "P-14"})
        found = {M.grid.number(hex) for hex in bits(stations(s, u("P-14")))}
        assert at not in found
        if at in island:
            assert found == island - {at}
        else:
            assert found
            assert not found & island
    s = field(cut | {"1310": "P-14"})
    assert not stations(s, u("P-14"))


@rule("8.4.1b", "8.4.4", "9.10.1c")
def test_cavalry_rides_straight_on_where_no_way_leads_round_the_enemy() -> None:
    """(A35)"""
    s = field({"0215": "P-1C", "0414": "R-57"})
    travel(s, u("P-1C"), h("0616"))
    assert where(s, "P-1C") == "0616"
    assert s.left_zoc == us("P-1C")
    near = field({"0215": "P-1C", "0513": "R-57"})
    travel(near, u("P-1C"), h("0515"))
    assert (where(near, "P-1C"), near.left_zoc, near.rail_used) == ("0515", 0, M.quarters[u("P-1C")])


# -- 10.3 who goes without --------------------------------------------------------------------------------------------


def _ring(number: str, far: int) -> list[str]:
    return [M.grid.number(hex) for hex in bits(M.land) if M.distance(hex, h(number)) == far]


@rule("10.5.5", "10.3b")
def test_the_pole_is_asked_no_more_when_only_those_in_the_rear_go_without() -> None:
    """(A86)"""
    russians = [M.key[unit] for unit in M.units_of[R] if M.infantry >> unit & 1]
    s = field({"1520": "P-14 P-4 P-5 P-6", "1519": "P-7"} | dict(zip(_ring("1520", 2), russians, strict=False)))
    assert keys(capacity.left_out(s)) == "P-7"
    game = table(s, Rations())
    assert asks(game) == "poland: spare"
    assert offered(game, "without") == {"P-14", "P-4", "P-5", "P-6"}
    play(game, "without P-14")
    assert keys(capacity.left_out(s)) == "P-14"
    assert game.over


# -- 20.3 breakdowns --------------------------------------------------------------------------------------------------


@rule("20.3.1", "20.3.2", "20.3.3")
def test_the_next_turn_checks_every_motor_anew() -> None:
    s = situation({"1310": "P-1AC P-2AC", "1014": "P-3AC P-Tank"})
    game = table(s, Breakdowns())
    for key in ("P-1AC", "P-2AC", "P-3AC"):
        play(roll(game, 1), f"check {key}")
    assert game.over
    assert (s.checked, s.broken_down) == (0, 0)


# -- 21, 24.6 the Ukraine ---------------------------------------------------------------------------------------------


@rule("23.4.6.1", "24.6")
@pytest.mark.parametrize(("there", "held", "roused"), [
    ("P-14", 3, True), ("P-14", 2, True), ("P-14", 1, False), ("", 3, False), ("R-44", 2, False),
])  # fmt: skip
def test_only_a_kiev_that_is_polish_to_the_end_of_the_turn_rouses_the_ukrainians(
    there: str, held: int, roused: bool
) -> None:
    s = situation({"4528": there}, "May II", options="nationalism")
    s.kiev_held = held
    ukraine.end_of_turn(s)
    assert bool(s.nationalism) == roused
    assert s.kiev_held == (held if there == "P-14" else 0)


@rule("24.6")
def test_the_ukrainians_do_not_rise_in_a_russian_phase() -> None:
    s = situation({"4528": "P-14", "2028": "P-4", "5101": "R-4"}, "May III", options="nationalism",
                  boxes={-6: "P-U1 P-U2 P-U3 P-U4"})  # fmt: skip
    s.held = [M.ukrainian_cities | 1 << M.kiev, 0]
    s.nationalism = nationalism.DUE
    game = phase(s, R)
    assert s.nationalism == nationalism.DUE
    assert not game.stack or asked(game).seat == "russia"
    phase(s, P, *[1] * 6)
    assert s.nationalism == nationalism.HAPPENED


# -- 7.2 counters -----------------------------------------------------------------------------------------------------


@rule("7.2b", "7.2c", "24.2")
def test_a_counter_belongs_to_who_buys_it_and_no_other_counter_changes_hands() -> None:
    """(A94)"""
    everyone = M.rcs[R]
    for rc in M.rcs_of[R]:
        for command, owner in ((3, True), (2, False)):
            for before in (0, everyone):
                s = field()
                s.pool, s.owners = [9] * 6, before
                replacements.buy(s, command, rc)
                assert s.owners == (before & ~(1 << rc)) | owner << rc
                assert s.pool[4 if owner else 2 :][M.cavalry_rcs >> rc & 1] == 9 - M.factor[rc]


@rule("7.2.2a")
@pytest.mark.parametrize("fresh", ["", "P-I1a", "P-I1b", "P-I1a P-I1b"])
@pytest.mark.parametrize("joined", ["P-I1a", "P-I1b"])
def test_what_is_joined_is_as_new_as_the_newer_of_the_two(fresh: str, joined: str) -> None:
    s = situation({"1014": "P-I1a P-I1b"})
    s.fresh = us(fresh)
    replacements.join(s, u(joined))
    assert (where(s, "P-I1a"), where(s, "P-I1b"), where(s, "P-I2a")) == ("pool", "pool", "1014")
    assert bool(s.fresh >> u("P-I2a") & 1) == bool(fresh)
    assert s.changed >> u("P-I2a") & 1


# -- 11 withdrawals ---------------------------------------------------------------------------------------------------


@rule("11.1b", "11.1c", "11.2b")
def test_who_pays_too_much_in_june_has_paid() -> None:
    """R-4 turned over gives more than the single factor that is missing."""
    s = situation({"4606": "R-15", "4207": "R-29 R-4 R-8"}, "June I", R)
    game = table(s, Withdrawal(front=WEST, missing=1, at="factors"))
    assert asks(game) == "russia: factors"
    gain = M.attack[0][u("R-4")] - M.attack[1][u("R-4")]
    assert gain > 1
    play(game, "invert R-4")
    assert inverted(game, "R-4")
    assert game.over
    assert s.deficit == 0


# -- 17.4, 24.11 ------------------------------------------------------------------------------------------------------


@rule("17.4.1a")
def test_ways_into_internment_end_at_the_first_foreign_hex_however_far_it_is() -> None:
    """(A40)"""
    for number, near in (("0808", True), ("0909", True), ("0210", False)):
        s = field({number: "P-14"})
        foreign = M.interning
        found = set(ways_to_internment(s, u("P-14"), 3))
        assert found
        for way in found:
            assert not any(foreign >> hex & 1 for hex in way[:-1])
            assert foreign >> way[-1] & 1 or len(way) == 3
        assert ({1, 2} <= {len(way) for way in found}) == near


@rule("24.11.3", "20.2")
def test_zones_lengthen_the_leg_of_the_freikorps() -> None:
    bare = field({"0112": "F-1"}, options="freikorps fall-of-warsaw")
    watched = field({"0112": "F-1", "1004": "P-14", "1204": "P-4", "0806": "P-5"}, options="freikorps fall-of-warsaw")
    assert supply.freikorps_area(bare) == lines.leg(bare, R, _bases(bare), motors=False)
    assert supply.freikorps_area(watched) == lines.leg(watched, R, _bases(watched), motors=False)
    assert lines.leg(watched, R, _bases(watched), motors=False) != lines.leg(watched, R, _bases(watched), motors=True)


def _bases(s: State) -> int:
    return (M.west_edge | M.german & M.cities) & ~s.occupied[P]


@rule("24.7.2b", "4.3.2")
@pytest.mark.parametrize("near", ["", "P-14", "P-4", "P-14 P-4"])
def test_the_squadron_makes_no_hex_cheaper(near: str) -> None:
    """(A58)"""
    stands = {"1717": near, "1919": "R-57"}
    hex = h("1718")
    plain = price(field(stands), u("R-57"), h("1719"), hex)
    s = field(stands, options="squadron")
    s.place[M.squadron] = hex
    assert price(s, u("R-57"), h("1719"), hex) == max(plain, plain + (not near))
    found = zones(s, P, aloft=True)
    assert sum(bool(zone >> hex & 1) for zone in found) == 1
    for other in bits(M.grid.valid):
        assert sum(bool(zone >> other & 1) for zone in found) == 1


# -- 23.0 deployment --------------------------------------------------------------------------------------------------


@rule("23.0a", "23.0b", "23.0c", "23.0d", "23.0e")
def test_who_has_nothing_to_deploy_is_not_asked_and_thinking_is_free() -> None:
    s = whole("campaign", deployment="free")
    game = table(s, Arranging(command=0))
    (done,) = (option for option in asked(game).options if option.verb == "done")
    assert done.publish
    play(game, "unit P-3L")
    (back,) = (option for option in asked(game).options if option.verb == "back")
    assert back.free
    play(game, f"place {min(offered(game, 'place'))}")
    (again,) = (option for option in asked(game).options if option.verb == "again")
    assert again.free
    for unit in members(movable(s, 0)):
        lift(s, unit, DEAD)
    assert table(s, Arranging(command=0)).over


@rule("17.3.1c", "17.3.2")
def test_over_which_hexes_each_stretch_is_returned() -> None:
    for stretch in range(5):
        found = {M.grid.number(hex) for hex in bits(edges.brink(field(), stretch))}
        assert found
        if stretch == 0:
            assert all(number[2:] == "01" for number in found)
        if stretch == 1:
            assert all(number[:2] == "51" for number in found)
            assert hs(" ".join(found)) & ~M.russian_sources == 0


@rule("7.0a", "7.2b", "7.1.1a", "7.2c")
def test_what_ends_the_reinforcements_is_published_and_to_choose_again_is_free() -> None:
    s = situation({"1014": "P-14"})
    s.pool[0] = 4
    game = staff(s, P)
    assert {option.verb for option in asked(game).options if option.publish} == {"done"}
    assert not any(option.free for option in asked(game).options)
    play(game, f"counter {min(offered(game, 'counter'))}")
    assert {option.verb for option in asked(game).options if option.free} == {"back"}
    assert can(play(game, "back"), "done")
    assert s.pool[0] == 4
    assert s.phase != COMBAT


@rule("14.1", "14.2b", "14.3")
def test_no_track_leads_through_the_enemy() -> None:
    line = next((a, b, c) for a, b in sorted(M.nets["polish"]) for c in M.polish_net.links[b]
                if c != a and len(M.polish_net.links[b]) == 2 and not M.interning >> b & 1)  # fmt: skip
    start, middle, far = (M.grid.number(hex) for hex in line)
    s = field({start: "P-PP1", middle: "R-I1a"})
    assert price(s, u("P-PP1"), h(start), h(middle)) > 0
    s = field({start: "P-PP1", middle: "R-57"})
    assert price(s, u("P-PP1"), h(start), h(middle)) == -1
    assert price(s, u("P-PP1"), h(far), h(middle)) == -1


@rule("23.4.9.2")
def test_the_last_counter_of_its_kind_brings_what_is_owed() -> None:
    for factor in (1, 2):
        s = situation({"4207": "R-4"}, "May I", R)
        s.pool = [0, 0, 2, 0, 0, 0]
        kind = [rc for rc in M.rcs_of[R] if not M.cavalry_rcs >> rc & 1]
        for rc in kind:
            s.place[rc] = h("5001")
        s.place[next(rc for rc in kind if M.factor[rc] == factor)] = POOL
        assert not can(staff(s, R), "done")


@rule("16.7.1c")
def test_a_flotilla_takes_along_its_marines_and_nobody_else() -> None:
    for stands, done, able in (
        ({"1013": "P-Vist P-MarP P-14"}, "", {"P-MarP"}), ({"1013": "P-Vist P-14", "0912": "P-MarP"}, "", set()),
        ({"1013": "P-Vist P-MarP P-14"}, "P-MarP", set()),
    ):  # fmt: skip
        s = situation(stands)
        s.phase = COMBAT
        units = [u(key) for key in ("P-Vist", "P-MarP", "P-14")]
        game = play(table(s, Retreats(units=units, length=1, done=us(done))), "unit P-Vist")
        assert offered(game, "board") == able


@rule("10.7.3", "23.4.7.3a", "23.4.7.1b")
def test_nobody_is_fed_by_a_standdown_that_has_not_been() -> None:
    for began, fed in ((0, False), (1, True), (4, False), (2, False)):
        s = field(turn=4)
        s.standdown = began
        assert standdown.fed(s) == (standdown.bound(s) if fed else 0)


@rule("24.11.8", "4.3.1", "4.3.2")
def test_a_pack_may_give_the_freikorps_the_greatest_delay_there_is(tmp_path: Path) -> None:
    shipped_ = Path(__import__("vistula.games.red_star_white_eagle", fromlist=["__file__"]).__file__).parent / "data"
    lines_ = (shipped_ / "units.csv").read_text(encoding="utf8").splitlines()
    place = next(line for line in lines_ if line.startswith("id,")).split(",").index("delay")
    rows = [line.split(",") for line in lines_]
    for row in rows:
        if row[0] == "F-1":
            row[place] = "3"
    (tmp_path / "units.csv").write_text("\n".join(map(",".join, rows)) + "\n", encoding="utf8")
    m = Model.load(tmp_path)
    s = State(scenario=3, turn=4, options=field(options="freikorps").options, place=[ABSENT] * m.pieces)
    s.m = m
    s.place[m.unit_by_key["F-1"]] = h("1010")
    rebuild_sets(s)
    assert [delay_at(s, R, h(number)) for number in ("1009", "1011", "0909", "0908")] == [6, 3, 3, 0]


@rule("5.1.2a")
def test_nobody_off_the_map_is_too_many() -> None:
    s = whole("belarus-long")
    out = next(unit for unit in M.units_of[P] if s.place[unit] == POOL or s.place[unit] < 0)
    here = next(unit for unit in M.units_of[P] if s.place[unit] >= 0 and not M.delay[unit])
    s.phase, s.overstacked = COMBAT, 1 << out
    with pytest.raises(Violation) as caught:
        invariants.check(s, [])
    assert caught.value.rule == "5.1.2a"
    s.overstacked = 1 << here
    invariants.check(s, [])
