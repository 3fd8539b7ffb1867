"""What is delivered for running it: each file is read by the program that it is for, where that is installed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from server.estate import MISSING, NGINX
from server.house import ROOT
from vistula.cli import parser
from vistula.server.command import _settings
from vistula.server.metrics import Metrics

DEPLOY = ROOT / "deploy"


def test_nginx_takes_its_file(tmp_path: Path) -> None:
    if NGINX is None:
        pytest.skip(MISSING)
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed here, and without a certificate nginx takes no TLS")
    pair = ["-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem")]
    about = ["-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=table.example", "-days", "1"]
    subprocess.run([openssl, "req", *about, *pair], check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text().replace("/etc/letsencrypt/live/table.example", str(tmp_path))
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid; events {{}}\nhttp {{\n{text}\n}}\n")
    tried = subprocess.run([NGINX, "-t", "-p", str(tmp_path), "-c", "nginx.conf", "-e", "log"], capture_output=True)
    assert tried.returncode == 0, tried.stderr.decode()


def test_caddy_takes_its_file() -> None:
    caddy = shutil.which("caddy")
    if caddy is None:
        pytest.skip("caddy is not installed here")
    command = [caddy, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    tried = subprocess.run(command, capture_output=True, env={"VISTULA_NAME": "table.example", "HOME": "/tmp"})
    assert tried.returncode == 0, tried.stderr.decode()


def taken(words: list[str]) -> Any:
    """The settings that a command line comes to."""
    return _settings(parser().parse_args(words))


def test_the_unit_starts_what_there_is(tmp_path: Path) -> None:
    text = (DEPLOY / "vistula.service").read_text()
    command = next(line for line in text.splitlines() if line.startswith("ExecStart="))
    words = command.removesuffix(" $VISTULA_OPTIONS").split()
    settings = taken([*words[1:], "--origin", "https://table.example"])
    assert settings.metrics == "127.0.0.1:9190"
    assert settings.database.startswith("/var/lib/vistula/")
    assert settings.key_file.startswith("/var/lib/vistula/")
    verify = shutil.which("systemd-analyze")
    if verify:
        (tmp_path / "vistula.service").write_text(text.replace("/opt/vistula/bin/vistula", "/bin/true"))
        tried = subprocess.run([verify, "verify", str(tmp_path / "vistula.service")], capture_output=True, text=True)
        assert "vistula.service" not in tried.stderr, tried.stderr


def test_the_processes_of_compose_start_with_shards_that_the_proxy_knows() -> None:
    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    caddy = (DEPLOY / "Caddyfile").read_text()
    shards = set()
    for name in ("one", "two"):
        words = [str(word).replace("${VISTULA_NAME:?}", "table.example") for word in told["services"][name]["command"]]
        settings = taken([word.replace("${VISTULA_NAME}", "table.example") for word in words])
        assert settings.host == "0.0.0.0"
        assert len(settings.proxies) == 1
        assert not shards & set(settings.shards)
        shards |= set(settings.shards)
        assert re.search(rf"@{name} path_regexp \^/api/\(tables\|records\)/\[{''.join(settings.shards)}\]-", caddy)
    assert shards == set("abcd")


def test_the_container_runs_as_nobody_in_particular() -> None:
    lines = (DEPLOY / "Containerfile").read_text().splitlines()
    last = [line for line in lines if line.startswith("USER")][-1]
    assert last == "USER vistula"
    assert lines.index(last) < next(n for n, line in enumerate(lines) if line.startswith("ENTRYPOINT"))
    copied = [word for line in lines if line.startswith("COPY") and "--from" not in line for word in line.split()[1:-1]]
    assert [word for word in copied if not (ROOT / word).exists()] == []


def test_all_that_the_server_needs_is_locked_with_hashes() -> None:
    lines = [line for line in (DEPLOY / "requirements.txt").read_text().splitlines() if not line.startswith("#")]
    locked = {re.split("==", line)[0].lower().replace("_", "-") for line in lines}
    assert all(re.fullmatch(r"[\w.-]+==\S+( --hash=sha256:[0-9a-f]{64})+", line) for line in lines)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    needed = [re.split(r"[<>=\[;]", each)[0].strip() for each in
              [*project["dependencies"], *extras["server"], *extras["postgres"]]]  # fmt: skip
    assert {name.lower().replace("_", "-") for name in needed} <= locked


def test_the_board_shows_what_is_counted() -> None:
    board = json.loads((DEPLOY / "grafana.json").read_text())
    asked = {name for panel in board["panels"] for target in panel["targets"]
             for name in re.findall(r"vistula_\w+", target["expr"])}  # fmt: skip
    metrics = Metrics()
    counted = {name for family in metrics.registry.collect() for name in (family.name, f"{family.name}_total")}
    counted |= {f"{name}_{end}" for name in counted for end in ("bucket", "sum", "count")}
    hall = (ROOT / "src/vistula/server/hall.py").read_text()
    counted |= {f"vistula_{name}" for name in re.findall(r'gauges?\(\s*"(\w+)"', hall)}
    assert asked <= counted
    assert {f"{name}_total" for name in ("vistula_actions", "vistula_refusals")} <= asked


def test_a_wheel_without_the_client_is_not_built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The build backend asks `setup.py` before it packs anything."""
    built: list[str] = []

    class Packs:
        def run(self) -> None:
            built.append("a wheel")

    given: dict[str, Any] = {}
    text = (ROOT / "setup.py").read_text()
    for line in ("from setuptools import setup\n", "from setuptools.command.bdist_wheel import bdist_wheel\n"):
        assert line in text
        text = text.replace(line, "")
    names = {"__file__": str(tmp_path / "setup.py"), "bdist_wheel": Packs, "setup": lambda **told: given.update(told)}
    exec(text, names)
    command = given["cmdclass"]["bdist_wheel"]
    with pytest.raises(SystemExit, match="has not been built"):
        command().run()
    client = tmp_path / "src/vistula/server/static/index.html"
    client.parent.mkdir(parents=True)
    client.touch()
    command().run()
    assert built == ["a wheel"]
