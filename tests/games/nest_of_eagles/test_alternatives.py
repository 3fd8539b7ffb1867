"""23.4 Alternative Reinforcements: Soviet date markers and a dummy, volunteers by sets."""

from __future__ import annotations

import random

import pytest

from vistula.games.nest_of_eagles.rules.alternatives import (
    DUMMY,
    KONARMIYA,
    SovietMarkers,
    VolunteerMarkers,
    fitting,
    schedule_words,
    schedules,
    set_words,
    sets,
    turn_over,
    under_markers,
)
from vistula.games.nest_of_eagles.rules.konarmiya import demoralized
from vistula.games.nest_of_eagles.rules.reserves import undecided
from vistula.games.nest_of_eagles.rules.seats import SOVIETS
from vistula.games.nest_of_eagles.rules.sequence import Campaign, PlayerTurn
from vistula.games.nest_of_eagles.rules.volunteers import FIRST, outstanding
from vistula.games.nest_of_eagles.state import RESERVES, SEALED, VOLUNTEERS, State, box
from vistula.kernel import UNKNOWN, BadInput, Game

from .positions import M, situation, unit, units
from .table import POLAND, SOVIET, TITLE, asked, asks, events, offered, play, table

rule = pytest.mark.rule
AT = M.round_of
USUAL = (AT["9.V"], AT["23.V"], AT["13.VI"], AT["27.VI"])


def alternative(**how: int) -> State:
    s = situation("2206 P-17; 2906 S-4", **how)  # type: ignore[arg-type]
    s.alternatives = True
    return s


def laid(rounds: tuple[int, ...], dummy: int = 0) -> State:
    """The Soviets have laid their markers so."""
    s = alternative()
    game = play(table(s, SovietMarkers(command=SOVIETS)), f"schedule {schedules(M).index(rounds)}")
    play(game, f"round {dummy}" if dummy else "none")
    return game.s


# -- 23.4.2 Soviet markers ---


@rule("23.4.2a", "23.4.2b")
def test_every_way_to_lay_the_markers_keeps_to_the_two_rules() -> None:
    found = schedules(M)
    assert found[0] == USUAL
    assert found[1] == (AT["16.V"], AT["30.V"], AT["16.V"], AT["16.V"])
    for rounds in found[2:]:
        late = [now - then for now, then in zip(rounds, USUAL, strict=True)]
        assert rounds[KONARMIYA] == AT["16.V"]
        del late[KONARMIYA]
        assert min(late) >= 1
        assert sum(late) == 7
    assert len(set(found)) == 2 + 15  # four more rounds in three parts


@rule("23.4.2a", "23.4.2b", "23.4.2c")
def test_at_the_start_of_the_game_the_soviets_lay_their_markers() -> None:
    game = TITLE.start("war-of-1920", options={"reinforcements": "alternative"})
    play(game, "done")
    for seat in ("poland", "russia"):
        play(game, "send S-G1", seat=seat)
    assert asks(game) == "russia: schedule"
    play(game, "schedule 1")
    assert asks(game) == "russia: dummy"
    assert offered(game, "round") == {str(round) for round in range(1, 26)}
    play(game, "round 20")
    assert game.s.lying == [AT["16.V"]] * 3 + [AT["30.V"], 20]
    assert game.s.markers == [AT["16.V"], AT["30.V"], AT["16.V"], AT["16.V"], 20]


@rule("23.4.2b", "23.4.2c")
def test_example_23_4_2() -> None:
    """E21: four of the seven rounds are free after one for each. Five rounds after 13.VI is 18.VII; 18.VIII is
    no round at all (N-30)."""
    s = laid((AT["16.V"], AT["16.V"], AT["18.VII"], AT["4.VII"]), dummy=AT["23.V"])
    assert AT["18.VII"] - AT["13.VI"] == 5
    assert s.lying == sorted([AT["16.V"], AT["16.V"], AT["18.VII"], AT["4.VII"], AT["23.V"]])
    assert "24th 18.VII" in schedule_words(M, schedules(M).index(tuple(s.markers[:DUMMY])))
    assert not any(rounds[2] == AT["18.VII"] + 4 for rounds in schedules(M))


@rule("23.4a", "23.4.2e")
def test_units_under_markers_come_when_their_round_begins() -> None:
    s = laid((AT["16.V"], AT["30.V"], AT["16.V"], AT["16.V"]))
    assert {s.place[u] for u in M.units if under_markers(M) >> u & 1} == {SEALED}
    s.round = AT["9.V"]
    turn_over(s)
    assert s.markers_shown == 0
    s.round = AT["16.V"]
    game = table(s, Campaign(at="news"))
    assert {s.place[u] for u in units("S-25 S-B S-24 S-8Ks")} == {box(s.round)}
    assert s.place[unit("S-4K")] == SEALED
    assert len(events(game, "marker_shown")) == 3
    s.round = AT["30.V"]
    turn_over(s)
    assert {s.place[u] for u in units("S-4K S-6K S-11K S-14K S-SK S-9A")} == {box(s.round)}


@rule("23.4a")
def test_a_new_round_turns_its_markers_over() -> None:
    s = laid(schedules(M)[1])
    s.round = AT["9.V"]
    table(s, Campaign(at="next_round"))
    assert (s.round, s.markers_shown) == (AT["16.V"], 1 | 4 | 8)


@rule("23.4.2a", "23.4a")
def test_without_a_dummy_four_markers_lie() -> None:
    s = laid(USUAL)
    assert s.lying == sorted(USUAL)
    assert s.markers == [*USUAL, 0]


@rule("23.4a")
@pytest.mark.parametrize(("date", "learnt"), [("2.V", False), ("9.V", True)])
def test_what_is_turned_over_cannot_be_taken_back(date: str, learnt: bool) -> None:
    s = laid(USUAL)
    s.round = AT[date]
    game = table(s, Campaign(at="news"))
    assert any(barrier.rule == "23.4a" for barrier in game.barriers) == learnt


@rule("23.4.2c")
def test_a_dummy_brings_nobody() -> None:
    s = laid(USUAL, dummy=AT["2.V"])
    before, s.round = s.place[:], AT["2.V"]
    game = table(s, Campaign(at="news"))
    assert (s.place, s.markers_shown) == (before, 1 << DUMMY)
    assert events(game, "dummy_shown")


@rule("23.4a")
def test_poles_see_how_many_markers_lie_where_and_not_which() -> None:
    s = laid(USUAL, dummy=AT["16.V"])
    known = TITLE.mask(s, "poland")
    assert known.lying == s.lying
    assert known.markers == [UNKNOWN] * 5
    assert TITLE.mask(s, "russia").markers == s.markers
    s.round = AT["9.V"]
    turn_over(s)
    assert TITLE.mask(s, "poland").markers == [AT["9.V"]] + [UNKNOWN] * 4
    s = laid(USUAL)
    assert TITLE.mask(s, "poland").markers[DUMMY] == 0  # four lie there, so there is none


@rule("23.4a")
def test_worlds_keep_to_what_lies_on_the_track() -> None:
    early = (AT["16.V"], AT["16.V"], AT["20.VI"], AT["1.VIII"])
    s = laid(early, dummy=AT["16.V"])
    found = list(fitting(TITLE.mask(s, "poland")))
    assert found == [s.markers]  # whatever a dummy may be: two on 16.V are the early Konarmiya and the units of 9.V
    s = laid(USUAL, dummy=AT["16.V"])
    known = TITLE.mask(s, "poland")
    for seed in range(20):
        world = TITLE.fill(known, "poland", random.Random(seed))
        assert sorted(world.markers) == world.lying
        assert tuple(world.markers[:DUMMY]) in schedules(M)


@rule("23.4a")
def test_whatever_could_lie_so_is_thought_of() -> None:
    """Of all plans with all dummies, those that look alike on the track are the worlds of one another."""
    alike: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for rounds in schedules(M):
        for dummy in range(26):
            laid_so = (*rounds, dummy)
            alike.setdefault(tuple(sorted(filter(None, laid_so))), set()).add(laid_so)
    assert any(len(ways) > 1 for ways in alike.values())
    s = alternative()
    for lying, ways in alike.items():
        s.lying = list(lying)
        assert {tuple(way) for way in fitting(s)} == ways
    s.lying = [AT["9.V"], AT["16.V"], AT["23.V"], AT["13.VI"], AT["27.VI"]]
    s.markers, s.markers_shown = [*USUAL, AT["16.V"]], 1 << DUMMY
    assert [way[DUMMY] for way in fitting(s)] == [AT["16.V"]]


@rule("20.1.3a", "23.4.2b")
@pytest.mark.parametrize(("rounds", "date", "gone"), [(2, "16.V", True), (1, "23.V", False), (1, "30.V", True)])
def test_the_konarmiya_loses_heart_only_once_it_has_come(rounds: int, date: str, gone: bool) -> None:
    s = laid(schedules(M)[rounds])
    for s.round in range(1, AT[date] + 1):
        turn_over(s)
    assert demoralized(s) == gone


@rule("23.4.2d")
def test_the_8th_cavalry_division_comes_for_the_southwest() -> None:
    s = alternative(round=AT["27.VI"], side=SOVIET)
    s.place[unit("S-8Ks")], s.place[unit("S-8Kw")] = box(s.round), RESERVES
    assert not undecided(s)
    s.alternatives = False
    assert undecided(s) == [unit("S-8Ks")]


@rule("23.4a", "23.5a", "23.0a")
def test_with_what_it_does_not_go() -> None:
    with pytest.raises(BadInput, match=r"23\.5a"):
        TITLE.start("war-of-1920", options={"reinforcements": "alternative", "priorities": "yes"})
    with pytest.raises(BadInput, match=r"23\.0a"):
        TITLE.start("summer", options={"reinforcements": "alternative"})


# -- 23.4.1 volunteers ---


def forming(way: str) -> Game[State]:
    """Forming begins on 1.VIII, and the Poles lay their markers so."""
    s = situation("0612 P-17; 1209 S-4", round=AT["1.VIII"])
    s.alternatives, s.forming, s.polish_marker = True, 1, True
    for u in M.units:
        if (M.volunteers | M.volunteer_support) >> u & 1:
            s.place[u] = VOLUNTEERS
    game = table(s, PlayerTurn(side=POLAND))
    assert asks(game) == "poland: lay"
    dates = ["1.VIII", "8.VIII", "15.VIII"]
    number = next(i for i in range(len(sets())) if set_words(dates, i) == way)
    return play(game, f"volunteers {number}")


def called(s: State) -> tuple[int, int, int, int]:
    """How many brigades, regiments, cavalry brigades and support units this turn brings."""
    s = s.copy()
    group: list[int] = []
    while more := outstanding(s, group):
        s.place[more[0]] = box(s.round)
        group.append(more[0])
    kinds = (M.volunteer_brigades, M.volunteer_regiments, M.volunteer_cavalry, M.volunteer_support)
    brigades, regiments, riders, support = (sum(kind >> u & 1 for u in group) for kind in kinds)
    return brigades, regiments, riders, support


@rule("23.4.1a", "23.4.1b")
def test_example_23_4_1() -> None:
    """E20: all B on 1.VIII, nothing on 8.VIII, all A on 15.VIII."""
    game = forming("1.VIII: BBB; 8.VIII: none; 15.VIII: AAA")
    s = game.s
    seen = []
    for s.forming in (FIRST, FIRST + 1, FIRST + 2):
        seen.append(called(s))
        for u in M.units:
            if s.forming == FIRST and (M.volunteer_regiments | M.volunteer_cavalry | M.volunteer_support) >> u & 1:
                s.place[u] = box(s.round)
    assert seen == [(0, 6, 3, 3), (0, 0, 0, 0), (6, 0, 0, 0)]


@rule("23.4.1a")
def test_as_usual_a_set_comes_in_each_turn() -> None:
    game = forming("1.VIII: AB; 8.VIII: AB; 15.VIII: AB")
    assert called(game.s) == (2, 2, 1, 1)
    game.s.alternatives = False
    assert called(game.s) == (2, 2, 1, 1)


@rule("23.4.1b")
def test_what_is_delayed_is_brought_forward_elsewhere() -> None:
    found = sets()
    assert found[0] == ((1, 1, 1), (1, 1, 1))
    assert len(set(found)) == len(found) == 16
    for a, b in found:
        assert sum(a) == sum(b) == 3
        moved = [turn * (a[turn] + b[turn]) for turn in range(3)]
        assert sum(moved) == 2 * (0 + 1 + 2)


@rule("23.4a", "23.4.1a")
def test_soviets_see_the_number_of_volunteer_markers_and_the_letters_of_this_round() -> None:
    game = forming("1.VIII: ABB; 8.VIII: none; 15.VIII: AAB")
    known = TITLE.mask(game.s, "russia")
    assert known.volunteer_markers == [3, 0, 3]
    assert known.volunteers_a == [1, 0, UNKNOWN]
    assert TITLE.mask(game.s, "poland").volunteers_a == [1, 0, 2]
    assert TITLE.fill(known, "russia", random.Random(1)).volunteers_a == [1, 0, 2]  # two A are left
    game = forming("1.VIII: AB; 8.VIII: AB; 15.VIII: AB")
    known = TITLE.mask(game.s, "russia")
    worlds = {tuple(TITLE.fill(known, "russia", random.Random(n)).volunteers_a) for n in range(40)}
    assert worlds == {(1, 0, 2), (1, 1, 1), (1, 2, 0)}


@rule("23.4a")
def test_the_markers_of_the_first_round_are_turned_over_at_once() -> None:
    game = forming("1.VIII: ABB; 8.VIII: none; 15.VIII: AAB")
    (told,) = events(game, "volunteers_shown")
    assert (told.refs["a"], told.refs["b"]) == (1, 2)
    assert any(barrier.rule == "23.4a" for barrier in game.barriers)


@rule("23.4a")
def test_where_none_were_laid_none_are_turned_over() -> None:
    s = situation("0612 P-17; 1209 S-4", round=AT["8.VIII"])
    s.alternatives, s.forming, s.polish_marker = True, FIRST, True
    assert not events(table(s, PlayerTurn(side=POLAND)), "volunteers_shown")


@rule("23.4.1a")
@pytest.mark.parametrize("option", [False, True])
def test_without_markers_a_set_comes_in_each_turn(option: bool) -> None:
    s = situation("0612 P-17; 1209 S-4", round=AT["1.VIII"])
    s.alternatives, s.forming = option, FIRST
    for u in M.units:
        if (M.volunteers | M.volunteer_support) >> u & 1:
            s.place[u] = VOLUNTEERS
    assert called(s) == (2, 2, 1, 1)


@rule("23.4a")
def test_in_the_next_turn_of_forming_its_markers_are_turned_over() -> None:
    game = forming("1.VIII: A; 8.VIII: ABBB; 15.VIII: A")
    s = game.s
    s.round += 1
    game = table(s, PlayerTurn(side=POLAND))
    assert TITLE.mask(s, "russia").volunteers_a == [1, 1, UNKNOWN]
    assert len(events(game, "volunteers_shown")) == 1


@rule("23.4.1a")
def test_without_the_option_no_markers_are_laid() -> None:
    s = situation("0612 P-17; 1209 S-4", round=AT["1.VIII"])
    s.forming, s.polish_marker = 1, True
    assert asked(table(s, PlayerTurn(side=POLAND))).step != "lay"
    assert asked(table(alternative(), VolunteerMarkers())).step == "lay"
