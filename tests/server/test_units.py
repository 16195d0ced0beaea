"""Settings, secrets, limits, the database and the log, each by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from branchline.core.errors import OptionError
from branchline.server import keys
from branchline.server.audience import Connection
from branchline.server.hosts import Hosts
from branchline.server.limits import Bucket, Limits, OpenConnections, network, per_minute, rates
from branchline.server.messages import framed
from branchline.server.settings import Settings, load
from branchline.server.visitor import Visitor


def test_settings_come_from_file_environment_and_command_line(tmp_path: Path) -> None:
    (tmp_path / "branchline.toml").write_text('port = 1\nhost = "a"\nbot_pace = 2\norigins = ["https://x"]\n')
    environment = {"BRANCHLINE_DATA": str(tmp_path), "BRANCHLINE_PORT": "2", "BRANCHLINE_METRICS": "false"}
    settings = load({"host": "c", "data": None}, environment)
    assert (settings.host, settings.port, settings.bot_pace, settings.metrics) == ("c", 2, 2.0, False)
    assert settings.origins == ["https://x"]
    assert load({}, {**environment, "BRANCHLINE_ORIGINS": "https://a, https://b"}).origins == ["https://a", "https://b"]


@pytest.mark.parametrize("text", ["port = 'x'", "prot = 1", "port = ", "queue_kilobytes = 1"])
def test_a_wrong_setting_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "s.toml").write_text(text)
    with pytest.raises(OptionError, match=r"port|prot|read|160"):
        load({}, {"BRANCHLINE_SETTINGS": str(tmp_path / "s.toml")})
    with pytest.raises(OptionError):
        load({}, {"BRANCHLINE_SETTINGS": str(tmp_path / "missing.toml")})


def test_secrets_are_long_and_seat_secrets_differ() -> None:
    secret = keys.new_secret()
    assert keys.is_secret(secret)
    assert not keys.is_secret(secret + "x")
    made = {keys.seat_secret(secret, table, seat) for table in "ab" for seat in (0, 1)}
    assert len(made) == 4
    assert all(keys.is_secret(each) for each in made)
    assert keys.same(keys.hashed("a"), keys.hashed("a"))
    assert not keys.same(keys.hashed("a"), keys.hashed("b"))
    assert secret not in repr(Visitor.of(secret))


def test_a_signed_secret_is_ours_and_is_renewed(tmp_path: Path) -> None:
    signer, secret = keys.Signer(keys.server_key(tmp_path)), keys.new_secret()
    value = signer.sign(secret, now=0.0)
    assert signer.read(value, now=6 * keys.DAY) == (secret, True, False)
    assert signer.read(value, now=8 * keys.DAY) == (secret, True, True)
    assert signer.read(secret) == (secret, False, True)
    other = "y" if secret[0] == "x" else "x"
    assert signer.read(other + value[1:]) == (other + secret[1:], False, True)
    assert signer.read(value[:-1]) is None
    assert signer.read("") is None
    again = keys.Signer(keys.server_key(tmp_path))
    assert again.read(value, now=0.0) == (secret, True, False)
    assert keys.Signer(b"another").read(value, now=0.0) == (secret, False, True)
    assert [file.name for file in tmp_path.iterdir()] == ["secret.key"]
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600


def test_a_bucket_refills_with_time() -> None:
    now = [0.0]
    bucket = Bucket(2, 1, lambda: now[0])
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 1.0
    assert [bucket.take(), bucket.take()] == [True, False]
    limits = Limits({"write": per_minute(60)}, lambda: now[0])
    assert all(limits.allow("write", "a") for _ in range(60))
    assert not limits.allow("write", "a")
    assert limits.allow("write", "b")


def test_limits_forget_addresses_that_were_quiet() -> None:
    now = [0.0]
    limits = Limits({"write": per_minute(60)}, lambda: now[0])
    for number in range(10_000):
        limits.allow("write", str(number))
    now[0] = 60.0
    limits.allow("write", "x")
    assert len(limits._buckets) == 1


def test_what_costs_more_takes_more() -> None:
    limits = Limits({"read": per_minute(10)}, lambda: 0.0)
    assert [limits.allow("read", "a", 5) for _ in range(3)] == [True, True, False]
    assert not limits.allow("read", "a")


def test_one_browser_and_all_browsers_of_an_address_are_limited() -> None:
    limits = Limits(rates(Settings(plays_per_second=2)), lambda: 0.0)
    assert [limits.allow_browser("play", "anna", "a") for _ in range(3)] == [True, True, False]
    others = [limits.allow_browser("play", str(number), "a") for number in range(30)]
    assert others == [True] * 18 + [False] * 12
    assert limits.allow_browser("play", "boris", "b")
    assert limits.allow_browser("play", None, "b")


@pytest.mark.parametrize(
    ("address", "whom"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_an_address_stands_for_a_customer(address: str, whom: str) -> None:
    assert network(address) == whom


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost:8000", True),
        ("LOCALHOST.", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.0.7", True),
        ("games.example", True),
        ("box.lan:8000", True),
        ("", True),
        ("evil.example", False),
        ("games.example.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example", False),
        ("2130706433.", False),
    ],
)
def test_only_known_names_are_answered(host: str, known: bool) -> None:
    hosts = Hosts(Settings(public_url="https://games.example", allowed_hosts=["Box.lan"]))
    assert hosts.known(host) is known
    assert Hosts(Settings(allowed_hosts=["*"])).known(host)


def test_open_connections_are_counted_by_address() -> None:
    connections = OpenConnections(1)
    assert [connections.enter("a"), connections.enter("a"), connections.enter("b")] == [True, False, True]
    connections.leave("a")
    assert connections.enter("a")


def test_a_connection_whose_reader_is_too_slow_is_dropped() -> None:
    class Stuck:
        sent = b""
        closed = 0

        def write(self, frame: bytes) -> int:
            self.sent += frame
            return len(self.sent)

        def hang_up(self, code: int, reason: str) -> None:
            self.closed = code

    wire = Stuck()
    connection = Connection(cast(Any, wire), None, 1)
    connection.send(b"a" * 1024)
    assert not connection.dropped
    connection.send(b"b")
    assert connection.dropped
    assert wire.closed == 4408
    connection.send(b"c")
    assert len(wire.sent) == 1025


@pytest.mark.parametrize("size", [5, 125, 126, 65_535, 65_536])
def test_a_frame_is_what_a_client_reads(size: int) -> None:
    text = b"x" * size
    reader = StreamReader()
    reader.feed_data(framed(text))
    with pytest.raises(StopIteration) as read:
        next(Frame.parse(reader.read_exact, mask=False))
    found: Frame = read.value.value
    assert (found.opcode, bytes(found.data), found.fin) == (Opcode.TEXT, text, True)
