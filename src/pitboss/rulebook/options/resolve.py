"""Choose the options of a rulebook: read values, check constraints, resolve the rules."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from math import lcm
from typing import Any

import msgspec

from pitboss.money import MONEY_MAX, Cents, Odds, parse_amount, parse_odds, show
from pitboss.rulebook import rules
from pitboss.rulebook.errors import Problem, RulebookError
from pitboss.rulebook.file import schema
from pitboss.rulebook.file.load import Rulebook, suggest
from pitboss.rulebook.file.options import (
    DECKS_IN_PLAY,
    Choices,
    OptionError,
    Prizes,
    Value,
    condition_words,
    is_one_of,
    listed_values,
    read_value,
    show_value,
    written,
)
from pitboss.rulebook.file.payoffs import AtOdds, Payoff, parse_payoff
from pitboss.rulebook.file.reader import plainly
from pitboss.rulebook.file.sections import SECTIONS, LimitRules, Section
from pitboss.rulebook.file.validate import DECKS_FROM, contradiction
from pitboss.rulebook.file.values import chosen_value, field_types, written_value
from pitboss.rulebook.rules import Rules
from pitboss.wagers.registry import wager_kinds


def prizes_meet(choices: Choices, value: Prizes, demand: schema.Demand) -> bool:
    """Return True if the prizes for a stake, and the house edge they leave, keep a demand."""
    decks = choices[DECKS_IN_PLAY]
    assert isinstance(decks, int)
    cards = 52 * decks
    blackjack_p = Fraction(2 * 4 * decks * 16 * decks, cards * (cards - 1))
    for stake, prizes in value:
        if demand.stake is not None and stake != parse_amount(demand.stake):
            continue
        amounts = [prize for prize, _ in prizes]
        if demand.prize_min is not None and min(amounts) < parse_amount(demand.prize_min):
            return False
        if demand.prize_max is not None and max(amounts) > parse_amount(demand.prize_max):
            return False
        weights = sum(weight for _, weight in prizes)
        mean = Fraction(sum(prize * weight for prize, weight in prizes), weights)
        mean += stake if demand.stake_returned else 0
        edge = 1 - blackjack_p * mean / stake
        if demand.edge_min is not None and edge < Fraction(str(demand.edge_min)):
            return False
        if demand.edge_max is not None and edge > Fraction(str(demand.edge_max)):
            return False
    return True


def choose(rulebook: Rulebook, options: Mapping[str, object], *, is_open: bool = False) -> Rules:
    """Choose options; the rest keep their defaults. Refusals name their clause.

    A table that is open already keeps values that decide nothing under its other options.
    """
    choices, problems = _read_choices(rulebook, options)
    problems = problems or _problems(rulebook, choices, is_open=is_open)
    if problems:
        raise RulebookError(rulebook.id, problems)
    return _resolve(rulebook, choices)


def problems_with(rulebook: Rulebook, options: Mapping[str, object]) -> list[Problem]:
    """Return the problems with a choice of options, found without resolving the rules."""
    choices, problems = _read_choices(rulebook, options)
    return problems or _problems(rulebook, choices)


def _problems(rulebook: Rulebook, choices: Choices, *, is_open: bool = False) -> list[Problem]:
    """Return the problems with values that are each allowed by themselves."""
    inapplicable = () if is_open else _check_applicable(rulebook, choices)
    constrained = _check_constraints(rulebook, choices)
    return [*inapplicable, *constrained, *_check_prizes(rulebook, choices)]


def cite(rulebook: Rulebook, clause: str) -> str:
    """Return a clause as messages name it: its place in the text and its id."""
    place = str(rulebook.clauses.get(clause, clause))
    return clause if place == clause else f"{place} [{clause}]"


def _read_choices(
    rulebook: Rulebook, options: Mapping[str, object]
) -> tuple[dict[str, Value], list[Problem]]:
    choices = {name: option.default for name, option in rulebook.options.items()}
    problems: list[Problem] = []
    for name, value in options.items():
        option = rulebook.options.get(name)
        if option is None:
            meant = suggest(name, list(rulebook.options)).removeprefix("; ")
            hint = meant or f"see pitboss rules {rulebook.id}"
            problems.append(Problem(f"there is no option {name}", name, hint=hint))
            continue
        try:
            choices[name] = read_value(name, option.spec, value)
        except OptionError as error:
            clause = option.spec.clause
            text = f"{error}, by {cite(rulebook, clause)}"
            problems.append(Problem(text, name, clause=clause, reason=str(error)))
    choices[DECKS_IN_PLAY] = _decks_in_play(rulebook, choices)
    return choices, problems


def _decks_in_play(rulebook: Rulebook, choices: Choices) -> int:
    """Return the number of decks dealt from; all of them if they do not make equal parts."""
    cells = [_pick(rulebook.cells[path], choices) for path in DECKS_FROM]
    decks, parts = (_value(cell, choices, int) for cell in cells)
    assert isinstance(decks, int)
    assert isinstance(parts, int)
    return decks if decks % parts else decks // parts


def is_met(when: schema.Condition, choices: Choices) -> bool:
    """Return True if every option of a condition has the value, or one of the values, named."""
    return all(_is_chosen(choices.get(name), wanted) for name, wanted in when.items())


def _is_chosen(value: Value, wanted: object) -> bool:
    return is_one_of("off" if value is None else value, wanted)


def _check_applicable(rulebook: Rulebook, choices: Choices) -> Iterator[Problem]:
    """Refuse values, other than the default, of options whose ``when`` condition is false."""
    for name, option in rulebook.options.items():
        if choices[name] == option.default or is_met(option.spec.when, choices):
            continue
        wanted = " and ".join(
            f"{other} = {condition_words(value)}" for other, value in option.spec.when.items()
        )
        clause, reason = option.spec.clause, f"it is for tables with {wanted}"
        shown = show_value(option.spec, choices[name])
        text = f"{name} = {shown} is refused by {cite(rulebook, clause)}: {reason}"
        yield Problem(text, name, clause=clause, reason=reason)


def _check_constraints(rulebook: Rulebook, choices: Choices) -> Iterator[Problem]:
    for constraint in rulebook.constraints:
        if not is_met(constraint.when, choices):
            continue
        for name, demand in constraint.require.items():
            if _meets(rulebook, choices, name, demand):
                continue
            option = rulebook.options.get(name)
            value = show_value(option.spec, choices[name]) if option else str(choices[name])
            is_default = option is not None and choices[name] == option.default
            line = rulebook.lines.get(f"options.{name}", 0) if is_default else 0
            by = cite(rulebook, constraint.clause)
            text = f"{name} = {value} is refused by {by}: {constraint.text}"
            yield Problem(text, name, line, constraint.clause, reason=constraint.text)


def _check_prizes(rulebook: Rulebook, choices: Choices) -> Iterator[Problem]:
    """Check that a list of prizes is for stakes that its wager takes (T-s-1)."""
    for spec in rulebook.wagers:
        takes = [parse_amount(stake) for stake in spec.stakes]
        clause, name = _as_tuple(spec.stakes_clause)[0], spec.prizes or ""
        amounts = " or ".join(map(show, takes))
        reason = f"the stake is {amounts}"
        for stake, _ in _prize_list(spec, choices):
            if takes and stake not in takes:
                text = f"{name} for {show(stake)} is refused by {cite(rulebook, clause)}: {reason}"
                yield Problem(text, name, clause=clause, reason=reason)


def _meets(rulebook: Rulebook, choices: Choices, name: str, demand: schema.Demand) -> bool:
    value = choices[name]
    if demand.values is not None and not _is_chosen(value, demand.values):
        return False
    if demand.differs_from is not None and value == choices[demand.differs_from]:
        return False
    if isinstance(value, tuple):
        return prizes_meet(choices, value, demand)
    if isinstance(value, Odds):
        least = demand.price_at_least
        return least is None or value.ratio >= parse_odds(least).ratio
    if not isinstance(value, (int, Fraction)):
        return True
    option = rulebook.options.get(name)
    scale = 100 if option and option.spec.type == "amount" else 1
    low, high, step = demand.min, demand.max, demand.multiple_of
    if low is not None and value < Decimal(str(low)) * scale:
        return False
    if high is not None and value > Decimal(str(high)) * scale:
        return False
    if demand.at_most is not None:
        other = choices[demand.at_most]
        if isinstance(other, int) and value * 100 > other * Fraction(str(demand.percent)):
            return False
    if step is not None:
        unit = choices[step] if isinstance(step, str) else Fraction(str(step)) * scale
        return not isinstance(unit, (int, Fraction)) or value % unit == 0
    return True


def _resolve(rulebook: Rulebook, choices: Choices) -> Rules:
    """Return the rules of a table: every value picked by the options chosen."""
    parts, cites = _sections(rulebook, choices)
    decks = choices[DECKS_IN_PLAY]
    assert isinstance(decks, int)
    limits = parts["limits"]
    assert isinstance(limits, LimitRules)
    every = {name: _steps(steps, choices) for name, steps in rulebook.procedures.items()}
    return Rules(
        rulebook=rulebook.id,
        title=rulebook.title,
        revision=rulebook.revision,
        book=rulebook,
        options={name: value for name, value in choices.items() if name in rulebook.options},
        wagers={
            spec.name: _side_wager(spec, choices, rulebook, unit=limits.chip_unit)
            for spec in rulebook.wagers
            if limits.side_wagers == "any" and is_met(spec.when, choices)
        },
        all_wagers={spec.name: spec.clause for spec in rulebook.wagers},
        notices=tuple(
            rules.Notice(_fill(notice.text, rulebook, choices), notice.place, notice.clause)
            for notice in rulebook.notices
            if is_met(notice.when, choices)
        ),
        irregularities={
            name: _irregularity(spec, choices)
            for name, spec in rulebook.irregularities.items()
            if is_met(spec.when, choices)
        },
        procedures={name: steps for name, steps in every.items() if steps},
        announcements=_announcements(rulebook, choices),
        signals={
            name: rules.SignalRule(spec.act, spec.kind, _as_tuple(spec.clause))
            for name, spec in rulebook.signals.items()
        },
        cites=cites,
        refusals=rulebook.refusals,
        decks_in_play=decks,
        **parts,  # type: ignore[arg-type]
    )


def _sections(
    rulebook: Rulebook, choices: Choices
) -> tuple[dict[str, Section], dict[str, tuple[str, ...]]]:
    """Return the sections with their values, and the clauses behind each value."""
    problems: list[Problem] = []
    cites: dict[str, tuple[str, ...]] = {}
    parts: dict[str, Section] = {}
    for name, kind in SECTIONS.items():
        values: dict[str, object] = {}
        for field, type_ in field_types(kind).items():
            path = f"{name}.{field}"
            source = _pick(rulebook.cells[path], choices)
            cites[path] = _as_tuple(source.clause)
            values[field] = _value(source, choices, type_)
        if name == "settlement":
            rows = _results(rulebook, choices)
            values["results"] = tuple(rows)
            cites |= {f"results.{row}": clauses for row, clauses in rows.items()}
        try:
            parts[name] = msgspec.convert(values, kind)
        except msgspec.ValidationError as error:
            problems.append(Problem(f"rules.{name}: {plainly(error)}", f"rules.{name}"))
    if not problems:
        path, fault = contradiction(parts)
        if fault:
            line = rulebook.lines.get(f"rules.{path}", 0)
            text = f"rules.{path}: {fault}"
            problems.append(Problem(text, f"rules.{path}", line, clause=cites[path][0]))
    if problems:
        raise RulebookError(rulebook.id, problems)
    return parts, cites


def _results(rulebook: Rulebook, choices: Choices) -> dict[str, tuple[str, ...]]:
    """Return the rows of results in force, in order, with their clauses."""
    rows: dict[str, tuple[str, ...]] = {}
    for spec in rulebook.results:
        if is_met(spec.when, choices):
            rows |= {row: _as_tuple(spec.clause) for row in spec.rows if row not in rows}
    return rows


def broken_choices(rulebook: Rulebook, *, is_own: bool) -> Iterator[Problem]:
    """Yield the faults of values on offer by which no table could play.

    ``is_own``: only of the options and cases that its own file writes.
    """
    for path, wanted in _combinations(rulebook):
        line = rulebook.lines.get(path, 0)
        if is_own and not line:
            continue
        choices, problems = _read_choices(rulebook, wanted)
        if problems and path.startswith("rules."):
            continue  # A case for a value that is not on offer any more.
        if not problems and not _problems(rulebook, choices):
            try:
                _sections(rulebook, choices)
            except RulebookError as error:
                problems = list(error.problems)
        words = ", ".join(f"{name} = {written(value)}" for name, value in wanted.items())
        for problem in problems:
            yield Problem(f"with {words}: {problem.text}", path, line, problem.clause)


def _combinations(rulebook: Rulebook) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield each value on offer with the options that it needs, and each condition of a case."""
    for name, option in rulebook.options.items():
        for value in values_on_offer(option.spec):
            yield f"options.{name}", _first_met(option.spec.when) | {name: value}
    for path, cell in rulebook.cells.items():
        for case in cell.cases:
            yield f"rules.{path}", _first_met(case.when)


def values_on_offer(spec: schema.OptionSpec) -> list[schema.Scalar]:
    """Return the values of an option; of a range, its ends."""
    ends = [e for e in (spec.min, spec.max) if e is not None and spec.type != "prizes"]
    flags: list[schema.Scalar] = [False, True] if spec.type == "boolean" else []
    return [*(spec.values or flags or ends)]


REPAIRS_MAX = 8
"""Most options that are changed so that a value can be chosen."""


def options_for(rulebook: Rulebook, name: str, value: object) -> dict[str, object] | None:
    """Return a value with other options with which it can be chosen; None if none is found.

    An option that is refused beside it takes the value that leaves the fewest refusals.
    """
    wanted: dict[str, object] = {name: value}
    for _ in range(REPAIRS_MAX):
        problems = problems_with(rulebook, wanted)
        if not problems:
            return wanted
        needed = _first_met(rulebook.options[name].spec.when)
        changes = [needed] if not needed.items() <= wanted.items() else []
        free = [other for other in rulebook.options if other not in wanted]
        refused = {problem.path for problem in problems}
        for other in [other for other in free if other in refused] or free:
            changes += [{other: choice} for choice in _choices_of(rulebook, other)]
        wanted = min(
            ({**change, **wanted} for change in changes),
            key=lambda tried: len(problems_with(rulebook, tried)),
            default=wanted,
        )
    return None


def _choices_of(rulebook: Rulebook, name: str) -> list[object]:
    """Return values to try of an option: those on offer, and those that a constraint names."""
    demands = [constraint.require.get(name) for constraint in rulebook.constraints]
    named = [[*(d.values or ()), d.min, d.max] for d in demands if d is not None]
    listed = [choice for choices in named for choice in choices if choice is not None]
    return [*values_on_offer(rulebook.options[name].spec), *listed]


def _first_met(when: schema.Condition) -> dict[str, object]:
    """Return the first choice of options that meets a condition."""
    named = {name: listed_values(wanted)[0] for name, wanted in when.items()}
    return {name: value for name, value in named.items() if name != DECKS_IN_PLAY}


def _announcements(rulebook: Rulebook, choices: Choices) -> dict[str, tuple[rules.Call, ...]]:
    """Return the announcements under these options, with the clauses that require them."""
    wanted = {
        name: tuple(
            rules.Call(_as_tuple(spec.clause), _below(spec.below))
            for spec in specs
            if is_met(spec.when, choices)
        )
        for name, specs in rulebook.announcements.items()
    }
    return {name: calls for name, calls in wanted.items() if calls}


def _below(amount: float | None) -> Cents:
    return MONEY_MAX if amount is None else parse_amount(amount)


def _irregularity(spec: schema.IrregularitySpec, choices: Choices) -> rules.Irregularity:
    spec = _in_cases(spec, choices)
    amount, clauses = parse_amount(spec.amount or 0), _as_tuple(spec.clause)
    return rules.Irregularity(
        spec.does,
        tuple(spec.by),
        clauses,
        spec.text,
        amount,
        spec.names_player,
        spec.per_dollar,
        spec.settled,
    )


def _in_cases(spec: schema.T, choices: Choices) -> schema.T:
    """Return a spec with what each case that applies overrides."""
    for case in spec.cases:
        if is_met(case.when, choices):
            spec = schema.in_case(spec, case)
    return spec


def _steps(specs: Iterable[schema.StepSpec], choices: Choices) -> tuple[rules.Step, ...]:
    return tuple(
        rules.Step(
            spec.do,
            spec.by,
            _as_tuple(spec.clause),
            spec.text,
            parse_amount(spec.at_least or 0),
            _below(spec.below),
            spec.apart,
            spec.by_machine,
        )
        for spec in specs
        if is_met(spec.when, choices)
    )


def _as_tuple(clauses: str | list[str]) -> tuple[str, ...]:
    return (clauses,) if isinstance(clauses, str) else tuple(clauses)


def _pick(cell: schema.Cell, choices: Choices) -> schema.Cell | schema.Case:
    return next((case for case in cell.cases if is_met(case.when, choices)), cell)


def _value(source: schema.Cell | schema.Case, choices: Choices, field: Any) -> object:
    if source.option is not None:
        return chosen_value(choices[source.option])
    return written_value(source.value, field)


def _side_wager(
    spec: schema.WagerSpec, choices: Choices, rulebook: Rulebook, *, unit: Cents
) -> rules.SideWager:
    spec = _in_cases(spec, choices)
    lines: dict[str, rules.Line] = {}
    # The first scale for the options: prices may depend on the decks (T-p-6-ii-a, T-p-6-ii-b,
    # T-p-6-ii-c, T-p-6-ii-d).
    for scale in spec.scales:
        if is_met(scale.when, choices):
            for line in scale.lines:
                lines[line.category] = rules.Line(
                    line.category, _payoff(line.pays, choices), line.clause
                )
            break
    low = choices[spec.min] if spec.min else None
    high = choices[spec.max] if spec.max else None
    return rules.SideWager(
        name=spec.name,
        title=spec.title,
        kind=msgspec.convert(spec.parameters, wager_kinds()[spec.kind]),
        lines=lines,
        stakes=_stakes(spec, choices),
        stake_min=low if isinstance(low, int) else unit,
        stake_max=high if isinstance(high, int) else MONEY_MAX,
        unit=lcm(100, unit) if spec.whole_dollars else unit,
        up_to_main=spec.up_to_main,
        any_box=spec.any_box,
        alone=tuple(spec.alone),
        split=spec.split,
        paid=spec.paid,
        clause=spec.clause,
        stakes_clauses=_as_tuple(spec.stakes_clause),
        main_clause=spec.main_clause,
        alone_clause=spec.alone_clause or spec.clause,
        lose_clause=spec.lose_clause or spec.clause,
        late_clause=spec.late_clause,
        checks=_steps(spec.checks, choices),
        prizes=_prize_ranges(spec, rulebook),
        prize_list=_prize_list(spec, choices),
        voided=spec.voided,
        dead=spec.dead,
        pressed_by=spec.pressed_by,
        press_clause=spec.press_clause or spec.clause,
    )


def _stakes(spec: schema.WagerSpec, choices: Choices) -> tuple[Cents, ...]:
    """Return the stakes that a wager takes; for a prize, only those with prizes in the list."""
    stakes = tuple(parse_amount(stake) for stake in spec.stakes)
    listed = dict(_prize_list(spec, choices))
    return tuple(stake for stake in stakes if not listed or stake in listed)


def _prize_list(spec: schema.WagerSpec, choices: Choices) -> Prizes:
    listed = choices[spec.prizes] if spec.prizes else ()
    assert isinstance(listed, tuple)
    return listed


def _prize_ranges(spec: schema.WagerSpec, rulebook: Rulebook) -> dict[Cents, tuple[Cents, Cents]]:
    ranges: dict[Cents, tuple[Cents, Cents]] = {}
    for constraint in rulebook.constraints:
        demand = constraint.require.get(spec.prizes or "")
        if demand and demand.prize_min is not None and demand.prize_max is not None:
            stake = parse_amount(1 if demand.stake is None else demand.stake)
            ranges[stake] = (parse_amount(demand.prize_min), parse_amount(demand.prize_max))
    return ranges


def _payoff(text: str, choices: Choices) -> Payoff:
    if not text.startswith("option:"):
        return parse_payoff(text)
    odds = choices[text.removeprefix("option:")]
    assert isinstance(odds, Odds)
    return AtOdds(odds)


def _fill(text: str, rulebook: Rulebook, choices: Choices) -> str:
    """Put the values of options where a notice names them in braces."""
    for name, option in rulebook.options.items():
        if f"{{{name}}}" in text:
            shown = show_value(option.spec, choices[name])
            if option.spec.type == "amount" and shown != "off":
                shown = f"${shown}"
            text = text.replace(f"{{{name}}}", shown)
    return text
