"""Misdeals: discard all cards of the round, and deal it again for the same wagers."""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.declare import EVERYBODY, Event, unseen
from pitboss.engine.draft import Draft
from pitboss.engine.floor.irregularities.report import (
    Report,
    drop_waiting,
    no_round_refusal,
    refuse_by,
)
from pitboss.engine.payouts import return_insurance
from pitboss.engine.play.turns import settle_now
from pitboss.engine.round import layout_cards
from pitboss.engine.settlement import results
from pitboss.engine.shoe.loading import ShuffleOrdered
from pitboss.engine.side_wagers import settling
from pitboss.engine.state import MAIN, TableState
from pitboss.engine.state.boxes import Box
from pitboss.money import Cents, Transfer, Transfers, layout, purse
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Irregularity


class MisdealCalled(Event, tag="misdeal_called"):
    """All cards of the round were discarded; it is dealt again for the same wagers."""

    collected: tuple[Card, ...]
    clause: str
    audience: ClassVar = unseen("collected")
    sealed: ClassVar = ("collected",)
    words: ClassVar = "Misdeal: the round is dealt again for the same wagers [{clause}]."

    def apply(self, state: TableState) -> TableState:
        boxes = []
        for box in state.boxes:
            bets = [bet for played in box.hands for bet in played.bets]
            names = {bet.player for bet in bets if True in bet.open}
            mains = tuple(main for main in box.mains if main[0] in names)
            if mains:
                boxes.append(Box(box.number, mains, antes=box.antes, coupons=box.coupons))
        after = state.clear_layout(self.collected)
        after = replace(
            after, boxes=tuple(boxes), is_locked=True, settled_before=len(state.settled)
        )
        return replace(after, round=state.round - 1, shoe_round=state.shoe_round - 1)


class StakesReturned(Event, tag="stakes_returned"):
    """Chips added by doubling or splitting were returned to a player."""

    box: int
    player: str
    amount: Cents
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player} gets {amount} back [{clause}]."

    def apply(self, state: TableState) -> TableState:
        after = replace(state, chips=state.paid(self.player, self.amount))
        key = (self.box, self.player, MAIN)
        return after.moving(key, "void", self.clause, back=self.amount)

    def transfers(self) -> Transfers:
        box, reason = layout(self.box, self.player), f"returned [{self.clause}]"
        return (Transfer(box, purse(self.player), self.amount, reason),)


def misdeal(draft: Draft, _command: Report, rule: Irregularity) -> Rejection | None:
    """Discard all cards, and deal the round again (T-n-5, T-n-6, T-n-7)."""
    if refusal := no_round_refusal(draft.state, rule):
        return refusal
    hands = [
        (box.number, hand, played)
        for box in draft.state.boxes
        for hand, played in enumerate(box.hands, start=1)
    ]
    busts = [(box, hand) for box, hand, played in hands if played.hand.is_bust and played.is_open]
    bets = [bet for box, hand, played in hands if (box, hand) not in busts for bet in played.bets]
    is_half_settled = any(True in bet.open and False in bet.open for bet in bets)
    if is_half_settled or not any(True in bet.open for bet in bets):
        return refuse_by(rule, Code.WRONG_TIME, "the round is decided, and the result stands")
    drop_waiting(draft)
    for number, hand in busts:
        # A hand over 21 lost before the misdeal, taken or not (T-c-5).
        settle_now(draft, number, hand)
    clause = rule.clauses[0]
    for box in draft.state.boxes:
        if not any(played.is_open for played in box.hands):
            _settle_side_wagers(draft, box.number, clause)
    for answer in draft.state.insured:
        return_insurance(draft, answer, clause)
    for box in draft.state.boxes:
        for player, mains in box.mains:
            own = [bet for played in box.hands for bet in played.bets if bet.player == player]
            up = [bet.at(spot) for bet in own for spot, is_open in enumerate(bet.open) if is_open]
            added = sum(up) - sum(mains)
            if added > 0:
                draft.add(StakesReturned(box.number, player, added, clause))
    again = [box.number for box in draft.state.boxes if any(p.is_open for p in box.hands)]
    before = draft.state.settled[draft.state.settled_before :]
    for settled in before if rule.settled == "again" else ():
        if settled.box in again:
            settling.reopen_side(draft, settled, clause)
    draft.add(MisdealCalled(layout_cards(draft.state), clause))
    return None


def _settle_side_wagers(draft: Draft, number: int, clause: str) -> None:
    """Settle the side wagers of a box decided before a misdeal, which is not dealt again.

    Wagers on the dealer's hand are returned, and so are those whose prize could only be drawn at
    the end of the round.
    """
    wagers = draft.rules.wagers
    for side in draft.state.sides:
        if side.box == number and wagers[side.wager].kind.reads_dealer():
            settling.void_side(draft, side, clause)
    settling.settle_sides(draft, number, only=None)
    settling.move_streaks(draft, number, results(draft, number))
    for side in draft.state.sides:
        if side.box == number and wagers[side.wager].paid == "last":
            settling.void_side(draft, side, clause)


def misdeal_shuffle(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Shuffle and deal the round again, because the cards ran out (T-n-6)."""
    refusal = misdeal(draft, command, rule)
    if not refusal:
        draft.add(ShuffleOrdered(command.by, "the shoe has run out", rule.clauses[0]))
    return refusal
