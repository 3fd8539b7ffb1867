"""schemathesis reads the OpenAPI document and finds no server error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from server.house import House

pytestmark = pytest.mark.sqlite

PLACES = """
[parameters]
"path.table" = "{table}"
"path.game" = "warsaw-1920"
"""
"""Real ones, so that requests come to a table and are not all turned away at the door."""


def test_schemathesis_finds_no_server_error(house: House, tmp_path: Path) -> None:
    table = house.open()
    (tmp_path / "schemathesis.toml").write_text(PLACES.format(table=table.id))
    command = [
        str(Path(sys.executable).parent / "schemathesis"), "run", f"{house.url}/api/schema/openapi.json",
        "--checks", "not_a_server_error", "--max-examples", "15", "--seed", "1920", "--no-color",
        "--header", f"Authorization: Bearer {table.tokens['russia']}",
    ]  # fmt: skip
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=600)
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    lines = house.log_lines()
    assert not [line for line in lines if line["level"] == "error"]
    reached = [line for line in lines if line.get("path", "").startswith(f"/api/tables/{table.id}")]
    assert len([line for line in reached if line["status"] == 200]) > 10
