"""REST: a person's channels, quiet hours, and what they want to be told of."""

from __future__ import annotations

import asyncio
import secrets
import time
from functools import partial
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa
from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from branchline.core.text import one_line
from branchline.server import keys
from branchline.server.errors import Refused
from branchline.server.hub import Hub
from branchline.server.notices import mail, push, webhook
from branchline.server.notices.addresses import Forbidden, reachable, target_of
from branchline.server.notices.payloads import ChannelInfo, Code, NewChannel, NoticesInfo, WantedNotices
from branchline.server.notices.texts import trial
from branchline.server.quiet import is_sound
from branchline.server.storage import channels, queries
from branchline.server.storage.channels import Channel, Wanted
from branchline.server.tables import Asked, hub_of, visitor_of

MOST_CHANNELS = 10
CODE_MINUTES = 30
CODE_TRIES = 5


@get("/api/notices")
async def look(request: Asked) -> NoticesInfo:
    """What this browser's person is told of, and where."""
    return await _info(hub_of(request), visitor_of(request).hash)


@put("/api/notices")
async def change(request: Asked, data: JSONBody[WantedNotices]) -> NoticesInfo:
    """Choose what to be told of, and the quiet hours."""
    hub, owner = hub_of(request), visitor_of(request).hash
    if data.quiet is not None and not is_sound(data.quiet):
        raise Refused(422, "notices.bad_quiet", zone=data.quiet.zone)
    wanted = Wanted(list(dict.fromkeys(data.kinds)), data.quiet)
    await hub.storage.write(lambda each: channels.put_wanted(each, owner, wanted))
    hub.notices.wake()
    return await _info(hub, owner)


@post("/api/notices/channels")
async def add(request: Asked, data: JSONBody[NewChannel]) -> NoticesInfo:
    """Add a channel. An e-mail address is used once its code was entered."""
    hub, visitor = hub_of(request), visitor_of(request)
    _must_be_slow(hub, "notice", visitor.address)
    await _must_be_reachable(hub, data)
    code = f"{secrets.randbelow(1_000_000):06}"
    channel = Channel(
        id=secrets.token_urlsafe(12),
        owner=visitor.hash,
        kind=data.kind,
        address=data.address,
        keys=None if data.keys is None else {"p256dh": data.keys.p256dh, "auth": data.keys.auth},
        label=one_line(data.label),
        language=data.language,
        base=str(request.base_url).rstrip("/")[:200],
        created=time.time(),
    )
    if data.kind == "email":
        _must_be_slow(hub, "mail", visitor.address)
        _must_be_slow(hub, "mail", f"to {data.address.lower()}")
        until = time.time() + CODE_MINUTES * 60
        channel = msgspec.structs.replace(channel, code=_hashed(channel.id, code), code_until=until)

    def keep(connection: sa.Connection) -> bool:
        queries.name_browser(connection, visitor.hash, None, time.time())
        return channels.add(connection, channel, MOST_CHANNELS)

    if not await hub.storage.write(keep):
        raise Refused(409, "notices.too_many_channels", most=MOST_CHANNELS)
    if data.kind == "email":
        message = mail.code_mail(data.address, code, CODE_MINUTES, data.language)
        outcome = await asyncio.to_thread(mail.send, hub.settings, message)
        if outcome.verdict != "sent":
            await hub.storage.write(partial(channels.remove, id_=channel.id))
            raise Refused(502, "notices.mail_failed", why=outcome.why)
    return await _info(hub, visitor.hash)


@post("/api/notices/channels/{id:str}/confirm", status_code=200)
async def confirm(request: Asked, id: FromPath[str], data: JSONBody[Code]) -> NoticesInfo:
    """Enter the code that came by e-mail."""
    hub, owner = hub_of(request), visitor_of(request).hash
    channel = await _channel(hub, owner, id)
    if channel.code is not None:
        counted = await hub.storage.write(partial(channels.guess, id_=id, most=CODE_TRIES))
        if not counted or time.time() > (channel.code_until or 0):
            raise Refused(409, "notices.code_old")
        if not keys.same(channel.code, _hashed(id, data.code.strip())):
            raise Refused(403, "notices.code_wrong")
        await hub.storage.write(lambda each: channels.change(each, id, code=None, code_until=None))
    return await _info(hub, owner)


@post("/api/notices/channels/{id:str}/test", status_code=200)
async def test(request: Asked, id: FromPath[str]) -> NoticesInfo:
    """Send a notice now, to see that it arrives."""
    hub, visitor = hub_of(request), visitor_of(request)
    _must_be_slow(hub, "notice", visitor.address)
    channel = await _channel(hub, visitor.hash, id)
    if channel.code is not None:
        raise Refused(409, "notices.not_confirmed")
    base = hub.settings.public_url.rstrip("/") or channel.base
    told = trial(base, channel.language)
    outcome = await hub.notices.send(channel.kind, channel.address, channel.keys, told, base, channel.language)
    if outcome.verdict == "gone":
        await hub.storage.write(partial(channels.remove, id_=id))
        raise Refused(410, "notices.channel_gone")
    trouble = None if outcome.verdict == "sent" else outcome.why[:100]
    await hub.storage.write(lambda each: channels.change(each, id, trouble=trouble))
    if outcome.verdict != "sent":
        raise Refused(409, "notices.failed", why=outcome.why)
    return await _info(hub, visitor.hash)


@delete("/api/notices/channels/{id:str}", status_code=200)
async def remove(request: Asked, id: FromPath[str]) -> NoticesInfo:
    """Remove a channel."""
    hub, owner = hub_of(request), visitor_of(request).hash
    await _channel(hub, owner, id)
    await hub.storage.write(partial(channels.remove, id_=id))
    return await _info(hub, owner)


async def _info(hub: Hub, owner: str) -> NoticesInfo:
    wanted = await hub.storage.read(partial(channels.wanted, owner=owner))
    found = await hub.storage.read(partial(channels.of_owner, owner=owner))
    return NoticesInfo(
        channels=[_shown(channel) for channel in found],
        kinds=wanted.kinds,
        quiet=wanted.quiet,
        push_key=push.public_key(hub.notices.key),
        email=bool(hub.settings.smtp_host and hub.settings.mail_from),
    )


def _shown(channel: Channel) -> ChannelInfo:
    """Whoever knows a webhook's whole address can write to it, so it is not shown again."""
    address = channel.address
    if channel.kind != "email":
        parts = urlsplit(address)
        address = f"{parts.scheme}://{parts.netloc}/…"
    return ChannelInfo(channel.id, channel.kind, channel.label, address, channel.code is None, channel.trouble)


async def _channel(hub: Hub, owner: str, id_: str) -> Channel:
    found = await hub.storage.read(partial(channels.one, owner=owner, id_=id_))
    if found is None:
        raise Refused(404, "notices.no_channel")
    return found


async def _must_be_reachable(hub: Hub, data: NewChannel) -> None:
    """Refuse an address that nothing can or may be sent to."""
    if data.kind == "email":
        if not (hub.settings.smtp_host and hub.settings.mail_from):
            raise Refused(409, "notices.no_email")
        if not mail.is_address(data.address):
            raise Refused(422, "notices.bad_mail_address")
        return
    if data.kind == "push" and (data.keys is None or not push.keys_fit(data.keys.p256dh, data.keys.auth)):
        raise Refused(422, "notices.bad_push_keys")
    private = hub.settings.private_webhooks
    try:
        target = target_of(data.address, private)
        if data.kind == "ntfy":
            webhook.ntfy_topic(data.address)
        await asyncio.to_thread(reachable, target, private=private)
    except Forbidden as error:
        raise Refused(422, error.code) from error
    except OSError as error:
        raise Refused(422, "notices.unknown_host", host=target.host) from error


def _must_be_slow(hub: Hub, kind: str, who: str) -> None:
    if not hub.limits.allow(kind, who):
        raise Refused(429, "too_fast")


def _hashed(id_: str, code: str) -> str:
    return keys.hashed(f"notices {id_} {code}")
