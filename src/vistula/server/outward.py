"""Requests to addresses that people have named: webhooks, and the push services of their browsers.

Whoever names an address must not reach through the server what they cannot reach themselves. So only https, only
addresses that are public, each of them looked up once and connected to as it was checked; no redirect is followed,
nothing of an answer but its status is told, and all of it takes a few seconds at most. An operator whose notices stay
in the house says `--calls anywhere`.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from vistula.kernel.errors import BadInput, VistulaError

PUBLIC, ANYWHERE, NOWHERE = "public", "anywhere", "nowhere"
PATIENCE = 10.0
"""Seconds that a request may take from the first to the last byte."""
HEAD_BYTES = 16 * 1024
"""Of an answer; what comes after its head is not read."""
LONGEST_WAIT = 6 * 60 * 60.0
TRANSLATED = ip_network("64:ff9b::/96")
"""IPv6 addresses that end with the IPv4 address which they lead to."""
OUR_OWN = tuple(map(ip_network, ("64:ff9b:1::/48", "::/96", "fec0::/10", "192.0.0.0/24", "100.64.0.0/10")))
"""What the standard library takes for public, or did once: the same within one network, forms that nobody uses any
more, networks of providers, where some of them tell secrets of a machine."""
PORTS = 1024
"""Below this one only the port of https: no mail server, no shell is spoken to."""


class NoAnswer(VistulaError):
    """Nobody there has taken the request."""


class Answered(NamedTuple):
    """What came back."""

    status: int
    wait: float  # seconds after which it wants to be asked again; 0: it does not say


def check(url: str, calls: str) -> None:
    """BadInput for an address that nothing is sent to, as far as it can be seen without asking where it leads."""
    try:
        parts = _parts(url, calls)
    except NoAnswer as error:
        raise BadInput("url", "", str(error)) from None
    address = _number(parts.hostname or "")
    if address is not None and calls != ANYWHERE and not public(address):
        raise BadInput("url", "", "leads into a network that is not public")


def _parts(url: str, calls: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NoAnswer("is not a web address") from None
    plain = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if not (plain and parts.hostname and parts.scheme in ("http", "https")):
        raise NoAnswer("is not a web address; expected a form like https://chat.example/hook")
    if parts.username is not None or parts.fragment:
        raise NoAnswer("must have no user name and no fragment")
    if calls != ANYWHERE:
        if parts.scheme != "https":
            raise NoAnswer("must begin with https://")
        if port is not None and port != 443 and port < PORTS:
            raise NoAnswer(f"leads to port {port}; only 443 and those from {PORTS} up are taken")
    return parts


def _number(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def public(address: IPv4Address | IPv6Address) -> bool:
    """Whether everybody on the internet could reach it: none of this machine, of its networks or of its host's."""
    if any(address in network for network in OUR_OWN):
        return False
    if isinstance(address, IPv6Address) and (inner := _embedded(address)) is not None:
        return public(inner)
    ordinary = not (address.is_multicast or address.is_reserved or address.is_unspecified or address.is_link_local)
    return ordinary and address.is_global


def _embedded(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to by way of a translator or a tunnel."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    return IPv4Address(int(address) & 0xFFFFFFFF) if address in TRANSLATED else None


async def post(url: str, body: bytes, headers: dict[str, str], calls: str) -> Answered:
    """Send something there; NoAnswer if nobody takes it."""
    parts = _parts(url, calls)
    try:
        async with asyncio.timeout(PATIENCE):
            return await _post(parts, body, headers, calls)
    except TimeoutError:
        raise NoAnswer("it did not answer in time") from None
    except ssl.SSLError:
        raise NoAnswer("its certificate is not in order") from None
    except (OSError, EOFError, ValueError, asyncio.LimitOverrunError):
        raise NoAnswer("it could not be reached") from None


async def _post(parts: SplitResult, body: bytes, headers: dict[str, str], calls: str) -> Answered:
    secure, host = parts.scheme == "https", parts.hostname or ""
    port = parts.port or (443 if secure else 80)
    address = await _found(host, port, calls)
    tls = {"ssl": ssl.create_default_context(), "server_hostname": host} if secure else {}
    reader, writer = await asyncio.open_connection(address, port, limit=HEAD_BYTES, **tls)  # type: ignore[arg-type]
    try:
        writer.write(_head(parts, len(body), headers) + body)
        await writer.drain()
        return _read(await reader.readuntil(b"\r\n\r\n"))
    finally:
        writer.transport.abort()


async def _found(host: str, port: int, calls: str) -> str:
    """The address of a host. All that its name leads to must be public, so that it does not depend on luck."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(each[4][0]) for each in found]
    if calls != ANYWHERE and not all(public(ip_address(address)) for address in addresses):
        raise NoAnswer("it leads into a network that is not public")
    return addresses[0]


def _head(parts: SplitResult, length: int, headers: dict[str, str]) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    own = {"host": parts.netloc, "user-agent": "vistula", "connection": "close", "content-length": str(length)}
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in {**own, **headers}.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _read(head: bytes) -> Answered:
    first, *rest = head.decode("latin-1").split("\r\n")
    version, status = first.split(" ")[:2]
    if not version.startswith("HTTP/1.") or not status.isdigit():
        raise NoAnswer("what answers there is no web server")
    after = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    wait = after.get("retry-after", "")
    return Answered(int(status), min(float(wait), LONGEST_WAIT) if wait.isdigit() else 0.0)
