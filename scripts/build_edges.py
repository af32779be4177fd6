"""Writes the edges that each reading of a shipped rulebook moves, solved exactly for each value."""

import hashlib
import json
import sys
from collections.abc import Iterator

import msgspec

from pitboss.odds.game import game_of
from pitboss.odds.known.fingerprints import game_text
from pitboss.odds.sheets.par_sheet import par_sheet
from pitboss.odds.shoe import full_of
from pitboss.odds.side_wagers.known import known_law
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.file.extends import words_in
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.file.options import listed_values
from pitboss.rulebook.file.readings import EDGES
from pitboss.rulebook.rules import Rules
from scripts.pages import ROOT, write_pages

Edges = dict[str, float]
"""House edge by wager; ``main`` is the main one."""
MAIN = "main"
FILE = f"src/pitboss/rulebooks/{EDGES}"


def edges(name: str) -> dict[str, dict[str, Edges]]:
    """The edges of each value of each reading of a rulebook, as a table with it comes."""
    book = load_rulebook(name)
    return {
        option.name: moved(
            {value: edges_at(book, option.name, value) for value in option.spec.says}
        )
        for option in book.options.values()
        if option.spec.reading and option.spec.moves == "edge"
    }


def moved(by_value: dict[str, Edges]) -> dict[str, Edges]:
    """The edges of the wagers that a value moves; of the main one, if there is none."""
    figures: dict[str, set[float]] = {}
    for wagers in by_value.values():
        for wager, edge in wagers.items():
            figures.setdefault(wager, set()).add(edge)
    names = [wager for wager, values in figures.items() if len(values) > 1] or [MAIN]
    return {value: {name: wagers[name] for name in names} for value, wagers in by_value.items()}


def edges_at(book: Rulebook, reading: str, value: str) -> Edges:
    """The edges of every wager under one value of a reading."""
    rules = rules_at(book, reading, value)
    sheet = par_sheet(book, rules, game_of(rules), law_of=known_law)
    sides = {one: round(float(sheet.wager(one).house_edge), 8) for one in rules.wagers}
    return {MAIN: round(sheet.house_edge, 8), **sides}


def rules_at(book: Rulebook, reading: str, value: str) -> Rules:
    """The rules of a table under one value; a wager that names the reading is offered."""
    named = [one for one in book.wagers if reading in words_in(msgspec.to_builtins(one))]
    wanted = {**(named[0].when if named else {}), **book.options[reading].spec.when}
    options = {name: listed_values(values)[0] for name, values in wanted.items()}
    return choose(book, {**options, reading: value})


def digest() -> str:
    """A hash of all that the edges are computed from: games, side wagers and the values."""
    text = hashlib.sha256()
    for book in map(load_rulebook, SHIPPED):
        for option in book.options.values():
            for value in option.spec.says if option.spec.moves == "edge" else ():
                rules = rules_at(book, option.name, value)
                text.update(f"{book.id} {option.name} {value}\n".encode())
                text.update(game_text(rules, full_of(rules)).encode())
                text.update(f"{rules.fees} {rules.wagers}\n".encode())
    return text.hexdigest()


def stale() -> Iterator[str]:
    """A sentence if the file was made from other rules than today's, without solving them."""
    made = json.loads((ROOT / FILE).read_text(encoding="utf-8"))
    if made["made_from"] != digest():
        yield f"{FILE} is stale: run python -m scripts.build_edges, and commit what it writes"


def main() -> int:
    every = {"made_from": digest(), "edges": {name: edges(name) for name in SHIPPED}}
    return write_pages(__doc__, [(FILE, json.dumps(every, indent=1) + "\n")])


if __name__ == "__main__":
    sys.exit(main())
