"""The benchmarks run and say what they measure. How fast is never a test."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import run


def test_the_benchmarks_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "build" / "bench.json"
    assert run.main(["--rounds", "1", "--seconds", "0.02", "--json", str(out)]) == 0
    printed = capsys.readouterr().out
    for words in (
        "ratio",
        "bare",
        "copy",
        "mask",
        "clone",
        "movement range",
        "rail net",
        "communication",
        "retreat",
        "friction",
        "layers",
        "forecast, warsaw-1920",
        "forecast, strike-of-the-eagle",
        "MB",
        "to open a table",
    ):
        assert words in printed
    found = json.loads(out.read_text(encoding="utf8"))
    assert set(found) == {"python", "chess", "rates", "microseconds", "memory_mb", "reopening"}
    assert all(value > 0 for value in found["rates"].values())
    assert found["memory_mb"] < 5
    assert all(value > 0 for value in found["microseconds"].values())
