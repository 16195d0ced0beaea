"""Accounts: made, proved, changed. A failed proof gets the same answer after the same time, whatever was wrong."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import sqlalchemy as sa

from branchline.server import keys
from branchline.server.errors import Refused
from branchline.server.people import adoption, ceremonies, names, passkeys, secret_codes, store
from branchline.server.people.ceremonies import Ceremonies, fresh, new_person_id
from branchline.server.people.passwords import Passwords
from branchline.server.people.sessions import Sessions
from branchline.server.people.tokens import Tokens
from branchline.server.storage import schema
from branchline.server.visitor import Visitor

if TYPE_CHECKING:
    from branchline.server.hub import Hub

MOST_SETTINGS = 4096
Settings = dict[str, Any]


class SignedIn(NamedTuple):
    """A browser that has just signed in: its new secret, and who it is now."""

    secret: str
    visitor: Visitor


class People:
    """The accounts of this server."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.sessions = Sessions(hub)
        self.ceremonies = Ceremonies(hub)
        self.tokens = Tokens(hub, self.sessions)
        self._passwords = Passwords()

    def close(self) -> None:
        """End the threads."""
        self._passwords.close()

    # ── signing up ──
    async def sign_up(
        self, visitor: Visitor, agent: str, name: str, password: str, invitation: str | None, settings: Settings | None
    ) -> tuple[SignedIn, list[str]]:
        """A new account with a password."""
        name = await self.must_be_free(visitor, name, invitation)
        await self._must_be_slow_enough("sign_up", visitor.address)
        kept = await self._passwords.hashed(password)
        row = _new_person(name, kept, settings)
        return await self._make(visitor, agent, row, invitation, None)

    async def sign_up_by_passkey(
        self,
        visitor: Visitor,
        agent: str,
        name: str,
        site: passkeys.Site,
        ceremony: str,
        credential: dict[str, Any],
        invitation: str | None,
        settings: Settings | None,
    ) -> tuple[SignedIn, list[str]]:
        """A new account with a passkey."""
        name = await self.must_be_free(visitor, name, invitation)
        await self._must_be_slow_enough("sign_up", visitor.address)
        begun = await self.ceremonies.begun(visitor, ceremony, "sign_up")
        made = await passkeys.made(site, credential, begun["challenge"])
        row = _new_person(name, None, settings) | {"id": begun["person"]}
        return await self._make(visitor, agent, row, invitation, ceremonies.passkey_row(made, begun["person"], agent))

    async def must_be_free(self, visitor: Visitor, name: str, invitation: str | None) -> str:
        """The name, cleaned, if this visitor may make an account under it."""
        policy = self._hub.settings.sign_up
        if policy == "closed":
            raise Refused(403, "sign_up_closed")
        if visitor.person is not None:
            raise Refused(409, "signed_in")
        if policy == "invited":
            hash_ = secret_codes.code_hash(invitation or "")
            await self._must_be_slow_enough("sign_in", visitor.address)
            if not await self._hub.storage.read(partial(store.has_invitation, hash_=hash_)):
                raise Refused(403, "no_invitation")
        name = names.clean(name)
        await self.may_use(visitor, [name])
        return name

    async def _make(
        self, visitor: Visitor, agent: str, row: Settings, invitation: str | None, passkey: Settings | None
    ) -> tuple[SignedIn, list[str]]:
        codes = [secret_codes.new_code() for _ in range(secret_codes.RECOVERY_CODES)]
        secret = keys.new_secret()
        session = _session_row(secret, row["id"], agent)
        invited = self._hub.settings.sign_up == "invited"

        def job(connection: sa.Connection) -> None:
            if invited and not store.use_invitation(connection, secret_codes.code_hash(invitation or "")):
                raise Refused(403, "no_invitation")
            if store.owner(connection, row["skeleton"], row["created"]) is not None:
                raise Refused(409, "name_taken", name=row["name"])
            store.release_name(connection, row["skeleton"])
            connection.execute(sa.insert(schema.persons).values(**row))
            if passkey is not None:
                connection.execute(sa.insert(schema.passkeys).values(**passkey))
            store.put_codes(connection, row["id"], map(secret_codes.code_hash, codes))
            store.open_session(connection, session, visitor.session, visitor.hash)

        try:
            await self._hub.storage.write(job)
        except sa.exc.IntegrityError as error:
            # Somebody took the name, or used the passkey, at the same moment.
            raise Refused(409, "name_taken", name=row["name"]) from error
        return await self._signed_in(visitor, secret, row["id"]), codes

    # ── signing in ──
    async def sign_in(self, visitor: Visitor, agent: str, name: str, password: str) -> SignedIn:
        """Sign in by password."""
        found = await self._named(visitor, name)
        if not await self._passwords.fits(found["password"] if found else None, password):
            raise Refused(403, "wrong_password")
        assert found is not None
        return await self._open(visitor, agent, found["id"])

    async def recover(self, visitor: Visitor, agent: str, name: str, code: str) -> SignedIn:
        """Sign in by a recovery code, which is used up."""
        found = await self._named(visitor, name)
        id_ = found["id"] if found else ""
        if not await self._hub.storage.write(partial(store.use_code, id_=id_, hash_=secret_codes.code_hash(code))):
            raise Refused(403, "wrong_code")
        return await self._open(visitor, agent, id_)

    async def sign_in_by_passkey(
        self, visitor: Visitor, agent: str, site: passkeys.Site, ceremony: str, credential: dict[str, Any]
    ) -> SignedIn:
        """Sign in by a passkey."""
        await self._must_be_slow_enough("sign_in", visitor.address)
        begun = await self.ceremonies.begun(visitor, ceremony, "sign_in")
        id_ = str(credential.get("id", ""))[:1400]
        known = await self._hub.storage.read(partial(store.passkey, id_=id_))
        if known is None:
            raise Refused(403, "wrong_passkey")
        counter = await passkeys.proved(
            site, credential, begun["challenge"], bytes(known["public_key"]), known["counter"]
        )
        await self._hub.storage.write(partial(store.use_passkey, id_=id_, counter=counter, now=time.time()))
        return await self._open(visitor, agent, known["person"])

    async def _named(self, visitor: Visitor, name: str) -> store.Row | None:
        """The account of that name, for somebody who has not tried too often."""
        skeleton = names.skeleton(name)
        await self._must_be_slow_enough("sign_in", visitor.address)
        await self._must_be_slow_enough("sign_in to a name", keys.hashed(skeleton))
        found = await self._hub.storage.read(partial(store.by_skeleton, skeleton=skeleton))
        return None if found is None or found["deleted"] is not None else found

    async def _open(self, visitor: Visitor, agent: str, person: str) -> SignedIn:
        secret = keys.new_secret()
        guest = None if visitor.person else visitor.hash
        row = _session_row(secret, person, agent)
        await self._hub.storage.write(partial(store.open_session, row=row, instead_of=visitor.session, guest=guest))
        return await self._signed_in(visitor, secret, person)

    async def _signed_in(self, visitor: Visitor, secret: str, person: str) -> SignedIn:
        if visitor.person is None:
            await adoption.adopt(self._hub, visitor.hash, person)
        else:
            await self.sessions.changed(visitor.person)
        return SignedIn(secret, await self.sessions.visitor(secret, visitor.address))

    async def sign_out(self, visitor: Visitor) -> None:
        """End this browser's session."""
        assert visitor.person is not None
        await self.end_session(visitor, visitor.session)

    async def end_session(self, visitor: Visitor, id_: str) -> None:
        """End one session, named by its hash or the beginning of it."""
        assert visitor.person is not None
        found = await self._hub.storage.read(partial(store.rows_of, table=schema.sessions, id_=visitor.person))
        whole = [row["hash"] for row in found if len(id_) >= SHORT and row["hash"].startswith(id_)]
        if not whole:
            raise Refused(404, "not_found")
        await self.sessions.remove(visitor.person, schema.sessions, hash=whole[0])

    async def end_other_sessions(self, visitor: Visitor) -> None:
        """End all sessions but this one."""
        assert visitor.person is not None
        await self._hub.storage.write(partial(store.close_sessions, id_=visitor.person, keep=visitor.session))
        await self.sessions.changed(visitor.person)

    # ── changing ──
    async def rename(self, person: str, name: str) -> str:
        """Another name, if nobody has one that looks like it."""
        name = names.clean(name)
        await self._must_be_slow_enough("rename", person)
        skeleton = names.skeleton(name)

        def job(connection: sa.Connection) -> None:
            now = time.time()
            if store.owner(connection, skeleton, now) not in (None, person):
                raise Refused(409, "name_taken", name=name)
            store.give_name(connection, person, name, skeleton, now)

        try:
            await self._hub.storage.write(job)
        except sa.exc.IntegrityError as error:
            raise Refused(409, "name_taken", name=name) from error
        await self.sessions.changed(person)
        return name

    async def set_password(self, visitor: Visitor, password: str | None) -> None:
        """Another password, or none; all other sessions end."""
        person = fresh(visitor)
        kept = None if password is None else await self._passwords.hashed(password)

        def job(connection: sa.Connection) -> None:
            if kept is None and not store.rows_of(connection, schema.passkeys, person):
                raise Refused(409, "last_way_in")
            store.change(connection, person, password=kept)
            store.close_sessions(connection, person, visitor.session)

        await self._hub.storage.write(job)
        await self.sessions.changed(person)

    async def keep_settings(self, visitor: Visitor, settings: Settings) -> None:
        """Keep the page's settings."""
        assert visitor.person is not None
        _must_be_small(settings)
        await self._hub.storage.write(partial(store.change, id_=visitor.person, settings=settings))

    async def new_codes(self, visitor: Visitor) -> list[str]:
        """Recovery codes in place of all earlier ones."""
        person = fresh(visitor)
        codes = [secret_codes.new_code() for _ in range(secret_codes.RECOVERY_CODES)]
        hashes = [secret_codes.code_hash(code) for code in codes]
        await self._hub.storage.write(partial(store.put_codes, id_=person, hashes=hashes))
        return codes

    # ── names of guests ──
    async def may_use(self, visitor: Visitor, wanted: list[str]) -> None:
        """Refuse names that look like one that an account has, or had until lately, except to that account."""
        skeletons = {names.skeleton(name): name for name in wanted}
        if not skeletons:
            return
        for skeleton, name in skeletons.items():
            owner = await self._hub.storage.read(partial(store.owner, skeleton=skeleton, now=time.time()))
            if owner not in (None, visitor.person):
                raise Refused(409, "name_taken", name=name)

    async def is_taken(self, visitor: Visitor, name: str) -> bool:
        """Whether a name is another person's."""
        try:
            await self.may_use(visitor, [name])
        except Refused:
            return True
        return False

    # ── parts ──
    async def _must_be_slow_enough(self, kind: str, who: str) -> None:
        if not self._hub.limits.allow(kind, who) or not await self._hub.cluster.allow(kind, who):
            raise Refused(429, "too_fast")


SHORT = 16
"""How many characters of a session's hash name it."""


def _must_be_small(settings: Settings | None) -> None:
    if settings is not None and len(msgspec.json.encode(settings)) > MOST_SETTINGS:
        raise Refused(413, "too_large")


def _new_person(name: str, password: str | None, settings: Settings | None) -> Settings:
    _must_be_small(settings)
    return {
        "id": new_person_id(),
        "name": name,
        "skeleton": names.skeleton(name),
        "password": password,
        "settings": settings,
        "created": time.time(),
    }


def _session_row(secret: str, person: str, agent: str) -> Settings:
    now = time.time()
    return {"hash": keys.hashed(secret), "person": person, "agent": agent, "created": now, "seen": now}
