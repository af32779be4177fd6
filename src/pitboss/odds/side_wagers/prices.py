"""The value of each side wager: every paying line with its probability, price and share."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, TypedDict

from pitboss.errors import OddsError
from pitboss.money import Cents
from pitboss.notebook import table_html, to_pandas, to_polars
from pitboss.odds.known.records import Results
from pitboss.odds.shoe import SuitedShoe, shoe_of
from pitboss.odds.side_wagers.chances import (
    RESULTS,
    ActPolicy,
    Chance,
    Law,
    LawOf,
    depends_on_play,
    wager_law,
)
from pitboss.rulebook.file.payoffs import AtOdds, Meter, Payoff, Prize, net_gain
from pitboss.rulebook.questions.stakes import meter_raise
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.wagers.base import LOSE

DOLLAR: Cents = 100


@dataclass(frozen=True, slots=True)
class LineOdds:
    """One line of a side wager, or losing."""

    name: str
    pays: str
    """Price as the rulebook writes it: ``30 to 1``; ``nothing`` for losing."""
    chance: Fraction
    by_play: bool
    """True if the probability depends on the strategy."""
    gain: Fraction
    """Net gain per unit staked, the mean one if a prize is drawn; -1 for losing."""
    clause: str

    @property
    def probability(self) -> float:
        """Probability of this line for one wager."""
        return float(self.chance)

    @property
    def exact(self) -> Fraction | None:
        """Probability as a fraction; None if play can change it."""
        return None if self.by_play else self.chance

    @property
    def contribution(self) -> float:
        """Part of the player's expectation from this line, per unit staked."""
        return float(self.chance * self.gain)


@dataclass(frozen=True, slots=True)
class MeterOdds:
    """Odds of a wager that can win the meter."""

    meter: Cents
    """Meter for which the house edge is given, before this round's wagers."""
    added: Cents
    """Amount that this wager adds to the meter before the deal."""
    chance: float
    """Probability of winning the meter."""
    other_return: float
    """Mean return of the other lines, per unit staked."""
    share: float
    """Share of each unit staked that goes to the meter."""
    break_even: Cents | None
    """Smallest meter at which the player has no disadvantage; None if it cannot be won."""


class LineRow(TypedDict):
    """A row of ``WagerOdds.rows()``: a line of a side wager."""

    line: str
    pays: str
    """Price as the rulebook writes it."""
    probability: float
    contribution: float
    """Part of the player's expectation, per unit staked."""
    clause: str


@dataclass(frozen=True, slots=True, repr=False)
class WagerOdds:
    """A side wager off the top of a shoe: probabilities, and the house edge per unit staked.

    >>> import pitboss
    >>> pitboss.par_sheet("house").wager("match_dealer")
    <WagerOdds 'match_dealer': house edge 25.0742%, off the top; 5 lines pay>
    """

    wager: str
    title: str
    clause: str
    lines: tuple[LineOdds, ...]
    stake: Cents | None
    """Stake of the figures; None if they hold for any stake, not rounded."""
    condition: str
    meter: MeterOdds | None = None
    note: str = ""

    @property
    def by_play(self) -> bool:
        """True if the figures depend on the strategy."""
        return any(line.by_play for line in self.lines)

    @property
    def edge(self) -> Fraction:
        """House edge per unit staked, as an exact fraction."""
        return -sum((line.chance * line.gain for line in self.lines), Fraction(0))

    @property
    def house_edge(self) -> float:
        """House edge per unit staked."""
        return float(self.edge)

    @property
    def hit_p(self) -> float:
        """Probability that any line pays."""
        return float(sum(line.chance for line in self._paying))

    @property
    def _paying(self) -> tuple[LineOdds, ...]:
        return tuple(line for line in self.lines if line.name != LOSE)

    def rows(self) -> list[LineRow]:
        """Return a row for each line: price, probability, and share of the expectation."""
        return [
            {
                "line": line.name,
                "pays": line.pays,
                "probability": line.probability,
                "contribution": line.contribution,
                "clause": line.clause,
            }
            for line in self.lines
        ]

    def to_polars(self) -> Any:
        """Return the rows as a Polars data frame."""
        return to_polars(self.rows())

    def to_pandas(self) -> Any:
        """Return the rows as a pandas data frame."""
        return to_pandas(self.rows())

    def __repr__(self) -> str:
        edge = f"house edge {self.house_edge:.4%}"
        paying = len(self._paying)
        lines = "1 line pays" if paying == 1 else f"{paying} lines pay"
        return f"<WagerOdds {self.wager!r}: {edge}, {self.condition}; {lines}>"

    def _repr_html_(self) -> str:
        """Return the lines as a table for a notebook."""
        rows = [dict(row) | {"probability": f"{row['probability']:.6f}"} for row in self.rows()]
        return table_html(f"{self.title}: house edge {self.house_edge:.4%}", rows)


def side_wagers(
    rules: Rules,
    *,
    shoe: SuitedShoe | None = None,
    play: ActPolicy | None = None,
    results: Results | None = None,
    law_of: LawOf = wager_law,
) -> tuple[WagerOdds, ...]:
    """Return the odds of every side wager on offer, once for each stake that changes them."""
    shoe = shoe or shoe_of(rules)
    priced: list[WagerOdds] = []
    for wager in rules.wagers.values():
        law = law_of(rules, wager, shoe, play=play, results=results)
        priced.extend(price(rules, wager, law))
    return tuple(priced)


def price(rules: Rules, wager: SideWager, law: Law) -> tuple[WagerOdds, ...]:
    """Return a wager's lines with their prices, once for each stake that changes the return."""
    return tuple(_price_at(rules, wager, law, stake) for stake in stakes_of(wager))


def stakes_of(wager: SideWager) -> tuple[Cents | None, ...]:
    """Return the stakes with odds of their own; one entry if the return is the same for all."""
    if all(_is_proportional(line.payoff) for line in wager.lines.values()):
        return (wager.stakes[0] if len(wager.stakes) == 1 else None,)
    return tuple(stake for stake in wager.stakes if stake <= wager.stake_max) or (wager.stake_min,)


def _is_proportional(payoff: Payoff) -> bool:
    return isinstance(payoff, AtOdds) or (isinstance(payoff, Prize) and payoff.per_dollar)


def _price_at(rules: Rules, wager: SideWager, law: Law, stake: Cents | None) -> WagerOdds:
    lines = []
    for name, line in wager.lines.items():
        chance = law.get(name, Chance(Fraction(0)))
        gain = gain_per_unit(rules, wager, line.payoff, stake)
        pays = str(line.payoff)
        lines.append(LineOdds(name, pays, chance.p, chance.by_play, gain, line.clause))
    # A category without a price loses.
    lost = [chance for name, chance in law.items() if name not in wager.lines]
    lost_p = sum((chance.p for chance in lost), Fraction(0))
    by_play = any(chance.by_play for chance in lost)
    lines.append(LineOdds(LOSE, "nothing", lost_p, by_play, Fraction(-1), wager.clause))
    return WagerOdds(
        wager=wager.name,
        title=wager.title,
        clause=wager.clause,
        lines=tuple(lines),
        stake=stake,
        condition=_condition(wager),
        meter=_meter_odds(rules, lines, stake),
    )


def gain_per_unit(rules: Rules, wager: SideWager, payoff: Payoff, stake: Cents | None) -> Fraction:
    """Return the net gain of a winner per unit staked; of a drawn prize, the mean.

    With a stake it is the table's payout, rounding included; without one, the price.
    """
    match payoff:
        case AtOdds(odds) if stake is None:
            return odds.ratio
        case Prize(per_dollar=per_dollar):
            staked = stake or DOLLAR
            prizes = dict(wager.prize_list).get(DOLLAR if per_dollar else staked, ())
            weights = sum(weight for _, weight in prizes)
            if not weights:
                raise OddsError(f"{wager.title} has no prizes for this stake")
            sums = sum(net_gain(payoff, staked, drawn=drawn) * weight for drawn, weight in prizes)
            return Fraction(sums, weights * staked)
        case _:
            staked = stake or DOLLAR
            drawn = 0
            if isinstance(payoff, Meter):
                drawn = rules.fees.meter + meter_raise(rules, staked)
            return Fraction(net_gain(payoff, staked, drawn=drawn, unit=rules.payout_unit), staked)


def _condition(wager: SideWager) -> str:
    reads = set(wager.kind.reads)
    if reads & set(RESULTS):
        return "rounds from full shoes, each by the stated strategy"
    if wager.kind.draws_out():
        return "off the top; whatever the players do, because the dealer draws to the end"
    if wager.kind.reads_dealer():
        return "off the top; whatever the players do, because the dealer shows the second card"
    if depends_on_play(wager):
        return "off the top, one box, played by the stated strategy"
    return "off the top"


def _meter_odds(rules: Rules, lines: list[LineOdds], stake: Cents | None) -> MeterOdds | None:
    won = [line for line in lines if line.pays == str(Meter())]
    if not won or stake is None:
        return None
    (line,) = won
    others = sum(
        (other.chance * (other.gain + 1) for other in lines if other is not line), Fraction(0)
    )
    added = meter_raise(rules, stake)
    least = None
    if line.chance:
        least = max(ceil((1 - others) * stake / line.chance - added), 0)
    return MeterOdds(
        meter=rules.fees.meter,
        added=added,
        chance=line.probability,
        other_return=float(others),
        share=added / stake,
        break_even=least,
    )


def plain_wager(group: tuple[WagerOdds, ...]) -> dict[str, object]:
    """Return a wager as `odds --json` prints it, the figures of the first stake on top."""
    first = group[0]
    plain: dict[str, object] = {
        "wager": first.wager,
        "title": first.title,
        "clause": first.clause,
        "house_edge": first.house_edge,
        "condition": first.condition,
        "outcomes": [plain_line(line) for line in first.lines],
    }
    if first.note:
        plain["note"] = first.note
    if first.meter:
        plain["meter"] = _plain_meter(first.meter)
    if len(group) > 1:
        plain["stakes"] = [
            {
                "stake": (odds.stake or 0) / 100,
                "house_edge": odds.house_edge,
                "outcomes": [plain_line(line) for line in odds.lines],
            }
            for odds in group
        ]
    return plain


def plain_line(line: LineOdds) -> dict[str, object]:
    """Return a line for JSON."""
    return {
        "name": line.name,
        "probability": line.probability,
        "exact": None if line.exact is None else str(line.exact),
        "pays": line.pays,
        "gain": float(line.gain),
        "contribution": line.contribution,
        "clause": line.clause,
    }


def _plain_meter(meter: MeterOdds) -> dict[str, object]:
    return {
        "meter": meter.meter / 100,
        "probability": meter.chance,
        "other_return": meter.other_return,
        "share": meter.share,
        "break_even": None if meter.break_even is None else meter.break_even / 100,
    }


def by_wager(odds: tuple[WagerOdds, ...]) -> Mapping[str, tuple[WagerOdds, ...]]:
    """Return the odds of each wager, one for each stake, by its name."""
    groups: dict[str, tuple[WagerOdds, ...]] = {}
    for wager_odds in odds:
        groups[wager_odds.wager] = (*groups.get(wager_odds.wager, ()), wager_odds)
    return groups
