"""The `go` gesture: which way a unit takes, and that what is drawn is what is played."""

from __future__ import annotations

import random

import pytest

from vistula.games.warsaw_1920.rules.movement import allowance, movable, steps
from vistula.games.warsaw_1920.rules.queries import in_enemy_zoc
from vistula.games.warsaw_1920.shown.routes import halt, ways_of
from vistula.kernel import Action, IllegalAction

from .situations import game_at, random_game
from .table import M, asked, at, hex, play, poles_move, russians_attack, russians_move, seat, unit, where


def tried_out(s, unit):
    """Where a unit can get to by single steps, each asked of the rule itself: hex -> points left."""
    best = {}
    queue = [(s.place[unit], allowance(s, unit), True)]
    while queue:
        here, left, whole = queue.pop()
        for to in steps(s, here, left, whole) if left > 0 else []:
            rest = max(0, left - M.cost[here][to])
            ends = in_enemy_zoc(s, s.side, to) or M.east_prussia >> to & 1
            if best.get(to, -1) < rest:
                best[to] = rest
                if not ends:
                    queue.append((to, rest, False))
    best.pop(s.place[unit], None)
    return best


@pytest.mark.rule("7.1a", "7.1b", "10.3a", "10.3b", "10.4a", "10.4.1a")
@pytest.mark.parametrize("seed", range(4))
def test_reach_is_what_single_steps_allow(seed):
    rng = random.Random(seed)
    for game in random_game(seed):
        if game.over or asked(game).step != "pick" or rng.random() > 0.2:
            continue
        s = game.s
        for u in rng.sample(movable(s, s.side), min(6, len(movable(s, s.side)))):
            found = {to: allowance(s, u) - way.spent for to, way in ways_of(s, u).items()}
            assert found == tried_out(s, u)


@pytest.mark.rule("10.3a")
@pytest.mark.parametrize("seed", range(4))
def test_the_way_drawn_is_the_way_played(seed):
    """Every click of a route is offered, and leads to the hex unless something comes between."""
    rng = random.Random(seed)
    for game in random_game(seed):
        if game.over or asked(game).step not in ("pick", "way") or rng.random() > 0.1:
            continue
        mine = game.seat(seat(game))
        choices = movable(game.s, game.s.side)
        if not choices:
            continue
        u = rng.choice(choices)
        targets = list(ways_of(game.s, u))
        if not targets:
            continue
        to = rng.choice(targets)
        trial = game.clone().listen()
        route = mine.route(u, to)
        if not route:  # dragged while it is on its way
            continue
        played = trial.go(mine.id, u, to)
        assert played == len(route) or trial.barriers
        assert trial.s.place[u] == to or trial.barriers or trial.s.place[u] < 0


@pytest.mark.rule("10.3a", "10.3.3a")
def test_a_route_takes_the_cheapest_way():
    game = russians_move("units.R-4 = '2832'")
    way = ways_of(game.s, unit("R-4"))
    for to, found in way.items():
        assert found.hexes[-1] == to
        assert found.spent <= 4
    assert game.seat("russia").route(unit("R-4"), hex("2830")) == [
        Action("unit", unit("R-4")),
        *(Action("step", h) for h in way[hex("2830")].hexes),
    ]


def test_a_unit_on_its_way_goes_on():
    game = russians_move("units.R-4 = '2832'")
    play(game, "unit R-4")
    assert game.go("russia", unit("R-4"), hex("2831")) == 1
    assert where(game, "R-4") == "2831"
    route = game.seat("russia").route(unit("R-4"), hex("2830"))
    assert [action.verb for action in route] == ["step"]


@pytest.mark.rule("10.1c")
def test_dragging_another_unit_ends_the_move_before_it():
    game = russians_move("units.R-4 = '2832'\nunits.R-27 = '2632'")
    play(game, "unit R-4")
    route = game.seat("russia").route(unit("R-27"), hex("2631"))
    assert [action.verb for action in route] == ["cancel", "unit", "step"]
    play(game, "step 2831")
    route = game.seat("russia").route(unit("R-27"), hex("2631"))
    assert [action.verb for action in route] == ["stop", "unit", "step"]
    assert game.go("russia", unit("R-27"), hex("2631")) == 3
    assert where(game, "R-27") == "2631"


def test_a_whole_stack_goes_with_the_unit_that_is_dragged():
    game = russians_move("units.R-4 = '2832'\nunits.R-27 = '2832'")
    play(game, "stack 2832")
    game.go("russia", unit("R-4"), hex("2831"))
    assert where(game, "R-27") == "2831"


@pytest.mark.rule("7.1a")
def test_a_route_never_leads_through_an_enemy_zone():
    game = russians_move("units.R-10cav = '0332'\nunits.P-8 = '0330'")
    way = ways_of(game.s, unit("R-10cav"))
    for found in way.values():
        assert not any(in_enemy_zoc(game.s, game.s.side, h) for h in found.hexes[:-1])


@pytest.mark.rule("10.4.2a")
def test_a_rout_on_the_way_stops_the_gesture():
    game = poles_move("""
        units.P-PL1 = "0323"
        units.R-4 = { hex = "0326", disrupted = true }
    """)
    played = game.go("poland", unit("P-PL1"), hex("0325"))
    assert played < 4
    assert where(game, "R-4") != "0326" or seat(game) == "russia"


def test_there_is_no_route_where_the_rules_have_none():
    game = russians_move("units.R-4 = '2832'\nunits.P-8 = '0330'")
    mine = game.seat("russia")
    assert mine.route(unit("R-4"), hex("0615")) == []
    assert mine.route(unit("P-8"), hex("0331")) == []
    assert game.seat("poland").route(unit("P-8"), hex("0331")) == []
    with pytest.raises(IllegalAction):
        game.go("russia", unit("R-4"), hex("0615"))


# -- gestures outside of movement -------------------------------------------------------------------------------


def test_a_unit_dragged_onto_the_enemy_attacks():
    game = russians_attack("units.R-4 = '0331'\nunits.R-27 = '0331'\nunits.P-8 = '0330'")
    assert game.go("russia", unit("R-4"), hex("0330")) == 2
    assert game.stack[-1].attackers == [unit("R-4")]
    assert game.go("russia", unit("R-27"), hex("0330")) == 1
    assert game.stack[-1].attackers == [unit("R-4"), unit("R-27")]
    assert game.seat("russia").route(unit("R-4"), hex("0330")) == []


def test_a_reinforcement_is_dragged_to_its_place():
    game = at("""
        turn = 3
        side = "poland"
        phase = "reinforcement"
        units.P-3R = "box 3"
        units.P-1K = "box 3"
    """)
    assert game.go("poland", unit("P-3R"), hex("Warsaw")) == 2
    assert where(game, "P-3R") == M.grid.number(M.warsaw)
    assert game.seat("poland").route(unit("P-1K"), hex("2020")) != []
    assert game.seat("poland").route(unit("P-1K"), hex("2021")) == []


@pytest.mark.rule("3.1e")
def test_units_are_dragged_while_deploying():
    game = game_at('scenario = "free"\nside = "poland"\nphase = "deployment"')
    assert game.go("poland", unit("P-PL1"), hex("1022")) == 2
    assert game.go("poland", unit("P-PL1"), hex("0921")) == 2
    assert where(game, "P-PL1") == "0921"
    assert game.seat("poland").route(unit("P-PL1"), hex("2423")) == []
    assert game.seat("poland").route(unit("R-4"), hex("2925")) == []


@pytest.mark.rule("11.11a", "11.12a")
def test_cavalry_is_dragged_to_its_second_hex():
    game = russians_attack("""
        dice = [6]
        units.R-4cav = "0331"
        units.R-6cav = "0331"
        units.P-1U = "0330"
    """)
    play(game, "attack 0330", "unit R-4cav", "unit R-6cav", "resolve")
    while asked(game).step != "who_goes":
        decision = asked(game)
        option = decision.options[0]
        game.play(decision.seat, Action(option.verb, option.args[0]))
    route = game.seat("russia").route(unit("R-4cav"), hex("0329"))
    assert route == [Action("unit", unit("R-4cav")), Action("hex", hex("0329"))]
    assert game.go("russia", unit("R-4cav"), hex("0329")) == 2
    assert where(game, "R-4cav") == "0329"


@pytest.mark.rule("10.1c")
def test_a_drag_ends_the_move_and_one_undo_takes_all_of_it_back():
    game = russians_move("units.R-4 = '2832'")
    to = next(hex for hex, way in ways_of(game.s, unit("R-4")).items() if way.spent == 1)
    game.go("russia", unit("R-4"), to, ends=True)
    assert (asked(game).step, game.s.place[unit("R-4")]) == ("pick", to)
    assert unit("R-4") not in movable(game.s, game.s.side)
    game.undo("russia")
    assert where(game, "R-4") == "2832"
    game.go("russia", unit("R-4"), to)
    assert asked(game).step == "way", "a click leads on: the way may have further hexes"


@pytest.mark.rule("10.1c")
def test_only_a_move_under_way_is_ended_and_only_by_a_unit_of_it():
    game = russians_move("units.R-4 = '2832'\nunits.R-27 = '2829'")
    halts = lambda name: halt(game.seat("russia"), unit(name))  # noqa: E731
    assert (halts("R-4"), halts("R-27")) == (None, None)
    play(game, "unit R-4")
    assert (halts("R-4"), halts("R-27")) == (None, None)
    play(game, "step 2831")
    assert (halts("R-4"), halts("R-27")) == (Action("stop"), None)


@pytest.mark.rule("10.1c")
@pytest.mark.parametrize("undo", ["move", "consent"])
def test_a_drag_does_not_end_a_move_that_could_not_be_taken_up_again(undo):
    game = russians_move("units.R-4 = '2832'")
    game.options["undo"] = undo
    to = next(hex for hex, way in ways_of(game.s, unit("R-4")).items() if way.spent == 1)
    game.go("russia", unit("R-4"), to, ends=True)
    assert asked(game).step == "way"


@pytest.mark.rule("10.1c")
def test_a_dragged_stack_goes_unit_by_unit_and_one_undo_takes_all_of_it_back():
    game = russians_move("units.R-4 = '2832'\nunits.R-27 = '2832'\nunits.R-10cav = '2832'")
    stack = [unit(name) for name in ("R-4", "R-27", "R-10cav")]
    far = next(h for h, way in ways_of(game.s, stack[2]).items() if h not in ways_of(game.s, stack[0]) and way.hexes)
    assert game.go("russia", stack[2], far, True, "", stack[:2])
    assert [game.s.place[each] for each in stack] == [hex("2832"), hex("2832"), far], "who cannot go stays behind"
    game.undo("russia")
    near = next(h for h, way in ways_of(game.s, stack[0]).items() if way.spent == 2)
    left = {each: ways_of(game.s, each)[near].spent for each in stack}
    assert game.go("russia", stack[0], near, True, "", stack[1:])
    assert [game.s.place[each] for each in stack] == [near] * 3
    assert len(set(left.values())) == 1, "each has paid for itself"
    assert asked(game).step == "pick"
    game.undo("russia")
    assert [where(game, name) for name in ("R-4", "R-27", "R-10cav")] == ["2832"] * 3


def test_a_way_says_its_price():
    game = russians_move("units.R-4 = '2832'")
    found = ways_of(game.s, unit("R-4"))
    to = next(h for h, way in found.items() if way.spent == 3)
    [road] = game.seat("russia").roads(unit("R-4"), to)
    assert (road.price, road.by) == ("3 of 4 MP", "")
    with pytest.raises(IllegalAction, match="there is no way"):
        game.go("russia", unit("R-4"), to, by="rail")
