"""Web push: a message encrypted for one browser (RFC 8291), signed by this server (VAPID, RFC 8292).

pywebpush loads two HTTP clients, which takes half a second, and is imported only in the thread that sends;
cryptography takes twelve megabytes, and is imported with the first key.
"""

from __future__ import annotations

import base64
import time
from typing import Any
from urllib.parse import urlsplit

import msgspec

from branchline.server.notices.texts import Letter

LIFE = 24 * 3600
"""Seconds that a push service keeps a message for a browser that is not running."""
MOST = 3000
"""Bytes of a message; push services take 4096 with the encryption."""


def new_key() -> str:
    """A private key of a server, as it is kept."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    key = ec.generate_private_key(ec.SECP256R1())
    return _text(key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()))


def public_key(private: str) -> str:
    """What browsers need to know of the key: an uncompressed point in base64url."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_private_key

    key = load_der_private_key(_bytes(private), None)
    return _text(key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def keys_fit(p256dh: str, auth: str) -> bool:
    """Whether these can be a browser's keys."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(p256dh))
        return len(_bytes(auth)) == 16
    except ValueError:
        return False


def request_of(
    endpoint: str, keys: dict[str, str], letter: Letter, private: str, contact: str
) -> tuple[bytes, dict[str, str]]:
    """The body and the headers of a push message. Call it in a thread."""
    from py_vapid import Vapid02  # type: ignore[import-untyped]
    from pywebpush import WebPusher  # type: ignore[import-untyped]

    message = {"title": letter.title, "body": letter.body, "url": urlsplit(letter.url).path, "tag": letter.table or ""}
    data = msgspec.json.encode(message)
    while len(data) > MOST:
        message["body"] = message["body"][: len(message["body"]) // 2] + "…"
        data = msgspec.json.encode(message)
    pusher: Any = WebPusher({"endpoint": endpoint, "keys": keys})
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + 12 * 3600, "sub": contact}
    signed: dict[str, str] = Vapid02.from_der(private.encode()).sign(claims)
    topic = {"Topic": letter.table} if letter.table else {}
    headers = {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": str(LIFE)}
    return pusher.encode(data)["body"], {**headers, "Urgency": "high", **topic, **signed}


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
