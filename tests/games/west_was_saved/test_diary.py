"""The campaign diary: a line for everything that happens, for whoever hears of it."""

from __future__ import annotations

import random
import re
from pathlib import Path
from string import Formatter

import pytest

import vistula.games.west_was_saved as package
from vistula.games.west_was_saved.shown.words import UNSEEN, say
from vistula.kernel import ONLOOKER, UNKNOWN, Event

from .table import TITLE, M, hex, play_out, start, unit

rule = pytest.mark.rule
TOLD = re.compile(r"""tell\(\s*s,\s*[\w".\[\]]+,\s*("\w+"(?:\s+if\s+.+?\s+else\s+"\w+")?)""")
BY_DIE = {"support_comes", "support_fails", "attack_aborted"}


def told() -> set[str]:
    """Every key that the rules tell of, read from their source."""
    found = set(BY_DIE)
    for path in Path(package.__file__).parent.rglob("*.py"):
        for match in TOLD.finditer(path.read_text(encoding="utf8")):
            found.update(re.findall(r'"(\w+)"', match[1]))
    return found


def test_every_key_has_a_line_and_every_line_a_key() -> None:
    assert told() == set(TITLE.diary)


def test_lines_are_sentences() -> None:
    for key, line in TITLE.diary.items():
        assert line.endswith("."), key
        assert "  " not in line


def test_random_games_are_told_to_everyone() -> None:
    happened: dict[str, Event] = {}
    for seed in range(3):
        game = start(seed)
        for _ in play_out(game, random.Random(seed)):
            pass
        for event in game.events:
            happened[event.key] = event
            for who in ("poland", "russia", ONLOOKER):
                heard = event.seen_by(who)
                if heard is not None:
                    line = TITLE.tale(heard)
                    assert line[0] == line[0].upper()
                    assert "{" not in line
                    assert str(UNKNOWN) not in line
    for key, event in happened.items():
        fields = {name for _, name, _, _ in Formatter().parse(TITLE.diary[key]) if name}
        assert fields <= set(event.refs), key
    assert len(happened) > 25


@pytest.mark.parametrize(
    ("key", "refs", "line"),
    [
        ("turn", {"turn": 2, "dates": "9–22 May"}, "Turn 2: 9–22 May."),
        ("lays", {"side": 1, "card": 12}, "Russia plays “Armour” (card 12)."),
        ("depot", {"side": "poland", "hex": hex("Kiev")}, "A new depot of the Poles in Kijów (1713)."),
        ("faces", {"hex": hex("1714"), "facing": 4}, "The stack in Biała Cerkiew (1714) faces south-west."),
        ("area_named", {"card": 6, "area": 1}, "“The Curzon Note” (card 6): eyes turn south of the Demarcation Line."),
        ("weakened", {"unit": UNKNOWN, "hex": hex("1312")}, "Heavy losses at 1312: an unseen unit is weakened."),
        (
            "advances",
            {"units": [unit("R-6"), UNKNOWN], "hex": hex("1312"), "to_hex": hex("1313")},
            "From 1312 into Zwiahel (1313): Russian 6th Rifle Division and unseen troops.",
        ),
        (
            "resources",
            {"side": 0, "base": 17, "white": 6, "red": 3, "cards": -2, "points": 18},
            "Poland: base 17, white die 6, red die 3, cards -2: 18 resource points.",
        ),
        (
            "redeploys",
            {"unit": unit("R-6"), "hex": hex("Minsk"), "to_hex": hex("Kiev")},
            "By rail from Mińsk (1307) to Kijów (1713): Russian 6th Rifle Division.",
        ),
    ],
)
def test_single_lines(key: str, refs: dict[str, object], line: str) -> None:
    assert TITLE.tale(Event("3.2c", key, refs)) == line


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("P-8", "Polish 8th Infantry Division"),
        ("U-6", "6th Ukrainian Division"),
        ("U-3", "Ukrainian 3rd Iron Division"),
        ("L-1", "1st Lithuanian Division"),
        ("P-2LB", "2nd Lithuanian-Byelorussian Division"),
        ("Budyonny", "Budyonny"),
    ],
)
def test_units_are_named_with_their_army(key: str, words: str) -> None:
    assert say(M, "piece", unit(key)) == words


def test_other_words() -> None:
    assert say(M, "piece", UNKNOWN) == UNSEEN
    assert say(M, "card", UNKNOWN) == "a card"
    assert say(M, "hits", 1) == "1 hit"
    assert say(M, "hits", 2) == "2 hits"
    assert say(M, "more", 0) == "±0"
    assert say(M, "army", "russia") == "the Russians"
    assert say(M, "number", 7) == "7"
