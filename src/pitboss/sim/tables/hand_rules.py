"""Rules of a hand, asked once for all hands that the rulebook treats alike."""

from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.charts import DOUBLE, DOUBLE_HALF, HIT, SPLIT, STAND, SURRENDER
from pitboss.hands import Hand
from pitboss.money import Cents
from pitboss.rulebook.questions.acts import (
    double_refusal,
    hit_refusal,
    is_complete,
    is_free_double,
    is_free_split,
    split_refusal,
    stand_refusal,
    surrender_refusal,
)
from pitboss.rulebook.questions.stakes import double_stakes
from pitboss.rulebook.rules import Rules

HANDS_LIMIT = 16
"""Most hands that a box can grow to in the tables."""


@dataclass(frozen=True, slots=True)
class HandRules:
    """The acts of a hand of two cards or more."""

    legal: frozenset[str]
    """The acts while the box may grow by another hand."""
    legal_unsplit: frozenset[str]
    """The acts when it may not."""
    is_over: bool
    """True if the hand has no act left, while the box may grow."""
    is_over_unsplit: bool
    may_split: bool
    split_limit: int
    """Number of hands at which the box may not grow any more; 0 if it may not split."""
    is_free_split: bool
    is_free_double: bool
    full: Cents
    """Amount that a full double adds, in cents."""
    half: Cents
    """Amount that a double for half adds, in cents; that of a full one if it is not offered."""


def hand_rules(rules: Rules, hand: Hand, bet: Cents, up: Card | None = None) -> HandRules:
    """Ask the rulebook about one hand, against an up card or any."""
    hands = 2 if hand.is_split else 1
    may_split = split_refusal(rules, hand, up, hands=hands) is None
    limit = hands if may_split else 0
    while limit and limit < HANDS_LIMIT and split_refusal(rules, hand, up, hands=limit) is None:
        limit += 1
    stakes = double_stakes(rules, bet)
    is_free = is_free_double(rules, hand)
    has_half = bool(stakes.only) and min(stakes.only) < stakes.high and not is_free
    can_double = double_refusal(rules, hand, up) is None
    allowed = {
        STAND: stand_refusal(rules, hand) is None,
        HIT: hit_refusal(rules, hand) is None,
        DOUBLE: can_double,
        DOUBLE_HALF: can_double and has_half,
        SURRENDER: surrender_refusal(rules, hand) is None,
    }
    unsplit = frozenset(act for act, is_allowed in allowed.items() if is_allowed)
    return HandRules(
        legal=unsplit | {SPLIT} if may_split else unsplit,
        legal_unsplit=unsplit,
        is_over=is_complete(rules, hand, hands=hands),
        is_over_unsplit=is_complete(rules, hand, hands=max(hands, limit)),
        may_split=may_split,
        split_limit=limit,
        is_free_split=may_split and is_free_split(rules, hand),
        is_free_double=is_free,
        full=stakes.high,
        half=min(stakes.only, default=stakes.high),
    )
