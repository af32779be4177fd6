"""Closing a table for good: wagers are returned and chips cashed.

Also void shoes: without the key to its sealed order no card of a shoe can be dealt.
"""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from pitboss.engine.betting.placing import CouponWithdrawn, WagerWithdrawn
from pitboss.engine.chips import ChipsCashed
from pitboss.engine.declare import EVERYBODY, SUPERVISORS, Command, Event, OffRound, Role, decides
from pitboss.engine.draft import Draft
from pitboss.engine.floor.books.tray import count_due
from pitboss.engine.payouts import return_insurance, settle_void
from pitboss.engine.round import RoundEnded, layout_cards
from pitboss.engine.side_wagers.settling import void_side
from pitboss.engine.state import ANTE, BETTING, COUPON, MAIN, Preparation, TableState
from pitboss.engine.state.boxes import Box
from pitboss.engine.words import one_of
from pitboss.money import Cents, Transfer, Transfers, layout, purse
from pitboss.rulebook.refusals import Code, Rejection


class CloseTable(Command, tag="close_table"):
    """Close the table for good, between two rounds."""

    roles: ClassVar = SUPERVISORS | {Role.TABLE}
    is_for_stops: ClassVar = True


class WagerReturned(Event, tag="wager_returned"):
    """A wager was returned before the deal: the table closed, or its shoe is void."""

    box: int
    player: str
    wager: str
    amounts: tuple[Cents, ...]
    """Chips, or the face value of a match play coupon."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "kind",
        chips="Box {box}: {player} gets {amounts} back from {wager}.",
        coupon="Box {box}: {player} gets a match play coupon of {amounts} back.",
    )

    @property
    def kind(self) -> str:
        """``chips`` or ``coupon``."""
        return "coupon" if self.wager == COUPON else "chips"

    def apply(self, state: TableState) -> TableState:
        if self.wager == COUPON:
            return CouponWithdrawn(self.box, self.player, self.amounts[0]).apply(state)
        return WagerWithdrawn(self.box, self.player, self.wager, self.amounts).apply(state)

    def transfers(self) -> Transfers:
        if self.wager == COUPON:
            return ()
        box, amount = layout(self.box, self.player), sum(self.amounts)
        return (Transfer(box, purse(self.player), amount, f"{self.wager} returned"),)


class TableClosed(Event, tag="table_closed"):
    """The table closed for good, with no wager and no chip left on it."""

    by: str
    """Empty if the house closed it."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by:or The house} closes the table."

    def apply(self, state: TableState) -> TableState:
        return replace(state, is_closed=True)


def closed_refusal(state: TableState) -> Rejection:
    """Refuse any command at a closed table."""
    text = "this table is closed, and everybody has their chips back; play at another one"
    return state.rules.refuse(Code.WRONG_TIME, "wrong_time", text)


@decides(CloseTable)
def close_table(draft: Draft, command: CloseTable) -> Rejection | None:
    """Return every wager, cash all players' chips, and close the table.

    A round that has begun is played to its end first, and so is one that is dealt again.
    """
    state, rules = draft.state, draft.rules
    if state.phase != BETTING or state.is_locked:
        text = "a table is closed between rounds; this one has a round in play"
        return rules.refuse(Code.WRONG_TIME, "wrong_time", text)
    if state.awaiting is not None:
        text = "a table is closed between rounds; this one waits for a card"
        return rules.refuse(Code.STEP_NOT_DUE, "wrong_time", text, also="handling")
    if count_due(state):
        text = "the float is counted before the table is closed: count it at closing, and sign that"
        return rules.refuse(Code.STEP_NOT_DUE, "staff", text)
    for side in state.sides:
        if side.placed_in > state.round:
            draft.add(WagerReturned(side.box, side.player, side.wager, (side.amount,)))
        else:
            # No round will decide a streak in progress any more.
            void_side(draft, side, rules.clause("staff"))
    for box in state.boxes:
        for returned in returns_of_box(box):
            draft.add(returned)
    for player, chips in draft.state.chips.items():
        if chips:
            draft.add(ChipsCashed(player, chips))
    draft.add(TableClosed(command.by))
    return None


def returns_of_box(box: Box) -> Iterator[WagerReturned]:
    """Yield the returns of a box: coupons and antes before their main wagers."""
    for player, face in box.coupons:
        yield WagerReturned(box.number, player, COUPON, (face,))
    for player, ante in box.antes:
        yield WagerReturned(box.number, player, ANTE, (ante,))
    for player, stakes in box.mains:
        yield WagerReturned(box.number, player, MAIN, stakes)


KEY_LOST = "the key to its sealed order is lost"


class VoidShoe(OffRound, Command, tag="void_shoe"):
    """Declare a shoe void because its order can no longer be read; every wager is returned."""

    commitments: tuple[str, ...]
    """Commitments of all shoes whose order is lost, including one being cut."""
    reason: str = KEY_LOST
    roles: ClassVar = frozenset({Role.TABLE})


class ShoeVoided(Event, tag="shoe_voided"):
    """A shoe is void: its order is lost, and new cards are shuffled before the next round."""

    commitments: tuple[str, ...]
    reason: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The shoe is void: {reason}. Wagers go back [{clause}]."

    def apply(self, state: TableState) -> TableState:
        old = state.prep
        # Both sides of a double shoe, or either batch, are shuffled again.
        prep = Preparation(is_opened=True, opened_ms=old.opened_ms)
        return replace(
            state, shoe=(), position=0, discards=(), shoe_round=0, prep=prep, is_locked=False
        )


@decides(VoidShoe)
def void_shoe(draft: Draft, command: VoidShoe) -> Rejection | None:
    """Return every undecided wager, end the round, and take the cards out of play.

    Results stand. A streak that began in an earlier round stays up.
    """
    state, rules = draft.state, draft.rules
    if not command.commitments:
        return rules.refuse(Code.UNKNOWN, "staff", "a void shoe is named by its commitment")
    clause = rules.clause("staff")
    coming = state.round + (state.phase == BETTING)
    is_in_play = state.phase != BETTING
    for side in state.sides:
        if side.placed_in >= coming and is_in_play:
            void_side(draft, side, clause)
        elif side.placed_in >= coming:
            draft.add(WagerReturned(side.box, side.player, side.wager, (side.amount,)))
    for answer in state.insured:
        return_insurance(draft, answer, clause)
    for box in state.boxes:
        for number, played in enumerate(box.hands, start=1):
            for bet in played.bets:
                settle_void(draft, box.number, number, bet, clause)
        if not box.hands:
            for returned in returns_of_box(box):
                draft.add(returned)
    if is_in_play:
        draft.add(RoundEnded(state.round, layout_cards(draft.state)))
    draft.add(ShoeVoided(command.commitments, command.reason, clause))
    return None
