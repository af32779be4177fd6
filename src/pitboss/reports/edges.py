"""The exact odds of a table, as far as its takings depend on them."""

from fractions import Fraction

from pitboss.odds.game import game_of
from pitboss.odds.shoe import shoe_of
from pitboss.odds.side_wagers.insurance import insurance_odds
from pitboss.odds.side_wagers.known import known_law
from pitboss.odds.side_wagers.prices import DOLLAR, LineOdds, WagerOdds, by_wager, side_wagers
from pitboss.reports.expected import Edges, SideEdge
from pitboss.rulebook.file.payoffs import Prize, net_gain
from pitboss.rulebook.questions.stakes import meter_raise
from pitboss.rulebook.rules import Rules


def edges_of(rules: Rules) -> Edges:
    """Return the odds of a table; takes seconds if it must be solved and kernels compiled."""
    game, shoe = game_of(rules), shoe_of(rules)
    figures = game.figures
    priced = side_wagers(rules, shoe=shoe, play=game, results=figures.results, law_of=known_law)
    insurance = insurance_odds(rules, shoe)
    groups = by_wager((*((insurance,) if insurance else ()), *priced))
    sides = {
        wager: tuple(_side_edge(rules, odds) for odds in group) for wager, group in groups.items()
    }
    deviations = {1: figures.standard_deviation, **dict(figures.spots)}
    return Edges(game.house_edge, deviations, sides, game.strategy_class)


def _side_edge(rules: Rules, odds: WagerOdds) -> SideEdge:
    second = sum(float(line.chance) * _square(rules, odds, line) for line in odds.lines)
    edge, stake = odds.house_edge, odds.stake or 0
    if odds.meter is None:
        return SideEdge(stake, edge, second - edge**2)
    meter = rules.fees.meter + meter_raise(rules, stake)
    return SideEdge(stake, edge, second - edge**2, meter, odds.meter.chance)


def _square(rules: Rules, odds: WagerOdds, line: LineOdds) -> float:
    """Return a line's mean square gain per unit staked; prizes differ from draw to draw."""
    wager = rules.wagers.get(odds.wager)
    paid = wager.lines.get(line.name) if wager else None
    if wager is None or paid is None or not isinstance(paid.payoff, Prize):
        return float(line.gain) ** 2
    staked = odds.stake or DOLLAR
    prizes = dict(wager.prize_list)[DOLLAR if paid.payoff.per_dollar else staked]
    weights = sum(weight for _, weight in prizes)
    gains = (
        (Fraction(net_gain(paid.payoff, staked, drawn=drawn), staked), weight)
        for drawn, weight in prizes
    )
    return float(sum(gain**2 * weight for gain, weight in gains) / weights)
