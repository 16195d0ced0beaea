"""The time of servers in this process, moved by hand: no test sleeps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

from tests.server.service import Service


class Hands:
    """One time for some servers; it stands still until it is moved."""

    def __init__(self, *services: Service) -> None:
        self.now = float(round(time.time()))
        self.services = list(services)
        for service in services:
            self.hold(service)

    def hold(self, service: Service) -> None:
        """Let a server, new or started again, have this time too."""
        service.hub.timekeeper.now = lambda: self.now
        if service not in self.services:
            self.services.append(service)

    def move(self, seconds: float, look: bool = True) -> None:
        """All servers live through some time and, if asked to, look at what is due."""
        for service in self.services:
            # Before the time moves: it must not look like a gap in which no server ran.
            service.hub.timekeeper.lived = round((self.now + seconds) * 1000)
        self.now += seconds
        for service in self.services if look else []:
            run(service, service.hub.timekeeper.look())

    def let_go(self) -> None:
        """All servers have the real time again, and none holds that its clock was set back."""
        for service in self.services:
            timekeeper = service.hub.timekeeper
            timekeeper.now = time.time
            timekeeper._latest, timekeeper._stepped = timekeeper.ms(), None


def run(service: Service, work: Coroutine[Any, Any, Any]) -> None:
    """Do something in a server's own thread."""
    keeping = service.hub._keeping
    assert keeping is not None
    asyncio.run_coroutine_threadsafe(work, keeping.get_loop()).result(20)
