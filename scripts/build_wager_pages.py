"""Writes the exact odds of side wagers, a page for each rulebook; `--check` names stale pages."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from pitboss.cards import show_cards
from pitboss.odds.shoe import shoe_of_decks
from pitboss.odds.side_wagers.chances import RESULTS, OneAct, depends_on_play, wager_law
from pitboss.odds.side_wagers.prices import WagerOdds, price, stakes_of
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.file.load import Rulebook, build, merge
from pitboss.rulebook.file.offers import ShippedOffer, offers
from pitboss.rulebook.file.options import show_value
from pitboss.rulebook.file.schema import WagerSpec
from pitboss.rulebook.rules import Rules
from pitboss.wagers.base import LOSE, Wager
from pitboss.wagers.examples import example_of
from pitboss.wagers.registry import wager_kinds
from scripts.pages import prose_of, write_pages

FOLDER = "docs/wagers"
EXACT_MAX = 24
DECKS = (1, 2, 6, 8)
DEALERS = {"stands on soft 17": "false", "hits soft 17": "true"}
BARE = "standard"
"""A game without side wagers of its own, so that each of those shipped can be offered in it."""

PLAYS = {
    "cards drawn whenever they can be": OneAct("hit"),
    "no card drawn": OneAct("stand"),
}
"""Bounds of what play can do to a wager that waits for further cards."""


OVER_ROUNDS = """\
Its odds depend on the results of rounds: `pitboss odds` computes them for the best strategy \
of the table.
"""


def over_rounds(kind: type[Wager]) -> bool:
    """Return True if a wager is decided by the results of rounds."""
    return bool(set(kind.reads) & set(RESULTS))


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


def rows_of(rules: Rules, name: str, decks: int) -> Iterator[tuple[str, WagerOdds]]:
    """The odds of a wager at a table: one row, or one for each bound where play can change it."""
    wager = rules.wagers[name]
    plays = PLAYS if depends_on_play(wager) else {"": OneAct("stand")}
    shoe = shoe_of_decks(decks)
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
    """Yield the part of a page for one wager of one rulebook."""
    yield f"\n## {spec.title} ({spec.clause})\n\n{about(kind)}"
    if over_rounds(kind):
        yield f"\n{OVER_ROUNDS}"
        return
    columns: list[str] = []
    rows: list[list[str]] = []
    for chosen, rules in tables_with(book, spec):
        for told, odds in rows_of(rules, spec.name, rules.decks_in_play):
            lines = [line.name for line in odds.lines]
            columns = [*chosen, *(["case"] if told else []), "pays", "house edge", *lines]
            cells = [_cell(odds, name) for name in lines]
            edge = f"{odds.house_edge * 100:.4f} %"
            pays = ", ".join(line.pays for line in odds.lines if line.name != LOSE)
            rows.append([*chosen.values(), *([told] if told else []), pays, edge, *cells])
    yield "\n" + table([column.replace("_", " ") for column in columns], rows)


def offering(name: str, scale: str, h17: str) -> Rules:
    """The bare game with a wager that is shipped with its scales."""
    base = load_rulebook(BARE)
    raw = merge(base.raw, {"side_wagers": {name: {"scale": scale}}})
    return choose(build(raw, id_=name, source=name, text="", clauses=base.clauses), {"h17": h17})


def offer_part(name: str, offer: ShippedOffer, kind: type[Wager]) -> Iterator[str]:
    """Yield the part of a page for a wager that is shipped with its scales."""
    yield f"\n## {offer.title}\n\n{offer.says}\n\n{about(kind)}"
    yield f"\n```toml\n[side_wagers]\n{name} = {{}}\n```\n"
    dealers = DEALERS if kind.draws_out() else {"": "false"}
    for scale in offer.scales:
        is_first = scale == next(iter(offer.scales))
        first = ", the default" if is_first else ""
        yield f"\nScale `{scale}`{first}:\n\n"
        columns: list[str] = []
        rows: list[list[str]] = []
        for decks, (dealer, h17) in () if over_rounds(kind) else product(DECKS, dealers.items()):
            for case, odds in rows_of(offering(name, scale, h17), name, decks):
                lines = [line.name for line in odds.lines]
                cases = {"dealer": dealer, "case": case}
                columns = ["decks", *filter(cases.get, cases), "house edge", *lines]
                edge = f"{odds.house_edge * 100:.4f} %"
                cells = [_cell(odds, line) for line in lines]
                rows.append([str(decks), *filter(None, cases.values()), edge, *cells])
        columns = [column.replace("_", " ") for column in columns]
        pays = offer.scales[scale]
        prices = ", ".join(f"{line} {price}" for line, price in pays.items())
        if len(pays) == 1:
            prices = next(iter(pays.values())).replace("prize", "the prize")
        shown = table(columns, rows) + "\n" if rows else ""
        yield f"{shown}It pays {prices.replace('_', ' ')}.\n"
    if over_rounds(kind):
        yield f"\n{OVER_ROUNDS}"


def examples(wager: Wager) -> Iterator[str]:
    """Yield an example in cards of each line."""
    rows = []
    for category in wager.categories:
        example = example_of(wager, category)
        if example is not None and not example.wins:
            up = "" if example.up is None else show_cards((example.up,))
            line, dealer = category.replace("_", " "), show_cards(example.dealer)
            rows.append([line, show_cards(example.cards), up, dealer])
    if rows:
        yield "\nExamples:\n\n"
        yield table(["line", "cards of the box", "up card", "dealer's hand"], rows)


def about(kind: type[Wager]) -> str:
    """Return the sentences on a kind."""
    lines = ", ".join(f"`{category}`" for category in kind.categories)
    note = " The dealer draws out the hand for it." if kind.draws_out() else ""
    return f"{prose_of(kind)}\n\nKind `{kind.kind}`, with the lines {lines}.{note}\n"


NOTES = """\
Probabilities are off the top of a full shoe, and exact where written as a fraction. The house edge
is per unit staked. Prices are in the order of the lines, best first; a line without a price loses.
"""
DRAWN_OUT = """\
For some wagers the dealer draws out the hand, even if every player has busted. The players'
decisions do not change the odds of such a wager: the dealer's cards are distributed like the first
cards of the shoe, whatever others drew before.
"""


def heading(title: str, kinds: Iterable[type[Wager]]) -> str:
    """Return the head of a page with these kinds of wager."""
    drawn_out = f"\n{DRAWN_OUT}" if any(kind.draws_out() for kind in kinds) else ""
    return f"# {title}\n\n{NOTES}{drawn_out}"


def rulebook_page(book: Rulebook) -> Iterator[str]:
    """Yield the page on the wagers of a rulebook."""
    kinds = wager_kinds()
    yield heading(f"Side wagers in {book.title}", [kinds[spec.kind] for spec in book.wagers])
    shown: set[str] = set()
    for spec in book.wagers:
        yield from entry(book, spec, kinds[spec.kind])
        if spec.kind not in shown:
            yield from examples(kinds[spec.kind]())
        shown.add(spec.kind)


def offered_page() -> Iterator[str]:
    """Yield the page on the wagers that a rulebook of your own can offer."""
    kinds = wager_kinds()
    yield heading("Side wagers for any rulebook", [kinds[o.kind] for o in offers().values()])
    for name, offer in offers().items():
        yield from offer_part(name, offer, kinds[offer.kind])
        yield from examples(offer.sorter())


def index() -> Iterator[str]:
    """Yield the page that names every wager and where it is offered."""
    yield (
        "# Side wagers\n\nA kind sorts the cards into lines, and a rulebook prices the lines. Each "
        "page has the exact odds of its wagers; Double Deck bars side wagers by DD-31.\n\n"
        "| page | wagers |\n| --- | --- |\n"
    )
    for book in books():
        titles = ", ".join(spec.title for spec in book.wagers)
        yield f"| [{book.title}]({book.id}.md) | {titles} |\n"
    titles = ", ".join(f"{offer.title} (`{name}`)" for name, offer in offers().items())
    yield f"| [Any rulebook](offered.md) | {titles} |\n"
    yield (
        "\nThe last row comes with pitboss, and two lines in [a rulebook of your own]"
        "(../guides/own-side-wager.md) offer one of them. There you can also write a kind.\n"
    )


def books() -> list[Rulebook]:
    """Return the shipped rulebooks that offer side wagers."""
    return [book for book in map(load_rulebook, SHIPPED) if book.wagers]


def pages() -> Mapping[str, str]:
    """Return every page by its path."""
    texts = {f"{FOLDER}/{book.id}.md": "".join(rulebook_page(book)) for book in books()}
    texts[f"{FOLDER}/offered.md"] = "".join(offered_page())
    texts[f"{FOLDER}/index.md"] = "".join(index())
    return texts


if __name__ == "__main__":
    sys.exit(write_pages(__doc__, pages().items()))
