"""Units under way: who is on the move, what a drag does, what is hidden meanwhile, and which tables can be made."""

from __future__ import annotations

import random

import pytest

from vistula.games.nest_of_eagles.knowledge import fill, hidden, mask, secret
from vistula.games.nest_of_eagles.model import SEATS, SOUTHWEST, WEST
from vistula.games.nest_of_eagles.rules.attack import Attack
from vistula.games.nest_of_eagles.rules.movement import Marches, begin_movement
from vistula.games.nest_of_eagles.rules.reinforcements import Arrivals, railheads
from vistula.games.nest_of_eagles.rules.seats import POLES, SOVIETS, army_of, command_of, front_of
from vistula.games.nest_of_eagles.shown.routes import no_way, way
from vistula.games.nest_of_eagles.state import ATTACK_1, OFF, OWN, REACTIVE_1, WEST_POOL, box, lift
from vistula.kernel import ONLOOKER, UNKNOWN

from .positions import M, hex, situation, unit, units
from .table import POLAND, SOVIET, TITLE, asked, moving, offered, play, roll, table

rule = pytest.mark.rule
FRIENDS = "2206 P-17; 1920 P-13"
FOES = "3005 S-4; 3121 S-45"


# -- 7 steps and drags ---


@rule("7.0c", "7.1p", "7.0b", "9.0a")
def test_who_takes_a_step_is_on_the_move_until_it_stops() -> None:
    game = play(moving(situation(f"3126 P-12; {FRIENDS}; {FOES}")), "unit P-12", "step 3125")
    assert game.s.moving == 1 << unit("P-12")
    play(game, "stop")
    assert game.s.moving == 0


@rule("7.1p")
def test_a_drag_leads_where_a_unit_may_stay_and_nowhere_else() -> None:
    game = play(moving(situation(f"3126 P-12; {FRIENDS}; {FOES}")), "unit P-12")
    seat = game.seat("poland")
    assert [action.arg for action in way(seat, unit("P-12"), hex("3125"))] == [hex("3125")]
    assert way(seat, unit("P-12"), hex("2010")) == []  # too far
    assert way(seat, unit("P-12"), hex("3005")) == []  # an enemy is there
    refusal = no_way(seat, unit("P-12"), hex("2010"))
    assert refusal is not None


@rule("7.1p")
def test_why_a_drag_leads_nowhere_before_the_unit_is_chosen() -> None:
    game = moving(situation(f"3126 P-12; {FRIENDS}; {FOES}"))
    seat = game.seat("poland")
    assert no_way(seat, unit("P-12"), hex("3125")) is None
    far, enemy = no_way(seat, unit("P-12"), hex("2010")), no_way(seat, unit("S-4"), hex("3004"))
    assert far is not None
    assert far.rule == "7.0c"
    assert enemy is not None
    assert enemy.rule == "7.0c"
    assert way(seat, unit("P-12"), hex("3125")) == []  # nobody is under way


@rule("23.1.3e", "7.1p")
def test_who_has_found_dummies_may_follow_by_a_step_that_takes_all_points() -> None:
    s = situation("1709 P-3L; 2206 P-17; 3005 S-4", phase=REACTIVE_1)  # 1608 lies across a large river
    s.eligible = 1 << unit("P-3L")
    begin_movement(s, POLAND)
    s.eligible = 1 << unit("P-3L")
    game = table(s, Marches(command=POLES, unit=unit("P-3L"), empty=1 << hex("1608"), at="follow"))
    assert asked(game).step == "go"
    assert offered(game, "step") == {"1608"}
    s.moved = 0
    game = table(s, Marches(command=POLES, unit=unit("P-3L"), empty=1 << hex("2610"), at="follow"))
    assert asked(game).step == "pick"


# -- 16 by rail ---


@rule("16.0g", "9.2d")
@pytest.mark.parametrize("enemy", ["2211", "2111", "2112", "2113", "1908", "1912"])
def test_where_warszawa_is_out_of_play_poles_ride_to_towns_away_from_the_enemy(enemy: str) -> None:
    s = situation(f"{enemy} S-2K; 2206 P-17; 3005 S-4", scenario="berezina")
    town = hex("2010")
    s.held = [M.urban & ~M.lithuania, 0, 0]
    s.place[unit("P-11")] = box(s.round)
    assert bool(railheads(s, unit("P-11")) >> town & 1) == (M.grid.distance(town, hex(enemy)) >= 3)


@rule("16.0g", "16.0a", "9.3d")
def test_everyone_may_know_all_towns_that_a_secret_reinforcement_could_come_to() -> None:
    s = situation(f"{FRIENDS}; {FOES}", side=SOVIET)
    s.place[unit("S-5")] = box(s.round)
    heads = railheads(s, unit("S-5"))
    game = roll(table(s, Arrivals(command=SOVIETS)), 2)
    town = min(offered(game, "conceal"))
    play(game, f"conceal {town}")
    assert s.could[WEST_POOL] == heads
    assert s.destination[WEST_POOL] == hex(town)


# -- 2.5a fronts ---


@rule("2.5a", "3.4.1c", "20.1.4a")
@pytest.mark.parametrize("transferred", [False, True])
def test_the_front_of_every_unit(transferred: bool) -> None:
    s = situation(f"{FRIENDS}; {FOES}")
    s.konarmiya_west = transferred
    riders = M.konarmiya
    for u in M.units:
        wanted = WEST if transferred and riders >> u & 1 else M.front[u]
        assert front_of(s, u) == wanted, M.key[u]
    for front in (WEST, SOUTHWEST):
        army = army_of(s, front)
        assert army == sum(1 << u for u in M.units if front_of(s, u) == front)
    s.players = 3
    for u in M.units:
        front = front_of(s, u)
        assert command_of(s, u) == (0 if front < 0 else 3 if front == SOUTHWEST else 2)


# -- 3.1c what is hidden ---


@rule("3.1c", "23.3a", "20.4.1a", "23.5a", "9.4a")
def test_each_kind_of_secret_hides_what_the_other_side_may_not_know() -> None:
    s = situation(f"{FRIENDS}; {FOES}")
    assert not secret(s)
    assert mask(s, SEATS[POLAND]) is s
    for side in (POLAND, SOVIET):
        own, foe = SEATS[side], SEATS[1 - side]
        s = situation(f"{FRIENDS}; {FOES}")
        s.hands[side] = [3 + 10 * side]
        assert secret(s)
        assert mask(s, own).hands == s.hands
        assert mask(s, foe).hands[side] == [UNKNOWN]
        assert mask(s, ONLOOKER).hands[side] == [UNKNOWN]
        s = situation(f"{FRIENDS}; {FOES}")
        s.has_priorities, s.politics = True, [2, 0] if side == POLAND else [0, 2]
        assert secret(s)
        assert mask(s, own).politics == s.politics
        assert mask(s, foe).politics[side] == UNKNOWN
        s.politics_shown[side] = 1
        assert not secret(s)
        s = situation(f"{FRIENDS}; {FOES}")
        s.rebellion, s.emissaries = 1, [2, 3]
        assert secret(s)
        assert mask(s, own).emissaries[side] == s.emissaries[side]
        assert mask(s, foe).emissaries[side] == UNKNOWN
        s.rebellion = 2
        assert not secret(s)
        s = situation(f"{FRIENDS}; {FOES}")
        pool = OWN if side == POLAND else WEST_POOL
        s.transit[pool], s.destination[pool] = 1 << unit("P-10" if side == POLAND else "S-5"), hex("2010")
        assert hidden(s, pool)
        assert mask(s, own).destination == s.destination
        assert mask(s, foe).destination[pool] == UNKNOWN
        s.found_out[pool] = 1
        assert not secret(s)


@rule("23.4a", "3.1c")
@pytest.mark.parametrize("forming", [1, 2, 3, 4])
def test_volunteers_markers_of_rounds_to_come_are_hidden(forming: int) -> None:
    s = situation(f"{FRIENDS}; {FOES}")
    s.alternatives, s.forming = True, forming
    s.volunteer_markers, s.volunteers_a = [2, 2, 2], [1, 1, 1]
    seen = mask(s, SEATS[SOVIET]).volunteers_a
    assert seen == [1 if turn <= forming - 2 else UNKNOWN for turn in range(3)]
    assert mask(s, SEATS[POLAND]).volunteers_a == [1, 1, 1]
    for seed in range(5):
        whole = fill(mask(s, SEATS[SOVIET]).copy(), SEATS[SOVIET], random.Random(seed))
        assert sum(whole.volunteers_a) == 3
        assert all(0 <= a <= 2 for a in whole.volunteers_a)


# -- which tables can be made ---


@rule("1.1a", "22.0a", "22.2a", "23.0a", "23.5a")
@pytest.mark.parametrize(
    ("scenario", "options", "cited"),
    [
        ("berezina", {"introductory": "yes"}, []), ("july", {"introductory": "yes"}, ["1.1a"]),
        ("spring", {"introductory": "yes", "players": "3"}, ["1.1a"]), ("berezina", {"players": "3"}, ["22.2a"]),
        ("spring", {"players": "3"}, []), ("niemen", {"players": "3"}, ["22.2a"]),
        ("kiev", {"introductory": "yes", "march": "yes"}, ["23.0a"]), ("kiev", {"march": "yes"}, []),
        ("kiev", {"boost": "yes"}, ["23.0a"]), ("war-of-1920", {"boost": "yes"}, []),
        ("war-of-1920", {"reinforcements": "alternative", "priorities": "yes"}, ["23.5a"]),
        ("war-of-1920", {"reinforcements": "alternative"}, []), ("war-of-1920", {"priorities": "yes"}, []),
        ("july", {"priorities": "yes"}, ["23.0a"]), ("july", {"patrols": "yes", "groups": "yes", "players": "3"}, []),
        ("berezina", {"players": "2", "introductory": "no", "march": "no"}, []),
    ],
)  # fmt: skip
def test_what_goes_together(scenario: str, options: dict[str, str], cited: list[str]) -> None:
    assert [misfit.rule for misfit in TITLE.agreeable(scenario, options)] == cited


# -- the panel ---


@rule("10.3a")
def test_a_panel_counts_attackers_that_are_left_and_needs_a_defender() -> None:
    s = situation(f"3126 P-12 P-10; 3127 S-4; {FRIENDS}; 3121 S-45", phase=ATTACK_1)
    attack = Attack(command=POLES, target=hex("3127"), attackers=units("P-12 P-10"))
    game = table(s, attack)
    seat = game.seat("poland")
    panel = seat.view().panel
    assert panel is not None
    assert panel.columns[0].terms[0].value == "8"
    lift(s, unit("P-10"), OFF)
    panel = game.seat("poland").view().panel
    assert panel is not None
    assert panel.columns[0].terms[0].value == "4"
    lift(s, unit("S-4"), OFF)
    panel = game.seat("poland").view().panel
    assert panel is not None
    assert panel.columns[0].terms == []


@rule("10.3a", "10.3c")
@pytest.mark.parametrize(
    ("rolled", "won", "words"),
    [(2, False, "Bloody fight"), (12, False, "Bloody fight"), (3, True, "Success"), (11, False, "Failure")],
)
def test_a_panel_tells_the_result_of_the_roll(rolled: int, won: bool, words: str) -> None:
    s = situation(f"3126 P-12 P-10; 3127 S-4; {FRIENDS}; 3121 S-45", phase=ATTACK_1)
    attack = Attack(command=POLES, target=hex("3127"), attackers=units("P-12 P-10"))
    game = table(s, attack)
    game.stack[-1].rolled, game.stack[-1].won, game.stack[-1].chance = rolled, won, 7  # type: ignore[attr-defined]
    panel = game.seat("poland").view().panel
    assert panel is not None
    assert words in str(panel)
