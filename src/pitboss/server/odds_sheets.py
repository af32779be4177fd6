"""Par sheets, strategies and effects as JSON; functions that run in the solver's process."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from pitboss.cards import CardError, parse_cards
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.server.calculator import Unanswerable
from pitboss.server.solver import Options

# The kernels are loaded where they are used, in the solver's process, and nowhere else.


def par_sheet(rulebook: str, options: Options, removed: str) -> bytes:
    """The par sheet of a table, as `pitboss odds --json` has it."""
    from pitboss.odds.parsheet import solved_sheet
    from pitboss.odds.suited import shoe_of_decks

    book = load_rulebook(rulebook)
    rules = choose(book, dict(options))
    with _answering():
        shoe = shoe_of_decks(rules.decks_in_play, parse_cards(removed))
        return msgspec.json.encode(solved_sheet(book, rules, shoe).plain())


def strategy(rulebook: str, options: Options, removed: str) -> bytes:
    """The best play of a table, as `pitboss strategy --json` has it."""
    from pitboss.odds.game_figures import solve_game
    from pitboss.odds.parsheet import StrategySheet
    from pitboss.odds.suited import shoe_of_decks

    book = load_rulebook(rulebook)
    rules = choose(book, dict(options))
    with _answering():
        shoe = shoe_of_decks(rules.decks_in_play, parse_cards(removed))
        sheet = StrategySheet(book, rules, shoe, solve_game(rules, shoe))
        return msgspec.json.encode(sheet.plain())


def effects(rulebook: str, options: Options, of: str) -> bytes:
    """What other values of an option, or of all, do to the house edge."""
    from pitboss.odds.effects import effects_of_options

    book = load_rulebook(rulebook)
    settings = dict(options)
    return _lines(effects_of_options(book, choose(book, settings), settings, of=of))


def removal(rulebook: str, options: Options) -> bytes:
    """What the removal of one card of each rank does to the player's expectation."""
    from pitboss.odds.effects import effects_of_removal
    from pitboss.odds.game_figures import solve_game
    from pitboss.odds.suited import shoe_of_decks

    rules = choose(load_rulebook(rulebook), dict(options))
    shoe = shoe_of_decks(rules.decks_in_play)
    return _lines(effects_of_removal(rules, shoe, solve_game(rules)))


@contextmanager
def _answering() -> Iterator[None]:
    """Cards that the shoe does not have, or too few for a round, leave nothing to answer."""
    from pitboss.odds.errors import OddsError

    try:
        yield
    except (CardError, OddsError) as error:
        raise Unanswerable(str(error)) from None


def _lines(rows: Iterable[dict[str, object]]) -> bytes:
    return msgspec.json.encode(list(rows))
