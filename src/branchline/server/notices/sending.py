"""Sending one notice over one channel. It blocks: call it in a thread."""

from __future__ import annotations

from branchline.server.notices import mail, push, webhook
from branchline.server.notices.addresses import Forbidden
from branchline.server.notices.post import Outcome, post
from branchline.server.notices.texts import Letter
from branchline.server.settings import Settings


def send(
    kind: str,
    address: str,
    keys: dict[str, str] | None,
    letter: Letter,
    base: str,
    language: str,
    settings: Settings,
    private_key: str,
) -> Outcome:
    """Send it, and say what became of it."""
    if kind == "email":
        return mail.send(settings, mail.letter_mail(address, letter, base, language))
    try:
        if kind == "push":
            body, headers = push.request_of(address, keys or {}, letter, private_key, contact(settings))
            return post(address, body, headers, settings.private_webhooks)
        shape = next(each for each in webhook.SHAPES if each == kind)
        url, body = webhook.request_of(shape, address, letter)
        return post(url, body, webhook.HEADERS, settings.private_webhooks)
    except Forbidden as error:
        return Outcome("refused", str(error))


def contact(settings: Settings) -> str:
    """Whom a push service can ask about this server."""
    if settings.public_url.startswith("https://"):
        return settings.public_url
    name = settings.mail_from.rpartition("<")[2].rstrip(">")
    return f"mailto:{name or 'branchline@localhost'}"
