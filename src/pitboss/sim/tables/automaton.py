"""The automaton of a player's hands, which asks every question about a hand once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from pitboss.cards import Card, is_ace, is_ten
from pitboss.charts import DOUBLE, DOUBLE_HALF, HIT, SPLIT, STAND, SURRENDER
from pitboss.errors import SimulationError
from pitboss.hands import Hand
from pitboss.money import Cents
from pitboss.rulebook.file.bonuses import ranks_of, ranks_on_the_way
from pitboss.rulebook.questions.acts import asks_up, even_money_refusal, surrender_refusal
from pitboss.rulebook.questions.dealing import surrenders_early
from pitboss.rulebook.questions.settlement import bust_takes_insurance, busts_wait
from pitboss.rulebook.questions.stakes import double_stakes
from pitboss.rulebook.rules import Rules
from pitboss.sim.counting import Betting, acts_by_count, plays_for
from pitboss.sim.players import Player
from pitboss.sim.tables import layout
from pitboss.sim.tables.hand_rules import HandRules, hand_rules
from pitboss.sim.tables.layout import entry
from pitboss.sim.tables.outcomes import Backing, Class, class_of, even_money_class, wrong_pays

RANKS = tuple(range(13))
CARD_OF: tuple[Card, ...] = tuple(rank * 4 for rank in RANKS)
"""A card of each rank, to ask questions about."""


@dataclass
class Rows:
    """Rows of entries, each stored once."""

    # Hash-consing: rows are built from the leaves up, and a row equal to one that exists *is* that
    # one. Two hands with the same future thus share a state, which makes the result the minimal
    # deterministic automaton without a minimisation pass.

    width: int = layout.STRIDE
    places: dict[tuple[int, ...], int] = field(default_factory=dict)

    def draw(self, row: tuple[int, ...]) -> int:
        """Return the entry that draws a card and continues with this row."""
        place = self.places.setdefault(row, len(self.places))
        return entry(layout.DRAW, place * self.width)

    def array(self, remap: Callable[[int], int] = lambda e: e) -> np.ndarray:
        """Return the rows one after another."""
        flat = np.zeros(len(self.places) * self.width, dtype=np.uint32)
        for row, place in self.places.items():
            start = place * self.width
            flat[start : start + len(row)] = [remap(e) for e in row]
        return flat


@dataclass
class Compiler:
    """The automaton of a player's hands: a row for each hand, an entry for each next card.

    Hands with the same results for all cards to come share a row: a player who looks at totals only
    needs a few dozen rows.
    """

    rules: Rules
    player: Player
    bet: Cents
    betting: Betting | None = None
    is_signed: bool = False
    """True if hands won and lost are distinguished even if they pay alike."""
    has_player_errors: bool = False
    has_dealer_errors: bool = False
    insures_all: bool | None = None
    """True if the count says to insure; None if the player's usual choice applies."""
    rows: Rows = field(default_factory=Rows)
    classes: dict[Class, int] = field(default_factory=dict)
    splits: list[list[int]] = field(default_factory=list)
    branches: dict[tuple[int, ...], int] = field(default_factory=dict)
    """Branches by number: the number of other acts, the number of the play, the counts at which it
    deviates as bits, then the entries."""
    hole: Card | None = None
    """The dealer's second card if both lie face up."""
    _hand_rules: dict[tuple[int, ...], HandRules] = field(default_factory=dict)
    _known: dict[tuple[object, ...], int] = field(default_factory=dict)
    _ends: dict[tuple[object, ...], int] = field(default_factory=dict)
    _pairs: dict[tuple[object, ...], int] = field(default_factory=dict)

    def use(self, *, insures_all: bool | None) -> None:
        """Set whether the player insures by the count; the answers about the rules are kept."""
        self.insures_all = insures_all
        self._pairs.clear()

    def start(self, up: Card, hole: Card | None = None) -> int:
        """Return the row in which a dealt hand begins; ``hole`` is a hole card dealt face up."""
        if hole is not None and self.betting is not None and self.betting.indices:
            raise SimulationError("plays by the count go by the up card; here both cards show")
        self.hole = hole
        self._known.clear()
        made = self._draws(Hand(), Backing(self.bet), up)
        return made >> layout.TAG_BITS

    def class_number(self, group: Class) -> int:
        """Return a class's number in order of appearance; ``_assembled`` sorts the classes."""
        if not self.is_signed:
            group = replace(group, signs=(0,) * layout.COLUMNS)
        return self.classes.setdefault(group, len(self.classes))

    @cached_property
    def _asks_up(self) -> bool:
        return asks_up(self.rules)

    def hand_rules(self, hand: Hand, up: Card) -> HandRules:
        """Return the rules of a hand, asked once for all hands that the rulebook treats alike."""
        is_pair = hand.is_pair_by_value, hand.is_pair_by_rank
        is_ten_pair = is_pair[0] and is_ten(hand.cards[0])
        key = (
            hand.low,
            hand.aces > 0,
            len(hand.cards),
            hand.is_split,
            hand.is_split_ace,
            hand.doubles,
            *is_pair,
            is_ten_pair,
            up >> 2 if self._asks_up else -1,
        )
        known = self._hand_rules.get(key)
        if known is None:
            known = self._hand_rules[key] = hand_rules(self.rules, hand, self.bet, up)
        return known

    def _draws(self, hand: Hand, backing: Backing, up: Card) -> int:
        """Return an entry that draws a card for the hand."""
        if self.rows.width == layout.CARD_STRIDE:
            return self.rows.draw(self._by_card(hand, backing, up))
        # A ten and a king differ in pairs only.
        ranks = RANKS if len(hand.cards) < 2 else RANKS[:10]
        row = tuple(self._entry(hand.add(CARD_OF[rank]), backing, up) for rank in ranks)
        return self.rows.draw(row + row[-1:] * (len(RANKS) - len(ranks)))

    def _by_card(self, hand: Hand, backing: Backing, up: Card) -> tuple[int, ...]:
        """Return the entry of every card; suits share one unless a bonus may depend on them."""
        row: list[int] = []
        for card in CARD_OF:
            drawn = hand.add(card)
            first = self._entry(drawn, backing, up)
            has_suits = not hand.cards or self.priced(drawn)
            more = (card + suit for suit in range(1, 4))
            row.append(first)
            row += [self._entry(hand.add(c), backing, up) if has_suits else first for c in more]
        return tuple(row)

    @cached_property
    def _priced_ranks(self) -> frozenset[tuple[int, ...]]:
        return ranks_on_the_way(self.rules.settlement.bonuses)

    @cached_property
    def _priced_cards_max(self) -> int:
        return max(map(len, self._priced_ranks), default=0)

    def priced(self, hand: Hand) -> tuple[Card, ...]:
        """Return the cards if a bonus may depend on them, else ()."""
        rules = self.rules
        if hand.is_blackjack:
            is_priced = bool(rules.blackjack.bonuses)
        else:
            is_short = len(hand.cards) <= self._priced_cards_max
            is_priced = is_short and ranks_of(hand.cards) in self._priced_ranks
        if not is_priced:
            return ()
        is_by_card = self.rows.width == layout.CARD_STRIDE
        return tuple(sorted(c if is_by_card else c & ~3 for c in hand.cards))

    def ending(
        self, hand: Hand, backing: Backing, up: Card, *, is_surrendered: bool = False
    ) -> Class:
        """Return the class of a finished hand."""
        return class_of(self.rules, hand, backing, up, is_surrendered=is_surrendered)

    def _ended(self, hand: Hand, backing: Backing, up: Card) -> int:
        """Return the entry of a finished hand; cards of a busted one matter if it is compared."""
        key: tuple[object, ...] = (backing, up)
        if not hand.is_bust or busts_wait(self.rules):
            shown = hand.low, hand.aces > 0, len(hand.cards), hand.is_split, hand.doubles
            key = (*key, *shown, self.priced(hand))
        known = self._ends.get(key)
        if known is None:
            ending = self.ending(hand, backing, up)
            if self.has_dealer_errors:
                ending = replace(ending, wrong=wrong_pays(self.rules, ending, backing))
            known = self._ends[key] = entry(layout.DONE, self.class_number(ending))
        return known

    def _entry(self, hand: Hand, backing: Backing, up: Card) -> int:
        """Return the entry of a hand that has just drawn a card."""
        if len(hand.cards) < 2:
            return self._draws(hand, backing, up)
        if hand.is_bust:
            return self._ended(hand, backing, up)
        key = (self._key(hand, up), backing)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._decided(hand, backing, up)
        return known

    def _key(self, hand: Hand, up: Card) -> tuple[object, ...]:
        """Return a key of the hand: its cards, or the features that a player of totals sees."""
        allowed = self.hand_rules(hand, up)
        split = hand.cards[0] if hand.is_split or allowed.may_split else -1
        if self.player.sees_cards:
            values = tuple(sorted(min(card >> 2, 9) for card in hand.cards))
            priced = self.priced(hand)
            return values, allowed.may_split, hand.is_split, split, hand.doubles, priced
        shown = hand.low, hand.aces > 0, len(hand.cards), hand.doubles, self.priced(hand)
        return *shown, allowed.may_split, hand.is_split, split

    def _decided(self, hand: Hand, backing: Backing, up: Card) -> int:
        if hand.is_blackjack and self.takes_even_money(hand, up):
            return self._even_money()
        allowed = self.hand_rules(hand, up)
        if allowed.is_over and not allowed.may_split:
            return self._ended(hand, backing, up)
        legal = self.legal_against(hand, up, allowed.legal)
        return self._chosen(hand, backing, up, legal, errs=self.has_player_errors)

    def legal_against(self, hand: Hand, up: Card, legal: frozenset[str]) -> frozenset[str]:
        """Return the acts against this up card, against which surrender may be refused."""
        is_barred = SURRENDER in legal and surrender_refusal(self.rules, hand, up) is not None
        return legal - {SURRENDER} if is_barred else legal

    def stopped(self, hand: Hand, up: Card) -> int:
        """Return the entry for two cards if the peek shows a blackjack, after early surrender."""
        if hand.is_blackjack and self.takes_even_money(hand, up):
            return self._even_money()
        backing = Backing(self.bet)
        lost = entry(layout.DONE, self.class_number(self.ending(hand, backing, up)))
        legal = self.legal_against(hand, up, self.hand_rules(hand, up).legal)
        if SURRENDER not in legal or not surrenders_early(self.rules, up):
            return lost
        usual = self._usual(hand, backing, up, legal)
        acts = self._acts(hand, up, legal, usual)
        if SURRENDER in acts and self.has_player_errors:
            raise SimulationError(
                "surrender by mistake is not simulated where hands are surrendered before the "
                "dealer looks"
            )
        surrendered = self._acted(hand, backing, up, SURRENDER) if SURRENDER in acts else lost
        entries = {act: surrendered if act == SURRENDER else lost for act in acts}
        if len(set(entries.values())) == 1:
            return entries[acts[0]]
        return self._by_count(hand, up, acts, entries, usual)

    def _chosen(
        self, hand: Hand, backing: Backing, up: Card, legal: frozenset[str], *, errs: bool
    ) -> int:
        """Return the entry of the player's decision, which the count and errors may change."""
        usual = self._usual(hand, backing, up, legal)
        acts = self._acts(hand, up, legal, usual)
        tried = sorted(legal) if errs else acts
        entries = {act: self._acted(hand, backing, up, act) for act in tried}
        if errs and len(legal) > 1:
            entries = {act: self._erring(entries, act) for act in dict.fromkeys(acts)}
        return self._by_count(hand, up, acts, entries, usual)

    def _by_count(
        self,
        hand: Hand,
        up: Card,
        acts: tuple[str, ...],
        entries: Mapping[str, int],
        usual: str,
    ) -> int:
        """Return the entry of the one act, or the branch of those that the count chooses among."""
        if set(acts) == {usual}:
            return entries[usual]
        assert self.betting is not None
        play = self.betting.hands.index(plays_for(self.betting, usual, hand, up)[0].hand)
        deviates = sum(1 << place for place, act in enumerate(acts) if act != usual)
        return self._branch((0, play, deviates, *(entries[act] for act in acts)))

    def _erring(self, entries: dict[str, int], chosen: str) -> int:
        """Return the branch of an act that any other act may replace by mistake."""
        others = [entries[act] for act in sorted(entries) if act != chosen]
        return self._branch((len(others), 0, 0, entries[chosen], *others))

    def _branch(self, row: tuple[int, ...]) -> int:
        place = self.branches.setdefault(row, len(self.branches))
        return entry(layout.BRANCH, place * layout.BRANCH_STRIDE)

    def _acted(self, hand: Hand, backing: Backing, up: Card, act: str) -> int:
        """Return the entry of an act."""
        if act == SPLIT:
            return entry(layout.SPLIT, self._split(hand, backing, up))
        if act == STAND:
            return self._ended(hand, backing, up)
        if act == HIT:
            return self._draws(hand, backing, up)
        if act == SURRENDER:
            surrendered = self.ending(hand, backing, up, is_surrendered=True)
            return entry(layout.DONE, self.class_number(surrendered))
        assert act in (DOUBLE, DOUBLE_HALF), act
        allowed = self.hand_rules(hand, up)
        added = allowed.half if act == DOUBLE_HALF else allowed.full
        if hand.doubles:
            added = double_stakes(self.rules, backing.stake + backing.extra).high
        more = backing.doubled(added, free=self.bet if allowed.is_free_double else 0)
        return self._draws(hand.doubled(), more, up)

    def _usual(self, hand: Hand, backing: Backing, up: Card, legal: frozenset[str]) -> str:
        """Return the player's act without count deviations."""
        is_added = not backing.is_original
        usual = self.player.act(hand, up, legal, is_added=is_added, hole=self.hole)
        if usual not in legal:
            raise SimulationError(
                f"{self.player.name}: {hand} may not {usual.replace('_', ' ')} at this table; "
                f"it may {', '.join(sorted(legal))}"
            )
        return usual

    def _acts(self, hand: Hand, up: Card, legal: frozenset[str], usual: str) -> tuple[str, ...]:
        """Return the player's acts: the usual one, or one for each count."""
        return acts_by_count(self.betting, usual, hand, up, legal) if self.betting else (usual,)

    def insures(self, hand: Hand) -> bool:
        """Return True if the hand of two cards is insured."""
        insures = self.player.insures(hand) if self.insures_all is None else self.insures_all
        if insures and bust_takes_insurance(self.rules):
            clause = self.rules.clause("settlement.bust_takes")
            raise SimulationError(f"insurance that a bust takes is not simulated [{clause}]")
        return insures

    def takes_even_money(self, hand: Hand, up: Card) -> bool:
        """Return True if a blackjack is paid even money against this up card."""
        if even_money_refusal(self.rules, hand, up) or not is_ace(up):
            return False  # Best play keeps a blackjack against a ten.
        by_count = self.insures_all
        return self.player.takes_even_money if by_count is None else by_count

    def _even_money(self) -> int:
        return entry(layout.DONE, self.class_number(even_money_class(self.rules, self.bet)))

    def _split(self, hand: Hand, backing: Backing, up: Card) -> int:
        """Return the number of a split, stored before its hands: a pair may come again in them."""
        by_card = self.rows.width == layout.CARD_STRIDE
        card = hand.cards[0]
        other = hand.cards[1] if by_card else card
        key = (up, self.hole, card, other, hand.is_split, backing.is_original)
        known = self._pairs.get(key)
        if known is not None:
            return known
        number = self._pairs[key] = len(self.splits)
        self.splits.append([])
        allowed = self.hand_rules(hand, up)
        empty = Hand(is_split=True, is_split_ace=is_ace(card))
        new = Backing(
            stake=0 if allowed.is_free_split else self.bet,
            free=self.bet if allowed.is_free_split else 0,
            is_original=False,
        )
        # If the box is full, an error that would split is no error.
        full = (
            self._ended(hand, backing, up)
            if allowed.is_over_unsplit
            else self._chosen(
                hand, backing, up, self.legal_against(hand, up, allowed.legal_unsplit), errs=False
            )
        )
        self.splits[number] = [
            self._draws(empty.add(card), backing, up),
            self._draws(empty.add(other), new, up),
            allowed.split_limit,
            full,
        ]
        return number
