"""7.13 Historical Events in which somebody decides something, or cards are turned up. Those that bring blocks onto the
map are in `block_events`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vistula.kernel.bars import Bar, Offer, left, only
from vistula.kernel.decision import Option, SeatId
from vistula.kernel.procedure import AGAIN, DONE, Choice, Frame, Next, choose, draw, goto, procedure, step
from vistula.kernel.state import disclose, tell

from ..changes import depart, eliminate, gain, lose, send, show, to_pool
from ..model import BLACK, COLOURS, FRONTS, POLAND, RUSSIA, WHITE, command_front, command_of, command_side, foe
from ..rules.bars import no_depot, not_at, not_enemy, out_of_play, strangers, there, uncommanded, unfed, weaker, whole
from ..rules.card_draw import out_of_hand, put_away, refill, take_from_hand
from ..rules.executors import pieces_of
from ..rules.queries import blocks_at, enemy_next_to, front_of, held_by, holder, is_leader, level, occupied, piece_of
from ..rules.seats import all_seats, commander, commander_asked, commander_seat, players_of
from ..rules.victory import score
from ..state import NONE, State
from ..witnessed import betray


def opposing(frame: Any, s: State) -> SeatId:
    """The enemy commander of the same front."""
    command = frame.command
    return commander_seat(s, command_of(foe(command_side(command)), command_front(command)))


class HistoricalEvent(Frame):
    """[7.13a] What a Historical Event begins in which somebody decides something: the card, and who has played it."""

    card: int
    command: int


def lose_outside_battle(s: State, piece: int, rule: str) -> None:
    """[4.0h] A block loses a point to an event: destroyed, it goes to the pool, which is open, and nobody scores."""
    unit, area = s.unit[piece], s.place[piece]
    if s.sp[piece] == 1:
        show(s, 1 << piece, rule)
    tell(s, rule, "event_loss", block=piece, unit=unit, area=area)
    if lose(s, piece):
        to_pool(s, piece)


# -- Polish card 2 ----------------------------------------------------------------------------------------------


def unshaken(s: State) -> Iterator[Bar]:
    """[7.13a] Areas in which nobody deserts: no Soviets are there, or the Poles lack the initiative (S62)."""
    yield out_of_play(s)
    yield only("7.13a", occupied(s, RUSSIA), there(s, "No Soviet block is at "))
    lacking = there(s, "The Poles do not hold the initiative on the front of ")
    yield Bar("7.13a", lambda area: holder(s, front_of(s, area)) != POLAND, lacking)


def not_deserting(s: State, area: int) -> Iterator[Bar]:
    """[7.13a] Soviet blocks that do not lose the next point in an area: the strongest does, a leader only when there is
    nobody else (S62)."""
    blocks = blocks_at(s, RUSSIA, area)
    men = [p for p in blocks if not is_leader(s, p)]
    yield from not_at(s, RUSSIA, area, "7.13a")
    yield Bar("7.13a", lambda p: bool(men) and is_leader(s, p), "A leader is spared while others are with him.")
    yield weaker(s, men or blocks, "7.13a")


def deserting(frame: Any, s: State) -> SeatId:
    return commander_seat(s, command_of(RUSSIA, front_of(s, frame.area)))


@procedure(who=commander_asked)
class Desertions(HistoricalEvent):
    """[7.13a, 3.4k] Polish card 2: the Soviets in an area lose as many points as the Polish initiative on its front."""

    area: int = NONE
    left: int = 0

    @choose("7.13a", prompt="In which area do the Soviets desert?", always=True)
    def where(self, s: State) -> Choice:
        return [Offer("area", "space", unshaken(s), "Desertions here")]

    @where.on("area")
    def _(self, s: State, area: int) -> None:
        self.area = area
        self.left = level(s, front_of(s, area), POLAND)
        disclose(s, "7.13a", all_seats(s), None)

    @step("7.13a")
    def another(self, s: State) -> Next:
        """Of a single block nobody is asked."""
        blocks = blocks_at(s, RUSSIA, self.area)
        if not self.left or not blocks:
            return DONE
        self.left -= 1
        if len(blocks) > 1:
            return None
        lose_outside_battle(s, blocks[0], "7.13a")
        return AGAIN

    @choose("7.13a", who=deserting, prompt="Which block loses a strength point at {area:space}?", always=True)
    def which(self, s: State) -> Choice:
        return [Offer("lose", "piece", not_deserting(s, self.area), "Loses a point")]

    @which.on("lose")
    def _(self, s: State, piece: int) -> Next:
        disclose(s, "7.13a", all_seats(s), None)
        lose_outside_battle(s, piece, "7.13a")
        return goto("another")


# -- Polish card 19 ---------------------------------------------------------------------------------------------


@procedure
class Mutiny(HistoricalEvent):
    """[7.13a] Polish card 19: a card is turned up for each Galician block; an even number removes it."""

    units: list[int] = []
    unit: int = NONE

    @step("7.13a")
    def muster(self, s: State) -> None:
        galicians = [u for u in s.m.units if s.m.nation[u] == "Galicia"]
        self.units = [u for u in galicians if s.place[piece_of(s, u)] >= 0]

    @step("7.13a", "3.4j")
    def another(self, s: State) -> Next:
        if not self.units or not refill(s, POLAND):
            return DONE
        self.unit = self.units.pop(0)
        return None

    @draw("7.13a", bag=lambda frame, s: s.deck[POLAND])
    def turn_up(self, s: State, card: int) -> Next:
        s.deck[POLAND].remove(card)
        put_away(s, card)
        even = s.m.cards[card].combat % 2 == 0
        tell(s, "7.13a", "mutiny" if even else "no_mutiny", card=card)
        disclose(s, "7.13a", all_seats(s), self.unit if even else None)
        if even:
            eliminate(s, piece_of(s, self.unit))
        return goto("another")


# -- Polish card 24 ---------------------------------------------------------------------------------------------


def off_the_border(s: State) -> Iterator[Bar]:
    """[7.13a] Blocks that are no Soviet ones near the Latvian border."""
    near = [s.m.area(name) for name in ("Polotsk", "Glubokoye", "Lepel", "Vitebsk")]
    yield not_enemy(s, POLAND)
    words = "The Latvian border is watched from Polotsk, Glubokoye, Lepel and Vitebsk."
    yield Bar("7.13a", lambda p: s.place[p] not in near, words)


@procedure(who=commander_asked)
class LatvianBorder(HistoricalEvent):
    """[7.3n] Polish card 24: a Soviet block, face unseen, executes no order in this phase."""

    @choose("7.13a", prompt="Which block watches the Latvian border?", always=True)
    def which(self, s: State) -> Choice:
        return [Offer("block", "piece", off_the_border(s), "This block")]

    @which.on("block")
    def _(self, s: State, piece: int) -> None:
        s.stuck |= 1 << piece
        tell(s, "7.13a", "held_up", block=piece, area=s.place[piece])


# -- Polish card 27 ---------------------------------------------------------------------------------------------


@procedure(who=opposing)
class CurzonsNote(HistoricalEvent):
    """[7.13a] Polish card 27: the Soviet commander discards a card, or the Poles gain a victory point."""

    @choose("7.13a", prompt="A note from Lord Curzon: discard a card, or concede a victory point?")
    def answer(self, s: State) -> Choice:
        concede = Option("concede", label="Concede a victory point")
        return [Offer("discard", "card", [out_of_hand(s, self.victim(s))], "Discard"), concede]

    def victim(self, s: State) -> int:
        return commander(s, command_of(RUSSIA, command_front(self.command)))

    @answer.on("discard")
    def _(self, s: State, card: int) -> None:
        take_from_hand(s, self.victim(s), card)
        put_away(s, card)
        tell(s, "7.13a", "discards", side=RUSSIA, card=card)

    @answer.on("concede")
    def _(self, s: State, _: int) -> None:
        score(s, POLAND, 1, "7.8a")


# -- Polish card 38 ---------------------------------------------------------------------------------------------


def restless(s: State, command: int) -> Iterator[Bar]:
    """[7.13a] Blocks of a command that cannot rest: at their maximum, out of supply, or next to an area that the enemy
    holds."""
    side = command_side(command)
    yield strangers(s, command)
    yield whole(s, "7.13a")
    yield unfed(s, side, "7.13a", pieces_of(s, command))
    close = "It has no rest: the enemy holds an area next to it."
    yield Bar("7.13a", lambda p: enemy_next_to(s, side, s.place[p]), close)


@procedure(who=commander_asked)
class RestedTroops(HistoricalEvent):
    """[7.13a] Polish card 38: two blocks behind the front gain a strength point each."""

    rested: int = 0  # pieces

    @choose("7.13a", prompt="Which block has rested?", always=True)
    def which(self, s: State) -> Choice:
        """Asked even when nobody is left, for that is nobody's business."""
        if self.rested.bit_count() == 2:
            return DONE
        again = Bar("7.13a", self.rested, "It has gained its point already.")
        able = Offer("block", "piece", [*restless(s, self.command), again], "Gains a point")
        return [able, Option("done", label="No more", publish=True)]

    @which.on("block")
    def _(self, s: State, piece: int) -> Next:
        self.rested |= 1 << piece
        gain(s, piece)
        betray(s, 1 << piece, "men")
        tell(s, "7.13a", "strengthened", block=piece, unit=s.unit[piece], area=s.place[piece])
        return AGAIN

    which.to("done")


# -- Soviet card 22 ---------------------------------------------------------------------------------------------


def not_transferable(s: State, command: int) -> Iterator[Bar]:
    """[7.13a, 10.0d] Blocks that a player cannot send to the other front: not his own, out of supply, with enemies in
    their area, or with nowhere to go."""
    held = held_by(s, POLAND)
    open_to = [left(no_far_city(s, front)) for front in range(len(FRONTS))]
    yield from uncommanded(s, commander(s, command))
    yield unfed(s, RUSSIA, "7.13a")
    yield Bar("7.13a", lambda p: held >> s.place[p] & 1, "There are enemies in its area.")
    full = "There is no Supply Depot with room on the other front."
    yield Bar("7.13a", lambda p: not open_to[front_of(s, s.place[p])], full)


def no_far_city(s: State, front: int) -> Iterator[Bar]:
    """[7.13a] Areas to which a Soviet block of a front cannot be sent: it goes to a depot with room on the other, which
    there is none in a scenario of one front."""
    yield from no_depot(s, RUSSIA)
    yield Bar("7.13a", held_by(s, POLAND), there(s, "The enemy is at "))
    yield Bar("7.13a", lambda area: front_of(s, area) == front, there(s, "", " is on its own front."))


@procedure(who=commander_asked)
class Directive(HistoricalEvent):
    """[1.1c] Soviet card 22: a block goes to the other front, and changes hands with the next phase."""

    piece: int = NONE

    @choose("7.13a", prompt="Which block goes to the other front?", always=True)
    def which(self, s: State) -> Choice:
        """In worlds that an enemy imagines nobody may be in supply."""
        block = Offer("block", "piece", not_transferable(s, self.command), "This block")
        able = Bar("7.13a", bool(block), "A block must go: say which.")
        return [block, Offer("nobody", "button", [able], "No block")]

    which.to("block", into="piece")
    which.to("nobody", DONE)

    @choose("7.13a", prompt="Where does it go?", always=True)
    def where(self, s: State) -> Choice:
        back = Option("back", label="Another block", free=True)
        front = front_of(s, s.place[self.piece])
        return [Offer("go", "space", no_far_city(s, front), "Go here"), back]

    @where.on("go")
    def _(self, s: State, area: int) -> None:
        piece, origin = depart(s, self.piece), s.place[self.piece]
        s.stuck |= 1 << piece
        send(s, [piece], area)
        tell(s, "7.13a", "transferred", block=piece, unit=s.unit[piece], area=origin, to_area=area)

    where.to("back", goto("which"))


# -- cubes ----------------------------------------------------------------------------------------------------------


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
