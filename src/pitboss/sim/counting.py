"""Card counts: the tags of cards, the bet at each count, and plays that change with the count."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from types import NoneType
from typing import Any, TypeVar

from pitboss.arguments import check, checked
from pitboss.cards import VALUES, Card, parse_card
from pitboss.charts import ACTS, SPLIT
from pitboss.errors import SimulationError, close_to
from pitboss.hands import Hand
from pitboss.strategy import NAMES
from pitboss.toml_files import FileError, TomlError, read_text, read_toml

T = TypeVar("T")

COUNT_LOW, COUNT_HIGH = -12, 12
"""Lowest and highest count that are played differently; counts beyond are played as these."""
BUCKETS = COUNT_HIGH - COUNT_LOW + 1

COUNTS = "counts"
TAG_MAX = 1000
"""Largest tag, above or below 0."""
ESTIMATES: Mapping[str, int] = {"card": 0, "quarter_deck": 13, "half_deck": 26, "deck": 52}
"""Cards to whose multiples the cards left are rounded before a count is divided; 0: no rounding."""
ROUNDINGS = ("down", "nearest", "to_zero")
"""Roundings of a true count to a whole number."""


def shipped_counts() -> tuple[str, ...]:
    """Return the names of all shipped counts."""
    folder = files("pitboss.sim").joinpath(COUNTS)
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir()))


SHIPPED = shipped_counts()


@checked
@dataclass(frozen=True, slots=True, repr=False)
class Count:
    """A linear count: a number for each card value.

    >>> import pitboss
    >>> pitboss.COUNTS["hi_lo"]
    <Count 'Hi-Lo': A -1, 2-6 +1, T -1; true>
    """

    name: str
    tags: tuple[int, ...]
    """Tags by card value, ace first, times ``scale``."""
    is_true: bool
    """True if the running count is divided by the decks left."""
    unbalanced_by: int
    """Sum of the tags of one deck, times ``scale``."""
    scale: int = 1
    """Factor that makes all tags whole numbers: 2 for a count with halves."""
    estimate: int = 0
    """Cards to whose multiples the cards left are rounded; 0 if every card is counted."""
    rounding: str = ROUNDINGS[0]
    side: tuple[int, int] | None = None
    """A side count for bets: a card value, and what each card of it beyond the usual number of
    those left adds to the count, times ``scale``."""

    def __repr__(self) -> str:
        kind = "true" if self.is_true else "running"
        return f"<Count {self.name!r}: {', '.join(self._runs())}; {kind}>"

    def _runs(self) -> Iterator[str]:
        """Yield the tags other than 0 in words, neighbours with one tag together: ``2-6 +1``."""
        for tag, run in groupby(zip(NAMES, self.tags, strict=True), key=lambda tagged: tagged[1]):
            names = [name for name, _ in run]
            if tag:
                yield f"{'-'.join(dict.fromkeys((names[0], names[-1])))} {tag / self.scale:+g}"

    @property
    def bet_tags(self) -> tuple[int, ...]:
        """Tags that bets go by, times ``bet_scale``.

        With a side count every card adds a thirteenth of its weight, since one in thirteen is of
        that value, and each of the value itself takes all of it off.
        """
        if self.side is None:
            return self.tags
        value, weight = self.side
        return tuple(
            13 * tag + weight - (13 * weight if place == value - 1 else 0)
            for place, tag in enumerate(self.tags)
        )

    @property
    def bet_scale(self) -> int:
        """Factor that makes the tags for bets whole numbers."""
        return self.scale if self.side is None else 13 * self.scale

    @property
    def is_plain(self) -> bool:
        """True if the count is divided by the exact number of cards left and rounded down."""
        settings = (self.scale, self.estimate, self.rounding, self.side)
        return settings == (1, 0, ROUNDINGS[0], None)

    @property
    def level(self) -> float:
        """Largest tag in absolute value: the level of the count."""
        return max(abs(tag) for tag in self.tags) / self.scale

    def start(self, decks: int) -> int:
        """Return the first running count of a shoe; the last is the sum of one deck's tags."""
        return self.unbalanced_by * (1 - decks)

    def value(self, running: int, left: int, *, for_bets: bool = False, deck: int = 52) -> int:
        """Return the count at a running count with ``left`` cards left, in decks of ``deck``."""
        top, bottom = running, self.bet_scale if for_bets else self.scale
        if self.is_true:
            if self.estimate:
                left = max(1, (2 * left + self.estimate) // (2 * self.estimate)) * self.estimate
            top, bottom = running * deck, max(1, left) * bottom
        if self.rounding == "nearest":
            return (2 * top + bottom) // (2 * bottom)
        return -(-top // bottom) if self.rounding == "to_zero" and top < 0 else top // bottom

    def middle(self, count: int) -> float:
        """Return the middle of the interval that is rounded to a whole count."""
        if not self.is_true or self.rounding == "nearest":
            return float(count)
        if self.rounding == "to_zero" and count <= 0:
            return count - 0.5 if count else 0.0
        return count + 0.5

    def plain(self) -> list[object]:
        """Return the count as plain data."""
        told: list[object] = [self.name, self.tags]
        more = [self.scale, self.estimate, self.rounding, self.side]
        return told if self.is_plain else [*told, *more]


def load_count(name: str) -> Count:
    """Load a shipped count by name, or one from a TOML file."""
    if name in SHIPPED:
        file = files("pitboss.sim").joinpath(COUNTS, f"{name}.toml")
        return parse_count(file.read_text(encoding="utf-8"))
    if not name.endswith(".toml"):
        meant = close_to(name, SHIPPED)
        raise SimulationError(
            f"{name!r} is not a count",
            place=name,
            hint=f"did you mean {meant}?"
            if meant
            else f"give a TOML file, or one of {', '.join(SHIPPED)}",
        )
    return _from_file(name, parse_count, COUNT_HINT)


def load_plays(name: str) -> tuple[tuple["Index", ...], int | None]:
    """Load plays from a file, as ``parse_plays`` reads them."""
    return _from_file(name, parse_plays, PLAYS_HINT)


def _from_file(name: str, parse: Callable[[str], T], hint: str) -> T:
    """Parse a file; every error names the file."""
    try:
        return parse(read_text(Path(name)))
    except FileError as error:
        message = f"{name} cannot be read: {error}"
        raise SimulationError(message, place=name, hint=error.hint) from None
    except SimulationError as error:
        raise SimulationError(f"{name}: {error}", place=name, hint=error.hint or hint) from None


def parse_count(text: str) -> Count:
    """Parse a count: a title, its kind, and a tag for each value of ``A23456789T``.

    Tags may be halves. ``estimate`` names the unit that the cards left are rounded to, ``rounding``
    the rounding of a true count to a whole number.
    """
    data = _toml(text, "a count")
    tags = data.get("tags", {})
    if (
        not isinstance(tags, dict)
        or set(tags) != set(NAMES)
        or not all(_is_number(tag) for tag in tags.values())
    ):
        raise SimulationError(f"a count has a number for each of {NAMES}", hint=COUNT_HINT)
    scale = 1 if all(tag == int(tag) for tag in tags.values()) else 2
    scaled = tuple(round(scale * tags[name]) for name in NAMES)
    if any(scaled[place] != scale * tags[name] for place, name in enumerate(NAMES)):
        raise SimulationError("a tag is a whole number or half of one", hint=COUNT_HINT)
    deck = 4 * sum(scaled) + 12 * scaled[9]
    unbalanced_by = data.get("unbalanced_by", 0)
    if not _is_number(unbalanced_by) or scale * unbalanced_by != deck:
        total = f"{deck / scale:g}"
        raise SimulationError(f"the tags of a deck sum to {total}: write unbalanced_by = {total}")
    estimate, rounding = data.get("estimate", "card"), data.get("rounding", ROUNDINGS[0])
    if not isinstance(estimate, str) or estimate not in ESTIMATES:
        raise SimulationError(f"estimate is one of {', '.join(ESTIMATES)}, not {estimate!r}")
    if rounding not in ROUNDINGS:
        raise SimulationError(f"rounding is one of {', '.join(ROUNDINGS)}, not {rounding!r}")
    if data.get("kind") not in ("true", "running"):
        raise SimulationError("kind is true or running", hint="write kind = 'true'")
    return Count(
        str(data.get("title", "count")),
        scaled,
        data["kind"] == "true",
        deck,
        scale,
        ESTIMATES[estimate],
        rounding,
        _side(data.get("side"), scale),
    )


def _side(data: Any, scale: int) -> tuple[int, int] | None:
    """Parse a side count, written ``{ value = "A", weight = 1 }``."""
    if data is None:
        return None
    named = data if isinstance(data, dict) else {}
    value, weight = (named.get(key) for key in ("value", "weight"))
    if not isinstance(value, str) or value not in NAMES or not isinstance(weight, int):
        raise SimulationError('a side count is written { value = "A", weight = 1 }')
    return NAMES.index(value) + 1, weight * scale


def _is_number(tag: object) -> bool:
    return isinstance(tag, int | float) and not isinstance(tag, bool) and abs(tag) <= TAG_MAX


COUNT_HINT = "a count is TOML: title, kind and tags, a number for each of A23456789T"
PLAYS_HINT = "a file of plays has insurance = 3, and rows below [plays]: '16 T' = 'stand 0'"
HINTS = {"a count": COUNT_HINT, "a list of plays": PLAYS_HINT}
RAMP_HINT = "write a ramp as '-12:1 1:2 3:8'"


def parse_ramp(text: str) -> tuple[tuple[int, int], ...]:
    """Parse a ramp such as ``0:1 2:4 4:8``: the wagers from each count on; 0 sits out."""
    check("text", text, str)
    steps = []
    for word in text.replace(",", " ").split():
        count, _, units = word.partition(":")
        try:
            steps.append((int(count), int(units)))
        except ValueError:
            raise SimulationError(
                f"{word!r} is not a step of a ramp: write count:units", hint=RAMP_HINT
            ) from None
        if not 0 <= steps[-1][1] <= 1000:
            raise SimulationError(f"{word!r}: bet from 0 to 1000 units", hint=RAMP_HINT)
    if not steps:
        raise SimulationError("a ramp needs at least one step: count:units", hint=RAMP_HINT)
    counts = [count for count, _ in steps]
    twice = next((count for count in counts if counts.count(count) > 1), None)
    if twice is not None:
        message = f"a ramp has one bet at a count, and {twice} is there twice"
        raise SimulationError(message, hint=RAMP_HINT)
    return tuple(sorted(steps))


@dataclass(frozen=True, slots=True)
class Index:
    """An index play: an act for a total or a pair against an up card, from a count on."""

    total: int
    """Total of the hand; 0 for a pair."""
    is_soft: bool
    up: int
    """Value of the up card."""
    at: int
    act: str
    below: str = ""
    """The act below that count; "" if the player then acts as usual."""
    pair: int = 0
    """Value of the two cards of a pair; 0 for a total."""

    @property
    def key(self) -> tuple[int, int, bool, int]:
        """The hand: pair, total, softness and up card."""
        return self.pair, self.total, self.is_soft, self.up

    @property
    def hand(self) -> str:
        """The hand and the up card as in a file of plays: ``16 T``, ``s18 9``, ``TT 6``."""
        hand = NAMES[self.pair - 1] * 2 if self.pair else f"{'s' * self.is_soft}{self.total}"
        return f"{hand} {NAMES[self.up - 1]}"

    @property
    def text(self) -> str:
        """The play as in a file of plays: ``stand 0`` or ``stand 0 else hit``."""
        return f"{self.act} {self.at}" + (f" else {self.below}" if self.below else "")

    def act_at(self, count: int) -> str:
        """Return the act at a count, or "" if the player acts as usual there."""
        return self.act if count >= self.at else self.below


@dataclass(frozen=True)
class Betting:
    """A count with its bets and plays. Bets are whole multiples of the experiment's wager."""

    count: Count
    ramp: tuple[tuple[int, int], ...] = ((COUNT_LOW, 1),)
    indices: tuple[Index, ...] = ()
    insurance_at: int | None = None
    """Count from which insurance is taken; None if the player's usual choice applies."""

    @cached_property
    def by_hand(self) -> Mapping[tuple[int, int, bool, int], list[Index]]:
        """Plays by pair, total, softness and up card."""
        rows: dict[tuple[int, int, bool, int], list[Index]] = {}
        for play in self.indices:
            rows.setdefault(play.key, []).append(play)
        return rows

    @cached_property
    def hands(self) -> tuple[str, ...]:
        """Hands that have plays, in the order of the plays."""
        return tuple(dict.fromkeys(play.hand for play in self.indices))

    def units(self, count: int) -> int:
        """Return the wagers bet at a count; counts below the first step bet as at that step."""
        units = self.ramp[0][1]
        for step, wagers in self.ramp:
            if count >= step:
                units = wagers
        return units

    def plain(self) -> object:
        """Return the count, the ramp and the plays as plain data."""
        plays = [(i.total, i.is_soft, i.up, i.at, i.act, i.below, i.pair) for i in self.indices]
        return [*self.count.plain(), self.ramp, plays, self.insurance_at]


def parse_plays(text: str) -> tuple[tuple[Index, ...], int | None]:
    """Parse plays: ``insurance = 3`` and rows such as ``"16 T" = "stand 0"``.

    A hand is a total, a soft total as ``s18``, or a pair as ``TT``. A row may end in ``else hit``,
    the act at counts below; of several plays in a list the first legal one counts.
    """
    data = _toml(text, "a list of plays")
    if unknown := sorted(set(data) - {"insurance", "plays"}):
        message = f"{unknown[0]!r:.80} is not part of a list of plays"
        raise SimulationError(message, place=unknown[0], hint=PLAYS_HINT)
    rows, insurance = data.get("plays", {}), data.get("insurance")
    if not isinstance(rows, dict) or type(insurance) not in (int, NoneType):
        raise SimulationError("plays are a table, and insurance a whole number", hint=PLAYS_HINT)
    listed: list[Index] = []
    for key, row in rows.items():
        listed += [_play(key, str(play)) for play in (row if isinstance(row, list) else [row])]
    return tuple(listed), insurance


PAIR = re.compile(rf"([{NAMES}])\1")


def _play(key: str, row: str) -> Index:
    hand, _, up = key.partition(" ")
    usual, _, below = row.partition(" else ")
    act, _, at = usual.partition(" ")
    for name in (act, below):
        if name and name not in ACTS:
            raise SimulationError(f"{name!r:.80} is none of {', '.join(ACTS)}")
    try:
        value = VALUES[parse_card(f"{up}s")]
        if PAIR.fullmatch(hand):
            return Index(0, False, value, int(at), act, below, NAMES.index(hand[0]) + 1)
        is_soft = hand.startswith("s")
        return Index(int(hand.removeprefix("s")), is_soft, value, int(at), act, below)
    except ValueError:
        raise SimulationError(
            f"{key!r:.80} = {row!r:.80} is not a play:"
            " write '16 T' = 'stand 0' or 'TT 6' = 'split 4'"
        ) from None


def _toml(text: str, what: str) -> Mapping[str, Any]:
    check("text", text, str)
    try:
        return read_toml(text)
    except TomlError as error:
        raise SimulationError(f"this is not {what}: {error}", hint=HINTS[what]) from None


def acts_by_count(
    betting: Betting, usual: str, hand: Hand, up: Card, legal: frozenset[str]
) -> tuple[str, ...]:
    """Return the act at each count from the lowest; ``usual`` if no play applies.

    Return a single act if no play matches the hand. The first legal play counts, plays for a pair
    before those for its total; plays for a total do not stop the player from splitting.
    """
    plays = plays_for(betting, usual, hand, up)
    if not plays:
        return (usual,)
    return tuple(
        next((act for play in plays if (act := play.act_at(count)) in legal), usual)
        for count in range(COUNT_LOW, COUNT_HIGH + 1)
    )


def plays_for(betting: Betting, usual: str, hand: Hand, up: Card) -> list[Index]:
    """Return the plays for a hand, in the order of precedence."""
    value = VALUES[up]
    plays: list[Index] = []
    if hand.is_pair_by_value:
        plays += betting.by_hand.get((VALUES[hand.cards[0]], 0, False, value), [])
    if usual != SPLIT:
        plays += betting.by_hand.get((0, hand.total, hand.is_soft, value), [])
    return plays
