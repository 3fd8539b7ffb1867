"""`replay` and `verify`: good records, and records broken in every way."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from vistula.kernel.dice import commitment
from vistula.kernel.record import transcript_of, write

Change = Callable[[dict[str, Any]], None]


def change(path: Path, how: Change) -> Path:
    document = json.loads(path.read_text(encoding="utf8"))
    how(document)
    path.write_text(json.dumps(document), encoding="utf8")
    return path


def test_a_record_replays_and_verifies(run: Run, record: Path) -> None:
    told = run("replay", record)
    assert told.code == 0
    assert "[5.0a]" in told.out
    checked = run("replay", record, "--check")
    assert checked.code == 0
    assert "replay to the same states" in checked.err
    assert checked.out == told.out
    proved = run("verify", record)
    assert proved.code == 0
    assert "rolls proved" in proved.out


def test_replay_stops_where_it_is_told_to(run: Run, record: Path) -> None:
    told = run("replay", record, "--to", 5)
    assert "stands at entry 5 of" in told.out
    assert run("replay", record).out.startswith(told.out.rsplit("the record stands", 1)[0])
    assert run("replay", record, "--to", 0).code == 0
    run("replay", record, "--to", 100000).refused("--to", "100000", "entries")
    run("replay", record, "--to", -1).refused("--to", "-1")


def _roll(document: dict[str, Any]) -> list[Any]:
    roll: list[Any] = document["dice"][1]
    return roll


def falsify_roll(d: dict[str, Any]) -> None:
    _roll(d)[4] = [_roll(d)[4][0] % 6 + 1]


def script_roll(d: dict[str, Any]) -> None:
    _roll(d)[5] = True


def renumber_roll(d: dict[str, Any]) -> None:
    _roll(d)[1] = 1


def other_secret(d: dict[str, Any]) -> None:
    d["secret"] = "00" * 32


def other_seal(d: dict[str, Any]) -> None:
    d["secret"], d["seal"] = "00" * 32, commitment(bytes(32))


def other_state(d: dict[str, Any]) -> None:
    d["checkpoints"][2][2] = "0" * 64


def fewer_states(d: dict[str, Any]) -> None:
    del d["checkpoints"][2]


def other_winner(d: dict[str, Any]) -> None:
    d["header"]["result"]["winners"] = ["prussia"]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        (falsify_roll, ["dice"]),
        (renumber_roll, ["dice"]),
        (other_secret, ["secret"]),
        (other_seal, ["checkpoints[0]"]),
        (other_state, ["checkpoints[2]"]),
        (fewer_states, ["checkpoints"]),
        (other_winner, ["header.result", "prussia"]),
    ],
)
def test_check_exits_1_at_the_first_difference(run: Run, record: Path, how: Change, words: list[str]) -> None:
    ran = run("replay", change(record, how), "--check")
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert "game.json" in ran.err
    for word in words:
        assert word in ran.err


@pytest.mark.parametrize("how", [falsify_roll, script_roll, renumber_roll, other_secret, other_seal])
def test_verify_exits_1_for_dice_that_cannot_have_fallen(run: Run, record: Path, how: Change) -> None:
    run("verify", change(record, how)).refused("game.json", code=1)


# -- records that cannot be used ------------------------------------------------------------------------


def set_in(*path: Any) -> Change:
    """Put the last of the arguments at the place that the others name."""

    def how(document: dict[str, Any]) -> None:
        *way, last, value = path
        at: Any = document
        for key in way:
            at = at[key]
        at[last] = value

    return how


def drop(key: str) -> Change:
    def how(document: dict[str, Any]) -> None:
        del document[key]

    return how


def _first_move(document: dict[str, Any]) -> int:
    return next(n for n, entry in enumerate(document["entries"]) if entry[2] == "step")


def wrong_hex(document: dict[str, Any]) -> None:
    document["entries"][_first_move(document)][3] = "9999"


def far_hex(document: dict[str, Any]) -> None:
    document["entries"][_first_move(document)][3] = "0101"


def other_seat(document: dict[str, Any]) -> None:
    entry = document["entries"][2]
    entry[1] = {"poland": "russia", "russia": "poland"}[entry[1]]


def entry_twice(document: dict[str, Any]) -> None:
    document["entries"].insert(3, document["entries"][3])


WRONG: list[tuple[Change, list[str]]] = [
    (set_in("schema", "vistula.save"), ["schema", "vistula.save"]),
    (set_in("version", 2), ["version", "2"]),
    (set_in("version", "one"), ["version"]),
    (drop("schema"), ["schema"]),
    (drop("header"), ["header"]),
    (drop("seal"), ["seal"]),
    (set_in("header", "game", "poznan-1920"), ["header.game", "no such game"]),
    (set_in("header", "scenario", "lost"), ["header.scenario", "lost"]),
    (set_in("header", "options", {"fog": "no"}), ["header.option fog"]),
    (set_in("header", "data", "0" * 64), ["header.data"]),
    (set_in("secret", ""), ["secret"]),
    (set_in("secret", "xyz"), ["secret"]),
    (set_in("entries", 2, "text"), ["entries[2]"]),
    (set_in("dice", 0, 0, 100000), ["dice[0]", "100000"]),
    (entry_twice, ["entries["]),
]

NOT_OFFERED: list[tuple[Change, list[str]]] = [
    (set_in("entries", 2, 1, "prussia"), ["entries[2]", "prussia"]),
    (other_seat, ["entries[2]"]),
    (set_in("entries", 2, 2, "retire"), ["entries[2]", "retire"]),
    (wrong_hex, ["entries[", "9999"]),
    (far_hex, ["entries[", "0101"]),
]


@pytest.mark.parametrize(("how", "words"), WRONG)
@pytest.mark.parametrize("more", [[], ["--check"]])
def test_a_record_that_cannot_be_used(run: Run, record: Path, how: Change, words: list[str], more: list[str]) -> None:
    ran = run("replay", change(record, how), *more)
    assert ran.code == 2, ran
    assert ran.err.count("\n") == 1
    assert "game.json" in ran.err
    for word in words:
        assert word in ran.err


@pytest.mark.parametrize(("how", "words"), NOT_OFFERED)
@pytest.mark.parametrize(("more", "code"), [([], 2), (["--check"], 1)])
def test_an_entry_that_is_not_offered_is_a_difference_to_whoever_checks(
    run: Run, record: Path, how: Change, words: list[str], more: list[str], code: int
) -> None:
    ran = run("replay", change(record, how), *more)
    assert ran.code == code, ran
    assert ran.err.count("\n") == 1
    assert "game.json" in ran.err
    for word in words:
        assert word in ran.err


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("share", [0.0, 0.001, 0.5, 0.99, 0.999])
def test_a_truncated_record(run: Run, record: Path, command: str, share: float) -> None:
    body = record.read_bytes()
    record.write_bytes(body[: int(len(body) * share)])
    run(command, record).refused("game.json")


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("body", [b"\xff\xfe", b"[]", b"null", b"{}", b"\x00" * 50, b'{"schema": 3}'])
def test_a_file_that_is_no_record(run: Run, record: Path, command: str, body: bytes) -> None:
    record.write_bytes(body)
    run(command, record).refused("game.json")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_file_that_is_not_there(run: Run, tmp_path: Path, command: str) -> None:
    run(command, tmp_path / "none.json").refused("none.json", "cannot be read")
    run(command, tmp_path).refused("cannot be read")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_transcript_is_no_record(run: Run, tmp_path: Path, command: str) -> None:
    import vistula

    game = vistula.title("warsaw-1920").start("quick")
    write(tmp_path / "mine.json", transcript_of(game, "russia"))
    run(command, tmp_path / "mine.json").refused("mine.json", "schema", "transcript")
