"""Classes of strategies, and the precision of each figure of a round, in words."""

from collections.abc import Mapping

from pitboss.odds.solver.offers import priced_by_cards
from pitboss.rulebook.rules import Rules

BEST = "composition_dependent"

CLASSES: Mapping[str, str] = {
    "composition_dependent": (
        "Best play by the cards of the hand and the up card. After a split it also knows which "
        "pair was split and whether the wager is the original or an added one. It is the best play "
        "for a pair split once (CDP1) and does not look at the other hands. Pairs are resplit "
        "whenever that beats never resplitting."
    ),
    "total_dependent": (
        "Best chart by the hand's total, hard or soft, and the up card (and by the number of "
        "cards if the rulebook pays for five); pairs are split by value. The same chart is used "
        "after a split; free hands have their own."
    ),
}
"""Text on the information that a strategy of each class uses."""

SUITS_AVERAGED = (
    "Play looks at values, not at suits. A bonus for suits or ranks is averaged over them "
    "exactly, and the spread of results uses that average."
)
BOTH_SEEN = "Both dealer cards are face up, and play sees both values."
PLAYED_ON = "Doubled hands are played on by their own cards."


def class_text(strategy_class: str, rules: Rules) -> str:
    """Return the text on the information that a strategy of a class uses at a table."""
    more = {
        BOTH_SEEN: rules.deal.hole_card_up,
        SUITS_AVERAGED: bool(priced_by_cards(rules)),
        PLAYED_ON: rules.double.times > 1 or rules.double.draws_on or rules.surrender.doubled,
    }
    return " ".join([CLASSES[strategy_class], *(text for text, is_so in more.items() if is_so)])


EXACT = "exact"
BY_PAIRS = "by_pairs"
INDEPENDENT = "independent_hands"
SPREADS = {
    EXACT: "exact",
    BY_PAIRS: "exact but for boxes of three or more hands, within 0.000001 for whole decks",
    INDEPENDENT: (
        "exact but for some split hands taken as independent given the dealer's, within 0.0001 "
        "for whole decks"
    ),
}
"""Methods of a standard deviation; bounds measured on the shipped rulebooks, 1 to 8 decks."""
