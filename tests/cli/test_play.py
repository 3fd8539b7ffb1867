"""`play` with computer players: its JSON, its record, its refusals, its interrupts."""

from __future__ import annotations

import json
import os
import random
import signal
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from vistula.cli.play import Sitting
from vistula.kernel import Action, Seat, SeatId
from vistula.players import PLAYERS, Chance
from vistula.players.play import Seated, seat_players


def test_play_as_json_is_the_contract(run: Run) -> None:
    found = run("play", "warsaw-1920", "--json").json()
    assert set(found) == {"game", "scenario", "result", "decisions", "turns", "seconds"}
    assert (found["game"], found["scenario"]) == ("warsaw-1920", "quick")
    assert set(found["result"]) == {"winners", "level", "rule", "score"}
    assert found["decisions"] > 20
    assert 1 <= found["turns"] <= 8


def test_a_seed_plays_the_same_game(run: Run, tmp_path: Path) -> None:
    texts = []
    for name in ("a.json", "b.json"):
        run("play", "warsaw-1920", "--json", "--scenario", "free", "--seed", 5, "--record", name)
        record = json.loads((tmp_path / name).read_text(encoding="utf8"))
        texts.append((record["entries"], record["dice"], record["checkpoints"], record["header"]["result"]))
    assert texts[0] == texts[1]


def test_captains_think_by_playouts_where_they_are_asked_to(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a game of captains in the lab could not be played again."""
    seated: list[int] = []

    def seat(names: dict[SeatId, str], seed: int, playouts: int = 0) -> dict[SeatId, Seated]:
        seated.append(playouts)
        return seat_players(dict.fromkeys(names, "random"), seed)

    monkeypatch.setattr("vistula.cli.play.seat_players", seat)
    run("play", "warsaw-1920", "--seat", "poland=captain", "--playouts", "7", "--json")
    run("play", "warsaw-1920", "--seat", "poland=captain", "--json")
    assert seated == [7, 0]


def test_another_seed_plays_another_game(run: Run) -> None:
    one, other = (run("play", "warsaw-1920", "--json", "--seed", seed).json() for seed in (1, 2))
    assert (one["decisions"], one["result"]) != (other["decisions"], other["result"])


def test_in_words_the_result_is_told(run: Run) -> None:
    ran = run("play", "warsaw-1920", "--seat", "poland=random", "--seat", "russia=random", "--record", "game.json")
    assert "wins" in ran.out or "a draw" in ran.out
    assert "game.json written" in ran.out


def test_the_record_tells_who_played(record: Path) -> None:
    header = json.loads(record.read_text(encoding="utf8"))["header"]
    assert header["seats"] == {"poland": "random", "russia": "random"}
    assert header["started"]
    assert header["ended"] >= header["started"]
    assert header["options"] == {"undo": "free"}


def test_a_table_option(run: Run) -> None:
    assert run("play", "warsaw-1920", "--json", "--option", "undo=move").code == 0


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--scenario", "lost"], ["scenario", "'lost'", "quick, free"]),
        (["--seat", "prussia=random"], ["--seat", "prussia", "poland, russia"]),
        (["--seat", "poland=greedyy"], ["--seat", "poland=greedyy", "human, random"]),
        (["--seat", "poland"], ["--seat", "poland", "NAME=VALUE"]),
        (["--seat", "poland=random", "--seat", "poland=random"], ["--seat", "poland", "twice"]),
        (["--seat", "poland=human"], ["poland=human", "--json"]),
        (["--option", "fog=no"], ["option fog", "undo"]),
        (["--option", "undo=never"], ["option undo", "'never'", "free, move, consent"]),
        (["--option", "undo"], ["--option", "undo", "NAME=VALUE"]),
        (["--position", "none.toml"], ["none.toml", "cannot be read"]),
        (["--record", "none/game.json"], ["none/game.json", "no folder"]),
        (["--record", "."], ["is a folder"]),
        (["--pack", "none"], ["none", "no such folder"]),
    ],
)
def test_what_cannot_be_played_is_refused_and_nothing_is_written(
    run: Run, tmp_path: Path, more: list[str], words: list[str]
) -> None:
    run("play", "warsaw-1920", "--json", *([] if "--record" in more else ["--record", "game.json"]), *more).refused(
        *words
    )
    assert list(tmp_path.iterdir()) == []


# -- position files -----------------------------------------------------------------------------------


def test_a_game_from_a_position(run: Run, tmp_path: Path) -> None:
    (tmp_path / "late.toml").write_text('turn = 7\nside = "poland"\nphase = "operation"\n', encoding="utf8")
    ran = run("play", "warsaw-1920", "--json", "--position", "late.toml", "--record", "game.json")
    assert ran.json()["turns"] == 8
    assert run("replay", "game.json", "--check").code == 0
    ran = run("play", "warsaw-1920", "--json", "--position", "late.toml", "--scenario", "free")
    ran.refused("--scenario", "free", "starts from quick")


def test_a_position_says_for_how_many_players_it_is(run: Run, tmp_path: Path) -> None:
    text = 'scenario = "vistula"\nround = 5\nphase = 5\nstep = "points"\noptions.players = "4"\n'
    (tmp_path / "four.toml").write_text(text, encoding="utf8")
    seat = "poland-south=random"
    assert run("play", "strike-of-the-eagle", "--json", "--position", "four.toml", "--seat", seat).json()["result"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("turn = ", ["p.toml", "TOML"]),
        ("turn = 9\n", ["p.toml", "turn"]),
        ("trun = 3\n", ["p.toml", "trun"]),
        ('[units]\nP-8 = "9999"\n', ["p.toml", "units.P-8", "9999"]),
        ('[units]\nP-8 = "Atlantis"\n', ["p.toml", "units.P-8", "Atlantis"]),
        ('[units]\nP-999 = "Brest"\n', ["p.toml", "P-999"]),
        ('[units]\nP-8 = "Brest"\nP-8 = "Lublin"\n', ["p.toml", "units.P-8", "twice"]),
        ('clear = true\n[units]\nP-8 = "Brest"\nP-14 = "Brest"\nP-21 = "Brest"\n', ["p.toml", "units"]),
        ('game = "poznan-1920"\n', ["p.toml", "game"]),
    ],
)
def test_a_wrong_position_is_refused(run: Run, tmp_path: Path, text: str, words: list[str]) -> None:
    (tmp_path / "p.toml").write_text(text, encoding="utf8")
    run("play", "warsaw-1920", "--json", "--position", "p.toml", "--record", "game.json").refused(*words)
    run("board", "warsaw-1920", "--position", "p.toml", "-o", "b.svg").refused(*words)
    assert [path.name for path in tmp_path.iterdir()] == ["p.toml"]


def test_a_position_that_is_not_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_bytes(b"\xff\xfe\x00")
    run("play", "warsaw-1920", "--json", "--position", "p.toml").refused("p.toml", "UTF-8")


# -- interrupts -----------------------------------------------------------------------------------------


class Impatient(Chance):
    """Presses Ctrl+C in the midst of its fiftieth choice."""

    def __init__(self) -> None:
        self.left = 50

    def choose(self, seat: Seat[Any], rng: random.Random) -> Action:
        self.left -= 1
        if not self.left:
            signal.raise_signal(signal.SIGINT)
        return super().choose(seat, rng)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "random", Impatient)


@pytest.mark.usefixtures("impatient")
def test_an_interrupted_game_leaves_a_whole_record(run: Run, tmp_path: Path) -> None:
    ran = run("play", "warsaw-1920", "--json", "--record", "game.json")
    assert (ran.code, ran.out) == (130, "")
    assert "game.json" in ran.err
    assert ran.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    record = json.loads((tmp_path / "game.json").read_text(encoding="utf8"))
    assert record["header"]["result"] is None
    assert run("replay", "game.json", "--check").code == 0
    assert run("verify", "game.json").code == 0


@pytest.mark.usefixtures("impatient")
def test_without_a_record_an_interrupt_writes_nothing(run: Run, tmp_path: Path) -> None:
    assert run("play", "warsaw-1920", "--json").code == 130
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("impatient")
def test_the_handler_of_the_caller_comes_back(run: Run) -> None:
    before = signal.getsignal(signal.SIGINT)
    run("play", "warsaw-1920", "--json")
    assert signal.getsignal(signal.SIGINT) is before


def test_a_record_that_cannot_be_moved_into_place_leaves_no_piece_behind(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device", "game.json")

    monkeypatch.setattr(os, "replace", full)
    ran = run("play", "warsaw-1920", "--json", "--record", "game.json")
    ran.refused("game.json", "No space left")
    assert list(tmp_path.iterdir()) == []


def test_a_crash_of_ours_is_not_hidden(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Sitting, *args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Sitting, "play", broken)
    with pytest.raises(ZeroDivisionError):
        run("play", "warsaw-1920", "--json")


@pytest.mark.parametrize("switch", [(), ("--ask",)])
def test_people_are_asked_where_they_can_only_pass_if_they_want(
    run: Run, monkeypatch: pytest.MonkeyPatch, switch: tuple[str, ...]
) -> None:
    """Poland, dealt nothing to play, is not called at the first question, or is."""
    prompts: list[str] = []

    def leave(prompt: str) -> str:
        prompts.append(prompt)
        raise EOFError

    monkeypatch.setattr("vistula.cli.play._line", leave)
    run("play", "strike-of-the-eagle", "--scenario", "zhlobin", "--seed", "1",
        "--seat", "poland=human", "--seat", "russia=human", *switch)  # fmt: skip
    assert prompts == ["poland> " if switch else "russia> "]
