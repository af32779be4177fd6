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
    for one in movements:
        previous = previous or hashlib.sha256(bankroll_log(one.account).encode()).hexdigest()
        previous = hashlib.sha256(previous.encode() + _ENCODER.encode(one)).hexdigest()
        yield Kept(one, previous)


def chains(movements: Iterable[Movement]) -> Iterator[tuple[str, str, int]]:
    """Chain value, account and number of every movement, for those that were written without."""
    for _, own in groupby(movements, key=lambda one: one.account):
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
    for one in movements:
        last = placed.get(one.account) or newest.get(one.account)
        number, held = (last.movement.number, last.movement.held) if last else (0, 0)
        if one.number != number + 1:
            text = f"the bankroll of {one.account} is at movement {number}, not {one.number - 1}"
            raise BankrollMoved(text)
        if one.held != held + one.amount or one.held < 0:
            raise StoreError(f"{held} and {one.amount} do not leave {one.held}")
        (placed[one.account],) = chained_movements([one], last.chain if last else "")
        written.append(placed[one.account])
    newest.update(placed)
    return written


def by_account(movements: Iterable[Movement]) -> list[Movement]:
    """Return movements in the order of writing, in which no two writers wait for each other."""
    return sorted(movements, key=lambda one: (one.account, one.number))


def broken_bankroll(store: Store) -> str:
    """Return the first account whose movements do not add up to its bankroll, or ""."""
    for newest in store.bankrolls():
        before, held = newest.number + 1, newest.held
        while page := store.movements(newest.account, before=before):
            for one in page:
                if one.number != before - 1 or one.held != held:
                    return newest.account
                before, held = one.number, one.held - one.amount
        if before != 1 or held:
            return newest.account
    return ""
