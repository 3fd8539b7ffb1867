"""What a study has played so far, on disk, so that no game is lost with the process that asked for it.

Each row is appended as it comes, compressed by itself: `zcat` shows the whole as lines of JSON. A row that was being
written when the process died is cut off when the notebook is opened again.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from vistula.files import write_whole
from vistula.kernel.errors import BadInput
from vistula.kernel.packing import packed
from vistula.lab.play import Row

NAME = "unfinished.jsonl.gz"

Header = dict[str, Any]


class Note(msgspec.Struct, array_like=True):
    """A game that was finished, and how long the study had taken by then."""

    seconds: float
    row: Row


class Notebook:
    """The notes of one study or league. Games that crashed are not noted: who goes on plays them again."""

    def __init__(self, path: Path, games: int = 0) -> None:
        self.path, self.games = path, games

    def notes(self) -> Iterator[Note]:
        """What was noted before the notebook was opened, one after another: it may be much."""
        with self.path.open("rb") as file:
            for page, _ in islice(_pages(file, self.path), 1, 1 + self.games):
                yield _decoded(self.path, page, Note)

    def write(self, row: Row, seconds: float) -> None:
        """In one piece: whoever dies while he writes, or writes beside another, spoils nothing that was written."""
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        try:
            os.write(handle, _packed(Note(seconds, row)))
        finally:
            os.close(handle)

    def close(self) -> None:
        """The study is whole and its report is written: nothing is left to go on with."""
        self.path.unlink(missing_ok=True)


def open_notebook(folder: Path, header: Header, resume: bool) -> Notebook:
    """A new notebook, or the one that lies there; BadInput if that is another study's, or was not asked for."""
    path = folder / NAME
    pages, first = _mended(path) if path.exists() else (0, b"")
    games = max(0, pages - 1)
    if not games:
        write_whole(path, _packed(header))
    elif resume:
        _compare(path, _decoded(path, first, Header), header)
    else:
        words = f"holds {games} games of an unfinished study; go on with --resume, or remove it"
        raise BadInput(str(path), "", words)
    return Notebook(path, games)


def _compare(path: Path, found: Header, wanted: Header) -> None:
    for key in dict.fromkeys([*wanted, *found]):
        if found.get(key) != wanted.get(key):
            words = f"noted with {found.get(key)}, not {wanted.get(key)}; name another folder, or remove it"
            raise BadInput(str(path), key, words)


def _decoded(path: Path, page: bytes, type: Any) -> Any:
    try:
        return msgspec.json.decode(page, type=type)
    except msgspec.MsgspecError as error:
        raise BadInput(str(path), "", f"is no notebook of a study ({error}); remove it") from None


# -- pages --------------------------------------------------------------------------------------------


def _packed(page: Any) -> bytes:
    return packed(msgspec.json.encode(page) + b"\n")


def _mended(path: Path) -> tuple[int, bytes]:
    """How many pages are whole, and the first of them; what follows them is cut off."""
    count, first, end = 0, b"", 0
    with path.open("rb") as file:
        for page, at in _pages(file, path):
            count, first, end = count + 1, first or page, at
    os.truncate(path, end)
    return count, first


def _pages(file: BinaryIO, path: Path) -> Iterator[tuple[bytes, int]]:
    """Every page that is whole, with the place in the file where it ends."""
    at, ahead = 0, b""
    while True:
        reader, parts = zlib.decompressobj(zlib.MAX_WBITS | 16), []
        while not reader.eof:
            if not (ahead := ahead or file.read(1 << 16)):
                return
            try:
                parts.append(reader.decompress(ahead))
            except zlib.error as error:
                raise BadInput(str(path), "", f"is no notebook of a study ({error}); remove it") from None
            at += len(ahead) - len(reader.unused_data)
            ahead = reader.unused_data
        yield b"".join(parts), at
