"""Questions about a table, each with one answer: its rules, its odds, its best play, its rounds."""

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.errors import UnknownName, WrongType
from pitboss.playing_cards import GivenCard, GivenCards
from pitboss.rulebook.given import Game, rules_given
from pitboss.scripts.play import Verdict, play_script
from pitboss.scripts.script import parse_script, read_script

if TYPE_CHECKING:
    from pitboss.odds.hand_advice import Advice
    from pitboss.odds.solution import Solution
    from pitboss.sim.players import Player
    from pitboss.sim.results import Result


def solve(game: Game, *, removed: GivenCards = (), by_total: bool = False) -> "Solution":
    """The exact value of a game and its best play, off the top of a full shoe less ``removed``.

    Play is by the cards of a hand; ``by_total`` gives the best chart that a person can learn.

    >>> round(solve("tribal").house_edge, 4)
    0.0043
    """
    from pitboss.odds.solution import solve as solve_for

    name = "total_dependent" if by_total else "composition_dependent"
    return solve_for(game, removed=removed, strategy_class=name)


def advise(game: Game, hand: GivenCards, up: GivenCard, *, removed: GivenCards = ()) -> "Advice":
    """What every legal act on a hand is worth, for a full shoe less all cards that were seen.

    >>> advise("nz", "Ts 6d", "9c").best
    'hit'
    """
    from pitboss.odds.advice import advise as advise_on

    return advise_on(game, hand, up, removed=removed)


def simulate(
    game: Game,
    rounds: int,
    *,
    player: "Player | None" = None,
    seed: int = 1,
    threads: int = 1,
    every_round: bool = False,
) -> "Result":
    """Play so many rounds; the same seed gives the same result on any number of threads.

    The player is the solver's best one unless another is given, a chart for instance. The shoe is
    dealt down to the cutting card; with ``every_round`` each round comes from a full one, as exact
    odds have it.

    >>> simulate("double_deck", 5_000, every_round=True).rounds
    5000
    """
    from pitboss.odds.known_games import strategy_of
    from pitboss.sim import ByStrategy, Experiment
    from pitboss.sim import simulate as play

    rules = rules_given(game)
    _whole(rounds, "rounds", least=1)
    _whole(seed, "seed", least=0)
    _whole(threads, "threads", least=1)
    who = player or ByStrategy(strategy_of(rules))
    shuffle = "every_round" if every_round else "shoe"
    return play(Experiment(rules, who, shuffle=shuffle), rounds, seed=seed, threads=threads)


def replay(script: str | Path) -> Verdict:
    """Play a round script through the real engine and judge it.

    A path is read; a text of several lines is the script itself.

    >>> verdict = replay('''
    ... title = "Ten and five, a four, and the dealer busts"
    ... rulebook = "tribal"
    ... shoe = "Ts 6d 5h Td 4c 9s"
    ... [[rounds]]
    ... wagers = ["1 ann main 10"]
    ... acts = ["1 hit", "1 stand"]
    ... expect = { "ann 1 main" = 10 }
    ... ''')
    >>> verdict.ok
    True
    """
    if not isinstance(script, str | Path):
        told = f"{script!r:.80} is not a script: give the path of a file, or its text"
        raise WrongType(told, place=type(script).__name__)
    if isinstance(script, str) and "\n" in script:
        return play_script(parse_script(script))
    return play_script(read_script(Path(script)))


def _whole(number: int, name: str, *, least: int) -> None:
    """Refuse what is not a whole number, or too small."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise WrongType(f"{name} = {number!r:.80} is not a whole number", place=name)
    if number < least:
        raise UnknownName(f"{name} = {number} is below {least}", code="too_small", place=name)
