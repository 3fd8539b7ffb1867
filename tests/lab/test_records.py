"""Records that a study keeps: of every game on request, of crashes always."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pytest

from lab.test_lab import Deadly, Stumbling
from vistula.cli import main
from vistula.kernel import BadInput
from vistula.kernel.packing import packed, unpacked
from vistula.kernel.record import decode, read, replay, verify
from vistula.lab import Plan, run
from vistula.lab.study import games_csv, write_crash

PLAN = Plan("warsaw-1920", seed=7)


def test_every_row_can_be_replayed(tmp_path: Path) -> None:
    study = run(PLAN, 3, jobs=2, keep=tmp_path)
    rows = list(csv.DictReader(games_csv(study).splitlines()))
    for row in rows:
        path = tmp_path.parent / row["record"]
        record = read(path)
        *_, game = replay(record, str(path), check=True)
        assert game.result is not None
        assert game.result.score == {"poland": int(row["score_poland"]), "russia": int(row["score_russia"])}
        assert len(record.entries) == int(row["decisions"])
        assert verify(record, str(path)) == len(record.dice)


def test_records_are_compressed_and_always_the_same(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        run(PLAN, 1, jobs=1, keep=tmp_path / name)
    one, two = ((tmp_path / name / "000000.json.gz").read_bytes() for name in ("one", "two"))
    assert one == two
    assert json.loads(gzip.decompress(one))["schema"] == "vistula.record"


def test_no_record_is_made_unasked() -> None:
    study = run(PLAN, 2, jobs=1)
    assert [row.record for row in study.rows] == [b"", b""]
    assert "record" not in games_csv(study).splitlines()[0].split(",")


def test_the_commands_read_compressed_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out"
    argv = ["lab", "warsaw-1920", "--games", "1", "--jobs", "1", "--report", str(out), "--keep"]
    assert main(argv) == 0
    path = str(out / "records" / "000000.json.gz")
    assert main(["replay", path, "--check"]) == 0
    assert main(["verify", path]) == 0
    assert "all entries replay to the same states" in capsys.readouterr().err


def test_a_broken_file_is_named() -> None:
    whole = packed(b"{}" * 500)
    assert unpacked(whole, "x") == b"{}" * 500
    assert unpacked(b"plain", "x") == b"plain"
    for body in (whole[:-9], whole[:20], whole[:-4] + b"????"):
        with pytest.raises(BadInput, match=r"^here\.gz: is not whole"):
            unpacked(body, "here.gz")


# -- crashes ----------------------------------------------------------------------------------------------------


def test_a_crashed_game_brings_its_record_home() -> None:
    study = run(PLAN, 6, jobs=2, watches=[Stumbling])
    row = study.failed[0]
    record = decode(unpacked(row.record, "row"), "row")
    *_, game = replay(record, "row", check=True)
    assert game.over  # what stumbled came after the last action
    assert all(not row.record for row in study.finished)


def test_of_a_process_that_died_there_is_a_record_up_to_its_last_action(tmp_path: Path) -> None:
    study = run(PLAN, 4, jobs=2, watches=[Deadly])
    row = study.failed[0]
    path = write_crash(PLAN, row, tmp_path)
    record = read(path)
    *_, game = replay(record, str(path))
    whole = next(r for r in run(PLAN, row.n + 1, jobs=1).rows if r.n == row.n)
    assert len(record.entries) == whole.decisions - 1
    assert not game.over
    assert path.with_suffix(".txt").read_text(encoding="utf8") == "its process died"
