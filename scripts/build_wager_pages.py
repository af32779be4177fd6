"""Writes a page for each kind of side wager with its exact odds; `--check` names stale pages."""

import sys
from collections.abc import Iterator, Mapping
from itertools import product

from pitboss.odds.suited import shoe_of_decks
from pitboss.odds.wager_chances import FINAL, RESULTS, OneAct, depends_on_play, wager_law
from pitboss.odds.wagers import WagerOdds, price, stakes_of
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.load import Rulebook
from pitboss.rulebook.options import show_value
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.schema import WagerSpec
from pitboss.wagers.base import LOSE, Wager
from pitboss.wagers.registry import wager_kinds
from scripts.pages import write_pages

FOLDER = "docs/wagers"
EXACT_MAX = 24

PLAYS = {
    "cards drawn whenever they can be": OneAct("hit"),
    "no card drawn": OneAct("stand"),
}
"""Bounds of what play can do to a wager that waits for further cards."""


def table(columns: list[str], rows: list[list[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def tables_with(book: Rulebook, spec: WagerSpec) -> Iterator[tuple[dict[str, str], Rules]]:
    """Every deck count and every scale under which a wager is offered, and the rules so made."""
    when = [spec.when, *(scale.when for scale in spec.scales)]
    names = list(dict.fromkeys(name for part in when for name in part if name in book.options))
    values = [sorted({str(v) for part in when for v in _listed(part.get(name))}) for name in names]
    decks = book.options["decks"].spec
    low, high = int(decks.min or 1), int(decks.max or 8)
    counts = decks.values or range(low, high + 1)
    for count, *chosen in product(counts, *values):
        given = {"decks": count, **dict(zip(names, chosen, strict=True))}
        try:
            rules = choose(book, {name: str(value).lower() for name, value in given.items()})
        except RulebookError:
            continue
        if spec.name in rules.wagers and rules.wagers[spec.name].lines:
            yield _shown(book, rules, names, spec), rules


def _listed(wanted: object) -> list[object]:
    if wanted is None:
        return []
    return wanted if isinstance(wanted, list) else [wanted]


def _shown(book: Rulebook, rules: Rules, names: list[str], spec: WagerSpec) -> dict[str, str]:
    told = {name: show_value(book.options[name].spec, rules.options[name]) for name in names}
    plain = {name: text for name, text in told.items() if text not in ("true", spec.name)}
    return {"decks": str(rules.decks_in_play), **plain}


def rows_of(rules: Rules, name: str) -> Iterator[tuple[str, WagerOdds]]:
    """The odds of a wager at a table: one row, or one for each bound where play can change it."""
    wager = rules.wagers[name]
    plays = PLAYS if depends_on_play(wager) else {"": OneAct("stand")}
    shoe = shoe_of_decks(rules.decks_in_play)
    for told, play in plays.items():
        for odds in price(rules, wager, wager_law(rules, wager, shoe, play=play)):
            stake = (
                f"a stake of {odds.stake / 100:g}"
                if len(stakes_of(wager)) > 1 and odds.stake
                else ""
            )
            yield ", ".join(part for part in (told, stake) if part), odds


def _cell(odds: WagerOdds, name: str) -> str:
    line = next(line for line in odds.lines if line.name == name)
    text = str(line.chance)
    return text if len(text) <= EXACT_MAX else f"{line.probability:.8f}"


def entry(book: Rulebook, spec: WagerSpec, kind: type[Wager]) -> Iterator[str]:
    """The part of a page for one wager of one rulebook."""
    yield f"\n## {spec.title} in {book.id} ({spec.clause})\n\n"
    if set(kind.reads) & set(RESULTS):
        yield (
            "Its odds follow from the results of rounds: `pitboss odds` computes them under the "
            "best strategy of the table.\n"
        )
        return
    columns: list[str] = []
    rows: list[list[str]] = []
    for chosen, rules in tables_with(book, spec):
        for told, odds in rows_of(rules, spec.name):
            lines = [line.name for line in odds.lines]
            columns = [*chosen, *(["case"] if told else []), "pays", "house edge", *lines]
            cells = [_cell(odds, name) for name in lines]
            edge = f"{odds.house_edge * 100:.4f} %"
            pays = ", ".join(line.pays for line in odds.lines if line.name != LOSE)
            rows.append([*chosen.values(), *([told] if told else []), pays, edge, *cells])
    yield table([column.replace("_", " ") for column in columns], rows)


def page(name: str, kind: type[Wager]) -> Iterator[str]:
    """The page of a kind."""
    yield f"# {name.replace('_', ' ').capitalize()}\n\n{(kind.__doc__ or '').strip()}\n\n"
    reads = ", ".join(f"`{field}`" for field in kind.reads)
    lines = ", ".join(f"`{category}`" for category in kind.categories)
    yield f"It reads {reads}. Its lines, best first: {lines}; what has no price loses.\n\n"
    if set(kind.reads) & set(FINAL):
        yield (
            "How players play does not change it: cards that the dealer takes are spread like the "
            "first cards of the shoe, whatever others took before.\n\n"
        )
    yield (
        "Probabilities are off the top of a full shoe, exact where written as a fraction; the "
        "house edge is per unit staked. Prices are in the order of the lines.\n"
    )
    for shipped in SHIPPED:
        book = load_rulebook(shipped)
        for spec in book.wagers:
            if spec.kind == name:
                yield from entry(book, spec, kind)


def pages() -> Mapping[str, str]:
    """Every page by its path."""
    kinds = sorted(wager_kinds().items())
    return {f"{FOLDER}/{name}.md": "".join(page(name, kind)) for name, kind in kinds}


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, pages().items()))
