"""The laboratory: many games over processes, crashes, reports, accumulators."""

from __future__ import annotations

import csv
import json
import os
import signal
from pathlib import Path
from typing import Any

import msgspec
import pytest

import vistula
from vistula.cli import main
from vistula.games.warsaw_1920.rules import combat
from vistula.kernel import Action, BadInput, Game, SeatId
from vistula.kernel.dice import secret_of_seed
from vistula.kernel.record import read, replay
from vistula.lab import Orders, Plan, Row, Study, play_one, run
from vistula.lab.report import Report, write_report
from vistula.lab.study import games_csv, write_crash

PLAN = Plan("warsaw-1920", seed=7)


class Watch:
    """Counts decisions by seat, and sees that it is called in order."""

    def before(self, game: Game[Any]) -> None:
        assert not game.over
        self.count = {"poland": 0, "russia": 0}

    def step(self, game: Game[Any], seat: SeatId, action: Action) -> None:
        self.count[seat] += 1

    def after(self, game: Game[Any]) -> dict[str, Any]:
        assert game.over
        return {f"decisions_{seat}": count for seat, count in self.count.items()}


def ill_fated(secret: bytes) -> bool:
    """Some games, whatever is played in them."""
    return secret[0] % 3 == 1


FATED = [n for n in range(12) if ill_fated(secret_of_seed(PLAN.seed_of(n)))]


class Stumbling(Watch):
    """Crashes in some games."""

    def after(self, game: Game[Any]) -> dict[str, Any]:
        if ill_fated(game.dice.secret):
            raise ZeroDivisionError("stumbled")
        return {}


class Deadly(Watch):
    """Ends its whole process in some games."""

    def after(self, game: Game[Any]) -> dict[str, Any]:
        if ill_fated(game.dice.secret):
            os._exit(3)
        return {}


class Unsendable(Watch):
    """Finds something that cannot be sent to another process."""

    def after(self, game: Game[Any]) -> dict[str, Any]:
        return {"found": lambda: None}


# -- running --------------------------------------------------------------------------------------------------


def test_processes_change_nothing_but_the_time() -> None:
    alone, together = (run(PLAN, 12, jobs=jobs, watches=[Watch]) for jobs in (1, 2))

    def known(study: Any) -> list[Any]:
        rows = sorted(study.rows, key=lambda row: row.n)
        return [(r.n, r.seed, r.outcome, r.level, r.score, r.turns, r.decisions, r.more) for r in rows]

    assert known(alone) == known(together)
    assert len(alone.rows) == 12


def test_the_summary_adds_up() -> None:
    study = run(PLAN, 8, jobs=2)
    sums = study.summary()
    assert list(sums) == [
        "games", "finished", "failed", "decisions", "seconds", "decisions_per_second", "outcomes", "wins", "levels",
    ]  # fmt: skip
    assert (sums["games"], sums["finished"], sums["failed"]) == (8, 8, 0)
    assert sums["decisions"] == sum(row.decisions for row in study.rows)
    assert list(sums["outcomes"]) == ["poland", "russia", "draw"]
    assert sum(sums["outcomes"].values()) == sum(sums["levels"].values()) == 8
    assert sums["wins"] == {side: sums["outcomes"][side] for side in ("poland", "russia")}


def test_wins_are_counted_by_seat() -> None:
    study = Study(Plan("strike-of-the-eagle", "vistula", options={"players": "3"}), 4)
    for n, winners in enumerate((["russia-south"], ["russia-north", "russia-south"], ["poland"], [])):
        study.note(Row(n=n, seed=n, winners=winners, outcome=("russia-south", "russia", "poland", "draw")[n]))
    sums = study.summary()
    assert sums["wins"] == {"poland": 1, "russia-north": 1, "russia-south": 2}
    assert sums["outcomes"] == {"poland": 1, "russia": 1, "draw": 1, "russia-south": 1}
    assert [row["winners"] for row in csv.DictReader(games_csv(study).splitlines())] == [
        "russia-south", "russia-north russia-south", "poland", "",
    ]  # fmt: skip
    page = Report(study, vistula.title("strike-of-the-eagle"), []).page()
    assert '<td>Russia south</td><td class="n">1</td>' in page


def test_a_row_can_be_played_again_by_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    row = run(PLAN, 3, jobs=1).rows[2]
    assert main(["play", "warsaw-1920", "--json", "--seed", str(row.seed)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["decisions"] == row.decisions
    assert found["result"]["score"] == row.score


def test_seeds_follow_from_the_plan_alone() -> None:
    assert PLAN.seed_of(3) == Plan("warsaw-1920", seed=7).seed_of(3)
    seeds = {Plan("warsaw-1920", seed=seed).seed_of(n) for seed in (1, 2) for n in range(500)}
    assert len(seeds) == 1000


def test_accumulators_become_columns() -> None:
    row = play_one(PLAN, 0, Orders((Watch,)))
    assert sum(row.more.values()) == row.decisions


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (Plan("poznan-1920"), "no such game"),
        (Plan("warsaw-1920", "lost"), "no scenario 'lost'"),
        (Plan("warsaw-1920", seats={"poland": "human"}), "no such player; there are: random"),
        (Plan("warsaw-1920", seats={"prussia": "random"}), "no such seat"),
        (Plan("warsaw-1920", options={"undo": "never"}), "'never' is none of"),
        (Plan("strike-of-the-eagle", "zhlobin", options={"players": "4"}), "option players=4: .* is played by"),
    ],
)
def test_a_plan_that_cannot_be_played(plan: Plan, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        run(plan, 1)


# -- interrupts -------------------------------------------------------------------------------------------------


class Impatient(Watch):
    """Somebody presses Ctrl+C in the midst of a game, once or twice."""

    times = 1

    def step(self, game: Game[Any], seat: SeatId, action: Action) -> None:
        super().step(game, seat, action)
        if sum(self.count.values()) in range(5, 5 + self.times):
            signal.raise_signal(signal.SIGINT)


class Insistent(Impatient):
    times = 2


def test_a_first_interrupt_waits_for_the_game_at_hand_and_a_second_does_not() -> None:
    once, twice = (run(PLAN, 5, jobs=1, watches=[watch]) for watch in (Impatient, Insistent))
    assert once.interrupted
    assert [row.n for row in once.finished] == [0]
    assert twice.interrupted
    assert twice.rows == []
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# -- crashes ----------------------------------------------------------------------------------------------------


def test_a_crashed_game_does_not_stop_the_others() -> None:
    study = run(PLAN, 12, jobs=2, watches=[Stumbling])
    assert len(study.rows) == 12
    assert sorted(row.n for row in study.failed) == FATED != []
    assert {row.error for row in study.failed} == {"ZeroDivisionError: stumbled"}
    assert study.summary()["failed"] == len(study.failed)


def test_a_process_that_dies_costs_only_its_game() -> None:
    study = run(PLAN, 4, jobs=2, watches=[Deadly])
    assert sorted(row.n for row in study.rows) == list(range(4))
    assert sorted(row.n for row in study.failed) == [n for n in FATED if n < 4] != []
    assert {row.error for row in study.failed} <= {"its process died"}


def test_what_cannot_be_sent_home_is_a_crash_too() -> None:
    study = run(PLAN, 4, jobs=2, watches=[Unsendable])
    assert len(study.failed) == 4
    assert "pickle" in study.failed[0].error


def broken_table(*args: object) -> None:
    raise LookupError("there is a hole in the table")


def test_the_record_of_a_crash_runs_into_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combat, "read_table", broken_table)
    study = run(PLAN, 4, jobs=1)
    row = study.failed[0]
    assert row.error == "LookupError: there is a hole in the table"
    path = write_crash(PLAN, row, tmp_path / "crashes")
    assert "hole in the table" in path.with_suffix(".txt").read_text(encoding="utf8")
    with pytest.raises(LookupError, match="hole in the table"):
        list(replay(read(path), str(path)))


def test_the_command_reports_crashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(combat, "read_table", broken_table)
    monkeypatch.chdir(tmp_path)
    assert main(["lab", "warsaw-1920", "--games", "3", "--jobs", "1", "--json"]) == 1
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert found["failed"] == err.count("\n") > 0
    assert len(list((tmp_path / "crashes").glob("*.json"))) == found["failed"]
    assert "hole in the table; record: crashes/warsaw-1920-" in err


# -- reports ----------------------------------------------------------------------------------------------------


def test_a_report_is_a_summary_and_a_line_a_game(tmp_path: Path) -> None:
    study = run(PLAN, 5, jobs=1, watches=[Watch])
    write_report(study, tmp_path)
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf8"))
    assert summary["game"] == "warsaw-1920"
    assert summary["scenario"] == "quick"
    assert summary["seats"] == {"poland": "random", "russia": "random"}
    assert summary["data"] == vistula.title("warsaw-1920").data_hash
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text(encoding="utf8").splitlines()))
    assert [int(row["n"]) for row in rows] == list(range(5))
    assert [int(row["seed"]) for row in rows] == [PLAN.seed_of(n) for n in range(5)]
    assert all(row["decisions_poland"] and row["score_russia"] and not row["error"] for row in rows)


def test_crashed_games_stand_in_the_report() -> None:
    study = run(PLAN, 12, jobs=1, watches=[Stumbling])
    rows = list(csv.DictReader(games_csv(study).splitlines()))
    assert len(rows) == 12
    assert {row["error"] for row in rows} == {"", "ZeroDivisionError: stumbled"}


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "deep" / "report"
    assert main(["lab", "warsaw-1920", "--games", "4", "--jobs", "2", "--report", str(out)]) == 0
    text = capsys.readouterr().out
    assert "4 games finished, 0 failed" in text
    assert "a second" in text
    assert sorted(path.name for path in out.iterdir()) == ["games.csv", "report.html", "rules.csv", "summary.json"]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--scenario", "lost"], "no scenario 'lost'"),
        (["--seat", "poland=human"], "poland=human: no such player"),
        (["--seat", "poland"], "NAME=VALUE"),
        (["--option", "fog=no"], "option fog"),
    ],
)
def test_a_study_that_cannot_be_made_makes_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], words: str
) -> None:
    report = tmp_path / "report"
    assert main(["lab", "warsaw-1920", "--games", "2", "--report", str(report), *more]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert not report.exists()


def test_a_report_where_no_folder_can_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "report").write_text("", encoding="utf8")
    assert main(["lab", "warsaw-1920", "--games", "2", "--report", str(tmp_path / "report")]) == 2
    assert "cannot be made a folder" in capsys.readouterr().err


def test_captains_can_be_made_to_count(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    plans: list[Plan] = []

    def note(plan: Plan, games: int, jobs: int | None, **orders: Any) -> Any:
        plans.append(plan)
        return run(msgspec.structs.replace(plan, seats={}), games, 1)

    monkeypatch.setattr("vistula.cli.lab.run", note)
    command = ["lab", "warsaw-1920", "--games", "1", "--seat", "poland=captain", "--json"]
    assert main([*command, "--playouts", "9"]) == 0
    assert main(command) == 0
    assert [plan.playouts for plan in plans] == [9, 0]
    assert main([*command, "--playouts", "0"]) == 2
    assert "--playouts" in capsys.readouterr().err
