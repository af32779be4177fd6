"""Advice on two cards of a game that is known: nothing is solved, and no kernel is loaded."""

from time import perf_counter

from pitboss.cards import TEN, VALUES, Card
from pitboss.hands import Hand, hand_of
from pitboss.odds.advice import Advice, HandAdvice
from pitboss.odds.game import KnownGame, known_game
from pitboss.odds.games import CACHED
from pitboss.odds.solver.offers import blackjack_tie, offers
from pitboss.odds.suited import SuitedShoe
from pitboss.rulebook.questions.acts import split_refused
from pitboss.rulebook.questions.dealing import peeks
from pitboss.rulebook.rules import Rules


def advice_of(
    rules: Rules,
    cards: tuple[Card, ...],
    up: Card,
    *,
    shoe: SuitedShoe,
    is_fresh: bool = False,
    hole: Card | None = None,
) -> HandAdvice:
    """Value every legal act for a hand; looked up where it can be, unless ``is_fresh``.

    ``hole`` is the dealer's second card, where both lie face up.
    """
    start = perf_counter()
    is_up_alone = hole is None and not rules.deal.hole_card_up
    advice = known_advice(rules, cards, up, shoe=shoe) if is_up_alone and not is_fresh else None
    if advice is None:
        from pitboss.odds.game import advise_hand

        return advise_hand(rules, cards, up, shoe=shoe, hole=hole)
    return HandAdvice(hand_of(cards), up, advice, perf_counter() - start, CACHED)


def known_advice(
    rules: Rules, cards: tuple[Card, ...], up: Card, *, shoe: SuitedShoe
) -> Advice | None:
    """Advice on the first two cards of a known game; None where something must be worked out.

    The cards and the up card are among those of the shoe.
    """
    hand = hand_of(cards)
    if len(cards) != 2 or _tells_ranks(rules, hand):
        return None
    game = known_game(rules, shoe)
    left = shoe.without((*cards, up))
    if game is None or not left.size:
        return None
    return _advice(game, hand, up, left)


def _tells_ranks(rules: Rules, hand: Hand) -> bool:
    """Two tens that may be split where others may not: known games take all tens as one."""
    first, second = hand.cards
    if VALUES[first] != TEN + 1 or VALUES[second] != TEN + 1:
        return False
    other = hand_of((TEN * 4, (TEN + 1) * 4))
    refusals = (split_refused(rules, one, hands=1) is None for one in (hand, other))
    return len(set(refusals)) > 1


def _advice(game: KnownGame, hand: Hand, up: Card, left: SuitedShoe) -> Advice:
    rules = game.rules
    values = dict(game.values(hand, up))
    need = {1: 9, 10: 0}.get(VALUES[up])
    blackjack_p = left.values[need] / left.size if need is not None else 0.0
    insurance_ev, even_money = None, None
    if VALUES[up] == 1:
        offer = offers(rules, hand)
        insurance_ev = offer.insurance_ev(blackjack_p) if offer.share else None
        if offer.even_money:
            best, closed = max(values.values()), 0.0
            if peeks(rules, up):
                best, closed = best * (1.0 - blackjack_p), blackjack_p * blackjack_tie(rules, up)
            even_money = best + closed < 1.0
    return Advice(values, blackjack_p, insurance_ev, even_money)
