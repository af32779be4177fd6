"""Settlement: wagers against the dealer's hand, side wagers, and the end of the round."""

from collections import Counter

from pitboss.engine.draft import Draft
from pitboss.engine.payouts import settle_loss, settle_main, settle_surrender
from pitboss.engine.round import RoundEnded, layout_cards
from pitboss.engine.shoe.drawing import turn_over
from pitboss.engine.shoe.loading import ShuffleOrdered
from pitboss.engine.side_wagers.settling import move_streaks, prize_due, settle_sides
from pitboss.engine.state.boxes import Bet, Box
from pitboss.hands import Hand
from pitboss.rulebook.questions import settlement as settle
from pitboss.rulebook.rules import Rules


def settle_boxes(draft: Draft, spot: int) -> None:
    """Settle every open wager against one dealer hand, in the rulebook's order."""
    order, boxes = draft.rules.settlement.order, draft.state.boxes
    for only in (False, True) if order == "collect_then_pay" else (None,):
        for box in boxes if order == "ascending" else reversed(boxes):
            settle_box(draft, box.number, spot, only=only)


def settle_box(draft: Draft, number: int, spot: int, *, only: bool | None) -> None:
    """Settle a box before the next (NZ-5.7-s2): all, losers (``False``), or the rest (``True``)."""
    for hand, played in enumerate(draft.state.the_box(number).hands, start=1):
        if played.is_open:
            turn_over(draft, number, hand)
    box = draft.state.the_box(number)
    if draft.state.dealer.is_blackjack:
        _settle_against_blackjack(draft, box, spot, only=only)
    else:
        for hand, played in enumerate(box.hands, start=1):
            if played.how == "surrendered":
                # It was left for a dealer's blackjack, and there was none.
                for bet in played.bets if only is not True else ():
                    settle_surrender(draft, number, hand, bet)
                continue
            outcome = settle.main_outcome(draft.rules, played.hand, draft.state.dealer)
            if only is None or (outcome.result is not settle.WagerResult.LOSS) == only:
                for bet in played.bets:
                    if spot < len(bet.open) and bet.open[spot]:
                        settle_main(draft, number, hand, bet, outcome, spot=spot)
    if draft.state.sides:
        settle_sides(draft, number, only=only)
        if only is not False:
            move_streaks(draft, number, results(draft, number))


def _settle_against_blackjack(draft: Draft, box: Box, spot: int, *, only: bool | None) -> None:
    """Settle a box against a dealer's blackjack, by the origin of each wager (NZ-12.6)."""
    rules = draft.rules
    for player, _ in box.mains:
        riding = [
            (hand, bet, played.hand, settle.main_outcome(rules, played.hand, draft.state.dealer))
            for hand, played in enumerate(box.hands, start=1)
            for bet in played.bets
            if bet.player == player and spot < len(bet.stakes)
        ]
        losses = settle.blackjack_losses(
            rules, [_riding(cards, bet, outcome, spot) for _, bet, cards, outcome in riding]
        )
        for (hand, bet, cards, outcome), lost in zip(riding, losses, strict=True):
            is_loss = outcome.result is settle.WagerResult.LOSS and lost > 0
            if is_loss == only:
                continue
            if outcome.result is settle.WagerResult.LOSS:
                is_tie = cards.is_blackjack
                clause = outcome.clause if is_tie else _taken_by(rules, box, bet, cards)
                settle_loss(draft, box.number, hand, bet, spot=spot, lost=lost, clause=clause)
            else:
                settle_main(draft, box.number, hand, bet, outcome, spot=spot)


def _taken_by(rules: Rules, box: Box, bet: Bet, hand: Hand) -> str:
    """Return the clause by which a dealer's blackjack takes a wager: split, double or plain."""
    takes = "settlement.dealer_blackjack_takes"
    if rules.settlement.dealer_blackjack_takes == "all":
        return rules.clause(takes)
    if box.has_split:
        return rules.closest("split_blackjack", takes)
    if bet.extra:
        return rules.clause(takes)
    return rules.closest("lost_21" if hand.total == 21 else "", "settlement.lower")


def _riding(hand: Hand, bet: Bet, outcome: settle.Outcome, spot: int) -> settle.WagerAtRisk:
    is_void = outcome.result is not settle.WagerResult.LOSS or not bet.open[spot]
    stake, extra = bet.stakes[spot], bet.extra[spot] if bet.extra else 0
    return settle.WagerAtRisk(stake, extra, bet.is_original, hand.is_bust, is_void)


def results(draft: Draft, number: int) -> dict[str, str]:
    """Return each bettor's result on a box, from the results of all its hands."""
    counts: Counter[str] = Counter()
    for played in draft.state.the_box(number).hands:
        for bet in played.bets:
            counts[bet.player] += settle.streak_step(bet.result)
    return {
        player: settle.streak_result(draft.rules, count).value for player, count in counts.items()
    }


def is_payout_pending(draft: Draft) -> bool:
    """Return True while a prize draw or payout check is pending (T-s-6, T-r-8-s3, T-s-8)."""
    return prize_due(draft.state, paid="last") is not None or bool(draft.state.held)


def end_round(draft: Draft) -> None:
    """Collect all cards and end the round (NZ-1.0-round); a continuous shuffler takes them."""
    draft.add(RoundEnded(draft.state.round, layout_cards(draft.state)))
    rules, automations = draft.rules, draft.state.automations
    if rules.shoe.shuffler == "continuous" and automations.burn and automations.cards:
        clause = rules.clause("shoe.shuffler")
        draft.add(ShuffleOrdered("", "the shuffler takes the cards back", clause))
