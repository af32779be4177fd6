"""A complaint about a table: the rounds of a time and a player, and the page that decides it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources

from pitboss.library.rounds import LoggedLine, LoggedRound, Payment, PlayedLog
from pitboss.proof.checks import OK, Report
from pitboss.reports.times import written


@dataclass(frozen=True, slots=True)
class Case:
    """The rounds that a complaint is about, with the checks of their log."""

    log: PlayedLog
    report: Report
    rounds: tuple[LoggedRound, ...]
    player: str
    zone: str
    from_ms: int = 0
    to_ms: int = 0
    """End of the window; 0 if the complaint names a round and no time."""

    @property
    def heading(self) -> str:
        """The table, the player and the window in words."""
        whose = f"rounds of {self.player}" if self.player else "rounds"
        when = ""
        if self.to_ms:
            when = f" from {written(self.from_ms, self.zone)} to {written(self.to_ms, self.zone)}"
        return f"{self.log.header.title} ({self.log.header.table}): {whose}{when}, {self.zone}"

    @property
    def wrong(self) -> tuple[Payment, ...]:
        """The payments that the rulebook does not give."""
        payments = (payment for played in self.rounds for payment in played.payments)
        return tuple(payment for payment in payments if not payment.is_right)


def select_rounds(
    log: PlayedLog, *, player: str = "", number: int = 0, from_ms: int = 0, to_ms: int = 0
) -> tuple[LoggedRound, ...]:
    """Return the rounds that were played within a window, by a player, or under a number."""
    return tuple(
        played
        for played in log.rounds
        if (not number or played.number == number)
        and (not player or player in played.players)
        and (not to_ms or (played.began_ms <= to_ms and played.ended_ms >= from_ms))
    )


def describe_payment(payment: Payment) -> str:
    """Return the amounts of a payment with the place of its clause."""
    owed = "not known, as it is still sealed" if payment.owed is None else f"{payment.owed:+}"
    clause = f"{payment.clause} ({payment.clause_ref})" if payment.clause_ref else payment.clause
    return f"paid {payment.paid:+}, owed {owed} by {clause or 'no clause'}"


def describe_wrong(payment: Payment, zone: str) -> str:
    """Return a sentence about a payment that is not what the rulebook gives."""
    when = written(payment.at_ms, zone)
    place = f"{payment.player}'s {payment.wager} on box {payment.box}"
    return f"{when}: {place} was paid {payment.paid:+}, and {payment.clause} gives {payment.owed:+}"


def case_page(case: Case) -> str:
    """Return the case as one page of HTML that needs nothing else, fit for a printer."""
    sheets = (
        resources.files("pitboss.sim") / "page.css",
        resources.files("pitboss.reports") / "page.css",
    )
    style = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    title = escape(case.heading)
    body = "\n".join(
        [
            f"<h1>{title}</h1>",
            _verdict(case),
            *(_round(played, case.zone) for played in case.rounds),
            _checks(case.report),
        ]
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}\n"
        "</body>\n</html>\n"
    )


def _verdict(case: Case) -> str:
    if not case.rounds:
        return '<div class="verdict"><strong>No round of this log fits.</strong></div>'
    if not case.wrong:
        text = "Every payment of these rounds is what the rulebook gives."
        return f'<div class="verdict"><strong>{text}</strong></div>'
    lines = "".join(f"<p>{escape(describe_wrong(one, case.zone))}</p>" for one in case.wrong)
    return f'<div class="verdict bad"><strong>Wrong payments</strong>{lines}</div>'


def _round(played: LoggedRound, zone: str) -> str:
    began, ended = written(played.began_ms, zone), written(played.ended_ms, zone)
    payments = [
        (
            written(payment.at_ms, zone),
            payment.player,
            f"box {payment.box}" + (f", hand {payment.hand}" if payment.hand else ""),
            payment.wager,
            f"{payment.paid:+}",
            "sealed" if payment.owed is None else f"{payment.owed:+}",
            payment.clause,
            payment.clause_text,
            payment.chain.sentence() if payment.chain else "",
        )
        for payment in played.payments
    ]
    heads = (
        "time",
        "player",
        "place",
        "wager",
        "paid",
        "owed",
        "clause",
        "what it asks for",
        "why",
    )
    about = f"Events {played.first} to {played.last}, digest {played.digest}"
    return "\n".join(
        [
            f"<h2>Round {played.number}</h2>",
            f'<p class="soft">{began} to {ended}. {about}.</p>',
            _table("Payments", heads, payments),
            _lines("Decisions of the staff", played.decisions, zone),
            _lines("Card by card", played.lines, zone),
        ]
    )


def _lines(title: str, lines: Sequence[LoggedLine], zone: str) -> str:
    rows = ((str(line.event), written(line.at_ms, zone), line.text) for line in lines)
    return _table(title, ("event", "time", "what"), rows) if lines else ""


def _checks(report: Report) -> str:
    rows = (
        (check.name, "ok" if check.status == OK else check.status.replace("_", " "), check.text)
        for check in report.checks
    )
    return _table("Checks of the whole log", ("check", "result", "what"), rows)


def _table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f'<th class="l">{escape(head)}</th>' for head in heads)
    body = "".join(
        "<tr>" + "".join(f'<td class="l w">{escape(cell)}</td>' for cell in row) + "</tr>"
        for row in rows
    )
    return (
        f'<div class="rows"><h3>{escape(title)}</h3><table><thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
