"""The words for each value of a table's rules; a value that decides nothing says nothing.

The sentences are in ``sentences.toml``. Each is one text, with places for numbers and names only,
so that it can be translated (`scripts/rule_words.py`).
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

from pitboss.cards import RANK_PLURALS, RANKS, name_card, parse_card
from pitboss.money import show
from pitboss.rulebook.file.bonuses import bonuses
from pitboss.rulebook.file.payoffs import Meter
from pitboss.rulebook.file.results import result_rows
from pitboss.rulebook.file.sections import SECTIONS
from pitboss.rulebook.file.values import field_types
from pitboss.rulebook.questions.settlement import busts_wait
from pitboss.rulebook.rules import Rules

_NUMBER = re.compile(r"[0-9]+")
APART = ("even_money", "even_money_and_insurance", "doubled")
"""Values of a section that decide something without what the section offers."""


@cache
def sentence_table() -> Mapping[str, Any]:
    """Return the sentences by section and value, and the nouns that are counted."""
    text = files(__package__).joinpath("sentences.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def headings() -> tuple[str, ...]:
    """Return the headings of the sections, in the order of a round."""
    return tuple(sentence_table()[section]["heading"] for section in SECTIONS)


def sentences(rules: Rules) -> Iterator[tuple[str, str, str]]:
    """Yield the heading, the path and the sentence of each value; '' if it decides nothing."""
    values = {"rules": rules, **_facts(rules)}
    values |= {section: getattr(rules, section) for section in SECTIONS}
    for section, kind in SECTIONS.items():
        table = sentence_table()[section]
        for name in field_types(kind):
            path = f"{section}.{name}"
            is_idle = name != "offered" and not getattr(getattr(rules, section), "offered", True)
            template = "" if is_idle and name not in APART else _pick(table[name], path, values)
            yield table["heading"], path, _FORMATTER.vformat(template, (), values)
        if section == "settlement":
            for row in rules.settlement.results:
                yield table["heading"], f"results.{row}", row_words(row)


def row_words(row: str) -> str:
    """Return a row of results as a sentence."""
    template: str = sentence_table()["results"].get(_NUMBER.sub("#", row), "")
    numbers = _NUMBER.findall(row)
    return template.format(*numbers) or sentence_table()["results"]["else"].format(row)


def conditions_of_words(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield each value that decides nothing, and the path of the value that is the reason."""
    values = {"rules": rules, **_facts(rules)}
    values |= {section: getattr(rules, section) for section in SECTIONS}
    for section, kind in SECTIONS.items():
        is_offered = getattr(getattr(rules, section), "offered", True)
        for name in field_types(kind):
            entry = sentence_table()[section][name]
            if not is_offered and name not in (*APART, "offered"):
                yield f"{section}.{name}", f"{section}.offered"
            elif isinstance(entry, dict):
                yield from ((f"{section}.{name}", other) for other in _unmet(entry, values))


def _unmet(entry: Mapping[str, Any], values: Mapping[str, object]) -> Iterator[str]:
    """Yield the values, or facts, that keep a sentence from being told."""
    for other, key in entry.get("when", {}).items():
        if _key(other, values) != key:
            yield other
    for other, keys in entry.get("unless", {}).items():
        if _key(other, values) in _listed(keys):
            yield other


def _facts(rules: Rules) -> dict[str, object]:
    """Return the facts that follow from several values.

    That there is no cut without cutting cards (PA-5-h-s2) follows from one, and is in the table.
    """
    limits, pay = rules.limits, rules.settlement
    payoffs = (line.payoff for wager in rules.wagers.values() for line in wager.lines.values())
    ties_by_row = any(
        row.dealer == "equal" and not row.hand.text for row in result_rows(pay.results)
    )
    return {
        "all_in_play": rules.decks_in_play == rules.table.decks,
        "increment_is_chip": limits.increment in (None, limits.chip_unit),
        "has_meter": any(isinstance(payoff, Meter) for payoff in payoffs),
        "ties": "none" if ties_by_row else pay.tie,
        "busts": "none" if busts_wait(rules) else pay.bust,
    }


def _pick(entry: str | Mapping[str, Any], path: str, values: Mapping[str, object]) -> str:
    """Return the template for a value of the table, or ''."""
    if isinstance(entry, str):
        return entry
    if any(_unmet(entry, values)):
        return ""
    key = "*" if "*" in entry else _key(entry.get("by", path), values)
    text: str
    if key in ("none", "false"):
        text = entry.get(key, "")
    else:
        text = entry[key if key in entry else "else"]
    return text


def _listed(keys: str | list[str]) -> list[str]:
    return [keys] if isinstance(keys, str) else keys


def _key(path: str, values: Mapping[str, object]) -> str:
    """Return a value, or a fact, as the table of sentences names it."""
    value, _ = _FORMATTER.get_field(path, (), values)
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if value else "none"


class _Formatter(Formatter):
    """Fills the places of a sentence; a function or a noun behind a colon writes the value."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in _WRITERS:
            return _WRITERS[format_spec](value)
        if format_spec:
            return count(value, *sentence_table()["nouns"][format_spec])
        return str(value)


def count(number: int, one: str, many: str) -> str:
    """Return a number with its noun: ``1 deck``, ``6 boxes``."""
    return one if number == 1 else many.format(number)


def listed(words: Iterable[object], last: str = "and") -> str:
    """Return words as a list: ``9, 10 and 11``."""
    *front, end = [str(word) for word in words]
    return f"{', '.join(front)} {last} {end}" if front else end


def _percent(share: float) -> str:
    return f"{share * 100:.6g} %"


def _named(texts: Iterable[str]) -> str:
    """Return ranks and cards in words: ``the tens``, ``the ace of spades``."""
    return listed(
        f"the {RANK_PLURALS[RANKS.index(text)]}"
        if len(text) == 1
        else f"the {name_card(parse_card(text))}"
        for text in texts
    )


def _up_cards(names: Iterable[str]) -> str:
    words = {"ace": "an ace", "ten": "a ten-value card"}
    return listed((words[name] for name in names), "or")


_WRITERS: Mapping[str, Callable[[Any], str]] = {
    "money": show,
    "percent": _percent,
    "named": _named,
    "up_cards": _up_cards,
    "any_of": lambda values: listed(values, "or"),
    "all_of": listed,
    "conditions": "; ".join,
    "bonuses": lambda texts: listed(bonuses(texts)),
}
_FORMATTER = _Formatter()
