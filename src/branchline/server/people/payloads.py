"""What the requests and answers about people hold."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Password = Annotated[str, Meta(min_length=1, max_length=1000)]
Code = Annotated[str, Meta(min_length=1, max_length=100)]
PageSettings = Annotated[dict[str, str | int | float | bool | None], Meta(max_length=50)]
"""The page's settings as the page writes them; the server only keeps them."""


# ── answers ──
class PasskeyInfo(msgspec.Struct):
    """A passkey of an account."""

    id: str
    name: str
    created: float
    used: float | None


class SessionInfo(msgspec.Struct):
    """A browser that is signed in."""

    id: str
    agent: str
    created: float
    seen: float
    current: bool


class TokenInfo(msgspec.Struct):
    """A program that may play for an account's owner."""

    id: str
    name: str
    created: float
    used: float | None


class AccountInfo(msgspec.Struct):
    """An account, as its owner sees it."""

    name: str
    created: float
    password: bool
    passkeys: list[PasskeyInfo]
    recovery_codes: int
    """How many are left."""
    sessions: list[SessionInfo]
    tokens: list[TokenInfo]
    settings: PageSettings | None
    fresh: bool
    """Whether the owner signed in so lately that they may change how to sign in, or delete the account."""


class Standing(msgspec.Struct):
    """Whether this browser is signed in, and whether new accounts are made here."""

    account: AccountInfo | None
    sign_up: Literal["open", "invited", "closed"]


class SignedUp(msgspec.Struct):
    """A new account, and codes that open it when everything else is lost; they are shown only now."""

    account: AccountInfo
    recovery_codes: list[str]


class Codes(msgspec.Struct):
    """New recovery codes in place of all earlier ones; they are shown only now."""

    recovery_codes: list[str]


class Ceremony(msgspec.Struct):
    """A passkey ceremony that has begun: what the browser's `navigator.credentials` needs."""

    ceremony: str
    options: dict[str, Any]


class NewTokenInfo(msgspec.Struct):
    """A new token; its secret is shown only now."""

    token: str
    info: TokenInfo


# ── requests ──
class SignUp(msgspec.Struct, forbid_unknown_fields=True):
    """A new account with a password."""

    name: Name
    password: Password
    invitation: Code | None = None
    settings: PageSettings | None = None


class PasskeyWanted(msgspec.Struct, forbid_unknown_fields=True):
    """The name of an account that is to have a passkey."""

    name: Name
    invitation: Code | None = None


class PasskeySignUp(msgspec.Struct, forbid_unknown_fields=True):
    """A new account with a passkey."""

    name: Name
    ceremony: Code
    credential: dict[str, Any]
    invitation: Code | None = None
    settings: PageSettings | None = None


class SignIn(msgspec.Struct, forbid_unknown_fields=True):
    """Proof by password."""

    name: Name
    password: Password


class Credential(msgspec.Struct, forbid_unknown_fields=True):
    """What an authenticator made of a ceremony."""

    ceremony: Code
    credential: dict[str, Any]
    name: Name | None = None
    """What a new passkey shall be called."""


class Recovery(msgspec.Struct, forbid_unknown_fields=True):
    """Proof by a recovery code."""

    name: Name
    code: Code


class NewPassword(msgspec.Struct, forbid_unknown_fields=True):
    """A password in place of the last one; null takes it away."""

    password: Password | None


class SettingsKept(msgspec.Struct, forbid_unknown_fields=True):
    """The page's settings, for all browsers of the account."""

    settings: PageSettings


class TokenWanted(msgspec.Struct, forbid_unknown_fields=True):
    """What a program is called."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
