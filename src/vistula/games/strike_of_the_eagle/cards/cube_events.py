"""7.13 Historical Events about cubes in which somebody chooses among them."""

from __future__ import annotations

from vistula.games.strike_of_the_eagle.cards.odd_events import opposing
from vistula.games.strike_of_the_eagle.model import (
    BLACK,
    FRONTS,
    GREEN,
    NORTH,
    POLAND,
    RUSSIA,
    SOUTH,
    WHITE,
    command_front,
    command_of,
)
from vistula.games.strike_of_the_eagle.rules.queries import commander, players_of
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.state import State
from vistula.kernel import AGAIN, DONE, Choice, Frame, Next, Option, choose, procedure

_COLOURS = {"black": BLACK, "white": WHITE, "green": GREEN}
_TRAIN = (BLACK, BLACK, WHITE)


@procedure
class Shipments(Frame):
    """[7.12] Polish card 25: three cubes of any colours."""

    card: int
    command: int
    left: int = 3

    @choose("7.12", who=commander_asked, prompt="Which cube do you take? {left} are left.")
    def take(self, s: State) -> Choice:
        return [Option(name, label=f"A {name} cube") for name in _COLOURS] if self.left else DONE

    @take.on("black")
    def _(self, s: State, _: int) -> Next:
        return self.one(s, BLACK)

    @take.on("white")
    def _(self, s: State, _: int) -> Next:
        return self.one(s, WHITE)

    @take.on("green")
    def _(self, s: State, _: int) -> Next:
        return self.one(s, GREEN)

    def one(self, s: State, colour: int) -> Next:
        s.cubes[commander(s, self.command)][colour] += 1
        self.left -= 1
        return AGAIN


@procedure
class DockStrike(Frame):
    """[3.2c] Soviet card 15: the Polish commander of the front gives back two cubes."""

    card: int
    command: int
    left: int = 2

    def victim(self, s: State) -> int:
        return commander(s, command_of(POLAND, command_front(self.command)))

    @choose("7.12", who=opposing, prompt="Which cube do you give back? {left} are wanted.")
    def give(self, s: State) -> Choice:
        have = s.cubes[self.victim(s)]
        able = [Option(name, label=f"A {name} cube") for name, colour in _COLOURS.items() if have[colour]]
        return able if able and self.left else DONE

    @give.on("black")
    def _(self, s: State, _: int) -> Next:
        return self.one(s, BLACK)

    @give.on("white")
    def _(self, s: State, _: int) -> Next:
        return self.one(s, WHITE)

    @give.on("green")
    def _(self, s: State, _: int) -> Next:
        return self.one(s, GREEN)

    def one(self, s: State, colour: int) -> Next:
        s.cubes[self.victim(s)][colour] -= 1
        self.left -= 1
        return AGAIN


@procedure
class TrotskysTrain(Frame):
    """[7.12] Soviet card 7: two black cubes and a white one, each for a Soviet player."""

    card: int
    command: int
    given: int = 0

    @choose("7.12", who=commander_asked, prompt="Who gets the next cube of the train?")
    def share(self, s: State) -> Choice:
        """Where one player commands both fronts nobody is asked."""
        if self.given == len(_TRAIN):
            return DONE
        fronts = s.scene.fronts if len(players_of(s, RUSSIA)) > 1 else s.scene.fronts[:1]
        return [Option(FRONTS[front], label=f"The commander in the {FRONTS[front]}") for front in fronts]

    @share.on("north")
    def _(self, s: State, _: int) -> Next:
        return self.one(s, NORTH)

    @share.on("south")
    def _(self, s: State, _: int) -> Next:
        return self.one(s, SOUTH)

    def one(self, s: State, front: int) -> Next:
        s.cubes[commander(s, command_of(RUSSIA, front))][_TRAIN[self.given]] += 1
        self.given += 1
        return AGAIN
