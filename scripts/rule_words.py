"""What the page says of rules, by keys: read from the source of the sentences, as templates.

Whole sentences and lines about options stand under `rule.`, as in `rule.The layout has {1}.`. What
fills their places stands under `part.`, as in `part.{1} boxes`. Words on layouts and signs that
name options stand under `sign.`. The page finds the template that a sentence was made of.
"""

import ast
import re
from collections.abc import Iterator

from pitboss.rulebook.catalog import SHIPPED, gallery, load_rulebook
from pitboss.rulebook.describe import SIDE_WAGERS
from pitboss.rulebook.diff import CHOICES, CHOSEN, WORDS
from pitboss.rulebook.sentences import TELLERS
from scripts.refusal_words import SOURCE, texts_in

TELLING = {
    "sentences.py": "",
    "sentences_table.py": "",
    "describe.py": "",
    "plain_game.py": "_side_wagers",
    "diff.py": "_diff_chosen|_choice",
    "bonuses.py": "__str__",
    "options.py": "_allowed",
}
"""Where rules are put into words: files of `rulebook`, and which of their functions; all, if empty.
"""
NAMED = re.compile(r"\{[a-z][a-z_0-9]*\}")
"""An option in the words of a sign."""


def rule_words() -> Iterator[tuple[str, str]]:
    """Each sentence and each part of one by its key, once."""
    told: dict[str, str] = {}
    for name, functions in TELLING.items():
        tree = ast.parse((SOURCE / "rulebook" / name).read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and re.fullmatch(
                functions or ".*", function.name
            ):
                for text in texts_in(function, spaces_min=1):
                    is_whole = text.endswith(".") or name == "diff.py"
                    kind = "rule" if is_whole else "part"
                    told[f"{kind}.{text}"] = text
    yield from told.items()
    for book in map(load_rulebook, (*SHIPPED, *gallery())):
        for notice in book.notices:
            if NAMED.search(notice.text):
                text = numbered(notice.text)
                yield f"sign.{text}", text


def headings() -> list[str]:
    """What stands above rules and differences."""
    return [*(heading for heading, _ in TELLERS.values()), SIDE_WAGERS, CHOSEN, CHOICES, WORDS]


def numbered(text: str) -> str:
    """`{min_bet} to {max_bet}` as `{1} to {2}`."""
    places = iter(range(1, text.count("{") + 1))
    return NAMED.sub(lambda _: f"{{{next(places)}}}", text)
