"""Counters: what is printed on them can be read, what is hidden cannot."""

import re
from xml.etree import ElementTree

import pytest

from vistula.art.counters import back_id, contrast, counter_symbol, defs, draw_counter, mix, reverse_symbol, symbol_id
from vistula.art.markers import BADGES, MARKERS, badge, key, marker, marker_defs
from vistula.art.stack_art import draw_stacks
from vistula.kernel.views import CounterFace, PieceView

LEGION = CounterFace(
    "P-PL2", "poland", "POL", "PL 2", symbol="infantry", size="XX", band="N", factors="6-4", elite=True
)
VOLUNTEERS = CounterFace("P-1K", "poland", "POL", "1 K", symbol="infantry", size="XX", factors="3-4", corner="3")
SICH = CounterFace("P-6U", "poland", "UKR", "6 U", symbol="infantry", size="XX", band="S", factors="2-4")
KUBAN = CounterFace(
    "R-10Cav", "russia", "RUS", "10 Cav", symbol="cavalry", size="XX", band="W", factors="4-6", elite=True
)
GUNS = CounterFace(
    "R-1Art", "russia", "RUS", "1 Art", symbol="artillery", size="X", band="W", factors="1-4", elite=True
)
LONG = CounterFace("P-Bal", "poland", "POL", "Balakhovich and more", symbol="infantry", size="X", factors="2-4")
FACES = [LEGION, VOLUNTEERS, SICH, KUBAN, GUNS, LONG]


def texts(svg: str) -> list[str]:
    """The words of a fragment, in order."""
    root = ElementTree.fromstring(f"<svg>{svg}</svg>")
    return [element.text or "" for element in root.iter("text")]


def fragment(svg: str, id: str) -> str:
    """The element with this id, as text."""
    root = ElementTree.fromstring(f"<svg>{svg}</svg>")
    return next(ElementTree.tostring(e, encoding="unicode") for e in root.iter() if e.get("id") == id)


def piece(face: CounterFace | None = None, **fields: object) -> PieceView:
    return PieceView(key="p7", side="poland", **({"face": face.id} if face else {}), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.id)
def test_front_shows_what_is_printed(face: CounterFace) -> None:
    words = texts(counter_symbol(face))
    assert face.label in words
    assert face.factors.replace("-", "–") in words
    assert {face.size, face.band, face.corner} - {""} <= set(words)


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.id)
def test_reverse_shows_label_and_factors_to_those_who_may_know(face: CounterFace) -> None:
    assert {face.label, face.factors.replace("-", "–")} == set(texts(reverse_symbol(face)))


def test_every_symbol_has_one_id() -> None:
    ids = re.findall(r' id="([^"]+)"', defs(FACES) + marker_defs())
    assert len(ids) == len(set(ids))
    assert {symbol_id(f.id) for f in FACES} | {symbol_id(f.id) + "-reverse" for f in FACES} <= set(ids)


def test_every_symbol_that_is_used_is_defined() -> None:
    drawn = defs(FACES) + draw_counter(None, piece(nation="UKR")) + draw_counter(LEGION, piece(LEGION))
    assert set(re.findall(r'href="#([^"]+)"', drawn)) <= set(re.findall(r' id="([^"]+)"', drawn))


@pytest.mark.parametrize("marks", [[], ["disrupted"], ["disrupted", "moved"]])
@pytest.mark.parametrize("face", FACES, ids=lambda face: face.id)
def test_hidden_piece_says_nothing_of_its_face(face: CounterFace, marks: list[str]) -> None:
    hidden = PieceView(key="p7", side=face.side, nation=face.nation, marks=marks)
    drawn = draw_counter(None, hidden)
    target = back_id(face.side, face.nation, "disrupted" in marks)
    assert f'href="#{target}"' in drawn
    shown = drawn + fragment(defs(FACES), target) + fragment(defs(FACES), target.replace("back", "ground", 1))
    assert face.label not in texts(shown)
    assert face.factors not in shown
    assert face.factors.replace("-", "–") not in shown
    assert face.id not in shown


def test_hidden_pieces_of_one_nation_are_drawn_alike() -> None:
    one = draw_counter(None, PieceView(key="a", side="russia", nation="RUS"))
    other = draw_counter(None, PieceView(key="b", side="russia", nation="RUS"))
    assert one.replace('"a"', '"b"') == other


def test_disrupted_piece_shows_its_other_side() -> None:
    assert 'href="#counter-P-PL2"' in draw_counter(LEGION, piece(LEGION))
    assert 'href="#counter-P-PL2-reverse"' in draw_counter(LEGION, piece(LEGION, marks=["disrupted"]))
    assert "DISRUPTED" in texts(fragment(defs(FACES), "ground-poland-pol-disrupted"))


def test_sides_differ_without_colour() -> None:
    def shape(id: str) -> list[str]:
        return re.findall(r' d="([^"]+)"', fragment(defs(FACES), id))

    assert shape("ground-poland-pol") == shape("ground-poland-ukr")
    assert shape("ground-poland-pol") != shape("ground-russia-rus")


def test_long_label_is_set_smaller() -> None:
    sizes = dict(re.findall(r'font-size="([\d.]+)">(\D[^<]+)<', counter_symbol(LONG)))
    assert float(next(size for size, words in sizes.items() if words == LONG.label)) < 16


def test_marks_are_laid_on_a_counter() -> None:
    drawn = draw_counter(LEGION, piece(LEGION, marks=["moved", "isolated"]))
    assert 'href="#badge-moved"' in drawn
    assert 'href="#badge-isolated"' in drawn


def test_mark_without_a_picture_is_still_seen() -> None:
    assert texts(badge("starving", (0, 0))) == ["ST"]
    assert texts(marker("Polish depot", (0, 0), 40)) == ["Polish depot"]


@pytest.mark.parametrize("kind", MARKERS)
def test_marker_is_drawn_by_its_symbol(kind: str) -> None:
    assert f'href="#marker-{kind}"' in marker(kind, (10, 10), 40)
    assert f'id="marker-{kind}"' in marker_defs()


def test_kinds_are_keys_already() -> None:
    assert all(key(kind) == kind for kind in (*BADGES, *MARKERS))
    assert key("Out of supply") == "out-of-supply"


def test_odd_face_ids_make_good_symbol_ids() -> None:
    assert symbol_id("PL 2/Cav") == "counter-PL-2-Cav"


def test_chosen_counters_have_a_bright_edge() -> None:
    assert "#ffc928" in draw_counter(LEGION, piece(LEGION, marks=["selected"]))
    assert "badge" not in draw_counter(LEGION, piece(LEGION, marks=["selected"]))
    assert "#ffc928" not in draw_counter(LEGION, piece(LEGION))


def test_contrast() -> None:
    assert contrast("#ee9a1c") == "#1d1b18"
    assert contrast("#6f3f93") == "#ffffff"


def test_mix() -> None:
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
    assert mix("#102030", "#ffffff", 0) == "#102030"


# -- weakened sides, facing, leaders


HEXES = (0.0, 60.0, 120.0, 180.0, 240.0, 300.0)
DIVISION = CounterFace("W-8", "poland", "pol", "8", symbol="infantry", size="XX", factors="3-2", reverse="2-1")


def test_a_reverse_with_factors_is_the_same_unit_weakened() -> None:
    words = texts(reverse_symbol(DIVISION))
    assert {"8", "2–1", "XX"} <= set(words)
    assert "3–2" not in words
    assert "ground-poland-pol-weak" in reverse_symbol(DIVISION)
    assert "DISRUPTED" not in fragment(defs([DIVISION]), "ground-poland-pol-weak")


def test_a_weak_counter_lies_on_its_reverse_and_has_no_badge_for_it() -> None:
    drawn = draw_counter(DIVISION, piece(DIVISION, marks=["weak"]))
    assert 'href="#counter-W-8-reverse"' in drawn
    assert "badge" not in drawn


@pytest.mark.parametrize("facing", range(6))
def test_a_stripe_at_the_edge_to_which_a_counter_points(facing: int) -> None:
    drawn = draw_counter(DIVISION, piece(DIVISION, facing=facing), facings=HEXES)
    assert f"rotate({facing * 60})" in drawn
    assert 'class="facing"' in drawn


def test_no_stripe_without_facing_or_where_the_game_has_none() -> None:
    assert "facing" not in draw_counter(DIVISION, piece(DIVISION), facings=HEXES)
    assert "facing" not in draw_counter(DIVISION, piece(DIVISION, facing=2))


def test_stripes_have_the_colour_of_the_nation() -> None:
    pole = draw_counter(DIVISION, piece(DIVISION, facing=0, nation="pol"), facings=HEXES)
    russian = draw_counter(None, PieceView("x", "russia", facing=0, nation="rus"), facings=HEXES)
    assert "#d4213d" in pole
    assert "#d4213d" not in russian


def test_the_top_of_a_stack_shows_its_facing_and_leaders_stand_beside() -> None:
    pieces = [
        piece(DIVISION, space="0101", slot=0, facing=1),
        PieceView("top", "poland", space="0101", slot=1, facing=1, nation="pol"),
        PieceView("boss", "poland", "leader", space="0101", slot=2, nation="pol"),
    ]
    drawn = draw_stacks(pieces, {DIVISION.id: DIVISION}, {"0101": (100.0, 100.0)}, facings=HEXES)
    assert drawn.count('class="facing"') == 1
    assert re.findall(r'data-piece="(\w+)"', drawn) == ["p7", "top", "boss"]
    sizes = [float(size) for size in re.findall(r"scale\(([\d.]+)\)", drawn)]
    assert sizes[2] < sizes[0] == sizes[1]
