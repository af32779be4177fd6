"""Bankrolls: the play money that buy-ins are paid out of and cash-outs return to, at any table.

A person has one under their name, on every table and every server. It is opened when it is first
read or used. A bot has one too, which the house fills as far as the bot buys in.

Only ``BankrollDesk`` reads bankrolls, adds what is due to them, and grants play money.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass

import msgspec
from msgspec.structs import replace

from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.declare import AHEAD_MAX_MS, Command
from pitboss.engine.floor.closing import CloseTable
from pitboss.errors import Refusal
from pitboss.money import BOT, CASHIER, MONEY_MAX, Cents, is_guest, purse_owner, show
from pitboss.server.log.events import Logged
from pitboss.server.settings import PlayMoney
from pitboss.store.port import BankrollMoved, Movement, Store, StoreConflict, TableHeader
from pitboss.wire.protocol import Refused

TABLE_KINDS = frozenset({"buy_in", "cash_out"})


class BankrollError(Refusal):
    """A grant that is refused: a code for programs and a sentence for people."""


class Bankroll(msgspec.Struct, frozen=True):
    """A person's play money, with movements that are decided but not stored yet."""

    account: str
    number: int = 0
    """Number of its newest movement."""
    held: Cents = 0
    today_left: Cents | None = None
    """Amount that may still be bought in today; None if there is no limit."""
    pending: tuple[Movement, ...] = ()
    fault: str = ""
    """Reason for which it may not move: it is not what was signed."""

    @property
    def is_used(self) -> bool:
        """True if chips were bought or cashed with it, so that it must be written."""
        return any(movement.kind in TABLE_KINDS for movement in self.pending)


def accounts_of(name: str, command: Command, players: Collection[str]) -> set[str]:
    """Return the accounts whose bankrolls a command may move; ``players`` have chips at the table.

    Guests have no bankroll: they buy in with cash, and leave with their chips.
    """
    named: Collection[str] = ()
    if isinstance(command, BuyIn):
        named = (name or command.player,)
    elif isinstance(command, CashOut):
        named = (name or command.by,)
    elif isinstance(command, CloseTable):
        named = players
    return {account for account in named if not is_guest(account)}


def moved(
    bankroll: Bankroll, kind: str, amount: Cents, *, at_ms: int, source: str = "", mark: str = ""
) -> Bankroll:
    """Return a bankroll after one more movement."""
    number, held = bankroll.number + 1, bankroll.held + amount
    movement = Movement(bankroll.account, number, at_ms, kind, amount, held, source, mark)
    left = bankroll.today_left
    if left is not None and kind == "buy_in":
        left += amount
    pending = (*bankroll.pending, movement)
    return replace(bankroll, number=number, held=held, today_left=left, pending=pending)


def find_distrusted(bankrolls: Mapping[str, Bankroll], accounts: Collection[str]) -> Refused | None:
    """Return the refusal for the first of these bankrolls that is not what was signed."""
    for account in accounts:
        if account in bankrolls and (fault := bankrolls[account].fault):
            text = f"no chips are bought or cashed until the house has looked into it: {fault}"
            return Refused("bankroll", text)
    return None


def overdrawn(bankroll: Bankroll, command: BuyIn) -> Refused | None:
    """Refuse a buy-in that a bankroll does not pay for; that of a bot always does."""
    if bankroll.account.startswith(BOT):
        return None
    if command.amount > bankroll.held:
        text = (
            f"the bankroll of {bankroll.account.partition('@')[0]} holds {show(bankroll.held)};"
            " buy in for less, or cash out at another table first"
        )
        return Refused("bankroll", text, limit=bankroll.held)
    left = bankroll.today_left
    if left is not None and command.amount > left:
        text = f"{show(left)} may still be bought in today; the day ends at midnight UTC"
        return Refused("day_limit", text, limit=left)
    return None


def follow_chips(bankrolls: dict[str, Bankroll], step: Logged, table: str) -> None:
    """Move the bankrolls by what an event takes from the cashier, or brings there."""
    for transfer in step.event.transfers():
        if CASHIER not in (transfer.debit, transfer.credit):
            continue
        is_buy_in = transfer.debit == CASHIER
        account = purse_owner(transfer.credit if is_buy_in else transfer.debit)
        if is_guest(account):
            continue
        bankroll = bankrolls[account]
        amount = -transfer.amount if is_buy_in else transfer.amount
        # A number comes again if the events behind an accepted loss are played again.
        mark = f"{step.version}@{step.at_ms}"
        if bankroll.held + amount < 0:
            assert account.startswith(BOT), f"{account} has bought in for more than it has"
            bankroll = moved(bankroll, "stake", -amount - bankroll.held, at_ms=step.at_ms)
        kind = "buy_in" if is_buy_in else "cash_out"
        bankrolls[account] = moved(
            bankroll, kind, amount, at_ms=step.at_ms, source=table, mark=mark
        )


HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
BUY_INS_MAX = 200
"""Buy-ins of one day, if a limit on what is bought in a day has to be kept."""
SIGNERS = ", "
"""Separates the names of those who granted money together."""
ID_REUSED = "this id was another grant's; every grant has an id of its own"


@dataclass(frozen=True, slots=True)
class BankrollDesk:
    """Reads and grants what people have. Every call reads the store, so it runs off the loop."""

    store: Store
    terms: PlayMoney
    wall_ms: Callable[[], int]
    has_chips: Callable[[str], bool]
    """Returns True if chips of an account lie at any table: its bankroll is not topped up then."""
    fault_of: Callable[[str], str]
    """Returns the reason for which a bankroll may not move, or "" if there is no reason."""

    def read(
        self, names: Collection[str], now_ms: int, header: TableHeader | None = None
    ) -> dict[str, Bankroll]:
        """Return bankrolls by name, with what is due to them by now.

        ``header``: those that pay at this table, which may have accounts of its own.
        """
        accounts = {name: header.account_of(name) if header else name for name in sorted(names)}
        opening = header.chips if header else 0
        newest = {
            movement.account: movement for movement in self.store.bankrolls(accounts.values())
        }
        return {
            name: self._with_due(account, newest.get(account), now_ms, opening)
            for name, account in accounts.items()
        }

    def open(self, name: str, header: TableHeader | None = None) -> Bankroll:
        """Return a bankroll after writing the movements that it is due.

        Nothing is written behind unsigned movements.
        """
        return self._change(name, lambda bankroll: bankroll, header)

    def grant(
        self, name: str, amount: Cents, *, by: str, id_: str, header: TableHeader | None = None
    ) -> Movement:
        """Give play money to a person, or at a table with accounts of its own; return the movement.

        Sent again with the same id, it gives nothing more and returns the same movement. Raises
        ``BankrollError`` if the id was used for another amount.
        """
        account = header.account_of(name) if header else name
        self.check_trusted(account)

        def add(bankroll: Bankroll) -> Bankroll:
            if bankroll.held + amount > MONEY_MAX:
                text = f"a bankroll holds at most {show(MONEY_MAX)}; grant less"
                raise BankrollError("too_much", text)
            return moved(bankroll, "grant", amount, at_ms=self.wall_ms(), source=by, mark=id_)

        made = self.find_grant(account, amount, by=by, id_=id_)
        if made is None:
            # The store refuses a second grant of one id that comes at the same time.
            with suppress(StoreConflict):
                self._change(name, add, header)
            made = self.find_grant(account, amount, by=by, id_=id_)
        assert made is not None, "a grant that was written is in the store"
        return made

    def check_trusted(self, account: str) -> None:
        """Raise ``BankrollError`` if a bankroll is not what was signed."""
        if fault := self.fault_of(account):
            text = f"no money is granted until the house has looked into it: {fault}"
            raise BankrollError("distrusted", text)

    def find_grant(self, account: str, amount: Cents, *, by: str, id_: str) -> Movement | None:
        """Return the grant that an administrator gave under an id, alone or with a signer.

        Raises ``BankrollError`` if it was another amount.
        """
        granter, before = by.partition(SIGNERS)[0], 0
        while page := self.store.movements(account, kind="grant", before=before):
            for movement in page:
                if movement.mark == id_ and movement.source.partition(SIGNERS)[0] == granter:
                    if movement.amount != amount:
                        raise BankrollError("id_reused", ID_REUSED)
                    return movement
            before = page[-1].number
        return None

    def _change(
        self,
        name: str,
        change: Callable[[Bankroll], Bankroll],
        header: TableHeader | None = None,
    ) -> Bankroll:
        while True:
            bankroll = change(self.read([name], self.wall_ms(), header)[name])
            if not bankroll.pending:
                return bankroll
            try:
                self.store.move(bankroll.pending)
            except BankrollMoved:
                # A table has moved it meanwhile.
                continue
            return replace(bankroll, pending=())

    def _with_due(
        self, account: str, newest: Movement | None, now_ms: int, opening: Cents = 0
    ) -> Bankroll:
        number, held = (newest.number, newest.held) if newest else (0, 0)
        bankroll, terms = Bankroll(account, number, held), self.terms
        if fault := self.fault_of(account):
            return replace(bankroll, fault=fault)
        if account.startswith(BOT):
            return bankroll
        if not number and (opening or terms.opening):
            bankroll = moved(bankroll, "opening", opening or terms.opening, at_ms=now_ms)
        if opening:
            return bankroll  # The host of the table tops it up.
        if terms.top_up and bankroll.held < terms.top_up and not self.has_chips(account):
            last = self.store.movements(account, kind="top_up", limit=1)
            # A top-up that a wrong clock dates after now does not delay the next for years.
            is_past = bool(last) and last[0].at_ms <= now_ms + AHEAD_MAX_MS
            if not is_past or now_ms - last[0].at_ms >= terms.top_up_hours * HOUR_MS:
                bankroll = moved(bankroll, "top_up", terms.top_up, at_ms=now_ms)
        if terms.buy_in_day_max:
            left = self._left_today(account, terms.buy_in_day_max, now_ms)
            bankroll = replace(bankroll, today_left=left)
        return bankroll

    def _left_today(self, account: str, most: Cents, now_ms: int) -> Cents:
        bought = self.store.movements(account, kind="buy_in", limit=BUY_INS_MAX)
        today = [movement for movement in bought if movement.at_ms // DAY_MS == now_ms // DAY_MS]
        if len(today) == BUY_INS_MAX:
            return 0
        return max(0, most + sum(movement.amount for movement in today))
