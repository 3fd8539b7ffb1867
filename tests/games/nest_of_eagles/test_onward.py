"""12 Who advances, where to, and what is left over when the advance is done."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import BELARUS, SOUTHWEST, WEST
from vistula.games.nest_of_eagles.rules.advance import Advances, Onward
from vistula.games.nest_of_eagles.rules.forced_march import LONG_WITHDRAWAL, WITHDRAWAL
from vistula.games.nest_of_eagles.rules.movement import Move, begin_movement, hurries, late
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS, front_of
from vistula.games.nest_of_eagles.state import ATTACK_1, ATTACK_2, State, put
from vistula.kernel import Action, Game, IllegalAction

from .positions import M, hex, situation, unit, units
from .screens import screened
from .table import POLAND, SOVIET, asked, march, moves, offered, play, table, where

rule = pytest.mark.rule
FRIENDS = "2206 P-17; 1920 P-13"


def why(game: Game[State], kind: str, number: str) -> str:
    refusal = game.seat(asked(game).seat).why_not(kind, hex(number))
    assert refusal is not None
    return refusal.rule


def advancing(stacks: str, keys: str, phase: int = ATTACK_1, side: int = POLAND) -> Game[State]:
    s = situation(f"{stacks}; {FRIENDS}", side=side, phase=phase)
    return table(s, Advances(units=units(keys), hexes=[hex("3126")], thrust=False, side=side))


@rule("12.0a", "12.0b", "22.1f")
@pytest.mark.parametrize("beside", ["3127", "3226", "3025"])
def test_enemies_next_to_the_hex_stop_nobody_and_those_in_it_all(beside: str) -> None:
    assert offered(advancing(f"3125 P-12; {beside} S-44", "P-12"), "unit") == {"P-12"}
    assert not advancing(f"3125 P-12; {beside} S-44; 3126 S-45", "P-12").stack


@rule("12.0a", "22.1f")
@pytest.mark.parametrize("side", [POLAND, SOVIET])
def test_each_unit_that_fought_and_is_left_may_advance(side: int) -> None:
    stay = (M.lwow_unit, M.air)
    for u in M.units_of[side]:
        if u >= M.count or M.support >> u & 1 or u in stay or M.key[u][0] == "L" or M.lith_belarus >> u & 1:
            continue
        s = situation(FRIENDS, side=side, phase=ATTACK_1)
        put(s, u, hex("3125"))
        away = next(v for v in M.units_of[side] if v != u and s.place[v] < 0)
        if side == SOVIET and front_of(s, u) not in (WEST, SOUTHWEST):
            continue
        game = table(s, Advances(units=[u, away], hexes=[hex("3126")], thrust=False, side=side))
        if game.stack:
            assert offered(game, "unit") == {M.key[u]}
        else:
            assert side == SOVIET, M.key[u]


@rule("12.0a", "22.1f")
def test_with_three_players_each_advances_with_his_own_front() -> None:
    s = situation("2515 S-27; 2416 S-24; 2206 P-17; 1920 P-13", side=SOVIET, phase=ATTACK_1)
    s.players = 3
    game = table(s, Advances(units=units("S-27 S-24"), hexes=[hex("2516")], thrust=False, side=SOVIET))
    seen = []
    while game.stack and asked(game).step == "who_goes":
        seen.append(offered(game, "unit"))
        play(game, "done")
    assert sorted(map(sorted, seen)) == [["S-24"], ["S-27"]]


@rule("6.0a", "12.0a", "12.0b", "12.1d")
def test_a_full_hex_takes_no_fifth_unit_that_cannot_go_on() -> None:
    game = advancing("3126 P-12 P-14 P-15 P-16; 3125 P-10", "P-10", ATTACK_2)
    assert not game.stack
    game = advancing("3126 P-12 P-14 P-15; 3125 P-10", "P-10", ATTACK_2)
    assert offered(game, "unit") == {"P-10"}


@rule("3.3d", "12.1c", "12.1a")
def test_after_an_advance_nobody_is_on_the_move() -> None:
    s = situation(f"3126 P-1C; 2010 S-53; {FRIENDS}", phase=ATTACK_1)
    game = table(s, Onward(command=POLES, unit=unit("P-1C"), origin=hex("3125"), left=2))
    play(game, "step 3226")
    assert game.s.moving == 1 << unit("P-1C")
    play(game, "stop")
    assert game.s.moving == 0
    assert where(game, "P-1C") == "3226"


@rule("12.1c", "12.1a", "23.1.3c", "23.1.3g")
@pytest.mark.parametrize(
    ("side", "key", "enemy", "marker"), [(POLAND, "P-10", "S-41", "S-PAT1"), (SOVIET, "S-58", "P-12", "P-PAT1")]
)
def test_units_of_both_sides_reveal_on_their_advance(side: int, key: str, enemy: str, marker: str) -> None:
    stacks = f"2926 {key}; 3026 {enemy}; 2206 P-17; 2010 S-53"
    for left, sees in ((2, {"3026"}), (0, set())):
        s = screened(stacks, f"{marker} {enemy}", phase=ATTACK_1, side=side)
        command = POLES if side == POLAND else SOVIETS
        game = table(s, Onward(command=command, unit=unit(key), origin=hex("2825"), left=left))
        if not left:
            assert not game.stack
            continue
        assert offered(game, "reveal") == sees
        play(game, "reveal 3026")
        assert where(game, enemy) == "3026"
        assert not game.stack  # it stays where it was
        assert where(game, key) == "2926"


# -- 7 a step that takes all points is a step ---


@rule("2.5.1e", "19.3a", "21.2a")
def test_who_could_leave_by_a_step_that_takes_all_points_must() -> None:
    ring = "2916 P-1LB; 2816 S-53/x; 2915 S-4/x; 2917 S-24/x; 3015 S-15/x; 3016 S-44/x; 2206 P-17"
    for stacks, due in ((ring, ["19.3a"]), (f"{ring}; 2815 S-18/x", [])):
        s = situation(stacks)
        begin_movement(s, POLAND)
        assert [bar.rule for bar in late(s, units("P-1LB"))] == due


@rule("23.2.1a", "23.2.2a", "7.1e")
def test_a_forced_march_may_begin_with_a_step_that_takes_all_points() -> None:
    ring = "1709 P-3L; 1708 S-53/x; 1808 S-4/x; 1809 S-11/x; 1710 S-15/x; 1609 S-16/x; 2206 P-17"
    for stacks, found in ((ring, [WITHDRAWAL, LONG_WITHDRAWAL]), (f"{ring}; 1608 S-18/x", [])):
        s = situation(stacks)  # the only way is over a large river without a bridge
        s.forced_march, s.morale[BELARUS] = True, 10
        begin_movement(s, POLAND)
        assert hurries(s, unit("P-3L")) == found


@rule("7.0a", "7.0b", "7.0c")
def test_what_cannot_be_clicked_is_refused_by_the_rule_of_the_order_of_moves() -> None:
    game = moves(f"3126 P-12; {FRIENDS}")
    assert why(game, "space", "3125") == "7.0c"  # a unit first
    play(game, "unit P-12")
    with pytest.raises(IllegalAction) as refused:
        game.play(asked(game).seat, Action("stop"))
    assert refused.value.rule == "7.0b"  # it has not moved
    play(game, "step 3125")
    with pytest.raises(IllegalAction) as refused:
        game.play(asked(game).seat, Action("cancel"))
    assert refused.value.rule == "7.0b"  # it has begun
    play(game, "stop")
    assert where(game, "P-12") == "3125"


@rule("7.2a", "7.0c", "7.1p")
@pytest.mark.parametrize(
    ("stacks", "tired"),
    [
        ("1710 P-12 P-14; 1809 S-53", True), ("1710 P-12; 1809 S-53; 1708 P-41", True),
        ("1710 P-12 P-14; 1809 S-53; 1709 P-41", False), ("1710 P-12 P-14", False),
    ],
)  # fmt: skip
def test_only_a_friend_in_the_very_hex_spares_who_crosses_a_line_over_a_river(stacks: str, tired: bool) -> None:
    game = march(moves(f"{stacks}; {FRIENDS}"), "P-12", "1709")
    assert game.s.barred == (1 << unit("P-12") if tired else 0)


@rule("23.1.3e", "7.0c", "9.0a")
def test_trains_carry_nobody_who_is_bound_for_a_hex() -> None:
    for bound, rides in ((0, True), (1 << hex("2307"), False)):
        s = situation(f"2308 P-16; {FRIENDS}")
        begin_movement(s, POLAND)
        game = table(s, Move(command=POLES, unit=unit("P-16"), origin=hex("2308"), left=3, bound=bound))
        assert bool(offered(game, "rail")) is rides
        assert bool(offered(game, "conceal")) is rides
