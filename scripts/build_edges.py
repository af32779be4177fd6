"""Writes the edges that each reading of a shipped rulebook moves, solved exactly for each value."""

import json
import sys
from collections.abc import Iterator

import msgspec

from pitboss.odds.game import game_of
from pitboss.odds.sheets.par_sheet import par_sheet
from pitboss.odds.side_wagers.known import known_law
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.file.extends import words_in
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.file.options import listed_values
from pitboss.rulebook.file.readings import EDGES
from scripts.pages import write_pages

Edges = dict[str, float]
"""House edge of the main wager, or of the side wagers that a reading moves, by name."""


def edges(name: str) -> dict[str, dict[str, Edges]]:
    """The edges of each value of each reading of a rulebook, as a table with it comes."""
    book = load_rulebook(name)
    return {
        option.name: {value: dict(edges_at(book, option.name, value)) for value in option.spec.says}
        for option in book.options.values()
        if option.spec.reading and option.spec.moves == "edge"
    }


def edges_at(book: Rulebook, reading: str, value: str) -> Iterator[tuple[str, float]]:
    """The edges of one value; a wager that the reading moves is offered."""
    moved = [one for one in book.wagers if reading in words_in(msgspec.to_builtins(one))]
    wanted = {**(moved[0].when if moved else {}), **book.options[reading].spec.when}
    options = {name: listed_values(values)[0] for name, values in wanted.items()}
    rules = choose(book, {**options, reading: value})
    sheet = par_sheet(book, rules, game_of(rules), law_of=known_law)
    if not moved:
        yield "main", round(sheet.house_edge, 8)
    for wager in moved:
        yield wager.name, round(float(sheet.wager(wager.name).house_edge), 8)


def main() -> int:
    every = {name: edges(name) for name in SHIPPED}
    text = json.dumps(every, indent=1) + "\n"
    return write_pages(__doc__, [(f"src/pitboss/rulebooks/{EDGES}", text)])


if __name__ == "__main__":
    sys.exit(main())
