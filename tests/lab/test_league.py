"""Leagues: every pairing from both sides on the same seeds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vistula.cli import main
from vistula.kernel import BadInput
from vistula.kernel.record import read, replay
from vistula.lab import Plan, Row
from vistula.lab.league import League, different_players, run_league
from vistula.lab.league_page import league_lines, league_page
from vistula.players import PLAYERS, Chance

PLAN = Plan("warsaw-1920", seed=7)


class Last(Chance):
    """Takes the last answer that is offered: ends whatever can be ended."""

    def choose(self, seat: Any, rng: Any) -> Any:
        options = [option for option in seat.decision.options if not option.free] or seat.decision.options
        from vistula.kernel import Action

        return Action(options[-1].verb, options[-1].args[-1])


@pytest.fixture(autouse=True)
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "last", Last)


@pytest.fixture
def league() -> League:
    return run_league(PLAN, ["random", "last"], 3, jobs=1)


def test_every_player_meets_every_other_from_both_sides(league: League) -> None:
    assert [(p.first, p.second) for p in league.pairings] == [("random", "last"), ("last", "random")]
    assert [len(p.rows) for p in league.pairings] == [3, 3]
    seeds = [[row.seed for row in p.rows] for p in league.pairings]
    assert seeds[0] == seeds[1] == [PLAN.seed_of(n) for n in range(3)]


def test_the_table_adds_up(league: League) -> None:
    found = league.table()
    assert json.loads(json.dumps(found)) == found
    assert (found["games"], found["finished"], found["failed"], found["interrupted"]) == (6, 6, 0, False)
    assert sum(line["points"] for line in found["players"]) == 6
    assert [line["games"] for line in found["players"]] == [6, 6]
    assert [line["elo"] for line in found["players"]] == sorted((x["elo"] for x in found["players"]), reverse=True)
    assert found["advantage"]["side"] == "poland"
    assert [sum(p["outcomes"].values()) for p in found["pairings"]] == [3, 3]
    assert found["pairings"][1]["seats"] == {"poland": "last", "russia": "random"}


@pytest.mark.parametrize(
    ("winners", "points"),
    [
        ([], 0.5), (["poland"], 0), (["russia-west"], 1), (["russia-west", "russia-southwest"], 1),
        (["poland", "russia-west"], 0.5),
    ],
)  # fmt: skip
def test_a_player_wins_with_any_of_the_seats(winners: list[str], points: float) -> None:
    """Who plays a whole side has won if one of its seats has; if the other side has won as well, nobody is ahead."""
    row = Row(n=0, seed=0, winners=winners)
    assert row.points(["russia-west", "russia-southwest"]) == points
    assert row.points(["poland"]) == 1 - points


def test_a_terminal_shows_it_too(league: League) -> None:
    lines = league_lines(league.table())
    assert lines[0].split() == ["player", "Elo", "95", "%", "games", "points", "share"]
    assert {lines[1].split()[1], lines[2].split()[1]} == {"random", "last"}
    assert lines[3].startswith("to play poland is worth ")
    assert "poland=random, russia=last: " in lines[4]


def test_a_page_shows_it_too(league: League) -> None:
    page = league_page(league, league.table())
    assert "Warsaw 1920: a league of 2 players" in page
    assert "Poland won" in page
    assert "playouts" not in page


def test_a_page_says_what_was_agreed_on() -> None:
    league = run_league(Plan("warsaw-1920", options={"undo": "consent"}, playouts=9), ["random", "last"], 1, jobs=1)
    said = "Options: undo=consent. Captains think by 9 playouts a decision."
    assert said in league_page(league, league.table())


def test_a_league_that_is_interrupted_keeps_whole_rounds() -> None:
    def tell(row: Any) -> None:
        if row.n == 1:
            raise KeyboardInterrupt

    league = run_league(PLAN, ["random", "last"], 50, jobs=1, tell=tell)
    assert league.interrupted
    assert sorted(len(p.rows) for p in league.pairings) == [1, 2]
    assert league.table()["finished"] == 3


@pytest.mark.parametrize(
    ("players", "words"),
    [(["random"], "two or more"), (["random", "random"], "two or more"), (["random", "human"], "no such player")],
)
def test_a_league_needs_players(players: list[str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        run_league(PLAN, players, 1)


def test_a_player_with_two_names_plays_once() -> None:
    assert "last" in different_players()
    PLAYERS["twin"] = Last
    try:
        assert [name for name in different_players() if PLAYERS[name] is Last] == ["last"]
    finally:
        del PLAYERS["twin"]


# -- the command ------------------------------------------------------------------------------------------------


def test_the_command_prints_writes_and_keeps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    argv = ["lab", "warsaw-1920", "--games", "1", "--jobs", "1", "--league", "random,last", "--report", str(out)]
    assert main([*argv, "--keep", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert json.loads((out / "league.json").read_text(encoding="utf8")) == found
    assert sorted(path.name for path in out.iterdir()) == ["league.html", "league.json", "records"]
    path = out / "records" / "last-random-000000.json.gz"
    *_, game = replay(read(path), str(path), check=True)
    assert game.over
    assert read(path).header.seats == {"poland": "last", "russia": "random"}


def test_the_command_shows_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "warsaw-1920", "--games", "1", "--jobs", "1", "--league", "random,last"]) == 0
    assert "Elo" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--league", "random,human"], "human: no such player"),
        (["--league", "random"], "two or more different players"),
        (["--league", "random,last", "--seat", "poland=random"], "in a league every player sits everywhere"),
        (["--keep"], "needs --report DIR"),
    ],
)
def test_what_cannot_be_is_told_in_a_line(capsys: pytest.CaptureFixture[str], more: list[str], words: str) -> None:
    assert main(["lab", "warsaw-1920", "--games", "1", *more]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert err.count("\n") == 1
