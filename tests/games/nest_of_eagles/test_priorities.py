"""23.5 Political Priorities, and the 23rd Reserve Division [19.2d]."""

from __future__ import annotations

import random

import pytest

from vistula.games.nest_of_eagles.model import BELARUS, POLISH, UKRAINE
from vistula.games.nest_of_eagles.rules.attack import Attacks
from vistula.games.nest_of_eagles.rules.priorities import (
    GALICIA,
    LETTER,
    NOTHING,
    THIRD_ARMY,
    UPRISING,
    PolishPriority,
    Priorities,
    SilesianReward,
    soviet_turn,
)
from vistula.games.nest_of_eagles.rules.replacements import not_rebuilt
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.rules.sequence import Campaign, PlayerTurn
from vistula.games.nest_of_eagles.rules.ukrainians import draft
from vistula.games.nest_of_eagles.rules.volunteers import begin_turn, end_of_round, forms
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    BRIGADES,
    OWN,
    REBUILD,
    REMOVED,
    RESERVES,
    SOUTHWEST_POOL,
    UKRAINE_BOX,
    UKRAINIAN,
    State,
    box,
)
from vistula.kernel import UNKNOWN, BadInput, Game, left

from .positions import M, give, hex, situation, unit, units
from .screens import screened
from .table import (
    POLAND,
    SOVIET,
    TITLE,
    asked,
    asks,
    attack,
    events,
    morale,
    moving,
    offered,
    play,
    rolled,
    strength,
    table,
    where,
)

rule = pytest.mark.rule
BESIDE = M.grid.number(min(M.next[M.kijow], key=lambda h: M.grid.distance(h, M.warszawa)))
KIJOW, STANISLAWOW = M.grid.number(M.kijow), M.grid.number(M.stanislawow)


def political(stacks: str, polish: int = NOTHING, soviet: int = NOTHING, **how: int) -> State:
    """Both have chosen; nothing has been shown."""
    s = situation(stacks, **how)  # type: ignore[arg-type]
    s.has_priorities, s.politics, s.kijow_taken = True, [polish, soviet], False
    return s


# -- 23.5 the choice ---


@rule("23.5a")
def test_each_side_chooses_one_of_three_in_secret_before_the_war() -> None:
    game = table(political("2206 P-17; 2906 S-4", 0, 0), Priorities())
    for seat in ("poland", "russia"):
        assert offered(game, "priority", seat) == {"1", "2", "3"}
    play(game, "priority 2", seat="russia")
    assert game.s.politics == [0, 0]
    assert game.seat("poland").s.politics == [0, 0]
    play(game, "priority 1", seat="poland")
    assert game.s.politics == [UPRISING, THIRD_ARMY]


@rule("23.5a")
def test_a_chosen_priority_is_known_to_its_own_side_until_it_is_shown() -> None:
    s = political("2206 P-17; 2906 S-4", UPRISING, LETTER)
    assert TITLE.mask(s, "poland").politics == [UPRISING, UNKNOWN]
    assert TITLE.mask(s, "russia").politics == [UNKNOWN, LETTER]
    assert TITLE.mask(s, "onlooker").politics == [UNKNOWN, UNKNOWN]
    worlds = {TITLE.fill(TITLE.mask(s, "poland"), "poland", random.Random(n)).politics[1] for n in range(40)}
    assert worlds == {1, 2, 3}
    s.politics_shown = [1, 0]
    assert TITLE.mask(s, "russia").politics == [UPRISING, LETTER]


@rule("23.5a", "23.0a")
def test_priorities_belong_to_the_campaign() -> None:
    game = TITLE.start("war-of-1920", options={"priorities": "yes"})
    play(game, "done")
    assert {d.step for d in game.decisions.values()} == {"send"}
    for seat in ("poland", "russia"):
        play(game, "send S-G1", seat=seat)
    assert {d.step for d in game.decisions.values()} == {"decide"}
    with pytest.raises(BadInput, match=r"23\.0a"):
        TITLE.start("summer", options={"priorities": "yes"})


# -- 23.5b when they are shown ---


def taking_kijow(polish: int, stacks: str = "") -> Game[State]:
    """A Polish division next to an empty Kijów."""
    s = political(f"{BESIDE} P-13; 2206 P-17 P-16; 3126 S-45; {stacks}", polish)
    give(s, SOVIET, M.kijow)
    return play(moving(s), "unit P-13", f"step {KIJOW}")


@rule("23.5b", "23.5.1e")
def test_the_polish_marker_is_shown_when_the_poles_take_kijow() -> None:
    game = taking_kijow(NOTHING)
    assert game.s.politics_shown == [1, 0]
    assert asks(game) != "poland: levy"
    assert len(events(game, "priority")) == 1
    assert [where(game, key) for key in ("P-13", "P-17", "P-16")] == [KIJOW, "2206", "2206"]


@rule("23.5b")
def test_an_advance_into_kijow_shows_it_too() -> None:
    s = political(f"{BESIDE} P-13 P-17; 2206 P-16; {KIJOW} S-45/r; 3126 S-47", UPRISING, phase=ATTACK_1)
    game = attack(table(s, Attacks(command=POLES)), KIJOW, "P-13 P-17", 2, 2)
    while asked(game).step != "who_goes":
        play(game, asked(game).options[0].verb + " " + sorted(offered(game, asked(game).options[0].verb))[0])
    play(game, "unit P-13")
    assert asks(game) == "poland: levy"


@rule("23.5b")
def test_other_towns_show_nothing() -> None:
    s = political("2206 P-17; 2906 S-4", UPRISING)
    give(s, SOVIET, hex("2205"))
    game = play(moving(s), "unit P-17", "step 2205")
    assert game.s.politics_shown == [0, 0]


@rule("23.5b", "23.5.2c")
@pytest.mark.parametrize(("date", "shown"), [("13.VI", 0), ("20.VI", 1)])
def test_the_soviet_marker_is_shown_in_the_soviet_turn_of_its_round(date: str, shown: int) -> None:
    s = political("2206 P-17; 2906 S-4", soviet=NOTHING, side=SOVIET, round=M.round_of[date])
    before = s.place[:]
    table(s, PlayerTurn(side=POLAND))
    assert s.politics_shown == [0, 0]
    table(s, PlayerTurn(side=SOVIET))
    assert s.politics_shown == [0, shown]
    assert s.place == before


# -- 23.5.1 Polish priorities ---


@rule("23.5.1a")
def test_two_divisions_go_to_silesia() -> None:
    game = taking_kijow(UPRISING, "2010 P-1L/r P-6/x P-1C P-1LB; 2011 P-21b")
    assert asks(game) == "poland: levy"
    assert offered(game, "send") == {"P-13", "P-16", "P-17", "P-1L"}  # no Remnant, cavalry, allies or brigades
    play(game, "send P-1L")
    assert asks(game) == "poland: levy"
    play(game, "send P-13")  # the unit on the move itself
    assert (where(game, "P-1L"), where(game, "P-13")) == ("removed", "removed")
    assert asks(game) == "poland: pick"
    assert not events(game, "eliminated")
    assert morale(game)[1:] == (0, -M.value[M.kijow])  # for the city alone


@rule("23.5.1a")
def test_the_brigades_of_a_division_that_goes_are_not_kept() -> None:
    division = next(M.key[d] for d in M.pairs if (M.regular & M.infantry & M.divisions) >> d & 1)
    s = political(f"2206 {division} P-17", UPRISING)
    for brigade in M.pairs[unit(division)]:
        s.place[brigade] = BRIGADES
    game = play(table(s, PolishPriority()), f"send {division}")
    assert {s.place[brigade] for brigade in M.pairs[unit(division)]} == {REMOVED}
    play(game, "send P-17")
    assert not game.stack


@rule("23.5.1a")
def test_who_leaves_a_theater_empty_by_it_has_left_it() -> None:
    s = political("2206 P-17; 2320 P-13", UPRISING)
    game = play(table(s, PolishPriority()), "send P-17")
    assert s.forming == 1  # the Volunteer Army is called up [19.1c]
    assert asks(game) == "poland: levy"


@rule("23.5.1b", "19.2d")
def test_on_4_vii_silesia_pays_if_no_volunteers_have_been_called() -> None:
    s = political("2206 P-17; 2906 S-4; 2320 P-13", UPRISING, round=M.round_of["4.VII"])
    s.politics_shown, s.morale[BELARUS], s.morale[UKRAINE] = [1, 0], 3, -2
    s.place[unit("P-7R")] = s.place[unit("P-1R")] = RESERVES
    game = table(s, Campaign(at="silesia"))
    assert where(game, "P-23R") == f"round {s.round}"
    assert (where(game, "P-7R"), where(game, "P-1R")) == ("removed", "reserves")
    assert morale(game) == (0, -2, -7)


@rule("23.5.1b")
@pytest.mark.parametrize("forming", [1, 2])
def test_it_does_not_pay_once_they_have_been_called(forming: int) -> None:
    s = political("2206 P-17; 2906 S-4; 2320 P-13", UPRISING, round=M.round_of["4.VII"])
    s.politics_shown, s.forming = [1, 0], forming
    table(s, Campaign(at="silesia"))
    assert where(table(s, Campaign(at="silesia")), "P-23R") == "off"


@rule("23.5.1b")
@pytest.mark.parametrize(("date", "shown"), [("27.VI", 1), ("11.VII", 1), ("4.VII", 0)])
def test_nor_in_another_round_or_face_down(date: str, shown: int) -> None:
    s = political("2206 P-17; 2906 S-4; 2320 P-13", UPRISING, round=M.round_of[date])
    s.politics_shown = [shown, 0]
    assert where(table(s, Campaign(at="silesia")), "P-23R") == "off"


@rule("19.2d")
def test_with_the_7th_on_the_map_another_reserve_brigade_makes_room() -> None:
    s = political("2206 P-7R", UPRISING, round=M.round_of["4.VII"])
    s.place[unit("P-1R")] = s.place[unit("P-2R")] = s.place[unit("P-CJ")] = RESERVES
    game = table(s, SilesianReward())
    assert offered(game, "drop") == {"P-1R", "P-2R"}
    play(game, "drop P-2R")
    assert (where(game, "P-2R"), where(game, "P-1R"), where(game, "P-7R")) == ("removed", "reserves", "2206")


@rule("19.2d", "23.5.1b")
def test_with_no_brigade_left_it_comes_all_the_same() -> None:
    s = political("2206 P-7R", UPRISING, round=M.round_of["4.VII"])
    game = table(s, SilesianReward())
    assert not game.stack
    assert where(game, "P-23R") == f"round {s.round}"


@rule("23.5.1b")
def test_linked_and_unified_markers_move_once() -> None:
    s = political("2206 P-17", UPRISING, round=M.round_of["4.VII"])
    s.polish_marker, s.linked, s.morale = True, BELARUS, [4, 4, 0]
    table(s, SilesianReward())
    assert s.morale == [-1, -1, -5]
    s = political("0612 P-17", UPRISING, round=M.round_of["4.VII"])
    s.polish_marker, s.unified, s.morale = True, True, [4, 0, 0]
    table(s, SilesianReward())
    assert s.morale[POLISH] == -1


@rule("19.2d")
def test_the_23rd_reserve_division_is_not_rebuilt() -> None:
    s = situation("2206 P-17")
    s.place[unit("P-23R")] = s.place[unit("P-1R")] = RESERVES
    s.pool[OWN] = 5
    assert left(not_rebuilt(s, POLES)) == [unit("P-1R")]


@rule("23.5.1c", "23.5b", "23.5.1e")
def test_a_ukrainian_division_forms_in_stanislawow() -> None:
    s = political("2206 P-17; 2320 P-U1; 2906 S-4", GALICIA)
    for key in ("P-U2", "P-U4", "P-H"):
        s.place[unit(key)] = UKRAINE_BOX
    give(s, POLAND, M.stanislawow)
    s.reduced |= 1 << unit("P-U4")
    game = table(s, PolishPriority())
    assert offered(game, "unit") == {"P-U2", "P-U4"}
    play(game, "unit P-U4")
    assert (where(game, "P-U4"), strength(game, "P-U4")) == (STANISLAWOW, "full")


@rule("23.5.1c")
def test_it_does_not_form_where_the_soviets_are() -> None:
    s = political(f"2206 P-17; {STANISLAWOW} S-45; 2906 S-4", GALICIA)
    s.place[unit("P-U2")] = UKRAINE_BOX
    assert where(table(s, PolishPriority()), "P-U2") == "ukraine"
    give(s, POLAND, M.stanislawow)  # a train alone takes no town [3.4.3e]
    s.politics_shown = [0, 0]
    assert where(table(s, PolishPriority()), "P-U2") == "ukraine"
    s = political("2206 P-17; 2906 S-4", GALICIA)
    s.place[unit("P-U2")] = UKRAINE_BOX
    give(s, SOVIET, M.stanislawow)
    assert where(table(s, PolishPriority()), "P-U2") == "ukraine"


@rule("23.5.1c", "6.0a")
@pytest.mark.parametrize(("stack", "place"), [("P-13 P-17 P-16", "1"), ("P-13 P-17 P-16 P-1L", "ukraine")])
def test_nor_where_there_is_no_room(stack: str, place: str) -> None:
    s = political(f"{STANISLAWOW} {stack}; 2906 S-4", GALICIA)
    s.place[unit("P-U2")] = UKRAINE_BOX
    assert where(table(s, PolishPriority()), "P-U2") == (place if place == "ukraine" else STANISLAWOW)


@rule("23.5.1c")
@pytest.mark.parametrize(
    ("polish", "shown", "held", "drafted"),
    [(GALICIA, 1, POLAND, 2), (GALICIA, 0, POLAND, 0), (GALICIA, 1, SOVIET, 0), (NOTHING, 1, POLAND, 0)],
)
def test_kijow_then_brings_two_ukrainian_replacements(polish: int, shown: int, held: int, drafted: int) -> None:
    s = political("2206 P-17", polish)
    s.politics_shown = [shown, 0]
    give(s, held, M.kijow)
    draft(s)
    assert s.pool[UKRAINIAN] == drafted


@rule("23.5.1c")
def test_without_the_priority_a_unit_in_kijow_brings_one() -> None:
    s = political(f"{KIJOW} P-17", NOTHING)
    s.politics_shown = [1, 0]
    draft(s)
    assert s.pool[UKRAINIAN] == 1


@rule("23.5.1d")
@pytest.mark.parametrize(("polish", "shown", "turns"), [(GALICIA, 1, 2), (GALICIA, 0, 3), (UPRISING, 1, 3)])
def test_the_volunteer_army_forms_for_two_turns_only(polish: int, shown: int, turns: int) -> None:
    s = political("0612 P-17", polish)
    s.politics_shown, s.forming, s.polish_marker, s.morale[POLISH] = [shown, 0], 1, True, 24
    formed = 0
    for _ in range(5):
        begin_turn(s)
        formed += forms(s)
        end_of_round(s)
    assert formed == turns
    assert s.morale[POLISH] == 24 - 7 * turns


# -- 23.5.2 Soviet priorities ---


def on_20_vi(soviet: int) -> State:
    s = political("2206 P-17; 2906 S-4", soviet=soviet, side=SOVIET, round=M.round_of["20.VI"])
    for key, date in (("S-33", "20.VI"), ("S-16", "20.VI"), ("S-16K", "20.VI"), ("S-8Ks", "27.VI")):
        s.place[unit(key)] = box(M.round_of[date])
    for key in ("S-8Kw", "S-33Kw", "S-33Ks"):
        s.place[unit(key)] = RESERVES
    return s


@rule("23.5.2c")
def test_none_changes_nothing() -> None:
    s = on_20_vi(NOTHING)
    before = s.place[:]
    soviet_turn(s)
    assert s.place == before
    assert s.politics_shown == [0, 1]


@rule("23.5b")
def test_what_is_shown_cannot_be_taken_back() -> None:
    game = taking_kijow(NOTHING)
    assert any(barrier.kind == "disclose" for barrier in game.barriers)


@rule("23.5.2a", "23.5.2c")
def test_stalins_letter_sends_three_units_to_the_southwest() -> None:
    s = on_20_vi(LETTER)
    soviet_turn(s)
    assert [s.place[u] for u in units("S-16 S-33 S-16K")] == [REMOVED] * 3
    assert [s.place[u] for u in units("S-16x S-33x S-16Kx")] == [box(M.round_of["27.VI"])] * 3
    assert s.place[unit("S-8Ks")] == box(M.round_of["27.VI"])


@rule("23.5.2a")
def test_they_can_be_rebuilt_like_others() -> None:
    s = on_20_vi(LETTER)
    soviet_turn(s)
    s.place[unit("S-16x")], s.pool[SOUTHWEST_POOL] = REBUILD, 1
    assert unit("S-16x") in left(not_rebuilt(s, SOVIETS))


@rule("23.5.2b")
def test_the_third_cavalry_army_brings_two_divisions_for_one() -> None:
    s = on_20_vi(THIRD_ARMY)
    soviet_turn(s)
    assert [s.place[u] for u in units("S-8Kw S-33Kw")] == [box(M.round_of["20.VI"])] * 2
    assert [s.place[u] for u in units("S-33 S-8Ks")] == [REMOVED, RESERVES]
    assert s.place[unit("S-16")] == box(M.round_of["20.VI"])


@rule("23.5.2b")
def test_a_division_that_rides_already_does_not_come_again() -> None:
    s = on_20_vi(THIRD_ARMY)
    s.place[unit("S-33Ks")] = hex("3126")
    soviet_turn(s)
    assert (s.place[unit("S-33Kw")], s.place[unit("S-33Ks")]) == (RESERVES, hex("3126"))


@rule("23.5.2b")
def test_nor_one_that_rides_under_a_marker() -> None:
    s = screened("3126 S-33Ks; 2206 P-17", "S-PAT1 S-33Ks", side=SOVIET, round=M.round_of["20.VI"])
    s.has_priorities, s.politics = True, [NOTHING, THIRD_ARMY]
    s.place[unit("S-33Kw")] = RESERVES
    before = s.place[unit("S-33Ks")]
    soviet_turn(s)
    assert (s.place[unit("S-33Kw")], s.place[unit("S-33Ks")]) == (RESERVES, before)


@rule("23.5b")
def test_a_shown_marker_is_not_shown_again() -> None:
    s = on_20_vi(LETTER)
    s.politics_shown = [0, 1]
    soviet_turn(s)
    assert s.place[unit("S-16")] == box(M.round_of["20.VI"])
    assert rolled(s, PlayerTurn(side=SOVIET, at="priority")).s.politics_shown == [0, 1]
