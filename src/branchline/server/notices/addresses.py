"""Where the server may send something that a stranger has named: only to public addresses, looked up once."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

Resolver = Callable[[str, int], Sequence[str]]
"""The addresses of a name. Called once for each message, so a name cannot lead elsewhere after it was checked."""
MOST = 1000
_CLOSED = [ipaddress.ip_network(text) for text in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16")]
"""Partly global by the registry, but of protocols and translators only; an IPv4 address can hide in them."""
_UNICAST = ipaddress.IPv6Network("2000::/3")


class Forbidden(Exception):
    """An address that nothing is sent to; `code` names the words for whoever asked."""

    def __init__(self, why: str, code: str = "notices.bad_address") -> None:
        super().__init__(why)
        self.code = code


class Target(NamedTuple):
    """A URL taken apart."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """What the Host header says."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == (443 if self.secure else 80) else f"{name}:{self.port}"


def target_of(url: str, private: bool = False) -> Target:
    """The parts of a URL; https, unless private addresses are allowed too."""
    if len(url) > MOST or not url.isascii() or any(letter <= " " or letter in '\\\x7f"<>' for letter in url):
        raise Forbidden("not an address")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Forbidden("not an address") from error
    if parts.scheme not in (("https", "http") if private else ("https",)):
        raise Forbidden("only https", "notices.only_https")
    if not parts.hostname or parts.username is not None or parts.password is not None or port == 0:
        raise Forbidden("not an address")
    secure = parts.scheme == "https"
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(secure, parts.hostname, port or (443 if secure else 80), path)


def look_up(host: str, port: int) -> Sequence[str]:
    """The addresses of a name, as the system knows them."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def reachable(target: Target, resolver: Resolver = look_up, private: bool = False) -> list[str]:
    """The addresses to connect to. One that is not public makes the whole name suspect."""
    try:
        found = list(resolver(target.host, target.port))
    except UnicodeError as error:
        raise Forbidden("not a name") from error
    if not private and not all(is_public(address) for address in found):
        raise Forbidden("not a public address", "notices.not_public")
    return found


def is_public(text: str) -> bool:
    """Whether an address is of the open internet: not private, loopback, link-local, multicast or translated."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and (address.scope_id is not None or address not in _UNICAST):
        return False
    if any(address in network for network in _CLOSED):
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)
