"""Settling one wager: the only place where a payout of a main wager or insurance is written."""

from collections.abc import Collection

from pitboss.engine.draft import Draft
from pitboss.engine.events import COUPON, HandRemoved, WagerSettled
from pitboss.engine.state import Bet, Insured
from pitboss.money import Cents, winnings
from pitboss.rulebook.settle import Outcome, coupon_outcome, gain, surrendered


def _settle(
    draft: Draft, box: int, hand: int, bet: Bet, *,
    spot: int, result: str, net: Cents, clause: str, pays: str = "",
) -> None:  # fmt: skip
    """Settle a wager on a hand; a coupon goes with the original one against the first dealer hand.

    Nothing was staked with it, so only what it wins is written (T-c-4-s2).
    """
    rules, stake = draft.rules, bet.at(spot)
    draft.add(WagerSettled(box, hand, bet.player, "main", spot, result, stake, net, clause, pays))
    if rules.limits.coupon == "never" or not bet.is_original or spot:
        return
    found = draft.state.box(box)
    face = found.coupon(bet.player) if found else 0
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
    box = draft.state.box(number)
    assert box is not None
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
            answer.box, 0, answer.player, "insurance", spot, "win" if is_won else "loss", stake,
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
                    answer.box, 0, answer.player, "insurance", spot, "void",
                    answer.amounts[spot], 0, clause,
                )
            )  # fmt: skip
