"""`vistula serve`: the table on this machine."""

from __future__ import annotations

import argparse
import asyncio
import errno
import faulthandler
import logging
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

from vistula.kernel.errors import BadInput

MISSING = "the server's packages are not installed ({name}); install vistula[server]"


def add(commands: Any) -> None:
    """Set the parser of this command up."""
    parser = commands.add_parser("serve", help="the table in a browser")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=1920, help="port (default 1920; 0 takes a free one)")
    parser.add_argument("--database", metavar="URL", help="database (default: a SQLite file in your data directory)")
    parser.add_argument(
        "--key-file", default="", metavar="FILE", help="the server's key (default: beside the database)"
    )
    parser.add_argument("--origin", action="append", default=[], help="a further web address that it is reached by")
    parser.add_argument(
        "--trusted-proxy", action="append", default=[], metavar="NETWORK", help="whose X-Forwarded-For is believed"
    )
    parser.add_argument("--allow", action="append", default=[], metavar="NAME=NUMBER", help="change one limit")
    parser.add_argument(
        "--retention", type=float, default=0.0, metavar="DAYS", help="put away tables that nobody plays at for so long"
    )
    parser.add_argument("--metrics", default="", metavar="[HOST:]PORT", help="tell Prometheus there what is counted")
    parser.add_argument(
        "--smtp", default="", metavar="URL", help="the mail server for letters to players (or $VISTULA_SMTP)"
    )
    parser.add_argument(
        "--calls",
        default="public",
        choices=("public", "anywhere", "nowhere"),
        help="where web push and webhooks of players may lead: public addresses over https (default), any, or none",
    )
    parser.add_argument(
        "--shards", default="", metavar="NAME,…", help="the shards of this process, where several share a database"
    )
    parser.add_argument("--workers", type=int, metavar="N", help="processes for computer players")
    parser.add_argument("--no-limits", action="store_true", help="no limits of rate and no pauses, for tests")
    parser.add_argument("--verbose", action="store_true", help="log every request")
    parser.add_argument("--export", metavar="TABLE", help="write the whole record of a table to stdout and end")
    parser.set_defaults(run=run)


add_parser = add


def run(args: argparse.Namespace) -> int:
    try:
        import cryptography  # noqa: F401
        import httptools  # noqa: F401
        import litestar  # noqa: F401
        import prometheus_client  # noqa: F401
        import sqlalchemy  # noqa: F401
        import uvicorn  # noqa: F401
        import websockets  # noqa: F401
    except ImportError as error:
        raise BadInput("serve", "", MISSING.format(name=error.name)) from None
    settings = _settings(args)
    return _export(settings, args.export) if args.export else _serve(settings, args.verbose)


def _settings(args: argparse.Namespace) -> Any:
    from vistula.server import post
    from vistula.server.limits import NONE, Limits, allowed, networks
    from vistula.server.settings import Settings

    given: dict[str, Any] = {
        "host": args.host,
        "port": args.port,
        "key_file": args.key_file,
        "retention": max(args.retention, 0.0),
        "metrics": args.metrics,
        "smtp": post.given(args.smtp),
        "calls": args.calls,
        "shards": _shards(args.shards),
        "origins": tuple(map(web_address, args.origin)),
    }
    if not 0 <= args.port <= 65535:
        raise BadInput("--port", "", f"{args.port} is not a port")
    if args.database:
        given["database"] = args.database
    if args.workers is not None:
        given["workers"] = args.workers
    if args.no_limits:
        given["pause"] = (0.0, 0.0)
    post.way(given["smtp"])  # what is wrong with it is told at once
    given["proxies"] = networks(args.trusted_proxy)
    return Settings(**given, limits=allowed(NONE if args.no_limits else Limits(), args.allow))


def _shards(text: str) -> tuple[str, ...]:
    names = tuple(text.split(",")) if text else ()
    for name in names:
        if not (name.isalnum() and name.isascii() and name.islower() and len(name) <= 16):
            raise BadInput("--shards", name, "is no name of a shard: small letters and digits, at most 16")
    return names


def web_address(text: str) -> str:
    """An origin as browsers write it; BadInput for what is none."""
    try:
        parts = urlsplit(text.lower())
        whole = parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/")
        if whole and not (parts.query or parts.fragment or parts.username):
            return f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        pass
    raise BadInput("--origin", text, "is not a web address; expected a form like https://table.example")


def _serve(settings: Any, verbose: bool) -> int:
    import msgspec

    from vistula.server.app import make_app
    from vistula.server.database import Database, shown
    from vistula.server.leases import Leases
    from vistula.server.logs import set_up
    from vistula.server.running import Running
    from vistula.server.security import Doors

    faulthandler.enable()
    with closing(Database(settings.database, settings.key_file)) as database:  # what is wrong is told before we listen
        leases = Leases(database.engine, settings.shards)
        leases.start()
        leases.release()
    listening = _listen(settings.host, settings.port)
    settings = msgspec.structs.replace(settings, port=listening.getsockname()[1])
    set_up(logging.DEBUG if verbose else logging.INFO)
    app = make_app(settings)
    print(f"Vistula: {settings.url}", flush=True)
    if not app.state.client.built:
        print("The client has not been built: `make play` builds it once (with Node 20) and starts again.", flush=True)
    print(f"Tables are kept in {shown(settings.database)}", flush=True)
    running = Running(app, Doors(settings.host, settings.origins), settings)
    with asyncio.Runner(loop_factory=_loop()) as runner:
        runner.run(running.serve(sockets=[listening]))
    return 0


def _loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The quicker event loop, where there is one for this system."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind, proto)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(512)
        except OSError:
            listening.close()
            raise
    except OSError as error:
        reason = f"cannot listen there ({error.strerror or error})"
        if error.errno == errno.EADDRINUSE:
            reason += "; if another server is not what you want there, choose another port with --port"
        raise BadInput("serve", f"{host}:{port}", reason) from None
    listening.setblocking(False)
    return listening


def _export(settings: Any, id: str) -> int:
    """For whoever runs the server: the record of any table, opened."""
    import msgspec

    from vistula.server import ledger
    from vistula.server.database import Database
    from vistula.server.export import raw_record

    database = Database(settings.database, settings.key_file)
    stored = ledger.unlocked(database.engine, database.keys, id)
    if stored is None:
        raise BadInput("--export", id, "there is no such table")
    record = raw_record(stored, ledger.entries(database.engine, id))
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(record), indent=1).decode() + "\n")
    database.close()
    return 0
