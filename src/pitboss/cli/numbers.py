"""Numbers that commands take: finite ones, shares, spreads and rounds, refused in one sentence."""

import re
from math import isfinite
from typing import Any

import click

from pitboss.cli.errors import InputError

SUFFIXES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
ROUNDS_MAX = 10**15
SPREAD_MAX = 1000.0


class Finite(click.FloatRange):
    """A number in a range; not infinite, and not what is no number at all."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number, or a sentence that says what is wrong with it."""
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value} is not a number that can be used here.", param, ctx)
        return number

    def _describe_range(self) -> str:
        """The range in words, as click's own sentence ends with it."""
        if self.min is None or self.max is None:
            return super()._describe_range()
        between = "between {:g} and {:g}" if self.min_open else "from {:g} to {:g}"
        return between.format(self.min, self.max)


POSITIVE = Finite(min=0, min_open=True)
SHARE = Finite(0, 1)
PENETRATION = Finite(0, 1, min_open=True, max_open=True)


def read_rounds(_ctx: click.Context, _parameter: click.Parameter, given: str) -> int:
    """A number of rounds, as in 5000, 20M, 10G or 1e9."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?(?:e\d+)?)([kMGT]?)", given.strip())
    count = round(float(match[1]) * SUFFIXES[match[2]]) if match else 0
    if not 1 <= count <= ROUNDS_MAX:
        raise InputError(f"{given!r} is not a number of rounds", "write 5000, 20M or 10G")
    return count


def read_spread(
    _ctx: click.Context, _parameter: click.Parameter, given: str | None
) -> float | None:
    """The highest bet of a spread, as in 12 or 1-12."""
    if given is None:
        return None
    match = re.fullmatch(r"(?:1\s*[-:]\s*)?(\d+(?:\.\d+)?)", given.strip())
    most = float(match[1]) if match else 0.0
    if not 1 <= most <= SPREAD_MAX:
        told = f"{given!r} is not a spread: it is from 1 to at most {SPREAD_MAX:.0f} wagers"
        raise InputError(told, "write 12, or 1-12")
    return most
