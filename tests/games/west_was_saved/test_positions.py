"""Position files: read, refused with file, key and reason, and written."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import collect
from vistula.games.west_was_saved.cards.cardfile import HELD_BACK
from vistula.games.west_was_saved.state import State
from vistula.kernel import BadInput, Game
from vistula.kernel.codec import position_of
from vistula.kernel.game import begin

from .hands import laid
from .table import TITLE, M, at, facing, hex, numbers, play_out, start, unit, weak, where

rule = pytest.mark.rule


def read(text: str) -> Game[State]:
    return begin(TITLE, None, 1, None, {}, text, "siege.toml")


# -- reading --------------------------------------------------------------------------------------------------------


def test_a_file_changes_the_set_up_and_clear_empties_the_map() -> None:
    game = read('phase = "restoration"\nunits.P-8 = "Brest"\n')
    assert where(game, "P-8") == "0809"
    assert where(game, "P-PL2") == "1405"
    assert len(game.s.depots) == 2
    assert game.s.depots[0] == M.depots[0]
    empty = at('phase = "restoration"\nunits.P-8 = "Brest"\n')
    assert where(empty, "P-PL2") == "absent"
    assert empty.s.depots == [0, 0]


def test_places_by_number_and_by_polish_or_english_name() -> None:
    for name in ("1713", "Kijów", "Kiev", "kiev"):
        assert where(at(f'phase = "restoration"\nunits.R-4 = "{name}"\n'), "R-4") == "1713"


@rule("1.2c", "1.2f", "1.4b")
def test_marks_facing_and_dummies() -> None:
    game = at("""
        phase = "restoration"
        units.P-8 = { hex = "Minsk", weak = true }
        units.P-7 = { hex = "Minsk", top = true }
        units.P-6 = "Minsk"
        facing.Minsk = "SW"
        dummies.Minsk = 2
    """)
    assert weak(game, "P-8")
    assert facing(game, "Minsk") == "SW"
    assert game.s.dummies == {hex("Minsk"): 2}
    assert not game.s.under >> unit("P-7") & 1
    assert game.s.under >> unit("P-6") & 1


def test_what_has_become_of_pieces() -> None:
    game = at("""
        phase = "restoration"
        units.P-8 = "eliminated"
        units.P-7 = "interned"
        units.R-4 = "turn 9"
        units.Kork = { hex = "turn 5", left = "Minsk" }
        units.R-5 = { hex = "turn 6", weak = true, repatriated = true }
    """)
    assert [where(game, key) for key in ("P-8", "P-7", "R-4", "Kork")] == ["eliminated", "interned", "turn 9", "turn 5"]
    assert game.s.left_hex == {unit("Kork"): hex("Minsk")}
    assert game.s.repatriated == 1 << unit("R-5")


def test_points_are_the_base_points_unless_given() -> None:
    game = at('turn = 5\nphase = "restoration"\nunits.P-8 = "Brest"\nunits.R-4 = "Kiev"\npoints.russia = 3\n')
    base = [M.base[side][5] for side in (0, 1)]
    assert (game.s.trp, game.s.rp) == (base, [base[0], 3])


@rule("3.1a", "3.2c")
def test_cards_and_what_is_left_of_them() -> None:
    text = "units.P-8 = 'Brest'\nunits.R-4 = 'Kiev'\nunits.Kork = 'Smolensk'\n"
    game = at(f"""
        turn = 5
        phase = "restoration"
        hands.poland = [3]
        hands.russia = [9]
        laid.poland = 38
        laid.russia = 14
        uses.russia = 1
        silent = "Kork"
        forgone = ["russia"]
        discards = [12]
        {text.replace(chr(10), chr(10) + " " * 8)}
    """)
    assert (game.s.hands, game.s.laid, game.s.card_uses) == ([[3], [9]], [38, 14], [0, 1])
    assert game.s.card_choice[0] == unit("Kork")
    assert game.s.forgone == 2
    assert game.s.deck.bit_count() == 40 - 5
    assert not game.s.deck >> 12 & 1


@rule("3.1a", "3.1c")
@pytest.mark.parametrize(
    ("turn", "phase", "whole"), [(1, "events", False), (1, "resources", True), (2, "events", True)]
)
def test_the_seven_cards_are_in_the_deck_once_the_first_have_been_drawn(turn: int, phase: str, whole: bool) -> None:
    s = TITLE.position(f'clear = true\nturn = {turn}\nphase = "{phase}"\n', "a.toml").s
    assert s.deck == collect(card for card in range(1, 41) if whole or card not in HELD_BACK)


# -- refusals -------------------------------------------------------------------------------------------------------


@rule(
    "1.2k", "1.3e", "1.4b", "3.1a", "3.2c", "3.2d", "4.0b", "5.2a", "7.4a", "7.5a", "13.3a", "13.3c", "13.3h", "13.4a"
)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("turn = 15", "turn: 15 is not from 1 to 14"),
        ('scenario = "winter"', "scenario: there is no scenario 'winter'"),
        ('phase = "lunch"', "phase"),
        ("speed = 3", "speed"),
        ('units.P-999 = "Minsk"', "units.P-999: there is no unit 'P-999'"),
        ('units.P-8 = "Paris"', "units.P-8: there is no place 'Paris' on the map"),
        ('units.P-8 = "1111"', "units.P-8: no unit can be in 1111"),
        ('units.P-8 = "0506"', "units.P-8: no unit can be in 0506"),
        ('units.P-8 = "Kaunas"', "units.P-8: P-8 is in Kowno (0804), which is neutral ground [1.3e]"),
        ('units.R-4 = "0405"', "units.R-4: R-4 is in 0405, which is neutral ground [1.3e]"),
        ('units.L-1 = "Wilno"', "units.L-1: L-1 is on the map, but Lithuania is not at war [13.3a]"),
        ('lithuania = true\nunits.L-1 = "Kiev"', "units.L-1: L-1 may not be as far from home as Kijów (1713) [13.3c]"),
        (
            'lithuania = true\nunits.L-1 = "Kaunas"\nunits.R-4 = "Kaunas"',
            "units.R-4: Lithuanians and Russians do not stack, as in Kowno (0804) [13.3h]",
        ),
        ('units.U-3 = "Warsaw"', "units.U-3: U-3 may not be as far from home as Warszawa (0409) [13.4a]"),
        ('units.P-8 = "Minsk"\nunits.R-4 = "Minsk"', "units.R-4: enemies share Mińsk (1307) [7.4a]"),
        (
            "\n".join(f'units.P-{n} = "Minsk"' for n in (4, 5, 6, 7, 8)),
            "units.P-8: 5 combat units are in Mińsk (1307), the limit is 4 [1.2k]",
        ),
        ('depots.poland = ["1306"]', "depots.poland: 1306 is no city and has no depot [5.2a]"),
        (
            'depots.poland = ["Kiev"]\nunits.R-4 = "Kiev"',
            "depots.poland: a depot is among enemy combat units in Kijów (1713) [7.5a]",
        ),
        ('facing.Minsk = "N"', "facing.Minsk: no combat unit is there"),
        ('units.P-8 = "Minsk"\nfacing.Minsk = "E"', "facing"),
        ('units.P-8 = "Minsk"\ndummies.Minsk = 6', "dummies.Minsk: 6 is not from 1 to 5"),
        (
            'units.P-8 = "Minsk"\nunits.P-7 = "Brest"\ndummies.Minsk = 3\ndummies.Brest = 3',
            "dummies: a player has no more than 5 dummies",
        ),
        ("points.poland = -1", "points: resource points are never below 0, as -1 [4.0b]"),
        ("hands.poland = [41]", "hands.poland: 41 is not from 1 to 40"),
        ("hands.poland = [3]\nhands.russia = [3]", "hands: a card is in two places [3.1c]"),
        ("hands.poland = [22]", "hands: card 22 cannot be kept [3.2d]"),
        ('silent = "P-8"', "silent: a command unit is wanted"),
        ('silent = "Kork"', "silent: the other side has laid no card that silences a command unit [3.2c]"),
        ("units = 3", "units"),
        ("turn = ", "is no TOML: Invalid value"),
    ],
)
def test_a_wrong_file_is_refused_with_key_and_reason(text: str, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        read(f"clear = true\n{text}\n")
    assert str(refused.value).startswith("siege.toml")
    assert said in str(refused.value)


# -- writing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_every_moment_is_read_as_it_was_written(seed: int) -> None:
    game, rng, tried = start(seed), random.Random(seed), set()
    for _ in play_out(game, rng):
        if not game.over and rng.random() < 0.1:
            tried.add(game.s.phase)
            placed = TITLE.position(position_of(game), "again.toml")
            assert [f for f in State.__struct_fields__ if getattr(game.s, f) != getattr(placed.s, f)] == []
            assert placed.stack == game.stack
    assert len(tried) >= 4


def test_a_written_file_is_text_that_people_can_read() -> None:
    text = position_of(laid(poland=10, russia=33))
    assert 'game = "west-was-saved"' in text
    assert "[laid]\npoland = 10\nrussia = 33\n" in text
    assert 'P-8 = "0409"  # Polish 8th Infantry Division' in text
    assert numbers(read(text).s.occupied[0]) == {"0409"}


def test_a_seats_knowledge_is_no_position() -> None:
    game = start(1)
    own = game.seat("poland")
    with pytest.raises(BadInput, match="no position"):
        TITLE.codec.write(TITLE, own.s, own.stack, game.scenario)


@rule("9.2f")
def test_stacks_that_have_attacked_are_known_to_have() -> None:
    both = "units.R-4 = { hex = 'Kiev', attacked = true }\nunits.R-8 = { hex = 'Gomel', attacked = true }\n"
    s = read(f"clear = true\n{both}units.R-5 = 'Gomel'\nunits.P-8 = 'Minsk'\n").s
    assert s.spent == 1 << M.hex("Kiev")
