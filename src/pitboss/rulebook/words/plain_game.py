"""How a game differs from plain blackjack: the five things that tell it apart, in words."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pitboss.rulebook.rules import Rules
from pitboss.rulebook.words.describe import describe
from pitboss.rulebook.words.sentences_table import listed

LINES = 5
WAGERS = "wagers"
WAGERS_NAMED = 4
"""More side wagers are counted, not named."""


@dataclass(frozen=True, slots=True)
class TellingLine:
    """One of the five things to know of a game before sitting down."""

    path: str
    text: str
    clauses: tuple[str, ...]
    is_usual: bool
    """Whether plain blackjack has it so too."""

    def plain(self) -> dict[str, object]:
        """As `pitboss rules --json` prints it."""
        return {"text": self.text, "clauses": self.clauses, "usual": self.is_usual}


def telling_lines(rules: Rules) -> tuple[TellingLine, ...]:
    """What differs from plain blackjack, the most telling first, then what is asked about most."""
    plain, asked = plain_values()
    told = {sentence.path: sentence for sentence in describe(rules)}
    other = [path for path in plain if is_unusual(rules, path)]
    if (not rules.deal.hole_card or rules.deal.hole_card_up) and "deal.peek" in other:
        # Where there is no hole card, or it lies face up, there is nothing to look for.
        other.remove("deal.peek")
    usual = [path for path in asked if path not in other]
    lines: list[TellingLine] = []
    for path in (*other, *usual):
        if path == WAGERS:
            wagers = rules.wagers.values()
            clauses = tuple(dict.fromkeys(wager.clause for wager in wagers))
            lines.append(TellingLine(path, _side_wagers(rules), clauses, is_usual=False))
        elif path in told:
            sentence = told[path]
            is_usual = path not in other
            lines.append(TellingLine(path, sentence.text, sentence.clauses, is_usual))
    return tuple(lines[:LINES])


def is_unusual(rules: Rules, path: str) -> bool:
    """Whether a game has something else than plain blackjack has."""
    plain, _ = plain_values()
    return _value(rules, path) != plain[path]


@cache
def plain_values() -> tuple[dict[str, object], tuple[str, ...]]:
    """Plain blackjack by its values, and what players ask about first."""
    text = files("pitboss.rulebook").joinpath("plain_game.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return data["plain"], tuple(data["asked"]["paths"])


def _value(rules: Rules, path: str) -> object:
    """A value of a table as the file writes it."""
    if path == WAGERS:
        return list(rules.wagers)
    section, _, name = path.partition(".")
    value = getattr(getattr(rules, section), name)
    if isinstance(value, tuple):
        return list(value)
    return value if isinstance(value, bool | int | str) else str(value)


def _side_wagers(rules: Rules) -> str:
    titles = [wager.title for wager in rules.wagers.values()]
    if len(titles) > WAGERS_NAMED:
        return f"Side wagers: {len(titles)}, among them {listed(titles[:WAGERS_NAMED])}."
    return f"Side wagers: {listed(titles)}."
