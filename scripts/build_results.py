"""Solves the games whose results the package brings along: each shipped rulebook's by its defaults
and with each option changed, and those of the gallery.

Games that are there already are left as they are; `--all` solves them too, and `--check` solves all
of them and only names what is stale.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isclose, isnan
from pathlib import Path
from struct import iter_unpack

from pitboss.odds.game import SolvedGame, record_of, solve_solution
from pitboss.odds.known.fingerprints import fingerprint
from pitboss.odds.known.records import Record, Results
from pitboss.odds.known.shipped import (
    ENDING,
    FILES,
    FOLDER,
    GALLERY,
    PlainLaw,
    read_results,
    write_results,
)
from pitboss.odds.sheets.effects import values_of
from pitboss.odds.sheets.par_sheet import par_sheet
from pitboss.odds.shoe import Shoe, SuitedShoe, shoe_of
from pitboss.odds.side_wagers.chances import ActPolicy, Law, wager_law
from pitboss.odds.side_wagers.known import is_kept, law_name, law_of, plain_law
from pitboss.rulebook.catalog import choose, gallery, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.questions.settlement import compares_busts, joins_busts
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.rulebook.terms.line import BASE

PLACE = Path(__file__).parents[1] / "src" / "pitboss" / "odds" / FOLDER
NEAR = 1e-11
"""Largest difference between figures of two processors."""


@dataclass
class Worked:
    """Shipped results of one rulebook, as far as they are computed."""

    records: dict[str, Record] = field(default_factory=dict)
    laws: dict[str, PlainLaw] = field(default_factory=dict)
    before: tuple[Mapping[str, Record], Mapping[str, PlainLaw]] = ({}, {})
    """Return the results that need not be computed again."""

    def add(self, rules: Rules) -> None:
        """Solve a table, unless its game has been, and sum what its side wagers are worth."""
        name = fingerprint(rules, Shoe(shoe_of(rules).ranks))
        if name not in self.records:
            self.records[name] = self.before[0].get(name) or record_of(solve_solution(rules))
        record = self.records[name]
        game = SolvedGame(rules, record.figures, record)
        par_sheet(rules.book, rules, game, law_of=self.law)

    def law(
        self, rules: Rules, wager: SideWager, shoe: SuitedShoe, *,
        play: ActPolicy | None = None, results: Results | None = None,
    ) -> Law:  # fmt: skip
        """The odds of a side wager, noted down."""
        name = law_name(rules, wager, shoe, play)
        if name in self.before[1]:
            self.laws[name] = self.before[1][name]
            return law_of(self.laws[name])
        law = wager_law(rules, wager, shoe, play=play, results=results)
        if is_kept(wager):
            self.laws[name] = plain_law(law)
        return law


def tables(file: str) -> Iterator[Rules]:
    """The tables that a file of results is for: those of a rulebook, or the gallery's."""
    listed = [*changed(BASE if file == GALLERY else file)]
    if file == GALLERY:
        listed += [choose(load_rulebook(name), {}) for name in gallery()]
    # Busts that are compared, or that decide about other hands, have no exact value.
    yield from (rules for rules in listed if not (compares_busts(rules) or joins_busts(rules)))


def changed(book: str) -> Iterator[Rules]:
    """The table of a rulebook with its defaults, then those with one option changed."""
    rulebook = load_rulebook(book)
    yield choose(rulebook, {})
    for name, option in rulebook.options.items():
        for value in values_of(option):
            try:
                yield choose(rulebook, {name: value})
            except RulebookError:
                continue


def differences(book: str, worked: Worked) -> Iterator[str]:
    """Return the computed results that differ from the file."""
    records, laws = read_results(book)
    for name, record in worked.records.items():
        if name not in records:
            yield f"{book}: the game {name[:12]} is missing"
        elif not is_near(records[name], record):
            yield f"{book}: the game {name[:12]} comes to other figures"
    for name, law in worked.laws.items():
        if laws.get(name) != law:
            yield f"{book}: a side wager's odds {name[:12]} are missing or others"


def is_near(one: Record, other: Record) -> bool:
    """Return True if two results agree but for the last digits."""
    pairs = zip(numbers(one), numbers(other), strict=True)
    is_close = all(
        (isnan(a) and isnan(b)) or isclose(a, b, rel_tol=NEAR, abs_tol=NEAR) for a, b in pairs
    )
    same = (one.figures.spread, one.figures.pairs, one.figures.resplits, one.figures.insured)
    return is_close and same == (
        other.figures.spread, other.figures.pairs, other.figures.resplits, other.figures.insured
    )  # fmt: skip


def numbers(record: Record) -> list[float]:
    """Every number of a result."""
    told = record.figures
    listed = [
        told.player_ev, told.offers_ev, told.learned_ev, told.standard_deviation, told.joint_p,
        told.average_wager, told.win_p, told.push_p, told.loss_p,
    ]  # fmt: skip
    listed += [value for pair in (*told.spots, *told.net) for value in pair]
    return [*listed, *(value for (value,) in iter_unpack("<d", record.worth))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="solve what is there already, too")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if any is stale")
    given = parser.parse_args()
    stale: list[str] = []
    for file in FILES:
        is_new = given.all or given.check
        worked = Worked() if is_new else Worked(before=read_results(file))
        for rules in tables(file):
            worked.add(rules)
        stale += differences(file, worked)
        if not given.check:
            write(file, worked.records, worked.laws)
    if given.check:
        print("\n".join(stale) or "all results are up to date", file=sys.stderr)
    return 1 if given.check and stale else 0


def write(book: str, records: Mapping[str, Record], laws: Mapping[str, PlainLaw]) -> None:
    path = PLACE / f"{book}{ENDING}"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(write_results(records, laws))
    print(f"wrote {path.name}: {len(records)} games, {len(laws)} wagers, {path.stat().st_size:,} B")


if __name__ == "__main__":
    sys.exit(main())
