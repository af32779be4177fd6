"""Bankrolls: the play money that buy-ins are paid out of and cash-outs return to, at any table.

A person has one under their name, on every table and every server. It is opened when it is first
looked at or used. A bot has one too, which the house fills as far as the bot buys in.
"""

from collections.abc import Collection, Mapping

import msgspec
from msgspec.structs import replace

from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.declare import Command
from pitboss.engine.floor.closing import CloseTable
from pitboss.errors import Error
from pitboss.money import CASHIER, Cents, is_guest, purse_owner, show
from pitboss.server.log.replay import Logged
from pitboss.store.port import Movement
from pitboss.wire.protocol import Refused

BOT = "bot-"
"""Names of bots begin like this; nobody can log in under such a name."""
TABLE_KINDS = frozenset({"buy_in", "cash_out"})


class BankrollError(Error):
    """A grant that is refused: a code for programs and a sentence for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Bankroll(msgspec.Struct, frozen=True):
    """What somebody has, with the movements that are decided and not on disk yet."""

    account: str
    number: int = 0
    """Of its newest movement."""
    held: Cents = 0
    today_left: Cents | None = None
    """What may still be bought in today; None where there is no limit."""
    pending: tuple[Movement, ...] = ()
    fault: str = ""
    """Why it may not move: it is not what was signed."""

    @property
    def is_used(self) -> bool:
        """Whether chips were bought or cashed with it, so that it has to be written."""
        return any(one.kind in TABLE_KINDS for one in self.pending)


def accounts_of(name: str, command: Command, players: Collection[str]) -> set[str]:
    """Whose bankrolls a command may move; ``players`` are those with chips at the table.

    Guests have none: they buy in with cash, and leave with their chips.
    """
    named: Collection[str] = ()
    if isinstance(command, BuyIn):
        named = (name or command.player,)
    elif isinstance(command, CashOut):
        named = (name or command.by,)
    elif isinstance(command, CloseTable):
        named = players
    return {one for one in named if not is_guest(one)}


def moved(
    bankroll: Bankroll, kind: str, amount: Cents, *, at_ms: int, source: str = "", mark: str = ""
) -> Bankroll:
    """A bankroll after one more movement."""
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
            f"the bankroll of {bankroll.account} holds {show(bankroll.held)};"
            " buy in for less, or cash out at another table first"
        )
        return Refused("bankroll", text, limit=bankroll.held)
    left = bankroll.today_left
    if left is not None and command.amount > left:
        text = f"{show(left)} may still be bought in today; the day ends at midnight UTC"
        return Refused("day_limit", text, limit=left)
    return None


def follow_chips(bankrolls: dict[str, Bankroll], one: Logged, table: str) -> None:
    """Move the bankrolls by what an event takes from the cashier, or brings there."""
    for transfer in one.event.transfers():
        if CASHIER not in (transfer.debit, transfer.credit):
            continue
        is_buy_in = transfer.debit == CASHIER
        account = purse_owner(transfer.credit if is_buy_in else transfer.debit)
        if is_guest(account):
            continue
        bankroll = bankrolls[account]
        amount = -transfer.amount if is_buy_in else transfer.amount
        # A number comes again where the events behind an accepted loss are played again.
        mark = f"{one.version}@{one.at_ms}"
        if bankroll.held + amount < 0:
            assert account.startswith(BOT), f"{account} has bought in for more than it has"
            bankroll = moved(bankroll, "stake", -amount - bankroll.held, at_ms=one.at_ms)
        kind = "buy_in" if is_buy_in else "cash_out"
        bankrolls[account] = moved(
            bankroll, kind, amount, at_ms=one.at_ms, source=table, mark=mark
        )  # fmt: skip
