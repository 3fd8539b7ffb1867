"""What browsers are told to refuse, which names the server answers to, and whose pages may change something."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # boards and counters are SVG with styles of their own
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)

HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


ONE_CLICK = "/api/quiet/"
"""The one address that mail programs post to (RFC 8058); what follows is a token, and never logged."""


def same_origin(headers: Mapping[str, str], allowed: tuple[str, ...]) -> bool:
    """Whether a browser's page may connect: one of ours, or one that was allowed. Scripts send no Origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    if origin in allowed:
        return True
    try:
        return bool(urlsplit(origin).netloc) and urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


class Doors:
    """What a request is turned away for before anything of it is read.

    A page of another address may send requests here from a browser on this machine, and a name of its own may
    lead here (DNS rebinding). So every request must name the server by a name that it answers to; and what
    changes something must come from one of its own pages, as JSON, which no foreign page sends unasked.
    """

    def __init__(self, host: str, origins: tuple[str, ...]) -> None:
        self.origins = origins
        self.names = {"localhost", host.lower(), *(urlsplit(origin).hostname or "" for origin in origins)} - {""}
        self.everywhere = _is_ip(host) and ip_address(host).is_unspecified
        if self.everywhere:  # for the local network: by the machine's own name, too
            own = gethostname().lower()
            self.names |= {own, own.partition(".")[0] + ".local"}

    def answers_to(self, host: str) -> bool:
        """Whether a Host header names this server. A bent name is never a number, so any will do on all addresses."""
        try:
            parts = urlsplit(f"//{host}")
            name = (parts.hostname or "").removesuffix(".")
            _ = parts.port  # a ValueError if it is no number
        except ValueError:
            return False
        if _is_ip(name) and (self.everywhere or ip_address(name).is_loopback):
            return True
        return name in self.names

    def refuse(self, method: str, headers: Mapping[str, str], path: str = "") -> tuple[int, str] | None:
        """The status and the reason to turn a request away with. WebSockets come with the method CONNECT."""
        if not self.answers_to(headers.get("host", "")):
            return 421, "this server has another name; --origin adds the address by which you have come"
        if path.startswith(ONE_CLICK):  # mail programs send a form; what it does, only a token in the path can do
            return None
        if method in ("GET", "HEAD", "OPTIONS"):
            return None
        if not same_origin(headers, self.origins):
            return 403, "this page may not connect here; --origin adds its address"
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if method != "CONNECT" and kind != "application/json":
            return 415, "send what changes something as application/json"
        return None


def _is_ip(name: str) -> bool:
    try:
        return bool(ip_address(name))
    except ValueError:
        return False


def bearer(headers: Mapping[str, str]) -> str:
    """The token of an Authorization header, or nothing."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""
