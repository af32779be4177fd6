"""The memory layout that tables and kernels share: entries, columns and constants of a kernel."""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

STRIDE = 16
"""Places of a table row: one for each of the thirteen ranks, and three that are not used."""

DONE, DRAW, SPLIT, BRANCH = 0, 1, 2, 3
"""Tags of an entry: the hand is complete, draws a card, splits, or branches by the count or by an
error."""
TAG_BITS = 2
"""An entry is ``payload << TAG_BITS | tag``. The payload is a class, the first place of a row, a
split, or the first place of a branch."""
TAG = 3

TOTAL_MIN, TOTAL_MAX = 17, 26
"""The dealer's totals, as the first columns of ``Tables.pay``; a blackjack has its own column."""
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
rounds that follow once the cutting card has come out; boxes; side wagers; the first running count,
and the cards of a deck if it is divided by the decks left; the wrong ones of 2^32 acts of the
player and of 2^32 settlements of the dealer; the first class that depends on the dealer's second
card, and the first that is compared with the dealer's total (classes are in this order); the
position of the second side of a double shoe, 0 for a single one; the sides that suits name, as
bits; the first running count over both sides; the factor of the tags; the cards to whose multiples
those left are rounded, 0 for none; the rounding of a true count (0 down, 1 to the nearest, 2 to
zero); the first running count for bets, with a side count, and the factor of its tags."""

SIDE_BITS = 32
"""Shift of the tags for bets above those for plays."""

BRANCH_STRIDE = 32
BRANCH_PLAY, BRANCH_DEVIATES, BRANCH_OTHERS = 29, 30, 31
"""A branch has an entry for each count, and then the number of its play and, as bits, the counts at
which the act is not the usual one; or it has the entry of the act chosen and those of all others,
and then the number of others."""

SPLIT_STAYS, SPLIT_ADDED, SPLIT_LIMIT, SPLIT_REFUSED = range(4)
SPLIT_WIDTH = 4
"""Fields of a split: the entry of the hand that stays, that of the added one, the number of hands
at which the box is full, and the entry for a full box."""

HANDS = 27
"""Places in ``held`` for one box: the number of its hands, then their classes."""
HELD_COUNT, HELD_FIRST = 0, 1
HELD_FROM, HELD_DREW, HELD_SPLIT, HELD_RESULT, HELD_INSURED = 20, 21, 22, 23, 24
"""Position of the cards that the box drew, their number, the number of splits, the result if a
wager is on it (1 won, -1 lost, 0 neither), and 1 if the box was insured against an ace."""
HELD_BOX, HELD_NOW = 25, 26
"""Places of the first box that acts, and the entry of its two cards; in the places of the second
box those of the second that acts, and so on."""

OUT_MAIN, OUT_INSURANCE, OUT_INSURED = 0, 1, 2
"""Net results of a round: the main wagers and the insurance; then the number of boxes insured."""
OUT_FIRST, OUT_DEALER, OUT_DEALER_END, OUT_RESULT = 3, 4, 5, 6
"""Position of its first card, first and last position of the cards that the dealer drew, and the
dealer's last result."""
OUT_BUCKET = 7
"""The count at which the round was bet on, from ``COUNT_LOW``."""
OUT_FINAL = 8
"""The dealer's final hand as a column of a row: three for each result, by shared colour or suit."""
OUT_WIDTH = 9

FIRST, UP, CARD_2, CARD_3, CARD_4, HOLE, COUNT, FINAL, STREAK, RESULT = range(10)
"""Things that a side wager sees, in the order in which a table shows them: the cards of the box and
the up card, the dealer's second card, the number of cards in his final hand, that hand, rounds won
in a row, and the result of the main wager."""
FIELDS = 10
SEEN_STRIDE = 64
"""Places of a row over things seen: whole cards, final hands, or rounds won in a row."""
NO_CARD_PLACE = 52
"""Place, in a row over whole cards, for a card that was not drawn."""
FIXED, BY_PRIZE, BY_METER = 0, 1, 2
"""Payment of a line: a fixed amount, a drawn prize, or a share of the meter."""
SIDE_START, SIDE_ENDS, SIDE_STAYS = 0, 1, 2
"""Fields of a side wager: its first entry, 1 if it sees no cards after a split, and 1 if it may
stay up over rounds."""
SIDE_WIDTH = 3
LINE_HOW, LINE_NET, LINE_WIDTH = 0, 1, 2
"""Fields of a line: its kind of payment, and its net result, its first prize or its stake."""
PRIZE_END, PRIZE_NET, PRIZE_WIDTH = 0, 1, 2
"""Fields of a prize: the end of its range among 2^32 numbers, and the net result."""
METER_START, METER_RESET, METER_RAISE = 0, 1, 2
"""Amounts of the meter: at the beginning, after it was won, and the rise in a round."""
STREAK_MAX = 16
"""Rounds in a row after which a wager that looks at them must be decided."""
BALANCE_MAX = 24
"""Hands of a box won less hands lost, at most."""

KEPT_METER, KEPT_FIRST, KEPT_WIDTH = 0, 1, 2
"""Places in ``kept``: the meter, and from the next on two for each box."""
KEPT_WINS, KEPT_UP = 0, 1
"""Values kept for a box: rounds won in a row, and the side wagers that stay up, as bits."""
NET_PLACED, NET_GAIN, NET_WIDTH = 0, 1, 2
"""Sums of a side wager in a round: the number of bets, and their net result."""
SUM_PLACED, SUM_GAIN, SUM_SQUARES, SUM_WIDTH = 0, 1, 2, 3
"""Sums of a wager: the number of bets, the net result, and the squares of each round's."""
SUM_MAIN, SUM_INSURANCE, SUM_SIDES = 0, 1, 2
"""The order of wagers in sums: the main one, insurance, then side wagers."""

AT_FILLED, AT_BEGAN, AT_RECYCLED, AT_MISSING = range(4)
"""Places in ``ShoeState.at``: the number of cards in order, the position at which the round began,
the number of cards taken from the discards, and a flag for cards that were missing altogether."""
AT_SEEN, AT_HOLE = 4, 5
"""Sum of the tags of the cards dealt, without burned cards, which players do not see; and the tag
of the dealer's hole card, not seen yet."""
AT_BASE, AT_OTHER_POS, AT_OTHER_FILLED, AT_OTHER_SEEN = range(6, 10)
"""Start of the side of a double shoe in play; of the other side the position of its next card, the
end of its ordered cards, and the sum of its tags."""
AT_DEVIATED, AT_WIDTH = 10, 11
"""One more than the number of the first play of a round to deviate; 0 if no play did."""

SUIT_BITS = 2
SUIT = 3
"""A card is ``rank << SUIT_BITS | suit``."""

Words = NDArray[np.uint32]
Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]
State = NDArray[np.uint64]


to_int = cast(Callable[[Any], int], np.int64)
"""Cast to int64, because numba promotes int64 with uint64 to float64."""


def entry(what: int, payload: int) -> int:
    """Return an entry of a row."""
    return payload << TAG_BITS | what


class Tables(NamedTuple):
    """A rulebook's answers and a player's decisions, tabulated. Money is in grains."""

    first: Words
    """(variants * 16 * 16 * 16,): by up card, the entry that two cards lead to; 64 instead of the
    last two if suits count, and 256 by both dealer cards if both show."""
    next: Words
    """(rows * 16,): the entry that one more card of each rank leads to; 64 for each card."""
    split: Words
    """(splits * 4,): the fields of ``SPLIT_*``."""
    branch: Words
    """(branches * 32,): entries by count, or by error."""
    pay: Ints
    """(classes * 16,): the net result of a hand of each class against each dealer's result."""
    wrong: Ints
    """(classes * 16,): the net result when the dealer settles by mistake."""
    taken: Bytes
    """(classes,): 1 if it can be the one hand that a dealer's blackjack takes with the busted
    ones."""
    unplayed: Words
    """Shaped like ``first``: by up card, the entry of two cards that a dealer's blackjack stops:
    their class, or a branch if the count decides on surrender before the peek."""
    second: Words
    """(16 * 16,): by up card, the entry that the dealer's second card leads to."""
    dealer: Words
    """(rows * 16,): the dealer's next entry; classes are the columns of ``pay``."""
    peeks: Bytes
    """(16,): 1 if the dealer peeks before play, by the up card."""
    insured: Bytes
    """(variants * 16 * 16,): 1 if two cards are insured against an ace."""
    insurance: Ints
    """(2,): win and loss of insurance on one box against one dealer hand."""
    signs: Ints
    """(classes * 16,): 1 for a hand won, -1 for one lost, by the dealer's result."""
    tags: Ints
    """(16,): the tag of each rank; with a side count, that for bets times 2^32 plus that for
    plays."""
    ramp: Ints
    """(25,): wagers bet at each count."""
    variant: Ints
    """(25,): the variant of the player who plays at each count."""
    numbers: Ints
    """(23,): the numbers of the game, from ``SIZE`` to ``COUNT_SIDE_SCALE``."""
    shoe: Bytes
    """(cards,): the full shoe, or one side of a double one, in order."""


class SideTables(NamedTuple):
    """Side wagers, tabulated. Money is in cents."""

    how: Ints
    """(sides * 3,): the fields of ``SIDE_*``."""
    fields: Ints
    """(sides * 10,): the things that a wager looks at, in this order."""
    next: Words
    """(rows * 64,): the entry that a thing seen leads to; classes are lines of ``pays``."""
    pays: Ints
    """(lines * 2,): the fields of ``LINE_*``; the first line is that of a wager that stays up."""
    prizes: Ints
    """(prizes * 2,): the fields of ``PRIZE_*``."""
    moves: Ints
    """(49,): result of a box by hands won less hands lost: 1 won, -1 lost, 0 neither."""
    meter: Ints
    """(3,): the amounts of ``METER_*``."""


class ShoeState(NamedTuple):
    """The cards that a thread deals, and its progress in the shoe."""

    tables: Tables
    """Look-up tables of the game."""
    cards: Bytes
    """(cards,): ranks or whole cards, in order as far as they are about to be dealt."""
    rng: State
    """(4,): the stream of random numbers."""
    at: Ints
    """(11,): the state of the shoe, in the places of ``AT_*``."""


class Workspace(NamedTuple):
    """The arrays with which a thread plays rounds."""

    shoe: ShoeState
    held: Ints
    """(boxes * 27,): the hands of each box, in the places from ``HELD_COUNT`` on."""
    out: Ints
    """(9,): the results of the round, in the places of ``OUT_*``."""


class SideWork(NamedTuple):
    """The arrays with which a thread plays side wagers."""

    tables: SideTables
    kept: Ints
    """(1 + boxes * 2,): values of side wagers kept over rounds."""
    nets: Ints
    """(sides * 2,): the bets and net result of each in the round."""


class RoundSums(NamedTuple):
    """Sums of the results of rounds."""

    counts: Ints
    """(results,): rounds by the net result of one bet on each box, grain by grain; with a count,
    (25 * results,): by the count at which they were bet on, too."""
    sums: Ints
    """(wagers * 3,): the bets, net result and squares of each wager."""
    low: int
    """The net result, in grains, of the first entry of ``counts``."""
    results: int
    """Number of net results, of one count if there are several."""


class Task(NamedTuple):
    """A part of an experiment, played by one worker: consecutive blocks of rounds."""

    seed: int
    first: int
    """Number of the first block."""
    blocks: int
    rounds: int
    """Rounds of each block."""


CELL_ROUNDS, CELL_TOTAL, CELL_SQUARES, CELL_EACH, CELL_WIDTH = range(5)
"""Sums of a study at a depth and a count: rounds, the results of all boxes together, the squares of
these, and the squares of each box's own."""
MOVES = 8
"""Distinct steps of depth from one round to the next; longer ones count as the last."""


class Tally(NamedTuple):
    """Sums of a study by the cards dealt and the count before a round, with one wager on a box."""

    cells: Ints
    """(depths * 25 * 4,): the fields of ``CELL_*``."""
    wagers: Ints
    """(depths * 25 * wagers * 3,): the sums of insurance and of each side wager."""
    moves: Ints
    """(steps * 25 * 8 * 25,): rounds by the step of depth and the count before them, and by the
    steps further down and the count at which the next round begins."""
    lows: Ints
    """(steps * 25 * 25,): rounds by the step of depth, the count before them, and the lowest count
    at which any round of the shoe has begun."""


class Differences(NamedTuple):
    """Sums of the differences between the same rounds played with two strategies."""

    rounds: Ints
    """(25,): rounds by the count before them."""
    gains: Ints
    """((1 + plays) * 25 * 3,): by the play that was the first to deviate, insurance first, and by
    the count before the round: the rounds, the gain, and the squares of the gain."""


class DealerTurn(NamedTuple):
    """State of the table when the dealer's turn comes."""

    up: int
    """The rank of the up card."""
    hole: int
    """The entry that the hole card leads to; 0 without a hole card."""
    insured: int
    """Number of insured boxes."""
    hands: int
    """Number of hands of the only box; unused with several boxes."""
    top: int
    """The highest class of any hand."""


CARD_STRIDE = 64
"""Places of a row over whole cards, if the suits of a hand count."""


class KernelSpec(NamedTuple):
    """Constants that a kernel is compiled for; they leave out everything a game does not use."""

    is_single: bool = True
    """True if one box is played."""
    spots: int = 1
    """Dealer hands on one up card."""
    shift: int = 0
    """Bits by which a card is shifted to its rank: 2 if whole cards are dealt, 0 for ranks."""
    width: int = STRIDE
    """Places of a row of a player's hand: one for each rank, or for each card."""
    shown: int = STRIDE
    """Places of the dealer's cards shown: one for each rank, or for each two if both show."""
    is_double: bool = False
    """True if the rules use a double shoe."""
    has_hole: bool = True
    has_peek: bool = False
    has_insurance: bool = False
    always_second: bool = True
    """True if the dealer always takes a second card, even if no wager depends on it."""
    takes_one: bool = False
    """True if a dealer's blackjack takes one wager of a box in addition to the busted ones."""
    has_sides: bool = False
    has_results: bool = False
    """True if a side wager looks at the result of the main wager."""
    has_streaks: bool = False
    """True if a side wager may stay up over rounds."""
    draws_out: bool = False
    """True if a side wager makes the dealer draw out."""
    shows_second: bool = False
    """True if a side wager makes the dealer show his second card."""
    counts_dealer: bool = False
    """True if a side wager counts the dealer's cards."""
    has_count: bool = False
    is_plain_count: bool = True
    """True if a true count is divided by the exact number of cards left and rounded down."""
    has_side_count: bool = False
    """True if bets go by tags of their own, with a side count in them."""
    has_branches: bool = False
    """True if acts depend on the count or on errors."""
    has_dealer_errors: bool = False
    may_run_out: bool = False
    """True if a round may need more cards than the shoe has left."""
    is_misdeal: bool = False
    """True if such a round is void; otherwise the discards are shuffled."""
    notes_plays: bool = False
    """True if the kernel records the first play of a round that deviates."""
