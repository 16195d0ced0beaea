"""Every setting, endpoint and message is documented."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import get_args

from branchline.server import app, messages
from branchline.server.settings import Settings
from tests.cli.test_commands import branchline
from tests.server.nginx import Nginx

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


def test_every_command_of_the_page_exists() -> None:
    """What the commands do is tested in test_administration and test_run."""
    commands = re.findall(r"(?:^|`)(?:branchline )?((?:serve|admin|storage) .*?)(?:`|$)", HOSTING, re.MULTILINE)
    assert len(commands) >= 12
    for command in commands:
        words = command.split()
        named = words[:2] if words[0] in ("admin", "storage") else words[:1]
        done = branchline(*named, "--help")
        assert done.returncode == 0, command
        for option in re.findall(r"--[a-z]+", command):
            assert option in done.stdout, (command, option)
