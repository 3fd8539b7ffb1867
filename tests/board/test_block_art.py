"""Blocks that stand with their backs to the enemy, order tokens, and where pieces stand in an area."""

from __future__ import annotations

import re

from vistula.art.block_art import block_defs, edge_pips, order_defs
from vistula.art.counters import defs, draw_counter
from vistula.art.standing import border_distance, standing_place
from vistula.kernel.views import CounterFace, PieceView

DIVISION = CounterFace("P-14", "poland", "Poland", "14", "14th Division", "infantry", "XX", "black", "4", shape="block")
LEADER = CounterFace("R-Gai", "russia", "Russia", "Gai", "Gai", "leader", factors="1", shape="block")
RECON = CounterFace("order-recon", "", "", "Recon", "Recon", "recon", shape="order")


def used(svg: str) -> list[str]:
    return re.findall(r'href="#([\w-]+)"', svg)


def test_every_block_has_a_front_a_front_that_lies_and_a_back_by_its_side_alone() -> None:
    drawn = block_defs([DIVISION, LEADER])
    for id in ("counter-P-14", "counter-P-14-flat", "counter-R-Gai", "back-block-poland", "back-block-russia"):
        assert f'id="{id}"' in drawn
    back = drawn[drawn.index('id="back-block-poland"') :].split("</symbol>")[0]
    assert "14" not in re.sub(r'"[^"]*"', "", back), "nothing of a block can be read from its back"


def test_a_seen_block_shows_its_face_an_unseen_one_its_back_an_open_one_lies() -> None:
    piece = PieceView("p1", "poland", "block", "P-14", "minsk", strength=3)
    assert used(draw_counter(DIVISION, piece))[0] == "counter-P-14"
    lying = PieceView("p1", "poland", "block", "P-14", "minsk", strength=3, marks=["open"])
    assert used(draw_counter(DIVISION, lying)) == ["counter-P-14-flat"]
    unseen = PieceView("p1", "poland", "block", None, "minsk")
    assert used(draw_counter(None, unseen)) == ["back-block-poland"]
    order = PieceView("order-1", "russia", "order", None, "minsk")
    assert used(draw_counter(None, order)) == ["back-order-russia"]
    assert 'color="#8d1a10"' in draw_counter(RECON, PieceView("order-1", "russia", "order", "order-recon", "minsk"))


def test_strength_stands_on_the_edge_that_is_up_and_less_on_the_next() -> None:
    rows = [row.count("M") for row in re.findall(r'd="([^"]*)"', edge_pips(3, 4))]
    assert rows == [3, 2, 1, 4]
    rows = [row.count("M") for row in re.findall(r'd="([^"]*)"', edge_pips(2, 3))]
    assert rows == [2, 1, 3], "an edge without a strength is bare"
    assert [row.count("M") for row in re.findall(r'd="([^"]*)"', edge_pips(1, 1))] == [1]


def test_orders_have_a_token_of_each_kind_and_a_back_of_each_side() -> None:
    drawn = order_defs([RECON], ["poland", "russia"])
    assert all(f'id="{id}"' in drawn for id in ("counter-order-recon", "back-order-poland", "back-order-russia"))
    assert 'id="counter-order-recon"' in defs([DIVISION, RECON])


def test_pieces_stand_in_the_open_part_of_their_area_beside_the_town() -> None:
    cell = [(0.0, 0.0), (400.0, 0.0), (400.0, 300.0), (0.0, 300.0)]
    town = (30.0, 30.0)
    place = standing_place(cell, town)
    assert border_distance(cell, place) > 60
    assert (place[0] - town[0]) ** 2 + (place[1] - town[1]) ** 2 > 50**2
    assert border_distance(cell, (-5.0, 10.0)) < 0
    assert border_distance(list(reversed(cell)), (10.0, 150.0)) == 10
