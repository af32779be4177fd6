"""`pitboss strategy`: the best play of a table as charts."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitboss.cli.shared.arguments import (
    file_option,
    json_option,
    open_table,
    rulebook_argument,
    set_option,
)
from pitboss.cli.shared.output import print_heading, print_json, print_text
from pitboss.cli.shared.shoes import (
    fresh_option,
    html_option,
    read_shoe,
    removed_option,
    shoe_option,
    solving,
    write_page,
)

if TYPE_CHECKING:
    from pitboss.charts import Chart as LearnedChart
    from pitboss.odds.sheets.charts import ChartTable
    from pitboss.odds.sheets.par_sheet import StrategySheet
    from pitboss.odds.shoe import SuitedShoe
    from pitboss.rulebook.words.diff import ChosenRulebook

COLOURS = {
    "hit": "black on yellow3",
    "stand": "white on red3",
    "double": "black on green3",
    "double_half": "black on dark_sea_green3",
    "split": "white on dodger_blue3",
    "surrender": "white on grey39",
}


@click.command(
    epilog="""\b
Examples:
  pitboss strategy nz
  pitboss strategy tribal --set surrender=true --html chart.html
  pitboss strategy double_deck --json
  pitboss strategy nz --chart nz.toml && pitboss simulate nz --strategy nz.toml
"""
)
@rulebook_argument
@set_option()
@removed_option
@shoe_option
@file_option(
    "--chart",
    "chart_file",
    help="Write the best chart by totals, to use as simulate --strategy FILE.",
)
@click.option("--costs", is_flag=True, help="Show what the next best play costs, in percent.")
@fresh_option
@html_option
@json_option
def strategy(
    rulebook: str,
    settings: dict[str, str],
    removed: str,
    shoe_text: str,
    chart_file: Path | None,
    costs: bool,
    is_fresh: bool,
    html: Path | None,
    as_json: bool,
) -> None:
    """Show the best play for every hand and up card.

    There are three charts for the first two cards: hard totals, soft totals and pairs.
    """
    table = open_table(rulebook, settings)
    shoe = read_shoe(table.rules, shoe_text, removed)
    if chart_file is not None:
        write_page(chart_file, str(_chart(table, shoe)))
        if not as_json and html is None:
            return
    sheet = _solve(table, shoe, is_fresh=is_fresh)
    if html is not None:
        from pitboss.odds.sheets.page import strategy_page

        write_page(html, strategy_page(sheet))
    if as_json:
        print_json(sheet.plain())
    elif html is None:
        _print_charts(sheet, is_costed=costs)


def _solve(table: "ChosenRulebook", shoe: "SuitedShoe", *, is_fresh: bool) -> "StrategySheet":
    from pitboss.odds.game import game_of
    from pitboss.odds.sheets.par_sheet import StrategySheet

    with solving():
        game = game_of(table.rules, shoe, is_fresh=is_fresh)
        return StrategySheet(table.rulebook, table.rules, shoe, game)


def _chart(table: "ChosenRulebook", shoe: "SuitedShoe") -> "LearnedChart":
    from pitboss.odds.shoe import Shoe
    from pitboss.odds.solution import solve

    with solving():
        return solve(table.rules, shoe=Shoe(shoe.ranks)).chart()


def _print_charts(sheet: "StrategySheet", *, is_costed: bool) -> None:
    from pitboss.odds.sheets.charts import exceptions
    from pitboss.odds.sheets.page import LETTERS

    charts = sheet.charts()
    print_heading(f"{sheet.rulebook.title} ({sheet.rulebook.id})")
    name = sheet.game.strategy_class.replace("_", "-")
    print_text(f"Strategy class: {name}. {sheet.strategy_text}\n")
    used = {cell.best for chart in charts for row in chart.rows for cell in row.cells}
    free = any(cell.is_free for chart in charts for row in chart.rows for cell in row.cells)
    legend = ", ".join(f"{letter} {act}" for act, letter in LETTERS.items() if act in used)
    print_text(f"{legend}{', F before it: free' if free else ''}; columns: the up card\n")
    for chart in charts:
        _print_chart(chart, is_costed=is_costed)
        if sentences := list(exceptions(chart)):
            print_text(f"* {'; '.join(sentences)}\n")


def _print_chart(chart: "ChartTable", *, is_costed: bool) -> None:
    from rich.table import Table
    from rich.text import Text

    from pitboss.cli.shared.output import console, in_one_line
    from pitboss.odds.sheets.page import letter

    grid = Table(box=None, padding=(0, 0))
    grid.add_column("", justify="right", no_wrap=True)
    for cell in chart.rows[0].cells:
        grid.add_column(cell.up, justify="center", no_wrap=True, min_width=4)
    for row in chart.rows:
        marks = []
        for cell in row.cells:
            cost = f" {cell.cost * 100:.1f}" if is_costed and cell.second else ""
            star = "*" if cell.exceptions else ""
            width = 8 if is_costed else 4
            text = f"{letter(cell)}{star}{cost}".center(width)
            marks.append(Text(text, style=COLOURS.get(cell.best, "")))
        grid.add_row(f"{row.hand} ", *marks)
    # As the grid's own title it would be folded to the width of the grid.
    console().print(in_one_line(chart.title), style="italic")
    console().print(grid)
    console().print()
