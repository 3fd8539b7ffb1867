"""The program itself on a pseudo-terminal: a game to its end, Ctrl+C, and leaving the table."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from vistula.cli import main


class Pty:
    """The program itself on a pseudo-terminal."""

    def __init__(self, folder: Path, *argv: str) -> None:
        self.ours, theirs = os.openpty()
        env = {**os.environ, "TERM": "xterm", "COLUMNS": "150", "LINES": "50"}
        command = [sys.executable, "-m", "vistula", "play", "warsaw-1920", *argv]
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, env=env, start_new_session=True
        )
        os.close(theirs)

    def until(self, pattern: str) -> str:
        """What is printed up to this; all that is left when the program ends."""
        seen = ""
        with suppress(OSError):
            while not re.search(pattern, seen):
                seen += os.read(self.ours, 65536).decode(errors="replace")
        return seen

    def send(self, line: str) -> None:
        os.write(self.ours, line.encode() + b"\n")

    def end(self) -> tuple[int, str]:
        """The exit code and what stands on stderr."""
        _, err = self.process.communicate(timeout=60)
        os.close(self.ours)
        return self.process.returncode, err.decode()


PROMPT = r"(poland|russia)> $"


def test_a_whole_game_through_a_terminal(tmp_path: Path) -> None:
    """The last turn to the end, driven by what is printed."""
    (tmp_path / "late.toml").write_text('turn = 8\nside = "poland"\nphase = "operation"\n', encoding="utf8")
    terminal, rng, turns = Pty(tmp_path, "--position", "late.toml", "--record", "game.json"), random.Random(1), 0
    while re.search(PROMPT, seen := terminal.until(PROMPT)):
        turns += 1
        plain = re.sub(r"\x1b\[[\d;]*[A-Za-z]", "", seen)
        numbers = [int(n) for n in re.findall(r"(?m)^ *(\d+)  \S", plain)]
        curtain = "press Enter" in seen or not numbers
        terminal.send("" if curtain else str(rng.choice([1, max(numbers), max(numbers)])))
    assert terminal.end() == (0, "")
    assert turns > 5
    assert "wins" in seen or "a draw" in seen
    assert "game.json written" in seen
    assert main(["replay", str(tmp_path / "game.json"), "--check"]) == 0


def test_ctrl_c_at_the_keyboard_keeps_the_record(tmp_path: Path) -> None:
    terminal = Pty(tmp_path, "--record", "game.json")
    for line in ("movement", "spend"):
        terminal.until(PROMPT)
        terminal.send(line)
    terminal.until(PROMPT)
    while terminal.process.poll() is None:  # a signal between the prompt and the wait for a key is heard with the next
        time.sleep(0.3)
        terminal.process.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            terminal.process.wait(timeout=5)
    told = "vistula: interrupted after 2 decisions; the record so far is in game.json\n"
    assert terminal.end() == (130, told)
    assert main(["replay", str(tmp_path / "game.json"), "--check"]) == 0


@pytest.mark.parametrize(("name", "files"), [("kept.json", ["kept.json"]), ("", [])])
def test_whoever_leaves_may_save_the_record(tmp_path: Path, name: str, files: list[str]) -> None:
    terminal = Pty(tmp_path)
    for line in ("movement", "quit"):
        terminal.until(PROMPT)
        terminal.send(line)
    terminal.until(r"save the record of the game\?.* $")
    terminal.send(name)
    code, err = terminal.end()
    assert code == 0
    assert ("kept.json" in err) == bool(files)
    assert [path.name for path in tmp_path.iterdir()] == files
