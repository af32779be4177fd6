"""Check a rulebook file as a whole: names must exist and fit, and values must go together."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import structs

from pitboss.cards import parse_deck
from pitboss.hands import Hand, hand_of
from pitboss.money import MoneyError, parse_amount, parse_odds
from pitboss.rulebook.file import schema, sections
from pitboss.rulebook.file.bonuses import bonuses
from pitboss.rulebook.file.hand_conditions import HandCondition, hand_condition, is_allowed
from pitboss.rulebook.file.options import (
    DECKS_IN_PLAY,
    Option,
    listed_values,
    read_value,
    show_value,
    written,
)
from pitboss.rulebook.file.payoffs import Meter, Payoff, Prize, parse_payoff
from pitboss.rulebook.file.reader import Reader, plainly, suggest
from pitboss.rulebook.file.results import result_rows
from pitboss.rulebook.file.sections import SECTIONS, Section
from pitboss.rulebook.file.values import fault_of_chosen, fault_of_written, field_types
from pitboss.wagers.base import Stage, Wager
from pitboss.wagers.registry import kind_named, wager_kinds

DECKS_FROM = ("table.decks", "shoe.parts")
"""The values that say how many decks a round is dealt from."""

NEEDED = {
    "decks": "integer",
    "boxes": "integer",
    "min_bet": "amount",
    "max_bet": "amount",
    "chip_unit": "amount",
}
"""Options that every rulebook has, with their types."""


@dataclass(frozen=True, slots=True)
class Checker:
    """Checks what refers to options."""

    reader: Reader
    options: Mapping[str, Option]

    def check_needed(self) -> None:
        """Check that the table has decks, boxes, limits and chips."""
        for name, type_ in NEEDED.items():
            option = self.options.get(name)
            if name in self.reader.unread:
                continue
            if option is None:
                self.reader.complain("options", f"options.{name} is missing")
            elif option.spec.type != type_:
                self.reader.complain(f"options.{name}", f"options.{name} must be of type {type_}")

    def need(self, path: str, name: str | None, type_: str = "") -> None:
        """Check that a named option exists and has the type that its use requires."""
        if name is None or name == DECKS_IN_PLAY or name in self.reader.unread:
            return
        option = self.options.get(name)
        if option is None:
            hint = suggest(name, [*self.options, DECKS_IN_PLAY])
            self.reader.complain(path, f"{path}: there is no option {name}{hint}")
        elif type_ and option.spec.type != type_:
            self.reader.complain(path, f"{path}: the option {name} must be of type {type_}")

    def check_condition(self, path: str, when: schema.Condition) -> None:
        """Check that a condition names options, and values that they can have."""
        for name, wanted in when.items():
            self.need(path, name)
            option = self.options.get(name)
            for value in listed_values(wanted):
                if option is not None and not _may_be(option, value):
                    text = f"{path}: {name} is never {written(value)}; it is {option.allowed}"
                    self.reader.complain(path, text)

    def check_options(self) -> None:
        """Check that the options on which an option depends exist."""
        for name, option in self.options.items():
            self.check_condition(f"options.{name}", option.spec.when)

    def check_cells(self, cells: Mapping[str, schema.Cell]) -> None:
        """Check each value of a rule, and each value of an option that it may take."""
        for name, cell in cells.items():
            section, _, field = name.partition(".")
            type_ = field_types(SECTIONS[section])[field]
            self._check_source(f"rules.{name}", cell, type_, cell.cases)
            for case in cell.cases:
                self._check_source(f"rules.{name}", case, type_, cell.cases)
                self.check_condition(f"rules.{name}", case.when)
            named = {
                cell.option,
                *(word for case in cell.cases for word in (*case.when, case.option)),
            }
            if name in DECKS_FROM and DECKS_IN_PLAY in named:
                text = f"rules.{name} cannot depend on {DECKS_IN_PLAY}, which follows from it"
                self.reader.complain(f"rules.{name}", text)

    def _check_source(
        self, path: str, source: schema.Cell | schema.Case, type_: Any, cases: list[schema.Case]
    ) -> None:
        if (source.value is None) == (source.option is None):
            self.reader.complain(path, f"{path} must give either a value or an option")
        if source.value is not None and (fault := fault_of_written(source.value, type_)):
            self.reader.complain(path, f"{path}: {fault}")
        if source.option is None:
            return
        self.need(path, source.option)
        option = self.options.get(source.option)
        if option is None:
            return
        spec = option.spec
        written = [value for value in spec.values or () if not _covered(cases, option.name, value)]
        values = [read_value(option.name, spec, value) for value in written]
        for chosen in values if spec.values else [option.default]:
            if fault := fault_of_chosen(chosen, type_):
                shown = show_value(spec, chosen)
                self.reader.complain(path, f"{path}: {option.name} = {shown}: {fault}")

    def check_constraint(self, path: str, constraint: schema.ConstraintSpec) -> None:
        """Check that a constraint names options, and readable amounts and odds."""
        self.reader.cite(path, constraint.clause)
        self.check_condition(path, constraint.when)
        for name, demand in constraint.require.items():
            self.need(path, name)
            self.need(path, demand.at_most)
            self.need(path, demand.differs_from)
            if isinstance(demand.multiple_of, str):
                self.need(path, demand.multiple_of)
            self._check_demand(path, demand)

    def _check_demand(self, path: str, demand: schema.Demand) -> None:
        try:
            if demand.price_at_least is not None:
                parse_odds(demand.price_at_least)
            for amount in (demand.stake, demand.prize_min, demand.prize_max):
                if amount is not None:
                    parse_amount(amount)
        except MoneyError as error:
            self.reader.complain(path, f"{path}: {error}")
        if demand.multiple_of == 0:
            self.reader.complain(path, f"{path}: nothing is a multiple of 0")

    def check_cited(
        self,
        path: str,
        spec: schema.NoticeSpec
        | schema.IrregularitySpec
        | schema.StepSpec
        | schema.ResultSpec
        | schema.AnnouncementSpec,
    ) -> None:
        """Check the clause and the condition of a notice, a call, an irregularity or a step."""
        self.reader.cite(path, spec.clause)
        self.check_condition(path, spec.when)

    def check_results(self, path: str, spec: schema.ResultSpec) -> None:
        """Check rows of results: their clause, their condition, and that there are such hands."""
        self.check_cited(path, spec)
        for row in result_rows(tuple(spec.rows)):
            if row.hand.kind != "bust" and (fault := _condition_fault(row.hand, "results")):
                self.reader.complain(path, f"{path}: {row.text}: {fault}")

    def check_wager(self, path: str, wager: schema.WagerSpec) -> None:
        """Check the kind of a side wager, its parameters, its lines and their prices."""
        for key in ("clause", "stakes_clause", "main_clause"):
            self.reader.cite(f"{path}.{key}", getattr(wager, key))
        for key in ("alone_clause", "lose_clause", "late_clause"):
            if clause := getattr(wager, key):
                self.reader.cite(f"{path}.{key}", clause)
        self.check_condition(f"{path}.when", wager.when)
        for number, case in enumerate(wager.cases):
            self.check_condition(f"{path}.cases.{number}.when", case.when)
            self.check_wager(
                f"{path}.cases.{number}", structs.replace(schema.in_case(wager, case), cases=[])
            )
        for check in wager.checks:
            self.check_cited(path, check)
        self.need(f"{path}.min", wager.min, "amount")
        self.need(f"{path}.max", wager.max, "amount")
        self.need(f"{path}.prizes", wager.prizes, "prizes")
        try:
            if any(parse_amount(stake) <= 0 for stake in wager.stakes):
                self.reader.complain(path, f"{path}: a stake must be more than 0")
        except MoneyError as error:
            self.reader.complain(path, f"{path}: {error}")
        try:
            kind = kind_named(wager.kind)
        except Exception as error:
            # It comes with another package, whose faults are its own.
            self.reader.complain(f"{path}.kind", f"{path}: {wager.kind} cannot be loaded: {error}")
            return
        if kind is None:
            hint, at = suggest(wager.kind, list(wager_kinds())), f"{path}.kind"
            self.reader.complain(at, f"{at}: there is no kind of wager {wager.kind}{hint}")
        else:
            self._check_kind(path, wager, kind)

    def check_offered(
        self,
        path: str,
        wager: schema.WagerSpec,
        cells: Mapping[str, schema.Cell],
        before: Collection[str],
    ) -> None:
        """Check that a side wager has its own name and that no clause bars side wagers."""
        if wager.name in before:
            self.reader.complain(path, f"{path}: there is a wager {wager.name} already")
        cell = cells.get("limits.side_wagers")
        if cell is not None and cell.value == "none":
            clauses = cell.clause if isinstance(cell.clause, str) else ", ".join(cell.clause)
            text = f"{wager.title} may not be offered: side wagers are barred by {clauses}"
            self.reader.complain(path, text)

    def _check_kind(self, path: str, wager: schema.WagerSpec, kind: type[Wager]) -> None:
        for name in wager.parameters:
            if name not in kind.parameters():
                text = f"{path}: {wager.kind} has no parameter {name}"
                self.reader.complain(f"{path}.parameters", text)
        try:
            msgspec.convert(wager.parameters, kind)
        except msgspec.ValidationError as error:
            self.reader.complain(path, f"{path}: {plainly(error)}")
        for number, scale in enumerate(wager.scales):
            self.check_condition(f"{path}.scales.{number}.when", scale.when)
            for place, line in enumerate(scale.lines):
                at = f"{path}.scales.{number}.lines.{place}"
                self.reader.cite(at, line.clause)
                if line.category not in kind.categories:
                    hint = suggest(line.category, list(kind.categories))
                    text = f"{at}: {wager.kind} has no line {line.category}{hint}"
                    self.reader.complain(at, text)
                self._check_price(at, line.pays, wager, kind)
        self._check_paid(path, wager, kind)

    def _check_price(
        self, path: str, pays: str, wager: schema.WagerSpec, kind: type[Wager]
    ) -> None:
        """Check that a price is readable, and payable when the wager is settled."""
        payoff: Payoff | None = None
        if pays.startswith("option:"):
            self.need(path, pays.removeprefix("option:"), "odds")
        else:
            try:
                payoff = parse_payoff(pays)
            except MoneyError as error:
                self.reader.complain(path, f"{path}: {error}")
                return
        if isinstance(payoff, Prize) and wager.paid not in ("deal", "last"):
            text = f"{path}: a prize is drawn with the deal or last of all: paid = 'deal' or 'last'"
            self.reader.complain(path, text)
        if wager.paid == "last" and not isinstance(payoff, Prize):
            text = f"{path}: what is paid last of all is a drawn prize, not {pays}"
            self.reader.complain(path, text)
        if isinstance(payoff, Meter) and kind.decided is Stage.ROUND:
            text = f"{path}: {wager.kind} is decided after the round, too late to win the meter"
            self.reader.complain(path, text)

    def _check_paid(self, path: str, wager: schema.WagerSpec, kind: type[Wager]) -> None:
        """Check that ``paid`` and ``any_box`` suit the stage at which the kind is decided."""
        if wager.paid in ("deal", "last") and kind.decided is not Stage.DEAL:
            text = f"{path}: {wager.kind} is not decided with the deal: paid is not '{wager.paid}'"
            self.reader.complain(path, text)
        if wager.any_box and kind.decided is Stage.ROUND:
            text = f"{path}: {wager.kind} needs a main wager of its player on its own box"
            self.reader.complain(path, text)


def _may_be(option: Option, value: object) -> bool:
    """Return True if a condition may name this value; of amounts, only 0 and off."""
    spec = option.spec
    if spec.type == "boolean":
        return isinstance(value, bool)
    if value == "off" and spec.may_be_off:
        return True
    if spec.type == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if spec.type == "choice":
        return value in (spec.values or ())
    return value == 0 and not isinstance(value, bool)


def _covered(cases: list[schema.Case], name: str, value: schema.Scalar) -> bool:
    """Return True if a case overrides this value of an option."""
    return any(value in listed_values(case.when.get(name, [])) for case in cases)


_LEAST_KEPT = Fraction(6, 5)
"""Least price of a blackjack for which no best play takes even money against a ten."""
LOWEST, HIGHEST = 4, 21
"""Totals of a hand of two cards or more."""


def contradiction(parts: Mapping[str, Section]) -> tuple[str, str]:
    """Path of the first value that contradicts the others, and the reason; both '' if none does."""
    return next(_contradictions(parts), ("", ""))


def _contradictions(parts: Mapping[str, Section]) -> Iterator[tuple[str, str]]:
    table, deal, settlement = parts["table"], parts["deal"], parts["settlement"]
    assert isinstance(table, sections.TableRules)
    assert isinstance(deal, sections.DealRules)
    assert isinstance(settlement, sections.SettlementRules)
    insurance = parts["insurance"]
    assert isinstance(insurance, sections.InsuranceRules)
    if not parse_deck(table.without, table.with_more):
        yield "table.without", "no card is left in the decks"
    if deal.peek and not deal.hole_card:
        yield "deal.peek", "hole_card is false: there is no card to look at"
    if deal.hole_card_up and (fault := _both_up_fault(parts)):
        yield "deal.hole_card_up", fault
    blackjack = parts["blackjack"]
    assert isinstance(blackjack, sections.BlackjackRules)
    if "ten" in insurance.even_money_against:
        if insurance.even_money == "insured":
            yield "insurance.even_money_against", "ten: insurance is offered against an ace only"
        if insurance.even_money == "asked" and blackjack.pays.ratio < _LEAST_KEPT:
            yield "insurance.even_money_against", "ten: only if a blackjack pays 6 to 5 or more"
    if insurance.even_money == "insured" and not insurance.offered:
        yield "insurance.even_money", "insured: but insurance is not offered; write never or asked"
    yield from _impossible(parts)


def _impossible(parts: Mapping[str, Section]) -> Iterator[tuple[str, str]]:
    """Yield values about impossible hands: most likely slips of the pen."""
    double, draw, settlement = parts["double"], parts["draw"], parts["settlement"]
    assert isinstance(double, sections.DoubleRules)
    assert isinstance(draw, sections.DrawRules)
    assert isinstance(settlement, sections.SettlementRules)
    for path, totals in (
        ("double.totals", double.totals),
        ("double.split_totals", double.split_totals),
        ("double.free_totals", double.free_totals),
    ):
        for total in totals:
            if not LOWEST <= total <= HIGHEST:
                yield path, f"{total} is not a total: two cards or more have {LOWEST} to {HIGHEST}"
    for path, texts in _conditions(parts):
        section = path.partition(".")[0]
        if texts and not getattr(parts[section], "offered", True):
            yield path, f"{section}.offered is false: no hand is left to name"
        for text in texts:
            if fault := _condition_fault(hand_condition(text), path):
                yield path, f"{text}: {fault}"
    dealer = parts["dealer"]
    assert isinstance(dealer, sections.DealerRules)
    if low := _stands_low(dealer.draws):
        text = f"the dealer would stand on {low}, and totals under 17 are not compared"
        yield "dealer.draws", f"{text}; declare the rule under [[not_said]]"
    if draw.stand_min > HIGHEST:
        yield "draw.stand_min", f"nobody could stand: a hand over {HIGHEST} busts"
    for bonus in bonuses(settlement.bonuses):
        if bonus.ranks and hand_of(4 * rank for rank in bonus.ranks).total != HIGHEST:
            yield "settlement.bonuses", f"{bonus}: these cards do not make {HIGHEST}"


def _stands_low(draws: tuple[str, ...]) -> int:
    """Return the lowest total under 17 on which a dealer with such draws stands; 0 if on none."""
    hands = (
        Hand((0,) * cards, low, aces)
        for low in range(2, 17)
        for aces in (0, 1)
        for cards in range(2, HIGHEST + 1)
    )
    stood = {hand.total for hand in hands if draws and not is_allowed(draws, hand, None)}
    return min((total for total in stood if total < 17), default=0)


def _conditions(parts: Mapping[str, Section]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the conditions on the hands of each act, with the path of the value."""
    limited = sections.DoubleRules | sections.SplitRules | sections.SurrenderRules
    for name, part in parts.items():
        if isinstance(part, limited):
            yield f"{name}.only", part.only


def _condition_fault(condition: HandCondition, path: str) -> str:
    """Reason that no hand meets a condition, or that none of the solvers can tell, or ''."""
    if condition.own and path != "split.only":
        return "only pairs are told by their own cards"
    if not condition.cards or not any(LOWEST <= total <= HIGHEST for total in condition.total):
        return f"there is no such hand: two cards or more have {LOWEST} to {HIGHEST}"
    return ""


def _both_up_fault(parts: Mapping[str, Section]) -> str:
    """Reason that both dealer cards cannot lie face up under the other values, or ''.

    Neither of the two is the up card, so no rule may depend on which was dealt first.
    """
    deal, dealer = parts["deal"], parts["dealer"]
    blackjack, surrender = parts["blackjack"], parts["surrender"]
    settlement = parts["settlement"]
    assert isinstance(deal, sections.DealRules)
    assert isinstance(dealer, sections.DealerRules)
    assert isinstance(blackjack, sections.BlackjackRules)
    assert isinstance(surrender, sections.SurrenderRules)
    assert isinstance(settlement, sections.SettlementRules)
    gives_up = surrender.offered and surrender.hands != "none"
    faults = {
        "hole_card is false: there is no second card to turn up": not deal.hole_card,
        "the dealer plays several hands on one up card": dealer.hands > 1,
        "a blackjack wins under a ten only": blackjack.tie == "win_under_ten",
        "hands are not surrendered against an ace": gives_up and not surrender.against_ace,
        "hands are surrendered before a look": gives_up
        and surrender.when.startswith(("early", "before")),
        "an act asks for the up card": any(
            hand_condition(text).against for path, texts in _conditions(parts) for text in texts
        ),
        "a bonus asks for the up card": any(
            bonus.against >= 0 for bonus in bonuses(settlement.bonuses)
        ),
    }
    return next((text for text, is_so in faults.items() if is_so), "")
