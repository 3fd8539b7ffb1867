"""Orders, moves, battles and phases at their edges, and what the table shows of them."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.cards.battle_cards import CounterStroke
from vistula.games.strike_of_the_eagle.cards.block_events import Balakhovich, LatvianRiflemen
from vistula.games.strike_of_the_eagle.model import NORTH, ORDERS, PIECES, POLAND, RUSSIA, SOUTH, Stage, Type
from vistula.games.strike_of_the_eagle.rules.cubes import Spending
from vistula.games.strike_of_the_eagle.rules.depots import depots
from vistula.games.strike_of_the_eagle.rules.execution import ExecutionStep
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.movement import MoveOrder
from vistula.games.strike_of_the_eagle.rules.orders import Placement, first_choice
from vistula.games.strike_of_the_eagle.rules.reinforcement import Combining, Garrisoning
from vistula.games.strike_of_the_eagle.rules.seats import commander
from vistula.games.strike_of_the_eagle.rules.setup import agree
from vistula.games.strike_of_the_eagle.rules.stacking import no_room
from vistula.games.strike_of_the_eagle.rules.tokens import show_order
from vistula.games.strike_of_the_eagle.rules.victory import count_cities
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import Entry, Order
from vistula.kernel import Action, IllegalAction, first, left
from vistula.kernel.errors import BadInput

from .plain import in_play
from .situations import CARDS_LAID, fought, quiet
from .table import (
    CAMPAIGN,
    TITLE,
    M,
    area,
    asked,
    asks,
    at,
    barred,
    battle,
    clicks,
    events,
    offered,
    option,
    piece,
    play,
    running,
    sees,
    sp,
    stage,
    take_first,
    unit,
    verbs,
    where,
)  # fmt: skip
from .test_battlecards import fight as with_card
from .test_events_soviet import KAUNAS
from .test_moments import disclosed
from .test_rules_to_the_letter import empty

rule = pytest.mark.rule

# -- cards ----------------------------------------------------------------------------------------------------------


@rule("7.13a")
@pytest.mark.parametrize("division", [False, True])
def test_riflemen_are_a_division_at_three_points_or_a_brigade_at_two(division):
    game = running(CARDS_LAID)
    for p in PIECES[RUSSIA]:
        if M.division[game.s.unit[p]] and not division:
            game.s.place[p] = -2
    game.stack.append(LatvianRiflemen(card=card_number("R-19"), command=2))
    name = min(offered(game.run(), "russia", "build"))
    assert M.division[unit(name)] == division
    play(game, "russia", f"build {name}", "site Klintsy")
    assert sp(game, name) == (3 if division else 2)


@rule("7.33a", "7.13a")
@pytest.mark.parametrize("there", [2, 3, 4])
def test_bulak_balakhovich_takes_the_field_where_there_is_room(there):
    crowd = "".join(f'blocks.{name} = "Vilna 1"\n' for name in ("P-14", "P-6", "P-9", "P-16")[:there])
    game = running(CARDS_LAID + crowd, Balakhovich(card=card_number("P-20"), command=0))
    assert ("Vilna" in offered(game, "poland", "site")) == (there < 4)


@rule("7.41.1")
def test_a_counter_stroke_can_be_thought_over_and_needs_somebody():
    game = with_card("P-32")
    game.s.fight.winner = POLAND
    for name in ("R-21", "R-17"):
        game.s.place[piece(game, name)] = area("Mogilev")
    game.s.on_link = 0
    alone = game.clone()
    game.stack.append(CounterStroke())
    play(game.run(), "poland", "block P-14")
    assert option(game, "back").free
    play(game, "poland", "back", "stay")
    assert where(game, "P-14") == "Zhlobin"
    alone.s.fight.engaged[POLAND] = 0
    alone.stack.append(CounterStroke())
    assert not alone.run().decisions, "nobody of the battle is left"


@rule("3.4i")
def test_a_modifier_that_leaves_the_game_as_an_event_is_only_discarded():
    text = 'blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev"'
    assert M.cards[card_number("P-3")].out
    game = fought(text, "R-42", "P-3")
    while not game.over and asked(game).step != "step":
        decision = asked(game)
        game.play(decision.seat, Action(decision.options[0].verb, decision.options[0].args[0]))
    assert card_number("P-3") in game.s.discards[POLAND]
    assert game.s.removed[POLAND] == []


@rule("7.41.3a", "7.41.2b")
def test_cards_are_turned_up_and_then_blocks():
    game = fought('blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev"', "R-42", "P-1")
    assert [b.rule for b in game.barriers if b.kind == "disclose"].count("7.41.3a") == 2


# -- orders ---------------------------------------------------------------------------------------------------------


@rule("7.2a", "7.2b", "10.2c")
def test_a_counter_that_was_put_aside_is_used_up_when_it_is_placed():
    game = running('step = "orders"\n' + CAMPAIGN)
    s = game.s
    s.reserved[0][Type.DEFEND], s.reserved[0][Type.MOVE_OUT] = 2, 1
    s.allowance, s.placed = [3, 0, 3, 0], [0, 0, 0, 0]
    game.stack.append(Placement(front=NORTH, side=POLAND, at="turn"))
    play(game.run(), "poland", "defend Minsk")
    assert (s.reserved[0][Type.DEFEND], s.reserved[0][Type.MOVE_OUT], s.placed[0]) == (1, 1, 1)
    assert [o.shown for o in s.orders] == [False]
    play(game, "russia", "pass")
    play(game, "poland", "pass")
    assert s.reserved[0] == s.reserved[2] == [0] * len(ORDERS), "what is not placed by now serves nobody"


@rule("10.2a", "10.2c")
@pytest.mark.parametrize("southern", range(4))
@pytest.mark.parametrize("northern", range(4))
def test_the_soviet_with_more_cities_picks_counters_first(northern, southern):
    s = empty()
    s.seating = next(i for i in range(8) if _two_soviets(s, i))
    cities = {front: [a for a in M.areas if M.vp[a] > 0 and M.front[a] == front] for front in (NORTH, SOUTH)}
    links = M.eastern_links
    for front, count in ((NORTH, northern), (SOUTH, southern)):
        for a in [a for a in cities[front] if not links >> a & 1][:count]:
            s.garrisons[RUSSIA] |= 1 << a
    held = {front: count + sum(links >> a & 1 for a in cities[front])
            for front, count in ((NORTH, northern), (SOUTH, southern))}  # fmt: skip
    assert first_choice(s, RUSSIA) == (SOUTH if held[SOUTH] > held[NORTH] else NORTH)


def _two_soviets(s, seating: int) -> bool:
    s.seating = seating
    try:
        return commander(s, 2) != commander(s, 3)
    except IndexError:
        return False


@rule("7.3a", "7.3o")
@pytest.mark.parametrize("name", ["7.3a", "7.3o"])
def test_an_order_that_is_turned_up_is_disclosed(name):
    game = running(CAMPAIGN + 'orders.poland-north = "defend Minsk"')
    shown = show_order(game.s, game.s.orders[0], name)
    assert shown.shown
    assert game.s.orders == [shown]
    assert disclosed(game) == {name}


@rule("10.0b", "5.0b")
def test_cards_and_orders_go_from_front_to_front():
    game = at('step = "cards"\n' + CAMPAIGN + 'hands.poland = "P-43 P-44"\nhands.russia = "R-43 R-44"\n')
    seen = []
    while game.s.step <= Stage.PLACING:
        frame = game.stack[-1]
        front = getattr(frame, "front", None)
        if (game.s.step, front) not in seen:
            seen.append((game.s.step, front))
        for seat, decision in list(game.decisions.items())[:1]:
            plain = next((v for v in ("none", "pass", "poland") if v in decision.verbs()), "")
            one = decision.options[0]
            game.play(seat, Action(plain) if plain else Action(one.verb, one.args[0]))
    told = [(step, front) for step, front in seen if front is not None]
    assert told == [(Stage.CARDS, NORTH), (Stage.CARDS, SOUTH), (Stage.PLACING, NORTH), (Stage.PLACING, SOUTH)]


@rule("10.2c")
def test_a_position_for_four_is_not_played_by_two():
    text = 'scenario = "campaign"\noptions.players = "4"\nblocks.P-14 = "Minsk 4"'
    assert commander(running(text).s, 0) != commander(running(text).s, 1)
    agree(running(text).s, TITLE.settle_options({"players": "4"}))
    with pytest.raises(BadInput):
        agree(running(text).s, TITLE.settle_options({"players": "2"}))


# -- moves ----------------------------------------------------------------------------------------------------------


@rule("7.2j", "7.3j", "7.3n", "2.0f")
@pytest.mark.parametrize(("type", "halved"), [("march-out", True), ("move-out", False)])
def test_who_has_left_has_executed_an_order_and_only_a_forced_march_halves_him(type, halved):
    step = "marches" if halved else "moves"
    text = f'blocks.P-14 = "Charyshi 4"\nblocks.P-6 = "Charyshi 3"\norders.poland-north = "{type} Charyshi"'
    game = stage(step, text)
    clicks(game, "poland", "block P-6", "step Zhlobin")
    if asks(game) == "poland: way":
        clicks(game, "poland", "halt")
    gone, stayed = piece(game, "P-6"), piece(game, "P-14")
    assert game.s.executed == 1 << gone
    assert game.s.marched == (1 << gone if halved else 0)
    assert where(game, "P-14") == "Charyshi"
    assert not game.s.executed >> stayed & 1


@rule("7.31b", "7.2f", "7.3l")
def test_a_march_to_goes_on_to_its_area_and_ends_there():
    text = 'blocks.P-BJ2 = "Mozyr 2"\nblocks.R-21 = "Rohachev 3"\norders.poland-north = "march-to Zhlobin"'
    game = stage("marches", text)
    clicks(game, "poland", *(["block P-BJ2"] if "block" in verbs(game) else []))
    if where(game, "P-BJ2") == "Mozyr":
        clicks(game, "poland", "step Kalenkovichi")
    assert where(game, "P-BJ2") == "Zhlobin", "the one way that was left was taken"


@rule("7.32f", "7.3l", "7.32d")
def test_why_a_block_without_a_way_out_does_not_go():
    s = empty()
    p, here = PIECES[POLAND][3], area("Slutsk")
    s.place[p] = here
    for q, n in zip(PIECES[RUSSIA], M.next[here], strict=False):
        s.place[q], s.origin[q] = here, n
        s.on_link |= 1 << q
    for type, id in ((Type.MOVE_OUT, "7.32f"), (Type.MARCH_OUT, "7.32f"), (Type.MOVE_TO, "7.3l")):
        place = here if id == "7.32f" else M.next[here][0]
        s.orders = [Order(1, 0, place, type)]
        refused = barred(s, MoveOrder(id=1, command=0), "pick", "piece")(p)
        assert refused.rule == id, ORDERS[type]


@rule("7.6a", "7.6b", "7.6d", "7.3n")
def test_who_has_ridden_has_executed_an_order_and_he_alone():
    text = 'blocks.P-14 = "Bobruisk 4"\nblocks.P-6 = "Bobruisk 3"\norders.poland-north = "rail Bobruisk"'
    game = stage("railways", text)
    play(game, "poland", "block P-14", "step Charyshi")
    assert game.s.executed == 1 << piece(game, "P-14")
    assert game.stack[-1].rode == 1
    assert "7.6b" not in disclosed(game), "nobody has proved anything"


@rule("7.6a", "7.6b", "7.6d")
def test_wherever_a_block_rides_it_proves_nothing_if_everybody_may_ride_there():
    text = 'blocks.P-14 = "Bobruisk 4"\nblocks.P-6 = "Bobruisk 3"\norders.poland-north = "rail Bobruisk"'
    game = stage("railways", text)
    play(game, "poland", "block P-14")
    stations = offered(game, "poland", "step")
    assert len(stations) >= 2
    for station in sorted(stations):
        one = game.clone()
        play(one, "poland", f"step {station}")
        assert where(one, "P-14") == station
        assert "7.6b" not in disclosed(one)


@rule("7.2ac", "7.3k", "7.2ad")
def test_nobody_is_asked_who_reorganizes_where_all_are_whole():
    text = 'blocks.P-14 = "Bobruisk {}"\norders.poland-north = "reorganize Bobruisk"'
    supply = 'step = "reorganizations"\ngarrisons.poland = "Bobruisk; Mozyr"\n'
    for strength, told in ((4, 1), (3, 0)):
        game = running(supply + text.format(strength), ExecutionStep(stage=Stage.REORGANIZATIONS))
        while not game.over and "order" in asked(game).verbs():
            one = asked(game).options[0]
            game.play(asked(game).seat, Action(one.verb, one.args[0]))
        assert game.over == (strength == 4) or asks(game) != "poland: pick" or strength == 3
        if strength == 4:
            assert game.over
        assert len(events(game, "unfulfilled")) == told


# -- battles and what follows ---------------------------------------------------------------------------------------


@rule("7.33g", "7.42g", "9.0d", "7.42e")
def test_of_two_who_find_no_room_both_are_lost():
    crowd = "".join(f'blocks.{name} = "Olita 2"\n' for name in ("R-21", "R-10", "R-17", "R-56"))
    late = 'blocks.R-27 = "Olita 3 from Vilna"\nblocks.R-8 = "Olita 3 from Vilna"\n'
    game = battle(KAUNAS + crowd + late + 'blocks.P-8 = "Vilna 3"')
    assert (where(game, "R-27"), where(game, "R-8")) == ("gone", "gone")


@rule("7.33g", "2.0f", "8.5e")
def test_a_lithuanian_who_goes_where_all_may_go_proves_nothing():
    """Kaunas is no nearer than another depot, so that his way tells nothing."""
    crowd = "".join(f'blocks.{name} = "Mogilev 2"\n' for name in ("R-21", "R-10", "R-17", "R-56"))
    late = 'blocks.R-Lit2 = "Mogilev 3 from Rohachev"\nblocks.P-14 = "Rohachev 4"\n'
    game = take_first(battle(KAUNAS + crowd + late))
    assert where(game, "R-Lit2") not in ("Mogilev", "gone", "pool")
    assert not sees(game, "poland", "R-Lit2")


@rule("7.34f")
@pytest.mark.parametrize(("moved", "supports"), [(True, True), (False, False)])
def test_only_who_is_in_the_battle_supports_it(moved, supports):
    game = running('blocks.P-14 = "Zhlobin 4"\nblocks.P-6 = "Zhlobin 3"\nblocks.R-21 = "Zhlobin 3 from Rohachev"')
    s = game.s
    s.entries.append(Entry(area("Zhlobin"), area("Charyshi"), POLAND, True))
    p = piece(game, "P-6")
    s.origin[p], s.moved = area("Charyshi"), s.moved & ~(1 << p) | moved << p
    assert lay_out_fight(s, area("Zhlobin")).supports == ([area("Charyshi")] if supports else [])


@rule("7.8a", "1.3c")
@pytest.mark.parametrize(("side", "other"), [(POLAND, RUSSIA), (RUSSIA, POLAND)])
def test_whose_points_a_city_brings_is_told(side, other):
    game = running('scenario = "campaign"\ngarrisons.poland = "Warsaw; Minsk"\ngarrisons.russia = "Mogilev; Kiev"\n')
    s = game.s
    city = area("Kiev" if side == POLAND else "Minsk")
    s.held = s.garrisons[:]
    s.garrisons[other] &= ~(1 << city)
    s.garrisons[side] |= 1 << city
    count_cities(s)
    told = events(game, "points")[-1]
    assert (told.refs["side"], told.refs["points"] > 0) == (side, True)


@rule("7.33g")
def test_no_area_is_a_goal_for_the_crowded_but_a_depot():
    """Around the first area of the board, which is no depot of the Soviets."""
    s = empty()
    s.garrisons = [0, 1 << area("Smolensk") | 1 << area("Minsk")]
    assert not depots(s, RUSSIA) & 1
    for here in [a for a in in_play(s) if a in M.next[0] or any(a in M.next[n] for n in M.next[0])]:
        with_none = [first(no_room(s, RUSSIA, here, 0), a) for a in M.areas]
        assert [first(no_room(s, RUSSIA, here), a) for a in M.areas] == with_none
        assert left(no_room(s, RUSSIA, here)) == left(no_room(s, RUSSIA, here, depots(s, RUSSIA)))


# -- reinforcement --------------------------------------------------------------------------------------------------


@rule("8.1a", "3.0f", "8.2a", "8.2b", "2.2e", "8.3", "8.4a")
def test_what_is_done_in_reinforcement_is_published_and_choices_can_be_taken_back():
    home = 'scenario = "campaign"\nstep = "reinforcement"\ngarrisons.poland = "Warsaw"\n'
    game = running(home + 'blocks.P-14 = "Minsk 2"\nblocks.P-Ryb = "Minsk 1"', Garrisoning(player=0))
    assert option(game, "done").publish
    game = running(home + 'blocks.P-14 = "Warsaw 2"', Spending(player=0, cities={area("Warsaw"): [1, 0, 0]}))
    assert option(game, "done").publish
    game = running(home + 'blocks.P-14 = "Minsk 2"\nblocks.P-Ryb = "Minsk 1"', Combining(player=0))
    assert option(game, "done").publish
    play(game, "poland", "division P-14")
    assert option(game, "back").free
    play(game, "poland", "absorb P-Ryb")
    assert (sp(game, "P-14"), where(game, "P-Ryb")) == (3, "pool")


@rule("8.2a", "2.2e")
def test_where_nobody_stands_with_another_nobody_is_asked_to_combine():
    home = 'scenario = "campaign"\nstep = "reinforcement"\ngarrisons.poland = "Warsaw"\n'
    assert quiet(running(home + 'blocks.P-14 = "Minsk 2"\nblocks.P-Ryb = "Vilna 1"', Combining(player=0)))


# -- what is shown --------------------------------------------------------------------------------------------------


@rule("7.0", "7.8b", "6.1a", "3.2b", "7.2b")
def test_every_track_begins_and_ends_where_it_is_printed():
    text = (
        CAMPAIGN + 'step = "orders"\nlead = "russia 4"\ninitiative.north = "poland 2"\ninitiative.south = "russia 1"\n'
    )
    game = at(text + 'cubes.poland = "2B 1W"\n')
    tracks = {track.id: track for track in game.seat("poland").view().tracks}
    turn = tracks["turn"]
    scene = game.s.scene
    assert (turn.value, turn.low, turn.high) == (1, 1, 5 * (scene.last - scene.first + 1))
    assert [(tracks[f"vp-{side}"].value, tracks[f"vp-{side}"].low) for side in ("poland", "russia")] == [(0, 0), (4, 0)]
    north, south = tracks["initiative-north"], tracks["initiative-south"]
    assert [(t.value, t.low) for t in (north, south)] == [(2, 1), (1, 1)]
    assert (tracks["cubes-poland"].value, tracks["cubes-poland"].low) == (3, 0)
    assert (tracks["orders-0"].value, tracks["orders-0"].low, tracks["orders-0"].high) == (0, 0, game.s.allowance[0])


@rule("7.31a")
def test_the_reach_of_a_block_is_painted_once():
    game = at('garrisons.poland = "Bobruisk"\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    reach = game.seat("poland").overlay("reach", piece(game, "P-14")).layers
    assert not set(reach["move"]) & set(reach["march"])
    assert len(reach["march"]) < 25


@rule("5.0b")
def test_what_belongs_to_another_time_is_told_and_what_belongs_here_is_not():
    game = at('blocks.P-14 = "Slutsk 4"\nblocks.R-21 = "Rohachev 3"')
    play(game, "russia", "poland")
    with pytest.raises(IllegalAction, match="Reinforcement"):
        game.play("poland", Action("build", 3))
    with pytest.raises(IllegalAction, match=r"7\.2aj"):
        game.play("poland", Action("defend", area("Gomel")))
    with pytest.raises(IllegalAction) as refused:
        game.play("russia", Action("build", 3))
    assert "waits for" in str(refused.value)
