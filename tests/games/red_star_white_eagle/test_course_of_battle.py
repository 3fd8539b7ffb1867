"""Attacks from the first click to the last advance, in the orders in which players do make them; and who has won."""

from __future__ import annotations

import pytest
from clicks import asked

from vistula.board.hexes import bits
from vistula.games.red_star_white_eagle.model import ODDS, SEATS, SEATS3
from vistula.games.red_star_white_eagle.rules import control, victory
from vistula.games.red_star_white_eagle.rules.advance import Advance, advances, award
from vistula.games.red_star_white_eagle.rules.combat import Attack, Attacks, CombatPhase
from vistula.games.red_star_white_eagle.rules.odds import hexside_modifiers, work_out
from vistula.games.red_star_white_eagle.rules.retreat import Retreat, Retreats
from vistula.games.red_star_white_eagle.rules.routes import nearer
from vistula.games.red_star_white_eagle.rules.setup import RULINGS
from vistula.games.red_star_white_eagle.rules.targets import ready
from vistula.games.red_star_white_eagle.state import COMBAT, POOL, State, name_overstacked
from vistula.games.red_star_white_eagle.units import SOUTHWEST, WEST
from vistula.kernel import Game

from .desk import asks, can, events, inverted, last, offered, play, roll, situation, table, where, why
from .fields import M, P, R, field, h, u, us
from .fighting import attack, die_for, fight, odds, rules
from .marching import moves
from .test_control_victory import empty, with_points

rule = pytest.mark.rule
RIDERS = {"1717": "R-K14 R-K4", "1718": "P-14"}


def verbs(game: Game[State], free: bool) -> set[str]:
    return {option.verb for option in asked(game).options if option.free is free}


# -- the phase --------------------------------------------------------------------------------------------------------


@rule("6.1c", "6.1f", "9.0a", "24.7.1", "9.10.2")
def test_a_combat_phase_knows_nothing_of_the_last_one() -> None:
    s = situation({"1717": "P-14 P-4", "1718": "R-57"}, options="squadron")
    s.fought, s.struck, s.retreated, s.charges = us("P-14"), 1 << h("1718"), us("P-4"), us("P-14")
    s.struck_front, s.flown = [1, 1], True
    game = table(s, CombatPhase(side=P))
    assert (s.fought, s.struck, s.retreated, s.charges, s.struck_front, s.flown) == (0, 0, 0, 0, [0, 0], False)
    assert offered(play(game, "attack 1718"), "unit") == {"P-14", "P-4"}


@rule("9.0a", "9.0b", "9.0f", "8.0c", "7.0a")
def test_what_ends_a_phase_is_published_and_nothing_else_is() -> None:
    for game, end in ((fight({"1717": "P-14", "1718": "R-57"}), "end"), (moves({"1717": "P-14"}), "end")):
        assert {option.verb for option in asked(game).options if option.publish} == {end}


@rule("9.13.8a", "9.10.2", "5.1.5b")
def test_guests_who_were_drawn_into_a_fight_are_overstacked_to_the_end_of_the_phase() -> None:
    s = situation({"1717": "P-14", "1718": "R-57 R-17"})
    game = table(s, CombatPhase(side=P), dice=(3,))
    s.retreated = us("R-17")
    play(game, "attack 1718", "unit P-14", "resolve")
    assert s.overstacked == us("R-17")
    while asks(game) != "poland: declare":
        play(game, "done" if can(game, "done") else f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert s.overstacked == us("R-17")
    play(game, "end")
    assert not s.overstacked


@rule("9.0f", "24.2", "3.1")
def test_after_the_fall_of_warsaw_nobody_is_asked_to_attack() -> None:
    s = situation({"1717": "P-14", "1618": "R-57", "2017": "P-4", "2018": "R-41"}, side=R, players=3)
    game = table(s, CombatPhase(side=R))
    assert asks(game) == "russia-west: declare"
    s.over = control.FALLEN
    play(game, "end")
    assert game.over


@rule("9.0i", "24.7.1", "9.12.2d", "9.11i")
def test_an_attack_begins_with_nothing_counted() -> None:
    frame = Attack(command=0, target=h("1718"))
    assert (frame.lowered, frame.flown, frame.strength, frame.against, frame.lost) == (0, False, 0, 0, 0)


@rule("9.13.8a", "9.13.8b", "9.0e")
@pytest.mark.parametrize("side", [P, R])
def test_guests_of_attackers_are_drawn_in_too(side: int) -> None:
    own, guest, foe = ("P-14", "P-4", "R-57") if side == P else ("R-57", "R-17", "P-14")
    s = situation({"1717": f"{own} {guest}", "1718": foe}, side=side)
    game = table(s, CombatPhase(side=side), dice=(3,))
    s.retreated = us(guest)
    play(game, "attack 1718", f"unit {own}", "resolve")
    assert s.overstacked & us(f"{own} {guest}") == us(guest)


@rule("7.2.1d", "7.2.1a")
def test_replacements_are_alone_whoever_stands_beside_their_hex() -> None:
    for near in ("1719", "1618", "1818", "1617"):
        game = attack({"1717": "P-14", "1718": "R-I1a", near: "R-57"}, "1718", P, 1, who="P-14")
        assert where(game, "R-I1a") == "pool"
        assert not events(game, "rolled")
    game = attack({"1717": "P-14 P-4", "1718": "R-I1a R-57"}, "1718", P, 1)
    assert events(game, "rolled")


# -- 9.0 mustering ----------------------------------------------------------------------------------------------------


@rule("9.0d", "9.0i", "9.10.1a")
def test_what_is_only_thought_over_is_free_and_an_attack_is_not() -> None:
    s = situation(RIDERS | {"1618": "R-45"}, side=R)
    game = play(table(s, CombatPhase(side=R)), "attack 1718", "unit R-K14", "unit R-K4", "unit R-45", "walk R-K14")
    assert verbs(game, free=True) == {"drop", "walk", "charge", "lower"}
    assert verbs(game, free=False) == {"resolve", "cancel"}
    play(game, "lower")
    assert verbs(game, free=True) == {"drop", "walk", "charge", "lower", "restore"}
    flying = play(fight({"1717": "P-14", "1718": "R-57"}, options="squadron"), "attack 1718", "unit P-14")
    assert "fly" in verbs(flying, free=True)


@rule("9.10.1a", "9.10.2", "9.10.5")
def test_each_rider_is_held_back_and_let_go_alone() -> None:
    game = play(fight(RIDERS, R), "attack 1718", "unit R-K14", "unit R-K4")
    assert (offered(game, "walk"), offered(game, "charge")) == ({"R-K14", "R-K4"}, set())
    play(game, "walk R-K14")
    assert (offered(game, "walk"), offered(game, "charge")) == ({"R-K4"}, {"R-K14"})
    play(game, "walk R-K4")
    assert (offered(game, "walk"), offered(game, "charge")) == (set(), {"R-K14", "R-K4"})
    play(game, "charge R-K14")
    assert (offered(game, "walk"), offered(game, "charge")) == ({"R-K14"}, {"R-K4"})
    play(game, "drop R-K4", "unit R-K4")  # who joins again charges again
    assert (offered(game, "walk"), offered(game, "charge")) == ({"R-K14", "R-K4"}, set())
    play(game, "walk R-K4", "drop R-K14")
    assert offered(game, "charge") == {"R-K4"}


@rule("9.0i")
def test_odds_are_lowered_to_the_last_column_and_no_further() -> None:
    game = play(fight({"1717": "P-14", "1718": "R-57"}), "attack 1718")
    assert not can(game, "lower")
    play(game, "unit P-14")
    frame = game.stack[-1]
    assert isinstance(frame, Attack)
    full = frame.odds(game.s).column
    assert full > 0
    for column in range(full - 1, -1, -1):
        play(game, "lower")
        assert game.stack[-1].odds(game.s).column == column  # type: ignore[attr-defined]
    assert not can(game, "lower")
    assert why(game, "lower") == "9.0i"
    play(game, "restore")
    assert game.stack[-1].odds(game.s).column == full  # type: ignore[attr-defined]
    assert not can(game, "restore")
    alone = play(fight({"1717": "P-14", "1718": "R-I1a"}), "attack 1718", "unit P-14")
    assert not can(alone, "lower")


@rule("9.0i", "9.0h", "9.0j")
def test_who_gives_no_column_away_fights_at_full_odds() -> None:
    stands = {"1717": "P-14 P-4", "1718": "R-57"}
    game = attack(stands, "1718", P, 3)
    assert last(game, "rolled").refs["odds"] == ODDS[odds(stands, "1718", "P-14 P-4").column]


@rule("24.7.1", "9.1")
def test_the_squadron_is_called_once_and_let_go_with_those_whom_it_helps() -> None:
    stands = {"1717": "P-14 P-4", "1718": "R-57"}
    game = play(fight(stands, P, 3, options="squadron"), "attack 1718")
    assert not can(game, "fly")  # nobody is there to be helped
    play(game, "unit P-14", "unit P-4", "fly")
    assert not can(game, "fly")
    plain = odds(stands, "1718", "P-14 P-4").shift
    assert game.stack[-1].odds(game.s).shift == plain + 1  # type: ignore[attr-defined]
    play(game, "drop P-4")
    assert game.stack[-1].odds(game.s).shift == odds(stands, "1718", "P-14").shift  # type: ignore[attr-defined]
    assert can(game, "fly")
    play(game, "resolve")
    assert not game.s.flown
    assert last(game, "rolled").refs["more"] == odds(stands, "1718", "P-14").shift


@rule("9.0c", "9.0b", "9.0e")
def test_everyone_is_all_who_are_left_and_a_unit_that_leaves_may_come_again() -> None:
    game = play(fight({"1717": "P-14 P-4 P-5", "1718": "R-57", "1919": "P-6"}), "attack 1718", "unit P-4")
    assert offered(game, "drop") == {"P-4"}
    play(game, "everyone")
    assert offered(game, "drop") == {"P-14", "P-4", "P-5"}
    assert not can(game, "everyone")
    assert why(game, "everyone") == "9.0c"
    play(game, "drop P-4")
    assert (offered(game, "drop"), offered(game, "unit")) == ({"P-14", "P-5"}, {"P-4"})
    play(game, "cancel")
    assert not game.s.fought
    assert not game.s.struck


@rule("9.0e", "9.0d", "9.0f")
def test_who_and_what_has_fought_adds_up_over_the_phase() -> None:
    stands = {"1717": "P-14 P-4", "1718": "R-57", "1618": "R-17"}
    game = play(fight(stands, P, 3, 3), "attack 1718", "unit P-14", "resolve")
    while asks(game) != "poland: declare":
        play(game, "done" if can(game, "done") else f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert (game.s.fought, game.s.struck) == (us("P-14"), 1 << h("1718"))
    play(game, "attack 1618", "unit P-4", "resolve")
    assert game.s.fought == us("P-14 P-4")
    assert game.s.struck == 1 << h("1718") | 1 << h("1618")


@rule("16.7.1b", "9.0e", "9.0g", "23.4.7.1b")
def test_a_front_that_stands_down_has_its_quota_and_others_have_none() -> None:
    s = situation({"1717": "P-14", "1618": "R-57", "1718": "R-R1"}, side=R)
    s.phase = COMBAT
    for standdown, struck, back, able in (
        (0, 0, 0, "R-57 R-R1"), (s.turn, 0, 0, "R-R1"), (s.turn, 1, 0, "R-57 R-R1"), (s.turn, 1, 1, "R-R1"),
        (s.turn, 2, 1, "R-57 R-R1"), (s.turn - 3, 0, 0, "R-57 R-R1"), (s.turn, 1, 2, "R-R1"),
    ):  # fmt: skip
        s.standdown, s.attacks_on_west, s.retaliated = standdown, struck, back
        assert set(ready(s, 1)) == {u(key) for key in able.split()}


@rule("9.0a", "9.0b")
def test_what_two_units_reach_is_what_either_does() -> None:
    game = fight({"1717": "P-14", "1718": "R-57", "2020": "P-4", "2021": "R-17", "2512": "R-8"})
    assert offered(game, "attack") == {"1718", "2021"}


# -- 9.3, 9.4 hexsides ------------------------------------------------------------------------------------------------


def _sides_of(hex: int) -> dict[tuple[bool, bool], list[int]]:
    """The neighbours of a hex by whether a river and a trench lie between, seen from them."""
    found: dict[tuple[bool, bool], list[int]] = {}
    trenches = set(M.board.trenches)
    for near in bits(M.around[hex]):
        found.setdefault(((near, hex) in M.board.river, (hex, near) in trenches), []).append(near)
    return found


@rule("9.3", "9.4a", "9.4b")
@pytest.mark.parametrize("twice", [False, True])
def test_rivers_and_trenches_of_every_hex_by_two_attackers(twice: bool) -> None:
    """(A3)"""
    s = field()
    s.rulings = twice << list(RULINGS).index("river-trench")
    kinds = set()
    for hex in {rear for rear, _ in M.board.trenches}:
        sides = _sides_of(hex)
        for a, first in sides.items():
            for b, second in sides.items():
                kinds.add((a, b))
                for side in (P, R):
                    wet, dug = (a[0], b[0]), (a[1] and side == R, b[1] and side == R)
                    wanted = ["9.3"] if all(wet) else []
                    if all(wet) and all(dug) and twice:
                        wanted.append("9.4a")
                    if not all(wet) and all(w or d for w, d in zip(wet, dug, strict=True)):
                        wanted.append("9.4a")
                    found = list(hexside_modifiers(s, [first[0], second[-1]], hex, side))
                    assert [line.rule for line in found] == wanted
                    assert all(line.value == -1 for line in found)
                    if wanted == ["9.4a"] and not all(wet):
                        assert found[0].label == (
                            "all into trenches or over rivers" if any(wet) else "all into trenches"
                        )
    assert len(kinds) > 3


@rule("9.8", "9.9a", "9.9b", "9.2", "24.7.1", "9.1", "9.7")
def test_every_modifier_is_one_point_and_stands_by_its_rule() -> None:
    around = {"1617": "R-17", "1716": "R-8", "1718": "R-10", "1817": "R-2", "1818": "R-27"}
    hungry = {"1717": "P-14", "1618": "R-cS1"} | around
    s = situation(hungry)
    found = {line.rule: line.value for line in work_out(s, [u("P-14")], h("1618"), 0, squadron=True).modifiers}
    assert found["9.8"] == found["24.7.1"] == 1
    assert found["9.9b"] == -1
    assert "9.9a" not in found
    starved = {line.rule: line.value for line in work_out(s, [u("R-17")], h("1717"), 0).modifiers}
    assert starved["9.9a"] == 1
    assert "9.9b" not in starved
    assert "9.8" not in starved
    assert "24.7.1" not in starved
    assert rules(odds({"1014": "R-57", "0914": "P-14"}, "1014", "P-14"))["9.2"] == -1


# -- 9.11 results -----------------------------------------------------------------------------------------------------


@rule("9.11i", "9.11h", "5.1.5d")
def test_an_exchange_for_nothing_costs_nothing() -> None:
    """Defenders who are all overstacked have no factors to be exchanged for (A66)."""
    stands = {"1717": "P-14", "1718": "R-57 R-17 R-8 R-10"}
    s = situation(stands)
    s.phase = COMBAT
    name_overstacked(s, us("R-57 R-17 R-8 R-10"))
    game = table(s, Attacks(command=0), dice=(1,))
    play(game, "attack 1718", "unit P-14", "resolve")
    assert last(game, "rolled").refs["result"] in ("X", "1/2X+D3")
    assert not inverted(game, "P-14")
    assert where(game, "P-14") == "1717"


# -- 9.15 advance -----------------------------------------------------------------------------------------------------


def _advancing(stands: dict[str, str], keys: str, vacated: str, points: int, **how: object) -> Game[State]:
    s = situation(stands, side=M.side[u(keys.split()[0])], **how)  # type: ignore[arg-type]
    s.phase = COMBAT
    hexes = [h(number) for number in vacated.split()]
    command = 0 if s.side == P else 1
    return table(s, Advance(command=command, units=[u(key) for key in keys.split()], vacated=hexes, points=points))


@rule("9.15.4", "9.15.5", "9.15.7a", "9.15.7b", "3.2b")
def test_an_advance_goes_on_hex_by_hex_and_takes_what_it_comes_to() -> None:
    city = next(hex for hex in bits(M.vp_cities & M.land) if M.grid.number(hex) == "2117")
    near = [n for n in bits(M.around[city]) if (n, city) not in M.board.river and not M.interning >> n & 1]
    start = next(n for n in near if any(a not in near and a != city for a in bits(M.around[n])))
    before = next(a for a in bits(M.around[start]) if a != city)
    game = _advancing({M.grid.number(before): "P-14"}, "P-14", M.grid.number(start), 6)
    game.s.held = [0, 1 << city]
    play(game, "unit P-14")
    assert where(game, "P-14") == M.grid.number(start)
    left = game.stack[-1].left  # type: ignore[attr-defined]
    play(game, f"step {M.grid.number(city)}")
    assert where(game, "P-14") == M.grid.number(city)
    assert game.s.held[P] >> city & 1
    if not game.over:
        assert game.stack[-1].left < left  # type: ignore[attr-defined]
    assert len(events(game, "advances")) == 2


@rule("9.15.8", "9.0d", "9.15.4", "9.15.5")
def test_who_ends_an_advance_in_a_hex_lays_it_open_to_another_attack() -> None:
    """(A7)"""
    game = _advancing({"1717": "P-14"}, "P-14", "1718", 4)
    game.s.struck = 1 << h("1718") | 1 << h("1817")
    play(game, "unit P-14")
    assert game.s.struck == 1 << h("1718") | 1 << h("1817")
    assert can(game, "stop")
    play(game, "stop")
    assert game.s.struck == 1 << h("1817")


@rule("9.15.4", "9.15.5", "17.4.1a", "3.1", "9.0d")
def test_an_advance_ends_with_internment_and_with_the_game() -> None:
    game = _advancing({"1210": "P-14 P-4"}, "P-14 P-4", "1209", 5)
    play(game, "unit P-14")
    assert where(game, "P-14") == "dead"
    assert asks(game) == "poland: who"
    taken = _advancing({"1015": "R-57 R-17"}, "R-57 R-17", "1014", 5)
    assert play(taken, "unit R-57").over
    assert where(taken, "R-17") == "1015"


@rule("9.15.5", "9.15.6", "9.15.7b")
def test_nobody_goes_on_with_no_points_left() -> None:
    stands = {"1717": "P-14"}
    game = _advancing(stands, "P-14", "1718", 1)
    play(game, "unit P-14")
    assert game.over
    assert where(game, "P-14") == "1718"


@rule("9.15.6", "18.2b")
def test_what_an_advance_gives_is_no_more_than_a_unit_can_use() -> None:
    s = field({"1014": "P-14 P-Mil1 P-MarP", "1013": "P-1AC"})
    for unit in M.units:
        if M.mf[unit] and not M.flotillas >> unit & 1:
            assert [award(s, unit, points) for points in (1, 5, 12)] == [
                min(points, M.mf[unit]) for points in (1, 5, 12)
            ]
        elif M.immobile >> unit & 1:
            assert award(s, unit, 5) == 5


@rule("9.15.1", "9.15.2", "24.2")
def test_each_player_advances_with_the_units_that_are_left() -> None:
    """(A93)"""
    s = situation({"1717": "R-57 R-17", "1817": "R-44"}, side=R, players=3, boxes={POOL: "R-8"})
    units = [u(key) for key in ("R-57", "R-44", "R-8", "R-17")]
    frames = advances(s, units, 1 << h("1718"), 3, [2, 3])
    assert [(frame.command, frame.units) for frame in frames if isinstance(frame, Advance)] == [
        (2, [u("R-57"), u("R-17")]), (3, [u("R-44")]),
    ]  # fmt: skip
    assert [frame.points for frame in frames if isinstance(frame, Advance)] == [3, 3]
    assert not advances(s, [u("R-8")], 1 << h("1718"), 3, [2, 3])


@rule("9.15.3", "9.15.7a", "9.5", "14.7b", "19.0b")
def test_why_somebody_cannot_advance_at_all() -> None:
    game = _advancing({"1014": "P-PP1 P-14 P-5", "2512": "P-4"}, "P-PP1 P-14 P-4 P-5", "1015", 4, boxes={POOL: "P-6"})
    assert (why(game, "unit P-PP1"), why(game, "unit P-4"), why(game, "unit P-6")) == ("14.7b", "9.15.7a", "9.15.3")
    for key in (M.key[unit] for unit in M.units_of[P] if M.trains >> unit & 1):
        assert why(_advancing({"1014": f"{key} P-14"}, f"{key} P-14", "1015", 4), f"unit {key}") == "14.7b"
    for key in (M.key[unit] for unit in M.units if M.immobile >> unit & 1):
        assert why(_advancing({"2028": f"{key} P-14"}, f"{key} P-14", "2029", 4), f"unit {key}") == "19.0b"
    sea = _advancing({"0602": "P-14 P-4", "0603": "P-5"}, "P-14 P-4 P-5", "0702", 4, options="freikorps fall-of-warsaw")
    if not sea.over:
        assert why(sea, "unit P-14") == "9.5"


@rule("9.15.1", "9.15.2")
@pytest.mark.parametrize("stays", ["", "P-6"])
def test_defenders_follow_only_where_all_have_gone(stays: str) -> None:
    """(A9, A31)"""
    stands = {"1717": f"P-14 {stays}".strip(), "1718": "R-57 R-17"}
    die = die_for(odds(stands, "1718", "P-14"), "A1", "A2")
    game = attack(stands, "1718", P, die, 6, 6, who="P-14")
    while asks(game) == "poland: way":
        play(game, f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert where(game, "P-14") != "1717"
    if stays:
        assert asks(game) == "poland: declare"
        return
    assert asks(game) == "russia: who"
    assert offered(game, "unit") == {"R-57", "R-17"}
    play(game, "unit R-57")
    if asks(game) == "russia: go":
        play(game, "stop")
    assert where(game, "R-57") == "1717"


@rule("9.15.2", "24.2")
def test_russian_defenders_of_both_players_follow_one_player_after_the_other() -> None:
    """(A93)"""
    s = situation({"1717": "P-14", "1718": "R-R1 R-R2 R-R3"}, players=3)
    die = die_for(work_out(s, [u("P-14")], h("1718"), 0), "A1", "A2")
    game = play(roll(table(s, CombatPhase(side=P)), die, 6, 6), "attack 1718", "unit P-14", "resolve")
    while asks(game) == "poland: way":
        play(game, f"retreat {sorted(offered(game, 'retreat'))[0]}")
    assert asks(game) == "russia-west: who"
    assert offered(game, "unit") == {"R-R1", "R-R3"}
    play(game, "done")
    assert asks(game) == "russia-southwest: who"
    assert offered(game, "unit") == {"R-R2"}
    play(game, "done")
    assert asks(game) == "poland: declare"


# -- 9.13 retreat -----------------------------------------------------------------------------------------------------


@rule("16.7.1c", "9.13.2a", "5.1.5b")
def test_a_flotilla_that_retreats_is_no_longer_too_many() -> None:
    """(A65)"""
    s = situation({"1013": "P-Vist P-MarP", "1112": "R-57"})
    s.phase, s.overstacked = COMBAT, us("P-Vist P-MarP P-14")
    game = table(s, Retreats(units=[u("P-Vist"), u("P-MarP")], length=1))
    play(game, "unit P-Vist", "board P-MarP", "place 0409")
    assert s.overstacked == us("P-14")
    assert game.over


@rule("17.4.1a", "9.13.1")
def test_who_walks_into_internment_goes_no_further_and_nobody_else_stops() -> None:
    s = situation({"2512": "P-14"})
    s.phase = COMBAT
    game = table(s, Retreat(command=0, unit=u("P-14"), length=2))
    hexes = []
    while not game.over:
        hexes.append(sorted(offered(game, "retreat"))[0])
        play(game, f"retreat {hexes[-1]}")
    assert where(game, "P-14") == hexes[-1]
    assert len(hexes) == 2


@rule("24.11.3", "9.13.4.4b", "9.13.4.4a", "21.2c")
def test_who_is_nearer_to_supply_in_every_neighbouring_hex() -> None:
    """(A11, A64)"""
    for key, number in (("R-57", "2512"), ("F-1", "2512"), ("L-3", "3008")):
        s = field({number: key}, options="freikorps fall-of-warsaw")
        for hex in bits(M.around[h(number)]):
            line, here = M.grid.line(hex), M.grid.line(h(number))
            if key == "R-57":
                assert nearer(s, u(key), hex) == (line > here)
            elif key == "F-1":
                assert nearer(s, u(key), hex) == (line < here)
            else:
                far = min(M.distance(hex, other) for other in bits(M.lithuania))
                was = min(M.distance(h(number), other) for other in bits(M.lithuania))
                assert nearer(s, u(key), hex) == (far < was or bool(M.lithuania >> hex & 1))


@rule("9.12", "9.14.4b", "9.11f")
def test_every_step_that_is_lost_is_told_with_its_hex() -> None:
    stands = {"1717": "P-14 P-4 P-5", "1718": "R-57 R-17"}
    die = die_for(odds(stands, "1718", "P-14 P-4 P-5"), "X", "1/2X+D3")
    game = attack(stands, "1718", P, die, 6, 6, 6)
    while "declare" not in asks(game) and not game.over:
        verb = next((verb for verb in ("lose", "unit", "retreat") if offered(game, verb)), "")
        play(game, f"{verb} {sorted(offered(game, verb))[0]}" if verb and not can(game, "done") else "done")
    told = {event.refs["unit"] for key in ("reduced", "eliminated") for event in events(game, key)}
    lost = {unit for key in ("P-14", "P-4", "P-5", "R-57", "R-17") for unit in [u(key)]
            if game.s.reduced >> unit & 1 or game.s.place[unit] < 0}  # fmt: skip
    assert lost
    assert told == lost
    assert {event.refs["hex"] for event in events(game, "reduced")} <= {h("1717"), h("1718")}


# -- 3.0 who has won --------------------------------------------------------------------------------------------------


@rule("3.2.3b", "3.2.3c", "3.2.3d", "3.2.3e", "3.1")
@pytest.mark.parametrize("russian", range(31))
def test_the_place_on_the_ladder_of_every_number_of_points(russian: int) -> None:
    try:
        s = with_points(russian)
    except AssertionError:
        pytest.skip("no set of cities comes to that")
    ahead = max(russian, 38 - russian)
    band = 0 if russian == 19 else max(sum(ahead >= least for least in (20, 24, 28, 37)), 1)
    assert victory.rung(s) == (4 + band if russian < 19 else 4 - band)
    control.come(s, u("R-R5"), M.warsaw)
    assert victory.rung(s) == 0
    assert victory.verdict(s) == (R, "cataclysmic")


@rule("24.2.5a", "24.2.5b")
@pytest.mark.parametrize(("west", "southwest", "better"), [
    (5, 2, (WEST, "marginally")), (2, 5, (SOUTHWEST, "marginally")), (6, 2, (WEST, "substantially")),
    (2, 6, (SOUTHWEST, "substantially")), (3, 3, (victory.DRAW, "equal")),
])  # fmt: skip
def test_how_two_fronts_that_have_both_taken_cities_compare(
    west: int, southwest: int, better: tuple[int, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    s = empty("campaign", players=3)
    monkeypatch.setattr(victory, "front_points", lambda s: (west, southwest))
    assert victory.better_front(s) == better


@rule("24.2.5a", "3.0b", "3.2.3a")
@pytest.mark.parametrize(("players", "russian"), [(2, 24), (3, 24), (2, 2), (3, 2), (2, 19), (3, 19)])
def test_what_a_result_says_of_every_seat(players: int, russian: int) -> None:
    s = with_points(russian, players=players)
    assert victory.result(s) is None
    s.ended = True
    found = victory.result(s)
    assert found is not None
    seats = SEATS if players == 2 else SEATS3
    assert set(found.score) == (set(SEATS) if players == 2 else {*SEATS, *SEATS3})
    winners = {24: seats[1:], 2: (SEATS[P],), 19: ()}[russian]
    assert found.winners == tuple(winners)
    assert (found.level == "draw") == (russian == 19)
    assert found.rule == ("3.2.3d" if russian == 19 else "3.2.3a")
    if players == 3:
        assert found.score["russia-west"] + found.score["russia-southwest"] == russian


@rule("3.0a", "6.1g", "24.2.5a")
@pytest.mark.parametrize("players", [2, 3])
def test_the_end_is_told_and_the_fronts_are_compared_only_where_there_are_two(players: int) -> None:
    s = with_points(10, players=players)
    game = table(s)
    s.desk = game
    victory.conclude(s)
    assert s.ended
    assert len(events(game, "concluded")) == 1
    assert len(events(game, "fronts_compared")) == players - 2
