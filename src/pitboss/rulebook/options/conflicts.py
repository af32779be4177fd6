"""Which values an option cannot have beside the others, so that a form does not offer them."""

from pitboss.rulebook.file.options import plain_allowed
from pitboss.rulebook.options.changes import options_with, shown_options
from pitboss.rulebook.options.concerns import places
from pitboss.rulebook.options.resolve import holds, problems_with
from pitboss.rulebook.rules import Rules

Refusal = dict[str, object]


def refused_values(rules: Rules) -> dict[str, list[Refusal]]:
    """For each option with listed values those that are refused now, why and by which clause."""
    told = {name: _refused(rules, name) for name in rules.book.options}
    return {name: refusals for name, refusals in told.items() if refusals}


def kept_out_by(rules: Rules, wager: str) -> list[str]:
    """The clauses by which what the table has keeps a side wager of its rulebook from it."""
    clauses: dict[str, None] = {}
    for spec in rules.book.wagers:
        for name, wanted in spec.when.items() if spec.name == wager else ():
            value = wanted[0] if isinstance(wanted, list) else wanted
            problems = problems_with(rules.book, options_with(rules, {name: _written(value)}))
            clauses |= dict.fromkeys(problem.clause for problem in problems if problem.clause)
    return list(clauses)


def idle_options(rules: Rules) -> dict[str, dict[str, object]]:
    """Options that decide nothing at this table, and which options or side wagers they wait for."""
    asked = places(rules.book)
    idle: dict[str, dict[str, object]] = {}
    for name, option in rules.book.options.items():
        if not holds(option.spec.when, rules.options):
            needs = {
                other: value if isinstance(value, list) else [value]
                for other, value in option.spec.when.items()
            }
            idle[name] = {"options": needs, "wagers": []}
        elif titles := _waits_for(rules, name, asked[name]):
            idle[name] = {"options": {}, "wagers": titles}
    return idle


def _waits_for(rules: Rules, name: str, asking: set[str]) -> list[str]:
    """The side wagers that alone ask for an option, where none of them is offered."""
    wagers = [spec for spec in rules.book.wagers if f"wagers.{spec.name}" in asking]
    is_switch = any(name in spec.when for spec in wagers)
    if is_switch or len(wagers) < len(asking) or any(spec.name in rules.wagers for spec in wagers):
        return []
    return [spec.title for spec in wagers]


def _refused(rules: Rules, name: str) -> list[Refusal]:
    spec = rules.book.options[name].spec
    allowed = plain_allowed(spec)
    if not isinstance(allowed, list):
        return []
    now = shown_options(rules)[name]
    refusals: list[Refusal] = []
    for value in allowed:
        written = _written(value)
        if written == now:
            continue
        problems = problems_with(rules.book, options_with(rules, {name: written}))
        if problems:
            first = problems[0]
            refusals.append(
                {"value": value, "text": first.reason or first.text, "clause": first.clause}
            )
    return refusals


def _written(value: object) -> str:
    """A listed value as it is written in an address."""
    return str(value).lower() if isinstance(value, bool) else str(value)
