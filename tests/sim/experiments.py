"""Experiments that several tests play."""

from typing import Any

from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.sim.experiment import Experiment
from pitboss.sim.players import basic_chart


def basic(rulebook: str, options: dict[str, object] | None = None, **given: Any) -> Experiment:
    """A table played by the shipped chart."""
    return Experiment(choose(load_rulebook(rulebook), options or {}), basic_chart(), **given)
