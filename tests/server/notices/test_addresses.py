"""A stranger names an address; the server connects to public ones only, and to the very one that it looked at."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import threading
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from branchline.server.notices import post as sending
from branchline.server.notices.addresses import Forbidden, is_public, reachable, target_of
from branchline.server.notices.post import Outcome, post
from tests.server.notices.receivers import hook

unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
CLOSED = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4", "::/127", "::ffff:0:0/96", "64:ff9b::/96", "100::/64", "2001::/32", "2001:db8::/32",
    "2002::/16", "fc00::/7", "fe80::/10", "ff00::/8",
]  # fmt: skip


@st.composite
def closed_addresses(draw: st.DrawFn) -> str:
    network = ipaddress.ip_network(draw(st.sampled_from(CLOSED)))
    number = draw(st.integers(int(network.network_address), int(network.broadcast_address)))
    return str(type(network.network_address)(number))


@unhurried
@given(closed_addresses())
def test_no_address_of_a_closed_network_is_public(address: str) -> None:
    assert not is_public(address)


@unhurried
@given(st.ip_addresses(v=4))
def test_an_address_that_is_not_global_is_not_public_in_any_guise(address: ipaddress.IPv4Address) -> None:
    if not address.is_global or address.is_multicast:
        assert not is_public(str(address))
    for guise in (f"::ffff:{address}", f"64:ff9b::{address}"):
        assert not is_public(guise)


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "2606:4700:4700::1111"])
def test_public_addresses_are(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "https://user@example.org/", "https://user:word@example.org/",
        "https:///path", "https://", "https://example.org:0/", "https://example.org:99999/", "https://exa mple.org/",
        "https://example.org/\r\nHost: other", "https://[::1", "javascript:alert(1)", "https://пример.рф/",
        "https://example.org\\@10.0.0.1/", "https://" + "a" * 1000,
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        target_of(url)


@unhurried
@given(st.text(max_size=60))
def test_any_text_is_an_address_or_refused(text: str) -> None:
    for url in (text, f"https://{text}", f"https://example.org/{text}"):
        try:
            target = target_of(url)
        except Forbidden:
            continue
        assert target.host
        assert target.secure
        assert not any(letter <= " " for letter in target.host + target.path + target.authority)


@pytest.mark.parametrize(
    "url",
    ["https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://0x7f.1/", "https://localhost/",
     "https://[::ffff:10.0.0.1]/", "https://169.254.169.254/latest/meta-data/"],
)  # fmt: skip
def test_names_of_this_machine_and_its_network_are_refused(url: str) -> None:
    with pytest.raises(Forbidden):
        reachable(target_of(url))


@unhurried
@given(st.lists(st.sampled_from(["1.1.1.1", "8.8.8.8"]), max_size=3), closed_addresses(), st.integers(0, 3))
def test_one_closed_address_among_others_is_enough(good: list[str], bad: str, place: int) -> None:
    mixed = [*good[:place], bad, *good[place:]]
    with pytest.raises(Forbidden):
        reachable(target_of("https://example.org/"), lambda _host, _port: mixed)


def test_a_name_is_looked_up_once_and_its_answer_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rebinding: the second answer of the resolver would be our own machine."""
    asked: list[str] = []
    connected: list[tuple[str, int]] = []

    def rebinding(host: str, _port: int) -> Sequence[str]:
        asked.append(host)
        return ["1.1.1.1"] if len(asked) == 1 else ["127.0.0.1"]

    def connect(address: tuple[str, int], _timeout: float) -> socket.socket:
        connected.append(address)
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(sending.socket, "create_connection", connect)
    outcome = post("https://rebinding.example/hook", b"{}", {}, resolver=rebinding)
    assert outcome.verdict == "later"
    assert asked == ["rebinding.example"]
    assert connected == [("1.1.1.1", 443)]


def test_a_closed_address_is_not_even_tried() -> None:
    with hook() as receiver:
        outcome = post(f"https://127.0.0.1:{receiver.port}/", b"{}", {})
        assert outcome.verdict == "refused"
        assert not receiver.got
        outcome = post("https://inside.example/", b"{}", {}, resolver=lambda _host, _port: ["10.0.0.1"])
        assert outcome.verdict == "refused"


def test_a_receiver_that_never_finishes_its_answer_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        outcome = post(f"http://127.0.0.1:{silent.getsockname()[1]}/", b"{}", {}, private=True)
    assert outcome.verdict == "later"


def test_a_receiver_that_never_finishes_its_greeting_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte of a TLS handshake comes in time, and the whole of it never."""
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    stop = threading.Event()

    def drip() -> None:
        wire, _ = slow.accept()
        with wire, contextlib.suppress(OSError):
            wire.sendall(b"\x16\x03\x03\x3f\x00\x02\x00\x3e\xfc")
            while not stop.wait(0.1):
                wire.sendall(b"\x00")

    with socket.create_server(("127.0.0.1", 0)) as slow:
        dripping = threading.Thread(target=drip, daemon=True)
        dripping.start()
        result: list[Outcome] = []
        url = f"https://127.0.0.1:{slow.getsockname()[1]}/"
        asking = threading.Thread(target=lambda: result.append(post(url, b"{}", {}, private=True)), daemon=True)
        asking.start()
        asking.join(8)
        stop.set()
        dripping.join()
    assert [each.verdict for each in result] == ["later"]


def test_all_addresses_of_a_name_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed: list[float] = []

    def connect(_address: tuple[str, int], timeout: float) -> socket.socket:
        allowed.append(timeout)
        now[0] += timeout
        raise TimeoutError("timed out")

    now = [100.0]
    monkeypatch.setattr(sending.socket, "create_connection", connect)
    monkeypatch.setattr(sending.time, "monotonic", lambda: now[0])
    many = [f"1.1.1.{n}" for n in range(1, 100)]
    assert post("https://many.example/", b"{}", {}, resolver=lambda _host, _port: many).verdict == "later"
    assert sum(allowed) <= sending.SECONDS
