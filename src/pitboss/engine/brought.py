"""Chips that guests bring along from another table: nothing is sold, and no cash is dropped."""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.engine.chips import PLAYERS_MAX
from pitboss.engine.declare import EVERYBODY, Command, Event, Role, Speaker, decides
from pitboss.engine.draft import Draft
from pitboss.engine.state import TableState
from pitboss.money import CASHIER, Cents, Transfer, Transfers, is_guest, purse
from pitboss.rulebook.refusals import Code, Rejection


class BringChips(Command, tag="bring_chips"):
    """Let a guest play with chips of the house that they bring along."""

    player: str
    amount: Cents
    roles: ClassVar = frozenset({Role.DEALER})
    speaker: ClassVar = Speaker.SENDER


class ChipsBrought(Event, tag="chips_brought"):
    """A guest came with chips of the house."""

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
        return replace(state, chips=chips, floor=floor).beside(self.apply)

    def transfers(self) -> Transfers:
        return (Transfer(CASHIER, purse(self.player), self.amount, "chips brought"),)


@decides(BringChips)
def bring_chips(draft: Draft, command: BringChips) -> Rejection | None:
    """Take note of chips that somebody without an account puts on the table."""
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
