"""What a refused command is answered with: who was meant, which wagers and stakes there are."""

from collections.abc import Callable

import pytest

import pitboss
from pitboss.engine.play.acts import Hit


def table(*players: str, rulebook: str = "nz") -> pitboss.Table:
    made = pitboss.Table(rulebook, cards="Ts 9d 8c 7s Kh 9c 5h 6h")
    for player in players:
        made.sit(player, 100)
    return made


def dealt(*players: str) -> pitboss.Table:
    made = table(*players)
    for player in players:
        made.bet(player, 10)
    made.deal()
    return made


BEFORE: dict[str, tuple[Callable[[pitboss.Table], None], str]] = {
    "a wager misspelt": (lambda t: t.bet("ann", 10, wager="mian"), "did you mean main?"),
    "no such wager": (lambda t: t.bet("ann", 10, wager="lottery"), "wagers here: main"),
    "a player misspelt": (
        lambda t: t.bet("anne", 10),
        "did you mean ann? If not, give chips first: table.sit('anne', 100)",
    ),
    "no such player": (lambda t: t.bet("bob", 10), "give chips first: table.sit('bob', 100)"),
    "no such box": (lambda t: t.bet("ann", 10, box=99), "leave box out to take the first free one"),
    "no such chips": (lambda t: t.bet("ann", 7.2), "give 5.00 to 100.00, in steps of 0.50"),
    "more than there is": (lambda t: t.bet("ann", 500), "give 5.00 to 100.00, in steps of 0.50"),
    "nothing to deal to": (lambda t: t.deal(), "bet first: table.bet('ann', 10)"),
    "nothing bought": (lambda t: t.sit("ann", 0), "give an amount above 0"),
    "insured by nobody": (lambda t: t.insure("an"), "did you mean ann?"),
    "insured too soon": (lambda t: t.insure("ann"), "bet and deal first"),
}  # fmt: skip


@pytest.mark.parametrize("case", BEFORE)
def test_before_the_deal(case: str) -> None:
    ask, hint = BEFORE[case]
    with pytest.raises(pitboss.Error) as told:
        ask(table("ann"))
    assert told.value.hint == hint


def test_a_side_wager_misspelt() -> None:
    with pytest.raises(pitboss.Refused) as told:
        table("ann", rulebook="house").bet("ann", 10, wager="match_deal")
    assert told.value.hint == "did you mean match_dealer?"


def test_who_cannot_bet_the_least_needs_chips() -> None:
    made = table()
    made.sit("ann", 4)
    with pytest.raises(pitboss.Refused) as told:
        made.bet("ann", 5)
    assert told.value.hint == "give more chips: table.sit('ann', 100)"


def test_a_second_bet_is_answered_with_the_deal() -> None:
    made = table("ann")
    made.bet("ann", 10)
    with pytest.raises(pitboss.Refused) as told:
        made.bet("ann", 10)
    assert told.value.hint == "table.deal() deals"


DURING: dict[str, tuple[Callable[[pitboss.Table], object], str]] = {
    "no pair": (lambda t: t.act("split"), "ann may hit, stand, double"),
    "under way": (lambda t: t.deal(), "ann may hit, stand, double"),
    "out of turn": (lambda t: t.send(Hit(by="bob", box=2)), "ann may hit, stand, double"),
    "too much": (lambda t: t.act("double", 50), "give 0.50 to 10.00, in steps of 0.50"),
}


@pytest.mark.parametrize("case", DURING)
def test_in_a_round_the_hint_says_who_may_do_what(case: str) -> None:
    ask, hint = DURING[case]
    made = dealt("ann", "bob")
    assert made.turn is not None
    assert made.turn.player == "ann"
    with pytest.raises(pitboss.Refused) as told:
        ask(made)
    assert told.value.hint == hint


def test_a_free_double_takes_no_amount() -> None:
    made = pitboss.Table("pa_free_bet", cards="6s 9d 5c 7s Kh 2c")
    made.sit("ann", 100)
    made.bet("ann", 10)
    made.deal()
    with pytest.raises(pitboss.Refused) as told:
        made.act("double", 10)
    assert told.value.hint == "leave the amount out: the house puts it up"
