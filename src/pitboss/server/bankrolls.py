"""Bankrolls: the play money that buy-ins are paid out of and cash-outs return to, at any table.

A person has one under their name, on every table and every server. It is opened when it is first
looked at or used. A bot has one too, which the house fills as far as the bot buys in.
"""

from collections.abc import Callable, Collection, Mapping

import msgspec
from msgspec.structs import replace

from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.declare import AHEAD_MAX_MS, Command
from pitboss.engine.floor.closing import CloseTable
from pitboss.errors import Error
from pitboss.money import CASHIER, MONEY_MAX, Cents, is_guest, purse_owner, show
from pitboss.server.config import PlayMoney
from pitboss.server.protocol import Refused
from pitboss.server.rebuild import Logged
from pitboss.store.port import BankrollMoved, Movement, Store, StoreConflict

BOT = "bot-"
"""Names of bots begin like this; nobody can log in under such a name."""
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
BUY_INS_MAX = 200
"""Buy-ins of one day, where a limit on what is bought in a day has to be kept."""
TABLE_KINDS = frozenset({"buy_in", "cash_out"})


class BankrollError(Error):
    """A grant that is refused: a code for programs and a sentence for people."""

    code = "too_much"


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


def nowhere(_account: str) -> bool:
    """No chips of anybody lie at a table."""
    return False


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


def read_bankrolls(
    store: Store, accounts: Collection[str], terms: PlayMoney, now_ms: int,
    has_chips: Callable[[str], bool] = nowhere,
) -> dict[str, Bankroll]:  # fmt: skip
    """What people have, and what is due to them by now; off the loop, as it reads the store.

    ``has_chips`` says whether chips of somebody lie at any table: nobody is topped up who has some.
    """
    newest = {one.account: one for one in store.bankrolls(accounts)}
    return {
        name: _with_due(store, name, newest.get(name), terms, now_ms, has_chips)
        for name in sorted(accounts)
    }


def read_bankroll(
    store: Store, account: str, terms: PlayMoney, now_ms: int,
    has_chips: Callable[[str], bool] = nowhere,
) -> Bankroll:  # fmt: skip
    """What somebody has, likewise."""
    return read_bankrolls(store, [account], terms, now_ms, has_chips)[account]


def _with_due(
    store: Store, account: str, newest: Movement | None, terms: PlayMoney, now_ms: int,
    has_chips: Callable[[str], bool],
) -> Bankroll:  # fmt: skip
    number, held = (newest.number, newest.held) if newest else (0, 0)
    bankroll = Bankroll(account, number, held)
    if account.startswith(BOT):
        return bankroll
    if not number and terms.opening:
        bankroll = moved(bankroll, "opening", terms.opening, at_ms=now_ms)
    if terms.top_up and bankroll.held < terms.top_up and not has_chips(account):
        last = store.movements(account, kind="top_up", limit=1)
        # One that a wrong clock dates after now keeps nobody waiting for years.
        is_past = bool(last) and last[0].at_ms <= now_ms + AHEAD_MAX_MS
        if not is_past or now_ms - last[0].at_ms >= terms.top_up_hours * HOUR_MS:
            bankroll = moved(bankroll, "top_up", terms.top_up, at_ms=now_ms)
    if terms.buy_in_day_max:
        left = _left_today(store, account, terms.buy_in_day_max, now_ms)
        bankroll = replace(bankroll, today_left=left)
    return bankroll


def _left_today(store: Store, account: str, most: Cents, now_ms: int) -> Cents:
    bought = store.movements(account, kind="buy_in", limit=BUY_INS_MAX)
    today = [one for one in bought if one.at_ms // DAY_MS == now_ms // DAY_MS]
    if len(today) == BUY_INS_MAX:
        return 0
    return max(0, most + sum(one.amount for one in today))


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


def distrusted(bankrolls: Mapping[str, Bankroll], accounts: Collection[str]) -> Refused | None:
    """Why nothing moves that is not what was signed."""
    for account in accounts:
        if account in bankrolls and (fault := bankrolls[account].fault):
            text = f"no chips are bought or cashed until the house has looked into it: {fault}"
            return Refused("bankroll", text)
    return None


def overdrawn(bankroll: Bankroll, command: BuyIn) -> Refused | None:
    """Why a bankroll does not pay for a buy-in; that of a bot always does."""
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


def open_bankroll(
    store: Store, account: str, terms: PlayMoney, now_ms: int,
    has_chips: Callable[[str], bool] = nowhere,
    change: Callable[[Bankroll], Bankroll] = lambda bankroll: bankroll,
) -> Bankroll:  # fmt: skip
    """A bankroll with all that is due to it, and with a change, on disk; off the loop."""
    while True:
        bankroll = change(read_bankroll(store, account, terms, now_ms, has_chips))
        if not bankroll.pending:
            return bankroll
        try:
            store.move(bankroll.pending)
        except BankrollMoved:
            # A table has moved it meanwhile.
            continue
        return replace(bankroll, pending=())


def grant(
    store: Store, account: str, terms: PlayMoney, now_ms: int,
    *, amount: Cents, by: str, id_: str, has_chips: Callable[[str], bool] = nowhere,
) -> Bankroll:  # fmt: skip
    """Give somebody play money; again under the same id, nothing more is given."""

    def add(bankroll: Bankroll) -> Bankroll:
        if bankroll.held + amount > MONEY_MAX:
            raise BankrollError(f"a bankroll holds at most {show(MONEY_MAX)}; grant less")
        return moved(bankroll, "grant", amount, at_ms=now_ms, source=by, mark=id_)

    try:
        return open_bankroll(store, account, terms, now_ms, has_chips, add)
    except StoreConflict:
        return open_bankroll(store, account, terms, now_ms, has_chips)
