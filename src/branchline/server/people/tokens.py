"""API tokens: programs that may play for an account's owner."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from branchline.core.text import one_line
from branchline.server import keys
from branchline.server.errors import Refused
from branchline.server.people import secret_codes, store
from branchline.server.people.sessions import Sessions
from branchline.server.storage import schema
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

MOST_TOKENS = 20


class Tokens:
    """The tokens of this server's accounts."""

    def __init__(self, hub: Hub, sessions: Sessions) -> None:
        self._hub = hub
        self._sessions = sessions

    async def new(self, visitor: Visitor, name: str) -> tuple[str, dict[str, Any]]:
        """A token for a program."""
        assert visitor.person is not None
        person, token = visitor.person, secret_codes.new_token()
        label = one_line(name)
        if not label:
            raise Refused(422, "no_name")
        row = {
            "hash": keys.hashed(token),
            "holder": f"t-{secrets.token_hex(16)}",
            "person": person,
            "name": label,
            "created": time.time(),
            "used": None,
        }

        def job(connection: sa.Connection) -> None:
            if len(store.rows_of(connection, schema.tokens, person)) >= MOST_TOKENS:
                raise Refused(409, "too_many_of_these", most=MOST_TOKENS)
            connection.execute(sa.insert(schema.tokens).values(**row))

        await self._hub.storage.write(job)
        return token, row

    async def revoke(self, visitor: Visitor, holder: str) -> None:
        """Let a program play no more."""
        assert visitor.person is not None
        await self._sessions.remove(visitor.person, schema.tokens, holder=holder)
