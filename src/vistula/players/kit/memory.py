"""What officers remember: the latest few things that they have worked out.

Captains come back to the same position in every playout, so the last one alone is not enough.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from types import MethodType
from typing import Any, Generic, TypeVar

Thing = TypeVar("Thing")
R = TypeVar("R")
MOST = 8


class Memory(Generic[Thing]):
    """Things by what they follow from; when there are too many, the oldest is forgotten."""

    __slots__ = ("_known", "_latest", "most")

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._known: dict[Hashable, Thing] = {}
        self._latest: tuple[Any, Thing] | None = None

    def get(self, key: Hashable) -> Thing | None:
        """What is known under a key. That of the decision before is found without hashing, for keys are long."""
        latest = self._latest
        if latest is not None and latest[0] == key:
            return latest[1]
        found = self._known.get(key)
        if found is not None:
            self._latest = key, found
        return found

    def put(self, key: Hashable, thing: Thing) -> Thing:
        self._known.pop(key, None)
        if len(self._known) >= self.most:
            del self._known[next(iter(self._known))]
        self._known[key] = thing
        self._latest = key, thing
        return thing

    def once(self, key: Hashable, work: Callable[[], Thing]) -> Thing:
        """What is known under a key, or is worked out now."""
        found = self.get(key)
        return self.put(key, work()) if found is None else found


class _Known(dict[Any, Any]):
    """Answers by what was asked; the rest is worked out when it is asked for."""

    __slots__ = ("work",)

    def __init__(self, work: Callable[[Any], Any]) -> None:
        self.work = work

    def __missing__(self, asked: Any) -> Any:
        found = self[asked] = self.work(asked)
        return found


class once(Generic[R]):  # noqa: N801  (a decorator)
    """A question of one thing that an object answers once, `@once` before its method: known answers cost no call."""

    def __init__(self, question: Callable[[Any, Any], R]) -> None:
        self.question, self.__doc__ = question, question.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, asked: Any, owner: type | None = None) -> Callable[[Any], R]:
        found: Callable[[Any], R] = _Known(MethodType(self.question, asked)).__getitem__
        asked.__dict__[self.name] = found
        return found
