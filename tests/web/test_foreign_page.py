"""A page of somebody else, in a browser on the machine where the server runs, can do nothing there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from playwright.sync_api import Browser
from sqlalchemy import create_engine, func, select

from server.house import House
from vistula.server.schema import TABLES

ATTACK = """async ([url, table]) => {
  const body = JSON.stringify({ game: "warsaw-1920", scenario: "quick" });
  const said = [];
  for (const [mode, kind] of [["no-cors", "text/plain"], ["cors", "text/plain"], ["cors", "application/json"]]) {
    const sent = fetch(`${url}/api/tables`, { method: "POST", mode, headers: { "Content-Type": kind }, body });
    said.push(await sent.then((answer) => answer.type, () => "failed"));
  }
  const form = document.createElement("form");
  Object.assign(form, { action: `${url}/api/tables`, method: "post", enctype: "text/plain", target: "frame" });
  const field = Object.assign(document.createElement("input"), { name: body.slice(0, -1) + ', "x', value: '": 1}' });
  form.append(field);
  const frame = Object.assign(document.createElement("iframe"), { name: "frame" });
  document.body.append(form, frame);
  form.submit();
  await new Promise((done) => frame.addEventListener("load", done, { once: true }));
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/tables/${table}/play`);
  said.push(await new Promise((done) => {
    socket.onopen = () => done("open");
    socket.onclose = () => done("closed");
  }));
  return said;
}"""


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>A page of somebody else</title><body>")

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def foreign() -> Iterator[str]:
    """The address of a page on another port of this machine."""
    with HTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def tables(house: House) -> int:
    engine = create_engine(f"sqlite:///{house.database}")
    with engine.connect() as connection:
        count = int(connection.execute(select(func.count()).select_from(TABLES)).scalar_one())
    engine.dispose()
    return count


def test_a_foreign_page_opens_no_table_and_no_socket(browser: Browser, house: House, foreign: str) -> None:
    listed = house.open(listed=True)
    before = tables(house)
    page = browser.new_page()
    page.goto(foreign)
    said = page.evaluate(ATTACK, [house.url, listed.id])
    assert tables(house) == before
    assert said == ["failed", "failed", "failed", "closed"]
    page.close()
