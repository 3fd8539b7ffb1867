"""Position files by the codec: exact at any moment, told in names, refused by file, key and reason."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from kernel.toy import TOY, Toy, codec, fresh
from kernel.toy_rules import PROCEDURES, SEATS, Sea
from vistula.kernel import Action, BadInput, Frame, Game, Violation, procedure, step
from vistula.kernel.codec import Codec, position_of
from vistula.kernel.game import begin
from vistula.kernel.rows import Group, Head, Pieces, by, item
from vistula.kernel.shapes import (
    Bits,
    By,
    Flag,
    Hidden,
    Key,
    Many,
    Maybe,
    Number,
    Place,
    Row,
    Secret,
    Text,
    Thing,
    Tuple,
    Word,
)
from vistula.kernel.toml import written


def played(seed: int, count: int, scenario: str = "short", **options: str) -> Game[Any]:
    """A random game after so many actions."""
    game, rng = TOY.start(scenario, seed=seed, options=options), random.Random(seed)
    for _ in range(count):
        if game.over:
            break
        seat = rng.choice([seat for seat, d in game.decisions.items() if d.waits])
        option = rng.choice([o for o in game.decisions[seat].options if not o.free])
        game.play(seat, Action(option.verb, rng.choice(option.args)))
    return game


def again(game: Game[Any]) -> Game[Any]:
    return begin(TOY, None, 1, None, {}, position_of(game), "again.toml", journal=False)


def builtins(game: Game[Any]) -> Any:
    return msgspec.to_builtins([game.s, game.stack])


# -- round trips ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_every_moment_is_read_as_it_was_written(seed: int) -> None:
    for count in range(0, 40, 3):
        game = played(seed, count, players="2" if seed % 2 else "3")
        twin = again(game)
        assert builtins(twin) == builtins(game)
        assert twin.decisions == game.decisions


def test_sealed_answers_and_who_is_ready_are_part_of_the_moment() -> None:
    game = TOY.start("short")
    game.play("green", Action("coin", 2))
    game.play("green", Action("ready"))
    assert 'drafts = { green = ["coin 2", "ready 0"], ready = ["green"] }' in position_of(game)
    assert "green" not in again(game).decisions


def test_a_file_is_told_in_names_with_the_procedures_under_way() -> None:
    game = begin(TOY, None, 1, None, {}, 'watch = "green"\nboats.red-1 = "fog"', "position")
    game.play("green", Action("boat", 3))
    text = position_of(game, dice=[6])
    assert 'red-1 = "fog"  # red-1' in text
    assert '{ Voyage = "watches", next = 2 },' in text
    assert '{ Watch = "sail", seat = "green", boat = "green-1", left = 3 },' in text
    assert "dice = [6]" in text
    assert '[rest]\nsailed = ["green-1"]' in text, "what no row explains"
    assert "turn = 1" in text, "always told"
    assert "lamp" not in text, "told only where it differs"


def test_a_finished_game_is_a_position_too() -> None:
    game = TOY.start("short")
    game.s.ended = True
    game.stack.clear()
    assert again(game).over


def test_options_of_the_table_are_told() -> None:
    game = played(1, 3, players="2")
    assert '[options]\nplayers = "2"' in position_of(game)
    assert list(again(game).seats) == ["red", "green"]


@pytest.mark.parametrize("seat", ["red", ""])
def test_a_seats_knowledge_is_no_position(seat: str) -> None:
    game = played(1, 5)
    own = game.seat(seat)
    with pytest.raises(BadInput, match=r"toy: .*is hidden: a seat's knowledge is no position"):
        TOY.codec.write(TOY, own.s, own.stack, game.scenario)


def test_a_file_that_ends_anywhere_is_read_or_refused() -> None:
    text = position_of(played(2, 17))
    for end in range(len(text)):
        with suppress(BadInput):
            TOY.position(text[:end], "cut.toml")


# -- refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("turn 3", "line 1, column 6", "is no TOML"),
        ("turn = 1\nturn = 2", "turn", "is there twice"),
        ("[boats]\nred-1 = 'fog'\nred-1 = 'fog'", "boats.red-1", "is there twice"),
        ("wind = 3", "wind", "is not known here; there are: game"),
        ("game = 'chess'", "game", "'chess' is another game than toy"),
        ("scenario = 'endless'", "scenario", "there is no scenario 'endless'; there are: short, long, crowded"),
        ("options.players = '5'", "options.players", "'5' is none of 3, 2"),
        ("options.wind = 'on'", "options.wind", "'on' is none of no option; there are: undo, players"),
        ("options = 3", "options", "a table is wanted"),
        ("clear = 1", "clear", "true or false is wanted, not 1"),
        ("dice = ['six']", "dice", "a number is wanted, not 'six'"),
        ("turn = 'two'", "turn", "a number is wanted, not 'two'"),
        ("turn = true", "turn", "a number is wanted, not True"),
        ("turn = 5", "turn", "5 is not from 0 to 4"),
        ("watch = 'white'", "watch", "'white' is none of red, green, blue"),
        ("boats = 3", "boats", "a table is wanted"),
        ("boats.red-9 = 'fog'", "boats.red-9", "there is no piece 'red-9'"),
        ("boats.red-1 = 'Paris'", "boats.red-1", "there is no space 'Paris'"),
        ("boats.red-1 = 3", "boats.red-1", "is neither a place nor a table with space and marks"),
        ("boats.red-1 = { sunk = true }", "boats.red-1.sunk", "is not known here; there are: space"),
        ("boats.red-1 = {}", "boats.red-1", "has no space"),
        ("hands.white = []", "hands.white", "'white' is none of red, green, blue"),
        ("hands.red = 3", "hands.red", "a list is wanted, not 3"),
        ("hands = 3", "hands", "a table is wanted, not 3"),
        ("shoals = ['none']", "shoals", "a set has only things with a name"),
        ("hands.red = ['c1']\nhands.green = ['c1']", "", "[1.1]"),
        ("rest = 3", "rest", "a table is wanted"),
        ("rest.wind = 3", "rest.wind", "is no part of the game that is told here"),
        ("rest.coins = [1, 'x']", "rest.coins", "a number is wanted, not 'x'"),
        ("doing = 3", "doing", "a list of procedures is wanted"),
        ("doing = [3]", "doing.1", "a table is wanted that begins with a procedure and its step"),
        ("doing = [{ Dance = '' }]", "doing.1.Dance", "there is no such procedure"),
        ("doing = [{ Voyage = 'sink' }]", "doing.1.Voyage", "'sink' is none of its steps: deal"),
        ("doing = [{ Watch = 'pick' }]", "doing.1.seat", "is missing"),
        ("doing = [{ Watch = 'pick', seat = 'red', wind = 1 }]", "doing.1.wind", "is not known here"),
        ("doing = [{ Watch = 'pick', seat = 'red', into = 'x' }]", "doing.1.into", "has no field 'x'"),
        ("doing = [{ Voyage = 'bid', drafts = 3 }]", "doing.1.drafts", "a table is wanted"),
        ("doing = [{ Voyage = 'bid', drafts = { red = ['coin'] } }]", "doing.1.drafts.red", "no verb with a number"),
        ("doing = [{ Watch = 'toll', seat = 'none' }]", "doing", "play cannot go on from here"),
    ],
)
def test_a_wrong_file_is_refused_by_file_key_and_reason(text: str, key: str, reason: str) -> None:
    with pytest.raises(BadInput) as refused:
        TOY.position(text, "wrong.toml")
    assert (refused.value.where, refused.value.key) == ("wrong.toml", key)
    assert reason in refused.value.reason


class Strict(Toy):
    """Lamp and Fog with rules that no file may break."""

    broken = Violation("3.1", "nothing is wrong")

    def check(self, s: Sea, stack: Any) -> None:
        raise self.broken


@pytest.mark.parametrize(
    ("broken", "key"),
    [
        ({"piece": 1}, "boats.red-2"),
        ({"piece": 4}, "boats.green-2"),
        ({"space": 7}, "boats.red-2"),
        ({"space": 3}, ""),
        ({"key": "lamp"}, "lamp"),
        ({}, ""),
    ],
)
def test_what_the_rules_forbid_is_named_by_its_entry(broken: dict[str, Any], key: str) -> None:
    strict = Strict()
    strict.broken = Violation("3.2", "boats collide", **broken)
    with pytest.raises(BadInput) as refused:
        strict.position("boats.red-1 = 'fog'\nboats.red-2 = 'fog'", "wrong.toml")
    assert (refused.value.key, refused.value.reason) == (key, "boats collide [3.2]")


# -- rows -------------------------------------------------------------------------------------------------------------


def told(row: Any, s: Sea, like: Sea) -> Any:
    """What a row writes, read again into the other state."""
    text = row.write(TOY, s, like)
    row.read(like, HEAD, text, Key("file", row.key))
    return text


HEAD = Head(TOY, "short", True, {}, {}, Key("file"))
PURSES = Group("purses", item("red", Number(0, 9), "coins", 0), item("green", Number(0, 9), "coins", 1))


def test_a_group_tells_only_what_differs() -> None:
    s, like = fresh(2, 3), fresh(2, 3)
    assert told(PURSES, s, like) is None
    s.coins[1] = 7
    assert told(PURSES, s, like) == {"green": 7}
    assert like.coins == s.coins


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (3, "file: purses: a table is wanted"),
        ({"white": 3}, "file: purses.white: is not known here; there are: red, green"),
        ({"red": 10}, "file: purses.red: 10 is not from 0 to 9"),
    ],
)
def test_a_group_refuses_what_it_does_not_know(entry: Any, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        PURSES.read(fresh(2, 3), HEAD, entry, Key("file", "purses"))
    assert str(refused.value) == said


def moor(s: Sea, boat: int, space: int, key: Key) -> None:
    """A boat at sea has sailed."""
    s.place[boat] = space
    s.sailed |= (space > 2) << boat


def boats(**more: Any) -> Pieces[Sea]:
    return Pieces("boats", Thing("space"), lambda s, boat: s.place[boat], moor, lambda s: range(len(s.place)),
                  at="space", marks={"sailed": "sailed"}, more={"cargo": ("cargo", Number(0, 3))}, **more)  # fmt: skip


def test_marks_are_told_where_putting_a_piece_down_does_not_explain_them() -> None:
    s, like = fresh(2, 3), fresh(2, 3)
    s.place[0], s.place[1], s.sailed = 7, 7, 1 | 4
    s.cargo[0] = 3
    assert told(boats(), s, like) == {
        "red-1": {"space": "fog", "cargo": 3},
        "red-2": {"space": "fog", "sailed": False},
        "red-3": {"space": "redhaven", "sailed": True},
    }
    assert (like.place, like.sailed, like.cargo) == (s.place, s.sailed, s.cargo)


def test_hints_reach_those_who_make_something_of_them() -> None:
    heard: dict[int, Any] = {}
    row = boats(hints=("lit",), after=lambda s, entries: heard.update(entries))
    row.read(fresh(2, 3), HEAD, {"red-1": {"space": "fog", "lit": True}, "red-2": "fog"}, Key("file", "boats"))
    assert heard[0] == (Key("file", "boats.red-1"), {"space": "fog", "lit": True})
    assert heard[1] == (Key("file", "boats.red-2"), {"space": "fog"})
    with pytest.raises(BadInput, match=r"boats\.red-1\.lit: true or false is wanted, not 1"):
        row.read(fresh(2, 3), HEAD, {"red-1": {"space": "fog", "lit": 1}}, Key("file", "boats"))


def test_a_table_tells_only_the_entries_that_differ() -> None:
    s, like = fresh(2, 3), fresh(2, 3)
    s.score[2] = 4
    row = by("score", SEATS, Number(0))
    assert told(row, s, like) == {"blue": 4}
    assert like.score == s.score


# -- what a title must declare ------------------------------------------------------------------------------------


@procedure
class Undeclared(Frame):
    wind: int = 0

    @step("1.1")
    def blow(self, s: Sea) -> None: ...


def made(**changed: Any) -> Codec[Sea]:
    known = codec()
    parts = {
        "state": Sea, "procedures": (), "base": known.base, "stack": known.stack, "rows": known.rows,
        "fields": known.fields, "frames": {},
    }  # fmt: skip
    return Codec(**{**parts, **changed})


def test_a_field_without_row_or_shape_is_an_error_at_once() -> None:
    fields = {name: shape for name, shape in codec().fields.items() if name not in ("coins", "score")}
    with pytest.raises(TypeError, match="Sea: no row and no shape for coins, score"):
        made(fields=fields)
    assert made(fields=fields, derived=("coins", "score"))


def test_a_procedure_without_shapes_is_an_error_at_once() -> None:
    with pytest.raises(TypeError, match=r"Undeclared\.wind: no shape for position files"):
        made(procedures=(Undeclared,))
    assert made(procedures=(Undeclared,), frames={"Undeclared.wind": Number()})


def test_what_is_kept_by_others_and_differs_is_our_fault() -> None:
    game = played(1, 5)
    fields = {name: shape for name, shape in codec().fields.items() if name != "coins"}
    game.s.coins = [9, 9, 9]
    with pytest.raises(LookupError, match="leave coins different"):
        made(fields=fields, derived=("coins",)).write(TOY, game.s, [], "short")


def test_procedures_and_steps_may_be_called_by_their_old_names() -> None:
    known = made(procedures=PROCEDURES, frames={
        "next": Number(), "seat": Thing("player"), "boat": Thing("piece"), "left": Number(), "driven": Number(),
        "space": Thing("space"), "storms": Number(), "pips": Many(Number()),
    }, renamed={"Cruise": "Watch", "Watch.choose": "pick"})  # fmt: skip
    placed = known.read(TOY, "doing = [{ Cruise = 'choose', seat = 'red' }]", "old.toml")
    assert [(type(frame).__name__, frame.at) for frame in placed.stack] == [("Watch", "pick")]


# -- shapes -------------------------------------------------------------------------------------------------------


class Wind(msgspec.Struct, frozen=True):
    force: int
    from_: str = "north"


KEY = Key("file", "key")
DOCK = Place(Thing("space"), {"sunk": -5}, "dock", lambda n: -10 - n, lambda p: -10 - p if p < -10 else 0, 3)


@pytest.mark.parametrize(
    ("shape", "value", "told"),
    [
        (Number(), -3, -3),
        (Flag(), True, True),
        (Text(), "x", "x"),
        (Word(("calm", "storm")), 1, "storm"),
        (Word({"calm": -5}), -5, "calm"),
        (Thing("space"), 7, "fog"),
        (Thing("space"), -1, "none"),
        (Many(Thing("card")), [3, 1], ["c3", "c1"]),
        (Many(Number(), kind=tuple), (3, 1), [3, 1]),
        (Bits(Thing("card")), 10, ["c1", "c3"]),
        (Bits(Thing("card")), -1, "all"),
        (DOCK, 7, "fog"),
        (DOCK, -5, "sunk"),
        (DOCK, -12, "dock 2"),
        (By(Thing("space"), Number()), {7: 2}, {"fog": 2}),
        (By(Number(), Flag()), {-7: True}, {"-7": True}),
        (Tuple(Number(), Flag()), (2, False), [2, False]),
        (Row(Wind, force=Number(), from_=Text()), Wind(3), {"force": 3}),
        (Row(Wind, force=Number(), from_=Text()), Wind(3, "east"), {"force": 3, "from_": "east"}),
        (Maybe(Number()), None, []),
        (Maybe(Number()), 4, 4),
    ],
)
def test_a_shape_reads_what_it_writes(shape: Any, value: Any, told: Any) -> None:
    assert shape.write(TOY, value) == told
    assert shape.read(TOY, told, KEY) == value


@pytest.mark.parametrize(
    ("shape", "told", "reason"),
    [
        (Number(2), 1, "1 is not 2 or more"),
        (Flag(), "yes", "true or false is wanted, not 'yes'"),
        (Text(), 3, "a text is wanted, not 3"),
        (Word(("calm",)), 0, "0 is none of calm"),
        (Thing("space"), 3, "a name is wanted, not 3"),
        (By(Thing("space"), Number()), 3, "a table is wanted, not 3"),
        (DOCK, "dock 4", "there is no dock '4': they run from 1 to 3"),
        (DOCK, "Paris", "there is no space 'Paris' (it may also be: dock N, sunk)"),
        (Tuple(Number(), Flag()), [2], "a list of 2 is wanted, not [2]"),
        (Row(Wind, force=Number(), from_=Text()), 3, "a table is wanted, not 3"),
        (Secret(), 3, "belongs to what one player sees, not to a position"),
    ],
)
def test_a_shape_refuses_what_it_does_not_know(shape: Any, told: Any, reason: str) -> None:
    with pytest.raises(BadInput) as refused:
        shape.read(TOY, told, KEY)
    assert str(refused.value) == f"file: key: {reason}"


@pytest.mark.parametrize(
    ("shape", "value"),
    [(Number(), -99), (Thing("card"), -99), (Word(("calm",)), -99), (Many(Thing("card")), [1, -99]), (Secret(), 0)],
)
def test_a_shape_has_no_words_for_what_is_hidden(shape: Any, value: Any) -> None:
    with pytest.raises(Hidden):
        shape.write(TOY, value)


def test_authors_may_write_a_list_as_one_text() -> None:
    assert Many(Thing("card")).read(TOY, "c1 c3", KEY) == [1, 3]
    assert Many(Thing("space"), ";").read(TOY, "fog; market", KEY) == [7, 8]


def test_a_record_needs_a_shape_for_every_field() -> None:
    with pytest.raises(TypeError, match="Wind: no shape for from_"):
        Row(Wind, force=Number())


def test_toml_quotes_what_it_must_and_breaks_what_is_long() -> None:
    text = written({"a b": 'say "no"\\', "many": [f"name-{i}" for i in range(30)], "empty": {}, "in": {"x": {"y": {}}}})
    assert text.startswith('"a b" = "say \\"no\\"\\\\"\nmany = [\n    "name-0",')
    assert max(map(len, text.splitlines())) <= 120
    assert text.endswith("[empty]\n\n[in]\nx = { y = {} }\n")
    with pytest.raises(TypeError, match="no form in TOML"):
        written({"a": 1.5})
