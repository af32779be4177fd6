"""What the house has to expect of wagers by the exact odds of a table, and how far it may lie off.

Off the top of a full shoe, players playing their best; boxes are taken as independent, though all
play against one dealer, so that the true deviation is somewhat larger at a full table.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

import msgspec

from pitboss.engine.state import ANTE, MAIN
from pitboss.money import Cents
from pitboss.odds.game_figures import solve_game
from pitboss.odds.insurance import insurance_odds
from pitboss.odds.suited import shoe_of_decks
from pitboss.odds.wagers import DOLLAR, LineOdds, WagerOdds, by_wager, side_wagers
from pitboss.reports.tally import Exposure
from pitboss.rulebook.payoffs import Prize, net_gain
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.stakes import meter_raise

Moments = tuple[float, float]
"""The mean and the variance of what the house wins, in cents and cents squared."""


class SideEdge(msgspec.Struct, frozen=True):
    """A wager beside the main one, per unit staked."""

    stake: Cents
    """What it holds for; 0 for any stake."""
    edge: float
    variance: float
    meter: Cents = 0
    """The meter that these are for; 0 where it can win none."""
    meter_p: float = 0.0
    """How likely it wins the meter."""


class Edges(msgspec.Struct, frozen=True):
    """The odds of a table, as far as its takings depend on them."""

    main: float
    """The house edge per unit of the initial wager."""
    deviations: dict[int, float]
    """By dealer hands bet against: the standard deviation per unit of all stakes together."""
    sides: dict[str, tuple[SideEdge, ...]]
    strategy_class: str


def edges_of(rules: Rules) -> Edges:
    """Solve a table: seconds, where the kernels are compiled first."""
    game, shoe = solve_game(rules), shoe_of_decks(rules.decks_in_play)
    priced = side_wagers(rules, shoe=shoe, play=game, results=game.results)
    insurance = insurance_odds(rules, shoe)
    groups = by_wager((*((insurance,) if insurance else ()), *priced))
    sides = {
        wager: tuple(_side_edge(rules, one) for one in group) for wager, group in groups.items()
    }
    deviations = {1: game.standard_deviation, **game.spot_deviations}
    return Edges(game.house_edge, deviations, sides, game.strategy_class)


def _side_edge(rules: Rules, odds: WagerOdds) -> SideEdge:
    second = sum(float(line.chance) * _square(rules, odds, line) for line in odds.lines)
    edge, stake = odds.house_edge, odds.stake or 0
    if odds.meter is None:
        return SideEdge(stake, edge, second - edge**2)
    meter = rules.fees.meter + meter_raise(rules, stake)
    return SideEdge(stake, edge, second - edge**2, meter, odds.meter.chance)


def _square(rules: Rules, odds: WagerOdds, line: LineOdds) -> float:
    """The mean square of what a line gains, per unit staked: prizes differ from draw to draw."""
    wager = rules.wagers.get(odds.wager)
    paid = wager.lines.get(line.name) if wager else None
    if wager is None or paid is None or not isinstance(paid.payoff, Prize):
        return float(line.gain) ** 2
    staked = odds.stake or DOLLAR
    prizes = dict(wager.prize_list)[DOLLAR if paid.payoff.per_dollar else staked]
    weights = sum(weight for _, weight in prizes)
    gains = ((Fraction(net_gain(paid.payoff, staked, drawn=drawn), staked), weight)
             for drawn, weight in prizes)  # fmt: skip
    return float(sum(gain**2 * weight for gain, weight in gains) / weights)


def moments_of(
    edges: Edges, wager: str, *, spots: int, stake: Cents, meter: Cents
) -> Moments | None:
    """What one wager brings the house; none where its odds are not known."""
    if wager == MAIN:
        deviation = edges.deviations.get(spots)
        return None if deviation is None else (edges.main * stake, (deviation * stake) ** 2)
    if wager == ANTE:
        # The house keeps it, whatever comes.
        return float(stake), 0.0
    group = edges.sides.get(wager, ())
    side = next((one for one in group if one.stake in (0, stake)), None)
    if side is None:
        return None
    edge, variance = side.edge, side.variance
    if side.meter and meter:
        edge, variance = _at_meter(side, stake, meter)
    return edge * stake, variance * stake**2


def _at_meter(side: SideEdge, stake: Cents, meter: Cents) -> Moments:
    """The edge and the variance at another meter."""
    known, now = ((amount - stake) / stake for amount in (side.meter, meter))
    edge = side.edge - side.meter_p * (now - known)
    second = side.variance + side.edge**2 + side.meter_p * (now**2 - known**2)
    return edge, second - edge**2


def add_up(exposure: Exposure, edges: Mapping[int, Edges]) -> dict[str, Moments]:
    """What all wagers bring the house, by wager; those without known odds are left out."""
    sums: dict[str, list[float]] = {}
    unknown: set[str] = set()
    for (place, wager), stakes in exposure.items():
        for (spots, stake, meter), count in stakes.items():
            one = None
            if place in edges:
                one = moments_of(edges[place], wager, spots=spots, stake=stake, meter=meter)
            if one is None:
                unknown.add(wager)
                continue
            mine = sums.setdefault(wager, [0.0, 0.0])
            mine[0] += count * one[0]
            mine[1] += count * one[1]
    return {name: (mean, var) for name, (mean, var) in sums.items() if name not in unknown}


def deviations_off(win: float, mean: float, variance: float) -> float | None:
    """How many standard deviations a win lies above what was to be expected."""
    return (win - mean) / sqrt(variance) if variance > 0 else None
