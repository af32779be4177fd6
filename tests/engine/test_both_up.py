"""Both dealer cards face up: everybody sees them, nobody insures, a blackjack ends the round."""

from pathlib import Path

import pytest

from pitboss.cards import parse_cards
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.insurance import HoleCardChecked, Insure, TakeEvenMoney
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import BETTING, PLAYING, TableState
from pitboss.engine.table import open_table, step
from pitboss.engine.views import view
from pitboss.rulebook.catalog import rules_of
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.questions.acts import even_money_refusal, insurance_refusal
from pitboss.rulebook.refusals import Rejection
from tests.rulebook.books import write_book


def dealt(cards: str) -> tuple[TableState, list[Event]]:
    """A round of one box, dealt from these cards after a burn card."""
    state = open_table(rules_of("double_exposure"))
    events: list[Event] = []
    wanted = parse_cards(cards)
    rest = list(state.rules.stack)
    for card in wanted:
        rest.remove(card)
    commands: list[Command] = [
        LoadShoe(cards=(*wanted, *rest), behind=100),
        BuyIn(player="ann", amount=100_000),
        PlaceWager(by="ann", box=1, wager="main", amounts=(1000,)),
        Deal(),
    ]
    for command in commands:
        outcome = step(state, command)
        assert not isinstance(outcome, Rejection), str(outcome)
        state, events = outcome[0], [*events, *outcome[1]]
    return state, events


def nets(events: list[Event]) -> list[tuple[int, str]]:
    return [(event.net, event.clause) for event in events if isinstance(event, WagerSettled)]


def test_everybody_sees_both_cards_and_nobody_is_offered_insurance() -> None:
    state, events = dealt("Ts As 6s 6d")
    assert state.phase == PLAYING
    assert not any(isinstance(event, HoleCardChecked) for event in events)
    for viewer in ("ann", "a passer-by"):
        seen = view(state, viewer)
        assert seen.dealer == parse_cards("As 6d")
        assert seen.dealer_total == "17"
    for offer in (Insure(by="ann", box=1, amounts=(500,)), TakeEvenMoney(by="ann", box=1)):
        refused = step(state, offer)
        assert isinstance(refused, Rejection)
    hand = state.hand(1, 1).hand
    assert str(insurance_refusal(state.rules, hand, state.up)).startswith("DE-both-up:")
    assert even_money_refusal(state.rules, hand, state.up) is not None


def test_the_dealer_wins_a_tie() -> None:
    state, _ = dealt("Ts Ks 9s 9d")
    outcome = step(state, Stand(by="ann", box=1))
    assert not isinstance(outcome, Rejection)
    assert nets(list(outcome[1])) == [(-1000, "DE-ties")]


@pytest.mark.parametrize(
    "cards, net",
    [
        ("Ts As 9s Kd", (-1000, "STD-dealer-blackjack")),
        ("As Ks Ts Ad", (1000, "DE-blackjack")),
    ],
)
def test_a_blackjack_that_shows_ends_the_round(cards: str, net: tuple[int, str]) -> None:
    state, events = dealt(cards)
    assert state.phase == BETTING
    assert nets(events) == [net]


@pytest.mark.parametrize(
    "section, name, value, told",
    [
        ("deal", "hole_card", "false", "no second card"),
        ("dealer", "hands", "2", "several hands"),
        ("blackjack", "tie", '"win_under_ten"', "under a ten"),
        ("settlement", "bonuses", '["777 suited against 7: 50 to 1"]', "the up card"),
    ],
)
def test_no_rule_may_hang_on_which_card_came_first(
    section: str, name: str, value: str, told: str, tmp_path: Path
) -> None:
    text = (
        'title = "Own"\nextends = "double_exposure"\n[clauses]\n"OWN-1" = "Own."\n'
        f'[rules.{section}]\n{name} = {{ value = {value}, clause = "OWN-1" }}\n'
    )
    with pytest.raises(RulebookError, match=told):
        rules_of(write_book(tmp_path, text))
