"""The rulebook's own limits on odds, checked against the computed figures, with their clause."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import DECK, parse_cards
from pitboss.hands import hand_of
from pitboss.money import Cents, parse_odds, show
from pitboss.odds.shoe import shoe_of, shoe_of_decks
from pitboss.odds.side_wagers.chances import LawOf, OneAct, wager_law
from pitboss.odds.side_wagers.prices import WagerOdds, gain_per_unit, price
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.file.options import Prizes
from pitboss.rulebook.file.payoffs import Prize
from pitboss.rulebook.file.schema import Demand, WagerSpec
from pitboss.rulebook.options.resolve import is_met
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.rulebook.words.describe import not_said_text
from pitboss.rulebook.words.sentences import count
from pitboss.wagers.base import LOSE

ADVANTAGE_TOLERANCE = 0.0001
"""Largest difference between two tables' advantages that counts as equal (T-s-11-s2)."""
SOFT_17 = hand_of(parse_cards("As 6s"))
MISPRINT = "misprint"
"""Word in a clause's note that asks for a warning."""


@dataclass(frozen=True, slots=True)
class Check:
    """Result of a clause's demand on the odds, with the figures."""

    clause: str
    ok: bool
    text: str
    is_warning: bool = False
    """True if no limit is broken but the reader should know the figures."""

    def plain(self) -> dict[str, object]:
        """Return the check as `odds --json` prints it."""
        data: dict[str, object] = {"clause": self.clause, "ok": self.ok, "text": self.text}
        return {**data, "warning": True} if self.is_warning else data


def check(
    rulebook: Rulebook, rules: Rules, odds: Sequence[WagerOdds], *, law_of: LawOf = wager_law
) -> tuple[Check, ...]:
    """Check every limit that the rulebook sets to the odds of this table's wagers."""
    left_out = (
        Check(spec.clause, ok=True, text=not_said_text(spec), is_warning=True)
        for spec in rulebook.not_said
    )
    return (
        *left_out,
        *_prize_limits(rulebook, rules, odds),
        *same_advantage(rulebook, [("this table", odds)]),
        *_prize_table(rulebook, rules, law_of),
        *_meters(rulebook, rules, odds, law_of),
        *_least_prices(rulebook, rules, odds),
        *_doubtful_lines(rulebook, odds),
        *_impossible_lines(rules, odds),
        *_player_advantages(odds),
        *_soft_17(rulebook),
    )


def percent(share: Fraction | float, digits: int = 2) -> str:
    """Return a share as text: ``24.83 %``."""
    return f"{float(share) * 100:.{digits}f} %"


def _wagers_offered(rulebook: Rulebook, rules: Rules) -> Iterator[tuple[WagerSpec, SideWager]]:
    for spec in rulebook.wagers:
        if spec.name in rules.wagers:
            yield spec, rules.wagers[spec.name]


def _prize_limits(rulebook: Rulebook, rules: Rules, odds: Sequence[WagerOdds]) -> Iterator[Check]:
    """Check the prizes and the house edge that a clause allows for a prize list (T-s-11)."""
    for spec, wager in _wagers_offered(rulebook, rules):
        for constraint in rulebook.constraints:
            demand = constraint.require.get(spec.prizes or "")
            if demand is None or not is_met(constraint.when, rules.options):
                continue
            if demand.prize_min is not None and demand.prize_max is not None:
                yield _prize_range(constraint.clause, wager, demand)
            if demand.edge_min is not None or demand.edge_max is not None:
                yield from _edge_range(constraint.clause, demand, odds, wager.name)


def _prize_range(clause: str, wager: SideWager, demand: Demand) -> Check:
    prizes = [
        prize
        for stake, listed in wager.prize_list
        if demand.stake is None or stake == round(demand.stake * 100)
        for prize, _ in listed
    ]
    low, high = demand.prize_min or 0, demand.prize_max or 0
    ok = all(low * 100 <= prize <= high * 100 for prize in prizes)
    have = f"from {show(min(prizes))} to {show(max(prizes))}" if prizes else "none"
    allowed = f"from {low:g} to {high:g}"
    return Check(clause, ok, f"{wager.title}: prizes {have}; the clause allows {allowed}.")


def _edge_range(
    clause: str, demand: Demand, odds: Sequence[WagerOdds], name: str
) -> Iterator[Check]:
    low = Fraction(str(demand.edge_min or 0))
    high = Fraction(str(1 if demand.edge_max is None else demand.edge_max))
    for entry in odds:
        if entry.wager == name:
            what = (
                f"{entry.title} at a stake of {show(entry.stake)}" if entry.stake else entry.title
            )
            text = (
                f"{what}: the house edge is {percent(entry.edge)}; the clause allows "
                f"{percent(low)} to {percent(high)}."
            )
            yield Check(clause, low <= entry.edge <= high, text)


def parameters(text: str) -> dict[str, str]:
    """Return the parameters of a clause, which its table writes as ``slots=3750;mean=13.87``."""
    pairs = (part.partition("=") for part in text.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs if name.strip()}


def _prize_table(rulebook: Rulebook, rules: Rules, law_of: LawOf) -> Iterator[Check]:
    """Check a prize table against the totals that the text gives (NZ-15A.6-table)."""
    for spec, wager in _wagers_offered(rulebook, rules):
        for line in wager.lines.values():
            clause = rulebook.clauses.get(f"{line.clause}-table")
            if clause is None or not isinstance(line.payoff, Prize) or not spec.prizes:
                continue
            wanted = parameters(clause.parameters)
            figures = _table_figures(rules, wager, wanted, law_of)
            wrong = {name: value for name, value in figures.items() if wanted.get(name) != value}
            have = _join_figures(figures)
            text = f"{wager.title}: the prizes have {have}."
            if wrong:
                differs = _join_figures({name: wanted[name] for name in wrong})
                text = f"{wager.title}: the prizes have {have}. The text has {differs}."
            yield Check(clause.id, not wrong, text)
            yield from _slots(rulebook, wager)


def _table_figures(
    rules: Rules, wager: SideWager, wanted: dict[str, str], law_of: LawOf
) -> dict[str, str]:
    """Compute the figures that the text gives of a prize table, in the same form."""
    prizes = _dollar_prizes(wager.prize_list)
    slots = sum(weight for _, weight in prizes)
    prize_sum = Fraction(sum(prize * weight for prize, weight in prizes), 100)
    figures = {
        "slots": str(slots),
        "amounts": str(len(prizes)),
        "sum": f"{float(prize_sum):g}",
        "mean": f"{float(prize_sum / slots):.6f}",
    }
    for name in wanted:
        start, _, form = name.rpartition("_")
        if start.startswith("rtp_") and start.endswith("deck") and form in ("to1", "for1"):
            decks = int(start.removeprefix("rtp_").removesuffix("deck"))
            law = law_of(rules, wager, shoe_of_decks(decks))
            payoff = Prize(per_dollar=True, returns_stake=form == "to1")
            gain = gain_per_unit(rules, wager, payoff, None)
            won = sum((chance.p for cat, chance in law.items() if cat != LOSE), Fraction(0))
            figures[name] = f"{float(won * (gain + 1)):.6f}"
    return {name: value for name, value in figures.items() if name in wanted}


def _join_figures(figures: dict[str, str]) -> str:
    """Return figures in words: ``3750 slots, 23 amounts and a mean of 13.874933``."""
    texts = [_figure_text(name, value) for name, value in figures.items()]
    return " and ".join(part for part in (", ".join(texts[:-1]), texts[-1]) if part)


def _figure_text(name: str, value: str) -> str:
    start, _, form = name.rpartition("_")
    decks = start.removeprefix("rtp_").removesuffix("deck")
    return {
        "slots": f"{value} slots",
        "amounts": f"{value} amounts",
        "sum": f"a sum of {value}",
        "mean": f"a mean of {value}",
        "to1": f"a return of {value} to 1 with {decks} decks",
        "for1": f"a return of {value} for 1 with {decks} decks",
    }[form]


def _dollar_prizes(listed: Prizes) -> tuple[tuple[Cents, int], ...]:
    return dict(listed).get(100, ())


def _slots(rulebook: Rulebook, wager: SideWager) -> Iterator[Check]:
    """Check the number of slots, which are equally likely, against the text."""
    for clause in rulebook.clauses.values():
        wanted = parameters(clause.parameters)
        if wanted.get("test") != "chi_square_uniform":
            continue
        slots = sum(weight for _, weight in _dollar_prizes(wager.prize_list))
        text = (
            f"{wager.title}: the odds take each of {slots} slots as equally likely; the text has "
            f"{wanted['slots']}."
        )
        yield Check(clause.id, str(slots) == wanted["slots"], text)


def _meters(
    rulebook: Rulebook, rules: Rules, odds: Sequence[WagerOdds], law_of: LawOf
) -> Iterator[Check]:
    """Check the share that goes to the meter, and the total that is paid back (T-r-9)."""
    clause = rules.clause("fees.progression")
    shares = [option.spec for option in rulebook.options.values() if option.spec.type == "share"]
    least = next((spec.min for spec in shares if spec.clause == clause), None)
    for entry in odds:
        if entry.meter is None:
            continue
        share = entry.meter.share
        text = f"{entry.title}: {percent(share)} of each wager goes to the meter."
        if least is not None:
            text = (
                f"{entry.title}: {percent(share)} of each wager goes to the meter; the clause asks "
                f"for at least {percent(least)}."
            )
        yield Check(clause, least is None or share >= least, text)
        most = _most_returned(rules, rules.wagers[entry.wager], law_of)
        for other_return, how in ((entry.meter.other_return, "by the stated strategy"), most):
            if share + other_return > 1:
                text = (
                    f"{entry.title}: the meter's share and the fixed payouts together come to "
                    f"{percent(share + other_return)} of what is staked {how}, so the house pays "
                    "in."
                )
                yield Check(clause, ok=True, text=text, is_warning=True)
                break


def _most_returned(rules: Rules, wager: SideWager, law_of: LawOf) -> tuple[float, str]:
    """Return the payback of all lines but the meter if the player always draws, and a text."""
    law = law_of(rules, wager, shoe_of(rules), play=OneAct("hit"))
    (odds,) = price(rules, wager, law)
    assert odds.meter is not None
    return odds.meter.other_return, "if the player draws whenever a line is open"


def _least_prices(rulebook: Rulebook, rules: Rules, odds: Sequence[WagerOdds]) -> Iterator[Check]:
    """Check prices that the house sets against the minimum of a clause (T-t-10)."""
    for spec, wager in _wagers_offered(rulebook, rules):
        named = {
            line.pays.removeprefix("option:"): line.category
            for scale in spec.scales
            for line in scale.lines
            if line.pays.startswith("option:")
        }
        least = {
            named[option]: (constraint.clause, parse_odds(demand.price_at_least))
            for constraint in rulebook.constraints
            if is_met(constraint.when, rules.options)
            for option, demand in constraint.require.items()
            if option in named and demand.price_at_least is not None
        }
        for entry in odds:
            for line in entry.lines if entry.wager == wager.name else ():
                if line.name in least:
                    clause, price_least = least[line.name]
                    text = (
                        f"{wager.title} pays {line.pays}; the clause asks for {price_least} or "
                        f"more. The house edge is {percent(entry.edge)}."
                    )
                    yield Check(clause, line.gain >= price_least.ratio, text)


def _doubtful_lines(rulebook: Rulebook, odds: Sequence[WagerOdds]) -> Iterator[Check]:
    """Warn of prices that the text seems to misprint (T-p-6-ii-d-opt1)."""
    for entry in odds:
        for id_ in dict.fromkeys(line.clause for line in entry.lines):
            clause = rulebook.clauses.get(id_)
            if clause and MISPRINT in clause.ambiguity.lower():
                note = clause.ambiguity.removesuffix(".")
                text = f"{entry.title}: the house edge is {percent(entry.edge)}. {note}."
                yield Check(id_, ok=True, text=text, is_warning=True)


def _impossible_lines(rules: Rules, odds: Sequence[WagerOdds]) -> Iterator[Check]:
    for entry in odds:
        for line in entry.lines:
            if not line.chance and line.name != LOSE and entry.wager in rules.wagers:
                decks = count(rules.decks_in_play, "1 deck", "{} decks")
                text = f"{entry.title}: {line.name.replace('_', ' ')} cannot come up with {decks}."
                yield Check(line.clause, ok=True, text=text, is_warning=True)


def _player_advantages(odds: Sequence[WagerOdds]) -> Iterator[Check]:
    for entry in odds:
        if entry.edge < 0:
            what = entry.title
            if entry.meter:
                what = f"{entry.title} at a meter of {show(entry.meter.meter)}"
            text = f"{what}: the player has an edge of {percent(-entry.edge)}."
            yield Check(entry.clause, ok=True, text=text, is_warning=True)


def _soft_17(rulebook: Rulebook) -> Iterator[Check]:
    """Check that a soft 17 cannot bust on its next card (DD-27)."""
    for clause in rulebook.clauses.values():
        wanted = parameters(clause.parameters).get("bust_probability")
        if wanted is None:
            continue
        busts = sum(SOFT_17.add(card).is_bust for card in DECK)
        text = f"A soft 17 busts with {busts} of {len(DECK)} cards."
        yield Check(clause.id, Fraction(busts, len(DECK)) == Fraction(wanted), text)


def same_advantage(
    rulebook: Rulebook, tables: Sequence[tuple[str, Sequence[WagerOdds]]]
) -> tuple[Check, ...]:
    """Check that wagers with prize lists have the same house edge at all tables (T-s-11-s2)."""
    clauses = [
        clause.id
        for clause in rulebook.clauses.values()
        if "equal_across_tables" in parameters(clause.parameters)
    ]
    limited = {
        spec.name
        for spec in rulebook.wagers
        for constraint in rulebook.constraints
        if (demand := constraint.require.get(spec.prizes or "")) and demand.edge_max is not None
    }
    checks: list[Check] = []
    stakes = dict.fromkeys(
        (entry.wager, entry.stake) for _, odds in tables for entry in odds if entry.wager in limited
    )
    for name, stake in stakes:
        edges = {
            table: entry.house_edge
            for table, odds in tables
            for entry in odds
            if (entry.wager, entry.stake) == (name, stake)
        }
        apart = max(edges.values()) - min(edges.values())
        listed = ", ".join(f"{percent(edge)} with {table}" for table, edge in edges.items())
        text = (
            f"{name} at a stake of {show(stake or 0)}: the house edge is {listed}; the clause asks "
            f"for the same at every table (within {percent(ADVANTAGE_TOLERANCE)})."
        )
        checks += [Check(id_, apart <= ADVANTAGE_TOLERANCE, text) for id_ in clauses]
    return tuple(checks)
