"""The sequential test: it stops when the answer is clear, and is seldom wrong."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from soak import earlier
from vistula.cli import main
from vistula.kernel import BadInput
from vistula.lab import Plan
from vistula.lab.sprt import Hypotheses, expected, lead_of, read_hypotheses, run_sprt
from vistula.players import PLAYERS, Chance

TEST = Hypotheses(-50, 50)
PLAN = Plan("warsaw-1920", seed=7)


class Twin(Chance):
    """Chance under another name."""


class Broken(Chance):
    """Fails at its first decision, as a folder of former days may."""

    def choose(self, seat: Any, rng: random.Random) -> Any:
        raise TypeError("reach() wants more")


@pytest.fixture(autouse=True)
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "twin", Twin)


def drawn(lead: float, rng: random.Random, most: int = 2000) -> str:
    """What the test answers about a player with this lead, games being drawn by lot."""
    pairs: list[float] = []
    chance = expected(lead)
    for _ in range(most):
        pairs.append(float(sum(rng.random() < chance for _ in range(2))))
        if found := TEST.answer(pairs):
            return found
    return ""


@pytest.mark.parametrize(("lead", "right"), [(-50, "low"), (50, "high"), (120, "high")])
def test_it_errs_no_more_often_than_it_says(lead: float, right: str) -> None:
    rng = random.Random(20)
    answers = [drawn(lead, rng) for _ in range(200)]
    assert "" not in answers
    assert answers.count(right) >= 0.93 * len(answers)  # 0.95 or more, as far as 200 draws can tell


def test_nothing_is_clear_at_first() -> None:
    assert TEST.answer([]) == ""
    assert TEST.answer([2.0, 2.0]) == ""
    assert TEST.answer([2.0] * 40) == "high"
    assert TEST.answer([0.0] * 40) == "low"
    assert TEST.ratio([1.0] * 30) == pytest.approx(0.0)


def test_a_known_sequence() -> None:
    """By hand: a mean of 1.25; with the prior a variance of 22/13 - (15/13)²; 100 Elo expect 0.640065 of a game."""
    pairs = [2.0, 1.0, 1.5, 0.5, 2.0, 1.0, 1.0, 1.0]
    test = Hypotheses(0, 100, alpha=0.01, beta=0.02)
    by_hand = 8 * (1.28013 - 1) * (2.5 - 1 - 1.28013) / (2 * (22 / 13 - (15 / 13) ** 2))
    assert by_hand == pytest.approx(0.6826, abs=1e-4)
    assert test.ratio(pairs) == pytest.approx(by_hand, abs=1e-4)
    assert test.answer(pairs) == ""
    assert test.answer(pairs * 8) == "high"
    assert test.answer([2 - pair for pair in pairs] * 4) == "low"


def test_elo_and_points() -> None:
    assert expected(0) == 0.5
    assert lead_of(expected(75)) == pytest.approx(75)
    assert lead_of(1.0) < 1300
    low, high = Hypotheses(0, 10, alpha=0.05, beta=0.1).bounds
    assert (low, high) == (pytest.approx(-2.2513, abs=1e-4), pytest.approx(2.8904, abs=1e-4))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_match_ends_when_the_answer_is_clear(jobs: int) -> None:
    match = run_sprt(PLAN, ["greedy", "random"], 40, Hypotheses(0, 400), jobs)
    assert match.answer == "high"
    assert not match.league.interrupted
    assert len(match.pairs) == 4  # the same with any number of processes
    assert all(pair == 2.0 for pair in match.pairs)
    assert match.by_side == [4.0, 4.0]


def test_a_match_that_is_not_decided_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "lab",
        "warsaw-1920",
        "--games",
        "2",
        "--league",
        "random,twin",
        "--sprt=-5:5",
        "--jobs",
        "1",
        "--seed",
        "7",
    ]
    assert main(words) == 0
    assert "answer: not clear yet" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["answer"], found["pairs"], found["players"]) == (None, 2, ["random", "twin"])
    assert (found["low"], found["high"], found["alpha"], found["beta"]) == (-5, 5, 0.05, 0.05)
    assert sum(found["sides"].values()) == found["points"]
    assert list(found["sides"]) == ["poland", "russia"]


@pytest.mark.parametrize(
    ("words", "errors"), [("5", None), ("5:-5", None), ("a:b", None), ("0:5", "0.7:0.1"), ("0:5", "x")]
)
def test_hypotheses_that_make_no_sense_are_refused(words: str, errors: str | None) -> None:
    with pytest.raises(BadInput):
        read_hypotheses(words, errors)


@pytest.mark.parametrize("more", [["--sprt=0:5"], ["--league", "random,twin,recruit", "--sprt=0:5"]])
def test_two_players_are_wanted(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "warsaw-1920", "--games", "1", *more]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_match_whose_games_crash_has_no_answer(capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    """As draws they would say that neither is the weaker."""
    monkeypatch.setitem(PLAYERS, "broken", Broken)
    match = run_sprt(PLAN, ("twin", "broken"), 60, Hypotheses(-200, 0), jobs=1)
    assert match.answer == "high"
    assert earlier.report(match) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"no answer: {len(match.league.failed)} games crashed",
        "TypeError: reach() wants more",
    ]
    well = run_sprt(PLAN, ("twin", "random"), 1, TEST, jobs=1)
    assert earlier.report(well) == 0
    assert "not clear yet" in capsys.readouterr().out
