"""19.0, 19.1, 19.9 The Volunteer Army and what its forming sets off; 20.0, 20.3 the Polish Revolutionary Division."""

from __future__ import annotations

import pytest

from vistula.board.hexes import collect
from vistula.games.nest_of_eagles.model import UKRAINE
from vistula.games.nest_of_eagles.rules.allies import Deserters
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.morale import kijow_drain
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals, FirstMovement, complete_strengthening
from vistula.games.nest_of_eagles.rules.replacements import Spending
from vistula.games.nest_of_eagles.rules.revolutionaries import Revolution, rolls
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.rules.sequence import Campaign, PlayerTurn
from vistula.games.nest_of_eagles.rules.steps import eliminate
from vistula.games.nest_of_eagles.rules.volunteers import CALLED, FIRST, LAST, OVER, Muster, begin_turn, end_of_round
from vistula.games.nest_of_eagles.state import (
    OFF,
    OWN,
    REBUILD,
    REPLACEMENT,
    RESERVES,
    UKRAINE_BOX,
    UKRAINIAN,
    VOLUNTEERS,
    State,
    box,
)
from vistula.kernel import Game

from .positions import M, give, hex, situation, unit
from .table import (
    POLAND,
    SOVIET,
    TITLE,
    asked,
    asks,
    events,
    offered,
    play,
    replacing,
    rolled,
    strength,
    table,
    where,
)

rule = pytest.mark.rule
FRONTS = "1311 S-27; 2206 P-17; 1920 P-13"
BRIGADES = "P-WAR P-POZ P-POM P-LUB P-KRA P-MOAO"
REGIMENTS = "P-201 P-202 P-204 P-205 P-207 P-240"
OTHERS = "P-VC1 P-VC2 P-VC3 P-TANK P-ART P-CARS"
FIRST_CALL = "P-WAR P-MOAO P-201 P-202 P-VC1 P-CARS"


def forming(now: int, stacks: str = FRONTS, **how: object) -> State:
    """Volunteers wait in their box, and the Soviets are in Poland."""
    s = situation(stacks, **how)  # type: ignore[arg-type]
    s.forming, s.polish_marker, s.home_open = now, True, True
    for key in f"{BRIGADES} {REGIMENTS} {OTHERS}".split():
        s.place[unit(key)] = VOLUNTEERS
    return s


def waiting(s: State) -> set[str]:
    return {M.key[u] for u in M.units if s.place[u] == VOLUNTEERS}


# -- 19.0 who is special ---


@rule("19.0a")
def test_every_band_makes_a_polish_unit_special_and_so_do_the_lorries() -> None:
    regular = {key for key in M.key if key.startswith("P-") and M.regular >> unit(key) & 1}
    assert {"P-16", "P-1C", "P-7.4", "P-3BJ", "P-SIB"} <= regular
    banded = {M.key[u] for u in M.units_of[POLAND] if M.band[u] != "none"}
    assert regular.isdisjoint(banded | {"P-MOT"})
    assert {"P-1LB", "P-1R", "P-WAR", "P-CJ", "P-BB", "P-U1", "P-LWOW"} <= banded


@rule("19.0a", "20.0a")
def test_special_units_are_rebuilt_like_others_unless_their_section_forbids_it() -> None:
    s = situation("2206 P-17; 3003 S-53", phase=REPLACEMENT)
    s.pool = [9, 9, 9, 9]
    for key in ("P-MOT", "P-1LB", "P-1R", "P-WAR", "P-CJ", "P-BB", "P-LWOW", "S-4K", "S-SK", "S-19", "S-G1", "S-8Kw"):
        come(s, unit(key), hex("2308" if key.startswith("P") else "3108"))
        eliminate(s, unit(key), "3.6a")
    assert offered(table(s, Spending(command=POLES)), "rebuild") == {"P-MOT", "P-1LB", "P-1R"}
    s.side = SOVIET
    assert offered(table(s, Spending(command=SOVIETS)), "rebuild") == {"S-4K", "S-SK", "S-19"}


@rule("20.0a")
def test_soviet_units_are_regular_by_a_plain_band_of_their_front() -> None:
    special = {key for key in M.key if key.startswith("S-") and M.band[unit(key)] not in ("teal", "gold")}
    assert {"S-4K", "S-SK", "S-9A", "S-19", "S-LAT", "S-8Kw", "S-G1", "S-PRD"} <= special
    assert not M.regular_soviets & collect(unit(key) for key in special)
    assert M.regular_soviets >> unit("S-53") & 1


# -- 17.1.4 Ukrainian Replacements ---


@rule("17.1.4b", "17.1.4c")
def test_a_ukrainian_replacement_serves_ukrainian_divisions_and_nobody_else() -> None:
    s = situation("2124 P-U1/r P-17/r; 2320 P-U3", phase=REPLACEMENT)
    s.pool[UKRAINIAN] = 2
    s.place[unit("P-U2")], s.place[unit("P-16")] = UKRAINE_BOX, REBUILD
    game = table(s, Spending(command=POLES))
    assert (offered(game, "strengthen"), offered(game, "rebuild")) == ({"P-U1"}, {"P-U2"})
    play(game, "rebuild P-U2", "strengthen P-U1")
    assert (where(game, "P-U2"), strength(game, "P-U2"), s.pool[UKRAINIAN]) == (f"round {s.round + 1}", "reduced", 0)
    complete_strengthening(s, POLAND)
    assert strength(game, "P-U1") == "full"


@rule("17.1.4b", "16.0d")
def test_a_rebuilt_ukrainian_division_comes_to_a_polish_town_with_no_enemy_within_two_hexes() -> None:
    s = situation("2523 S-45; 2206 P-17; 1920 P-13", poland="2320 2322 2124", soviet="2122")
    s.place[unit("P-U2")] = box(s.round)
    game = table(s, Arrivals(command=POLES))
    if asked(game).step == "pick":
        play(game, "unit P-U2")
    places = offered(game, "place")
    assert {"2124", "1920", "2320"} <= places
    assert not places & {"2322", "2122", "2523", "1314", "2308"}  # too near, Soviet, other Theaters


# -- 19.1 forming ---


@rule("19.1d")
def test_forming_begins_in_the_next_polish_turn_and_only_once() -> None:
    s = forming(0, "1411 S-27; 2206 P-17; 1920 P-13", side=SOVIET)
    come(s, unit("S-27"), hex("1311"))
    assert s.forming == CALLED
    table(s, PlayerTurn(side=SOVIET))
    assert s.forming == CALLED  # a Soviet turn is none of theirs
    begin_turn(s)
    assert s.forming == FIRST
    s.forming = OVER
    come(s, unit("S-27"), hex("1411"))
    come(s, unit("S-27"), hex("1311"))
    begin_turn(s)
    assert s.forming == OVER


@rule("19.1.1a")
def test_forming_covers_three_polish_turns_and_is_over_when_the_third_round_is() -> None:
    s = forming(CALLED)
    seen = []
    for _ in range(4):
        begin_turn(s)
        seen.append(s.forming)
        end_of_round(s)
    assert (seen, s.forming) == ([FIRST, FIRST + 1, LAST, OVER], OVER)


@rule("19.1.1a", "5.2a")
def test_the_round_of_the_last_turn_ends_it() -> None:
    s = forming(LAST)
    table(s, Campaign(at="next_round"))
    assert s.forming == OVER


@rule("19.1.1a", "19.1.1b", "5.1d")
def test_volunteers_come_before_the_first_movement_of_the_turn_with_the_other_arrivals() -> None:
    s = forming(FIRST)
    s.place[unit("P-16")] = box(s.round)
    game = table(s, FirstMovement(commands=[POLES]))
    assert asks(game) == "poland: call"
    play(game, "usual")
    assert asks(game) == "poland: pick"
    assert offered(game, "unit") == {"P-16", *FIRST_CALL.split()}
    play(game, "unit P-201", "place 0612")
    assert where(game, "P-201") == "0612"
    assert not game.s.moved >> unit("P-201") & 1  # it was put there and may move


@rule("19.1.1a")
@pytest.mark.parametrize("now", [0, CALLED, OVER])
def test_outside_of_the_three_turns_nobody_is_called(now: int) -> None:
    assert not table(forming(now), FirstMovement(commands=[POLES])).stack


@rule("19.1.1b")
def test_a_turn_calls_two_brigades_two_regiments_a_cavalry_brigade_and_one_support_unit() -> None:
    game = table(forming(FIRST), Muster())
    for key in ("P-POZ", "P-KRA", "P-240", "P-201", "P-VC3"):
        play(game, f"unit {key}")
    assert offered(game, "unit") == {"P-TANK", "P-ART", "P-CARS"}
    play(game, "unit P-TANK")
    assert not game.stack
    assert {where(game, key) for key in ("P-POZ", "P-240", "P-VC3", "P-TANK")} == {f"round {game.s.round}"}
    assert TITLE.tale(events(game, "volunteer")[0]) == "To the colours this week: Poznań Volunteer Brigade."
    assert len(waiting(game.s)) == 12


@rule("19.1.1b")
def test_those_whom_history_called_fill_up_what_was_not_chosen() -> None:
    game = play(table(forming(FIRST), Muster()), "unit P-POZ", "usual")
    called = {M.key[u] for u in M.units if game.s.place[u] == box(game.s.round)}
    assert called - {"P-WAR", "P-MOAO"} == {"P-POZ", "P-201", "P-202", "P-VC1", "P-CARS"}
    assert len(called) == 6


@rule("19.1.1b", "6.2a")
def test_they_crowd_warszawa_beyond_its_limit() -> None:
    s = forming(FIRST, f"{FRONTS}; 0612 P-16 P-15 P-14 P-12 P-10")
    s.lwow_brigade = True
    s.place[unit("P-WAR")] = box(s.round)
    game = table(s, Arrivals(command=POLES))
    if asked(game).step == "where":
        play(game, "place 0612")
    assert where(game, "P-WAR") == "0612"


@rule("19.1.1c")
def test_one_brigade_may_come_to_lwow_but_only_once_and_nothing_but_a_brigade() -> None:
    s = forming(FIRST)
    for key in ("P-WAR", "P-MOAO", "P-201", "P-VC1"):
        s.place[unit(key)] = box(s.round)
    game = table(s, Arrivals(command=POLES))
    for key, places in (("P-201", {"0612"}), ("P-VC1", {"0612"}), ("P-WAR", {"0612", "1322"})):
        play(game, f"unit {key}")
        assert offered(game, "place") == places
        play(game, "back")
    play(game, "unit P-MOAO", "place 1322")
    assert (where(game, "P-MOAO"), game.s.lwow_brigade) == ("1322", True)
    play(game, "unit P-WAR")
    assert offered(game, "place") == {"0612"}


@rule("19.1.1c")
def test_a_brigade_in_lwow_must_find_the_city_polish() -> None:
    s = forming(FIRST)
    give(s, SOVIET, hex("1322"))
    s.place[unit("P-WAR")] = box(s.round)
    s.place[unit("P-201")] = box(s.round)
    game = play(table(s, Arrivals(command=POLES)), "unit P-WAR")
    assert offered(game, "place") == {"0612"}


@rule("19.1.1d", "13.3e")
def test_each_forming_turn_moves_the_polish_marker_seven_boxes_before_anything_else() -> None:
    s = forming(CALLED)
    s.morale, s.linked = [20, 20, 5], 1
    game = table(s, PlayerTurn(side=POLAND))
    assert game.s.phase == 1
    assert game.s.morale == [13, 13, 5]
    begin_turn(s)
    assert s.morale == [6, 6, 5]
    s.forming = OVER
    begin_turn(s)
    assert s.morale == [6, 6, 5]


@rule("19.1.1d")
def test_without_a_polish_marker_on_the_track_nothing_moves() -> None:
    s = forming(CALLED)
    s.polish_marker, s.morale = False, [0, 3, 5]
    begin_turn(s)
    assert s.morale == [0, 3, 5]


@rule("19.1.1e", "19.7d")
def test_the_first_forming_turn_calls_bulak_balachowicz_for_the_next() -> None:
    s = forming(CALLED)
    s.place[unit("P-BB")] = RESERVES
    begin_turn(s)
    assert s.place[unit("P-BB")] == box(s.round + 1)
    s.place[unit("P-BB")] = RESERVES
    begin_turn(s)
    assert s.place[unit("P-BB")] == RESERVES


@rule("19.1.1f", "13.3.3a")
def test_with_the_first_forming_turn_kijow_weighs_no_more() -> None:
    s = forming(CALLED, "3121 P-1L; 1311 S-27; 2206 P-17")
    s.kijow_drain, s.morale = True, [0, 0, -16]
    kijow_drain(s)
    assert s.morale[UKRAINE] == -14
    begin_turn(s)
    kijow_drain(s)
    assert (s.kijow_drain, s.morale[UKRAINE]) == (False, -14)


@rule("19.1.1f")
def test_kijow_taken_after_the_forming_has_begun_does_not_weigh() -> None:
    for now, weighs in ((CALLED, True), (FIRST, False)):
        s = forming(now, "3021 P-1L; 1311 S-27; 2206 P-17", soviet="3121")
        come(s, unit("P-1L"), hex("3121"))
        assert s.kijow_drain is weighs


# -- 19.2 ---


@rule("19.2b", "19.2d")
def test_the_23rd_reserve_division_does_not_come_by_replacements() -> None:
    s = situation("2206 P-17", phase=REPLACEMENT)
    s.pool[OWN] = 5
    for key in ("P-1R", "P-7R", "P-23R"):
        s.place[unit(key)] = RESERVES
    assert offered(table(s, Spending(command=POLES)), "rebuild") == {"P-1R", "P-7R"}


# -- 19.9 prisoners and deserters ---


def recruiting(stacks: str, now: int = FIRST, attacks: tuple[int, int, int] = (0, 0, 0)) -> Game[State]:
    s = situation(stacks, phase=REPLACEMENT)
    s.forming, s.polish_marker, s.attacks = now, True, list(attacks)
    return table(s, Deserters())


@rule("19.9a")
def test_one_reduced_ally_in_a_theater_at_rest_takes_prisoners_in() -> None:
    stacks = "2124 P-U1/r P-U2/r P-U3 P-17/r; 2206 P-BB/r; 3126 S-24; 0612 P-CR1/r"
    game = recruiting(stacks, attacks=(0, 1, 0))
    assert asks(game) == "poland: pick"
    assert offered(game, "unit") == {"P-U1", "P-U2", "P-CR1"}  # the north has attacked
    play(game, "unit P-CR1")
    assert not game.stack  # one roll in all
    assert offered(recruiting(stacks, attacks=(0, 0, 1)), "unit") == {"P-BB", "P-CR1"}


@rule("19.9a")
@pytest.mark.parametrize(("now", "rolled_for"), [(0, False), (CALLED, False), (FIRST, True), (OVER, True)])
def test_prisoners_come_once_the_volunteers_form(now: int, rolled_for: bool) -> None:
    assert bool(recruiting("2124 P-U1/r P-U2/r; 3126 S-24", now).stack) is rolled_for


@rule("19.9a")
def test_the_poles_are_asked_in_their_own_replacement_phase() -> None:
    for side, asked_for in ((POLAND, True), (SOVIET, False)):
        s = situation("2124 P-U1/r P-U2/r; 3126 S-24 S-25", side=side)
        s.forming = FIRST
        assert (asked(replacing(s)).step == "pick") is asked_for


@rule("19.9b")
@pytest.mark.parametrize(
    ("die", "morale", "helped"),
    [(3, 0, False), (4, 0, True), (3, -8, True), (2, -8, False), (2, -16, True), (4, 8, False), (5, 8, True),
     (5, 16, False), (6, 16, True)],
)  # fmt: skip
def test_the_die_and_the_level_of_its_theater_make_four(die: int, morale: int, helped: bool) -> None:
    s = situation("2124 P-U1/r; 3126 S-24", phase=REPLACEMENT)
    s.forming, s.morale = FIRST, [0, 0, morale]
    game = rolled(s, Deserters(), die)
    complete_strengthening(s, POLAND)
    assert (strength(game, "P-U1") == "full") is helped


# -- 20.3 the Polish Revolutionary Division ---


def revolution(
    *dice: int, now: int = OVER, soviet: str = "1209", stacks: str = "1311 S-27; 2206 P-17; 1920 P-13"
) -> Game[State]:
    s = situation(stacks, side=SOVIET, phase=REPLACEMENT, soviet=soviet, poland="1016")
    s.forming, s.polish_marker = now, True
    return rolled(s, Revolution(command=SOVIETS), *dice)


@rule("20.3a")
@pytest.mark.parametrize(
    ("now", "held", "on_map", "there_is"),
    [
        (OVER, "1209", False, True), (OVER, "1016", False, True), (LAST, "1209", False, False),
        (OVER, "", False, False), (OVER, "1209", True, False),
    ],
)  # fmt: skip
def test_it_is_rolled_for_after_the_forming_while_bialystok_or_lublin_is_soviet(
    now: int, held: str, on_map: bool, there_is: bool
) -> None:
    s = situation("1311 S-27; 2206 P-17" + ("; 1310 S-PRD" if on_map else ""), side=SOVIET, soviet=held)
    s.forming = now
    assert rolls(s) is there_is


@rule("20.3a")
def test_the_soviet_replacement_phase_rolls_once_for_it() -> None:
    for side, number in ((SOVIET, 1), (POLAND, 0)):
        s = situation("1311 S-27; 2206 P-17; 1920 P-13", side=side, soviet="1209")
        s.forming, s.polish_marker = OVER, True
        game = replacing(s)
        while game.stack and asked(game).verbs():
            verbs = asked(game).verbs()
            play(game, "done" if "done" in verbs else "front 0")
        assert sum(event.key == "revolution" for event in game.events) == number


@rule("20.3b")
@pytest.mark.parametrize(("die", "comes"), [(4, False), (5, True), (6, True)])
def test_five_or_six_raises_it_reduced_in_the_soviet_city(die: int, comes: bool) -> None:
    game = revolution(die)
    assert where(game, "S-PRD") == ("1209" if comes else "off")
    if comes:
        assert strength(game, "S-PRD") == "reduced"


@rule("20.3b")
def test_of_two_soviet_cities_one_is_chosen_and_none_with_poles_in_it() -> None:
    s = situation("1311 S-27; 2206 P-17; 1920 P-13", side=SOVIET, phase=REPLACEMENT, soviet="1209 1016")
    s.forming, s.polish_marker = OVER, True
    game = rolled(s, Revolution(command=SOVIETS), 6)
    assert offered(game, "place") == {"1209", "1016"}
    play(game, "place 1016")
    assert where(game, "S-PRD") == "1016"


@rule("20.3b", "6.0a")
def test_without_room_in_its_city_it_is_not_raised() -> None:
    game = revolution(6, stacks="1209 S-27 S-4 S-5 S-6; 2206 P-17; 1920 P-13")
    assert where(game, "S-PRD") == "off"


@rule("20.3c")
@pytest.mark.parametrize(("die", "level"), [(1, "full"), (2, "reduced"), (5, "full"), (6, "reduced")])
def test_once_raised_an_odd_roll_strengthens_it(die: int, level: str) -> None:
    game = revolution(die, stacks="1209 S-PRD/r; 1311 S-27; 2206 P-17; 1920 P-13")
    assert bool(game.s.marked >> unit("S-PRD") & 1) is (level == "full")
    behind = " ".join(M.grid.number(h) for h in range(M.grid.size) if M.urban >> h & 1 and M.grid.line(h) >= 12)
    for town in behind.split():
        give(game.s, SOVIET, hex(town))
    complete_strengthening(game.s, SOVIET)
    assert strength(game, "S-PRD") == level


@rule("20.3d", "17.3a")
def test_lost_it_can_be_raised_again_but_not_rebuilt() -> None:
    s = situation("1209 S-PRD/r; 1311 S-27; 2206 P-17; 1920 P-13", side=SOVIET, phase=REPLACEMENT)
    s.forming, s.pool = OVER, [0, 5, 5, 0]
    assert not table(s, Spending(command=SOVIETS)).stack  # Replacements do not strengthen it
    eliminate(s, unit("S-PRD"), "3.6a")
    assert s.place[unit("S-PRD")] == OFF
    assert rolls(s)
    assert not table(s, Spending(command=SOVIETS)).stack
