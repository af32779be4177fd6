"""New Zealand: the order in which cards fall and wagers are settled."""

from functools import partial

import pytest

from pitboss.cards import parse_cards
from pitboss.engine import do
from pitboss.engine.betting.placing import AnteTaken
from pitboss.engine.declare import Event
from pitboss.engine.insurance import InsurancePlaced
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.play.acts import HandSplit
from pitboss.engine.play.turns import TurnGiven
from pitboss.engine.round import HandFinished, PhaseBegan, RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.state import DEALER
from tests.clauses.rounds import dealt as dealt_at
from tests.clauses.rounds import table_of


def story(events: list[Event]) -> list[str]:
    """What happened, as short words: cards by box, settlements by wager, box and player."""
    words: list[str] = []
    for event in events:
        match event:
            case CardDealt(box=box):
                words.append(f"card {box or 'dealer'}")
            case WagerSettled(box=box, wager=wager, player=player, result=result):
                words.append(f"{result} {wager} {box} {player}")
            case AnteTaken(box=box, player=player):
                words.append(f"ante {box} {player}")
            case InsurancePlaced(box=box, player=player):
                words.append(f"insured {box} {player}")
            case HandSplit(box=box):
                words.append(f"split {box}")
            case RoundEnded():
                words.append("end")
            case _:
                pass
    return words


dealt = partial(dealt_at, "nz")
"""A table after the initial deal."""


@pytest.mark.clause("NZ-8.2", "NZ-8.2-a", "NZ-8.2-b", "NZ-8.2-c", "NZ-1.0-initial-deal")
def test_initial_deal_gives_two_cards_to_wagered_boxes_and_one_to_the_dealer() -> None:
    table = dealt("Ts Th 9d 8c 7c", "7 ann main 10", "2 bob main 10")
    assert story(table.events) == ["card 2", "card 7", "card dealer", "card 2", "card 7"]


@pytest.mark.clause("NZ-8.2-a", "NZ-8.2-b", "NZ-8.2-c", "NZ-8.4", "NZ-8.5")
def test_every_card_of_a_round_lies_face_up() -> None:
    table = dealt("5s 6d 6h 9h Tc 8c", "1 ann main 10")
    table.play("1 double")
    cards = table.all_of(CardDealt)
    assert len(cards) == 6
    assert all(card.is_up for card in cards)


@pytest.mark.clause("NZ-8.3")
def test_turns_go_clockwise_from_the_dealers_left() -> None:
    table = dealt("Ts Th Td 9d 9h 9s 9c 8c", "9 ann main 10", "1 bob main 10", "4 cal main 10")
    table.play("1 stand", "4 stand", "9 stand")
    assert [turn.box for turn in table.all_of(TurnGiven)] == [1, 4, 9]


@pytest.mark.clause("NZ-8.4")
def test_a_card_follows_its_decision() -> None:
    table = dealt("2s 9d 3h 4h", "1 ann main 10")
    assert story(list(table.do(do.Hit(by="ann", box=1)))) == ["card 1"]


@pytest.mark.clause("NZ-8.5")
def test_dealers_second_card_comes_after_the_last_decision() -> None:
    table = dealt("Ts Th Kd 9h 8h 5c 6c", "1 ann main 10", "2 bob main 10")
    assert story(list(table.do(do.Stand(by="ann", box=1)))) == []
    after = story(list(table.do(do.Stand(by="bob", box=2))))
    assert after[:2] == ["card dealer", "card dealer"]


@pytest.mark.clause("NZ-12.3")
def test_second_split_hand_has_no_card_before_the_first_is_done() -> None:
    table = dealt("8s 7d 8h 2c 3c Ts 9h Tc", "1 ann main 10")
    table.events.clear()
    table.play("1 split", "1 hit", "1 hit")
    hands = [card.hand for card in table.all_of(CardDealt)]
    # The ten makes 23: the first hand is over, and only now the second has its card.
    assert hands == [1, 1, 1, 2]


@pytest.mark.clause("NZ-13.2", "NZ-5.1-f")
def test_a_hand_over_21_is_collected_before_the_next_box_acts() -> None:
    table = dealt("Ts Th Kd 6h 9h Tc Ac", "1 ann main 10", "1 bob main 20", "2 cal main 10")
    events = table.do(do.Hit(by="ann", box=1))
    assert story(list(events)) == ["card 1", "loss main 1 ann", "loss main 1 bob"]
    assert isinstance(events[-1], TurnGiven)


@pytest.mark.clause("NZ-10.1")
@pytest.mark.parametrize("up", ["2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d"])
def test_blackjack_is_paid_with_the_deal_against_two_to_nine(up: str) -> None:
    table = dealt(f"As Ts {up} Kh 9h", "1 ann main 10", "2 bob main 10")
    assert story(table.events)[-1] == "win main 1 ann"
    assert [paid.net for paid in table.all_of(WagerSettled)] == [1500]


@pytest.mark.clause("NZ-10.2")
@pytest.mark.parametrize("up", ["Td", "Jd", "Qd", "Kd", "Ad"])
def test_blackjack_waits_against_an_ace_or_a_ten(up: str) -> None:
    table = dealt(f"As Ts {up} Kh 9h 6c 4c", "1 ann main 10", "2 bob main 10")
    assert table.all_of(WagerSettled) == []
    if up == "Ad":
        table.play("table close_insurance")
    events = story(list(table.do(do.Stand(by="bob", box=2))))
    last_card = max(place for place, word in enumerate(events) if word == "card dealer")
    assert last_card < events.index("win main 1 ann")


@pytest.mark.clause("NZ-10.3", "NZ-10.3-a", "NZ-10.3-b")
def test_early_settlement_is_paid_before_a_further_card() -> None:
    table = dealt("As Ts Ad Kh 9h 9c", "1 ann main 10", "2 bob main 10")
    before = table.state.chips["ann"]
    assert story(list(table.do(do.TakeEvenMoney(by="ann", box=1)))) == ["win main 1 ann"]
    assert table.state.chips["ann"] == before + 2000
    assert table.state.phase == "offering"


@pytest.mark.clause("NZ-9.2", "NZ-9.2-s2")
def test_insurance_opens_only_after_the_whole_deal() -> None:
    table = table_of("nz", "Ts Ad 9h", "1 ann main 10")
    table.refusal(do.Insure(by="ann", box=1, amounts=(500,)))
    events = table.deal()
    last_card = max(n for n, event in enumerate(events) if isinstance(event, CardDealt))
    opened = next(n for n, event in enumerate(events) if event == PhaseBegan("offering"))
    assert last_card < opened
    table.play("1 insure ann=5")


@pytest.mark.clause("NZ-9.5")
def test_lost_insurance_goes_between_the_second_and_the_third_card() -> None:
    table = dealt("Ts Th Ad 9h 9s 2c 3c Tc", "1 ann main 10", "2 bob main 10")
    table.play("1 insure ann=5", "2 insure bob=3", "table close_insurance", "1 stand")
    after = story(list(table.do(do.Stand(by="bob", box=2))))
    assert after[:4] == [
        "card dealer",
        "loss insurance 1 ann",
        "loss insurance 2 bob",
        "card dealer",
    ]


@pytest.mark.clause("NZ-15.6")
def test_super_sevens_is_settled_on_the_card_that_decides_it() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "3 cal main 10")
    sevens = ("1 ann super_sevens 1", "2 bob super_sevens 1", "3 cal super_sevens 1")
    # ann 5 7, bob 7 5, cal 7 7.
    shoe = "5s 7h 7s 6d 7d 5h 7c 2c Ts 8c"
    table = dealt(shoe, *wagers, *sevens, super_sevens=True)
    assert story(table.events) == [
        "card 1", "loss super_sevens 1 ann", "card 2", "card 3", "card dealer",
        "card 1", "card 2", "win super_sevens 2 bob", "card 3",
    ]  # fmt: skip
    table.play("1 stand", "2 stand")
    drawn = story(list(table.do(do.Hit(by="cal", box=3))))
    assert drawn == ["card 3", "win super_sevens 3 cal"]


@pytest.mark.clause("NZ-15.6")
def test_two_sevens_are_paid_when_the_hand_stands() -> None:
    shoe = "7s Ts 6d 7h 9h Tc 8c"
    wagers = ("1 ann main 10", "1 ann super_sevens 1", "2 bob main 10")
    table = dealt(shoe, *wagers, super_sevens=True)
    assert story(list(table.do(do.Stand(by="ann", box=1)))) == ["win super_sevens 1 ann"]


@pytest.mark.clause("NZ-15.5", "NZ-15.6")
def test_split_sevens_are_paid_before_the_next_card() -> None:
    table = dealt("7s 6d 7h 7d", "1 ann main 10", "1 ann super_sevens 1", super_sevens=True)
    split = story(list(table.do(do.Split(by="ann", box=1))))
    assert split == ["split 1", "win super_sevens 1 ann", "card 1"]


@pytest.mark.clause("NZ-15B.6")
def test_perfect_pairs_are_settled_with_the_end_of_the_deal() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "1 ann perfect_pairs 1", "2 bob perfect_pairs 1")
    table = dealt("8s 5h Kd 8h 6h", *wagers, perfect_pairs="scale_1")
    assert story(table.events)[5:] == ["win perfect_pairs 1 ann", "loss perfect_pairs 2 bob"]


@pytest.mark.clause("NZ-15C.7")
def test_any_pair_is_settled_with_the_end_of_the_deal() -> None:
    wagers = ("1 ann main 10", "2 bob main 10", "1 bob any_pair 1", "2 bob any_pair 1")
    table = dealt("8s 5h Kd 8h 6h", *wagers, any_pair="scale_2")
    assert story(table.events)[5:] == ["win any_pair 1 bob", "loss any_pair 2 bob"]


@pytest.mark.clause("NZ-18.6")
def test_antes_are_taken_after_the_deal_and_before_anything_is_paid() -> None:
    wagers = ("1 ann main 10", "1 ann ante 0.50", "2 bob main 10", "2 bob ante 0.50")
    table = dealt("As Ts 9d Kh 9h", *wagers, variant="antes_up")
    assert story(table.events)[5:] == ["ante 1 ann", "ante 2 bob", "win main 1 ann"]


@pytest.mark.clause("NZ-18.6")
def test_an_ante_does_not_come_back_to_a_winner() -> None:
    table = table_of("nz", "As 9d Kh", variant="antes_up")
    table.bet("1 ann main 10")
    before = table.state.chips["ann"] + 1000
    table.deal("1 ann ante 0.50")
    assert table.state.chips["ann"] == before + 1500 - 50


@pytest.mark.clause("NZ-19.5", "NZ-19.2-a", "NZ-19.2-e")
@pytest.mark.parametrize("drawn", ["Td", "2d 3d 4d"])
def test_plus_pays_21_and_five_cards_before_the_next_card(drawn: str) -> None:
    # A ten makes 21 of 5 and 6; 2, 3 and 4 make 20 in five cards.
    shoe = f"5s Ts Kd 6h 9h {drawn} Ac"
    table = dealt(shoe, "1 ann main 10", "2 bob main 10", variant="blackjack_plus")
    for _ in drawn.split():
        events = table.do(do.Hit(by="ann", box=1))
    assert story(list(events)) == ["card 1", "win main 1 ann"]
    assert isinstance(events[-1], TurnGiven)


@pytest.mark.clause("NZ-19.4")
@pytest.mark.parametrize("up", ["2d", "Td", "Kd", "Ad"])
def test_plus_pays_a_blackjack_with_the_deal(up: str) -> None:
    table = dealt(f"As Ts {up} Kh 9h", "1 ann main 10", "2 bob main 10", variant="blackjack_plus")
    assert story(table.events)[5:] == ["win main 1 ann"]


@pytest.mark.clause("NZ-8.6", "NZ-3.3-d", "NZ-1.0-round")
def test_cards_are_collected_hand_by_hand_and_none_is_lost() -> None:
    table = dealt("8s Ts 7d 8h 9h 3s Td 2c Kc Tc", "1 ann main 10", "2 bob main 10")
    table.play("1 split", "1 double", "1 hit", "1 stand", "2 stand")
    (ended,) = table.all_of(RoundEnded)
    hands = [parse_cards(text) for text in ("Ts 9h", "8h 2c Kc", "8s 3s Td", "7d Tc")]
    assert ended.collected == tuple(card for hand in hands for card in hand)
    state = table.state
    cards = sorted(state.shoe[state.position :] + state.discards)
    assert cards == [card for card in range(52) for _ in range(6)]


@pytest.mark.clause("NZ-1.0-round")
def test_a_round_lasts_from_the_first_card_to_the_last_collected() -> None:
    table = table_of("nz", "Ts 9d 9h Tc", "1 ann main 10")
    assert (table.state.phase, table.state.round) == ("betting", 0)
    events = table.deal()
    assert isinstance(events[0], PhaseBegan)
    assert isinstance(events[1], CardDealt)
    assert table.state.round == 1
    last = table.do(do.Stand(by="ann", box=1))[-1]
    assert last == RoundEnded(1, parse_cards("Ts 9h 9d Tc"))
    assert table.state.phase == "betting"


@pytest.mark.clause("NZ-3.3-c", "NZ-3.3-d")
def test_the_shoe_holds_every_card_of_its_decks_and_no_other() -> None:
    table = table_of("nz", "", decks=4)
    whole = tuple(range(52)) * 4
    table.do(do.LoadShoe(cards=whole))
    for wrong in (whole[1:], (*whole, 0), (*whole[:-1], 0)):
        table.refuse(do.LoadShoe(cards=wrong), "NZ-3.3-a")


@pytest.mark.clause("NZ-5.7-s2")
def test_all_winners_of_a_box_are_paid_together() -> None:
    wagers = ("1 ann main 10", "1 bob main 10", "2 cal main 10", "1 cal main 10")
    table = dealt("Ts Th 9d 9h 9s 8c", *wagers)
    table.play("1 stand")
    settled = [
        event.box
        for event in table.do(do.Stand(by="cal", box=2))
        if isinstance(event, WagerSettled)
    ]
    assert settled in ([1, 1, 1, 2], [2, 1, 1, 1])


@pytest.mark.clause("NZ-11.3", "NZ-13.1-b")
def test_a_doubled_hand_is_done_with_its_card() -> None:
    table = dealt("5s Ts 9d 4h 9h 2c Tc", "1 ann main 10", "2 bob main 10")
    events = table.do(do.Double(by="ann", box=1))
    assert story(list(events)) == ["card 1"]
    assert HandFinished(1, 1, "doubled") in events
    assert table.state.turn == (2, 1)


@pytest.mark.clause("NZ-13.4", "NZ-8.5")
def test_the_dealer_takes_no_card_that_nothing_depends_on() -> None:
    table = dealt("Ts Kd 6h Tc Ac", "1 ann main 10")
    assert "card dealer" not in story(list(table.do(do.Hit(by="ann", box=1))))
    table = dealt("Ts Kd 6h Tc Ac", "1 ann main 10", dealer_second_card="always")
    assert story(list(table.do(do.Hit(by="ann", box=1)))).count("card dealer") == 1
    assert [dealt_to.box for dealt_to in table.all_of(CardDealt)][-1] == DEALER
