"""What holds for every kind of side wager."""

from collections import Counter
from dataclasses import dataclass, fields, replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK
from pitboss.wagers import kinds
from pitboss.wagers.base import LOSE, NO_CARD, OPEN, Sight, Stage, Wager
from pitboss.wagers.registry import add_kind, wager_kinds

KINDS = sorted(wager_kinds())
CARDS = st.none() | st.just(NO_CARD) | st.integers(0, 51)
DEALT = st.none() | st.integers(0, 51)
SIGHTS = st.builds(
    Sight,
    first=DEALT,
    second=DEALT,
    third=CARDS,
    fourth=CARDS,
    up=DEALT,
    hole=DEALT,
    dealer_blackjack=st.none() | st.booleans(),
    dealer_cards=st.none() | st.integers(2, 12),
    dealer_total=st.none() | st.integers(4, 30),
    dealer_suits=st.none() | st.sampled_from(["suited", "coloured", "mixed"]),
    streak=st.none() | st.integers(0, 9),
    result=st.none() | st.sampled_from(["win", "loss", "push"]),
)


@dataclass(frozen=True)
class Spy:
    """A sight that remembers which of its fields were looked at."""

    sight: Sight
    seen: set[str]

    def __getattr__(self, name: str) -> object:
        self.seen.add(name)
        return getattr(self.sight, name)


def test_every_file_holds_one_kind() -> None:
    assert len(KINDS) == len(list(Path(kinds.__path__[0]).glob("[a-z]*.py")))
    assert all(kind == wager_kinds()[kind].kind for kind in KINDS)


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_says_what_it_is(name: str) -> None:
    kind = wager_kinds()[name]
    assert kind.decided in Stage
    assert set(kind.reads) <= {field.name for field in fields(Sight)}
    assert len(set(kind.categories)) == len(kind.categories) > 0
    assert not {LOSE, OPEN} & set(kind.categories)
    assert not kind.unknown()
    assert kind().classify(Sight()) == OPEN
    assert all(hasattr(kind(), parameter) for parameter in kind.parameters())


@pytest.mark.parametrize("name", KINDS)
@given(sight=SIGHTS)
def test_a_kind_answers_and_looks_only_where_it_says(name: str, sight: Sight) -> None:
    wager = wager_kinds()[name]()
    spy = Spy(sight, set())
    category = wager.classify(spy)  # type: ignore[arg-type]
    assert category in (*wager.categories, LOSE, OPEN)
    assert spy.seen <= set(wager.reads)
    blind = {field.name: None for field in fields(Sight) if field.name not in wager.reads}
    assert wager.classify(replace(sight, **blind)) == category


@pytest.mark.parametrize("name", ["perfect_pairs", "same_suit", "blackjack_bonus", "over_under"])
def test_a_kind_of_two_cards_decides_every_deal(name: str) -> None:
    wager = wager_kinds()[name]()
    counts = Counter(wager.classify(Sight(first=a, second=b)) for a, b in product(DECK, DECK))
    assert OPEN not in counts
    assert set(wager.categories) | {LOSE} == set(counts)


def test_known_counts_of_two_cards_with_replacement() -> None:
    pairs = wager_kinds()["perfect_pairs"]()
    counts = Counter(pairs.classify(Sight(first=a, second=b)) for a, b in product(DECK, DECK))
    assert counts == {"perfect": 52, "coloured": 52, "mixed": 104, LOSE: 52 * 48}
    bonus = wager_kinds()["blackjack_bonus"]()
    blackjacks = Counter(bonus.classify(Sight(first=a, second=b)) for a, b in product(DECK, DECK))
    assert blackjacks["blackjack"] == 2 * 4 * 16


def test_a_kind_must_say_what_wins() -> None:
    with pytest.raises(AssertionError, match="Wager does not say what wins"):
        Wager().classify(Sight())


@dataclass(frozen=True)
class TooEarly(Wager):
    """Looks at the dealer's hand before it is there."""

    kind = "too_early"
    decided = Stage.HAND
    reads = ("first", "dealer_total")
    categories = ("won",)


def test_a_kind_is_not_decided_before_it_can_be() -> None:
    assert TooEarly.unknown() == ("dealer_total",)
    with pytest.raises(ValueError, match="decided before it knows dealer_total"):
        add_kind(TooEarly)
    assert "too_early" not in wager_kinds()


def test_two_kinds_do_not_share_a_name() -> None:
    @dataclass(frozen=True)
    class Another(TooEarly):
        kind = "streak"
        decided = Stage.ROUND

    with pytest.raises(ValueError, match="there is a kind 'streak' already"):
        add_kind(Another)
