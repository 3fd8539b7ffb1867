"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from vistula.kernel.errors import BadInput


def write_whole(path: Path, body: bytes) -> None:
    """Write a file beside its place and move it there when it is complete."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(body)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def check_writable(path: Path) -> None:
    """BadInput where a file could not be written; asked before the work that it is to hold is done."""
    folder = path.parent
    if path.is_dir():
        raise BadInput(str(path), "", "is a folder, not a file")
    if not folder.is_dir():
        raise BadInput(str(path), "", f"cannot be written: there is no folder {folder}")
    if not os.access(folder, os.W_OK):
        raise BadInput(str(path), "", f"cannot be written: no permission in {folder}")


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(str(path), "", f"cannot be made a folder ({error.strerror})") from None
    if not os.access(path, os.W_OK):
        raise BadInput(str(path), "", "cannot be written: no permission")
