"""Nothing is lost and nothing is done twice when the server is killed."""

from __future__ import annotations

import os
from pathlib import Path

from server.killing import kills

COUNT = int(os.environ.get("VISTULA_KILLS", "10"))


def test_killed_at_random_moments(tmp_path: Path) -> None:
    figures = kills(tmp_path, COUNT, seed=1920)
    assert figures["acknowledged"] > COUNT
