"""What the rulebook of How the West was Saved states about its map, proved on the board whenever it is checked.

Only what the rulebook states is demanded, so that an owner of the printed game can put in everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from vistula.board.hexes import Hex, HexSet, bits, collect
from vistula.board.statements import Statement, on_bank, prove, sound

from .board import Map, read_board

LIMIT = 3  # hexes between two points of a chain [5.2c]
FAR = range(7)  # nobody is in supply with more between
NO_WAY = 99
CITIES = (
    "Warsaw", "Smolensk", "Kaunas", "Kiev", "Vinnytsia", "Proskurov", "Zhytomyr", "Zamosc", "Ostrog", "Uman",
    "Ostroleka",
)  # fmt: skip


def check_board(title_id: str = "west-was-saved", pack: Path | None = None) -> list[str]:
    """The statements that hold, in words; a DataError for the first that does not."""
    return prove(statements(pack))


def statements(pack: Path | None = None) -> Iterator[Statement]:
    """Everything that is proved: (rule, words, whether it holds)."""
    b = read_board(pack)
    return chain(sound(b.board, b.open), places(b), ground(b), supply(b), lines(b))


def at(b: Map, name: str) -> Hex:
    return b.board.named(name)


def places(b: Map) -> Iterator[Statement]:
    known = {n for p in b.board.places if b.cities >> p.hex & 1 for n in (p.name, p.english)}
    for name in CITIES:
        yield "5.2a", f"{name} is a city", name in known
    yield "1.1b", "Ostroleka is a victory city", bool(b.green >> at(b, "Ostroleka") & 1)
    yield "1.1b", "no city is called Olsztyn", "Olsztyn" not in known
    yield "1.3c", "victory cities are cities", b.green & ~b.cities == 0
    yield "2.2c", "six victory cities are more than half of them", 6 <= b.green.bit_count() < 12
    yield (
        "1.3c",
        "there are fortifications, and none is a city",
        bool(b.forts) and not b.forts & b.cities,
    )
    clear = all(b.board.terrain[h] == "clear" for h in bits(b.cities | b.forts))
    yield "1.3c", "cities and fortifications stand in clear hexes", clear


def ground(b: Map) -> Iterator[Statement]:
    kinds = {b.board.terrain[h] for h in bits(b.open)}
    for kind in ("clear", "forest", "marsh", "rough"):
        yield "1.3a", f"there is {kind} ground", kind in kinds
    everywhere = [b.board.terrain[h] for h in bits(b.board.grid.valid)]
    for kind in ("lake", "mountain", "sea"):
        yield "1.3d", f"there is {kind}", kind in everywhere
    yield "1.3d", "five hexes of the Pripet Marshes are closed", everywhere.count("deep marsh") == 5
    for land in ("czechoslovakia", "latvia", "lithuania", "east-prussia"):
        yield "1.3e" if land in ("czechoslovakia", "latvia") else "1.3g" if land == "lithuania" else "13.5a", \
            f"{b.board.regions[land].english} has hexes", bool(b.board.regions[land].hexes)  # fmt: skip
    yield "5.0a", "Kaunas lies in Lithuania", bool(b.lithuania >> b.kaunas & 1)
    reached = all(b.open >> h & 1 for h in bits(b.cities & ~b.lithuania))
    yield "5.2a", "every city outside Lithuania can be entered", reached
    yield "1.3i", "there are bridged and unbridged river sides", any(b.unbridged) and b.unbridged != b.river


def supply(b: Map) -> Iterator[Statement]:
    """The worked examples of 5.2 and 6.0."""
    grid = b.board.grid
    kiev, vinnytsia, proskurov = at(b, "Kiev"), at(b, "Vinnytsia"), at(b, "Proskurov")
    zamosc, zhytomyr = at(b, "Zamosc"), at(b, "Zhytomyr")
    yield "5.2c", "two hexes lie between Kiev and Vinnytsia", grid.distance(kiev, vinnytsia) == 3
    near, beyond, after = hexes_between(b, vinnytsia), hexes_between(b, zamosc), hexes_between(b, zhytomyr)
    yield "5.2c", "a depot in Vinnytsia reaches Kiev", near.get(kiev, NO_WAY) <= LIMIT
    woods = [h for h in bits(grid.around[vinnytsia] & grid.around[proskurov]) if b.board.terrain[h] == "forest"]
    by_them = hexes_between(b, vinnytsia, only=collect(woods[:1]))
    yield "5.2d", "one forest hex lies between Vinnytsia and Proskurov", bool(woods)
    yield "5.2d", "that way counts two", by_them.get(proskurov) == 2
    yield "5.2d", "a depot in Proskurov reaches Vinnytsia", near.get(proskurov, NO_WAY) <= LIMIT
    cut = [h for h in bits(b.open) if grid.distance(h, zamosc) == 3 and beyond.get(h, NO_WAY) > LIMIT]
    yield "6.0a", "two hexes beyond Zamosc a river can cut off a division", bool(cut)
    far = [h for h in bits(b.open) if after.get(h) in (4, 5, 6)]
    yield "6.0b", "four to six hexes beyond Zhytomyr only Russian cavalry is in supply", bool(far)
    yield "5.2b", "chains of depots can lead to every city outside Lithuania", depots(b) == b.cities & ~b.lithuania


def depots(b: Map) -> HexSet:
    """Cities to which a chain of depots can lead from a source of either side, no enemy near [5.2b]."""
    near = {city: hexes_between(b, city) for city in bits(b.cities & ~b.lithuania)}
    reached = {*bits(b.east_edge), b.warsaw}
    for _ in near:  # the longest chain there can be
        reached |= {city for city, counts in near.items() if any(counts.get(hex, NO_WAY) <= LIMIT for hex in reached)}
    return collect(reached) & b.cities


def hexes_between(b: Map, start: Hex, only: HexSet = -1) -> dict[Hex, int]:
    """[5.2c, 5.2d, 5.2g] How many hexes lie between a hex and each one that supply reaches from it, no enemy near.

    Difficult ones count two. `only` are the hexes that may lie between; beyond six nobody is in supply [6.0b].
    """
    found: dict[Hex, int] = {}
    now, next, after = {start}, set[Hex](), set[Hex]()
    for spent in FAR:
        for here in now:
            for there in b.board.grid.neighbours[here]:
                if not b.unbridged[here] >> there & 1 and not b.impassable >> there & 1:
                    found.setdefault(there, spent)
                    if b.open & only & 1 << there:
                        (after if b.difficult >> there & 1 else next).add(there)
        now, next, after = next, after, set()
    return found


def lines(b: Map) -> Iterator[Statement]:
    everywhere = b.board.grid.valid
    yield "13.1a", "every hex lies on one side of the Demarcation Line", b.north | b.south == everywhere
    yield "13.1a", "no hex lies on both", not b.north & b.south
    yield "13.1a", "both parts reach the east edge", bool(b.north & b.east_edge and b.south & b.east_edge)
    edge = b.board.grid.lines
    at_edge = [b.board.grid.line(h) == edge for h in bits(b.east_edge)]
    yield "5.0a", "the Russian source is the whole east edge", at_edge == [True] * b.board.grid.length
    sejm = [s for s, river in b.board.river.items() if river in ("Sejma", "Sejm")]
    last = [s for s in sejm if all(b.east_edge >> h & 1 for h in s)]
    yield "12.0c", "the Sejma crosses the east edge", bool(last)
    south = all(b.board.grid.position(h) >= max(b.board.grid.position(x) for x in last[0]) for h in bits(b.below_sejm))
    yield "12.0c", "the hexes south of it lie south of it", bool(b.below_sejm) and south
    uman = at(b, "Uman")
    counts = hexes_between(b, uman)
    near = [h for h in bits(b.east_edge) if counts.get(h, NO_WAY) <= LIMIT]
    yield "12.0c", "Uman can be in supply from the east edge", bool(near)
    yield "13.6a", "Warsaw lies on the western bank of the Vistula", on_bank(b.board, "Warsaw", "Wisła", "west")
    yield "2.2a", "Warsaw and Smolensk are victory cities", all(b.green >> h & 1 for h in (b.warsaw, b.smolensk))
