"""Approaches made of an officer and doctrines."""

from __future__ import annotations

from vistula.games.approaches import Approach, under, variants
from vistula.kernel.decision import Action


class Clerk:
    """An officer who does nothing but have doctrines."""

    def __init__(self, doctrines: tuple[str, str] = ("calm", "stern")) -> None:
        self.doctrines = doctrines


def test_another_doctrine_makes_another_officer_for_one_side_alone() -> None:
    clerk = Clerk()
    assert under(clerk, 0, "bold").doctrines == ("bold", "stern")
    assert under(clerk, 1, "bold").doctrines == ("calm", "bold")
    assert clerk.doctrines == ("calm", "stern")
    assert type(under(clerk, 1, "bold")) is Clerk


def test_his_own_doctrine_is_himself_so_that_what_he_remembers_is_kept() -> None:
    clerk = Clerk()
    assert under(clerk, 1, "stern") is clerk
    assert under(clerk, 0, "stern") is not clerk


def test_ways_are_named_by_their_doctrines_the_usual_one_first() -> None:
    clerk = Clerk()
    ways = variants(clerk, 1, {"for Minsk": "bound", "boldly": "bold"})
    assert [way.name for way in ways] == ["as usual", "for Minsk", "boldly"]
    assert ways[0].appraiser is clerk
    assert [way.appraiser.doctrines[1] for way in ways] == ["stern", "bound", "bold"]
    assert all(way.answer is None for way in ways)


def test_a_way_may_begin_with_an_answer() -> None:
    assert Approach("attack", Clerk(), Action("combat")).answer == Action("combat")
