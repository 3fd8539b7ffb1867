"""7.41 steps 1 and 2: Battle Cards and Combat Modifier cards, and what they do to Combat Values and losses.

Cards are laid face down, the attacker's first, and revealed together; a card from the deck is seen by nobody before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from vistula.board.hexes import bits, collect
from vistula.kernel.bars import Bar, Offer, left, only
from vistula.kernel.decision import Option, SeatId
from vistula.kernel.procedure import DONE, SKIP, Choice, Frame, Next, choose, draw, goto, procedure, step, window
from vistula.kernel.state import disclose, tell

from ..changes import depart, send
from ..model import BOTH, CAVALRY, POLAND, RUSSIA, SOUTH, foe
from ..rules.bars import no_room, not_at, out_of_play, shut, there
from ..rules.card_draw import of_another_kind, out_of_hand, put_away, refill, take_from_hand
from ..rules.depots import clear_distance, depots
from ..rules.queries import controls, front_of, held_by, is_mounted, kind_of
from ..rules.seats import all_seats, fighter, fighter_asked, seat_of
from ..state import FROM_DECK, NONE, Fight, State
from .decks import Fighting

_BRIDGE_BLOWN = 35 - 1
_RAIL_SUPPLY = 3


def the_fight(s: State) -> Fight:
    assert s.fight is not None, "there is no battle"
    return s.fight


# -- what a Battle Card does ------------------------------------------------------------------------------------


def working(s: State, side: int) -> Fighting | None:
    """[7.41.1] The Battle Card of a side, if what it needs is so; otherwise it is spent for nothing."""
    card = the_fight(s).cards[side]
    if card < 0:
        return None
    found = s.m.cards[card].battle
    return found if _applies(s, side, found) else None


def _applies(s: State, side: int, card: Fighting) -> bool:
    fight = the_fight(s)
    role = "attacker" if fight.attacker == side else "defender"
    if card.role not in ("", role) or not _in_place(s, card):
        return False
    if card.units:
        there = {s.m.key[s.unit[p]] for p in bits(fight.engaged[side])}
        return len(there & set(card.units)) >= card.of_them
    return _ONLY[card.only](s, side) if card.only in _ONLY else True


def _in_place(s: State, card: Fighting) -> bool:
    """In one of the areas that the card names, or next to one."""
    if not card.areas:
        return True
    here = the_fight(s).area
    named = [s.m.area(name) for name in card.areas]
    return here in named or (card.linked and any(s.m.around[here] >> area & 1 for area in named))


def _near_city(s: State, side: int) -> bool:
    here = the_fight(s).area
    return s.m.vp[here] >= 0 or any(s.m.vp[n] >= 0 and controls(s, side, n) for n in s.m.next[here])


def _railway(s: State, side: int) -> bool:
    """A railway leads to an area without enemies, near a depot."""
    sources, enemies = depots(s, side), held_by(s, foe(side))
    lines = bits(s.m.rail[the_fight(s).area] & ~enemies)
    return any(clear_distance(s, side, area, sources) <= _RAIL_SUPPLY for area in lines)


def _half_mounted(s: State, side: int) -> bool:
    own = list(bits(the_fight(s).engaged[side]))
    return bool(own) and 2 * sum(is_mounted(s, p) for p in own) >= len(own)


_ONLY: dict[str, Callable[[State, int], bool]] = {
    "near-city": _near_city,
    "railway": _railway,
    "mounted": _half_mounted,
    "cavalry": lambda s, side: any(kind_of(s, p) == CAVALRY for p in bits(the_fight(s).engaged[side])),
}


def _does(s: State, side: int, what: str) -> bool:
    card = working(s, side)
    return card is not None and card.does == what


def battle_value(s: State, side: int) -> int:
    """[7.41.1, 7.41.3b] What a side's Battle Card adds to its Combat Value."""
    card, fight = working(s, side), the_fight(s)
    if card is None:
        return 0
    blocks = fight.engaged[side].bit_count()
    if card.only == "by-threes":
        return card.cv * -(-blocks // 3)
    if card.only == "numbers":
        return card.cv + (blocks > fight.engaged[foe(side)].bit_count())
    if card.cv_south and front_of(s, fight.area) == SOUTH:
        return card.cv_south
    return card.cv


# -- flanks, fortification, Defend Area -------------------------------------------------------------------------


def fort_void(s: State) -> bool:
    """[7.41.1] Soviet card 26: the fortification gives no benefit."""
    return _does(s, the_fight(s).attacker, "no-fort")


def defend_void(s: State) -> bool:
    """[7.41.1] Soviet card 27: a Defend Area order gives no benefit."""
    return _does(s, the_fight(s).attacker, "no-defend")


def fort_everywhere(s: State) -> bool:
    """[1.2b] Polish card 22: old trenches are a fortification against all directions, until somebody storms them."""
    return _does(s, foe(the_fight(s).attacker), "trenches") and not fort_void(s)


def counting_flanks(s: State) -> int:
    """[7.34a, 7.34c, 7.34d, 7.34f, 7.41.1] Flank attacks that cost the defender: each direction after the first, less
    what the defender has against them; Polish card 35 waives one, Polish card 14 all."""
    fight = the_fight(s)
    met = len(fight.supports) + fight.fortified + fight.defended + fight.reactions.count(_BRIDGE_BLOWN)
    return 0 if _does(s, foe(fight.attacker), "no-flanks") else max(0, len(fight.directions) - 1 - met)


def extra_flank(s: State) -> int:
    """[7.41.1] Soviet card 33: where a flank attack counts, the defender's Combat Value is so much lower still."""
    return s.m.charts.combat.flank if _does(s, the_fight(s).attacker, "deep-flank") else 0


# -- Combat Values and losses -----------------------------------------------------------------------------------


def card_terms(s: State, side: int) -> list[tuple[str, int, str]]:
    """[3.4f, 7.41.2c, 7.41.3b] What cards add to a side's Combat Value: a word, the figure and its rule."""
    fight = the_fight(s)
    found = []
    modifier = fight.modifiers[side]
    if modifier >= 0:
        found.append((s.m.cards[modifier].name, s.m.cards[modifier].combat, "7.41.2c"))
        if fight.from_hand[side]:
            found.append(("Played from hand", 1, "3.4f"))
    value = battle_value(s, side)
    if value:  # [7.41.1]
        found.append((s.m.cards[fight.cards[side]].name, value, "7.41.1"))
    return found


def card_losses(s: State, side: int, losses: int) -> int:
    """[7.41.4b] A side's losses after its fortification and orders, changed by the attacker's Battle Card, then the
    defender's; never below none. A pursuit costs a flanked defender one more (Soviet card 25), Cold Steel both in the
    end (Polish card 30)."""
    attacker = the_fight(s).attacker
    bloody = 0
    for player in (attacker, foe(attacker)):
        card = working(s, player)
        if card is not None:
            pursued = card.does == "pursuit" and side != attacker and counting_flanks(s) > 0
            losses = max(0, losses + (card.own_losses if player == side else pursued))
            bloody += card.does == "bloody"
    return losses + bloody


def counts_full(s: State, side: int) -> bool:
    """[7.41.1] Soviet card 29: blocks of a side that force marched fight at full strength."""
    return _does(s, side, "full-march")


# -- steps 1 and 2 ----------------------------------------------------------------------------------------------


def laying(frame: Any, s: State) -> list[SeatId]:
    """Whoever has a hand may hold a Battle Card."""
    player = fighter(s, the_fight(s).area, frame.side)
    return [seat_of(s, player)] if s.hands[player] else []


def _defender_next(frame: Any, s: State) -> Next:
    """When the attacker has laid a card it is the defender's turn."""
    if frame.side != the_fight(s).attacker:
        return None
    frame.side = foe(frame.side)
    return goto("lay")


@procedure
class BattleCards(Frame):
    """[7.41.1, 3.4g] Step 1: each side may lay a Battle Card, the attacker first."""

    side: int = NONE

    @step("7.41.1")
    def begin(self, s: State) -> None:
        self.side = the_fight(s).attacker

    @window(
        "7.41.1",
        "3.4g",
        kind="battle-card",
        seats=laying,
        prompt="{battle}: play a Battle Card, face down?",
    )
    def lay(self, s: State, seat: SeatId) -> Choice:
        bars = (out_of_hand(s, fighter(s, the_fight(s).area, self.side)), of_another_kind(s, "battle"))
        return [Offer("battle-card", "card", bars, "Play face down", ends=True)]

    @lay.on("battle-card")
    def _(self, s: State, seat: SeatId, card: int) -> None:
        take_from_hand(s, fighter(s, the_fight(s).area, self.side), card)
        the_fight(s).cards[self.side] = card
        tell(s, "7.41.1", "battle_card_laid", side=self.side)

    other = step("7.41.1")(_defender_next)


@procedure(who=fighter_asked)
class Modifiers(Frame):
    """[7.41.2a, 7.41.2b, 3.4e] Step 2: each side must lay a card, from hand or unseen from the deck."""

    side: int = NONE

    @step("7.41.2a")
    def begin(self, s: State) -> None:
        fight = the_fight(s)
        fight.modifiers = [FROM_DECK, FROM_DECK]
        self.side = fight.attacker

    @choose(
        "7.41.2a", "7.41.2b", prompt="{battle}: add a card from your hand (its number + 1), or draw one?", always=True
    )
    def lay(self, s: State) -> Choice:
        hand = Offer("modifier", "card", [out_of_hand(s, fighter(s, the_fight(s).area, self.side))], "Play face down")
        return [Option("deck", label="The top card of the deck"), hand] if hand else SKIP

    lay.to("deck")

    @lay.on("modifier")
    def _(self, s: State, card: int) -> None:
        fight = the_fight(s)
        take_from_hand(s, fighter(s, fight.area, self.side), card)
        fight.modifiers[self.side] = card
        fight.from_hand[self.side] = 1

    other = step("7.41.2b")(_defender_next)


@procedure
class Reveal(Frame):
    """[7.41.2a, 7.41.3a] Cards from the decks are drawn and all are turned up together."""

    side: int = NONE
    left: list[int] = []

    @step("7.41.2a")
    def begin(self, s: State) -> None:
        attacker = the_fight(s).attacker
        self.left = [side for side in (attacker, foe(attacker)) if the_fight(s).modifiers[side] == FROM_DECK]

    @step("3.4j")
    def next_side(self, s: State) -> Next:
        """With nothing left to draw there is no modifier (S41)."""
        if not self.left:
            return goto("turn_up")
        self.side = self.left.pop(0)
        if refill(s, self.side):
            return None
        the_fight(s).modifiers[self.side] = NONE
        return goto("next_side")

    @draw("7.41.2a", bag=lambda frame, s: s.deck[frame.side])
    def blind(self, s: State, card: int) -> Next:
        s.deck[self.side].remove(card)
        the_fight(s).modifiers[self.side] = card
        return goto("next_side")

    @step("7.41.2b", "7.41.3a")
    def turn_up(self, s: State) -> None:
        fight = the_fight(s)
        fight.revealed = True
        disclose(s, "7.41.3a", all_seats(s), None)
        for side in (fight.attacker, foe(fight.attacker)):
            if fight.cards[side] >= 0:
                tell(s, "7.41.1", "battle_card", side=side, card=fight.cards[side])
            if fight.modifiers[side] >= 0:
                face = s.m.cards[fight.modifiers[side]]
                value = face.combat + fight.from_hand[side]
                tell(s, "7.41.2a", "modifier", side=side, card=fight.modifiers[side], value=value)


def clear_table(s: State) -> None:
    """[3.4i] When a battle is over its Battle Cards and Combat Modifier cards go to their piles."""
    fight = the_fight(s)
    for side in BOTH:
        for cards, event in ((fight.cards, True), (fight.modifiers, False)):
            if cards[side] >= 0:
                put_away(s, cards[side], event)
                cards[side] = NONE


# -- Polish card 32: a victorious defender follows the beaten attacker ----------------------------------------------


def not_following(s: State) -> Iterator[Bar]:
    """[7.41.1] Blocks that do not follow: those of the battle that stand where it was fought may."""
    yield from not_at(s, POLAND, the_fight(s).area, "7.41.1")
    yield only("7.41.1", the_fight(s).engaged[POLAND], "It was not in the battle.")


def not_left(s: State) -> Iterator[Bar]:
    """[7.33a, 7.41.1] Areas into which nobody follows: the attackers did not come from there, or there is no place."""
    yield out_of_play(s)
    yield only("7.41.1", collect(the_fight(s).directions), there(s, "No attacker came from "))
    yield shut(s, POLAND)
    yield Bar("7.41.1", held_by(s, RUSSIA), there(s, "The enemy is at "))
    yield no_room(s, POLAND)


def victor(frame: Any, s: State) -> SeatId:
    return seat_of(s, fighter(s, the_fight(s).area, POLAND))


@procedure(who=victor)
class CounterStroke(Frame):
    """[7.41.1] After the retreat one block of the winner may follow."""

    piece: int = NONE

    @choose("7.41.1", prompt="Counter-stroke: which block follows the enemy?", always=True)
    def which(self, s: State) -> Choice:
        card = working(s, POLAND)
        if card is None or card.does != "counter-stroke" or the_fight(s).winner != POLAND or not left(not_left(s)):
            return DONE
        able = Offer("block", "piece", not_following(s), "Follows")
        return [able, Option("stay", label="Nobody")] if able else DONE

    which.to("block", into="piece")
    which.to("stay", DONE)

    @choose("7.41.1", prompt="Where does it follow?", always=True)
    def where(self, s: State) -> Choice:
        back = Option("back", label="Another block", free=True)
        return [Offer("step", "space", not_left(s), "Follow"), back]

    @where.on("step")
    def _(self, s: State, area: int) -> None:
        piece = depart(s, self.piece)
        origin = s.place[piece]
        send(s, [piece], area)
        tell(s, "7.41.1", "moves", block=piece, unit=s.unit[piece], area=origin, to_area=area)

    where.to("back", goto("which"))
