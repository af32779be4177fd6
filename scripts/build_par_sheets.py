"""Writes the par sheet of each shipped rulebook, with side wagers on offer, as a page."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from pitboss.odds.page import par_sheet_page
from pitboss.odds.parsheet import solved_sheet
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook

ROOT = Path(__file__).parents[1]
FOLDER = "docs/par-sheets"

OFFERED: Mapping[str, Mapping[str, object]] = {
    "tribal": {"progressive": True, "streak": True},
    "nz": {"super_sevens": True, "madness_21": True, "perfect_pairs": "scale_1"},
    "pa_free_bet": {"push_22": "a"},
}
"""Side wagers that can stand together at one table; where none is named, the default table."""


def main() -> int:
    """Write what is stale, or only name it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if any is stale")
    is_check = parser.parse_args().check
    stale = 0
    for name in SHIPPED:
        book = load_rulebook(name)
        text = par_sheet_page(solved_sheet(book, choose(book, OFFERED.get(name, {}))))
        path = ROOT / FOLDER / f"{name}.html"
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if is_check:
            print(f"{FOLDER}/{name}.html is stale: run make docs", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {FOLDER}/{name}.html")
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
