"""Probability of each category of a side wager: ``classify``, summed over the cards it may see."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from pitboss.cards import DECK, VALUES, Card, rank
from pitboss.errors import OddsError
from pitboss.hands import Hand, hand_of, makes_blackjack
from pitboss.odds.known.records import Results
from pitboss.odds.shoe import SuitedShoe, each_card, falling
from pitboss.odds.side_wagers.dealer_hand import DEALT, dealer_chances, dealt_sight
from pitboss.rulebook.questions.acts import is_complete
from pitboss.rulebook.questions.dealing import peeks
from pitboss.rulebook.rules import Rules, SideWager
from pitboss.wagers.base import OPEN, Wager
from pitboss.wagers.sight import decide, sight_of

DRAWN = ("third", "fourth")
"""Cards that come only if the hand draws them."""
FINAL = ("dealer_blackjack", "dealer_cards", "dealer_total", "dealer_suits")
RESULTS = ("streak", "result")


DRAWS = ("hit", "double", "double_half", "split")
"""Acts that draw a card."""

STREAK_MAX = 64
"""Maximum length of a streak wager."""


class ActPolicy(Protocol):
    """A strategy, as far as side wagers depend on it."""

    def act(self, hand: Hand, up: Card) -> str:
        """Return ``hit``, ``stand``, ``double``, ``split`` or ``surrender`` for an unsplit hand."""


@dataclass(frozen=True, slots=True)
class OneAct:
    """The same act for every hand; such strategies bound the effect of play."""

    name: str

    def act(self, hand: Hand, up: Card) -> str:  # noqa: ARG002
        """Return the act."""
        return self.name


@dataclass(frozen=True, slots=True)
class Chance:
    """A probability, and whether it depends on how the hand is played."""

    p: Fraction
    by_play: bool = False


Law = Mapping[str, Chance]
"""Probability of each category; losing and the categories together sum to 1."""


class LawOf(Protocol):
    """Function that returns the odds of a side wager: ``wager_law``, or a lookup of known odds."""

    def __call__(
        self,
        rules: Rules,
        wager: SideWager,
        shoe: SuitedShoe,
        *,
        play: ActPolicy | None = None,
        results: Results | None = None,
    ) -> Law:
        """Return the odds as ``wager_law`` does."""


def wager_law(
    rules: Rules,
    wager: SideWager,
    shoe: SuitedShoe,
    *,
    play: ActPolicy | None = None,
    results: Results | None = None,
) -> Law:
    """Return the probability of each category of a side wager, off the top of this shoe.

    ``play`` is needed if the wager depends on cards that the player may draw, ``results`` if it
    depends on the results of rounds.
    """
    reads = frozenset(wager.kind.reads)
    if reads <= {*DEALT}:
        law = _dealt_tally(wager.kind, shoe).law()
    elif reads <= {*DEALT, *FINAL}:
        sums = dealer_chances(rules, wager.kind, shoe)
        law = {name: Chance(p) for name, p in sums.items()}
    elif reads <= {*DEALT, *DRAWN} - {"hole"}:
        law = _played_tally(rules, wager, shoe, play).law()
    elif reads <= {*RESULTS}:
        if results is None:
            raise OddsError(f"{wager.title} depends on the results of rounds, which are not given")
        law = streak_law(wager.kind, results)
    else:
        seen = ", ".join(sorted(reads))
        raise OddsError(f"{wager.title} looks at {seen}: there is no exact sum over all of these")
    if sum(chance.p for chance in law.values()) != 1:
        raise OddsError(f"the shoe may run out of cards before {wager.title} is decided")
    return law


Ways = Mapping[tuple[str, tuple[int, ...]], Fraction]
"""Probability of a category with cards of these values, ace 1; a share may be negative."""


def wager_ways(
    rules: Rules, wager: SideWager, shoe: SuitedShoe, *, play: ActPolicy | None = None
) -> Ways:
    """Return the law of a wager by the values of the cards that decide it, for counting systems.

    A hole card that makes no blackjack is one share with any card, less one with a card that makes
    a blackjack.
    """
    reads = frozenset(wager.kind.reads)
    if reads <= {*DEALT}:
        return _dealt_tally(wager.kind, shoe).ways()
    if reads <= {*DEALT, *DRAWN} - {"hole"}:
        return _played_tally(rules, wager, shoe, play).ways()
    raise OddsError(f"{wager.title} looks at more than the cards of the deal and those drawn")


def depends_on_play(wager: SideWager) -> bool:
    """Return True if the odds of a wager depend on how hands are played."""
    return bool(set(wager.kind.reads) & {*DRAWN, *RESULTS})


class _CategoryTally:
    """Weights of categories: ordered ways to draw cards, by their values."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._ways: Counter[tuple[str, tuple[int, ...]]] = Counter()
        self._by_play: set[str] = set()

    def add(
        self, category: str, ways: int, cards: Iterable[Card], *, by_play: bool = False
    ) -> None:
        assert category != OPEN, "a wager must be decided when all that it reads is known"
        self._ways[category, tuple(sorted(VALUES[card] for card in cards))] += ways
        if by_play:
            self._by_play.add(category)

    def ways(self) -> Ways:
        return {
            key: Fraction(ways, falling(self._size, len(key[1])))
            for key, ways in self._ways.items()
        }

    def law(self) -> Law:
        ways: Counter[tuple[str, int]] = Counter()
        for (category, values), number in self._ways.items():
            ways[category, len(values)] += number
        sums: dict[str, Fraction] = {}
        for (category, cards), number in ways.items():
            share = Fraction(number, falling(self._size, cards))
            sums[category] = sums.get(category, Fraction(0)) + share
        return {name: Chance(p, name in self._by_play) for name, p in sums.items()}


@lru_cache(maxsize=256)
def _dealt_tally(kind: Wager, shoe: SuitedShoe) -> _CategoryTally:
    """Sum over the cards of the initial deal."""
    tally = _CategoryTally(shoe.size)
    for (category, cards), orders in _deals(kind).items():
        ways = orders
        for place, card in enumerate(cards):
            ways *= max(shoe.counts[card] - cards[:place].count(card), 0)
        if ways:
            tally.add(category, ways, cards)
    return tally


@lru_cache(maxsize=16)
def _deals(kind: Wager) -> Mapping[tuple[str, tuple[Card, ...]], int]:
    """Return the cards of the initial deal by category, with the number of their orders.

    A wager decided early needs no further card. A card may come again: shoes have several decks.
    """
    names = [name for name in DEALT if name in kind.reads]
    orders: Counter[tuple[str, tuple[Card, ...]]] = Counter()

    def deal(seen: dict[str, Card]) -> None:
        category = kind.classify(dealt_sight(seen))
        if category != OPEN or len(seen) == len(names):
            orders[category, tuple(sorted(seen.values()))] += 1
            return
        for card in DECK:
            deal({**seen, names[len(seen)]: card})

    deal({})
    return orders


@dataclass(frozen=True, slots=True)
class _Up:
    """An up card: one card, or all of one value if the wager does not depend on it."""

    card: Card
    group: tuple[Card, ...]
    is_checked: bool
    """True if the dealer peeks under it before play."""

    @property
    def partner(self) -> Card:
        """A card that makes a blackjack with it, or the card itself if none does."""
        return next((card for card in DECK if makes_blackjack(self.card, card)), self.card)


def _played_tally(
    rules: Rules, wager: SideWager, shoe: SuitedShoe, play: ActPolicy | None
) -> _CategoryTally:
    if play is None:
        raise OddsError(f"{wager.title} depends on how the hand is played, which is not given")
    return _PlayedSum(rules, wager, shoe, play).tally()


class _PlayedSum:
    """The sum over first two cards, up card, peek, and cards drawn in play.

    One box only, off the top. Cards are exchangeable, so the up card and the hole card are counted
    after the player's cards although they are dealt before.
    """

    def __init__(self, rules: Rules, wager: SideWager, shoe: SuitedShoe, play: ActPolicy) -> None:
        self._rules, self._wager, self._kind = rules, wager, wager.kind
        self._act = play.act
        self._acts: dict[tuple[int, ...], str] = {}
        self._left = list(shoe.counts)
        self._tally = _CategoryTally(shoe.size)
        self._reads_up = "up" in wager.kind.reads
        values = range(1, 11)
        groups = [tuple(card for card in DECK if VALUES[card] == value) for value in values]
        if self._reads_up:
            groups = [(card,) for card in DECK]
        self._ups = [_Up(group[0], group, self._is_checked(group[0])) for group in groups]

    def tally(self) -> _CategoryTally:
        """Return the weights of the categories."""
        self._deal((), 1)
        return self._tally

    def _is_checked(self, up: Card) -> bool:
        return self._rules.deal.hole_card and peeks(self._rules, up)

    def _deal(self, dealt: tuple[Card, ...], ways: int) -> None:
        """Deal the first two cards; a wager that they decide needs no play."""
        category = self._kind.classify(sight_of(dealt))
        if category != OPEN:
            self._tally.add(category, ways, dealt)
        elif len(dealt) < 2:
            for card, number in each_card(self._left):
                self._deal((*dealt, card), ways * number)
        else:
            for up in self._ups:
                self._offer(dealt, ways, up)

    def _offer(self, dealt: tuple[Card, ...], ways: int, up: _Up) -> None:
        """Peek at the hole card if the rules say so; then play the hand."""
        if up.is_checked:
            ways_over = ways * self._number(up) * self._blackjacks(up)
            category = self._category(dealt, up, is_over=True)
            self._tally.add(category, ways_over, (*dealt, up.card, up.partner))
        self._play(dealt, hand_of(dealt), ways, up)

    def _play(self, dealt: tuple[Card, ...], hand: Hand, ways: int, up: _Up) -> None:
        """Play on from a hand that has not been split."""
        key = (*(rank(card) for card in dealt), -up.card)
        act = self._acts.get(key)
        if act is None:
            act = self._acts[key] = self._next(hand, up)
        if act in DRAWS:
            self._draw(dealt, hand, ways, up, act=act)
        else:
            self._count(self._category(dealt, up, is_over=True), dealt, ways, up)

    def _next(self, hand: Hand, up: _Up) -> str:
        """Return the next act of a hand, or ``stand`` if no card that counts can follow."""
        act = "stand" if is_complete(self._rules, hand, hands=1) else self._act(hand, up.card)
        return "stand" if act == "split" and self._wager.split == "settle" else act

    def _draw(self, dealt: tuple[Card, ...], hand: Hand, ways: int, up: _Up, *, act: str) -> None:
        """Draw a card. After a split two hands take one each, so that two are sure to come."""
        for card, number in each_card(self._left):
            now = (*dealt, card)
            category = self._category(now, up, is_over=False)
            if category != OPEN:
                self._count(category, now, ways * number, up)
            elif act == "split":
                self._draw(now, hand, ways * number, up, act=act)
            elif act == "hit":
                self._play(now, hand.add(card), ways * number, up)
            else:
                self._count(self._category(now, up, is_over=True), now, ways * number, up)

    def _count(self, category: str, dealt: tuple[Card, ...], ways: int, up: _Up) -> None:
        """Count the up card and, after a peek, a hole card that makes no blackjack."""
        ways, cards = ways * self._number(up), (*dealt, up.card)
        self._tally.add(category, ways, cards, by_play=True)
        if up.is_checked:
            # Any hole card, less those that make it.
            over = ways * self._blackjacks(up)
            self._tally.add(category, -over, (*cards, up.partner), by_play=True)

    def _blackjacks(self, up: _Up) -> int:
        return sum(self._left[card] for card in DECK if makes_blackjack(up.card, card))

    def _number(self, up: _Up) -> int:
        return sum(self._left[card] for card in up.group)

    def _category(self, dealt: tuple[Card, ...], up: _Up, *, is_over: bool) -> str:
        shown = up.card if self._reads_up else None
        return self._kind.classify(sight_of(dealt, is_over=is_over, up=shown))


def streak_law(kind: Wager, results: Results) -> Law:
    """Follow the results of rounds until the wager is decided.

    Every round is dealt from a full shoe under the same strategy, so that results are independent;
    the player sits out no round.
    """
    chances = {"win": results.win, "push": results.push, "loss": results.loss}
    shares = {name: Fraction(p) for name, p in chances.items()}
    sums: dict[str, Fraction] = {}
    wins, reach, restarts = 0, Fraction(1), Fraction(0)
    while reach:
        if wins > STREAK_MAX:
            raise OddsError(f"a streak of more than {STREAK_MAX} wins is not followed")
        moves, falls = Fraction(0), Fraction(0)
        decided: dict[str, Fraction] = {}
        for result, share in shares.items():
            streak = wins + (result == "win")
            category = decide(kind, sight_of(streak=streak, result=result))
            if category != OPEN:
                decided[category] = decided.get(category, Fraction(0)) + share
            elif result == "win":
                moves += share
            elif result == "loss" and wins:
                falls += share
        # A round that changes nothing is followed by another, until one does.
        leaves = moves + falls + sum(decided.values())
        if not leaves:
            raise OddsError(f"no result of a round ever decides {kind.kind}")
        for category, share in decided.items():
            sums[category] = sums.get(category, Fraction(0)) + reach * share / leaves
        restarts += reach * falls / leaves
        reach = reach * moves / leaves
        wins += 1
    # A loss ends the run, which begins again from 0.
    return {name: Chance(p / (1 - restarts), by_play=True) for name, p in sums.items()}
