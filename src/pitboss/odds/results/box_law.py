"""Distribution of a round's results, put together from the hands of a box."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.compiling import kernel
from pitboss.odds.results.split_boxes import SplitBox
from pitboss.odds.solver import kernels
from pitboss.odds.solver.arrays import Floats, Ints
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.split_endings import OTHER
from pitboss.odds.solver.splits import paths
from pitboss.rulebook.questions.settlement import PUSHED

SIGN = 10**12
NET = 10**9
"""Factors that code a sign and a net result as one whole number, the net to nine decimals."""
SUMS_MAX = 4096
"""More than the number of different results of a box."""
DUE, DUE_BITS = 1, 1
"""Last bit of a sum while hands are added: a wager is still to be taken for the original one."""


class CodedResults(NamedTuple):
    """Results as whole numbers, each once, with their probability."""

    codes: Ints
    chances: Floats


class IndependentHands(NamedTuple):
    """Results of the hands of a box; rows that a hand does not use have probability 0."""

    codes: Ints
    """(hands, rows, 8): result as one whole number, with each dealer's result."""
    laws: Floats
    """(hands, rows, 8): probability given the dealer's result."""
    is_settled: NDArray[np.bool_]
    """(hands, rows): True if a dealer's blackjack has no wager left to take."""


@dataclass
class ResultSums:
    """Running sum of the probability of each balance of a box, with the net result."""

    _codes: list[Ints] = field(default_factory=list)
    _chances: list[Floats] = field(default_factory=list)

    def add(self, sign: int, net: float, chance: float) -> None:
        """Add one result."""
        self.add_all(np.array([sign]), np.array([net]), np.array([chance]))

    def add_all(self, signs: Floats, nets: Floats, chances: Floats) -> None:
        """Add results in arrays of one shape."""
        self.add_coded(_coded(signs, nets).ravel(), chances.ravel())

    def add_coded(self, codes: Ints, chances: Floats) -> None:
        """Add results whose sign and net are coded as one number."""
        self._codes.append(codes)
        self._chances.append(chances)

    def join(self, other: "ResultSums", share: float) -> None:
        """Add ``share`` times another distribution."""
        codes, chances = other._merged()
        self._codes.append(codes)
        self._chances.append(share * chances)

    def scale(self, factor: float) -> None:
        """Multiply every probability by ``factor``."""
        self._chances = [factor * chances for chances in self._chances]

    def mass(self) -> float:
        """Return the total probability."""
        return sum(float(chances.sum()) for chances in self._chances)

    def square(self) -> float:
        """Return the sum of squared nets, weighted by probability."""
        return sum(net * net * chance for (_, net), chance in self.law().items())

    def law(self) -> dict[tuple[int, float], float]:
        """Return the probability by balance of the box, as in ``streak_result``, and net units."""
        codes, chances = self._merged()
        signs = np.rint(codes / SIGN).astype(np.int64)
        nets = (codes - signs * SIGN) / NET
        rows = zip(signs.tolist(), nets.tolist(), chances.tolist(), strict=True)
        return {(sign, net): chance for sign, net, chance in rows if chance > 0}

    def _merged(self) -> tuple[Ints, Floats]:
        if not self._codes:
            return np.zeros(0, dtype=np.int64), np.zeros(0)
        codes, where = np.unique(np.concatenate(self._codes), return_inverse=True)
        chances = np.bincount(where.ravel(), np.concatenate(self._chances), len(codes))
        self._codes, self._chances = [codes], [chances.astype(np.float64)]
        return self._codes[0], self._chances[0]


@dataclass(frozen=True, slots=True)
class Path:
    """Second cards of a split box, with their probability."""

    hands: tuple[tuple[int, bool], ...]
    """Each hand: 1 if its wager was added, and True if its second card may be any."""
    pairs_out: int
    """Number of pair cards that made further hands."""
    chance: float


def box_paths(box: SplitBox) -> Iterator[Path]:
    """Yield the ways in which second cards fall, equivalent ones as one."""
    size = float(box.left.sum())
    chances: dict[tuple[tuple[tuple[int, bool], ...], int], float] = {}

    for path in paths(box.hands_max):
        pairs_out, chance = 0, 1.0
        for drawn, step in enumerate(path.rstrip("A")):
            pair_p = max(0.0, box.pair_cards - pairs_out) / max(size - drawn, 1.0)
            chance *= pair_p if step == "P" else 1.0 - pair_p
            pairs_out += step == "P"
        first, *rest = list(path.replace("P", ""))
        key = (((0, first == "A"), *sorted((1, step == "A") for step in rest)), pairs_out)
        if chance > 0:
            chances[key] = chances.get(key, 0.0) + chance
    for (hands, pairs_out), chance in chances.items():
        yield Path(hands, pairs_out, chance)


def two_hands(box: SplitBox, sums: ResultSums) -> None:
    """Add the exact distribution of a box that ends with two hands."""
    first, added = box.endings
    law = box.law_of_two(0, 1, 0)
    seen = law.sum(axis=(0, 1)) if box.hands_max == 2 else law[OTHER, OTHER]
    nets = first.nets[:, None, :] + added.nets
    signs = first.signs[:, None, :] + added.signs
    play = box.game.play
    if play.is_busted_plus_one and play.blackjack_after_play[box.up]:
        # The original hand is settled, so the dealer's blackjack takes the other wager.
        moves = np.outer(first.is_settled, ~added.is_settled)
        nets[moves, BLACKJACK] -= play.stake[1, box.pair, 0]
        signs[moves, BLACKJACK] -= 1 + PUSHED
    shown = slice(None) if play.blackjack_after_play[box.up] else slice(BLACKJACK)
    sums.add_all(signs[:, :, shown], nets[:, :, shown], seen[:, :, shown])


def several(box: SplitBox, path: Path, sums: ResultSums) -> None:
    """Add the distribution of hands that are taken as independent given the dealer's result."""
    play, dealer = box.game.play, box.dealer(path.pairs_out).copy()
    if not play.blackjack_after_play[box.up]:
        dealer[BLACKJACK] = 0.0
    rows = max(len(endings.nets) for endings in box.endings)
    codes = np.zeros((len(path.hands), rows, kernels.RESULTS), dtype=np.int64)
    laws = np.zeros((len(path.hands), rows, kernels.RESULTS))
    is_settled = np.zeros((len(path.hands), rows), dtype=np.bool_)
    for at, (whose, is_any) in enumerate(path.hands):
        endings, law = box.endings[whose], box.law_of_one(whose, path.pairs_out)
        count = len(endings.nets)
        codes[at, :count] = _coded(endings.signs, endings.nets)
        laws[at, :count] = law.sum(axis=0) if is_any or box.by_rank else law[OTHER]
        is_settled[at, :count] = endings.is_settled
    masses = laws.sum(axis=1, keepdims=True)
    laws /= np.where(masses > 0, masses, 1.0)
    taken = 0
    if play.is_busted_plus_one:
        taken = int(_coded(np.array([1 + PUSHED]), play.stake[1, box.pair, :1])[0])
    hands = IndependentHands(codes, laws, is_settled)
    sums.add_coded(*independent(hands, path.chance * dealer, taken))


def _coded(signs: Floats, nets: Floats) -> Ints:
    return np.rint(signs * SIGN + nets * NET).astype(np.int64)


def independent(hands: IndependentHands, dealer: Floats, taken: int) -> CodedResults:
    """Return the sums of hands that are independent given the dealer's result.

    ``dealer`` (8,) is the probability of each of his results. ``taken`` is the loss of the first
    wager still in play to a blackjack if the original hand is settled; 0 for no such loss.
    """
    sums, *room = (CodedResults(np.empty(SUMS_MAX, np.int64), np.empty(SUMS_MAX)) for _ in range(3))
    count = add_independent(hands, dealer, taken, sums, (room[0], room[1]))
    return CodedResults(sums.codes[:count], sums.chances[:count])


@kernel
def add_independent(
    hands: IndependentHands,
    dealer: Floats,
    taken: int,
    sums: CodedResults,
    room: tuple[CodedResults, CodedResults],
) -> int:
    """Write these sums to ``sums``; return their number."""
    now, after = room
    count = 0
    for result in range(dealer.shape[0]):
        if dealer[result] <= 0.0:
            continue
        now.codes[0], now.chances[0], size = 0, dealer[result], 1
        for hand in range(hands.codes.shape[0]):
            grown = 0
            for row in range(hands.codes.shape[1]):
                chance = hands.laws[hand, row, result]
                if chance <= 0.0:
                    continue
                is_settled = hands.is_settled[hand, row]
                for at in range(size):
                    code, due = now.codes[at] >> DUE_BITS, now.codes[at] & DUE
                    if taken and result == BLACKJACK:
                        if hand == 0:
                            due = DUE if is_settled else 0
                        elif due and not is_settled:
                            code, due = code - taken, 0
                    code = ((code + hands.codes[hand, row, result]) << DUE_BITS) | due
                    grown = put(after, grown, code, now.chances[at] * chance)
            now, after, size = after, now, grown
        for at in range(size):
            count = put(sums, count, now.codes[at] >> DUE_BITS, now.chances[at])
    return count


@kernel
def put(law: CodedResults, count: int, code: int, chance: float) -> int:
    """Add ``chance`` to ``code`` in a short unsorted list; return its new length."""
    for at in range(count):
        if law.codes[at] == code:
            law.chances[at] += chance
            return count
    law.codes[count], law.chances[count] = code, chance
    return count + 1
