"""A whole movement phase of the other side, played back by stacks and fronts: skippable, or only what came near."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from server.house import Client, House, Opened
from web.conftest import Seating
from web.sitter import Sitter


def to_the_march(table: Opened) -> Client:
    """The Russians are about to move, with everything that their staff would move on its way."""
    russia = table.sit("russia")
    for verb in ("movement", "spend", "spend"):
        russia.act((verb, ""))
    russia.drain()
    assert russia.ask("staff", revision=russia.revision, group="")["done"] > 20
    russia.drain()
    return russia


def publish(sitter: Sitter, russia: Client) -> int:
    """End the phase; how many lines the others are shown at once."""
    before = sitter.look("v.lines")
    russia.act(("end", ""))
    sitter.until(f"v.lines > {before}", "what the Russians did")
    return int(sitter.look("v.lines")) - int(before)


def where(view: dict[str, Any]) -> Counter[str]:
    """Where Russians are; who they are is known to themselves alone."""
    return Counter(piece["space"] for piece in view["pieces"] if piece["side"] == "russia" and piece.get("space"))


@pytest.mark.parametrize("near", [False, True])
def test_a_phase_is_played_back_by_fronts(house: House, seating: Seating, near: bool) -> None:
    table = house.open("warsaw-1920", "quick")
    russia = to_the_march(table)
    desk = seating(house, motion=True)
    desk.page.add_init_script(f"localStorage.setItem('vistula.onlyNear', '{str(near).lower()}')")
    desk.follow(table.id, "poland", table.tokens["poland"])
    lines = publish(desk, russia)
    desk.until("v.playing", "the playback")
    desk.page.click("[aria-label=Pause]")
    desk.still()
    desk.shot("near" if near else "fronts")
    scenes = int(desk.page.inner_text(".playback-left").split()[0])
    assert scenes < lines / 2, "not step by step"
    if near:
        assert desk.page.get_attribute("[data-near]", "aria-pressed") == "true"
        desk.page.click("[data-near]")  # everything again: what was left out has moved meanwhile
        assert int(desk.page.inner_text(".playback-left").split()[0]) >= scenes
    else:
        desk.page.click("[data-skip]")
    while desk.look("v.playing"):
        desk.page.keyboard.press(".")
    assert where(desk.view) == where(russia.view)
    assert desk.page.locator(".playback").count() == 0


def test_who_wants_no_motion_sees_the_end_at_once(house: House, seating: Seating) -> None:
    table = house.open("warsaw-1920", "quick")
    russia = to_the_march(table)
    desk = seating(house)
    desk.follow(table.id, "poland", table.tokens["poland"])
    publish(desk, russia)
    assert not desk.look("v.playing")
    assert desk.page.locator(".playback").count() == 0
