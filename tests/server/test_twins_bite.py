"""What watches over leaks finds them: every way to leak that is built into a server is heard of."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from server.house import ROOT, House
from server.leaky import LEAKS
from server.twins import POLAND, Pair, Side, interrogate, lay, pairs, watched

TRIES = 4


class Leaky(House):
    launch = ROOT / "tests/server/leaky.py"


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, dict[str, list[tuple[Pair, Side, Side]]]]]:
    """A server with twin tables for each way to leak."""
    house = Leaky(tmp_path_factory.mktemp("leaky"), "--no-limits")
    standing, moving = pairs(seed=7, count=TRIES), pairs(seed=8, count=TRIES, mover=POLAND)
    found = {leak: moving if done(leak) else standing for leak in LEAKS}
    tables = {
        leak: [(pair, *lay(house.database, pair, n, leak)) for n, pair in enumerate(found[leak])] for leak in LEAKS
    }
    with house:
        yield house, tables


def done(leak: str) -> bool:
    """Whether a leak is one of what Poland does, not of how things stand."""
    return leak in ("lines", "export")


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(laid, leak: str) -> None:  # type: ignore[no-untyped-def]
    house, tables = laid
    look = watched if done(leak) else interrogate
    told = ""
    for n, (pair, *sides) in enumerate(tables[leak]):
        try:
            look(house, tuple(sides), pair, random.Random(n))
        except AssertionError as error:
            told = str(error)
            break
    assert "can tell" in told
