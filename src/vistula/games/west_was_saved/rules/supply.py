"""6.0 Supply: who is in supply, and the check by which units out of supply are weakened or eliminated."""

from __future__ import annotations

from vistula.board.hexes import collect
from vistula.kernel import Frame, disclose, procedure, step, tell

from ..cards import effects
from ..changes import eliminate, weaken
from ..model import LIT, POL, POLAND, RUS, RUSSIA, SEATS, UKR
from ..state import State, on_map
from .supply_lines import Lines


def out_of_supply(s: State) -> list[int]:
    """[6.0a, 6.0b] The combat units of both sides that the supply check finds out of supply; a card may help."""
    units = [unit for side in (POLAND, RUSSIA) for unit in on_map(s, side)]
    lines, army = Lines(s), s.m.nation
    more = [effects.supply_bonus(s, nation) for nation in (POL, UKR, RUS, LIT)]
    return [u for u in units if not lines.of(u, more[army[u]]) >> s.place[u] & 1]


@procedure
class SupplyCheck(Frame):
    """6.0 Both sides at once: a unit out of supply is weakened, a weakened one eliminated."""

    @step("6.0c", "6.0d")
    def check(self, s: State) -> None:
        units = out_of_supply(s)
        s.unsupplied = collect(units)
        lost = [u for u in units if s.weak >> u & 1]
        for unit in units:
            if not s.weak >> unit & 1:
                weaken(s, unit)
                tell(s, "6.0c", "out_of_supply", unit=unit, hex=s.place[unit])
        for unit in lost:
            eliminate(s, unit, "6.0c")
        disclose(s, "6.0c", SEATS, bool(units))  # the height of stacks tells who was weakened before
