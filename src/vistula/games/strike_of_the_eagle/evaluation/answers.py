"""Which thought belongs to which question: every decision of the game by its procedure and step."""

from __future__ import annotations

from typing import Any

from vistula.kernel import Action

from ..state import State
from . import battles, cards, moves, orders, reactions
from .scoring import Answer, Scores, always, by_thing
from .survey import Survey


def plainly(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """A question that nothing depends on: the first answer."""
    return {offered[0]: 0.1}


def worthiest(o: Any, seat: Any, offered: list[Action]) -> Scores:
    """Of some areas the one that is worth most, or has most blocks."""
    v = o.survey(seat)
    return {a: v.worth(a.arg) + v.danger(a.arg) + 0.1 * len(v.mine.get(a.arg, ())) for a in offered if a.arg}


@by_thing()
def spy(v: Survey, s: State, area: int) -> float:
    return sum(s.unit[p] < 0 for p in v.theirs.get(area, ())) + v.field(area)


@by_thing("name")
def name_it(v: Survey, s: State, card: int) -> float:
    """A card that makes an order stronger is used with the first one."""
    return 1.0


ANSWERS: dict[tuple[str, str], Answer] = {
    ("Arrivals", "where"): cards.where_best,
    ("DiscardDown", "discard"): cards.discard,
    ("Commitment", "commit"): cards.commit,
    ("Commitment", "use"): cards.use,
    # events
    ("Desertions", "where"): cards.desert,
    ("Desertions", "which"): moves.who_loses,
    ("LatvianBorder", "which"): cards.hold_up,
    ("CurzonsNote", "answer"): cards.discard,
    ("RestedTroops", "which"): moves.reorganize,
    ("Directive", "which"): cards.send_away,
    ("Directive", "where"): cards.where_best,
    ("Shipments", "take"): cards.cube(1),
    ("DockStrike", "give"): cards.cube(-1),
    ("VolunteerArmy", "spend"): cards.spend,
    ("Balakhovich", "where"): cards.where_best,
    ("MakhnoQuiet", "which"): cards.which_block,
    ("LatvianRiflemen", "which"): cards.which_block,
    ("LatvianRiflemen", "where"): cards.where_best,
    # orders
    ("Reservation", "reserve"): always("done"),  # there are counters enough as a rule
    ("Placement", "first_placer"): orders.first_placer,
    ("Placement", "order"): orders.place,
    ("OtherOrder", "which"): orders.take_back,
    ("OtherOrder", "instead"): orders.instead,
    ("ExecutionStep", "first_executor"): orders.first_executor,
    ("ClosingRound", "first_executor"): orders.first_executor,
    ("SideTurn", "pick"): orders.pick_order,
    ("LeaderWindow", "use"): orders.leader_window,
    ("UseLeader", "order"): orders.leader_order,
    ("UseLeader", "countermand"): orders.countermand,
    ("MoveOrder", "name"): name_it,
    ("MoveOrder", "pick"): moves.pick_block,
    ("MoveOrder", "way"): moves.way,
    ("AfterMoves", "which"): moves.raid,
    ("AfterMoves", "ride"): moves.raid_way,
    ("WithdrawOrder", "loss"): moves.who_loses,
    ("WithdrawOrder", "block"): moves.who_first,
    ("WithdrawOrder", "haven"): moves.refuge,
    # battles
    ("Battles", "next_battle"): battles.next_battle,
    ("Battle", "named"): moves.reorganize,
    ("BattleCards", "lay"): battles.lay_card,
    ("Modifiers", "lay"): battles.modifier,
    ("TakeLosses", "block"): moves.who_loses,
    ("Commissars", "which"): moves.who_loses,
    ("Hospitals", "which"): moves.reorganize,
    ("Reserves", "which"): reactions.who_joins,
    ("DefenderRetreat", "where"): moves.refuge,
    ("DefenderRetreat", "overflow"): moves.who_first,
    ("AttackerRetreat", "back"): moves.who_first,
    ("Advance", "back"): battles.advance,
    ("Advance", "crowd"): moves.who_first,
    ("CounterStroke", "which"): always("stay"),  # a victorious defender keeps his place
    ("CounterStroke", "where"): moves.refuge,
    ("Occupation", "come"): moves.who_first,
    ("ExcessBlocks", "which"): moves.who_first,
    ("ExcessBlocks", "who_goes"): moves.who_first,
    ("ExcessBlocks", "elsewhere"): moves.refuge,
    # after battles
    ("ReorganizeOrder", "pick"): moves.reorganize,
    ("RailOrder", "pick"): moves.pick_block,
    ("RailOrder", "ride"): moves.ride,
    ("WomensLegion", "where"): worthiest,
    ("Partisans", "which"): reactions.raid,
    ("PeasantCarts", "where"): worthiest,
    ("Spies", "where"): spy,
    ("ReadHand", "whose"): plainly,
    ("TrotskysTrain", "share"): plainly,
    # reinforcement
    ("Garrisoning", "place"): cards.garrison,
    ("Combining", "pick"): always("done"),  # many small blocks attack from many sides
    ("Combining", "absorb"): cards.which_block,
    ("Spending", "spend"): cards.spend,
    ("Spending", "site"): cards.where_best,
    ("Spending", "pay"): cards.pay,
} | {
    (window, "react"): reactions.react
    for window in (
        "PhaseStart", "StepStart", "ReconRevealed", "Withdrawal", "LeaderSpent", "BattleStart", "BattleStepThree",
        "AfterLosses", "BattleEnd", "Eliminated", "AfterBattles", "SupplyWindow", "Answer",
    )
}  # fmt: skip
