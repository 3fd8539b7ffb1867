"""7.13 Historical Events in which somebody decides something, or cards are turned up. Those that bring blocks onto the
map are in `placings`."""

from __future__ import annotations

from typing import Any

from vistula.board.hexes import bits
from vistula.games.strike_of_the_eagle.changes import depart, eliminate, gain, lose, send, show, to_pool
from vistula.games.strike_of_the_eagle.model import (
    POLAND,
    RUSSIA,
    command_front,
    command_of,
    command_side,
    foe,
    piece_side,
)
from vistula.games.strike_of_the_eagle.rules.card_draw import put_away, refill, take_from_hand
from vistula.games.strike_of_the_eagle.rules.executors import pieces_of
from vistula.games.strike_of_the_eagle.rules.queries import (
    all_seats,
    blocks_at,
    commander,
    commander_seat,
    depots,
    enemy_next_to,
    front_of,
    held_by,
    holder,
    is_leader,
    level,
    occupied,
    out_of_supply,
    piece_of,
    room,
)
from vistula.games.strike_of_the_eagle.rules.seats import commander_asked
from vistula.games.strike_of_the_eagle.rules.victory import score
from vistula.games.strike_of_the_eagle.state import NONE, State
from vistula.games.strike_of_the_eagle.witnessed import betray
from vistula.kernel import (
    AGAIN,
    DONE,
    Choice,
    Frame,
    Next,
    Option,
    SeatId,
    choose,
    disclose,
    draw,
    goto,
    procedure,
    step,
    tell,
)


def opposing(frame: Any, s: State) -> SeatId:
    """The enemy commander of the same front."""
    command = frame.command
    return commander_seat(s, command_of(foe(command_side(command)), command_front(command)))


def lose_outside_battle(s: State, piece: int, rule: str) -> None:
    """[4.0h] A block loses a point to an event: destroyed, it goes to the pool, which is open, and nobody scores."""
    unit, area = s.unit[piece], s.place[piece]
    if s.sp[piece] == 1:
        show(s, 1 << piece, rule)
    tell(s, rule, "event_loss", block=piece, unit=unit, area=area)
    if lose(s, piece):
        to_pool(s, piece)


# -- Polish card 2 ----------------------------------------------------------------------------------------------


def shaken_areas(s: State) -> list[int]:
    """Areas with Soviet blocks on fronts where the Poles hold the initiative (S62)."""
    return [a for a in bits(occupied(s, RUSSIA)) if holder(s, front_of(s, a)) == POLAND]


def strongest(s: State, pieces: list[int]) -> list[int]:
    """The strongest of some blocks, leaders only when there is nobody else (S62)."""
    men = [p for p in pieces if not is_leader(s, p)] or pieces
    return [p for p in men if s.sp[p] == max(s.sp[q] for q in men)]


def deserting(frame: Any, s: State) -> SeatId:
    return commander_seat(s, command_of(RUSSIA, front_of(s, frame.area)))


@procedure
class Desertions(Frame):
    """[7.13a, 3.4k] Polish card 2: the Soviets in an area lose as many points as the Polish initiative on its front."""

    card: int
    command: int
    area: int = NONE
    left: int = 0

    @choose("7.13a", who=commander_asked, prompt="In which area do the Soviets desert?", always=True)
    def where(self, s: State) -> Choice:
        return [Option("area", shaken_areas(s), "space", "Desertions here")]

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
        return [Option("lose", strongest(s, blocks_at(s, RUSSIA, self.area)), "piece", "Loses a point")]

    @which.on("lose")
    def _(self, s: State, piece: int) -> Next:
        disclose(s, "7.13a", all_seats(s), None)
        lose_outside_battle(s, piece, "7.13a")
        return goto("another")


# -- Polish card 19 ---------------------------------------------------------------------------------------------


@procedure
class Mutiny(Frame):
    """[7.13a] Polish card 19: a card is turned up for each Galician block; an even number removes it."""

    card: int
    command: int
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


def border_blocks(s: State) -> list[int]:
    """Soviet blocks near the Latvian border."""
    areas = [s.m.area(name) for name in ("Polotsk", "Glubokoye", "Lepel", "Vitebsk")]
    return [p for area in areas for p in blocks_at(s, RUSSIA, area)]


@procedure
class LatvianBorder(Frame):
    """[7.3n] Polish card 24: a Soviet block, face unseen, executes no order in this phase."""

    card: int
    command: int

    @choose("7.13a", who=commander_asked, prompt="Which block watches the Latvian border?", always=True)
    def which(self, s: State) -> Choice:
        return [Option("block", border_blocks(s), "piece", "This block")]

    @which.on("block")
    def _(self, s: State, piece: int) -> None:
        s.stuck |= 1 << piece
        tell(s, "7.13a", "held_up", block=piece, area=s.place[piece])


# -- Polish card 27 ---------------------------------------------------------------------------------------------


@procedure
class CurzonsNote(Frame):
    """[7.13a] Polish card 27: the Soviet commander discards a card, or the Poles gain a victory point."""

    card: int
    command: int

    @choose("7.13a", who=opposing, prompt="A note from Lord Curzon: discard a card, or concede a victory point?")
    def answer(self, s: State) -> Choice:
        hand = s.hands[self.victim(s)]
        concede = Option("concede", label="Concede a victory point")
        return [Option("discard", hand, "card", "Discard"), concede]

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


def resting(s: State, command: int) -> list[int]:
    """Blocks of a command in supply and below their maximum, away from areas that the enemy holds."""
    own = pieces_of(s, command)
    hungry = out_of_supply(s, command_side(command), own)
    return [
        p
        for p in own
        if not is_leader(s, p)
        and s.sp[p] < s.m.max_sp[s.unit[p]]
        and not hungry >> p & 1
        and not enemy_next_to(s, command_side(command), s.place[p])
    ]


@procedure
class RestedTroops(Frame):
    """[7.13a] Polish card 38: two blocks behind the front gain a strength point each."""

    card: int
    command: int
    rested: int = 0  # pieces

    @choose("7.13a", who=commander_asked, prompt="Which block has rested?", always=True)
    def which(self, s: State) -> Choice:
        """Asked even when nobody is left, for that is nobody's business."""
        if self.rested.bit_count() == 2:
            return DONE
        able = [p for p in resting(s, self.command) if not self.rested >> p & 1]
        return [Option("block", able, "piece", "Gains a point"), Option("done", label="No more", publish=True)]

    @which.on("block")
    def _(self, s: State, piece: int) -> Next:
        self.rested |= 1 << piece
        gain(s, piece)
        betray(s, 1 << piece, "men")
        tell(s, "7.13a", "strengthened", block=piece, unit=s.unit[piece], area=s.place[piece])
        return AGAIN

    @which.on("done")
    def _(self, s: State, _: int) -> None: ...


# -- Soviet card 22 ---------------------------------------------------------------------------------------------


def transferable(s: State, command: int) -> list[int]:
    """[10.0d] Blocks of the player's own in supply, without enemies in their area."""
    player = commander(s, command)
    fronts = [front for front in s.scene.fronts if commander(s, command_of(RUSSIA, front)) == player]
    own = [p for front in fronts for p in pieces_of(s, command_of(RUSSIA, front))]
    hungry = out_of_supply(s, RUSSIA, own)
    return [p for p in own if not hungry >> p & 1 and not held_by(s, POLAND) >> s.place[p] & 1]


def far_cities(s: State, piece: int) -> list[int]:
    """Soviet key cities in supply on the other front with room; in a scenario of one front there are none."""
    if len(s.scene.fronts) < 2:
        return []
    side, front = piece_side(piece), front_of(s, s.place[piece])
    cities = depots(s, side) & ~held_by(s, foe(side))
    return [a for a in bits(cities) if front_of(s, a) != front and room(s, side, a) > 0]


@procedure
class Directive(Frame):
    """[1.1c] Soviet card 22: a block goes to the other front, and changes hands with the next phase."""

    card: int
    command: int
    piece: int = NONE

    @choose("7.13a", who=commander_asked, prompt="Which block goes to the other front?", always=True)
    def which(self, s: State) -> Choice:
        """In worlds that an enemy imagines nobody may be in supply."""
        able = [p for p in transferable(s, self.command) if far_cities(s, p)]
        return [Option("block", able, "piece", "This block")] if able else [Option("nobody", label="No block")]

    @which.on("block")
    def _(self, s: State, piece: int) -> None:
        self.piece = piece

    @which.on("nobody")
    def _(self, s: State, _: int) -> Next:
        return DONE

    @choose("7.13a", who=commander_asked, prompt="Where does it go?", always=True)
    def where(self, s: State) -> Choice:
        back = Option("back", label="Another block", free=True)
        return [Option("go", far_cities(s, self.piece), "space", "Go here"), back]

    @where.on("go")
    def _(self, s: State, area: int) -> None:
        piece, origin = depart(s, self.piece), s.place[self.piece]
        s.stuck |= 1 << piece
        send(s, [piece], area)
        tell(s, "7.13a", "transferred", block=piece, unit=s.unit[piece], area=origin, to_area=area)

    @where.on("back")
    def _(self, s: State, _: int) -> Next:
        return goto("which")
