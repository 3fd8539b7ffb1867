"""23.1.1 Patrols: where they are laid, what they are worth, how their units part, and dummies."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import SEATS
from vistula.games.nest_of_eagles.rules.groups import Screening
from vistula.games.nest_of_eagles.rules.patrols import AT_REST, ON_ARRIVAL, is_dummy, spare
from vistula.games.nest_of_eagles.rules.reactive import eligible, facing, reactive_strength
from vistula.games.nest_of_eagles.rules.reinforcements import FirstMovement
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS
from vistula.games.nest_of_eagles.state import (
    OPERATIONAL,
    REACTIVE_1,
    REPLACEMENT,
    State,
    box,
    stands,
    units_at,
)
from vistula.kernel import UNKNOWN, Game, IllegalAction

from .positions import M, hex, situation, unit
from .screens import BOTH, GROUPS, PATROLS, known, pieces, screened, under
from .table import POLAND, SOVIET, TITLE, asked, can, last, march, moving, offered, play, table, where

rule = pytest.mark.rule
FAR = "2926 P-17 P-10 P-2BJ; 3326 S-58"


def resting(s: State, command: int = POLES, occasion: int = AT_REST) -> Game[State]:
    s.phase = REPLACEMENT
    return table(s, Screening(commands=[command], occasion=occasion))


def why(game: Game[State], key: str, verb: str) -> str:
    seat = game.seat(asked(game).seat)
    offer = next(each for each in seat.offers() if each.verb == verb)
    refusal = offer.refusal(unit(key))
    assert refusal is not None
    return refusal.rule


@rule("23.1.1a", "23.1a")
def test_a_patrol_covers_a_unit_and_the_enemy_sees_only_the_marker() -> None:
    game = play(resting(screened(FAR)), "patrol P-17", "lay", "done")
    assert under(game, "P-17") == "P-PAT1"
    assert where(game, "P-PAT1") == "2926"
    assert known(game, SOVIET, "P-17") == UNKNOWN
    assert known(game, POLAND, "P-17") < 0
    assert "P-17" not in pieces(game, SOVIET)
    assert {"P-PAT1", "P-10", "P-2BJ"} <= pieces(game, SOVIET)
    assert {"P-PAT1", "P-17"} <= pieces(game, POLAND)


@rule("23.1.1a")
def test_one_patrol_covers_a_whole_stack() -> None:
    game = play(resting(screened(FAR)), "patrol P-17", "unit P-10", "unit P-2BJ", "lay", "done")
    assert {under(game, key) for key in ("P-17", "P-10", "P-2BJ")} == {"P-PAT1"}
    assert units_at(game.s, POLAND, hex("2926")) == [unit("P-PAT1")]


@rule("23.1.1a")
def test_next_to_an_enemy_nobody_is_covered() -> None:
    game = resting(screened("2926 P-17; 2825 P-10; 3026 S-58"))
    assert offered(game, "patrol") == {"P-10"}
    assert why(game, "P-17", "patrol") == "23.1.1a"


@rule("23.1.1a")
def test_units_of_another_hex_do_not_lie_under_the_same_patrol() -> None:
    game = play(resting(screened("2926 P-17 P-10; 2825 P-16; 3326 S-58")), "patrol P-17")
    assert offered(game, "unit") == {"P-10"}


@rule("23.1.1a")
def test_each_side_has_eight_patrols() -> None:
    stacks = "2926 P-17 P-10 P-2BJ P-16; 2726 P-4 P-6 P-7 P-8; 2526 P-9; 3426 S-58"
    s = screened(stacks)
    assert [len(spare(s, side)) for side in (POLAND, SOVIET)] == [8, 8]
    game = resting(s)
    for key in ("P-17", "P-10", "P-2BJ", "P-16", "P-4", "P-6", "P-7", "P-8"):
        play(game, f"patrol {key}", "lay")
    assert not spare(game.s, POLAND)
    assert not offered(game, "patrol")
    assert why(game, "P-9", "patrol") == "23.1.1a"
    assert asked(game).step == "conceal"  # the question does not tell that none are left


@rule("23.1a")
def test_tables_play_with_patrols_or_groups_or_both() -> None:
    only_groups = resting(screened(FAR, concealment=GROUPS))
    assert not offered(only_groups, "patrol")
    assert offered(only_groups, "assemble")
    assert why(only_groups, "P-17", "patrol") == "23.1a"
    only_patrols = resting(screened(FAR, concealment=PATROLS))
    assert offered(only_patrols, "patrol")
    assert why(only_patrols, "P-17", "assemble") == "23.1a"
    assert BOTH == PATROLS | GROUPS


@rule("23.0a", "23.1a")
def test_concealment_goes_with_every_scenario_and_with_no_introductory_game() -> None:
    for scene in M.scenarios:
        assert not TITLE.agreeable(scene.id, TITLE.settle_options({"patrols": "yes", "groups": "yes"}))
    wrong = TITLE.agreeable("berezina", TITLE.settle_options({"patrols": "yes", "introductory": "yes"}))
    assert [misfit.rule for misfit in wrong] == ["23.0a"]


@rule("23.1a")
def test_without_the_options_there_are_no_markers_and_nothing_is_asked() -> None:
    game = TITLE.start("berezina", seed=1)
    assert len(game.s.place) == 175
    assert game.s.m is TITLE.m
    s = situation(FAR)
    s.phase = REPLACEMENT
    assert table(s, Screening(commands=[POLES], occasion=AT_REST)).decisions  # asked only where somebody calls it
    assert TITLE.mask(s, SEATS[SOVIET]) is s


@rule("23.1.1e")
@pytest.mark.parametrize(
    ("stacks", "key", "command"),
    [
        ("2926 P-17/x; 3326 S-58", "P-17", POLES),
        ("2926 P-PP1 P-17; 3326 S-58", "P-PP1", POLES),
        ("2926 P-7E P-17; 3326 S-58", "P-7E", POLES),
        ("3326 S-B2U; 2926 P-17", "S-B2U", SOVIETS),
    ],
)
def test_remnants_support_units_and_allies_are_never_concealed(stacks: str, key: str, command: int) -> None:
    if key == "S-B2U":
        key = M.key[next(u for u in M.units if M.red_ukrainians >> u & 1)]
        stacks = stacks.replace("S-B2U", key)
    game = resting(screened(stacks), command)
    assert key not in offered(game, "patrol")
    assert key not in offered(game, "assemble")
    assert why(game, key, "patrol") == why(game, key, "assemble") == "23.1.1e"


@rule("23.1.1e")
def test_lithuanians_are_never_concealed() -> None:
    key = M.key[next(u for u in M.units if M.front[u] == 2)]
    game = resting(screened(f"1504 {key}; 2926 P-17"), SOVIETS)
    assert why(game, key, "patrol") == "23.1.1e"


# -- 23.1.1b what a Patrol is worth ---------------------------------------------------------------------------------


@rule("23.1.1b")
def test_a_patrol_has_no_lines_two_sp_and_three_mp() -> None:
    s = screened("2926 P-1C P-17; 3326 S-58", "P-PAT1 P-1C P-17")
    assert s.occupied[POLAND] == 1 << hex("2926")
    assert not s.lof_from[POLAND]
    assert reactive_strength(s, POLAND, hex("2926")) == 2 * 2  # no cavalry bonus, no sum [N-96]
    assert M.mp[unit("P-PAT1")] == 3


@rule("23.1.1b", "8.2a")
def test_eligibility_goes_by_the_markers_and_not_by_what_is_under_them() -> None:
    plain = screened("2926 P-17; 3026 S-58")  # 4 against 3
    assert eligible(plain, POLAND) >> unit("P-17") & 1
    weak = screened("2926 P-17; 3026 S-58", "P-PAT1 P-17")  # 2 against 3
    assert not eligible(weak, POLAND)
    bluff = screened("2926 P-17; 3026 S-58 S-41", "S-PAT1 S-58 S-41")  # 4 against 2
    assert eligible(bluff, POLAND) >> unit("P-17") & 1
    dummy = screened("2926 P-2BJ P-17", "S-PAT1 dummy 3026")
    assert facing(dummy, POLAND, hex("2926")) == [hex("3026")]
    assert reactive_strength(dummy, SOVIET, hex("3026")) == 4


@rule("23.1.1b", "7.1p")
def test_a_patrol_over_cavalry_marches_three_hexes_and_not_four() -> None:
    game = moving(screened("3224 P-1C; 2010 S-53", "P-PAT1 P-1C"))
    assert "P-1C" not in offered(game, "unit")
    play(game, "unit P-PAT1", "step 3225", "step 3226", "step 3227")
    assert asked(game).step == "pick"  # all 3 MP are spent
    assert where(game, "P-PAT1") == "3227"
    assert stands(game.s, unit("P-1C")) == hex("3227")
    assert known(game, SOVIET, "P-1C") == UNKNOWN


# -- 23.1.1c entering as a Patrol -----------------------------------------------------------------------------------


@rule("23.1.1c")
def test_before_the_first_turn_units_are_put_under_patrols_but_not_into_groups() -> None:
    game = TITLE.start("berezina", seed=1, options={"patrols": "yes", "groups": "yes"})
    while asked(game).step != "conceal":
        play(game, "done")
    assert offered(game, "patrol")
    assert not offered(game, "assemble")
    first = asked(game).seat
    key = min(offered(game, "patrol"))
    play(game, f"patrol {key}", "lay", "done")
    assert under(game, key)
    assert asked(game).step == "conceal"
    assert asked(game).seat != first  # the other side is asked, too


@rule("23.1.1c")
def test_reinforcements_come_under_a_patrol() -> None:
    s = screened("2926 P-17; 3326 S-58", phase=OPERATIONAL)
    for key in ("P-10", "P-16"):
        s.place[unit(key)] = box(s.round)
    game = table(s, FirstMovement(commands=[POLES]))
    assert asked(game).step == "conceal"
    assert offered(game, "patrol") == {"P-10", "P-16"}
    play(game, "patrol P-10", "unit P-16", "lay", "done")
    assert asked(game).step in ("pick", "where")
    while asked(game).step == "pick":
        play(game, "unit P-PAT1")
    play(game, f"place {M.grid.number(M.warszawa)}")
    assert where(game, "P-PAT1") == M.grid.number(M.warszawa)
    assert under(game, "P-10") == under(game, "P-16") == "P-PAT1"
    assert all("P-10" not in TITLE.tale(e) for e in game.seat(SEATS[SOVIET]).events)


# -- 23.1.1d parting ------------------------------------------------------------------------------------------------


@rule("23.1.1d")
def test_units_that_part_need_a_patrol_each() -> None:
    game = moving(screened("2926 P-17 P-10; 3526 S-58", "P-PAT1 P-17 P-10"))
    assert offered(game, "part") == {"P-17", "P-10"}
    play(game, "part P-10")
    assert under(game, "P-17") == "P-PAT1"
    assert under(game, "P-10") == "P-PAT2"
    march(game, "P-PAT2", "2927")
    assert stands(game.s, unit("P-10")) == hex("2927")
    assert stands(game.s, unit("P-17")) == hex("2926")
    assert not can(game, "part P-17")  # it is alone now


@rule("23.1.1d")
def test_without_a_patrol_in_the_pool_nobody_parts_until_another_is_shown() -> None:
    stacks = "2926 P-17 P-10; 2726 P-4 P-6 P-7 P-8; 2526 P-9 P-12 P-13; 3526 S-58"
    rows = [f"P-PAT{n} {key}" for n, key in enumerate(("P-4", "P-6", "P-7", "P-8", "P-9", "P-12", "P-13"), 2)]
    game = moving(screened(stacks, "P-PAT1 P-17 P-10", *rows))
    assert not spare(game.s, POLAND)
    assert not offered(game, "part")
    assert why(game, "P-10", "part") == "23.1.1d"
    play(game, "show P-PAT8")
    assert where(game, "P-13") == "2526"
    play(game, "part P-10")
    assert under(game, "P-10") == "P-PAT8"


@rule("23.1.1d", "8.2a")
def test_who_parts_in_a_reactive_phase_keeps_the_eligibility_of_the_patrol() -> None:
    game = moving(screened("2926 P-17 P-10; 3526 S-58", "P-PAT1 P-17 P-10", phase=REACTIVE_1))
    play(game, "part P-10")
    assert {"P-PAT1", "P-PAT2"} <= offered(game, "unit")


# -- 23.1.1f, 23.1.1g dummies ---------------------------------------------------------------------------------------


@rule("23.1.1f")
def test_a_dummy_comes_as_a_reinforcement_and_takes_two_patrols() -> None:
    s = screened("2926 P-17; 3326 S-58", phase=OPERATIONAL)
    game = table(s, FirstMovement(commands=[POLES]))
    play(game, "dummy")
    assert len(spare(game.s, POLAND)) == 6
    play(game, "done")
    while asked(game).step == "pick" and asked(game).seat == SEATS[POLAND]:
        play(game, "unit P-PAT1")
    play(game, f"place {M.grid.number(M.warszawa)}")
    assert where(game, "P-PAT1") == M.grid.number(M.warszawa)
    assert is_dummy(game.s, unit("P-PAT1"))
    assert not is_dummy(game.seat(SEATS[SOVIET]).s, unit("P-PAT1"))
    mine = next(p for p in game.seat(SEATS[POLAND]).view().pieces if p.key == "P-PAT1")
    theirs = next(p for p in game.seat(SEATS[SOVIET]).view().pieces if p.key == "P-PAT1")
    assert ("dummy" in mine.marks, "dummy" in theirs.marks) == (True, False)


@rule("23.1.1f")
def test_a_dummy_takes_two_patrols_that_are_there_and_comes_at_no_other_time() -> None:
    game = resting(screened(FAR))
    assert not can(game, "dummy")
    rows = [f"P-PAT{n} dummy 2926" for n in range(1, 4)]
    two = table(screened(FAR, *rows, phase=OPERATIONAL), Screening(commands=[POLES], occasion=ON_ARRIVAL))
    assert len(spare(two.s, POLAND)) == 2
    assert can(two, "dummy")
    one = table(
        screened(FAR, *rows, "P-PAT4 P-17", phase=OPERATIONAL), Screening(commands=[POLES], occasion=ON_ARRIVAL)
    )
    assert len(spare(one.s, POLAND)) == 1
    assert not can(one, "dummy")


@rule("23.1.1f")
def test_a_soviet_dummy_comes_for_a_front_and_enters_at_its_edge() -> None:
    s = screened("2926 P-17; 3326 S-58", side=SOVIET, phase=OPERATIONAL)
    game = table(s, FirstMovement(commands=[SOVIETS]))
    assert offered(game, "decoy") == {"0", "1"}
    play(game, "decoy 1", "done")
    while asked(game).step == "pick":
        play(game, "unit S-PAT1")
    edge = {M.grid.number(h) for h in range(M.grid.size) if M.entry[1] >> h & 1}
    assert offered(game, "enter") <= edge
    assert offered(game, "enter")


@rule("23.1.1f")
def test_a_dummy_holds_a_town_like_a_unit_and_what_it_has_taken_stays_taken() -> None:
    game = moving(screened("2726 P-17; 3526 S-58", "P-PAT1 dummy 1910", soviet="2010"))
    play(game, "unit P-PAT1", "step 2010", "stop")
    assert game.s.held[POLAND] >> hex("2010") & 1
    play(game, "show P-PAT1")
    assert where(game, "P-PAT1") == "off"
    assert game.s.held[POLAND] >> hex("2010") & 1


@rule("23.1.1f", "23.1.3a")
def test_a_dummy_that_is_shown_gives_both_patrols_back() -> None:
    game = moving(screened("2726 P-17; 3526 S-58", "P-PAT1 dummy 2926"))
    assert len(spare(game.s, POLAND)) == 6
    play(game, "show P-PAT1")
    assert len(spare(game.s, POLAND)) == 8
    assert not game.s.occupied[POLAND] >> hex("2926") & 1
    assert last(game, "only_dust").refs["hex"] == hex("2926")


# -- stacking, rails ------------------------------------------------------------------------------------------------


@rule("6.0a", "23.1.1f")
def test_for_stacking_the_units_under_a_marker_count_and_a_dummy_counts_as_one() -> None:
    full = moving(screened("2926 P-17 P-10 P-16 P-4; 2927 P-6; 3526 S-58", "P-PAT1 P-17 P-10 P-16 P-4"))
    assert not _may_end(play(full, "unit P-6"), "2926")
    three = moving(screened("2926 P-17 P-10 P-16; 2927 P-6 P-4; 3526 S-58", "P-PAT1 P-17 P-10 P-16", "P-PAT2 P-6 P-4"))
    assert not _may_end(play(three, "unit P-PAT2"), "2926")
    two = moving(screened("2926 P-17 P-10; 2927 P-6 P-4; 3526 S-58", "P-PAT1 P-17 P-10", "P-PAT2 P-6 P-4"))
    assert _may_end(play(two, "unit P-PAT2"), "2926")
    dummies = moving(screened("2927 P-6; 3526 S-58", *(f"P-PAT{n} dummy 2926" for n in (1, 2, 3))))
    play(dummies, "unit P-6", "step 2926", "stop")
    assert where(dummies, "P-6") == "2926"


def _may_end(game: Game[State], number: str) -> bool:
    """Whether the piece that is on the move may stop in a hex next to it."""
    try:
        play(game, f"step {number}", "stop")
    except IllegalAction:
        return False
    return True


@rule("9.1a", "9.3a")
def test_a_patrol_over_one_unit_rides_as_one_a_patrol_over_two_does_not() -> None:
    rear = "2010 P-17 P-10; 2708 S-53"
    one = moving(screened(rear, "P-PAT1 P-17"))
    play(one, "unit P-PAT1", "rail 1807")
    assert one.s.rails[0] == 1
    assert stands(one.s, unit("P-17")) == hex("1807")
    two = moving(screened(rear, "P-PAT1 P-17 P-10"))
    play(two, "unit P-PAT1")
    assert not offered(two, "rail")
    assert not offered(two, "conceal")
