"""Files: written whole or not at all, and refused in good time where they cannot be."""

from __future__ import annotations

import os
from pathlib import Path

from vistula.kernel.errors import BadInput
from vistula.kernel.files import write_whole


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


__all__ = ["check_writable", "make_folder", "write_whole"]
