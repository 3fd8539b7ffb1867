"""What a seat is shown of the table, and what the catalog says of it once and for all."""

from __future__ import annotations

import msgspec
import pytest

from vistula.board.hexes import members
from vistula.kernel import ONLOOKER

from .situations import game_at, random_game
from .table import TITLE, M, asked, at, play, roll, russians_attack, russians_move


def pieces(view):
    return {piece.key: piece for piece in view.pieces}


def tracks(view):
    return {track.id: track for track in view.tracks}


def boxes(view):
    return {box.id: [piece.key for piece in box.pieces] for box in view.boxes}


def marks(view, kind):
    return {mark.space for mark in view.marks if mark.kind == kind}


def see(game, who="poland"):
    return game.seat(who).view()


# -- counters ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("6.3a", "6.3b")
def test_a_covered_counter_is_called_by_where_it_lies():
    game = TITLE.start("quick")
    mine, theirs = pieces(see(game, "poland")), pieces(see(game, "russia"))
    assert mine["P-PL3"].space == "0921"
    assert mine["P-PL3"].slot == 0
    assert mine["P-PL2cav"].slot == 1
    assert "P-PL3" not in theirs
    hidden = theirs["0921.0"]
    assert hidden.face is None
    assert (hidden.side, hidden.nation, hidden.space, hidden.slot) == ("poland", "pol", "0921", 0)
    assert theirs["P-PL2cav"].face == "P-PL2cav"
    assert len(mine) == len(theirs)


@pytest.mark.rule("6.3c", "2.2.8a")
def test_a_disrupted_polish_counter_shows_no_face():
    game = russians_move(
        "units.P-1U = { hex = '0615', disrupted = true }\nunits.R-4 = { hex = '2832', disrupted = true }"
    )
    theirs, mine = pieces(see(game, "russia")), pieces(see(game, "poland"))
    assert theirs["0615.0"].face is None
    assert theirs["0615.0"].marks == ["disrupted"]
    assert theirs["0615.0"].nation == "ukr"
    assert mine["P-1U"].marks == ["disrupted"]
    assert mine["R-4"].face == "R-4"
    assert mine["R-4"].marks == ["disrupted"]


def test_marks_on_counters():
    game = russians_move("units.R-4 = { hex = '0332', moved = true }\nunits.R-27 = { hex = '0334', isolated = true }")
    assert pieces(see(game))["R-4"].marks == ["moved"]
    assert pieces(see(game))["R-27"].marks == ["isolated"]
    play(game, "unit R-27")
    assert "moving" in pieces(see(game, "russia"))["R-27"].marks


def test_stacks_lie_from_bottom_to_top():
    view = see(TITLE.start("quick"))
    for space in {piece.space for piece in view.pieces}:
        slots = [piece.slot for piece in view.pieces if piece.space == space]
        assert slots == list(range(len(slots)))


# -- markers ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("3.4b", "3.4c", "3.4d")
def test_control_markers_stand_on_all_that_the_russians_hold_and_on_what_was_retaken():
    east = {M.grid.number(place.hex) for place in M.board.places if place.owner == "russia"}
    assert {"0931", "2832", "0826", "1627"} <= east  # Kiev, Smolensk, Zhitomir, Mozyr
    start = see(TITLE.start("quick"))
    assert marks(start, "control-russia") == east
    assert not marks(start, "control-poland")
    game = at("""
        turn = 5
        control.russia = ["Brest", "Tarnopol", "1812", "1501"]
        control.poland = ["Zhitomir"]
        control.retaken = ["Siedlce"]
        units.R-4 = "Grodno"
        units.R-27 = "1915"
    """)
    view = see(game)
    assert marks(view, "control-russia") == east - {"0826"} | {"1614", "0519", "2215", "1501"}  # not the plain 1812
    assert marks(view, "control-poland") == {"0826", "1611"}


@pytest.mark.rule("3.1b", "3.1c", "3.1d")
def test_uncovered_hexes_are_marked_while_the_poles_deploy():
    game = game_at('scenario = "free"\nside = "poland"\nphase = "deployment"')
    bare = {M.grid.number(hex) for line in M.frontline for hex in members(line)}
    assert marks(see(game), "uncovered") == bare
    assert not marks(see(game, "russia"), "uncovered")
    play(game, "fill")
    assert not marks(see(game), "uncovered")


@pytest.mark.rule("11.5d")
def test_the_target_and_the_arrows_of_an_attack():
    game = russians_attack("units.R-4 = '0331'\nunits.R-11 = '0430'\nunits.P-8 = '0330'")
    play(game, "attack 0330", "unit R-4", "unit R-11")
    view = see(game, "russia")
    assert marks(view, "target") == {"0330"}
    assert [arrow.spaces for arrow in view.arrows] == [["0331", "0330"], ["0430", "0330"]]
    assert pieces(view)["R-4"].marks == ["attacking"]
    assert not marks(see(game, "poland"), "target")


# -- tracks and boxes -------------------------------------------------------------------------------------------


@pytest.mark.rule("3.3a")
def test_the_tracks_at_the_start():
    found = tracks(see(TITLE.start("quick")))
    assert found["turn"].value == 1
    assert "July 1920" in found["turn"].flag
    assert (found["west"].value, found["southwest"].value) == (12, 8)
    assert (found["vp-poland"].value, found["vp-russia"].value) == (0, 0)
    assert found["counterattack"].flag == "not chosen yet"
    assert "operation-1" not in found


@pytest.mark.rule("8.3.1d", "8.1a", "8.1b", "5.5a")
def test_supply_and_the_russian_phase_record():
    game = at("""
        turn = 5
        phase = "combat"
        operations = ["movement"]
        supply = [["supplied", "out"]]
        tracks.west = 4
        tracks.west_supplied = false
        tracks.southwest_resupplied = 4
    """)
    found = tracks(see(game))
    assert found["west"].value == 4
    assert found["west"].flag == "out of supply"
    assert found["southwest"].flag == "resupplied on turn 4, supplied"
    assert found["operation-1"].flag == "movement: W supplied, SW out"
    assert found["operation-2"].flag == "combat: W out, SW supplied"
    assert found["operation-2"].rule == "5.5a"


@pytest.mark.rule("5.4c", "5.4a", "5.4b", "5.1d")
def test_the_polish_phase_record():
    game = at("""
        turn = 7
        side = "poland"
        phase = "movement"
        operations = ["movement", "combat"]
    """)
    found = tracks(see(game))
    assert found["operation-1"].flag == "movement, full allowance"
    assert found["operation-2"].flag.startswith("combat")
    assert found["operation-3"].flag == "movement, half allowance"
    assert found["operation"].value == 3
    assert found["operation"].high == 3
    assert {found[f"operation-{n}"].rule for n in (1, 2, 3)} == {"5.4c"}


@pytest.mark.rule("5.1c")
def test_how_many_operations_the_poles_have_is_no_secret_given_away():
    game = at("""
        turn = 4
        side = "poland"
        tracks.counterattack = 5
    """)
    assert tracks(see(game, "poland"))["operation"].high == 2
    assert tracks(see(game, "russia"))["operation"].high == 2


@pytest.mark.rule("4.1.5a", "4.1.7a", "4.1.7b")
def test_points_entered_and_points_if_it_ended_now():
    game = at("""
        turn = 6
        tracks.resupply_vp = 3
        tracks.counterattack = 5
        units.P-PL1 = "eliminated"
        units.R-10cav = "eliminated"
        units.R-4 = "surrendered"
    """)
    found = tracks(see(game))
    assert found["vp-poland"].value == 3
    assert found["vp-russia"].value == 0
    cities = M.points.warsaw_polish
    cities += sum(M.points.major for h in members(M.major & M.polish_start) if h != M.warsaw)
    cities += sum(M.points.city for _ in members(M.city & M.polish_start))
    assert found["now-poland"].value == cities + 3 + 1 + 1 - 4
    assert found["now-poland"].value == TITLE.result(game.s).score["poland"]
    assert found["now-russia"].value == TITLE.result(game.s).score["russia"]


@pytest.mark.rule("3.0a", "9.2a", "2.2.9a")
def test_boxes_beside_the_map():
    game = at("""
        turn = 4
        units.P-8cav = "box 4"
        units.P-2K = "box 4"
        units.P-8 = "box 9"
        units.R-8 = "eliminated"
        units.R-11 = "overstacked"
        units.R-33 = "surrendered"
        units.R-27 = "interned"
    """)
    found = boxes(see(game))
    assert found["turn-4"] == ["P-8cav", "P-2K"]
    assert found["turn-9"] == ["P-8"]
    assert set(found["eliminated-russia"]) == {"R-8", "R-11"}
    assert found["surrendered-russia"] == ["R-33"]
    assert found["interned-russia"] == ["R-27"]
    assert "eliminated-poland" not in found


def test_the_tray_while_deploying():
    game = game_at('scenario = "free"\nside = "poland"\nphase = "deployment"')
    assert len(boxes(see(game))["tray-poland"]) == 32
    play(game, "pick P-8")
    picked = next(box for box in see(game).boxes if box.id == "tray-poland")
    assert [piece.key for piece in picked.pieces if "selected" in piece.marks] == ["P-8"]
    play(game, "place 3023")
    assert "P-8" not in boxes(see(game))["tray-poland"]


# -- phase and battle -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words", "rule"),
    [
        ('turn = 3\nphase = "movement"', "Russian player turn, operation 1: movement phase", "10.1a"),
        ('turn = 3\nside = "poland"\nphase = "combat"', "Polish player turn, operation 1: combat phase", "11.0a"),
        ("turn = 3", "Russian player turn, operation 1: choice of operation", "5.2a"),
        ('turn = 3\nphase = "resupply"\ntracks.west = 2', "Russian player turn: resupply", "8.3a"),
        ('turn = 3\nside = "poland"\nphase = "reinforcement"', "Polish player turn: reinforcement and reorg", "9.0a"),
        ('scenario = "free"\nside = "poland"\nphase = "deployment"', "Polish deployment", "3.1b"),
        ('scenario = "free"\nside = "russia"\nphase = "deployment"', "Russian deployment", "3.2a"),
    ],
)
def test_the_phase_in_words(text, words, rule):
    view = see(game_at(text))
    assert view.phase.startswith(words)
    assert view.phase_rule == rule


def test_who_is_on_move():
    view = see(TITLE.start("quick"))
    assert [(seat.id, seat.on_move) for seat in view.seats] == [("poland", False), ("russia", True)]
    assert view.waiting[0].seat == "russia"
    assert view.decision is None
    assert see(TITLE.start("quick"), "russia").decision is not None


@pytest.mark.rule("11.5d", "6.3b")
def test_the_battle_is_laid_out():
    game = russians_attack("units.R-4 = '0331'\nunits.R-11 = '0331'\nunits.P-8 = '0330'\nunits.P-10 = '0330'")
    play(game, "attack 0330")
    panel = see(game, "russia").panel
    assert panel.columns[1].pieces == ["0330.0", "P-10"]
    assert panel.result == ""
    play(game, "unit R-4", "unit R-11")
    panel = see(game, "russia").panel
    assert panel.title == "Attack on 0330"
    assert panel.columns[0].pieces == ["R-4", "R-11"]
    assert panel.columns[1].terms[1].value == "4"
    assert see(game, "poland").panel is None
    roll(game, 5)
    play(game, "resolve")
    panel = see(game, "poland").panel
    assert set(panel.columns[1].pieces) == {"P-8", "P-10"}
    assert panel.result.startswith("1:1: ")
    sums = [[(term.label, term.value) for term in column.terms] for column in panel.columns]
    assert sums == [[("attack", "8"), ("die", "5"), ("odds", "1:1")], [("defence", "8")]]


@pytest.mark.rule("6.3b")
def test_units_of_a_combat_lie_open_while_it_is_resolved():
    game = russians_attack("""
        units.R-4 = "0331"
        units.R-11 = "0331"
        units.R-33 = "0331"
        units.R-27 = "0430"
        units.P-1U = "0330"
        units.P-3U = "0330"
    """)
    assert "P-1U" not in pieces(see(game, "russia"))
    roll(game, 4)
    play(game, "attack 0330", "unit R-4", "unit R-11", "unit R-33", "unit R-27", "resolve")
    assert asked(game).step == "next_unit"
    seen = pieces(see(game, "russia"))
    assert seen["P-1U"].face == "P-1U"
    assert "to-retreat" in seen["P-1U"].marks


def test_the_end_of_a_game():
    *_, game = random_game(2)
    view = see(game)
    assert view.phase == "The game is over"
    assert view.result.score == game.result.score
    assert view.result.winners == list(game.result.winners)
    total = sum(line.points for line in view.result.lines if line.side == "poland")
    assert total == game.result.score["poland"]


@pytest.mark.rule("4.2a", "5.3a")
def test_an_order_that_was_never_shown_is_not_in_the_last_score():
    game = at("""
        turn = 4
        phase = "movement"
        tracks.counterattack = 5
        units.R-4 = "1710"
        units.P-8 = "0615"
    """)
    play(game, "unit R-4", "step 1709")
    assert game.over
    assert see(game, "russia").result == see(game, "poland").result


# -- views in play ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_view_for_everyone_at_every_decision(seed):
    faces = {face.id for face in TITLE.catalog().counters}
    spaces = {space.id for space in TITLE.catalog().spaces}
    for game in random_game(seed, "free" if seed == 3 else "quick"):
        for who in ("poland", "russia", ONLOOKER):
            view = see(game, who)
            keys = [piece.key for piece in view.pieces] + [key for box in boxes(view).values() for key in box]
            assert len(keys) == len(set(keys)) == 85
            assert all(piece.face in faces for piece in view.pieces if piece.face)
            assert {piece.space for piece in view.pieces} <= spaces
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


def test_a_player_sees_no_other_players_draft():
    game = russians_move("units.R-4 = '0332'\nunits.R-27 = '0334'")
    play(game, "unit R-4", "step 0331")
    assert pieces(see(game, "russia"))["R-4"].space == "0331"
    assert pieces(see(game, "poland"))["R-4"].space == "0332"


# -- the catalog ------------------------------------------------------------------------------------------------


@pytest.mark.rule("2.1a", "2.1b")
def test_the_catalog_knows_every_hex():
    catalog = TITLE.catalog()
    by_id = {space.id: space for space in catalog.spaces}
    assert len(by_id) == len(catalog.spaces) == (M.land | M.danzig).bit_count()
    assert by_id["0615"].name == "Lwów"
    assert {"major", "rail"} <= set(by_id["0615"].features)
    assert all(0 < space.x < catalog.width and 0 < space.y < catalog.height for space in catalog.spaces)
    assert len({(space.x, space.y) for space in catalog.spaces}) == len(catalog.spaces)
    assert all(a in by_id and b in by_id for a, b in catalog.links)


@pytest.mark.rule("2.2.2a", "2.2.2b", "2.2.3a", "2.2.4a", "2.2.5a", "2.2.6a", "2.2.7a", "2.2.9a")
def test_the_catalog_knows_every_counter():
    counters = {counter.id: counter for counter in TITLE.catalog().counters}
    assert len(counters) == 85
    legion = counters["P-PL1"]
    assert (legion.label, legion.symbol, legion.size, legion.band) == ("PL 1", "infantry", "XX", "S")
    assert legion.factors == "6-4"
    assert legion.elite
    assert legion.nation == "pol"
    assert counters["P-Sib"].corner == "5"
    assert counters["R-1art"].symbol == "artillery"
    assert counters["P-1U"].nation == "ukr"


def test_the_catalog_has_the_charts():
    charts = {chart.id: chart for chart in TITLE.catalog().charts}
    assert charts["crt"].head[1:] == list(M.columns)
    assert charts["crt"].rows[3][charts["crt"].head.index("1:1")] == "EX"
    assert ["forest", "2", "× 2"] in charts["terrain"].rows
    assert charts["turns"].rows[1][3] == "1 R, 2 R"
    assert ["Warsaw", "4", "2", "4.1.1b"] in charts["points"].rows
    assert all(chart.source and chart.rule in TITLE.checklist.rules for chart in charts.values())


def test_the_board_with_and_without_a_position():
    assert TITLE.board().startswith("<svg")
    assert TITLE.board(see(TITLE.start("quick"), "russia")).startswith("<svg")


@pytest.mark.rule("4.1a")
def test_there_is_a_result_when_the_game_is_over_and_not_before():
    game = at('turn = 8\nside = "russia"\nphase = "operation"')
    assert see(game, "russia").result is None
    play(game, "stop")
    shown = see(game, "russia").result
    assert (shown.victors, shown.level, shown.rule) == (["poland"], "points", "4.1a")
    assert {line.side for line in shown.lines} == {"poland", "russia"}
    assert all(line.points for line in shown.lines)
    for side in ("poland", "russia"):
        assert sum(line.points for line in shown.lines if line.side == side) == shown.score[side]


@pytest.mark.rule("5.1c", "5.1b")
@pytest.mark.parametrize(
    ("text", "high"),
    [
        ('scenario = "free"\nside = "poland"\nphase = "deployment"', 0),
        ('scenario = "free"\nside = "russia"\nphase = "deployment"', 3),
        ('turn = 2\nside = "poland"', 1),
        ('turn = 4\nside = "poland"', 2),
        ('turn = 6\nside = "poland"', 3),
        ('turn = 1\nside = "russia"', 3),
    ],
)
def test_the_track_of_operations_is_as_long_as_the_player_turn(text, high):
    shown = see(game_at(text), "russia")
    assert next(track.high for track in shown.tracks if track.id == "operation") == high
