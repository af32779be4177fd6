"""Codes of a second factor by the time, as authenticator apps show them (RFC 6238, RFC 4226)."""

import base64
import hmac
from urllib.parse import quote

STEP_MS = 30_000
DIGITS = 6
SECRET_BYTES = 20
"""As long as the hash, as RFC 4226 advises."""
ISSUER = "pitboss"
DRIFT = 1
"""Steps that a clock may be wrong by, either way."""
_GROUP = 4


def code_at(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """The code of one step of time: HMAC-SHA-1, cut as RFC 4226 says."""
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    first = digest[-1] & 0x0F
    number = int.from_bytes(digest[first : first + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: bytes, code: str, *, now_ms: int, after: int) -> int | None:
    """The step of time that a code is of; none of ``after`` or before counts."""
    now = now_ms // STEP_MS
    right = None
    for step in range(max(0, now - DRIFT), now + DRIFT + 1):
        # All are compared, so that the time tells nothing.
        is_right = hmac.compare_digest(code_at(secret, step).encode(), code.encode())
        if is_right and step > after and right is None:
            right = step
    return right


def in_groups(secret: bytes) -> str:
    """A secret in base32, as somebody types it into an app."""
    text = base64.b32encode(secret).decode().rstrip("=")
    return " ".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def link(secret: bytes, name: str) -> str:
    """The same as a link that apps open."""
    text = in_groups(secret).replace(" ", "")
    label = quote(f"{ISSUER}:{name}")
    return f"otpauth://totp/{label}?secret={text}&issuer={ISSUER}&algorithm=SHA1&digits={DIGITS}"
