"""3.0, 21.1.2, 24.1, 24.2.5, 24.12 Cities, Warsaw, and who has won."""

from __future__ import annotations

import pytest
from clicks import events, play

from vistula.games.red_star_white_eagle.model import SEATS, SEATS3
from vistula.games.red_star_white_eagle.rules import control, victory
from vistula.games.red_star_white_eagle.rules.queries import OPTIONS
from vistula.games.red_star_white_eagle.rules.setup import new_state
from vistula.games.red_star_white_eagle.state import ASIDE, COMBAT, MOVEMENT, State, lift, put
from vistula.games.red_star_white_eagle.units import SOUTHWEST, WEST

from .desk import where
from .fields import M, P, R, h, u, us
from .marching import marching, walk

rule = pytest.mark.rule
VP = {M.grid.number(city): points for city, points in M.vp.items()}


def empty(scenario: str = "belarus-long", options: str = "", players: int = 2) -> State:
    """A scenario whose counters have been taken from the map."""
    s = new_state(M, scenario, dict.fromkeys(options.split(), "yes") | {"players": str(players)})
    for piece, place in enumerate(s.place):
        if place >= 0:
            lift(s, piece, ASIDE)
    return s


def with_points(russian: int, **how: object) -> State:
    """A state in which Russia has so many points."""
    s = empty(**how)  # type: ignore[arg-type]
    s.held = [control.asked_for(s), 0]
    free = iter(unit for unit in M.units_of[R] if M.front[unit] == 0)
    left = russian
    for city, points in sorted(M.vp.items(), key=lambda row: -row[1]):
        if city != M.warsaw and points <= left:
            left -= points
            put(s, next(free), city)
            s.held = [s.held[0] & ~(1 << city), s.held[1] | 1 << city]
    assert left == 0
    assert control.vp(s) == (38 - russian, russian)
    return s


# -- 3.2 --------------------------------------------------------------------------------------------------------------


@rule("3.2.2", "3.2a")
def test_fifteen_cities_and_38_points() -> None:
    assert len(M.vp) == 15
    assert sum(M.vp.values()) == 38
    for scenario, russian in (("gates", 18), ("belarus-long", 5), ("belarus-short", 5), ("campaign", 5)):
        assert control.vp(new_state(M, scenario, {})) == (38 - russian, russian)


@rule("3.2b", "21.1.2b")
def test_who_was_there_last_controls_a_city() -> None:
    s = empty("campaign")
    zhytomir = h("3728")
    assert control.controls(s, R, zhytomir)
    assert not control.controls(s, P, zhytomir)
    put(s, u("P-14"), h("3628"))
    control.come(s, u("P-14"), zhytomir)
    control.come(s, u("P-14"), h("3628"))
    assert control.controls(s, P, zhytomir)
    assert control.vp(s)[P] == 34
    control.come(s, u("R-I2a"), zhytomir)  # a replacement counter takes nothing
    assert control.controls(s, P, zhytomir)
    control.come(s, u("R-44"), zhytomir)
    assert control.controls(s, R, zhytomir)


@rule("3.2.1", "21.1.2c")
def test_on_the_polish_net_only_a_unit_holds_a_city_for_russia() -> None:
    s = empty("campaign")
    for name in ("2028", "1520", "1912", "0515"):
        city = h(name)
        put(s, u("R-4"), city)
        assert control.controls(s, R, city)
        lift(s, u("R-4"), ASIDE)
        assert control.controls(s, P, city)


@rule("3.2b")
def test_passing_through_is_enough() -> None:
    """(A83)"""
    s = new_state(M, "campaign", {})
    s.side, s.turn = P, 6
    for piece in [*M.units_of[R]]:
        if s.place[piece] >= 0:
            lift(s, piece, ASIDE)
    put(s, u("P-14"), h("3628"))
    game = marching(s, P)
    play(game, "unit P-14", "step 3728", "step 3828", "stop")
    assert s.held[P] >> h("3728") & 1
    assert events(game, "captured")


@rule("24.11.9", "3.2.2")
def test_freikorps_add_five_points() -> None:
    s = empty("campaign", "freikorps fall-of-warsaw")
    assert sum(control.vp(s)) == 43
    assert control.worth(s)[h("0603")] == 2
    assert control.worth(s)[h("1302")] == 2
    assert control.worth(s)[h("0122")] == 1
    put(s, u("F-1"), h("0603"))
    assert control.vp(s)[R] == 5 + 2


# -- 3.1 --------------------------------------------------------------------------------------------------------------


@rule("3.1", "21.0")
@pytest.mark.parametrize(("unit", "ends"), [("R-4", True), ("L-1", True), ("R-U1", True), ("R-I2a", False)])
def test_a_russian_unit_in_warsaw_ends_the_game_at_once(unit: str, ends: bool) -> None:
    """(A76)"""
    s = empty()
    put(s, u(unit), h("1114"))
    control.come(s, u(unit), M.warsaw)
    assert s.ended is ends
    assert control.game_over(s) is ends
    if ends:
        found = victory.result(s)
        assert found is not None
        assert (found.winners, found.level, found.rule) == ((SEATS[R],), "cataclysmic", "3.1")


@rule("3.1", "6.0d")
def test_it_ends_in_the_middle_of_a_phase() -> None:
    game = walk({"1114": "R-4"}, "R-4", "1014", R)
    assert game.over
    assert game.result is not None
    assert game.result.winners == (SEATS[R],)
    assert events(game, "warsaw_taken")


@rule("24.1.2a", "24.1.1", "24.1.3")
def test_with_the_fall_of_warsaw_the_war_goes_on() -> None:
    s = empty(options="fall-of-warsaw")
    control.come(s, u("R-4"), M.warsaw)
    assert not s.ended
    assert s.warsaw_taken_by == 1 + WEST
    victory.conclude(s)
    assert victory.verdict(s) == (R, "cataclysmic")
    lift(s, u("R-4"), ASIDE)
    assert victory.verdict(s)[1] != "cataclysmic"


@rule("24.11.10")
def test_a_freikorps_in_warsaw_does_not_end_the_game() -> None:
    s = empty("campaign", "freikorps fall-of-warsaw")
    control.come(s, u("F-1"), M.warsaw)
    assert not s.ended
    s = empty("campaign")
    control.come(s, u("F-1"), M.warsaw)
    assert not s.ended


# -- 3.2.3 ------------------------------------------------------------------------------------------------------------


@rule("3.2.3a", "3.2.3b", "3.2.3c", "3.2.3d", "3.0a", "3.0b")
@pytest.mark.parametrize(
    ("russian", "side", "level"),
    [
        (0, P, "crowning"), (1, P, "crowning"), (2, P, "major"), (10, P, "major"), (11, P, "marginal"),
        (14, P, "marginal"), (15, P, "scant"), (18, P, "scant"), (19, victory.DRAW, "stalemate"),
        (20, R, "unimpressive"), (23, R, "unimpressive"), (24, R, "marginal"), (27, R, "marginal"), (28, R, "major"),
        (30, R, "major"),
    ],
)  # fmt: skip
def test_levels_by_points(russian: int, side: int, level: str) -> None:
    s = with_points(russian)
    assert victory.verdict(s) == (side, level)
    assert victory.result(s) is None
    victory.conclude(s)
    found = victory.result(s)
    assert found is not None
    assert found.winners == (() if side == victory.DRAW else (SEATS[side],))
    assert found.score == {"poland": 38 - russian, "russia": russian}
    assert found.level == ("draw" if side == victory.DRAW else level)


@rule("3.2.3e", "24.12.1b", "24.12.1a", "24.12.1c")
@pytest.mark.parametrize(
    ("russian", "side", "level"),
    [
        (28, R, "unimpressive"), (24, victory.DRAW, "stalemate"), (20, P, "scant"), (19, P, "marginal"),
        (15, P, "major"), (11, P, "crowning"), (2, P, "crowning"),
    ],
)  # fmt: skip
def test_without_an_attack_on_warsaw_two_levels_are_lost(russian: int, side: int, level: str) -> None:
    """(A56)"""
    s = with_points(russian, options="objective")
    assert victory.verdict(s) == (side, level)
    s.assault = 29
    assert victory.verdict(s) == (side, level)
    s.assault = 30
    assert victory.verdict(s) == victory.verdict(with_points(russian))


@rule("24.12.3")
def test_the_gates_of_warsaw_know_no_objective() -> None:
    s = with_points(28, scenario="gates", options="objective")
    assert victory.verdict(s) == (R, "major")


@rule("23.3b", "24.12.2")
@pytest.mark.parametrize(("russian", "objective", "assault", "side"), [
    (17, "", 0, R), (16, "", 0, P), (19, "objective", 30, R), (18, "objective", 30, P), (19, "objective", 29, P),
])  # fmt: skip
def test_the_short_scenario_asks_for_17_points(russian: int, objective: str, assault: int, side: int) -> None:
    s = with_points(russian, scenario="belarus-short", options=objective)
    s.assault = assault
    assert victory.verdict(s) == (side, "victory")
    victory.conclude(s)
    assert victory.result(s).rule == "23.3b"  # type: ignore[union-attr]


@rule("23.3b")
def test_warsaw_wins_the_short_scenario_too() -> None:
    s = empty("belarus-short")
    control.come(s, u("R-4"), M.warsaw)
    assert victory.verdict(s) == (R, "cataclysmic")


# -- 24.2.5 -----------------------------------------------------------------------------------------------------------


@rule("24.2.5a")
@pytest.mark.parametrize(("west", "southwest", "better"), [
    ("2906", "", (WEST, "marginally")), ("2906 2117", "", (WEST, "substantially")),
    ("2310", "2925", (victory.DRAW, "equal")), ("", "2028", (SOUTHWEST, "substantially")),
])  # fmt: skip
def test_how_the_russians_compare(west: str, southwest: str, better: tuple[int, str]) -> None:
    s = empty("campaign", players=3)
    s.held = [control.asked_for(s), 0]
    for unit, city in zip(("R-4", "R-53", "R-15"), west.split(), strict=False):
        control.come(s, u(unit), h(city))
    for unit, city in zip(("R-44", "R-45"), southwest.split(), strict=False):
        control.come(s, u(unit), h(city))
    assert victory.front_points(s) == (sum(VP[c] for c in west.split()), sum(VP[c] for c in southwest.split()))
    assert victory.better_front(s) == better
    victory.conclude(s)
    found = victory.result(s)
    assert found is not None
    assert found.winners == (SEATS3[0],)
    assert found.score["russia-west"] == sum(VP[c] for c in west.split())


@rule("24.2.5a")
def test_a_city_counts_for_whose_unit_came_last() -> None:
    s = empty("campaign", players=3)
    control.come(s, u("R-4"), h("2925"))
    control.come(s, u("R-44"), h("2925"))
    assert victory.front_points(s)[WEST] == 0
    assert (s.won[WEST] >> h("2925") & 1, s.won[SOUTHWEST] >> h("2925") & 1) == (0, 1)


@rule("24.2.5b", "24.2.5a")
def test_the_hero_of_the_soviet_union() -> None:
    s = empty("campaign", players=3)
    control.come(s, u("R-44"), M.warsaw)
    assert victory.better_front(s) == (SOUTHWEST, "hero")
    found = victory.result(s)
    assert found is not None
    assert found.winners == (SEATS3[1], SEATS3[2])


# -- what follows when a counter comes --------------------------------------------------------------------------------


@rule("7.2.1c", "7.2.1e")
def test_replacements_under_a_unit_are_destroyed() -> None:
    s = empty()
    put(s, u("P-I2a"), h("1210"))
    put(s, u("P-C1a"), h("1210"))
    control.come(s, u("R-4"), h("1210"), retreating=True)
    assert where(s, "P-I2a") == where(s, "P-C1a") == "pool"


@rule("21.1.3")
def test_kiev_and_lwow_together_change_the_master_of_the_ukrainians() -> None:
    s = empty("campaign")
    s.ukrainians = P
    s.held = [s.held[0] | 1 << M.kiev, s.held[1] & ~(1 << M.kiev)]
    control.come(s, u("R-44"), M.lwow)
    assert s.ukrainians == P
    control.come(s, u("R-45"), M.kiev)
    assert s.ukrainians == R


@rule("24.4.2a", "24.4.2b")
def test_lithuania_is_provoked_by_coming_not_by_retreating() -> None:
    """(A91)"""
    inside = next(hex for hex in range(M.grid.size) if M.lithuania >> hex & 1)
    for retreating in (True, False):
        s = empty("campaign", "lithuania")
        s.turn = 3
        control.come(s, u("P-14"), inside, retreating=retreating)
        assert bool(s.lithuania_free) is not retreating
    s = empty("campaign", "lithuania")
    control.come(s, u("R-4"), M.wilno)
    assert s.lithuania_free == 2


@rule("21.5b")
def test_guards_are_released_by_what_comes_near() -> None:
    s = empty("campaign")
    put(s, u("P-FG1"), h("2007"))
    control.come(s, u("R-4"), h("2013"))
    assert not s.guards_released & us("P-FG1")
    control.come(s, u("R-4"), h("2012"))
    assert s.guards_released & us("P-FG1")


@rule("24.0")
def test_each_option_is_its_own_bit() -> None:
    for option in OPTIONS:
        s = new_state(M, "campaign", {option: "yes"})
        assert s.options.bit_count() == 1
        assert s.options == 1 << OPTIONS.index(option)


@rule("3.2b", "5.1.2a", "7.2.1a", "17.4.1a")
def test_what_coming_into_a_hex_does_and_does_not() -> None:
    game = walk({"1014": "P-14"}, "P-14", "1013")
    assert not events(game, "captured")  # it was Polish
    s = empty("campaign")
    put(s, u("R-I2a"), h("3628"))
    control.come(s, u("R-I2a"), h("3728"))
    assert where(s, "R-I2a") == "3728"
    s.phase, s.overstacked = MOVEMENT, us("R-44")
    put(s, u("R-44"), h("3628"))
    control.come(s, u("R-44"), h("3627"))
    assert not s.overstacked
    s.phase, s.overstacked = COMBAT, us("R-44")
    control.come(s, u("R-44"), h("3628"))
    assert s.overstacked == us("R-44")
    s.struck = 1 << h("3627") | 1 << h("3728")
    control.come(s, u("R-44"), h("3627"))
    assert s.struck >> h("3627") & 1
    control.stay(s, u("R-44"))
    assert s.struck == 1 << h("3728")  # (A7) others have come into the first one, to stay


@rule("23.4.6.1", "24.6")
def test_a_russian_in_kiev_ends_what_the_poles_held_there() -> None:
    s = empty("campaign")
    s.kiev_held = 3
    control.come(s, u("R-44"), h("3628"))
    assert s.kiev_held == 3
    control.come(s, u("R-44"), M.kiev)
    assert s.kiev_held == 0
