"""Writes the par sheet of each shipped rulebook, with side wagers on offer, as a page."""

import sys
from collections.abc import Iterator, Mapping

from pitboss.odds.sheets.page import par_sheet_page
from pitboss.odds.sheets.par_sheet import solved_sheet
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from scripts.pages import write_pages

FOLDER = "docs/par-sheets"

OFFERED: Mapping[str, Mapping[str, object]] = {
    "tribal": {"progressive": True, "streak": True},
    "nz": {"super_sevens": True, "madness_21": True, "perfect_pairs": "scale_1"},
    "pa_free_bet": {"push_22": "a"},
}
"""Side wagers that can stand together at one table; where none is named, the default table."""


def sheets() -> Iterator[tuple[str, str]]:
    """The page of each shipped rulebook."""
    for name in SHIPPED:
        book = load_rulebook(name)
        sheet = solved_sheet(book, choose(book, OFFERED.get(name, {})))
        yield f"{FOLDER}/{name}.html", par_sheet_page(sheet)


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, sheets()))
