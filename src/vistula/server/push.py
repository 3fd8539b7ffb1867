"""Web push: what a push service wants to know of this server, and what only the browser can read.

The key of the server (VAPID, RFC 8292) is made once. A message is encrypted for one browser (RFC 8291, with the
encoding aes128gcm of RFC 8188). `pywebpush` would do both, and bring an HTTP client that follows redirects, connects
wherever a name leads, and a dozen packages; the two below need nothing that is not here already.
"""

from __future__ import annotations

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from vistula.kernel.errors import BadInput
from vistula.server.wire import PushSubscription

ENVIRONMENT = "VISTULA_VAPID"
CURVE = ec.SECP256R1()
RECORD = 4096
"""Bytes that a push service takes at least, with what encryption adds."""
LONGEST = RECORD - 103
LASTS = 12 * 60 * 60
"""Seconds for which a service may take the server's word; it may be a day at most."""


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> bytes:
    return ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32)


def given() -> bytes | None:
    """The key that the operator has put into the environment, as tools for VAPID print it."""
    text = os.environ.get(ENVIRONMENT, "").strip()
    if not text:
        return None
    try:
        key = _bytes(text)
        ec.derive_private_key(int.from_bytes(key), CURVE)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise BadInput(ENVIRONMENT, "", "is not a private key of VAPID: expected 43 characters of base64url")
    return key


def check(subscription: PushSubscription) -> None:
    """BadInput for one that nothing can be encrypted for."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _bytes(subscription.keys.p256dh))
        if len(_bytes(subscription.keys.auth)) != 16:
            raise ValueError
    except ValueError:
        raise BadInput("subscription", "keys", "are not those of a browser's subscription") from None


class Push:
    """The server, as push services know it."""

    def __init__(self, key: bytes, subject: str) -> None:
        """`subject`: where a service that minds may turn to."""
        self._key = ec.derive_private_key(int.from_bytes(key), CURVE)
        self._subject = subject
        self.public = _text(_point(self._key.public_key()))

    def headers(self, endpoint: str, topic: str, lasts: float, now: Callable[[], float] = time.time) -> dict[str, str]:
        """Of a message that its service keeps for so long. Of those with one topic it keeps the newest."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now()) + LASTS, "sub": self._subject}
        return {
            "authorization": f"vapid t={self._token(claims)}, k={self.public}",
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(int(lasts)),
            "topic": topic,
            "urgency": "normal",
        }

    def _token(self, claims: dict[str, object]) -> str:
        head = _text(msgspec.json.encode({"typ": "JWT", "alg": "ES256"}))
        told = f"{head}.{_text(msgspec.json.encode(claims))}"
        r, s = decode_dss_signature(self._key.sign(told.encode(), ec.ECDSA(SHA256())))
        return f"{told}.{_text(r.to_bytes(32) + s.to_bytes(32))}"


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _derived(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, about).derive(secret)


def encrypted(
    message: bytes,
    subscription: PushSubscription,
    salt: bytes = b"",
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message that only this browser can read. Salt and key are drawn anew each time; a test may name them."""
    salt, own = salt or os.urandom(16), own or ec.generate_private_key(CURVE)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, _bytes(subscription.keys.p256dh))
    points = _point(theirs), _point(own.public_key())
    shared = own.exchange(ec.ECDH(), theirs)
    secret = _derived(shared, _bytes(subscription.keys.auth), b"WebPush: info\0" + points[0] + points[1], 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4) + bytes([len(points[1])]) + points[1]
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)
