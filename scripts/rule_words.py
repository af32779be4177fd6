"""Sentences of the page about rules, by keys: read from the source of the sentences, as templates.

Whole sentences and lines about options stand under `rule.`, as in `rule.The layout has {1}.`. What
fills their places stands under `part.`, as in `part.{1} boxes`. Words on layouts and signs that
name options stand under `sign.`. The page finds the template that a sentence was made of.
"""

import ast
import re
from collections.abc import Iterator

from pitboss.odds.solver.classes import BOTH_SEEN, CLASSES, PLAYED_ON, SUITS_AVERAGED
from pitboss.rulebook.catalog import SHIPPED, gallery, load_rulebook
from pitboss.rulebook.words.describe import NOT_SAID, SIDE_WAGERS, not_said_text
from pitboss.rulebook.words.diff import CHOICES, CHOSEN, WORDS
from pitboss.rulebook.words.sentences import headings as section_headings
from pitboss.rulebook.words.sentences import sentence_table
from scripts.refusal_words import SOURCE, syntax_of, texts_in

TELLING = {
    "rulebook/words/sentences.py": "",
    "rulebook/words/describe.py": "describe|_side_wagers?|stakes_of|_pays|_money",
    "rulebook/words/diff.py": "_diff_chosen|_choice",
    "rulebook/file/bonuses.py": "__str__",
    "rulebook/file/options.py": "_allowed",
    "odds/side_wagers/prices.py": "_condition",
    "odds/side_wagers/insurance.py": "insurance_odds|even_money_note",
    "odds/sheets/checks.py": "",
    "odds/sheets/par_sheet.py": "edge_of",
    "reports/report.py": "_balances",
    "reports/reading.py": "_.*|read.*",
}
"""Files that put rules and their consequences into words, and their functions; all, if empty."""
SENTENCE_ENDS = re.compile(r"(?<=\.) ")
NAMED = re.compile(r"\{[a-z_0-9.:]*\}")
"""A place for an option in the words of a sign, or for a value in a sentence."""


def rule_words() -> Iterator[tuple[str, str]]:
    """Each sentence and each part of one by its key, once."""
    told: dict[str, str] = {}
    for name, functions in TELLING.items():
        tree = syntax_of(SOURCE / name)
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef) and re.fullmatch(
                functions or ".*", function.name
            ):
                for text in texts_in(function, spaces_min=1):
                    is_whole = text.endswith(".") or name.endswith("diff.py")
                    kind = "rule" if is_whole else "part"
                    told[f"{kind}.{text}"] = text
    told |= _sentence_words()
    yield from told.items()
    for book in map(load_rulebook, (*SHIPPED, *gallery())):
        for notice in book.notices:
            if NAMED.search(notice.text):
                text = numbered(notice.text)
                yield f"sign.{text}", text
        for text in map(not_said_text, book.not_said):
            yield f"rule.{text}", text


def _sentence_words() -> Iterator[tuple[str, str]]:
    """Yield each sentence about a value of the rules, each noun and each condition, by its key."""
    for name, section in sentence_table().items():
        for entry in section.values():
            texts = entry if isinstance(entry, list) else [entry]
            if isinstance(entry, dict):
                texts = [text for key, text in entry.items() if key not in ("by", "when", "unless")]
            for text in map(numbered, texts):
                if name in ("nouns", "conditions"):
                    yield f"part.{text}", text
                elif text.endswith("."):
                    yield f"rule.{text}", text


def headings() -> list[str]:
    """Yield the headings of rules, differences and charts, and the sentences on strategies."""
    texts = (*CLASSES.values(), SUITS_AVERAGED, BOTH_SEEN, PLAYED_ON)
    told = [sentence for text in texts for sentence in SENTENCE_ENDS.split(text)]
    charts = ("Hard totals", "Soft totals", "Pairs")
    return [NOT_SAID, *section_headings(), SIDE_WAGERS, CHOSEN, CHOICES, WORDS, *charts, *told]


def numbered(text: str) -> str:
    """`{min_bet} to {max_bet}` as `{1} to {2}`."""
    places = iter(range(1, text.count("{") + 1))
    return NAMED.sub(lambda _: f"{{{next(places)}}}", text)
