"""Lines of the register: the base of all, what waits for a second person, the key of the seals."""

import msgspec


class Entry(msgspec.Struct, frozen=True, tag_field="event"):
    """A line of the register."""

    name: str


class PasswordChanged(Entry, frozen=True, tag="password_changed"):
    """Somebody who proved the old password took another."""

    password_argon2: str


class ProposalMade(Entry, frozen=True, tag="proposal_made"):
    """An administrator asked for a role, money or a reset key; a second person has to sign."""

    id: str
    by: str
    at_ms: int
    role: str = ""
    amount: int = 0
    """In cents."""
    grant_id: str = ""
    reset: str = ""
    """``password`` or ``password_and_factor``: a key for somebody who forgot it."""


class ProposalEnded(Entry, frozen=True, tag="proposal_ended"):
    """What was asked for was signed and holds, or was rejected."""

    id: str
    by: str
    is_signed: bool


class SealKeyMade(Entry, frozen=True, tag="seal_key_made"):
    """Shoes are sealed with this key from now on; its name is empty."""

    key_id: str
    """What it is known by, which tells nothing of it."""
