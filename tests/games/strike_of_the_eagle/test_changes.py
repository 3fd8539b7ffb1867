"""What happens to blocks, and nothing else: every change of the state is counted."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from vistula.games.strike_of_the_eagle.changes import (
    arrive,
    depart,
    deploy,
    eliminate,
    enter,
    fall_back,
    forget,
    gain,
    halt,
    hide,
    look,
    lose,
    mix_stacks,
    place_garrison,
    raise_block,
    recognize,
    show,
    to_pool,
)
from vistula.games.strike_of_the_eagle.model import PIECES, POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.queries import piece_of
from vistula.games.strike_of_the_eagle.state import DUE, GONE, NONE, POOL, Entry, State
from vistula.games.strike_of_the_eagle.witnessed import FACTS

from .table import M, area, running, start, unit

rule = pytest.mark.rule
SETS = (
    "on_link", "behind", "moved", "executed", "marched", "at_full", "fought", "detached", "stuck", "unsupplied",
    "shown", "named", *FACTS,
)  # fmt: skip
FIELDS = State.__struct_fields__


def dirty(seed: int = 1, **options: str) -> State:
    """A game at its beginning in which every set of pieces has some members and everybody has seen something."""
    rng = random.Random(seed)
    s = start("campaign", **options).s
    for name in SETS:
        setattr(s, name, rng.getrandbits(110))
    s.seen = [rng.getrandbits(110) for _ in s.seen]
    s.turned = [rng.randint(-1, 1) for _ in s.turned]
    return s


def changed(s: State, act: Callable[[], Any]) -> dict[str, Any]:
    """The fields that an act changes, as they are afterwards."""
    before = s.copy()
    act()
    return {name: getattr(s, name) for name in FIELDS if getattr(s, name) != getattr(before, name)}


def standing(s: State, side: int) -> int:
    """A block of a side on the map, in the middle of the roster."""
    return [p for p in PIECES[side] if s.place[p] >= 0][5]


def with_(values: list[int], place: int, value: int) -> list[int]:
    return [*values[:place], value, *values[place + 1 :]]


# -- faces ----------------------------------------------------------------------------------------------------------


@rule("2.0f")
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
@pytest.mark.parametrize("players", ["2", "4"])
def test_blocks_that_mix_are_forgotten_by_their_enemies_but_for_what_is_true_of_all(side, players):
    s = dirty(side, players=players)
    mixed = sum(1 << p for p in (*PIECES[side][3:6], PIECES[side][-1]))
    s.mounted |= mixed
    s.foot = (s.foot | mixed) & ~(1 << PIECES[side][4])
    before = s.copy()
    forget(s, mixed)
    foes = [n for n in range(int(players)) if (n >= int(players) // 2) != bool(side)]
    assert s.seen == [seen & ~mixed if n in foes else seen for n, seen in enumerate(before.seen)]
    assert s.mounted == before.mounted, "all of them are"
    assert s.foot == before.foot & ~mixed
    for fact in FACTS:
        was = getattr(before, fact)
        assert getattr(s, fact) == (was if was & mixed == mixed else was & ~mixed)
    assert s.turned == [0 if mixed >> p & 1 else turned for p, turned in enumerate(before.turned)]
    assert {name for name in FIELDS if getattr(s, name) != getattr(before, name)} <= {"seen", "turned", *FACTS}


@rule("7.2l")
def test_who_looks_at_blocks_sees_them_and_nobody_else():
    s = dirty(players="4")
    looked = 0b1011 << 60
    s.seen[1] &= ~looked
    assert changed(s, lambda: look(s, 1, looked, "7.2l")) == {"seen": [s.seen[0], s.seen[1] | looked, *s.seen[2:]]}


@rule("4.0f", "7.41.3a", "2.0f")
@pytest.mark.parametrize("players", ["2", "4"])
def test_blocks_lie_open_to_all_enemies_until_they_are_hidden(players):
    s = dirty(players=players)
    pieces = 0b101 << 3 | 0b11 << 60
    s.shown &= ~pieces
    s.seen = [seen & ~pieces for seen in s.seen]
    before = s.copy()
    assert set(changed(s, lambda: show(s, pieces, "7.41.3a"))) == {"shown", "seen"}
    assert s.shown == before.shown | pieces
    half = int(players) // 2
    assert s.seen == [seen | (0b11 << 60 if n < half else 0b101 << 3) for n, seen in enumerate(before.seen)]
    assert changed(s, lambda: hide(s)) == {"shown": 0}
    s.seen = [0 for _ in s.seen]
    recognize(s, 60)
    assert s.seen == [1 << 60 if n < half else 0 for n in range(int(players))]
    recognize(s, 3)
    assert s.seen == [1 << 60 if n < half else 1 << 3 for n in range(int(players))]


STACK = 'blocks.P-14 = "Minsk 4"\nblocks.P-9 = "Minsk 3"\nblocks.P-6 = "Minsk 2"\nblocks.P-8 = "Lida 2"\n'


@rule("2.0f")
@pytest.mark.parametrize("place", range(3))
def test_who_leaves_a_stack_goes_on_as_the_first_of_it_with_all_that_is_his(place):
    s = running('scenario = "campaign"\ngarrisons.poland = "Warsaw"\n' + STACK).s
    stack = sorted(p for p in PIECES[POLAND] if s.place[p] == area("Minsk"))
    leaving, lone = stack[place], next(p for p in PIECES[POLAND] if s.place[p] == area("Lida"))
    face, points = s.unit[leaving], s.sp[leaving]
    others = {s.unit[p] for p in stack} - {face}
    s.seen = [0, sum(1 << p for p in (*stack, lone))]
    s.at_full = 1 << leaving
    assert depart(s, leaving) == stack[0]
    assert (s.unit[stack[0]], s.sp[stack[0]], s.at_full) == (face, points, 1 << stack[0])
    assert {s.unit[p] for p in stack[1:]} == others
    assert s.seen[1] == 1 << lone, "which of them it was nobody can tell"
    assert depart(s, lone) == lone
    assert s.seen[1] == 1 << lone, "it could be followed"


@rule("2.0f")
def test_stacks_are_dealt_new_keys_each_for_itself():
    s = running('scenario = "campaign"\ngarrisons.poland = "Warsaw"\n' + STACK).s
    stack = sorted(p for p in PIECES[POLAND] if s.place[p] == area("Minsk"))
    lone = next(p for p in PIECES[POLAND] if s.place[p] == area("Lida"))
    faces = [s.unit[p] for p in stack]
    s.moved, s.seen = 1 << stack[2], [0, 1 << stack[1] | 1 << lone]
    mix_stacks(s, [stack[2], lone, stack[0], stack[1]])
    assert [s.unit[p] for p in stack] == [faces[2], faces[0], faces[1]]
    assert s.moved == 1 << stack[0]
    assert s.seen == [0, 1 << stack[2] | 1 << lone]
    assert {s.place[p] for p in stack} == {area("Minsk")}


# -- coming and going -----------------------------------------------------------------------------------------------


@rule("4.0e")
def test_a_block_is_put_down_inside_an_area():
    s = dirty()
    p = standing(s, POLAND)
    s.on_link |= 1 << p
    s.origin[p] = area("Lida")
    expected = {"place": with_(s.place, p, area("Kovel")), "origin": with_(s.origin, p, NONE)}
    assert changed(s, lambda: deploy(s, p, area("Kovel"))) == expected | {"on_link": s.on_link & ~(1 << p)}


@rule("4.0g")
def test_a_block_that_arrives_is_due_no_more_and_known():
    s = dirty()
    p = next(p for p in PIECES[RUSSIA] if s.place[p] == DUE)
    s.seen = [0, 0]
    s.on_link &= ~(1 << p)
    found = changed(s, lambda: arrive(s, p, area("Kiev"), "4.0g"))
    assert found == {"place": with_(s.place, p, area("Kiev")), "due": s.due, "seen": [1 << p, 0]}
    assert s.due[p] == NONE


@rule("2.2a", "8.4a")
def test_a_block_of_the_pool_comes_with_its_points_and_is_known():
    s = dirty()
    p = next(p for p in PIECES[POLAND] if s.place[p] == POOL)
    s.seen, s.turned[p], s.start[p] = [0, 0], 1, area("Lida")
    s.on_link |= 1 << p
    assert raise_block(s, s.unit[p], area("Kovel"), 3) == p
    assert (s.place[p], s.sp[p], s.start[p], s.turned[p], s.origin[p]) == (area("Kovel"), 3, NONE, 0, NONE)
    assert s.seen == [0, 1 << p]
    assert not s.on_link >> p & 1


@rule("7.2u", "7.32b")
def test_who_falls_back_has_come_in_over_a_link_and_supports_nobody():
    s = dirty()
    p = standing(s, POLAND)
    here = s.place[p]
    s.on_link |= 1 << p
    s.behind |= 1 << p
    s.moved &= ~(1 << p)
    before = s.copy()
    fall_back(s, p, area("Kovel"))
    assert (s.place[p], s.origin[p]) == (area("Kovel"), here)
    assert s.entries == [Entry(area("Kovel"), here, POLAND, False)]
    assert s.moved == before.moved | 1 << p
    assert (s.on_link, s.behind) == (before.on_link & ~(1 << p), before.behind & ~(1 << p))


BEFORE_ZHLOBIN = """
    garrisons.poland = "Bobruisk; Mozyr"
    garrisons.russia = "Gomel; Mogilev; Klintsy"
    blocks.P-14 = "Charyshi 4"
"""


def entering(text: str, to: str, name: str = "P-14") -> tuple[State, int]:
    """A block goes into the next area and stops there."""
    s = running(BEFORE_ZHLOBIN + text).s
    p = piece_of(s, unit(name))
    return s, enter(s, p, area(to))


def blocks(place: str, *names: str, how: str = "") -> str:
    return "".join(f'blocks.{name} = "{place} 1{how}"\n' for name in names)


FOUR = ("P-6", "P-8", "P-9", "P-16")


@rule("7.31b", "7.33e", "7.34a", "7.34f")
def test_who_comes_into_an_empty_area_stands_in_it():
    s, p = entering("", "Zhlobin")
    assert (s.place[p], s.origin[p]) == (area("Zhlobin"), area("Charyshi"))
    assert (s.on_link, s.behind, s.free, s.late) == (0, 0, {}, {})
    assert s.moved == 1 << p
    assert s.entries == [Entry(area("Zhlobin"), area("Charyshi"), POLAND, False)]


@rule("7.31b", "7.32c", "7.33e", "7.34a")
def test_who_comes_where_an_enemy_is_stands_on_the_link_and_pins_one():
    s, p = entering(blocks("Zhlobin", "R-21", "R-8"), "Zhlobin")
    assert s.on_link == 1 << p
    assert s.behind == 0
    assert s.free == {area("Zhlobin") * 2 + RUSSIA: 1}
    s, p = entering("", "Rohachev")
    assert s.on_link == 0
    s = running(BEFORE_ZHLOBIN + 'blocks.R-21 = "Rohachev 3"').s
    r = enter(s, piece_of(s, unit("R-21")), area("Bobruisk"))
    assert s.on_link == 1 << r, "a garrison is an enemy as well"
    assert s.entries == [Entry(area("Bobruisk"), area("Rohachev"), RUSSIA, False)]


@rule("7.33e", "7.33b", "7.31b")
@pytest.mark.parametrize(("inside", "waits"), [(3, False), (4, True)])
def test_a_fifth_block_waits_on_the_link(inside, waits):
    s, p = entering(blocks("Zhlobin", *FOUR[:inside]), "Zhlobin")
    assert s.on_link == waits << p
    assert s.behind == 0, "nobody else came over this link"
    assert s.entries[-1] == Entry(area("Zhlobin"), area("Charyshi"), POLAND, True)


@rule("7.33b", "7.33e")
@pytest.mark.parametrize(("over", "behind"), [(3, False), (4, True)])
def test_who_comes_fifth_over_one_link_stands_behind(over, behind):
    s = running(BEFORE_ZHLOBIN + blocks("Zhlobin", *FOUR)).s
    for name in FOUR[:over]:
        s.origin[piece_of(s, unit(name))] = area("Charyshi")
    p = enter(s, piece_of(s, unit("P-14")), area("Zhlobin"))
    assert (s.on_link, s.behind) == (1 << p, behind << p)


@rule("7.33h", "7.33e", "1.4d")
def test_nobody_waits_before_an_eastern_link():
    text = blocks("Klintsy", "R-21", "R-8", "R-17", "R-6") + 'blocks.R-10 = "Gomel 4"'
    s, p = entering(text, "Klintsy", "R-10")
    assert (s.place[p], s.on_link, s.behind) == (area("Klintsy"), 0, 0)


@rule("7.34f", "7.34a")
@pytest.mark.parametrize(
    ("text", "to", "support"),
    [
        ("", "Zhlobin", False),
        (blocks("Zhlobin", "P-6"), "Zhlobin", True),
        ("", "Bobruisk", True),
        (blocks("Zhlobin", "R-21"), "Zhlobin", False),
        (blocks("Slutsk", "P-6"), "Zhlobin", False),
    ],
)
def test_who_finds_a_block_or_garrison_of_his_side_supports_it(text, to, support):
    assert entering(text, to)[0].entries == [Entry(area(to), area("Charyshi"), POLAND, support)]


@rule("7.34a", "7.34f")
def test_each_link_is_one_direction_and_support_once_found_stays():
    s = running(BEFORE_ZHLOBIN + blocks("Charyshi", "P-6", "P-9") + blocks("Rohachev", "P-8")).s
    for name in ("P-14", "P-6"):
        enter(s, piece_of(s, unit(name)), area("Zhlobin"))
    enter(s, piece_of(s, unit("P-8")), area("Zhlobin"))
    charyshi, rohachev = area("Charyshi"), area("Rohachev")
    both = [Entry(area("Zhlobin"), charyshi, POLAND, True), Entry(area("Zhlobin"), rohachev, POLAND, True)]
    assert s.entries == both, "the second of the first link found the first"
    s.place = [-1 if place == area("Zhlobin") else place for place in s.place]
    enter(s, piece_of(s, unit("P-9")), area("Zhlobin"))
    assert s.entries == both


@rule("7.32c")
def test_who_comes_after_the_first_enemy_is_the_next_to_be_pinned():
    s = running(BEFORE_ZHLOBIN + blocks("Zhlobin", "R-21") + blocks("Gomel", "R-8")).s
    enter(s, piece_of(s, unit("P-14")), area("Zhlobin"))
    key = area("Zhlobin") * 2 + RUSSIA
    assert (s.free, s.late) == ({key: 0}, {})
    enter(s, piece_of(s, unit("R-8")), area("Zhlobin"))
    assert (s.free[key], s.late) == (0, {key: 1})
    assert s.free[area("Zhlobin") * 2 + POLAND] == 0, "he pins in his turn"
    s.place[piece_of(s, unit("R-10"))] = area("Gomel")
    halt(s, piece_of(s, unit("R-10")))
    assert s.late == {key: 1}


# -- strength and fate ----------------------------------------------------------------------------------------------


@rule("7.2ad", "8.3", "2.0a", "2.0b")
def test_points_come_and_go_one_at_a_time_and_are_seen():
    s = dirty()
    p = standing(s, RUSSIA)
    s.sp[p], turned = 2, s.turned[p]
    assert set(changed(s, lambda: gain(s, p))) <= {"sp", "turned"}
    assert (s.sp[p], s.turned[p]) == (3, turned + 1)
    assert [lose(s, p), s.sp[p], s.turned[p]] == [False, 2, turned]
    assert [lose(s, p), s.sp[p], s.turned[p]] == [False, 1, turned - 1]
    assert [lose(s, p), s.sp[p], s.turned[p]] == [True, 0, turned - 2]


@rule("4.0h", "7.41.5b", "8.2b", "9.0c", "11.0a")
@pytest.mark.parametrize(("name", "fate"), [("P-14", POOL), ("R-21", POOL), ("P-Pilsudski", GONE), ("R-Stalin", GONE)])
def test_a_destroyed_block_goes_to_the_pool_and_a_leader_out_of_the_game(name, fate):
    assert taken_off(to_pool, name) == fate


@rule("7.42e", "7.71c", "8.4c", "11.0a")
@pytest.mark.parametrize("name", ["P-14", "R-Stalin"])
def test_an_eliminated_block_is_out_of_the_game(name):
    assert taken_off(eliminate, name) == GONE


def taken_off(act: Callable[[State, int], None], name: str) -> int:
    """Where a block ends up that has every marker, and loses them all."""
    s = dirty()
    p = piece_of(s, unit(name))
    s.place[p], s.sp[p], s.start[p], s.origin[p], s.due[p] = area("Kiev"), 3, area("Kiev"), area("Uman"), 2
    for mark in SETS:
        setattr(s, mark, getattr(s, mark) | 1 << p)
    before = s.copy()
    act(s, p)
    for mark in SETS:
        assert getattr(s, mark) == getattr(before, mark) & ~(1 << p)
    assert s.southern == before.southern
    assert (s.sp[p], s.start[p], s.origin[p], s.due[p], s.turned[p]) == (0, NONE, NONE, NONE, 0)
    assert s.place == with_(before.place, p, s.place[p])
    return s.place[p]


@rule("3.0a")
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_a_garrison_takes_the_place_of_the_enemys(side):
    s = dirty()
    kovel = 1 << area("Kovel")
    s.garrisons = [0b101 << 4, 0b11 << 8]
    s.garrisons[1 - side] |= kovel
    expected = s.garrisons[:]
    expected[side] |= kovel
    expected[1 - side] &= ~kovel
    assert changed(s, lambda: place_garrison(s, side, area("Kovel"))) == {"garrisons": expected}
    assert M.key_cities & kovel
