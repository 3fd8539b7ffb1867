"""Position files: what they can say, what they refuse, and that a written position is the game it was written from."""

from __future__ import annotations

import random
from contextlib import suppress

import msgspec
import pytest

from vistula.games.warsaw_1920.model import POLAND, RUSSIA
from vistula.games.warsaw_1920.state import (
    ABSENT,
    ELIMINATED,
    IDLE,
    INTERNED,
    MOVEMENT,
    OUT_OF_SUPPLY,
    SUPPLIED,
    SURRENDERED,
    TRAY,
    covered_by,
)
from vistula.kernel import Action, BadInput, Dice, Game
from vistula.kernel.codec import position_of
from vistula.parts.pieces import box

from .situations import any_action, game_at, random_game
from .table import TITLE, M, unit

rule = pytest.mark.rule

# -- what a file can say ------------------------------------------------------------------------------------


def test_an_empty_file_is_the_quick_set_up_at_the_first_operation():
    game = game_at("")
    assert game.s.turn == 1
    assert game.s.side == RUSSIA
    assert game.decisions["russia"].step == "kind"
    assert game.s.place == TITLE.start("quick").s.place


def test_units_stand_where_the_file_says():
    s = game_at("""
        clear = true
        turn = 4
        [units]
        P-PL1 = "Lublin"
        "18th Infantry Division" = "0615"
        P-6U = "box 6"
        P-8 = "eliminated"
        P-10 = "surrendered"
        R-4 = "interned"
        R-27 = { hex = "Smolensk", isolated = true }
        """).s
    assert s.place[unit("P-PL1")] == M.hex("1212")
    assert s.place[unit("P-18")] == M.hex("Lvov")
    assert s.place[unit("P-6U")] == box(6)
    assert s.place[unit("P-8")] == ELIMINATED
    assert s.place[unit("P-10")] == SURRENDERED
    assert s.place[unit("R-4")] == INTERNED
    assert s.isolated == 1 << unit("R-27")
    assert s.place[unit("P-9")] == ABSENT


def test_a_listed_unit_leaves_its_place_in_the_set_up():
    s = game_at("""
        [units]
        P-PL2 = "Warsaw"
        """).s
    assert s.place[unit("P-PL2")] == M.warsaw
    assert not s.occupied[POLAND] >> M.hex("2524") & 1
    assert s.place[unit("P-8")] == M.hex("3023")


@rule("3.4a", "3.4c")
def test_control_follows_units_and_lists():
    s = game_at("""
        turn = 6
        [control]
        russia = ["Brest"]
        poland = ["Zhitomir"]
        retaken = ["Siedlce"]
        [units]
        R-27 = "Grodno"
        P-7R = "eliminated"
        """).s
    brest, grodno, zhitomir, siedlce = map(M.hex, ("Brest", "Grodno", "Zhitomir", "Siedlce"))
    assert s.russian >> brest & 1
    assert s.russian >> grodno & 1
    assert not s.russian >> zhitomir & 1
    assert all(s.paid >> hex & 1 for hex in (brest, grodno, zhitomir, siedlce))
    assert not s.paid >> M.hex("Lublin") & 1


@rule("3.4a", "3.4c")
def test_a_city_with_russians_in_it_has_given_its_point_without_being_listed():
    grodno = M.hex("Grodno")
    assert M.city >> grodno & 1
    assert game_at('turn = 6\n[units]\nR-27 = "Grodno"\nP-7R = "eliminated"').s.paid >> grodno & 1
    assert not game_at("turn = 6").s.paid >> grodno & 1


def test_tracks_and_dice():
    text = """
        turn = 6
        phase = "combat"
        dice = [4, 2]
        [tracks]
        west = 3
        southwest = 0
        southwest_supplied = false
        west_resupplied = 4
        resupply_vp = 3
        counterattack = 5
        """
    game = game_at(text)
    s = game.s
    assert s.points == [3, 0]
    assert s.supplied == [SUPPLIED, OUT_OF_SUPPLY]
    assert s.resupplied == [4, 0]
    assert s.resupply_vp == 3
    assert s.counterattack == 5
    assert s.order_shown
    assert game.dice.laid == [4, 2]
    assert game.decisions["russia"].step == "declare"


@pytest.mark.parametrize(
    ("side", "phase", "frame", "step"),
    [
        ("russia", "resupply", "Resupply", "declare"),
        ("russia", "reinforcement", "ReinforcementPhase", "arrivals"),
        ("russia", "operation", "PlayerTurn", "kind"),
        ("russia", "movement", "MovementPhase", "pick"),
        ("russia", "combat", "CombatPhase", "declare"),
        ("poland", "reinforcement", "ReinforcementPhase", "arrivals"),
        ("poland", "operation", "PlayerTurn", "kind"),
        ("poland", "movement", "MovementPhase", "pick"),
        ("poland", "combat", "CombatPhase", "declare"),
    ],
)
def test_play_begins_in_the_phase_named(side, phase, frame, step):
    game = game_at(f"""
        turn = 3
        side = "{side}"
        phase = "{phase}"
        [tracks]
        west = 5
        """)
    assert type(game.stack[-1]).__name__ == frame
    assert game.decisions[side].step == step


def test_refit_goes_on_into_the_next_player_turn():
    game = game_at("""
        turn = 3
        side = "poland"
        phase = "refit"
        [tracks]
        west = 5
        """)
    assert game.s.side == RUSSIA
    assert game.decisions["russia"].step == "declare"


@rule("5.4c", "5.5a")
@pytest.mark.parametrize("side", ["poland", "russia"])
def test_deployment_begins_with_the_units_in_the_tray_and_no_operation(side):
    game = game_at(f"""
        scenario = "free"
        side = "{side}"
        phase = "deployment"
        """)
    assert game.s.place[unit("P-PL1")] == TRAY
    assert game.s.operation == 0
    assert game.decisions[side].step == "deployment"


@rule("5.4c")
def test_second_polish_movement_is_halved():
    game = game_at("""
        turn = 4
        side = "poland"
        phase = "movement"
        operation = 2
        movements = 1
        """)
    assert game.s.movements == 2
    assert game.s.operations == [MOVEMENT, MOVEMENT]
    assert game.s.supplied == [IDLE, IDLE]


@rule("5.4c", "5.5a")
def test_a_file_may_list_the_operations_before():
    s = game_at("""
        turn = 4
        phase = "movement"
        operations = ["combat", "movement"]
        supply = [["supplied", "out"], ["out", "out"]]
        """).s
    assert s.operation == 3
    assert s.movements == 2
    assert s.statuses == [SUPPLIED, OUT_OF_SUPPLY, OUT_OF_SUPPLY, OUT_OF_SUPPLY, SUPPLIED, SUPPLIED]


@rule("6.3b")
def test_who_lies_on_top():
    text = """
        clear = true
        turn = 3
        [units]
        P-14 = { hex = "1413", %s }
        P-21 = "1413"
        """
    assert game_at(text % "top = true").s.under == 1 << unit("P-21")
    assert game_at(text % "under = true").s.under == 1 << unit("P-14")


@pytest.mark.parametrize("order", ["P-8 P-10 P-17", "P-17 P-8 P-10", "P-10 P-17 P-8"])
def test_a_stack_of_three_is_written_from_bottom_to_top(order):
    lines = [f'{name} = {{ hex = "0332", moved = true }}' for name in order.split()]
    text = 'clear = true\nturn = 4\nside = "poland"\nphase = "movement"\n[units]\n' + "\n".join(lines)
    game = game_at(text)
    assert [covered_by(game.s, unit(name)) for name in order.split()] == [2, 1, 0]
    again = game_at(position_of(game))
    assert (again.s.under, again.s.deep) == (game.s.under, game.s.deep)


@rule("5.4c")
def test_marks_of_a_running_phase_keep_units_from_acting_again():
    game = game_at("""
        phase = "movement"
        [units]
        R-57 = { hex = "1627", moved = true }
        """)
    option = next(o for o in game.decisions["russia"].options if o.verb == "unit")
    assert unit("R-57") not in option.args
    assert unit("R-72") in option.args
    assert game.s.movements == 1


def test_every_position_can_be_played_to_the_end():
    for phase in ("resupply", "reinforcement", "operation", "movement", "combat", "refit"):
        game = game_at(f'turn = 7\nphase = "{phase}"')
        rng = random.Random(7)
        while not game.over:
            game.push(any_action(next(iter(game.decisions.values())), rng))
        assert game.result is not None


def test_a_file_that_starts_a_game(tmp_path):
    path = tmp_path / "a.toml"
    path.write_text('turn = 2\nside = "poland"\ndice = [6]\n', encoding="utf8")
    game = TITLE.start(position=path)
    assert game.s.turn == 2
    game.play("poland", Action("movement"))
    assert game.dice.laid == [6]


# -- what a file is refused for -----------------------------------------------------------------------------

WRONG = {
    "unknown key": ('weather = "rain"', "weather", "not known"),
    "unknown key in tracks": ("[tracks]\nnorth = 4", "tracks.north", "not known"),
    "unknown key of a unit": ('[units]\nP-8 = { hex = "3023", steps = 2 }', "units.P-8.steps", "not known"),
    "wrong type": ('turn = "four"', "turn", "a number is wanted"),
    "other game": ('game = "go"', "game", "another game"),
    "unknown scenario": ('scenario = "winter"', "scenario", "quick, free"),
    "unknown phase": ('phase = "lunch"', "phase", "none of"),
    "unknown side": ('side = "germany"', "side", "germany"),
    "turn 0": ("turn = 0", "turn", "1 to 8"),
    "turn 9": ("turn = 9", "turn", "1 to 8"),
    "Polish turn 1": ('side = "poland"', "side", "5.1b"),
    "Polish resupply": ('turn = 3\nside = "poland"\nphase = "resupply"', "phase", "8.3a"),
    "deployment on turn 2": ('turn = 2\nphase = "deployment"', "turn", "3.0b"),
    "die of 7": ("dice = [7]", "dice", "7"),
    "unknown unit": ('[units]\nP-99 = "3023"', "units.P-99", "no unit"),
    "unit by two names": ('[units]\nP-Sib = "1212"\n"Siberian Brigade" = "1212"', "units.Siberian Brigade", "same"),
    "unit twice": ('[units]\nP-8 = "3023"\nP-8 = "3022"', "units.P-8", "twice"),
    "unit without hex": ("[units]\nP-8 = { disrupted = true }", "units.P-8", "no hex"),
    "unit neither place nor table": ("[units]\nP-8 = 3023", "units.P-8", "neither"),
    "no such hex": ('[units]\nP-8 = "3999"', "units.P-8", "no hex 3999"),
    "no such place": ('[units]\nP-8 = "Paris"', "units.P-8", "Paris"),
    "no such box": ('[units]\nP-8 = "box 12"', "units.P-8", "box"),
    "sea": ('[units]\nP-8 = "3101"', "units.P-8", "sea"),
    "abroad": ('[units]\nP-8 = "0101"', "units.P-8", "not part"),
    "Danzig": ('[units]\nR-4 = "2504"', "units.R-4", "10.5a"),
    "Pole in East Prussia": ('[units]\nP-8 = "2410"', "units.P-8", "10.5b"),
    "Russian in East Prussia": ('[units]\nR-4 = "2410"', "units.R-4", "10.5c"),
    "enemies in one hex": ('[units]\nP-8 = "3024"', "units.P-8", "6.0c"),
    "three Poles": ('[units]\nP-8 = "2924"', "units.P-8", "limit is 2 [6.0a]"),
    "three Poles who have not moved": ('phase = "movement"\n[units]\nP-8 = "2924"', "units.P-8", "limit is 2 [6.0a]"),
    "mixed nations": ('clear = true\n[units]\nP-8 = "1212"\nP-1U = "1212"', "units.P-1U", "6.0d"),
    "four Russians": ('[units]\nR-16 = "2925"', "units.R-16", "limit is 3 [6.0b]"),
    "mixed Fronts": ('[units]\nR-7 = "2826"', "units.R-7", "6.0e"),
    "two guns": ('[units]\nR-1art = "2825"', "units.R-1art", "6.2a"),
    "disrupted next to the enemy": ('[units]\nP-8 = { hex = "3023", disrupted = true }', "units.P-8", "10.4.2d"),
    "disrupted off the map": ('[units]\nP-8 = { hex = "eliminated", disrupted = true }', "units.P-8", "on the map"),
    "moved in combat": ('phase = "combat"\n[units]\nR-4 = { hex = "2925", moved = true }', "units.R-4", "moved"),
    "defender": ('phase = "combat"\n[units]\nP-8 = { hex = "3023", fought = true }', "units.P-8", "fought"),
    "under nothing": ('[units]\nP-8 = { hex = "3023", under = true }', "units.P-8", "under no other"),
    "Russian on top": ('[units]\nR-4 = { hex = "2925", top = true }', "units.R-4", "6.3b"),
    "supply over the track": ("[tracks]\nwest = 13", "tracks.west", "from 0 to 12"),
    "supply below nothing": ("[tracks]\nsouthwest = -1", "tracks.southwest", "from 0 to 8"),
    "resupplied later": ("[tracks]\nwest_resupplied = 2", "tracks.west_resupplied", "turn 2 yet"),
    "lost without resupply": ("turn = 3\n[tracks]\nwest_lost = 1", "tracks.west_lost", "8.3.1c"),
    "counterattack on turn 7": ("turn = 7\n[tracks]\ncounterattack = 7", "tracks.counterattack", "5.3a"),
    "counterattack too early": ("turn = 2\n[tracks]\ncounterattack = 5", "tracks.counterattack", "turn 3"),
    "control against a unit": ('[control]\nrussia = ["3023"]', "control.russia", "3.4a"),
    "control of both": ('[control]\nrussia = ["1212"]\npoland = ["1212"]', "control.russia", "both"),
    "control of the sea": ('[control]\nrussia = ["3101"]', "control.russia", "not part"),
    "a town retaken": ('[control]\nretaken = ["Tarnopol"]', "control.retaken", "8.4a"),
    "Warsaw has fallen": ('[control]\nrussia = ["Warsaw"]', "control.russia", "4.2a"),
    "fourth operation": ("operation = 4", "operation", "3 operation phases"),
    "third Polish operation on turn 4": ('turn = 4\nside = "poland"\noperation = 3', "operation", "5.1c"),
    "more movements than operations": ("operation = 2\nmovements = 2", "movements", "2"),
    "operations that contradict": ('operation = 3\noperations = ["combat"]', "operation", "1 operations"),
    "operations before reinforcement": ('phase = "reinforcement"\noperations = ["combat"]', "operations", "5.1a"),
    "supply record too short": ('operations = ["combat", "combat"]\nsupply = [["out", "out"]]', "supply", "1 entries"),
    "supply of a Front that sits out": (
        'turn = 3\nphase = "movement"\n[tracks]\nwest_resupplied = 3\nwest_lost = 1\nwest_supplied = true',
        "tracks.west_supplied",
        "8.3.1c",
    ),
    "both Fronts sit out": (
        'turn = 3\nphase = "combat"\n[tracks]\nwest_resupplied = 3\nwest_lost = 1\nsouthwest_resupplied = 3\n'
        "southwest_lost = 1",
        "operation",
        "8.3.1c",
    ),
    "left in the tray": ('scenario = "free"', "units.P-PL2", "tray"),
    "no TOML": ("turn 4", "line 1, column 6", "TOML"),
    "cut off": ('[units]\nP-8 = "30', "end of document", "TOML"),
}  # fmt: skip


@rule(
    "3.0b", "3.4a", "4.2a", "5.1a", "5.1b", "5.1c", "5.3a", "5.5a", "6.0a", "6.0b", "6.0c", "6.0d",
    "6.0e", "6.2a", "6.3b", "8.3a", "8.3.1c", "8.4a", "10.4.2d", "10.5a", "10.5b", "10.5c",
)  # fmt: skip
@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_position_is_refused_by_file_key_and_reason(case):
    text, key, reason = WRONG[case]
    with pytest.raises(BadInput) as caught:
        TITLE.position(text, "wrong.toml")
    assert caught.value.where == "wrong.toml"
    assert caught.value.key == key
    assert reason in caught.value.reason


def test_a_cut_file_is_read_or_refused():
    """A file that ends anywhere never brings anything but a position or BadInput."""
    text = position_of(TITLE.start("quick"))
    for end in range(0, len(text), 37):
        with suppress(BadInput):
            TITLE.position(text[:end], "cut.toml")


def test_overstacking_is_accepted_where_a_unit_has_moved():
    s = game_at("""
        phase = "movement"
        [units]
        R-16 = { hex = "2925", moved = true }
        """).s
    assert s.moved == 1 << unit("R-16")


def test_overstacking_is_accepted_where_cavalry_has_charged_in():
    game = game_at("""
        phase = "combat"
        [units]
        R-16 = { hex = "2925", fought = true }
        """)
    again = TITLE.position(position_of(game), "again.toml")
    assert again.s.place == game.s.place
    assert again.s.fought == 1 << unit("R-16")


# -- written and read again ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_a_written_position_is_the_same_game(seed):
    """At any decision, in the middle of moves, attacks and retreats too."""
    rng = random.Random(seed)
    for game in random_game(seed, "free" if seed % 3 == 0 else "quick"):
        if game.over or rng.random() > 0.1:
            continue
        placed = TITLE.position(position_of(game), "again.toml")
        assert msgspec.to_builtins(placed.s) == msgspec.to_builtins(game.s)
        assert msgspec.to_builtins(placed.stack) == msgspec.to_builtins(game.stack)
        twin = Game(TITLE, placed.s, placed.stack, Dice(b"0" * 32), placed.scenario).run()
        assert twin.decisions == game.decisions


def test_writing_keeps_the_middle_of_an_operation():
    """The Western Front has paid; the Southwest is asked, as if nothing had been put away."""
    game = game_at("turn = 2")
    game.play("russia", Action("movement"))
    game.play("russia", Action("spend"))
    again = game_at(position_of(game))
    assert again.s.points[0] == M.supply[0].start - 1
    assert again.s.supplied == [SUPPLIED, IDLE]
    assert type(again.stack[-1]).__name__ == "OperationSupply"
    assert again.decisions == game.decisions


def test_a_seats_knowledge_is_no_position():
    seat = TITLE.start("quick").seat("russia")
    assert seat.s.ghosts
    with pytest.raises(BadInput, match="no position"):
        TITLE.codec.write(TITLE, seat.s, seat.stack, "quick")


def test_the_dice_that_come_next_are_written():
    game = TITLE.start("quick")
    assert TITLE.position(position_of(game, dice=[3, 5]), "dice.toml").dice == [3, 5]
