"""Under which names this server answers, and which sites may act for their visitors."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from branchline.server.settings import Settings


class Hosts:
    """Names and origins that the settings allow.

    A page of a stranger's site can lead its own name to our address (DNS rebinding), so a name must be known.
    An address is no name: nobody can lead it elsewhere.
    """

    def __init__(self, settings: Settings) -> None:
        self._origins = {origin.rstrip("/").lower() for origin in (*settings.origins, settings.public_url) if origin}
        public = urlsplit(settings.public_url).hostname
        self._names = {name.lower() for name in (*settings.allowed_hosts, settings.host, public or "") if name}

    def known(self, host: str) -> bool:
        """Whether a Host header names this server; programs of old send none."""
        if not host or "*" in self._names:
            return True
        name = name_of(host)
        if name in self._names or name == "localhost" or name.endswith(".localhost"):
            return True
        return _is_address(name)

    def same_origin(self, headers: dict[str, str]) -> bool:
        """Browsers always say where a WebSocket or an unsafe request comes from; programs need not."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        if origin.rstrip("/").lower() in self._origins:
            return True
        host = headers.get("host", "").lower()
        return bool(host) and urlsplit(origin).netloc.lower() == host


def name_of(host: str) -> str:
    """The name or address without the port."""
    host = host.strip().lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
