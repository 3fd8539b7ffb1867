"""2.4, 2.5 What is printed on counters."""

from __future__ import annotations

import pytest

from vistula.board.hexes import members
from vistula.games.red_star_white_eagle.rules.supply import supplied
from vistula.games.red_star_white_eagle.units import KINDS

from .desk import situation
from .fields import M, P, R, u

rule = pytest.mark.rule


@rule("2.4.2e", "10.7.2")
def test_flotillas_carry_their_own_supply() -> None:  # (A71)
    ring = {"4529": "P-14", "4531": "P-4", "4431": "P-5", "4430": "P-6", "4630": "P-7", "4631": "P-8"}
    s = situation({**ring, "4530": "R-DnS R-24"})
    assert (supplied(s, u("R-DnS")), supplied(s, u("R-24"))) == (True, False)
    assert {M.key[unit] for unit in members(M.flotillas)} == {"P-Pinsk", "P-Vist", "R-DnN", "R-DnS"}


@rule("2.4.2f", "7.2.2c")
def test_replacement_counters_are_of_infantry_or_cavalry() -> None:  # (A79)
    def numbers(side: int) -> dict[str, int]:
        keys = [M.key[rc] for rc in M.rcs_of[side]]
        return {sort: sum(key[2:4] == sort for key in keys) for sort in ("I1", "I2", "C1", "C2")}

    assert numbers(P) == {"I1": 8, "I2": 4, "C1": 4, "C2": 2}
    assert numbers(R) == {"I1": 8, "I2": 6, "C1": 4, "C2": 2}
    for rc in members(M.all_rcs):
        letter, factor = M.key[rc][2], int(M.key[rc][3])
        assert (M.cavalry_rcs >> rc & 1, M.factor[rc], M.mf[rc]) == (letter == "C", factor, 9 if letter == "C" else 7)


@rule("2.4.4")
@pytest.mark.parametrize(
    ("label", "key"),
    [("W", "P-Wars"), ("P", "P-Pom"), ("K", "P-Kopa"), ("N", "P-Now"), ("S", "P-Sik"), ("B", "P-Bel"), ("J", "P-Jaw"),
     ("R", "P-Ryb"), ("1LB", "P-1LB"), ("7R", "P-7R")],
)  # fmt: skip
def test_letters_stand_for_names(label: str, key: str) -> None:
    assert M.label[u(key)] == label


@rule("2.5", "5.0b", "2.4.5")
def test_markers_are_no_units() -> None:
    assert M.pieces == 201 + 38
    assert set(M.kind) == set(range(len(KINDS)))
    assert M.squadron not in M.units_of[P]
