"""The quick part of the tests on every Python of this machine that is new enough, one after another.

Interpreters are those on the path, those of pyenv, and those named in the arguments. One that has all that the tests
need is used as it is; for any other an environment is made in `build/pythons`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
QUICK = ("tests/kernel", "tests/board", "tests/games", "--ignore", "tests/kernel/test_contract.py")
NEEDED = "import chess, httpx, litestar, msgspec, pytest, rich, sqlalchemy, uvicorn, websockets, xdist"

Version = tuple[int, int]


def oldest() -> Version:
    """The oldest Python that the project says it runs on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = re.fullmatch(r">=(\d+)\.(\d+)", project["requires-python"])
    assert found is not None, project["requires-python"]
    return int(found[1]), int(found[2])


def version(python: str) -> Version | None:
    """What an interpreter says that it is; None where it does not run."""
    try:
        said = subprocess.run(
            [python, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True
        )
    except OSError:
        return None
    words = said.stdout.split()
    return (int(words[0]), int(words[1])) if said.returncode == 0 and len(words) == 2 else None


def interpreters(named: list[str]) -> dict[Version, str]:
    """The first interpreter found of each version that is new enough."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    on_path = [shutil.which(f"python3.{minor}") for minor in range(30)]
    candidates = [
        *named,
        *map(str, sorted(pyenv.glob("versions/*/bin/python"))),
        *filter(None, on_path),
        sys.executable,
    ]
    found: dict[Version, str] = {}
    for python in candidates:
        says = version(python)
        if says is not None and says >= oldest():
            found.setdefault(says, python)
    return dict(sorted(found.items()))


def prepared(python: str, says: Version) -> str:
    """An interpreter that has what the tests need: this one, or one of an environment made with it."""
    if subprocess.run([python, "-c", NEEDED], capture_output=True).returncode == 0:
        return python
    folder = ROOT / "build" / "pythons" / f"{says[0]}.{says[1]}"
    ours = folder / "bin" / "python"
    if not ours.exists():
        subprocess.run([python, "-m", "venv", folder], check=True)
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", f"{ROOT}[server,test]"]
    subprocess.run([ours, *install], check=True)
    return str(ours)


def main(named: list[str]) -> int:
    """Print how each Python did; 1 if any failed."""
    results = {}
    for says, python in interpreters(named).items():
        name = f"{says[0]}.{says[1]}"
        print(f"-- Python {name}: {python}", flush=True)
        try:
            ready = prepared(python, says)
        except subprocess.CalledProcessError as error:
            results[name] = f"could not be prepared: {error}"
            continue
        tests = [ready, "-m", "pytest", "-n", "2", *QUICK]
        done = subprocess.run(tests, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
        results[name] = "passes" if done.returncode == 0 else "fails"
    for name, said in results.items():
        print(f"Python {name}: {said}")
    return int(any(said != "passes" for said in results.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
