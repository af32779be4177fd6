"""Outcomes of hands against the dealer's, and their payoffs."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from pitboss.cards import Card, is_ten
from pitboss.hands import Hand
from pitboss.money import Cents, Odds, winnings
from pitboss.rulebook.file.bonuses import ask_suits, best_bonus, bonuses
from pitboss.rulebook.file.hand_conditions import HIGHEST
from pitboss.rulebook.file.results import ResultRow, result_rows
from pitboss.rulebook.questions.dealing import is_open_to_blackjack
from pitboss.rulebook.rules import Rules


class WagerResult(StrEnum):
    """The result of a wager."""

    WIN = "win"
    LOSS = "loss"
    PUSH = "push"


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """A result with its clause, and the odds of a win."""

    result: WagerResult
    clause: str
    odds: Odds | None = None


def rows_of(rules: Rules, hand: Hand) -> list[ResultRow]:
    """Return the rows of results that a hand may meet, in order; a blackjack meets none."""
    texts = rules.settlement.results
    if not texts or hand.is_blackjack:
        return []
    return [row for row in result_rows(texts) if row.hand.holds(hand, None)]


def row_clauses(rules: Rules, row: ResultRow) -> tuple[str, ...]:
    """Return the clauses behind a row of results."""
    return rules.cited(f"results.{row.text}")


def clauses_of_results(rules: Rules) -> list[str]:
    """Return the first clause behind each row of results, each once."""
    rows = result_rows(rules.settlement.results)
    return list(dict.fromkeys(row_clauses(rules, row)[0] for row in rows))


def wins_if_safe(rules: Rules, hand: Hand) -> bool:
    """Return True if the first row that a hand meets wins, unless the dealer has a blackjack."""
    first = next(iter(rows_of(rules, hand)), None)
    return first is not None and first.gives == "win" and first.dealer in ("", "no blackjack")


def _by_row(rules: Rules, hand: Hand, dealer: Hand) -> Outcome | None:
    """Return the outcome by the first row of results that fits, or None."""
    row = next((row for row in rows_of(rules, hand) if row.fits(hand, dealer)), None)
    if row is None:
        return None
    clause = row_clauses(rules, row)[0]
    if row.gives in ("push", "lose"):
        result = WagerResult.PUSH if row.gives == "push" else WagerResult.LOSS
        return Outcome(result, clause)
    return Outcome(WagerResult.WIN, clause, row.pays or rules.settlement.pays)


def bust_takes_insurance(rules: Rules) -> bool:
    """Return True if insurance is lost with a hand over 21 (T-q-6-s2, NZ-13.2)."""
    return rules.settlement.bust_takes in ("insurance", "box")


def bust_takes_box(rules: Rules) -> bool:
    """Return True if a hand over 21 loses everything on its box (NZ-13.2)."""
    return rules.settlement.bust_takes == "box"


def joins_busts(rules: Rules) -> bool:
    """Return True if a bust and the other hands of its box decide about each other's wagers."""
    return rules.settlement.bust_takes in ("box", "unless_22")


def busts_wait(rules: Rules) -> bool:
    """Return True if a hand over 21 may do anything but lose, so that it waits for the dealer."""
    rows = result_rows(rules.settlement.results)
    return any(row.hand.kind == "bust" and (row.dealer or row.gives != "lose") for row in rows)


def compares_busts(rules: Rules) -> bool:
    """Return True if a result depends on totals over 21, beyond a dealer's 22."""
    rows = result_rows(rules.settlement.results)
    return busts_wait(rules) or any(row.reads_busts for row in rows)


def cards_that_count(rules: Rules) -> int:
    """Number of cards from which the length of a hand no longer changes its payoff."""
    hands = [row.hand for row in result_rows(rules.settlement.results)]
    lengths = [hand.cards.start for hand in hands]
    # A 21 is played no further, so that more cards of it are no other decision.
    lengths += [hand.cards.stop for hand in hands if hand.total.start < 21]
    lengths += [bonus.cards for bonus in bonuses(rules.settlement.bonuses)]
    return max([5, *(length for length in lengths if length < HIGHEST)])


def main_outcome(rules: Rules, hand: Hand, dealer: Hand) -> Outcome:
    """Outcome of a main wager against the dealer's finished hand, bonuses included."""
    outcome = plain_outcome(rules, hand, dealer)
    texts = rules.settlement.bonuses
    if not texts or outcome.odds is None or hand.total != 21 or hand.is_blackjack:
        return outcome
    if hand.doubles and not rules.settlement.bonus_doubled:
        return outcome
    bonus = best_bonus(texts, hand, dealer.cards[0])
    if bonus is None or bonus.pays.ratio <= outcome.odds.ratio:
        return outcome
    return Outcome(WagerResult.WIN, rules.clause("settlement.bonuses"), bonus.pays)


PUSH_22 = "against 22: push"
"""The row of results by which a dealer's 22 is no bust."""


def dealer_over(rules: Rules, total: int) -> str:
    """``bust`` for a dealer's total over 21, or ``push`` if 22 pushes; '' up to 21."""
    if total <= 21:
        return ""
    return "push" if total == 22 and PUSH_22 in rules.settlement.results else "bust"


def looks_at_suits(rules: Rules) -> bool:
    """Return True if a hand's payoff may depend on its suits."""
    return ask_suits(rules.settlement.bonuses, rules.blackjack.bonuses)


def plain_outcome(rules: Rules, hand: Hand, dealer: Hand) -> Outcome:
    """Outcome of a main wager without bonuses on a 21.

    The true totals count, whatever was called out (NZ-8.9). A doubled blackjack has three cards and
    is not a blackjack any more. If a dealer's blackjack takes less than everything,
    ``blackjack_losses`` gives the amount.
    """
    if by_row := _by_row(rules, hand, dealer):
        return by_row
    if hand.is_bust:
        is_back = rules.settlement.bust_takes == "unless_22"
        if is_back and dealer_over(rules, dealer.total) == "push":
            return Outcome(WagerResult.PUSH, rules.clause("settlement.bust_takes"))
        return Outcome(WagerResult.LOSS, rules.clause("settlement.bust"))
    if hand.is_blackjack:
        return blackjack_outcome(rules, hand, dealer)
    if dealer.is_blackjack:
        return Outcome(WagerResult.LOSS, rules.clause("settlement.dealer_blackjack_takes"))
    if dealer.is_bust or hand.total > dealer.total:
        return Outcome(WagerResult.WIN, rules.clause("settlement.pays"), rules.settlement.pays)
    if hand.total < dealer.total:
        return Outcome(WagerResult.LOSS, rules.clause("settlement.lower"))
    return Outcome(WagerResult.PUSH, rules.clause("settlement.tie"))


def blackjack_outcome(rules: Rules, hand: Hand, dealer: Hand) -> Outcome:
    """Outcome of a player's blackjack, which beats every other 21 of the dealer (NZ-5.1-c)."""
    blackjack = rules.blackjack
    bonus = best_bonus(blackjack.bonuses, hand, dealer.cards[0]) if blackjack.bonuses else None
    if not dealer.is_blackjack:
        if bonus:
            return Outcome(WagerResult.WIN, rules.clause("blackjack.bonuses"), bonus.pays)
        return Outcome(WagerResult.WIN, rules.clause("blackjack.pays"), blackjack.pays)
    is_win = blackjack.tie == "win" or (
        blackjack.tie == "win_under_ten" and is_ten(dealer.cards[0])
    )
    if is_win and bonus:
        return Outcome(WagerResult.WIN, rules.clause("blackjack.bonuses"), bonus.pays)
    if is_win:
        return Outcome(WagerResult.WIN, rules.clause("blackjack.tie"), blackjack.tie_pays)
    result = WagerResult.LOSS if blackjack.tie == "lose" else WagerResult.PUSH
    return Outcome(result, rules.clause("blackjack.tie"))


def gain(rules: Rules, outcome: Outcome, *, stake: Cents, free: Cents = 0) -> Cents:
    """Return the net change from a stake at risk and free stakes that only win (PA-7-o, PA-7-q)."""
    if outcome.result is WagerResult.LOSS:
        return -stake
    if outcome.odds is None:
        return 0
    unit = rules.payout_unit
    return winnings(stake, outcome.odds, unit) + winnings(free, outcome.odds, unit)


def surrendered(stake: Cents) -> Cents:
    """Return the loss of a surrendered hand: half of it, less any odd half cent (T-h-1)."""
    return stake // 2


def coupon_outcome(rules: Rules, result: str, *, face: Cents) -> tuple[str, Cents]:
    """Result of a match play coupon beside its main wager, and its win (T-c-4-s2).

    It is paid like a hand that plainly wins, whatever the hand is, and is collected from one that
    loses or is surrendered.
    """
    if result == "win":
        return result, winnings(face, rules.settlement.pays, rules.payout_unit)
    return ("loss" if result == "surrender" else result), 0


PUSHED = 64
"""Weight of a pushed hand in the balance of a box: more than the hands won or lost of any box."""


def streak_step(result: str) -> int:
    """Change of a box's balance by one hand: 1 if it is won, -1 if lost, ``PUSHED`` for neither.

    A surrendered hand is lost (T-t-6).
    """
    return {"win": 1, "loss": -1, "surrender": -1}.get(result, PUSHED)


def streak_result(rules: Rules, balance: int) -> WagerResult:
    """Result of a box for a streak; ``balance`` is the sum of its hands' steps.

    The majority moves a streak or ends it (T-t-8). As many hands won as lost leave it as it is
    (T-t-8-s2), and pushed hands are left out (T-t-8-s3) unless the majority is one of all.
    """
    pushes = (balance + PUSHED // 2) // PUSHED
    more_won = balance - PUSHED * pushes
    if more_won < 0:
        return WagerResult.LOSS
    needed = pushes if rules.settlement.majority == "all" else 0
    return WagerResult.WIN if more_won > needed else WagerResult.PUSH


class WagerAtRisk(msgspec.Struct, frozen=True, gc=False):
    """One bettor's wager on one hand when the dealer turns out to have a blackjack."""

    stake: Cents
    extra: Cents
    """Amount added by doubling."""
    is_original: bool
    """The wager of the initial deal, not one added by splitting."""
    is_bust: bool
    is_void: bool = False
    """A hand that the blackjack does not beat."""


def blackjack_losses(rules: Rules, wagers: Sequence[WagerAtRisk]) -> list[Cents]:
    """Amount that a dealer's blackjack takes of each wager of one bettor on one box.

    The rulebooks differ on wagers added by doubling and splitting, and on hands that were over 21
    already (T-j-2, T-k-4, NZ-11.5, NZ-12.6, H-method-29, DD-24).
    """
    takes = rules.settlement.dealer_blackjack_takes
    live = [number for number, wager in enumerate(wagers) if not (wager.is_void or wager.is_bust)]
    return [
        _blackjack_loss(takes, wager, is_first_live=live[:1] == [number])
        for number, wager in enumerate(wagers)
    ]


def _blackjack_loss(takes: str, wager: WagerAtRisk, *, is_first_live: bool) -> Cents:
    if wager.is_void:
        return 0
    if takes == "all" or (wager.is_bust and takes != "original_only"):
        return wager.stake + wager.extra
    if takes == "all_but_doubles":
        return wager.stake
    if takes == "busted_plus_one":
        return wager.stake if is_first_live else 0
    return wager.stake if wager.is_original else 0


def bust_waits(
    rules: Rules,
    up: Card,
    *,
    has_looked: bool = True,
    has_lammers: bool = False,
    is_all_over: bool = False,
) -> bool:
    """Return True if wagers on a busted hand stay up until the dealer's hand is known.

    They do if a dealer's blackjack would give some back (T-j-2), and if lammers on the box take
    their value from the chips (PA-10-c-s2), unless all its hands have busted (PA-10-c-2).
    """
    if busts_wait(rules) or (has_lammers and not is_all_over):
        return True
    may_save = rules.settlement.dealer_blackjack_takes == "original_only"
    may_save = may_save and not bust_takes_box(rules)
    return may_save and is_open_to_blackjack(rules, up, has_looked=has_looked)
