"""Positions, boxes, tracks, groups for the staff and forecasts over hidden units, by their exact content."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits
from vistula.games.nest_of_eagles.model import BELARUS, POLAND, POLISH, SEATS, SOVIET, UKRAINE
from vistula.games.nest_of_eagles.rules.movement import Marches, Move
from vistula.games.nest_of_eagles.rules.strength import work_out
from vistula.games.nest_of_eagles.shown.forecast import outcomes
from vistula.games.nest_of_eagles.shown.routes import halt
from vistula.games.nest_of_eagles.state import ATTACK_1, OPERATIONAL, REPLACEMENT, State, box, lift, put
from vistula.games.nest_of_eagles.title import CAMPAIGN_ONLY, NestOfEagles
from vistula.kernel import Action, BadInput, Game
from vistula.kernel.game import begin
from vistula.kernel.options import UNDO

from .positions import M, give, hex, situation, unit, units
from .screens import screened
from .table import TITLE, attacking, declare, moving, play, table

rule = pytest.mark.rule
FRIENDS = "2206 P-17; 1920 P-13"
FOES = "3005 S-4; 3121 S-45"


def read(units_: str, head: str = "") -> Game[State]:
    text = f'game = "nest-of-eagles"\nscenario = "war-of-1920"\nclear = true\nround = 5\n{head}\n[units]\n{units_}\n'
    return begin(TITLE, None, 1, None, {}, text, "here.toml")


def at_rest(s: State) -> Game[State]:
    return table(s, Marches(command=s.side))


# -- positions ---


@rule("3.3a", "2.7a")
def test_a_position_turns_counters_and_gives_towns_to_who_stands_in_them() -> None:
    s = read('P-12 = { hex = "2308", reduced = true }\nS-4 = { hex = "2206", remnant = true }\nP-41 = "2010"').s
    assert [(s.reduced | s.remnant) >> unit(key) & 1 for key in ("P-12", "S-4", "P-41")] == [1, 1, 0]
    assert s.reduced == 1 << unit("P-12")
    assert s.remnant == 1 << unit("S-4")
    owners = {town: next(i for i in range(3) if s.held[i] >> hex(town) & 1) for town in ("2308", "2206", "2010")}
    assert owners == {"2308": POLAND, "2206": SOVIET, "2010": POLAND}
    start = M.scenario("war-of-1920").control
    away = ~(1 << hex("2308") | 1 << hex("2206") | 1 << hex("2010"))
    assert [held & away for held in s.held] == [held & away for held in start]
    # what is a line of friction follows the counters as they lie
    assert s.lof_from[POLAND] >> hex("2308") & 1 == M.lof_reduced >> unit("P-12") & 1
    assert not s.lof_from[SOVIET] >> hex("2206") & 1


@rule("3.3a")
@pytest.mark.parametrize(
    ("row", "said"),
    [
        ('P-41 = { hex = "2308", reduced = true }', "1 step only"),
        ('P-4BJ = { hex = "2308", remnant = true }', "2 steps only"),
        ('P-4BJ = { hex = "2308", reduced = true }', ""), ('P-12 = { hex = "2308", remnant = true }', ""),
    ],
)  # fmt: skip
def test_a_position_knows_how_many_steps_a_unit_has(row: str, said: str) -> None:
    if not said:
        assert read(row).s.place[unit(row.split()[0])] == hex("2308")
        return
    with pytest.raises(BadInput) as error:
        read(row)
    assert said in str(error.value)


@rule("2.7a", "2.3.1a", "7.0d", "23.1a")
@pytest.mark.parametrize(
    ("rows", "head", "said"),
    [
        ('P-12 = "2301"', "", "no unit can be in"), ('P-12 = "2308"\nS-4 = "2308"', "", "enemy units share"),
        ('P-PAT1 = "2308"', "", "without Patrols"), ("", 'control = { poland = ["2309"] }', "only urban hexes"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused(rows: str, head: str, said: str) -> None:
    with pytest.raises(BadInput) as error:
        read(rows, head)
    assert said in str(error.value)


# -- boxes and tracks ---


@rule("2.0d", "23.1.1a", "23.1.2d")
def test_what_lies_under_each_marker_is_shown_to_its_own_side() -> None:
    s = screened("2926 P-17 P-10 P-12; 3326 S-58 S-45; 2206 P-16; 3005 S-4", "P-GRA P-17 P-10", "P-PAT1 P-GRA",
                 "P-PAT2 P-12", "S-PAT1 S-58")  # fmt: skip
    game = at_rest(s)
    for side, wanted in (
        (POLAND, {"under-P-PAT1": {"P-GRA"}, "under-P-PAT2": {"P-12"}, "under-P-GRA": {"P-17", "P-10"}}),
        (SOVIET, {"under-S-PAT1": {"S-58"}}),
    ):
        boxes = {box_.id: box_ for box_ in game.seat(SEATS[side]).view().boxes}
        assert {
            id: {piece.key for piece in each.pieces} for id, each in boxes.items() if id.startswith("under")
        } == wanted
    s = screened("2926 P-17; 3326 S-58; 3005 S-4", "P-PAT1 dummy 3126")
    assert not [each for each in at_rest(s).seat(SEATS[POLAND]).view().boxes if each.id.startswith("under")]


@rule("2.0d", "16.0a")
def test_arrivals_lie_on_their_rounds_by_side() -> None:
    s = situation(f"{FRIENDS}; {FOES}", round=5)
    for key, round_ in (("P-10", 6), ("P-11", 7), ("S-5", 6), ("S-6", 6), ("P-12", M.rounds + 1)):
        s.place[unit(key)] = box(round_)
    boxes = {each.id: each for each in at_rest(s).seat(SEATS[POLAND]).view().boxes}
    found = {id: {piece.key for piece in each.pieces} for id, each in boxes.items() if id.startswith("round")}
    assert found == {
        "round-6-poland": {"P-10"}, "round-6-russia": {"S-5", "S-6"}, "round-7-poland": {"P-11"},
        f"round-{M.rounds + 1}-poland": {"P-12"},
    }  # fmt: skip
    assert boxes["round-6-poland"].title == f"Polish arrivals, {M.dates[6]}"
    assert boxes[f"round-{M.rounds + 1}-poland"].title == "Polish arrivals, after the game"


@rule("13.1a", "13.2a")
@pytest.mark.parametrize(("box_", "flag"), [(-20, "2"), (-8, "1"), (0, "0"), (9, "1"), (24, "2")])
def test_a_track_of_morale_says_the_level(box_: int, flag: str) -> None:
    s = situation(f"{FRIENDS}; {FOES}")
    s.morale = [0, box_, 0]
    tracks = {track.id: track for track in at_rest(s).seat(SEATS[POLAND]).view().tracks}
    track = tracks[f"morale-{BELARUS}"]
    assert (track.value, track.side) == (box_, SEATS[SOVIET] if box_ > 0 else SEATS[POLAND] if box_ < 0 else "")
    assert track.flag.endswith(f"level {flag}")
    assert f"morale-{POLISH}" not in tracks


@rule("22.1e", "17.1.1a")
def test_attacks_of_the_turn_are_counted_on_tracks() -> None:
    for side, wanted in (
        (POLAND, {"operation-0": 0, "operation-1": 2, "operation-2": 3}),
        (SOVIET, {"front-0": 1, "front-1": 4}),
    ):
        s = situation(f"{FRIENDS}; {FOES}", side=side)
        s.attacks, s.assaults = [0, 2, 3], [1, 4]
        tracks = {t.id: t.value for t in at_rest(s).seat(SEATS[POLAND]).view().tracks}
        assert {id: value for id, value in tracks.items() if id.startswith(("operation", "front"))} == wanted


@rule("23.4a", "23.4.1a")
@pytest.mark.parametrize(
    ("forming", "laid", "shown"), [(2, True, True), (4, True, True), (5, True, False), (2, False, False)]
)
def test_volunteers_markers_have_a_track_while_they_lie(forming: int, laid: bool, shown: bool) -> None:
    s = situation(f"{FRIENDS}; {FOES}")
    s.alternatives, s.forming = True, forming
    s.volunteer_markers, s.volunteers_a = ([2, 2, 2], [1, 1, 1]) if laid else ([0, 0, 0], [0, 0, 0])
    tracks = {t.id: t for t in at_rest(s).seat("poland").view().tracks}
    assert ("markers-poland" in tracks) == shown
    if shown:
        assert tracks["markers-poland"].value == 2 * (5 - forming)


@rule("2.0c", "2.0b")
@pytest.mark.parametrize(("vp", "poland", "russia"), [(7, 0, 7), (-5, 5, 0), (0, 0, 0)])
def test_points_are_shown_where_they_are_kept(vp: int, poland: int, russia: int) -> None:
    s = situation("2206 P-17; 3005 S-4", scenario="spring")
    s.vp = vp
    tracks = {t.id: t for t in at_rest(s).seat(SEATS[POLAND]).view().tracks}
    assert (tracks["vp-poland"].value, tracks["vp-russia"].value) == (poland, russia)
    scene = M.scenario("spring")
    assert (tracks["round"].value, tracks["round"].high) == (1, scene.last - scene.first + 1)
    tracks = {t.id: t for t in at_rest(situation("2206 P-17; 3005 S-4", scenario="july")).seat("poland").view().tracks}
    assert "vp-poland" not in tracks


# -- groups of the staff, drags ---


@rule("2.4a", "2.5a")
def test_the_staff_leads_poles_by_theater_and_soviets_by_front() -> None:
    game = at_rest(situation(f"{FRIENDS}; {FOES}"))
    groups = {group.id: group for group in TITLE.groups(game.seat("poland"))}
    assert set(groups) == {"lithuanian-belarusian", "ukrainian"}
    assert list(bits(groups["ukrainian"].pieces)) == units("P-13")
    soviets = {group.id: group.pieces for group in TITLE.groups(game.seat("russia"))}
    assert soviets == {"western": M.front_army[0], "southwestern": M.front_army[1]}
    s = situation(f"{FRIENDS}; {FOES}")
    s.players = 3
    assert TITLE.groups(table(s, Marches(command=0)).seat("russia-west")) == []


@rule("7.1p")
def test_who_is_dragged_stops_only_once_it_is_under_way() -> None:
    s = situation(f"3126 P-12; {FRIENDS}; {FOES}")
    game = moving(s)
    game.options["undo"] = UNDO.default
    assert halt(game.seat("poland"), unit("P-12")) is None
    play(game, "unit P-12")
    assert halt(game.seat("poland"), unit("P-12")) is None  # not before the first step
    play(game, "step 3125")
    assert halt(game.seat("poland"), unit("P-12")) == Action("stop")
    assert halt(game.seat("poland"), unit("P-17")) is None
    assert halt(game.seat("russia"), unit("P-12")) is None  # the other side is not asked
    game.options["undo"] = next(each for each in UNDO.choices if each != UNDO.default)
    assert halt(game.seat("poland"), unit("P-12")) is None  # undo could not bring it back
    assert isinstance(game.stack[-1], Move)


@rule("7.1p", "9.1a")
def test_reach_shows_ways_and_rails_without_the_hex_itself() -> None:
    game = moving(situation(f"2010 P-16; {FRIENDS}; {FOES}"))
    found = game.seat("poland").overlay("reach", unit("P-16"))
    assert "2010" not in found.layers["reach"] + found.layers["rail"]
    assert set(found.layers["rail"])
    assert not set(found.layers["rail"]) & set(found.layers["reach"])
    in_field = moving(situation(f"2009 P-16; {FRIENDS}; {FOES}")).seat("poland").overlay("reach", unit("P-16"))
    assert not in_field.layers["rail"]


# -- forecasts ---


@rule("23.1a", "23.1.3a", "10.3a")
def test_a_forecast_against_a_marker_is_a_mixture_over_what_it_may_hide() -> None:
    s = screened("2926 P-17 P-10; 3026 S-58; 3126 S-45; 2206 P-16; 3005 S-4", "S-PAT1 S-58", phase=ATTACK_1)
    game = attacking(s)
    seat = game.seat("poland")
    found = seat.forecast(Action("attack", hex("3026")))
    assert found is not None
    assert found.mixture
    total = {outcome.denominator for outcome in found.outcomes}
    assert len(total) == 1
    assert sum(outcome.numerator for outcome in found.outcomes) == total.pop()
    open_ = seat.forecast(Action("attack", hex("3126")))
    assert open_ is None or not open_.mixture


@rule("10.3c", "10.4a", "10.5b", "10.6a")
def test_a_forecast_adds_up_to_36() -> None:
    game = attacking(situation(f"2317 P-16 P-12; 2316 S-164; {FRIENDS}; {FOES}", phase=ATTACK_1))
    found = game.seat("poland").forecast(Action("attack", hex("2316")))
    assert found is not None
    assert sum(outcome.numerator for outcome in found.outcomes) == 36
    assert {outcome.denominator for outcome in found.outcomes} == {36}
    odds = work_out(game.s, units("P-16 P-12"), hex("2316"))
    assert [(line.label, line.value) for line in (found.terms[0], found.terms[-1])] == [
        ("Base chance", str(odds.base)), ("Chance", str(odds.chance)),
    ]  # fmt: skip
    usual = outcomes(game.s, odds, hex("2316"), POLAND)
    assert usual == outcomes(game.s, odds, hex("2316"), POLAND, 0, 0)
    assert usual != outcomes(game.s, odds, hex("2316"), POLAND, 1, 0)
    assert usual != outcomes(game.s, odds, hex("2316"), POLAND, 0, 3)
    assert sum(outcome.numerator for outcome in found.outcomes if "loody" in outcome.label) == 2
    declare(game, "2316", "P-16 P-12")


# -- options ---


@rule("23.0a", "22.0a")
def test_every_option_is_known_by_name() -> None:
    names = {option.id for option in NestOfEagles.options}
    assert {"players", "introductory", "patrols", "groups", "march", "boost", "reinforcements", "priorities"} <= names
    assert {"boost", "reinforcements", "priorities"} == CAMPAIGN_ONLY
    assert TITLE.seated({}) == TITLE.seated({"players": "2"}) == SEATS
    assert len(TITLE.seated({"players": "3"})) == 3
    s = situation(f"{FRIENDS}; {FOES}", phase=OPERATIONAL)
    assert TITLE.turn(s) == 1
    s.round += 3
    assert TITLE.turn(s) == 4
    assert (UKRAINE, REPLACEMENT) == (2, 7)
    lift(s, unit("P-17"))
    put(s, unit("P-17"), hex("2308"))
    give(s, SOVIET, hex("2308"))
    assert s.held[SOVIET] >> hex("2308") & 1
