"""Advice at the table: what every legal act is worth for the shoe as it stands."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from pitboss.cards import VALUES, Card
from pitboss.hands import Hand, hand_of
from pitboss.odds import kernels
from pitboss.odds.ace_offers import offers
from pitboss.odds.coupling import extra_loss
from pitboss.odds.export import LETTERS
from pitboss.odds.lattice import place_of
from pitboss.odds.play import NATURAL, Game, dealt_origin
from pitboss.odds.shoe import Shoe, full
from pitboss.odds.split import box_value, extra_max
from pitboss.odds.workspace import (
    HOUSE,
    OWN,
    SPLIT,
    SPLIT_ACE,
    Origin,
    SplitHands,
    Workspace,
)
from pitboss.rulebook.acts import split_refused
from pitboss.rulebook.dealing import peeks
from pitboss.rulebook.rules import Rules
from pitboss.strategy import ACTS


@dataclass(frozen=True, slots=True)
class Advice:
    """The acts of a hand with their values, best first."""

    values: dict[str, float]
    """By act, per unit of the initial wager. Given that the dealer has no blackjack where he has
    looked; with his blackjack counted in where he has not."""
    blackjack_p: float
    """That the dealer has a blackjack, before he looks."""
    insurance_ev: float | None
    """Of a unit of insurance; None where none is offered."""
    even_money: bool | None
    """Whether even money is better than playing on; None where it is not offered."""

    @property
    def best(self) -> str:
        """The best act."""
        return next(iter(self.values))

    @property
    def second_cost(self) -> float | None:
        """What the second-best act costs; None where there is no choice."""
        worth = list(self.values.values())
        return worth[0] - worth[1] if len(worth) > 1 else None


@dataclass(frozen=True, slots=True)
class Situation:
    """A hand after a split, as far as its value depends on it."""

    is_added: bool = False
    """Whether its wager was added by splitting."""
    hands: int = 1
    """How many hands the box has now; one is a hand that was not split."""


def advise(
    rules: Rules,
    cards: tuple[Card, ...],
    up: Card,
    *,
    shoe: Shoe | None = None,
    removed: Iterable[Card] = (),
    situation: Situation | None = None,
) -> Advice:
    """The value of every legal act, from a full shoe less the hand, the up card and ``removed``.

    The cards of other hands, seen, belong in ``removed``. The hand is valued on its own: for a
    split hand, what it shares with the box's other hands is left aside.
    """
    place_now = situation or Situation()
    left = (shoe or full(rules.decks_in_play)).without((*removed, up, *cards))
    hand = hand_of(
        cards,
        is_split=place_now.hands > 1,
        is_split_ace=place_now.hands > 1 and VALUES[cards[0]] == 1,
    )
    # The kernels take a hand's own cards away themselves.
    whole = list(left.ranks)
    for card in (*cards, up):
        whole[card >> 2] += 1
    game = Game(rules, Shoe(tuple(whole)))
    values = _acts(game, hand, up, place_now)
    blackjack_p = _blackjack_p(left, up)
    scale = 1.0 - blackjack_p if peeks(rules, up) else 1.0
    scaled = {act: value / scale for act, value in values.items()} if scale > 0 else {}
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


def _blackjack_p(left: Shoe, up: Card) -> float:
    need = NATURAL.get(VALUES[up] - 1)
    return left.values[need] / left.size if need is not None and left.size else 0.0


def _acts(game: Game, hand: Hand, up: Card, situation: Situation) -> dict[str, float]:
    """Values as the kernels count them: nothing where a dealer who looks has a blackjack."""
    play, up_value = game.play, VALUES[up] - 1
    pair = VALUES[hand.cards[0]] - 1
    added = int(situation.is_added)
    origin = dealt_origin()
    if hand.is_split:
        kind = SPLIT_ACE if hand.is_split_ace else SPLIT
        stake, free = (float(play.stake[added, pair, whose]) for whose in (OWN, HOUSE))
        origin = Origin(kind, added, -1, stake, free)
    count = game.lattice.counts.shape[0]
    deal = game.deal(up_value)
    outcomes = np.zeros((count, kernels.RESULTS))
    kernels.dealer_outcomes(deal.shoe - game.lattice.counts, game.draws, up_value, outcomes)
    places = np.arange(count)
    work = Workspace(
        kernels.standing_of(play, origin.kind),
        acts=np.zeros(count, dtype=np.int64),
        values=np.zeros(count),
        act_values=np.zeros((count, len(LETTERS))),
        costs=kernels.UNUSED,
        is_fixed=False,
    )
    kernels.stand_parts(places, outcomes, work.standing)
    kernels.play_hands(places, deal, origin, work)
    mine = work.act_values[place_of(hand.cards)]
    worth = {ACTS[LETTERS[act]]: float(v) for act, v in enumerate(mine) if np.isfinite(v)}
    if split_refused(game.rules, hand, hands=situation.hands) is None:
        worth["split"] = _split(game, hand, up, situation, other=max(worth.values()))
    return worth


def _split(game: Game, hand: Hand, up: Card, situation: Situation, *, other: float) -> float:
    pair, up_value = VALUES[hand.cards[0]] - 1, VALUES[up] - 1
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
    acts = np.zeros((2, count), dtype=np.int64)
    left = game.beside(up_value)
    left[pair] -= 2
    cards = float(left[pair])
    if pair == 9 and play.is_rank_pair:
        same = hand.cards[0] >> 2
        cards = float(game.shoe.ranks[same] - 2 - (up >> 2 == same))

    def values(*, is_fixed: bool) -> dict[int, float]:
        kernels.split_hands(deal, pair, SplitHands(acts, second, is_fixed=is_fixed))
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
