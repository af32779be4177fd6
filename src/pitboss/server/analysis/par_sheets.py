"""Par sheets, strategies and effects as JSON; functions that run in the solver's process."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from pitboss.cards import CardError, parse_cards
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.file.options import show_value
from pitboss.rulebook.rules import Rules
from pitboss.server.analysis.process import Unanswerable
from pitboss.server.analysis.solver import Options

if TYPE_CHECKING:
    from pitboss.odds.shoe import SuitedShoe

KNOWN_MAX = 128
"""Sheets that are written once."""

# Functions import the kernels themselves, so that only the solver's process loads them.


def par_sheet(rulebook: str, options: Options, removed: str) -> bytes:
    """Return the par sheet of a table, as `pitboss odds --json` prints it."""
    from pitboss.odds.sheets.par_sheet import solved_sheet

    with _answering():
        book, rules, shoe = _table(rulebook, options, removed)
        return msgspec.json.encode(solved_sheet(book, rules, shoe).plain())


@lru_cache(KNOWN_MAX)
def known_par_sheet(rulebook: str, options: Options, removed: str) -> bytes | None:
    """Return a par sheet if it is shipped or stored, otherwise None; quick, in any thread."""
    from pitboss.odds.game import known_game
    from pitboss.odds.side_wagers.known import are_known

    with _answering():
        _, rules, shoe = _table(rulebook, options, removed)
    game = known_game(rules, shoe)
    if game is None or not are_known(rules, shoe, game):
        return None
    return par_sheet(rulebook, options, removed)


@lru_cache(KNOWN_MAX)
def known_strategy(rulebook: str, options: Options, removed: str) -> bytes | None:
    """Return the best play of a table if it is shipped or stored, otherwise None; quick."""
    from pitboss.odds.game import known_game

    with _answering():
        _, rules, shoe = _table(rulebook, options, removed)
    return None if known_game(rules, shoe) is None else strategy(rulebook, options, removed)


def strategy(rulebook: str, options: Options, removed: str) -> bytes:
    """Return the best play of a table, as `pitboss strategy --json` prints it."""
    from pitboss.odds.game import game_of
    from pitboss.odds.sheets.par_sheet import StrategySheet

    with _answering():
        book, rules, shoe = _table(rulebook, options, removed)
        sheet = StrategySheet(book, rules, shoe, game_of(rules, shoe))
        return msgspec.json.encode(sheet.plain())


FORMS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "memo": "text/html; charset=utf-8",
}
"""Forms in which a par sheet is saved, with their media types."""
MEMO_ROUNDS = 2_000_000


def sheet_file(rulebook: str, options: Options, form: str, date: str) -> bytes:
    """Return a par sheet as a file: a spreadsheet, rows of CSV, or a memo to print."""
    from shlex import join

    from pitboss import __version__
    from pitboss.odds.sheets.effects import effects_of_options
    from pitboss.odds.sheets.memo import memo_page, origin
    from pitboss.odds.sheets.par_sheet import solved_sheet
    from pitboss.odds.sheets.workbook import par_sheet_csv, par_sheet_workbook
    from pitboss.study.simulated import simulated_figures

    with _answering():
        book, rules, shoe = _table(rulebook, options, "")
        sheet = solved_sheet(book, rules, shoe)
    if form == "csv":
        return par_sheet_csv(sheet).encode()
    command = ["pitboss", "odds", rulebook]
    for name, option in book.options.items():
        if rules.options[name] != option.default:
            command += ["--set", f"{name}={show_value(option.spec, rules.options[name])}"]
    about = origin(sheet, version=__version__, date=date, command=join(command))
    if form == "xlsx":
        return par_sheet_workbook(sheet, about=about)
    costs = effects_of_options(book, rules, dict(options), house_edge=sheet.house_edge)
    simulated = simulated_figures(sheet, MEMO_ROUNDS)
    page = memo_page(sheet, about, effects=costs, simulated=simulated, rounds=MEMO_ROUNDS)
    return page.encode()


def effects(rulebook: str, options: Options, of: str) -> bytes:
    """Return the effects of other values of an option, or of all options, on the house edge."""
    from pitboss.odds.sheets.effects import effects_of_options

    book = load_rulebook(rulebook)
    settings = dict(options)
    return _lines(effects_of_options(book, choose(book, settings), settings, of=of))


def removal(rulebook: str, options: Options) -> bytes:
    """Return the effect of removing one card of each rank on the player's expectation."""
    from pitboss.odds.game import game_of
    from pitboss.odds.sheets.effects import effects_of_removal
    from pitboss.odds.shoe import shoe_of

    rules = choose(load_rulebook(rulebook), dict(options))
    shoe = shoe_of(rules)
    return _lines(effects_of_removal(rules, shoe, game_of(rules)))


def _table(rulebook: str, options: Options, removed: str) -> tuple[Rulebook, Rules, "SuitedShoe"]:
    from pitboss.odds.shoe import shoe_of

    book = load_rulebook(rulebook)
    rules = choose(book, dict(options))
    return book, rules, shoe_of(rules, parse_cards(removed))


@contextmanager
def _answering() -> Iterator[None]:
    """Raise ``Unanswerable`` for cards that the shoe does not have or that leave too few."""
    from pitboss.errors import OddsError

    try:
        yield
    except (CardError, OddsError) as error:
        raise Unanswerable(str(error)) from None


def _lines(rows: Iterable[Mapping[str, object]]) -> bytes:
    return msgspec.json.encode(list(rows))
