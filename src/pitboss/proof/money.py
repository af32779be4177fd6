"""Checks the play money of a whole house: bankrolls, tables and their logs agree to the cent."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from pitboss.ledger.balances import Balances, apply
from pitboss.money import CASHIER, FLOAT, METER, Cents, is_guest, purse_owner, show
from pitboss.store.bankrolls import broken_bankroll
from pitboss.store.entry import decode_visible
from pitboss.store.export import all_records
from pitboss.store.port import Movement, Store, TableHeader

Moved = Counter[tuple[str, str, str]]
"""Cents that came to a bankroll, by account, table and number of the event."""


@dataclass(frozen=True, slots=True)
class HouseMoney:
    """The places of all the play money of a house."""

    issued: Cents
    """Openings, top-ups, grants, what bots were staked with, and guests' cash."""
    bankrolls: Cents
    chips: Cents
    """Before the players and on the boxes of all tables."""
    won: Cents
    """Win of the tables, their meters included."""
    faults: tuple[str, ...]
    """Faults, a sentence each."""


def count_money(store: Store) -> HouseMoney:
    """Count the money of every log and bankroll; the store must not be written meanwhile."""
    newest = store.bankrolls()
    movements = list(chain.from_iterable(_all_movements(store, last) for last in newest))
    by_bankrolls: Moved = Counter()
    for movement in movements:
        if movement.kind in ("buy_in", "cash_out", "undone"):
            event = movement.mark.partition("@")[0]
            by_bankrolls[movement.account, movement.source, event] += movement.amount
    by_logs, balances = _read_logs(store)
    # Guests have no bankroll: what they bought came in as cash, and leaves so.
    cash = {key: amount for key, amount in by_logs.items() if is_guest(key[0])}
    for key in cash:
        del by_logs[key]
    moved = sum(movement.amount for movement in movements)
    issued = moved - by_bankrolls.total() - sum(cash.values())
    bankrolls = sum(last.held for last in newest)
    won = balances[FLOAT] + balances[METER]
    chips = balances.total() - balances[CASHIER] - won
    faults = [
        f"{show(by_logs[key])} in the log and {show(by_bankrolls[key])} in the bankroll: {key}"
        for key in sorted(by_logs.keys() | by_bankrolls.keys())
        if by_logs[key] != by_bankrolls[key]
    ]
    if account := broken_bankroll(store):
        faults.append(f"the movements of {account} do not lead to its bankroll")
    if issued != bankrolls + chips + won:
        faults.append(f"of {show(issued)} there are {show(bankrolls + chips + won)}")
    return HouseMoney(issued, bankrolls, chips, won, tuple(faults))


def _read_logs(store: Store) -> tuple[Moved, Balances]:
    """Return what the tables moved from and to bankrolls, and the balances of all together."""
    moved: Moved = Counter()
    balances: Balances = Counter()
    for header in store.headers():
        if not header.rulebook:
            continue
        for record in all_records(store, header.table):
            for number, event in decode_visible(record).numbered():
                for transfer in event.transfers():
                    apply(balances, transfer)
                    amount = transfer.amount
                    if transfer.debit == CASHIER:
                        account = _account(header, transfer.credit)
                        moved[account, header.table, str(number)] -= amount
                    elif transfer.credit == CASHIER:
                        account = _account(header, transfer.debit)
                        moved[account, header.table, str(number)] += amount
    return moved, balances


def _account(header: TableHeader, purse: str) -> str:
    owner = purse_owner(purse)
    return owner if is_guest(owner) else header.account_of(owner)


def _all_movements(store: Store, newest: Movement) -> Iterator[Movement]:
    before = newest.number + 1
    while page := store.movements(newest.account, before=before):
        yield from page
        before = page[-1].number
