"""Studies that go on where they stopped."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from lab.test_lab import FATED, Stumbling
from vistula.cli import main
from vistula.kernel import BadInput
from vistula.lab import Plan, Row, Study, run
from vistula.lab.league import run_league
from vistula.lab.notebook import NAME, Notebook, open_notebook

PLAN = Plan("warsaw-1920", seed=7)
HEADER = {"seed": 7, "game": "warsaw-1920"}


def opened(folder: Path, resume: bool = True) -> Notebook:
    return open_notebook(folder, HEADER, resume)


def until(n: int) -> Any:
    """Somebody at the keyboard who loses patience at the n-th game."""
    told: list[Row] = []

    def tell(row: Row) -> None:
        told.append(row)
        if len(told) == n:
            raise KeyboardInterrupt

    return tell


def begin(folder: Path, games: int = 3, **more: Any) -> Study:
    """A study of six games that is interrupted."""
    return run(PLAN, 6, jobs=1, tell=until(games), book=opened(folder), **more)


def known(study: Study) -> list[Any]:
    rows = sorted(study.rows, key=lambda row: row.n)
    return [(r.n, r.seed, r.outcome, r.level, r.score, r.turns, r.decisions, r.more) for r in rows]


def test_what_was_played_before_is_not_played_again(tmp_path: Path) -> None:
    assert begin(tmp_path).interrupted
    played: list[int] = []
    study = run(PLAN, 6, jobs=1, tell=lambda row: played.append(row.n), book=opened(tmp_path))
    assert played == [3, 4, 5]
    assert not study.interrupted
    assert [row.n for row in study.rows] == list(range(6))


def test_a_study_in_two_pieces_is_the_study_in_one(tmp_path: Path) -> None:
    whole = run(PLAN, 6, jobs=1, observe=True)
    begin(tmp_path, observe=True)
    pieced = run(PLAN, 6, jobs=2, observe=True, book=opened(tmp_path))
    assert known(pieced) == known(whole)
    assert pieced.sums is not None
    assert whole.sums is not None
    for name in (
        "games",
        "gauges",
        "lines",
        "fronts",
        "used_in",
    ):  # functions may be called less when a process is warm
        assert getattr(pieced.sums, name) == getattr(whole.sums, name)


def test_time_is_counted_over_all_pieces(tmp_path: Path) -> None:
    begin(tmp_path)
    *_, last = opened(tmp_path).notes()
    assert run(PLAN, 3, jobs=1, book=opened(tmp_path)).seconds > last.seconds > 0


def test_fewer_or_more_games_may_be_wanted_the_next_time(tmp_path: Path) -> None:
    begin(tmp_path)
    assert [row.n for row in run(PLAN, 2, jobs=1, book=opened(tmp_path)).rows] == [0, 1]
    assert [row.n for row in run(PLAN, 4, jobs=1, book=opened(tmp_path)).rows] == [0, 1, 2, 3]


def test_records_are_there_before_their_row_is_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = tmp_path / "records"
    records.mkdir()

    def write(book: Notebook, row: Row, seconds: float) -> None:
        assert (records / f"{row.n:06d}.json.gz").exists()
        assert not row.record

    monkeypatch.setattr(Notebook, "write", write)
    assert len(run(PLAN, 2, jobs=1, keep=records, book=opened(tmp_path)).rows) == 2


def test_games_that_crashed_are_played_again(tmp_path: Path) -> None:
    first = run(PLAN, 6, jobs=1, watches=[Stumbling], book=opened(tmp_path))
    fated = [n for n in FATED if n < 6]
    assert [row.n for row in first.failed] == fated != []
    played: list[int] = []
    again = run(PLAN, 6, jobs=1, tell=lambda row: played.append(row.n), book=opened(tmp_path))
    assert played == fated
    assert len(again.finished) == 6


def test_a_league_goes_on_too(tmp_path: Path) -> None:
    def lost(row: Row) -> None:
        if row.n == 1:
            raise KeyboardInterrupt

    whole = run_league(PLAN, ["random", "recruit"], 2, jobs=1)
    first = run_league(PLAN, ["random", "recruit"], 2, jobs=1, tell=lost, book=opened(tmp_path))
    assert [len(pairing.rows) for pairing in first.pairings] == [2, 1]
    played: list[tuple[int, int]] = []
    again = run_league(
        PLAN, ["random", "recruit"], 2, jobs=1, tell=lambda r: played.append((r.fixture, r.n)), book=opened(tmp_path)
    )
    assert played == [(1, 1)]
    assert again.table() | {"seconds": 0} == whole.table() | {"seconds": 0}


# -- the file ---------------------------------------------------------------------------------------------------


def test_the_notes_are_lines_that_anyone_can_read(tmp_path: Path) -> None:
    begin(tmp_path)
    head, *rows = [json.loads(line) for line in gzip.decompress((tmp_path / NAME).read_bytes()).splitlines()]
    assert head == HEADER
    assert [row["n"] for _, row in rows] == [0, 1, 2]


@pytest.mark.parametrize("lost", [1, 9, 60])
def test_a_row_that_was_being_written_is_played_again(tmp_path: Path, lost: int) -> None:
    begin(tmp_path)
    path = tmp_path / NAME
    path.write_bytes(path.read_bytes()[:-lost])
    book = opened(tmp_path)
    assert book.games == 2
    run(PLAN, 6, jobs=1, tell=until(1), book=book)  # what is noted now can be read too
    assert opened(tmp_path).games == 3
    assert [note.row.n for note in opened(tmp_path).notes()] == [0, 1, 2]


def test_a_notebook_with_nothing_in_it_is_begun_anew(tmp_path: Path) -> None:
    assert opened(tmp_path).games == 0
    assert opened(tmp_path, resume=False).games == 0
    (tmp_path / NAME).write_bytes(b"")
    assert opened(tmp_path, resume=False).games == 0
    assert begin(tmp_path).interrupted
    assert opened(tmp_path).games == 3


def test_a_whole_study_leaves_nothing_to_go_on_with(tmp_path: Path) -> None:
    book = opened(tmp_path)
    book.close()
    assert not list(tmp_path.iterdir())


def test_another_study_is_not_gone_on_with(tmp_path: Path) -> None:
    begin(tmp_path)
    with pytest.raises(BadInput, match=r"unfinished\.jsonl\.gz: seed: noted with 7, not 8; name another folder"):
        open_notebook(tmp_path, {**HEADER, "seed": 8}, resume=True)
    with pytest.raises(BadInput, match="game: noted with warsaw-1920, not None"):
        open_notebook(tmp_path, {"seed": 7}, resume=True)


@pytest.mark.parametrize(
    "body",
    [b"hello", gzip.compress(b"hello\n") * 2, gzip.compress(b'{"seed":7,"game":"warsaw-1920"}\n') + b"hello, hello"],
)
def test_a_file_that_is_no_notebook_is_named(tmp_path: Path, body: bytes) -> None:
    (tmp_path / NAME).write_bytes(body)
    with pytest.raises(BadInput, match=r"unfinished\.jsonl\.gz: is no notebook of a study .*; remove it"):
        opened(tmp_path)
    assert (tmp_path / NAME).read_bytes() == body


# -- the command ------------------------------------------------------------------------------------------------

LAB = ["lab", "warsaw-1920", "--jobs", "1", "--seed", "7", "--json", "--games"]


def interrupted(out: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *more: str) -> None:
    """A study of six games into a folder, interrupted after two."""
    with monkeypatch.context() as patch:
        patch.setattr("vistula.cli.lab.with_progress", lambda name, games, play, done: play(until(2)))
        assert main([*LAB, "6", "--report", str(out), *more]) == 130
    assert json.loads(capsys.readouterr().out)["finished"] == 2


def test_the_command_goes_on_and_clears_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupted(tmp_path, monkeypatch, capsys, "--keep")
    assert (tmp_path / NAME).exists()
    assert main([*LAB, "6", "--report", str(tmp_path), "--keep", "--resume"]) == 0
    assert json.loads(capsys.readouterr().out)["finished"] == 6
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text(encoding="utf8").splitlines()))
    assert [int(row["n"]) for row in rows] == list(range(6))
    assert all((tmp_path / row["record"]).exists() for row in rows)
    assert not (tmp_path / NAME).exists()


def test_what_was_begun_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupted(tmp_path, monkeypatch, capsys)
    for more, words in (
        ([], "holds 2 games of an unfinished study; go on with --resume, or remove it"),
        (["--resume", "--keep"], "keep: noted with False, not True"),
        (["--resume", "--seat", "poland=recruit"], "seats: noted with"),
        (["--resume", "--league", "random,recruit"], "league: noted with None"),
    ):
        assert main([*LAB, "6", "--report", str(tmp_path), *more]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert words in err
    assert len(gzip.decompress((tmp_path / NAME).read_bytes()).splitlines()) == 1 + 2


def test_going_on_needs_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*LAB, "2", "--resume"]) == 2
    assert "--resume: needs --report DIR" in capsys.readouterr().err


def test_a_study_that_was_never_begun_may_be_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*LAB, "2", "--report", str(tmp_path), "--resume"]) == 0
    assert json.loads(capsys.readouterr().out)["finished"] == 2
