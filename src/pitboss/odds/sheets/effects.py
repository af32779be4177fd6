"""Effects of other options, and of a removed card, on the player's expectation."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypedDict, TypeVar

from pitboss.cards import RANKS
from pitboss.odds.game import SolvedGame, player_ev_of
from pitboss.odds.shoe import SuitedShoe
from pitboss.odds.solver.offers import PLAYED
from pitboss.rulebook.catalog import choose
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.file.load import Rulebook
from pitboss.rulebook.file.options import Option, show_value
from pitboss.rulebook.rules import Rules

SAME = 1e-12
"""Largest change that counts as no change."""
COUNTS_MAX = 8
"""Maximum number of whole numbers that are tried one by one."""

T = TypeVar("T")
Progress = Callable[[list[T]], Iterable[T]]
"""Iterator over slow work, through which a caller can show the progress."""


class RuleEffect(TypedDict):
    """The house edge of a game with one option changed."""

    option: str
    value: str
    house_edge: float
    change: float
    """Difference from the edge without the change."""
    clause: str


def effects_of_options(
    rulebook: Rulebook,
    rules: Rules,
    settings: Mapping[str, object],
    *,
    of: str = "",
    house_edge: float | None = None,
    follow: Progress[tuple[str, str, Rules]] = iter,
    is_fresh: bool = False,
) -> list[RuleEffect]:
    """Return the house edge with every other value of every option that changes the game.

    ``of``: only this option. ``house_edge``: that of the table itself, if it is known.
    ``is_fresh``: use no known result.
    """
    others = list(other_tables(rulebook, rules, settings, of=of))
    if others and house_edge is None:
        house_edge = -player_ev_of(rules, is_fresh=is_fresh)
    rows: list[RuleEffect] = []
    for name, value, other in follow(others):
        edge = -player_ev_of(other, is_fresh=is_fresh)
        assert house_edge is not None
        change = edge - house_edge
        if abs(change) > SAME:
            clause = rulebook.options[name].spec.clause
            rows.append(
                {
                    "option": name,
                    "value": value,
                    "house_edge": edge,
                    "change": change,
                    "clause": clause,
                }
            )
    return rows


def effects_of_removal(
    rules: Rules,
    shoe: SuitedShoe,
    game: SolvedGame,
    *,
    follow: Progress[int] = iter,
    is_fresh: bool = False,
) -> list[dict[str, object]]:
    """Return the change of the player's expectation after the removal of one card, by rank."""
    rows: list[dict[str, object]] = []
    for place in follow([place for place in range(10) if shoe.counts[place * 4]]):
        other_ev = player_ev_of(rules, shoe.without([place * 4]), is_fresh=is_fresh)
        rows.append(
            {
                "removed": RANKS[place] if place < 9 else "ten",
                "player_ev": other_ev,
                "change": other_ev - game.figures.player_ev,
            }
        )
    return rows


def other_tables(
    rulebook: Rulebook, rules: Rules, settings: Mapping[str, object], *, of: str = ""
) -> Iterator[tuple[str, str, Rules]]:
    """Yield each option with another value, and the rules with only that value changed.

    ``settings`` are the given options. Values that a clause refuses, and those that leave the base
    game as it is, are left out.
    """
    for name, option in rulebook.options.items():
        if of not in ("", name):
            continue
        for value in values_of(option):
            try:
                other = choose(rulebook, {**settings, name: value})
            except RulebookError:
                continue
            if game_key(other) != game_key(rules):
                yield name, show_value(option.spec, other.options[name]), other


def values_of(option: Option) -> list[object]:
    """Return the values of an option; empty if they are too many to try one by one."""
    spec = option.spec
    if spec.type == "boolean":
        return [False, True]
    if spec.values is not None:
        return list(spec.values)
    if spec.type == "integer" and spec.min is not None and spec.max is not None:
        low, high = int(spec.min), int(spec.max)
        return list(range(low, high + 1)) if high - low < COUNTS_MAX else []
    return []


def game_key(rules: Rules) -> tuple[object, ...]:
    """Return a key of the base game's odds, equal for tables that play the same game."""
    return (rules.decks_in_play, rules.fees.ante, *(getattr(rules, name) for name in PLAYED))
