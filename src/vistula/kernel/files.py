"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: str | Path, body: bytes, durable: bool = False) -> None:
    """Write a file beside its place and move it there when it is complete; an interrupted run leaves no half of it.

    The file has the permissions that any new file gets here. With `durable` it also survives a power cut.
    """
    path = Path(path)
    beside = path.with_name(f".{path.name[:200]}.{secrets.token_hex(6)}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(body)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
