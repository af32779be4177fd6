"""Observations: the hand to act, the up card, and every card seen since the shuffle.

All is read from the view of the seat, so that an agent knows no card that a player could not see.
"""

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pitboss.cards import VALUES
from pitboss.engine.state import BETTING, OFFERING
from pitboss.gym.table import LearnerTable, Setup
from pitboss.sim.tables import layout

Ints = NDArray[np.int64]
Mask = NDArray[np.int8]

FEATURES = (
    "phase",
    "total",
    "is_soft",
    "cards",
    "first",
    "up",
    "hands",
    "hand",
    "is_added",
    "is_free",
)
"""First entries of an observation; docs/reference/environments.md explains them."""
SEEN = slice(len(FEATURES), len(FEATURES) + 10)
"""Cards seen since the shuffle, by value from aces to tens. The mask of actions follows and, with
streak wagers, those that are up and the rounds won in a row."""

BET, OFFER, PLAY, OVER = range(4)
"""Phases of a round."""
STAND = 0


def observation_space(setup: Setup) -> spaces.Box:
    """Return the space of observations at a table: features, cards seen, and the action mask."""
    hands = setup.rules.split.hands_max
    features = [OVER, 31, 1, 22, 10, 10, hands, hands, 1, 1]
    seen = [4 * setup.rules.decks_in_play] * 9 + [16 * setup.rules.decks_in_play]
    streaks = [(1 << len(setup.sides)) - 1, layout.STREAK_MAX] if setup.streaks else []
    mask = [1] * len(setup.actions)
    high = np.array([*features, *seen, *mask, *streaks], dtype=np.int64)
    return spaces.Box(np.zeros_like(high), high, dtype=np.int64)


def mask_of(table: LearnerTable, seat: str) -> Mask:
    """Return the mask of actions: 1 if a seat may take the action now."""
    mask = np.zeros(len(table.actions), dtype=np.int8)
    # A round that has ended with the deal takes one more action, which changes nothing.
    mask[[STAND] if table.is_round_over else list(table.menu(seat))] = 1
    return mask


def observe(table: LearnerTable, seat: str, mask: Mask) -> Ints:
    """Return the observation of a seat."""
    streaks = _streaks(table, seat) if table.setup.streaks else []
    numbers = [*_features(table, seat), *_seen(table, seat), *mask, *streaks]
    return np.array(numbers, dtype=np.int64)


def _features(table: LearnerTable, seat: str) -> list[int]:
    state = table.state
    if state.phase == BETTING:
        return [OVER if table.is_round_over else BET, *[0] * (len(FEATURES) - 1)]
    box = state.box(table.setup.seats.index(seat) + 1)
    assert box is not None
    place = state.turn[1] if state.turn[0] == box.number else 1
    played = box.hands[place - 1]
    hand, bet = played.hand, played.bets[0]
    return [
        OFFER if state.phase == OFFERING else PLAY,
        min(hand.total, 31),
        int(hand.is_soft),
        len(hand.cards),
        VALUES[hand.cards[0]],
        VALUES[state.up],
        len(box.hands),
        place,
        int(not bet.is_original),
        int(bet.free > 0),
    ]


def _streaks(table: LearnerTable, seat: str) -> list[int]:
    """Return the streak wagers that are up, as bits, and the rounds won in a row."""
    up = [
        side
        for side in table.view(seat).sides.values()
        if side.player == seat and side.wager in table.setup.streaks and not side.results
    ]
    bits = sum(1 << table.setup.sides.index(side.wager) for side in up)
    return [bits, max((side.wins for side in up), default=0)]


def _seen(table: LearnerTable, seat: str) -> list[int]:
    """Return the number of cards of each value that the seat has seen since the shuffle."""
    counts = [0] * 11
    for card in table.state.discards:
        counts[VALUES[card]] += 1
    if table.state.phase != BETTING:
        shown = table.view(seat)
        # Cards of a hand that was cleared away are among the discards.
        hands = [h for box in shown.boxes.values() for h in box.hands.values() if not h.is_removed]
        for card in (*shown.dealer, *(card for hand in hands for card in hand.cards.values())):
            if card >= 0:
                counts[VALUES[card]] += 1
    return counts[1:]
