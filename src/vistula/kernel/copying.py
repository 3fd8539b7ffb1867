"""Copies of records, written out field by field from their types, once a class, as dataclasses write __init__.

Search copies states and procedures by the hundred thousand. A copy shares what cannot change and makes the rest anew;
a field whose type cannot be copied is an error when the class is made, and no field can be forgotten.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from inspect import Parameter, signature
from types import UnionType
from typing import Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

R = TypeVar("R", bound=msgspec.Struct)


def copied(*beside: str) -> Callable[[type[R]], type[R]]:
    """Give a record its copy(). Attributes `beside` it, such as static data, are handed on as they are."""

    def decorate(cls: type[R]) -> type[R]:
        cls.copy = copier(cls, "record", beside=beside)  # type: ignore[attr-defined]
        return cls

    return decorate


def copier(
    cls: type[Any], what: str, *, own: Iterable[str] | None = None, beside: Iterable[str] = ()
) -> Callable[[Any], Any]:
    """A function that copies records of a class; with `own`, one that copies these fields and shares the others."""
    hints, given = get_type_hints(cls), signature(cls).parameters
    fields = []
    for name in cls.__struct_fields__:
        mine = own is None or name in own
        value = _copied(f"{what} {cls.__name__}", name, hints[name], f"s.{name}") if mine else f"s.{name}"
        fields.append(f"{name}={value}" if given[name].kind is Parameter.KEYWORD_ONLY else value)
    lines = [f"twin = cls({', '.join(fields)})", *(f"twin.{name} = s.{name}" for name in beside), "return twin"]
    scope: dict[str, Any] = {"cls": cls}
    exec("def copy(s):\n    " + "\n    ".join(lines), scope)
    made: Callable[[Any], Any] = scope["copy"]
    return made


def _copied(owner: str, field: str, hint: Any, value: str) -> str:
    """The expression that copies a value of this type."""
    if _immutable(hint):
        return value
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType) and len(inner) == 2 and inner[1] is type(None):
        return f"(None if {value} is None else {_copied(owner, field, inner[0], value)})"
    if origin is list:
        return f"{value}[:]" if _immutable(inner[0]) else f"[{_copied(owner, field, inner[0], 'x')} for x in {value}]"
    if origin in (dict, set) and _immutable(inner[-1]):
        return f"{value}.copy()"
    if origin is dict:
        return f"{{k: {_copied(owner, field, inner[1], 'v')} for k, v in {value}.items()}}"
    if isinstance(hint, type) and (issubclass(hint, bytearray) or hasattr(hint, "copy")):
        return f"{value}.copy()"
    raise TypeError(f"{owner}: field {field} is of a type that cannot be copied: {hint}")


def _immutable(hint: Any) -> bool:
    if isinstance(hint, NewType):
        return _immutable(hint.__supertype__)
    if isinstance(hint, type) and not get_args(hint):
        frozen = issubclass(hint, msgspec.Struct) and hint.__struct_config__.frozen
        return frozen or issubclass(hint, (int, float, str, bytes, enum.Enum, type(None)))
    if get_origin(hint) in (tuple, frozenset, Union, UnionType):
        return all(_immutable(part) for part in get_args(hint) if part is not ...)
    return get_origin(hint) is Literal
