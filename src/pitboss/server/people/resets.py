"""Keys for forgotten passwords: who holds one sets a new password, once and within the hour."""

import hashlib

from pitboss.server.people.entries import ResetKeyMade
from pitboss.server.people.register import Register
from pitboss.server.surroundings import Surroundings

RESET_MS = 3_600_000
"""So long a key is good."""


def make_reset_key(
    register: Register, name: str, by: str, *, ends_factor: bool, around: Surroundings
) -> tuple[str, int]:
    """A key for somebody, and until when it is good; off the loop, as it writes the register.

    An earlier key ends with it. The register has its hash alone.
    """
    key, now_ms = around.draw_token(24), around.wall_ms()
    hashed = hashlib.sha256(key.encode()).hexdigest()
    entry = ResetKeyMade(name, hashed, now_ms + RESET_MS, by, ends_factor)
    register.note(entry, now_ms)
    return key, entry.ends_ms
