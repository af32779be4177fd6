"""Numbers that commands take: finite ones, shares, spreads and rounds, refused in one sentence."""

import re
from collections.abc import Callable
from math import isfinite, nan
from typing import Any, TypeVar

import click

from pitboss.cli.shared.errors import InputError

F = TypeVar("F", bound=Callable[..., Any])

SUFFIXES = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}
ROUNDS_MAX = 10**15
SPREAD_MAX = 1000.0
HUGE = 1e12


class Finite(click.FloatRange):
    """A number in a range; neither infinite nor NaN."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number, or fail with the range that is allowed."""
        try:
            number = float(value)
        except ValueError:
            number = nan
        low, high = self.min, self.max
        is_low = low is not None and (number < low or (self.min_open and number == low))
        is_high = high is not None and (number > high or (self.max_open and number == high))
        if not isfinite(number) or is_low or is_high:
            self.fail(f"{value} is not {self._wanted()}", param, ctx)
        return number

    def _wanted(self) -> str:
        if self.max is None:
            return f"a number above {self.min:g}" if self.min_open else f"{self.min:g} or more"
        between = "between {:,.13g} and {:,.13g}" if self.min_open else "from {:,.13g} to {:,.13g}"
        return f"a number {between.format(self.min, self.max)}"

    def _describe_range(self) -> str:
        """Return the range for a line of help, without limits far above any use."""
        if self.max is None or self.max >= HUGE:
            return f"above {self.min:g}" if self.min_open else f"{self.min:g} or more"
        return f"{self.min:g} to {self.max:g}"


class Whole(click.IntRange):
    """A whole number in a range, refused in the same words as other numbers."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or fail with the range that is allowed."""
        try:
            number = int(value)
        except ValueError:
            number = None
        low, high = self.min or 0, self.max
        if number is None or number < low or (high is not None and number > high):
            wanted = f"from {low:,} to {high:,}" if high is not None else f"of {low:,} or more"
            self.fail(f"{value} is not a whole number {wanted}", param, ctx)
        return number

    def _describe_range(self) -> str:
        """Return the range for a line of help."""
        return f"{self.min} or more" if self.max is None else f"{self.min} to {self.max:,}"


SEED = Whole(0, 2**63 - 1)
BOXES = Whole(1, 9)
THREADS = Whole(1, 1024)
POSITIVE = Finite(0, HUGE, min_open=True)
SHARE = Finite(0, 1)
PENETRATION = Finite(0, 1, min_open=True, max_open=True)


def read_rounds(_ctx: click.Context, _parameter: click.Parameter, text: str) -> int:
    """Return a number of rounds, as in 5000, 20M, 10G or 1e9."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?(?:e\d+)?)([kMGT]?)", text.strip())
    count = round(float(match[1]) * SUFFIXES[match[2]]) if match else 0
    if not 1 <= count <= ROUNDS_MAX:
        raise InputError(f"{text!r} is not a number of rounds", "write 5000, 20M or 10G")
    return count


def read_spread(_ctx: click.Context, _parameter: click.Parameter, text: str | None) -> float | None:
    """Return the highest bet of a spread, as in 12 or 1-12."""
    if text is None:
        return None
    match = re.fullmatch(r"(?:1\s*[-:]\s*)?(\d+(?:\.\d+)?)", text.strip())
    most = float(match[1]) if match else 0.0
    if not 1 <= most <= SPREAD_MAX:
        problem = f"{text!r} is not a spread: it goes from 1 unit to at most {SPREAD_MAX:.0f}"
        raise InputError(problem, "write 12, or 1-12")
    return most


def rounds_option(default: str) -> Callable[[F], F]:
    """Return the option for a number of rounds."""
    return click.option(
        "--rounds",
        callback=read_rounds,
        default=default,
        metavar="N",
        show_default=True,
        help="How many rounds to play.",
    )


seed_option = click.option(
    "--seed",
    type=SEED,
    default=1,
    show_default=True,
    help="The same seed plays the same rounds again.",
)
penetration_option = click.option(
    "--penetration", type=PENETRATION, help="Share of the shoe dealt before the cutting card."
)
