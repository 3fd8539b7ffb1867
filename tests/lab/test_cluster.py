"""Games on a Ray cluster: a local one of two workers. Skipped where Ray is not installed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from lab.test_lab import Stumbling
from vistula.cli import main
from vistula.kernel import BadInput
from vistula.lab import Plan, run
from vistula.lab.cluster import Cluster, join

PLAN = Plan("warsaw-1920", seed=7)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    pytest.importorskip("ray", reason="Ray is large and not part of the test extra: `make extras` runs this")
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray, jobs = join("local", 2)
    assert jobs == 2
    yield ray
    ray.shutdown()


pytestmark = pytest.mark.filterwarnings("ignore")  # what Ray does to its processes and files is its own affair


def known(study: Any) -> list[Any]:
    rows = sorted(study.rows, key=lambda row: row.n)
    return [(r.n, r.seed, r.outcome, r.score, r.decisions, r.more) for r in rows]


def test_a_cluster_plays_the_same_games(cluster: Any) -> None:
    there, here = (run(PLAN, 12, 2, observe=True, hire=hire) for hire in (lambda _: Cluster(cluster), None))
    assert known(there) == known(here)
    assert there.sums == here.sums


def test_crashes_come_home_with_their_records(cluster: Any) -> None:
    study = run(PLAN, 12, 2, watches=[Stumbling], hire=lambda _: Cluster(cluster))
    assert len(study.rows) == 12
    assert 0 < len(study.failed) < 12
    assert all(row.record for row in study.failed)


def test_an_interrupt_keeps_what_is_done(cluster: Any) -> None:
    done: list[Any] = []

    def tell(row: Any) -> None:
        done.append(row)
        if len(done) == 5:
            raise KeyboardInterrupt

    study = run(PLAN, 1000, 2, tell=tell, hire=lambda _: Cluster(cluster))
    assert study.interrupted
    assert 5 <= len(study.rows) < 1000
    assert not study.failed


def test_without_ray_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    assert main(["lab", "warsaw-1920", "--games", "1", "--ray", "auto"]) == 2
    assert "Ray is not installed; pip install 'vistula[lab-ray]'" in capsys.readouterr().err


def test_a_cluster_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    class Deaf:
        def init(self, **_: object) -> None:
            raise ConnectionError("nobody\nhome")

    monkeypatch.setitem(__import__("sys").modules, "ray", Deaf())
    with pytest.raises(BadInput, match=r"no cluster answers there \(nobody home\)"):
        join("10.0.0.1:6379", None)
