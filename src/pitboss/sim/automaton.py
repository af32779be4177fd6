"""The automaton of a player's hands: every question about a hand is asked here, once."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from pitboss.cards import Card, is_ace, is_ten
from pitboss.hands import Hand
from pitboss.money import Cents
from pitboss.rulebook.acts import even_money_refused
from pitboss.rulebook.rules import Rules
from pitboss.sim.betting import Betting, acts_by_count
from pitboss.sim.classes import Backing, Class, class_of, even_money_class, wrong_pays
from pitboss.sim.errors import SimulationError
from pitboss.sim.hand_rules import HandRules, hand_rules
from pitboss.sim.layout import (
    BRANCH,
    BRANCH_STRIDE,
    COLUMNS,
    DONE,
    DRAW,
    SPLIT,
    STRIDE,
    WHAT_BITS,
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
    betting: Betting | None = None
    is_signed: bool = False
    """Whether hands won and lost must be told apart where they pay alike."""
    has_player_errors: bool = False
    has_dealer_errors: bool = False
    insures_all: bool | None = None
    """Whether the count says to insure; None: as the player does anyway."""
    rows: Rows = field(default_factory=Rows)
    classes: dict[Class, int] = field(default_factory=dict)
    splits: list[list[int]] = field(default_factory=list)
    branches: dict[tuple[int, ...], int] = field(default_factory=dict)
    """Each with its place: how many other acts there are, then the entries."""
    _hand_rules: dict[tuple[int, ...], HandRules] = field(default_factory=dict)
    _known: dict[tuple[object, ...], int] = field(default_factory=dict)
    _ends: dict[tuple[object, ...], int] = field(default_factory=dict)
    _pairs: dict[tuple[Card, Card, bool, bool], int] = field(default_factory=dict)

    def use(self, *, insures_all: bool | None) -> None:
        """Go on with a player who insures or does not; what is known of the rules stays."""
        self.insures_all = insures_all
        self._pairs.clear()

    def start(self, up: Card) -> int:
        """The row in which a dealt hand begins."""
        self._known.clear()
        made = self._draws(Hand(), Backing(self.bet), up)
        return made >> WHAT_BITS

    def class_number(self, group: Class) -> int:
        """The number of a class, given as it comes up; ``finish`` puts them in order."""
        if not self.is_signed:
            group = replace(group, signs=(0,) * COLUMNS)
        return self.classes.setdefault(group, len(self.classes))

    def hand_rules(self, hand: Hand) -> HandRules:
        """What the rulebook says of a hand, asked once for all that it cannot tell apart."""
        is_pair = hand.is_pair_by_value, hand.is_pair_by_rank
        is_ten_pair = is_pair[0] and is_ten(hand.cards[0])
        key = (
            hand.low, hand.aces > 0, len(hand.cards), hand.is_split, hand.is_split_ace,
            *is_pair, is_ten_pair,
        )  # fmt: skip
        known = self._hand_rules.get(key)
        if known is None:
            known = self._hand_rules[key] = hand_rules(self.rules, hand, self.bet)
        return known

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
            ending = class_of(self.rules, hand, backing, up)
            if self.has_dealer_errors:
                ending = replace(ending, wrong=wrong_pays(self.rules, ending, backing))
            known = self._ends[key] = entry(DONE, self.class_number(ending))
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
        allowed = self.hand_rules(hand)
        split = hand.cards[0] if hand.is_split or allowed.may_split else -1
        if self.player.sees_cards:
            values = tuple(sorted(min(card >> 2, 9) for card in hand.cards))
            return values, allowed.may_split, hand.is_split, split
        return hand.low, hand.aces > 0, len(hand.cards), allowed.may_split, hand.is_split, split

    def _decided(self, hand: Hand, backing: Backing, up: Card) -> int:
        if hand.is_blackjack and self.takes_even_money(hand, up):
            return entry(DONE, self.class_number(even_money_class(self.rules, self.bet)))
        allowed = self.hand_rules(hand)
        if allowed.is_over and not allowed.may_split:
            return self._ended(hand, backing, up)
        return self._chosen(hand, backing, up, allowed.legal, errs=self.has_player_errors)

    def _chosen(
        self, hand: Hand, backing: Backing, up: Card, legal: frozenset[str], *, errs: bool
    ) -> int:
        """The entry of what the player does, which may hang on the count and on errors."""
        acts = self._acts(hand, backing, up, legal)
        entries = {act: self._acted(hand, backing, up, act) for act in (legal if errs else acts)}
        if errs and len(legal) > 1:
            entries = {act: self._erring(entries, act) for act in set(acts)}
        if len(set(acts)) == 1:
            return entries[acts[0]]
        return self._branch((0, *(entries[act] for act in acts)))

    def _erring(self, entries: dict[str, int], chosen: str) -> int:
        """The branch of an act that may be replaced by any other."""
        others = [entries[act] for act in sorted(entries) if act != chosen]
        return self._branch((len(others), entries[chosen], *others))

    def _branch(self, row: tuple[int, ...]) -> int:
        place = self.branches.setdefault(row, len(self.branches))
        return entry(BRANCH, place * BRANCH_STRIDE)

    def _acted(self, hand: Hand, backing: Backing, up: Card, act: str) -> int:
        """The entry of an act."""
        if act == SPLIT_ACT:
            return entry(SPLIT, self._split(hand, backing, up))
        if act == STAND:
            return self._ended(hand, backing, up)
        if act == HIT:
            return self._draws(hand, backing, up)
        if act == SURRENDER:
            given_up = class_of(self.rules, hand, backing, up, is_surrendered=True)
            return entry(DONE, self.class_number(given_up))
        assert act in (DOUBLE, DOUBLE_HALF), act
        allowed = self.hand_rules(hand)
        added = allowed.half if act == DOUBLE_HALF else allowed.full
        more = backing.doubled(added, free=self.bet if allowed.is_free_double else 0)
        return self._draws(hand, more, up, is_last=True)

    def _acts(
        self, hand: Hand, backing: Backing, up: Card, legal: frozenset[str]
    ) -> tuple[str, ...]:
        """What the player does: one act, or one for each count."""
        usual = self.player.act(hand, up, legal, is_added=not backing.is_original)
        if usual not in legal:
            raise SimulationError(
                f"{self.player.name}: {hand} may not {usual.replace('_', ' ')} at this table; "
                f"it may {', '.join(sorted(legal))}"
            )
        return acts_by_count(self.betting, usual, hand, up, legal) if self.betting else (usual,)

    def insures(self, hand: Hand) -> bool:
        """Whether the first two cards are insured."""
        return self.player.insures(hand) if self.insures_all is None else self.insures_all

    def takes_even_money(self, hand: Hand, up: Card) -> bool:
        """Whether a blackjack is paid even money against this up card."""
        if even_money_refused(self.rules, hand, up):
            return False
        by_count = self.insures_all
        return self.player.takes_even_money if by_count is None else by_count

    def _split(self, hand: Hand, backing: Backing, up: Card) -> int:
        """The number of a split: kept by its pair, since a pair may come again in its own hands."""
        key = (up, hand.cards[0], hand.is_split, backing.is_original)
        known = self._pairs.get(key)
        if known is not None:
            return known
        number = self._pairs[key] = len(self.splits)
        self.splits.append([])
        allowed = self.hand_rules(hand)
        card = hand.cards[0]
        one = Hand(is_split=True, is_split_ace=is_ace(card)).add(card)
        new = Backing(
            stake=0 if allowed.is_free_split else self.bet,
            free=self.bet if allowed.is_free_split else 0,
            is_original=False,
        )
        # Where the box is full, an error that would split is none.
        full = (
            self._ended(hand, backing, up)
            if allowed.is_over_unsplit
            else self._chosen(hand, backing, up, allowed.legal_unsplit, errs=False)
        )
        self.splits[number] = [
            self._draws(one, backing, up), self._draws(one, new, up), allowed.split_limit, full,
        ]  # fmt: skip
        return number
