"""A disk that is full: what was asked for has not happened, the sender is told, and play goes on when there is room."""

from __future__ import annotations

import random
import resource
from pathlib import Path

import pytest

from server.house import House

pytestmark = pytest.mark.sqlite

if not hasattr(resource, "prlimit"):
    pytest.skip("this system cannot limit the files of another process", allow_module_level=True)


def room(house: House, more: int | None) -> None:
    """Let no file of the server grow by more than so many bytes beyond the largest; None: as much as it likes."""
    largest = max(path.stat().st_size for path in house.folder.iterdir())
    hard = resource.prlimit(house.pid, resource.RLIMIT_FSIZE)[1]
    limit = hard if more is None else largest + more
    resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (limit, hard))


def test_a_full_disk(tmp_path: Path) -> None:
    with House(tmp_path, "--no-limits") as house:
        table = house.open()
        me, other = table.sit("russia"), table.sit("poland")
        rng = random.Random(4)
        for _ in range(3):
            assert me.act(me.choice(rng)).get("done") == 1
        entries, view = len(me.lines), me.view
        room(house, 0)
        refused = None
        for n in range(200):  # until the log of the database has no room left
            refused = me.ask("chat", text=f"confidential {n} " + "x" * 400)
            if refused["type"] == "refused":
                break
        assert refused is not None
        assert refused["error"] == "not written"
        assert "nothing was done" in refused["why"]
        for _ in range(50):  # an action takes less room than so many words
            refused = me.act(me.choice(rng))
            if refused["type"] == "refused":
                break
            entries, view = len(me.lines), me.view
        assert refused["error"] == "not written"
        opening = house.post("/api/tables", {"game": "warsaw-1920", "scenario": "quick"})
        assert opening.status_code == 503
        assert "nothing was done" in opening.json()["why"]
        script = {"type": "chat", "id": "script", "text": "x" * 400}
        posted = house.post(f"/api/tables/{table.id}/messages", script, table.tokens["russia"])
        assert (posted.status_code, posted.json()["error"]) == (503, "not now")
        assert "nothing was done" in posted.json()["why"]
        assert house.get("/health").status_code == 200
        room(house, None)
        me.drain()
        assert len(me.lines) == entries
        assert {**me.view, "revision": 0} == {**view, "revision": 0}
        assert me.act(me.choice(rng)).get("done") == 1
        assert me.ask("chat", text="There is room again")["done"] == 1
        assert "There is room again" in [m["text"] for m in (*other.heard, *other.drain()) if m["type"] == "said"]
        house.kill()
        house.start()
        again = table.sit("russia")
        assert again.view == me.view
        written = "".join(log.read_text() for log in house.logs)
        assert "not written" in written
        for hidden in ("confidential", *table.tokens.values()):
            assert hidden not in written
