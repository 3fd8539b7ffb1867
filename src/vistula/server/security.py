"""What browsers are told to refuse, and whose connections are taken."""

from __future__ import annotations

from collections.abc import Mapping
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


def bearer(headers: Mapping[str, str]) -> str:
    """The token of an Authorization header, or nothing."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""
