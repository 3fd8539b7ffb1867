"""Write deploy/requirements.txt: what the server needs, each in one version with the hashes of its files.

`python deploy/lock.py` asks the package index that pip uses, and nothing else.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SYSTEMS = ("manylinux_2_28_x86_64", "manylinux_2_28_aarch64")
HEAD = "# Made by deploy/lock.py; for the container of deploy/Containerfile: CPython 3.11 on Linux.\n"


def main() -> None:
    found: dict[str, set[str]] = {}
    for system in SYSTEMS:
        for package in _report(system)["install"]:
            meta = package["metadata"]
            if meta["name"] != "vistula":
                name = f"{meta['name'].lower()}=={meta['version']}"
                found.setdefault(name, set()).add(package["download_info"]["archive_info"]["hashes"]["sha256"])
    lines = [f"{name} {' '.join(f'--hash=sha256:{each}' for each in sorted(found[name]))}" for name in sorted(found)]
    (ROOT / "deploy/requirements.txt").write_text(HEAD + "\n".join(lines) + "\n")


def _report(system: str) -> dict[str, list[dict[str, dict[str, str]]]]:
    """What pip would install there, without installing it."""
    older = (system.replace("2_28", "2_17"), system.replace("manylinux_2_28", "manylinux2014"))
    where = [word for each in (system, *older) for word in ("--platform", each)]
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--report", "-"]
    command += ["--only-binary", ":all:", "--python-version", "3.11", "--target", "unused", *where]
    told = subprocess.run([*command, *_needed()], check=True, capture_output=True, text=True).stdout
    return json.loads(told)  # type: ignore[no-any-return]


def _needed() -> list[str]:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    return [*project["dependencies"], *extras["server"], *extras["postgres"]]


if __name__ == "__main__":
    main()
