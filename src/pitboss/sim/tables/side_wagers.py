"""The side wagers that a player may lay beside a bet, as tables."""

from collections.abc import Iterable, Sequence

import numpy as np

from pitboss.money import Cents
from pitboss.rulebook.questions.stakes import meter_raise
from pitboss.rulebook.rules import Rules
from pitboss.sim.tables.layout import SideTables
from pitboss.sim.tables.step_layout import NEEDS_ALL, NEEDS_SECOND
from pitboss.sim.tables.wagers import Side, chosen, needs_dealer, side_tables

Lays = Sequence[tuple[str, ...]]
"""Choices of side wagers that may lie together, by name; none of them first."""


def lay_tables(rules: Rules, lays: Lays, unit: Cents) -> tuple[SideTables, np.ndarray]:
    """The tables of all side wagers, and what is known of each choice of them."""
    sides = chosen(rules, named_in(lays), unit)
    rows = [_lay(rules, sides, names) for names in lays]
    return side_tables(rules, sides, boxes=1), np.array(rows, dtype=np.int64).reshape(-1)


def named_in(lays: Lays) -> tuple[str, ...]:
    """Every side wager of these choices, once."""
    return tuple(dict.fromkeys(name for names in lays for name in names))


def bits_of(flags: Iterable[bool]) -> int:
    """Flags as bits, the first of them the lowest."""
    return sum(is_set << place for place, is_set in enumerate(flags))


def bare_lays(rules: Rules, lays: Lays) -> int:
    """The choices without a wager that stays up over rounds, as bits."""
    return bits_of(not any(rules.wagers[name].kind.stays_up for name in names) for names in lays)


def _lay(rules: Rules, sides: tuple[Side, ...], names: tuple[str, ...]) -> list[int]:
    laid = tuple(side for side in sides if side.wager.name in names)
    bits = bits_of(side in laid for side in sides)
    needs = 0
    if needs_dealer(laid):
        needs = NEEDS_ALL
    elif any(side.wager.kind.reads_dealer() for side in laid):
        needs = NEEDS_SECOND
    staked = sum(side.stake for side in laid if side.wager.feeds_meter)
    stays = (side in laid and side.wager.kind.stays_up for side in sides)
    return [bits, needs, meter_raise(rules, staked) if staked else 0, bits_of(stays)]
