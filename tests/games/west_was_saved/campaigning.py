"""Situations for tests of movement and combat: markers placed, an attack declared, dice in the order they are rolled.

Most of them stand on the open ground south of Kiev, where no river and no wood is in the way:
1515 (Vinnytsia), 1614, 1615, 1616, 1714 (a city), 1715, 1814, 1815, 1914, 1915.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent

from vistula.games.west_was_saved.state import State
from vistula.kernel import Game

from .table import asked, at, play

FIRST = {"poland": (6, 1), "russia": (1, 6)}


def phase(name: str, text: str, dice: Sequence[int] = (), turn: int = 4) -> Game[State]:
    """A phase at its beginning, on turn 4 unless another is wanted."""
    return at(f'turn = {turn}\nphase = "{name}"\ndice = {list(dice)}\n{dedent(text)}')


def allocation(text: str, first: str = "poland", dice: Sequence[int] = ()) -> Game[State]:
    """The moment at which the first marker may be placed; nobody has inspected anything."""
    game = phase("movement", text, [*FIRST[first], *dice])
    if not game.over and asked(game).step == "which":
        play(game, "done")
    return game


def orders(
    text: str, poland: str = "", russia: str = "", first: str = "poland", dice: Sequence[int] = ()
) -> Game[State]:
    """The moment of the first order; `dice` are what is rolled from then on."""
    game = allocation(text, first, [*FIRST[first], *dice])
    wanted = {"poland": poland.split(), "russia": russia.split()}
    while asked(game).step == "allocate":
        mine = wanted[asked(game).seat]
        play(game, f"mark {mine.pop(0)}" if mine else "pass")
    return game


def march(game: Game[State], who: str, way: str, *after: str) -> Game[State]:
    """Order units (or "all") of the stack in hand along these hexes; what is asked after the order is answered too."""
    play(game, *(["all"] if who == "all" else [f"unit {name}" for name in who.split()]))
    return play(game, *(f"step {hex}" for hex in way.split()), "order", *after)


def combat(text: str, first: str = "russia", dice: Sequence[int] = (), turn: int = 4) -> Game[State]:
    """The moment of the first attack; nobody has avoided combat. `dice` come after those of the initiative."""
    game = phase("combat", text, [*FIRST[first], *dice], turn)
    while not game.over and asked(game).step == "which":
        play(game, "pass")
    return game


def attack(game: Game[State], hex: str, *after: str) -> Game[State]:
    """Attack with the stack in this hex, alone."""
    return play(game, f"attack {hex}", "alone", *after)
