"""Results of a round: their probabilities, their spread, and the average stake.

Everything is exact except the joint results of three or four hands of one box. There the number of
hands is exact, and so is each hand with its second card; together they are taken as independent
given the dealer's result. The spread takes them two at a time.
"""

from dataclasses import dataclass, field
from math import sqrt

import numpy as np

from pitboss.odds.results.box_law import ResultSums, box_paths, several, two_hands
from pitboss.odds.results.split_boxes import split_box
from pitboss.odds.solver import kernels
from pitboss.odds.solver.acts import FREE, MODES, PLAIN, SURRENDER
from pitboss.odds.solver.arrays import Floats, Ints
from pitboss.odds.solver.best_play import SolverInput, Start, UpValues
from pitboss.odds.solver.classes import BY_PAIRS, EXACT, INDEPENDENT
from pitboss.odds.solver.dealer import BLACKJACK
from pitboss.odds.solver.frequencies import finish_hands
from pitboss.odds.solver.hands import hands, place_of_values
from pitboss.rulebook.questions.settlement import WagerResult, streak_result


@dataclass(frozen=True)
class RoundResults:
    """Results of a round, per unit of the initial wager, insurance left aside."""

    win_p: float
    """Probability that the box wins: more hands than it loses, or the majority that is asked."""
    push_p: float
    loss_p: float
    net: dict[float, float]
    """Probability of each net result in units of the initial wager."""
    mean: float
    """Mean of ``net``: the exact expectation but for boxes of three hands or more."""
    standard_deviation: float
    spread: str
    """Method of the standard deviation, a key of ``SPREADS``."""
    average_wager: float
    """Real units staked on the main wager with its doubles and splits."""
    split_p: float
    """Probability that the round has a split."""
    joint_p: float
    """Probability of a box with three hands or more, the part in which ``net`` is approximate."""

    def __repr__(self) -> str:
        chances = f"wins {self.win_p:.2%}, pushes {self.push_p:.2%}, loses {self.loss_p:.2%}"
        return f"<RoundResults: {chances}, deviation {self.standard_deviation:.4f}>"


@dataclass
class _RoundTally:
    """Sums over the starts of rounds."""

    sums: ResultSums = field(default_factory=ResultSums)
    staked: float = 1.0
    mean: float = 0.0
    square: float = 0.0
    split_p: float = 0.0
    joint_p: float = 0.0
    is_exact: bool = True
    is_additive: bool = True


def results(
    game: SolverInput,
    solved: tuple[UpValues | None, ...],
    first: list[Start],
    *,
    is_exact: bool = False,
) -> RoundResults:
    """Return the results of rounds played by a solved strategy.

    ``is_exact``: make the standard deviation exact for boxes of three hands or more too, which
    takes several times as long.
    """
    tally = _RoundTally()
    for values in solved:
        if values is None:
            continue
        mine = [start for start in first if start.up == values.up]
        tally.staked += _add_unsplit(game, values, mine, tally.sums)
    law = tally.sums.law()
    tally.mean = sum(net * chance for (_, net), chance in law.items())
    tally.square = tally.sums.square()
    for start in first:
        values = solved[start.up]
        if values is not None and start.may_split and values.is_split[start.first]:
            _add_split(game, values, start, tally, is_exact=is_exact)
    law = tally.sums.law()
    net: dict[float, float] = {}
    won = dict.fromkeys(WagerResult, 0.0)
    for (balance, value), chance in law.items():
        net[value] = net.get(value, 0.0) + chance
        won[streak_result(game.rules, balance)] += chance
    spread = EXACT if tally.is_exact else BY_PAIRS if tally.is_additive else INDEPENDENT
    return RoundResults(
        win_p=won[WagerResult.WIN],
        push_p=won[WagerResult.PUSH],
        loss_p=won[WagerResult.LOSS],
        net=dict(sorted(net.items())),
        mean=sum(value * chance for value, chance in net.items()),
        standard_deviation=sqrt(max(0.0, tally.square - tally.mean**2)),
        spread=spread,
        average_wager=tally.staked,
        split_p=tally.split_p,
        joint_p=tally.joint_p,
    )


def _add_unsplit(
    game: SolverInput, values: UpValues, first: list[Start], sums: ResultSums
) -> float:
    """Add the rounds against one up card that are not split; return the units that doubles add."""
    up, play = values.up, game.play
    dealt = np.zeros(len(hands()))
    for start in first:
        if start.may_split and values.is_split[start.first]:
            continue
        dealt[place_of_values(start.first, start.second)] += start.probability
        if play.is_peeked[up]:
            place = place_of_values(start.first, start.second)
            is_blackjack = (start.first, start.second) == (0, 9)
            tie = float(play.blackjack_tie[up])
            key = (int(np.sign(tie)), tie) if is_blackjack else (-1, -1.0)
            if values.acts[place] == SURRENDER:
                # A hand surrendered before the peek loses half, whatever the hole card.
                key = (-1, -1.0 - float(play.surrender_loss[0, up]))
            sums.add(*key, start.probability * start.blackjack_p)
    finished = finish_hands(game.deal(up), values.acts, values.doubled_acts, dealt)
    stands, over, surrendered = finished
    blackjack_after_play = float(play.blackjack_after_play[up])
    shown = np.ones(kernels.RESULTS)
    shown[BLACKJACK] = blackjack_after_play
    staked = 0.0
    for mode in range(MODES):
        extra = float(play.double[mode])
        half = 0.5 * (1.0 + extra)
        sums.add(-1, -half, float(surrendered[mode, 0]))
        under = float(play.surrender_loss[0, up]) if mode == PLAIN else half
        sums.add(-1, -under, blackjack_after_play * float(surrendered[mode, 1]))
        sums.add(-1, -1.0 - extra, float(over[mode, 0]))
        taken = float(play.loss_to_blackjack[0, 1] @ (1.0, extra))
        sums.add(-1 if taken else 0, -taken, float(over[mode, 1]) * blackjack_after_play)
        places = np.nonzero(stands[mode])[0]
        chances = stands[mode, places, None] * values.outcomes[places] * shown
        sums.add_all(*compared(game, up, places, mode, extra), chances)
        # A blackjack found by a peek ends the round before any double.
        ended = chances.sum() + over[mode, 0] + surrendered[mode, 0]
        ended += blackjack_after_play * (over[mode, 1] + surrendered[mode, 1])
        staked += extra * float(ended)
    return staked


def compared(
    game: SolverInput, up: int, places: Ints, mode: int, extra: float
) -> tuple[Floats, Floats]:
    """Return signs and nets (places, 8) of hands that were not split, with each dealer's result."""
    play = game.at(up)
    tables = (play.win, play.loss) if mode == PLAIN else (play.doubled_win, play.doubled_loss)
    won, lost = (table[0, places] for table in tables)
    won[places == place_of_values(0, 9), BLACKJACK] = play.blackjack_tie[up]
    cost = np.full(kernels.RESULTS, 1.0 + extra)
    cost[BLACKJACK] = play.loss_to_blackjack[0, 0] @ (1.0, extra)
    nets = (1.0 + extra + (mode == FREE)) * won - cost * lost
    return np.sign(won) - lost * (cost > 0), nets


def _add_split(
    game: SolverInput, values: UpValues, start: Start, tally: _RoundTally, *, is_exact: bool
) -> None:
    """Add the rounds in which one pair is split."""
    play, pair = game.play, start.first
    by_rank = pair == 9 and play.is_rank_pair
    box = split_box(game, values, pair, by_rank=by_rank)
    closed = start.blackjack_p if play.is_peeked[values.up] else 0.0
    tally.sums.add(-1, -1.0, start.probability * closed)
    law = ResultSums()
    if not by_rank:
        two_hands(box, law)
    known = law.mass()
    rest = ResultSums()
    for path in box_paths(box):
        if by_rank or len(path.hands) > 2:
            several(box, path, rest)
    missing = 1.0 - closed - known
    if rest.mass() > 0:
        rest.scale(missing / rest.mass())
    is_two = rest.mass() <= 0
    tally.sums.join(law, start.probability)
    tally.sums.join(rest, start.probability)
    split_ev = float(values.split_values[pair])
    is_busted_plus_one = play.is_busted_plus_one and bool(play.blackjack_after_play[values.up])
    is_additive = not by_rank and (is_two or not is_busted_plus_one)
    if is_two or not is_additive:
        square = law.square() + rest.square()
    else:
        square = box.square(is_exact=is_exact)
        tally.is_exact &= is_exact
    tally.is_additive &= is_additive
    tally.is_exact &= is_additive
    tally.mean += start.probability * (split_ev - closed)
    tally.square += start.probability * (square + closed)
    tally.split_p += start.probability * (1.0 - closed)
    tally.joint_p += start.probability * rest.mass()
    tally.staked += start.probability * (box.staked() - (1.0 - closed))
