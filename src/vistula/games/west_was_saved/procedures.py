"""Every procedure of the game, gathered from the chapters, so that saved games can be read."""

from __future__ import annotations

from types import ModuleType

from vistula.games.west_was_saved import (
    activation,
    advance,
    arrange,
    attack,
    avoidance,
    card_actions,
    card_hits,
    card_odd,
    combat,
    command,
    depots,
    events,
    facing,
    initiative,
    inspection,
    losses,
    orders,
    redeployment,
    reinforcements,
    resources,
    restoration,
    retreat,
    sequence,
    special,
    supply,
)
from vistula.kernel import Frame

CHAPTERS: tuple[ModuleType, ...] = (
    sequence, arrange, events, card_actions, card_hits, card_odd, resources, depots, supply, activation, inspection,
    initiative, orders, facing, command, avoidance, combat, attack, losses, retreat, advance, special, restoration,
    redeployment, reinforcements,
)  # fmt: skip


def declared(module: ModuleType) -> list[type[Frame]]:
    """The procedures that a chapter declares itself, in the order written."""
    found = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Frame)]
    return [kind for kind in found if kind is not Frame and kind.__module__ == module.__name__]


PROCEDURES: tuple[type[Frame], ...] = tuple(kind for module in CHAPTERS for kind in declared(module))
