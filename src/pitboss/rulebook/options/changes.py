"""Changes of options at an open table: what may change, its notice, and the rules that follow.

Also the values that a form does not offer beside the others.
"""

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache

from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.file.load import Rulebook, suggest
from pitboss.rulebook.file.options import listed_values, plain_allowed, show_value, written
from pitboss.rulebook.file.sections import ShoeRules
from pitboss.rulebook.options.resolve import choose, is_met, problems_with
from pitboss.rulebook.options.topics import option_uses
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules

Changes = Mapping[str, str]
"""Options with their new values, as they are written on the command line."""

LASTING = frozenset(
    {"table.decks", "table.boxes", "fees.meter"}
    | {f"shoe.{name}" for name in ShoeRules.__struct_fields__}
)
"""Values that a table keeps while it is open: its cards, its boxes, the money on its meter."""


def changeable(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the options that may change at an open table, limits first.

    Some value or wager asks for each of them, and none that lasts; how the text is read stays.
    """
    uses = option_uses(rulebook)
    names = [
        name
        for name, option in rulebook.options.items()
        if uses[name] and not uses[name] & LASTING and not option.spec.reading
    ]
    return tuple(sorted(names, key=lambda name: not _is_limit(uses[name])))


def _is_limit(asking: set[str]) -> bool:
    return all(place.startswith("limits.") for place in asking)


def shown_options(rules: Rules) -> dict[str, str]:
    """Return every option with its value, as it is written on the command line."""
    known = rules.book.options
    return {name: show_value(known[name].spec, value) for name, value in rules.options.items()}


def with_changes(rules: Rules, changes: Changes) -> Rules:
    """Return the rules with some options changed; raise ``RulebookError`` if a clause refuses."""
    return choose(rules.book, options_with(rules, changes))


def options_with(rules: Rules, changes: Changes) -> dict[str, str]:
    """Return the options with some changed; one that depends on a changed option goes back to its
    default, unless it is set as well.
    """
    now = shown_options(rules)
    hang_on = {name: option.spec.when.keys() for name, option in rules.book.options.items()}
    kept = {name: value for name, value in now.items() if not hang_on[name] & changes.keys()}
    return {**kept, **changes}


SETTLING = (
    "blackjack.", "insurance.", "limits.", "results.", "settlement.", "surrender.", "wagers."
)  # fmt: skip
"""Beginnings of the values that settle a wager."""


@lru_cache(maxsize=32)
def otherwise(rules: Rules) -> tuple[tuple[str, str, Rules], ...]:
    """Return the rules with one option changed, for each other value of those that settle wagers.

    Each comes with the option and the value. Values that a clause refuses are left out.
    """
    changed = []
    for name, uses in option_uses(rules.book).items():
        allowed = plain_allowed(rules.book.options[name].spec)
        is_settling = any(place.startswith(SETTLING) for place in uses)
        for value in map(written, allowed) if is_settling and isinstance(allowed, list) else ():
            if value != show_value(rules.book.options[name].spec, rules.options[name]):
                with suppress(RulebookError):
                    changed.append((name, value, with_changes(rules, {name: value})))
    return tuple(changed)


def change_refusal(rules: Rules, changes: Changes) -> Rejection | None:
    """Reason that options may not change in this way at an open table, or None."""
    may_change = changeable(rules.book)
    for name in changes:
        option = rules.book.options.get(name)
        if option is None:
            hint = suggest(name, list(may_change)) or f"; see pitboss rules {rules.rulebook}"
            return rules.refuse(Code.UNKNOWN, "staff", f"there is no option {name[:40]}{hint}")
        if name not in may_change:
            text = f"{name} stays as it is while the table is open; open another table for that"
            return Rejection(Code.NOT_ALLOWED, text, option.spec.clause, where=name)
    now = shown_options(rules)
    try:
        then = shown_options(with_changes(rules, changes))
    except RulebookError as error:
        problem, *more = error.problems
        clause = problem.clause or rules.clause("staff")
        also = tuple(other.clause for other in more if other.clause)
        text = problem.reason or problem.text
        return Rejection(Code.EXCLUDED, text, clause, also, problem.path)
    for name in changes:
        if then[name] == now[name]:
            text = f"{name} is {now[name]} already"
            clause = rules.book.options[name].spec.clause
            return Rejection(Code.ALREADY_PLACED, text, clause, where=name)
    return None


def notice_ms(rules: Rules, changes: Changes) -> int:
    """Notice period of these changes in milliseconds; 0 if no clause requires one."""
    is_needed = any(rules.book.options[name].spec.notice for name in changes)
    minutes = rules.options.get(rules.book.notice_period, 0)
    assert isinstance(minutes, int)
    return 60_000 * minutes if is_needed else 0


def notice_clause(rules: Rules, changes: Changes) -> str:
    """Return the clause that asks for notice of these changes, or else that of the option."""
    specs = [rules.book.options[name].spec for name in changes]
    return next((spec.notice for spec in specs if spec.notice), specs[0].clause)


Refusal = dict[str, object]


def refused_values(rules: Rules) -> dict[str, list[Refusal]]:
    """Return the values of each option refused now, with reason and clause, without ranges."""
    return {name: refusals for name in rules.book.options if (refusals := _refused(rules, name))}


def clauses_excluding(rules: Rules, wager: str) -> list[str]:
    """Return the clauses that exclude a side wager from this table as its options are."""
    clauses: dict[str, None] = {}
    for spec in rules.book.wagers:
        for name, wanted in spec.when.items() if spec.name == wager else ():
            value = written(listed_values(wanted)[0])
            problems = problems_with(rules.book, options_with(rules, {name: value}))
            clauses |= dict.fromkeys(problem.clause for problem in problems if problem.clause)
    return list(clauses)


def inapplicable_options(rules: Rules) -> dict[str, dict[str, object]]:
    """Return options without effect at this table, and the options or wagers that they need."""
    uses = option_uses(rules.book)
    inapplicable: dict[str, dict[str, object]] = {}
    for name, option in rules.book.options.items():
        if not is_met(option.spec.when, rules.options):
            needs = {other: listed_values(value) for other, value in option.spec.when.items()}
            inapplicable[name] = {"options": needs, "wagers": []}
        elif titles := _waits_for(rules, name, uses[name]):
            inapplicable[name] = {"options": {}, "wagers": titles}
    return inapplicable


def _waits_for(rules: Rules, name: str, asking: set[str]) -> list[str]:
    """Return the titles of the side wagers that an option is for, if none of them is offered."""
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
        if written(value) == now:
            continue
        problems = problems_with(rules.book, options_with(rules, {name: written(value)}))
        if problems:
            first = problems[0]
            refusals.append(
                {"value": value, "text": first.reason or first.text, "clause": first.clause}
            )
    return refusals
