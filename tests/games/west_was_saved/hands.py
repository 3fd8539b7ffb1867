"""Situations with event cards: which cards both players hold and draw, and which they lay."""

from __future__ import annotations

from vistula.games.west_was_saved.cards.cardfile import CARDS
from vistula.games.west_was_saved.model import POLAND, RUSSIA
from vistula.games.west_was_saved.rules.resources import resource_points
from vistula.games.west_was_saved.rules.strength import Fight, attack_lines, declarable, defence_lines
from vistula.games.west_was_saved.state import State
from vistula.kernel import Game
from vistula.parts.odds import total

from .table import M, asks, at, play, units

SOMETHING = "units.P-8 = 'Warsaw'\nunits.R-4 = 'Smolensk'\n"


def dealt(
    text: str = SOMETHING, *, turn: int = 2, poland: tuple[int, ...] = (3, 5), russia: tuple[int, ...] = (9, 12)
) -> Game[State]:
    """The events phase of a turn: the card kept and the card drawn by each player."""
    lead = M.lead[turn]
    first, second = (poland, russia) if lead == POLAND else (russia, poland)
    deck = [card for card in range(1, CARDS + 1) if card not in (*poland[:-1], *russia[:-1])]
    dice = [deck.index(first[-1]) + 1]
    deck.remove(first[-1])
    dice.append(deck.index(second[-1]) + 1)
    return at(
        f'turn = {turn}\nphase = "events"\ndice = {dice}\n'
        f"hands.poland = {list(poland[:-1])}\nhands.russia = {list(russia[:-1])}\n{text}"
    )


def laid(text: str = SOMETHING, *, poland: int = 0, russia: int = 0, turn: int = 2) -> Game[State]:
    """The events phase of a turn in which these cards are laid; a side without one lays 25 or 26.

    Stops at the first question that the cards ask, or after the phase.
    """
    mine, theirs = poland or (25 if russia != 25 else 26), russia or (25 if poland not in (0, 25) else 26)
    spare = [card for card in (37, 38, 39) if card not in (mine, theirs)]
    game = dealt(text, turn=turn, poland=(spare[0], mine), russia=(spare[1], theirs))
    while not game.over and asks(game).endswith(": card") and game.s.laid.count(0) and _holds_two(game):
        side = RUSSIA if asks(game).startswith("russia") else POLAND
        play(game, f"lay {theirs if side == RUSSIA else mine}")
    return game


def _holds_two(game: Game[State]) -> bool:
    return any(len(hand) == 2 for hand in game.s.hands)


# -- what cards give ----------------------------------------------------------------------------------------------


def gained(game: Game[State], side: int) -> int:
    """What the cards of the turn add to a side's resource points."""
    return resource_points(game.s, side)


def fight(game: Game[State], attackers: str, defenders: str) -> Fight:
    """A fight between stacks of a position."""
    mine, theirs = units(attackers), units(defenders)
    side = M.side[mine[0]]
    return Fight(side, game.s.place[mine[0]], game.s.place[theirs[0]], mine, theirs)


def card_bonus(game: Game[State], attackers: str, defenders: str) -> tuple[int, int]:
    """What cards add to the attack and to the defence, without anybody declaring anything."""
    plain = game.s.copy()
    plain.laid = [0, 0]
    one = fight(game, attackers, defenders)
    before = total(attack_lines(plain, one)), total(defence_lines(plain, one))
    after = total(attack_lines(game.s, one)), total(defence_lines(game.s, one))
    return after[0] - before[0], after[1] - before[1]


def may_declare(game: Game[State], attackers: str, defenders: str, *, attacking: bool) -> int:
    """What a side may declare for a combat; 0 where it may declare nothing."""
    term = declarable(game.s, fight(game, attackers, defenders), attacking)
    return term.value if term else 0
