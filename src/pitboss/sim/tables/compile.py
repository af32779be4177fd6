"""Compile rules and a player into tables: every question is asked here, once."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import gcd
from typing import NamedTuple

import numpy as np

from pitboss.cards import DECK, VALUES
from pitboss.errors import SimulationError
from pitboss.hands import Hand, hand_of
from pitboss.money import Cents, winnings
from pitboss.rulebook.file.bonuses import ranks_of
from pitboss.rulebook.questions.acts import insurance_refusal
from pitboss.rulebook.questions.dealing import must_draw, peeks
from pitboss.rulebook.questions.settlement import looks_at_suits
from pitboss.rulebook.questions.stakes import insurance_stakes, main_refusal
from pitboss.rulebook.rules import Rules
from pitboss.sim.counting import BUCKETS, Betting
from pitboss.sim.players import Player
from pitboss.sim.tables import layout
from pitboss.sim.tables.automaton import CARD_OF, RANKS, Compiler, Rows
from pitboss.sim.tables.layout import Tables, entry
from pitboss.sim.tables.outcomes import Class
from pitboss.strategy import BLACKJACK_SHOWN, BOTH_UP, SHOWN, UPS, shown_number


@dataclass
class Dealer:
    """The automaton of the dealer's hand."""

    rules: Rules
    rows: Rows = field(default_factory=Rows)
    _known: dict[tuple[int, ...], int] = field(default_factory=dict)

    def entry(self, hand: Hand) -> int:
        """Return the entry of a hand: a result, or another card."""
        key = hand.low, hand.aces, len(hand.cards)
        if key not in self._known:
            self._known[key] = self._entry(hand)
        return self._known[key]

    def _entry(self, hand: Hand) -> int:
        if hand.is_blackjack:
            return entry(layout.DONE, layout.BLACKJACK)
        if len(hand.cards) < 2 or must_draw(self.rules, hand):
            return self.rows.draw(tuple(self.entry(hand.add(CARD_OF[rank])) for rank in RANKS))
        return entry(layout.DONE, hand.total - layout.TOTAL_MIN)


@dataclass(frozen=True)
class Compiled:
    """The tables of a rule set and a player, and the units of their money."""

    tables: Tables
    grain: Cents
    """One grain in cents."""
    pay_low: int
    pay_high: int
    """Lowest and highest result of one hand, in grains."""
    hands_max: int
    """Most hands of a box."""
    levels: tuple[int, ...]
    """The first class that depends on the dealer's second card, and the first that is compared."""
    has_branches: bool = False
    """True if an act depends on the count or on an error."""

    @cached_property
    def gives_up_by_count(self) -> bool:
        """True if the count decides on surrender before the dealer peeks."""
        return bool((self.tables.unplayed & layout.TAG == layout.BRANCH).any())

    @cached_property
    def has_insurance(self) -> bool:
        """True if any hand is insured."""
        return bool(self.tables.insured.any())


def compile_tables(
    rules: Rules,
    player: Player,
    bet: Cents,
    cards: tuple[int, ...],
    *,
    betting: Betting | None = None,
    is_signed: bool = False,
    has_player_errors: bool = False,
    has_dealer_errors: bool = False,
) -> Compiled:
    """Ask the rulebook and the player about every possible hand.

    ``cards`` is the full shoe as the kernel deals it, ranks or whole cards; ``is_signed`` is set if
    there are wagers on hands won and lost. If the count decides on insurance, there are two
    variants of the player: one insures, one does not.
    """
    refused = main_refusal(rules, bet)
    if refused:
        raise SimulationError(str(refused))
    made = Compiler(rules, player, bet, betting, is_signed, has_player_errors, has_dealer_errors)
    made.rows.width = layout.CARD_STRIDE if looks_at_suits(rules) else layout.STRIDE
    starts, unplayed, insured = [], [], []
    by_count = betting is not None and betting.insurance_at is not None
    for insures_all in (False, True) if by_count else (None,):
        made.use(insures_all=insures_all)
        starts.append(starts_of(made))
        unplayed.append(unplayed_of(made))
        insured.append(_insured(made))
    return _compiled(made, starts, np.concatenate(unplayed), np.concatenate(insured), cards)


def starts_of(made: Compiler) -> list[int]:
    """Return the rows in which hands begin, by the number in ``SHOWN`` of what the dealer shows.

    Cards that are in no deck are never shown, and no strategy has an act against them.
    """
    if not made.rules.deal.hole_card_up:
        return [made.start(CARD_OF[up]) if is_dealt(made.rules, up) else 0 for up in range(UPS)]
    starts = [0] * len(SHOWN)
    for number in BOTH_UP:
        if number != BLACKJACK_SHOWN:
            up, hole = (CARD_OF[value] for value in SHOWN[number])
            if all(is_dealt(made.rules, value) for value in SHOWN[number]):
                starts[number] = made.start(up, hole)
    return starts


def is_dealt(rules: Rules, value: int) -> bool:
    """Return True if a card of this value, 0 for an ace and 9 for a ten, is in the decks."""
    return any(VALUES[card] == value + 1 for card in rules.deck)


def unplayed_of(made: Compiler) -> np.ndarray:
    """Return the entries of two cards whose play a dealer's blackjack stops."""
    width = made.rows.width
    shown = DECK if width == layout.CARD_STRIDE else RANKS
    classes = np.zeros((layout.STRIDE, width, width), dtype=np.uint32)
    known: dict[tuple[object, ...], int] = {}
    for rank in (rank for rank in RANKS if is_dealt(made.rules, min(rank, 9))):
        up = CARD_OF[min(rank, 9)]
        for first in shown:
            for second in shown:
                cards = (first, second) if width == layout.CARD_STRIDE else (first * 4, second * 4)
                hand = hand_of(cards)
                key = (up, ranks_of(cards), made.priced(hand))
                if key not in known:
                    known[key] = made.stopped(hand, up)
                classes[rank, first, second] = known[key]
    if made.rules.deal.hole_card_up:
        # By both dealer cards, if both lie face up.
        classes = np.repeat(classes, layout.STRIDE, axis=0)
    return classes.reshape(-1)


class Assembly(NamedTuple):
    """The automaton of a player's hands as arrays, for simulations and for learners."""

    arrays: dict[str, np.ndarray]
    """The fields that the tables of both have, by name."""
    classes: list[Class]
    """The classes in the order of their final numbers."""
    remap: Callable[[int], int]
    """Function from an entry with the first number of a class to the one with its final number."""

    @property
    def levels(self) -> tuple[int, ...]:
        """The first class that waits for the dealer's second card, and the first compared."""
        return tuple(sum(group.level < level for group in self.classes) for level in (1, 2))


def assemble(made: Compiler, starts: list[list[int]], unplayed: np.ndarray) -> Assembly:
    """Number the classes by level, and put what all tables have into arrays."""
    rules = made.rules
    ordered = sorted(
        made.classes, key=lambda c: (c.level, c.pays, c.signs, c.wrong, c.is_taken, c.is_bust)
    )
    number = np.zeros(len(ordered), dtype=np.uint32)
    for place, group in enumerate(ordered):
        number[made.classes[group]] = place

    def remap(old: int) -> int:
        tag, payload = old & layout.TAG, old >> layout.TAG_BITS
        return entry(layout.DONE, int(number[payload])) if tag == layout.DONE else old

    each, places = np.unique(unplayed, return_inverse=True)
    renamed = np.array([remap(int(old)) for old in each], dtype=np.uint32)
    dealer = Dealer(rules)
    ups = [dealer.entry(hand_of((CARD_OF[min(r, 9)],))) for r in RANKS]
    follows, draws = made.rows.array(remap), dealer.rows.array()
    second = np.zeros((layout.STRIDE, layout.STRIDE), dtype=np.uint32)
    for up, row in enumerate(e >> layout.TAG_BITS for e in ups):
        second[up] = draws[row : row + layout.STRIDE]
    signs = np.zeros((len(ordered), layout.STRIDE), dtype=np.int64)
    signs[:, : layout.COLUMNS] = [group.signs for group in ordered]
    arrays = {
        "first": _firsts(made, follows, starts),
        "next": follows,
        "taken": np.array([group.is_taken for group in ordered], dtype=np.uint8),
        "unplayed": renamed[places.reshape(-1)],
        "second": second.reshape(-1),
        "dealer": draws,
        "peeks": by_rank(peeks(rules, CARD_OF[r]) for r in RANKS),
        "signs": signs.reshape(-1),
    }
    return Assembly(arrays, ordered, remap)


def _compiled(
    made: Compiler,
    starts: list[list[int]],
    unplayed: np.ndarray,
    insured: np.ndarray,
    cards: tuple[int, ...],
) -> Compiled:
    """Return the tables of a simulation, with their money in grains."""
    assembly = assemble(made, starts, unplayed)
    gains = _insurance(made)
    amounts = [amount for group in assembly.classes for amount in (*group.pays, *group.wrong)]
    grain = gcd(*amounts, made.bet, *gains)
    pay = _pays([group.pays for group in assembly.classes], grain)
    wrong = _pays([group.wrong or group.pays for group in assembly.classes], grain)
    tables = Tables(
        **assembly.arrays,
        split=_splits(made, assembly.remap),
        branch=_branches(made, assembly.remap),
        pay=pay,
        wrong=wrong,
        insured=insured,
        tags=np.zeros(layout.STRIDE, dtype=np.int64),
        ramp=np.ones(BUCKETS, dtype=np.int64),
        variant=np.zeros(BUCKETS, dtype=np.int64),
        numbers=np.zeros(layout.NUMBERS, dtype=np.int64),
        insurance=np.array([gain // grain for gain in gains], dtype=np.int64),
        shoe=np.array(cards, dtype=np.uint8),
    )
    limits = [limit for _, _, limit, _ in made.splits]
    return Compiled(
        tables=tables,
        grain=grain,
        pay_low=int(min(pay.min(), wrong.min())),
        pay_high=int(max(pay.max(), wrong.max())),
        hands_max=max(limits, default=1),
        levels=assembly.levels,
        has_branches=bool(made.branches),
    )


def _firsts(made: Compiler, follows: np.ndarray, starts: list[list[int]]) -> np.ndarray:
    """Return the entries that two cards lead to, by player variant and the dealer's cards shown."""
    width, is_both = made.rows.width, made.rules.deal.hole_card_up
    entries = np.zeros((len(starts), shown_places(made.rules), width, width), dtype=np.uint32)
    for variant, rows in enumerate(starts):
        for up, hole in product(RANKS, RANKS if is_both else (None,)):
            place = up if hole is None else up * layout.STRIDE + hole
            second_card = None if hole is None else CARD_OF[hole]
            row = rows[shown_number(CARD_OF[up], second_card)]
            for first in DECK if width == layout.CARD_STRIDE else RANKS:
                second = follows[row + first] >> layout.TAG_BITS
                entries[variant, place, first] = follows[second : second + width]
    return entries.reshape(-1)


def shown_places(rules: Rules) -> int:
    """Return the length of a table by the dealer's cards shown: one rank, or two."""
    return layout.STRIDE * layout.STRIDE if rules.deal.hole_card_up else layout.STRIDE


def _pays(rows: list[tuple[Cents, ...]], grain: Cents) -> np.ndarray:
    pay = np.zeros((len(rows), layout.STRIDE), dtype=np.int64)
    pay[:, : layout.COLUMNS] = np.array(rows, dtype=np.int64) // grain
    return pay.reshape(-1)


def _splits(made: Compiler, remap: Callable[[int], int]) -> np.ndarray:
    """Return the splits one after another."""
    splits = np.zeros((max(1, len(made.splits)), layout.SPLIT_WIDTH), dtype=np.uint32)
    for place, (stays, added, limit, other) in enumerate(made.splits):
        splits[place] = (remap(stays), remap(added), limit, remap(other))
    return splits.reshape(-1)


def _branches(made: Compiler, remap: Callable[[int], int]) -> np.ndarray:
    """Return the branches one after another."""
    flat = np.zeros((max(1, len(made.branches)), layout.BRANCH_STRIDE), dtype=np.uint32)
    for (others, play, deviates, *row), place in made.branches.items():
        flat[place, : len(row)] = [remap(e) for e in row]
        flat[place, layout.BRANCH_PLAY] = play
        flat[place, layout.BRANCH_DEVIATES] = deviates
        flat[place, layout.BRANCH_OTHERS] = others
    return flat.reshape(-1)


def by_rank(flags: Iterable[bool]) -> np.ndarray:
    """Return a flag for each rank as a row."""
    row = np.zeros(layout.STRIDE, dtype=np.uint8)
    row[: len(RANKS)] = list(flags)
    return row


def _insured(made: Compiler) -> np.ndarray:
    """Return the two-card hands that are insured, without blackjacks that take even money."""
    flags = np.zeros((layout.STRIDE, layout.STRIDE), dtype=np.uint8)
    ace = CARD_OF[0]
    for first in RANKS:
        for second in RANKS:
            hand = hand_of((CARD_OF[first], CARD_OF[second]))
            if insurance_refusal(made.rules, hand, ace) or not made.insures(hand):
                continue
            flags[first, second] = not (hand.is_blackjack and made.takes_even_money(hand, ace))
    return flags.reshape(-1)


def _insurance(made: Compiler) -> tuple[Cents, Cents]:
    """Return the win and the loss of a full insurance wager."""
    rules = made.rules
    stake = insurance_stakes(rules, made.bet).high
    return winnings(stake, rules.insurance.pays, rules.payout_unit), -stake
