"""Questions about a table, each with one answer: its rules, its odds, its best play, its rounds."""

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cards import Card, parse_card, parse_cards
from pitboss.rulebook.rules import Rules
from pitboss.scripts.play import Verdict, play_script
from pitboss.scripts.script import parse_script, read_script

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pitboss.odds.advice import Advice
    from pitboss.odds.solution import Solution
    from pitboss.sim.players import Player
    from pitboss.sim.results import Result


def solve(
    rules: Rules, *, removed: "str | Iterable[Card]" = (), by_total: bool = False
) -> "Solution":
    """The exact value of a game and its best play, off the top of a full shoe less ``removed``.

    Play is by the cards of a hand; ``by_total`` gives the best chart that a person can learn.
    """
    from pitboss.odds.solution import solve as solve_for

    name = "total_dependent" if by_total else "composition_dependent"
    return solve_for(rules, removed=_cards(removed), strategy_class=name)


def advise(
    rules: Rules,
    hand: "str | Iterable[Card]",
    up: str | Card,
    *,
    removed: "str | Iterable[Card]" = (),
) -> "Advice":
    """What every legal act on a hand is worth, for a full shoe less all cards that were seen."""
    from pitboss.odds.advice import advise as advise_on

    shown = parse_card(up) if isinstance(up, str) else up
    return advise_on(rules, _cards(hand), shown, removed=_cards(removed))


def simulate(
    rules: Rules,
    rounds: int,
    *,
    player: "Player | None" = None,
    seed: int = 1,
    threads: int = 1,
    every_round: bool = False,
) -> "Result":
    """Play so many rounds; the same seed gives the same result on any number of threads.

    The player is the solver's best one unless another is given. The shoe is dealt down to the
    cutting card; with ``every_round`` each round comes from a full one, as exact odds have it.
    """
    from pitboss.sim import ByStrategy, Experiment
    from pitboss.sim import simulate as play

    who = player or ByStrategy(solve(rules).strategy)
    shuffle = "every_round" if every_round else "shoe"
    return play(Experiment(rules, who, shuffle=shuffle), rounds, seed=seed, threads=threads)


def replay(script: str | Path) -> Verdict:
    """Play a round script through the real engine and judge it.

    A path is read; a text of several lines is the script itself.
    """
    if isinstance(script, str) and "\n" in script:
        return play_script(parse_script(script))
    return play_script(read_script(Path(script)))


def _cards(given: "str | Iterable[Card]") -> tuple[Card, ...]:
    return parse_cards(given) if isinstance(given, str) else tuple(given)
