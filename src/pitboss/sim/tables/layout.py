"""The shapes that tables and kernels share: entries, columns, and what a kernel is built for."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

STRIDE = 16
"""Places of a table row: one for each of the thirteen ranks, and three that are not used."""

DONE, DRAW, SPLIT, BRANCH = 0, 1, 2, 3
"""What an entry says: the hand is over, a card is due, the pair is split, or it depends on
the count or on an error."""
WHAT_BITS = 2
"""An entry is ``payload << WHAT_BITS | what``: a class, the first place of a row, a split, or the
first place of a branch."""
WHAT = 3

TOTAL_MIN, TOTAL_MAX = 17, 26
"""The dealer's totals, as the first columns of ``Tables.pay``; a blackjack has one of its own."""
BLACKJACK = TOTAL_MAX - TOTAL_MIN + 1
BLACKJACK_LATER = BLACKJACK + 1
"""The column for a hand whose bettor has lost another hand of the box to the blackjack."""
COLUMNS = BLACKJACK_LATER + 1

SIZE, LIMIT, AHEAD, SPARE, BURN_SHOE, BURN_ROUND, EXTRA, BOXES, SIDES = range(9)
COUNT_START, COUNT_TRUE, PLAYER_ERROR, DEALER_ERROR, OPEN, COMPARED = range(9, 15)
SECOND, NAMED, COUNT_START_BOTH, COUNT_SCALE, COUNT_CARDS, COUNT_ROUNDING = range(15, 21)
COUNT_SIDE_START, COUNT_SIDE_SCALE = 21, 22
NUMBERS = 23
"""Places of ``Tables.numbers``: cards in the shoe; cards dealt from which on a new round needs a
shuffle; cards put in order before a round beyond those of its first deal; places behind the shoe
for cards that come back from the discards; cards burned after a shuffle and before each round;
rounds that follow once the cutting card has come out; boxes; side wagers; where the running count
begins, and the cards of a deck where it is divided by the decks left; how many of 2^32 acts of the
player and settlements of the dealer are wrong; the first class that depends on the dealer's second
card, and the first one that is compared with the dealer's total (classes are in this order); where
the second side of a double shoe lies, 0 for a single one; the sides that suits name, as bits; where
the running count over both sides begins; by what tags were multiplied; to how many cards those left
are rounded, 0 for none; how a true count becomes whole (0 down, 1 to the nearest, 2 to zero); where
the running count for bets begins, with a side count in it, and by what its tags were multiplied."""

SIDE_BITS = 32
"""Where the tags for bets lie above those for plays."""

BRANCH_STRIDE = 32
BRANCH_PLAY, BRANCH_DEVIATES, BRANCH_OTHERS = 29, 30, 31
"""A branch has an entry for each count, and here which of the plays by the count it is and, as
bits, at which counts another act is taken than usual; or the entry of the act chosen and those of
all others, and here how many others."""

SPLIT_STAYS, SPLIT_ADDED, SPLIT_LIMIT, SPLIT_REFUSED = range(4)
SPLIT_WIDTH = 4
"""What is known of a split: the entry of the hand that stays, that of the one added, how many hands
a box may have for a further split, and the entry where it has as many."""

HANDS = 27
"""Places in ``held`` for one box: the number of its hands, then their classes."""
HELD_COUNT, HELD_FIRST = 0, 1
HELD_FROM, HELD_DREW, HELD_SPLIT, HELD_RESULT, HELD_INSURED = 20, 21, 22, 23, 24
"""Where the cards that the box drew begin, how many they are, whether it has split, what it came to
where a wager is on that (1 won, -1 lost, 0 neither), and against an ace whether it was insured."""
HELD_BOX, HELD_NOW = 25, 26
"""Where the places of the first box begin that acts, and the entry of its two cards; with the
places of the second box those of the second that acts, and so on."""

OUT_MAIN, OUT_INSURANCE, OUT_INSURED = 0, 1, 2
"""What a round came to: the main wagers, the insurance, how often insurance was placed."""
OUT_FIRST, OUT_DEALER, OUT_DEALER_END, OUT_RESULT = 3, 4, 5, 6
"""Where its first card lies, where the cards that the dealer drew begin and end, and the dealer's
last result."""
OUT_BUCKET = 7
"""The count at which the round was bet on, from ``COUNT_LOW``."""
OUT_FINAL = 8
"""The dealer's final hand as a column of a row: three for each result, by what its cards share."""
OUT_WIDTH = 9

FIRST, UP, CARD_2, CARD_3, CARD_4, HOLE, COUNT, FINAL, STREAK, RESULT = range(10)
"""What a side wager sees, in the order in which a table shows it: the cards of the box and the up
card, the dealer's second card, how many cards his final hand has, that hand, rounds won in a row,
and what the main wager came to."""
FIELDS = 10
SEEN_STRIDE = 64
"""Places of a row over what is seen: whole cards, final hands, or rounds won in a row."""
NO_CARD_PLACE = 52
"""Where a row over whole cards has what a card that never came leads to."""
FIXED, BY_PRIZE, BY_METER = 0, 1, 2
"""What a line pays: a fixed amount, a drawn prize, a share of the meter."""
SIDE_START, SIDE_ENDS, SIDE_STAYS = 0, 1, 2
"""What is known of a side wager: its first entry, whether a split ends what it sees, and whether it
may stay up over rounds."""
SIDE_WIDTH = 3
LINE_HOW, LINE_NET, LINE_WIDTH = 0, 1, 2
"""What is known of a line: how it pays, and its net result, its first prize or its stake."""
PRIZE_END, PRIZE_NET, PRIZE_WIDTH = 0, 1, 2
"""What is known of a prize: up to which of 2^32 numbers it is drawn, and the net result."""
METER_START, METER_RESET, METER_RAISE = 0, 1, 2
"""The meter at the beginning, after it was won, and what a round adds to it."""
STREAK_MAX = 16
"""Rounds in a row after which a wager that looks at them must be decided."""
BALANCE_MAX = 24
"""Hands of a box won less hands lost, at most."""

KEPT_METER, KEPT_FIRST, KEPT_WIDTH = 0, 1, 2
"""Places in ``kept``: the meter, and from the next on two for each box."""
KEPT_WINS, KEPT_UP = 0, 1
"""What is kept of a box: rounds won in a row, and the side wagers that stay up, as bits."""
NET_PLACED, NET_GAIN, NET_WIDTH = 0, 1, 2
"""What a side wager came to in a round: how often it was placed, and its net result."""
SUM_PLACED, SUM_GAIN, SUM_SQUARES, SUM_WIDTH = 0, 1, 2, 3
"""What a wager came to in all: how often it was placed, what it gained, and the squares of that."""
SUM_MAIN, SUM_INSURANCE, SUM_SIDES = 0, 1, 2
"""The order of wagers in sums: the main one, insurance, then side wagers and counts."""

SUIT_BITS = 2
SUIT = 3
"""A card is ``rank << SUIT_BITS | suit``."""

Words = NDArray[np.uint32]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
State = NDArray[np.uint64]


whole = cast(Callable[[Any], int], np.int64)
"""Makes a signed number of an entry or a card: sums of signed and unsigned ones would be floats."""


def entry(what: int, payload: int) -> int:
    """An entry of a row."""
    return payload << WHAT_BITS | what


class Tables(NamedTuple):
    """A rulebook's answers and a player's decisions, tabulated. Money is in grains."""

    first: Words
    """(variants * 16 * 16 * 16,): by up card, the entry that two cards lead to; 64 in place of the
    last two where suits count, and 256 by both dealer cards where both show."""
    next: Words
    """(rows * 16,): the entry that one more card of each rank leads to; 64 for each card."""
    split: Words
    """(splits * 4,): the places named above."""
    branch: Words
    """(branches * 32,): entries by count, or by error."""
    pay: Ints
    """(classes * 16,): the net result of a hand of each class against each dealer's result."""
    wrong: Ints
    """(classes * 16,): the same where the dealer errs."""
    taken: Bytes
    """(classes,): whether a dealer's blackjack takes the hand, where it takes one only."""
    unplayed: Words
    """Of the shape of ``first``: by up card, the entry of two cards that a dealer's blackjack
    stops: their class, or a branch where the count decides on surrender before the look."""
    second: Words
    """(16 * 16,): by up card, the entry that the dealer's second card leads to."""
    dealer: Words
    """(rows * 16,): the dealer's next entry; classes are the columns of ``pay``."""
    peeks: Bytes
    """(16,): whether the dealer looks for a blackjack before anyone plays, by the up card."""
    insured: Bytes
    """(variants * 16 * 16,): whether two cards are insured against an ace."""
    insurance: Ints
    """(2,): what insurance on one box gains and loses against one dealer hand."""
    signs: Ints
    """(classes * 16,): 1 for a hand won, -1 for one lost, by the dealer's result."""
    tags: Ints
    """(16,): what each rank counts; with a side count, for bets times 2^32 and for plays."""
    ramp: Ints
    """(25,): how many wagers are bet at each count."""
    variant: Ints
    """(25,): the variant of the player who plays at each count."""
    numbers: Ints
    """(23,): what the places named above hold."""
    shoe: Bytes
    """(cards,): the full shoe, or one side of a double one, in order."""


class SideTables(NamedTuple):
    """Side wagers, tabulated. Money is in cents."""

    how: Ints
    """(sides * 3,): the places named above."""
    fields: Ints
    """(sides * 10,): what a wager looks at, in this order."""
    next: Words
    """(rows * 64,): the entry that what is seen leads to; classes are lines of ``pays``."""
    pays: Ints
    """(lines * 2,): the places named above; the first line is that of a wager that stays up."""
    prizes: Ints
    """(prizes * 2,): the places named above."""
    moves: Ints
    """(49,): what a box came to, by its hands won less those lost: 1 won, -1 lost, 0 neither."""
    meter: Ints
    """(3,): the places named above."""


class ShoeState(NamedTuple):
    """The cards that a thread deals, and how far it has come with them."""

    tables: Tables
    """What is looked up when they are dealt."""
    cards: Bytes
    """(cards,): ranks or whole cards, in order as far as they are about to be dealt."""
    rng: State
    """(4,): the stream of random numbers."""
    at: Ints
    """(13,): the places named in ``dealing`` and ``counting``."""


class Workspace(NamedTuple):
    """What a thread plays rounds with."""

    shoe: ShoeState
    held: Ints
    """(boxes * 27,): the hands of each box, in the places named above."""
    out: Ints
    """(9,): what the round came to."""


class SideWork(NamedTuple):
    """What a thread plays side wagers with."""

    tables: SideTables
    kept: Ints
    """(1 + boxes * 2,): what side wagers keep over rounds."""
    nets: Ints
    """(sides * 2,): what each came to in the round."""


class RoundSums(NamedTuple):
    """What rounds come to, added up."""

    counts: Ints
    """(results,): rounds by their net result, grain by grain."""
    sums: Ints
    """(wagers * 3,): what each wager came to."""
    low: int
    """The net result, in grains, that is counted first."""


class Task(NamedTuple):
    """A part of an experiment, played by one worker: consecutive blocks of rounds."""

    seed: int
    first: int
    """Number of the first block."""
    blocks: int
    rounds: int
    """Rounds of each block."""


CELL_ROUNDS, CELL_TOTAL, CELL_SQUARES, CELL_EACH, CELL_WIDTH = range(5)
"""What a study adds up at a depth and a count: rounds, the results of all boxes together, the
squares of these, and the squares of each box's own."""
MOVES = 8
"""Steps of depth from one round to the next that are told apart."""


class Tally(NamedTuple):
    """What rounds come to by the cards dealt and the count before them, with one wager on a box."""

    cells: Ints
    """(depths * 25 * 4,): the places named above."""
    wagers: Ints
    """(depths * 25 * wagers * 3,): what insurance and each side wager came to."""
    moves: Ints
    """(steps * 25 * 8 * 25,): rounds by depth, in steps, and count before them, and by how many
    steps further down the next round begins and at which count."""
    lows: Ints
    """(steps * 25 * 25,): rounds by depth, in steps, count before them, and the lowest count that
    any round of the shoe has begun at."""


class Differences(NamedTuple):
    """What the same rounds come to when they are played another way, added up."""

    rounds: Ints
    """(25,): rounds by the count before them."""
    gains: Ints
    """((1 + plays) * 25 * 3,): by the play that was the first to deviate, insurance first, and by
    the count before the round: how often, what it gained, and the squares of that."""


class DealerTurn(NamedTuple):
    """What lies on the table when the dealer's turn comes."""

    up: int
    """The rank of the up card."""
    hole: int
    """The entry that the hole card leads to; 0 where there is none."""
    insured: int
    """Boxes that are insured."""
    hands: int
    """How many hands the only box has; with several boxes nobody asks."""
    top: int
    """The highest class of any hand."""


CARD_STRIDE = 64
"""Places of a row over whole cards, where the suits of a hand count."""


class KernelSpec(NamedTuple):
    """What a kernel is built for: constants that leave out everything a game does not use."""

    is_single: bool = True
    """Whether one box is played."""
    spots: int = 1
    """Dealer hands on one up card."""
    shift: int = 0
    """How far a card is shifted to have its rank: 2 where whole cards are dealt, 0 for ranks."""
    width: int = STRIDE
    """Places of a row of a player's hand: one for each rank, or for each card."""
    shown: int = STRIDE
    """Places of what the dealer shows: one for each rank, or for each two where both show."""
    is_double: bool = False
    """Whether cards lie in a double shoe."""
    has_hole: bool = True
    has_peek: bool = False
    has_insurance: bool = False
    always_second: bool = True
    """Whether the dealer takes a second card even where nothing depends on it."""
    takes_one: bool = False
    """Whether a dealer's blackjack takes one wager of a box besides those over 21."""
    has_sides: bool = False
    has_results: bool = False
    """Whether a side wager looks at what the main wager came to."""
    has_streaks: bool = False
    """Whether a side wager may stay up over rounds."""
    draws_out: bool = False
    """Whether a side wager makes the dealer draw out."""
    shows_second: bool = False
    """Whether a side wager makes the dealer show his second card."""
    counts_dealer: bool = False
    """Whether a side wager counts the dealer's cards."""
    has_count: bool = False
    is_plain_count: bool = True
    """Whether a true count is divided by exactly the cards left, and rounded down."""
    has_side_count: bool = False
    """Whether bets go by tags of their own, with a side count in them."""
    has_branches: bool = False
    """Whether acts depend on the count or on errors."""
    has_dealer_errors: bool = False
    may_run_out: bool = False
    """Whether a round may need more cards than the shoe has left."""
    is_misdeal: bool = False
    """Whether such a round is void; otherwise the discards are shuffled."""
    notes_plays: bool = False
    """Whether it is noted which play by the count was the first to deviate."""
