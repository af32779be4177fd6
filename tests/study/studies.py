"""A study that several tests ask: made once, in as few rounds as their errors allow."""

from functools import cache

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.rules import Rules
from pitboss.sim.counting import Betting, load_count, parse_plays
from pitboss.sim.experiment import BLOCK, Experiment
from pitboss.sim.players import basic_chart
from pitboss.sim.tables.layout import Task
from pitboss.sim.targets.cpu import studied
from pitboss.study.running import studied_game, study_of
from pitboss.study.study import Study

PLAYS = 'insurance = 3\n[plays]\n"16 T" = "stand 0"\n"s18 9" = "stand 2"'
OPTIONS = {"max_hands": 4}
ROUNDS, SEED = 2_000_000, 21


def table() -> Rules:
    """The table that is studied."""
    return choose(load_rulebook("tribal"), OPTIONS)


@cache
def study(rounds: int = ROUNDS) -> Study:
    """One study by Hi-Lo, with the plays that the direct simulations have too."""
    plays, insurance = parse_plays(PLAYS)
    return Study.play(
        table(), "hi_lo", rounds=rounds, seed=SEED, plays=plays, insurance_at=insurance, threads=2
    )


@cache
def part_of_study(blocks: int) -> Study:
    """The first blocks of the study."""
    plays, insurance = parse_plays(PLAYS)
    experiment = studied_game(table(), "hi_lo", plays=plays, insurance_at=insurance)
    return study_of(experiment, studied(experiment, Task(SEED, 0, blocks, BLOCK)), seed=SEED)


def direct(steps: tuple[tuple[int, int], ...], penetration: float) -> Experiment:
    """The same game played with one ramp at one penetration."""
    betting = Betting(load_count("hi_lo"), steps, *parse_plays(PLAYS))
    return Experiment(table(), basic_chart(), penetration=penetration, betting=betting)
