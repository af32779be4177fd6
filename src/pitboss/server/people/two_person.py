"""Two-person rule for roles, reset keys, and money for accounts.

A proposal of an administrator waits for the signature of a second member of staff, once there is
one. Guests' play money needs none.
"""

from dataclasses import astuple, dataclass

import msgspec

from pitboss.engine.declare import STAFF
from pitboss.money import Cents, show
from pitboss.server.bankrolls import ID_REUSED
from pitboss.server.people.entries import Person, ProposalEnded, ProposalMade
from pitboss.server.people.identity import IdentityError
from pitboss.server.people.register import Register

PASSWORD, PASSWORD_AND_FACTOR = "password", "password_and_factor"
"""Kinds of reset key."""
NOT_WAITING = "no such proposal waits: it was signed, or withdrawn"
WAITING_MAX = 100
"""Largest number of proposals that wait for a signature."""


class Waiting(msgspec.Struct, frozen=True):
    """A proposal that waits for a second member of staff."""

    proposal: str
    """Id of the proposal."""
    name: str
    """The person it is about."""
    role: str
    """The proposed role, or "" if the proposal is about money."""
    amount: Cents
    by: str
    at_ms: int
    reset: str = ""
    """The proposed kind of reset, ``password`` or ``password_and_factor``, or ""."""


class Signed(Waiting, frozen=True):
    """A proposal that was signed and has taken effect."""

    key: str = ""
    """The reset key for the person who forgot the password, shown only once."""
    ends_ms: int = 0
    """Time at which the key expires."""


@dataclass(frozen=True, slots=True)
class ProposalRequest:
    """An administrator's request for a role, money, or a reset key."""

    name: str
    role: str = ""
    amount: Cents = 0
    id: str = ""
    """Id of a grant, which is given only once."""
    reset: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.role or self.reset or show(self.amount)}"


def staff_of(register: Register) -> set[str]:
    """Return the names of the staff and the administrators."""
    people = register.everybody()
    return {person.name for person in people if person.is_admin or person.role in STAFF}


def signers(register: Register, by: str, name: str) -> set[str]:
    """Return the staff who may sign; the person it is about only if there is no other."""
    others = staff_of(register) - {by}
    return others - {name} or others


def needs_second(register: Register, admin: Person, request: ProposalRequest) -> bool:
    """Return True if a second person has to sign; refuse grants and roles for oneself."""
    person = register.find(request.name)
    if person is not None and person.is_guest:
        return False
    if signers(register, admin.name, request.name):
        return True
    if request.reset == PASSWORD_AND_FACTOR:
        text = (
            "two members of staff must sign that a second factor is lost: give somebody else a role"
        )
        raise IdentityError("second_person", text)
    if admin.name == request.name:
        text = "you cannot give yourself a role or money: give somebody else a role, who then signs"
        raise IdentityError("second_person", text)
    return False


def propose(
    register: Register, admin: Person, request: ProposalRequest, *, id_: str, now_ms: int
) -> Waiting:
    """Write down a proposal, unless the same one waits; call it off the loop."""

    def same() -> ProposalMade | None:
        for old in register.proposals.values():
            if (old.name, old.role, old.amount, old.grant_id, old.reset) == astuple(request):
                return old
        return None

    def is_reused() -> bool:
        used = (request.name, admin.name, request.id)
        proposals = register.proposals.values()
        return bool(request.id) and used in {(old.name, old.by, old.grant_id) for old in proposals}

    if len(register.proposals) >= WAITING_MAX:
        raise IdentityError("busy", f"{WAITING_MAX} proposals wait to be signed")
    made = ProposalMade(
        request.name,
        id_,
        admin.name,
        now_ms,
        request.role,
        request.amount,
        request.id,
        request.reset,
    )
    if register.append_if(made, now_ms, lambda: same() is None and not is_reused()):
        return waiting(made)
    waits = same()
    if waits is None and is_reused():
        raise IdentityError("id_reused", ID_REUSED)
    return waiting(waits or made)


def waiting(made: ProposalMade) -> Waiting:
    """Return a proposal in the form sent to the staff."""
    return Waiting(made.id, made.name, made.role, made.amount, made.by, made.at_ms, made.reset)


def to_be_signed(register: Register, id_: str, person: Person) -> ProposalMade:
    """Return a proposal; raise ``IdentityError`` if this person may not sign it."""
    made = register.proposals.get(id_)
    if made is None:
        raise IdentityError("unknown", NOT_WAITING)
    if person.name not in signers(register, made.by, made.name):
        text = "another member of staff must sign it, not the one who asked or the one it is about"
        raise IdentityError("forbidden", text)
    return made


def end(register: Register, made: ProposalMade, *, by: str, is_signed: bool, now_ms: int) -> None:
    """Write down that a proposal was signed or rejected; call it off the loop.

    If several sign at once, on any server, all but one get ``IdentityError``.
    """
    entry = ProposalEnded(made.name, made.id, by, is_signed=is_signed)
    if not register.append_if(entry, now_ms, lambda: made.id in register.proposals):
        raise IdentityError("unknown", NOT_WAITING)
