"""Settings: defaults, then a TOML file, then the environment (`BRANCHLINE_PORT=9000`)."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from branchline.core.errors import OptionError

PREFIX = "BRANCHLINE_"
LISTS = ("origins", "allowed_hosts")
FILE = "BRANCHLINE_SETTINGS"
"""The variable that names the TOML file; without it `branchline.toml` in the data folder is read if it is there."""


def default_data() -> str:
    """Where games are kept when nobody says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return str(Path(home) / "branchline")


Positive = Annotated[int, msgspec.Meta(ge=1)]
NotNegative = Annotated[float, msgspec.Meta(ge=0)]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be set; docs/self-hosting.md explains each."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 8000
    data: str = msgspec.field(default_factory=default_data)
    database: str = ""
    """`postgresql://…` for several processes; without it a SQLite file in the data folder."""
    workers: Annotated[int, msgspec.Meta(ge=1, le=256)] = 1
    """Processes that serve on one port; more than one needs PostgreSQL."""
    public_url: str = ""
    origins: list[str] = []
    allowed_hosts: list[str] = []
    secret_key: str = ""
    trusted_proxies: str = "127.0.0.1"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"
    metrics: bool = True
    compute: str = ""
    """A Ray cluster (`auto` or `HOST:PORT`) for bots and reviews; without it processes of this machine."""
    bot_workers: Annotated[int, msgspec.Meta(ge=0, le=256)] = 0
    bot_seconds: Annotated[float, msgspec.Meta(ge=0.001, le=3600)] | None = None
    """Without it every level takes its own time."""
    bot_pace: NotNegative = 0.6
    bot_tables_per_host: Positive = 5
    bot_tables_per_network: Positive = 10
    """Of all hosts of one network together: whoever has no cookie is a new host each time."""
    bot_limit: Annotated[float, msgspec.Meta(ge=0.001, le=3600)] = 10.0
    queue_kilobytes: Annotated[int, msgspec.Meta(ge=2048)] = 4096
    """Never less than what a client gets on opening: the table, its seats' views and 100 lines of chat."""
    snapshot_every: Positive = 256
    idle_minutes: NotNegative = 10.0
    undo_seconds: NotNegative = 60.0
    reads_per_minute: Positive = 3000
    writes_per_minute: Positive = 600
    tables_per_minute: Positive = 60
    connections_per_address: Positive = 100
    plays_per_second: Positive = 20
    questions_per_second: Positive = 60
    question_workers: Annotated[int, msgspec.Meta(ge=0, le=256)] = 0
    question_cpu: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    review_workers: Annotated[int, msgspec.Meta(ge=1, le=256)] = 1
    """Games that are reviewed at the same time; they share the cores."""
    review_seconds: Annotated[float, msgspec.Meta(ge=1, le=3600)] = 45.0
    sign_up: Literal["open", "invited", "closed"] = "open"
    """Who may make an account: everybody, whoever has an invitation, nobody."""
    sign_ups_per_hour: Positive = 20
    sign_ins_per_minute: Positive = 10
    request_seconds: Annotated[float, msgspec.Meta(ge=0.1, le=3600)] = 20.0
    notice_seconds: NotNegative = 10.0
    """Whoever comes back within this time is not called."""
    notice_retry_seconds: NotNegative = 30.0
    notices_per_minute: Positive = 20
    private_webhooks: bool = False
    """Notices may also go to private addresses, and by plain http."""
    smtp_host: str = ""
    smtp_port: Annotated[int, msgspec.Meta(ge=1, le=65535)] = 587
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: str = ""
    mail_from: str = ""

    @property
    def kept_in(self) -> str:
        """Where games are kept, for people: without the password of a database."""
        return f"PostgreSQL at {self.database.rpartition('@')[2]}" if self.database else self.data

    @property
    def storage(self) -> str | Path:
        """Where everything is kept: the PostgreSQL address, or the SQLite file in the data folder."""
        return self.database or Path(self.data) / "branchline.db"


def load(given: Mapping[str, Any] | None = None, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings from all sources; what is `given` (by the command line) wins. A wrong one is an OptionError."""
    environment = os.environ if environment is None else environment
    said = {name: value for name, value in (given or {}).items() if value is not None}
    spoken = _from_environment(environment)
    folder = said.get("data") or spoken.get("data") or default_data()
    try:
        values = {**_from_file(environment.get(FILE), Path(str(folder))), **spoken, **said}
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        known = ", ".join(Settings.__struct_fields__)
        raise OptionError(f"a setting is wrong: {error}; the settings are: {known}") from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name in Settings.__struct_fields__:
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            values[name] = [part.strip() for part in text.split(",") if part.strip()] if name in LISTS else text
    return values


def _from_file(named: str | None, folder: Path) -> dict[str, Any]:
    path = Path(named) if named else folder / "branchline.toml"
    if not named and not path.exists():
        return {}
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise OptionError(f"the settings file {path} cannot be read: {error}") from error
