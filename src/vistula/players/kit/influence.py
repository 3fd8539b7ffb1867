"""Fields of influence and threat on a ground: what the enemy can strike, what prizes draw, which ways lead to them."""

from __future__ import annotations

from functools import cached_property

from vistula.board.hexes import Hex, HexSet
from vistula.players.kit.doctrine import Doctrine
from vistula.players.kit.ground import Ground


class Threat(dict[int, float]):
    """Strength that could attack a hex, counted when it is asked for."""

    def __init__(self, strikes: list[tuple[HexSet, float]]) -> None:
        super().__init__()
        self.strikes = strikes

    def __missing__(self, hex: int) -> float:
        total = 0.0
        for struck, strength in self.strikes:
            if struck >> hex & 1:
                total += strength
        self[hex] = total
        return total


class Influence:
    """What a position makes of a ground for one side; each part when it is first asked for.

    Whoever takes it up says who can strike and which prizes there are. What prizes draw and which ways lead to them is
    kept with the ground: it stays the same through a phase, while only own units move.
    """

    strikers: list[tuple[Hex, int, float]]
    """Enemies that can act before the next own move: hex, movement points, strength."""
    fighting: HexSet
    """Hexes of enemies that can act."""
    goals: list[tuple[float, Hex]]
    """Prizes to be won, with their weights."""
    guarded: list[tuple[float, Hex]]
    """Prizes to be kept, with their weights."""

    def __init__(self, ground: Ground, weights: Doctrine) -> None:
        self.ground, self.weights, self.grid = ground, weights, ground.grid

    def prize(self, hex: Hex) -> float:
        """What the control of any hex means."""
        raise NotImplementedError

    def weight(self, hex: Hex) -> float:
        """How much a prize draws units or holds them."""
        w = self.weights
        weight = min(self.prize(hex), w.most)
        return weight + w.focus_weight if hex == w.focus else weight

    # -- the enemy ----------------------------------------------------------------------------------

    @cached_property
    def threat(self) -> list[float]:
        """By hex: the strength that could attack it after one free move."""
        threat = [0.0] * self.grid.size
        for hex, pace, strength in self.strikers:
            for h in self.ground.strikes(hex, pace):
                threat[h] += strength
        return threat

    @cached_property
    def threat_nearby(self) -> Threat:
        """`threat` for decisions that look at a few hexes only."""
        return Threat([(self.ground.struck(hex, pace), strength) for hex, pace, strength in self.strikers])

    @cached_property
    def free_access(self) -> HexSet:
        """Hexes that the enemy could enter in one move if nobody barred his way."""
        found = 0
        for hex, pace, _ in self.strikers:
            found |= self.ground.within(hex, pace)
        return found

    @cached_property
    def riders(self) -> dict[int, HexSet]:
        """By movement points: hexes of enemies that can move before the next own move."""
        found: dict[int, HexSet] = {}
        for hex, pace, _ in self.strikers:
            if pace:
                found[pace] = found.get(pace, 0) | 1 << hex
        return found

    @cached_property
    def distance(self) -> list[int]:
        """By hex: how far the nearest enemy is that can act."""
        return self.ground.away_from(self.fighting)

    # -- prizes -------------------------------------------------------------------------------------

    @cached_property
    def pulls(self) -> dict[Hex, float]:
        """What `pull` has found."""
        return self.ground.keep(("pull", self.weights.reach, tuple(self.goals)))

    def pull(self, hex: Hex) -> float:
        """How good a hex is for going on to the enemy's prizes."""
        found = self.pulls.get(hex)
        if found is None:
            far, travel = self.weights.reach, self.ground.travel
            found = self.pulls[hex] = sum(weight * far / (far + travel[goal][hex]) for weight, goal in self.goals)
        return found

    @cached_property
    def alarmed(self) -> list[tuple[float, list[int], int]]:
        """Prizes to be kept: weight, distances, and how far the enemy is."""
        travel, away = self.ground.travel, self.distance
        return [(weight, travel[hex], away[hex]) for weight, hex in self.guarded]

    @cached_property
    def blocks(self) -> dict[Hex, float]:
        """What `block` has found."""
        w = self.weights
        return self.ground.keep(("block", w.detour, w.alarm, self.fighting, tuple(self.guarded)))

    def block(self, hex: Hex) -> float:
        """How much of the enemy's ways to own prizes leads over a hex."""
        found = self.blocks.get(hex)
        if found is None:
            here, total = self.distance[hex], 0.0
            wide, alarm = self.weights.detour, self.weights.alarm
            for weight, travel, enemy in self.alarmed:
                detour = here + travel[hex] - enemy
                if detour < wide:
                    total += weight * (1 - detour / wide) * alarm / (alarm + enemy)
            found = self.blocks[hex] = total
        return found
