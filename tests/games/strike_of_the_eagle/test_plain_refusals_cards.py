"""Refusals of blocks and areas where cards ask for them, compared with the first reason that holds in plain words."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.cards.battle_cards import not_following, not_left
from vistula.games.strike_of_the_eagle.cards.block_events import VolunteerArmy, no_riflemen, not_belarusian
from vistula.games.strike_of_the_eagle.cards.odd_events import (
    no_far_city,
    not_deserting,
    not_transferable,
    off_the_border,
    restless,
    unshaken,
)
from vistula.games.strike_of_the_eagle.cards.reaction_plays import unpunished
from vistula.games.strike_of_the_eagle.cards.reactions import close_by, not_joining, unhurt, unspied
from vistula.games.strike_of_the_eagle.model import BLACK, INFANTRY, PIECES, POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.depots import depots
from vistula.games.strike_of_the_eagle.state import Entry, Fight, State
from vistula.kernel import Bar, first

from .lists import in_supply
from .plain import enemies, how_far, in_play
from .table import M, area
from .test_plain_refusals import Reasons, agrees, foreign, position, spent, standing, strange

rule = pytest.mark.rule


def compared(bars: Iterable[Bar], things: Iterable[int], reasons: Callable[[int], Reasons]) -> Counter[str]:
    told, seen = list(bars), Counter[str]()
    for thing in things:
        agrees(first(told, thing), reasons(thing), seen)
    return seen


def blocks_in(s: State, side: int, place: int) -> list[int]:
    return [p for p in PIECES[side] if s.place[p] == place]


def full(s: State, side: int, place: int) -> bool:
    return not M.eastern_links >> place & 1 and len(blocks_in(s, side, place)) >= 4


def whole(s: State, p: int, id: str) -> Reasons:
    return [
        (bool(M.leader[s.unit[p]]), "9.0a", "cannot have more"),
        (s.sp[p] >= M.max_sp[s.unit[p]], id, "full strength"),
    ]


def pooled(s: State, side: int, p: int) -> Reasons:
    return [
        ((p >= 56) != bool(side), "2.0f", "enemy"),
        (s.place[p] >= 0, "4.0h", "on the map"),
        (s.place[p] == -2, "8.4c", "never rebuilt"),
    ]


# -- Historical Events ----------------------------------------------------------------------------------------------


@rule("7.13a", "10.0d", "1.1c", "2.0f", "4.0h", "11.0a", "9.0a")
@pytest.mark.parametrize("seed", range(2))
def test_why_an_event_does_not_take_a_block(seed):
    s, rng = position(seed), random.Random(seed)
    for p in [p for p in range(110) if s.place[p] == -1 and rng.random() < 0.2]:
        s.place[p] = -2
    crowd = Counter(s.place[p] for p in standing(s, RUSSIA)).most_common(1)[0][0]
    men = [p for p in blocks_in(s, RUSSIA, crowd) if not M.leader[s.unit[p]]] or blocks_in(s, RUSSIA, crowd)
    most = max(s.sp[p] for p in men)
    near = {area(name) for name in ("Polotsk", "Glubokoye", "Lepel", "Vitebsk")}
    s.place[56], s.place[57] = area("Lepel"), area("Brest-Litovsk")
    far = {front: [a for a in members(depots(s, RUSSIA)) if M.front[a] != front] for front in (0, 1)}
    far = {front: [a for a in far[front] if not full(s, RUSSIA, a)] for front in far}

    def on_the_border(p: int) -> Reasons:
        own = (p < 56, "2.0f", "of your own")
        return [own, *foreign(s, RUSSIA, p), (s.place[p] not in near, "7.13a", "Latvian border")]

    def deserts(p: int) -> Reasons:
        return [
            *foreign(s, RUSSIA, p),
            (s.place[p] != crowd, "7.13a", "It stands at"),
            (bool(M.leader[s.unit[p]]) and p not in men, "7.13a", "spared"),
            (s.sp[p] < most, "7.13a", f"with {most}"),
        ]

    def rests(p: int) -> Reasons:
        around = members(M.around[s.place[p]]) if s.place[p] >= 0 else []
        return [
            *strange(s, 0, p),
            *whole(s, p, "7.13a"),
            (s.place[p] >= 0 and not in_supply(s, p), "7.13a", "out of supply"),
            (any(a in enemies(s, POLAND) for a in around), "7.13a", "no rest"),
        ]

    def goes(p: int) -> Reasons:
        return [
            *foreign(s, RUSSIA, p),
            (s.place[p] >= 0 and not in_supply(s, p), "7.13a", "out of supply"),
            (s.place[p] in enemies(s, RUSSIA), "7.13a", "enemies in its area"),
            (not far[M.front[s.place[p]]], "7.13a", "no Supply Depot with room"),
        ]

    assert len(compared(off_the_border(s), range(110), on_the_border)) >= 5
    assert len(compared(not_deserting(s, crowd), range(110), deserts)) >= 4
    assert len(compared(restless(s, 0), range(110), rests)) >= 5
    assert len(compared(not_transferable(s, 2), range(110), goes)) >= 4


@rule("7.13a", "8.3", "8.4a", "8.4b", "8.4c", "2.0f", "4.0h", "11.0a", "7.33a")
@pytest.mark.parametrize("seed", range(2))
def test_why_an_event_does_not_raise_a_block(seed):
    s, rng = position(seed), random.Random(seed)
    for p in [p for p in range(110) if s.place[p] == -1 and rng.random() < 0.2]:
        s.place[p] = -2
    for p in standing(s, POLAND)[:4]:
        s.place[p] = M.warsaw
    frame = VolunteerArmy(card=10, command=0, left=1, built=1 << blocks_in(s, POLAND, M.warsaw)[0])
    foot = [
        p for p in PIECES[RUSSIA] if s.place[p] == -1 and (M.kind[s.unit[p]], M.colour[s.unit[p]]) == (INFANTRY, BLACK)
    ]
    divisions = any(M.division[s.unit[p]] for p in foot)

    def formed(p: int) -> Reasons:
        return [
            *pooled(s, RUSSIA, p),
            (M.kind[s.unit[p]] != INFANTRY, "7.13a", "infantry only"),
            (M.colour[s.unit[p]] != BLACK, "7.13a", "black square"),
            (divisions and not M.division[s.unit[p]], "7.13a", "comes first"),
        ]

    def strengthened(p: int) -> Reasons:
        return [
            *foreign(s, POLAND, p),
            (s.place[p] != M.warsaw, "7.13a", "It stands at"),
            *whole(s, p, "8.3"),
            (M.colour[s.unit[p]] != BLACK, "7.13a", "black square"),
            (bool(frame.built >> p & 1), "8.4b", "stays at 1"),
        ]

    def raised(p: int) -> Reasons:
        if p < 56 and s.place[p] >= 0:
            return [*strengthened(p), (True, "4.0h", "already")]
        return [
            *pooled(s, POLAND, p),
            (M.colour[s.unit[p]] != BLACK, "7.13a", "black square"),
            (full(s, POLAND, M.warsaw), "7.33a", "Four blocks"),
            (bool(M.division[s.unit[p]]), "8.4a", "costs 2"),
        ]

    assert len(compared(no_riflemen(s), range(110), formed)) >= 4
    assert len(compared(frame.not_strengthened(s), range(110), strengthened)) >= 4
    assert len(compared(frame.not_raised(s), range(110), raised)) >= 4
    s.place[blocks_in(s, POLAND, M.warsaw)[-1]] = area("Minsk")
    assert len(compared(frame.not_raised(s), range(110), raised)) >= 4


@rule("7.13a", "3.4h", "7.33a", "4.0a", "8.4a")
@pytest.mark.parametrize("seed", [0, 2])
def test_why_a_card_does_not_take_an_area(seed):
    s = position(seed)
    s.initiative = [2, -1]
    own = {side: set(members(depots(s, side))) for side in (POLAND, RUSSIA)}

    def without(side: int, words: str, id: str, place: int) -> Reasons:
        return [(place not in in_play(s), "4.0a", "not in play"), (not blocks_in(s, side, place), id, words)]

    def shaken(a: int) -> Reasons:
        return [*without(RUSSIA, "No Soviet block", "7.13a", a), (M.front[a] != 0, "7.13a", "initiative")]

    def spied(a: int) -> Reasons:
        return [*without(POLAND, "No Polish block", "3.4h", a), (M.front[a] != 1, "3.4h", "other front")]

    def depot(side: int, place: int) -> Reasons:
        return [
            (place not in in_play(s), "4.0a", "not in play"),
            (place not in own[side], "8.4a", "no Supply Depot"),
            (full(s, side, place), "7.33a", "Four blocks"),
        ]

    def field(a: int) -> Reasons:
        return [*depot(POLAND, a), (M.front[a] != 0, "7.13a", "northern front")]

    def far(a: int) -> Reasons:
        return [*depot(RUSSIA, a), (a in enemies(s, RUSSIA), "7.13a", "enemy"), (M.front[a] == 0, "7.13a", "its own")]

    assert len(compared(unshaken(s), M.areas, shaken)) >= 3
    assert len(compared(unspied(s, 1), M.areas, spied)) >= 3
    assert len(compared(not_belarusian(s), M.areas, field)) >= 3
    assert len(compared(no_far_city(s, 0), M.areas, far)) >= 3


# -- Reaction Cards and Battle Cards --------------------------------------------------------------------------------


@rule("3.4h", "7.32d", "7.33b", "7.41.1", "7.41.6a", "4.0h", "7.3n", "2.2c", "2.0f", "4.0a", "7.13a")
@pytest.mark.parametrize("seed", range(3))
def test_why_a_card_does_not_take_a_block_in_battle(seed):
    s, rng = position(seed), random.Random(seed)
    here = next(a for a in sorted({s.place[p] for p in standing(s, POLAND)}) if len(M.next[a]) > 3)
    link = M.next[here][0]
    pool = [p for p in PIECES[POLAND] if s.place[p] == -1]
    for a in M.next[here][:4]:
        s.place[pool.pop()] = s.place[pool.pop()] = a
        for p in blocks_in(s, RUSSIA, a)[rng.randint(0, 1) :]:
            s.place[p] = area("Gomel")
    s.fight = Fight(here, RUSSIA)
    s.fight.engaged[POLAND] = sum(1 << p for p in blocks_in(s, POLAND, here)[:1])
    s.fight.hurt, s.behind = rng.getrandbits(110), rng.getrandbits(110)
    s.fight.directions = list(M.next[here][1:])
    s.entries = [Entry(here, link, RUSSIA), Entry(M.next[here][1], here, RUSSIA), Entry(here, M.next[here][2], POLAND)]
    s.entries += [Entry(a, n, RUSSIA) for a in M.next[here][2:] for n in M.next[a] if n != here]  # links elsewhere
    for p in blocks_in(s, POLAND, here):
        s.origin[p] = M.next[here][2]
    sources = set(members(depots(s, RUSSIA)))
    men = [p for p in blocks_in(s, RUSSIA, here) if not s.behind >> p & 1 and not M.leader[s.unit[p]]]
    most = max((s.sp[p] for p in men), default=0)

    def joins(p: int) -> Reasons:
        return [
            *foreign(s, POLAND, p),
            (s.place[p] not in M.next[here], "3.4h", "not next to the battle"),
            *spent(s, p),
            (s.place[p] in enemies(s, POLAND), "3.4h", "enemies before it"),
            (s.place[p] in M.next[here][:2], "7.32d", "has used the link"),
            (s.place[p] == M.next[here][2] and len(blocks_in(s, POLAND, here)) >= 4, "7.33b", "Four blocks"),
        ]

    def healed(p: int) -> Reasons:
        return [*foreign(s, POLAND, p), (not s.fight.hurt >> p & 1, "3.4h", "lost no strength point")]

    def raided(p: int) -> Reasons:
        own = (p < 56, "2.0f", "of your own")
        near = s.place[p] >= 0 and how_far(s, RUSSIA, s.place[p], sources) < 3
        return [own, *foreign(s, RUSSIA, p), (near, "3.4h", "within two clear areas")]

    def pays(p: int) -> Reasons:
        return [
            *foreign(s, RUSSIA, p),
            (s.place[p] != here, "7.41.6a", "It stands at"),
            (bool(s.behind >> p & 1), "7.33b", "behind four others"),
            (bool(M.leader[s.unit[p]]), "7.41.6a", "spared"),
            (s.sp[p] < most, "7.41.6a", f"with {most}"),
        ]

    def follows(p: int) -> Reasons:
        out = not s.fight.engaged[POLAND] >> p & 1
        return [
            *foreign(s, POLAND, p),
            (s.place[p] != here, "7.41.1", "It stands at"),
            (out, "7.41.1", "not in the battle"),
        ]

    def followed(a: int) -> Reasons:
        return [
            (a not in in_play(s), "4.0a", "not in play"),
            (a not in s.fight.directions, "7.41.1", "No attacker came"),
            (bool(M.eastern_links >> a & 1), "1.4b", "Eastern Link"),
            (a in enemies(s, POLAND), "7.41.1", "The enemy is at"),
            (full(s, POLAND, a), "7.33a", "Four blocks"),
        ]

    assert len(compared(not_joining(s, POLAND), range(110), joins)) >= 5
    assert len(compared(unhurt(s), range(110), healed)) >= 3
    assert len(compared(close_by(s), range(110), raided)) >= 3
    assert len(compared(unpunished(s), range(110), pays)) >= 3
    assert len(compared(not_following(s), range(110), follows)) >= 4
    assert len(compared(not_left(s), M.areas, followed)) >= 3
