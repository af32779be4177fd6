"""Which cards a strategy draws: what wagers on third and fourth cards need to know."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.cards import VALUES, Card
from pitboss.hands import hand_of
from pitboss.odds.errors import OddsError
from pitboss.rulebook.questions.acts import is_complete, split_refused
from pitboss.rulebook.questions.dealing import blackjack_is_paid_after_deal, peeks
from pitboss.rulebook.rules import Rules
from pitboss.strategy import Strategy

if TYPE_CHECKING:
    from pitboss.odds.solution import Solution


@dataclass(frozen=True, slots=True)
class NextAct:
    """What the strategy does next with a hand that may still act."""

    act: str
    """As in ``strategy.ACTS``; ``none`` where the hand takes no act."""
    draws: bool
    """Whether the act brings the hand another card: hit, double, or the second card of a split."""


def next_act(
    solution: "Solution",
    cards: tuple[Card, ...],
    up: Card,
    *,
    may_split: bool = True,
    is_doubled: bool = False,
) -> NextAct:
    """The act of a solved game on an unsplit hand of these cards, as ``act_of`` has it."""
    rules, strategy = solution.rules, solution.strategy
    return act_of(rules, strategy, cards, up, may_split=may_split, is_doubled=is_doubled)


def act_of(
    rules: Rules,
    strategy: Strategy,
    cards: tuple[Card, ...],
    up: Card,
    *,
    may_split: bool = True,
    is_doubled: bool = False,
) -> NextAct:
    """The act on an unsplit hand of these cards, once a dealer who looks has no blackjack.

    ``is_doubled``: the last card came by doubling, so that the hand is finished. Given the cards,
    it is certain: the probability of a further card is 0 or 1, and that card is drawn from the
    shoe that is left. Where the dealer looks and has a blackjack no card is drawn at all.
    """
    if rules.deal.hole_card_up:
        raise OddsError(
            "wagers on cards that are drawn in play are not worked out where both dealer cards "
            f"lie face up [{rules.clause('deal.hole_card_up')}]"
        )
    hand = hand_of(cards)
    is_paid = hand.is_blackjack and blackjack_is_paid_after_deal(rules, up)
    if is_doubled or is_paid or is_complete(rules, hand, hands=1):
        return NextAct("none", draws=False)
    is_pair = len(cards) == 2 and VALUES[cards[0]] == VALUES[cards[1]]
    can_split = may_split and is_pair and split_refused(rules, hand, hands=1) is None
    act = strategy.act(hand, up, may_split=can_split)
    return NextAct(act, draws=act in ("hit", "double", "double_half", "split"))


def third_card_p(solution: "Solution", first: Card, second: Card, up: Card) -> float:
    """The probability that a third card comes to the box, given two cards and the up card.

    A split counts: its first hand gets the third card of the box. Where the dealer looks for a
    blackjack before play, it is the probability that he has none.
    """
    if not next_act(solution, (first, second), up).draws:
        return 0.0
    if not peeks(solution.rules, up):
        return 1.0
    left = solution.shoe.without((first, second, up))
    need = 9 if VALUES[up] == 1 else 0
    return 1.0 - left.values[need] / left.size
