"""7.4 as an officer sees it: which battle first, Battle Cards, Combat Modifier cards, who stays after a victory."""

from __future__ import annotations

from typing import Any

from vistula.board.hexes import bits
from vistula.kernel import UNKNOWN, Action

from ..cards.battle_cards import battle_value, the_fight, working
from ..model import foe
from ..rules.strength import defended, fighting_strength, fortified
from ..state import Fight, State
from .cards import keeping
from .fights import DECK, Clash, clash
from .scoring import Scores, answers, by_thing
from .survey import Survey


class Field:
    """A battle as one of its sides sees it before blocks and cards are turned up."""

    def __init__(self, v: Survey, s: State) -> None:
        self.v, self.s, self.fight = v, s, the_fight(s)
        self.attacks = self.fight.attacker == v.me
        self.fort, self.dug_in = fortified(s, self.fight), defended(s, self.fight)
        pieces = [list(bits(engaged)) for engaged in self.fight.engaged]
        self.own, self.theirs = pieces[v.me], pieces[v.foe]

    def power(self, pieces: list[int]) -> tuple[int, int, int]:
        """Fighting strength and points of blocks that are seen, and how many are not."""
        s, fight = self.s, self.fight
        seen = [p for p in pieces if s.sp[p] != UNKNOWN]
        return sum(fighting_strength(s, fight, p) for p in seen), sum(s.sp[p] for p in seen), len(pieces) - len(seen)

    def outlook(self, own: int = DECK, bonus: int = 0, relief: int = 0, waived: int = 0) -> float:
        """What the battle is worth: with a combat number of one's own, more strength, less losses, fewer flanks."""
        v, s, fight = self.v, self.s, self.fight
        side, other = fight.attacker, foe(fight.attacker)
        met = len(fight.supports) + self.fort + self.dug_in + (0 if self.attacks else waived)
        flanks = max(0, len(fight.directions) - 1 - met)
        shield = self.fort + self.dug_in + (0 if self.attacks else relief)
        value, sp, unseen = self.power(self.own if self.attacks else self.theirs)
        guess = round(2.35 * unseen)
        known, _, unknown = self.power(self.theirs if self.attacks else self.own)
        garrison = s.garrisons[other] >> fight.area & 1
        found = clash(
            v.m, side, value + guess + (bonus if self.attacks else 0), sp + guess,
            known + (0 if self.attacks else bonus), unknown, garrison, flanks, shield,
            own if self.attacks else DECK, DECK if self.attacks else own,
        )  # fmt: skip
        return self.worth(found)

    def worth(self, found: Clash) -> float:
        v, fight = self.v, self.fight
        origins = sum(1 << area for area in set(fight.directions))
        gain = v.gain(fight.attacker, fight.area, found, origins, len(self.theirs if self.attacks else self.own))
        return gain if self.attacks else -gain


@answers("Battles.next_battle")
@by_thing()
def next_battle(v: Survey, s: State, area: int) -> float:
    """[7.4b] Where much is at stake later, for then the initiative has been won elsewhere."""
    return -v.worth(area)


@answers("Modifiers.lay")
def modifier(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[7.41.2a] A card from hand where it turns the battle by more than it is worth elsewhere."""
    v, s = o.survey(seat), seat.s
    field = Field(v, s)
    bonus = laid(s, v.me)
    found: Scores = {Action("deck"): field.outlook(bonus=bonus)}
    for action in offered:
        if action.verb == "modifier":
            number = s.m.cards[action.arg].combat + 1
            found[action] = field.outlook(number, bonus) - keeping(v, seat, action.arg)
    return found


def laid(s: State, side: int) -> int:
    """What an own Battle Card adds that has been laid."""
    return battle_value(s, side) if the_fight(s).cards[side] >= 0 and working(s, side) else 0


@answers("BattleCards.lay")
def lay_card(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """[7.41.1] A Battle Card that works here and turns the battle."""
    v, s = o.survey(seat), seat.s
    field = Field(v, s)
    plain = field.outlook()
    found: Scores = {}
    for action in offered:
        if action.verb == "battle-card":
            found[action] = _helped(field, s, v.me, action.arg) - plain - keeping(v, seat, action.arg)
    return found


def _helped(field: Field, s: State, side: int, card: int) -> float:
    """The battle with a card laid, as far as its owner can see."""
    trial: Fight = field.fight.copy()
    trial.cards[side] = card
    bare, s.fight = s.fight, trial
    try:
        face = working(s, side)
        if face is None:
            return -9.0
        bonus = battle_value(s, side)
        relief = -face.own_losses + (face.does == "trenches" and not field.fort)
        waived = 9 if face.does == "no-flanks" else int(face.does == "trenches")
        if face.does in ("pursuit", "deep-flank", "counter-stroke"):
            bonus += 1
        if face.does == "full-march":
            bonus += sum(s.sp[p] - s.sp[p] // 2 for p in field.own if s.marched >> p & 1)
        fort, dug_in = field.fort, field.dug_in
        if face.does == "no-fort":
            field.fort = False
        if face.does == "no-defend":
            field.dug_in = False
        if field.attacks:
            bonus += relief
        found = field.outlook(bonus=bonus, relief=relief, waived=waived)
        field.fort, field.dug_in = fort, dug_in
        return found
    finally:
        s.fight = bare


@answers("Advance.back")
@by_thing("return")
def advance(v: Survey, s: State, piece: int) -> float:
    """[7.43a] Those go back whose old place needs them more than the new one."""
    area, origin = the_fight(s).area, s.origin[piece]
    blocks, there = list(bits(the_fight(s).engaged[v.me])), v.mine.get(origin, [])
    gain = v.keep(origin, [*there, piece]) - v.keep(origin, there)
    gain += v.keep(area, [p for p in blocks if p != piece]) - v.keep(area, blocks)
    gain += v.d.pull * s.sp[piece] * (v.field(origin) - v.field(area))
    gain += v.feed(piece, origin) - v.feed(piece, area, True)
    if v.held[v.me] >> origin & 1 and not there and not s.garrisons[v.me] >> origin & 1:
        gain += v.worth(origin)
    return gain - 0.05
