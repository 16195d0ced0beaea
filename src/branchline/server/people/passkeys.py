"""Passkeys: the server's half of WebAuthn.

The library takes six megabytes, so a server loads it with the first passkey.
"""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec

from branchline.server.errors import Refused

T = TypeVar("T")
NAME = "Branchline"


class Site(NamedTuple):
    """Where a passkey is valid: the name of the host and the page's origin."""

    host: str
    origin: str


class Made(NamedTuple):
    """A new passkey."""

    id: str
    public_key: bytes
    counter: int


def site(origin: str) -> Site:
    """The site of a page; browsers give passkeys only to hosts with a name."""
    host = urlsplit(origin).hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return Site(host, origin.rstrip("/"))
    raise Refused(409, "passkey_needs_name")


def new_challenge() -> bytes:
    """What an authenticator is to sign."""
    return secrets.token_bytes(32)


def creation(site: Site, person: str, name: str, challenge: bytes, known: list[str]) -> dict[str, Any]:
    """What `navigator.credentials.create` needs, as JSON; `known` are the ids of passkeys that are there already."""
    import webauthn
    from webauthn.helpers import base64url_to_bytes, options_to_json
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name=NAME,
        user_id=person.encode(),
        user_name=name,
        user_display_name=name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(each)) for each in known],
    )
    found: dict[str, Any] = msgspec.json.decode(options_to_json(options))
    return found


def request(site: Site, challenge: bytes) -> dict[str, Any]:
    """What `navigator.credentials.get` needs, as JSON; the authenticator knows whose key it is."""
    import webauthn
    from webauthn.helpers import options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    options = webauthn.generate_authentication_options(
        rp_id=site.host, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
    )
    found: dict[str, Any] = msgspec.json.decode(options_to_json(options))
    return found


async def made(site: Site, credential: dict[str, Any], challenge: bytes) -> Made:
    """The passkey that an authenticator made, if it is right."""

    def verify() -> Made:
        import webauthn
        from webauthn.helpers import bytes_to_base64url

        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            require_user_verification=True,
        )
        return Made(bytes_to_base64url(found.credential_id), found.credential_public_key, found.sign_count)

    return await _checked(verify)


async def proved(site: Site, credential: dict[str, Any], challenge: bytes, public_key: bytes, counter: int) -> int:
    """The authenticator's new counter, if it has signed the challenge."""

    def verify() -> int:
        import webauthn

        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=public_key,
            credential_current_sign_count=counter,
            require_user_verification=True,
        )
        return found.new_sign_count

    return await _checked(verify)


async def _checked(verify: Callable[[], T]) -> T:
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return await asyncio.to_thread(verify)
    except (WebAuthnException, ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
        # The library meets broken input with errors of all kinds.
        raise Refused(403, "wrong_passkey") from error
