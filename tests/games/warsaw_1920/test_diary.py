"""The campaign diary: a line for everything that happens, for whoever hears of it."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import vistula.games.warsaw_1920 as package
from vistula.games.warsaw_1920.shown.words import UNSEEN
from vistula.kernel import ONLOOKER, UNKNOWN, Event

from .situations import random_game
from .table import TITLE, attack, events, play, poles_move, russians_attack

TOLD = re.compile(r"""tell\(\s*s,\s*[\w".]+,\s*("\w+"(?:\s+if\s+\w+\s+else\s+"\w+")?)""")


def told():
    """Every key that the rules tell of, read from their source."""
    found = set()
    for path in Path(package.__file__).parent.rglob("*.py"):
        for match in TOLD.finditer(path.read_text(encoding="utf8")):
            found.update(re.findall(r'"(\w+)"', match[1]))
    return found


def test_every_key_has_a_line_and_every_line_a_key():
    assert told() == set(TITLE.diary)


def test_lines_are_sentences():
    for key, line in TITLE.diary.items():
        assert line.endswith("."), key
        assert "  " not in line


@pytest.mark.parametrize("seed", range(8))
def test_random_games_are_told_to_everyone(seed):
    *_, game = random_game(seed, "free" if seed % 4 == 0 else "quick", hear=True)
    for event in game.events:
        for who in ("poland", "russia", ONLOOKER):
            heard = event.seen_by(who)
            if heard is not None:
                line = TITLE.tale(heard)
                assert line
                assert "{" not in line
                assert str(UNKNOWN) not in line
                assert line[0] == line[0].upper()


def test_every_reference_of_a_line_is_told():
    """Games enough that most things happen; what a line names is in the event."""
    happened = {}
    for seed in range(8):
        *_, game = random_game(seed, hear=True)
        happened |= {event.key: event for event in game.events}
    for key, event in happened.items():
        fields = {name for _, name, _, _ in Formatter().parse(TITLE.diary[key]) if name}
        assert fields <= set(event.refs), key
    assert len(happened) > 20


def test_units_are_named_in_full():
    game = russians_attack("units.R-27 = '0331'\nunits.P-8 = '0330'")
    attack(game, "0330", "R-27", 4)
    line = TITLE.tale(events(game, "attack")[-1])
    assert line == (
        "Assault on 0330 by 27th (Omsk) Rifle Division against 8th Infantry Division: "
        "5 against 4, odds 1:1, no modifier."
    )
    assert TITLE.tale(events(game, "result")[-1]) == "0330: rolled 4 at 1:1. EX: exchange."


@pytest.mark.rule("6.3b")
def test_an_unseen_unit_has_no_name():
    game = poles_move("units.P-PL1 = '0330'\nunits.P-PL3 = '0330'\nunits.R-4 = '2832'")
    play(game, "stack 0330", "step 0329")
    event = events(game, "moves")[-1]
    assert TITLE.tale(event).startswith("1st Legions Infantry Division and 3rd Legions Infantry Division")
    heard = TITLE.tale(event.seen_by("russia"))
    assert heard == "An unseen unit and 3rd Legions Infantry Division on the march from 0330 to 0329."
    assert UNSEEN in heard.casefold()


@pytest.mark.parametrize(
    ("key", "refs", "line"),
    [
        ("turn", {"turn": 2, "dates": "11–17 July 1920"}, "Turn 2: 11–17 July 1920."),
        ("deployed", {"side": 0}, "The Poles: deployment complete, the guns are limbered."),
        ("control", {"side": "russia", "hex": TITLE.m.warsaw}, "The flag of Russia is raised in Warszawa (1709)."),
        ("supplied", {"front": 0, "points": 1}, "Trains for the Western Front: supplied, 1 supply point left."),
        (
            "resupplied",
            {"front": 1, "points": 6, "vp": 3, "lost": 2},
            "The Southwest Front stops to bring up 6 supply points: 3 victory points for Poland, "
            "the first two operations forgone.",
        ),
        ("refitted", {"side": 1, "count": 2}, "Stragglers rejoin the Red Army: 2 units in order again."),
        (
            "final_score",
            {"poland": 21, "russia": -1},
            "The guns fall silent. Poland 21 victory points, Russia -1 victory points.",
        ),
        (
            "routs",
            {"unit": UNKNOWN, "hex": TITLE.m.warsaw, "to_hex": TITLE.m.hex("1710")},
            "Headlong flight from Warszawa (1709) to 1710: an unseen unit.",
        ),
    ],
)
def test_single_lines(key, refs, line):
    assert TITLE.tale(Event("5.0a", key, refs)) == line


def test_the_secret_order_is_told_to_its_owner_alone():
    *_, game = random_game(1, hear=True)
    kept = events(game, "order_kept")
    assert all(event.seen_by("russia") is None and event.seen_by(ONLOOKER) is None for event in kept)
    assert all(event.seen_by("poland") is not None for event in kept)
