"""Insurance, even money, and hands paid by ranks or suits: their value given the cards to come.

A strategy by values sees neither ranks nor suits, so such hands gain the exact average over the
cards they may consist of. It is taken over the whole shoe: cards of one value are equally likely
whatever else was dealt by value.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import DECK, VALUES, Card
from pitboss.errors import OddsError
from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import card_of
from pitboss.odds.solver.hands import Counts
from pitboss.rulebook.file.bonuses import Bonus, bonuses
from pitboss.rulebook.questions.acts import even_money_refusal, insurance_refusal
from pitboss.rulebook.questions.dealing import blackjack_is_paid_after_deal
from pitboss.rulebook.questions.settlement import WagerResult, blackjack_outcome
from pitboss.rulebook.questions.stakes import insurance_stakes
from pitboss.rulebook.rules import Rules

BLACKJACK: Counts = (1, 0, 0, 0, 0, 0, 0, 0, 0, 1)


PLAYED = (
    "deal",
    "blackjack",
    "insurance",
    "draw",
    "double",
    "split",
    "surrender",
    "dealer",
    "settlement",
)
"""Sections with the rules of play and payment. Of the others the solver asks only for the stakes of
insurance and doubles."""


def priced_by_cards(rules: Rules) -> dict[Counts, tuple[Bonus, ...]]:
    """Return the compositions paid by their cards, each with the bonuses that depend on them."""
    priced: dict[Counts, tuple[Bonus, ...]] = {}
    for bonus in bonuses(rules.settlement.bonuses):
        if bonus.ranks:
            counts = [0] * 10
            for rank in bonus.ranks:
                counts[min(rank, 9)] += 1
            priced[tuple(counts)] = (*priced.get(tuple(counts), ()), bonus)
    if rules.blackjack.bonuses:
        priced[BLACKJACK] = bonuses(rules.blackjack.bonuses)
    return priced


def card_hands(rules: Rules, counts: Counts) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
    """Yield every hand of a composition in whole cards, with its probability."""
    copies = list(rules.copies)
    values = [value for value, count in enumerate(counts) for _ in range(count)]

    def extend(
        cards: tuple[Card, ...], chance: Fraction
    ) -> Iterator[tuple[tuple[Card, ...], Fraction]]:
        if len(cards) == len(values):
            yield cards, chance
            return
        mine = [card for card in DECK if VALUES[card] == values[len(cards)] + 1 and copies[card]]
        left = sum(copies[card] for card in mine)
        for card in mine:
            share = Fraction(copies[card], left)
            copies[card] -= 1
            yield from extend((*cards, card), chance * share)
            copies[card] += 1

    return extend((), Fraction(1))


def average(
    rules: Rules, counts: Counts, gain: Callable[[Hand], float], *, like: Hand | None = None
) -> float:
    """Return the mean gain of hands of a composition; ``like`` has their split and doubles."""
    model = like or Hand()
    total = Fraction(0)
    for cards, chance in card_hands(rules, counts):
        hand = hand_of(
            cards, is_split=model.is_split, is_split_ace=model.is_split_ace, doubles=model.doubles
        )
        total += chance * Fraction(gain(hand))
    return float(total)


UP = card_of(0)
_STAKE = 200


@dataclass(frozen=True, slots=True)
class Offers:
    """Insurance and even money offered to a hand against an ace."""

    share: float
    """Maximum stake on insurance, in units of the wager; 0 if there is no insurance."""
    pays: float
    """Units won per unit of insurance."""
    even_money: bool
    """True if a blackjack may take even money."""
    replaces: bool
    """True if insuring a blackjack for half equals even money."""

    def insurance_ev(self, ten_p: float) -> float:
        """Return the value of a unit of insurance, given the probability of a ten in the hole."""
        return ten_p * self.pays - (1 - ten_p)

    def gain(self, ten_p: float) -> float:
        """Return the gain of the best use of insurance, in units of the wager."""
        return max(0.0, self.share * self.insurance_ev(ten_p))


def offers(rules: Rules, hand: Hand) -> Offers:
    """Return the offers to this hand of two cards against an ace."""
    is_settled = hand.is_blackjack and blackjack_is_paid_after_deal(rules, UP)
    is_offered = insurance_refusal(rules, hand, UP) is None and not is_settled
    even_money = even_money_refusal(rules, hand, UP) is None and not is_settled
    share = insurance_stakes(rules, _STAKE).high / _STAKE if is_offered else 0.0
    return Offers(
        share=share,
        pays=float(rules.insurance.pays.ratio),
        even_money=even_money,
        replaces=even_money and rules.insurance.even_money == "insured",
    )


def plain_and_blackjack(rules: Rules) -> tuple[Offers, Offers]:
    """Return the offers to a hand that is not a blackjack, and to a blackjack."""
    plain = hand_of((card_of(4), card_of(5)))
    return offers(rules, plain), offers(rules, hand_of((card_of(0), card_of(9))))


def blackjack_tie(rules: Rules, up: Card) -> float:
    """Return the gain of a player's blackjack against the dealer's; -1 if it loses."""
    if blackjack_is_paid_after_deal(rules, up):
        return blackjack_gain(rules, hand_of((up,)))
    hole = card_of(0) if up >= card_of(9) else card_of(9)
    return blackjack_gain(rules, hand_of((up, hole)))


def blackjack_gain(rules: Rules, dealer: Hand) -> float:
    """Return the mean gain of a player's blackjack against a dealer's hand, over its own cards."""

    def gain(hand: Hand) -> float:
        outcome = blackjack_outcome(rules, hand, dealer)
        if outcome.result is WagerResult.LOSS:
            return -1.0
        return float(outcome.odds.ratio) if outcome.odds else 0.0

    if not rules.blackjack.bonuses:
        return gain(hand_of((card_of(0), card_of(9))))
    return average(rules, BLACKJACK, gain)


def both_up_refused(rules: Rules, hole: Card | None) -> None:
    """Raise unless the dealer's second card is given exactly if it is face up."""
    if rules.deal.hole_card_up != (hole is not None):
        says, hint = "shows one card: give one", "write it as 9c"
        if hole is None:
            says, hint = "shows both cards: give both", "write both as '9c 7d'"
        text = f"the dealer {says} [{rules.clause('deal.hole_card_up')}]"
        raise OddsError(text, place="up", hint=hint)
