"""Chips of players: bought from the cashier, cashed there, or brought by guests.

Chips that guests bring from another table are no sale, and no cash is dropped.
"""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.engine import declare
from pitboss.engine.declare import EVERYBODY, Command, Event, Role, decides
from pitboss.engine.draft import Draft
from pitboss.engine.state import TableState
from pitboss.money import CASHIER, Cents, Transfer, Transfers, is_guest, purse, show
from pitboss.rulebook.refusals import Code, Rejection

PLAYERS_MAX = 100
"""Most players with chips at one table."""


class BuyIn(Command, tag="buy_in"):
    """Give a player chips."""

    player: str
    amount: Cents
    roles: ClassVar = declare.PIT_OR_TABLE | declare.PLAYERS
    speaker: ClassVar = declare.Speaker.TABLE


class CashOut(Command, tag="cash_out"):
    """Cash chips in at the cashier; all of them if the player leaves."""

    amount: Cents
    roles: ClassVar = declare.PLAYERS


class ChipsBought(Event, tag="chips_bought"):
    """A player bought chips."""

    player: str
    amount: Cents
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{player} buys in for {amount}."
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        floor, chips = state.floor, state.paid(self.player, self.amount)
        if self.player not in state.chips:
            floor = replace(floor, arrivals=(*floor.arrivals, self.player))
        floor = replace(floor, books=floor.books.with_bought(self.player, self.amount))
        return replace(state, chips=chips, floor=floor).with_history(self.apply)

    def transfers(self) -> Transfers:
        return (Transfer(CASHIER, purse(self.player), self.amount, "chips bought"),)


class ChipsCashed(Event, tag="chips_cashed"):
    """A player cashed chips; with no chips left and no wager up, the player leaves the table."""

    player: str
    amount: Cents
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{player} cashes out {amount}."

    def apply(self, state: TableState) -> TableState:
        name, chips = self.player, state.paid(self.player, -self.amount)
        floor = replace(state.floor, books=state.floor.books.with_cashed(name, self.amount))
        if chips[name] or state.has_main(name) or any(side.player == name for side in state.sides):
            return replace(state, chips=chips, floor=floor)
        del chips[name]
        arrivals = tuple(other for other in floor.arrivals if other != name)
        return replace(state, chips=chips, floor=replace(floor, arrivals=arrivals))

    def transfers(self) -> Transfers:
        return (Transfer(purse(self.player), CASHIER, self.amount, "chips cashed"),)


def chips_refusal(state: TableState, player: str, where: str) -> Rejection:
    """Refuse a wager for which the player has too few chips."""
    held = state.chips[player]
    text = f"{player} has {show(held)}"
    return state.rules.refuse(Code.NOT_ENOUGH_CHIPS, "chips", text, where=where, limit=held)


@decides(BuyIn)
def buy_in(draft: Draft, command: BuyIn) -> Rejection | None:
    """Give a player chips."""
    rules, state = draft.rules, draft.state
    if command.amount <= 0:
        return rules.refuse(Code.STAKE_TOO_SMALL, "chips", "a buy-in must be above 0")
    is_full = command.player not in state.chips and len(state.chips) >= PLAYERS_MAX
    if not command.player or is_full:
        return rules.refuse(Code.UNKNOWN, "box", "there is no box for this player")
    draft.add(ChipsBought(command.player, command.amount))
    return None


@decides(CashOut)
def cash_out(draft: Draft, command: CashOut) -> Rejection | None:
    """Cash chips in front of a player; those on the layout stay there."""
    rules, held = draft.rules, draft.state.chips.get(command.by, 0)
    if command.amount <= 0:
        return rules.refuse(Code.STAKE_TOO_SMALL, "chips", "a cash-out must be above 0")
    if command.amount > held:
        text = f"{command.by or 'nobody'} has {show(held)} in chips"
        return rules.refuse(Code.NOT_ENOUGH_CHIPS, "chips", text, limit=held)
    draft.add(ChipsCashed(command.by, command.amount))
    return None


class BringChips(Command, tag="bring_chips"):
    """Accept house chips that a guest brings along."""

    player: str
    amount: Cents
    roles: ClassVar = frozenset({Role.DEALER})
    speaker: ClassVar = declare.Speaker.SENDER


class ChipsBrought(Event, tag="chips_brought"):
    """A guest brought house chips along."""

    player: str
    amount: Cents
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{player} brings {amount} in chips."
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        floor, chips = state.floor, state.paid(self.player, self.amount)
        if self.player not in state.chips:
            floor = replace(floor, arrivals=(*floor.arrivals, self.player))
        floor = replace(floor, books=floor.books.with_brought(self.amount))
        return replace(state, chips=chips, floor=floor).with_history(self.apply)

    def transfers(self) -> Transfers:
        return (Transfer(CASHIER, purse(self.player), self.amount, "chips brought"),)


@decides(BringChips)
def bring_chips(draft: Draft, command: BringChips) -> Rejection | None:
    """Record the chips that a guest without an account puts on the table."""
    rules, state, player = draft.rules, draft.state, command.player
    if state.automations.cards or not is_guest(player):
        text = "only guests at a table dealt by hand bring chips; players with an account buy in"
        return rules.refuse(Code.NOT_OFFERED, "chips", text, where=player)
    if command.amount <= 0:
        return rules.refuse(Code.STAKE_TOO_SMALL, "chips", "the chips must come to more than 0")
    if player not in state.chips and len(state.chips) >= PLAYERS_MAX:
        return rules.refuse(Code.UNKNOWN, "box", "there is no box for this player")
    draft.add(ChipsBrought(player, command.amount))
    return None
