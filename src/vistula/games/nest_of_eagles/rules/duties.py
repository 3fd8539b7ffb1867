"""6.2, 20.1.4 Duties to move (N-81): who must leave in the owner's next Movement Phase, which cannot end before."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vistula.kernel import Bar

from ..state import State, units_at
from .seats import side_of
from .stacking import overstacked


def unfinished(s: State, command: int, movable: list[int], leaves: Callable[[int], bool]) -> Iterator[Bar]:
    """[6.2b] What keeps a player from ending a Movement Phase: a unit that could still fulfil a duty; not one that has
    nowhere to stay (N-52)."""
    for hex in overstacked(s, side_of(command)):
        late = any(unit in movable and leaves(unit) for unit in units_at(s, side_of(command), hex))
        yield Bar("6.2b", late, f"too many units are in {s.m.hex_name(hex)}: move some of them out")
