"""Rules at their edges: every area of the board, the last place in it, the first of a list, nobody left to do it."""

from __future__ import annotations

import random

import pytest

from vistula.board.hexes import members
from vistula.games.strike_of_the_eagle.cards.odd_events import CurzonsNote
from vistula.games.strike_of_the_eagle.changes import halt, put_on_track
from vistula.games.strike_of_the_eagle.model import (
    NORTH,
    ORDERS,
    PIECES,
    POLAND,
    RUSSIA,
    SOUTH,
    Stage,
    Type,
    command_of,
)
from vistula.games.strike_of_the_eagle.possible_armies import modifiers
from vistula.games.strike_of_the_eagle.rules.arrivals import Arrivals
from vistula.games.strike_of_the_eagle.rules.battle import TakeLosses
from vistula.games.strike_of_the_eagle.rules.card_draw import put_away
from vistula.games.strike_of_the_eagle.rules.cubes import Spending, klintsy_front
from vistula.games.strike_of_the_eagle.rules.detachment import room_behind
from vistula.games.strike_of_the_eagle.rules.execution import SideTurn
from vistula.games.strike_of_the_eagle.rules.executors import (
    fresh,
    fresh_blocks,
    ground,
    pieces_of,
    placeable,
    recon_areas,
    targets,
    targets_of,
)
from vistula.games.strike_of_the_eagle.rules.leader_orders import LEADERS_ORDERS, not_ordered
from vistula.games.strike_of_the_eagle.rules.leaders import UseLeader, in_the_way
from vistula.games.strike_of_the_eagle.rules.queries import distance
from vistula.games.strike_of_the_eagle.rules.tokens import TOKEN
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import Order, State
from vistula.kernel import first

from .plain import few, in_play
from .situations import LEADERS_CAN_ACT
from .table import M, area, asks, barred, piece, play, running, start, unit, verbs, where
from .test_battle_course import fight
from .test_cards_to_the_letter import at_zhlobin
from .test_events_soviet import KAUNAS
from .test_plain_matching import small

rule = pytest.mark.rule


def empty(scenario: str = "campaign") -> State:
    """Nobody is on the map, and no garrison."""
    s = start(scenario).s
    s.place = [-1] * len(s.place)
    s.garrisons = [0, 0]
    s.on_link = s.unsupplied = s.southern = 0
    return s


# -- room in an area ------------------------------------------------------------------------------------------------


@rule("7.33a", "7.33b", "7.33e", "7.31b", "7.34a")
@pytest.mark.parametrize("others", [3, 4])
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_the_fifth_block_waits_on_its_link_in_every_area_but_an_eastern_link(side, others):
    for a in M.areas:
        s = empty()
        if a not in in_play(s) or (side == POLAND and M.eastern_links >> a & 1):
            continue
        own = PIECES[side][: others + 1]
        for p in own:
            s.place[p] = a
        s.origin[own[-1]] = M.next[a][0]
        halt(s, own[-1])
        waits = others == 4 and not M.eastern_links >> a & 1
        assert (s.on_link == 1 << own[-1]) == waits, M.area_name[a]
        assert s.behind == 0, "nobody came over its link before"


@rule("7.33a", "2.2a")
@pytest.mark.parametrize("inside", [2, 3, 4])
@pytest.mark.parametrize("division", [8, 9, 60])
@pytest.mark.parametrize("waits", [False, True])
def test_there_is_room_behind_a_division_for_as_many_as_four(inside, division, waits):
    """One that stands in the area itself makes room; one that waits on a link before it makes none."""
    s, place = empty(), area("Mogilev")
    own = [p for p in PIECES[int(division >= 56)] if p != division]
    for p in own[: inside if waits else inside - 1]:
        s.place[p] = place
    s.place[division], s.on_link = place, waits << division
    assert room_behind(s, division) == (inside < 4 or not waits)
    s.on_link |= 1 << division + 1
    assert room_behind(s, division) == (inside < 4 or not waits), "what others do makes no difference"


# -- who can carry out what -----------------------------------------------------------------------------------------


@rule("7.3n", "2.2c", "7.13a", "10.0d")
@pytest.mark.parametrize("seed", range(4))
def test_who_may_still_execute_an_order(seed):
    rng = random.Random(seed)
    s = small(rng, seed % 2)
    s.executed, s.stuck, s.detached = (few(rng, 0.3) for _ in range(3))
    for command in range(4):
        own = [p for p in PIECES[command >> 1] if s.place[p] >= 0 and s.southern >> p & 1 == command & 1]
        done = [p for p in own if any(marks >> p & 1 for marks in (s.executed, s.stuck, s.detached))]
        assert fresh_blocks(s, command) == [p for p in own if p not in done]
        assert [fresh(s, p) for p in own] == [p not in done for p in own]
    s.executed = s.stuck = s.detached = 0
    assert fresh_blocks(s, seed % 2 * 2) == pieces_of(s, seed % 2 * 2)


@rule("7.71b", "7.2e", "7.2o", "7.2ac", "7.2t", "7.2z", "7.2i", "7.2p", "7.2af")
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_out_of_supply_only_withdraw_defend_and_move_out_are_possible(side):
    s = empty()
    s.garrisons = [1 << area("Warsaw") | 1 << area("Minsk"), 1 << area("Smolensk") | 1 << area("Mogilev")]
    here = area("Minsk" if side == POLAND else "Mogilev")
    own = [p for p in PIECES[side] if not M.leader[s.unit[p]]][:2]
    for p in own:
        s.place[p], s.sp[p] = here, 1
    for hungry in range(3):
        s.unsupplied = sum(1 << p for p in own[:hungry])
        for type in range(len(ORDERS)):
            if type == Type.RECON:
                continue
            anyway = type in (Type.WITHDRAW, Type.DEFEND, Type.MOVE_OUT)
            alone = [bool(targets(s, p, type)) for p in own]
            assert alone == [anyway or i >= hungry for i in range(2)], ORDERS[type]
            found = targets_of(s, own, type)
            assert found == targets(s, own[0], type) | targets(s, own[1], type)
            assert bool(found) == (anyway or hungry < 2)
    assert targets_of(s, [], Type.DEFEND) == 0


@rule("8.5e", "7.2ag")
def test_only_lithuanians_are_sent_by_rail_from_kaunas_when_it_is_cut_off():
    """S90: it is a depot for them."""
    cut_off = 'blocks.P-14 = "Oshmiany 4"\nblocks.P-8 = "Lida 3"\nblocks.P-6 = "Svenciany 3"\nblocks.R-21 = "Vilna 3"\n'
    game = running(KAUNAS + cut_off + 'blocks.R-Lit1 = "Kaunas 3"\nblocks.R-27 = "Kaunas 4"')
    for g in (None, ground(game.s, RUSSIA)):
        assert targets(game.s, piece(game, "R-Lit1"), Type.RAIL, g) == 1 << M.kaunas
        assert targets(game.s, piece(game, "R-27"), Type.RAIL, g) == 0
        both = [piece(game, "R-27"), piece(game, "R-Lit1")]
        assert targets_of(game.s, both, Type.RAIL, g) == 1 << M.kaunas


@rule("7.2k", "7.2m", "7.2n")
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_only_soviets_look_into_an_eastern_link(side):
    for link in members(M.eastern_links):
        s = empty()
        s.place[PIECES[side][0]] = M.next[link][0]
        looks = recon_areas(s, side * 2)
        assert bool(looks >> link & 1) == (side == RUSSIA)
        near = {a for a in in_play(s) if distance(s, M.next[link][0], a) <= 3}
        assert set(members(looks)) == near - (set(members(M.eastern_links)) if side == POLAND else set())


@rule("7.2aj")
def test_where_an_order_for_one_of_some_blocks_may_lie():
    s = small(random.Random(3), POLAND)
    s.executed = 0
    own = pieces_of(s, 0)
    for type in (Type.MOVE_TO, Type.MOVE_OUT, Type.DEFEND):
        for p in own:
            assert placeable(s, 0, type, [p]) == targets(s, p, type)
        assert placeable(s, 0, type, []) == 0


# -- leaders --------------------------------------------------------------------------------------------------------


def can_be_led(s: State, leader: int, type: int, side: int, a: int) -> bool:
    """Plainly: in his reach, somebody fresh of his player could, and no other order of the type lies in the way."""
    key, here = M.key[s.unit[leader]], s.place[leader]
    own = side * 2 + (s.southern >> leader & 1)
    reach = 0 if key == "R-Budyonny" else 2
    if a not in in_play(s) or distance(s, here, a) > reach:
        return False
    lying = [o for o in s.orders if o.command >> 1 == side and o.type == type and o.area == a]
    if type == Type.RECON:
        return not lying and not (side == POLAND and M.eastern_links >> a & 1)
    for command in (own, own ^ 1):
        able = any(targets(s, p, type) >> a & 1 for p in pieces_of(s, command) if fresh(s, p))
        if able and all(o.command == command and o.id not in s.fulfilled for o in lying):
            return True
    return False


def some_blocks(rng: random.Random, side: int, here: int) -> State:
    """Blocks of a side in and around an area, some of them done, some of the other front, and orders among them."""
    s = empty()
    s.garrisons = [1 << area("Warsaw"), 1 << area("Smolensk")]
    near = [a for a in in_play(s) if distance(s, here, a) <= 2 and not M.eastern_links >> a & 1]
    for p in rng.sample([p for p in PIECES[side] if not M.leader[s.unit[p]]], 3):
        s.place[p], s.sp[p] = rng.choice([here, here, *near]), rng.randint(1, M.max_sp[s.unit[p]])
    s.southern, s.executed = few(rng, 0.4), few(rng, 0.3)
    for i in range(8):
        place = rng.choice([here, here, here, *near])
        s.orders.append(Order(i, side * 2 + rng.randint(0, 1), place, rng.randrange(len(ORDERS))))
    s.fulfilled = [rng.randint(0, 7)]
    return s


def someone_fresh(s: State, type: int, side: int, a: int) -> bool:
    """Whether a block of the side that has executed nothing could carry out such an order."""
    blocks = [p for command in (side * 2, side * 2 + 1) for p in pieces_of(s, command) if fresh(s, p)]
    return any(targets(s, p, type) >> a & 1 for p in blocks)


@rule("9.0f", "9.0h", "9.0i", "9.0l", "9.0n", "9.0o", "7.2ah", "7.2n")
@pytest.mark.parametrize("name", sorted(LEADERS_ORDERS))
def test_for_which_areas_a_leader_may_give_which_order(name):
    """Also where the first of all areas is near, and an Eastern Link."""
    rng, side = random.Random(name), int(name.startswith("R"))
    link, reach = M.next[next(iter(members(M.eastern_links)))][0], "9.0h" if name == "R-Budyonny" else "9.0f"
    seen = set()
    for here in (0, M.next[0][0], link, area("Minsk"), area("Brest-Litovsk"), area("Gomel")):
        s = some_blocks(rng, side, here)
        leader = next(p for p in PIECES[side] if s.unit[p] == unit(name))
        s.place[leader] = here
        for type in LEADERS_ORDERS[name]:
            bars = list(not_ordered(s, leader, type, ground(s, side)))
            for a in M.areas:
                far = distance(s, here, a) > (0 if name == "R-Budyonny" else 2)
                recon, shut = type == Type.RECON, side == POLAND and bool(M.eastern_links >> a & 1)
                reasons = [
                    (a not in in_play(s), "4.0a"),
                    (far, reach),
                    (recon and shut, "7.2n"),
                    (not recon and not someone_fresh(s, type, side, a), "9.0o"),
                    (not can_be_led(s, leader, type, side, a), "7.2ah"),
                ]
                expected = next((id for holds, id in reasons if holds), None)
                refused = first(bars, a)
                assert (refused.rule if refused else None) == expected, (ORDERS[type], M.area_name[a])
                seen.add(expected)
    assert {None, "4.0a", reach, "9.0o"} <= seen


@rule("9.0f", "9.0l")
def test_a_leader_who_is_used_gives_an_order_if_there_is_any():
    text = LEADERS_CAN_ACT + 'blocks.P-Pilsudski = "Bobruisk 1"\nblocks.P-14 = "Bobruisk 4"'
    game = running(text)
    leader = piece(game, "P-Pilsudski")
    game.stack.append(UseLeader(piece=leader, command=0))
    game.run()
    assert {"recon", "defend"} <= verbs(game)
    assert not {"reorganize", "nobody"} & verbs(game), "whole blocks do not reorganize; but he can do something else"


@rule("9.0f", "9.0j", "9.0l", "10.0d")
@pytest.mark.parametrize("southern", [False, True])
def test_a_leaders_order_is_for_the_command_whose_block_can_execute_it(southern):
    text = LEADERS_CAN_ACT + 'blocks.P-Pilsudski = "Bobruisk 1"\nblocks.P-14 = "Zhlobin 4"'
    game = running(text)
    p = piece(game, "P-14")
    game.s.southern |= southern << p
    game.stack.append(UseLeader(piece=piece(game, "P-Pilsudski"), command=0))
    play(game.run(), "poland", "defend Zhlobin")
    (given,) = [o for o in game.s.orders if o.area == area("Zhlobin")]
    assert (given.command, given.type) == (command_of(POLAND, SOUTH if southern else NORTH), Type.DEFEND)


@rule("9.0f", "7.2ah", "9.0l")
@pytest.mark.parametrize("command", [0, 1])
def test_a_leader_replaces_an_order_of_the_same_command_only(command):
    """In the first of all areas, where a block of the northern command stands."""
    s = empty()
    s.garrisons = [1 << area("Warsaw"), 1 << area("Smolensk")]
    leader = next(p for p in PIECES[POLAND] if s.unit[p] == unit("P-Pilsudski"))
    block = next(p for p in PIECES[POLAND] if not M.leader[s.unit[p]])
    s.place[leader] = s.place[block] = 0
    s.orders = [Order(1, command, 0, Type.DEFEND)]
    refused = first(not_ordered(s, leader, Type.DEFEND, ground(s, POLAND)), 0)
    assert (refused.rule if refused else "") == ("7.2ah" if command else "")


@rule("9.0l")
def test_a_block_is_freed_for_a_leaders_order_and_none_for_his_recon():
    """The only block near him is to defend: that order goes for another of his, but a Recon needs nobody."""
    text = LEADERS_CAN_ACT + 'blocks.P-Pilsudski = "Bobruisk 1"\nblocks.P-14 = "Bobruisk 4"\n'
    for verb, asked_for in (("move-out Bobruisk", True), ("recon Zhlobin", False)):
        game = running(text + 'orders.poland-north = ["defend Bobruisk"]')
        game.s.executed |= 1 << piece(game, "P-Pilsudski")
        (defend,) = game.s.orders
        stands = in_the_way(game.s, 0, lambda s, p: s.unit[p] == unit("P-14"))
        assert stands == [defend]
        game.stack.append(UseLeader(piece=piece(game, "P-Pilsudski"), command=0))
        play(game.run(), "poland", verb)
        assert (asks(game) == "poland: countermand") == asked_for


# -- orders on the map ----------------------------------------------------------------------------------------------


@rule("7.3a", "10.0b")
def test_why_an_order_on_the_map_is_not_executed_now():
    text = LEADERS_CAN_ACT + 'blocks.P-14 = "Minsk 4"\nblocks.P-6 = "Minsk 3"\nblocks.R-21 = "Mogilev 3"\n'
    s = running(text).s
    s.orders = [
        Order(3, 0, area("Minsk"), Type.MOVE_OUT), Order(4, 0, area("Minsk"), Type.DEFEND),
        Order(5, 1, area("Rovno"), Type.MOVE_OUT), Order(6, 2, area("Mogilev"), Type.MOVE_OUT),
    ]  # fmt: skip
    why = barred(s, SideTurn(stage=Stage.MOVES, command=0), "pick", "piece")
    told = {id: refusal and refusal.rule for id in (3, 4, 5, 6, 7) for refusal in [why(TOKEN + id)]}
    assert told == {3: None, 4: "7.3a", 5: "10.0b", 6: "7.3a", 7: "7.3k"}
    assert "Defend" in why(TOKEN + 4).why
    assert "southern" in why(TOKEN + 5).why


# -- battles --------------------------------------------------------------------------------------------------------


@rule("7.41.5a")
def test_losses_that_nobody_is_left_to_take_are_forgotten():
    game = at_zhlobin({"P-14": 1, "R-21": 3}, TakeLosses(side=POLAND))
    game = at_zhlobin({"P-14": 2, "R-21": 3}, TakeLosses(side=RUSSIA))
    game.s.fight.losses = [3, 2]
    game.stack.append(TakeLosses(side=POLAND))
    game.run()
    assert where(game, "P-14") == "pool"
    assert (fight(game).losses, fight(game).taken) == ([0, 2], [2, 0])


@rule("7.41.2a", "3.4f", "3.4j")
def test_where_there_is_nothing_to_draw_a_modifier_adds_nothing():
    game = at_zhlobin({"P-14": 4, "R-21": 3}, TakeLosses(side=RUSSIA))
    s = game.s
    s.removed[POLAND], s.deck[POLAND] = s.deck[POLAND], []
    assert modifiers(s, fight(game), POLAND, -1) == {0: 1}
    s.discards[POLAND] = [card_number("P-43")]
    assert modifiers(s, fight(game), POLAND, -1) == {M.cards[card_number("P-43")].combat: 1}, "the pile is shuffled"


# -- cards and cubes ------------------------------------------------------------------------------------------------


@rule("3.4i", "7.13b")
def test_only_a_card_used_as_an_event_leaves_the_game():
    leaving = [card for card, face in enumerate(M.cards) if face.out]
    staying = [card for card, face in enumerate(M.cards) if not face.out]
    assert leaving
    for card in (leaving[0], leaving[-1], staying[0]):
        for event in (False, True):
            s = start("campaign").s
            put_away(s, card, *([True] if event else []))
            gone = event and card in leaving
            assert (card in s.removed[int(card >= 55)], card in s.discards[int(card >= 55)]) == (gone, not gone)
    note = next(card for card in leaving if card >= 55)
    name = f"R-{note - 54}"
    game = running(f'scenario = "campaign"\nhands.russia = "{name} R-44"', CurzonsNote(card=26, command=0))
    play(game, "russia", f"discard {name}")
    assert (game.s.removed[RUSSIA], game.s.discards[RUSSIA]) == ([], [note])


@rule("10.2b")
@pytest.mark.parametrize(
    ("scenario", "front"), [("to-warsaw", 0), ("kiev", 1), ("budyonny", 1), ("niemen", 0), ("lwow", 1)]
)
def test_where_one_front_is_in_play_klintsys_cubes_serve_it(scenario, front):
    s = empty(scenario)
    assert klintsy_front(s) == front
    for name in ("R-Tukhachevsky", "R-Stalin"):
        p = next(p for p in PIECES[RUSSIA] if s.unit[p] == unit(name))
        s.place[p] = M.klintsy
        assert klintsy_front(s) == front, "whoever is near"
        s.place[p] = -1


RUSSIA_ALONE = """
    scenario = "campaign"
    step = "reinforcement"
    {}
    garrisons.poland = "Warsaw"
    garrisons.russia = "Mogilev; Vitebsk; Kiev; Vilna"
    blocks.R-21 = "Mogilev 2"
    blocks.R-44 = "Kiev 2"
"""
LITHUANIA = """
    lithuania = true
    blocks.R-Lit2 = "Kaunas 2"
    blocks.R-Lit3 = "Vilna 1"
"""


@rule("8.5e", "8.4a", "8.5b", "8.5c", "8.3", "3.2a", "8.4c", "8.5d")
def test_whom_the_cubes_of_kaunas_serve():
    game = running(RUSSIA_ALONE.format(LITHUANIA).replace('Vilna"', 'Vilna; Kaunas"', 1))
    frame = Spending(player=1, cities={M.kaunas: [2, 2, 2]})
    why = barred(game.s, frame, "spend", "piece")
    assert why(piece(game, "R-Lit2")) is None
    assert why(piece(game, "R-Lit3")) is None
    assert why(piece(game, "R-Lit1")) is None, "it can be built"
    assert (why(piece(game, "R-21")).rule, "Lithuanians or" in why(piece(game, "R-21")).why) == ("8.5c", True)
    assert (why(piece(game, "R-44")).rule, "Lithuanians or" in why(piece(game, "R-44")).why) == ("8.5c", False)
    other = next(
        M.key[u]
        for u in M.units
        if M.nation[u] == "Russia"
        and M.division[u]
        and M.colour[u] == 0
        and M.side[u] == RUSSIA
        and game.s.place[piece(game, M.key[u])] == -1
    )
    assert why(piece(game, other)).rule == "8.5d", "nowhere do they build a Russian block"
    frame.piece = piece(game, "R-21")
    told = barred(game.s, frame, "pay", "space")(M.kaunas)
    assert (told.rule, "Lithuanian blocks only" in told.why) == ("8.5e", True)
    frame.piece, frame.cities = piece(game, "R-Lit2"), {area("Kiev"): [2, 2, 2]}
    assert barred(game.s, frame, "pay", "space")(area("Kiev")).rule == "8.5c"
    frame.piece = piece(game, "R-21")
    assert barred(game.s, frame, "pay", "space")(area("Kiev")).rule == "8.5c"
    frame.cities = {area("Mogilev"): [2, 2, 2]}
    why = barred(game.s, frame, "spend", "piece")
    assert "Lithuanians" not in why(piece(game, "R-44")).why


@rule("8.5e", "8.4a")
@pytest.mark.parametrize("allied", [False, True])
def test_lithuanians_are_built_once_lithuania_is_at_war(allied):
    game = running(RUSSIA_ALONE.format("lithuania = true" if allied else ""))
    game.s.cubes[1] = [4, 4, 4]
    why = barred(game.s, Spending(player=1), "spend", "piece")
    assert (why(piece(game, "R-Lit2")) is None) == allied
    if not allied:
        assert why(piece(game, "R-Lit2")).rule == "8.5e"
    assert why(piece(game, "R-8")) is None, "others may be built in any case"


@rule("8.3", "8.4a", "8.4b", "8.31b", "1.1c")
@pytest.mark.parametrize(("city", "front"), [("Kiev", SOUTH), ("Mogilev", NORTH)])
def test_who_is_built_is_of_the_front_where_he_is_built(city, front):
    game = running(RUSSIA_ALONE.format(""))
    game.s.cubes[1] = [2, 0, 0]
    game.s.southern = (1 << 110) - 1 if front == NORTH else 0
    before = game.s.southern
    game.stack.append(Spending(player=1))
    play(game.run(), "russia", "build R-8", f"site {city}")
    while asks(game) == "russia: pay":
        play(game, "russia", "ordinary")
    p = piece(game, "R-8")
    assert (where(game, "R-8"), game.s.sp[p]) == (city, 1)
    assert game.s.southern == (before | 1 << p if front == SOUTH else before & ~(1 << p))


# -- arrivals -------------------------------------------------------------------------------------------------------


@rule("4.0g", "1.4c")
def test_who_finds_no_depot_waits_and_the_others_come_in():
    """Two Poles are due while Poland has no depot; then the Soviets are next."""
    game = running('scenario = "campaign"\ngarrisons.russia = "Smolensk; Klintsy"\nround = 2\nphase = 5')
    s = game.s
    polish = next(
        i for i, slot in enumerate(s.scene.slots) if (slot.round, slot.phase) <= (2, 5) and slot.area in M.areas
    )
    soviet = next(i for i, slot in enumerate(s.scene.slots) if slot.area == area("Klintsy") and slot.round <= 2)
    for name in ("P-14", "P-6"):
        put_on_track(s, piece(game, name), polish, 2)
    put_on_track(s, piece(game, "R-54"), soviet, 2)
    for a in M.areas:
        s.garrisons[RUSSIA] |= (M.key_cities >> a & 1 and not M.eastern_links >> a & 1) << a
    held = s.scene.slots[polish].area
    s.place[piece(game, "R-21")] = held
    game.stack.append(Arrivals())
    game.run()
    assert asks(game) == "nobody"
    assert [where(game, name) for name in ("P-14", "P-6", "R-54")] == ["due", "due", "Klintsy"]
