"""9.1 Avoiding combat: cavalry slips away from infantry and guns before anyone attacks."""

from __future__ import annotations

from vistula.board.hexes import members
from vistula.games.west_was_saved.changes import show_stack
from vistula.games.west_was_saved.model import CAVALRY, SEATS
from vistula.games.west_was_saved.rules.advance import Advance
from vistula.games.west_was_saved.rules.alternation import Alternation, willing
from vistula.games.west_was_saved.rules.queries import faced_by, open_top, units_at
from vistula.games.west_was_saved.rules.retreat import Retreat, harmless, ways
from vistula.games.west_was_saved.rules.seats import acting, higher_brp
from vistula.games.west_was_saved.state import State, bits_of
from vistula.kernel import DONE, Call, Choice, Next, Option, choose, disclose, goto, procedure, step, tell


def faced_by_one(s: State, side: int) -> dict[int, int]:
    """[9.1a, 9.1b] Own stacks that exactly one enemy stack faces, with the hex of that stack."""
    found = {}
    for hex in members(s.occupied[side]):
        foes = faced_by(s, side, hex)
        if len(foes) == 1:
            found[hex] = foes[0]
    return found


def seems_possible(s: State, side: int, hex: int, foe: int) -> bool:
    """What the whole table can see: neither top counter rules out that the stack may avoid combat."""
    if s.full_fog:
        return True
    mine, theirs = open_top(s, side, hex), open_top(s, 1 - side, foe)
    return mine >= 0 and s.m.kind[mine] == CAVALRY and not (theirs >= 0 and s.m.kind[theirs] == CAVALRY)


def known_cavalry(s: State, side: int, hex: int) -> bool:
    """[9.1b] Whether a stack of a side is seen to include cavalry."""
    return any(s.m.kind[unit] == CAVALRY for unit in units_at(s, side, hex))


def may_try(s: State, side: int, hex: int, foe: int) -> bool:
    """[9.1a, 9.1e] Whether a player may try to withdraw a stack: cavalry alone, with a way to go (H-29)."""
    units = units_at(s, side, hex)
    if not units or any(s.m.kind[unit] != CAVALRY for unit in units) or known_cavalry(s, 1 - side, foe):
        return False
    return bool(harmless(ways(s, side, hex, units)))


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

    def _stacks(self, s: State) -> list[int]:
        """The stacks that the player may withdraw now."""
        if not willing(s, self.side):
            return []
        return [hex for hex, foe in self._faced(s, self.side).items() if may_try(s, self.side, hex, foe)]

    @step("9.1d")
    def begin(self, s: State) -> None:
        self.side = higher_brp(s)

    @step("9.1a", "9.1d")
    def whose(self, s: State) -> Next:
        return None if self.next_player(s) else DONE

    @choose("9.1a", "9.1b", "9.1d", who=acting, prompt="Withdraw cavalry from which hex before combat?", always=True)
    def which(self, s: State) -> Choice:
        return [
            Option("avoid", self._stacks(s), "space", "Withdraw this stack"),
            Option("pass", label="Withdraw nobody"),
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
        s.moving, s.moving_hex = bits_of(units), hex
        return Call(Retreat(side=self.side, hex=hex, by=self.side, voluntary=True), then=goto("advance"))

    @which.on("pass")
    def _(self, s: State, _: int) -> Next:
        self.passes(s, bool(self._stacks(s)))
        return goto("whose")

    @step("9.1c")
    def advance(self, s: State) -> Next:
        return Advance(side=1 - self.side, start=self.foe, hex=self.hex, charging=False)

    @step("9.1d")
    def after(self, s: State) -> Next:
        self.acted()
        return goto("whose")
