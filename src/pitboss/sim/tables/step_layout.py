"""The memory layout of tables that wait for their players: look-ups, state and observations."""

from typing import Any, NamedTuple

from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Bytes, Ints, KernelSpec, State, Words

SIZE, LIMIT, SHIFT, WIDTH, BETS, SPOTS, HAS_HOLE, ALWAYS_SECOND, TAKES_ONE = range(9)
OPEN, COMPARED, GIVEN_UP, EVEN_MONEY, KEEP, OFFERS, FIRST_BET, ACTIONS, UNIT, STEPS_MAX = range(
    9, 19
)
WAGERS, LAYS, SIDES, METER_FIRST, METER_AGAIN, BARE = range(19, 25)
NUMBERS = 25
"""Places of ``Choices.numbers``: cards in the shoe; cards dealt from which on it is spent, 0 if an
episode is a round; bits by which a card is shifted for a row, and the places of one; wagers to
choose from; dealer hands; 1 with a hole card; 1 if the dealer always takes a second card; 1 if his
blackjack takes one wager; the first class that depends on his second card, the first that is
compared; the classes of a hand surrendered early and of even money; the action that keeps a hand,
the first that answers insurance, the first bet, 0 without these; number of actions; the least wager
in cents; the steps after which an episode is cut off; number of actions that bet, choices of side
wagers with each bet, side wagers; the meter when an episode begins and after it was won; and as
bits the bets without a wager that stays up over rounds."""

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
"""The acts of a hand, in the order of actions."""
DECLINE, INSURE, TAKE_EVEN = range(3)
"""Answers to insurance, in order."""

NODE_MASK, NODE_TOTAL, NODE_SOFT, NODE_CARDS, NODE_ADDED, NODE_FREE, NODE_LAMMERS = range(5, 12)
NODE_WIDTH = 16
"""Fields of a hand that may act, after the entry of each act: the legal acts as bits, total, 1 if
soft, number of cards, 1 if its wager was added by a split, 1 if the house has put a free wager on
it, and as bits the acts that the house pays for."""
PAIR_STAYS, PAIR_ADDED, PAIR_LIMIT, PAIR_REFUSED, PAIR_NODE, PAIR_WIDTH = 0, 1, 2, 3, 4, 8
"""Fields of a pair: those of a split, and the hand that may act while the box may grow."""

STAKE_ANTE, STAKE_WON, STAKE_LOST, STAKE_PLAIN, STAKE_BLACKJACK, STAKE_AFTER = range(6)
STAKE_IS_HALF, STAKE_WIDTH = 6, 8
"""Fields of a wager: the ante, the win and loss of insurance, the answers open to two cards, a
blackjack and an insured blackjack, as bits, and 1 if a blackjack that is insured for exactly half
is paid even money."""

LAY_SIDES, LAY_NEEDS, LAY_RAISE, LAY_STAYS, LAY_WIDTH = range(5)
"""Fields of a choice of side wagers: its wagers as bits, the part of the dealer's hand that he has
to show, the rise of the meter, and as bits the wagers that stay up over rounds."""
NEEDS_SECOND, NEEDS_ALL = 1, 2
"""The dealer's second card, or his final hand."""

BLACKJACK_BIT, SOFT_BIT, TOTAL_SHIFT = 1, 2, 2
"""Fields of two cards in ``Choices.dealt``: a bit for a blackjack, one for soft, and the total."""

BET, OFFER, PLAY, OVER = range(4)
"""Phases of a table, which waits for: a bet, an answer before the peek, an act, a new episode."""

(
    PHASE, POS, NODE, WAGER, LAY, HANDS, HAND, WAITING, UP, FIRST, HOLE, ONE, TWO, IS_INSURED,
    IS_EARLY, ASKED, LOOKED, LAMMERS, BUSTS, PENDING, TOP, STOPPED, BEGAN, DREW, GAINED, BEFORE,
    STEPS, IS_DONE, METER, RIDING, WINS, NUMBER,
) = range(32)  # fmt: skip  # Named in the order of the docstring below.
HELD, ADDED, SEEN_BEFORE, TABLE_WIDTH = 32, 48, 64, 74
"""State of a table, money in cents: the phase, the position of the next card, the hand that is to
act, the wager and the choice of side wagers, hands of the box, the number of the hand in play and
of those that follow, the rank of the up card, the value of the first card, the hole card, both
first cards; 1 if they are insured, 1 if they may be surrendered before the peek, the open answers
to insurance as bits, and 1 if the dealer has peeked; 1 if the house has put up a free wager; busted
hands and their losses not paid yet; the highest class; 1 if a dealer's blackjack stopped the play;
the position of the round's first card, and of the first that the dealer draws; the winnings, and
those before the round; steps of the episode; 1 if it has ended; the meter; the side wagers that
stay up from earlier rounds, as bits, and the rounds won in a row since they were bet; the number
that drew the last prize. Then the classes of finished hands, the entries of hands that wait, and
the cards seen before the round."""

FEATURES, VALUES, STREAKS = 10, 10, 2
"""Lengths in an observation: the numbers before the cards seen, the cards seen, and behind the mask
of actions, if wagers stay up over rounds, the wagers that are up and the rounds won in a row."""

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""Modes in which a table that has ended opens again: with the next step, with the same one,
never."""


class Choices(NamedTuple):
    """A rulebook's answers about every hand and every act, tabulated. Money is in cents."""

    first: Words
    """(16 * width * width,): by up card, the entry that two cards lead to."""
    next: Words
    """(rows * width,): the entry that one more card leads to."""
    nodes: Words
    """(nodes * 16,): the entry of each act, then the fields of ``NODE_*``."""
    pairs: Words
    """(pairs * 8,): the fields of ``PAIR_*``."""
    pay: Ints
    """(classes * bets * 16,): the net result of each class against each dealer's result."""
    taken: Bytes
    """(classes,): 1 if it can be the one hand that a dealer's blackjack takes with the busted
    ones."""
    bust: Bytes
    """(classes,): 1 if the hand has busted."""
    unplayed: Words
    """Shaped like ``first``: the class of two cards that a dealer's blackjack stops."""
    second: Words
    """(16 * 16,): by up card, the entry that the dealer's second card leads to."""
    dealer: Words
    """(rows * 16,): the dealer's next entry."""
    peeks: Bytes
    """(16,): 1 if the dealer peeks before play, by the up card."""
    early: Bytes
    """(16,): 1 if hands may be surrendered before the dealer peeks."""
    dealt: Words
    """(16 * 16,): total of two cards, with a bit for soft and one for a blackjack."""
    stakes: Ints
    """(bets * 8,): the fields of ``STAKE_*``."""
    values: Ints
    """(16,): the points of each rank."""
    signs: Ints
    """(classes * 16,): 1 for a hand won, -1 for one lost, if a side wager is on that."""
    lays: Ints
    """(choices of side wagers * 4,): the fields of ``LAY_*``."""
    side_how: Ints
    """This and the next five as in ``SideTables``."""
    side_fields: Ints
    side_next: Words
    side_pays: Ints
    side_prizes: Ints
    side_moves: Ints
    numbers: Ints
    """(25,): the numbers of the game, from ``SIZE`` to ``BARE``."""
    shoe: Bytes
    """(cards + 1,): the full shoe and a ten, which replaces every card missing from it."""


class TableBatch(NamedTuple):
    """State of many tables, each in its row."""

    cards: Bytes
    """(tables, cards + 1): whole cards, in order as far as they are about to be dealt."""
    rng: State
    """(tables, 4): a stream of random numbers for each."""
    at: Ints
    """(tables, 4): number of cards in order."""
    table: Ints
    """(tables, 74): the state, in the places from ``PHASE`` on."""


class Observations(NamedTuple):
    """Observations of the players of many tables."""

    seen: Any
    """(tables, 20 + actions): features, cards seen by value, and the mask of actions; two more if
    wagers stay up over rounds."""
    mask: Any
    """(tables, actions): 1 for each legal action."""
    rewards: Any
    """(tables,): amount settled by the step, in least wagers."""
    ended: Any
    """(tables,): true if the episode is over."""
    cut: Any
    """(tables,): true if it was cut off."""
    refused: Any
    """(tables,): true if the action was not legal, and changed nothing."""
    final: Any
    """As ``seen``: the last of an episode, if the same step opens the next."""


def step_spec(tables: Choices) -> KernelSpec:
    """Return the constants of the kernel: the same for all rulebooks, except for side wagers.

    Whole cards are dealt, and everything else is looked up.
    """
    return KernelSpec(
        shift=layout.SUIT_BITS,
        has_sides=bool(tables.numbers[SIDES]),
        has_results=bool((tables.side_fields >= layout.STREAK).any()),
        has_streaks=bool(tables.side_how[layout.SIDE_STAYS :: layout.SIDE_WIDTH].any()),
    )


def seen_width(tables: Choices, spec: KernelSpec) -> int:
    """Return the length of an observation."""
    return FEATURES + VALUES + int(tables.numbers[ACTIONS]) + STREAKS * spec.has_streaks
