"""Tokens: 128 random bits that open a seat. Only their hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode


def new_token() -> str:
    return secrets.token_urlsafe(16)


def new_id() -> str:
    """The public name of a table; it opens nothing."""
    return secrets.token_hex(6)


def hash_of(token: str) -> str:
    return hashlib.sha256(b"vistula token " + token.encode("utf8", "surrogatepass")).hexdigest()


def derived(key: bytes, table: str, seat: str, what: str) -> str:
    """The token that a seat gets for a reason: the same however often it is asked for."""
    told = hmac.digest(key, f"token {table} {seat} {what}".encode(), "sha256")[:16]
    return urlsafe_b64encode(told).decode().rstrip("=")


def same(a: str, b: str) -> bool:
    """Equal or not, in a time that does not tell where they differ."""
    return hmac.compare_digest(a.encode(errors="replace"), b.encode(errors="replace"))
