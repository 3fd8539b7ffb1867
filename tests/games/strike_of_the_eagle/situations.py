"""Situations with which several tests of Strike of the Eagle begin: a card on the table, a moment of a battle."""

from __future__ import annotations

from textwrap import dedent

from vistula.games.strike_of_the_eagle.model import POLAND, RUSSIA
from vistula.games.strike_of_the_eagle.rules.battle import Battles
from vistula.games.strike_of_the_eagle.rules.flanks import lay_out_fight
from vistula.games.strike_of_the_eagle.rules.strength import defended, fortified
from vistula.games.strike_of_the_eagle.state import Fight, Order, State
from vistula.kernel import Frame, Game

from .table import area, asked, asks, at, draws, play, running, verbs

# -- Historical Events ------------------------------------------------------------------------------------------------

CARDS_LAID = """
    scenario = "campaign"
    step = "cards"
    garrisons.poland = "Warsaw; Torun; Vilna; Minsk; Lwow"
    garrisons.russia = "Mogilev; Kiev; Vitebsk; Smolensk; Klintsy"
    initiative.north = "poland 2"
    initiative.south = "poland 1"
"""


def laid(card: str, text: str = "", front: str = "north", **options: str) -> Game[State]:
    """A card lies open before its player, who says what it is for; the others have no cards."""
    seat = "poland" if card.startswith("P") else "russia"
    hands = "" if f"hands.{seat}" in text else f'hands.{seat} = "{card} {card[0]}-44"\n'
    game = at(CARDS_LAID + text + "\n" + hands, **options)
    if front == "south":
        play(game, seat, "none")
    return play(game, seat, f"card {card}")


def event(card: str, text: str = "", front: str = "north", **options: str) -> Game[State]:
    seat = "poland" if card.startswith("P") else "russia"
    return play(laid(card, text, front, **options), seat, "event")


def no_event(card: str, text: str = "", front: str = "north") -> bool:
    """Whether the card can be used, but not for its event."""
    game = laid(card, text, front)
    return verbs(game) == {"orders", "cubes"}


def an_order(command: int, type: int, id: int = 7) -> Order:
    return Order(id, command, area("Minsk"), type)


# -- windows ----------------------------------------------------------------------------------------------------------

QUIET_FRONT = """
    scenario = "campaign"
    garrisons.poland = "Warsaw; Minsk; Lwow; Bobruisk"
    garrisons.russia = "Mogilev; Kiev; Vitebsk"
    blocks.P-14 = "Zhlobin 4"
    blocks.P-8 = "Bobruisk 3"
    blocks.R-21 = "Rohachev 3"
    blocks.R-10 = "Gomel 4"
"""
BATTLE_OF_ZHLOBIN = """
    scenario = "campaign"
    garrisons.poland = "Warsaw; Minsk; Lwow; Bobruisk; Mozyr"
    garrisons.russia = "Mogilev; Kiev; Vitebsk; Gomel"
    blocks.P-14 = "Zhlobin 4"
    blocks.P-8 = "Charyshi 3"
    blocks.P-9 = "Bobruisk 3"
    blocks.R-21 = "Zhlobin 3 from Rohachev"
    blocks.R-17 = "Zhlobin 3 from Gomel"
    blocks.R-10 = "Gomel 4"
"""


def held(text: str, *frames: Frame, base: str = QUIET_FRONT, step: str = "moves", **options: str) -> Game[State]:
    return running(f'{base}\nstep = "{step}"\n{text}', *frames, **options)


def fighting(text: str, frame: Frame, attacker: int = RUSSIA, **fields: object) -> Game[State]:
    """A battle at Zhlobin stands at one of its moments."""
    game = held(text, base=BATTLE_OF_ZHLOBIN, step="battles")
    zhlobin = area("Zhlobin")
    fight = Fight(zhlobin, attacker)
    for side in (POLAND, RUSSIA):
        fight.engaged[side] = sum(
            1 << p for p, place in enumerate(game.s.place) if place == zhlobin and (p >= 56) == side
        )
    fight.directions = [area("Rohachev"), area("Gomel")]
    for name, value in fields.items():
        setattr(fight, name, value)
    game.s.fight = fight
    game.stack.append(frame)
    return game.run()


def quiet(game: Game[State]) -> bool:
    """Nobody is asked anything."""
    return not game.decisions


# -- four players -----------------------------------------------------------------------------------------------------

FOUR_PLAYERS = """
    scenario = "campaign"
    options.players = "4"
    garrisons.poland = "Warsaw; Minsk; Rovno; Lwow"
    garrisons.russia = "Mogilev; Kiev"
    blocks.R-21 = "Mogilev 3"
"""

# -- leaders ----------------------------------------------------------------------------------------------------------

LEADERS_CAN_ACT = """
    scenario = "campaign"
    step = "moves"
    garrisons.poland = "Warsaw; Minsk; Lwow; Bobruisk; Rovno"
    garrisons.russia = "Mogilev; Vitebsk; Gomel; Elizavetgrad; Klintsy; Kiev"
"""

# -- battles ----------------------------------------------------------------------------------------------------------


def battles(text: str, **options: str) -> Game[State]:
    """All battles of a phase are fought, with empty hands if nothing else is said; then everything stands still."""
    head = 'step = "battles"\n' + ("" if "garrisons." in text else 'garrisons.poland = "Bobruisk; Mozyr"\n')
    return running(head + dedent(text), Battles(), **options)


def laid_out(text: str) -> Game[State]:
    """A battle at Zhlobin before its first card."""
    game = running('garrisons.poland = "Bobruisk; Mozyr"\n' + dedent(text))
    game.s.fight = lay_out_fight(game.s, area("Zhlobin"))
    game.s.fight.fortified = fortified(game.s, game.s.fight)
    game.s.fight.defended = defended(game.s, game.s.fight)
    return game


def fought(text: str, *cards: str, **options: str) -> Game[State]:
    """One battle with these blind cards: the attacker's, then the defender's."""
    head = 'step = "battles"\n' + ("" if "garrisons." in text else 'garrisons.poland = "Bobruisk; Mozyr"\n')
    game = running(head + dedent(text), **options)
    draws(game, *cards)
    game.stack.append(Battles())
    return game.run()


def pass_on(game: Game[State]) -> None:
    """Nobody reacts to anything."""
    while not game.over and all("pass" in d.verbs() for d in game.decisions.values()):
        seat = next(iter(game.decisions))
        play(game, str(seat), "pass")


# -- reinforcements ---------------------------------------------------------------------------------------------------


def reinforcing(text: str, **options: str) -> Game[State]:
    """The Reinforcement Phase after round 3 of the northern scenario, the Poles first."""
    head = 'scenario = "to-warsaw"\nround = 3\nphase = 5\nstep = "reinforcement"\ninitiative.north = "russia 1"\n'
    supply = "" if "garrisons" in text else 'garrisons.poland = "Warsaw; Minsk; Brest-Litovsk"\n'
    return at(head + supply + text, **options)


def to_spending(game: Game[State]) -> Game[State]:
    """Past garrisons and combining."""
    for _ in range(12):
        if asked(game).step == "spend":
            return game
        play(game, str(asked(game).seat), "done")
    raise AssertionError(asks(game))
