"""The weights by which a computer player judges; a point of combat value is the measure of everything."""

from __future__ import annotations

import msgspec

from vistula.games.weights import Weights


class Doctrine(msgspec.Struct, frozen=True, kw_only=True):
    """How a side fights. Captains choose between doctrines, officers keep to the ordinary one."""

    pull: float = 0.45  # a movement point nearer to the goal, for each point of combat value
    rest: float = 1.0  # how much of that is left on the last turn
    city: float = 5.0  # a green city entered
    keep: float = 4.0  # a green city left empty
    capital: float = 3.0  # how much more the enemy's capital counts than another city
    home: float = 3.0  # how much more the own one does
    game: float = 30.0  # the whole game, where a capital may fall at once
    ward: float = 1.0  # of the game, what the danger to the own capital weighs
    garrison: float = 0.8  # strength that a city held asks for, of what the enemy has near it
    siege: float = 1.5  # strength that a city held by the enemy asks for, of what is in it
    depot: float = 2.5  # an enemy depot overrun
    store: float = 0.5  # an own depot kept, for each unit that it feeds
    command: float = 2.0  # an enemy command unit overrun
    attack: float = 0.8  # of what an attack promises, if it can be made from there
    spoils: float = 0.3  # of what a city or depot is worth, where the enemy in it may be driven out
    stake: float = 0.3  # the same where the enemy may drive out
    loss: float = 1.0  # own losses, in those of the enemy
    exposure: float = 0.45  # of what the enemy's attack promises him
    fear: float = 0.25  # of what an attack would promise him from farther off, after a march
    unseen: float = 0.7  # of the usual strength, for each enemy counter that is hidden
    hungry: float = 2.5  # a unit out of supply
    attack_at: float = 0.1  # an attack must promise so much
    marker_at: float = 0.15  # an order must promise so much for its point
    restore: float = 0.9  # what a point is worth in restoration
    upkeep: float = 1.6  # what a depot costs, turn after turn
    front: float = 0.6  # what one is worth to units near it, even if another feeds them
    lack: float = 0.25  # how strongly re-deployment answers to the enemy's strength
    press: float = 1.0  # of the weight of cities still to be taken
    focus: int = -1  # a city that matters more than others
    focus_weight: float = 0.0


WEIGHTS = Weights(__file__, Doctrine)
ORDINARY, SEASONED = WEIGHTS.ordinary, WEIGHTS.seasoned
