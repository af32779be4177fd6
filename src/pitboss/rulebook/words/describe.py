"""The rules of a table in words for people: short sections, each sentence with its clauses."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.money import MONEY_MAX, Cents, show
from pitboss.rulebook.file.payoffs import Amount, AtOdds, Meter, Payoff, Prize
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.rulebook.words.sentences import TELLERS
from pitboss.rulebook.words.sentences_table import listed

SIDE_WAGERS = "Side wagers"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule in words."""

    section: str
    """The heading that it stands under."""
    path: str
    """What it tells: ``double.cards``, ``wagers.over_13``, ``wagers.over_13.won``."""
    text: str
    clauses: tuple[str, ...]


def describe(rules: Rules) -> tuple[Sentence, ...]:
    """Every rule of the table that has a say, in the order of a round."""
    told = [
        Sentence(heading, f"{section}.{name}", text, rules.clauses(f"{section}.{name}"))
        for section, (heading, tell) in TELLERS.items()
        for name, text in tell(rules).items()
        if text
    ]
    for wager in rules.wagers.values():
        told.extend(_side_wager(wager))
    return tuple(told)


def _side_wager(wager: SideWager) -> Iterator[Sentence]:
    path = f"wagers.{wager.name}"
    text = f"{wager.title} takes {stakes_of(wager)}."
    clauses = tuple(dict.fromkeys((wager.clause, *wager.stakes_clauses)))
    yield Sentence(SIDE_WAGERS, path, text, clauses)
    for line in wager.lines.values():
        text = f"{wager.title}, {line.category.replace('_', ' ')}: {_pays(line.payoff)}."
        yield Sentence(SIDE_WAGERS, f"{path}.{line.category}", text, (line.clause,))


def stakes_of(wager: SideWager) -> str:
    """The stakes that a side wager takes, in words."""
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
        case _:
            return "wins a drawn prize"


def _money(cents: Cents) -> str:
    return f"${show(cents)}"
