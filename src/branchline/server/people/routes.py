"""REST: one's own account."""

from __future__ import annotations

import time
from functools import partial

from litestar import Request, Response, delete, get, post, put
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody

from branchline.server import keys
from branchline.server.errors import Refused
from branchline.server.people import agents, leaving, passkeys, payloads, store
from branchline.server.people.accounts import SHORT, SignedIn
from branchline.server.people.ceremonies import FRESH
from branchline.server.tables import hub_of, visitor_of
from branchline.server.visitor import Visitor

Asked = Request[None, None, State]


@get("/api/account")
async def look(request: Asked) -> payloads.Standing:
    """Whether this browser is signed in, and to which account."""
    visitor = visitor_of(request)
    account = None if visitor.person is None or visitor.program else await _info(request, visitor)
    return payloads.Standing(account, hub_of(request).settings.sign_up)


# ── signing up and in ──
@post("/api/account")
async def sign_up(request: Asked, data: JSONBody[payloads.SignUp]) -> payloads.SignedUp:
    """Make an account with a password; what this browser has played belongs to it."""
    done, codes = await hub_of(request).people.sign_up(
        _in_person(request), _agent(request), data.name, data.password, data.invitation, data.settings
    )
    return payloads.SignedUp(await _welcome(request, done), codes)


@post("/api/account/passkey-options", status_code=200)
async def sign_up_options(request: Asked, data: JSONBody[payloads.PasskeyWanted]) -> payloads.Ceremony:
    """Begin to make an account with a passkey."""
    people, visitor = hub_of(request).people, _in_person(request)
    site = _site(request)
    name = await people.must_be_free(visitor, data.name, data.invitation)
    return payloads.Ceremony(*await people.ceremonies.begin(visitor, site, "sign_up", name))


@post("/api/account/passkey")
async def sign_up_by_passkey(request: Asked, data: JSONBody[payloads.PasskeySignUp]) -> payloads.SignedUp:
    """Make an account with a passkey; what this browser has played belongs to it."""
    done, codes = await hub_of(request).people.sign_up_by_passkey(
        _in_person(request),
        _agent(request),
        data.name,
        _site(request),
        data.ceremony,
        data.credential,
        data.invitation,
        data.settings,
    )
    return payloads.SignedUp(await _welcome(request, done), codes)


@post("/api/account/sign-in", status_code=200)
async def sign_in(request: Asked, data: JSONBody[payloads.SignIn]) -> payloads.AccountInfo:
    """Sign in by password; what this browser has played as a guest belongs to the account."""
    people = hub_of(request).people
    done = await people.sign_in(_in_person(request), _agent(request), data.name, data.password)
    return await _welcome(request, done)


@post("/api/account/sign-in/passkey-options", status_code=200)
async def sign_in_options(request: Asked) -> payloads.Ceremony:
    """Begin to sign in by a passkey."""
    people = hub_of(request).people
    return payloads.Ceremony(*await people.ceremonies.begin(_in_person(request), _site(request), "sign_in"))


@post("/api/account/sign-in/passkey", status_code=200)
async def sign_in_by_passkey(request: Asked, data: JSONBody[payloads.Credential]) -> payloads.AccountInfo:
    """Sign in by a passkey."""
    done = await hub_of(request).people.sign_in_by_passkey(
        _in_person(request), _agent(request), _site(request), data.ceremony, data.credential
    )
    return await _welcome(request, done)


@post("/api/account/recover", status_code=200)
async def recover(request: Asked, data: JSONBody[payloads.Recovery]) -> payloads.AccountInfo:
    """Sign in by a recovery code, which is used up."""
    done = await hub_of(request).people.recover(_in_person(request), _agent(request), data.name, data.code)
    return await _welcome(request, done)


@post("/api/account/sign-out", status_code=204)
async def sign_out(request: Asked) -> None:
    """Sign this browser out; it is a new guest's from now on."""
    await hub_of(request).people.sign_out(_signed_in(request))
    _be_new(request)


# ── changing ──
@put("/api/account/password")
async def set_password(request: Asked, data: JSONBody[payloads.NewPassword]) -> payloads.AccountInfo:
    """Set or take away the password; all other browsers are signed out."""
    visitor = _signed_in(request)
    await hub_of(request).people.set_password(visitor, data.password)
    return await _info(request, visitor)


@put("/api/account/settings")
async def keep_settings(request: Asked, data: JSONBody[payloads.SettingsKept]) -> payloads.AccountInfo:
    """Keep the page's settings for all browsers of the account."""
    visitor = _signed_in(request)
    await hub_of(request).people.keep_settings(visitor, data.settings)
    return await _info(request, visitor)


@post("/api/account/recovery-codes", status_code=200)
async def new_codes(request: Asked) -> payloads.Codes:
    """New recovery codes in place of all earlier ones."""
    return payloads.Codes(await hub_of(request).people.new_codes(_signed_in(request)))


@post("/api/account/passkeys/options", status_code=200)
async def passkey_options(request: Asked) -> payloads.Ceremony:
    """Begin to add a passkey."""
    people = hub_of(request).people
    return payloads.Ceremony(*await people.ceremonies.begin(_signed_in(request), _site(request), "add"))


@post("/api/account/passkeys")
async def add_passkey(request: Asked, data: JSONBody[payloads.Credential]) -> payloads.AccountInfo:
    """Add a passkey."""
    visitor = _signed_in(request)
    name = data.name or _agent(request)
    await hub_of(request).people.ceremonies.add_passkey(visitor, _site(request), data.ceremony, data.credential, name)
    return await _info(request, visitor)


@delete("/api/account/passkeys/{id:str}", status_code=200)
async def remove_passkey(request: Asked, id: FromPath[str]) -> payloads.AccountInfo:
    """Remove a passkey."""
    visitor = _signed_in(request)
    await hub_of(request).people.ceremonies.remove_passkey(visitor, id)
    return await _info(request, visitor)


@delete("/api/account/sessions", status_code=200)
async def end_other_sessions(request: Asked) -> payloads.AccountInfo:
    """Sign all other browsers out."""
    visitor = _signed_in(request)
    await hub_of(request).people.end_other_sessions(visitor)
    return await _info(request, visitor)


@delete("/api/account/sessions/{id:str}", status_code=204)
async def end_session(request: Asked, id: FromPath[str]) -> None:
    """Sign a browser out."""
    await hub_of(request).people.end_session(_signed_in(request), id)


# ── tokens ──
@post("/api/account/tokens")
async def make_token(request: Asked, data: JSONBody[payloads.TokenWanted]) -> payloads.NewTokenInfo:
    """Make a token for a program."""
    token, row = await hub_of(request).people.tokens.new(_signed_in(request), data.name)
    return payloads.NewTokenInfo(token, _token(row))


@delete("/api/account/tokens/{id:str}", status_code=200)
async def revoke_token(request: Asked, id: FromPath[str]) -> payloads.AccountInfo:
    """Revoke a token."""
    visitor = _signed_in(request)
    await hub_of(request).people.tokens.revoke(visitor, id)
    return await _info(request, visitor)


# ── leaving ──
@get("/api/account/export")
async def export(request: Asked) -> Response[dict[str, object]]:
    """Everything that is kept about the account, as a file."""
    found = await leaving.export(hub_of(request), _signed_in(request))
    return Response(found, headers={"content-disposition": 'attachment; filename="branchline-account.json"'})


@delete("/api/account", status_code=204)
async def remove(request: Asked) -> None:
    """Delete the account. Games stay, with the name removed."""
    visitor = _signed_in(request)
    if time.time() - visitor.since > FRESH:
        raise Refused(403, "prove_again")
    await leaving.delete(hub_of(request), visitor)
    _be_new(request)


# ── parts ──
def _in_person(request: Asked) -> Visitor:
    """The browser that asks; a program has no account of its own."""
    visitor = visitor_of(request)
    if visitor.program:
        raise Refused(403, "not_for_programs")
    return visitor


def _signed_in(request: Asked) -> Visitor:
    """Whoever asks, signed in."""
    visitor = _in_person(request)
    if visitor.person is None:
        raise Refused(401, "sign_in_first")
    return visitor


def _agent(request: Asked) -> str:
    return agents.label(request.headers.get("user-agent", ""))


def _site(request: Asked) -> passkeys.Site:
    """The site of the page that asks. The guard has checked its origin already."""
    origin = request.headers.get("origin")
    return passkeys.site(origin or f"{request.url.scheme}://{request.headers.get('host', '')}")


def _be_new(request: Asked) -> None:
    """Let the browser be a guest that nobody knows."""
    request.scope["give"](keys.new_secret())  # type: ignore[typeddict-item]


async def _welcome(request: Asked, done: SignedIn) -> payloads.AccountInfo:
    """Give the browser the cookie of its account."""
    request.scope["give"](done.secret)  # type: ignore[typeddict-item]
    return await _info(request, done.visitor)


async def _info(request: Asked, visitor: Visitor) -> payloads.AccountInfo:
    person = visitor.person or ""
    rows = {
        table.name: await hub_of(request).storage.read(partial(store.rows_of, table=table, id_=person))
        for table in leaving.OF_A_PERSON
    }
    account = await hub_of(request).storage.read(partial(store.person, id_=person))
    if account is None:
        raise Refused(401, "sign_in_first")
    return payloads.AccountInfo(
        name=account["name"],
        created=account["created"],
        password=account["password"] is not None,
        passkeys=[
            payloads.PasskeyInfo(row["id"], row["name"], row["created"], row["used"]) for row in rows["passkeys"]
        ],
        recovery_codes=len(rows["recovery_codes"]),
        sessions=[
            payloads.SessionInfo(
                row["hash"][:SHORT], row["agent"], row["created"], row["seen"], row["hash"] == visitor.session
            )
            for row in sorted(rows["sessions"], key=lambda row: -row["seen"])
        ],
        tokens=[_token(row) for row in rows["tokens"]],
        settings=account["settings"],
        fresh=time.time() - visitor.since <= FRESH,
    )


def _token(row: store.Row) -> payloads.TokenInfo:
    return payloads.TokenInfo(row["holder"], row["name"], row["created"], row["used"])


HANDLERS = [
    look,
    sign_up,
    sign_up_options,
    sign_up_by_passkey,
    sign_in,
    sign_in_options,
    sign_in_by_passkey,
    recover,
    sign_out,
    set_password,
    keep_settings,
    new_codes,
    passkey_options,
    add_passkey,
    remove_passkey,
    end_other_sessions,
    end_session,
    make_token,
    revoke_token,
    export,
    remove,
]
