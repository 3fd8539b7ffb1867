"""Dice that are seeded, numbered, named, recorded and provable.

Every roll has a number and a name; its pips follow from a 256-bit secret by HMAC-SHA-256 and by
nothing else. A local game takes its secret from a seed. At an online table the secret is drawn at
random, its hash is shown before the first action, and it is opened at the end, so that anyone can
work out every roll again. Where people do not want to trust whoever holds it, each of them adds a number of their
own, and rolls follow from all together. Numbers never go back, not even after a rewind, unless a table has agreed
that the same dice fall again.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Mapping, Sequence

import msgspec


class Rolled(msgspec.Struct, frozen=True, array_like=True):
    """One roll as it is recorded: number, name, sides of each die, values."""

    number: int
    name: str
    sides: list[int]
    values: list[int]
    scripted: bool = False


def secret_of_seed(seed: int) -> bytes:
    return hashlib.sha256(b"vistula seed %d" % seed).digest()


def new_secret() -> bytes:
    return secrets.token_bytes(32)


def commitment(secret: bytes) -> str:
    """The seal: shown before the first action, it binds whoever holds the secret."""
    return hashlib.sha256(b"vistula seal " + secret).hexdigest()


def share_seal(share: bytes) -> str:
    """What binds a person to the number that they add, before anyone opens theirs."""
    return hashlib.sha256(b"vistula share " + share).hexdigest()


def joined(secret: bytes, shares: Mapping[str, str]) -> bytes:
    """What rolls follow from: the secret, and the numbers that people have added, by their seats."""
    if not shares:
        return secret
    told = "".join(f" {seat}:{shares[seat]}" for seat in sorted(shares))
    return hashlib.sha256(b"vistula joined " + secret + told.encode()).digest()


def _stream(secret: bytes, number: int, name: str) -> Iterator[int]:
    """Bytes without end that belong to one numbered, named roll."""
    block = 0
    while True:
        yield from hmac.digest(secret, f"{number}:{block}:{name}".encode(), "sha256")
        block += 1


def _value(stream: Iterator[int], sides: int) -> int:
    """1 … sides without bias: values past the last whole multiple are thrown away."""
    width = max(1, ((sides - 1).bit_length() + 7) // 8)
    limit = 256**width - 256**width % sides
    while True:
        got = int.from_bytes([next(stream) for _ in range(width)], "big")
        if got < limit:
            return got % sides + 1


def work_out(secret: bytes, number: int, name: str, sides: Sequence[int]) -> list[int]:
    """The values that a secret gives for one roll; what `verify` does for each."""
    stream = _stream(secret, number, name)
    return [_value(stream, n) for n in sides]


class Dice:
    """The dice of one game: a secret, the next number, and values laid out beforehand (tests, positions, replays)."""

    __slots__ = ("laid", "log", "number", "secret")

    def __init__(self, secret: bytes, number: int = 1) -> None:
        self.secret = secret
        self.number = number
        self.laid: list[int] = []
        self.log: list[Rolled] | None = None

    def copy(self) -> Dice:
        twin = Dice(self.secret, self.number)
        twin.laid = self.laid[:]
        return twin

    def lay(self, values: Sequence[int]) -> None:
        """Fix the values that come next, in order."""
        self.laid.extend(values)

    def roll(self, name: str, sides: Sequence[int]) -> list[int]:
        scripted = bool(self.laid)
        values = self._take(sides) if scripted else work_out(self.secret, self.number, name, sides)
        if self.log is not None:
            self.log.append(Rolled(self.number, name, list(sides), values, scripted))
        self.number += 1
        return values

    def _take(self, sides: Sequence[int]) -> list[int]:
        if len(self.laid) < len(sides):
            raise ValueError(f"{len(sides)} dice are rolled but only {len(self.laid)} values are laid out")
        values, self.laid[: len(sides)] = self.laid[: len(sides)], []
        for value, n in zip(values, sides, strict=True):
            if not 1 <= value <= n:
                raise ValueError(f"a laid-out value of {value} does not stand on a die of {n} sides")
        return values

    def pick(self, name: str, count: int) -> int:
        """0 … count-1, every one alike."""
        return self.roll(name, [count])[0] - 1

    def order(self, name: str, count: int) -> list[int]:
        """A permutation of 0 … count-1 from one numbered roll."""
        left = list(range(count))
        values = self.roll(name, list(range(count, 0, -1))) if count else []
        return [left.pop(value - 1) for value in values]
