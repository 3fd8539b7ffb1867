"""5.0 Game progression: rounds, phases and steps in their order; arrivals; what a phase begins with."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.model import (
    POLAND,
    RUSSIA,
)
from vistula.games.strike_of_the_eagle.rules.sequence import OperationPhase, Round, begin_phase
from vistula.games.strike_of_the_eagle.state import Effect, State
from vistula.kernel import Game

from .lists import arrival_areas, in_supply
from .table import SUPPLY, area, asked, asks, at, events, names, piece, play, random_game, running, sees, start, where

rule = pytest.mark.rule

MILESTONES = ("round", "phase")


def told(game: Game[State]) -> list[tuple[int, int]]:
    """Rounds and phases in the order in which the diary tells of them; phase 0 is the beginning of a round."""
    return [(e.refs["round"], e.refs.get("phase", 0)) for e in game.events if e.key in MILESTONES]


@rule("5.0a", "0.0b", "7.0", "7.9a")
def test_rounds_of_five_operation_phases():
    *_, game = random_game("kiev", 1)
    assert told(game) == [(1, p) for p in range(6)] + [(2, p) for p in range(6)]


@rule("5.0c", "4.0b")
@pytest.mark.parametrize("scenario", ["zhlobin", "niemen"])
def test_a_scenario_of_one_round(scenario):
    *_, game = random_game(scenario, 2)
    first = game.s.scene.first
    assert told(game) == [(first, p) for p in range(6)]
    assert game.result is not None


@rule("5.0b")
def test_the_steps_of_a_phase_come_in_their_order():
    """Whatever is decided, the steps of a phase never go back."""
    reached: dict[tuple[int, int], list[int]] = {}
    for game in random_game("kiev", 3):
        if not game.over:
            steps = reached.setdefault((game.s.round, game.s.phase), [])
            if game.s.step not in steps:
                steps.append(game.s.step)
    assert all(steps == sorted(steps) for steps in reached.values())


@rule("5.0b", "7.3a", "7.3b", "7.3c", "7.3d", "7.3e", "7.3f", "7.3g", "7.31c", "7.7a", "7.8a")
def test_the_course_of_a_phase_is_written_in_the_order_of_the_rulebook():
    steps = list(OperationPhase.steps)
    wanted = [
        "arrivals", "begin", "cards", "orders", "marches", "recons", "moves", "withdrawals", "battles", "excess",
        "reorganizations", "railways", "supply", "points",
    ]  # fmt: skip
    assert [name for name in steps if name in wanted] == wanted
    assert [*Round.steps] == ["begin", "replenish", "phase", "reinforcement"]


@rule("7.9b")
def test_the_learning_scenario_has_no_reinforcement_phase():
    text = 'blocks.P-14 = "Bobruisk 1"\ngarrisons.poland = "Bobruisk"\ncubes.poland = "3B"'
    game = running(text, Round(at="reinforcement"))
    assert game.s.phase == 6
    assert not game.decisions, "nobody is asked for his cubes"
    text = 'scenario = "to-warsaw"\n' + text.replace('"Bobruisk"', '"Warsaw; Bobruisk"')
    game = running(text, Round(at="reinforcement"))
    assert asked(game).step == "spend"


@rule("7.9a", "8.0a")
def test_after_the_fifth_phase_comes_the_reinforcement_phase():
    game = at(
        'scenario = "kiev"\nround = 1\nphase = 5\nstep = "points"\nblocks.P-14 = "Rovno 4"\ngarrisons.poland = "Warsaw"'
    )
    assert not game.over
    assert game.s.phase == 6 or game.s.round == 2


@rule("9.0e")
def test_leaders_stand_upright_again_with_a_new_round():
    s = start("campaign").s
    s.spent = s.m.leaders
    Round().steps["begin"].body(Round(), s)
    assert s.spent == 0


# -- the beginning of a phase -----------------------------------------------------------------------------------


@rule("7.2b", "7.11b")
def test_a_phase_begins_with_two_orders_a_front_and_nothing_left_over():
    s = start("campaign").s
    s.effects.append(Effect(1, 0))
    s.executed = s.marched = s.moved = s.on_link = 7
    s.placed, s.passed = [2, 2, 2, 2], 15
    begin_phase(s)
    assert s.allowance == [2, 2, 2, 2]
    assert s.placed == [0, 0, 0, 0]
    assert (s.effects, s.orders, s.entries, s.free) == ([], [], [], {})
    assert s.executed == s.marched == s.moved == s.on_link == s.passed == 0


@rule("1.1c", "7.2b", "7.2i", "7.32a")
def test_a_phase_forgets_what_was_done_in_the_last_one():
    game = running(SUPPLY + 'blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    s, p = game.s, piece(game, "P-14")
    s.executed = s.moved = s.fought = 1 << p
    s.allowance, s.southern, s.start[p] = [0, 0, 0, 0], 1 << p, area("Bobruisk")
    game.stack.append(OperationPhase())
    game.run()
    assert not s.executed | s.moved | s.fought | s.southern
    assert s.allowance[0] == s.allowance[2] == 2
    assert s.start[p] == area("Charyshi")


@rule("7.32a")
def test_it_is_noted_who_began_where():
    game = at('blocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    assert names(game.s.began[POLAND]) == {"Charyshi"}
    assert names(game.s.began[RUSSIA]) == {"Rohachev"}
    assert game.s.start[piece(game, "P-14")] == area("Charyshi")


@rule("7.2i", "7.71b")
def test_supply_markers_tell_who_began_out_of_supply():
    game = at(
        'garrisons.poland = "Bobruisk"\nblocks.P-14 = "Charyshi 4"\n'
        'blocks.P-6 = "Rechitsa 3"\nblocks.P-BJ2 = "Rechitsa 2"'
    )
    marked = {name for name in ("P-14", "P-6", "P-BJ2") if game.s.unsupplied >> piece(game, name) & 1}
    assert marked == {"P-6"}, "infantry four areas from Bobruisk"


@rule("7.7b")
def test_a_card_may_lengthen_soviet_supply():
    """Soviet card 10."""
    game = at('blocks.R-21 = "Slutsk 3"\ngarrisons.russia = "Gomel"')
    assert not in_supply(game.s, piece(game, "R-21"))
    game.s.effects.append(Effect(64, 2))
    assert in_supply(game.s, piece(game, "R-21"))


# -- arrivals ---------------------------------------------------------------------------------------------------


@rule("2.0f")
def test_blocks_that_stand_together_change_places_out_of_sight_as_a_phase_begins():
    """The wooden block that is a division of a stack is another one in some games, never one of another area."""
    found = set()
    for seed in range(6):
        game = start("zhlobin", seed)
        stack = [p for p in range(56) if game.s.place[p] == area("Charyshi")]
        before = game.s.unit[:]
        game.stack[-1:] = []
        out_of_sight = OperationPhase(at="out_of_sight")
        game.stack.append(out_of_sight)
        game.run()
        assert {game.s.unit[p] for p in stack} == {before[p] for p in stack}
        found.add([game.s.unit[p] for p in stack] == [before[p] for p in stack])
    assert found == {True, False}


@rule("4.0g", "1.4c")
def test_arrivals_come_at_the_start_of_their_phase():
    game = start("campaign")
    assert where(game, "R-4") == "Yartsevo"
    assert where(game, "R-12") == "due"
    arrived = {}
    for game in random_game("campaign", 5):
        if game.s.round > 1:
            break
        for name in ("R-12", "R-54", "R-18", "P-U1"):
            if name not in arrived and where(game, name) != "due":
                arrived[name] = game.s.phase
    assert arrived == {"R-12": 2, "R-54": 2, "R-18": 3, "P-U1": 3}


def campaign(text: str) -> State:
    return at(f'scenario = "campaign"\n{text}').s


@rule("4.0g")
def test_an_arrival_comes_in_where_it_is_due():
    s = campaign('garrisons.poland = "Warsaw; Lwow"')
    assert arrival_areas(s, POLAND, area("Lwow")) == [area("Lwow")]


@rule("4.0g")
def test_where_the_enemy_is_it_comes_to_warsaw():
    s = campaign('garrisons.poland = "Warsaw; Rovno"\nblocks.R-4K = "Lwow 4"')
    assert arrival_areas(s, POLAND, area("Lwow")) == [s.m.warsaw]


@rule("4.0g")
def test_where_warsaw_is_full_it_comes_to_any_depot_with_room():
    full = "".join(f'blocks.{name} = "Warsaw 1"\n' for name in ("P-14", "P-6", "P-9", "P-16"))
    full += "".join(f'blocks.{name} = "Torun 1"\n' for name in ("P-1L", "P-2L", "P-3L", "P-4"))
    s = campaign('garrisons.poland = "Warsaw; Rovno; Lodz; Torun"\nblocks.R-4K = "Lwow 4"\n' + full)
    assert names(sum(1 << a for a in arrival_areas(s, POLAND, area("Lwow")))) == {"Rovno", "Lodz"}


@rule("4.0g")
def test_where_its_area_is_full_and_warsaw_too_it_comes_to_any_depot():
    four = "\n".join(f'blocks.{name} = "Warsaw 1"' for name in ("P-4", "P-6", "P-8", "P-9"))
    s = campaign(f'garrisons.poland = "Warsaw; Cracow; Lodz"\nblocks.R-4K = "Lwow 4"\n{four}')
    assert {s.m.area_name[a] for a in arrival_areas(s, POLAND, area("Lwow"))} == {"Cracow", "Lodz"}


@rule("4.0g")
def test_without_a_depot_it_waits():
    s = campaign('garrisons.poland = "Lodz"\nblocks.R-4K = "Warsaw 4"\nblocks.R-6K = "Lwow 4"')
    assert arrival_areas(s, POLAND, area("Lwow")) == []


@rule("4.0g")
def test_its_commander_chooses_among_depots():
    game = start("kiev")
    s = game.s
    for name in ("R-44", "R-47"):
        s.place[piece(game, name)] = area("Kamenets-Podolsk")
    s.garrisons[POLAND] &= ~(1 << area("Kamenets-Podolsk"))
    for p in range(56):
        if s.place[p] == area("Kamenets-Podolsk"):
            s.place[p] = s.m.warsaw
    for name in ("P-12", "P-5", "P-15"):
        s.place[piece(game, name)] = s.m.warsaw
    s.phase = 3
    game.stack[:] = [*game.stack[:2], OperationPhase()]
    game.run()
    assert asks(game) == "poland: where"
    assert asked(game).rule == "4.0g"
    play(game, "poland", "arrive Lwow")
    play(game, "poland", "arrive Lublin")
    assert {where(game, "P-U1"), where(game, "P-U3")} == {"Lwow", "Lublin"}


@rule("4.0g", "4.0f")
def test_who_arrives_is_known_until_it_mixes_with_others():
    game = start("campaign")
    assert events(game, "arrives")[0].refs["area"] == area("Yartsevo")
    assert sees(game, "poland", "R-4")
    assert not sees(game, "poland", "R-53")
