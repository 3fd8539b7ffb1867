"""Studies that go on where they stopped."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from lab.test_lab import FATED, Stumbling
from vistula.cli import main
from vistula.kernel import BadInput
from vistula.kernel.packing import packed
from vistula.lab import Orders, Plan, Row, Study, play_one, run
from vistula.lab.league import run_league
from vistula.lab.notebook import NAME, Notebook, open_notebook

PLAN = Plan("warsaw-1920", seed=7)
HEADER = {"seed": 7, "game": "warsaw-1920"}


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that are really played in this process."""
    games: list[int] = []

    def play(plan: Plan, n: int, orders: Orders) -> Row:
        games.append(n)
        return play_one(plan, n, orders)

    monkeypatch.setattr("vistula.lab.runner.play_one", play)
    return games


@pytest.fixture
def opened() -> Iterator[Callable[..., Notebook]]:
    """Opens notebooks; each lets go of the one before, as another process would find it."""
    books: list[Notebook] = []

    def open_one(folder: Path, resume: bool = True) -> Notebook:
        for book in books:
            book.close()
        books.append(open_notebook(folder, HEADER, resume))
        return books[-1]

    yield open_one
    for book in books:
        book.close()


Opened = Callable[..., Notebook]


def until(n: int) -> Any:
    """Somebody at the keyboard who loses patience at the n-th game."""
    told: list[Row] = []

    def tell(row: Row) -> None:
        told.append(row)
        if len(told) == n:
            raise KeyboardInterrupt

    return tell


@pytest.fixture
def begun(tmp_path: Path, opened: Opened) -> Study:
    """A study of six games that was interrupted after three."""
    study = run(PLAN, 6, jobs=1, observe=True, tell=until(3), book=opened(tmp_path, resume=False))
    assert study.interrupted
    return study


def known(study: Study) -> list[Any]:
    rows = sorted(study.rows, key=lambda row: row.n)
    return [(r.n, r.seed, r.outcome, r.level, r.score, r.turns, r.decisions, r.more) for r in rows]


def test_what_was_played_before_is_not_played_again(
    tmp_path: Path, opened: Opened, begun: Study, played: list[int]
) -> None:
    told: list[int] = []
    study = run(PLAN, 6, jobs=1, observe=True, tell=lambda row: told.append(row.n), book=opened(tmp_path))
    assert played == [3, 4, 5]
    assert not study.interrupted
    assert [row.n for row in study.rows] == told == list(range(6))


def test_a_study_in_two_pieces_is_the_study_in_one(tmp_path: Path, opened: Opened, begun: Study) -> None:
    whole = run(PLAN, 6, jobs=1, observe=True)
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
    ):  # what a warm process has worked out is not called again
        assert getattr(pieced.sums, name) == getattr(whole.sums, name)


def test_time_is_counted_over_all_pieces(tmp_path: Path, opened: Opened, begun: Study) -> None:
    book = opened(tmp_path)
    *_, last = book.notes()
    assert run(PLAN, 3, jobs=1, book=book).seconds > last.seconds > 0


def test_more_games_may_be_wanted_the_next_time(tmp_path: Path, opened: Opened, begun: Study) -> None:
    assert [row.n for row in run(PLAN, 8, jobs=1, book=opened(tmp_path)).rows] == list(range(8))


def test_nothing_is_thrown_away_where_fewer_are_wanted(tmp_path: Path, opened: Opened, begun: Study) -> None:
    with pytest.raises(BadInput, match="game 2 is noted here, and only 2 are asked for"):
        run(PLAN, 2, jobs=1, book=opened(tmp_path))
    assert opened(tmp_path).games == 3


def test_records_are_there_before_their_row_is_noted(
    tmp_path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = tmp_path / "records"
    records.mkdir()

    def write(book: Notebook, row: Row, seconds: float) -> None:
        assert (records / f"{row.n:06d}.json.gz").exists()
        assert not row.record

    monkeypatch.setattr(Notebook, "write", write)
    assert len(run(PLAN, 2, jobs=1, keep=records, book=opened(tmp_path, resume=False)).rows) == 2


def test_every_game_is_noted_as_soon_as_it_is_over(tmp_path: Path, opened: Opened) -> None:
    """However many there are: rows do not wait for the rest of a batch."""
    study = run(PLAN, 1000, jobs=2, tell=until(1), book=opened(tmp_path, resume=False))
    assert len(study.rows) < 10  # a busy machine may let a few more come in before it stops
    assert opened(tmp_path).games == len(study.rows)


def test_games_that_crashed_are_played_again(tmp_path: Path, opened: Opened, played: list[int]) -> None:
    first = run(PLAN, 6, jobs=1, watches=[Stumbling], book=opened(tmp_path, resume=False))
    fated = [n for n in FATED if n < 6]
    assert [row.n for row in first.failed] == fated != []
    played.clear()
    again = run(PLAN, 6, jobs=1, book=opened(tmp_path))
    assert played == fated
    assert len(again.finished) == 6


def test_a_league_goes_on_too(tmp_path: Path, opened: Opened, played: list[int]) -> None:
    def lost(row: Row) -> None:
        if row.n == 1:
            raise KeyboardInterrupt

    players = ["random", "recruit"]
    whole = run_league(PLAN, players, 2, jobs=1)
    first = run_league(PLAN, players, 2, jobs=1, tell=lost, book=opened(tmp_path, resume=False))
    assert [len(pairing.rows) for pairing in first.pairings] == [2, 1]
    played.clear()
    again = run_league(PLAN, players, 2, jobs=1, book=opened(tmp_path))
    assert played == [1]
    assert again.table() | {"seconds": 0} == whole.table() | {"seconds": 0}


# -- the file ---------------------------------------------------------------------------------------------------


def test_the_notes_are_lines_that_anyone_can_read(tmp_path: Path, begun: Study) -> None:
    head, *rows = [json.loads(line) for line in gzip.decompress((tmp_path / NAME).read_bytes()).splitlines()]
    assert head == HEADER
    assert [row["n"] for _, row in rows] == [0, 1, 2]


def cut(body: bytes) -> bytes:
    return body[:-60]


def last_spoilt(body: bytes) -> bytes:
    return body[:-60] + bytes(60)


def junk_behind(body: bytes) -> bytes:
    return body[:-5] + bytes(4096)


@pytest.mark.parametrize("spoil", [cut, last_spoilt, junk_behind])
def test_a_row_that_was_being_written_is_played_again(
    tmp_path: Path, opened: Opened, begun: Study, spoil: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / NAME
    path.write_bytes(spoil(path.read_bytes()))
    book = opened(tmp_path)
    assert book.games == 2
    run(PLAN, 6, jobs=1, tell=until(3), book=book)  # what is noted now can be read too
    book = opened(tmp_path)
    assert book.games == 3
    assert [note.row.n for note in book.notes()] == [0, 1, 2]


def test_a_notebook_with_nothing_in_it_is_begun_anew(tmp_path: Path, opened: Opened) -> None:
    assert opened(tmp_path, resume=False).games == 0
    assert opened(tmp_path, resume=False).games == 0
    (tmp_path / NAME).write_bytes(b"")
    opened(tmp_path, resume=False).remove()
    assert not list(tmp_path.iterdir())


def test_where_nothing_was_begun_nothing_is_gone_on_with(tmp_path: Path, opened: Opened) -> None:
    with pytest.raises(BadInput, match="there is no unfinished study to go on with"):
        opened(tmp_path)
    assert not list(tmp_path.iterdir())


def test_another_study_is_not_gone_on_with(tmp_path: Path, begun: Study, opened: Opened) -> None:
    opened(tmp_path).close()
    with pytest.raises(BadInput, match=r"unfinished\.jsonl\.gz: seed: noted with 7, not 8; name another folder"):
        open_notebook(tmp_path, {**HEADER, "seed": 8}, resume=True)
    with pytest.raises(BadInput, match="game: noted with warsaw-1920, not None"):
        open_notebook(tmp_path, {"seed": 7}, resume=True)


@pytest.mark.parametrize("resume", [True, False])
def test_nobody_works_on_a_study_beside_another(tmp_path: Path, opened: Opened, resume: bool) -> None:
    book = opened(tmp_path, resume=False)
    with pytest.raises(BadInput, match="a study is being carried out here; name another folder"):
        open_notebook(tmp_path, HEADER, resume)
    book.close()


@pytest.mark.parametrize("resume", [True, False])
@pytest.mark.parametrize("body", [b"hello", packed(b"hello\n") * 2], ids=["plain", "packed"])
def test_a_file_that_is_no_notebook_is_left_alone(tmp_path: Path, body: bytes, resume: bool) -> None:
    (tmp_path / NAME).write_bytes(body)
    with pytest.raises(BadInput, match=r"unfinished\.jsonl\.gz: (is no notebook of a study|holds 1 games)"):
        open_notebook(tmp_path, HEADER, resume)
    assert (tmp_path / NAME).read_bytes() == body


class Full:
    """A disk with no room left."""

    def write(self, body: bytes) -> int:
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk_ends_a_study_at_once_and_is_named(tmp_path: Path, jobs: int) -> None:
    book = Notebook(tmp_path / NAME, cast(Any, Full()), 0)
    book.path.touch()
    with pytest.raises(BadInput, match=r"unfinished\.jsonl\.gz: cannot be written \(No space left .* --resume"):
        run(PLAN, 200, jobs=jobs, book=book)


# -- the command ------------------------------------------------------------------------------------------------

LAB = ["lab", "warsaw-1920", "--jobs", "1", "--seed", "7", "--json", "--games"]


def interrupted(out: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *more: str) -> None:
    """A study of six games into a folder, interrupted after two."""
    with monkeypatch.context() as patch:
        patch.setattr("vistula.cli.lab.with_progress", lambda name, games, play: play(until(2)))
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


def test_records_of_an_earlier_study_are_not_mixed_with_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*LAB, "1", "--report", str(tmp_path), "--keep"]) == 0
    assert main([*LAB, "1", "--report", str(tmp_path)]) == 0  # a report may be written again
    assert main([*LAB, "1", "--report", str(tmp_path), "--keep"]) == 2
    assert "records: holds the records of an earlier study" in capsys.readouterr().err
