"""Bankrolls in a store: movements of an account follow each other as records of a log do."""

from collections.abc import Iterable, Sequence

from pitboss.store.port import BankrollMoved, Movement, Store, StoreError

MOVEMENTS_MAX = 1_000
"""No read gives more, and no write takes more."""

Newest = dict[str, Movement]
"""The newest movement of an account, by its name."""


def follow(movements: Sequence[Movement], newest: Newest) -> None:
    """Put movements behind the newest of their accounts; where one does not follow, it raises
    and nothing has changed.
    """
    if len(movements) > MOVEMENTS_MAX:
        raise StoreError(f"{len(movements)} movements at once, where {MOVEMENTS_MAX} are the most")
    placed: Newest = {}
    for one in movements:
        last = placed.get(one.account) or newest.get(one.account)
        number, held = (last.number, last.held) if last else (0, 0)
        if one.number != number + 1:
            text = f"the bankroll of {one.account} is at movement {number}, not {one.number - 1}"
            raise BankrollMoved(text)
        if one.held != held + one.amount or one.held < 0:
            raise StoreError(f"{held} and {one.amount} do not leave {one.held}")
        placed[one.account] = one
    newest.update(placed)


def by_account(movements: Iterable[Movement]) -> list[Movement]:
    """Movements in the order in which they are written: no two writers wait for each other."""
    return sorted(movements, key=lambda one: (one.account, one.number))


def broken_bankroll(store: Store) -> str:
    """The account whose movements do not lead to what it has; empty where all do."""
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
