"""Decisions to practise on, with the exact worth of every act."""

import msgspec
from msgspec.structs import replace

from pitboss.odds.sheets.drills import Drill
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.server.analysis.solver import Options

DIGITS = 7
"""Of the values: more would only make the answer longer."""


class DrillSheet(msgspec.Struct, frozen=True):
    """Every first decision of a table that has a choice."""

    rulebook: str
    options: dict[str, str]
    """All of them, as they are written on the command line."""
    kinds: tuple[str, ...]
    """The sorts of hands that there are, in the order in which they are learned."""
    hands: tuple[Drill, ...]


def drill_sheet(rulebook: str, options: Options) -> DrillSheet:
    """Work out every first decision; imports the kernels, so it runs in another process."""
    from pitboss.odds import solve  # noqa: PLC0415
    from pitboss.odds.sheets.drills import KINDS, drills  # noqa: PLC0415

    hands = tuple(
        replace(
            one,
            values={act: round(value, DIGITS) for act, value in one.values.items()},
            chance=round(one.chance, DIGITS + 2),
        )
        for one in drills(solve(choose(load_rulebook(rulebook), dict(options))))
    )  # fmt: skip
    there = {kind for hand in hands for kind in hand.kinds}
    kinds = tuple(kind for kind in KINDS if kind in there)
    return DrillSheet(rulebook, dict(options), kinds, hands)
