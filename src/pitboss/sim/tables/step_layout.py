"""The shapes of tables that wait for their players: what is looked up, kept and told."""

from typing import Any, NamedTuple

from pitboss.sim.tables import layout
from pitboss.sim.tables.layout import Bytes, Ints, KernelSpec, State, Words

SIZE, LIMIT, SHIFT, WIDTH, BETS, SPOTS, HAS_HOLE, ALWAYS_SECOND, TAKES_ONE = range(9)
OPEN, COMPARED, GIVEN_UP, EVEN_MONEY, KEEP, OFFERS, FIRST_BET, ACTIONS, UNIT, STEPS_MAX = range(
    9, 19
)
WAGERS, LAYS, SIDES, METER_FIRST, METER_AGAIN, BARE = range(19, 25)
NUMBERS = 25
"""Places of ``Choices.numbers``: cards in the shoe; cards dealt from which on it is spent, 0 where
an episode is a round; how far a card is shifted for a row, and the places of one; wagers to choose
from; dealer hands; whether there is a hole card; whether the dealer always takes a second card;
whether his blackjack takes one wager; the first class that depends on his second card, the first
that is compared; the classes of a hand surrendered early and of even money; the action that keeps a
hand, the first of those that answer insurance, the first bet, 0 where there is none; how many
actions; the least wager in cents; after how many steps an episode is cut off; how many actions lay
a wager, how many choices of side wagers each bet has, how many side wagers there are, what the
meter shows when an episode begins and after it was won, and as bits which actions lay no wager that
stays up over rounds."""

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
"""The acts of a hand, in the order of actions."""
DECLINE, INSURE, TAKE_EVEN = range(3)
"""Answers to insurance, in order."""

NODE_MASK, NODE_TOTAL, NODE_SOFT, NODE_CARDS, NODE_ADDED, NODE_FREE, NODE_LAMMERS = range(5, 12)
NODE_WIDTH = 16
"""What is known of a hand that may act: the entry of each act, which may be taken as bits, total,
whether it is soft, cards, whether its wager was added by a split, whether the house has put a free
one on it, and as bits which acts the house pays for."""
PAIR_STAYS, PAIR_ADDED, PAIR_LIMIT, PAIR_REFUSED, PAIR_NODE, PAIR_WIDTH = 0, 1, 2, 3, 4, 8
"""What is known of a pair: as of a split, and the hand that may act while the box may grow."""

STAKE_ANTE, STAKE_WON, STAKE_LOST, STAKE_PLAIN, STAKE_BLACKJACK, STAKE_AFTER = range(6)
STAKE_IS_HALF, STAKE_WIDTH = 6, 8
"""What goes with a wager: the ante, what insurance wins and loses, the answers that two cards, a
blackjack and an insured blackjack have, as bits, and whether a blackjack that is insured for
exactly half is paid even money."""

LAY_SIDES, LAY_NEEDS, LAY_RAISE, LAY_STAYS, LAY_WIDTH = range(5)
"""What is known of a choice of side wagers: which they are as bits, what of the dealer's hand they
make him show, what they add to the meter, and as bits which of them stay up over rounds."""
NEEDS_SECOND, NEEDS_ALL = 1, 2
"""The dealer's second card, or his final hand."""

BLACKJACK_BIT, SOFT_BIT, TOTAL_SHIFT = 1, 2, 2
"""Two cards in ``Choices.dealt``: whether they are a blackjack, whether soft, and the total."""

BET, OFFER, PLAY, OVER = range(4)
"""What a table waits for: a wager, an answer before the dealer looks, an act, a new episode."""

(
    PHASE, POS, NODE, WAGER, LAY, HANDS, HAND, WAITING, UP, FIRST, HOLE, ONE, TWO, IS_INSURED,
    IS_EARLY, ASKED, LOOKED, LAMMERS, BUSTS, PENDING, TOP, STOPPED, BEGAN, DREW, GAINED, BEFORE,
    STEPS, IS_DONE, METER, RIDING, WINS, NUMBER,
) = range(32)  # fmt: skip
HELD, ADDED, SEEN_BEFORE, TABLE_WIDTH = 32, 48, 64, 74
"""What is kept of a table, in cents where it is money: what it waits for, where the next card lies,
the hand that is to act, the wager and the choice of side wagers, hands of the box, which of them
plays and how many follow, the rank of the up card, the value of the first card, the hole card, both
first cards; whether they are insured, may be surrendered before the dealer looks, what insurance
may be answered with as bits, and whether the dealer has looked; whether the house has put up a free
wager; hands over 21 and what they lose but have not paid; the highest class; whether a dealer's
blackjack stopped the play; where the round's first card lies, and the first that the dealer draws;
what was gained, and before the round; steps of the episode; whether it has ended; the meter; the
side wagers that stay up from earlier rounds, as bits, and the rounds won in a row since they were
laid; the number that drew the last prize. Then the classes of finished hands, the entries of hands
that wait, and the cards seen before the round."""

FEATURES, VALUES, STREAKS = 10, 10, 2
"""Numbers of an observation before the cards seen, of those, and behind the mask of actions where
wagers stay up over rounds: which of them are up, and the rounds won in a row."""

NEXT_STEP, SAME_STEP, DISABLED = range(3)
"""When a table that has ended opens again: with the next step, with the same one, or never."""


class Choices(NamedTuple):
    """A rulebook's answers about every hand and every act, tabulated. Money is in cents."""

    first: Words
    """(16 * width * width,): by up card, the entry that two cards lead to."""
    next: Words
    """(rows * width,): the entry that one more card leads to."""
    nodes: Words
    """(nodes * 16,): the places named above."""
    pairs: Words
    """(pairs * 8,): the places named above."""
    pay: Ints
    """(classes * bets * 16,): the net result of each class against each dealer's result."""
    taken: Bytes
    """(classes,): whether a dealer's blackjack takes the hand, where it takes one only."""
    bust: Bytes
    """(classes,): whether the hand has passed 21."""
    unplayed: Words
    """Of the shape of ``first``: the class of two cards that a dealer's blackjack stops."""
    second: Words
    """(16 * 16,): by up card, the entry that the dealer's second card leads to."""
    dealer: Words
    """(rows * 16,): the dealer's next entry."""
    peeks: Bytes
    """(16,): whether the dealer looks for a blackjack before anyone plays, by the up card."""
    early: Bytes
    """(16,): whether hands are surrendered before he looks."""
    dealt: Words
    """(16 * 16,): total of two cards, whether it is soft, and whether they are a blackjack."""
    stakes: Ints
    """(bets * 8,): the places named above."""
    values: Ints
    """(16,): the points of each rank."""
    signs: Ints
    """(classes * 16,): whether a hand is won or lost, where a side wager is on that."""
    lays: Ints
    """(choices of side wagers * 4,): the places named above."""
    side_how: Ints
    """This and the next five as in ``SideTables``."""
    side_fields: Ints
    side_next: Words
    side_pays: Ints
    side_prizes: Ints
    side_moves: Ints
    numbers: Ints
    """(25,): the places named above."""
    shoe: Bytes
    """(cards + 1,): the full shoe and a ten, which stands for all cards that are not there."""


class Felts(NamedTuple):
    """Many tables, each in its row."""

    cards: Bytes
    """(tables, cards + 1): whole cards, in order as far as they are about to be dealt."""
    rng: State
    """(tables, 4): a stream of random numbers each."""
    at: Ints
    """(tables, 4): how far cards are in order."""
    table: Ints
    """(tables, 74): the places named above."""


class Told(NamedTuple):
    """What the players of many tables are told."""

    seen: Any
    """(tables, 20 + actions): features, cards seen by value, and the mask of actions; two more
    where wagers stay up over rounds."""
    mask: Any
    """(tables, actions): 1 where an action may be taken."""
    rewards: Any
    """(tables,): what the step has settled, in least wagers."""
    ended: Any
    """(tables,): whether the episode is over."""
    cut: Any
    """(tables,): whether it was cut off."""
    refused: Any
    """(tables,): whether the action was not offered, and changed nothing."""
    final: Any
    """As ``seen``: the last of an episode, where the same step opens the next."""


def step_spec(tables: Choices) -> KernelSpec:
    """What a kernel is built for: one for all rulebooks, and others with side wagers.

    Whole cards are dealt, and all else is looked up.
    """
    return KernelSpec(
        shift=layout.SUIT_BITS,
        has_sides=bool(tables.numbers[SIDES]),
        has_results=bool((tables.side_fields >= layout.STREAK).any()),
        has_streaks=bool(tables.side_how[layout.SIDE_STAYS :: layout.SIDE_WIDTH].any()),
    )


def seen_width(tables: Choices, spec: KernelSpec) -> int:
    """How many numbers an observation has."""
    return FEATURES + VALUES + int(tables.numbers[ACTIONS]) + STREAKS * spec.has_streaks
