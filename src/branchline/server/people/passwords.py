"""Passwords, hashed by Argon2id in threads of their own: the event loop never waits for one."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from branchline.server.errors import Refused

T = TypeVar("T")
LEAST, MOST = 8, 200
PROFILE = RFC_9106_LOW_MEMORY
WAITING = 32
"""How many hashes may wait; each takes a tenth of a second and 64 MB."""


class Passwords:
    """Hashes and compares passwords, two at a time."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher.from_parameters(PROFILE)
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="passwords")
        self._waiting = 0
        self._nobody: str | None = None

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hashed(self, password: str) -> str:
        """What is kept of a password."""
        text = _spelled(password)
        if not LEAST <= len(text) <= MOST:
            raise Refused(422, "password_length", least=LEAST, most=MOST)
        return await self._do(self._hasher.hash, text)

    async def fits(self, known: str | None, password: str) -> bool:
        """Whether a password is the right one. Where there is none to compare with, it takes as long to say no."""
        if self._nobody is None:
            self._nobody = await self._do(self._hasher.hash, "nobody")
        right = await self._do(self._verify, known or self._nobody, _spelled(password)[:MOST])
        return right and known is not None

    def _verify(self, known: str, text: str) -> bool:
        try:
            return self._hasher.verify(known, text)
        except (VerificationError, InvalidHashError):
            return False

    async def _do(self, work: Callable[..., T], *arguments: str) -> T:
        if self._waiting >= WAITING:
            raise Refused(429, "too_fast")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
        finally:
            self._waiting -= 1


def _spelled(password: str) -> str:
    """The same password however a keyboard writes its accents."""
    return unicodedata.normalize("NFC", password)
