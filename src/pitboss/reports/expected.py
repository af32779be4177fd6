"""The expected win from wagers by the odds of a table, and its standard deviation.

Off the top of a full shoe, players playing their best; boxes are taken as independent, though all
play against one dealer, so that the true deviation is somewhat larger at a full table.
"""

from collections.abc import Mapping
from math import sqrt

import msgspec

from pitboss.engine.state import ANTE, MAIN
from pitboss.money import Cents
from pitboss.reports.tally import Exposure

Moments = tuple[float, float]
"""The mean and the variance of what the house wins, in cents and cents squared."""


class SideEdge(msgspec.Struct, frozen=True):
    """A wager beside the main one, per unit staked."""

    stake: Cents
    """The stake that these odds are for; 0 for any."""
    edge: float
    variance: float
    meter: Cents = 0
    """The meter that these odds are for; 0 if the wager cannot win one."""
    meter_p: float = 0.0
    """Probability that it wins the meter."""


class Edges(msgspec.Struct, frozen=True):
    """The odds of a table, as far as its takings depend on them."""

    main: float
    """The house edge per unit of the initial wager."""
    deviations: dict[int, float]
    """Standard deviation per unit of all stakes, by dealer hands bet against."""
    sides: dict[str, tuple[SideEdge, ...]]
    strategy_class: str


def moments_of(
    edges: Edges, wager: str, *, spots: int, stake: Cents, meter: Cents
) -> Moments | None:
    """Return mean and variance of the win from one wager; None if its odds are unknown."""
    if wager == MAIN:
        deviation = edges.deviations.get(spots)
        return None if deviation is None else (edges.main * stake, (deviation * stake) ** 2)
    if wager == ANTE:
        # The house keeps it, whatever comes.
        return float(stake), 0.0
    group = edges.sides.get(wager, ())
    side = next((edge for edge in group if edge.stake in (0, stake)), None)
    if side is None:
        return None
    edge, variance = side.edge, side.variance
    if side.meter and meter:
        edge, variance = _at_meter(side, stake, meter)
    return edge * stake, variance * stake**2


def _at_meter(side: SideEdge, stake: Cents, meter: Cents) -> Moments:
    """Return the edge and the variance at another meter."""
    known, now = ((amount - stake) / stake for amount in (side.meter, meter))
    edge = side.edge - side.meter_p * (now - known)
    second = side.variance + side.edge**2 + side.meter_p * (now**2 - known**2)
    return edge, second - edge**2


def add_up(exposure: Exposure, edges: Mapping[int, Edges]) -> dict[str, Moments]:
    """Return mean and variance of the win, by wager; those with unknown odds are left out."""
    sums: dict[str, list[float]] = {}
    unknown: set[str] = set()
    for (place, wager), stakes in exposure.items():
        for (spots, stake, meter), count in stakes.items():
            moments = None
            if place in edges:
                moments = moments_of(edges[place], wager, spots=spots, stake=stake, meter=meter)
            if moments is None:
                unknown.add(wager)
                continue
            totals = sums.setdefault(wager, [0.0, 0.0])
            totals[0] += count * moments[0]
            totals[1] += count * moments[1]
    return {name: (mean, var) for name, (mean, var) in sums.items() if name not in unknown}


def deviations_off(win: float, mean: float, variance: float) -> float | None:
    """Return the excess of a win over its mean, in standard deviations."""
    return (win - mean) / sqrt(variance) if variance > 0 else None
