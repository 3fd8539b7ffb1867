"""1.4, 22.2 Who has won: the terms of all nine scenarios, for two players and for three."""

from __future__ import annotations

import pytest

from vistula.games.nest_of_eagles.model import BELARUS, POLISH, SOUTHWEST, UKRAINE, WEST
from vistula.games.nest_of_eagles.rules.control import come
from vistula.games.nest_of_eagles.rules.sequence import Campaign, PlayerTurn
from vistula.games.nest_of_eagles.rules.victory import balance_of_war, conclude, result, sudden_death
from vistula.games.nest_of_eagles.scenarios import Campaign as CampaignTerms
from vistula.games.nest_of_eagles.scenarios import KeepCities, MoraleSum, Points
from vistula.games.nest_of_eagles.state import REBUILD, State, remove, units_at
from vistula.kernel import Result
from vistula.server.shelf import blurbs

from .positions import M, give, hex, situation, unit
from .table import POLAND, SOVIET, TITLE, table

rule = pytest.mark.rule
LITHUANIA = 2
WEST_SEAT, SOUTHWEST_SEAT = "russia-west", "russia-southwest"


def at_start(scenario: str, players: int = 2) -> State:
    """The first position of a scenario, as if it were the last."""
    s = TITLE.setup(scenario, {"players": str(players)})[0]
    s.players = players
    return s


def held(s: State, owner: int, names: str) -> State:
    for name in filter(None, names.split(", ")):
        give(s, owner, hex(name))
    return s


def ended(s: State) -> Result:
    conclude(s)
    found = result(s)
    assert found is not None
    return found


def winners(s: State) -> list[str]:
    return list(ended(s).winners)


# -- 1 to 4, 8: points ---


@rule("1.4a", "2.0c")
@pytest.mark.parametrize(
    ("scenario", "soviet_points", "won"),
    [
        ("berezina", 8, ["russia"]), ("berezina", 7, []), ("berezina", 5, []), ("berezina", 4, ["poland"]),
        ("spring", -7, ["poland"]), ("spring", -6, []), ("spring", -5, []), ("spring", -4, ["russia"]),
        ("counteroffensive", 24, []), ("counteroffensive", 23, []), ("counteroffensive", 22, []),
        ("counteroffensive", 21, ["poland"]), ("niemen", -5, ["poland"]), ("niemen", -4, []), ("niemen", -3, []),
        ("niemen", -2, ["russia"]),
    ],
)  # fmt: skip
def test_victory_points_decide_the_shorter_scenarios(scenario: str, soviet_points: int, won: list[str]) -> None:
    s = at_start(scenario)
    s.vp = soviet_points
    assert winners(s) == won


@rule("1.4a", "2.0c")
@pytest.mark.parametrize(
    ("points", "kijow", "won"),
    [
        (22, POLAND, ["poland"]), (22, SOVIET, []), (21, POLAND, []), (20, SOVIET, []), (19, POLAND, ["russia"]),
    ],
)  # fmt: skip
def test_without_kijow_the_poles_draw_at_best(points: int, kijow: int, won: list[str]) -> None:
    s = held(at_start("kiev"), kijow, "Kijów")
    s.vp = -points
    assert winners(s) == won


@rule("1.4a", "2.0c")
@pytest.mark.parametrize(
    ("points", "kijow", "won"),
    [
        (24, SOVIET, ["russia"]), (24, POLAND, []), (23, SOVIET, []), (22, POLAND, []), (21, SOVIET, ["poland"]),
    ],
)  # fmt: skip
def test_without_kijow_the_soviets_draw_at_best(points: int, kijow: int, won: list[str]) -> None:
    s = held(at_start("counteroffensive"), kijow, "Kijów")
    s.vp = points
    assert winners(s) == won


# -- 5: morale of both Theaters ---


@rule("1.4a")
@pytest.mark.parametrize(
    ("north", "south", "towns", "won"),
    [
        (22, 21, "", ["russia"]), (21, 21, "", []), (20, 19, "Brześć", ["russia"]),
        (20, 19, "Białystok", ["russia"]), (19, 19, "Brześć, Białystok", []),
        (19, 18, "Lwów", ["russia"]), (20, 21, "", []), (19, 21, "", ["poland"]),
    ],
)  # fmt: skip
def test_the_july_offensive_asks_for_morale(north: int, south: int, towns: str, won: list[str]) -> None:
    s = held(at_start("july"), SOVIET, towns)
    s.morale[BELARUS], s.morale[UKRAINE] = north, south
    assert winners(s) == won


@rule("1.4a", "13.5a")
def test_a_discarded_marker_reads_as_the_polish_one() -> None:
    s = at_start("july")
    s.morale, s.unified, s.polish_marker = [22, 0, 0], True, True
    assert winners(s) == ["russia"]


# -- 6: Warszawa and Lwów ---


@rule("1.4a")
@pytest.mark.parametrize(
    ("box", "lost", "won"),
    [
        (0, "", ["poland"]), (-3, "", ["poland"]), (1, "", []), (7, "", []), (8, "", ["russia"]),
        (-9, "Lwów", ["russia"]), (0, "Warszawa", []),
    ],
)  # fmt: skip
def test_the_battle_of_warsaw_asks_for_two_cities_and_the_polish_morale(box: int, lost: str, won: list[str]) -> None:
    s = held(at_start("warsaw"), SOVIET, lost)
    s.morale[POLISH] = box
    assert winners(s) == won


# -- 7: six cities ---


@rule("1.4a")
@pytest.mark.parametrize(
    ("lost", "box", "won"),
    [
        ("Lwów, Lublin, Grodno", 1, ["russia"]), ("Lwów, Lublin, Grodno", 0, []), ("Lwów, Lublin", 1, []),
        ("Wilno", 0, ["poland"]), ("", -2, ["poland"]), ("Wilno", 1, []), ("Wilno, Brześć", 0, []),
    ],
)  # fmt: skip
def test_the_summer_counts_six_cities(lost: str, box: int, won: list[str]) -> None:
    s = held(at_start("summer"), POLAND, "Lwów, Lublin, Białystok, Brześć, Grodno, Wilno")
    held(s, SOVIET, lost)
    s.polish_marker, s.morale = True, [box, 20, 20]
    assert winners(s) == won


@rule("1.4a")
def test_in_summer_the_northern_marker_counts_while_the_polish_one_is_off() -> None:
    s = held(at_start("summer"), SOVIET, "Lwów, Lublin, Grodno")
    s.polish_marker, s.morale = False, [0, 3, -5]
    assert winners(s) == ["russia"]
    s.morale = [0, -3, 5]
    assert winners(s) == []


# -- 9: the campaign ---


@rule("1.4a", "13.1a")
@pytest.mark.parametrize(
    ("north", "south", "won", "level"),
    [
        (-18, -18, ["poland"], "decisive victory"), (-18, -17, ["poland"], "victory"),
        (-10, -10, ["poland"], "victory"), (-10, -9, [], "draw"), (0, 0, [], "draw"), (1, 0, ["russia"], "victory"),
        (12, 11, ["russia"], "victory"),
        (12, 12, ["russia"], "decisive victory"),
    ],
)  # fmt: skip
def test_the_war_is_won_by_morale(north: int, south: int, won: list[str], level: str) -> None:
    s = at_start("war-of-1920")
    s.morale[BELARUS], s.morale[UKRAINE] = north, south
    assert (winners(s), ended(s).level) == (won, level)


@rule("1.4a")
def test_towns_won_and_lost_count_with_their_numbers() -> None:
    s = at_start("war-of-1920")
    s.morale = [0, 0, 0]
    held(held(s, POLAND, "Kijów"), SOVIET, "Mińsk")
    assert balance_of_war(s) == M.value[hex("Kijów")] - M.value[hex("Mińsk")] == 2
    held(s, LITHUANIA, "Wilno")
    assert balance_of_war(s) == 2 - M.value[hex("Wilno")]  # lost, whoever has it


# -- sudden death ---


@rule("5.2a", "1.4a")
@pytest.mark.parametrize(
    ("scenario", "falls"),
    [("july", True), ("warsaw", True), ("summer", True), ("war-of-1920", True), ("niemen", False)],
)
def test_with_warszawa_at_the_end_of_a_polish_turn_the_soviets_have_won(scenario: str, falls: bool) -> None:
    s = held(at_start(scenario), SOVIET, "Warszawa")
    sudden_death(s)
    assert s.ended is falls
    if falls:
        found = result(s)
        assert found is not None
        assert (list(found.winners), found.level) == (["russia"], "sudden death")


@rule("5.2a")
@pytest.mark.parametrize(("side", "falls"), [(POLAND, True), (SOVIET, False)])
def test_the_poles_have_a_turn_to_win_warszawa_back(side: int, falls: bool) -> None:
    s = situation("0612 S-27; 2206 P-17; 1920 P-13", side=side)
    table(s, PlayerTurn(side=side, at="over"))
    assert s.ended is falls


@rule("5.2a")
def test_the_last_round_ends_the_game() -> None:
    s = situation("1311 S-27; 2206 P-17; 1920 P-13", round=M.scenario("war-of-1920").last)
    game = table(s, Campaign(at="next_round"))
    assert game.over


# -- 22.2 three players ---


def three(scenario: str, points: tuple[int, int] = (0, 0), priority: int = WEST) -> State:
    s = at_start(scenario, 3)
    s.points[BELARUS], s.points[UKRAINE] = points
    s.vp, s.priority = sum(points), priority
    return s


@rule("22.2a", "22.2b")
@pytest.mark.parametrize(
    ("north", "south", "priority", "won"),
    [
        (-7, -7, WEST, ["poland"]), (-2, -4, WEST, [WEST_SEAT]), (-4, -2, WEST, [SOUTHWEST_SEAT]),
        (-2, -2, WEST, [WEST_SEAT, SOUTHWEST_SEAT]), (1, -7, WEST, [WEST_SEAT]), (-3, -3, SOUTHWEST, [SOUTHWEST_SEAT]),
        (4, -9, SOUTHWEST, [WEST_SEAT]), (9, -4, WEST, [WEST_SEAT]), (2, 1, WEST, [WEST_SEAT, SOUTHWEST_SEAT]),
    ],
)  # fmt: skip
def test_in_spring_the_front_that_lost_fewer_points_wins(north: int, south: int, priority: int, won: list[str]) -> None:
    assert winners(three("spring", (north, south), priority)) == won


@rule("22.2a", "22.2b")
@pytest.mark.parametrize(
    ("north", "south", "won"),
    [
        (5, 10, [WEST_SEAT, SOUTHWEST_SEAT]), (5, 9, [WEST_SEAT]), (4, 10, [SOUTHWEST_SEAT]), (4, 9, ["poland"]),
        (14, 0, [WEST_SEAT]),
    ],
)  # fmt: skip
def test_in_the_counteroffensive_each_front_has_its_own_points(north: int, south: int, won: list[str]) -> None:
    assert winners(three("counteroffensive", (north, south))) == won


@rule("22.2a", "22.2b")
@pytest.mark.parametrize(
    ("north", "south", "towns", "won"),
    [
        (18, 18, "Mińsk, Wilno, Grodno, Równe, Kowel", [WEST_SEAT, SOUTHWEST_SEAT]),
        (17, 18, "Mińsk, Wilno, Grodno, Równe, Kowel", [SOUTHWEST_SEAT]),
        (18, 17, "Mińsk, Wilno, Brześć, Równe, Tarnopol", [WEST_SEAT]),
        (20, 20, "Mińsk, Wilno, Równe", ["poland"]),
        (20, 20, "Mińsk, Grodno, Kowel", ["poland"]),
        (24, 24, "", ["poland"]),
    ],
)  # fmt: skip
def test_in_july_each_front_has_its_own_towns_and_morale(north: int, south: int, towns: str, won: list[str]) -> None:
    s = held(three("july"), SOVIET, towns)
    s.morale[BELARUS], s.morale[UKRAINE] = north, south
    assert winners(s) == won


@rule("22.2a")
def test_the_fall_of_warszawa_in_july_is_a_victory_of_both_fronts() -> None:
    s = held(three("july"), SOVIET, "Warszawa, Mińsk, Wilno, Grodno")
    s.morale[BELARUS] = 20
    sudden_death(s)
    assert winners(s) == [WEST_SEAT, SOUTHWEST_SEAT]


@rule("22.2a", "22.2b")
@pytest.mark.parametrize(
    ("towns", "box", "priority", "won"),
    [
        ("Warszawa", 0, SOUTHWEST, [WEST_SEAT]), ("Lwów", 0, WEST, [SOUTHWEST_SEAT]),
        ("Warszawa, Lwów", 0, WEST, [WEST_SEAT, SOUTHWEST_SEAT]), ("", 8, SOUTHWEST, [SOUTHWEST_SEAT]),
        ("", 8, WEST, [WEST_SEAT]), ("", 7, WEST, ["poland"]), ("Lwów", 9, WEST, [SOUTHWEST_SEAT]),
    ],
)  # fmt: skip
def test_before_warszawa_each_front_has_its_city(towns: str, box: int, priority: int, won: list[str]) -> None:
    s = held(three("warsaw", priority=priority), SOVIET, towns)
    s.morale[POLISH] = box
    assert winners(s) == won


@rule("22.2a", "22.2b")
@pytest.mark.parametrize(
    ("towns", "box", "won"),
    [
        ("Białystok, Brześć, Wilno", 1, [WEST_SEAT]), ("Lwów, Grodno, Wilno", 1, [SOUTHWEST_SEAT]),
        ("Białystok, Brześć, Lublin", 1, [WEST_SEAT, SOUTHWEST_SEAT]),
        ("Białystok, Grodno, Wilno", 1, [WEST_SEAT, SOUTHWEST_SEAT]), ("Białystok, Brześć", 1, []),
        ("Białystok", 0, ["poland"]),
    ],
)  # fmt: skip
def test_in_summer_who_has_what_decides_a_soviet_victory(towns: str, box: int, won: list[str]) -> None:
    s = held(three("summer"), POLAND, "Lwów, Lublin, Białystok, Brześć, Grodno, Wilno")
    held(s, SOVIET, towns)
    s.polish_marker, s.morale = True, [box, 20, 20]
    assert winners(s) == won


@rule("22.2a", "22.2b")
@pytest.mark.parametrize(
    ("north", "south", "won"),
    [(-10, -10, ["poland"]), (-5, -5, []), (3, 1, [WEST_SEAT]), (1, 3, [SOUTHWEST_SEAT]), (2, 2, [SOUTHWEST_SEAT])],
)
def test_the_war_without_a_capital_goes_to_the_better_morale(north: int, south: int, won: list[str]) -> None:
    s = three("war-of-1920", priority=SOUTHWEST)
    s.morale[BELARUS], s.morale[UKRAINE] = north, south
    assert winners(s) == won


def storm(s: State, key: str, town: str) -> None:
    """A unit takes a town from which its enemies have been driven."""
    for enemy in units_at(s, 1 - M.side[unit(key)], hex(town)):
        remove(s, enemy, REBUILD)
    come(s, unit(key), hex(town))


@rule("22.2a", "22.2b")
def test_whose_front_took_warszawa_or_lwow_wins_the_war() -> None:
    s = three("war-of-1920")
    s.morale[BELARUS], s.morale[UKRAINE] = 20, 1
    storm(s, "S-45", "Lwów")
    assert winners(s) == [SOUTHWEST_SEAT]
    storm(s, "S-27", "Warszawa")
    assert winners(s) == [WEST_SEAT, SOUTHWEST_SEAT]
    held(s, POLAND, "Lwów")
    assert winners(s) == [WEST_SEAT]
    storm(s, "P-16", "Warszawa")
    storm(s, "S-45", "Warszawa")
    s.morale[BELARUS], s.morale[UKRAINE] = 20, 1
    assert winners(s) == [SOUTHWEST_SEAT]  # who took it last


@rule("22.2b")
def test_with_both_capitals_both_fronts_win_whoever_took_them() -> None:
    s = three("war-of-1920")
    s.morale[BELARUS], s.morale[UKRAINE] = 20, 1
    storm(s, "S-27", "Warszawa")
    storm(s, "S-4", "Lwów")
    assert winners(s) == [WEST_SEAT, SOUTHWEST_SEAT]


# -- what players are told before ---

WORDS = {2: "two", 3: "three", 5: "five", 7: "seven", 8: "eight"}


def test_briefings_name_the_numbers_that_decide() -> None:
    told = next(game for game in blurbs() if game.id == TITLE.id).briefings
    for scene in M.scenarios:
        won, words = scene.victory, {seat: text.lower() for seat, text in told[scene.id].items()}
        if isinstance(won, Points):
            mine, theirs = ("poland", "russia") if won.side == POLAND else ("russia", "poland")
            assert WORDS.get(won.win, str(won.win)) in words[mine], scene.id
            assert WORDS.get(won.draw, str(won.draw)) in words[theirs], scene.id
        elif isinstance(won, MoraleSum):
            assert str(won.win) in words["poland"]
            assert str(won.win) in words["russia"]
        elif isinstance(won, KeepCities):
            assert f"{won.box} boxes" in words["russia"]
        elif isinstance(won, CampaignTerms):
            assert str(won.poland) in words["poland"]
