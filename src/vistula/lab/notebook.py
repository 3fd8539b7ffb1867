"""What a study has played so far, on disk, so that no game is lost with the process that asked for it.

Each row is appended as it comes, compressed by itself: `zcat` shows the whole as lines of JSON. What was being written
when the process died is cut off when the study goes on. Whoever is at work on a study holds its notebook locked.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from vistula.kernel.errors import BadInput
from vistula.kernel.packing import MAGIC, packed
from vistula.lab.play import Row

try:
    import fcntl
except ImportError:  # where there are no such locks, two studies in one folder are not told apart
    fcntl = None  # type: ignore[assignment]

NAME = "unfinished.jsonl.gz"

Header = dict[str, Any]


class Note(msgspec.Struct, array_like=True):
    """A game that was finished, and how long the study had taken by then."""

    seconds: float
    row: Row


class Notebook:
    """The notes of one study or league. Games that crashed are not noted: who goes on plays them again."""

    def __init__(self, path: Path, file: BinaryIO, games: int) -> None:
        self.path, self.games = path, games
        self._file = file

    def notes(self) -> Iterator[Note]:
        """What was noted before the notebook was opened, one after another: it may be much."""
        with self.path.open("rb") as file:
            for page, _ in islice(_pages(file), 1, 1 + self.games):
                yield _decoded(self.path, page, Note)

    def write(self, row: Row, seconds: float) -> None:
        try:
            self._file.write(_packed(Note(seconds, row)))
            self._file.flush()
        except OSError as error:
            words = f"cannot be written ({error.strerror}); what is noted is kept, and --resume goes on with it"
            raise BadInput(str(self.path), "", words) from None

    def close(self) -> None:
        """Let others go on with the study."""
        with suppress(OSError):  # of a full disk that much has been said
            self._file.close()

    def remove(self) -> None:
        """The study is whole and its report is written: nothing is left to go on with."""
        self.path.unlink(missing_ok=True)
        self.close()


def open_notebook(folder: Path, header: Header, resume: bool) -> Notebook:
    """A new notebook, or the one that lies there; BadInput if that is another study's, or was not asked for."""
    path = folder / NAME
    file = _locked(path)
    try:
        return Notebook(path, file, _found(path, file, header) if resume else _begun(path, file, header))
    except BaseException:
        file.close()
        raise


def _locked(path: Path) -> BinaryIO:
    file = path.open("ab")
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise BadInput(str(path), "", "a study is being carried out here; name another folder") from None
    return file


def _begun(path: Path, file: BinaryIO, header: Header) -> int:
    """A notebook for a new study."""
    games = sum(1 for _ in _whole(path)) - 1
    if games > 0:
        words = f"holds {games} games of an unfinished study; go on with --resume, or remove it"
        raise BadInput(str(path), "", words)
    file.truncate(0)
    file.write(_packed(header))
    file.flush()
    return 0


def _found(path: Path, file: BinaryIO, header: Header) -> int:
    """The notebook of a study that is gone on with, and how many games it holds."""
    games, end = -1, 0
    for page, at in _whole(path):
        if games < 0:
            _compare(path, _decoded(path, page, Header), header)
        games, end = games + 1, at
    if games < 0:
        path.unlink()
        raise BadInput(str(path.parent), "", "there is no unfinished study to go on with")
    file.truncate(end)
    return games


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


def _whole(path: Path) -> Iterator[tuple[bytes, int]]:
    """All pages up to the first that is not whole; BadInput for a file that does not even begin like a notebook."""
    with path.open("rb") as file:
        if not MAGIC.startswith(file.read(len(MAGIC))):
            raise BadInput(str(path), "", "is no notebook of a study; remove it")
        file.seek(0)
        yield from _pages(file)


def _pages(file: BinaryIO) -> Iterator[tuple[bytes, int]]:
    """Every page that is whole, with the place in the file where it ends."""
    at, ahead = 0, b""
    while True:
        reader, parts = zlib.decompressobj(zlib.MAX_WBITS | 16), []
        while not reader.eof:
            if not (ahead := ahead or file.read(1 << 16)):
                return
            try:
                parts.append(reader.decompress(ahead))
            except zlib.error:
                return
            at += len(ahead) - len(reader.unused_data)
            ahead = reader.unused_data
        yield b"".join(parts), at
