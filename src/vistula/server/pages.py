"""The client's files, and the two pages that the server writes itself: no client yet, and the API."""

from __future__ import annotations

import mimetypes
from html import escape
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.params import FromPath

from vistula.server.documents import Document

_STYLE = (
    "body{font:17px/1.5 Georgia,serif;max-width:46rem;margin:3rem auto;padding:0 1rem;color:#222;background:#f7f4ea}"
    "code{font:15px ui-monospace,monospace}table{border-collapse:collapse}td{padding:.2rem .8rem .2rem 0;"
    "vertical-align:top}@media(prefers-color-scheme:dark){body{color:#ddd;background:#1c1b18}a{color:#9bc}}"
)


def _page(heading: str, body: str) -> bytes:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(heading)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>'
        f"<h1>{escape(heading)}</h1>{body}</html>"
    ).encode()


NOT_BUILT = Document(
    _page(
        "Vistula",
        "<p>The server is well, but the client that runs in the browser has not been built.</p>"
        "<p>From a checkout: <code>make play</code> builds it once (with Node 20 and npm) and starts the server.</p>"
        '<p>Until then: <a href="/api/schema">the API</a>, <a href="/health">health</a>.</p>',
    ),
    "text/html",
)


class Client:
    """The built client, read once. Nothing but these files is ever served, whatever the path says."""

    def __init__(self, folder: Path) -> None:
        self.files = {
            path.relative_to(folder).as_posix(): _document(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.name.startswith(".")
        }
        self.built = "index.html" in self.files

    def find(self, path: str) -> Document | None:
        """The file of a path; a path of the client's own is its start page."""
        if not self.built:
            return None if "." in path.rsplit("/", 1)[-1] else NOT_BUILT
        found = self.files.get(path)
        own = "." not in path.rsplit("/", 1)[-1]
        return found or (self.files["index.html"] if own else None)


def _document(path: Path, folder: Path) -> Document:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    kind = {"application/x-javascript": "text/javascript", "application/javascript": "text/javascript"}.get(kind, kind)
    kind = {".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}.get(path.suffix, kind)
    named_by_content = path.relative_to(folder).parts[0] == "assets"
    return Document(path.read_bytes(), kind, lasting=named_by_content)


@get(["/", "/{path:path}"], include_in_schema=False)
async def client(state: State, request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    """Anything that is not the API."""
    found = None if path.startswith("/api/") else state.client.find(path.strip("/"))
    if found is None:
        raise NotFoundException(detail="there is nothing here")
    return found.response(request)  # type: ignore[no-any-return]


class ApiPage(OpenAPIRenderPlugin):
    """The API on one page, written here: it must work where there is no net."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        rows = [
            f"<tr><td><code>{verb.upper()}</code><td><code>{escape(path)}</code><td>{escape(spec.get('summary', ''))}"
            for path, verbs in sorted(openapi_schema["paths"].items())
            for verb, spec in verbs.items()
        ]
        socket = "<tr><td><code>WS</code><td><code>/api/tables/{table}/play</code><td>Play: see ClientMessage"
        names = "".join(
            f"<li><b>{escape(name)}</b> {escape(spec.get('description', '') or '')}"
            for name, spec in sorted(openapi_schema["components"]["schemas"].items())
        )
        intro = '<p>The whole document: <a href="/api/schema/openapi.json">openapi.json</a></p>'
        return _page("Vistula: the API", f"{intro}<table>{''.join(rows)}{socket}</table><h2>Types</h2><ul>{names}</ul>")
