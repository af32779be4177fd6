"""The rules of a table as data: what `pitboss rules --json` prints and the page shows."""

from pitboss.money import MONEY_MAX, Cents
from pitboss.rulebook.file.options import plain_allowed, plain_value, show_value
from pitboss.rulebook.options.concerns import concerns
from pitboss.rulebook.rules import SideWager
from pitboss.rulebook.words.describe import describe
from pitboss.rulebook.words.diff import Side
from pitboss.rulebook.words.plain_game import telling_lines


def sheet(table: Side) -> dict[str, object]:
    """Options, inscriptions, side wagers and rules in words of one table."""
    book, rules = table.rulebook, table.rules
    about = concerns(book)
    return {
        "rulebook": book.id,
        "title": book.title,
        "revision": book.revision,
        "source": book.source,
        "edition": book.edition,
        "about": book.about,
        "telling": [line.plain() for line in telling_lines(rules)],
        "options": [
            {
                "name": name,
                "value": plain_value(option.spec, rules.options[name]),
                "default": plain_value(option.spec, option.default),
                "written": show_value(option.spec, rules.options[name]),
                "allowed": plain_allowed(option.spec),
                "clause": option.spec.clause,
                "reading": option.spec.reading,
                "concerns": about[name],
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
                "section": said.section,
                "text": said.text,
                "clause": said.clauses[0],
                "clauses": said.clauses,
            }
            for said in describe(rules)
        ],
    }


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
