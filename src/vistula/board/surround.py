"""What is printed around a map: record tracks and holding boxes, read from ``surround.toml`` and checked.

All of it is for the picture: rules count by the tables of their own title. A track is a row of boxes, as words or as a
span of numbers, with notes under them (``|`` breaks a line), bands that join some of them, and the box where its marker
starts. A holding box may have compartments.
"""

from __future__ import annotations

from pathlib import Path

from vistula.board.boardfile import BoardDatum
from vistula.board.data import DataError, located, pack_file, read_toml, unique

FILE = "surround.toml"


class Band(BoardDatum, kw_only=True):
    """A name for some boxes of a track, counted from 1: a month, a scenario, a level."""

    first: int
    last: int
    name: str
    side: str = ""
    strength: int = 1
    level: int = 0  # how far below the boxes, where bands overlap


class TrackBlock(BoardDatum, kw_only=True):
    id: str
    name: str
    rule: str
    source: str
    span: tuple[int, int] | None = None
    boxes: list[str] = []
    notes: list[str] = []
    start: str = ""
    side: str = ""
    across: int = 0  # boxes in a row; 0 is all of them
    wide: bool = False
    narrow: bool = False
    bands: list[Band] = []

    @property
    def words(self) -> list[str]:
        """What stands in the boxes."""
        return self.boxes if self.span is None else [str(n) for n in range(self.span[0], self.span[1] + 1)]


class HoldingBlock(BoardDatum, kw_only=True):
    id: str
    name: str
    rule: str
    source: str
    side: str = ""
    parts: list[str] = []
    room: int = 4  # counters side by side in each part
    rows: int = 1


class Surround(BoardDatum):
    track: list[TrackBlock] = []
    box: list[HoldingBlock] = []


def load_surround(shipped: Path, pack: Path | None = None) -> Surround:
    """What stands around the map of a title: its own file, or that of a data pack."""
    path = pack_file(pack, FILE, shipped)
    found = read_toml(path, Surround)
    with located(path):
        _check(path.name, found)
    return found


def _check(file: str, found: Surround) -> None:
    unique(file, "track", (t.id for t in found.track))
    unique(file, "box", (b.id for b in found.box))
    for track in found.track:
        if reason := _wrong(track):
            raise DataError(file, f"track {track.id}", reason)
    for box in found.box:
        if box.room < 1 or box.rows < 1:
            raise DataError(file, f"box {box.id}", "there must be room for a counter")


def _wrong(track: TrackBlock) -> str:
    words = track.words
    if (track.span is None) == (not track.boxes) or not words:
        return "either boxes or a span of numbers is wanted"
    if track.notes and len(track.notes) != len(words):
        return f"{len(words)} notes are wanted, {len(track.notes)} stand there"
    if track.start and track.start not in words:
        return f"there is no box {track.start!r} to start in"
    if any(not 1 <= band.first <= band.last <= len(words) for band in track.bands):
        return f"bands join boxes 1 to {len(words)}"
    return ""
