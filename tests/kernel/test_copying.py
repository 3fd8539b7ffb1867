"""Frames: each class gets a copy() that shares nothing that can change."""

from __future__ import annotations

import enum
from typing import Any, Literal, NewType

import msgspec
import pytest

from vistula.kernel import Frame, State, procedure
from vistula.kernel.copying import copied, copier

Place = NewType("Place", int)


class Colour(enum.Enum):
    RED = "red"


class Fixed(msgspec.Struct, frozen=True):
    n: int = 0


@procedure
class Everything(Frame):
    number: int = 1
    name: str = "x"
    flag: bool = False
    place: Place = Place(2)
    colour: Colour = Colour.RED
    kind: Literal["a", "b"] = "a"
    fixed: Fixed = Fixed()
    pair: tuple[int, int] = (1, 2)
    run: tuple[int, ...] = (1,)
    maybe: int | None = None
    items: list[int] = []
    rows: list[list[int]] = []
    chosen: list[int] | None = None
    table: dict[int, int] = {}
    lists: dict[int, list[int]] = {}
    bag: set[int] = set()
    letters: bytearray = bytearray()
    fixeds: list[Fixed] = []


def full() -> Everything:
    lists = {"items": [1], "rows": [[1], [2]], "chosen": [4], "fixeds": [Fixed(1)]}
    return Everything(at="here", table={1: 2}, lists={1: [2]}, bag={1}, **lists)


def test_a_copy_is_equal():
    assert full().copy() == full()


@pytest.mark.parametrize(
    "change",
    [
        lambda f: f.items.append(3),
        lambda f: f.rows[0].append(3),
        lambda f: f.chosen.append(3),
        lambda f: f.table.update({3: 3}),
        lambda f: f.lists[1].append(3),
        lambda f: f.bag.add(3),
        lambda f: f.letters.append(3),
        lambda f: f.fixeds.clear(),
    ],
)
def test_changing_a_copy_leaves_the_original(change):
    frame = full()
    copy = frame.copy()
    change(copy)
    assert copy != frame
    assert frame == full()


def test_defaults_are_not_shared_between_frames():
    Everything().items.append(9)
    assert Everything().items == []


class Loose(msgspec.Struct):
    n: int = 0


@pytest.mark.parametrize("kind", [Any, Loose, object, list[Loose]])
def test_a_field_that_cannot_be_copied_is_named(kind):
    with pytest.raises(TypeError, match="procedure Bad: field thing is of a type that cannot be copied"):
        procedure(type("Bad", (Frame,), {"__annotations__": {"thing": kind}, "__module__": __name__}))


@copied("beside")
class Ledger(State):
    turn: int = 1
    rows: list[list[int]] = []
    marks: dict[int, tuple[int, ...]] = {}


def test_a_state_is_copied_from_its_fields_and_keeps_what_stands_beside_it():
    state = Ledger(rows=[[1], [2]], marks={3: (4,)}, turn=2)
    state.beside = beside = object()
    twin = state.copy()
    assert (twin, twin.beside) == (state, beside)
    twin.rows[0].append(9)
    twin.marks[5] = ()
    assert (state.rows, state.marks) == ([[1], [2]], {3: (4,)})


def test_a_copy_may_share_all_but_a_few_fields():
    state = Ledger(rows=[[1]], marks={3: (4,)})
    twin = copier(Ledger, "record", own=("marks",))(state)
    assert twin.rows is state.rows
    assert twin.marks is not state.marks


def test_a_record_that_cannot_be_copied_is_an_error_when_it_is_made():
    with pytest.raises(TypeError, match="record Bad: field thing is of a type that cannot be copied"):
        copied()(type("Bad", (State,), {"__annotations__": {"thing": Loose}, "thing": None, "__module__": __name__}))


def test_a_frame_comes_back_from_json():
    assert msgspec.json.decode(msgspec.json.encode(full()), type=Everything) == full()


def test_a_frame_says_on_file_which_procedure_it_is():
    assert msgspec.json.decode(msgspec.json.encode(Everything()))["type"] == "Everything"
