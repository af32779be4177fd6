"""The compiled inner sums: arrays in, arrays out, no rule of any rulebook.

Compiled by numba when first called and kept on disk beside this file, in ``__pycache__`` (or where
``NUMBA_CACHE_DIR`` says). Counts of cards are floats here, so that sums need no conversion.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.odds.acts import (
    ACTS,
    DOUBLE,
    DOUBLE_HALF,
    FREE,
    HIT,
    MAY_DRAW,
    PLAIN,
    STAND,
    SURRENDER,
)
from pitboss.odds.dealer import Draws
from pitboss.odds.lattice import Lattice
from pitboss.odds.tables import Play
from pitboss.odds.workspace import (
    GAIN,
    HOUSE,
    IN_PLAY,
    LOSS,
    OVER_21,
    OWN,
    SPLIT,
    SPLIT_ACE,
    Deal,
    DealtHands,
    Draw,
    Floats,
    Ints,
    Origin,
    SplitHands,
    Stakes,
    Standing,
    Unseen,
    Workspace,
)

UNUSED = np.empty((0, ACTS))
"""In place of what acts cost besides, where they cost nothing, and of values not asked for."""

LANES = 64
"""Shoes that the dealer's sums are made for at once."""
RESULTS = 8
BLACKJACK = 7

PASSED, COMPARED = 1, 2
"""Bits of what play reaches: it passes through a hand, or compares it with the dealer's."""


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "nsz", "arcp"})
def dealer_outcomes(rest: Floats, draws: Draws, up: int, out: Floats) -> None:
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
def standing_of(play: Play, kind: int) -> Standing:
    """What hands of a kind win and lose where they stand, not summed yet."""
    is_split = min(kind, 1)
    return Standing(play.win[is_split], play.loss[is_split], np.zeros((play.free.shape[0], 2)))


@njit(cache=True, nogil=True, error_model="numpy")
def stand_parts(places: Ints, outcomes: Floats, standing: Standing) -> None:
    """Sum what standing hands win and lose while the dealer has no blackjack.

    ``outcomes`` (places, 8) goes with ``places``; ``standing.parts`` is written.
    """
    for row in range(places.shape[0]):
        place = places[row]
        won, lost = 0.0, 0.0
        for result in range(BLACKJACK):
            won += outcomes[row, result] * standing.win[place, result]
            lost += outcomes[row, result] * standing.loss[place, result]
        standing.parts[place, GAIN] = won
        standing.parts[place, LOSS] = lost


@njit(cache=True, nogil=True, error_model="numpy")
def blackjack_card(up: int) -> int:
    """The value that makes a blackjack with the up card; -1 where none does."""
    return 9 if up == 0 else 0 if up == 9 else -1


@njit(cache=True, nogil=True, error_model="numpy")
def may_take(legal: int, act: int) -> bool:
    """Whether a hand with these bits of ``Play.legal`` may take an act."""
    return legal & (1 << act) != 0


@njit(cache=True, nogil=True, error_model="numpy")
def double_of(act: int, place: int, free: NDArray[np.bool_]) -> int:
    """How an act that draws a card doubles a hand: ``PLAIN``, ``FULL``, ``HALF`` or ``FREE``."""
    return PLAIN if act == HIT else FREE if free[place] else act - HIT


@njit(cache=True, nogil=True, error_model="numpy")
def drawn(place: int, lattice: Lattice, unseen: Unseen, standing: Standing, values: Floats) -> Draw:
    """What one more card leads to; ``values`` (hands,) are those of the hands drawn to."""
    counts = lattice.counts[place]
    shoe, natural, is_open = unseen.shoe, unseen.natural, unseen.is_open
    left = unseen.size - lattice.cards[place]
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
            tie = standing.win[child, BLACKJACK]
            won += chance * (standing.parts[child, GAIN] + is_open * ahead * tie)
            lost += chance * standing.parts[child, LOSS]
            under_live += chance * is_open * ahead * standing.loss[child, BLACKJACK]
    return Draw(value, over, won, lost, under_live, under_over)


@njit(cache=True, nogil=True, error_model="numpy")
def doubled(draw: Draw, stakes: Stakes, takes: Floats) -> float:
    """The value of one more card, whatever it is, with a real and a free stake on it.

    ``takes`` (2, 2) are what a dealer's blackjack takes, by whether the hand has passed 21.
    """
    take = stakes.stake * takes[IN_PLAY, 0] + stakes.extra * takes[IN_PLAY, 1]
    over = stakes.stake * takes[OVER_21, 0] + stakes.extra * takes[OVER_21, 1]
    real = stakes.stake + stakes.extra
    gain: float = (real + stakes.free) * draw.won - real * (draw.lost + draw.over_p)
    return gain - float(take * draw.blackjack_p + over * draw.over_blackjack_p)


@njit(cache=True, nogil=True, error_model="numpy")
def play_hands(places: Ints, deal: Deal, origin: Origin, work: Workspace) -> None:
    """Value every hand of ``places``, from high totals to low, by the best act or a given one.

    Values are per unit of the initial wager and count nothing where a dealer who looks has a
    blackjack.
    """
    shoe, lattice, play, standing = deal.shoe, deal.lattice, deal.play, work.standing
    stake, free, takes = origin.stake, origin.free, play.take[origin.added]
    is_open, natural = play.is_open[deal.up], blackjack_card(deal.up)
    unseen = Unseen(shoe, shoe.sum(), natural, is_open)
    worth = np.empty(ACTS)
    for row in range(places.shape[0] - 1, -1, -1):
        place = places[row]
        legal = play.legal[origin.kind, place]
        left = unseen.size - lattice.cards[place]
        ahead = 0.0
        if natural >= 0 and left > 0.0:
            ahead = max(0.0, (shoe[natural] - lattice.counts[place, natural]) / left)
        worth[:] = -np.inf
        if may_take(legal, STAND):
            tie = standing.win[place, BLACKJACK]
            if place == origin.blackjack:
                tie = play.blackjack_tie[deal.up]
            gain = standing.parts[place, GAIN] + is_open * ahead * tie
            take = stake * takes[IN_PLAY, 0] * standing.loss[place, BLACKJACK]
            lost = stake * standing.parts[place, LOSS]
            worth[STAND] = (stake + free) * gain - lost - is_open * ahead * take
        if may_take(legal, SURRENDER):
            worth[SURRENDER] = -0.5 * stake * (1.0 - (1.0 - is_open) * ahead)
        if legal & MAY_DRAW and left > 0.0:
            draw = drawn(place, lattice, unseen, standing, work.values)
            if may_take(legal, HIT):
                over = draw.over_p + takes[OVER_21, 0] * draw.over_blackjack_p
                worth[HIT] = draw.value - stake * over
            for act in (DOUBLE, DOUBLE_HALF):
                if may_take(legal, act):
                    stakes = Stakes(stake, play.double[act - HIT], free)
                    if play.free[place]:
                        stakes = Stakes(stake, 0.0, free + 1.0)
                    worth[act] = doubled(draw, stakes, takes)
        if work.costs.shape[0] > 0:
            worth -= work.costs[place]
        if not work.is_fixed:
            work.acts[place] = np.argmax(worth)
        work.values[place] = worth[work.acts[place]]
        if work.act_values.shape[0] > 0:
            work.act_values[place] = worth


@njit(cache=True, nogil=True, error_model="numpy")
def mark_played(start: int, lattice: Lattice, acts: Ints, reached: Ints) -> None:
    """Mark what play by ``acts`` reaches from a hand: bits ``PASSED`` and ``COMPARED``."""
    reached[start] = PASSED
    for card in range(10):
        child = lattice.child[start, card]
        if child >= 0:
            reached[child] |= PASSED
    for place in range(start, acts.shape[0]):
        if not reached[place] & PASSED or lattice.cards[place] < 2:
            continue
        act = acts[place]
        if act == STAND:
            reached[place] |= COMPARED
        elif act != SURRENDER:
            for card in range(10):
                child = lattice.child[place, card]
                if child >= 0:
                    reached[child] |= PASSED if act == HIT else COMPARED


@njit(cache=True, nogil=True, error_model="numpy")
def split_hands(deal: Deal, pair: int, split: SplitHands) -> None:
    """Value one hand made by splitting a pair, for each number of further pair cards gone.

    The pair is still in the shoe of the deal. The play is the best one for a pair that is split
    once, or the given one.
    """
    lattice, play, acts = deal.lattice, deal.play, split.acts
    kind = SPLIT_ACE if pair == 0 else SPLIT
    start, places = split_places(lattice, pair)
    standing = standing_of(play, kind)
    values = np.zeros(lattice.counts.shape[0])
    nothing = np.empty((0, ACTS))
    for extra in range(split.second.shape[1]):
        after = deal.shoe.copy()
        after[pair] -= 1.0 + extra
        now = Deal(deal.up, after, lattice, play, deal.draws)
        if extra == 1:
            places = reached_places(start, lattice, acts, places, PASSED | COMPARED)
        compared = places
        if extra > 0:
            compared = reached_places(start, lattice, acts, places, COMPARED)
        rest = np.empty((compared.shape[0], 10))
        for row in range(compared.shape[0]):
            rest[row] = after - lattice.counts[compared[row]]
        outcomes = np.empty((compared.shape[0], RESULTS))
        dealer_outcomes(rest, deal.draws, deal.up, outcomes)
        stand_parts(compared, outcomes, standing)
        is_fixed = split.is_fixed or extra > 0
        for added in range(2):
            stake, free = play.stake[added, pair, OWN], play.stake[added, pair, HOUSE]
            origin = Origin(kind, added, -1, stake, free)
            work = Workspace(standing, acts[added], values, nothing, nothing, is_fixed)
            play_hands(places, now, origin, work)
            for card in range(10):
                child = lattice.child[start, card]
                split.second[added, extra, card] = values[child]


@njit(cache=True, nogil=True, error_model="numpy")
def split_places(lattice: Lattice, pair: int) -> tuple[int, Ints]:
    """The place of one card of a pair alone, and those of all hands it may grow to."""
    start, rows = 0, 0
    places = np.empty(lattice.counts.shape[0], dtype=np.int64)
    for place in range(lattice.counts.shape[0]):
        if lattice.counts[place, pair] > 0:
            if lattice.cards[place] > 1:
                places[rows] = place
                rows += 1
            else:
                start = place
    return start, places[:rows]


@njit(cache=True, nogil=True, error_model="numpy")
def reached_places(start: int, lattice: Lattice, acts: Ints, places: Ints, bits: int) -> Ints:
    """Those of ``places`` that play by either of two strategies reaches so (``mark_played``)."""
    reached = np.zeros(acts.shape[1], dtype=np.int64)
    for added in range(2):
        mine = np.zeros(acts.shape[1], dtype=np.int64)
        mark_played(start, lattice, acts[added], mine)
        reached |= mine
    rows = 0
    kept = np.empty(places.shape[0], dtype=np.int64)
    for place in places:
        if reached[place] & bits:
            kept[rows] = place
            rows += 1
    return kept[:rows]


@njit(cache=True, nogil=True, error_model="numpy")
def dealt_hands(deal: Deal, origin: Origin, dealt: DealtHands) -> None:
    """Value every act of every hand that was not split, against one up card."""
    count = deal.lattice.counts.shape[0]
    places = np.arange(count)
    rest = deal.shoe - deal.lattice.counts
    dealer_outcomes(rest, deal.draws, deal.up, dealt.outcomes)
    standing = standing_of(deal.play, origin.kind)
    stand_parts(places, dealt.outcomes, standing)
    nothing = np.empty((0, ACTS))
    work = Workspace(standing, dealt.acts, np.zeros(count), dealt.act_values, nothing, False)
    play_hands(places, deal, origin, work)
