"""9.1 Avoiding combat."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from vistula.games.west_was_saved.state import COMBAT, State
from vistula.kernel import Game

from .campaigning import phase
from .table import M, asks, cannot, events, facing, offered, play, sees, verbs, where

rule = pytest.mark.rule

# Russian cavalry in 1715; Polish infantry in 1615 faces it. Russia has the higher base on turn 5.
CAUGHT = """
    units.R-8Cav = "1715"
    units.P-8 = "1615"
    units.Pilsudski = "1615"
    facing.1615 = "NE"
    facing.1715 = "SW"
"""


def before_combat(text: str = CAUGHT, turn: int = 5, dice: tuple[int, ...] = (6, 1)) -> Game[State]:
    return phase("combat", text, dice, turn)


@rule("9.1a", "9.1e", "9.1c", "9.1d")
def test_cavalry_slips_away_from_infantry() -> None:
    game = before_combat()
    assert asks(game) == "russia: which"
    play(game, "avoid 1715", "hex 1814", "hex 1914", "face 1814")
    assert where(game, "R-8Cav") == "1914"
    assert facing(game, "1914") == "SW"
    assert not game.s.attacked
    assert not game.s.fought


@rule("9.1a", "9.1c", "9.1d")
def test_a_command_unit_goes_along() -> None:
    game = before_combat(CAUGHT + 'units.Budyonny = "1715"\n')
    play(game, "avoid 1715", "hex 1814", "hex 1914", "face 1814")
    assert where(game, "Budyonny") == "1914"


@rule("9.1c", "9.1a", "9.1d")
def test_the_enemy_may_occupy_the_vacated_hex() -> None:
    game = play(before_combat(), "avoid 1715", "hex 1814", "hex 1914", "face 1814")
    assert asks(game) == "poland: who_goes"
    play(game, "unit P-8", "done", "face 1814")
    assert where(game, "P-8") == "1715"
    assert where(game, "Pilsudski") == "1615"


@rule("9.1c", "9.1e", "9.1a", "9.1d")
def test_guns_stay_behind_then_too() -> None:
    game = before_combat(CAUGHT + 'units.P-Art1 = "1615"\n')
    play(game, "avoid 1715", "hex 1814", "hex 1914", "face 1814")
    assert offered(game, "unit") == {"P-8", "Pilsudski"}


@rule("9.1a", "9.1d")
def test_only_cavalry_alone_may() -> None:
    game = before_combat('units.R-Art1 = "1715"\n' + CAUGHT)
    assert asks(game) == "russia: which"  # its top counter is cavalry: the question tells nothing
    assert verbs(game) == {"pass"}


@rule("9.1a", "9.1d")
def test_only_if_an_enemy_faces_it() -> None:
    game = before_combat(CAUGHT.replace('facing.1615 = "NE"', 'facing.1615 = "N"'))
    assert not events(game, "avoids")
    assert game.s.phase > COMBAT  # nobody is in a position to attack either


@rule("9.1b", "9.1d")
def test_not_if_two_stacks_face_it() -> None:
    game = before_combat(CAUGHT + 'units.P-12 = "1716"\nfacing.1716 = "N"\n')
    assert asks(game).endswith("declare")


@rule("9.1b", "9.1d")
def test_not_if_the_enemy_is_seen_to_have_cavalry() -> None:
    game = before_combat(CAUGHT + 'units.P-1Cav = { hex = "1615", top = true }\n')
    assert asks(game).endswith("declare")


@rule("9.1b", "13.2a", "9.1a", "9.1c", "9.1d")
def test_hidden_cavalry_is_found_out_by_trying() -> None:
    game = before_combat(CAUGHT + 'units.P-1Cav = "1615"\nunits.P-12 = { hex = "1615", top = true }\n')
    assert not sees(game, "russia", "P-1Cav")
    play(game, "avoid 1715")
    assert events(game, "avoidance_refused")
    assert where(game, "R-8Cav") == "1715"
    assert cannot(game, "avoid 1715")


@rule("9.1e", "9.1d")
def test_nobody_may_withdraw_where_he_would_be_lost() -> None:
    ring = 'units.P-12 = "1613"\nunits.P-13 = "1914"\nunits.P-14 = "1816"\n'
    game = before_combat(CAUGHT + ring)
    assert verbs(game) == {"pass"}


@contextmanager
def base(poland: int, russia: int) -> Iterator[None]:
    """Base resource points on all turns, whatever the data say."""
    real, turns = M.base, M.turns + 1
    object.__setattr__(M, "base", ((poland,) * turns, (russia,) * turns))
    yield
    object.__setattr__(M, "base", real)


@rule("9.1d")
@pytest.mark.parametrize(("poland", "russia", "first"), [(17, 16, "poland"), (16, 17, "russia"), (17, 17, "poland")])
def test_the_higher_base_begins_and_they_take_turns(poland: int, russia: int, first: str) -> None:
    both = CAUGHT + 'units.P-1Cav = "1914"\nunits.R-44 = "2014"\nfacing.2014 = "NW"\nfacing.1914 = "N"\n'
    with base(poland, russia):
        game = before_combat(both)
        assert asks(game) == f"{first}: which"
        play(game, "pass")
        assert asks(game) == f"{'russia' if first == 'poland' else 'poland'}: which"
        play(game, "pass")
        assert asks(game) == "poland: declare"


@rule("9.1a", "9.1c", "9.1d")
def test_who_withdraws_shows_that_he_has_cavalry_alone() -> None:
    game = before_combat(CAUGHT + 'units.R-4Cav = { hex = "1715", top = true }\n')
    assert not sees(game, "poland", "R-8Cav")
    play(game, "avoid 1715")
    assert sees(game, "poland", "R-8Cav")


@rule("9.1a", "9.1d", "9.1c")
def test_who_cannot_withdraw_yet_has_not_declined() -> None:
    """Two Russian stacks face the Polish cavalry; when one of them has slipped away, it may withdraw from the other."""
    text = """
        units.P-1Cav = "1715"
        units.P-8 = "1816"
        units.R-44 = "1615"
        units.R-8Cav = "1716"
        units.Uborevich = "1615"
        units.Pilsudski = "1915"
        facing.1615 = "NE"
        facing.1716 = "N"
        facing.1816 = "NW"
        facing.1715 = "N"
    """
    with base(17, 16):
        game = before_combat(text)
        assert asks(game) == "russia: which"
        play(game, "avoid 1716", "hex 1616", "hex 1517", "face 1417", "done")
        assert asks(game) == "poland: which"
        assert offered(game, "avoid") == {"1715"}
        play(game, "pass")
        assert asks(game).endswith("declare")
