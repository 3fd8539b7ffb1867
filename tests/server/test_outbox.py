"""The outbox by itself: what is due, who sends it, and what is written once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from vistula.server import channels, outbox
from vistula.server.channels import Kept
from vistula.server.database import Database
from vistula.server.outbox import AGAIN, Outbox, Waiting
from vistula.server.people import register
from vistula.server.wire import NewChannel

NOW = 1_800_000_000.0


class Case(msgspec.Struct):
    database: Database
    kept: Kept
    boxes: tuple[Outbox, Outbox]

    def write(self, about: str = "turn", due: float = NOW) -> None:
        kind = about.partition(" ")[0]
        waiting = Waiting(f"{about}-id", about, kind, self.kept.player, self.kept.id, "t", "red", "{}", NOW, due, 0)
        self.boxes[0].add(waiting)

    def due(self, which: int = 0, now: float = NOW) -> list[Waiting]:
        return self.boxes[which].due(now, 100, [])


@pytest.fixture
def case(tmp_path: Path) -> Iterator[Case]:
    """A channel of somebody's, and the outbox as two processes have it."""
    database = Database(str(tmp_path / "t.db"))
    anna = register(database.engine, "x" * 22, "Anna", "2027-01-01T00:00:00Z")
    with database.engine.begin() as connection:
        id = channels.add(
            connection, database.keys, b"s", anna, NewChannel(kind="hook", url="https://x.example"), "2027-01-01"
        )
        assert id is not None
        kept = channels.find(connection, id)
        assert kept is not None
    yield Case(database, kept, (Outbox(database.engine, "one"), Outbox(database.engine, "two")))
    database.close()


def test_what_one_process_sends_another_does_not(case: Case) -> None:
    case.write()
    (mine,), (theirs,) = case.due(0), case.due(1)
    assert [case.boxes[0].claim(mine), case.boxes[1].claim(theirs)] == [True, False]
    assert case.due(1) == []


def test_a_claim_of_who_has_died_runs_out(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    case.write()
    assert case.boxes[0].claim(case.due()[0])
    late = outbox.time.time() + outbox.CLAIMED + 1
    monkeypatch.setattr(outbox.time, "time", lambda: late)
    (left,) = case.due(1)
    assert case.boxes[1].claim(left)


def test_what_is_put_off_by_one_is_not_sent_by_another_who_saw_it_before(case: Case) -> None:
    case.write()
    (mine,), (theirs,) = case.due(0), case.due(1)
    assert case.boxes[0].claim(mine)
    case.boxes[0].put_off(mine, NOW + 60)
    assert not case.boxes[1].claim(theirs)
    assert case.due() == []
    assert len(case.due(now=NOW + 60)) == 1


def test_what_is_written_twice_is_there_once_also_after_it_was_sent(case: Case) -> None:
    for _ in range(2):
        case.write()
    (only,) = case.due()
    case.boxes[0].sent(case.kept, [only.id], NOW)
    case.write()
    assert case.due() == []
    case.boxes[0].tidy(NOW + outbox.KEPT - 1)
    case.write()
    assert case.due() == []


def test_tries_come_later_and_later_and_end(case: Case) -> None:
    case.write()
    now, waits = NOW, []
    while due := case.due(now=now):
        if not case.boxes[0].not_sent(case.kept, due[0], "no", False, 0.0, now):
            break
        waits.append(next(wait for wait in AGAIN if case.due(now=now + wait)))
        assert not case.due(now=now + waits[-1] - 1)
        now += waits[-1]
    assert tuple(waits) == AGAIN
    assert case.due(now=now + 1e9) == []


def test_who_wants_to_be_asked_later_is(case: Case) -> None:
    case.write()
    assert case.boxes[0].not_sent(case.kept, case.due()[0], "busy", False, 500.0, NOW)
    assert not case.due(now=NOW + 499)
    assert case.due(now=NOW + 500)


def test_a_channel_that_is_off_has_nothing_waiting(case: Case) -> None:
    case.write()
    assert channels.turn_off(case.database.engine, b"s", channels.quiet_token(b"s", case.kept.id)) is not None
    assert case.due() == []
