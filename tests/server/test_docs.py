"""Every setting, endpoint and message is documented."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import get_args

import httpx
import pytest

from branchline.server import app, messages
from branchline.server.settings import Settings
from tests.cli.test_commands import branchline
from tests.server.nginx import Nginx
from tests.server.postgres import Cluster
from tests.server.service import PATIENCE, wait_for

DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text("utf-8")
HOSTING = (DOCS / "self-hosting.md").read_text("utf-8")


def test_every_setting_is_documented_with_its_default() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", HOSTING, re.MULTILINE))
    assert set(rows) == set(Settings.__struct_fields__)
    defaults = Settings()
    for name, shown in rows.items():
        if name != "data":
            value = getattr(defaults, name)
            text = str(value).lower() if isinstance(value, bool) else repr(value).replace("'", '"')
            text = "none" if value is None else text
            assert shown.strip().strip("`") == text, name


def test_every_endpoint_is_documented() -> None:
    paths = {
        re.sub(r":\w+\}", "}", path)
        for handler in app.HANDLERS
        for path in handler.paths
        if path not in ("/{path:path}", "/api/docs/{name:str}")
    }
    for path in paths:
        if path.startswith("/m/") or path in (
            "/rules",
            "/rules/{game}",
            "/learn/{game}",
            "/learn/{game}/{part}/{step}",
        ):
            continue
        assert path in API or path.removeprefix("/api/tables/{id}") in API, path


def test_every_message_is_documented() -> None:
    for message in get_args(messages.ClientMessage) + get_args(messages.ServerMessage):
        assert f'"type": "{message.__struct_config__.tag}"' in API, message


def test_the_limits_are_the_documented_ones() -> None:
    defaults = Settings()
    assert f"{defaults.plays_per_second} play messages and {defaults.questions_per_second} questions per second" in API


def test_the_systemd_unit_is_right(tmp_path: Path) -> None:
    unit = re.search(r"```ini\n(.*?)```", HOSTING, re.DOTALL)
    assert unit is not None
    file = tmp_path / "branchline.service"
    file.write_text(unit.group(1))
    done = subprocess.run(["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "branchline.service" not in done.stderr, done.stderr


def test_the_nginx_configuration_is_right(tmp_path: Path) -> None:
    """That it does what the page says is tested in test_proxy."""
    config = Nginx(tmp_path, [8000]).config
    done = subprocess.run(["nginx", "-t", "-c", str(config)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.server
@pytest.mark.slow
@pytest.mark.timeout(240)
def test_every_server_of_the_page_starts(tmp_path: Path, postgres: Cluster) -> None:
    """Each `serve` line, with an address, a data folder and a database of the test's own: it answers, and it ends."""
    lines = re.findall(r"^(?:ExecStart=/usr/bin/env )?branchline (serve .*)$", HOSTING, re.MULTILINE)
    assert len(lines) == 3
    # With these replaced, lines of the same options are the same command.
    different = {tuple(re.findall(r"--[a-z]+", line)): line for line in lines}
    started = []
    try:
        for line in different.values():
            with socket.create_server(("127.0.0.1", 0)) as free:
                port = free.getsockname()[1]
            ours = {"--host": "127.0.0.1", "--port": str(port), "--data": str(tmp_path / str(port))}
            words = line.split()
            if "--database" in words:
                ours["--database"] = postgres.create("of_the_page")
            for at, word in enumerate(words[:-1]):
                words[at + 1] = ours.pop(word, words[at + 1])
            # What the line leaves to the defaults.
            rest = {f"BRANCHLINE_{option[2:].upper()}": value for option, value in ours.items()}
            program = str(Path(sys.executable).parent / "branchline")
            process = subprocess.Popen([program, *words], env=os.environ | rest, stdout=subprocess.DEVNULL)
            started.append((line, process, f"http://127.0.0.1:{port}/healthz"))
        for line, process, health in started:
            wait_for(lambda health=health: is_well(health), 90)  # type: ignore[misc]
            assert process.poll() is None, line
        for _, process, _ in started:
            process.terminate()
        for line, process, _ in started:
            assert process.wait(30) in (0, -signal.SIGTERM), line
    finally:
        for _, process, _ in started:
            process.kill()
            process.wait()


def is_well(health: str) -> bool:
    """Whether a server answers there that all is well."""
    try:
        return httpx.get(health, timeout=PATIENCE, trust_env=False).status_code == 200
    except httpx.TransportError:
        return False


def test_every_command_of_the_page_exists() -> None:
    """What the others do than `serve` is tested in test_administration."""
    commands = re.findall(r"(?:^|`)(?:branchline )?((?:serve|admin|storage) .*?)(?:`|$)", HOSTING, re.MULTILINE)
    assert len(commands) >= 12
    for command in commands:
        words = command.split()
        named = words[:2] if words[0] in ("admin", "storage") else words[:1]
        done = branchline(*named, "--help")
        assert done.returncode == 0, command
        for option in re.findall(r"--[a-z]+", command):
            assert option in done.stdout, (command, option)
