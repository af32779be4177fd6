"""Two people for what one could abuse alone: roles, and money for accounts.

What an administrator asks for waits for the signature of a second person of the staff, once there
is one. Guests' play money needs none.
"""

from dataclasses import astuple, dataclass

import msgspec

from pitboss.engine.declare import STAFF
from pitboss.money import Cents, show
from pitboss.server.bankrolls import ID_REUSED
from pitboss.server.people.entries import ProposalEnded, ProposalMade
from pitboss.server.people.identity import IdentityError
from pitboss.server.people.register import Person, Register

PASSWORD, PASSWORD_AND_FACTOR = "password", "password_and_factor"
"""What a reset key is for."""
NOT_WAITING = "no such proposal waits: it was signed, or withdrawn"
WAITING_MAX = 100
"""Proposals that may wait for a signature."""


class Waiting(msgspec.Struct, frozen=True):
    """Something that waits for a second person of the staff."""

    proposal: str
    """Its id."""
    name: str
    """Whom it is about."""
    role: str
    """The role that they would have; empty where it is about money."""
    amount: Cents
    by: str
    at_ms: int
    reset: str = ""
    """What is to be set again, ``password`` or ``password_and_factor``."""


class Signed(Waiting, frozen=True):
    """What was signed and holds now."""

    key: str = ""
    """Of a reset, for the person who forgot the password: shown only once."""
    ends_ms: int = 0
    """Until then the key is good."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What an administrator asks for: a role, money, or a reset key."""

    name: str
    role: str = ""
    amount: Cents = 0
    id: str = ""
    """Of a grant, which is given once only."""
    reset: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.role or self.reset or show(self.amount)}"


def staff_of(register: Register) -> set[str]:
    """Everybody who works here: roles by name, and administrators."""
    return {one.name for one in register.everybody() if one.is_admin or one.role in STAFF}


def signers(register: Register, by: str, name: str) -> set[str]:
    """Who may sign what one asks for another; the one it is about only where nobody else is."""
    others = staff_of(register) - {by}
    return others - {name} or others


def needs_second(register: Register, admin: Person, asked: Asked) -> bool:
    """Whether a second person has to sign; nobody has anything for oneself alone."""
    person = register.find(asked.name)
    if person is not None and person.is_guest:
        return False
    if signers(register, admin.name, asked.name):
        return True
    if asked.reset == PASSWORD_AND_FACTOR:
        text = (
            "two members of staff must sign that a second factor is lost: give somebody else a role"
        )
        raise IdentityError("second_person", text)
    if admin.name == asked.name:
        text = "you cannot give yourself a role or money: give somebody else a role, who then signs"
        raise IdentityError("second_person", text)
    return False


def propose(register: Register, admin: Person, asked: Asked, *, id_: str, now_ms: int) -> Waiting:
    """Write down what waits for a signature, once; off the loop, as it waits for the disk."""

    def same() -> ProposalMade | None:
        for old in register.proposals.values():
            if (old.name, old.role, old.amount, old.grant_id, old.reset) == astuple(asked):
                return old
        return None

    def is_reused() -> bool:
        used = (asked.name, admin.name, asked.id)
        proposals = register.proposals.values()
        return bool(asked.id) and used in {(old.name, old.by, old.grant_id) for old in proposals}

    if len(register.proposals) >= WAITING_MAX:
        raise IdentityError("busy", f"{WAITING_MAX} proposals wait to be signed")
    made = ProposalMade(
        asked.name, id_, admin.name, now_ms, asked.role, asked.amount, asked.id, asked.reset
    )
    if register.note_if(made, now_ms, lambda: same() is None and not is_reused()):
        return waiting(made)
    waits = same()
    if waits is None and is_reused():
        raise IdentityError("id_reused", ID_REUSED)
    return waiting(waits or made)


def waiting(made: ProposalMade) -> Waiting:
    """A proposal as it is shown."""
    return Waiting(made.id, made.name, made.role, made.amount, made.by, made.at_ms, made.reset)


def to_be_signed(register: Register, id_: str, person: Person) -> ProposalMade:
    """A proposal that this person may sign; raises ``IdentityError``."""
    made = register.proposals.get(id_)
    if made is None:
        raise IdentityError("unknown", NOT_WAITING)
    if person.name not in signers(register, made.by, made.name):
        text = "another member of staff must sign it, not the one who asked or the one it is about"
        raise IdentityError("forbidden", text)
    return made


def end(
    register: Register, made: ProposalMade, *, by: str, is_signed: bool, now_ms: int
) -> None:  # fmt: skip
    """Write down that a proposal was signed, or will not be; off the loop.

    However many sign at once, on whatever server, one of them does; raises ``IdentityError``.
    """
    entry = ProposalEnded(made.name, made.id, by, is_signed=is_signed)
    if not register.note_if(entry, now_ms, lambda: made.id in register.proposals):
        raise IdentityError("unknown", NOT_WAITING)
