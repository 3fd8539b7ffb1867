"""Writes the server's OpenAPI document, from which `npm run types` makes src/wire.d.ts: `openapi.py FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from vistula.server.app import make_app
from vistula.server.settings import Settings

if __name__ == "__main__":
    document = make_app(Settings()).openapi_schema.to_schema()
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(msgspec.json.encode(document))
