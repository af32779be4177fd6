"""Insurance, even money and ties of blackjacks: what they are worth, given the cards to come."""

from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.hands import Hand, hand_of
from pitboss.odds.shoe import card_of
from pitboss.odds.solver.suit_averages import BLACKJACK, average
from pitboss.rulebook.questions.acts import even_money_refused, insurance_refused
from pitboss.rulebook.questions.dealing import blackjack_is_paid_after_deal
from pitboss.rulebook.questions.settlement import Result, blackjack_outcome
from pitboss.rulebook.questions.stakes import insurance_stakes
from pitboss.rulebook.rules import Rules

UP = card_of(0)
_STAKE = 200


@dataclass(frozen=True, slots=True)
class Offers:
    """What a hand may be offered against an ace."""

    share: float
    """The most that may be staked on insurance, in units of the wager; 0 where there is none."""
    pays: float
    """Units gained for each unit of insurance."""
    even_money: bool
    """Whether a blackjack may have even money."""
    replaces: bool
    """Whether insuring a blackjack for half is the same as even money."""

    def insurance_ev(self, ten_p: float) -> float:
        """The value of a unit of insurance when the second card is a ten with this probability."""
        return ten_p * self.pays - (1 - ten_p)

    def gain(self, ten_p: float) -> float:
        """What the best use of insurance adds, in units of the wager."""
        return max(0.0, self.share * self.insurance_ev(ten_p))


def offers(rules: Rules, hand: Hand) -> Offers:
    """What the rulebook offers this hand of two cards against an ace."""
    is_settled = hand.is_blackjack and blackjack_is_paid_after_deal(rules, UP)
    is_offered = insurance_refused(rules, hand, UP) is None and not is_settled
    even_money = even_money_refused(rules, hand, UP) is None and not is_settled
    share = insurance_stakes(rules, _STAKE).high / _STAKE if is_offered else 0.0
    return Offers(
        share=share,
        pays=float(rules.insurance.pays.ratio),
        even_money=even_money,
        replaces=even_money and rules.insurance.even_money == "insured",
    )


def plain_and_blackjack(rules: Rules) -> tuple[Offers, Offers]:
    """The offers for a hand that is not a blackjack, and for a blackjack."""
    plain = hand_of((card_of(4), card_of(5)))
    return offers(rules, plain), offers(rules, hand_of((card_of(0), card_of(9))))


def blackjack_tie(rules: Rules, up: Card) -> float:
    """What a player's blackjack gains against a dealer's; -1 where it loses."""
    if blackjack_is_paid_after_deal(rules, up):
        return blackjack_gain(rules, hand_of((up,)))
    hole = card_of(0) if up >= card_of(9) else card_of(9)
    return blackjack_gain(rules, hand_of((up, hole)))


def blackjack_gain(rules: Rules, dealer: Hand) -> float:
    """What a player's blackjack gains against a dealer's hand, on average over its own cards."""

    def gain(hand: Hand) -> float:
        outcome = blackjack_outcome(rules, hand, dealer)
        if outcome.result is Result.LOSS:
            return -1.0
        return float(outcome.odds.ratio) if outcome.odds else 0.0

    if not rules.blackjack.bonuses:
        return gain(hand_of((card_of(0), card_of(9))))
    return average(rules, BLACKJACK, gain)
