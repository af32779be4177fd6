"""The reference page of terms, and of the gallery of standard games."""

from collections.abc import Iterable, Iterator

from pitboss.rulebook.catalog import choose, gallery, load_rulebook
from pitboss.rulebook.terms.line import BASE, full_line
from pitboss.rulebook.terms.terms import SHORT_TERMS, WORDS


def terms_page() -> Iterator[str]:
    """Every term with the values it stands for, then the games of the gallery."""
    yield (
        "# Terms and standard games\n\nThe short terms of the trade stand for values of a "
        "[rulebook](rulebook.md). You can write a line of terms wherever a rulebook is asked for; "
        f'anything it does not mention is as in `{BASE}`: `pitboss odds "6D H17 DAS LS RSA 3:2"`. '
        "With `--set` a term sets the matching option of any rulebook: "
        "`pitboss odds tribal --set 8D`. "
        "Letters may be small, and terms may be spelled out: `6 decks`, `S-17`, `3to2`, "
        "`resplit aces`, `late surrender`. "
        '`pitboss rules "6D H17" --toml` writes a line as a file. In a web address the line is '
        "`6D_H17_3-2`.\n\n## Terms\n\n"
    )
    rows = ((f"`{one.term}`", one.text, f"`{one.sets}`") for one in SHORT_TERMS)
    yield _table(("term", "what it means", "value of a rulebook"), rows)
    yield "\n## Other words of the trade\n\n"
    yield _table(
        ("word", "what it means", "where"),
        ((f"`{word.term}`", word.text, word.where) for word in WORDS),
    )
    yield (
        "\n## The gallery\n\nShort files in `src/pitboss/rulebooks/gallery`, each based on "
        f"another rulebook; `pitboss rulebooks --gallery` lists them. For those that extend "
        f"`{BASE}` the terms say everything.\n\n"
    )
    books = [load_rulebook(name) for name in gallery()]
    games = (
        (f"`{book.id}`", book.about, f"`{full_line(choose(book, {}))}`", book.source)
        for book in books
    )
    yield _table(("id", "game", "terms", "source"), games)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines)
