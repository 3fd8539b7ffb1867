"""Documents in few bytes: gzip, as every tool knows it."""

from __future__ import annotations

import gzip
import zlib

from vistula.kernel.errors import BadInput

MAGIC = b"\x1f\x8b"


def packed(body: bytes) -> bytes:
    """Compressed; the same document always gives the same bytes."""
    return gzip.compress(body, 6, mtime=0)


def unpacked(body: bytes, where: str) -> bytes:
    """The document itself, whether it was compressed or not."""
    if not body.startswith(MAGIC):
        return body
    try:
        return gzip.decompress(body)
    except (OSError, EOFError, zlib.error) as error:
        raise BadInput(where, "", f"is not whole: it cannot be decompressed ({error})") from None
