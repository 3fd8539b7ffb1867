"""Events that bring, rest, hold or cost blocks: what each changes, and whom it spares."""

from __future__ import annotations

import random

import pytest

from vistula.games.strike_of_the_eagle.cards.block_events import MakhnoQuiet, VolunteerArmy, settle_in
from vistula.games.strike_of_the_eagle.cards.odd_events import (
    CurzonsNote,
    Desertions,
    Directive,
    LatvianBorder,
    RestedTroops,
    lose_outside_battle,
    not_deserting,
    not_transferable,
    restless,
)
from vistula.games.strike_of_the_eagle.model import BLACK, PIECES, POLAND, RUSSIA, SOUTH, WHITE
from vistula.games.strike_of_the_eagle.rules.queries import enemy_next_to
from vistula.games.strike_of_the_eagle.rules.seats import commander
from vistula.kernel import left

from .lists import in_supply
from .table import M, area, asks, events, offered, option, piece, play, running, sp, start, unit, verbs, where
from .test_changes import changed, dirty

rule = pytest.mark.rule
HOME = """
    scenario = "campaign"
    step = "cards"
    garrisons.poland = "Warsaw; Torun; Vilna; Minsk; Lwow"
    garrisons.russia = "Mogilev; Kiev; Vitebsk; Smolensk; Klintsy"
"""


@rule("7.32a", "1.1c")
@pytest.mark.parametrize("place", ["Minsk", "Kiev"])
@pytest.mark.parametrize("side", [POLAND, RUSSIA])
def test_a_block_that_an_event_brings_began_the_phase_there(place, side):
    s = dirty()
    p = PIECES[side][4]
    s.southern = random.Random(1).getrandbits(110)
    was, began = s.southern, s.began[:]
    found = changed(s, lambda: settle_in(s, p, area(place)))
    assert s.start[p] == area(place)
    assert s.began[side] == began[side] | 1 << area(place)
    assert s.began[1 - side] == began[1 - side]
    assert s.southern == was & ~(1 << p) | (M.front[area(place)] == SOUTH) << p
    assert set(found) <= {"start", "began", "southern"}


@rule("8.4a", "8.3", "7.13a")
def test_volunteers_for_warsaw():
    """Four black cubes: a division costs two, a brigade or a point one; who was built gains nothing."""
    text = HOME + 'blocks.P-14 = "Warsaw 1"\nblocks.P-BJ2 = "Warsaw 1"\nblocks.P-6 = "Lublin 1"'
    game = running(text, VolunteerArmy(card=10, command=0))
    pool = [p for p in PIECES[POLAND] if game.s.place[p] == -1 and M.colour[game.s.unit[p]] == BLACK]
    assert offered(game, "poland", "build") == {M.key[game.s.unit[p]] for p in pool}
    assert offered(game, "poland", "strengthen") == {"P-14"}, "neither cavalry nor who is elsewhere"
    assert option(game, "done").publish
    division = next(M.key[game.s.unit[p]] for p in pool if M.division[game.s.unit[p]])
    play(game, "poland", f"build {division}")
    assert (where(game, division), sp(game, division)) == ("Warsaw", 1)
    assert game.stack[-1].left == 2
    assert offered(game, "poland", "strengthen") == {"P-14"}, "not who was just built"
    play(game, "poland", "strengthen P-14")
    assert (sp(game, "P-14"), game.stack[-1].left) == (2, 1)
    assert game.s.foot == game.s.regulars == 1 << piece(game, "P-14")
    brigades = {M.key[game.s.unit[p]] for p in pool if not M.division[game.s.unit[p]]}
    assert offered(game, "poland", "build") == brigades, "one cube is left"
    play(game, "poland", "strengthen P-14")
    assert (asks(game), sp(game, "P-14")) == ("nobody", 3)


@rule("8.4a")
def test_no_volunteer_is_raised_where_four_stand():
    full = "".join(f'blocks.{name} = "Warsaw 1"\n' for name in ("P-14", "P-6", "P-9", "P-16"))
    game = running(HOME + full, VolunteerArmy(card=10, command=0))
    assert verbs(game) == {"strengthen", "done"}
    assert offered(game, "poland", "strengthen") == {"P-14", "P-6", "P-9", "P-16"}


@rule("7.12", "7.13a")
def test_without_a_block_to_hasten_makhno_gives_two_white_cubes():
    game = running(HOME)
    game.s.place = [-1 if place == -3 else place for place in game.s.place]
    game.s.cubes[1] = [1, 1, 1]
    game.stack.append(MakhnoQuiet(card=66, command=3))
    game.run()
    assert asks(game) == "nobody"
    assert game.s.cubes[1][WHITE] == 3
    assert game.s.cubes == [[0, 0, 0], [1, 3, 1]]


# -- losses ---------------------------------------------------------------------------------------------------------


@rule("4.0h", "7.13a")
@pytest.mark.parametrize(("points", "fate"), [(1, "pool"), (2, "Kiev")])
def test_a_block_that_an_event_costs_its_last_point_goes_to_the_pool_open(points, fate):
    game = running(HOME + f'blocks.R-21 = "Kiev {points}"')
    p = piece(game, "R-21")
    lead = game.s.vp
    lose_outside_battle(game.s, p, "7.13a")
    assert where(game, "R-21") == fate
    assert game.s.seen == [(points == 1) << p, 0]
    assert game.s.vp == lead, "nobody scores"


@rule("7.13a", "3.4k")
def test_desertions_cost_as_many_points_as_the_initiative():
    text = HOME + 'initiative.north = "poland 3"\ninitiative.south = "russia 1"\n'
    text += 'blocks.R-21 = "Orsha 3"\nblocks.R-8 = "Orsha 2"\nblocks.R-44 = "Kiev 3"\nblocks.R-17 = "Vitebsk 2"'
    game = running(text, Desertions(card=1, command=0))
    assert offered(game, "poland", "area") == {"Orsha", "Vitebsk"}, "where the Poles have the initiative"
    play(game, "poland", "area Orsha")
    assert game.stack[-1].left == 2
    assert offered(game, "russia", "lose") == {"R-21"}, "the strongest"
    play(game, "russia", "lose R-21")
    assert offered(game, "russia", "lose") == {"R-21", "R-8"}
    play(game, "russia", "lose R-8", "lose R-21")
    assert (asks(game), sp(game, "R-21"), sp(game, "R-8")) == ("nobody", 1, 1)
    assert len(events(game, "event_loss")) == 3


@rule("7.13a")
def test_a_single_deserter_is_not_asked_for():
    text = HOME + 'initiative.north = "poland 2"\nblocks.R-17 = "Vitebsk 3"'
    game = running(text, Desertions(card=1, command=0))
    play(game, "poland", "area Vitebsk")
    assert (asks(game), sp(game, "R-17")) == ("nobody", 1)


@rule("7.13a")
def test_leaders_desert_last():
    game = running(HOME + 'blocks.R-21 = "Orsha 1"\nblocks.R-8 = "Orsha 2"\nblocks.R-Stalin = "Orsha 1"')
    assert left(not_deserting(game.s, area("Orsha"))) == [piece(game, "R-8")]
    for name in ("R-21", "R-8"):
        game.s.place[piece(game, name)] = area("Vitebsk")
    assert left(not_deserting(game.s, area("Orsha"))) == [piece(game, "R-Stalin")]


# -- rest, borders, notes -------------------------------------------------------------------------------------------


@rule("7.13a")
def test_who_may_rest():
    """Supplied, below its maximum, no leader, not next to the enemy, of the command."""
    for seed in range(3):
        rng = random.Random(seed)
        s = start("campaign").s
        s.sp = [rng.randint(1, max(1, M.max_sp[u])) for u in s.unit]
        s.southern = rng.getrandbits(110)
        for command in range(4):
            own = [p for p in PIECES[command >> 1] if s.place[p] >= 0 and s.southern >> p & 1 == command & 1]
            expected = [
                p
                for p in own
                if not M.leader[s.unit[p]]
                and s.sp[p] < M.max_sp[s.unit[p]]
                and in_supply(s, p)
                and not enemy_next_to(s, command >> 1, s.place[p])
            ]
            assert left(restless(s, command)) == expected


@rule("7.13a")
def test_two_rested_blocks_gain_a_point_each():
    text = HOME + "".join(f'blocks.{name} = "Warsaw 1"\n' for name in ("P-14", "P-6", "P-9"))
    game = running(text, RestedTroops(card=37, command=0))
    assert offered(game, "poland", "block") == {"P-14", "P-6", "P-9"}
    assert option(game, "done").publish
    play(game, "poland", "block P-6")
    assert offered(game, "poland", "block") == {"P-14", "P-9"}
    play(game, "poland", "block P-9")
    assert (asks(game), sp(game, "P-14"), sp(game, "P-6"), sp(game, "P-9")) == ("nobody", 1, 2, 2)
    assert game.s.men == 1 << piece(game, "P-6") | 1 << piece(game, "P-9")


@rule("7.3n", "7.13a")
def test_who_watches_the_border_executes_no_order():
    text = HOME + 'blocks.R-21 = "Polotsk 3"\nblocks.R-8 = "Orsha 2"\nblocks.R-17 = "Vitebsk 2"'
    game = running(text, LatvianBorder(card=23, command=0))
    assert offered(game, "poland", "block") == {"R-21", "R-17"}
    game.s.stuck = 1
    play(game, "poland", "block R-17")
    assert game.s.stuck == 1 | 1 << piece(game, "R-17")


@rule("7.13a")
@pytest.mark.parametrize("answer", ["discard R-44", "concede"])
def test_curzons_note_costs_a_card_or_a_point(answer):
    game = running(HOME + 'hands.russia = "R-44 R-45"', CurzonsNote(card=26, command=0))
    assert offered(game, "russia", "discard") == {"R-44", "R-45"}
    lead = game.s.vp
    play(game, "russia", answer)
    assert asks(game) == "nobody"
    assert game.s.vp == lead + (answer == "concede")
    assert len(game.s.hands[1]) == (2 if answer == "concede" else 1)
    assert len(game.s.discards[RUSSIA]) == (0 if answer == "concede" else 1)


# -- Soviet card 22 -------------------------------------------------------------------------------------------------


@rule("10.0d", "1.1c")
@pytest.mark.parametrize("players", ["2", "4"])
def test_which_blocks_a_directive_may_send(players):
    s = start("campaign", players=players).s
    rng = random.Random(3)
    s.southern = rng.getrandbits(110)
    for p in rng.sample(PIECES[RUSSIA], 12):
        s.place[p] = rng.choice([area("Minsk"), area("Brest-Litovsk"), area("Kiev"), area("Klintsy")])
    held = {s.place[p] for p in PIECES[POLAND]} | {a for a in M.areas if s.garrisons[POLAND] >> a & 1}
    for command in (2, 3):
        own = [p for p in PIECES[RUSSIA] if s.place[p] >= 0]
        own = [p for p in own if commander(s, 2 + (s.southern >> p & 1)) == commander(s, command)]
        expected = {p for p in own if in_supply(s, p) and s.place[p] not in held}
        assert set(left(not_transferable(s, command))) == expected
        assert expected


@rule("1.1c", "7.13a")
def test_a_directive_sends_a_block_to_the_other_front_where_it_waits():
    text = HOME + 'blocks.R-21 = "Mogilev 3"\nblocks.R-44 = "Kiev 3"'
    game = running(text, Directive(card=76, command=2))
    play(game, "russia", "block R-21")
    assert option(game, "back").free
    play(game, "russia", "back")
    assert asks(game) == "russia: which"
    play(game, "russia", "block R-21")
    assert "Kiev" in offered(game, "russia", "go")
    assert not {"Mogilev", "Vitebsk"} & offered(game, "russia", "go"), "of the other front only"
    play(game, "russia", "go Kiev")
    assert where(game, "R-21") == "Kiev"
    assert game.s.stuck == 1 << piece(game, "R-21")
    assert game.s.southern & 1 << piece(game, "R-21") == 0, "until the next phase"
    assert unit("R-21") == game.s.unit[piece(game, "R-21")]


@rule("7.13a")
def test_a_directive_for_nobody_is_over_at_once():
    game = running(HOME + 'blocks.R-21 = "Minsk 3 from Borisov"', Directive(card=76, command=2))
    assert verbs(game) == {"nobody"}, "the enemy is in its area"
    play(game, "russia", "nobody")
    assert asks(game) == "nobody"
