"""Rulebooks of one's own: combinations that no shipped rulebook has are played as they say."""

from pathlib import Path

import pytest

from pitboss.cards import HIDDEN, parse_cards
from pitboss.engine.deal import Deal
from pitboss.engine.dealer import HoleCardRevealed
from pitboss.engine.declare import evolve, redact
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Hit, Split, Stand
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.state import BETTING, COUPON
from pitboss.engine.table import open_table
from tests.clauses.rounds import AtTable, table_of

NO_NEED = 'rules.dealer.second_card = { value = "if_needed", clause = "X-1" }\n'
"""The dealer's second card is shown where something depends on it, and not otherwise."""
COUPONS = 'rules.limits.coupon = { value = "equal", clause = "X-1" }\n'
"""Match play coupons are taken beside every main wager."""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return tmp_path / "book.toml"


def write(path: Path, extends: str, rules: str) -> str:
    """A rulebook that starts from another one."""
    head = f'title = "Ours"\nextends = "{extends}"\nclauses = {{ "X-1" = "As we like it." }}\n'
    path.write_text(head + rules, encoding="utf-8")
    return str(path)


def results(table: AtTable) -> list[tuple[str, str]]:
    """What each wager came to, in the order of settlement."""
    return [(event.wager, event.result) for event in table.all_of(WagerSettled)]


def test_hole_card_stays_down_where_nothing_hangs_on_it(book: Path) -> None:
    """Everybody has gone over: nobody learns the hole card, not even from the discards."""
    table = table_of(write(book, "pa_free_bet", NO_NEED), "Ts 6d 5h 9c Kd", "1 ann main 10")
    table.do(Deal())
    table.do(Hit(by="ann", box=1))
    assert table.state.phase == BETTING
    assert table.all_of(HoleCardRevealed) == []
    state = open_table(table.state.rules)
    for event in table.events:
        shown = redact(state, event, "ann")
        if isinstance(shown, RoundEnded):
            assert set(shown.collected) == {HIDDEN}
        state = evolve(state, event)


def test_side_wager_on_the_dealer_needs_the_hole_card(book: Path) -> None:
    """With Push 22 up the dealer draws out, though every hand has gone over."""
    path = write(book, "pa_free_bet", NO_NEED)
    wagers = ("1 ann main 10", "1 ann push_22 5")
    table = table_of(path, "Ts 6d 5h Td Kd 6h", *wagers, push_22="a")
    table.do(Deal())
    table.do(Hit(by="ann", box=1))
    assert results(table) == [("main", "loss"), ("push_22", "win")]


def test_losers_are_collected_before_winners_are_paid(book: Path) -> None:
    """The progressive wager of a box is taken with the losers and paid with the winners."""
    order = 'rules.settlement.order = { value = "collect_then_pay", clause = "X-1" }\n'
    path = write(book, "tribal", order)
    wagers = ("1 ann main 10", "1 ann progressive 1", "2 bob main 10", "2 bob progressive 1")
    table = table_of(path, "As Ts 6d Ac 9h Tc Ks Kc 5h", *wagers, progressive=True)
    table.do(Deal())
    table.do(Split(by="ann", box=1))
    table.do(Stand(by="bob", box=2))
    settled = [(event.player, event.wager, event.result) for event in table.all_of(WagerSettled)]
    assert settled.index(("bob", "progressive", "loss")) < settled.index(
        ("ann", "progressive", "win")
    )


def test_hands_of_two_cards_only(book: Path) -> None:
    """Where a hand takes no third card its turn is over with the deal."""
    path = write(book, "tribal", 'rules.draw.cards_max = { value = 2, clause = "X-1" }\n')
    table = table_of(path, "Ts 6d 9h Tc 9s", "1 ann main 10")
    table.do(Deal())
    assert table.state.phase == BETTING
    assert results(table) == [("main", "win")]
    cards = [event.card for event in table.all_of(CardDealt)]
    assert tuple(cards) == parse_cards("Ts 6d 9h Tc 9s")


def coupons(table: AtTable) -> list[tuple[str, str, int]]:
    """What each coupon came to."""
    settled = table.all_of(WagerSettled)
    return [(one.player, one.result, one.net) for one in settled if one.wager == COUPON]


def test_a_coupon_moves_with_the_wager_of_a_follower(book: Path) -> None:
    """Each bettor of a box has one; after a split it is where its wager is."""
    wagers = ("1 ann main 10", "1 bob main 20", "1 ann match_play 10", "1 bob match_play 20")
    table = table_of(write(book, "nz", COUPONS), "8s 9d 8h Th 5c 8d", *wagers)
    table.do(Deal())
    table.do(Split(by="ann", box=1, choices={"bob": "second"}))
    table.do(Stand(by="ann", box=1))
    table.do(Stand(by="ann", box=1))
    assert sorted(coupons(table)) == [("ann", "win", 10_00), ("bob", "loss", 0)]


def test_a_coupon_goes_with_the_first_of_several_dealer_hands(book: Path) -> None:
    path = write(book, "tribal", COUPONS)
    wagers = ("1 ann main 10/20", "1 ann match_play 10")
    table = table_of(path, "Ts Td 9h 8d Kc", *wagers, multiple_action=True)
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    assert results(table) == [("main", "win"), (COUPON, "win"), ("main", "loss")]
