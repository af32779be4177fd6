"""The dealer's play: peeking, drawing, and whether a blackjack is still possible."""

import math

from pitboss.cards import Card, colour, is_ace, is_ten
from pitboss.hands import Hand
from pitboss.rulebook.file.hand_conditions import is_allowed
from pitboss.rulebook.rules import Rules

CARDS_PER_BOX = 7
"""Cards reserved for each box, and for the dealer, so that a round rarely runs out."""
USUAL_BEHIND = 0.25
"""Share of the stack behind the cutting card, if the rulebook leaves that to the house."""


def side_named(rules: Rules, determinant: Card) -> int:
    """Return the side of a double shoe that a round is dealt from: 0 left, 1 right (T-f-4-i-s2)."""
    red_side = 0 if rules.shoe.red_suits_side == "left" else 1
    return red_side if colour(determinant) == "red" else 1 - red_side


def cards_behind(rules: Rules) -> tuple[int, int]:
    """Return the least and the greatest number of cards behind the cutting card (H-method-12)."""
    shoe, cards = rules.shoe, len(rules.stack)
    low = math.ceil(shoe.behind_min * cards) - shoe.behind_tolerance
    high = math.floor(shoe.behind_max * cards) + shoe.behind_tolerance
    return max(0, low), min(cards, high)


def reserve(rules: Rules) -> int:
    """Number of cards that a round may need."""
    return CARDS_PER_BOX * (rules.table.boxes + 1)


def usual_behind(rules: Rules) -> int:
    """Usual number of cards behind the cutting card, within the bounds."""
    count = len(rules.stack)
    wanted = max(USUAL_BEHIND, min(0.5, reserve(rules) / count))
    low, high = cards_behind(rules)
    return max(low, min(high, math.ceil(wanted * count)))


def must_draw(rules: Rules, dealer: Hand) -> bool:
    """Return True if the dealer draws another card."""
    if rules.dealer.draws:
        is_open = len(dealer.cards) < 2
        return is_open or is_allowed(rules.dealer.draws, dealer, None)
    total = dealer.total
    return total < 17 or (total == 17 and rules.dealer.hits_soft_17 and dealer.is_soft)


def draws_by_cards(rules: Rules) -> bool:
    """Return True if it may depend on the number of cards that the dealer draws."""
    return bool(rules.dealer.draws)


def peeks(rules: Rules, up: Card) -> bool:
    """Return True if a dealer's blackjack is known before play, by a peek or both cards up."""
    if rules.deal.hole_card_up:
        return may_be_blackjack(up)
    peek = rules.deal.peek
    return ("ace" in peek and is_ace(up)) or ("ten" in peek and is_ten(up))


def may_be_blackjack(up: Card) -> bool:
    """Return True if this up card can become a blackjack."""
    return is_ace(up) or is_ten(up)


def is_open_to_blackjack(rules: Rules, up: Card, *, has_looked: bool = True) -> bool:
    """Return True if a dealer's blackjack may still turn up once play has begun."""
    return may_be_blackjack(up) and not (has_looked and peeks(rules, up))


def surrenders_early(rules: Rules, up: Card) -> bool:
    """Return True if hands of the deal are surrendered before the dealer peeks."""
    if rules.deal.hole_card_up:
        return False
    when = rules.surrender.when
    is_early = when in ("early", "before_play") or (when == "early_against_ten" and is_ten(up))
    return is_early and gives_up_dealt_hands(rules) and peeks(rules, up)


def surrenders_before_play(rules: Rules, up: Card, *, has_hole: bool = True) -> bool:
    """Return True if hands of the deal are surrendered before the first act, or never."""
    is_before = rules.surrender.when == "before_play" and gives_up_dealt_hands(rules)
    return is_before or (has_hole and surrenders_early(rules, up))


def gives_up_dealt_hands(rules: Rules) -> bool:
    """Return True if hands of the deal may be surrendered."""
    return rules.surrender.offered and rules.surrender.hands in ("first", "any")


def surrender_waits(rules: Rules, up: Card, *, has_looked: bool = True) -> bool:
    """Return True if a surrendered wager stays up, as a dealer's blackjack would take it whole."""
    when = rules.surrender.when
    is_late = when == "late" or (when == "early_against_ten" and is_ace(up))
    return is_late and is_open_to_blackjack(rules, up, has_looked=has_looked)


def blackjack_is_paid_after_deal(rules: Rules, up: Card) -> bool:
    """Return True if a player's blackjack is paid before the first act."""
    if rules.blackjack.paid == "after_deal":
        return True
    return rules.blackjack.paid == "after_deal_if_safe" and not may_be_blackjack(up)


def blackjack_is_paid_in_turn(rules: Rules, up: Card, *, has_looked: bool = True) -> bool:
    """Return True if a player's blackjack is paid when its turn comes."""
    is_open = is_open_to_blackjack(rules, up, has_looked=has_looked)
    return rules.blackjack.paid == "in_turn" and not is_open
