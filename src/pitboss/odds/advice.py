"""Advice at the table: what every legal act is worth for the shoe as it stands.

What advice on a hand says: the acts with their values, insurance and even money.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from pitboss.arguments import Within, checked
from pitboss.cards import VALUES, Card, show_cards
from pitboss.errors import OddsError
from pitboss.hands import Hand, hand_of, low_total
from pitboss.notebook import table_html, to_pandas, to_polars
from pitboss.odds.games import COMPUTED
from pitboss.odds.shoe import Shoe, full_of
from pitboss.odds.solver.arrays import (
    HOUSE,
    OWN,
    SPLIT,
    SPLIT_ACE,
    Origin,
)
from pitboss.odds.solver.best_play import NATURAL, Game, dealt_origin
from pitboss.odds.solver.busted_plus_one import extra_loss
from pitboss.odds.solver.export import LETTERS
from pitboss.odds.solver.hand_values import SplitActs, room_for, value_dealt, value_split
from pitboss.odds.solver.hands import place_of
from pitboss.odds.solver.offers import offers
from pitboss.odds.solver.splits import box_value, extra_max
from pitboss.playing_cards import GivenCard, GivenCards, card_given, cards_given
from pitboss.rulebook.catalog import Game as GivenGame
from pitboss.rulebook.catalog import rules_given
from pitboss.rulebook.questions.acts import is_early_hand, split_refused
from pitboss.rulebook.questions.dealing import peeks, surrenders_early
from pitboss.rulebook.rules import Rules
from pitboss.strategy import ACTS, BLACKJACK_SHOWN, shown_number


@dataclass(frozen=True, slots=True, repr=False)
class Advice:
    """The plays of a hand with their values, best first.

    >>> import pitboss
    >>> advice = pitboss.advise("nz", "Ts 6d", "9c")
    >>> advice.best, round(advice.values["stand"], 4)
    ('hit', -0.5425)
    """

    values: dict[str, float]
    """By act, per unit of the initial wager. Given that the dealer has no blackjack where he has
    looked; with his blackjack counted in where he has not."""
    blackjack_p: float
    """That the dealer has a blackjack, before he looks."""
    insurance_ev: float | None = None
    """Of a unit of insurance; None where none is offered."""
    even_money: bool | None = None
    """Whether even money is better than playing on; None where it is not offered."""

    @property
    def best(self) -> str:
        """The best play."""
        return next(iter(self.values))

    @property
    def second_cost(self) -> float | None:
        """What the second-best play costs; None if there is no choice."""
        worth = list(self.values.values())
        return worth[0] - worth[1] if len(worth) > 1 else None

    def rows(self) -> list[dict[str, object]]:
        """A row for each play: ``act``, ``ev`` and what it ``costs`` against the best."""
        most = max(self.values.values(), default=0.0)
        return [{"act": act, "ev": ev, "costs": most - ev} for act, ev in self.values.items()]

    def to_polars(self) -> Any:
        """The plays as a Polars data frame."""
        return to_polars(self.rows())

    def to_pandas(self) -> Any:
        """The plays as a pandas data frame."""
        return to_pandas(self.rows())

    def __repr__(self) -> str:
        told = ", ".join(f"{act} {ev:+.4f}" for act, ev in self.values.items())
        return f"<Advice: {told}>"

    def __hash__(self) -> int:
        return hash((frozenset(self.values.items()), self.blackjack_p, self.insurance_ev))

    def _repr_html_(self) -> str:
        return table_html("Advice", self.rows())


@checked
@dataclass(frozen=True, slots=True)
class Situation:
    """A hand after a split or a double, as far as its value depends on it."""

    is_added: bool = False
    """Whether its wager was added by splitting."""
    hands: Annotated[int, Within(1)] = 1
    """How many hands the box has now; one is a hand that was not split."""
    doubles: Annotated[int, Within(0)] = 0
    """How often the hand was doubled."""


@dataclass(frozen=True, slots=True)
class HandAdvice:
    """The value of every legal act for one hand, with the hand and the time it took."""

    hand: Hand
    up: Card
    advice: Advice
    seconds: float
    source: str = COMPUTED
    """``games.CACHED`` or ``games.COMPUTED``."""
    hole: Card | None = None
    """The dealer's second card, where both lie face up."""


@checked
def advise(
    game: GivenGame,
    hand: GivenCards,
    up: GivenCard,
    *,
    shoe: Shoe | None = None,
    removed: GivenCards = (),
    situation: Situation | None = None,
    hole: GivenCard | None = None,
) -> Advice:
    """The value of every legal play, from a full shoe less the hand, the up card and ``removed``.

    ``hole`` is the dealer's second card, if both are face up; if they are a blackjack
    there is nothing to play.
    Put the cards you see in other hands into ``removed``. The hand is valued on its own, even
    after a split.
    """
    return advise_cards(
        rules_given(game),
        cards_given(hand),
        card_given(up),
        shoe=shoe,
        removed=cards_given(removed),
        situation=situation,
        hole=None if hole is None else card_given(hole),
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
    """The same by the engine's numbers of the cards."""
    if len(cards) < 2:
        told = f"{show_cards(cards) or 'no card'!r} is not a hand"
        raise OddsError(told, place="hand", hint="give two cards or more, as in 'Ts 6d'")
    if low_total(cards) > 21:
        told = f"{show_cards(cards)} is a bust: it makes {low_total(cards)}"
        raise OddsError(told, place="hand", hint="give a hand of at most 21")
    place_now = situation or Situation()
    both_up_refused(rules, hole)
    shown = (up,) if hole is None else (up, hole)
    left = (shoe or full_of(rules)).without((*removed, *shown, *cards))
    hand = hand_of(
        cards,
        is_split=place_now.hands > 1,
        is_split_ace=place_now.hands > 1 and VALUES[cards[0]] == 1,
    )
    # The kernels take a hand's own cards away themselves.
    whole = list(left.ranks)
    for card in (*cards, *shown):
        whole[card >> 2] += 1
    game = Game(rules, Shoe(tuple(whole)))
    if hole is not None:
        is_over = shown_number(up, hole) == BLACKJACK_SHOWN
        worth = {} if is_over else _acts(game, hand, shown, place_now)
        return Advice(dict(sorted(worth.items(), key=lambda item: -item[1])), float(is_over))
    values = _acts(game, hand, shown, place_now)
    blackjack_p = _blackjack_p(left, up)
    is_early = "surrender" in values and is_early_hand(hand) and surrenders_early(rules, up)
    scale = 1.0 - blackjack_p if peeks(rules, up) and not is_early else 1.0
    # What is decided before the dealer looks counts his blackjack too.
    lost = blackjack_p if is_early else 0.0
    scaled = {act: value / scale - lost for act, value in values.items()} if scale > 0 else {}
    insurance_ev, even_money = None, None
    if VALUES[up] == 1 and len(cards) == 2 and not hand.is_split:
        offer = offers(rules, hand)
        insurance_ev = offer.insurance_ev(blackjack_p) if offer.share else None
        if offer.even_money:
            tie = float(game.play.blackjack_tie[0])
            closed = blackjack_p * tie if peeks(rules, up) else 0.0
            even_money = max(values.values()) + closed < 1.0
    ordered = dict(sorted(scaled.items(), key=lambda item: -item[1]))
    return Advice(ordered, blackjack_p, insurance_ev, even_money)


def both_up_refused(rules: Rules, hole: Card | None) -> None:
    """Refuse a question without the dealer's second card where it shows, or with it elsewhere."""
    if rules.deal.hole_card_up != (hole is not None):
        says = "shows both cards: give both" if hole is None else "shows one card: give one"
        told = f"the dealer {says} [{rules.clause('deal.hole_card_up')}]"
        raise OddsError(told, place="up", hint="write the up card as in 9c, or both as in '9c 7d'")


def _blackjack_p(left: Shoe, up: Card) -> float:
    need = NATURAL.get(VALUES[up] - 1)
    return left.values[need] / left.size if need is not None and left.size else 0.0


def _acts(
    game: Game, hand: Hand, shown: tuple[Card, ...], situation: Situation
) -> dict[str, float]:
    """Values as the kernels count them: nothing where a dealer who looks has a blackjack."""
    play, up_value = game.play, shown_number(*shown)
    pair = VALUES[hand.cards[0]] - 1
    added = int(situation.is_added)
    origin = dealt_origin()
    if hand.is_split:
        kind = SPLIT_ACE if hand.is_split_ace else SPLIT
        stake, free = (float(play.stake[added, pair, whose]) for whose in (OWN, HOUSE))
        origin = Origin(kind, added, -1, stake, free)
    dealt = room_for(play)
    value_dealt(game.deal(up_value), origin, dealt)
    mine = dealt.act_values[place_of(hand.cards)]
    if situation.doubles:
        if not play.doubled_legal.shape[0]:
            return {}
        mine = dealt.doubled.act_values[situation.doubles - 1, place_of(hand.cards)]
    worth = {ACTS[LETTERS[act]]: float(v) for act, v in enumerate(mine) if np.isfinite(v)}
    if split_refused(game.rules, hand, hands=situation.hands) is None:
        worth["split"] = _split(game, hand, shown, situation, other=max(worth.values()))
    return worth


def _split(
    game: Game, hand: Hand, shown: tuple[Card, ...], situation: Situation, *, other: float
) -> float:
    pair, up_value = VALUES[hand.cards[0]] - 1, shown_number(*shown)
    room = int(game.play.split_hands[pair]) - situation.hands + 1
    count = game.lattice.counts.shape[0]
    second = np.zeros((2, extra_max(room) + 1, 10))
    play = game.play
    if situation.is_added:
        # Both hands of an added wager's split are added ones.
        stake, take = play.stake.copy(), play.take.copy()
        stake[0], take[0] = stake[1], take[1]
        play = play._replace(stake=stake, take=take)
    deal = game.deal(up_value)._replace(play=play)
    acts = SplitActs(
        np.zeros((2, count), dtype=np.int64),
        np.zeros((2, play.doubled_legal.shape[0], count), dtype=np.int64),
    )
    left = game.beside(up_value)
    left[pair] -= 2
    cards = float(left[pair])
    if pair == 9 and play.is_rank_pair:
        same = hand.cards[0] >> 2
        cards = float(game.shoe.ranks[same] - 2 - sum(card >> 2 == same for card in shown))

    def values(*, is_fixed: bool) -> dict[int, float]:
        value_split(deal, pair, acts, second, is_fixed=is_fixed)
        return {
            limit: box_value(limit, second, left, pair=pair, pair_cards=cards)
            for limit in (2, room)
        }

    worth = values(is_fixed=False)
    if not play.is_coupled or not play.is_open[up_value]:
        return max(worth.values())
    if max(worth.values()) > other and not situation.is_added:
        game.reply(up_value, pair, acts)
        worth = values(is_fixed=True)
    return max(
        value
        - extra_loss(
            play, up_value, pair, acts, left, hands_max=limit,
            joint_max=limit if value > other else 2,
        )
        for limit, value in worth.items()
    )  # fmt: skip
