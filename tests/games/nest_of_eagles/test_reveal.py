"""23.1.3 Revealing: attacks, reconnaissance, what it counts for, and losses under a marker."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import SEATS
from vistula.games.nest_of_eagles.rules.attack import Attacks
from vistula.games.nest_of_eagles.rules.groups import Screening
from vistula.games.nest_of_eagles.rules.konarmiya import Transfer
from vistula.games.nest_of_eagles.rules.patrols import AT_REST
from vistula.games.nest_of_eagles.rules.reinforcements import complete_strengthening
from vistula.games.nest_of_eagles.rules.replacements import Attrition, Spending
from vistula.games.nest_of_eagles.rules.reveal import begin_turn, eyes, in_reach, unrevealed
from vistula.games.nest_of_eagles.rules.routes import Group
from vistula.games.nest_of_eagles.rules.seats import POLES
from vistula.games.nest_of_eagles.state import (
    ATTACK_1,
    ATTACK_2,
    OPERATIONAL,
    REACTIVE_1,
    State,
    level_of,
    put,
    stands,
)
from vistula.kernel import UNKNOWN, Game, first

from .positions import M, hex, unit
from .screens import known, pieces, screened, under
from .table import (
    POLAND,
    SOVIET,
    TITLE,
    asked,
    attacking,
    can,
    declare,
    events,
    moving,
    offered,
    play,
    rolled,
    table,
    where,
)
from .table import roll as dice

rule = pytest.mark.rule


def reacting(stacks: str, *covers: str, side: int = POLAND, by: int | None = None) -> Game[State]:
    """A Reactive Movement Phase of a side, in its own turn or that of the other."""
    s = screened(stacks, *covers, side=side, phase=REACTIVE_1)
    game = moving(s)
    if by is not None:
        game.s.side = by
    return game


def why(game: Game[State], verb: str, arg: int) -> str:
    offer = next(each for each in game.seat(asked(game).seat).offers() if each.verb == verb)
    refusal = offer.refusal(arg)
    assert refusal is not None
    return refusal.rule


# -- 23.1.3a attacks ------------------------------------------------------------------------------------------------


@rule("23.1.3a", "10.2a")
def test_whoever_attacks_and_whoever_is_attacked_is_uncovered() -> None:
    s = screened("2926 P-17 P-10; 3026 S-58 S-41", "P-GRA P-17 P-10", "S-PAT1 S-58", phase=ATTACK_1)
    game = declare(dice(attacking(s), 3, 3), "3026", "P-GRA")
    assert where(game, "P-17") == where(game, "P-10") == "2926"
    assert where(game, "P-GRA") == where(game, "S-PAT1") == "off"
    assert where(game, "S-58") == "3026"
    (told,) = events(game, "attack")
    assert {M.key[u] for u in told.refs["units"]} == {"P-17", "P-10"}
    assert {M.key[u] for u in told.refs["defenders"]} == {"S-58", "S-41"}
    assert not game.seat(SEATS[POLAND]).undo.can


@rule("23.1.3a")
def test_an_attack_by_a_concealed_stack_has_the_odds_of_its_units() -> None:
    s = screened("2926 P-1L P-10; 3026 S-58", "P-PAT1 P-1L P-10", phase=ATTACK_1)
    game = play(attacking(s), "attack 3026", "unit P-PAT1")
    hidden = game.seat(SEATS[POLAND]).forecast()
    plain = play(
        attacking(screened("2926 P-1L P-10; 3026 S-58", phase=ATTACK_1)), "attack 3026", "unit P-1L", "unit P-10"
    )
    open_ = plain.seat(SEATS[POLAND]).forecast()
    assert hidden is not None
    assert open_ is not None
    assert hidden.outcomes == open_.outcomes
    assert hidden.terms == open_.terms


@rule("23.1.3a")
def test_the_attack_fights_with_the_units_that_were_concealed() -> None:
    s = screened("2926 P-17 P-10; 3026 S-58", "P-PAT1 P-17 P-10", phase=ATTACK_1)
    game = declare(dice(attacking(s), 3, 3), "3026", "P-PAT1")
    while asked(game).step in ("orders", "answers"):
        play(game, "none")
    (told,) = events(game, "rolled")
    assert told.refs["chance"] >= 9  # 8 SP against 3


@rule("23.1.3a")
def test_a_dummy_cannot_attack() -> None:
    s = screened("2825 P-17; 3026 S-58", "P-PAT1 dummy 2926", phase=ATTACK_1)
    game = attacking(s)
    assert not can(game, "attack 3026")
    mixed = screened("2926 P-17; 3026 S-58", "P-PAT1 dummy 2926", phase=ATTACK_1)
    game = play(attacking(mixed), "attack 3026")
    assert offered(game, "unit") == {"P-17"}
    assert why(game, "unit", unit("P-PAT1")) == "23.1.1f"


@rule("23.1.1g")
def test_against_dummies_alone_there_are_no_dice_and_the_attackers_advance() -> None:
    s = screened("2926 P-17; 3526 S-58", "S-PAT1 dummy 3026", phase=ATTACK_1)
    before = list(s.morale)
    game = declare(attacking(s), "3026", "P-17")
    assert not events(game, "rolled")
    assert game.s.morale == before
    assert sum(game.s.attacks) == 1  # one attack for the operation
    assert asked(game).step == "who_goes"
    play(game, "unit P-17")
    assert where(game, "P-17") == "3026"
    assert where(game, "S-PAT1") == "off"


@rule("23.1.1g", "10.3a")
def test_a_dummy_beside_a_unit_is_removed_and_the_unit_defends() -> None:
    s = screened("2926 P-17; 3026 S-58", "S-PAT1 dummy 3026", phase=ATTACK_1)
    game = declare(dice(attacking(s), 3, 3), "3026", "P-17")
    (told,) = events(game, "attack")
    assert told.refs["defenders"] == [unit("S-58")]


@rule("23.1.3a")
@pytest.mark.parametrize("phase", [ATTACK_1, ATTACK_2])
def test_a_player_shows_units_in_the_own_attack_phase(phase: int) -> None:
    s = screened("2926 P-17; 3526 S-58", "P-PAT1 P-17", phase=phase)
    game = play(table(s, Attacks(command=POLES)), "show P-PAT1")
    assert where(game, "P-17") == "2926"
    assert known(game, SOVIET, "P-17") == hex("2926")
    assert not game.seat(SEATS[POLAND]).undo.can


@rule("23.1.3a")
def test_nobody_shows_what_is_under_the_markers_of_the_other_side() -> None:
    game = moving(screened("2926 P-17; 3526 S-58", "P-PAT1 P-17", "S-PAT1 S-58"))
    assert offered(game, "show") == {"P-PAT1"}


@rule("23.1.3a", "7.0b")
def test_what_comes_to_light_has_moved_if_its_marker_has() -> None:
    game = moving(screened("3224 P-17; 2010 S-53", "P-PAT1 P-17"))
    play(game, "unit P-PAT1", "step 3225", "stop", "show P-PAT1")
    assert where(game, "P-17") == "3225"
    assert not can(game, "unit P-17")


# -- 23.1.3b, 23.1.3d, 23.1.3g, 23.1.3h without moving ---------------------------------------------------------------


@rule("23.1.3b", "23.1.3a")
def test_an_eligible_unit_reveals_a_hex_next_to_it_and_does_not_move() -> None:
    game = reacting("2926 P-17; 3026 S-58", "S-PAT1 S-58")
    assert offered(game, "scout") == {"P-17"}
    play(game, "scout P-17", "reveal 3026")
    assert where(game, "S-58") == "3026"
    assert known(game, POLAND, "S-58") == hex("3026")
    assert game.s.moved >> unit("P-17") & 1
    assert not can(game, "unit P-17")


@rule("23.1.3b")
def test_who_is_not_eligible_reveals_nobody() -> None:
    game = reacting("2926 P-2BJ; 3026 S-58 S-41; 3025 S-12", "S-PAT1 S-58")  # 3 against 2 + 3 + 3
    assert not offered(game, "scout")
    assert why(game, "scout", unit("P-2BJ")) == "23.1.3b"


@rule("23.1.3b")
def test_units_reveal_in_a_reactive_movement_phase_and_not_in_the_operational_one() -> None:
    game = moving(screened("2926 P-17; 3026 S-58", "S-PAT1 S-58", phase=OPERATIONAL))
    assert not offered(game, "scout")
    offer = next(each for each in game.seat(SEATS[POLAND]).offers() if each.verb == "scout")
    refusal = offer.refusal(unit("P-17"))
    assert refusal is not None
    assert "Reactive Movement Phase" in refusal.why


@rule("23.1.3b")
def test_without_a_concealed_enemy_next_to_it_a_unit_has_nothing_to_reveal() -> None:
    game = reacting("2926 P-17; 2726 P-10; 3026 S-58", "S-PAT1 S-58")
    assert offered(game, "scout") == {"P-17"}
    assert why(game, "scout", unit("P-10")) == "23.1.3b"


@rule("23.1.3d")
@pytest.mark.parametrize(
    ("key", "number"),
    [
        ("P-7.4", 1),  # infantry without LOF
        ("P-CARS", 1),
        ("P-PP1", 1),
        ("P-17", 2),  # infantry with LOF
        ("P-2BJ", 2),  # cavalry without LOF
        ("P-1L", 3),  # elite infantry
        ("P-1C", 3),  # cavalry with LOF
        ("S-4K", 6),  # elite cavalry: all around
        ("P-TANK", 0),
        ("P-ART", 0),
        ("P-7E", 0),
        ("P-PAT1", 0),
        ("P-GRA", 0),
    ],
)
def test_how_many_hexes_a_unit_reveals(key: str, number: int) -> None:
    assert eyes(screened(f"2926 {key}"), unit(key)) == number


@rule("23.1.3d")
def test_a_remnant_of_infantry_and_a_reduced_brigade_see_less() -> None:
    assert eyes(screened("2926 P-17/x"), unit("P-17")) == 1
    assert eyes(screened("2926 P-1C/x"), unit("P-1C")) == 2


@rule("23.1.3d", "23.1.3h")
def test_a_stack_counts_as_one_and_the_player_chooses_the_hexes() -> None:
    covers = ("S-PAT1 S-58", "S-PAT2 S-41", "S-PAT3 S-FAS", "S-PAT4 dummy 2825")
    game = reacting("2926 P-17 P-10 P-16 P-1C; 3026 S-58 S-41; 3025 S-FAS", *covers)
    play(game, "scout P-17")
    assert offered(game, "reveal") == {"3026", "3025", "2825"}
    assert why(game, "reveal", hex("2927")) == "23.1.3h"
    play(game, "reveal 3026")
    assert where(game, "S-58") == where(game, "S-41") == "3026"  # both Patrols of the stack at once
    play(game, "reveal 3025")
    assert asked(game).step == "pick"  # two hexes for infantry with LOF
    assert where(game, "S-PAT4") == "2825"


@rule("23.1.3d")
def test_elite_cavalry_reveals_all_around() -> None:
    hexes = ("2825", "2826", "2925", "2927", "3025", "3026")
    covers = [f"P-PAT{n} {key}" for n, key in enumerate(("P-7.4", "P-8.4", "P-9.5", "P-10.5", "P-11.6", "P-12.6"), 1)]
    stacks = "; ".join(f"{at} {row.split()[1]}" for at, row in zip(hexes, covers, strict=True))
    game = reacting(f"2926 S-4K S-6K; {stacks}", *covers, side=SOVIET)
    play(game, "scout S-4K", *(f"reveal {number}" for number in hexes))
    assert not any(under(game, row.split()[1]) for row in covers)


@rule("23.1.3g")
def test_markers_tanks_and_guns_reveal_nobody() -> None:
    game = reacting("2926 P-17 P-10 P-TANK P-ART; 3026 S-FAS", "P-PAT1 P-10", "S-PAT1 S-FAS")
    assert offered(game, "scout") == {"P-17"}
    for key in ("P-PAT1", "P-TANK", "P-ART"):
        assert why(game, "scout", unit(key)) == "23.1.3g"


@rule("23.1.3a", "23.1.3g")
def test_a_concealed_unit_is_shown_first_and_then_reveals() -> None:
    game = reacting("2926 P-17 P-10; 3026 S-FAS", "P-GRA P-17 P-10", "S-PAT1 S-FAS")
    assert not offered(game, "scout")
    play(game, "show P-GRA")
    play(game, "scout P-17", "reveal 3026")
    assert where(game, "S-FAS") == "3026"


# -- 23.1.3b on the move, 23.1.3c in an advance ------------------------------------------------------------------------


@rule("23.1.3b")
def test_a_unit_on_the_move_reveals_one_hex_that_it_could_enter_and_stops() -> None:
    game = reacting("2825 P-17; 3026 S-58; 2010 S-53", "S-PAT1 S-58")
    play(game, "unit P-17")
    assert not can(game, "reveal 3026")  # it has not moved yet
    play(game, "step 2926")
    assert offered(game, "reveal") == {"3026"}
    play(game, "reveal 3026")
    assert where(game, "S-58") == "3026"
    assert where(game, "P-17") == "2926"
    assert asked(game).step == "pick"
    assert not can(game, "unit P-17")


@rule("23.1.3b")
def test_a_unit_without_the_points_to_enter_reveals_nobody() -> None:
    game = reacting("3225 P-17; 2926 S-58; 2010 S-53", "S-PAT1 S-58")
    play(game, "unit P-17", "step 3125", "step 3025")
    assert "2926" in offered(game, "reveal")  # 1 MP is left, and it is clear
    hard = next(
        (near, far)
        for near in range(M.grid.size)
        for far in M.next[near]
        if M.theater_of[near] == 2 and not M.difficult >> near & 1 and M.difficult >> far & 1 and not M.urban >> far & 1
    )
    s = screened("2010 S-53", f"S-PAT1 dummy {M.grid.number(hard[1])}", phase=REACTIVE_1)
    put(s, unit("P-17"), hard[0])
    assert not in_reach(s, unit("P-17"), 1) >> hard[1] & 1
    assert in_reach(s, unit("P-17"), 3) >> hard[1] & 1
    refusal = first(unrevealed(s, unit("P-17"), 1), hard[1])
    assert refusal is not None
    assert refusal.rule == "23.1.3b"
    assert first(unrevealed(s, unit("P-17"), 3), hard[1]) is None


@rule("23.1.3b", "4.2c")
def test_lines_of_friction_do_not_count_for_the_points_of_a_reveal() -> None:
    game = reacting("3225 P-17; 2926 S-58; 2925 S-41; 2010 S-53", "S-PAT1 S-58")
    play(game, "unit P-17", "step 3125", "step 3025")
    left: int = game.stack[-1].left  # type: ignore[attr-defined]
    assert left == 1
    assert offered(game, "reveal") == {"2926"}  # across the lines of S-41 it would cost 2


@rule("23.1.3e")
def test_where_only_dummies_were_a_moving_unit_goes_on() -> None:
    game = reacting("2825 P-17; 2010 S-53", "S-PAT1 dummy 3026")
    play(game, "unit P-17", "step 2926", "reveal 3026")
    assert where(game, "S-PAT1") == "off"
    play(game, "step 3026", "stop")
    assert where(game, "P-17") == "3026"


@rule("23.1.3e")
def test_who_reveals_dummies_without_moving_may_enter_their_hex_and_no_other() -> None:
    game = reacting("2926 P-17; 2010 S-53", "S-PAT1 dummy 3026")
    play(game, "scout P-17", "reveal 3026")
    assert offered(game, "step") == {"3026"}
    assert not offered(game, "rail")
    assert not offered(game, "reveal")
    play(game, "step 3026")
    assert where(game, "P-17") == "3026"
    assert not can(game, "unit P-17")


@rule("23.1.3e")
def test_where_units_were_nobody_enters() -> None:
    game = reacting("2926 P-17; 3026 S-58; 2010 S-53", "S-PAT1 S-58")
    play(game, "scout P-17", "reveal 3026")
    assert asked(game).step == "pick"


@rule("23.1.3c")
def test_an_advancing_unit_reveals_a_hex_that_it_could_enter() -> None:
    s = screened("2825 P-17 P-10; 2926 S-58; 3026 S-41; 2010 S-53", "S-PAT1 S-41", phase=ATTACK_1)
    game = declare(dice(attacking(s), 3, 3), "2926", "P-17 P-10")
    while asked(game).step != "who_goes":
        step = asked(game).step
        play(game, "none" if step in ("orders", "answers") else f"hex {min(offered(game, 'hex'))}")
    play(game, "unit P-17")
    assert asked(game).step == "go"
    assert offered(game, "reveal") == {"3026"}  # 2 MP, 1 for the attacked hex, 1 left
    play(game, "reveal 3026")
    assert where(game, "S-41") == "3026"
    assert where(game, "P-17") == "2926"


@rule("23.1.3c")
def test_in_the_second_attack_phase_no_points_are_left_to_reveal_with() -> None:
    s = screened("2825 P-17 P-10; 2926 S-58; 3026 S-41; 2010 S-53", "S-PAT1 S-41", phase=ATTACK_2)
    game = declare(dice(attacking(s), 1, 2), "2926", "P-17 P-10")
    while asked(game).step != "who_goes":
        step = asked(game).step
        play(game, "none" if step in ("orders", "answers") else f"hex {min(offered(game, 'hex'))}")
    play(game, "unit P-17")
    assert asked(game).step != "go"


# -- 23.1.3f operations ------------------------------------------------------------------------------------------------


@rule("23.1.3f", "17.1.1a")
def test_to_reveal_counts_as_one_attack_of_the_theater_and_never_as_more() -> None:
    covers = ("S-PAT1 S-58", "S-PAT2 S-41")
    game = reacting("2926 P-17 P-10; 3026 S-58; 3025 S-41", *covers)
    play(game, "scout P-17", "reveal 3026", "reveal 3025")
    assert game.s.attacks == [0, 0, 1]


@rule("23.1.3f", "17.1.1b")
def test_soviet_reveals_count_for_their_front() -> None:
    game = reacting("3026 S-58 S-41; 2926 P-2BJ", "P-PAT1 P-2BJ", side=SOVIET)
    play(game, "scout S-58", "reveal 2926")
    assert game.s.assaults == [0, 1]


@rule("23.1.3f")
def test_in_the_turn_of_the_enemy_it_counts_for_the_next_own_turn() -> None:
    game = reacting("2926 P-17; 3026 S-58", "S-PAT1 S-58", by=SOVIET)
    play(game, "scout P-17", "reveal 3026")
    assert game.s.attacks == [0, 0, 0]
    assert game.s.owed[POLAND]
    s = game.s
    s.attacks = [0, 0, 0]
    begin_turn(s, POLAND)
    assert s.attacks == [0, 0, 1]
    assert not s.owed[POLAND]
    again = reacting("2926 P-17; 3026 S-58", "S-PAT1 S-58")
    again.s.owed[POLAND] = 1 << 2
    begin_turn(again.s, POLAND)
    play(again, "scout P-17", "reveal 3026")
    assert again.s.attacks == [0, 0, 1]  # one in all


@rule("23.1.3f", "5.1a")
def test_a_player_turn_begins_with_what_is_owed() -> None:
    game = TITLE.start("berezina", seed=1, options={"patrols": "yes"})
    begins = M.scenarios[game.s.scenario].begins
    game.s.owed[begins] = 1 << 1 if begins == POLAND else 1 << 0
    while asked(game).step != "activate":
        play(game, asked(game).options[-1].verb)
    assert (game.s.attacks[1] if begins == POLAND else game.s.assaults[0]) == 1


# -- losses under a marker --------------------------------------------------------------------------------------------


def starving(*covers: str, die: int = 1, stacks: str = "2926 P-17 P-10; 3526 S-58") -> Game[State]:
    s = screened(stacks, *covers)
    marker = unit(covers[-1].split()[0])
    return rolled(s, Attrition(units=[marker]), die)


@rule("15.3a", "23.1.1f")
def test_attrition_rolls_one_die_a_marker_and_the_owner_picks_who_loses() -> None:
    game = starving("P-PAT1 P-17 P-10")
    assert asked(game).step == "who_loses"
    assert offered(game, "lose") == {"P-17", "P-10"}
    play(game, "lose P-10")
    assert level_of(game.s, unit("P-10")) == 1
    assert under(game, "P-10") == "P-PAT1"
    heard = [event.key for event in game.seat(SEATS[SOVIET]).events]
    assert "attrition" in heard
    assert "loses" not in heard
    assert "loses" in [event.key for event in game.seat(SEATS[POLAND]).events]
    assert not game.seat(SEATS[SOVIET]).s.reduced >> unit("P-10") & 1


@rule("15.3a", "23.1.1f")
def test_a_dummy_rolls_and_is_asked_for_too_so_that_nobody_can_tell() -> None:
    game = starving("P-PAT1 dummy 2926")
    assert asked(game).step == "who_loses"
    assert [option.verb for option in asked(game).options] == ["none"]


@rule("23.1.1e", "23.1.2e")
def test_a_unit_that_becomes_a_remnant_under_a_marker_lies_open() -> None:
    game = starving("P-PAT1 P-17 P-10", stacks="2926 P-17/r P-10; 3526 S-58")
    play(game, "lose P-17")
    assert where(game, "P-17") == "2926"
    assert game.s.remnant >> unit("P-17") & 1
    assert under(game, "P-10") == "P-PAT1"


@rule("23.1.1a", "3.6a")
def test_a_marker_with_nobody_left_under_it_is_taken_away() -> None:
    game = starving("P-PAT1 P-2BJ", stacks="2926 P-2BJ/r; 3526 S-58")
    play(game, "lose P-2BJ")
    assert where(game, "P-2BJ") == "rebuild"
    assert where(game, "P-PAT1") == "off"
    assert not game.s.occupied[POLAND] >> hex("2926") & 1


# -- what else acts on markers ----------------------------------------------------------------------------------------


@rule("3.4.4b")
def test_cars_do_not_pass_through_a_hex_with_a_marker() -> None:
    open_ = moving(screened("2926 P-CARS; 3026 S-FAS; 2010 S-53"))
    assert can(play(open_, "unit P-CARS"), "step 3026")
    hidden = moving(screened("2926 P-CARS; 3026 S-FAS; 2010 S-53", "S-PAT1 S-FAS"))
    assert not can(play(hidden, "unit P-CARS"), "step 3026")


@rule("20.1.4a", "20.1.4b")
def test_a_transfer_of_the_konarmiya_shows_its_concealed_units() -> None:
    s = screened("3026 S-4K S-6K; 1112 S-58 S-41; 2010 P-17", "S-GRA S-4K S-6K", side=SOVIET)
    game = table(s, Transfer())
    play(game, "transfer")
    assert where(game, "S-4K") == where(game, "S-6K") == "3026"


@rule("17.3a", "17.3b")
def test_a_concealed_unit_is_strengthened_and_the_enemy_does_not_hear_of_it() -> None:
    s = screened("2010 P-17/r P-10; 2708 S-53", "P-PAT1 P-17 P-10")
    s.pool[0] = 1
    game = table(s, Spending(command=POLES))
    play(game, "strengthen P-17")
    assert game.s.marked >> unit("P-17") & 1
    assert not game.seat(SEATS[SOVIET]).s.marked
    complete_strengthening(game.s, POLAND)
    assert level_of(game.s, unit("P-17")) == 0
    keys = [event.key for event in game.seat(SEATS[SOVIET]).events]
    assert not {"marked", "strengthened"} & set(keys)


@rule("19.3a", "19.8a")
def test_a_marker_goes_nowhere_that_a_unit_under_it_may_not_go() -> None:
    key = M.key[next(u for u in M.units if M.lith_belarus >> u & 1 and M.sp[0][u])]
    border = next(
        (a, b)
        for a in range(M.grid.size)
        for b in M.next[a]
        if M.theater_of[a] == 1 and M.theater_of[b] == 2 and not (M.difficult | M.urban) >> b & 1
    )
    start, beyond = (M.grid.number(h) for h in border)
    free = moving(screened(f"{start} P-17; 3526 S-58", "P-PAT1 P-17"))
    bound = moving(screened(f"{start} {key}; 3526 S-58", f"P-PAT1 {key}"))
    refusal = play(bound, "unit P-PAT1").seat(SEATS[POLAND]).why_not("space", hex(beyond))
    assert refusal is not None
    assert refusal.rule == "19.3a"
    other = play(free, "unit P-PAT1").seat(SEATS[POLAND]).why_not("space", hex(beyond))
    assert other is None or other.rule != "19.3a"
    assert stands(bound.s, unit(key)) == hex(start)
    assert known(bound, SOVIET, key) == UNKNOWN
    assert key not in pieces(bound, SOVIET)


@rule("23.1a", "17.3a", "17.1.6a")
def test_replacements_are_asked_about_whoever_is_concealed() -> None:
    """Else the enemy could tell from the question that a concealed unit is Reduced."""
    for level in ("", "/r"):
        s = screened(f"2010 P-17{level}; 2708 S-53", "P-PAT1 P-17")
        s.pool[0] = 1
        assert asked(table(s, Spending(command=POLES))).step == "spend"
    lone = screened("2010 P-17; 2708 S-53")
    lone.pool[0] = 1
    assert not table(lone, Spending(command=POLES)).decisions


@rule("11.4a")
def test_nobody_retreats_through_a_marker() -> None:
    """A weak enemy in the open may be passed, the same one under a Patrol may not."""
    field = "2926 P-17 P-10; 3026 S-58 S-41; 3126 P-2BJ"
    beaten = [unit("S-58"), unit("S-41")]
    assert Group(screened(field, phase=ATTACK_1), beaten).weak(hex("3126"))
    assert not Group(screened(field, "P-PAT1 P-2BJ", phase=ATTACK_1), beaten).weak(hex("3126"))


@rule("19.4a")
def test_a_marker_over_the_lwow_unit_never_moves_or_attacks() -> None:
    lwow = M.grid.number(M.lwow)
    game = moving(screened(f"{lwow} P-LWOW P-17; 3526 S-58", "P-PAT1 P-LWOW P-17"))
    assert not can(game, "unit P-PAT1")
    assert why(game, "unit", unit("P-PAT1")) == "19.4a"


@rule("23.1.3a")
def test_units_are_shown_in_the_replacement_phase_too() -> None:
    game = table(screened("2926 P-17; 3526 S-58", "P-PAT1 P-17"), Screening(commands=[POLES], occasion=AT_REST))
    play(game, "show P-PAT1")
    assert where(game, "P-17") == "2926"
