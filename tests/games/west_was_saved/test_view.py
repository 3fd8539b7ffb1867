"""What a seat is shown of the table, and what the catalog says of it once and for all."""

from __future__ import annotations

import random

import msgspec
import pytest

from vistula.games.west_was_saved.model import ARTILLERY, COMMAND
from vistula.games.west_was_saved.shown.lexicon import WestLexicon
from vistula.games.west_was_saved.state import State
from vistula.kernel import ONLOOKER, Game
from vistula.kernel.views import Box, Mark, PieceView, ScoreLine, Track, View

from .campaigning import combat, orders
from .hands import dealt, laid
from .table import TITLE, M, at, hex, play, play_out, start, unit

rule = pytest.mark.rule


def see(game: Game[State], who: str = "poland") -> View:
    return game.seat(who).view()


def pieces(view: View) -> dict[str, PieceView]:
    return {piece.key: piece for piece in view.pieces}


def tracks(view: View) -> dict[str, Track]:
    return {track.id: track for track in view.tracks}


def boxes(view: View) -> dict[str, Box]:
    return {box.id: box for box in view.boxes}


def marks(view: View, kind: str) -> dict[str, Mark]:
    return {mark.space or "": mark for mark in view.marks if mark.kind == kind}


STACK = """
    units.P-8 = "Minsk"
    units.P-7 = { hex = "Minsk", top = true, weak = true }
    units.P-Art1 = "Minsk"
    units.Szeptycki = "Minsk"
    units.R-4 = "Smolensk"
    facing.Minsk = "NE"
"""


# -- counters ---------------------------------------------------------------------------------------------------


@rule("13.2a")
def test_a_covered_counter_is_called_by_where_it_lies() -> None:
    game = at(f"phase = 'restoration'\n{STACK}dummies.Minsk = 2\n")
    mine, theirs = pieces(see(game)), pieces(see(game, "russia"))
    assert {"P-8", "P-7", "P-Art1", "Szeptycki"} <= set(mine)
    assert "P-8" not in theirs
    hidden = [piece for key, piece in theirs.items() if key.startswith("1307.")]
    assert len(hidden) == 4  # two units and two blanks, all alike
    assert {(p.face, p.side, p.nation, p.kind) for p in hidden} == {(None, "poland", "pol", "counter")}
    assert theirs["P-7"].face == "P-7"
    assert theirs["Szeptycki"].kind == "leader"
    assert len(mine) == len(theirs)


@rule("1.4b", "13.2a")
def test_the_owner_sees_which_counters_are_blank() -> None:
    game = at(f"phase = 'restoration'\n{STACK}dummies.Minsk = 2\n")
    blanks = [piece for piece in see(game).pieces if piece.kind == "dummy"]
    assert [blank.space for blank in blanks] == ["1307", "1307"]
    assert tracks(see(game))["dummies"].value == M.dummies - 2
    assert not [piece for piece in see(game, "russia").pieces if piece.kind == "dummy"]


@rule("13.2a")
def test_with_full_concealment_not_even_the_top_is_seen() -> None:
    game = at(f"phase = 'restoration'\n{STACK}", fog="full")
    theirs = pieces(see(game, "russia"))
    assert "P-7" not in theirs
    assert len([key for key in theirs if key.startswith("1307.")]) == 3
    assert "Szeptycki" in theirs


@rule("1.4b", "1.2n", "13.2a")
@pytest.mark.parametrize("who", ["poland", "russia"])
def test_a_blank_among_guns_shows_no_facing(who: str) -> None:
    game = at("phase = 'restoration'\nunits.P-Art2 = 'Brest'\nunits.R-4 = 'Smolensk'\ndummies.Brest = 1\n")
    guns = [piece for piece in see(game, who).pieces if piece.space == M.grid.number(hex("Brest"))]
    assert [piece.facing for piece in guns] == [None, None]


@rule("1.2c", "1.2d", "1.2n")
def test_every_counter_shows_the_facing_of_its_stack() -> None:
    game = at(f"phase = 'restoration'\n{STACK}units.P-Art2 = 'Brest'\n")
    for who in ("poland", "russia"):
        for piece in see(game, who).pieces:
            if piece.space == "1307":
                assert piece.facing == (None if piece.kind == "leader" else 1)
    assert pieces(see(game))["P-Art2"].facing is None  # guns alone have none
    assert TITLE.catalog().facings == [0, 60, 120, 180, 240, 300]


@rule("1.2f")
def test_a_weakened_counter_lies_on_its_reverse() -> None:
    game = at(f"phase = 'restoration'\n{STACK}")
    assert "weak" in pieces(see(game, "russia"))["P-7"].marks  # it lies on top
    assert "weak" not in pieces(see(game))["P-8"].marks


def test_stacks_lie_from_bottom_to_top_and_command_units_over_them() -> None:
    game = start(2)
    for view in (see(game), see(game, "russia"), see(game, ONLOOKER)):
        for space in {piece.space for piece in view.pieces}:
            slots = sorted(piece.slot for piece in view.pieces if piece.space == space)
            assert slots == list(range(len(slots)))
        kinds = {piece.key: (piece.slot, piece.kind) for piece in view.pieces if piece.space == "1307"}
        assert kinds["Szeptycki"] == (len(kinds) - 1, "leader")


def test_an_onlooker_sees_what_lies_on_top_of_both_sides() -> None:
    game = at(f"phase = 'restoration'\n{STACK}units.R-5 = 'Smolensk'\n")
    seen = pieces(see(game, ONLOOKER))
    assert "P-8" not in seen
    assert len([key for key in seen if key.startswith("1804.")]) == 1


# -- markers, cards, tracks -------------------------------------------------------------------------------------


@rule("5.3a", "5.3b")
def test_depots_and_whether_they_are_linked() -> None:
    text = "units.P-8 = 'Warsaw'\nunits.R-4 = 'Smolensk'\ndepots.poland = ['Lublin', 'Minsk']\n"
    game = at(f"phase = 'restoration'\n{text}")
    found = marks(see(game), "depot-poland")
    assert {space: mark.label for space, mark in found.items()} == {"0611": "", "1307": "no link"}
    assert tracks(see(game))["depots-poland"].value == 3


@rule("7.1b")
def test_activation_markers_lie_open() -> None:
    text = STACK + "depots.poland = ['Minsk']\npoints.poland = 3\npoints.russia = 0\n"
    game = orders(text, poland="Minsk Minsk")
    assert marks(see(game, "russia"), "activation")["1307"].label == "2"


@rule("3.1a", "3.1c", "3.2c")
def test_hands_are_hidden_and_cards_laid_are_not() -> None:
    game = dealt(poland=(3, 5), russia=(9, 12))
    cards = [(card.zone, card.seat, card.face) for card in see(game).cards]
    assert cards == [
        ("hand", "poland", "3"),
        ("hand", "poland", "5"),
        ("hand", "russia", None),
        ("hand", "russia", None),
    ]
    assert [seat.hand_count for seat in see(game).seats] == [2, 2]
    play(game, "lay 12")
    assert ("laid", "russia", "12") in [(card.zone, card.seat, card.face) for card in see(game).cards]
    piles = {pile.id: pile for pile in see(game).piles}
    assert piles["deck"].count == 40 - 4
    assert piles["discards"].top == "12"
    for who in ("russia", ONLOOKER):
        assert {pile.id: pile.count for pile in see(game, who).piles} == {"deck": 36, "discards": 1}


@rule("3.2c")
def test_a_card_in_force_says_how_often_it_can_be_used() -> None:
    game = laid(poland=10, russia=33)
    track = tracks(see(game))["card-poland"]
    assert (track.value, track.low, track.high, track.side) == (10, 1, None, "poland")
    assert track.flag == "“Air Squadrons” (card 10), 2 left"
    assert tracks(see(game))["card-russia"].flag == "“Shells” (card 33)"


@rule("2.2c", "4.0b")
def test_tracks_count_points_and_cities() -> None:
    text = "units.P-8 = 'Warsaw'\nunits.P-7 = 'Lublin'\nunits.R-4 = 'Kiev'\npoints.poland = 7\n"
    game = at(f"turn = 4\nphase = 'restoration'\n{text}")
    found = tracks(see(game))
    assert (found["turn"].value, found["turn"].high, found["turn"].flag) == (4, 14, "6–19 Jun")
    base = M.base[0][4]
    assert (found["points-poland"].value, found["points-poland"].flag) == (7, f"base {base}, total {base}")
    assert found["now-poland"].word == found["now-russia"].word == "cities"
    assert (found["now-poland"].value, found["now-russia"].value, found["now-poland"].high) == (1, 1, 11)
    assert [term.label for term in found["now-poland"].terms] == ["Warszawa (0409)"]
    assert found["lithuania"].flag == "neutral"


@rule("12.0a", "1.3f", "13.5b")
def test_boxes_hold_what_is_not_on_the_map() -> None:
    text = """
        phase = "restoration"
        units.P-8 = "eliminated"
        units.P-7 = "interned"
        units.R-4 = { hex = "turn 9", weak = true }
        units.R-6 = "turn 20"
        units.L-1 = "card"
        units.Kork = "lost"
        units.P-6 = "Warsaw"
        units.R-5 = "Smolensk"
    """
    found = {id: [piece.key for piece in box.pieces] for id, box in boxes(see(at(text))).items()}
    assert found == {
        "turn-9": ["R-4"],
        "turn-20": ["R-6"],
        "eliminated-poland": ["P-8"],
        "interned-poland": ["P-7"],
        "lost-russia": ["Kork"],
        "card-russia": ["L-1"],
    }
    assert boxes(see(at(text)))["turn-9"].pieces[0].marks == ["weak"]
    assert boxes(see(at(text)))["turn-20"].title == "Turn 20: after the game"  # a six on the last turn


# -- phases and combat --------------------------------------------------------------------------------------------


def test_phases_are_told_in_words() -> None:
    assert see(dealt()).phase == "Random events"
    game = orders(STACK + "depots.poland = ['Minsk']\npoints.poland = 3\npoints.russia = 0\n", poland="Minsk")
    assert see(game).phase == "Combat unit movement: orders"
    assert see(game).phase_rule == "7.1e"


@rule("9.3a", "9.3h")
def test_a_combat_is_laid_out_with_its_sums_and_then_with_its_dice() -> None:
    text = """
        units.P-8 = "1307"
        units.P-7 = "1307"
        units.Szeptycki = "1307"
        units.R-4 = "1406"
        facing.1307 = "NE"
    """
    game = combat(text, first="poland", dice=(4, 2))
    assert see(game).panel is None
    play(game, "attack 1307")
    shown = see(game).panel
    assert shown is not None
    assert shown.space == "1406"
    assert [column.title for column in shown.columns] == ["Attacker", "Defender"]
    assert marks(see(game), "target")
    assert [arrow.spaces for arrow in see(game).arrows] == [["1307", "1406"]]
    play(game, "alone")
    panel = see(game, "russia").panel
    assert panel is not None
    assert [set(column.pieces) for column in panel.columns] == [{"P-8", "P-7"}, {"R-4"}]
    assert [term.value for term in panel.columns[0].terms] == ["6", "4", "10"]
    assert "attacker wins" in panel.result
    assert {key: piece.marks for key, piece in pieces(see(game)).items() if "attacking" in piece.marks}


@rule("7.1g")
def test_the_way_of_an_order_is_drawn() -> None:
    game = orders(STACK + "depots.poland = ['Minsk']\npoints.poland = 3\npoints.russia = 0\n", poland="Minsk")
    play(game, "unit P-8", "step 1306", "step 1305")
    assert [arrow.spaces for arrow in see(game).arrows] == [["1307", "1306", "1305"]]
    assert "selected" in pieces(see(game))["P-8"].marks


@rule("2.2a", "2.2b", "2.2c", "2.2d")
def test_the_end_is_told_with_every_city() -> None:
    text = "units.P-8 = 'Warsaw'\nunits.P-7 = 'Lublin'\nunits.R-4 = 'Kiev'\n"
    assert see(at(f"turn = 13\nphase = 'restoration'\n{text}")).result is None
    game = at(f"turn = 14\nphase = 'reinforcements'\n{text}")
    assert game.over
    result = see(game).result
    assert result is not None
    assert (result.winners, result.level, result.rule) == ([], "draw", "2.2d")
    assert result.lines == [  # Lublin gives no victory
        ScoreLine("poland", "Warszawa (0409)", 1, "2.2c"),
        ScoreLine("russia", "Kijów (1713)", 1, "2.2c"),
    ]


# -- the catalog --------------------------------------------------------------------------------------------------


@rule("1.2b", "1.2g", "1.2h", "1.2i")
def test_the_catalog_knows_every_counter() -> None:
    faces = {face.id: face for face in TITLE.catalog().counters}
    assert len(faces) == len(M.units)
    division = faces["P-PL3"]
    assert (division.factors, division.reverse, division.symbol) == ("4-2", "2-1", "infantry")
    assert (faces["P-41Rgt"].factors, faces["P-41Rgt"].reverse) == ("1-1", "1-1")
    assert (faces["R-Art1"].factors, faces["R-Art1"].reverse) == ("1", "0")
    assert (faces["Kork"].band, faces["Uborevich"].band, faces["Pilsudski"].band) == ("N", "S", "")
    assert faces["Budyonny"].symbol == "headquarters"
    for piece in M.units:
        front, other, weak_front, weak_other = M.cv[piece]
        printed = (f"{front}-{other}", f"{weak_front}-{weak_other}")
        if M.kind[piece] == COMMAND:
            printed = ("", "")
        elif M.kind[piece] == ARTILLERY:
            printed = (str(front), str(weak_front))
        assert (faces[M.key[piece]].factors, faces[M.key[piece]].reverse) == printed
    assert {faces[key].nation for key in ("P-8", "U-3", "R-4", "L-1")} == {"pol", "ukr", "rus", "lit"}


@rule("3.2a", "3.2d")
def test_the_catalog_knows_every_card() -> None:
    cards = {card.id: card for card in TITLE.catalog().cards}
    assert list(cards) == [str(number) for number in range(1, 41)]
    assert cards["2"].kind == "single instruction"
    assert cards["12"].text.startswith("Russia: ")
    assert "\nPoland: " in cards["12"].text
    assert cards["24"].text.startswith("Either player: In the Restoration Phase two")
    assert "Poland, “The Marshal at the Front”: " in cards["23"].text


def test_the_catalog_knows_every_hex() -> None:
    spaces = {space.id: space for space in TITLE.catalog().spaces}
    assert spaces["0409"].name == "Warszawa"
    assert {"city", "victory city", "north", "river"} <= set(spaces["0409"].features)
    assert "south" in spaces["1713"].features
    assert [chart.id for chart in TITLE.catalog().charts] == ["turns", "terrain", "modifiers", "combat"]


# -- over whole games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_views_can_be_sent_and_use_no_word_that_the_lexicon_lacks(seed: int) -> None:
    words = WestLexicon(M)
    faces = {face.id for face in TITLE.catalog().counters}
    game = start(seed)
    for n, _ in enumerate(play_out(game, random.Random(seed))):
        for decision in game.decisions.values():
            assert {(option.verb, option.kind) for option in decision.options} <= set(words.verbs)
        if n % 11:
            continue
        for who in ("poland", "russia", ONLOOKER):
            view = see(game, who)
            assert msgspec.json.decode(msgspec.json.encode(view), type=View).turn == view.turn
            assert len({piece.key for piece in view.pieces}) == len(view.pieces)
            assert {mark for piece in view.pieces for mark in piece.marks} <= set(words.marks)
            assert {piece.face for piece in view.pieces} - {None} <= faces
            assert {mark.kind for mark in view.marks} <= set(words.signs)
            assert {box.id for box in view.boxes} <= set(words.boxes)


def test_the_lexicon_always_has_the_same_numbers() -> None:
    words = WestLexicon(M)
    names = [list(words.features(game.seat(who))) for game in (start(1), dealt()) for who in ("poland", "russia")]
    assert all(each == names[0] for each in names)
    features = words.features(dealt(poland=(3, 5)).seat("poland"))
    assert features["card 5 in hand"]
    assert not features["card 9 in hand"]
    assert unit("P-8") == 0
    assert features["facing 0409"] == dealt().s.facing[hex("Warsaw")]


@rule("13.3a", "2.1a", "2.2c", "4.0b", "5.3a", "1.4b")
@pytest.mark.parametrize("at_war", [True, False])
def test_from_where_to_where_the_tracks_go(at_war: bool) -> None:
    text = 'turn = 4\nphase = "depots"\nunits.P-8 = "Warsaw"\nunits.R-4 = "Smolensk"\n'
    found = tracks(see(at(text + ("lithuania = true\n" if at_war else ""))))
    limits = {name: (track.low, track.high) for name, track in found.items()}
    assert (found["lithuania"].value, limits["lithuania"]) == (int(at_war), (0, 1))
    assert (limits["turn"], limits["dummies"]) == ((1, 14), (0, M.dummies))
    assert (limits["now-poland"], limits["now-russia"]) == ((0, 11), (0, 11))
    assert (found["now-poland"].rule, found["now-poland"].side) == ("2.2c", "poland")
    assert {limits[f"{name}-{seat}"] for name in ("points", "depots") for seat in TITLE.seats} == {(0, None)}
