"""How a side wager on the dealer's hand comes out, summed over deals and his final hands."""

from fractions import Fraction

from pitboss.cards import VALUES, Card, colour, suit
from pitboss.odds.side_wagers.dealer_hands import FinalLaw, dealer_law
from pitboss.odds.suited import SuitedShoe, each_card
from pitboss.rulebook.rules import Rules
from pitboss.wagers.base import OPEN, Sight, Wager
from pitboss.wagers.sight import FinalHand, decide, sight_of

DEALT = ("first", "second", "up", "hole")
"""The cards of the initial deal, which no play can change, and the dealer's second card, which is
spread like one of them even where it is drawn last."""
HELD = ("up", "hole")
"""Those of them that the dealer's hand begins with."""

RED, BLACK = (tuple(s for s in range(4) if colour(s) == name) for name in ("red", "black"))
"""The suits of each colour."""


def dealer_chances(rules: Rules, kind: Wager, shoe: SuitedShoe) -> dict[str, Fraction]:
    """Sum over the dealer's final hands, with the cards of the deal where the wager reads them.

    The player's own cards do not change how likely a dealer's hand is. Off the top of a shuffled
    shoe every card that the dealer takes comes from a place in the shoe that earlier cards alone
    decide, and cards taken so are spread like the first ones of the shoe. It holds with and
    without a look at the hole card, for any number of players and any play, as long as the shoe
    does not run out and the dealer draws to the end, which these wagers make him do.
    """
    names = [name for name in DEALT if name in kind.reads]
    left = list(shoe.counts)
    sums: dict[str, Fraction] = {}
    # Deals that leave the dealer the same law and sort his hands alike are summed at once.
    alike: dict[tuple[object, tuple[str, ...]], Fraction] = {}
    finals = _Finals(rules, kind)

    def deal(seen: dict[str, Card], share: Fraction) -> None:
        early = kind.classify(dealt_sight(seen))
        if early != OPEN:
            sums[early] = sums.get(early, Fraction(0)) + share
        elif len(seen) < len(names):
            size = sum(left)
            for card, number in each_card(left):
                deal({**seen, names[len(seen)]: card}, share * Fraction(number, size))
        else:
            key = finals.key(left, tuple(seen[name] for name in HELD if name in seen))
            sorts = tuple(decide(kind, dealt_sight(seen, dealer)) for dealer in finals.laws[key])
            alike[key, sorts] = alike.get((key, sorts), Fraction(0)) + share

    deal({}, Fraction(1))
    for (key, sorts), share in alike.items():
        for category, p in zip(sorts, finals.laws[key].values(), strict=True):
            sums[category] = sums.get(category, Fraction(0)) + share * p
    return sums


class _Finals:
    """How the dealer's hand comes out, once for all shoes that a wager cannot tell apart."""

    def __init__(self, rules: Rules, kind: Wager) -> None:
        self._rules, self._reads = rules, frozenset(kind.reads)
        self.laws: dict[object, FinalLaw] = {}

    def key(self, left: list[int], held: tuple[Card, ...]) -> object:
        """Under which the law for these cards stands in ``laws``."""
        shoe = SuitedShoe(tuple(left))
        shown = tuple(sorted(VALUES[card] for card in held))
        key: object = (shown, shoe.values)
        if "dealer_suits" in self._reads:
            key = (shown, _by_suit(shoe, held))
        if key not in self.laws:
            self.laws[key] = self._told_apart(shoe, held)
        return key

    def _told_apart(self, shoe: SuitedShoe, held: tuple[Card, ...]) -> FinalLaw:
        """The law over what the wager can tell apart of a final hand."""
        has_suits = "dealer_suits" in self._reads
        law = dealer_law(self._rules, shoe, held=held, has_suits=has_suits)
        if self._reads & {"dealer_blackjack", "dealer_cards"}:
            return law
        told: FinalLaw = {}
        for final, p in law.items():
            seen = final._replace(cards=0)
            told[seen] = told.get(seen, Fraction(0)) + p
        return told


def _by_suit(shoe: SuitedShoe, held: tuple[Card, ...]) -> tuple[object, ...]:
    """The values left in each suit, with those of the dealer's own cards marked.

    Which suits and colours they are in makes no other difference.
    """
    own = {suit(card) for card in held}
    pairs = [
        tuple(sorted((s not in own, shoe.of_suit([s])) for s in suits)) for suits in (RED, BLACK)
    ]
    return tuple(sorted(pairs))


def dealt_sight(seen: dict[str, Card], dealer: FinalHand | None = None) -> Sight:
    """What is seen of these cards of the deal, and of the dealer's final hand."""
    cards = (seen.get("first"), seen.get("second"))
    return sight_of(cards, up=seen.get("up"), hole=seen.get("hole"), dealer=dealer)
