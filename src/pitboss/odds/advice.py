"""Advice at the table: the value of every legal act for the shoe as it is.

Advice on two cards of a known game is looked up; numpy and the kernels are imported for the rest.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import Annotated, Any, TypedDict

from pitboss.arguments import Within, checked
from pitboss.cards import TEN, VALUES, Card, show_cards
from pitboss.errors import OddsError
from pitboss.hands import Hand, hand_of, low_total
from pitboss.notebook import table_html, to_pandas, to_polars
from pitboss.odds.game import CACHED, COMPUTED, known_game
from pitboss.odds.shoe import Shoe, SuitedShoe, blackjack_value, full_of
from pitboss.odds.solver.acts import best_first
from pitboss.odds.solver.offers import blackjack_tie, both_up_refused, offers
from pitboss.playing_cards import CardLike, CardsLike, card_number, card_numbers
from pitboss.rulebook.catalog import Game as GivenGame
from pitboss.rulebook.catalog import as_rules
from pitboss.rulebook.questions.acts import is_early_hand, split_refusal
from pitboss.rulebook.questions.dealing import peeks, surrenders_early
from pitboss.rulebook.rules import Rules
from pitboss.strategy import BLACKJACK_SHOWN, shown_number


class ActRow(TypedDict):
    """An act with its value."""

    act: str
    ev: float
    costs: float
    """Difference from the value of the best act."""


@dataclass(frozen=True, slots=True, repr=False)
class Advice:
    """The acts of a hand with their values, best first.

    >>> import pitboss
    >>> advice = pitboss.advise("nz", "Ts 6d", "9c")
    >>> advice.best, round(advice.values["stand"], 4)
    ('hit', -0.5425)
    """

    values: dict[str, float]
    """Value of each act per unit of the initial wager. If the dealer has peeked, it is given no
    blackjack; otherwise the blackjack counts."""
    blackjack_p: float
    """Probability that the dealer has a blackjack, before the peek."""
    insurance_ev: float | None = None
    """Expectation of a unit of insurance; None if none is offered."""
    even_money: bool | None = None
    """True if even money is better than playing on; None if it is not offered."""

    @property
    def best(self) -> str:
        """The best act."""
        return next(iter(self.values))

    def rows(self) -> list[ActRow]:
        """Return a row for each act, best first."""
        most = max(self.values.values(), default=0.0)
        return [{"act": act, "ev": ev, "costs": most - ev} for act, ev in self.values.items()]

    def to_polars(self) -> Any:
        """Return the rows as a Polars data frame."""
        return to_polars(self.rows())

    def to_pandas(self) -> Any:
        """Return the rows as a pandas data frame."""
        return to_pandas(self.rows())

    def __repr__(self) -> str:
        values = ", ".join(f"{act} {ev:+.4f}" for act, ev in self.values.items())
        return f"<Advice: {values}>"

    def __hash__(self) -> int:
        return hash((frozenset(self.values.items()), self.blackjack_p, self.insurance_ev))

    def _repr_html_(self) -> str:
        return table_html("Advice", self.rows())


@checked
@dataclass(frozen=True, slots=True)
class Situation:
    """The splits and doubles behind a hand."""

    is_added: bool = False
    """True if a split added its wager."""
    hands: Annotated[int, Within(1)] = 1
    """Number of hands of the box now; 1 before a split."""
    doubles: Annotated[int, Within(0)] = 0
    """Number of times the hand was doubled."""


@dataclass(frozen=True, slots=True)
class HandAdvice:
    """Advice on one hand, with the hand and the time it took."""

    hand: Hand
    up: Card
    advice: Advice
    seconds: float
    source: str = COMPUTED
    """``game.CACHED`` or ``game.COMPUTED``."""
    hole: Card | None = None
    """The dealer's second card, if it is face up."""


@checked
def advise(
    game: GivenGame,
    hand: CardsLike,
    up: CardLike,
    *,
    shoe: Shoe | None = None,
    removed: CardsLike = (),
    situation: Situation | None = None,
    hole: CardLike | None = None,
) -> Advice:
    """Value every legal act, from a full shoe less the hand, the up card and ``removed``.

    ``hole`` is the dealer's second card if both are face up; if they are a blackjack
    there is nothing to play.
    Put the cards you see in other hands into ``removed``. The hand is valued on its own, even
    after a split.
    """
    return advise_cards(
        as_rules(game),
        card_numbers(hand),
        card_number(up),
        shoe=shoe,
        removed=card_numbers(removed),
        situation=situation,
        hole=None if hole is None else card_number(hole),
    )


def advise_cards(
    rules: Rules,
    cards: tuple[Card, ...],
    up: Card,
    *,
    shoe: Shoe | None = None,
    removed: Iterable[Card] = (),
    situation: Situation | None = None,
    hole: Card | None = None,
) -> Advice:
    """As ``advise``, for cards as numbers."""
    from pitboss.odds.solver.best_play import SolverInput
    from pitboss.odds.solver.one_hand import act_values

    if len(cards) < 2:
        text = f"{show_cards(cards) or 'no card'!r} is not a hand"
        raise OddsError(text, place="hand", hint="give two cards or more, as in 'Ts 6d'")
    if low_total(cards) > 21:
        text = f"{show_cards(cards)} is a bust: it makes {low_total(cards)}"
        raise OddsError(text, place="hand", hint="give a hand of at most 21")
    behind = situation or Situation()
    both_up_refused(rules, hole)
    shown = (up,) if hole is None else (up, hole)
    left = (shoe or full_of(rules)).without((*removed, *shown, *cards))
    is_split = behind.hands > 1
    hand = hand_of(cards, is_split=is_split, is_split_ace=is_split and VALUES[cards[0]] == 1)
    # The kernels take a hand's own cards away themselves.
    ranks = list(left.ranks)
    for card in (*cards, *shown):
        ranks[card >> 2] += 1
    game = SolverInput(rules, Shoe(tuple(ranks)))
    is_blackjack = shown_number(*shown) == BLACKJACK_SHOWN
    values: dict[str, float] = {}
    if not is_blackjack:
        values = act_values(
            game, hand, shown, is_added=behind.is_added, hands=behind.hands, doubles=behind.doubles
        )
    if hole is not None:
        return Advice(best_first(values), float(is_blackjack))
    blackjack_p = _blackjack_p(left, up)
    is_early = "surrender" in values and is_early_hand(hand) and surrenders_early(rules, up)
    scale = 1.0 - blackjack_p if peeks(rules, up) and not is_early else 1.0
    # An act before the peek counts the dealer's blackjack too.
    lost = blackjack_p if is_early else 0.0
    scaled = {act: value / scale - lost for act, value in values.items()} if scale > 0 else {}
    insurance_ev, even_money = None, None
    if len(cards) == 2 and not hand.is_split:
        insurance_ev, even_money = _offers(rules, hand, up, blackjack_p, max(values.values()))
    return Advice(best_first(scaled), blackjack_p, insurance_ev, even_money)


def _blackjack_p(left: Shoe | SuitedShoe, up: Card) -> float:
    """Probability that the next card gives the dealer a blackjack."""
    need = blackjack_value(VALUES[up] - 1)
    return left.values[need] / left.size if need >= 0 and left.size else 0.0


def _offers(
    rules: Rules, hand: Hand, up: Card, blackjack_p: float, best: float
) -> tuple[float | None, bool | None]:
    """Return the expectation of a unit of insurance, and True if even money beats playing on.

    ``best`` is the value of the best act, 0 where a dealer who peeks has a blackjack.
    """
    if VALUES[up] != 1:
        return None, None
    offer = offers(rules, hand)
    closed = blackjack_p * blackjack_tie(rules, up) if peeks(rules, up) else 0.0
    return (
        offer.insurance_ev(blackjack_p) if offer.share else None,
        best + closed < 1.0 if offer.even_money else None,
    )


def advise_hand(
    rules: Rules, cards: tuple[Card, ...], up: Card, *, shoe: SuitedShoe, hole: Card | None = None
) -> HandAdvice:
    """Work out the value of every legal act; the shoe still holds every card named."""
    start = perf_counter()
    hand = hand_of(cards)
    if hand.is_bust:
        raise OddsError(
            f"{hand} is a bust: it makes {hand.total}",
            place="hand",
            hint="give a hand of at most 21",
        )
    shoe.without((*cards, up) if hole is None else (*cards, up, hole))
    advice = advise_cards(rules, cards, up, shoe=Shoe(shoe.ranks), hole=hole)
    return HandAdvice(hand, up, advice, perf_counter() - start, hole=hole)


def advice_of(
    rules: Rules,
    cards: tuple[Card, ...],
    up: Card,
    *,
    shoe: SuitedShoe,
    is_fresh: bool = False,
    hole: Card | None = None,
) -> HandAdvice:
    """Look up the value of every legal act if it is known, and work it out otherwise.

    ``is_fresh``: work it out in any case.
    """
    start = perf_counter()
    has_one_up = hole is None and not rules.deal.hole_card_up
    advice = known_advice(rules, cards, up, shoe=shoe) if has_one_up and not is_fresh else None
    if advice is None:
        return advise_hand(rules, cards, up, shoe=shoe, hole=hole)
    return HandAdvice(hand_of(cards), up, advice, perf_counter() - start, CACHED)


def known_advice(
    rules: Rules, cards: tuple[Card, ...], up: Card, *, shoe: SuitedShoe
) -> Advice | None:
    """Return advice on the first two cards of a known game; None if it must be worked out.

    The shoe still holds the cards and the up card.
    """
    hand = hand_of(cards)
    if len(cards) != 2 or _depends_on_ranks(rules, hand):
        return None
    game = known_game(rules, shoe)
    left = shoe.without((*cards, up))
    if game is None or not left.size:
        return None
    values = dict(game.values(hand, up))
    blackjack_p = _blackjack_p(left, up)
    best = max(values.values()) * (1.0 - blackjack_p if peeks(rules, up) else 1.0)
    return Advice(values, blackjack_p, *_offers(rules, hand, up, blackjack_p, best))


def _depends_on_ranks(rules: Rules, hand: Hand) -> bool:
    """Return True for two tens if their ranks decide a split: known games take all tens as one."""
    first, second = hand.cards
    if VALUES[first] != TEN + 1 or VALUES[second] != TEN + 1:
        return False
    other = hand_of((TEN * 4, (TEN + 1) * 4))
    return (split_refusal(rules, hand, hands=1) is None) != (
        split_refusal(rules, other, hands=1) is None
    )
