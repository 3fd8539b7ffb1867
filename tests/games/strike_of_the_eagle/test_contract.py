"""The contract of the kernel in the rarer seatings; `tests/kernel/test_contract.py` plays every scenario."""

from __future__ import annotations

import pytest

from kernel.contract import check_game
from soak.leanings import late_leaders

GAMES = [
    ("vistula", {"players": "3"}), ("vistula", {"players": "3", "paired": "poland"}),
    ("vistula", {"players": "4", "supreme": "south"}), ("campaign", {"players": "4", "cities": "twice"}),
]  # fmt: skip


@pytest.mark.parametrize(("scenario", "options"), GAMES)
def test_a_random_game_keeps_the_contract(registered, scenario, options):
    figures = check_game(registered, scenario, 1, options=options)
    assert figures.looked > 0


@pytest.mark.parametrize(("scenario", "seed"), [("budyonny", 1), ("budyonny", 2)])
def test_late_orders_of_leaders_keep_the_contract(registered, scenario, seed):
    """Uniform chance hardly ever marches by a leader onto blocks that have just withdrawn."""
    assert check_game(registered, scenario, seed, every=0.02, leaning=late_leaders).decisions > 0
