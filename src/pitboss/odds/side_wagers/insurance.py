"""Insurance as a side wager, and the value of even money, off the top of a shoe."""

from fractions import Fraction

from pitboss.cards import ACE, TEN
from pitboss.hands import hand_of
from pitboss.money import EVEN
from pitboss.odds.shoe import SuitedShoe, card_of, shoe_of
from pitboss.odds.side_wagers.prices import LineOdds, WagerOdds
from pitboss.odds.solver.offers import blackjack_gain
from pitboss.rulebook.questions.acts import even_money_refusal
from pitboss.rulebook.questions.dealing import blackjack_is_paid_after_deal
from pitboss.rulebook.questions.settlement import bust_takes_insurance
from pitboss.rulebook.rules import Rules
from pitboss.wagers.base import LOSE

_ACE, _TEN = card_of(ACE), card_of(TEN)


def insurance_odds(rules: Rules, shoe: SuitedShoe | None = None) -> WagerOdds | None:
    """Return insurance against an ace, given no other card.

    None if no ace can be shown, or if it may be lost with a hand over 21 whatever the dealer has.
    """
    shoe = shoe or shoe_of(rules)
    values = shoe.values
    if not values[0] or shoe.size < 2 or bust_takes_insurance(rules):
        return None
    won = Fraction(values[9], shoe.size - 1)
    clause, pays = rules.clause("insurance.pays"), rules.insurance.pays
    lines = (
        LineOdds("dealer_blackjack", str(pays), won, by_play=False, gain=pays.ratio, clause=clause),
        LineOdds(LOSE, "nothing", 1 - won, by_play=False, gain=Fraction(-1), clause=clause),
    )
    return WagerOdds(
        wager="insurance",
        title="Insurance",
        clause=clause,
        lines=lines,
        stake=None,
        condition="given an ace up, and knowing no other card",
        note=even_money_note(rules, shoe),
    )


def even_money(rules: Rules, shoe: SuitedShoe) -> tuple[Fraction, Fraction] | None:
    """Return the value of a blackjack against an ace: taken at even money, and declined.

    Per unit of the main wager, given the blackjack's two cards and the ace; None if even money is
    not offered.
    """
    values = shoe.values
    is_offered = even_money_refusal(rules, hand_of((_ACE, _TEN)), _ACE) is None
    if not is_offered or blackjack_is_paid_after_deal(rules, _ACE):
        return None
    if values[0] < 2 or not values[9]:
        return None
    matched = Fraction(values[9] - 1, shoe.size - 3)
    declined_ev = Fraction(0)
    for chance, second in ((matched, _TEN), (1 - matched, _ACE)):
        # An ace represents every second card that makes no blackjack.
        gain = blackjack_gain(rules, hand_of((_ACE, second)))
        declined_ev += chance * Fraction(gain).limit_denominator(10**9)
    return EVEN.ratio, declined_ev


def even_money_note(rules: Rules, shoe: SuitedShoe) -> str:
    """Return the cost or the gain of even money, in words; empty if it is not offered."""
    offer = even_money(rules, shoe)
    if offer is None:
        return ""
    taken, declined = offer
    pays, worth, apart = float(taken), float(declined), abs(float(declined - taken))
    if declined > taken:
        return (
            f"Even money pays {pays:.6f} on a blackjack against an ace. Without it the hand is "
            f"worth {worth:.6f}, so even money costs {apart:.6f}."
        )
    return (
        f"Even money pays {pays:.6f} on a blackjack against an ace. Without it the hand is worth "
        f"{worth:.6f}, so even money gains {apart:.6f}."
    )
