"""9.1 Avoiding combat: cavalry slips away from infantry and guns before anyone attacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from vistula.board.hexes import collect, members
from vistula.kernel import Bar, Call, Choice, Next, Offer, Option, choose, disclose, goto, left, procedure, step, tell
from vistula.kernel.views import Refusal

from ..changes import show_stack
from ..model import CAVALRY, SEATS
from ..state import State, units_at
from .advance import Advance
from .alternation import Alternation, whose_turn, willing
from .bars import by_hex, nobody, placed
from .queries import faced_by, facing_hex, open_top
from .retreat import Retreat, harmless, ways
from .seats import acting, higher_brp


def faced_by_one(s: State, side: int) -> dict[int, int]:
    """[9.1a, 9.1b] Own stacks that exactly one enemy stack faces, with the hex of that stack."""
    found: dict[int, int] = {}
    for foe in members(s.occupied[1 - side]):
        hex = facing_hex(s, foe)
        if hex >= 0 and s.occupied[side] >> hex & 1:
            found[hex] = -1 if hex in found else foe
    return {hex: foe for hex, foe in found.items() if foe >= 0}


def seems_possible(s: State, side: int, hex: int, foe: int) -> bool:
    """What the whole table can see: neither top counter rules out that the stack may avoid combat."""
    if s.full_fog:
        return True
    mine, theirs = open_top(s, side, hex), open_top(s, 1 - side, foe)
    return mine >= 0 and s.m.kind[mine] == CAVALRY and not (theirs >= 0 and s.m.kind[theirs] == CAVALRY)


def known_cavalry(s: State, side: int, hex: int) -> bool:
    """[9.1b] Whether a stack of a side is seen to include cavalry."""
    return any(s.m.kind[unit] == CAVALRY for unit in units_at(s, side, hex))


def stuck(s: State, side: int, tried: Collection[int]) -> Iterator[Bar]:
    """[9.1a, 9.1b, 9.1e] Stacks that a player may not try to withdraw: not cavalry alone, or without a way (H-29)."""
    yield nobody(s, side, "9.1a")
    mixed = placed(s, "the stack in {} does not consist of cavalry alone")
    yield Bar("9.1a", lambda hex: any(s.m.kind[unit] != CAVALRY for unit in units_at(s, side, hex)), mixed)
    yield Bar("9.1a", lambda hex: len(faced_by(s, side, hex)) != 1, lambda hex: _miscounted(s, side, hex))
    yield Bar(
        "9.1b",
        lambda hex: hex in tried or known_cavalry(s, 1 - side, faced_by(s, side, hex)[0]),
        lambda hex: f"the enemy stack in {s.m.hex_name(faced_by(s, side, hex)[0])} includes cavalry",
    )
    shut_in = placed(s, "there is no safe way of two hexes out of {}")
    yield Bar("9.1e", lambda hex: not harmless(ways(s, side, hex, units_at(s, side, hex))), shut_in)


def _miscounted(s: State, side: int, hex: int) -> Refusal:
    """[9.1a, 9.1b] What is said where not exactly one enemy stack faces cavalry."""
    cavalry, foes = f"the cavalry in {s.m.hex_name(hex)}", len(faced_by(s, side, hex))
    if not foes:
        return Refusal("9.1a", f"{cavalry} has nobody to avoid: no enemy stack faces it")
    return Refusal("9.1b", f"{cavalry} cannot avoid combat: {foes} enemy stacks face it")


@procedure
class Avoidance(Alternation):
    """[9.1a, 9.1d] Players take turns to withdraw cavalry, the one with more base resource points first.

    Nobody else can tell whether a player who is asked has anything to withdraw, so none surely has. Whether the enemy
    stack includes cavalry turns out when he tries (9.1b).
    """

    hex: int = -1
    foe: int = -1
    tried: list[int] = []

    def seems_able(self, s: State, side: int) -> bool:
        return any(seems_possible(s, side, hex, foe) for hex, foe in self._faced(s, side).items())

    def surely_able(self, s: State, side: int) -> bool:
        return False

    def _faced(self, s: State, side: int) -> dict[int, int]:
        return {hex: foe for hex, foe in faced_by_one(s, side).items() if hex not in self.tried}

    def _standing(self, s: State) -> Iterator[Bar]:
        """[9.1a, 9.1d] The stacks that the player may not withdraw now."""
        yield Bar("9.1d", not willing(s, self.side), "you have declined to withdraw cavalry this turn")
        yield from stuck(s, self.side, self.tried)

    @step("9.1d")
    def begin(self, s: State) -> None:
        self.side = higher_brp(s)

    whose = whose_turn("9.1a", "9.1d")

    @choose("9.1a", "9.1b", "9.1d", who=acting, prompt="Withdraw cavalry from which hex before combat?", always=True)
    def which(self, s: State) -> Choice:
        return [
            Offer("avoid", "space", self._standing(s), "Withdraw this stack"),
            Option("pass", label="Withdraw nobody"),
            by_hex(s, "9.1a"),
        ]

    @which.on("avoid")
    def _(self, s: State, hex: int) -> Next:
        self.hex, self.foe = hex, faced_by(s, self.side, hex)[0]
        self.tried.append(hex)
        show_stack(s, hex, "9.1a")
        refused = known_cavalry(s, 1 - self.side, self.foe)
        disclose(s, "9.1b", [SEATS[self.side]], refused)
        if refused:
            tell(s, "9.1b", "avoidance_refused", side=SEATS[self.side], hex=hex, to_hex=self.foe)
            return goto("whose")
        units = units_at(s, self.side, hex)
        tell(s, "9.1a", "avoids", units=units, hex=hex)
        s.moving, s.moving_hex = collect(units), hex
        return Call(Retreat(side=self.side, hex=hex, by=self.side, voluntary=True), then=goto("advance"))

    @which.on("pass", goto("whose"))
    def _(self, s: State, _: int) -> None:
        self.passes(s, bool(left(self._standing(s))))

    @step("9.1c")
    def advance(self, s: State) -> Next:
        return Advance(side=1 - self.side, start=self.foe, hex=self.hex, charging=False)

    @step("9.1d")
    def after(self, s: State) -> Next:
        return self.acted()
