"""Reports of tables as JSON, CSV or HTML; functions that run in another process.

Apart from server/http/house.py because that process would otherwise load the web framework.
"""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal

import msgspec

from pitboss.reports.expected import Edges
from pitboss.reports.tally import Period
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.options.changes import shown_options
from pitboss.store.export import read_log

# Functions import plots and kernels themselves, so that only that process loads them.

Options = tuple[tuple[str, str], ...]
Form = Literal["json", "csv", "html"]


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """Period, form and contents of a report."""

    period: Period
    form: Form
    has_odds: bool
    """True to include expected results, which take seconds the first time."""


def report_sheet(logs: tuple[bytes, ...], request: ReportRequest) -> bytes:
    """Return the report of the tables of exported logs."""
    from pitboss.reports.csv import report_csv
    from pitboss.reports.page import report_page
    from pitboss.reports.report import make_report, read_tables

    files = [read_log(log) for log in logs]
    tables = [(file.header, partial(iter, file.records)) for file in files]
    findings, summaries = read_tables(tables, request.period)
    odds = {}
    for place, rules in enumerate(findings.rules if request.has_odds else ()):
        odds[place] = _edges(rules.rulebook, tuple(shown_options(rules).items()))
    report = make_report(findings, summaries, request.period, odds)
    if request.form == "csv":
        return report_csv(report).encode()
    return report_page(report).encode() if request.form == "html" else msgspec.json.encode(report)


@lru_cache(64)
def _edges(rulebook: str, options: Options) -> Edges:
    from pitboss.reports.edges import edges_of

    return edges_of(choose(load_rulebook(rulebook), dict(options)))
