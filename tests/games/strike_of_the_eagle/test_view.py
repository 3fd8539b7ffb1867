"""What seats are shown: blocks, orders, cards, tracks, boxes; names and refusals."""

from __future__ import annotations

import pytest

from vistula.games.strike_of_the_eagle.cards.block_events import VolunteerArmy
from vistula.games.strike_of_the_eagle.cards.gais_raid import AfterMoves
from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA, Stage
from vistula.games.strike_of_the_eagle.rules.bars import weaker
from vistula.games.strike_of_the_eagle.rules.orders import Reservation
from vistula.games.strike_of_the_eagle.rules.sequence import begin_phase
from vistula.games.strike_of_the_eagle.shown.names import card_name, card_number, piece_name, piece_number
from vistula.games.strike_of_the_eagle.state import Fight
from vistula.kernel import Action, Event, Game, IllegalAction
from vistula.kernel.views import PieceView, View

from .table import TITLE, M, area, asked, at, battle, piece, play, random_game, running, start

rule = pytest.mark.rule

FRONT = """
    blocks.P-14 = "Zhlobin 4"
    blocks.P-6 = "Charyshi 3"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    garrisons.poland = "Mozyr"
    garrisons.russia = "Gomel"
    hands.poland = "P-1 P-43"
    hands.russia = "R-2"
    orders.poland-north = ["move-out Charyshi"]
"""


def seen(game: Game, seat: str) -> View:
    return game.seat(seat).view()


def block(view: View, game: Game, name: str) -> PieceView:
    return next(p for p in view.pieces if p.key == piece_name(piece(game, name)))


@rule("2.0f", "4.0f")
def test_a_block_is_shown_with_its_face_to_its_owner_only():
    game = at(FRONT)
    own, enemy = (block(seen(game, seat), game, "P-14") for seat in ("poland", "russia"))
    assert (own.face, own.strength, own.kind, own.space) == ("P-14", 4, "block", "zhlobin")
    assert (enemy.face, enemy.strength, enemy.space) == (None, None, "zhlobin")
    assert own.key == enemy.key


@rule("7.31b")
def test_a_block_on_a_link_is_shown_there():
    game = at(FRONT)
    found = block(seen(game, "poland"), game, "R-21")
    assert found.link in {f"{a}-{b}" for a, b in TITLE.catalog().links}
    assert set(found.link.split("-")) == {"rohachev", "zhlobin"}
    assert "executed" in found.marks


@rule("7.2a")
def test_an_order_shows_its_back_to_the_enemy():
    game = at(FRONT)
    own, enemy = (next(p for p in seen(game, seat).pieces if p.kind == "order") for seat in ("poland", "russia"))
    assert (own.face, enemy.face) == ("order-move-out", None)
    assert own.space == enemy.space == "charyshi"
    assert own.slot > max(p.slot for p in seen(game, "poland").pieces if p.kind == "block"), (
        "beside the blocks, not among them"
    )


def test_what_is_added_to_a_strength_is_told_with_its_sign():
    tell = {"side": POLAND, "card": card_number("P-1"), "value": 2}
    assert TITLE.tale(Event("7.41.2a", "modifier", tell)).endswith(": +2 to their strength.")


@rule("3.2b", "3.3")
def test_tracks_and_garrisons_are_open():
    view = seen(at(FRONT + 'cubes.russia = "2B 1W"'), "poland")
    tracks = {track.id: track for track in view.tracks}
    assert tracks["cubes-russia"].value == 3
    assert [term.value for term in tracks["cubes-russia"].terms] == ["2", "1", "0"]
    assert tracks["vp-poland"].value == 1
    assert (tracks["initiative-north"].value, tracks["initiative-north"].side) == (1, "russia")
    assert {(m.kind, m.space) for m in view.marks if m.kind.startswith("garrison")} == {
        ("garrison-poland", "mozyr"), ("garrison-russia", "gomel"),
    }  # fmt: skip


def test_hands_are_shown_to_their_players_and_counted_by_all():
    game = at(FRONT)
    own, enemy = seen(game, "poland"), seen(game, "russia")
    assert [c.face for c in own.cards if c.seat == "poland"] == ["P-1", "P-43"]
    assert [c.face for c in enemy.cards if c.seat == "poland"] == [None, None]
    assert [seat.hand_count for seat in enemy.seats] == [2, 1]
    game.s.peeked[1][0] = 1 << card_number("P-43")
    assert [c.face for c in seen(game, "russia").cards if c.zone == "known"] == ["P-43"]


def test_piles_and_boxes():
    view = seen(start("kiev"), "poland")
    piles = {pile.id: pile.count for pile in view.piles}
    assert piles["deck-poland"] + next(s.hand_count for s in view.seats if s.id == "poland") == 55
    boxes = {box.id: box for box in view.boxes}
    assert "pool-poland" in boxes
    assert all(p.face for p in boxes["pool-russia"].pieces), "the pool is open"
    arrivals = [box for id, box in boxes.items() if id.startswith("turn-")]
    assert sum(len(box.pieces) for box in arrivals) == 10
    soviet = next(box for box in arrivals if "Elizavetgrad" in box.title)
    assert {p.face for p in soviet.pieces} == {"R-4K", "R-6K", "R-11K", "R-14K", "R-Budyonny"}, "so is the track"


@rule("7.41")
def test_a_battle_is_laid_out_beside_the_map():
    game = at(FRONT)
    game.s.fight = Fight(
        area("Zhlobin"),
        RUSSIA,
        [1 << piece(game, "P-14"), 1 << piece(game, "R-21")],
        [area("Rohachev")],
        fortified=True,
    )
    panel = seen(game, "poland").panel
    assert panel.title == "Battle of Zhlobin"
    assert [column.side for column in panel.columns] == ["russia", "poland"]
    assert panel.columns[1].pieces == [piece_name(piece(game, "P-14"))]
    assert "fortification" in [term.label for term in panel.columns[1].terms]
    game.s.fight.revealed, game.s.fight.winner = True, POLAND
    game.s.fight.value = [5, 3]
    game.s.shown = sum(game.s.fight.engaged)
    panel = seen(game, "russia").panel
    assert panel.result == "Polish victory"
    assert ("blocks", "+4", "7.41.3b") in [(t.label, t.value, t.rule) for t in panel.columns[1].terms]
    assert ("Combat Value", "3") in [(term.label, term.value) for term in panel.columns[0].terms]


@rule("1.1c")
def test_a_block_that_crossed_the_line_is_marked():
    game = at('scenario = "campaign"\nblocks.P-14 = "Deblin 4 from Siedlce"')
    assert "crossed" in block(seen(game, "poland"), game, "P-14").marks


def test_the_catalog():
    found = TITLE.catalog()
    assert len(found.spaces) == 108
    assert len(found.links) == 229
    assert {face.id for face in found.counters} >= {"P-14", "R-10K", "order-recon"}
    assert len(found.cards) == 110
    assert found.crowding == "spread"
    assert [chart.id for chart in found.charts] == ["combat", "orders", "cities"]


def test_names_lead_back():
    for number in (0, 55, 56, 109, 1003):
        assert piece_number(piece_name(number)) == number
    for card in (0, 54, 55, 109):
        assert card_number(card_name(card)) == card
    for a in M.areas:
        assert TITLE.arg_of("space", TITLE.name_of("space", a)) == a
    for wrong in ("p0", "p57", "r55", "x1", "p", "order-", "p١"):
        with pytest.raises(ValueError, match="there is no piece"):
            piece_number(wrong)
    with pytest.raises(ValueError, match="there is no card"):
        card_number("P-56")


@pytest.mark.parametrize("kind", ["control", "polish-supply", "soviet-supply", "fronts"])
def test_overlays(kind):
    found = at(FRONT).seat("poland").overlay(kind)
    assert found.layers
    assert found.rule in TITLE.checklist


@rule("7.31a")
def test_the_reach_of_a_block_is_painted_by_what_is_known_of_it():
    game = at('garrisons.poland = "Bobruisk"\nblocks.P-14 = "Charyshi 4"\nblocks.R-21 = "Rohachev 3"')
    own = game.seat("poland").overlay("reach", piece(game, "P-14"))
    assert "bobruisk" in own.layers["move"]
    assert "slutsk" in own.layers["march"]
    enemy = game.seat("poland").overlay("reach", piece(game, "R-21"))
    assert "zhlobin" in enemy.layers["move"], "an unseen block might ride"
    assert "kalenkovichi" in enemy.layers["move"]
    with pytest.raises(KeyError):
        game.seat("poland").overlay("weather")


# -- refusals ---------------------------------------------------------------------------------------------------


def test_why_an_area_takes_no_order():
    game = at('blocks.P-14 = "Slutsk 4"\nblocks.R-21 = "Rohachev 3"\ngarrisons.poland = "Bobruisk"')
    play(game, "russia", "poland")
    seat = game.seat("poland")
    assert seat.why_not("space", area("Slutsk")) is None
    assert seat.why_not("space", area("Gomel")).rule == "7.2k"
    assert seat.why_not("space", area("Warsaw")).rule == "4.0a"
    assert "enemy" in seat.why_not("piece", piece(game, "R-21")).why
    assert "waits for Poland" in game.seat("russia").why_not("space", area("Gomel")).why


@rule("7.2aj", "5.0b")
def test_a_refused_order_says_why():
    game = at('blocks.P-14 = "Slutsk 4"\nblocks.R-21 = "Rohachev 3"')
    play(game, "russia", "poland")
    with pytest.raises(IllegalAction, match=r"\[7\.2aj\] No block that is not needed for another order could"):
        game.play("poland", Action("defend", area("Gomel")))


def test_a_pass_warns_that_orders_are_lost():
    game = at('blocks.P-14 = "Slutsk 4"\nblocks.R-21 = "Rohachev 3"')
    play(game, "russia", "poland")
    options = {option.verb: option for option in seen(game, "poland").decision.options}
    assert "[7.2ai]" in options["pass"].warn


# -- pictures ---------------------------------------------------------------------------------------------------


def test_the_picture_shows_blocks_in_areas_and_on_links_as_the_seat_sees_them():
    game = at(FRONT)
    picture = TITLE.board(seen(game, "poland"))
    assert 'href="#counter-P-14"' in picture
    assert 'href="#back-block-russia"' in picture
    assert 'href="#counter-R-21"' not in picture
    assert 'href="#counter-order-move-out"' in picture
    other = TITLE.board(seen(game, "russia"))
    assert 'href="#back-order-poland"' in other
    assert 'href="#counter-R-21"' in other


@rule("3.4a", "3.4b", "3.4c", "3.4e")
def test_a_card_tells_its_uses():
    face = next(card for card in TITLE.catalog().cards if card.id == "P-1")
    assert [(use.label, use.value) for use in face.uses] == [("Orders", "+3"), ("Cubes", "1 white"), ("Combat", "0")]
    assert all(use.rule in TITLE.checklist for card in TITLE.catalog().cards for use in card.uses)


# -- prompts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "players"), [("zhlobin", "2"), ("vistula", "4")])
def test_prompts_are_whole_sentences(scenario, players):
    for n, game in enumerate(random_game(scenario, 5, players=players)):
        if game.over or n > 400:
            break
        for seat in game.decisions:
            words = game.seat(seat).prompt()
            assert words[0].isupper(), words
            assert words[-1] in ".?!…", words
            assert not set("{}_") & set(words), words


@rule("7.2b")
def test_a_prompt_names_what_it_is_about():
    game = at('blocks.P-14 = "Slutsk 4"\nblocks.R-21 = "Rohachev 3"')
    assert game.seat("russia").prompt() == (
        "You have the initiative on the northern front: who places the first order?"
    )  # fmt: skip
    play(game, "russia", "poland")
    assert game.seat("poland").prompt() == "Place order 1 of 2 in the north, face down. One of them must be a Recon."


@pytest.mark.parametrize(("left", "cubes", "areas"), [(1, "1 cube", "1 area"), (2, "2 cubes", "2 areas")])
def test_one_of_something_is_told_in_the_singular(left, cubes, areas):
    home = 'scenario = "campaign"\ngarrisons.poland = "Warsaw"\n'
    game = running(home + 'blocks.P-14 = "Warsaw 1"', VolunteerArmy(card=10, command=0, left=left))
    assert game.seat("poland").prompt() == f"Volunteers for Warsaw: {cubes} left."
    game = at(home + 'garrisons.russia = "Smolensk"\nblocks.R-10K = "Polotsk 3"')
    rider = piece(game, "R-10K")
    game.stack.append(AfterMoves(command=2, piece=rider, start=area("Polotsk"), left=left, at="ride"))
    assert game.run().seat("russia").prompt() == f"Where does it ride? {areas} left."
    alone = at('blocks.P-14 = "Zhlobin 3"\nblocks.P-6 = "Zhlobin 1"').s
    alone.sp[alone.unit.index(M.unit("P-6"))] = left
    bar = weaker(alone, [alone.unit.index(M.unit(key)) for key in ("P-14", "P-6")], "7.41.5a")
    words = bar.refusal(alone.unit.index(M.unit("P-6"))).why
    assert words == f"It has {left} strength point{'s'[: left > 1]}; the strongest, with 3, loses first."


@rule("10.2c")
def test_counters_that_are_put_aside_are_called_by_their_names():
    text = 'scenario = "campaign"\noptions.players = "4"\noptions.supreme = "south"\nblocks.P-14 = "Lwow 4"'
    game = running(text, Reservation(side=POLAND))
    keep = next(o for o in seen(game, "poland-south").decision.options if o.verb == "keep")
    assert keep.kind == "number"
    assert "Rail Transport" in keep.words
    assert len(keep.words) == len(keep.args)


@rule("7.7b")
def test_supply_is_painted_by_how_far_it_reaches():
    layers = at('garrisons.poland = "Bobruisk; Mozyr"').seat("poland").overlay("polish-supply").layers
    assert set(layers) == {"depot", "infantry", "cavalry-only"}
    assert {"bobruisk", "mozyr"} <= set(layers["depot"])
    assert "charyshi" in layers["infantry"]
    painted = [area for spaces in layers.values() for area in spaces]
    assert len(painted) == len(set(painted)), "no area twice"


@rule("7.34a", "7.3n")
def test_marks_and_arrows_of_a_phase_are_gone_when_blocks_are_reinforced():
    game = at(FRONT + 'step = "moves"')
    view = seen(game, "poland")
    assert view.arrows
    assert "executed" in block(view, game, "R-21").marks
    game.s.step = Stage.REINFORCEMENT
    view = seen(game, "poland")
    assert not view.arrows
    assert "executed" not in block(view, game, "R-21").marks


# -- a battle that is over --------------------------------------------------------------------------------------

STORM = """
    blocks.P-14 = "Zhlobin 4"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-10 = "Zhlobin 4 from Gomel"
"""


@rule("7.41", "7.41.3b", "7.41.5a", "7.34c")
def test_a_battle_stays_laid_out_when_it_is_over_for_everybody_alike():
    game = battle(STORM, "R-41", "P-1")
    while not game.over and game.s.fight is not None:
        decision = asked(game)
        option = next(o for o in decision.options if o.verb in ("pass", "stay") or o.kind in ("piece", "space"))
        game.play(decision.seat, Action(option.verb, option.args[0]))
    panels = [seen(game, seat).panel for seat in ("poland", "russia", "")]
    assert panels[0] == panels[1] == panels[2]
    panel = panels[0]
    assert (panel.title, panel.result) == ("The battle of Zhlobin", "Soviet victory")
    attack, defence = ([(term.label, term.value) for term in column.terms] for column in panel.columns)
    strong = M.cards[card_number("R-41")].combat
    assert ("Combat Value", str(7 + strong)) in attack
    assert ("flank attacks", "-2") in defence
    lost = game.s.report.taken[POLAND]
    assert ("14th Infantry Division", f"4 → {4 - lost}") in defence
    assert [card.face for card in panel.columns[0].cards] == ["R-41"]
    assert all(stage.state == "done" for stage in panel.stages)
    terms = [term for column in panel.columns for term in column.terms]
    assert all(term.rule in TITLE.checklist for term in terms)


@rule("7.0")
def test_a_new_phase_clears_the_last_battle_away():
    game = battle(STORM, "R-41", "P-1")
    assert game.s.report is not None
    begin_phase(game.s)
    assert seen(at(FRONT), "poland").panel is None
    assert game.s.report is None


@rule("9.0g")
def test_what_sikorski_may_do_at_any_time_lies_beside_what_is_asked():
    game = at(
        'scenario = "vistula"\nblocks.P-Sikorski = "Warsaw 1"\nblocks.P-14 = "Warsaw 4"\nblocks.R-21 = "Bialystok 3"'
    )
    seats = [seat for seat in ("poland", "russia") if seen(game, seat).decision is not None]
    assert "poland" in seats
    options = {option.verb: option for option in seen(game, "poland").decision.options}
    assert options["sikorski"].beside
    assert not any(option.beside for verb, option in options.items() if verb != "sikorski")
