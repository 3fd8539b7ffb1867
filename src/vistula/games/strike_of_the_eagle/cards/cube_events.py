"""7.13 Historical Events about cubes in which somebody chooses among them."""

from __future__ import annotations

from vistula.kernel import AGAIN, DONE, Choice, Next, Option, choose, procedure

from ..model import BLACK, COLOURS, FRONTS, POLAND, RUSSIA, WHITE, command_front, command_of
from ..rules.queries import commander, players_of
from ..rules.seats import commander_asked
from ..state import State
from .odd_events import HistoricalEvent, opposing

_TRAIN = (BLACK, BLACK, WHITE)


@procedure(who=commander_asked)
class Shipments(HistoricalEvent):
    """[7.12] Polish card 25: three cubes of any colours."""

    left: int = 3

    @choose("7.12", prompt="Which cube do you take? {left} left.")
    def take(self, s: State) -> Choice:
        return [Option(name, label=f"A {name} cube") for name in COLOURS] if self.left else DONE

    @take.each(COLOURS)
    def _(self, s: State, _: int, colour: int) -> Next:
        s.cubes[commander(s, self.command)][colour] += 1
        self.left -= 1
        return AGAIN


@procedure(who=opposing)
class DockStrike(HistoricalEvent):
    """[3.2c] Soviet card 15: the Polish commander of the front gives back two cubes."""

    left: int = 2

    def have(self, s: State) -> list[int]:
        """The cubes of the Polish commander."""
        return s.cubes[commander(s, command_of(POLAND, command_front(self.command)))]

    @choose("7.12", prompt="Which cube do you give back? {left} to give.")
    def give(self, s: State) -> Choice:
        able = [Option(name, label=f"A {name} cube") for name, have in zip(COLOURS, self.have(s), strict=True) if have]
        return able if able and self.left else DONE

    @give.each(COLOURS)
    def _(self, s: State, _: int, colour: int) -> Next:
        self.have(s)[colour] -= 1
        self.left -= 1
        return AGAIN


@procedure(who=commander_asked)
class TrotskysTrain(HistoricalEvent):
    """[7.12] Soviet card 7: two black cubes and a white one, each for a Soviet player."""

    given: int = 0

    @choose("7.12", prompt="Who gets the next cube of the train?")
    def share(self, s: State) -> Choice:
        """Where one player commands both fronts nobody is asked."""
        if self.given == len(_TRAIN):
            return DONE
        fronts = s.scene.fronts if len(players_of(s, RUSSIA)) > 1 else s.scene.fronts[:1]
        return [Option(FRONTS[front], label=f"The commander in the {FRONTS[front]}") for front in fronts]

    @share.each(FRONTS)
    def _(self, s: State, _: int, front: int) -> Next:
        s.cubes[commander(s, command_of(RUSSIA, front))][_TRAIN[self.given]] += 1
        self.given += 1
        return AGAIN
