"""Questions about a table, each with one answer: its rules, its odds, its best play, its rounds."""

from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.arguments import Rounds, Seed, Threads, checked
from pitboss.cards import rest_of
from pitboss.errors import UnknownName, WrongType
from pitboss.library.players import NAMES, player_named
from pitboss.playing_cards import CardLike, CardsLike, card_number, card_numbers
from pitboss.round_scripts.format import parse_script, read_script
from pitboss.round_scripts.play import Verdict, play_script
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.rulebook.rules import Rules

if TYPE_CHECKING:
    from pitboss.odds.advice import Advice
    from pitboss.odds.sheets.par_sheet import ParSheet
    from pitboss.odds.solution import Solution
    from pitboss.sim.players import Player
    from pitboss.sim.results import Result


@checked
def solve(game: Game, *, removed: CardsLike = (), by_total: bool = False) -> "Solution":
    """Return the exact value and best play of a game, off the top of a full shoe less ``removed``.

    Best play looks at the cards of a hand; ``by_total`` gives the best chart by totals, which a
    person can learn.

    >>> round(solve("tribal").house_edge, 4)
    0.0043
    """
    from pitboss.odds.solution import solve as solve_for

    _check_removed(game, card_numbers(removed))
    name = "total_dependent" if by_total else "composition_dependent"
    return solve_for(game, removed=removed, strategy_class=name)


@checked
def par_sheet(game: Game, *, removed: CardsLike = ()) -> "ParSheet":
    """Return all figures of a game: house edge, standard deviation, side wagers, clause limits.

    Exact, off the top of a full shoe less ``removed``.

    >>> sheet = par_sheet("pa_free_bet")
    >>> round(sheet.house_edge, 4), [row["wager"] for row in sheet.rows()]
    (0.0058, ['main', 'insurance'])
    """
    from pitboss.odds.sheets.par_sheet import solved_sheet
    from pitboss.odds.shoe import shoe_of

    rules = as_rules(game)
    return solved_sheet(rules.book, rules, shoe_of(rules).without(card_numbers(removed)))


@checked
def advise(game: Game, hand: CardsLike, up: CardLike, *, removed: CardsLike = ()) -> "Advice":
    """Return the value of every legal play for a hand against an up card.

    The shoe is full, less the hand, the up card and ``removed``.

    >>> advise("nz", "Ts 6d", "9c").best
    'hit'
    """
    from pitboss.odds.advice import advise as advise_on

    held = card_numbers(hand)
    _check_removed(game, (*held, card_number(up), *card_numbers(removed)))
    return advise_on(game, hand, up, removed=removed)


@checked
def simulate(
    game: Game,
    rounds: Rounds,
    *,
    player: "Player | str" = "best",
    seed: Seed = 1,
    threads: Threads = 1,
    every_round: bool = False,
) -> "Result":
    """Play this many rounds; the same seed gives the same result on any number of threads.

    The player is a chart, or one of ``best`` and ``total`` (the solver's best play, by cards or by
    totals), ``basic`` (the shipped chart), ``dealer``, or the path of a chart file. The shoe is
    dealt down to the cutting card; with ``every_round`` each round is dealt from a full shoe, as
    exact odds assume.

    >>> simulate("double_deck", 5_000, every_round=True).rounds
    5000
    """
    from pitboss.sim import Experiment
    from pitboss.sim import simulate as play

    rules = as_rules(game)
    who = _player(rules, player)
    shuffle = "every_round" if every_round else "shoe"
    return play(Experiment(rules, who, shuffle=shuffle), rounds, seed=seed, threads=threads)


def replay(script: str | Path) -> Verdict:
    """Play a round script through the real engine and check its results.

    Give the path of a file, or the script itself as a text of several lines.

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
        message = f"{script!r:.80} is not a script: give the path of a file, or its text"
        raise WrongType(message, place=type(script).__name__)
    if isinstance(script, str) and not script.strip():
        raise UnknownName(
            "an empty text is not a script",
            code="script",
            place="script",
            hint="give a path, or the script",
        )
    if isinstance(script, str) and "\n" in script:
        return play_script(parse_script(script))
    return play_script(read_script(Path(script)))


def _player(rules: Rules, player: "Player | str") -> "Player":
    """Return a player or the player of a name; refuse anything else."""
    if not isinstance(player, str):
        if hasattr(player, "sees_cards") and not isinstance(player, type):
            return player
    elif player in NAMES or player.endswith(".toml"):
        return player_named(rules, player)
    raise WrongType(
        f"{player!r:.80} is not a player",
        place="player",
        hint=f"give a chart, the path of a .toml file, or one of {', '.join(NAMES)}",
    )


def _check_removed(game: Game, cards: tuple[int, ...]) -> None:
    """Refuse cards that the shoe of a game does not hold, by rank and suit."""
    rest_of(as_rules(game).stack, cards)
