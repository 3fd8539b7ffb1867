"""The types of the client are those of the server: `make types` writes them anew."""

from __future__ import annotations

import re

from server.house import ROOT
from vistula.server.app import make_app
from vistula.server.settings import Settings


def test_the_types_of_the_wire_are_up_to_date() -> None:
    schemas = make_app(Settings()).openapi_schema.to_schema()["components"]["schemas"]
    text = (ROOT / "web/src/wire.d.ts").read_text(encoding="utf8")
    for name, schema in schemas.items():
        block = re.search(rf"^ {{8}}{re.escape(name)}: \{{\n(.*?)^ {{8}}\}};", text, re.M | re.S)
        assert block or "properties" not in schema, f"{name} is new: run `make types`"
        if block:
            known = set(re.findall(r"^ {12}(\w+)\??:", block[1], re.M))
            assert known == set(schema.get("properties", {})), f"{name} has changed: run `make types`"
