"""To the number, to the hex, to the side: what moves, attacks and captures set off, and what they do not."""

from __future__ import annotations

from itertools import product

import pytest

from vistula.board.hexes import bits, collect
from vistula.games.nest_of_eagles.model import BELARUS, POLISH, SOUTHWEST, UKRAINE, WEST
from vistula.games.nest_of_eagles.rules.concentration import possible
from vistula.games.nest_of_eagles.rules.control import at_the_edge, come
from vistula.games.nest_of_eagles.rules.morale import advantage, kijow_drain, shift, support
from vistula.games.nest_of_eagles.rules.movement import Move, begin_movement, end_movement
from vistula.games.nest_of_eagles.rules.seats import POLES
from vistula.games.nest_of_eagles.rules.strength import very_favorable, work_out
from vistula.games.nest_of_eagles.rules.ways import allowance, may_not_stay, shut, toll
from vistula.games.nest_of_eagles.state import ATTACK_1, ATTACK_2, OFF, State
from vistula.kernel import Game, barred

from .plain import ALL, DIFFICULT, FACES, LAND, Plain, around, away, foot, narrow, wide
from .plain import side as between
from .positions import M, hex, numbers, situation, stand, unit, units
from .table import (
    POLAND,
    SOVIET,
    asked,
    asks,
    attack,
    attacking,
    attacks,
    can,
    declare,
    events,
    level_of,
    march,
    moves,
    offered,
    play,
    points_left,
    roll,
    table,
    where,
)
from .test_boost import with_events
from .test_plainly import somewhere

rule = pytest.mark.rule
FRIENDS = "2206 P-17; 1920 P-13"


def why(game: Game[State], kind: str, thing: int) -> str:
    refusal = game.seat(asked(game).seat).why_not(kind, thing)
    assert refusal is not None
    return refusal.rule


# -- 7.1 the table of movement costs, line by line ---


def line_of(p: Plain, army: int, a: str, b: str, helped: bool) -> str:
    """The line of the table that a step comes under."""
    pair, hard = between(a, b), b in DIFFICULT
    small, large, price = narrow(army, pair), wide(army, pair), p.cost(army, a, b, False, False)
    if pair not in p.lines(1 - army):
        if price == ALL:
            return "7.1f" if hard else "7.1e"
        return "7.1c" if small else "7.1d" if large else "7.1b" if hard else "7.1a"
    if hard and (small or (large and helped)):
        return "7.1k"
    if large or small or hard:
        return "7.1j" if large else "7.1i" if small else "7.1h"
    return "7.1l" if (b, a) in FACES else "7.1g"


@rule("7.1a", "7.1b", "7.1c", "7.1d", "7.1e", "7.1f", "7.1g", "7.1h", "7.1i", "7.1j", "7.1k", "7.1l")
@pytest.mark.parametrize("seed", range(8))
def test_a_step_is_refused_by_the_line_of_the_table_it_comes_under(seed: int) -> None:
    s, p, rng = somewhere(seed)
    s.side = rng.choice((POLAND, SOVIET))
    begin_movement(s, s.side)
    for key in [key for key in p.at if p.army(key) == s.side and foot(key)][:6]:
        home = p.at[key]
        friends = {place for other, place in p.at.items() if other != key and p.army(other) == s.side}
        for there in around(home) & LAND - numbers(barred(shut(s, unit(key)))):
            assert toll(s, unit(key), hex(home), hex(there))[0] == line_of(p, s.side, home, there, there in friends)


# -- 3.2e, 7.0 who moves and how far ---


@rule("3.2e", "3.3c", "3.4.3b")
@pytest.mark.parametrize(
    ("key", "points"), [("P-12", 3), ("P-12/r", 3), ("P-12/x", 4), ("P-1C", 4), ("P-CARS", 5), ("P-PP1", 1)]
)
def test_movement_points_of_each_kind(key: str, points: int) -> None:
    s = situation(f"3126 {key}; {FRIENDS}")
    name = key.split("/")[0]
    assert allowance(s, unit(name)) == points
    if not key.endswith("x") and name != "P-PP1":
        assert points == M.mp[unit(name)]


RING = "1709 P-3L{}; 1708 S-53; 1808 S-4; 1809 S-11; 1710 S-15; 1609 S-16; 1608 S-18"


@rule("7.0d", "7.1p")
def test_a_unit_with_enemies_on_all_sides_cannot_be_chosen() -> None:
    game = moves(RING.format(" P-17"))
    assert not offered(game, "unit")
    assert why(game, "piece", unit("P-3L")) == "7.1p"
    assert offered(moves(RING.format("").replace("; 1808 S-4", "")), "unit") == {"P-3L"}


@rule("3.4.4c", "19.5b", "7.1g")
def test_only_wheels_ignore_lines_in_the_open() -> None:
    costs = {}
    for key in ("P-CARS", "P-MOT", "P-2BJ", "P-1C"):
        game = play(moves(f"3026 {key}; 3127 S-44; {FRIENDS}"), f"unit {key}")
        had = points_left(game)
        costs[key] = had - points_left(play(game, "step 3126"))
    assert costs == {"P-CARS": 1, "P-MOT": 1, "P-2BJ": 2, "P-1C": 2}


@rule("3.4.4b", "7.0d", "6.0a")
@pytest.mark.parametrize(("key", "by"), [("P-CARS", "3.4.4b"), ("P-MOT", "3.4.4b"), ("P-12", "7.0d")])
def test_no_move_ends_among_enemies(key: str, by: str) -> None:
    s = situation(f"3025 {key}; 3126 S-B; {FRIENDS}")
    first = next(bar for bar in may_not_stay(s, unit(key), hex("3025")) if bar.held(hex("3126")))
    assert first.rule == by


@rule("7.0c", "7.1p", "6.0a", "3.4.4b")
def test_where_a_unit_may_not_stay_it_is_told_why_it_cannot_stop() -> None:
    game = play(moves(f"3025 P-CARS; 3126 S-B; {FRIENDS}"), "unit P-CARS", "step 3126")
    assert not can(game, "stop")
    assert can(play(game, "step 3226"), "stop")


@rule("7.0c", "7.1p", "3.4.4d")
@pytest.mark.parametrize(
    ("stacks", "key", "counts"),
    [
        ("2207 P-CARS", "P-CARS", True), ("2207 P-12", "P-12", False),
        ("3426 P-CARS; 3326 S-24; 3425 S-25; 3327 S-44", "P-CARS", False),
    ],
)  # fmt: skip
def test_cars_that_set_out_in_supply_are_remembered_and_nobody_else(stacks: str, key: str, counts: bool) -> None:
    game = play(moves(f"{stacks}; {FRIENDS}"), f"unit {key}")
    play(game, f"step {min(offered(game, 'step'))}")
    assert game.s.supplied_cars == (1 << unit(key) if counts else 0)


@rule("7.0c", "7.1p", "9.0a", "23.1.3e")
def test_who_has_revealed_dummies_goes_only_where_they_were() -> None:
    s = situation(f"2105 P-12; {FRIENDS}")
    begin_movement(s, POLAND)
    move = Move(command=POLES, unit=unit("P-12"), origin=hex("2105"), left=3, bound=1 << hex("2106"))
    game = table(s, move)
    assert offered(game, "step") == {"2106"}
    assert not offered(game, "rail")
    assert not offered(game, "conceal")
    assert why(game, "space", hex("2104")) == "23.1.3e"


@rule("7.0c", "7.1p", "9.0a")
def test_rails_and_secret_journeys_before_the_first_step_only() -> None:
    game = play(moves(f"2308 P-16; {FRIENDS}"), "unit P-16")
    assert offered(game, "rail")
    assert offered(game, "conceal")
    assert can(game, "cancel")
    assert not can(game, "stop")
    play(game, "step 2307")
    assert not offered(game, "rail")
    assert not offered(game, "conceal")
    assert can(game, "stop")
    assert not can(game, "cancel")


@rule("7.0c", "9.0a", "9.4b")
def test_the_second_secret_traveller_sets_out_without_another_roll() -> None:
    game = play(roll(moves(f"2308 P-16 P-15; {FRIENDS}"), 1), "unit P-16")
    goal = min(offered(game, "conceal"))
    play(game, f"conceal {goal}")
    game.s.rails[0] = 0
    play(game, "unit P-15")
    assert offered(game, "conceal") == {goal}
    play(game, f"conceal {goal}")
    assert asks(game) == "poland: pick"
    assert game.s.transit[0] == collect(units("P-16 P-15"))


@rule("9.4b")
def test_secret_journeys_begin_in_towns() -> None:
    s = situation(f"2307 P-16; 2308 P-15; {FRIENDS}")
    assert possible(s, unit("P-16")) == 0
    towns = possible(s, unit("P-15"))
    assert towns
    assert not towns & ~M.urban
    assert {M.theater_of[h] for h in bits(towns)} == {M.theater_of[hex("2308")]}


@rule("7.0b", "3.3d", "13.3.2a", "20.2.1a")
def test_a_march_is_told_once_a_journey_by_rail_and_a_way_round_not_as_marches() -> None:
    game = march(moves(f"2308 P-16; {FRIENDS}"), "P-16", "2307")
    assert [(e.refs["hex"], e.refs["to_hex"]) for e in events(game, "moves")] == [(hex("2308"), hex("2307"))]
    game = play(moves(f"2308 P-16; {FRIENDS}"), "unit P-16", "rail 2810")
    assert where(game, "P-16") == "2810"
    assert not events(game, "moves")
    game = march(moves(f"3126 P-12; {FRIENDS}"), "P-12", "3127 3126")
    assert not events(game, "moves")
    assert game.s.moved == 1 << unit("P-12")


@rule("7.1j", "7.0b", "9.1d")
def test_what_a_movement_phase_remembers_and_forgets() -> None:
    s = situation("3126 P-12 P-13; 3128 P-14; 3025 S-44; 3024 S-45 S-46", poland="2308")
    begin_movement(s, POLAND)
    assert (numbers(s.started), numbers(s.started_two)) == ({"3126", "3128"}, {"3126"})
    assert (s.active, s.moved, s.foreign) == (POLAND, 0, M.urban & ~s.held[POLAND])
    s.moved = s.eligible = s.unloaded = 6
    end_movement(s, POLAND)
    assert (s.moved, s.eligible, s.started, s.started_two, s.unloaded) == (0, 0, 0, 0, 0)


# -- 10 the attack ---


def fight(stacks: str, attackers: str, dice: tuple[int, int], orders: str, side: int = POLAND) -> Game[State]:
    return attack(attacks(f"{stacks}; {FRIENDS}", side=side), "3126", attackers, *dice, orders=orders)


DICE = {total: (total // 2, total - total // 2) for total in range(2, 13)}


@rule("10.3c", "1.3b", "10.3d", "10.3e", "10.4a", "14.2a", "14.2c", "14.2d", "14.2e")
@pytest.mark.parametrize("orders", ["none none", "assault none", "none stubborn", "assault stubborn", "none counter"])
@pytest.mark.parametrize("total", range(2, 13))
def test_what_a_roll_costs_each_side(total: int, orders: str) -> None:
    game = fight("3126 S-24; 3125 P-12", "P-12", DICE[total], orders)
    chance = events(game, "rolled")[-1].refs["chance"]
    bloody, odd = total in (2, 12), total % 2 == 1
    won = not bloody and total <= chance
    lost = [level_of(game.s, unit(key)) for key in ("P-12", "S-24")]
    assert lost == [bloody or (odd and "assault" in orders), bloody or (odd and "stubborn" in orders)]
    assert game.s.morale[UKRAINE] == (0 if bloody else -1 if won else 1)
    retreats = [event.refs for event in events(game, "retreats")]
    if bloody or (not won and "counter" not in orders):
        assert where(game, "P-12") == "3125"
        assert where(game, "S-24") == "3126"
        assert not retreats
        assert game.over or asks(game) == "poland: declare"


@rule("10.3c", "10.5b", "10.6a", "1.3b")
@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("total", range(3, 12))
def test_great_odds_cost_the_beaten_defender_a_step_by_even_rolls(total: int, most: bool) -> None:
    s = situation(f"3126 S-45/r; 3125 P-12 P-10; {FRIENDS}", phase=ATTACK_1)
    s.morale[UKRAINE] = -24 if most else 0
    assert very_favorable(s, work_out(s, units("P-12 P-10"), hex("3126"), 0, 0))
    game = attack(attacking(s), "3126", "P-12 P-10", *DICE[total])
    chance = events(game, "rolled")[-1].refs["chance"]
    extra = total % 2 == 0 and total <= chance
    assert (game.s.place[unit("S-45")] < 0) is extra  # a Reduced division has one step


@rule("10.2a", "10.1c", "5.1f", "21.4b")
@pytest.mark.parametrize(("key", "side"), [("P-12", POLAND), ("S-24", SOVIET), ("S-4K", SOVIET)])
@pytest.mark.parametrize("phase", [ATTACK_1, ATTACK_2])
def test_what_an_attack_is_remembered_for(key: str, side: int, phase: int) -> None:
    enemy = "S-45" if side == POLAND else "P-14"
    game = attacks(f"3126 {enemy}; 3125 {key}; {FRIENDS}", side=side, phase=phase)
    game.s.negotiating = 1 << unit("S-G1")
    declare(game, "3126", key)
    s = game.s
    assert s.fought == 1 << unit(key)
    assert s.attacked == (1 << unit(key) if phase == ATTACK_1 else 0)
    assert s.fought_in[side] == 1 << UKRAINE
    assert s.fought_in[1 - side] == 0
    assert s.konarmiya_fought == (key == "S-4K")
    assert s.attacks == ([0, 0, 1] if side == POLAND else [0, 0, 0])
    assert s.assaults[SOUTHWEST] == (side == SOVIET)
    assert s.wilno_clock == 0
    assert s.negotiating == 1 << unit("S-G1")
    assert [len(e.refs["units"]) for e in events(game, "attack")] == [1]


@rule("20.4.1f", "10.2a")
def test_only_the_brigades_attacked_stop_negotiating() -> None:
    s = situation("2424 S-G2; 2523 S-G1; 2324 P-13 P-12", scenario="kiev", phase=ATTACK_1)
    s.rebellion, s.negotiating = 2, collect(units("S-G1 S-G2"))
    game = declare(attacking(s), "2424", "P-13 P-12")
    assert game.s.negotiating == 1 << unit("S-G1")


@rule("10.1a", "21.4c", "19.3d")
def test_wilno_in_lithuanian_hands_is_no_target_of_others() -> None:
    for key, open_ in (("P-12", False), ("P-1LB", True)):
        s = situation(f"1804 L-1; 1805 {key}; 1906 S-27; 2206 P-17", phase=ATTACK_1)
        s.lithuania_out = True
        assert can(attacking(s), "attack 1804") is open_


@rule("10.1a", "10.1b", "3.4.2c")
def test_a_unit_that_leaves_an_attack_is_not_in_it() -> None:
    game = play(attacks(f"3126 S-24; 3125 P-12 P-14; {FRIENDS}"), "attack 3126", "unit P-12", "unit P-14")
    assert not offered(game, "unit")
    assert not can(game, "attack 3126")
    assert why(game, "space", hex("3127")) == "10.1a"
    play(game, "drop P-12")
    assert offered(game, "unit") == {"P-12"}
    assert offered(game, "drop") == {"P-14"}
    play(game, "resolve")
    assert events(game, "attack")[-1].refs["units"] == [unit("P-14")]


@rule("23.3.2.4")
def test_who_fires_at_nobody_is_not_fired_at() -> None:
    s = with_events("2206 P-17 P-7E; 2306 S-ART; 2010 P-13; 3003 S-5", soviet="S4 S1", phase=ATTACK_1)
    game = declare(attacking(s), "2306", "P-17 P-7E")
    while asks(game) != "poland: declare":
        assert asks(game).startswith("poland")
        verbs = asked(game).verbs()
        play(game, next(verb for verb in ("end", "done", "stay", "stop", "none") if verb in verbs))
    assert where(game, "S-ART") == "removed"


# -- 2.7, 13.3d towns ---


@rule("2.7a", "13.3d", "13.3.3a", "13.5b", "19.8.1a", "21.3b", "21.3c", "21.4e")
@pytest.mark.parametrize(
    ("key", "start", "town", "before"),
    [
        ("P-12", "3021", "3121", SOVIET), ("P-12", "2307", "2308", SOVIET), ("P-12", "1805", "1804", SOVIET),
        ("S-24", "3021", "3121", POLAND), ("S-27", "2307", "2308", POLAND), ("S-27", "1805", "1804", POLAND),
        ("L-1", "1805", "1804", POLAND), ("L-1", "1805", "1804", SOVIET), ("S-24", "1422", "1322", POLAND),
        ("P-12", "2307", "2308", POLAND), ("S-27", "2307", "2308", SOVIET), ("P-7E", "2307", "2308", SOVIET),
    ],
)  # fmt: skip
def test_what_a_town_does_to_whom_takes_it(key: str, start: str, town: str, before: int) -> None:
    given = {("poland", "soviet")[before]: town}
    s = situation(f"{start} {key}; 2206 P-17; 1920 P-13", side=M.side[unit(key)], **given)  # type: ignore[arg-type]
    s.entente, s.polish_marker = True, False
    come(s, unit(key), hex(town))
    side, theater = M.side[unit(key)], M.theater_of[hex(town)]
    mine = 2 if key[0] == "L" else side
    taken = mine != before and key != "P-7E"
    assert [who for who in range(3) if s.held[who] >> hex(town) & 1] == [mine if taken else before]
    assert s.kijow_taken == s.kijow_drain == (taken and town == "3121" and side == POLAND)
    assert s.wilno_taken == (taken and town == "1804" and mine == 2)
    assert s.entente != (taken and town == "1804" and mine == SOVIET)
    counts = taken and (mine, before) != (2, SOVIET)
    assert s.captured_in[side] == (1 << theater if counts else 0)
    boxes = M.value[hex(town)] * counts * (-1 if side == POLAND else 1)
    assert M.value[hex(town)]
    assert s.morale[theater] == boxes
    for other in {BELARUS, UKRAINE} - {theater}:
        assert s.morale[other] == (boxes if town == "1322" else 0)


@rule("2.7a", "13.3d")
def test_a_town_without_a_number_shifts_nothing() -> None:
    plain = next(h for h in bits(M.urban & M.theater[BELARUS]) if not M.value[h])
    s = situation(f"{M.grid.number(plain)} S-27; {FRIENDS}", side=SOVIET)
    stand(s, "S-27", "2702")
    s.held[SOVIET] &= ~(1 << plain)
    s.held[POLAND] |= 1 << plain
    come(s, unit("S-27"), plain)
    assert s.held[SOVIET] >> plain & 1
    assert (s.captured_in, s.morale) == ([0, 0], [0, 0, 0])


@rule("3.4.3e", "2.7a")
@pytest.mark.parametrize(
    ("friend", "taken"),
    [("", False), ("2308 P-15", True), ("2307 P-15", True), ("2305 P-15", True), ("2304 P-15", False)],
)
def test_a_train_takes_a_town_with_a_friend_within_three_hexes(friend: str, taken: bool) -> None:
    s = situation(f"{friend}; 1920 P-13", soviet="2308")
    assert not friend or away("2308", friend.split()[0]) == {"2308": 0, "2307": 1, "2305": 3, "2304": 4}[friend[:4]]
    s.held[POLAND] &= ~(1 << hex("2308"))
    s.held[SOVIET] |= 1 << hex("2308")
    come(s, unit("P-PP1"), hex("2308"))
    assert bool(s.held[POLAND] >> hex("2308") & 1) is taken


# -- 20.2.1 what calls Soviet reserves ---


@rule("20.2.1a", "20.2.1b", "20.2.1c")
@pytest.mark.parametrize(
    ("key", "start", "end", "reserves"),
    [
        ("P-12", "3504", "3505", [1, 0]), ("S-27", "3504", "3505", [0, 0]), ("P-12", "3506", "3507", [0, 0]),
        ("P-12", "2401", "2501", [1, 0]), ("P-12", "2501", "2401", [1, 0]), ("S-27", "2401", "2501", [0, 0]),
    ],
)  # fmt: skip
def test_smolensk_and_the_dzwina_call_a_division_of_the_western_front(
    key: str, start: str, end: str, reserves: list[int]
) -> None:
    s = situation(f"{start} {key}; {FRIENDS}")
    come(s, unit(key), hex(end))
    assert [s.reserves[WEST], s.reserves[SOUTHWEST]] == reserves
    come(s, unit(key), hex(start))
    come(s, unit(key), hex(end))
    assert [s.reserves[WEST], s.reserves[SOUTHWEST]] == reserves  # once in a turn


@rule("20.2.1a")
def test_two_hexes_from_the_eastern_edge_call_a_division_of_the_front_there() -> None:
    for hexes in (M.theater[BELARUS], M.theater[UKRAINE]):
        front = WEST if hexes == M.theater[BELARUS] else SOUTHWEST
        for h in bits(hexes & M.land):
            near = M.grid.number(h)[:2] in ("36", "37")
            for key in ("P-12", "S-27"):
                s = State(place=[OFF] * len(M.key))
                s.m, s.place[unit(key)] = M, h
                at_the_edge(s, unit(key))
                assert s.reserves[front] == (near and key == "P-12"), M.grid.number(h)
                assert not s.reserves[1 - front]


# -- 21 Lithuania ---


@rule("21.1e", "21.2b", "21.4b")
def test_the_first_lithuanian_over_the_line_is_told_and_starts_the_clock() -> None:
    s = situation(f"1604 L-1; 1504 L-2 S-27; {FRIENDS}", side=SOVIET, round=5)
    game = table(s)
    inside = next(M.grid.number(h) for h in bits(M.lithuania) if h not in (hex("1604"), hex("1504")))
    come(game.s, unit("L-2"), hex(inside))
    come(game.s, unit("S-27"), hex("1906"))
    assert (game.s.lithuania_out, game.s.wilno_clock) == (False, 0)
    come(game.s, unit("L-1"), hex("1705"))
    assert (game.s.lithuania_out, game.s.wilno_clock) == (True, 5)
    game.s.round = 6
    come(game.s, unit("L-2"), hex("1806"))
    assert game.s.wilno_clock == 5


# -- 13 morale ---


@rule("13.1a", "13.4a", "13.5a")
@pytest.mark.parametrize(("marker", "one"), [*product((False, True), repeat=2)])
def test_the_box_of_each_theater(marker: bool, one: bool) -> None:
    s = situation(FRIENDS)
    s.morale, s.polish_marker, s.unified = [3, 5, -7], marker or one, one
    home = 3 if marker or one else 0
    assert [advantage(s, theater) for theater in (POLISH, BELARUS, UKRAINE)] == ([3] * 3 if one else [home, 5, -7])


@rule("13.3g", "13.4a", "13.4c")
def test_a_marker_that_does_not_lie_on_the_track_is_not_shifted() -> None:
    s = situation(FRIENDS)
    shift(s, SOVIET, POLISH, 2, "13.3a")
    assert s.morale == [0, 0, 0]
    s.polish_marker = True
    shift(s, SOVIET, POLISH, 2, "13.3a")
    shift(s, POLAND, UKRAINE, 3, "13.3a")
    assert s.morale == [2, 0, -3]
    table(s)
    shift(s, POLAND, UKRAINE, 0, "13.3a")
    assert s.morale == [2, 0, -3]


@rule("13.3.2a", "13.3.2b")
@pytest.mark.parametrize(
    ("key", "boxes", "after"),
    [
        ("P-12", (-10, 0), -1), ("P-12", (0, -10), -9), ("P-12", (-20, -10), -11), ("P-12", (-10, -10), -10),
        ("P-12", (10, 0), 0), ("S-27", (10, 0), 1), ("S-27", (0, 10), 9), ("S-27", (20, 10), 11),
        ("S-27", (0, -10), -10),
    ],
)  # fmt: skip
def test_a_unit_brings_its_morale_along(key: str, boxes: tuple[int, int], after: int) -> None:
    for old, new in ((BELARUS, UKRAINE), (UKRAINE, BELARUS)):
        s = situation(FRIENDS)
        s.morale[old], s.morale[new] = boxes
        support(s, unit(key), old, new)
        assert (s.morale[old], s.morale[new]) == (boxes[0], after)
        s.morale[old], s.morale[new] = boxes
        support(s, unit(key), new, new)
        support(s, unit(key), POLISH, new)
        support(s, unit(key), old, POLISH)
        assert (s.morale[old], s.morale[new]) == boxes


@rule("13.3.3a")
@pytest.mark.parametrize(
    ("linked", "unified", "before", "after"),
    [
        (0, False, [0, -10, -20], [0, -9, -18]), (0, False, [-10, -10, -20], [-9, -9, -18]),
        (BELARUS, False, [-20, -20, -10], [-18, -18, -9]), (UKRAINE, False, [-10, -20, -10], [-9, -18, -9]),
        (0, True, [-20, 0, 0], [-18, 0, 0]), (0, False, [10, 10, 20], [10, 10, 20]),
    ],
)  # fmt: skip
def test_kijow_drains_each_marker_once(linked: int, unified: bool, before: list[int], after: list[int]) -> None:
    s = situation(FRIENDS)
    s.polish_marker, s.linked, s.unified, s.morale = True, linked, unified, before[:]
    kijow_drain(s)
    assert s.morale == before
    s.kijow_drain = True
    kijow_drain(s)
    assert s.morale == after
