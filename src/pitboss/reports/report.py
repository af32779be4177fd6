"""Puts a report together from what was counted, and holds every figure against the ledger."""

from collections.abc import Iterable, Mapping
from math import sqrt

from pitboss.money import CASHIER, FLOAT, METER
from pitboss.reports.expected import Edges, Moments, add_up, deviations_off
from pitboss.reports.figures import (
    Balance,
    Deed,
    Figures,
    HouseReport,
    PlayerFigures,
    Section,
    TableReport,
    WagerFigures,
    WinPoint,
)
from pitboss.reports.reading import Records, read_table
from pitboss.reports.tally import Findings, Period, Tally
from pitboss.store.port import TableHeader

HOUR_MS = 3_600_000
PLAYED_MIN_MS = 60_000
"""Shortest time at play that gives a pace."""
METER_POINTS_MAX = 500
LINES_MAX = 5_000
"""Incidents, corrections and slips of one report: the newest."""

Known = Mapping[int, Edges]
"""The odds of the rules that were in force, by their place among them."""
NO_ODDS: Known = {}


def read_tables(
    tables: Iterable[tuple[TableHeader, Records]], period: Period
) -> tuple[Findings, tuple[TableReport, ...]]:
    """Count what happened at tables in a period, from their whole logs."""
    findings, reports = Findings(), []
    for header, records in tables:
        read_table(findings, header, records, period)
        reports.append(
            TableReport(
                header.table,
                header.title,
                header.rulebook,
                dict(header.options),
                findings.events.get(header.table, (0, 0)),
                is_by_hand=not header.automations.get("cards", True),
            )
        )
    return findings, tuple(reports)


def make_report(
    findings: Findings, tables: tuple[TableReport, ...], period: Period, odds: Known = NO_ODDS
) -> HouseReport:
    """Make the report of what was counted; with the odds, it has the expected win too."""
    balances = _balances(findings)
    worst = max((balance.out for balance in balances), key=abs, default=0)
    return HouseReport(
        from_ms=period.from_ms,
        to_ms=period.to_ms,
        zone=period.zone,
        tables=tables,
        total=figures_of(findings.total, odds),
        by_table=_sections(findings, "table", odds),
        by_shift=_sections(findings, "shift", odds),
        by_dealer=_sections(findings, "dealer", odds),
        by_rulebook=_sections(findings, "rulebook", odds),
        by_day=_sections(findings, "day", odds),
        players=_players(findings),
        meter=tuple(findings.meter[:: len(findings.meter) // METER_POINTS_MAX + 1]),
        incidents=tuple(findings.incidents[-LINES_MAX:]),
        corrections=tuple(findings.corrections[-LINES_MAX:]),
        sign_offs=tuple(findings.sign_offs[-LINES_MAX:]),
        slips=tuple(findings.slips[-LINES_MAX:]),
        deeds=tuple(Deed(*deed, count) for deed, count in sorted(findings.deeds.items())),
        win_by_round=_win_by_round(findings, odds),
        balances=balances,
        reconciles=not worst,
        out_by=worst,
        odds=_describe_basis(findings, odds),
    )


def _sections(findings: Findings, kind: str, odds: Known) -> tuple[Section, ...]:
    return tuple(
        Section(name, tally.first_ms, tally.last_ms, figures_of(tally, odds))
        for (what, name), tally in findings.tallies.items()
        if what == kind and not tally.is_empty
    )


def figures_of(tally: Tally, odds: Known) -> Figures:
    """Return the figures of a tally, with the expected win of its wagers."""
    known = add_up(tally.exposure, odds)
    wagers = tuple(_wager(name, tally, known.get(name)) for name in sorted(tally.wagers))
    played_h = tally.played_ms / HOUR_MS
    mean = sum(moments[0] for moments in known.values())
    variance = sum(moments[1] for moments in known.values())
    judged = sum(wager.win for wager in wagers if wager.wager in known)
    return Figures(
        drop=tally.drop,
        cash=tally.cash,
        cashed=tally.cashed,
        win=tally.win,
        hold=tally.win / tally.drop if tally.drop else None,
        staked=sum(wager.staked for wager in wagers),
        rounds=tally.rounds,
        hands=tally.hands,
        played_ms=tally.played_ms,
        hands_per_hour=tally.hands / played_h if tally.played_ms >= PLAYED_MIN_MS else None,
        corrections=tally.corrections,
        fills=tally.fills,
        credits=tally.credits,
        difference=tally.difference,
        wagers=wagers,
        expected=round(mean) if known else None,
        deviation=round(sqrt(variance)) if known else None,
        deviations=deviations_off(judged, mean, variance),
        brought=tally.brought,
    )


def _wager(name: str, tally: Tally, known: Moments | None) -> WagerFigures:
    line = tally.wagers[name]
    win = line.taken - line.paid
    return WagerFigures(
        wager=name,
        count=line.count,
        staked=line.staked,
        paid=line.paid,
        taken=line.taken,
        win=win,
        hold=win / line.staked if line.staked else None,
        expected=round(known[0]) if known else None,
        deviation=round(sqrt(known[1])) if known else None,
    )


def _players(findings: Findings) -> tuple[PlayerFigures, ...]:
    return tuple(
        PlayerFigures(
            name,
            player.bought,
            player.cashed,
            player.staked,
            player.net + player.corrections,
            player.corrections,
            player.rounds,
            player.chips,
        )
        for name, player in sorted(findings.players.items())
    )


def _win_by_round(findings: Findings, odds: Known) -> tuple[WinPoint, ...]:
    """Return the cumulative win after each round, with the expected one."""
    points: list[WinPoint] = []
    rounds, win, mean, variance = 0, 0, 0.0, 0.0
    for mark in sorted(findings.marks, key=lambda mark: mark.at_ms):
        rounds, win = rounds + mark.rounds, win + mark.win
        for more, spread in add_up(mark.exposure, odds).values():
            mean, variance = mean + more, variance + spread
        is_known = bool(odds)
        points.append(
            WinPoint(
                mark.at_ms,
                rounds,
                win,
                round(mean) if is_known else None,
                round(sqrt(variance)) if is_known else None,
            )
        )
    return tuple(points)


def _balances(findings: Findings) -> tuple[Balance, ...]:
    """Compare every total with the ledger."""
    total, ledger = findings.total, findings.ledger
    won = ledger[FLOAT] + ledger[METER]
    held = sum(amount for account, amount in ledger.items() if _is_players(account))
    players = findings.players.values()
    came = total.drop + total.brought - total.cashed
    nets = sum(player.net + player.corrections for player in players)
    lines = [
        Balance("win, by what was settled", total.win, won),
        Balance("win, by what players lost", -nets, won),
        Balance("chips sold and brought, less chips cashed", came, -ledger[CASHIER]),
        Balance("chips that came to players", came + nets, held),
        Balance("all accounts together", 0, ledger.total()),
    ]
    for kind in ("table", "shift", "dealer", "rulebook", "day"):
        tallies = [tally for (what, _), tally in findings.tallies.items() if what == kind]
        lines.append(Balance(f"win, by {kind}", sum(tally.win for tally in tallies), won))
        lines.extend(
            Balance(f"win of {name}", tally.win, tally.house)
            for (what, name), tally in findings.tallies.items()
            if what == kind and tally.win != tally.house
        )
    for key, signed in findings.signed:
        tally = findings.tallies[key]
        lines.append(Balance(f"win signed off, {key[1]}", signed.win, tally.house))
        lines.append(Balance(f"drop signed off, {key[1]}", signed.drop, tally.drop))
    lines += [Balance(*figures) for figures in findings.checks]
    return tuple(lines)


def _is_players(account: str) -> bool:
    return account.startswith(("player ", "box "))


def _describe_basis(findings: Findings, odds: Known) -> tuple[str, ...]:
    """Describe the basis of the expected figures."""
    if not odds:
        return ()
    edges = [
        f"{findings.rules[place].rulebook}: the house edge is {edge.main:.4%} of the initial"
        f" wager, with a standard deviation of {edge.deviations[1]:.4f}"
        for place, edge in odds.items()
    ]
    return (
        *edges,
        "Off the top of a full shoe, for players who play their best; their mistakes add to the "
        "win. Boxes are treated as independent.",
    )
