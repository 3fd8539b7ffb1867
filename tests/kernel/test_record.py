"""Records replay and prove themselves; files are whole; errors name file, key and reason; transcripts hide."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from kernel.toy import TOY
from vistula.kernel import Action, BadInput, Game, Result
from vistula.kernel.dice import commitment
from vistula.kernel.record import (
    Difference,
    Record,
    decode,
    read,
    record_of,
    replay,
    transcript_of,
    verify,
    write,
)
from words import at, dice, play

POSITION = """
scenario = "long"
watch = "red"
shoals = ["north", "south"]
boats = { red-1 = "east", green-1 = "fog" }
hands = { green = ["c0"] }
dice = [6, 2]
"""


def random_play(game: Game[Any], rng: random.Random, decisions: int = 10_000) -> Game[Any]:
    for _ in range(decisions):
        if game.over:
            break
        seat = rng.choice([seat for seat, d in game.decisions.items() if d.waits])
        option = rng.choice([option for option in game.decisions[seat].options if not option.free])
        game.play(seat, Action(option.verb, rng.choice(option.args)))
    return game


def finished(seed: int = 3) -> Game[Any]:
    return random_play(TOY.start("short", seed=seed), random.Random(seed))


@pytest.fixture
def record() -> Record:
    """A finished game on file, as another program would read it."""
    return on_file(finished())


def on_file(game: Game[Any]) -> Record:
    return decode(msgspec.json.encode(record_of(game)), "game.json")


def replayed(record: Record, check: bool = True) -> Game[Any]:
    *_, game = replay(record, "game.json", check=check)
    return game


# -- replay ---------------------------------------------------------------------------------------------------


def test_a_record_replays_to_the_same_game():
    game = finished()
    again = replayed(on_file(game))
    assert again.s == game.s
    assert again.result == game.result
    assert again.events == game.events


def test_a_game_can_be_taken_up_from_its_record():
    game = random_play(TOY.start("long", seed=4), random.Random(4), 30)
    again = replayed(on_file(game))
    assert again.decisions == game.decisions
    random_play(game, random.Random(5))
    random_play(again, random.Random(5))
    assert again.s == game.s


def test_replay_gives_the_game_before_the_first_entry_and_after_each(record):
    counts = [len(game.journal.entries) for game in replay(record, "game.json")]
    assert counts == list(range(len(record.entries) + 1))


def test_a_record_says_what_was_played():
    game = finished()
    head = record_of(game, {"red": "Anna"}, "2026-01-01", "2026-01-02").header
    assert (head.game, head.rules, head.data, head.scenario) == ("toy", "1", "toy", "short")
    assert (head.seats, head.started, head.ended) == ({"red": "Anna"}, "2026-01-01", "2026-01-02")
    assert head.result["winners"] == list(game.result.winners)


def test_entries_are_written_with_the_names_on_board_and_pieces():
    game = at(POSITION, "toy")
    play(game, "red", "boat", "red-1")
    play(game, "red", "step", "market")
    assert [(e.seat, e.verb, e.arg) for e in game.journal.entries] == [
        ("red", "boat", "red-1"),
        ("red", "step", "market"),
    ]


def test_resigning_replays():
    game = random_play(TOY.start("short", seed=5), random.Random(5), 10)
    game.resign("green")
    assert replayed(on_file(game)).result == game.result


# -- positions and laid dice ----------------------------------------------------------------------------------


def stormy() -> Game[Any]:
    """A game from a position whose two laid dice are rolled one after the other."""
    game = at(POSITION, "toy")
    play(game, "red", "boat", "red-1")
    play(game, "red", "step", "fog")
    play(game, "green", "storm", "c0")
    return game


def test_a_game_from_a_position_replays_from_its_text():
    game = stormy()
    again = replayed(on_file(game))
    assert again.s == game.s
    assert again.dice.laid == game.dice.laid == [2]


def test_a_game_from_an_empty_position_replays_from_it():
    game = at("", "toy")
    assert game.s.turn == 1
    assert replayed(on_file(game)).s == game.s


def test_a_position_may_lay_out_dice():
    assert verify(on_file(stormy()), "game.json") == 1


def test_laid_dice_of_a_test_replay_but_prove_nothing():
    game = TOY.start("short", seed=1)
    dice(game, 2)
    game = random_play(game, random.Random(1))
    record = on_file(game)
    assert sum(roll.scripted for roll in record.dice) == 1
    assert replayed(record).s == game.s
    with pytest.raises(Difference, match=r"game\.json: dice\[\d+\]: .* its position lays out no such dice"):
        verify(record, "game.json")


def test_several_laid_rolls_in_one_entry_replay(registered):
    from kernel.small import A, Pad, a
    from vistula.kernel import Choice, Frame, Option, choose, procedure, roll

    @procedure
    class Twice(Frame):
        @choose("1.1", who=a)
        def ask(self, s: Pad) -> Choice:
            return [Option("go"), Option("stay")]

        @ask.on("go")
        def _(self, s: Pad, _: int) -> None: ...

        @roll("2.1", "2d6")
        def one(self, s: Pad, dice: tuple[int, ...]) -> None:
            s.notes += dice

        @roll("2.1", "1d6")
        def two(self, s: Pad, dice: tuple[int, ...]) -> None:
            s.notes += dice

    game = dice(registered(Twice()), 6, 6, 5)
    game.play(A, Action("go"))
    assert replayed(on_file(game)).s.notes == [6, 6, 5]


def test_a_laid_die_that_the_position_does_not_have_is_found():
    record = on_file(stormy())
    record.dice[0].values = [1]
    with pytest.raises(Difference, match=r"game\.json: dice\[0\]: .* cannot have been \[1\]"):
        verify(record, "game.json")
    with pytest.raises(Difference, match=r"the record says dice .*\[1\].*the replay gives .*\[6\]"):
        replayed(record)


# -- what can be wrong with a file -------------------------------------------------------------------------------


def broken(change: Callable[[dict[str, Any]], Any]) -> bytes:
    raw = msgspec.to_builtins(record_of(finished()))
    change(raw)
    return msgspec.json.encode(raw)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", r"^game\.json: is not a whole JSON document"),
        (b"[1, 2", r"^game\.json: is not a whole JSON document"),
        (b'{"schema": "vistula.record", "ver', r"^game\.json: is not a whole JSON document"),
        (b"\xff\xfe{}", r"^game\.json: is not"),
        (b"{}", r"^game\.json: schema: '' is not 'vistula\.record'"),
        (b'{"schema": "chess"}', r"^game\.json: schema: 'chess' is not 'vistula\.record'"),
        (b'{"schema": "vistula.record", "version": 7}', r"^game\.json: version: is 7; this program reads version 1"),
        (b'{"schema": "vistula.record", "version": 1}', r"^game\.json: Object missing required field `header`"),
        (broken(lambda raw: raw["entries"].append([0, "red"])), r"^game\.json: .*\$\.entries"),
        (broken(lambda raw: raw.update(seal=3)), r"^game\.json: .*\$\.seal"),
    ],
)
def test_a_file_that_is_no_record_is_refused_with_the_reason(body, message):
    with pytest.raises(BadInput, match=message):
        decode(body, "game.json")


def test_a_truncated_file_is_refused(record):
    body = msgspec.json.encode(record)
    with pytest.raises(BadInput, match=r"^game\.json: is not a whole JSON document"):
        decode(body[: len(body) // 2], "game.json")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: setattr(r.header, "game", "chess"), r"^game\.json: header\.game: no such game; there are: "),
        (lambda r: setattr(r.header, "data", "x"), r"^game\.json: header\.data: was played with other data"),
        (lambda r: setattr(r.header, "scenario", "x"), r"^game\.json: header\.scenario: no scenario 'x'"),
        (lambda r: r.header.options.update(undo="x"), r"^game\.json: header\.option undo: 'x' is none of free, move"),
        (lambda r: r.header.options.update(x="y"), r"^game\.json: header\.option x: no such option"),
        (lambda r: setattr(r, "secret", ""), r"^game\.json: secret: has not been opened yet"),
        (lambda r: setattr(r, "secret", "xyz"), r"^game\.json: secret: is not a hexadecimal number"),
        (lambda r: setattr(r, "position", "= = ="), r"^game\.json: position\.line 1, column 1: is no TOML"),
        (lambda r: setattr(r.entries[5], "n", 4), r"^game\.json: entries\[5\]: is numbered 4"),
        (lambda r: r.entries.pop(0), r"^game\.json: entries\[0\]: is numbered 1"),
        (lambda r: setattr(r.dice[-1], "entry", 9999), r"^game\.json: dice\[\d+\]: belongs to entry 9999"),
    ],
)
def test_a_record_that_cannot_be_replayed_says_where_and_why(record, change, message):
    change(record)
    with pytest.raises(BadInput, match=message):
        replayed(record)


@pytest.mark.parametrize(("check", "error"), [(False, BadInput), (True, Difference)])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda e: setattr(e, "verb", "fly"), r"^game\.json: entries\[0\]: .* fly .*not offered"),
        (lambda e: setattr(e, "seat", "grey"), r"^game\.json: entries\[0\]: grey .*nothing to decide"),
        (lambda e: setattr(e, "arg", "much"), r"^game\.json: entries\[0\]: .*much.*invalid literal"),
        (lambda e: setattr(e, "arg", 99), r"^game\.json: entries\[0\]: .* 99: \[2\.1\]"),
    ],
)
def test_an_entry_that_is_not_offered_is_a_difference_to_whoever_checks(record, change, message, check, error):
    change(record.entries[0])
    with pytest.raises(error, match=message):
        replayed(record, check)


@pytest.mark.parametrize("verb", ["undo", "retract", "rewind", "stand"])
@pytest.mark.parametrize("arg", [99, "x"])
@pytest.mark.parametrize(("check", "error"), [(False, BadInput), (True, Difference)])
def test_a_made_up_entry_of_the_table_is_refused(record, verb, arg, check, error):
    record.entries[1].verb, record.entries[1].arg = verb, arg
    with pytest.raises(error, match=rf"^game\.json: entries\[1\]: .*{verb} {arg}"):
        replayed(record, check)


def _first_in_game(record: Record) -> int:
    return next(i for i, roll in enumerate(record.dice) if roll.entry >= 0)


def _die(record: Record, **changes: Any) -> None:
    roll = record.dice[_first_in_game(record)]
    for name, value in changes.items():
        setattr(roll, name, value)


def _other(values: list[int]) -> list[int]:
    return [values[0] % 2 + 1, *values[1:]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: setattr(r, "secret", "00" * 32), r"^game\.json: secret: does not open the seal"),
        (lambda r: setattr(r, "seal", "x"), r"^game\.json: secret: does not open the seal x"),
        (lambda r: _die(r, values=[99]), r"^game\.json: entries\[\d+\]: the record says dice .*99"),
        (lambda r: _die(r, name="x"), r"^game\.json: entries\[\d+\]: the record says dice .*'x'"),
        (lambda r: _die(r, number=999), r"^game\.json: entries\[\d+\]: the record says dice .*999"),
        (lambda r: r.dice.pop(), r"^game\.json: entries\[\d+\]: the record says dice \[\]"),
        (lambda r: r.dice.pop(0), r"^game\.json: opening: the record says dice"),
        (lambda r: setattr(r.checkpoints[1], "hash", "x"), r"^game\.json: checkpoints\[1\]: the state of turn \d+ is"),
        (lambda r: r.checkpoints.pop(), r"^game\.json: checkpoints: the record has them after entries"),
        (lambda r: r.header.result.update(winners=["grey"]), r"^game\.json: header\.result: the record says .*grey"),
    ],
)
def test_a_record_that_was_changed_is_found_and_the_place_named(record, change, message):
    change(record)
    with pytest.raises(Difference, match=message):
        replayed(record)


@pytest.mark.parametrize(("winners", "winner"), [(("red",), "red"), ((), None)])
def test_an_older_record_names_the_winning_side(record, monkeypatch, winners, winner):
    monkeypatch.setattr(TOY, "result", lambda s: Result(winners, "sales", "5.1"), raising=False)
    record.header.result = {"winner": winner, "level": "sales", "rule": "5.1", "score": {}}
    assert replayed(record).over
    record.header.result["winner"] = "green"
    with pytest.raises(Difference, match=r"^game\.json: header\.result: the record says .*green"):
        replayed(record)


def test_without_check_only_what_cannot_be_played_is_refused(record):
    record.checkpoints[1].hash = "x"
    assert replayed(record, check=False).over


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda r: setattr(r, "secret", "00" * 32), r"^game\.json: secret: does not open the seal"),
        (lambda r: _die(r, values=_other(r.dice[_first_in_game(r)].values)), r"^game\.json: dice\[\d+\]: roll \d+ \("),
        (lambda r: _die(r, name="x"), r"^game\.json: dice\[\d+\]: roll \d+ \(x\) cannot have been"),
        (lambda r: _die(r, number=1), r"^game\.json: dice\[\d+\]: number 1 does not follow"),
        (lambda r: _die(r, scripted=True), r"^game\.json: dice\[\d+\]: .*its position lays out no such dice"),
    ],
)
def test_dice_that_cannot_have_fallen_are_found(record, change, message):
    change(record)
    with pytest.raises(Difference, match=message):
        verify(record, "game.json")


def test_verify_counts_the_rolls(record):
    assert verify(record, "game.json") == len(record.dice) > 5


def test_a_record_whose_secret_is_not_open_cannot_be_verified(record):
    record.secret = ""
    with pytest.raises(BadInput, match=r"^game\.json: secret: has not been opened yet"):
        verify(record, "game.json")


def test_the_seal_is_that_of_the_secret(record):
    assert record.seal == commitment(bytes.fromhex(record.secret))


# -- files ---------------------------------------------------------------------------------------------------------


def test_a_record_comes_back_from_a_file(tmp_path, record):
    write(tmp_path / "game.json", record)
    assert read(tmp_path / "game.json") == record


def test_writing_again_replaces_the_file(tmp_path, record):
    path = tmp_path / "game.json"
    path.write_text("old")
    write(path, record)
    assert read(path) == record


def test_a_write_that_fails_leaves_the_old_file_and_no_half_one(tmp_path, record, monkeypatch):
    path = tmp_path / "game.json"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write(path, record)
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BadInput, match=r"none\.json: cannot be read \(No such file"):
        read(tmp_path / "none.json")


# -- transcripts ---------------------------------------------------------------------------------------------------


def test_a_transcript_is_no_record(tmp_path):
    game = TOY.start("short")
    write(tmp_path / "mine.json", transcript_of(game, "red"))
    with pytest.raises(BadInput, match=r"mine\.json: schema: is a transcript of one seat; only a record"):
        read(tmp_path / "mine.json")


def test_a_transcript_has_the_seal_and_not_the_secret():
    game = TOY.start("short")
    body = msgspec.json.encode(transcript_of(game, "red")).decode()
    assert game.dice.secret.hex() not in body
    assert commitment(game.dice.secret) in body


def test_a_transcript_has_only_the_seats_own_actions():
    game = random_play(TOY.start("short", seed=2), random.Random(2), 30)
    transcript = transcript_of(game, "red")
    own = [(e.verb, e.arg) for e in game.journal.entries if e.seat == "red"]
    assert [(e.verb, e.arg) for e in transcript.entries] == own
    assert {e.seat for e in transcript.entries} == {"red"}


def test_numbers_in_a_transcript_do_not_tell_how_often_others_acted():
    game = TOY.start("short")
    game.play("green", Action("coin", 1))
    game.play("red", Action("coin", 1))
    assert [entry.n for entry in transcript_of(game, "red").entries] == [0]


def test_a_transcript_tells_what_its_seat_heard_in_words():
    game = at('lamp = "green"', "toy")
    play(game, "green", "survey", "west")
    assert transcript_of(game, "green").events == ["green surveys west."]
    assert transcript_of(game, "red").events == ["green surveys something."]


@pytest.mark.parametrize("seat", ["red", "green", "blue"])
def test_a_transcript_is_the_same_in_every_world_its_seat_cannot_tell_apart(seat):
    """Two games that differ only in what the seat has not seen give it the same transcript."""
    bodies = []
    for shoals in ('["north", "south"]', '["north", "east"]'):
        game = at(f'watch = "blue"\nlamp = "green"\nshoals = {shoals}\nboats = {{ blue-1 = "fog" }}', "toy")
        play(game, "green", "survey", "west")
        play(game, "blue", "boat", "blue-1")
        play(game, "blue", "step", "north")
        transcript = transcript_of(game, seat)
        transcript.seal = ""
        bodies.append(msgspec.json.encode(transcript))
    assert bodies[0] == bodies[1]
