"""A table on the internet: two processes on PostgreSQL behind nginx with TLS, played in real browsers."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from server import estate, postgres
from server.estate import Process, Secure
from server.house import WAIT, Opened
from vistula.server import ledger
from vistula.server.database import Database
from web.conftest import CHROMIUM, SWITCHES, Browsers
from web.sitter import Sitter

pytestmark = [
    pytest.mark.skipif(estate.NGINX is None, reason=estate.MISSING),
    pytest.mark.skipif(postgres.binaries() is None, reason=postgres.MISSING),
]


@pytest.fixture
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secure]:
    with postgres.running() as cluster, Secure(tmp_path_factory.mktemp("club"), cluster) as running:
        yield running


@pytest.fixture
def people(club: Secure, browser: Browser) -> Iterator[Browsers]:
    """With a browser that trusts the club's certificate and no other one that nobody has signed."""
    trusting = [*SWITCHES, f"--ignore-certificate-errors-spki-list={club.pin}"]
    running = browser.browser_type.launch(executable_path=CHROMIUM, args=trusting)
    browsers = Browsers(running, "behind_proxy")
    yield browsers
    assert not browsers.leave()
    running.close()


def written(club: Secure, table: Opened) -> list[str]:
    database = Database(club.url_of_database, str(club.folder / "server.key"), beside=True)
    verbs = [entry.verb for entry in ledger.entries(database.engine, table.id)]
    database.close()
    return verbs


def play_on(people: list[Sitter], club: Secure, table: Opened, more: int) -> None:
    """Each answers what they are asked, until so many actions more are written down."""
    enough = len(written(club, table)) + more
    while len(written(club, table)) < enough:
        for sitter in people:
            sitter.seated()
            if sitter.decision and not sitter.decision.get("passes"):
                sitter.answer()


def what_it_shows(sitter: Sitter) -> tuple[str, dict[str, str], str]:
    sitter.seated()
    pieces = {piece["key"]: piece.get("space", "") for piece in sitter.view["pieces"]}
    return sitter.view["phase"], pieces, sitter.prompt


def moved(process: Process, table: Opened) -> None:
    """A process has sent the people of a table away, because another one has it again."""
    until = time.monotonic() + WAIT
    while not any('"table moves"' in line and table.id in line for line in process.log.read_text().splitlines()):
        assert time.monotonic() < until, "the table does not come home"
        time.sleep(0.1)


def test_a_table_is_played_through_a_reload_and_a_kill(club: Secure, people: Browsers) -> None:
    """Whoever plays notices of all that nothing but a moment without a line, and the address stays the same."""
    table = club.open("warsaw-1920", "quick")
    owner = club.of(table.id)
    other = next(process for process in club.processes if process is not owner)
    desk, phone = people.sit(club, drawn=True), people.sit(club, phone=True)
    desk.follow(table.id, "russia", table.tokens["russia"])
    phone.follow(table.id, "poland", table.tokens["poland"])
    assert desk.page.evaluate("() => window.isSecureContext && location.protocol") == "https:"
    assert club.get("/health").headers["strict-transport-security"]

    play_on([desk, phone], club, table, 3)
    desk.shot("begun")
    club.reload()
    play_on([desk, phone], club, table, 3)

    before = [what_it_shows(sitter) for sitter in (desk, phone)]
    kept = written(club, table)
    owner.end(signal.SIGKILL)  # the other process takes the table over
    for sitter in (desk, phone):
        sitter.until("v.connection !== 'open'", "the line is cut")
    desk.shot("cut")
    assert [what_it_shows(sitter) for sitter in (desk, phone)] == before
    assert written(club, table) == kept
    play_on([desk, phone], club, table, 3)
    desk.shot("taken-over")

    owner.start()  # and hands it back
    owner.wait()
    moved(other, table)
    play_on([desk, phone], club, table, 3)
    phone.shot("at-home-again")
    assert written(club, table)[: len(kept)] == kept
