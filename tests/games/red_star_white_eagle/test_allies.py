"""21.1 Ukrainians, 23.4.6 Kiev, 23.4.8 Galicians, 24.6 Ukrainian nationalism."""

from __future__ import annotations

import pytest

from vistula.games.red_star_white_eagle.rules import allies, control, events
from vistula.games.red_star_white_eagle.rules.galicians import Mutiny
from vistula.games.red_star_white_eagle.rules.recruits import Recruiting
from vistula.games.red_star_white_eagle.rules.reinforcement import ReinforcementPhase
from vistula.games.red_star_white_eagle.state import ASIDE, DEAD, MOVEMENT, NOBODY, POOL, State, lift
from vistula.kernel import Game

from .desk import asks, inverted, offered, phase, play, situation, staff, table, turn, where, whole, why
from .fields import M, P, R, h, hs, u

rule = pytest.mark.rule
SETS = "P-U1 P-U2 P-U3 P-U4 R-U1 R-U2 R-U3 R-U4"


def ukraine(stands: dict[str, str], at: str = "July III", boxes: str = SETS, options: str = "") -> State:
    """A situation in which Kiev and its neighbours belong to who stands there, otherwise to the Poles but for Kiev."""
    placed = {key.removesuffix("*") for keys in stands.values() for key in keys.split()}
    waiting = " ".join(key for key in boxes.split() if key not in placed)
    s = situation(stands, at, options=options, boxes={ASIDE: waiting})
    s.held = [M.ukrainian_cities & ~(1 << M.kiev), 1 << M.kiev]
    return s


# -- 21.1.2, 21.1.3 command -------------------------------------------------------------------------------------------


@rule("21.1.1a", "23.1.4", "23.2.2", "23.4.2")
@pytest.mark.parametrize("scenario", ["gates", "belarus-long", "campaign"])
def test_the_ukrainians_begin_on_the_polish_side(scenario: str) -> None:
    s = whole(scenario)
    assert s.ukrainians == P
    assert M.ukrainians[P].bit_count() == M.ukrainians[R].bit_count() == 4
    assert {s.place[u(f"R-U{n}")] for n in range(1, 5)} == {ASIDE}


@rule("21.1.2a", "21.1.2b", "21.1.2c", "21.1.3")
def test_who_holds_lwow_and_kiev_commands_them() -> None:
    s = ukraine({"2232": "P-U2 P-U3*", "2129": "R-24", "2028": "P-5"})
    s.phase, s.side = MOVEMENT, R
    lift(s, u("P-5"), POOL)
    control.come(s, u("R-24"), M.lwow)
    assert s.ukrainians == R  # Kiev was Russian
    assert {where(s, key) for key in SETS.split()} == {"aside"}
    assert not s.reduced >> u("P-U3") & 1


@rule("21.1.3", "21.1.2c")
def test_one_city_changes_nothing_and_lwow_is_polish_when_the_russians_leave() -> None:
    s = ukraine({"2232": "P-U2"})
    s.phase, s.side = MOVEMENT, P
    control.come(s, u("P-8"), M.kiev)
    assert s.ukrainians == P
    s.side = R
    lift(s, u("P-8"), POOL)
    control.come(s, u("R-24"), M.lwow)
    assert s.ukrainians == P  # Kiev is Polish
    control.come(s, u("R-24"), h("2128"))
    control.come(s, u("R-25"), M.kiev)
    assert s.ukrainians == P  # Lwów is Polish again
    assert allies.holds(s, P, M.lwow)


@rule("21.1.1b", "21.1.3")
def test_command_changes_as_often_as_the_cities_do() -> None:
    s = ukraine({"2028": "R-24"})
    s.phase, s.side = MOVEMENT, R
    control.come(s, u("R-25"), M.kiev)
    assert s.ukrainians == R
    for _ in range(2):
        for side, here in ((P, "P-8"), (R, "R-25")):
            lift(s, u("R-25"), POOL)
            lift(s, u("P-8"), POOL)
            lift(s, u("R-24"), POOL)
            if side == R:
                control.come(s, u("R-24"), M.lwow)
            control.come(s, u(here), M.kiev)
            assert s.ukrainians == side


# -- 21.1.4 recruiting ------------------------------------------------------------------------------------------------


def recruiting(s: State, side: int, *dice: int) -> Game[State]:
    s.side = side
    return table(s, Recruiting(side=side), dice=dice)


@rule("21.1.4a", "21.1.4b", "21.1.1a")
def test_a_six_brings_a_unit_or_fills_one() -> None:
    s = ukraine({"2232": "P-U2*"})
    game = recruiting(s, P, 6, 1, 6, 5, 2)  # five cities, without Kiev
    assert asks(game) == "poland: recruit"
    assert offered(game, "enter") == {"P-U1", "P-U3", "P-U4"}
    assert offered(game, "flip") == {"P-U2"}
    play(game, "flip P-U2", "enter P-U4")
    assert offered(game, "place") == {"3728", "3730", "3633", "3032", "2835"}
    play(game, "place 3032")
    assert not game.stack
    assert (inverted(game, "P-U2"), inverted(game, "P-U4"), where(game, "P-U4")) == (False, True, "3032")


@rule("21.1.4b", "21.1.5")
def test_lost_ukrainians_come_back_by_the_dice_but_not_those_out_of_the_game() -> None:
    s = ukraine({}, boxes="")
    for key, fate in (("P-U1", POOL), ("P-U2", DEAD), ("P-U3", ASIDE)):
        s.place[u(key)] = fate
    assert offered(recruiting(s, P, 6, 1, 1, 1, 1), "enter") == {"P-U1", "P-U3"}


@rule("21.1.4c")
def test_sixes_are_lost_where_all_are_at_full_strength() -> None:
    s = ukraine({"2232": "P-U1 P-U2 P-U3", "2332": "P-U4"})
    assert not recruiting(s, P, 6, 6, 6, 6, 6).stack


@rule("21.1.4a")
def test_who_does_not_command_them_does_not_roll() -> None:
    s = ukraine({})
    assert not recruiting(s, R).stack
    s.ukrainians = NOBODY
    assert not recruiting(s, P).stack
    s.ukrainians = R
    assert asks(recruiting(s, R, 6)) == "russia: recruit"  # Kiev alone is Russian


@rule("21.1.4b")
def test_they_come_into_cities_that_are_held() -> None:
    s = ukraine({"4528": "R-25", "3728": "R-24"})
    s.ukrainians = R
    s.held = [M.ukrainian_cities & hs("3032"), M.ukrainian_cities & ~hs("3032")]
    game = play(recruiting(s, R, 6, 1, 1, 1, 1), "enter R-U1")
    assert offered(game, "place") == {"4528", "3728", "3730", "3633", "2835"}
    assert why(game, "place 3032") == "21.1.4b"


@rule("21.1.5", "7.2.4.1")
def test_on_the_map_they_take_replacements() -> None:
    game = staff(ukraine({"2232": "P-U2* P-I2a"}), P)
    assert offered(game, "rebuild") == {"P-U2"}


# -- 23.4.6 Kiev ------------------------------------------------------------------------------------------------------


def phases(s: State, *polish: bool) -> State:
    """Movement phases, at whose beginning and end a Polish unit is in Kiev or not."""
    for begin, end in zip(polish[::2], polish[1::2], strict=True):
        for there, when in ((begin, events.begin_movement), (end, events.end_of_movement)):
            s.place[u("P-8")] = -8
            s.occupied[P] &= ~(1 << M.kiev)
            if there:
                control.come(s, u("P-8"), M.kiev)
            when(s, P)
    return s


@rule("23.4.6.1")
@pytest.mark.parametrize(
    ("polish", "held"),
    [((True, True), True), ((False, True), False), ((True, False), False), ((False, True, True, True), True),
     ((True, False, False, True), False)],
)  # fmt: skip
def test_kiev_must_be_held_for_a_whole_movement_phase(polish: tuple[bool, ...], held: bool) -> None:  # (A45)
    s = phases(ukraine({"2232": "P-U2"}, "May III"), *polish)
    assert s.kiev_occupied is held
    events.end_game_turn(s)
    assert (s.ukrainians == P) is held
    assert (where(s, "P-U2") == "aside") is not held


@rule("23.4.6.1", "23.4.6.2")
def test_the_deadline_is_may_iii_and_of_the_campaign() -> None:
    for at, scenario, lost in (
        ("May II", "campaign", False),
        ("May III", "campaign", True),
        ("July I", "campaign", False),
    ):
        s = ukraine({"2232": "P-U2"}, at)
        assert M.scenarios[s.scenario].id == scenario
        events.end_game_turn(s)
        assert (s.ukrainians == NOBODY) is lost
    s.ukrainians = NOBODY
    control.come(s, u("P-8"), M.kiev)
    assert s.ukrainians == P  # the first who holds both


@rule("23.4.6.3")
def test_it_means_nothing_where_the_russians_had_them() -> None:
    s = ukraine({"2028": "R-24"}, "May II")
    s.phase, s.side = MOVEMENT, R
    control.come(s, u("R-25"), M.kiev)
    assert s.ukrainians == R
    for unit in ("R-24", "R-25"):
        lift(s, u(unit), POOL)
    control.come(s, u("P-8"), M.kiev)
    s.turn = turn("May III")
    events.end_game_turn(s)
    assert s.ukrainians == P


# -- 23.4.8 the Galicians ---------------------------------------------------------------------------------------------


@rule("23.4.8.2a", "23.4.8.2b", "23.4.8.2c")
@pytest.mark.parametrize(
    ("die", "polish", "russian"),
    [(1, "3427", "aside"), (2, "3427", "aside"), (3, "aside", "dead"), (5, "aside", "dead"), (6, "aside", "3427")],
)
def test_a_brigade_defects_deserts_or_stays(die: int, polish: str, russian: str) -> None:
    s = situation({"3427": "R-Gal1"}, "April IV", boxes={ASIDE: "P-Gal1"})
    game = table(s, Mutiny(), dice=(die,))
    assert (where(game, "P-Gal1"), where(game, "R-Gal1")) == (polish, russian)
    assert s.mutiny


@rule("23.4.8.2a", "21.6")
def test_they_mutiny_once_after_the_first_polish_movement() -> None:
    s = situation({"3427": "R-Gal1", "3328": "R-Gal2"}, "April IV", boxes={ASIDE: "P-Gal1 P-Gal2"})
    assert events.end_of_movement(s, R) is None
    assert isinstance(events.end_of_movement(s, P), Mutiny)
    game = table(s, Mutiny(), dice=(1, 4))
    assert (where(game, "P-Gal1"), where(game, "R-Gal2")) == ("3427", "dead")
    assert events.end_of_movement(s, P) is None
    for scenario in ("gates", "belarus-long"):
        assert events.end_of_movement(whole(scenario), P) is None


@rule("23.4.8.1", "21.6")
def test_where_they_begin() -> None:
    s = whole("campaign")
    assert [where(s, f"R-Gal{n}") for n in (1, 2, 3)] == ["3427", "3328", "3233"]
    for n in (1, 2, 3):
        assert [k for k in M.units if s.place[k] == s.place[u(f"R-Gal{n}")]] == [u(f"R-Gal{n}")]
    assert {whole("gates").place[u(f"{side}-Gal{n}")] for side in "PR" for n in (1, 2, 3)} == {-8}


# -- 24.6 nationalism -------------------------------------------------------------------------------------------------


@rule("24.6")
def test_a_polish_kiev_for_a_whole_turn_raises_them_all() -> None:
    s = ukraine({"4528": "P-8", "2232": "P-U2*"}, "May I", options="nationalism")
    s.held = [M.ukrainian_cities, 0]
    events.begin_game_turn(s)
    for _ in range(2):
        events.begin_movement(s, P)
        events.end_of_movement(s, P)
    events.end_game_turn(s)
    game = phase(s, P, 1, 1, 1, 1, 1, 1)
    assert asks(game) == "poland: where"
    for number in ("3728", "3728", "4528"):
        play(game, f"place {number}")
    assert asks(game) == "poland: menu"
    assert [where(game, f"P-U{n}") for n in (1, 2, 3, 4)] == ["3728", "2232", "3728", "4528"]
    assert not any(inverted(game, f"P-U{n}") for n in (1, 2, 3, 4))
    events.begin_game_turn(s)
    events.end_game_turn(s)
    assert s.nationalism == 2  # once


@rule("24.6")
def test_it_takes_the_whole_turn_and_the_option() -> None:
    s = ukraine({"4528": "P-8"}, "May I")
    events.begin_game_turn(s)
    events.end_game_turn(s)
    assert s.nationalism == 0
    s = ukraine({}, "May I", options="nationalism")
    events.begin_game_turn(s)
    control.come(s, u("P-8"), M.kiev)
    events.end_game_turn(s)
    assert s.nationalism == 0
    events.begin_game_turn(s)
    lift(s, u("P-8"), POOL)
    events.begin_movement(s, P)
    control.come(s, u("P-8"), M.kiev)
    events.end_of_movement(s, P)
    events.end_game_turn(s)
    assert s.nationalism == 0


@rule("24.6", "21.1.4b")
def test_nobody_rises_for_nobody() -> None:  # (A78)
    s = ukraine({}, "May I", options="nationalism")
    s.nationalism, s.ukrainians = 1, NOBODY
    game = table(s, ReinforcementPhase(side=P))
    assert not game.stack or asks(game) == "poland: menu"
    assert where(game, "P-U1") == "aside"
