"""What is laid out beside the map while an attack lasts, and the arrows on it."""

from __future__ import annotations

from vistula.kernel import UNKNOWN, Seat
from vistula.kernel.views import Arrow, Column, Panel, Term

from ..model import SEATS
from ..rules.attack import Attack
from ..rules.orders import Order
from ..rules.redeployment import Redeployment
from ..rules.results import Outcome
from ..state import State
from .forecast import columns, odds, planned_attack

RESULTS = {
    Outcome.TIE: "a tie",
    Outcome.STAND: "all stay",
    Outcome.RETREAT: "a retreat",
    Outcome.ROUT: "a rout",
}


def panel(seat: Seat[State]) -> Panel | None:
    """[9.3a] An attack with both sums: as it would be, for those who may still choose; then as it was."""
    s, attack = seat.s, seat.under(Attack)
    if attack is None:
        return None
    title, space = f"Attack on {s.m.hex_name(attack.target)}", s.m.grid.number(attack.target)
    if attack.values:
        winner = "attacker" if attack.won else "defender"
        words = RESULTS[attack.outcome]
        result = words if attack.outcome is Outcome.TIE else f"the {winner} wins by {abs(attack.margin)}: {words}"
        return Panel(title, "9.3h", space, _fought(s, attack), result)
    planned = planned_attack(seat, None) if seat.decision is not None else None
    if planned is None:
        return Panel(title, "9.2a", space)
    return Panel(title, "9.3a", space, columns(s, planned), odds(planned))


def _fought(s: State, attack: Attack) -> list[Column]:
    """After the dice: values and dice as they were."""
    sides = (
        ("Attacker", attack.side, [*attack.attackers, *attack.helpers], attack.values[0], attack.values[2]),
        ("Defender", 1 - attack.side, attack.defenders, attack.values[1], attack.values[3]),
    )
    return [
        Column(
            title,
            SEATS[side],
            [s.m.key[unit] for unit in units if s.place[unit] != UNKNOWN],  # an onlooker sees only what lies on top
            [
                Term("value", str(value), "9.3a"),
                Term("die", str(die), "9.3h"),
                Term("factor", str(value + die), "9.3h"),
            ],
        )
        for title, side, units, value, die in sides
    ]


def arrows(seat: Seat[State]) -> list[Arrow]:
    """The way of an order that is being laid down or of a unit by rail, and who attacks whom."""
    number, attack, order = seat.s.m.grid.number, seat.under(Attack), seat.under(Order)
    train = seat.under(Redeployment)
    if attack is not None:
        hexes = [attack.hex, *([attack.second] if attack.second >= 0 else [])]
        return [Arrow("attack", [number(hex), number(attack.target)], SEATS[attack.side]) for hex in hexes]
    if order is not None and order.path:
        return [Arrow("march", [number(hex) for hex in (order.hex, *order.path)], SEATS[order.side])]
    if train is not None and len(train.passed) > 1:
        return [Arrow("march", [number(hex) for hex in train.passed], SEATS[train.side])]
    return []
