"""The benchmark of the server runs and says what it measures. How fast is never a test."""

from __future__ import annotations

import json

import pytest

from bench import bench_server


def test_it_runs(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--tables", "2", "--seconds", "0.4", "--rounds", "1", "--crowd", "3"]
    assert bench_server.main(asked) == 0
    figures = json.loads(capsys.readouterr().out)
    for kind in ("warsaw-1920", "empty", "alone"):
        assert set(figures[kind]) == {"actions_per_second", "p50_ms", "p99_ms", "server_cpu_us_per_action"}
        assert figures[kind]["actions_per_second"] > 0
    for name in ("ratio", "start_up_seconds", "resident_mb_idle", "resident_mb_3_tables", "kilobytes_per_update"):
        assert figures[name] > 0
