"""The output of `pitboss simulate`: words, JSON and pictures."""

from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.shared.output import (
    print_heading,
    print_items,
    print_json,
    print_table,
    print_text,
)
from pitboss.cli.shared.shoes import write_page

if TYPE_CHECKING:
    from pitboss.rulebook.words.diff import ChosenRulebook
    from pitboss.sim.experiment import Experiment
    from pitboss.sim.paths import Fan
    from pitboss.sim.results import Result
    from pitboss.sim.run import Run
    from pitboss.study.returns import Returns

FAN_ROUNDS = (1000, 10**7)
"""The fewest and the most rounds over which bankrolls are followed."""


@dataclass(frozen=True)
class Played:
    """A finished run, and a bankroll to judge."""

    table: "ChosenRulebook"
    experiment: "Experiment"
    run: "Run"
    seconds: float
    money: int
    """The bankroll in cents; 0 for none."""

    @property
    def result(self) -> "Result":
        """The experiment that was played."""
        assert self.run.result is not None
        return self.run.result

    @property
    def fingerprint(self) -> str:
        """The experiment's name, for as many rounds as were played."""
        return self.experiment.fingerprint(rounds=self.result.rounds, seed=self.run.seed)

    @cached_property
    def returns(self) -> "Returns":
        """Mean and variance of a round in cents."""
        from pitboss.study.returns import returns_of

        return returns_of(self.result)

    @cached_property
    def fan(self) -> "Fan":
        """Bankrolls until what a round adds by chance has grown to all of one."""
        from pitboss.sim.paths import fan

        spread = self.returns.deviation
        rounds = round((self.money / spread) ** 2) if spread else 0
        low, high = FAN_ROUNDS
        return fan(self.result, self.money, rounds=min(max(rounds, low), high), seed=self.run.seed)

    def plain(self) -> dict[str, object]:
        """Return the result as `simulate --json` prints it."""
        from pitboss.rulebook.file.options import plain_value

        result, options = self.result, self.table.rulebook.options
        figures = result.plain()
        plain: dict[str, object] = {
            "rulebook": self.table.rulebook.id,
            "options": {
                name: plain_value(option.spec, self.table.rules.options[name])
                for name, option in options.items()
            },
            "rounds": result.rounds,
            "seed": self.run.seed,
            "player_ev": result.player_ev,
            "standard_error": result.standard_error,
            "standard_deviation": result.standard_deviation,
            "wagers": [
                {key: row[key] for key in ("wager", "ev", "standard_error")}
                for row in figures["wagers"]
            ],
            "seconds": round(self.seconds, 3),
            "rounds_per_second": round(result.rounds / self.seconds) if self.seconds else 0,
            "experiment": self.fingerprint,
            "strategy": self.experiment.player.name,
            "distribution": figures["distribution"],
        }
        if result.by_count:
            plain["by_count"] = figures["by_count"]
        if self.money:
            returns = self.returns
            mean, deviation = returns.hourly(100)
            plain["bankroll"] = {
                "money": self.money / 100,
                "gain_per_100": mean / 100,
                "deviation_per_100": deviation / 100,
                "n0": returns.n0 if isfinite(returns.n0) else None,
                "score": returns.score,
                "ruin_p": returns.ruin(self.money),
                "certainty_equivalent_per_100": returns.certainty_equivalent(self.money),
                "lost_share": self.fan.ruined[-1],
                "lost_within": self.fan.rounds[-1],
            }
        return plain


def show_played(played: Played) -> None:
    """Print the figures for people."""
    from pitboss.money import show

    result, experiment = played.result, played.experiment
    print_heading(f"{played.table.rulebook.title} ({played.table.rulebook.id})")
    stake = show(experiment.stake)
    print_text(f"{experiment.player.name}; wager {stake}; experiment {played.fingerprint}")
    print_table(("figure", "value"), list(_figures(played).items()))
    print_items(
        result.rows("wagers"),
        {
            "wager": lambda row: row["wager"],
            "placed": lambda row: f"{row['placed']:,}",
            "expectation": lambda row: f"{row['ev']:+.6f}",
            "standard error": lambda row: f"{row['standard_error']:.6f}",
        },
    )
    shares = [(f"{net:+g}", f"{share * 100:.4f} %") for net, share in result.distribution()]
    print_table(("net result", "share of rounds"), shares)
    if result.by_count:
        _print_counts(result)
    if played.money:
        print_table(("for this bankroll", "value"), list(_bankroll(played).items()))


def _figures(played: Played) -> dict[str, str]:
    result = played.result
    error = result.standard_error
    return {
        "rounds": f"{result.rounds:,}",
        "player's expectation": f"{result.player_ev:+.6f} ± {error:.6f} of the initial wager",
        "95 % of such runs": f"within ± {1.96 * error:.6f}",
        "standard deviation": f"{result.standard_deviation:.5f} a round",
        "speed": f"{result.rounds / played.seconds / 1e6:.2f} million rounds a second",
    }


def _numbers(played: Played) -> dict[str, str]:
    """Return the figures in the fewest words, for a page."""
    result = played.result
    error = result.standard_error
    return {
        "rounds": f"{result.rounds:,}",
        "expectation per unit wagered": f"{result.player_ev:+.6f}",
        "its standard error": f"{error:.6f}",
        "standard deviation of a round": f"{result.standard_deviation:.5f}",
    }


def _print_counts(result: "Result") -> None:
    """Print the value of a round at each count, for one wager."""
    print_items(
        result.rows("counts"),
        {
            "count": lambda row: f"{row['count']:+d}",
            "share of rounds": lambda row: f"{row['rounds'] / result.rounds:.4%}",
            "expectation": lambda row: f"{row['ev']:+.5f}",
            "standard error": lambda row: f"{row['standard_error']:.5f}",
        },
    )


def _bankroll(played: Played) -> dict[str, str]:
    """Return the figures of the result for a bankroll."""
    returns, fan = played.returns, played.fan
    mean, deviation = returns.hourly(100)
    worth = returns.certainty_equivalent(played.money)
    return {
        "100 rounds": f"{mean / 100:+.2f} ± {deviation / 100:.2f}",
        "rounds until the mean is one deviation (N0)": f"{returns.n0:,.0f}",
        "SCORE": f"{returns.score:.2f}",
        "risk of losing it all": f"{returns.ruin(played.money):.4%}",
        f"of {fan.paths:,} such, lost within {fan.rounds[-1]:,} rounds": f"{fan.ruined[-1]:.2%}",
        "certainty equivalent of 100 rounds": f"{worth:+.4f}",
    }


def print_plan(experiment: "Experiment", rounds: int, seed: int, *, as_json: bool) -> None:
    """Print what would be played."""
    plan = {
        "experiment": experiment.fingerprint(rounds=rounds, seed=seed),
        **experiment.plain(),
        "rounds": rounds,
        "seed": seed,
    }
    if as_json:
        print_json(plan)
        return
    print_heading("What would be played")
    print_table(("what", "value"), [(key, str(value)) for key, value in plan.items()])


def write_pictures(played: Played, path: Path) -> None:
    """Write the page with the charts of a run."""
    from pitboss.money import show
    from pitboss.pictures.figure import figures
    from pitboss.pictures.page import result_page

    fan = played.fan if played.money else None
    drawn = figures(played.result, played.run.trace, fan)
    title = played.table.rulebook.title
    numbers = _numbers(played) | (_bankroll(played) if played.money else {})
    about = (
        f"Strategy: {played.experiment.player.name}. Wager {show(played.experiment.stake)}. "
        f"Experiment {played.fingerprint}, seed {played.run.seed}."
    )
    write_page(path, result_page(title, about, played.result, numbers=numbers, figures=drawn))
