"""How much, how fast: what one seat, and what one address, may spend."""

from __future__ import annotations

import time
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

import msgspec

from vistula.kernel.errors import BadInput

MESSAGE_BYTES = 64 * 1024
BODY_BYTES = 64 * 1024
HEAD_BYTES = 64 * 1024
OUTBOX = 512
"""Messages that may wait for a slow reader before its connection is closed; it comes back and gets one view."""
OUTBOX_BYTES = 4 * 1024 * 1024

Network = IPv4Network | IPv6Network


class Limits(msgspec.Struct, frozen=True):
    """Rates per second, with what may come at once. A rate of 0 sets no limit."""

    # of one connection or one seat
    messages: float = 50.0
    messages_at_once: int = 200
    actions: float = 30.0  # of one seat; a message holds up to 200
    actions_at_once: int = 1_000
    speech: float = 1.0
    speech_at_once: int = 10
    connections: int = 64  # of one seat at once
    # of one table
    entries: int = 60_000  # most games have some 3,000, a campaign of Red Star/White Eagle 18,000
    words: int = 5_000  # messages of its chat
    # of one address: a club behind one router is several people
    requests: float = 40.0
    requests_at_once: int = 400
    work: float = 30.0  # what costs more than a look: cards, exports, odds, paths
    work_at_once: int = 300
    many_messages: float = 250.0
    many_messages_at_once: int = 2_000
    many_actions: float = 120.0
    many_actions_at_once: int = 2_000
    much_speech: float = 4.0
    much_speech_at_once: int = 60
    letters: float = 1 / 120  # e-mails that are asked for, from one address of the network or to one address
    letters_at_once: int = 6
    tries: float = 10 / 86_400  # notices that a person sends themselves, to see whether they come
    tries_at_once: int = 10
    notices: float = 1 / 60  # that are sent to one person, on all their channels
    notices_at_once: int = 60
    openings: float = 1.0
    openings_at_once: int = 60
    tables: int = 200  # unfinished tables that one address has opened within a day
    alone: int = 2  # and of these, tables of computers alone
    tables_ever: int = 1_000  # tables opened within a day, finished ones too
    sockets: int = 256  # connections at once
    # of one connection, in seconds
    head: float = 10.0  # to send the head of a request
    body: float = 20.0  # to send its body
    reading: float = 30.0  # to take something of what it has been sent


NONE = Limits(
    messages=0,
    actions=0,
    entries=2**53,
    words=2**53,
    speech=0,
    requests=0,
    work=0,
    many_messages=0,
    many_actions=0,
    much_speech=0,
    openings=0,
    letters=0,
    tries=0,
    notices=0,
    connections=10_000,
    tables=2**53,
    alone=10_000,
    tables_ever=2**53,
    sockets=10_000,
)


def allowed(limits: Limits, given: list[str]) -> Limits:
    """Limits with some of them changed: NAME=VALUE."""
    for each in given:
        name, _, value = each.partition("=")
        kind = Limits.__annotations__.get(name)
        try:
            changed = {"int": int, "float": float}[str(kind)](value)
            if not changed >= 0:
                raise ValueError
        except (KeyError, ValueError):
            names = ", ".join(Limits.__struct_fields__)
            raise BadInput("--allow", each, f"expected NAME=NUMBER with one of these names: {names}") from None
        limits = msgspec.structs.replace(limits, **{name: changed})
    return limits


class Bucket:
    """Lets through so many at once and so many a second."""

    __slots__ = ("at_once", "left", "rate", "then")

    def __init__(self, rate: float, at_once: int) -> None:
        self.rate = rate
        self.at_once = at_once
        self.left = float(at_once)
        self.then = time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Let one through. What costs more is paid off before the next one is."""
        if not self.rate:
            return True
        now = time.monotonic()
        self.left = min(self.at_once, self.left + (now - self.then) * self.rate)
        self.then = now
        if self.left < 1:
            return False
        self.left -= cost
        return True

    def charge(self, cost: float) -> None:
        """For what turned out to cost more."""
        self.left -= cost

    def wait(self) -> float:
        """Seconds until the next one is let through."""
        return max(0.0, (1 - self.left) / self.rate) if self.rate else 0.0

    def full(self, now: float) -> bool:
        return self.left + (now - self.then) * self.rate >= self.at_once


class Tolls:
    """What each seat and each address has spent of each kind. Whoever has spent nothing lately is forgotten."""

    REMEMBERED = 50_000

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def of(self, kind: str, who: str) -> Bucket:
        bucket = self._buckets.get((kind, who))
        if bucket is None:
            if len(self._buckets) >= self.REMEMBERED:
                self._forget()
            bucket = Bucket(getattr(self.limits, kind), getattr(self.limits, f"{kind}_at_once"))
            self._buckets[kind, who] = bucket
        return bucket

    def take(self, kind: str, who: str, cost: float = 1) -> bool:
        return self.of(kind, who).take(cost)

    def _forget(self) -> None:
        """Those who owe nothing; if nearly everybody owes something, the half that has been known longest."""
        now = time.monotonic()
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.full(now)}
        if len(self._buckets) > self.REMEMBERED // 2:
            for key in list(self._buckets)[: len(self._buckets) // 2]:
                del self._buckets[key]


# -- addresses ------------------------------------------------------------------------------------------


def networks(given: list[str]) -> tuple[Network, ...]:
    """The proxies whose word is taken for an address."""
    try:
        return tuple(ip_network(each, strict=False) for each in given)
    except ValueError as error:
        raise BadInput("--trusted-proxy", "", f"{error}; expected a form like 10.0.0.0/8 or 127.0.0.1") from None


def trusts(proxies: tuple[Network, ...], address: str) -> bool:
    if not proxies:
        return False
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in proxies if network.version == found.version)


def caller(proxies: tuple[Network, ...], peer: str, forwarded: str) -> str:
    """The address that a request comes from: the last one in the chain that no trusted proxy has."""
    address = peer
    for hop in reversed(forwarded[-1000:].split(",")):
        if not trusts(proxies, address):
            break
        try:
            address = str(ip_address(hop.strip().strip("[]")))
        except ValueError:
            break
    return address


def household(address: str) -> str:
    """The part of an address that limits count by: who has an IPv6 address has 2**64 of them."""
    if ":" not in address:
        return address
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    mapped = getattr(found, "ipv4_mapped", None)
    return str(mapped) if mapped is not None else str(ip_network(f"{found}/64", strict=False))
