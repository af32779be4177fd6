"""Changes at an open table: which options may change, after which notice, and the rules then."""

from collections.abc import Mapping

from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.file.load import Rulebook, suggest
from pitboss.rulebook.file.options import show_value
from pitboss.rulebook.file.sections_shoe import Shoe
from pitboss.rulebook.options.concerns import places
from pitboss.rulebook.options.resolve import choose
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules

Changes = Mapping[str, str]
"""Options with their new values, as they are written on the command line."""

LASTING = frozenset(
    {"table.decks", "table.boxes", "fees.meter"}
    | {f"shoe.{name}" for name in Shoe.__struct_fields__}
)
"""Values that a table keeps while it is open: its cards, its boxes, the money on its meter."""


def changeable(rulebook: Rulebook) -> tuple[str, ...]:
    """The options that may change at an open table, limits first.

    Some value or wager asks for each of them, and none that lasts; how the text is read stays.
    """
    asked = places(rulebook)
    names = [
        name
        for name, option in rulebook.options.items()
        if asked[name] and not asked[name] & LASTING and not option.spec.reading
    ]
    return tuple(sorted(names, key=lambda name: not _is_limit(asked[name])))


def _is_limit(asking: set[str]) -> bool:
    return all(place.startswith("limits.") for place in asking)


def shown_options(rules: Rules) -> dict[str, str]:
    """Every option with its value, as it is written on the command line."""
    known = rules.book.options
    return {name: show_value(known[name].spec, value) for name, value in rules.options.items()}


def with_changes(rules: Rules, changes: Changes) -> Rules:
    """The rules with some options changed; raises ``RulebookError`` where a clause refuses."""
    return choose(rules.book, options_with(rules, changes))


def options_with(rules: Rules, changes: Changes) -> dict[str, str]:
    """The options with some changed; what belongs to a variant goes with it, unless it is set in
    the same breath.
    """
    now = shown_options(rules)
    hang_on = {name: option.spec.when.keys() for name, option in rules.book.options.items()}
    kept = {name: value for name, value in now.items() if not hang_on[name] & changes.keys()}
    return {**kept, **changes}


def change_refused(rules: Rules, changes: Changes) -> Rejection | None:
    """Why options may not be changed so at an open table."""
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
    """How long a notice must stand, in milliseconds; 0 where no clause asks for one."""
    is_needed = any(rules.book.options[name].spec.notice for name in changes)
    minutes = rules.options.get(rules.book.notice_period, 0)
    assert isinstance(minutes, int)
    return 60_000 * minutes if is_needed else 0


def notice_clause(rules: Rules, changes: Changes) -> str:
    """The clause that asks for notice of these changes; where none does, that of the option."""
    specs = [rules.book.options[name].spec for name in changes]
    return next((spec.notice for spec in specs if spec.notice), specs[0].clause)
