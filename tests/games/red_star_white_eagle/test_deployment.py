"""23.0 Deployment by area, 23.1.7 the fortifications, 24.3 Polish free deployment."""

from __future__ import annotations

import random

import pytest
from clicks import play_out

from vistula.board.hexes import members
from vistula.games.red_star_white_eagle.rules import deployment
from vistula.games.red_star_white_eagle.rules.deployment import Deployment
from vistula.games.red_star_white_eagle.state import State
from vistula.kernel import Game

from .desk import asks, can, offered, play, said, table, where, whole, why
from .fields import M, P, R, h, u

rule = pytest.mark.rule
ALL = ("gates", "belarus-short", "belarus-long", "campaign")


def deploying(scenario: str, side: int, **options: str) -> Game[State]:
    return table(whole(scenario, deployment="free", **options), Deployment(side=side))


@rule("23.0a", "23.1")
@pytest.mark.parametrize("scenario", ALL)
def test_as_in_history_nobody_is_asked(scenario: str) -> None:
    for side in (P, R):
        assert not table(whole(scenario), Deployment(side=side)).stack


@rule("23.0c", "23.0d", "23.0e")
@pytest.mark.parametrize("scenario", ALL)
def test_history_keeps_the_rules_of_deployment(scenario: str) -> None:
    s = whole(scenario, deployment="free")
    for command in (0, 1):
        assert not deployment.gaps(s, command)
        for unit in members(deployment.movable(s, command)):
            assert deployment.area_of(s, command, unit).hexes >> s.place[unit] & 1


@rule("23.0a", "23.0f")
def test_units_of_areas_move_and_others_do_not() -> None:
    game = deploying("campaign", R)
    assert "R-4" in offered(game, "unit")
    assert not offered(game, "unit") & {"R-tW1", "R-Gal1", "L-1", "R-DnN", "P-8"}
    assert said(game, "R-tW1") == "23.0a"


@rule("23.0a", "23.0c")
def test_a_unit_is_placed_in_its_area() -> None:
    game = play(deploying("campaign", P), "unit P-3L")
    area = next(area for area in M.scenarios[3].areas if area.id == "I")
    assert set(offered(game, "place")) <= set(M.numbers(area.hexes))
    assert why(game, "place 1014") == "23.0a"
    number = sorted(offered(game, "place") - {where(game, "P-3L")})[0]
    play(game, f"place {number}")
    assert where(game, "P-3L") == number
    assert "P-3L" not in offered(game, "unit")
    play(game, "again P-3L", "back")


@rule("23.0c")
def test_the_front_must_be_covered_before_it_is_confirmed() -> None:
    s = whole("campaign", deployment="free")
    game = table(s, Deployment(side=P))
    (area,) = (area for area in deployment.areas(s, 0) if area.id == "B")
    assert can(game, "done")
    division = u("P-1LB")
    play(game, "unit P-1LB")
    for hex in members(area.hexes & ~area.front):
        s.place[division] = hex
        if deployment.gaps(s, 0):
            break
    s.place[division] = h("4007")
    play(game, f"place {M.grid.number(hex)}")
    assert not can(game, "done")
    assert why(game, "done") == "23.0c"
    play(game, "again P-1LB", "place 4007", "done")
    assert not game.stack


@rule("23.0d")
def test_areas_are_not_overstacked() -> None:
    game = play(deploying("belarus-long", R), "unit R-4")
    assert [where(game, key) for key in ("R-16", "R-33", "R-54")] == ["4005"] * 3
    assert why(game, "place 4005") == "23.0d"
    assert can(game, "place 4007")  # two divisions


@rule("23.0e", "23.4.8.1")
def test_nobody_deploys_with_the_galicians() -> None:
    game = deploying("campaign", R)
    play(game, "unit R-44")
    area = deployment.area_of(game.s, 1, u("R-44"))
    game.s.place[u("R-Gal1")] = next(iter(members(area.hexes & ~(1 << h(where(game, "R-44"))))))
    assert why(game, f"place {where(game, 'R-Gal1')}") == "23.0e"


@rule("23.1.7")
def test_the_fortified_hexes_of_the_gates() -> None:
    game = deploying("gates", P)
    assert offered(game, "unit") == {M.key[unit] for unit in members(M.scenarios[0].fortress)}
    play(game, "unit P-15")
    assert offered(game, "place") == {"1114", "1115"}  # three primary units stand in the others
    assert why(game, "place 1014") == "23.0d"
    assert why(game, "place 1015") == "23.0a"
    play(game, "place 1115", "done")
    assert (where(game, "P-15"), game.stack) == ("1115", [])
    assert not deploying("gates", R).stack


@rule("24.3")
def test_northern_poles_may_deploy_in_any_northern_area() -> None:
    usual = play(deploying("belarus-long", P), "unit P-8")
    free = play(deploying("belarus-long", P, **{"free-poland": "yes"}), "unit P-8")
    north = {M.grid.number(hex) for area in M.scenarios[2].areas if area.id in "ABC" for hex in members(area.hexes)}
    assert offered(usual, "place") < offered(free, "place") <= north
    assert offered(free, "place") > {"3906", "4007"} & north
    other = play(deploying("belarus-long", P, **{"free-poland": "yes"}), "unit P-14")
    assert not offered(other, "place") & north


@rule("23.0a")
@pytest.mark.parametrize("scenario", ["belarus-long", "campaign"])
@pytest.mark.parametrize("side", [P, R])
def test_random_deployments_end_and_keep_the_rules(scenario: str, side: int) -> None:
    for seed in range(3):
        game = deploying(scenario, side)
        for _ in play_out(game, random.Random(seed), 3000):
            if not game.stack:
                break
        assert not game.stack
        assert not deployment.gaps(game.s, side)


@rule("24.2")
def test_three_players_deploy_their_own_fronts() -> None:
    game = deploying("campaign", R, players="3")
    assert asks(game) == "russia-west: pick"
    assert "R-4" in offered(game, "unit")
    assert "R-44" not in offered(game, "unit")
    play(game, "done")
    assert asks(game) == "russia-southwest: pick"
    assert "R-44" in offered(game, "unit")
