"""Betting by a count: tags of cards, what is bet at each count, and plays that change with it."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any

from pitboss.cards import VALUES, Card, parse_card
from pitboss.hands import Hand
from pitboss.sim.errors import SimulationError
from pitboss.sim.layout import COUNT_HIGH, COUNT_LOW
from pitboss.sim.players import ACTS, SPLIT
from pitboss.strategy import NAMES

SHIPPED = ("hi_lo", "ko", "omega_ii", "zen")


@dataclass(frozen=True, slots=True)
class Count:
    """A linear count: a whole number for each card value."""

    name: str
    tags: tuple[int, ...]
    """By value, ace first."""
    is_true: bool
    """Whether the running count is divided by the decks that are left, rounded down."""
    unbalanced_by: int
    """What one deck counts in all."""

    def start(self, decks: int) -> int:
        """Where the running count begins: at the end of the shoe it is what one deck counts."""
        return self.unbalanced_by * (1 - decks)


def load_count(name: str) -> Count:
    """A count that is shipped."""
    if name not in SHIPPED:
        raise SimulationError(f"{name!r} is no count: one of {', '.join(SHIPPED)}")
    file = files("pitboss.sim").joinpath("counts", f"{name}.toml")
    return parse_count(file.read_text(encoding="utf-8"))


def parse_count(text: str) -> Count:
    """Read a count: a title, its kind, and a tag for each value of ``A23456789T``."""
    data = _toml(text, "a count")
    tags = data.get("tags", {})
    if set(tags) != set(NAMES) or not all(isinstance(tag, int) for tag in tags.values()):
        raise SimulationError(f"a count has a whole number for each of {NAMES}")
    whole = tuple(tags[name] for name in NAMES)
    deck = 4 * sum(whole) + 12 * whole[9]
    if data.get("unbalanced_by", 0) != deck:
        raise SimulationError(f"the tags of a deck sum to {deck}: write unbalanced_by = {deck}")
    return Count(str(data.get("title", "count")), whole, data.get("kind") == "true", deck)


def parse_ramp(text: str) -> tuple[tuple[int, int], ...]:
    """Read a ramp such as ``0:1 2:4 4:8``: from each count on, so many wagers; 0 sits out."""
    steps = []
    for word in text.replace(",", " ").split():
        count, _, units = word.partition(":")
        try:
            steps.append((int(count), int(units)))
        except ValueError:
            raise SimulationError(f"{word!r} is no step of a ramp: write count:wagers") from None
        if not 0 <= steps[-1][1] <= 1000:
            raise SimulationError(f"{word!r}: a bet is 0 to 1000 wagers")
    return tuple(sorted(steps))


@dataclass(frozen=True, slots=True)
class Index:
    """A play from a count on: this act for a total, or for a pair, against an up card."""

    total: int
    """Nothing for a pair."""
    is_soft: bool
    up: int
    """Value of the up card."""
    at: int
    act: str
    below: str = ""
    """The act below that count; what the player does anyway where it is empty."""
    pair: int = 0
    """The value of the two cards, where this is about a pair."""

    def act_at(self, count: int) -> str:
        """The act at a count; empty where the player does what he does anyway."""
        return self.act if count >= self.at else self.below


@dataclass(frozen=True)
class Betting:
    """A count and what is done by it. Bets are whole multiples of the experiment's wager."""

    count: Count
    ramp: tuple[tuple[int, int], ...] = ((COUNT_LOW, 1),)
    indices: tuple[Index, ...] = ()
    insurance_at: int | None = None
    """The count from which on insurance is taken; as the player does anyway where it is None."""

    @cached_property
    def by_hand(self) -> Mapping[tuple[int, int, bool, int], list[Index]]:
        """Plays by pair, total, softness and up card."""
        rows: dict[tuple[int, int, bool, int], list[Index]] = {}
        for play in self.indices:
            rows.setdefault((play.pair, play.total, play.is_soft, play.up), []).append(play)
        return rows

    def units(self, count: int) -> int:
        """Wagers bet at a count; below the first step as at that step."""
        units = self.ramp[0][1]
        for step, wagers in self.ramp:
            if count >= step:
                units = wagers
        return units

    def plain(self) -> object:
        """As plain data."""
        plays = [(i.total, i.is_soft, i.up, i.at, i.act, i.below, i.pair) for i in self.indices]
        return [self.count.name, self.count.tags, self.ramp, plays, self.insurance_at]


def parse_plays(text: str) -> tuple[tuple[Index, ...], int | None]:
    """Read plays: ``insurance = 3`` and rows as ``"16 T" = "stand 0"``.

    A hand is a total, one as ``s18`` with an ace that counts 11, or a pair as ``TT``. A row may end
    in ``else hit``, for counts below; of several plays in a list the first one allowed counts.
    """
    data = _toml(text, "a list of plays")
    listed: list[Index] = []
    for key, row in data.get("plays", {}).items():
        listed += [_play(key, str(play)) for play in (row if isinstance(row, list) else [row])]
    insurance = data.get("insurance")
    return tuple(listed), insurance if isinstance(insurance, int) else None


PAIR = re.compile(rf"([{NAMES}])\1")


def _play(key: str, row: str) -> Index:
    hand, _, up = key.partition(" ")
    usual, _, below = row.partition(" else ")
    act, _, at = usual.partition(" ")
    for name in (act, below):
        if name and name not in ACTS:
            raise SimulationError(f"{name!r} is none of {', '.join(ACTS)}")
    try:
        value = VALUES[parse_card(f"{up}s")]
        if PAIR.fullmatch(hand):
            return Index(0, False, value, int(at), act, below, NAMES.index(hand[0]) + 1)
        is_soft = hand.startswith("s")
        return Index(int(hand.removeprefix("s")), is_soft, value, int(at), act, below)
    except ValueError:
        raise SimulationError(
            f"{key!r} = {row!r} is no play: write '16 T' = 'stand 0' or 'TT 6' = 'split 4'"
        ) from None


def _toml(text: str, what: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SimulationError(f"this is not {what}: {error}") from None


def acts_by_count(
    betting: Betting, usual: str, hand: Hand, up: Card, legal: frozenset[str]
) -> tuple[str, ...]:
    """What a player does at each count from the lowest, ``usual`` where no play says otherwise.

    One act alone where the count does not matter. The first play that is allowed counts, those for
    a pair before those for its total, which leave a pair alone that the player splits.
    """
    value = VALUES[up]
    plays: list[Index] = []
    if hand.is_pair_by_value:
        plays += betting.by_hand.get((VALUES[hand.cards[0]], 0, False, value), [])
    if usual != SPLIT:
        plays += betting.by_hand.get((0, hand.total, hand.is_soft, value), [])
    if not plays:
        return (usual,)
    return tuple(
        next((act for play in plays if (act := play.act_at(count)) in legal), usual)
        for count in range(COUNT_LOW, COUNT_HIGH + 1)
    )
