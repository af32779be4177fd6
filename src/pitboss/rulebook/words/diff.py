"""The differences between two tables in words, and the rules of one table as data."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pitboss.money import MONEY_MAX, Cents
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.file.options import Option, plain_allowed, plain_value, show_value
from pitboss.rulebook.options.topics import option_topics
from pitboss.rulebook.rules import Difference, Rules, SideWager
from pitboss.rulebook.words.describe import describe, key_differences
from pitboss.rulebook.words.sentences import headings
from pitboss.rulebook.words.silence import silence

CHOSEN = "Options chosen"
CHOICES = "What may be chosen"
WORDS = "Words at the table"


@dataclass(frozen=True, slots=True)
class ChosenRulebook:
    """A rulebook with the rules that the chosen options make."""

    rulebook: Rulebook
    rules: Rules


def diff(a: ChosenRulebook, b: ChosenRulebook) -> tuple[Difference, ...]:
    """Return every difference between two tables: options, rules, then notices and calls."""
    is_one_book = a.rulebook.raw == b.rulebook.raw
    options = _diff_chosen(a, b) if is_one_book else _diff_choices(a.rulebook, b.rulebook)
    return (*options, *_diff_rules(a.rules, b.rules), *_diff_words(a.rules, b.rules))


def _diff_chosen(a: ChosenRulebook, b: ChosenRulebook) -> Iterator[Difference]:
    for name, option in a.rulebook.options.items():
        left, right = a.rules.options[name], b.rules.options[name]
        if left != right:
            text_a = f"{name} = {show_value(option.spec, left)}"
            text_b = f"{name} = {show_value(option.spec, right)}"
            clauses = (option.spec.clause,)
            yield Difference(CHOSEN, f"options.{name}", text_a, text_b, clauses, clauses)


def _diff_choices(a: Rulebook, b: Rulebook) -> Iterator[Difference]:
    for name in dict.fromkeys((*a.options, *b.options)):
        left, right = a.options.get(name), b.options.get(name)
        texts = _choice(left), _choice(right)
        if texts[0] != texts[1]:
            clauses = _clause(left), _clause(right)
            yield Difference(CHOICES, f"options.{name}", *texts, *clauses)


def _choice(option: Option | None) -> str:
    if option is None:
        return ""
    default = show_value(option.spec, option.default)
    return f"{option.name}: {option.allowed}; {default} unless set"


def _clause(option: Option | None) -> tuple[str, ...]:
    return (option.spec.clause,) if option else ()


def _diff_rules(a: Rules, b: Rules) -> Iterator[Difference]:
    left = {sentence.path: sentence for sentence in describe(a)}
    right = {sentence.path: sentence for sentence in describe(b)}
    # A rule that only one side has takes its place among those of its section.
    order = {heading: place for place, heading in enumerate(headings())}
    both = {**right, **left}
    for path in sorted(both, key=lambda path: order.get(both[path].section, len(order))):
        of_a, of_b = left.get(path), right.get(path)
        text_a, clauses_a = (of_a.text, of_a.clauses) if of_a else ("", ())
        text_b, clauses_b = (of_b.text, of_b.clauses) if of_b else ("", ())
        if text_a != text_b:
            yield Difference(both[path].section, path, text_a, text_b, clauses_a, clauses_b)


def _diff_words(a: Rules, b: Rules) -> Iterator[Difference]:
    left = {(notice.place, notice.text): notice.clause for notice in a.notices}
    right = {(notice.place, notice.text): notice.clause for notice in b.notices}
    for (place, text), clause in left.items():
        if (place, text) not in right:
            yield Difference(WORDS, f"notices.{place}", text, "", (clause,), ())
    for (place, text), clause in right.items():
        if (place, text) not in left:
            yield Difference(WORDS, f"notices.{place}", "", text, (), (clause,))


def diff_as_data(
    sides: tuple[ChosenRulebook, ChosenRulebook],
    options: tuple[Mapping[str, str], Mapping[str, str]],
    differences: Iterable[Difference],
) -> dict[str, object]:
    """Return two tables, with the options that were chosen, and their differences."""
    a, b = (
        {
            "rulebook": side.rulebook.id,
            "in_force_from": side.rulebook.in_force_from,
            "options": dict(chosen),
        }
        for side, chosen in zip(sides, options, strict=True)
    )
    return {"a": a, "b": b, "differences": [difference.plain() for difference in differences]}


def rules_as_data(table: ChosenRulebook) -> dict[str, object]:
    """Options, inscriptions, side wagers and rules in words of one table."""
    book, rules = table.rulebook, table.rules
    topics = option_topics(book)
    return {
        "rulebook": book.id,
        "title": book.title,
        "revision": book.revision,
        "source": book.source,
        "edition": book.edition,
        "in_force_from": book.in_force_from,
        "earlier": book.earlier,
        "digest": book.digest,
        "about": book.about,
        "telling": [line.plain() for line in key_differences(rules)],
        "options": [
            {
                "name": name,
                "value": plain_value(option.spec, rules.options[name]),
                "default": plain_value(option.spec, option.default),
                "written": show_value(option.spec, rules.options[name]),
                "allowed": plain_allowed(option.spec),
                "clause": option.spec.clause,
                "reading": option.spec.reading,
                "concerns": topics[name],
                "text": option.spec.text,
                "notice": option.spec.notice,
            }
            for name, option in book.options.items()
        ],
        "inscriptions": [
            {"text": notice.text, "place": notice.place, "clause": notice.clause}
            for notice in rules.notices
        ],
        "wagers": [_wager(wager) for wager in rules.wagers.values()],
        "rules": [
            {
                "section": sentence.section,
                "text": sentence.text,
                "clause": sentence.clauses[0],
                "clauses": sentence.clauses,
            }
            for sentence in describe(rules)
        ],
    }


def silence_as_data(table: ChosenRulebook) -> dict[str, object]:
    """Return where the text of one table's rulebook is silent, and what the table does there."""
    book = table.rulebook
    head = {"rulebook": book.id, "title": book.title, "source": book.source}
    return {**head, **silence(book, table.rules).plain()}


def _wager(wager: SideWager) -> dict[str, object]:
    if wager.stakes:
        stakes: dict[str, object] = {
            "stakes": [_amount(stake) for stake in wager.stakes if stake <= wager.stake_max]
        }
    else:
        most = _amount(wager.stake_max) if wager.stake_max < MONEY_MAX else None
        stakes = {"min": _amount(wager.stake_min), "max": most}
    return {
        "wager": wager.name,
        "title": wager.title,
        "kind": wager.kind.kind,
        "clause": wager.clause,
        **stakes,
        "lines": [
            {"category": line.category, "pays": str(line.payoff), "clause": line.clause}
            for line in wager.lines.values()
        ],
    }


def _amount(cents: Cents) -> int | float:
    return cents // 100 if cents % 100 == 0 else cents / 100
