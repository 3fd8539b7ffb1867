"""The lab's benchmark runs and says what it measures. How fast is never a test."""

from __future__ import annotations

import json

import pytest

from bench import bench_lab


def test_the_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_lab.main(["--games", "2", "--rounds", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"one", "two", "ratio", "by_cpu", "load"}
    assert all(found[name] > 0 for name in ("one", "two", "ratio", "by_cpu"))
