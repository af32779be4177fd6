"""The rules of a table in words with their clauses, and its key differences from the usual."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from pitboss.money import MONEY_MAX, Cents, show
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.file.payoffs import Amount, AtOdds, Meter, Payoff, Prize
from pitboss.rulebook.file.schema import UNKNOWN, NotSaidSpec
from pitboss.rulebook.rules import Rules, Sentence, SideWager
from pitboss.rulebook.words.sentences import listed, sentences

SIDE_WAGERS = "Side wagers"
NOT_SAID = "Not said"


def describe(rules: Rules) -> tuple[Sentence, ...]:
    """Return every rule of the table that decides something, in the order of a round."""
    said = [
        Sentence(
            NOT_SAID, f"not_said.{left_out.clause}", not_said_text(left_out), (left_out.clause,)
        )
        for left_out in rules.book.not_said
    ]
    said += [
        Sentence(heading, path, text, rules.cited(path))
        for heading, path, text in sentences(rules)
        if text
    ]
    for wager in rules.wagers.values():
        said.extend(_side_wager(wager))
    return tuple(said)


def in_force_text(book: Rulebook) -> str:
    """Return the day from which an edition is in force, and the files of earlier ones."""
    if book.in_force_from == UNKNOWN:
        return "The text does not say since when it is in force."
    earlier = f"; earlier: {', '.join(book.earlier)}" if book.earlier else ""
    return f"In force from {book.in_force_from}{earlier}."


def not_said_text(left_out: NotSaidSpec) -> str:
    """Return a rule that the file leaves out, with its effect."""
    return f"Not played here: {left_out.text} {left_out.effect}".rstrip()


def _side_wager(wager: SideWager) -> Iterator[Sentence]:
    path = f"wagers.{wager.name}"
    text = f"{wager.title} takes {stakes_of(wager)}."
    clauses = tuple(dict.fromkeys((wager.clause, *wager.stakes_clauses)))
    yield Sentence(SIDE_WAGERS, path, text, clauses)
    for line in wager.lines.values():
        text = f"{wager.title}, {line.category.replace('_', ' ')}: {_pays(line.payoff)}."
        yield Sentence(SIDE_WAGERS, f"{path}.{line.category}", text, (line.clause,))


def stakes_of(wager: SideWager) -> str:
    """Return the stakes that a side wager takes, in words."""
    if wager.stakes:
        return f"a stake of {listed(map(show, wager.stakes), 'or')}"
    least, most = show(wager.stake_min), show(wager.stake_max)
    text = (
        f"stakes from {least} to {most}"
        if wager.stake_max < MONEY_MAX
        else f"stakes from {least} up"
    )
    return f"{text}, at most the main wager" if wager.up_to_main else text


def _pays(payoff: Payoff) -> str:
    match payoff:
        case AtOdds(odds):
            return f"pays {odds}"
        case Amount(cents):
            return f"pays {_money(cents)} for the wager"
        case Meter():
            return "wins the meter"
        case Prize(per_dollar=True, returns_stake=returns):
            return "wins a drawn prize to 1" if returns else "wins a drawn prize for 1"
        case Prize(returns_stake=returns):
            return "wins a drawn prize and keeps the stake" if returns else "wins a drawn prize"


def _money(cents: Cents) -> str:
    return f"${show(cents)}"


LINES = 5
WAGERS = "wagers"
WAGERS_NAMED = 4
"""More side wagers are counted, not named."""


@dataclass(frozen=True, slots=True)
class KeyDifference:
    """One of the five things to know of a game before sitting down."""

    path: str
    text: str
    clauses: tuple[str, ...]
    is_usual: bool
    """True if plain blackjack has the same rule."""

    def plain(self) -> dict[str, object]:
        """Return plain data as `pitboss rules --json` prints it."""
        return {"text": self.text, "clauses": self.clauses, "usual": self.is_usual}


def key_differences(rules: Rules) -> tuple[KeyDifference, ...]:
    """Return the differences from plain blackjack, then the rules that players ask about most."""
    plain, asked_first = plain_values()
    by_path = {sentence.path: sentence for sentence in describe(rules)}
    other = [path for path in plain if is_unusual(rules, path)]
    if (not rules.deal.hole_card or rules.deal.hole_card_up) and "deal.peek" in other:
        # Where there is no hole card, or it lies face up, there is nothing to look for.
        other.remove("deal.peek")
    usual = [path for path in asked_first if path not in other]
    lines = [
        KeyDifference("not_said", not_said_text(left_out), (left_out.clause,), is_usual=False)
        for left_out in rules.book.not_said
    ]
    for path in (*other, *usual):
        if path == WAGERS:
            wagers = rules.wagers.values()
            clauses = tuple(dict.fromkeys(wager.clause for wager in wagers))
            lines.append(KeyDifference(path, _side_wagers(rules), clauses, is_usual=False))
        elif path == "settlement.results":
            # A row about split hands alone is a small difference; one row of a clause is enough.
            rows = [row for row in rules.settlement.results if " split " not in row]
            told = {(s := by_path[f"results.{row}"]).clauses: s for row in reversed(rows)}
            first = reversed([*told.values()])
            lines += (KeyDifference(s.path, s.text, s.clauses, is_usual=False) for s in first)
        elif path in by_path:
            sentence = by_path[path]
            is_usual = path not in other
            lines.append(KeyDifference(path, sentence.text, sentence.clauses, is_usual))
    return tuple(lines[:LINES])


def is_unusual(rules: Rules, path: str) -> bool:
    """Return True if a value differs from plain blackjack."""
    plain, _ = plain_values()
    return path not in plain or _value(rules, path) != plain[path]


@cache
def plain_values() -> tuple[dict[str, object], tuple[str, ...]]:
    """Return the values of plain blackjack, and the paths that players ask about first."""
    text = files("pitboss.rulebook").joinpath("plain_game.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    return data["plain"], tuple(data["asked"]["paths"])


def _value(rules: Rules, path: str) -> object:
    """Return a value of a table as the file writes it."""
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
