"""Cards at the edges of what they say: the last place, the last round, nobody left; and what all learn by them."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.cards.block_events import VolunteerArmy, not_hastened
from vistula.games.strike_of_the_eagle.cards.events import playable
from vistula.games.strike_of_the_eagle.cards.gais_raid import AfterMoves
from vistula.games.strike_of_the_eagle.cards.odd_events import Mutiny
from vistula.games.strike_of_the_eagle.cards.other_order import OtherOrder
from vistula.games.strike_of_the_eagle.cards.reaction_plays import Commissars, Hospitals, Partisans, ReadHand
from vistula.games.strike_of_the_eagle.changes import forget, look, put_on_track
from vistula.games.strike_of_the_eagle.model import NORTH, POLAND, RUSSIA, SIDES, Stage, command_of
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.shown.names import card_number
from vistula.games.strike_of_the_eagle.state import Effect, State
from vistula.kernel import Frame, Game

from .situations import CARDS_LAID, LEADERS_CAN_ACT, event, fought, held, laid, quiet
from .table import (
    M,
    area,
    asks,
    at,
    can,
    offered,
    option,
    piece,
    play,
    running,
    sees,
    sp,
    stage,
    token,
    verbs,
    where,
)  # fmt: skip
from .test_moments import disclosed
from .test_plain_refusals_cards import compared

rule = pytest.mark.rule

# -- Historical Events ----------------------------------------------------------------------------------------------


@rule("7.33a", "8.4a")
@pytest.mark.parametrize(("there", "able"), [(2, True), (3, True), (4, False)])
def test_volunteers_fill_warsaw_to_four_blocks(there, able):
    crowd = "".join(f'blocks.{name} = "Warsaw 4"\n' for name in ("P-14", "P-6", "P-9", "P-16")[:there])
    game = running(CARDS_LAID + crowd, VolunteerArmy(card=10, command=0))
    assert ("build" in verbs(game)) == able


@rule("7.13a", "4.0g", "2.0f", "4.0h")
def test_which_blocks_come_before_their_time():
    """Due at Elizavetgrad or Klintsy, in this round or the next."""
    game = laid("R-12", 'blocks.R-21 = "Mogilev 3"\nblocks.P-14 = "Minsk 4"', front="south")
    s, gates = game.s, (area("Elizavetgrad"), area("Klintsy"))
    waiting = [p for p in range(56, 110) if s.place[p] == -1]
    slots = [i for i, slot in enumerate(s.scene.slots) for _ in range(2)]
    for p, slot in zip(waiting, slots, strict=False):
        put_on_track(s, p, slot, 2)
    for p in waiting[len(slots) :][:3]:
        s.place[p] = -2
    rounds = {slot.round for slot in s.scene.slots if slot.area in gates}
    for now in sorted(rounds):
        s.round = now
        slot = {p: s.scene.slots[s.due[p]] for p in waiting[: len(slots)]}
        seen = compared(
            not_hastened(s),
            range(110),
            lambda p, slot=slot, now=now: [
                (p < 56, "2.0f", "enemy"),
                (s.place[p] >= 0, "4.0g", "arrived already"),
                (s.place[p] == -1, "4.0h", "Force Pool"),
                (s.place[p] == -2, "11.0a", "out of the game"),
                (s.place[p] == -4, "4.0e", "no part"),
                (p in slot and slot[p].area not in gates, "7.13a", "neither"),
                (p in slot and slot[p].round not in (now, now + 1), "7.13a", "too late"),
            ],
        )
        assert len(seen) >= 6
    assert len(rounds) >= 2


@rule("1.4c", "7.13a", "4.0g")
def test_who_comes_before_his_time_stands_at_his_gate_and_is_due_no_more():
    game = laid("R-12", front="south")
    slot = next(i for i, slot in enumerate(game.s.scene.slots) if slot.area == area("Klintsy") and slot.round <= 2)
    put_on_track(game.s, piece(game, "R-54"), slot, 2)
    play(game, "russia", "event")
    if asks(game) == "russia: which":
        play(game, "russia", "block R-54")
    assert (where(game, "R-54"), sp(game, "R-54"), game.s.due[piece(game, "R-54")]) == ("Klintsy", 2, -1)
    assert sees(game, "poland", "R-54"), "the track lies open"


@rule("7.13a", "10.0d", "3.4d")
@pytest.mark.parametrize("front", [0, 1])
@pytest.mark.parametrize("side", [0, 1])
def test_a_computer_thinks_of_an_event_exactly_where_it_is_offered(side, front):
    seat, letter = SIDES[side], "PR"[side]
    blocks = 'blocks.R-21 = "Mogilev 3"\nblocks.R-15K = "Vitebsk 3"\nblocks.R-44 = "Kiev 3"\nblocks.P-14 = "Minsk 2"\n'
    hand = " ".join(f"{letter}-{n}" for n in range(1, 56))
    game = at(CARDS_LAID + blocks + f'hands.{seat} = "{hand}"')
    if front:
        play(game, seat, "none")
    able = set()
    for card in sorted(offered(game, seat, "card")):
        one = game.clone()
        play(one, seat, f"card {card}")
        if can(one, seat, "event"):
            able.add(card)
        assert playable(game.seat(seat).s, side * 2 + front, card_number(card)) == (card in able), card
    assert 5 <= len(able) <= 45


@rule("7.13a", "2.0f", "2.2a", "7.31a")
def test_a_raider_is_named_rides_once_and_may_leave_two_points_behind():
    text = LEADERS_CAN_ACT + 'blocks.R-10K = "Vitebsk 3"\nblocks.R-15K = "Vitebsk 3"\nblocks.R-11 = "Vitebsk 3"'
    game = running(text)
    north = command_of(RUSSIA, NORTH)
    game.s.effects = [Effect(card_number("R-5"), north)]
    game.stack.append(AfterMoves(command=north))
    game.run()
    assert option(game, "done").publish
    play(game, "russia", "block R-10K")
    assert "7.13a" in disclosed(game)
    assert sees(game, "poland", "R-10K")
    brigade = min(offered(game, "russia", "detach-two"))
    play(game, "russia", f"detach-two {brigade}")
    assert (sp(game, "R-10K"), sp(game, brigade)) == (1, 2)
    play(game, "russia", f"step {min(offered(game, 'russia', 'step'))}", "halt")
    assert offered(game, "russia", "block") == {"R-15K"}


@rule("7.13a", "7.31b", "7.33e", "7.3n", "2.2a", "7.32c")
def test_a_raider_who_meets_the_enemy_stands_on_the_link_and_has_executed_an_order():
    text = LEADERS_CAN_ACT + 'blocks.R-10K = "Vitebsk 3"\nblocks.P-14 = "Lepel 4"\nblocks.R-11 = "Vitebsk 3"'
    game = running(text)
    north, rider = command_of(RUSSIA, NORTH), piece(game, "R-10K")
    game.s.effects = [Effect(card_number("R-5"), north)]
    game.s.executed = 1 << piece(game, "R-11")
    game.s.sp[rider] = 5
    game.stack.append(AfterMoves(command=north))
    play(game.run(), "russia", "block R-10K")
    for _ in range(2):
        play(game, "russia", f"detach {min(offered(game, 'russia', 'detach'))}")
    assert verbs(game) == {"step"}, "two points are all that may be left"
    play(game, "russia", "step Lepel")
    rider = piece(game, "R-10K")
    assert game.s.on_link == 1 << rider
    assert game.s.executed == 1 << rider | 1 << piece(game, "R-11")
    assert game.s.free[area("Lepel") * 2 + POLAND] == 0, "it pins the only block there"


@rule("7.13a", "7.7b")
def test_which_events_last_and_what_carts_tell():
    for card in ("R-8", "R-7", "P-38"):
        assert event(card, 'blocks.P-14 = "Warsaw 1"\n').s.effects == []
    lasting = event("R-2").s.effects
    assert [effect.card for effect in lasting] == [card_number("R-2")]
    assert "7.7b" in disclosed(event("R-10", 'blocks.R-21 = "Lida 3"'))


@rule("8.5e", "7.13a")
def test_lithuania_is_allied_once():
    north = 'blocks.R-27 = "Vilna 4"\nhands.russia = "R-23 R-44"\n'
    base = CARDS_LAID.replace("Vilna; ", "")
    for allied, able in (("", True), ("lithuania = true\n", False)):
        game = at(base + allied + north)
        play(game, "russia", "card R-23")
        assert can(game, "russia", "event") == able


@rule("7.13a", "1.1c")
@pytest.mark.parametrize(("card", "text", "first"), [("R-19", "", "build"), ("R-22", "", "block")])
def test_what_was_chosen_for_an_event_can_be_taken_back(card, text, first):
    game = event(card, 'blocks.R-21 = "Rohachev 3"\nblocks.R-8 = "Mogilev 3"\n')
    one = min(offered(game, "russia", first))
    play(game, "russia", f"{first} {one}")
    assert option(game, "back").free, "no computer goes round and round"
    play(game, "russia", "back")
    assert one in offered(game, "russia", first)


@rule("7.13a")
def test_who_deserts_is_told_point_by_point():
    game = event("P-2", 'blocks.R-21 = "Mogilev 3"\nblocks.R-8 = "Mogilev 3"\n')
    play(game, "poland", "area Mogilev")
    play(game, "russia", "lose R-21")
    assert disclosed(game) == {"7.13a"}


@rule("7.13a")
def test_a_mutiny_tells_of_each_block_whether_it_is_lost():
    game = running(CARDS_LAID + 'blocks.R-Gal1 = "Kiev 2"\nblocks.R-Gal2 = "Kiev 2"\nblocks.R-21 = "Kiev 2"')
    even = [c for c in game.s.deck[POLAND] if M.cards[c].combat % 2 == 0]
    odd = [c for c in game.s.deck[POLAND] if M.cards[c].combat % 2]
    game.dice.laid = [game.s.deck[POLAND].index(even[0]) + 1]
    deck = [c for c in game.s.deck[POLAND] if c != even[0]]
    game.dice.laid.append(deck.index(odd[0]) + 1)
    game.stack.append(Mutiny(card=card_number("P-19"), command=1))
    game.run()
    assert {where(game, "R-Gal1"), where(game, "R-Gal2")} == {"gone", "Kiev"}
    lost = next(name for name in ("R-Gal1", "R-Gal2") if where(game, name) == "gone")
    told = [barrier for barrier in game.barriers if barrier.kind == "disclose"]
    assert [barrier.rule for barrier in told] == ["7.13a", "7.13a"]
    assert lost
    assert sorted(game.s.discards[POLAND]) == sorted([even[0], odd[0]]), "a card for each Galician, and for nobody else"


# -- an order for another -------------------------------------------------------------------------------------------


EXCHANGED = """
    scenario = "campaign"
    garrisons.poland = "Warsaw; Minsk; Lwow; Bobruisk"
    garrisons.russia = "Mogilev; Kiev; Vitebsk"
    blocks.R-21 = "Rohachev 3"
    orders.poland-north = ["defend Igumen"]
    blocks.P-14 = "Igumen {}"
"""
STEPS = (
    {"march-to", "march-out"},
    {"recon"},
    {"move-to", "move-out"},
    {"withdraw"},
    {"defend"},
    {"reorganize"},
    {"rail"},
)
"""Orders by the step in which they are executed, in the order of a phase."""


@rule("3.4h", "7.2aj")
@pytest.mark.parametrize("passed", range(5))
def test_another_order_is_of_another_type_whose_step_has_not_passed(passed):
    """Where the card is played just before a step, that step is still to come."""
    game = held("", OtherOrder(command=0, stage=Stage.MARCHES + passed), base=EXCHANGED.format(3))
    play(game, "poland", f"order {token(game, 'defend Igumen')}")
    assert option(game, "back").free
    for place, types in enumerate(STEPS):
        if types not in ({"rail"}, {"defend"}):
            assert bool(types & verbs(game)) == (place >= passed)
    assert "defend" not in verbs(game), "another type is wanted"


@rule("3.4h", "7.2aj")
@pytest.mark.parametrize(("strength", "able"), [(4, False), (3, True)])
def test_an_order_for_which_no_other_could_be_placed_is_kept(strength, able):
    """Once battles begin a block that defends could only reorganize, if it is not whole: no train stops at Igumen."""
    game = held("", OtherOrder(command=0, stage=Stage.BATTLES), base=EXCHANGED.format(strength))
    assert ("order" in verbs(game)) == able


# -- Reaction Cards -------------------------------------------------------------------------------------------------


@rule("3.4h")
def test_who_has_read_a_hand_cannot_take_it_back():
    game = held('hands.poland = "P-41"\nhands.russia = "R-44 R-45"', ReadHand(player=0), step="cards")
    assert [barrier.rule for barrier in game.barriers if barrier.kind == "disclose"] == ["3.4h"]
    assert game.s.peeked[0][1] == sum(1 << c for c in game.s.hands[1])


@rule("7.2l", "3.4h")
def test_who_has_looked_at_blocks_cannot_take_it_back():
    text = 'blocks.P-14 = "Charyshi 4"\nblocks.R-57 = "Kalenkovichi 2"\norders.russia-north = "recon Charyshi"'
    assert "7.2l" in disclosed(stage("recons", text))
    game = held("")
    look(game.s, 1, 1 << piece(game, "P-14"), "3.4h")
    assert disclosed(game) == {"3.4h"}


def at_zhlobin(strengths: dict[str, int], frame: Frame, hurt: tuple[str, ...] = ()) -> Game[State]:
    """A battle at Zhlobin of these blocks, the Soviets from Rohachev."""
    sites = {"P": "", "R": " from Rohachev"}
    blocks = "".join(f'blocks.{name} = "Zhlobin {sp}{sites[name[0]]}"\n' for name, sp in strengths.items())
    game = held(blocks, base='scenario = "campaign"\ngarrisons.poland = "Warsaw"\ngarrisons.russia = "Mogilev"')
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    game.s.fight.hurt = sum(1 << piece(game, name) for name in hurt)
    game.stack.append(frame)
    return game.run()


@rule("7.41.6a")
@pytest.mark.parametrize(
    ("strengths", "pays"),
    [
        ({"R-21": 3, "R-17": 3}, {"R-21", "R-17"}),
        ({"R-21": 2, "R-17": 3}, {"R-17"}),
        ({"R-21": 1, "R-17": 2, "R-Stalin": 1}, {"R-17"}),
        ({"R-21": 1, "R-17": 1, "R-Stalin": 1}, {"R-21", "R-17"}),
        ({"R-21": 1, "R-17": 1, "R-8": 2}, {"R-8"}),
        ({"R-Stalin": 1}, set()),
    ],
)
def test_the_strongest_of_the_soviets_pays_for_the_commissars_and_no_leader(strengths, pays):
    game = at_zhlobin({"P-14": 4, **strengths}, Commissars(player=1))
    if len(pays) > 1:
        assert offered(game, "russia", "lose") == pays
        play(game, "russia", f"lose {min(pays)}")
    assert quiet(game)
    paid = min(pays, default="")
    assert game.s.fight.hurt == (1 << piece(game, paid) if paid else 0)
    for name, before in strengths.items():
        assert game.s.sp[piece(game, name)] == before - (name == paid) or where(game, name) == "pool"


@rule("3.4h")
def test_who_has_regained_a_point_is_not_hurt_any_more():
    strengths = {"P-16": 2, "P-14": 3, "P-6": 2, "R-21": 2}
    game = at_zhlobin(strengths, Hospitals(player=0), ("P-16", "P-14", "R-21"))
    assert offered(game, "poland", "block") == {"P-16", "P-14"}
    play(game, "poland", "block P-16")
    assert (sp(game, "P-16"), sp(game, "P-14"), sp(game, "P-6")) == (3, 3, 2)
    assert game.s.fight.hurt == 1 << piece(game, "P-14") | 1 << piece(game, "R-21")


REMOTE = 'blocks.R-8 = "Slonim 3"\nblocks.R-Stalin = "Slonim 1"\n'


@rule("3.4h")
@pytest.mark.parametrize(
    ("seen", "aims"),
    [("", {"R-8", "R-Stalin"}), ("R-Stalin", {"R-8"}), ("R-8", {"R-8", "R-Stalin"}), ("R-8 R-Stalin", {"R-8"})],
)
def test_partisans_aim_at_no_leader_whom_they_know(seen, aims):
    game = held(REMOTE + f'seen.poland = "{seen}"', Partisans(player=0))
    assert offered(game, "poland", "block") == aims
    if len(aims) > 1:
        play(game, "poland", "block R-Stalin")
        assert sp(game, "R-Stalin") == 1
        assert sees(game, "poland", "R-Stalin")
    else:
        play(game, "poland", "block R-8")
        assert sp(game, "R-8") == 2
    assert "3.4h" in disclosed(game)


@rule("3.4h")
def test_partisans_find_nobody_where_all_are_close_to_their_depots():
    assert quiet(held("", Partisans(player=0)))


@rule("7.41.3a", "7.41.2b")
def test_the_cards_of_a_battle_are_disclosed_when_they_are_turned_up():
    game = fought('blocks.P-14 = "Zhlobin 4"\nblocks.R-21 = "Zhlobin 3 from Rohachev"', "R-42", "P-1")
    told = [barrier.rule for barrier in game.barriers if barrier.kind == "disclose"]
    assert "7.41.3a" in told


# -- faces ----------------------------------------------------------------------------------------------------------


@rule("2.0f")
@pytest.mark.parametrize("one", [0, 55, 56, 109])
def test_one_block_is_forgotten_by_the_enemy_and_not_by_its_owner(one):
    s = running("").s
    s.seen = [(1 << 110) - 1, (1 << 110) - 1]
    forget(s, 1 << one)
    whole = (1 << 110) - 1
    assert s.seen == ([whole, whole & ~(1 << one)] if one < 56 else [whole & ~(1 << one), whole])
