"""Things that are made once and fetched often: catalogs, boards, counters, rules, the client's files.

Each has an ETag by its content and is compressed once.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from litestar import Request, Response

from vistula import __version__
from vistula.kernel.title import Title
from vistula.server.backroom import BackRoom
from vistula.server.wire import ChapterCard, RuleCard, RulesPage, RulingCard

SVG = "image/svg+xml"
JSON = "application/json"
SMALL = 1000
Names = Literal["polish", "english", "local"]
FOREVER = "public, max-age=31536000, immutable"


class Document:
    """A body with its kind, its ETag and its compressed form."""

    __slots__ = ("body", "etag", "kind", "lasting", "packed")

    def __init__(self, body: bytes, kind: str, lasting: bool = False) -> None:
        self.body = body
        self.kind = kind
        self.lasting = lasting
        self.etag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        self.packed = gzip.compress(body, 6, mtime=0) if len(body) > SMALL and _text(kind) else None

    def response(self, request: Request[Any, Any, Any]) -> Response[bytes]:
        headers = {"etag": self.etag, "cache-control": FOREVER if self.lasting else "no-cache"}
        if self.packed is not None:
            headers["vary"] = "accept-encoding"
        known = request.headers.get("if-none-match", "")
        if self.etag in [tag.strip() for tag in known.split(",")]:
            return Response(b"", status_code=304, headers=headers, media_type=self.kind)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return Response(self.packed, headers=headers, media_type=self.kind)
        return Response(self.body, headers=headers, media_type=self.kind)


def _text(kind: str) -> bool:
    return kind.startswith("text/") or any(word in kind for word in ("json", "xml", "javascript"))


def catalog(found: Title[Any]) -> Document:
    return Document(msgspec.json.encode(found.catalog()), JSON)


def board(found: Title[Any]) -> Document:
    """The board; a title without a picture has an empty one of its size."""
    try:
        picture = found.board()
    except NotImplementedError:
        size = found.catalog()
        picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size.width} {size.height}"></svg>'
    return Document(picture.encode(), SVG)


def named_board(names: Names) -> Callable[[Title[Any]], Document]:
    """The board with its names in one language; a title without a printed map has but one board."""

    def make(found: Title[Any]) -> Document:
        from vistula.games import BOARDS
        from vistula.games.boards import map_picture  # drawing is needed once and takes long to load

        if found.id not in BOARDS:
            return board(found)
        return Document(map_picture(found.id, names=names).encode(), SVG)

    return make


def counters(found: Title[Any]) -> Document:
    """One symbol for each counter, front and back, and for the markers laid on the map, to be used by reference."""
    from vistula.art.counters import defs  # drawing is needed once and takes long to load
    from vistula.art.markers import marker_defs

    symbols = defs(found.catalog().counters) + marker_defs()
    return Document(f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{symbols}</defs></svg>'.encode(), SVG)


def rules(found: Title[Any]) -> Document:
    listed = found.checklist
    page = RulesPage(
        chapters=[ChapterCard(id=id, title=title) for id, title in listed.chapters.items()],
        rules=[
            RuleCard(
                id=rule.id,
                title=rule.title,
                says=rule.says,
                status=rule.status,
                code=rule.code,
                tests=rule.tests,
                rulings=[ruling.id for ruling in listed.rulings_on(rule.id)],
            )
            for rule in listed
        ],
        rulings=[
            RulingCard(id=ruling.id, title=ruling.title, text=ruling.text, rules=ruling.rules)
            for ruling in listed.rulings.values()
        ],
    )
    return Document(msgspec.json.encode(page), JSON)


MAKERS: dict[str, Callable[[Title[Any]], Document]] = {
    "catalog": catalog,
    "board": board,
    "counters": counters,
    "rules": rules,
    "board-polish": named_board("polish"),
    "board-english": named_board("english"),
    "board-local": named_board("local"),
}


class Documents:
    """The documents of all titles, each made when first asked for, off the event loop."""

    def __init__(self, back_room: BackRoom) -> None:
        self._back_room = back_room
        self._made: dict[tuple[str, str], asyncio.Task[Document]] = {}

    async def title(self, id: str) -> Title[Any]:
        """A title, read off the event loop if it has not been read yet."""
        return await self._back_room.title(id)

    async def get(self, found: Title[Any], name: str) -> Document:
        key = found.id, name
        if key not in self._made:
            self._made[key] = asyncio.create_task(self._back_room.read(MAKERS[name], found))
        try:
            return await asyncio.shield(self._made[key])
        except Exception:
            self._made.pop(key, None)
            raise


def edition(found: Title[Any]) -> str:
    """Changes with the data of a title, its rules and this program; nothing needs to be drawn to know it."""
    told = f"{__version__} {found.id} {found.version} {found.data_hash}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]
