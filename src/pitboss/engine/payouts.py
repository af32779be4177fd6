"""Settling one wager: the only place where what is paid, taken or given back is written."""

from collections.abc import Collection
from typing import ClassVar

from msgspec.structs import replace

from pitboss.engine.boxes import Bet, Box, Insured, Settled
from pitboss.engine.declare import EVERYBODY, Event
from pitboss.engine.draft import Draft
from pitboss.engine.round import HandRemoved
from pitboss.engine.state import COUPON, INSURANCE, MAIN, TableState
from pitboss.engine.words import one_of
from pitboss.money import (
    FLOAT,
    Cents,
    Transfer,
    Transfers,
    between,
    layout,
    purse,
    show,
    winnings,
)
from pitboss.rulebook.settle import Outcome, coupon_outcome, gain, surrendered


class WagerSettled(Event, tag="wager_settled"):
    """A wager was decided: the stake left the box, and the player has it back with the net."""

    box: int
    hand: int
    """The hand, for a main wager; 0 otherwise."""
    player: str
    wager: str
    spot: int
    """The dealer hand, from 0, for wagers by dealer hand."""
    result: str
    """``win``, ``loss``, ``push``, ``surrender``, ``void``."""
    stake: Cents
    net: Cents
    clause: str
    pays: str = ""
    line: str = ""
    """The category of a side wager that won."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "manner",
        win="{place}: {player} wins {net} on {wager}{line_won}{at} [{clause}].",
        loss="{place}: {player} loses {lost} on {wager} [{clause}].",
        loss_in_part="{place}: {player} loses {lost} on {wager} and gets {back} back [{clause}].",
        push="{place}: {player} pushes on {wager} and keeps {stake} [{clause}].",
        surrender="{place}: {player} surrenders and loses {lost} [{clause}].",
        void="{place}: {player}'s {wager} is void, {stake} goes back [{clause}].",
        coupon_win="{place}: {player}'s match play coupon wins {net} at {pays} [{clause}].",
        coupon_loss="{place}: {player}'s match play coupon loses [{clause}].",
        coupon_push="{place}: {player}'s match play coupon pushes [{clause}].",
        coupon_void="{place}: {player}'s match play coupon is void and goes back [{clause}].",
    )

    @property
    def manner(self) -> str:
        """Which sentence is said of it."""
        if self.wager == COUPON:
            return f"coupon_{self.result}"
        is_part = self.result == "loss" and -self.net < self.stake
        return "loss_in_part" if is_part else self.result

    @property
    def place(self) -> str:
        """The hand, or the box."""
        return f"Hand {self.box}.{self.hand}" if self.hand else f"Box {self.box}"

    @property
    def at(self) -> str:
        """The odds that a winner was paid at."""
        return f" at {self.pays}" if self.pays else ""

    @property
    def line_won(self) -> str:
        """What a side wager won with."""
        return f" ({self.line.replace('_', ' ')})" if self.line else ""

    @property
    def lost(self) -> str:
        """What the house took."""
        return show(-self.net)

    @property
    def back(self) -> str:
        """What went back to the player."""
        return show(self.stake + self.net)

    def apply(self, state: TableState) -> TableState:
        mine = settled_as(self)
        settled = (*state.settled, mine)
        back = self.stake + self.net
        chips = state.paid(self.player, back) if back else state.chips
        if self.wager == MAIN:
            box = _with_result(state.the_box(self.box), self, mine)
            boxes = state.changed_boxes(box)
            return replace(state, settled=settled, chips=chips, boxes=boxes)
        if self.wager == COUPON:
            boxes = state.changed_boxes(without_coupon(state.the_box(self.box), self.player))
            return replace(state, settled=settled, chips=chips, boxes=boxes)
        key = (self.box, self.player)
        if self.wager == INSURANCE:
            insured = tuple(
                replace(answer, open=_closed(answer.open, self.spot))
                if (answer.box, answer.player) == key
                else answer
                for answer in state.insured
            )
            return replace(state, settled=settled, chips=chips, insured=insured)
        which = (*key, self.wager)
        sides = tuple(side for side in state.sides if (side.box, side.player, side.wager) != which)
        if state.held:
            held = tuple(one for one in state.held if (one.box, one.player, one.wager) != which)
            return replace(state, settled=settled, chips=chips, sides=sides, held=held, checked=0)
        return replace(state, settled=settled, chips=chips, sides=sides)

    def transfers(self) -> Transfers:
        """The stake leaves the box, to the float or back to the player, who is paid what is won.

        Lost chips go to the float, never from a loser to a winner (PA-7-r-2-s2).
        """
        box, own = layout(self.box, self.player), purse(self.player)
        pays = f" {self.pays}" if self.pays else ""
        reason = f"{self.wager} {self.result}{pays} [{self.clause}]"
        returned = self.stake + min(0, self.net)
        transfers = []
        if self.net < 0:
            transfers.append(Transfer(box, FLOAT, -self.net, reason))
        if returned:
            transfers.append(Transfer(box, own, returned, f"{self.wager} returned"))
        if self.net > 0:
            transfers.append(Transfer(FLOAT, own, self.net, reason))
        return tuple(transfers)


def settled_as(event: WagerSettled) -> Settled:
    """What the table remembers of a settlement until the round is over."""
    return Settled(
        event.box, event.hand, event.player, event.wager, event.spot, event.result, event.stake,
        event.net, event.clause, event.pays, event.line,
    )  # fmt: skip


def _with_result(box: Box, event: WagerSettled, settled: Settled) -> Box:
    played = box.hands[event.hand - 1]
    bets = tuple(
        replace(bet, open=_closed(bet.open, event.spot), result=event.result)
        if bet.player == event.player
        else bet
        for bet in played.bets
    )
    played = replace(played, bets=bets, settled=(*played.settled, settled))
    box = box.with_hand(event.hand, played)
    return _without_void(box, event.player) if event.result == "void" else box


def _without_void(box: Box, player: str) -> Box:
    """A bettor whose wagers on a box are all void has no part in it any more."""
    hands = tuple(
        replace(
            played,
            bets=tuple(
                bet
                for bet in played.bets
                if bet.player != player or bet.result != "void" or True in bet.open
            ),
        )
        for played in box.hands
    )
    is_in = any(bet.player == player for played in hands for bet in played.bets)
    mains = box.mains if is_in else tuple(main for main in box.mains if main[0] != player)
    return replace(box, hands=hands, mains=mains)


def without_coupon(box: Box, player: str) -> Box:
    """A box when a bettor's coupon is gone from it."""
    return replace(box, coupons=tuple(one for one in box.coupons if one[0] != player))


def _closed(opens: tuple[bool, ...], spot: int) -> tuple[bool, ...]:
    return (*opens[:spot], False, *opens[spot + 1 :])


class SettlementReversed(Event, tag="settlement_reversed"):
    """What a wager of a void round had won or lost went back."""

    box: int
    player: str
    wager: str
    amount: Cents
    """Above zero: to the player; below: from the player."""
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player}'s {wager} is reversed, {amount} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return replace(state, chips=state.paid(self.player, self.amount))

    def transfers(self) -> Transfers:
        return between(self.player, self.amount, f"{self.wager} reversed [{self.clause}]")


def _settle(
    draft: Draft, box: int, hand: int, bet: Bet, *,
    spot: int, result: str, net: Cents, clause: str, pays: str = "",
) -> None:  # fmt: skip
    """Settle a wager on a hand; a coupon goes with the original one against the first dealer hand.

    Nothing was staked with it, so only what it wins is written (T-c-4-s2).
    """
    rules, stake = draft.rules, bet.at(spot)
    draft.add(WagerSettled(box, hand, bet.player, MAIN, spot, result, stake, net, clause, pays))
    if rules.limits.coupon == "never" or not bet.is_original or spot:
        return
    there = draft.state.box(box)
    face = there.coupon(bet.player) if there else 0
    if face:
        result, won = coupon_outcome(rules, result, face=face)
        clause = rules.clause("limits.coupon")
        pays = str(rules.settlement.pays) if won else ""
        draft.add(WagerSettled(box, 0, bet.player, COUPON, 0, result, 0, won, clause, pays))


def settle_main(
    draft: Draft, box: int, hand: int, bet: Bet, outcome: Outcome, *, spot: int | None = None
) -> None:
    """Pay, take or give back a bettor's wager on a hand, on one dealer hand or on all."""
    pays = str(outcome.odds) if outcome.odds else ""
    for place in range(len(bet.stakes)) if spot is None else (spot,):
        if bet.open[place]:
            net = gain(draft.rules, outcome, stake=bet.at(place), free=bet.free)
            _settle(
                draft, box, hand, bet, spot=place, result=outcome.result.value, net=net,
                clause=outcome.clause, pays=pays,
            )  # fmt: skip


def clear_hand(draft: Draft, number: int, hand: int) -> None:
    """Take the cards of a hand that is settled early, unless a side wager keeps them there.

    Push 22 does: the cards stay under it until the dealer's hand is final (PA-7-h-1-s2).
    """
    if draft.rules.settlement.cards_removed == "at_end":
        return
    box = draft.state.the_box(number)
    is_kept = any(
        side.box == number and draft.rules.wagers[side.wager].kind.reads_dealer()
        for side in draft.state.sides
    )
    if not box.hands[hand - 1].is_open and not is_kept:
        draft.add(HandRemoved(number, hand))


def settle_loss(
    draft: Draft, box: int, hand: int, bet: Bet, *, spot: int, lost: Cents, clause: str
) -> None:
    """Take part of a wager and give the rest back: what a dealer's blackjack does."""
    if bet.open[spot]:
        result = "loss" if lost else "push"
        _settle(draft, box, hand, bet, spot=spot, result=result, net=-lost, clause=clause)


def settle_surrender(draft: Draft, box: int, hand: int, bet: Bet) -> None:
    """Take half of a wager and give the other half back."""
    clause = draft.rules.clause("surrender.hands")
    for spot, is_open in enumerate(bet.open):
        if is_open:
            net = -surrendered(bet.at(spot))
            _settle(draft, box, hand, bet, spot=spot, result="surrender", net=net, clause=clause)


def settle_void(draft: Draft, box: int, hand: int, bet: Bet, clause: str) -> None:
    """Give a wager back."""
    for spot, is_open in enumerate(bet.open):
        if is_open:
            _settle(draft, box, hand, bet, spot=spot, result="void", net=0, clause=clause)


def settle_insurance(draft: Draft, answer: Insured, spot: int, *, is_won: bool) -> None:
    """Pay or take insurance against one dealer hand."""
    if spot >= len(answer.open) or not answer.open[spot]:
        return
    rules = draft.rules
    stake = answer.amounts[spot]
    net = winnings(stake, rules.insurance.pays, rules.payout_unit) if is_won else -stake
    draft.add(
        WagerSettled(
            answer.box, 0, answer.player, INSURANCE, spot, "win" if is_won else "loss", stake,
            net, rules.clause("insurance.pays"), str(rules.insurance.pays) if is_won else "",
        )
    )  # fmt: skip


def return_insurance(
    draft: Draft, answer: Insured, clause: str, *, only: Collection[int] | None = None
) -> None:
    """Give insurance back, on some dealer hands or on all."""
    for spot, is_open in enumerate(answer.open):
        if is_open and (only is None or spot in only):
            draft.add(
                WagerSettled(
                    answer.box, 0, answer.player, INSURANCE, spot, "void",
                    answer.amounts[spot], 0, clause,
                )
            )  # fmt: skip
