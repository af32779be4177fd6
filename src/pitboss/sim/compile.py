"""Rules and a player become tables: every question is asked here, once, and looked up after."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import gcd

import numpy as np

from pitboss.cards import Card, is_ace, is_ten
from pitboss.hands import Hand, hand_of
from pitboss.money import Cents, winnings
from pitboss.rulebook.acts import even_money_refused, insurance_refused
from pitboss.rulebook.dealing import must_draw, peeks
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.stakes import insurance_stakes, main_refused
from pitboss.sim.classes import Backing, Class, class_of, even_money_class
from pitboss.sim.errors import SimulationError
from pitboss.sim.facts import Facts, facts_of
from pitboss.sim.layout import (
    BLACKJACK,
    BLACKJACK_LATER,
    BUCKETS,
    DONE,
    DRAW,
    NUMBERS,
    SPLIT,
    STRIDE,
    WHAT,
    WHAT_BITS,
    Tables,
    entry,
)
from pitboss.sim.players import DOUBLE, DOUBLE_HALF, HIT, STAND, SURRENDER, Player
from pitboss.sim.players import SPLIT as SPLIT_ACT

RANKS = tuple(range(13))
CARD_OF: tuple[Card, ...] = tuple(rank * 4 for rank in RANKS)
"""A card of each rank, to ask questions about."""


@dataclass
class Rows:
    """Rows of entries, each kept once however often it is made."""

    places: dict[tuple[int, ...], int] = field(default_factory=dict)

    def draw(self, row: tuple[int, ...]) -> int:
        """The entry that draws a card and goes on with this row."""
        place = self.places.setdefault(row, len(self.places))
        return entry(DRAW, place * STRIDE)

    def array(self, remap: Callable[[int], int] = lambda e: e) -> np.ndarray:
        """The rows one after another."""
        flat = np.zeros(len(self.places) * STRIDE, dtype=np.uint32)
        for row, place in self.places.items():
            flat[place * STRIDE : place * STRIDE + len(row)] = [remap(e) for e in row]
        return flat


@dataclass
class Compiler:
    """The automaton of a player's hands: a row for each hand, an entry for each next card.

    Hands that lead to the same results for all cards to come share a row, so that a player who
    looks at totals only has a few dozen of them.
    """

    rules: Rules
    player: Player
    bet: Cents
    is_signed: bool = False
    """Whether hands won and lost must be told apart where they pay alike."""
    rows: Rows = field(default_factory=Rows)
    classes: dict[Class, int] = field(default_factory=dict)
    splits: list[list[int]] = field(default_factory=list)
    _facts: dict[tuple[int, ...], Facts] = field(default_factory=dict)
    _known: dict[tuple[object, ...], int] = field(default_factory=dict)
    _ends: dict[tuple[object, ...], int] = field(default_factory=dict)
    _pairs: dict[tuple[Card, Card, bool, bool], int] = field(default_factory=dict)

    def use(self, player: Player) -> None:
        """Go on with another variant of the player; what is known of the rules stays."""
        self.player = player
        self._pairs.clear()

    def start(self, up: Card) -> int:
        """The row in which a dealt hand begins."""
        self._known.clear()
        made = self._draws(Hand(), Backing(self.bet), up)
        return made >> WHAT_BITS

    def class_number(self, found: Class) -> int:
        """The number of a class, given as it comes up; ``finish`` puts them in order."""
        if not self.is_signed:
            found = replace(found, signs=(0,) * 9)
        return self.classes.setdefault(found, len(self.classes))

    def facts(self, hand: Hand) -> Facts:
        """What the rulebook says of a hand, asked once for all that it cannot tell apart."""
        is_pair = hand.is_pair_by_value, hand.is_pair_by_rank
        is_ten_pair = is_pair[0] and is_ten(hand.cards[0])
        key = (
            hand.low, hand.aces > 0, len(hand.cards), hand.is_split, hand.is_split_ace,
            *is_pair, is_ten_pair,
        )  # fmt: skip
        found = self._facts.get(key)
        if found is None:
            found = self._facts[key] = facts_of(self.rules, hand, self.bet)
        return found

    def _draws(self, hand: Hand, backing: Backing, up: Card, *, is_last: bool = False) -> int:
        """An entry that takes a card and goes on; ``is_last`` where no further one may come."""
        ask = self._ended if is_last else self._entry
        # Only a pair tells a ten from a king.
        told = RANKS if len(hand.cards) < 2 else RANKS[:10]
        row = tuple(ask(hand.add(CARD_OF[rank]), backing, up) for rank in told)
        return self.rows.draw(row + row[-1:] * (len(RANKS) - len(told)))

    def _ended(self, hand: Hand, backing: Backing, up: Card) -> int:
        key = (min(hand.low, 22), hand.aces > 0, len(hand.cards), hand.is_split, backing, up)
        known = self._ends.get(key)
        if known is None:
            number = self.class_number(class_of(self.rules, hand, backing, up))
            known = self._ends[key] = entry(DONE, number)
        return known

    def _entry(self, hand: Hand, backing: Backing, up: Card) -> int:
        """What comes of a hand that has just got a card."""
        if len(hand.cards) < 2:
            return self._draws(hand, backing, up)
        if hand.is_bust:
            return self._ended(hand, backing, up)
        key = (self._key(hand), backing)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._decided(hand, backing, up)
        return known

    def _key(self, hand: Hand) -> tuple[object, ...]:
        """What tells hands apart: their cards, or only what a player of totals sees."""
        facts = self.facts(hand)
        split = hand.cards[0] if hand.is_split or facts.may_split else -1
        if self.player.sees_cards:
            values = tuple(sorted(min(card >> 2, 9) for card in hand.cards))
            return values, facts.may_split, hand.is_split, split
        return hand.low, hand.aces > 0, len(hand.cards), facts.may_split, hand.is_split, split

    def _decided(self, hand: Hand, backing: Backing, up: Card) -> int:
        if hand.is_blackjack and self.takes_even_money(hand, up):
            return entry(DONE, self.class_number(even_money_class(self.rules, self.bet)))
        facts = self.facts(hand)
        if facts.may_split and self._act(hand, backing, up, facts.legal) == SPLIT_ACT:
            return entry(SPLIT, self._split(hand, backing, up))
        return self._played(hand, backing, up, facts.legal, is_over=facts.is_over)

    def _played(
        self, hand: Hand, backing: Backing, up: Card, legal: frozenset[str], *, is_over: bool
    ) -> int:
        """The entry of a hand that is not split."""
        if is_over:
            return self._ended(hand, backing, up)
        match self._act(hand, backing, up, legal):
            case act if act == STAND:
                return self._ended(hand, backing, up)
            case act if act == HIT:
                return self._draws(hand, backing, up)
            case act if act == SURRENDER:
                given_up = class_of(self.rules, hand, backing, up, is_surrendered=True)
                return entry(DONE, self.class_number(given_up))
            case act:
                facts = self.facts(hand)
                added = facts.half if act == DOUBLE_HALF else facts.full
                assert act in (DOUBLE, DOUBLE_HALF), act
                more = backing.doubled(added, free=self.bet if facts.is_free_double else 0)
                return self._draws(hand, more, up, is_last=True)

    def _act(self, hand: Hand, backing: Backing, up: Card, legal: frozenset[str]) -> str:
        act = self.player.act(hand, up, legal, is_added=not backing.is_original)
        if act not in legal:
            raise SimulationError(
                f"{self.player.name}: {hand} may not {act.replace('_', ' ')} at this table; "
                f"it may {', '.join(sorted(legal))}"
            )
        return act

    def takes_even_money(self, hand: Hand, up: Card) -> bool:
        """Whether a blackjack is paid even money against this up card."""
        if even_money_refused(self.rules, hand, up):
            return False
        return self.player.takes_even_money

    def _split(self, hand: Hand, backing: Backing, up: Card) -> int:
        """The number of a split: kept by its pair, since a pair may come again in its own hands."""
        key = (up, hand.cards[0], hand.is_split, backing.is_original)
        known = self._pairs.get(key)
        if known is not None:
            return known
        number = self._pairs[key] = len(self.splits)
        self.splits.append([])
        facts = self.facts(hand)
        card = hand.cards[0]
        one = Hand(is_split=True, is_split_ace=is_ace(card)).add(card)
        new = Backing(
            stake=0 if facts.is_free_split else self.bet,
            free=self.bet if facts.is_free_split else 0,
            is_original=False,
        )
        rest = facts.legal_unsplit
        self.splits[number] = [
            self._draws(one, backing, up),
            self._draws(one, new, up),
            facts.split_limit,
            self._played(hand, backing, up, rest, is_over=facts.is_over_unsplit),
        ]
        return number


def dealer_entry(rules: Rules, rows: Rows, hand: Hand) -> int:
    """What comes of a dealer's hand: a result, or another card."""
    if hand.is_blackjack:
        return entry(DONE, BLACKJACK)
    if len(hand.cards) < 2 or must_draw(rules, hand):
        return rows.draw(tuple(dealer_entry(rules, rows, hand.add(CARD_OF[r])) for r in RANKS))
    return entry(DONE, min(hand.total, 23) - 17)


@dataclass(frozen=True)
class Compiled:
    """The tables of a rule set and a player, and what their money means."""

    tables: Tables
    grain: Cents
    """One grain in cents."""
    pay_low: int
    pay_high: int
    """Least and greatest result of one hand, in grains."""
    hands_max: int
    """Most hands of a box."""

    @cached_property
    def has_insurance(self) -> bool:
        """Whether any hand is insured."""
        return bool(self.tables.insured.any())


def compile_tables(
    rules: Rules,
    players: tuple[Player, ...],
    bet: Cents,
    cards: tuple[int, ...],
    *,
    is_signed: bool = False,
) -> Compiled:
    """Ask the rulebook and the player about every hand that can come up.

    ``players`` are the variants of the player, one for most. ``cards`` is the full shoe as the
    kernel deals it, ranks or whole cards; ``is_signed`` where wagers are on hands won and lost.
    """
    refused = main_refused(rules, bet)
    if refused:
        raise SimulationError(str(refused))
    made = Compiler(rules, players[0], bet, is_signed)
    starts, unplayed, insured = [], [], []
    for player in players:
        made.use(player)
        found = [made.start(CARD_OF[rank]) for rank in RANKS[:10]]
        starts.append(_by_rank([*found, *found[-1:] * 3], np.uint32))
        unplayed.append(_unplayed(made))
        insured.append(_insured(made))
    return _assembled(
        made, np.concatenate(starts), np.concatenate(unplayed), np.concatenate(insured), cards
    )


def _unplayed(made: Compiler) -> np.ndarray:
    """The classes of two cards whose play a dealer's blackjack stops."""
    classes = np.zeros((STRIDE, STRIDE, STRIDE), dtype=np.uint32)
    for rank in RANKS:
        up = CARD_OF[min(rank, 9)]
        for first in RANKS:
            for second in RANKS:
                hand = hand_of((CARD_OF[first], CARD_OF[second]))
                if hand.is_blackjack and made.takes_even_money(hand, up):
                    found = even_money_class(made.rules, made.bet)
                else:
                    found = class_of(made.rules, hand, Backing(made.bet), up)
                classes[rank, first, second] = made.class_number(found)
    return classes.reshape(-1)


def _assembled(
    made: Compiler,
    starts: np.ndarray,
    unplayed: np.ndarray,
    insured: np.ndarray,
    cards: tuple[int, ...],
) -> Compiled:
    """Number the classes by level, and put everything into arrays."""
    rules = made.rules
    ordered = sorted(made.classes, key=lambda c: (c.level, c.pays, c.signs, c.is_taken))
    number = np.zeros(len(ordered), dtype=np.uint32)
    for place, found in enumerate(ordered):
        number[made.classes[found]] = place

    def remap(old: int) -> int:
        what, payload = old & WHAT, old >> WHAT_BITS
        return entry(DONE, int(number[payload])) if what == DONE else old

    gains = _insurance(made)
    amounts = [amount for found in ordered for amount in found.pays]
    grain = gcd(*amounts, made.bet, *gains)
    pay = np.zeros((len(ordered), STRIDE), dtype=np.int64)
    signs = np.zeros_like(pay)
    for place, found in enumerate(ordered):
        pay[place, : BLACKJACK_LATER + 1] = [amount // grain for amount in found.pays]
        signs[place, : BLACKJACK_LATER + 1] = found.signs
    splits = np.zeros((max(1, len(made.splits)), 4), dtype=np.int64)
    for place, (stays, added, limit, other) in enumerate(made.splits):
        splits[place] = (remap(stays), remap(added), limit, remap(other))
    dealer = Rows()
    ups = [dealer_entry(rules, dealer, hand_of((CARD_OF[min(r, 9)],))) for r in RANKS]
    levels = [sum(found.level < level for found in ordered) for level in (1, 2)]
    tables = Tables(
        start=starts,
        next=made.rows.array(remap),
        split=splits.reshape(-1),
        pay=pay.reshape(-1),
        taken=np.array([found.is_taken for found in ordered], dtype=np.uint8),
        levels=np.array(levels, dtype=np.int64),
        unplayed=number[unplayed],
        dealer=dealer.array(),
        up=_by_rank([e >> WHAT_BITS for e in ups], np.uint32),
        peeks=_by_rank([peeks(rules, CARD_OF[r]) for r in RANKS], np.uint8),
        insured=insured,
        signs=signs.reshape(-1),
        tags=np.zeros(STRIDE, dtype=np.int64),
        ramp=np.ones(BUCKETS, dtype=np.int64),
        variant=np.zeros(BUCKETS, dtype=np.int64),
        numbers=np.zeros(NUMBERS, dtype=np.int64),
        insurance=np.array([gain // grain for gain in gains], dtype=np.int64),
        shoe=np.array(cards, dtype=np.uint8),
    )
    limits = [limit for _, _, limit, _ in made.splits]
    return Compiled(
        tables=tables,
        grain=grain,
        pay_low=int(pay.min()),
        pay_high=int(pay.max()),
        hands_max=max(limits, default=1),
    )


def _by_rank(values: list[int] | list[bool], dtype: type) -> np.ndarray:
    return np.array([*values, *[0] * (STRIDE - len(values))], dtype=dtype)


def _insured(made: Compiler) -> np.ndarray:
    """Which two cards the player insures; a blackjack that takes even money is not insured."""
    flags = np.zeros((STRIDE, STRIDE), dtype=np.uint8)
    ace = CARD_OF[0]
    for first in RANKS:
        for second in RANKS:
            hand = hand_of((CARD_OF[first], CARD_OF[second]))
            if insurance_refused(made.rules, hand, ace) or not made.player.insures(hand):
                continue
            flags[first, second] = not (hand.is_blackjack and made.takes_even_money(hand, ace))
    return flags.reshape(-1)


def _insurance(made: Compiler) -> tuple[Cents, Cents]:
    """What a full insurance wager gains and loses."""
    rules = made.rules
    stake = insurance_stakes(rules, made.bet).high
    return winnings(stake, rules.insurance.pays, rules.payout_unit), -stake
