"""Position files: every moment of a game can be written and read again, and a wrong file is refused with its key."""

from __future__ import annotations

import random

import pytest

from vistula.games.red_star_white_eagle.state import State
from vistula.kernel import Action, BadInput, Game
from vistula.kernel.codec import position_of
from vistula.kernel.title import Position

from .desk import TITLE
from .fields import M

rule = pytest.mark.rule
HEAD = 'clear = true\nturn = "Aug IV"\nside = "poland"\nphase = "movement"\n'


def read(text: str) -> Position[State]:
    return TITLE.position(text, "file")


def wander(game: Game[State], clicks: int, seed: int) -> None:
    """Any click, verbs alike."""
    rng = random.Random(seed)
    for _ in range(clicks):
        if not game.decisions:
            return
        seat, decision = next(iter(game.decisions.items()))
        option = rng.choice(decision.options)
        game.push(Action(option.verb, rng.choice(option.args)), seat)


@pytest.mark.parametrize("scene", ["gates", "belarus-short", "belarus-long", "campaign"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_moment_is_read_as_it_was_written(scene: str, seed: int) -> None:
    game = TITLE.start(scene, seed=seed, journal=False)
    for _ in range(12):
        wander(game, 25, seed)
        found = read(position_of(game))
        assert found.s == game.s
        assert found.stack == game.stack


def test_three_players_and_options_are_told() -> None:
    options = {"players": "3", "lithuania": "yes", "river-trench": "both"}
    game = TITLE.start("campaign", seed=3, options=options, journal=False)
    wander(game, 30, 3)
    found = read(position_of(game))
    assert (found.s, found.options) == (game.s, options)


@rule("3.2b")
def test_a_city_belongs_to_who_stands_in_it() -> None:
    s = read(HEAD + 'units.P-14 = "Grodno"\n').s
    assert s.held[0] >> s.m.hex("Grodno") & 1
    s = read(HEAD + 'units.P-14 = "Warszawa"\ncontrol.poland = ["Grodno"]\n').s
    assert s.held[0] >> s.m.hex("Grodno") & 1
    assert not s.held[1] >> s.m.hex("Grodno") & 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('turn = "May I"\n', "May I is no turn of this scenario"),
        (HEAD + 'units.P-14 = "0701"\n', "units.P-14"),
        (HEAD + 'units.P-14 = "1515"\nunits.R-27 = "1515"\n', "enemy units are in"),
        (HEAD + 'units.P-Mil1 = { hex = "1014", reduced = true }\n', "one step only"),
        (HEAD + 'control.poland = ["1515"]\n', "nobody asks who controls"),
    ],
)
def test_what_cannot_be_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says.replace("(", r"\(")):
        read(text)


@pytest.mark.parametrize(
    ("phase", "side", "frame"),
    [
        ("reinforcement", "russia", "Staff"),
        ("movement", "poland", "MovementPhase"),
        ("movement", "russia", "MovementPhase"),
        ("combat", "poland", "Attacks"),
    ],
)
def test_play_begins_with_the_phase(phase: str, side: str, frame: str) -> None:
    head = HEAD.replace('"movement"', f'"{phase}"').replace('side = "poland"', f'side = "{side}"')
    text = head + 'units.P-14 = "1515"\nunits.R-54 = "1616"\npool_russia_infantry = 3\n'
    found = read(text)
    game = Game(TITLE, found.s, found.stack, TITLE.start("gates", journal=False).dice, "gates", {}).run()
    assert type(game.stack[-1]).__name__ == frame
    assert next(iter(game.decisions)) == side


@rule("2.4.2a")
def test_units_of_two_steps_alone_have_a_reduced_side() -> None:
    for unit in (unit for side in (0, 1) for unit in M.units_of[side] if not M.ukrainians[1] >> unit & 1):
        hex = "4120" if M.flotillas >> unit & 1 else "1515"
        text = HEAD + f'units.{M.key[unit]} = {{ hex = "{hex}", reduced = true }}\n'
        if M.two_steps >> unit & 1:
            assert read(text).s.reduced == 1 << unit
        else:
            with pytest.raises(BadInput, match=r"2\.4\.2a"):
                read(text)
