"""3.2 What players must choose or what happens when event cards are carried out, at once or in a later phase.

What a card merely changes in other rules is in `effects`. Choices are made at the start of the phase in which the card
acts, by the leader of the turn first (H-55). Where a card is about enemy units, its player picks a hex and the owner
the unit (H-54): nobody looks into a stack by a card.
"""

from __future__ import annotations

from collections.abc import Iterator

from vistula.board.hexes import collect
from vistula.kernel import AGAIN, DONE, Bar, Call, Choice, Frame, Next, Offer, Option, choose, goto, left, only, tell
from vistula.kernel.procedure import procedure, roll, step

from ..changes import gain, hit, remove_depot, spend
from ..model import RUSSIA
from ..rules.bars import named, off_map, placed
from ..rules.facing import Facing
from ..rules.resources import enemy_near
from ..rules.seats import acting, leader, opponent
from ..state import State, units_at
from .cardfile import (
    CavalryArmy,
    Effect,
    Feint,
    Hit,
    March,
    MarkerLimit,
    MoveCommand,
    Needs,
    Partisans,
    Partner,
    Rain,
    Rest,
    Silence,
    Stores,
    Treaty,
    Wrangel,
)
from .effects import SIDES, acting_effect, card_of, of, uses_of
from .odd import Bulak, CalledAway, CardHit, CommandTrain, Quiet, cavalry_army_hurries, no_enemy, treaty


def in_order(s: State) -> list[int]:
    """[3.1d] Both sides, the leader of the turn first."""
    lead = leader(s)
    return [lead, 1 - lead]


# -- at once ----------------------------------------------------------------------------------------------------


@procedure
class Instruction(Frame):
    """[3.2a, 3.2c] What the card that a side has laid does at once, effect by effect."""

    side: int
    done: int = 0

    @step("3.2b", "3.2c")
    def begin(self, s: State) -> Next:
        card = s.laid[self.side]
        effects = card_of(s, card).text(self.side).effects
        needs = next((effect for effect in effects if isinstance(effect, Needs)), None)
        if needs is not None and not enemy_near(s, SIDES[needs.side], needs.near, needs.enemy_within):
            s.laid[self.side] = 0
            s.discards.remove(card)
            s.deck |= 1 << card
            tell(s, "3.2b", "card_returns", card=card)
            return DONE
        s.card_uses[self.side] = uses_of(s, self.side)
        return None

    @step("3.2c")
    def next_effect(self, s: State) -> Next:
        effects = card_of(s, s.laid[self.side]).text(self.side).effects
        if self.done == len(effects):
            return DONE
        self.done += 1
        following = at_once(s, self.side, effects[self.done - 1])
        return AGAIN if following is None else Call(following, AGAIN)


def at_once(s: State, side: int, effect: Effect) -> Frame | None:
    """[3.2c] What an effect does in the Random Events Phase itself."""
    match effect:
        case Hit(phase="events", turns=(first, last)) if first <= s.turn <= last:
            return CardHit(side=side)
        case MoveCommand():
            return CommandTrain(side=side)
        case Rest():
            return Quiet(side=side)
        case Wrangel():
            return CalledAway()
        case Partner():
            return Bulak()
        case Treaty():
            treaty(s)
        case CavalryArmy():
            cavalry_army_hurries(s, effect)
    return None


# -- before depots, movement and combat -------------------------------------------------------------------------


class ByTurns(Frame):
    """[3.1d] Something that each player may do once, the leader of the turn first."""

    side: int = RUSSIA
    turns: int = 0

    def hand_over(self, s: State) -> bool:
        """The next player comes; False when both have had their turn."""
        if self.turns == len(SIDES):
            return False
        self.side = in_order(s)[self.turns]
        self.turns += 1
        return True


def guarded(s: State, side: int) -> Iterator[Bar]:
    """[3.2c] Hexes without a depot of a side, or with a combat unit of it, too."""
    yield only("3.2c", s.depots[side], placed(s, "there is no enemy depot in {}"))
    yield Bar("3.2c", s.occupied[side], placed(s, "enemy combat units guard the depot in {}"))


@procedure
class BeforeDepots(ByTurns):
    """[5.3a] Partisans: one unguarded depot is paid for at once or lost."""

    hex: int = -1

    @step("3.2c")
    def next_player(self, s: State) -> Next:
        if not self.hand_over(s):
            return DONE
        return None if of(s, Partisans, self.side) and left(guarded(s, 1 - self.side)) else AGAIN

    @choose("3.2c", who=acting, prompt="Partisans: which enemy depot?")
    def which(self, s: State) -> Choice:
        return [Offer("hex", "space", guarded(s, 1 - self.side), "This depot")]

    @which.on("hex")
    def _(self, s: State, hex: int) -> None:
        self.hex = hex
        tell(s, "3.2c", "partisans", hex=hex)

    @choose("3.2c", "5.3a", who=opponent, prompt="Partisans at {hex:space}: pay for the depot or give it up?")
    def answer(self, s: State) -> Choice:
        payable = s.rp[1 - self.side] >= acting_effect(s, Partisans, self.side).cost
        give_up = Option("give_up", label="Give the depot up")
        return [Option("pay", label="Pay for it"), give_up] if payable else [give_up]

    @answer.on("pay", goto("next_player"))
    def _(self, s: State, _: int) -> None:
        cost = acting_effect(s, Partisans, self.side).cost
        spend(s, 1 - self.side, cost)
        tell(s, "3.2c", "depot_guarded", hex=self.hex, points=cost)

    @answer.on("give_up", goto("next_player"))
    def _(self, s: State, _: int) -> None:
        remove_depot(s, 1 - self.side, self.hex, "3.2c")


@procedure
class BeforeMovement(ByTurns):
    """The choices of cards that act in the Combat Unit Movement Phase: an area, stacks in the rain, or a lost order."""

    left: int = 0

    @step("3.2c")
    def next_player(self, s: State) -> Next:
        if not self.hand_over(s):
            return DONE
        if rain := of(s, Rain, self.side):
            self.left = min(rain.stacks, s.occupied[1 - self.side].bit_count())
            return goto("rain")
        if of(s, Silence, self.side):
            return goto("silence")
        return None if of(s, MarkerLimit, self.side) else AGAIN

    @choose("3.2c", "7.1b", who=acting, prompt="On which side of the Demarcation Line are enemy markers limited?")
    def area(self, s: State) -> Choice:
        return [Option("north", label="North of the line"), Option("south", label="South of the line")]

    @area.each(("north", "south"), goto("next_player"))
    def _(self, s: State, _: int, area: int) -> None:
        s.card_choice[self.side] = area
        tell(s, "3.2c", "area_named", card=s.laid[self.side], area=area)

    @choose("3.2c", "7.4e", who=acting, prompt="Rain: which enemy stack is slowed?")
    def rain(self, s: State) -> Choice:
        if not self.left:
            return goto("next_player")
        wet = Bar("3.2c", s.card_hexes, placed(s, "it rains on {} already"))
        return [Offer("hex", "space", (no_enemy(s, self.side), wet), "Rain on this stack")]

    @rain.on("hex", AGAIN)
    def _(self, s: State, hex: int) -> None:
        s.card_hexes |= 1 << hex
        self.left -= 1
        tell(s, "3.2c", "rain", hex=hex)

    @choose("3.2c", "7.2a", who=acting, prompt="Lost orders: which enemy HQ?")
    def silence(self, s: State) -> Choice:
        others = only("3.2c", collect(s.m.commands_of[1 - self.side]), named(s, "is no enemy HQ"))
        commands = Offer("unit", "piece", (others, off_map(s)), "This HQ")
        return [commands] if commands else goto("next_player")

    @silence.on("unit", goto("next_player"))
    def _(self, s: State, unit: int) -> None:
        s.card_choice[self.side] = unit
        tell(s, "3.2c", "lost_orders", unit=unit)


def unmoved(s: State, side: int, within: int) -> Iterator[Bar]:
    """[3.2c, 1.2e] Hexes without an enemy stack that has a facing and is so near to own combat units."""
    yield no_enemy(s, side)
    far = placed(s, f"none of your combat units is within {within} hexes of {{}}")
    yield only("3.2c", s.m.within(s.occupied[side], within), far)
    guns = placed(s, "only artillery stands in {}, and it has no facing")
    yield Bar("1.2e", lambda hex: s.facing[hex] < 0, guns)


@procedure
class BeforeCombat(ByTurns):
    """[1.2e] A feint: one enemy stack is turned before combat begins."""

    @step("3.2c")
    def next_player(self, s: State) -> Next:
        if not self.hand_over(s):
            return DONE
        effect = of(s, Feint, self.side)
        return None if effect and left(unmoved(s, self.side, effect.within)) else AGAIN

    @choose("3.2c", "1.2e", who=acting, prompt="Feint: which enemy stack is turned?")
    def which(self, s: State) -> Choice:
        within = acting_effect(s, Feint, self.side).within
        return [Offer("hex", "space", unmoved(s, self.side, within), "Turn this stack")]

    @which.on("hex")
    def _(self, s: State, hex: int) -> Next:
        tell(s, "3.2c", "feint", hex=hex)
        return Call(Facing(hex=hex, side=self.side), goto("next_player"))


# -- after movement and combat ----------------------------------------------------------------------------------


@procedure
class ForcedMarch(Frame):
    """[7.4e] The die after a forced march; the marchers are those whose order is in hand."""

    side: int
    hex: int

    @roll("3.2c", "1d6")
    def die(self, s: State, dice: tuple[int, ...]) -> Next:
        tired = dice[0] >= acting_effect(s, March, self.side).hit_on
        tell(s, "3.2c", "forced_march", hex=self.hex, die=dice[0])
        return None if tired else DONE

    @choose("3.2c", "9.4c", who=acting, prompt="Which of the marchers takes the hit?", always=True)
    def unit(self, s: State) -> Choice:
        marchers = collect(units_at(s, self.side, self.hex)) & s.moving
        resting = only("3.2c", marchers, named(s, "has not made the forced march"))
        return [Offer("unit", "piece", (off_map(s), resting), "This unit takes the hit")]

    @unit.on("unit", DONE)
    def _(self, s: State, unit: int) -> None:
        hit(s, unit, "3.2c")


@procedure
class AfterCombat(Frame):
    """Captured stores give something in any case."""

    @step("3.2c")
    def least(self, s: State) -> None:
        for side in in_order(s):
            effect = of(s, Stores, side)
            if effect is not None and (owed := s.card_uses[side] - (effect.uses - effect.least)) > 0:
                gain(s, side, owed)
                s.card_uses[side] = 0
                tell(s, "3.2c", "stores", side=side, card=s.laid[side])
