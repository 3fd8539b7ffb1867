"""All words that a title's decisions and views can ever use, in a fixed order: what encodings are built on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from vistula.kernel.decision import Kind
from vistula.kernel.state import State

if TYPE_CHECKING:
    from vistula.kernel.seat import Seat

S = TypeVar("S", bound=State)


class Lexicon(Generic[S]):
    """The words of one title. A word may be added at the end of its list; any other change is a new version."""

    version: int = 0
    """Part of the names of environments; it grows when an encoding of the old words no longer holds."""
    verbs: tuple[tuple[str, Kind], ...] = ()
    numbers: range = range(0)
    """What a verb of kind "number" may be applied to."""
    names: Mapping[Kind, tuple[str, ...]] = {}
    """Names of a kind where the catalog does not have them: cards, links, pieces that are called otherwise."""
    marks: tuple[str, ...] = ()
    """On pieces."""
    backs: tuple[str, ...] = ()
    """Those of them that are worth counting on pieces whose face a seat may not see."""
    signs: tuple[str, ...] = ()
    """On spaces."""
    boxes: tuple[str, ...] = ()

    def features(self, seat: Seat[S]) -> dict[str, float]:
        """Further numbers that the seat can see, always the same ones in the same order."""
        return {}
