"""Bankrolls in a store: movements of an account follow each other as records of a log do."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from pitboss.store.port import BankrollMoved, Movement, Store, StoreError

MOVEMENTS_MAX = 1_000
"""No read gives more, and no write takes more."""

_ENCODER = msgspec.json.Encoder(order="deterministic")


class Kept(msgspec.Struct, frozen=True):
    """A movement in its place: chained to the one before, as a record of a log is."""

    movement: Movement
    chain: str


Newest = dict[str, Kept]
"""The newest movement of an account, by its name."""


def bankroll_log(account: str) -> str:
    """Return the name under which heads list an account's movements; no table has such a name."""
    return f"bankroll {account}"


def chained_movements(movements: Iterable[Movement], previous: str = "") -> Iterator[Kept]:
    """Yield movements of one account, in order, each with its chain value."""
    for movement in movements:
        previous = previous or hashlib.sha256(bankroll_log(movement.account).encode()).hexdigest()
        previous = hashlib.sha256(previous.encode() + _ENCODER.encode(movement)).hexdigest()
        yield Kept(movement, previous)


def chains(movements: Iterable[Movement]) -> Iterator[tuple[str, str, int]]:
    """Chain value, account and number of every movement, for those that were written without."""
    for _, own in groupby(movements, key=lambda movement: movement.account):
        for kept in chained_movements(own):
            yield kept.chain, kept.movement.account, kept.movement.number


def follow(movements: Sequence[Movement], newest: Newest) -> list[Kept]:
    """Chain movements to the newest of their accounts.

    Raises if one does not follow; ``newest`` is unchanged then.
    """
    if len(movements) > MOVEMENTS_MAX:
        raise StoreError(
            f"{len(movements)} movements at once are too many: at most {MOVEMENTS_MAX}"
        )
    placed: Newest = {}
    written = []
    for movement in movements:
        last = placed.get(movement.account) or newest.get(movement.account)
        number, held = (last.movement.number, last.movement.held) if last else (0, 0)
        if movement.number != number + 1:
            due = movement.number - 1
            text = f"the bankroll of {movement.account} is at movement {number}, not {due}"
            raise BankrollMoved(text)
        if movement.held != held + movement.amount or movement.held < 0:
            raise StoreError(f"{held} and {movement.amount} do not leave {movement.held}")
        (placed[movement.account],) = chained_movements([movement], last.chain if last else "")
        written.append(placed[movement.account])
    newest.update(placed)
    return written


def by_account(movements: Iterable[Movement]) -> list[Movement]:
    """Return movements in the order of writing, in which no two writers wait for each other."""
    return sorted(movements, key=lambda movement: (movement.account, movement.number))


def broken_bankroll(store: Store) -> str:
    """Return the first account whose movements do not add up to its bankroll, or ""."""
    for newest in store.bankrolls():
        before, held = newest.number + 1, newest.held
        while page := store.movements(newest.account, before=before):
            for movement in page:
                if movement.number != before - 1 or movement.held != held:
                    return newest.account
                before, held = movement.number, movement.held - movement.amount
        if before != 1 or held:
            return newest.account
    return ""
