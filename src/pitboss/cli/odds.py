"""`pitboss odds`: the exact par sheet of a table."""

import sys
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.rules import print_not_said, print_stands_for
from pitboss.cli.shared.arguments import (
    file_option,
    json_option,
    open_table,
    read_settings,
    rulebook_argument,
    set_option,
    without_terms,
)
from pitboss.cli.shared.errors import InputError
from pitboss.cli.shared.output import (
    print_heading,
    print_items,
    print_json,
    print_table,
    print_text,
    progress,
    spinner,
)
from pitboss.cli.shared.shoes import (
    fresh_option,
    html_option,
    read_shoe,
    removed_option,
    shoe_option,
    solve_sheet,
    write_file,
    write_page,
)

if TYPE_CHECKING:
    from pitboss.odds.sheets.effects import RuleEffect
    from pitboss.odds.sheets.par_sheet import ParSheet
    from pitboss.rulebook.words.diff import ChosenRulebook

COMPARED_MAX = 64
"""No more tables are compared at once."""


@click.command(
    epilog="""\b
Examples:
  pitboss odds nz
  pitboss odds "6D H17 DAS LS RSA 3:2"
  pitboss odds nz --set super_sevens=true --json
  pitboss odds tribal --compare decks=4,6,8 --set surrender=true
  pitboss odds double_deck --removed "As Ah 5d"
  pitboss odds pa_free_bet --set push_22=a --html par-sheet.html
  pitboss odds nz --xlsx nz.xlsx --csv nz.csv --memo nz-memo.html
"""
)
@rulebook_argument
@set_option()
@click.option(
    "--compare",
    "compared",
    multiple=True,
    metavar="NAME=A,B",
    callback=read_settings,
    help="Compare values of an option; repeat it for every combination.",
)
@removed_option
@shoe_option
@click.option("--lines", is_flag=True, help="Show every line of every side wager.")
@click.option(
    "--effects", is_flag=True, help="What every other value of each option costs or gains."
)
@click.option("--removal", is_flag=True, help="What removing one card of each rank changes.")
@fresh_option
@html_option
@file_option("--xlsx", "xlsx", help="Write a spreadsheet with live formulas.")
@file_option("--csv", "csv", help="Write every line as rows of CSV.")
@file_option(
    "--memo", "memo", help="Write a memo to print: also simulated, with the effect of every rule."
)
@json_option
def odds(
    rulebook: str,
    settings: dict[str, str],
    compared: dict[str, str],
    removed: str,
    shoe_text: str,
    lines: bool,
    effects: bool,
    removal: bool,
    is_fresh: bool,
    html: Path | None,
    xlsx: Path | None,
    csv: Path | None,
    memo: Path | None,
    as_json: bool,
) -> None:
    """Print the exact par sheet of a table.

    It has the house edge, every side wager, and the limits that clauses set. Figures are exact, per
    unit of the initial wager, off the top of the shoe.
    """
    if compared:
        tables = _tables(rulebook, settings, compared)
        _compare(tables, compared, (shoe_text, removed), is_fresh=is_fresh, as_json=as_json)
        return
    table = open_table(rulebook, settings)
    settings = without_terms(table.rulebook, settings)
    shoe = read_shoe(table.rules, shoe_text, removed)
    sheet = solve_sheet(table, shoe, is_fresh=is_fresh)
    more: dict[str, object] = {}
    costs = _effects(table, sheet, settings, is_fresh=is_fresh) if effects or memo else []
    if effects:
        more["effects"] = costs
    if removal:
        more["removal"] = _removal(table, sheet, is_fresh=is_fresh)
    if html is not None:
        from pitboss.odds.sheets.page import par_sheet_page

        write_page(html, par_sheet_page(sheet))
    if xlsx is not None or csv is not None:
        _write_tables(sheet, xlsx, csv)
    if memo is not None:
        _write_memo(memo, sheet, costs)
    if as_json:
        print_json({**sheet.plain(), **more})
    elif html is None and xlsx is None and csv is None and memo is None:
        _print_sheet(sheet)
        if lines:
            _print_lines(sheet)
        _print_more(more)


def _origin(sheet: "ParSheet") -> list[tuple[str, str]]:
    """Return version, digest, date and command line."""
    from datetime import UTC, datetime
    from shlex import join

    from pitboss import __version__
    from pitboss.odds.sheets.memo import origin

    date = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return origin(sheet, version=__version__, date=date, command=join(["pitboss", *sys.argv[1:]]))


def _write_tables(sheet: "ParSheet", xlsx: Path | None, csv: Path | None) -> None:
    from pitboss.odds.sheets.workbook import par_sheet_csv, par_sheet_workbook

    if xlsx is not None:
        write_file(xlsx, par_sheet_workbook(sheet, about=_origin(sheet)))
    if csv is not None:
        write_page(csv, par_sheet_csv(sheet))


def _write_memo(path: Path, sheet: "ParSheet", effects: "list[RuleEffect]") -> None:
    from pitboss.odds.sheets.memo import ROUNDS, memo_page
    from pitboss.study.simulated import simulated_figures

    with spinner(f"Simulating {ROUNDS:,} rounds"):
        simulated = simulated_figures(sheet, ROUNDS)
    about = _origin(sheet)
    page = memo_page(sheet, about, effects=effects, simulated=simulated, rounds=ROUNDS)
    write_page(path, page)


def _print_sheet(sheet: "ParSheet") -> None:
    from pitboss.odds.sheets.par_sheet import figures

    book = sheet.rulebook
    decks = sheet.rules.decks_in_play
    shoe = (
        f"{decks} deck{'s' if decks > 1 else ''}"
        if sheet.is_full
        else f"a shoe of {sheet.shoe.size} cards"
    )
    print_heading(f"{book.title} ({book.id}), {shoe}")
    name = sheet.game.strategy_class.replace("_", "-")
    print_text(f"Strategy class: {name}. {sheet.strategy_text}")
    print_not_said(book)
    print_stands_for(book)
    changed = [
        f"{name}={_show_option(sheet, name)}"
        for name, option in book.options.items()
        if sheet.rules.options[name] != option.default
    ]
    if changed:
        print_text(f"Set: {', '.join(changed)}")
    print_table(("figure", "value", "condition"), figures(sheet))
    _print_wagers(sheet)
    for check in sheet.checks[len(book.not_said) :]:
        mark = "warning" if check.is_warning else "kept" if check.ok else "BROKEN"
        print_text(f"{mark}: {check.text} [{check.clause}]")


def _show_option(sheet: "ParSheet", name: str) -> str:
    from pitboss.rulebook.file.options import show_value

    return show_value(sheet.rulebook.options[name].spec, sheet.rules.options[name])


def _print_wagers(sheet: "ParSheet") -> None:
    """Print a row for each wager, with its notes below."""
    from pitboss.money import show
    from pitboss.odds.sheets.checks import percent

    rows = []
    for wager in sheet.wagers:
        staked = f" at {show(wager.stake)}" if wager.stake else ""
        won = f"{1 / wager.hit_p:,.1f}" if wager.hit_p else "never"
        title = f"{wager.title}{staked} [{wager.clause}]"
        rows.append((title, percent(wager.house_edge, 4), won, wager.condition))
    if rows:
        print_table(("wager", "house edge", "wins once in", "condition"), rows)
    for wager in sheet.wagers:
        if wager.meter:
            meter = wager.meter
            least = "never" if meter.break_even is None else f"from {show(meter.break_even)}"
            print_text(
                f"{wager.title}: at a meter of {show(meter.meter)}; the player has no disadvantage "
                f"{least} on."
            )
        if wager.note:
            print_text(wager.note)


def _print_lines(sheet: "ParSheet") -> None:
    """Print every line of every wager."""
    from pitboss.odds.sheets.page import short_exact

    for wager in sheet.wagers:
        print_items(
            wager.lines,
            {
                "category": lambda line: line.name,
                "pays": lambda line: line.pays,
                "probability": lambda line: f"{line.probability:.8f}",
                "exact": lambda line: short_exact(line.exact),
                "adds": lambda line: f"{line.contribution:+.6f}",
                "clause": lambda line: line.clause,
            },
            title=wager.title,
        )


def _print_more(more: dict[str, object]) -> None:
    from pitboss.odds.sheets.checks import percent

    for name, title in (
        ("effects", "What options cost (+) or give (-) the player, in house edge"),
        ("removal", "What the removal of one card changes, in the player's expectation"),
    ):
        rows = more.get(name)
        if not isinstance(rows, list):
            continue
        cells = [
            tuple(
                percent(value, 4) if isinstance(value, float) else str(value)
                for value in row.values()
            )
            for row in rows
        ]
        columns = tuple(rows[0]) if rows else ("option",)
        print_table([column.replace("_", " ") for column in columns], cells, title=title)


def _effects(
    table: "ChosenRulebook", sheet: "ParSheet", settings: dict[str, str], *, is_fresh: bool
) -> "list[RuleEffect]":
    """Return the house edge with every other value of every option that changes the game."""
    from pitboss.odds.sheets.effects import effects_of_options

    return effects_of_options(
        table.rulebook,
        table.rules,
        settings,
        house_edge=sheet.game.house_edge,
        follow=lambda others: progress(others, "Solving tables with other options"),
        is_fresh=is_fresh,
    )


def _removal(
    table: "ChosenRulebook", sheet: "ParSheet", *, is_fresh: bool
) -> list[dict[str, object]]:
    """Return the gain in the player's expectation when one card of a rank has left the shoe."""
    from pitboss.odds.sheets.effects import effects_of_removal

    return effects_of_removal(
        table.rules,
        sheet.shoe,
        sheet.game,
        follow=lambda ranks: progress(ranks, "Solving shoes with a card removed"),
        is_fresh=is_fresh,
    )


def _tables(
    rulebook: str, settings: dict[str, str], compared: dict[str, str]
) -> "list[tuple[dict[str, str], ChosenRulebook]]":
    """Return every combination of the values that are compared, with its table."""
    values = {name: text.split(",") for name, text in compared.items()}
    combinations = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    if len(combinations) > COMPARED_MAX:
        raise InputError(
            f"{len(combinations)} tables are too many to compare",
            f"give fewer values: {COMPARED_MAX} tables at most",
        )
    return [(chosen, open_table(rulebook, {**settings, **chosen})) for chosen in combinations]


def _compare(
    tables: "list[tuple[dict[str, str], ChosenRulebook]]",
    compared: dict[str, str],
    cards: tuple[str, str],
    *,
    is_fresh: bool,
    as_json: bool,
) -> None:
    """Par sheets of tables side by side, for a shoe and the cards that have left it."""
    from pitboss.odds.sheets.checks import same_advantage

    sheets: list[tuple[dict[str, str], ParSheet]] = []
    for chosen, table in progress(tables, "Solving tables"):
        shoe = read_shoe(table.rules, *cards)
        sheets.append((chosen, solve_sheet(table, shoe, is_fresh=is_fresh)))
    named = [
        (", ".join(f"{name}={value}" for name, value in chosen.items()), sheet.wagers)
        for chosen, sheet in sheets
    ]
    checks = same_advantage(sheets[0][1].rulebook, named)
    if as_json:
        plain = [{"compared": chosen, **sheet.plain()} for chosen, sheet in sheets]
        verdicts = [check.plain() for check in checks]
        print_json({"rulebook": plain[0]["rulebook"], "tables": plain, "checks": verdicts})
        return
    _print_compared(list(compared), sheets)
    for check in checks:
        print_text(f"{'kept' if check.ok else 'BROKEN'}: {check.text} [{check.clause}]")


def _print_compared(names: list[str], sheets: "list[tuple[dict[str, str], ParSheet]]") -> None:
    from pitboss.odds.sheets.checks import percent
    from pitboss.odds.side_wagers.prices import by_wager

    wagers = list(dict.fromkeys(wager.wager for _, sheet in sheets for wager in sheet.wagers))
    rows = []
    for chosen, sheet in sheets:
        groups = by_wager(sheet.wagers)
        edges = [
            percent(groups[name][0].house_edge, 4) if name in groups else "-" for name in wagers
        ]
        game = sheet.game
        rows.append(
            (
                *(chosen[name] for name in names),
                percent(game.house_edge, 4),
                f"{game.figures.player_ev:+.6f}",
                f"{game.figures.standard_deviation:.4f}",
                *edges,
            )
        )
    columns = (*names, "house edge", "player's expectation", "deviation", *wagers)
    print_table(columns, rows, title=f"{sheets[0][1].rulebook.title}: house edges compared")
