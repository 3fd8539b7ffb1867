"""7.4 Battles: front by front, the smallest first; each from its cards to its retreats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from vistula.board.hexes import bits, collect
from vistula.kernel.bars import Bar, Offer, left, only
from vistula.kernel.decision import SeatId
from vistula.kernel.procedure import AGAIN, DONE, Call, Choice, Frame, Next, choose, goto, procedure, runs, step
from vistula.kernel.state import disclose, tell

from ..cards.battle_cards import BattleCards, Modifiers, Reveal, battle_value, counting_flanks, extra_flank, the_fight
from ..cards.windows import AfterLosses, BattleEnd, BattleStart, BattleStepThree
from ..changes import hide, lose, remove_garrison, show
from ..model import BOTH, COMMANDS, POLAND, RUSSIA, Type, foe
from ..state import CHART_LOSSES, NONE, POOL, Order, Report, State
from .advance import Advance
from .bars import foreign, out_of_play, there, unavoidable, weaker, whole
from .flanks import lay_out_fight
from .initiative import battle_initiative
from .queries import fighters, front_of, occupied, piece_of
from .reorganization import restless
from .retreat import AttackerRetreat, DefenderRetreat
from .seats import all_seats, fighter, fighter_asked, holder_asked, seat_of
from .stacking import Occupation
from .strength import combat_value, defended, fighting_strength, fortified, losses_of
from .tokens import orders_at, remove_order, show_order
from .victory import fall, score


def battle_areas(s: State) -> list[int]:
    """[7.4a, 7.33b] Areas in which blocks or garrisons of both sides are, at least one of them a block; who only waits
    behind four others fights for none (S95)."""
    poles, soviets = occupied(s, POLAND), occupied(s, RUSSIA)
    both = (poles | s.garrisons[POLAND]) & (soviets | s.garrisons[RUSSIA]) & (poles | soviets)
    there = {area: [fighters(s, side, area) or s.garrisons[side] >> area & 1 for side in BOTH] for area in bits(both)}
    return [area for area, sides in there.items() if all(sides)]


def size(s: State, area: int) -> int:
    """[7.4b] Blocks engaged in an area; garrisons are not counted (S56)."""
    return sum(len(fighters(s, side, area)) for side in BOTH)


def quiet(s: State, front: int) -> Iterator[Bar]:
    """[7.4a, 7.4b, 10.0b] Areas in which the next battle of a front is not fought: those with the fewest blocks come
    first."""
    fronts = ("northern", "southern")
    sizes = {area: size(s, area) for area in battle_areas(s)}
    own = [area for area in sizes if front_of(s, area) == front]
    least = min((sizes[area] for area in own), default=0)
    yield out_of_play(s)
    yield Bar(
        "10.0b",
        lambda area: area in sizes and area not in own,
        lambda area: f"{s.m.area_name[area]} is on the {fronts[1 - front]} front: battles go front by front.",
    )
    yield only("7.4a", own, there(s, "There are not blocks of both sides at "))
    yield Bar(
        "7.4b",
        lambda area: sizes[area] > least,
        lambda area: f"{sizes[area]} blocks fight at {s.m.area_name[area]}; battles with fewer, {least}, come first.",
    )


@procedure(who=holder_asked)
class Battles(Frame):
    """[7.4a, 7.4b, 10.0b] All battles of a phase, those of the northern front first. Defend Area orders lie on until
    trains have run: who has one does not ride (S69)."""

    fronts_done: int = 0
    front: int = NONE

    @step("7.33e")
    def occupy(self, s: State) -> Next:
        """Who has found the area deserted holds it before others retreat there (S86)."""
        s.turned_up = 0
        return Occupation()

    @step("7.3e", "7.3o")
    def defend_orders(self, s: State) -> None:
        """All Defend Area orders are revealed."""
        disclose(s, "7.3o", all_seats(s), None)
        for order in [o for o in s.orders if o.type == Type.DEFEND and not o.shown]:
            show_order(s, order, "7.3o")
            tell(s, "7.3o", "defends", side=order.side, area=order.area)
        s.turned_up = collect(COMMANDS)

    @step("10.0b")
    def next_front(self, s: State) -> Next:
        if self.fronts_done == len(s.scene.fronts):
            return DONE
        self.front = s.scene.fronts[self.fronts_done]
        self.fronts_done += 1
        return None

    @choose("7.4b", prompt="Which battle of the {front:front} front is fought next? The smallest come first.")
    def next_battle(self, s: State) -> Choice:
        areas = Offer("battle", "space", quiet(s, self.front), "Fight here")
        return [areas] if areas else goto("next_front")

    @next_battle.on("battle")
    def _(self, s: State, area: int) -> Next:
        return Call(Battle(area=area), AGAIN)


def defending(frame: Any, s: State) -> SeatId:
    fight = the_fight(s)
    return seat_of(s, fighter(s, fight.area, foe(fight.attacker)))


def reorganization(s: State) -> Order | None:
    """[7.2ae] The defender's Reorganization order in the area of the battle."""
    fight = the_fight(s)
    return next((o for o in orders_at(s, foe(fight.attacker), fight.area) if o.type == Type.REORGANIZE), None)


def not_reorganizing(s: State) -> Iterator[Bar]:
    """[7.2ac, 7.2ad, 7.2ae] Blocks that no shown Reorganization order of the defender can be meant for: they were not
    there in the first place, have done something since, or cannot gain a point."""
    order = reorganization(s)
    if order is None or not order.shown:
        yield only("7.2ae", 0, "No block is to reorganize here.")
        return
    yield from restless(s, order, "7.2ae")
    yield whole(s, "7.2ad")


@procedure(who=defending)
class Battle(Frame):
    """[7.41] One battle."""

    area: int

    @step("7.32a", "7.32b", "7.34a")
    def begin(self, s: State) -> None:
        s.fight = lay_out_fight(s, self.area)
        tell(s, "7.4a", "battle", side=s.fight.attacker, area=self.area)

    @step("7.2ae")
    def uncover(self, s: State) -> None:
        """A Reorganization order under attack is revealed."""
        disclose(s, "7.2ae", all_seats(s), None)
        order = reorganization(s)
        if order is not None and not order.shown:
            show_order(s, order, "7.2ae")

    @step("7.2ae")
    def any_one(self, s: State) -> Next:
        return None if left(not_reorganizing(s)) else goto("start")

    @choose(
        "7.2ae",
        "7.2am",
        prompt="Battle of {battle}: which block was to reorganize? It fights at half strength.",
        always=True,
    )
    def named(self, s: State) -> Choice:
        """In worlds that an enemy imagines all blocks may be whole: he does not know their strength."""
        block = Offer("block", "piece", not_reorganizing(s), "This block")
        able = Bar("7.2ae", bool(block), "One of your blocks was to reorganize: say which.")
        return [block, Offer("nobody", "button", [able], "No block")]

    named.to("nobody")

    @named.on("block")
    def _(self, s: State, piece: int) -> None:
        the_fight(s).reorganizing = piece

    start = runs(BattleStart, "7.41.4c")
    battle_cards = runs(BattleCards, "7.41.1")
    modifiers = runs(Modifiers, "7.41.2a")
    reveal_cards = runs(Reveal, "7.41.2b")

    @step("7.41.3a")
    def reveal_blocks(self, s: State) -> Next:
        fight = the_fight(s)
        fight.fortified = fortified(s, fight)
        fight.defended = defended(s, fight)
        show(s, fight.engaged[POLAND] | fight.engaged[RUSSIA], "7.41.3a")
        return BattleStepThree()

    @step("7.41.3b", "7.41.3c", "7.41.4a")
    def values(self, s: State) -> None:
        """Both sides' results are worked out before anybody loses anything."""
        fight = the_fight(s)
        fight.value = [combat_value(s, fight, side) for side in BOTH]
        fight.losses = [losses_of(s, fight, side) for side in BOTH]
        fight.chart = fight.losses[:]
        s.report = begun(s)
        s.fought |= fight.engaged[POLAND] | fight.engaged[RUSSIA]
        for side in (fight.attacker, foe(fight.attacker)):
            tell(s, "7.41.3b", "value", side=side, value=fight.value[side], losses=fight.losses[foe(side)])

    @step("7.41.5a")
    def attacker_loses(self, s: State) -> Next:
        return TakeLosses(side=the_fight(s).attacker)

    @step("7.41.5a")
    def defender_loses(self, s: State) -> Next:
        return TakeLosses(side=foe(the_fight(s).attacker))

    after_losses = runs(AfterLosses, "7.41.4c")

    @step("7.41.6a", "7.42i")
    def result(self, s: State) -> None:
        """Who has lost more loses, of equals the attacker, be the defender wiped out (S1: by the chart, if agreed)."""
        fight = the_fight(s)
        counted = fight.chart if s.rulings & CHART_LOSSES else fight.taken
        attacker, defender = fight.attacker, foe(fight.attacker)
        if fight.winner == NONE:  # no card has told
            fight.winner = attacker if counted[defender] > counted[attacker] else defender
        tell(s, "7.41.6a", "victory", side=fight.winner, area=self.area)

    @step("6.1d", "6.1e", "7.44a")
    def reward(self, s: State) -> None:
        """[6.1i, 7.44a, 7.44b] Initiative and Great Victory go by points really taken off enemy blocks (S22)."""
        fight = the_fight(s)
        inflicted = fight.real[foe(fight.winner)]
        battle_initiative(s, front_of(s, self.area), fight.winner, inflicted)
        if inflicted >= s.m.charts.combat.great_victory:
            tell(s, "7.44a", "great_victory", side=fight.winner, area=self.area)
            score(s, fight.winner, s.m.charts.points.great_victory, "7.44a")
        kept = fight.reorganizing != NONE and s.place[fight.reorganizing] == self.area  # [7.2ae]
        if kept and fight.winner != fight.attacker:  # [7.2ae]
            s.named |= 1 << fight.reorganizing  # [7.2ae]

    @step("7.41.6b", "7.42a", "7.42f")
    def retreat(self, s: State) -> Next:
        fight = the_fight(s)
        if fight.winner == fight.attacker:
            return DefenderRetreat(side=foe(fight.attacker))
        return AttackerRetreat(side=fight.attacker)

    @step("7.43a", "7.33e")
    def advance(self, s: State) -> Next:
        """Who came to support a victorious defender comes in (S86)."""
        fight = the_fight(s)
        return Advance(side=fight.attacker) if fight.winner == fight.attacker else Occupation()

    @step("7.2ae")
    def lapsed(self, s: State) -> None:
        """A Reorganization order of a beaten defender comes to nothing."""
        order = reorganization(s)
        if order is not None and the_fight(s).winner == the_fight(s).attacker:
            remove_order(s, order)

    end = runs(BattleEnd, "7.41.4c")

    @step("4.0f", "3.4i")
    def clear(self, s: State) -> None:
        """Blocks stand up again; the cards are in their piles."""
        s.report = ended(s)
        hide(s)
        s.fight = None


# -- 7.41.5 taking losses: the garrison first, then one point at a time from the strongest block --------------------


def spared(s: State, side: int) -> Iterator[Bar]:
    """[7.41.5a] Blocks that do not lose the next point of a side in battle: those with the most strength points now,
    halved or not, come first."""
    fight = the_fight(s)
    yield foreign(s, side)
    yield only("7.41.5a", fight.engaged[side], lambda p: f"It is not in the battle of {s.m.area_name[fight.area]}.")
    yield weaker(s, bits(fight.engaged[side]), "7.41.5a")


@procedure(who=fighter_asked)
class TakeLosses(Frame):
    """[7.41, 7.41.5a] One side takes its losses; those of both were worked out before."""

    side: int

    @step("3.0e", "7.41.5a")
    def garrison(self, s: State) -> Next:
        fight = the_fight(s)
        if fight.losses[self.side] and s.garrisons[self.side] >> fight.area & 1:
            remove_garrison(s, self.side, fight.area)
            fight.losses[self.side] -= 1
            fight.taken[self.side] += 1
            tell(s, "3.0e", "garrison_falls", side=self.side, area=fight.area)
        return None

    @choose("7.41.5a", prompt="Battle of {battle}, {to_lose} to lose: which of your strongest blocks loses one?")
    def block(self, s: State) -> Choice:
        strongest = Offer("lose", "piece", spared(s, self.side), "Loses a point")
        must = unavoidable("7.41.5a", "Losses must be taken.")
        return [strongest, must] if the_fight(s).losses[self.side] and strongest else goto("over")

    @block.on("lose")
    def _(self, s: State, piece: int) -> Next:
        """[2.0b, 7.41.5b, 7.41.5c, 9.0c] The last point destroys it; only a leader is worth a point to the enemy."""
        fight, unit = the_fight(s), s.unit[piece]
        fight.losses[self.side] -= 1
        fight.taken[self.side] += 1
        fight.real[self.side] += 1
        fight.hurt |= 1 << piece
        if lose(s, piece):
            tell(s, "7.41.5b", "destroyed", block=piece, unit=unit, area=fight.area)
            fall(s, piece)
        else:
            tell(s, "7.41.5a", "loses", block=piece, unit=unit, area=fight.area)
        return AGAIN

    @step("7.41.5a")
    def over(self, s: State) -> Next:
        the_fight(s).losses[self.side] = 0
        return DONE


# -- what everybody has seen: kept until the next battle or phase, for one may be over before anybody is asked ------


_SIDES = (POLAND, RUSSIA)


def begun(s: State) -> Report:
    """The battle as its Combat Values are told, before anybody loses anything."""
    fight = the_fight(s)
    engaged = [list(bits(fight.engaged[side])) for side in _SIDES]
    flanks = counting_flanks(s)
    lowered = flanks * s.m.charts.combat.flank + (extra_flank(s) if flanks else 0)
    return Report(
        fight.area,
        fight.attacker,
        tuple(tuple((s.unit[p], s.sp[p], s.sp[p]) for p in pieces) for pieces in engaged),
        tuple(sum(fighting_strength(s, fight, p) for p in pieces) for pieces in engaged),
        tuple(s.garrisons[side] >> fight.area & 1 for side in _SIDES),
        tuple(fight.cards),
        tuple(battle_value(s, side) for side in _SIDES),
        tuple(fight.modifiers),
        tuple(fight.from_hand),
        tuple(-lowered if side == foe(fight.attacker) else 0 for side in _SIDES),
        (fight.fortified, fight.defended),
        tuple(fight.directions),
        tuple(fight.value),
        tuple(fight.chart),
    )


def ended(s: State) -> Report | None:
    """The same when it is over: what is left of the blocks, what was lost, and who has won."""
    fight, report = the_fight(s), s.report
    if report is None:
        return None
    blocks = tuple(tuple((unit, had, _left(s, unit)) for unit, had, _ in side) for side in report.blocks)
    return replace(report, blocks=blocks, taken=tuple(fight.taken), real=tuple(fight.real), winner=fight.winner)


def _left(s: State, unit: int) -> int:
    """The points that a block has now; none if it is in the Force Pool or out of the game."""
    piece = piece_of(s, unit)
    return s.sp[piece] if s.place[piece] > POOL else 0
