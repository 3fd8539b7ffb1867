"""Arrivals, deployment and retreats, piece by piece and step by step."""

from __future__ import annotations

import pytest

from vistula.board.hexes import bits, members
from vistula.games.red_star_white_eagle import invariants
from vistula.games.red_star_white_eagle.rules import arrival, control, replacements
from vistula.games.red_star_white_eagle.rules.deployment import Arranging, areas, gaps, movable
from vistula.games.red_star_white_eagle.rules.reinforcement import Staff
from vistula.games.red_star_white_eagle.rules.retreat import Retreat, Retreats
from vistula.games.red_star_white_eagle.state import (
    ARRIVING,
    ASIDE,
    COMBAT,
    GARRISON_BOX,
    OFF_EDGE,
    POOL,
    RESERVE,
    State,
    put,
)
from vistula.games.red_star_white_eagle.tables import Data
from vistula.games.red_star_white_eagle.units import KINDS, SOUTHWEST, WEST
from vistula.kernel import Game, Violation

from .desk import asks, can, events, last, offered, play, situation, staff, table, where, whole, why
from .fields import M, P, R, field, h, hs, u, us

rule = pytest.mark.rule
ROWS = {row.id: row for row in Data.read(None).units}
PIECES = [piece for piece in range(M.pieces) if piece != M.squadron]
WESTERN_EDGE = -4


def tags(piece: int) -> list[str]:
    return ROWS[M.key[piece]].tags.split() if piece < M.count else []


# -- 7.0 arrivals -----------------------------------------------------------------------------------------------------


@rule("7.0a", "7.0c", "22.7.3")
@pytest.mark.parametrize("before", [ARRIVING, RESERVE])
@pytest.mark.parametrize("others", [0, (1 << M.pieces) - 1])
def test_what_is_known_of_every_piece_that_comes_in(before: int, others: int) -> None:
    for piece in PIECES:
        s = field({"4001": "R-57", "4002": "P-14"} if M.key[piece] not in ("R-57", "P-14") else {})
        game = table(s)
        s.desk = game
        s.place[piece] = before
        bit = 1 << piece
        s.fresh, s.left_reserve = others & ~bit, others
        arrival.bring_in(s, piece, h("2512"))
        assert s.place[piece] == h("2512")
        assert s.fresh == others | bit
        assert s.left_reserve == (others & ~bit | (bit if before == RESERVE else 0))
        counter = piece >= M.count
        (event,) = events(game, "counter_arrives" if counter else "arrives")
        assert event.refs["counter" if counter else "unit"] == piece
        assert not events(game, "arrives" if counter else "counter_arrives")


def _rule_and_hexes(s: State, piece: int) -> tuple[str, int]:
    """By what is printed: the rule that says where a piece comes in, and the hexes."""
    row = ROWS.get(M.key[piece])
    cities = M.polish_net.spaces & M.cities & ~s.occupied[R]
    rails = sum(1 << hex for hex in {hex for name in ("polish", "russian", "devastated") for side in M.nets[name]
                                     for hex in side})  # fmt: skip
    if M.side[piece] == P:
        if row and row.kind == "gar":
            return "19.1", 1 << M.hex(M.garrison_city[piece])
        if "poznan" in tags(piece):
            return "22.4b", 1 << h("0111")
        if row and row.kind == "mil":
            return "22.4c", cities
        return "7.1.1a", 1 << M.warsaw
    if row and row.nation == "GER":
        return "24.11.6", 0
    if M.key[piece] == "R-DnS":
        return "16.5", hs("5133 5134")
    train = bool(row and row.kind == "train")
    if "konarmiya" in tags(piece):
        return ("7.1.4b" if train else "7.1.4a"), M.konarmiya_entry & (rails if train else -1)
    if train:
        return "14.1", M.entry[{"W": WEST, "SW": SOUTHWEST}[row.front]] & rails  # type: ignore[union-attr]
    front = row.front if row else ""
    if front == "SW":
        return "7.1.3", M.entry[SOUTHWEST]
    return "7.1.2", M.entry[WEST] if front == "W" else M.entry[WEST] | M.entry[SOUTHWEST]


@rule("19.1", "19.2", "22.4a", "22.4b", "22.4c", "7.1.1a", "14.1", "16.5", "24.11.6", "7.1.2", "7.1.3", "7.1.4a")
@rule("7.1.4b", "17.2.1b", "22.7.2")
def test_where_every_piece_comes_in_and_by_which_rule() -> None:
    for piece in PIECES:
        s = field({"4001": "R-57"} if M.key[piece] != "R-57" else {})
        s.place[piece] = ARRIVING
        cited, hexes = _rule_and_hexes(s, piece)
        assert arrival._rule(s, piece)[0] == cited, M.key[piece]
        if hexes:
            assert arrival.entries(s, piece) == hexes, M.key[piece]
        if M.side[piece] == P:
            s.place[piece] = RESERVE
            joined = M.polish_net.spaces & M.cities if M.key[piece][:4] != "P-G-" else 0
            assert arrival.entries(s, piece) == hexes | joined, M.key[piece]
        elif "latvian-garrison" in tags(piece):
            s.place[piece] = GARRISON_BOX
            assert arrival.entries(s, piece) == M.latvian_entry


@rule("7.1.1a", "7.1.1c", "7.1.1b", "24.1.2c")
def test_the_rule_by_which_poles_come_in_when_warsaw_is_cut_off() -> None:
    around = dict(zip((M.grid.number(hex) for hex in M.grid.neighbours[M.warsaw]),
                      ("R-57", "R-17", "R-8", "R-10", "R-2", "R-27"), strict=True))  # fmt: skip
    s = field(around)
    assert arrival.isolated(s)
    cities = M.polish_net.spaces & M.cities & ~s.occupied[R]
    assert arrival.capital(s) == cities | 1 << M.warsaw
    assert arrival._rule(s, u("P-11")) == ("7.1.1c", "comes in a city of the Polish net")
    assert arrival._rule(field(), u("P-11")) == ("7.1.1a", "comes in at Warsaw")


# -- 23.4.9.2 the share of the north ----------------------------------------------------------------------------------


def _quiet(pool: list[int]) -> Game[State]:
    s = situation({"4207": "R-4"}, "May I", R)
    s.pool = [0, 0, *pool, 0, 0]
    return staff(s, R)


@rule("23.4.9.2")
def test_the_share_of_the_north_is_paid_counter_by_counter() -> None:
    game = _quiet([5, 2])
    frame = game.stack[-1]
    assert isinstance(frame, Staff)
    assert frame.share == [3, 1]
    assert not can(game, "done")
    north = M.grid.number(next(bits(M.entry[WEST])))
    south = M.grid.number(next(bits(M.entry[SOUTHWEST] & ~M.entry[WEST])))
    play(game, f"counter {_kind(game, 2, 0)}", f"place {south}")
    assert game.stack[-1].share == [3, 1]  # type: ignore[attr-defined]
    play(game, f"counter {_kind(game, 1, 0)}")
    assert south not in offered(game, "place")  # three are left, and three are owed
    assert why(game, f"place {south}") == "23.4.9.2"
    play(game, f"place {north}")
    assert game.stack[-1].share == [2, 1]  # type: ignore[attr-defined]
    play(game, f"counter {_kind(game, 2, 0)}", f"place {north}")
    assert game.stack[-1].share == [0, 1]  # type: ignore[attr-defined]
    assert not can(game, "done")
    play(game, f"counter {_kind(game, 2, 1)}", f"place {north}")
    assert game.stack[-1].share == [0, 0] if game.stack else True  # type: ignore[attr-defined]
    assert not game.stack or can(game, "done")


def _kind(game: Game[State], factor: int, arm: int) -> str:
    """A counter that can be brought in, of so many factors and an arm."""
    return next(key for key in sorted(offered(game, "counter"))
                if M.factor[u(key)] == factor and M.cavalry_rcs >> u(key) & 1 == arm)  # fmt: skip


@rule("23.4.9.2")
@pytest.mark.parametrize(("pool", "small", "large", "owed"), [
    ([1, 0], True, True, True), ([1, 0], False, True, False), ([2, 0], False, True, True), ([2, 0], True, False, True),
    ([2, 0], False, False, False), ([0, 1], True, True, True), ([0, 0], True, True, False),
])  # fmt: skip
def test_nothing_is_owed_for_want_of_counters(pool: list[int], small: bool, large: bool, owed: bool) -> None:
    s = situation({"4207": "R-4"}, "May I", R)
    s.pool = [0, 0, *pool, 0, 0]
    for rc in M.rcs_of[R]:
        if not (large if M.factor[rc] == 2 else small):
            s.place[rc] = h("5001")
    game = staff(s, R)
    assert bool(game.stack and not can(game, "done")) == owed


# -- 7.2.4 who serves whom --------------------------------------------------------------------------------------------


@rule("7.2.4.1", "7.2.4.3", "7.2.4.2a", "24.2")
@pytest.mark.parametrize("players", [2, 3])
def test_which_counters_serve_every_unit(players: int) -> None:
    """(A94)"""
    for side in (P, R):
        for unit in M.units_of[side]:
            s = situation(players=players)
            put(s, unit, h("2512"))
            for rc in (*M.rcs_of[side][::2], *M.rcs_of[1 - side][:2]):
                s.place[rc] = h("2512")
            s.fresh = sum(1 << rc for rc in M.rcs_of[side][::4])
            s.owners = sum(1 << rc for rc in M.rcs_of[side][::6])
            wanted = [rc for rc in M.rcs_of[side][::2] if not s.fresh >> rc & 1]
            if ROWS[M.key[unit]].kind == "cav":
                wanted = [rc for rc in wanted if M.cavalry_rcs >> rc & 1]
            if players == 3 and side == R:
                turns = [other for other in M.units if "reserve" in tags(other)]
                southern = turns.index(unit) % 2 if unit in turns else M.front[unit] == SOUTHWEST
                wanted = [rc for rc in wanted if bool(s.owners >> rc & 1) == bool(southern)]
            assert replacements.helpers(s, unit) == wanted, M.key[unit]
            s.place[unit] = POOL
            assert replacements.helpers(s, unit) == []


# -- 3.1 Warsaw -------------------------------------------------------------------------------------------------------


@rule("3.1", "21.0", "24.1.2a", "24.11.10")
def test_the_front_that_came_to_warsaw_first_is_remembered() -> None:
    for first, second, wanted in (("R-57", "R-44", 1), ("R-44", "R-57", 2), ("R-R2", "R-R1", 2), ("L-1", "R-44", 1)):
        s = field(options="fall-of-warsaw")
        assert s.warsaw_taken_by == 0
        control.come(s, u(first), M.warsaw)
        assert s.warsaw_taken_by == wanted
        control.come(s, u(second), M.warsaw)
        assert s.warsaw_taken_by == wanted
        assert not s.ended


@rule("17.4.1a", "8.2.1", "7.2.1c", "14.1", "16.0b", "18.2a")
def test_nobody_is_found_in_a_foreign_land() -> None:
    s = whole("belarus-long")
    unit = next(unit for unit in M.units_of[P] if s.place[unit] >= 0)
    foreign = list(bits(M.interning & M.land))
    for hex in (foreign[0], foreign[len(foreign) // 2], foreign[-1]):
        t = s.copy()
        t.m = M
        put(t, unit, hex)
        with pytest.raises(Violation) as caught:
            invariants.check(t, [])
        assert caught.value.rule == "17.4.1a"


# -- 23.0 deployment --------------------------------------------------------------------------------------------------


@rule("23.0a", "23.0b", "23.0c")
def test_history_comes_back_only_where_an_open_front_cannot_be_closed() -> None:
    s = whole("campaign", deployment="free")
    units = movable(s, 0)
    before = list(s.place)
    game = table(s, Arranging(command=0, placed=units))
    assert can(game, "done")
    assert not can(game, "history")
    assert why(game, "history") == "23.0c"
    (area,) = (area for area in areas(s, 0) if area.id == "B")
    for hex in members(area.hexes & ~area.front):
        for unit in members(area.units):
            s.place[unit] = hex
        if gaps(s, 0):
            break
    assert gaps(s, 0) & area.front
    early = table(s, Arranging(command=0, placed=units & ~us("P-1LB")))
    assert not can(early, "history")
    assert why(early, "history") == "23.0a"
    game = table(s, Arranging(command=0, placed=units))
    assert (can(game, "done"), can(game, "history")) == (False, True)
    play(game, "history")
    assert list(s.place) == before
    assert not gaps(s, 0)
    assert can(game, "done")


@rule("23.0a", "23.0c", "23.0d")
def test_each_unit_is_placed_once_and_then_once_more_if_one_likes() -> None:
    game = table(whole("belarus-long", deployment="free"), Arranging(command=0))
    first, second = sorted(offered(game, "unit"))[:2]
    assert not offered(game, "again")
    for n, key in enumerate((first, second), 1):
        play(game, f"unit {key}")
        play(game, f"place {sorted(offered(game, 'place'))[0]}")
        assert game.stack[-1].placed.bit_count() == n  # type: ignore[attr-defined]
        assert key not in offered(game, "unit")
        assert key in offered(game, "again")
    assert offered(game, "again") == {first, second}
    at = where(game, first)
    play(game, f"again {first}")
    assert at in offered(game, "place")  # its own hex is not full of itself


# -- 9.13 retreat, step by step ---------------------------------------------------------------------------------------


def driven(stands: dict[str, str], key: str, length: int, *dice: int, side: int = P, **how: object) -> Game[State]:
    s = situation(stands, side=side, **how)  # type: ignore[arg-type]
    s.phase = COMBAT
    return table(s, Retreat(command=0 if M.side[u(key)] == P else 1, unit=u(key), length=length), dice=dice)


@rule("9.13.3", "9.13.4.6", "9.13.1", "10.6.3", "9.14.3a")
def test_a_retreat_is_chosen_hex_by_hex_and_told_once() -> None:
    game = driven({"2512": "P-14"}, "P-14", 3)
    walked = []
    while not game.over:
        assert asks(game) == "poland: way"
        assert not offered(game, "leave")
        walked.append(max(offered(game, "retreat")))
        play(game, f"retreat {walked[-1]}")
    (event,) = events(game, "retreats")
    hexes = event.refs["hexes"]
    assert len(set(hexes)) == 3
    assert hexes[: len(walked)] == [h(number) for number in walked]  # where only one is left it is taken unasked
    assert len(walked) >= 2
    assert game.s.place[u("P-14")] == hexes[-1]
    assert event.refs["hex"] == h("2512")
    assert not events(game, "retreat_rolled")


@rule("9.13.3", "9.13.4.6", "17.3.1a", "17.3.1b", "9.13.4.1b")
def test_who_can_only_leave_the_map_leaves_it() -> None:
    near = [M.grid.number(hex) for hex in bits(M.around[h("0110")])]
    foes = dict(zip(near, ("R-57", "R-17", "R-8", "R-10", "R-2", "R-27"), strict=False))
    game = driven({"0110": "P-14"} | foes, "P-14", 1, 6)
    assert where(game, "P-14") == str(OFF_EDGE + WESTERN_EDGE)
    assert not events(game, "retreats")
    assert last(game, "off_the_map").refs["edge"] == -WESTERN_EDGE
    assert game.s.overstacked == 0


@rule("9.13.3", "9.13.4.6", "9.13.4.1b", "14.6b", "19.0b", "5.1.5e")
def test_who_has_no_way_at_all_is_lost_and_takes_the_overstacked_along_in_its_own_attack() -> None:
    """(A118)"""
    ring = dict(zip((M.grid.number(hex) for hex in M.grid.neighbours[h("2512")]),
                    ("R-57", "R-17", "R-8", "R-10", "R-2", "R-27"), strict=True))  # fmt: skip
    for side, also in ((P, True), (R, False)):
        s = situation({"2512": "P-14 P-4"} | ring, side=side)
        s.phase, s.overstacked = COMBAT, us("P-4")
        game = table(s, Retreat(command=0, unit=u("P-14"), length=1))
        assert game.over
        assert where(game, "P-14") == "pool"
        assert where(game, "P-4") == ("pool" if also else "2512")


@rule("17.1.2b", "9.13.3", "9.13.4.6")
def test_only_poles_who_are_driven_over_the_line_may_be_given_up() -> None:
    inner = [hex for hex in bits(M.reaction & ~M.interning) if M.around[hex].bit_count() == 6]
    beyond = [hex for hex in inner if not M.around[hex] & ~M.reaction]
    deep = M.grid.number(beyond[len(beyond) // 2])
    game = driven({deep: "P-14"}, "P-14", 1)
    assert can(game, "give_up")
    game = driven({deep: "R-57"}, "R-57", 1, side=R)
    if not game.over:
        assert not can(game, "give_up")
        assert why(game, "give_up") == "17.1.2b"
    game = driven({"2512": "P-14"}, "P-14", 1)
    assert not can(game, "give_up")
    assert why(game, "give_up") == "17.1.2b"
    game = play(driven({deep: "P-14"}, "P-14", 1), "give_up")
    assert (game.over, where(game, "P-14")) == (True, "pool")


@rule("9.14.2", "9.14.3a", "9.14.3b", "10.6.3", "12.3.2c", "9.14.4b", "9.14.4c")
def test_hunger_at_either_end_of_a_retreat_lowers_the_die() -> None:
    """Passing two delay factors: 1 is the end of a unit, 2 and 3 halve it."""
    stands = {"2512": "R-57", "2413": "P-14", "2612": "P-4"}
    fed = driven(stands, "R-57", 1, 4, side=R)
    while not fed.over:
        play(fed, f"retreat {min(offered(fed, 'retreat'))}")
    plain = last(fed, "retreat_rolled").refs if events(fed, "retreat_rolled") else None
    around = dict(zip(_ring("2512", 2), POLES, strict=False))
    hungry = driven({"2512": "R-57"} | around, "R-57", 1, 4, side=R)
    while not hungry.over:
        play(hungry, f"retreat {min(offered(hungry, 'retreat'))}")
    told = last(hungry, "retreat_rolled").refs
    assert told["less"] == 2
    assert told["die"] == 4
    assert plain is None or plain["less"] == 0


POLES = [M.key[unit] for unit in M.units_of[P] if KINDS[M.kind[unit]] == "inf" and M.delay[unit]]


def _ring(number: str, far: int) -> list[str]:
    return [M.grid.number(hex) for hex in bits(M.land) if M.distance(hex, h(number)) == far]


@rule("9.13.1", "24.2", "9.13.2a")
def test_of_two_players_the_west_goes_back_first() -> None:
    """(A93)"""
    s = situation({"2512": "R-R1 R-R2 R-R3"}, players=3, boxes={POOL: "R-57"})
    s.phase = COMBAT
    units = [u(key) for key in ("R-R2", "R-57", "R-R3", "R-R1")]
    game = table(s, Retreats(units=units, length=1))
    assert asks(game) == "russia-west: who"
    assert offered(game, "unit") == {"R-R1", "R-R3"}
    assert why(game, "unit R-R2") == "24.2"
    gone = []
    while not game.over:
        if asks(game).endswith("who"):
            gone.append(min(offered(game, "unit")))
            play(game, f"unit {gone[-1]}")
        elif asks(game).endswith("way"):
            play(game, f"retreat {min(offered(game, 'retreat'))}")
    assert gone in (["R-R1"], ["R-R1", "R-R3"])
    assert all(where(game, f"R-R{n}") != "2512" for n in (1, 2, 3))


@rule("24.11.7", "24.11.5b", "7.2.3.1a")
def test_which_units_are_lost_and_can_be_had_again() -> None:
    for unit in M.units:
        for place, back in ((POOL, True), (ASIDE, ROWS[M.key[unit]].nation == "GER"), (h("2512"), False), (-3, False)):
            s = field()
            s.place[unit] = place
            assert replacements.lost(s) == (1 << unit if back else 0), M.key[unit]
