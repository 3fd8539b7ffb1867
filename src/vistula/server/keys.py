"""The server's own key: it signs finished games, and locks what is secret in the database.

The key is no part of the database. Whoever gets a copy of that, or a backup, can neither roll the dice of running games
ahead nor sign a record. It comes from the environment or from a file, which the first start makes.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from vistula.kernel.errors import BadInput
from vistula.kernel.record import Record, Signature, signed_part

ENVIRONMENT = "VISTULA_KEY"
BYTES = 32
_NONCE = 12
_HEX = re.compile(f"[0-9a-fA-F]{{{2 * BYTES}}}")


class Keys:
    """What follows from the server's key, each for one purpose."""

    def __init__(self, master: bytes) -> None:
        self._master = master
        self._signing = Ed25519PrivateKey.from_private_bytes(self._derived("signatures"))
        self._lock = AESGCM(self._derived("secrets"))
        self.public = self._signing.public_key().public_bytes_raw().hex()
        self.fingerprint = self._derived("fingerprint").hex()  # tells one key from another, and nothing of either

    def _derived(self, purpose: str) -> bytes:
        return HKDF(SHA256(), BYTES, None, f"vistula {purpose}".encode()).derive(self._master)

    def sign(self, record: Record) -> Record:
        record.signature = Signature(key=self.public, value=self._signing.sign(signed_part(record)).hex())
        return record

    def lock(self, secret: bytes, purpose: str) -> bytes:
        """A secret as it is stored; the purpose, such as a table's id, keeps it from being put elsewhere."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._lock.encrypt(nonce, secret, purpose.encode())

    def unlock(self, stored: bytes, purpose: str) -> bytes:
        try:
            return self._lock.decrypt(stored[:_NONCE], stored[_NONCE:], purpose.encode())
        except (InvalidTag, ValueError):
            raise BadInput("database", purpose, "its secret was changed, or locked with another key") from None


def check(record: Record) -> bool:
    """Whether the signature of a record fits it, whosever key it is made with."""
    assert record.signature is not None
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(record.signature.key))
        key.verify(bytes.fromhex(record.signature.value), signed_part(record))
    except (InvalidSignature, ValueError):
        return False
    return True


# -- where it comes from ----------------------------------------------------------------------------------------------


def given() -> str:
    """The key in the environment, if there is one."""
    return os.environ.get(ENVIRONMENT, "")


def from_text(text: str, where: str) -> Keys:
    if not _HEX.fullmatch(text.strip()):
        raise BadInput(where, "", f"is not a key: expected {2 * BYTES} hexadecimal digits")
    return Keys(bytes.fromhex(text.strip()))


def from_file(file: Path, make: bool) -> Keys:
    """The key in a file; `make` one where there is none yet, which nobody else may read."""
    if make:
        with contextlib.suppress(FileExistsError):
            _make(file)
    try:
        return from_text(file.read_text(encoding="ascii"), str(file))
    except FileNotFoundError:
        why = "is not there, and this database needs the key that it was made with; put it back, or name it"
        raise BadInput(str(file), "", f"{why} with --key-file or {ENVIRONMENT}") from None
    except (OSError, UnicodeDecodeError):
        raise BadInput(str(file), "", "cannot be read as a key") from None


def _make(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as made:
            made.write(secrets.token_hex(BYTES) + "\n")
            made.flush()
            os.fsync(made.fileno())
    except FileExistsError:
        raise
    except OSError as error:
        raise BadInput(str(file), "", f"cannot be written ({error.strerror})") from None
