"""Several processes that share one PostgreSQL database, behind nginx with the map of `deploy/nginx.conf`."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from server.house import ROOT, WAIT, House, Opened
from server.postgres import Postgres

NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
MISSING = "nginx is not installed here; `make nginx` installs it from the system's packages"
SHARDS = "abcdefgh"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Process:
    """One server of several, always on the same port."""

    def __init__(self, estate: Estate, shards: str) -> None:
        self.estate = estate
        self.shards = shards
        self.port = free_port()
        self.process: subprocess.Popen[str] | None = None
        self.starts = 0

    def start(self) -> None:
        self.starts += 1
        log = self.estate.folder / f"log-{self.shards.replace(',', '')}-{self.starts}.jsonl"
        command = [sys.executable, str(ROOT / "tests/server/launch.py"), "serve", "--port", str(self.port), "--verbose"]
        command += ["--database", self.estate.url_of_database, "--key-file", str(self.estate.folder / "server.key")]
        command += ["--shards", self.shards, "--trusted-proxy", "127.0.0.1", "--no-limits", "--workers", "1"]
        command += self.estate.arguments
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
        with log.open("w") as errors:
            self.process = subprocess.Popen(
                command, stdout=subprocess.PIPE, stderr=errors, text=True, env={**os.environ, "PYTHONPATH": path}
            )
        self.log = log

    def wait(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        assert first.startswith("Vistula: "), self.log.read_text()[-3000:]

    def end(self, how: signal.Signals) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        if how == signal.SIGKILL:
            self.process.send_signal(signal.SIGCONT)
        code = self.process.wait(WAIT)
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.process = None
        return code


class Estate(House):
    """Looks to its clients like one house: its port is the proxy's."""

    def __init__(self, folder: Path, postgres: Postgres, processes: int = 2) -> None:
        super().__init__(folder)
        self.postgres = postgres
        self.url_of_database = postgres.new(f"estate{os.getpid()}{abs(hash(str(folder)))}")
        each = len(SHARDS) // processes
        named = [",".join(SHARDS[n * each : (n + 1) * each]) for n in range(processes)]
        self.processes = [Process(self, shards) for shards in named]
        self.port = free_port()
        self.nginx: subprocess.Popen[bytes] | None = None

    def start(self) -> Estate:
        for process in self.processes:  # all at once, on an empty database
            process.start()
        for process in self.processes:
            process.wait()
        self._proxy()
        return self

    def open(self, game: str = "toy", scenario: str = "long", **more: Any) -> Opened:
        """A table, as soon as one can be had."""
        until = time.monotonic() + WAIT
        while True:
            try:
                return super().open(game, scenario, **more)
            except (AssertionError, httpx.TransportError):
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def of(self, table: str) -> Process:
        """The process that a table's shard is at home with."""
        shard = table.partition("-")[0]
        return next(process for process in self.processes if shard in process.shards.split(","))

    # -- the proxy ------------------------------------------------------------------------------------

    def _proxy(self) -> None:
        assert NGINX is not None, MISSING
        (self.folder / "nginx.conf").write_text(self._configuration())
        self.nginx = subprocess.Popen([NGINX, "-p", str(self.folder), "-c", "nginx.conf", "-e", "nginx.log"])
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            with contextlib.suppress(httpx.TransportError):
                if self.get("/health").status_code == 200:
                    return
            time.sleep(0.05)
        raise AssertionError((self.folder / "nginx.log").read_text())

    def reload(self) -> None:
        assert self.nginx is not None
        self.nginx.send_signal(signal.SIGHUP)

    def _configuration(self) -> str:
        """The file that is delivered, with our ports, shards and names."""
        text = (ROOT / "deploy/nginx.conf").read_text()
        upgrade = text[text.index("map $http_upgrade") : text.index("upstream vistula_one")]
        lines, upstreams = [], []
        for n, process in enumerate(self.processes):
            lines.append(f'"~^/api/(tables|records)/[{process.shards.replace(",", "")}]-" p{n};')
            others = "".join(f"server 127.0.0.1:{p.port} backup;" for p in self.processes if p is not process)
            server = f"server 127.0.0.1:{process.port} max_fails=1 fail_timeout=2s;"
            upstreams.append(f"upstream p{n} {{ {server} {others} }}")
        both = "".join(f"server 127.0.0.1:{p.port} max_fails=1 fail_timeout=2s;" for p in self.processes)
        places = " ".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in
                          ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))  # fmt: skip
        return (  # few connections, so that who leaves some about is noticed
            f"daemon off; worker_processes 1; pid {self.folder}/nginx.pid; events {{ worker_connections 128; }}\n"
            f"http {{ access_log off; {places}\n"
            f"map $uri $vistula_process {{ {' '.join(lines)} default any; }}\n{upgrade}\n"
            f"{' '.join(upstreams)} upstream any {{ {both} }}\n"
            f"{self._site(text)}\n}}\n"
        )

    def _site(self, text: str) -> str:
        """Where players come to, without TLS."""
        location = text[text.index("    location / {") : text.rindex("}")]
        location = re.sub(r"proxy_set_header +Host \$host;", "proxy_set_header Host $http_host;", location)
        return f"server {{ listen 127.0.0.1:{self.port};\n{location} }}"

    def kill(self) -> None:
        for process in self.processes:
            process.end(signal.SIGKILL)
        if self.nginx is not None:
            self.nginx.terminate()
            self.nginx.wait(WAIT)
            self.nginx = None


class Secure(Estate):
    """The same with TLS, as it is delivered, under a certificate that was made for it."""

    def __init__(self, folder: Path, postgres: Postgres, processes: int = 2) -> None:
        super().__init__(folder, postgres, processes)
        self.certificate = certified(folder)
        self.arguments = ("--origin", self.url)
        self.http.close()
        trusted = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
        self.http = httpx.Client(timeout=WAIT, limits=httpx.Limits(max_keepalive_connections=0), verify=trusted)

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    @property
    def pin(self) -> str:
        """What a browser knows the certificate by."""
        key = self.certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return base64.b64encode(hashlib.sha256(key).digest()).decode()

    def _site(self, text: str) -> str:
        site = text[text.rindex("server {") :]
        for given, ours in (
            ("443 ssl;", f"127.0.0.1:{self.port} ssl;"),
            ("table.example;", "localhost;"),
            ("/etc/letsencrypt/live/table.example", str(self.folder)),
        ):
            assert given in site
            site = site.replace(given, ours)
        return site


def certified(folder: Path) -> x509.Certificate:
    """A certificate for this machine, and its key, under the names that certbot gives them."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    certificate = made.sign(key, hashes.SHA256())
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(Encoding.PEM))
    (folder / "privkey.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return certificate
