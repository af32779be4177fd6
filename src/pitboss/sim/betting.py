"""Betting by a count: tags of cards, what is bet at each count, and plays that change with it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from pitboss.cards import VALUES, Card, parse_card
from pitboss.hands import Hand
from pitboss.sim.errors import SimulationError
from pitboss.sim.layout import COUNT_LOW
from pitboss.sim.players import ACTS, Player
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
    """A play from a count on: this act for a total against an up card."""

    total: int
    is_soft: bool
    up: int
    """Value of the up card."""
    at: int
    act: str


@dataclass(frozen=True, slots=True)
class Betting:
    """A count and what is done by it. Bets are whole multiples of the experiment's wager."""

    count: Count
    ramp: tuple[tuple[int, int], ...] = ((COUNT_LOW, 1),)
    indices: tuple[Index, ...] = ()
    insurance_at: int | None = None
    """The count from which on insurance is taken; as the player does anyway where it is None."""

    def units(self, count: int) -> int:
        """Wagers bet at a count; below the first step as at that step."""
        units = self.ramp[0][1]
        for step, wagers in self.ramp:
            if count >= step:
                units = wagers
        return units

    def plain(self) -> object:
        """As plain data."""
        plays = [(i.total, i.is_soft, i.up, i.at, i.act) for i in self.indices]
        return [self.count.name, self.count.tags, self.ramp, plays, self.insurance_at]


def parse_plays(text: str) -> tuple[tuple[Index, ...], int | None]:
    """Read plays: ``insurance = 3`` and rows as ``"16 T" = "stand 0"`` or ``"s18 9" = ...``."""
    data = _toml(text, "a list of plays")
    found = []
    for key, row in data.get("plays", {}).items():
        hand, _, up = key.partition(" ")
        act, _, at = str(row).partition(" ")
        try:
            is_soft = hand.startswith("s")
            value = VALUES[parse_card(f"{up}s")]
            found.append(Index(int(hand.lstrip("s")), is_soft, value, int(at), act))
        except ValueError:
            raise SimulationError(f"{key!r} = {row!r} is no play: '16 T' = 'stand 0'") from None
        if act not in ACTS:
            raise SimulationError(f"{act!r} is none of {', '.join(ACTS)}")
    insurance = data.get("insurance")
    return tuple(found), insurance if isinstance(insurance, int) else None


def _toml(text: str, what: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SimulationError(f"this is not {what}: {error}") from None


@dataclass(frozen=True, slots=True)
class AtCount:
    """A player at one count: plays whose index is reached come first."""

    base: Player
    plays: tuple[Index, ...]
    insures_all: bool | None
    """Whether insurance is taken; None: as the player does anyway."""

    @property
    def name(self) -> str:
        """The player's own."""
        return self.base.name

    @property
    def sees_cards(self) -> bool:
        """As the player does."""
        return self.base.sees_cards

    @property
    def takes_even_money(self) -> bool:
        """With insurance, where a count decides on that."""
        return self.base.takes_even_money if self.insures_all is None else self.insures_all

    def act(self, hand: Hand, up: Card, legal: frozenset[str], *, is_added: bool) -> str:
        """A play whose index is reached, if it is allowed; otherwise the player's act."""
        usual = self.base.act(hand, up, legal, is_added=is_added)
        if usual == "split":
            return usual
        for play in self.plays:
            is_hand = (hand.total, hand.is_soft, VALUES[up]) == (play.total, play.is_soft, play.up)
            if is_hand and play.act in legal:
                return play.act
        return usual

    def insures(self, hand: Hand) -> bool:
        """By the count."""
        return self.base.insures(hand) if self.insures_all is None else self.insures_all

    def plain(self) -> object:
        """The player's own; the plays belong to the betting."""
        return self.base.plain()


def player_at(base: Player, betting: Betting, count: int) -> AtCount:
    """Who plays at a count."""
    reached = tuple(play for play in betting.indices if count >= play.at)
    insured = None if betting.insurance_at is None else count >= betting.insurance_at
    return AtCount(base, reached, insured)
