"""The compiled inner sums: arrays in, arrays out, no rule of any rulebook.

Compiled by numba when first called and kept on disk beside this file, in ``__pycache__`` (or where
``NUMBA_CACHE_DIR`` says). Counts of cards are floats here, so that sums need no conversion.
"""

from typing import TYPE_CHECKING

import numpy as np
from numba import njit
from numpy.typing import NDArray

if TYPE_CHECKING:
    from pitboss.odds.dealer import Draws
    from pitboss.odds.lattice import Lattice
    from pitboss.odds.tables import Play

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STAND, HIT, DOUBLE, DOUBLE_HALF, SURRENDER = range(5)
"""Acts, as the bits of ``Play.legal`` and the columns of values number them."""
ACTS = 5
NO_COSTS = np.empty((0, ACTS))
"""In place of what acts cost besides, where they cost nothing."""

LANES = 64
"""Shoes that the dealer's sums are made for at once."""
RESULTS = 8
BLACKJACK = 7


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "nsz", "arcp"})
def dealer_outcomes(rest: Floats, draws: "Draws", up: int, out: Floats) -> None:
    """How likely each of the dealer's results is from each shoe.

    ``rest`` (shoes, 10) are the cards left beside the up card; ``out`` (shoes, 8) is written.
    """
    first, last = draws.start[up], draws.start[up + 1]
    depth_max = 0
    for node in range(first, last):
        depth_max = max(depth_max, draws.depth[node] + 1)
    left = np.zeros((10, LANES))
    product = np.zeros((depth_max + 1, LANES))
    scale = np.zeros((depth_max + 1, LANES))
    sums = np.zeros((RESULTS, LANES))
    for base in range(0, rest.shape[0], LANES):
        lanes = min(LANES, rest.shape[0] - base)
        for lane in range(LANES):
            row = base + min(lane, lanes - 1)
            size = 0.0
            for value in range(10):
                left[value, lane] = max(rest[row, value], 0.0)
                size += left[value, lane]
            product[0, lane] = 1.0
            scale[0, lane] = 1.0
            for depth in range(depth_max):
                cards = size - depth
                scale[depth + 1, lane] = scale[depth, lane] / cards if cards > 0 else 0.0
        sums[:] = 0.0
        for node in range(first, last):
            depth, level = draws.depth[node], float(draws.level[node])
            parent, cards_left = product[depth], left[draws.value[node]]
            here = product[depth + 1]
            for lane in range(LANES):
                here[lane] = parent[lane] * (cards_left[lane] - level)
            if draws.result[node] >= 0:
                total, part = sums[draws.result[node]], scale[depth + 1]
                orders = draws.orders[node]
                for lane in range(LANES):
                    total[lane] += orders * here[lane] * part[lane]
        for lane in range(lanes):
            known = 0.0
            for result in range(RESULTS):
                out[base + lane, result] = sums[result, lane]
                known += sums[result, lane]
            out[base + lane, RESULTS - 2] = 1.0 - known


@njit(cache=True, nogil=True, error_model="numpy")
def stand_parts(places: Ints, outcomes: Floats, win: Floats, loss: Floats, parts: Floats) -> None:
    """Sum what standing hands win and lose while the dealer has no blackjack.

    ``outcomes`` (places, 8) goes with ``places``; ``parts`` (hands, 2) is written: the expected
    gain of a unit, and the probability of losing it.
    """
    for row in range(places.shape[0]):
        place = places[row]
        won, lost = 0.0, 0.0
        for result in range(BLACKJACK):
            won += outcomes[row, result] * win[place, result]
            lost += outcomes[row, result] * loss[place, result]
        parts[place, 0] = won
        parts[place, 1] = lost


@njit(cache=True, nogil=True, error_model="numpy")
def blackjack_card(up: int) -> int:
    """The value that makes a blackjack with the up card; -1 where none does."""
    return 9 if up == 0 else 0 if up == 9 else -1


@njit(cache=True, nogil=True, error_model="numpy")
def drawn(
    place: int,
    shoe: Floats,
    size: float,
    lattice: "Lattice",
    natural: int,
    is_open: float,
    values: Floats,
    parts: Floats,
    win: Floats,
    loss: Floats,
) -> tuple[float, float, float, float, float, float]:
    """What one more card leads to, on average over the shoe.

    Returned: the value of the hands drawn to, the probability of passing 21 with no dealer's
    blackjack, the gain and the loss of a unit that stands on the card, and the probabilities of
    a dealer's blackjack still to come over a hand that stands so and over one that has passed 21.
    """
    counts = lattice.counts[place]
    left = size - lattice.cards[place]
    value, over, won, lost, under_live, under_over = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for card in range(10):
        chance = (shoe[card] - counts[card]) / left
        if chance <= 0.0:
            continue
        ahead = 0.0
        if natural >= 0 and left > 1.0:
            ahead = (shoe[natural] - counts[natural] - (card == natural)) / (left - 1.0)
        child = lattice.child[place, card]
        if child < 0:
            over += chance * (1.0 - ahead)
            under_over += chance * ahead * is_open
        else:
            value += chance * values[child]
            won += chance * (parts[child, 0] + is_open * ahead * win[child, BLACKJACK])
            lost += chance * parts[child, 1]
            under_live += chance * is_open * ahead * loss[child, BLACKJACK]
    return value, over, won, lost, under_live, under_over


@njit(cache=True, nogil=True, error_model="numpy")
def doubled(
    draw: tuple[float, float, float, float, float, float],
    stake: float,
    extra: float,
    free: float,
    takes: Floats,
) -> float:
    """The value of one more card, whatever it is, with a real and a free stake on it."""
    take = stake * takes[0, 0] + extra * takes[0, 1]
    over = stake * takes[1, 0] + extra * takes[1, 1]
    real = stake + extra
    gain: float = (real + free) * draw[2] - real * (draw[3] + draw[1])
    return gain - float(take * draw[4] + over * draw[5])


@njit(cache=True, nogil=True, error_model="numpy")
def play_hands(
    places: Ints,
    shoe: Floats,
    lattice: "Lattice",
    play: "Play",
    hand: tuple[int, int, int, float, float],
    up: int,
    is_open: float,
    parts: Floats,
    acts: Ints,
    values: Floats,
    act_values: Floats,
    is_fixed: int,
    costs: Floats,
) -> None:
    """Value every hand of ``places``, from high totals to low, by the best act or a given one.

    ``shoe`` are the cards left beside the up card before any of the hand's own. ``hand`` is the
    kind (0 dealt, 1 split, 2 split ace), whether its wager was added by splitting, the place of a
    blackjack or -1, the real stake and the free stake. Values are per unit of the initial wager and
    count nothing where a dealer who looks has a blackjack. ``act_values`` (hands, acts) may be
    empty, and so may ``costs``, what each act costs besides.
    """
    kind, added, blackjack, stake, free = hand
    win, loss = play.win[min(kind, 1)], play.loss[min(kind, 1)]
    natural = blackjack_card(up)
    size = shoe.sum()
    found = np.empty(ACTS)
    for row in range(places.shape[0] - 1, -1, -1):
        place = places[row]
        legal = play.legal[kind, place]
        left = size - lattice.cards[place]
        ahead = 0.0
        if natural >= 0 and left > 0.0:
            ahead = max(0.0, (shoe[natural] - lattice.counts[place, natural]) / left)
        found[:] = -np.inf
        if legal & 1:
            tie = play.blackjack_tie[up] if place == blackjack else win[place, BLACKJACK]
            gain = parts[place, 0] + is_open * ahead * tie
            take = stake * play.take[added, 0, 0] * loss[place, BLACKJACK]
            found[0] = (stake + free) * gain - stake * parts[place, 1] - is_open * ahead * take
        if legal & 16:
            found[4] = -0.5 * stake * (1.0 - (1.0 - is_open) * ahead)
        if legal & 14 and left > 0.0:
            draw = drawn(place, shoe, size, lattice, natural, is_open, values, parts, win, loss)
            if legal & 2:
                found[1] = draw[0] - stake * (draw[1] + play.take[added, 1, 0] * draw[5])
            for mode in range(1, 3):
                if legal & (2 << mode):
                    extra, given = play.double[mode], free
                    if play.free[place]:
                        extra, given = 0.0, free + 1.0
                    found[mode + 1] = doubled(draw, stake, extra, given, play.take[added])
        if costs.shape[0] > 0:
            found -= costs[place]
        if not is_fixed:
            acts[place] = np.argmax(found)
        values[place] = found[acts[place]]
        if act_values.shape[0] > 0:
            act_values[place] = found


@njit(cache=True, nogil=True, error_model="numpy")
def mark_played(start: int, lattice: "Lattice", acts: Ints, reached: Ints) -> None:
    """Mark what play by ``acts`` reaches from a hand: 1 passes through, 2 is compared."""
    reached[start] = 1
    for card in range(10):
        child = lattice.child[start, card]
        if child >= 0:
            reached[child] |= 1
    for place in range(start, acts.shape[0]):
        if not reached[place] & 1 or lattice.cards[place] < 2:
            continue
        act = acts[place]
        if act == STAND:
            reached[place] |= 2
        elif act != SURRENDER:
            for card in range(10):
                child = lattice.child[place, card]
                if child >= 0:
                    reached[child] |= 1 if act == HIT else 2


@njit(cache=True, nogil=True, error_model="numpy")
def split_hands(
    pair: int,
    up: int,
    shoe: Floats,
    lattice: "Lattice",
    play: "Play",
    draws: "Draws",
    extra_max: int,
    acts: Ints,
    is_fixed: int,
    second: Floats,
) -> None:
    """Value one hand made by splitting a pair, for each number of further pair cards gone.

    ``shoe`` are the cards left beside the up card, the pair still in it. The play is the best one
    for a pair that is split once; it is written to ``acts`` (2, hands), or read from there where
    ``is_fixed``. ``second`` (2, extra_max + 1, 10) is written: the value of the hand once a second
    card of each value has come to it, for the hand with the original wager and for an added one.
    """
    kind = 2 if pair == 0 else 1
    is_open = play.is_open[up]
    rows = 0
    places = np.empty(lattice.counts.shape[0], dtype=np.int64)
    for place in range(lattice.counts.shape[0]):
        if lattice.counts[place, pair] > 0 and lattice.cards[place] > 1:
            places[rows] = place
            rows += 1
    start = places[0]
    for place in range(lattice.counts.shape[0]):
        if lattice.cards[place] == 1 and lattice.counts[place, pair] > 0:
            start = place
    places = places[:rows]
    win, loss = play.win[1], play.loss[1]
    parts = np.zeros((lattice.counts.shape[0], 2))
    values = np.zeros(lattice.counts.shape[0])
    nothing = np.empty((0, ACTS))
    for extra in range(extra_max + 1):
        after = shoe.copy()
        after[pair] -= 1.0 + extra
        if extra == 1:
            places = played_places(start, lattice, acts, places)
        compared = places
        if extra > 0:
            compared = compared_places(start, lattice, acts, places)
        rest = np.empty((compared.shape[0], 10))
        for row in range(compared.shape[0]):
            rest[row] = after - lattice.counts[compared[row]]
        outcomes = np.empty((compared.shape[0], RESULTS))
        dealer_outcomes(rest, draws, up, outcomes)
        stand_parts(compared, outcomes, win, loss, parts)
        for added in range(2):
            stake, free = play.stake[added, pair, 0], play.stake[added, pair, 1]
            play_hands(
                places, after, lattice, play, (kind, added, -1, stake, free), up, is_open,
                parts, acts[added], values, nothing, max(is_fixed, min(extra, 1)), nothing,
            )  # fmt: skip
            for card in range(10):
                child = lattice.child[start, card]
                second[added, extra, card] = values[child]


@njit(cache=True, nogil=True, error_model="numpy")
def played_places(start: int, lattice: "Lattice", acts: Ints, places: Ints) -> Ints:
    """Those of ``places`` that play by either of two strategies passes through or compares."""
    return _marked(start, lattice, acts, places, 3)


@njit(cache=True, nogil=True, error_model="numpy")
def compared_places(start: int, lattice: "Lattice", acts: Ints, places: Ints) -> Ints:
    """Those of ``places`` whose totals play by either of two strategies compares."""
    return _marked(start, lattice, acts, places, 2)


@njit(cache=True, nogil=True, error_model="numpy")
def _marked(start: int, lattice: "Lattice", acts: Ints, places: Ints, mask: int) -> Ints:
    reached = np.zeros(acts.shape[1], dtype=np.int64)
    for added in range(2):
        mine = np.zeros(acts.shape[1], dtype=np.int64)
        mark_played(start, lattice, acts[added], mine)
        reached |= mine
    rows = 0
    found = np.empty(places.shape[0], dtype=np.int64)
    for place in places:
        if reached[place] & mask:
            found[rows] = place
            rows += 1
    return found[:rows]


@njit(cache=True, nogil=True, error_model="numpy")
def dealt_hands(
    up: int,
    shoe: Floats,
    lattice: "Lattice",
    play: "Play",
    draws: "Draws",
    blackjack: int,
    outcomes: Floats,
    acts: Ints,
    act_values: Floats,
) -> None:
    """Value every act of every hand that was not split, against one up card."""
    count = lattice.counts.shape[0]
    places = np.arange(count)
    rest = shoe - lattice.counts
    dealer_outcomes(rest, draws, up, outcomes)
    parts = np.zeros((count, 2))
    stand_parts(places, outcomes, play.win[0], play.loss[0], parts)
    values = np.zeros(count)
    play_hands(
        places, shoe, lattice, play, (0, 0, blackjack, 1.0, 0.0), up, play.is_open[up],
        parts, acts, values, act_values, 0, np.empty((0, ACTS)),
    )  # fmt: skip
