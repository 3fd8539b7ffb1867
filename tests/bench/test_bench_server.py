"""The benchmark of the server runs and says what it measures. How fast is never a test."""

from __future__ import annotations

import json

import pytest

from bench import bench_server


def test_it_runs(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--tables", "2", "--seconds", "0.4", "--rounds", "1", "--crowd", "3", "--postgres", "0"]
    assert bench_server.main(asked) == 0
    figures = json.loads(capsys.readouterr().out)
    told = {"actions_per_second", "p50_ms", "p99_ms", "server_cpu_us_per_action"}
    for kind in (*(game for game, _ in bench_server.TITLES), "empty", "alone"):
        assert told <= set(figures[kind])
        assert figures[kind]["actions_per_second"] > 0
    for name in ("start_up_seconds", "resident_mb_idle", "resident_mb_3_tables"):
        assert figures[name] > 0
