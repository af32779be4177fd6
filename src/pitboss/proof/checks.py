"""Checks of a log, and the verdict that follows from them: it holds, is not proven, or fails."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pitboss.rulebook.file.readings import shown_readings
from pitboss.rulebook.options.changes import shown_options
from pitboss.rulebook.rules import Rules
from pitboss.store.port import TableHeader

OK, FAILED, NOT_MADE = "ok", "failed", "not_made"
Verdict = Literal["holds", "not_proven", "fails"]
HOLDS: Verdict = "holds"
NOT_PROVEN: Verdict = "not_proven"
FAILS: Verdict = "fails"

CHECKS = (
    "format",
    "chain",
    "versions",
    "times",
    "sealed",
    "witness",
    "rulebook",
    "replay",
    "money",
    "decisions",
    "commitments",
)
"""Names of the checks, in the order in which they are made."""

Span = tuple[int, int]
"""Numbers of the first and the last of some events."""
Spans = tuple[Span, ...]


class Outcome(NamedTuple):
    """The result of one check."""

    status: str
    """``ok``; ``failed``; or ``not_made`` if it was not made, or not over every event."""
    text: str
    events: Spans = ()
    """The events that it was made over."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check with its result."""

    name: str
    status: str
    text: str
    events: Spans = ()


@dataclass(frozen=True, slots=True)
class Report:
    """The results of all checks of a log.

    >>> import pitboss
    >>> report = pitboss.verify("examples/logs/one_round.log.jsonl")
    >>> [check.name for check in report.checks if check.status == "not_made"]
    ['witness']
    """

    header: TableHeader
    records: int
    """Number of entries."""
    checks: tuple[Check, ...]
    voucher: str = ""
    """Public key of the witness that binds the log; "" if none does."""
    players: tuple[str, ...] = ()
    """Players whose receipts bind the log to its end."""
    rules: Rules | None = field(default=None, repr=False)
    """Rules by which it was judged; None if they are not here."""

    @property
    def judged_under(self) -> dict[str, object] | None:
        """Rulebook, edition, digest, options and readings that the verdict relies on."""
        if self.rules is None:
            return None
        book, chosen = self.rules.book, shown_options(self.rules)
        readings = shown_readings(book.options, self.rules.options)
        return {
            "rulebook": book.id,
            "in_force_from": book.in_force_from,
            "digest": book.digest,
            "options": {name: value for name, value in chosen.items() if name not in readings},
            "readings": readings,
        }

    @property
    def verdict(self) -> Verdict:
        """The verdict on the log."""
        return verdict_of(self.checks)

    @property
    def ok(self) -> bool:
        """Return True if the log holds: every check was made, and none failed."""
        return self.verdict == HOLDS


def verdict_of(checks: Iterable[Check]) -> Verdict:
    """Return the verdict on a log; a check that was not made never counts as passed."""
    statuses = {check.status for check in checks}
    if FAILED in statuses:
        return FAILS
    return HOLDS if statuses == {OK} else NOT_PROVEN


def unproven(checks: Iterable[Check]) -> str:
    """Return the names of the checks that were not made, with the events they were made over."""
    return ", ".join(
        f"{check.name} {_over(check.events)}" for check in checks if check.status == NOT_MADE
    )


def _over(events: Spans) -> str:
    if not events:
        return "(not made)"
    return f"(events {' and '.join(f'{first} to {last}' for first, last in events)} only)"


def span_to(last: int) -> Spans:
    """Return the span from the first event to this one; none for 0."""
    return ((1, last),) if last else ()


def spans_outside(gaps: Iterable[Span], last: int) -> Spans:
    """Return the spans of a log of this many events that remain between the gaps."""
    spans: list[Span] = []
    first = 1
    for begin, end in sorted(gaps):
        if begin > first:
            spans.append((first, begin - 1))
        first = max(first, end + 1)
    if first <= last:
        spans.append((first, last))
    return tuple(spans)
