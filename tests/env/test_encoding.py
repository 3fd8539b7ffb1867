"""Actions as integers: the same ones for ever, and one for everything that can be offered."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy")

import vistula
from vistula.env.actions import Actions
from vistula.env.observations import Observations
from vistula.kernel import Action, BadInput
from vistula.kernel.lexicon import Lexicon
from vistula.players.play import asked, play_out, seat_players

# A difference here is a new version, from the first release on: raise `version` in the title's lexicon, and add the new
# name.
ENCODINGS = {
    "warsaw-1920": {0: ("77fa3d5d1ced82e0", 5539, "d6b02d2c4840f629", 11680)},
    "west-was-saved": {0: ("5a99750de6fcf3e5", 5978, "64854f25889f279c", 9303)},
    "strike-of-the-eagle": {0: ("4e505940366d0b03", 5222, "8bb78eb8144a754a", 6141)},
    "nest-of-eagles": {0: ("49c6c8ce7d0b69eb", 10578, "4daf2b45c01bb53a", 28941)},
    "red-star-white-eagle": {0: ("1a2a5cb62c74eaaa", 19683, "f5959d8b7b5850b7", 34572)},
}


RESEARCH = Path(__file__).parents[2] / "docs" / "research.md"


def ours(id: str) -> bool:
    """No title of other tests, whichever were read before these."""
    return type(vistula.title(id)).__module__.startswith("vistula.games")


@pytest.fixture(scope="module", params=filter(ours, vistula.kernel.registered()))
def title(request: pytest.FixtureRequest) -> Any:
    return vistula.title(request.param)


@pytest.fixture(scope="module")
def actions(title: Any) -> Actions:
    return Actions(title)


@pytest.fixture(scope="module")
def observations(title: Any) -> Observations:
    found = Observations(title, title.seats)
    found.settle(title.start(journal=False).seat(title.seats[0]))
    return found


def test_an_encoding_is_what_its_version_says(title: Any, actions: Actions, observations: Observations) -> None:
    seen = hashlib.sha256("\n".join(observations.names()).encode()).hexdigest()[:16]
    known = (actions.fingerprint(), actions.size, seen, observations.size)
    assert ENCODINGS[title.id][title.lexicon().version] == known


def test_the_documentation_says_how_large_it_is(title: Any, actions: Actions, observations: Observations) -> None:
    name = f"vistula/{title.id.replace('-', '_')}_v{title.lexicon().version}"
    assert f"| `{name}` | {actions.size:,} | {observations.size:,} |" in RESEARCH.read_text(encoding="utf8")


def test_the_documentation_s_example_of_a_name_is_true() -> None:
    said = re.search(r"action_name\((\d+)\)` says what it is\s+\(`(.+?)`\)", RESEARCH.read_text(encoding="utf8"))
    assert said is not None
    assert Actions(vistula.title("warsaw-1920")).name(int(said[1])) == said[2]


def test_every_integer_is_one_action_and_back(actions: Actions) -> None:
    for number in range(actions.size):
        action, kind = actions.decode(number)
        assert actions.encode(action.verb, kind, action.arg) == number


def test_every_action_has_its_own_name(actions: Actions) -> None:
    named = [f"{actions.name(number)}/{actions.decode(number)[1]}" for number in range(actions.size)]
    assert len(set(named)) == actions.size


def test_there_is_no_action_beyond_the_last(actions: Actions) -> None:
    for number in (-1, actions.size):
        with pytest.raises(LookupError, match="there is no action"):
            actions.decode(number)


@pytest.mark.parametrize("seed", range(3))
def test_everything_that_is_offered_or_shown_has_its_place(
    title: Any, actions: Actions, observations: Observations, seed: int
) -> None:
    for scenario in title.scenarios:
        game = title.start(scenario.id, seed=seed, journal=False)
        players = seat_players(dict.fromkeys(game.seats, "random"), seed)
        for n, _ in enumerate(play_out(game, players)):
            for decision in game.decisions.values():
                legal = actions.legal(decision, free=True)
                assert legal == sorted(set(legal))
                assert len(legal) == len(decision.actions())
            if n % 5 == 0:
                for seat in game.seats:
                    assert observations.vector(game.seat(seat)).shape == (observations.size,)


def test_an_offered_action_has_its_number(title: Any, actions: Actions) -> None:
    game = title.start(journal=False)
    decision = game.decisions[asked(game)]
    action = decision.actions()[0]
    assert actions.decode(actions.number_of(decision, action))[0] == action
    with pytest.raises(LookupError, match="is not offered"):
        actions.number_of(decision, Action("whistle"))


def test_what_the_lexicon_lacks_is_an_error(title: Any, actions: Actions) -> None:
    with pytest.raises(LookupError, match="whistle button 0 is not in the lexicon"):
        actions.encode("whistle", "button", 0)


def test_a_title_without_a_lexicon_has_no_environment(title: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(title, "lexicon", Lexicon)
    with pytest.raises(BadInput, match="no lexicon yet"):
        Actions(title)
