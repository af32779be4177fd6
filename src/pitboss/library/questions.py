"""Questions about a table, each with one answer: its rules, its odds, its best play, its rounds."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pitboss.arguments import Risk, Rounds, Seed, Threads, checked
from pitboss.cards import rest_of
from pitboss.errors import UnknownName, WrongType
from pitboss.library.players import NAMES, player_named
from pitboss.playing_cards import CardLike, CardsLike, card_number, card_numbers
from pitboss.progress import waiting
from pitboss.round_scripts.format import parse_script, read_script
from pitboss.round_scripts.play import Verdict, play_script
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.rulebook.rules import Rules
from pitboss.sim.counting import COUNT_LOW, Betting, Count, load_count

if TYPE_CHECKING:
    from pitboss.odds.advice import Advice
    from pitboss.odds.sheets.effects import RuleEffect
    from pitboss.odds.sheets.par_sheet import ParSheet
    from pitboss.odds.shoe import Shoe
    from pitboss.odds.solution import Solution
    from pitboss.sim.players import Player
    from pitboss.sim.results import Result
    from pitboss.study.plays import Plays

SOLVING = "solving the game"


@checked
def solve(
    game: Game,
    *,
    removed: CardsLike = "",
    shoe: Shoe | None = None,
    by: Literal["cards", "totals"] = "cards",
) -> Solution:
    """Return the exact value and best play of a game, off the top of a full shoe less ``removed``.

    Best play looks at the cards of a hand; ``by="totals"`` gives the best chart by totals, which a
    person can learn. ``shoe`` replaces the full shoe, by rank.

    >>> import pitboss
    >>> round(pitboss.solve("tribal").house_edge, 4)
    0.0043
    """
    from pitboss.odds.solution import solve as solve_for

    _check_shoe(shoe)
    if shoe is None:
        _check_removed(game, card_numbers(removed))
    name = "total_dependent" if by == "totals" else "composition_dependent"
    with waiting(SOLVING):
        return solve_for(game, shoe=shoe, removed=removed, strategy_class=name)


@checked
def dealer_odds(game: Game, up: CardLike, *, removed: CardsLike = "") -> dict[str, float]:
    """Return the probability of each result of the dealer with an up card, a blackjack included.

    Results are ``17`` to ``21``, ``22`` if the rulebook treats it apart from a bust, ``bust`` and
    ``blackjack``. The shoe is full, less the up card and ``removed``.

    >>> import pitboss
    >>> odds = pitboss.dealer_odds("nz", "6s")
    >>> round(odds["bust"], 4), round(sum(odds.values()), 9)
    (0.4228, 1.0)
    """
    from pitboss.odds.dealer import dealer_odds as odds_of

    _check_removed(game, (card_number(up), *card_numbers(removed)))
    return odds_of(as_rules(game), card_number(up), card_numbers(removed))


@checked
def removal_effects(game: Game) -> dict[str, float]:
    """Return the change of the player's expectation if one card of a value is removed, by value.

    >>> import pitboss
    >>> round(pitboss.removal_effects("double_deck")["5"], 4)
    0.0036
    """
    from pitboss.odds.solution import removal_effects as effects_for

    with waiting(SOLVING):
        return effects_for(game)


@checked
def rule_effects(game: Game) -> list[RuleEffect]:
    """Return the house edge with every other value of every option that changes the game.

    >>> import pitboss
    >>> rows = pitboss.rule_effects("double_deck")
    >>> rows[0]["option"], rows[0]["value"]
    ('hole_check', 'none')
    """
    from pitboss.odds.sheets.effects import effects_of_options

    rules = as_rules(game)
    with waiting(SOLVING):
        return effects_of_options(rules.book, rules, rules.settings)


@checked
def par_sheet(game: Game, *, removed: CardsLike = "") -> ParSheet:
    """Return all figures of a game: house edge, standard deviation, side wagers, clause limits.

    Exact, off the top of a full shoe less ``removed``.

    >>> import pitboss
    >>> sheet = pitboss.par_sheet("pa_free_bet")
    >>> round(sheet.house_edge, 4), [row["wager"] for row in sheet.rows()]
    (0.0058, ['main', 'insurance'])
    """
    from pitboss.odds.sheets.par_sheet import solved_sheet
    from pitboss.odds.shoe import shoe_of

    rules = as_rules(game)
    with waiting(SOLVING):
        return solved_sheet(rules.book, rules, shoe_of(rules).without(card_numbers(removed)))


@checked
def advise(game: Game, hand: CardsLike, up: CardLike, *, removed: CardsLike = "") -> Advice:
    """Return the value of every legal play for a hand against an up card.

    The shoe is full, less the hand, the up card and ``removed``.

    >>> import pitboss
    >>> pitboss.advise("nz", "Ts 6d", "9c").best
    'hit'
    """
    from pitboss.odds.advice import advise as advise_on

    held = card_numbers(hand)
    _check_removed(game, (*held, card_number(up), *card_numbers(removed)))
    with waiting(SOLVING):
        return advise_on(game, hand, up, removed=removed)


@checked
def indices(game: Game, count: Count | str, *, penetration: Risk | None = None) -> Plays:
    """Return the plays that change with a count, and what each gains, from exact values.

    ``count`` is a name of ``COUNTS``, the path of a file, or a ``Count``. ``penetration`` is the
    share of the shoe before the cutting card; None is the table's default.

    >>> import pitboss
    >>> plays = pitboss.indices("double_deck", "hi_lo")
    >>> plays.insurance, plays.rows()[0]["hand"]
    (2, '12 4')
    """
    from pitboss.study.plays import best_plays

    with waiting("valuing every hand at every count"):
        return best_plays(game, count, penetration=penetration)


@checked
def simulate(
    game: Game,
    rounds: Rounds,
    *,
    player: Player | str = "best",
    penetration: Risk | None = None,
    boxes: int = 1,
    count: Count | str | None = None,
    ramp: Mapping[int, float] | None = None,
    plays: Plays | None = None,
    wagers: tuple[str, ...] | None = (),
    seed: Seed = 1,
    threads: Threads | None = None,
    every_round: bool = False,
) -> Result:
    """Play this many rounds, the same for a seed on any number of threads.

    The player is a chart, or one of ``best`` and ``total`` (the solver's best play, by cards or by
    totals), ``basic`` (the shipped chart), ``dealer``, or the path of a chart file. With a
    ``count``, ``ramp`` has the units to bet from each count on, and ``plays`` follow that count.
    ``wagers`` names side wagers; None is all. The shoe is dealt down to the cutting card, after
    ``penetration`` of it; with ``every_round`` each round is dealt from a full shoe, as exact odds
    assume. ``threads`` is one a core unless you say.

    >>> import pitboss
    >>> pitboss.simulate("double_deck", 5_000, every_round=True).rounds
    5000
    >>> pitboss.simulate("nz", 5_000, count="hi_lo", ramp={0: 1, 2: 8}).rounds
    5000
    """
    from pitboss.sim.experiment import Experiment
    from pitboss.sim.run import run_experiment

    rules = as_rules(game)
    experiment = Experiment(
        rules,
        _player(rules, player),
        boxes=boxes,
        shuffle="every_round" if every_round else "shoe",
        penetration=penetration,
        wagers=wagers,
        betting=_betting(count, ramp, plays),
    )
    workers = threads or os.cpu_count() or 1
    with waiting(f"{rounds:,} rounds", rounds) as follow:
        return run_experiment(experiment, rounds, seed=seed, threads=workers, follow=follow)


def _betting(
    count: Count | str | None, ramp: Mapping[int, float] | None, plays: Plays | None
) -> Betting | None:
    """Return the bets and plays by a count; None without one."""
    if count is None:
        if ramp is None and plays is None:
            return None
        name = "ramp" if plays is None else "plays"
        raise WrongType(f"{name} follows a count", place="count", hint='give count="hi_lo" too')
    steps = sorted((ramp or {COUNT_LOW: 1}).items())
    broken = next((units for _, units in steps if units != int(units) or units < 0), None)
    if broken is not None or not steps:
        raise WrongType(
            f"ramp has a bet of {broken} units, and bets are whole multiples of the wager",
            place="ramp",
            hint="round them, as in {0: 1, 2: 8}; human_ramp gives such ramps",
        )
    return Betting(
        load_count(count) if isinstance(count, str) else count,
        tuple((at, int(units)) for at, units in steps),
        plays.indices if plays else (),
        plays.insurance if plays else None,
    )


def replay(script: str | Path) -> Verdict:
    """Play a round script through the real engine and check its results.

    Give the path of a file, or the script itself as a text of several lines.

    >>> import pitboss
    >>> verdict = pitboss.replay('''
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
        hint = "write 'mine.round.toml'"
        raise WrongType(message, place=type(script).__name__, hint=hint)
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


def _player(rules: Rules, player: Player | str) -> Player:
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


def _check_shoe(shoe: Shoe | None) -> None:
    """Refuse what is not a shoe."""
    if shoe is not None and not hasattr(shoe, "ranks"):
        raise WrongType(
            f"{shoe!r:.80} is not a shoe",
            place="shoe",
            hint="write pitboss.odds.parse_shoe('Ax4 Tx16 5x2'), or pitboss.odds.full(6)",
        )
