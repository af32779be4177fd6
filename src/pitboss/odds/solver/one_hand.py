"""The value of each act for one hand, split or doubled before or not."""

import numpy as np

from pitboss.cards import VALUES, Card
from pitboss.hands import Hand
from pitboss.odds.solver.arrays import HOUSE, OWN, SPLIT, SPLIT_ACE, Origin
from pitboss.odds.solver.best_play import SolverInput, dealt_origin, value_pair
from pitboss.odds.solver.export import LETTERS
from pitboss.odds.solver.hand_values import SplitActs, dealt_workspace, value_dealt
from pitboss.odds.solver.hands import place_of
from pitboss.odds.solver.splits import box_value, extra_max
from pitboss.rulebook.questions.acts import split_refusal
from pitboss.strategy import ACTS, shown_number


def act_values(
    game: SolverInput,
    hand: Hand,
    shown: tuple[Card, ...],
    *,
    is_added: bool,
    hands: int,
    doubles: int,
) -> dict[str, float]:
    """Return the value of each act, in which a blackjack of a dealer who peeks counts 0.

    ``shown`` are the dealer's cards that are face up. ``is_added``: a split added the hand's wager;
    ``hands`` is the number of hands of the box, ``doubles`` of doubles before.
    """
    up = shown_number(*shown)
    play = game.at(up)
    origin = dealt_origin()
    if hand.is_split:
        kind = SPLIT_ACE if hand.is_split_ace else SPLIT
        stakes = play.stake[int(is_added), VALUES[hand.cards[0]] - 1]
        origin = Origin(kind, int(is_added), -1, float(stakes[OWN]), float(stakes[HOUSE]))
    dealt = dealt_workspace(play)
    held = np.bincount([VALUES[card] - 1 for card in hand.cards], minlength=10)
    value_dealt(game.deal(up), origin, dealt, held)
    values = dealt.act_values[place_of(hand.cards)]
    if doubles:
        if not play.doubled_legal.shape[0]:
            return {}
        values = dealt.doubled.act_values[doubles - 1, place_of(hand.cards)]
    by_act = {ACTS[LETTERS[act]]: float(v) for act, v in enumerate(values) if np.isfinite(v)}
    if split_refusal(game.rules, hand, shown[0], hands=hands) is None:
        by_act["split"] = _split(
            game, hand, shown, is_added=is_added, hands=hands, other=max(by_act.values())
        )
    return by_act


def _split(
    game: SolverInput,
    hand: Hand,
    shown: tuple[Card, ...],
    *,
    is_added: bool,
    hands: int,
    other: float,
) -> float:
    """Return the value of splitting a pair; ``other`` is that of the best other act."""
    pair, up = VALUES[hand.cards[0]] - 1, shown_number(*shown)
    play = game.at(up)
    hands_max = int(play.split_hands[pair]) - hands + 1
    count = game.lattice.counts.shape[0]
    second = np.zeros((2, extra_max(hands_max) + 1, 10))
    if is_added:
        # Both hands of an added wager's split are added ones.
        stake, loss = play.stake.copy(), play.loss_to_blackjack.copy()
        stake[0], loss[0] = stake[1], loss[1]
        play = play._replace(stake=stake, loss_to_blackjack=loss)
    deal = game.deal(up)._replace(play=play)
    acts = SplitActs(
        np.zeros((2, count), dtype=np.int64),
        np.zeros((2, play.doubled_legal.shape[0], count), dtype=np.int64),
    )
    left = game.shoe_left(up)
    left[pair] -= 2
    cards = float(left[pair])
    if pair == 9 and play.is_rank_pair:
        same = hand.cards[0] >> 2
        cards = float(game.shoe.ranks[same] - 2 - sum(card >> 2 == same for card in shown))

    def box(limit: int) -> float:
        return box_value(limit, second, left, pair=pair, pair_cards=cards)

    return max(
        value_pair(
            deal, pair, acts, second, box, hands_max=hands_max, other=other, can_reply=not is_added
        )
    )
