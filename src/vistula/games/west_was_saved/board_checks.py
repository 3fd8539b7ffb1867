"""What the rulebook of How the West was Saved states about its map, proved on the board whenever it is checked.

Only what the rulebook states is demanded, so that an owner of the printed game can put in everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import chain
from pathlib import Path

from vistula.board.hexes import Hex, HexSet, bits
from vistula.board.statements import Statement, on_bank, prove, sound
from vistula.games.west_was_saved.board import Board, read_board

LIMIT = 3  # hexes between two points of a chain [5.2c]
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
    return chain(sound(b.map, b.open), places(b), ground(b), supply(b), lines(b))


def at(b: Board, name: str) -> Hex:
    return b.map.named(name)


def places(b: Board) -> Iterator[Statement]:
    known = {n for p in b.map.places if b.cities >> p.hex & 1 for n in (p.name, p.english)}
    for name in CITIES:
        yield "5.2a", f"{name} is a city", name in known
    yield "1.1b", "Ostroleka is a victory city", bool(b.victory >> at(b, "Ostroleka") & 1)
    yield "1.1b", "no city is called Olsztyn", "Olsztyn" not in known
    yield "1.3c", "victory cities are cities", b.victory & ~b.cities == 0
    yield "2.2c", "six victory cities are more than half of them", b.victory.bit_count() in (6, 7, 8, 9, 10, 11)
    yield (
        "1.3c",
        "there are fortifications, and none is a city",
        bool(b.fortifications) and not b.fortifications & b.cities,
    )
    clear = all(b.map.terrain[h] == "clear" for h in bits(b.cities | b.fortifications))
    yield "1.3c", "cities and fortifications stand in clear hexes", clear


def ground(b: Board) -> Iterator[Statement]:
    kinds = {b.map.terrain[h] for h in bits(b.open)}
    for kind in ("clear", "forest", "marsh", "rough"):
        yield "1.3a", f"there is {kind} ground", kind in kinds
    everywhere = [b.map.terrain[h] for h in bits(b.map.grid.valid)]
    for kind in ("lake", "mountain", "sea"):
        yield "1.3d", f"there is {kind}", kind in everywhere
    yield "1.3d", "five hexes of the Pripet Marshes are closed", everywhere.count("deep marsh") == 5
    for land in ("czechoslovakia", "latvia", "lithuania", "east-prussia"):
        yield "1.3e" if land in ("czechoslovakia", "latvia") else "1.3g" if land == "lithuania" else "13.5a", \
            f"{b.map.regions[land].english} has hexes", bool(b.map.regions[land].hexes)  # fmt: skip
    yield "5.0a", "Kaunas lies in Lithuania", bool(b.lithuania >> b.kaunas & 1)
    reached = all(b.open >> h & 1 for h in bits(b.cities & ~b.lithuania))
    yield "5.2a", "every city outside Lithuania can be entered", reached
    yield "1.3i", "there are bridged and unbridged river sides", 0 < len(b.unbridged) < len(b.river)


def supply(b: Board) -> Iterator[Statement]:
    """The worked examples of 5.2 and 6.0."""
    grid = b.map.grid
    kiev, vinnytsia, proskurov = at(b, "Kiev"), at(b, "Vinnytsia"), at(b, "Proskurov")
    yield "5.2c", "two hexes lie between Kiev and Vinnytsia", grid.distance(kiev, vinnytsia) == 3
    yield "5.2c", "a depot in Vinnytsia reaches Kiev", between(b, vinnytsia, kiev) <= LIMIT
    woods = [h for h in bits(grid.around[vinnytsia] & grid.around[proskurov]) if b.map.terrain[h] == "forest"]
    yield "5.2d", "one forest hex lies between Vinnytsia and Proskurov", bool(woods)
    yield "5.2d", "that way counts two", between(b, proskurov, vinnytsia, only=1 << woods[0] if woods else 0) == 2
    yield "5.2d", "a depot in Proskurov reaches Vinnytsia", between(b, proskurov, vinnytsia) <= LIMIT
    zamosc = at(b, "Zamosc")
    cut = [h for h in bits(b.open) if grid.distance(h, zamosc) == 3 and between(b, h, zamosc) > LIMIT]
    yield "6.0a", "two hexes beyond Zamosc a river can cut off a division", bool(cut)
    far = [h for h in bits(b.open) if between(b, h, at(b, "Zhytomyr"), cap=7) in (4, 5, 6)]
    yield "6.0b", "four to six hexes beyond Zhytomyr only Russian cavalry is in supply", bool(far)
    yield "5.2b", "chains of depots can lead to every city outside Lithuania", depots(b) == b.cities & ~b.lithuania


def depots(b: Board) -> HexSet:
    """Cities to which a chain of depots can lead from a source of either side, no enemy near [5.2b]."""
    near = {city: supplied(b, city) for city in bits(b.cities & ~b.lithuania)}
    reached = b.east_edge | 1 << b.warsaw
    while new := [city for city, hexes in near.items() if not reached >> city & 1 and hexes & reached]:
        reached |= sum(1 << city for city in new)
    return reached & b.cities


def supplied(b: Board, start: Hex) -> HexSet:
    """Hexes with at most three between them and this one, no enemy near."""
    found, queue, best = 0, [(0, start)], {start: 0}
    while queue:
        spent, here = heappop(queue)
        for there in b.map.grid.neighbours[here]:
            if (here, there) in b.unbridged or b.impassable >> there & 1:
                continue
            found |= 1 << there
            count = spent + (2 if b.difficult >> there & 1 else 1)
            if count <= LIMIT and b.open >> there & 1 and count < best.get(there, LIMIT + 1):
                best[there] = count
                heappush(queue, (count, there))
    return found


def between(b: Board, start: Hex, goal: Hex, only: HexSet = -1, cap: int = 5) -> int:
    """Hexes between two hexes on the shortest way for supply, no enemy near: difficult ones count two [5.2c, 5.2d]."""
    queue = [(0, start)]
    best = {start: 0}
    while queue:
        spent, here = heappop(queue)
        for there in b.map.grid.neighbours[here]:
            if (here, there) in b.unbridged or b.impassable >> there & 1:
                continue
            if there == goal:
                return spent
            count = spent + (2 if b.difficult >> there & 1 else 1)
            if b.open & only & 1 << there and count < best.get(there, cap + 1):
                best[there] = count
                heappush(queue, (count, there))
    return 99


def lines(b: Board) -> Iterator[Statement]:
    everywhere = b.map.grid.valid
    yield "13.1a", "every hex lies on one side of the Demarcation Line", b.north | b.south == everywhere
    yield "13.1a", "no hex lies on both", not b.north & b.south
    yield "13.1a", "both parts reach the east edge", bool(b.north & b.east_edge and b.south & b.east_edge)
    edge = b.map.grid.lines
    at_edge = [b.map.grid.line(h) == edge for h in bits(b.east_edge)]
    yield "5.0a", "the Russian source is the whole east edge", at_edge == [True] * b.map.grid.length
    sejm = [s for s, river in b.map.river.items() if river in ("Sejma", "Sejm")]
    last = [s for s in sejm if all(b.east_edge >> h & 1 for h in s)]
    yield "12.0c", "the Sejma crosses the east edge", bool(last)
    south = all(b.map.grid.position(h) >= max(b.map.grid.position(x) for x in last[0]) for h in bits(b.below_sejm))
    yield "12.0c", "the hexes south of it lie south of it", bool(b.below_sejm) and south
    uman = at(b, "Uman")
    reach = min(between(b, uman, h) for h in bits(b.east_edge))
    yield "12.0c", "Uman can be in supply from the east edge", reach <= LIMIT
    yield "13.6a", "Warsaw lies on the western bank of the Vistula", on_bank(b.map, "Warsaw", "Wisła", "west")
    yield "2.2a", "Warsaw and Smolensk are victory cities", all(b.victory >> h & 1 for h in (b.warsaw, b.smolensk))
