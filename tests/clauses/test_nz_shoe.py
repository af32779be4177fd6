"""New Zealand: the shuffle, who cuts and where, the cutting card, and the burned card."""

from collections import Counter

import pytest

from pitboss.cards import full_shoe, parse_cards, show_card
from pitboss.engine import do
from pitboss.engine.floor.cut import CutRefused, StackCut, cut_order
from pitboss.engine.floor.procedures import StepDone
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.shoe.drawing import BurnShown, CardBurned, CardDealt, CutCardReached
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import ONLINE
from pitboss.engine.table import open_table
from pitboss.shuffle import SEED_BYTES, shuffled
from tests.clauses.nz_table import ready, uncut, unopened
from tests.clauses.options import rules_of
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, FLOOR, StaffedTable, report

HALF = 104
"""Half of four decks: no more cards may lie behind the cutting card."""
SHUFFLE = ["shuffle", "offer_cut", "cut", "move_front"]
STEPS = [
    ({}, [*SHUFFLE, "place_cut_card", "load"]),
    ({"cutting_cards": 2}, [*SHUFFLE, "place_cut_card", "place_second_cut_card", "load"]),
    ({"shuffler": "continuous"}, [*SHUFFLE, "lay_cut_card_aside", "load"]),
    ({"shuffler": "continuous", "cutting_cards": 2}, [*SHUFFLE, "lay_cut_card_aside", "load"]),
]
DUE = {
    "shuffle": "NZ-7.1",
    "offer_cut": "NZ-7.2-s2",
    "cut": "NZ-7.2",
    "move_front": "NZ-7.6",
    "place_cut_card": "NZ-7.6-a",
    "place_second_cut_card": "NZ-7.6-a",
    "lay_cut_card_aside": "NZ-7.6-b",
}


def before_cut(*players: str, **options: object) -> StaffedTable:
    """A table whose cards are shuffled and offered for the cut."""
    table = unopened(*players, **options)
    table.carry_out("opening")
    table.carry_out("shuffle", until="cut")
    return table


@pytest.mark.clause("NZ-7.2", "NZ-7.2-s2", "NZ-7.6", "NZ-7.6-a", "NZ-7.6-b")
@pytest.mark.parametrize("options, steps", STEPS)
def test_every_shuffle_is_followed_by_the_cut(options: dict[str, object], steps: list[str]) -> None:
    table = unopened("ann", **options)
    table.carry_out("opening")
    table.do(do.BeginProcedure(by=DEALER, name="shuffle"))
    final = table.shoe()
    for place, step in enumerate(steps):
        clause = DUE.get(step, "NZ-7.6")
        for later in steps[place + 1 :]:
            who = "ann" if later == "cut" else DEALER
            table.refuse(do.Perform(by=who, step=later, position=60), clause)
        who = "ann" if step == "cut" else DEALER
        cards = uncut(final, 60) if step == "shuffle" else ()
        table.do(do.Perform(by=who, step=step, cards=cards, position=60))
    assert not table.due
    assert table.state.shoe == final


@pytest.mark.clause("NZ-7.1")
def test_a_shuffle_gives_every_order_alike() -> None:
    seeds = (number.to_bytes(SEED_BYTES, "big") for number in range(6000))
    orders = Counter(shuffled((0, 1, 2), seed) for seed in seeds)
    assert len(orders) == 6
    # 20.5 is passed by chance once in a thousand times with five degrees of freedom.
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5


@pytest.mark.clause("NZ-7.2", "NZ-7.6-b")
def test_a_continuous_shuffler_is_cut_once_and_holds_no_cutting_card() -> None:
    table = AtTable(open_table(rules_of("nz", shuffler="continuous"), ONLINE))
    cards = table.shoe("Ts 9d 9h 8h")
    table.do(do.LoadShoe(cards=uncut(cards, 100), cut=100, behind=100))
    assert table.state.prep.cut_card == -1
    assert table.state.shoe == cards
    for _ in range(2):
        table.play_round("1 ann main 10")
        table.bet("1 ann main 10")
        table.refusal(do.Deal())
        table.do(do.WithdrawWager(by="ann", box=1, wager="main"))
        # The cards go round in the shuffler: nobody cuts them again.
        table.do(do.LoadShoe(cards=cards))
    assert [event.cut_card for event in table.all_of(ShoeLoaded)] == [-1] * 3


@pytest.mark.clause("NZ-7.3-a", "NZ-7.3", "NZ-7.4")
@pytest.mark.parametrize(
    "wagers, order",
    [
        ((), ["cal", "bob", "ann"]),
        (("2 bob main 10",), ["cal", "bob", "ann"]),
        # Clockwise from box 4.
        (("2 bob main 10", "4 cal main 10", "7 ann main 10"), ["cal", "ann", "bob"]),
        # Eve came first, but bets behind bob and is not seated.
        (
            ("2 bob main 10", "2 eve main 10", "4 cal main 10", "7 ann main 10"),
            ["cal", "ann", "bob"],
        ),
    ],
)
def test_the_first_cut_is_for_the_first_to_come(wagers: tuple[str, ...], order: list[str]) -> None:
    table = unopened(
        *(["eve"] if any("eve" in line for line in wagers) else []), "cal", "bob", "ann"
    )
    table.carry_out("opening")
    table.bet(*wagers)
    table.carry_out("shuffle", until="cut")
    assert cut_order(table.state) == order
    for player in ("ann", "bob"):
        table.refuse(do.Perform(by=player, step="cut", position=60), "NZ-7.3")
    table.refuse(do.Perform(by=DEALER, step="cut", position=60), "NZ-7.3")
    table.decline("cal")
    table.do(do.Perform(by=order[1], step="cut", position=60))
    assert table.all_of(StackCut) == [StackCut(order[1], 60)]


@pytest.mark.clause("NZ-7.3-b", "NZ-7.4")
@pytest.mark.parametrize("is_taken", [False, True])
def test_the_box_of_the_cutting_card_is_asked_before_it_has_bet_again(is_taken: bool) -> None:
    shoe = "Ts Th Td 9d 9c 9h 9s 8c"
    table = ready(shoe, *SEATS, start=HALF - 1, behind=HALF, decks=4)
    table.play_round(by=DEALER)
    # The cutting card came out for bob at box 4.
    table.bet("2 ann main 10")
    if is_taken:
        table.bet("4 dot main 10")
    table.carry_out("shuffle", until="cut")
    between = ["dot"] if is_taken else []
    assert cut_order(table.state) == ["bob", *between, "cal", "ann"]
    table.refuse(do.Perform(by="ann", step="cut", position=60), "NZ-7.3")
    table.do(do.Perform(by="bob", step="cut", position=60))


@pytest.mark.clause("NZ-7.3-b", "NZ-7.4")
def test_where_that_player_has_left_or_is_silent_the_next_one_clockwise_is_asked() -> None:
    table = ready("Ts Th Td 9d 9c 9h 9s 8c", *SEATS, start=HALF - 1, behind=HALF, decks=4)
    table.play_round(by=DEALER)
    table.do(do.CashOut(by="bob", amount=table.state.chips["bob"]))
    table.carry_out("shuffle", until="cut")
    assert table.do(do.PassCutter(by=DEALER)) == (CutRefused("cal", DEALER),)
    table.do(do.Perform(by="ann", step="cut", position=60))


SEATS = ("2 ann main 10", "4 bob main 10", "4 eve main 10", "7 cal main 10")
CUTTERS = [
    # Cards are dealt to 2, 4, 7, the dealer, 2, 4, 7: which of them meets the cutting card.
    pytest.param(1, ["bob", "cal", "ann"], marks=pytest.mark.clause("NZ-7.3-b"), id="box 4"),
    pytest.param(2, ["cal", "ann", "bob"], marks=pytest.mark.clause("NZ-7.3-b"), id="box 7"),
    pytest.param(3, ["cal", "ann", "bob"], marks=pytest.mark.clause("NZ-7.3-c"), id="up card"),
    pytest.param(4, ["ann", "bob", "cal"], marks=pytest.mark.clause("NZ-7.3-b"), id="box 2"),
    pytest.param(7, ["cal", "ann", "bob"], marks=pytest.mark.clause("NZ-7.3-c"), id="dealer"),
    pytest.param(99, ["ann", "bob", "cal"], marks=pytest.mark.clause("NZ-7.3-d"), id="order"),
]


@pytest.mark.clause("NZ-7.3", "NZ-7.4")
@pytest.mark.parametrize("place, order", CUTTERS)
def test_who_cuts_next_and_how_the_offer_goes_on(place: int, order: list[str]) -> None:
    shoe = "Ts Th Td 9d 9c 9h 9s 8c"
    table = ready(shoe, *SEATS, start=HALF - min(place, 50), behind=HALF, decks=4)
    table.deal(by=DEALER)
    if place == 99:
        table.do(do.OrderShuffle(by=FLOOR, reason="new cards", is_suspect=True))
    table.stand_all()
    table.carry_out("shuffle", until="cut")
    for player in order:
        others = [name for name in (*order, "eve") if name != player]
        for other in others:
            table.refuse(do.Perform(by=other, step="cut", position=60), "NZ-7.4")
            table.refusal(do.DeclineCut(by=other))
        assert table.due_command().by == player
        table.do(do.DeclineCut(by=player))


@pytest.mark.clause("NZ-7.4", "NZ-7.4-s2")
@pytest.mark.parametrize("employee", [DEALER, FLOOR])
def test_where_every_player_declines_an_employee_cuts(employee: str) -> None:
    table = before_cut("ann", "bob")
    table.decline("ann")
    table.refuse(do.Perform(by=employee, step="cut", position=60), "NZ-7.4")
    table.decline("bob")
    for player in ("ann", "bob"):
        table.refuse(do.Perform(by=player, step="cut", position=60), "NZ-7.4")
    table.do(do.Perform(by=employee, step="cut", position=60))


@pytest.mark.clause("NZ-7.5")
@pytest.mark.parametrize("decks", [4, 6, 8])
def test_a_cut_leaves_a_deck_at_either_end(decks: int) -> None:
    table = before_cut("ann", decks=decks)
    cards = 52 * decks
    for wrong in (0, 1, 51, cards - 51, cards, cards + 1, -1):
        table.refuse(do.Perform(by="ann", step="cut", position=wrong), "NZ-7.5")
    for right in (52, cards // 2, cards - 52):
        AtTable(table.state).do(do.Perform(by="ann", step="cut", position=right))
    online = AtTable(open_table(rules_of("nz", decks=decks), ONLINE))
    online.refuse(do.LoadShoe(cards=full_shoe(decks), cut=51), "NZ-7.5")
    online.do(do.LoadShoe(cards=full_shoe(decks), cut=52))


@pytest.mark.clause("NZ-7.6")
def test_the_cards_in_front_of_the_cut_go_to_the_back() -> None:
    table = before_cut("ann")
    stack = table.state.prep.stack
    table.do(do.Perform(by="ann", step="cut", position=200))
    assert table.state.prep.stack == stack[200:] + stack[:200]
    table.refuse(do.OrderRecut(by=FLOOR, reason="unsure"), "NZ-7.6")


@pytest.mark.clause("NZ-7.6-a")
@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_the_cutting_card_lies_at_most_half_way_in(decks: int) -> None:
    table = unopened(decks=decks)
    table.carry_out("opening")
    table.carry_out("shuffle", until="place_cut_card")
    half = 26 * decks
    for wrong in (-1, half + 1, 52 * decks):
        table.refuse(do.Perform(by=DEALER, step="place_cut_card", position=wrong), "NZ-7.6-a")
    for right in (0, 1, half):
        at = AtTable(table.state)
        at.do(do.Perform(by=DEALER, step="place_cut_card", position=right))
        at.do(do.Perform(by=DEALER, step="load"))
        assert at.state.prep.cut_card == 52 * decks - right


@pytest.mark.clause("NZ-8.7", "NZ-7.1-c")
@pytest.mark.parametrize("place", range(1, 9))
def test_a_round_is_played_out_after_the_cutting_card(place: int) -> None:
    table = ready("Ts Th 9d 9c 9h 7c 8c 2c", "1 ann main 10", "2 bob main 10",
                  start=HALF - place, behind=HALF, decks=4)  # fmt: skip
    table.play_round(by=DEALER)
    reached = table.all_of(CutCardReached)
    is_met = place <= 6
    assert len(reached) == is_met
    assert all(event.clause == "NZ-8.7" for event in reached)
    # The dealer draws to the end in every case: 9, 7 and 8 are the round's last cards.
    assert table.all_of(RoundEnded)[-1].collected[-3:] == parse_cards("9d 7c 8c")
    table.bet("1 ann main 10")
    if is_met:
        table.refuse(do.Deal(by=DEALER), "NZ-8.7")
        table.refuse(do.Deal(by=DEALER), "NZ-7.1-c")
        table.carry_out("shuffle")
        assert (table.state.position, len(table.state.shoe)) == (0, 208)
    table.deal(by=DEALER)


@pytest.mark.clause("NZ-8.8", "NZ-7.1-b")
def test_a_cutting_card_before_the_first_card_is_followed_by_a_shuffle_at_once() -> None:
    table = ready("Ts 9d 9h", "3 ann main 10", start=HALF, behind=HALF, decks=4)
    assert table.do(do.Deal(by=DEALER)) == (CutCardReached(3, 0, "NZ-8.8"),)
    assert not table.all_of(CardDealt)
    assert not table.all_of(PhaseBegan)
    table.refuse(do.Deal(by=DEALER), "NZ-8.8")
    # No round has begun: wagers may still be changed.
    table.do(do.WithdrawWager(by="ann", box=3, wager="main"))
    table.do(do.PlaceWager(by="ann", box=3, wager="main", amounts=(2000,)))
    table.carry_out("shuffle", cards=uncut(table.shoe("5s 9d 6h")))
    dealt = [event.card for event in table.do(do.Deal(by=DEALER)) if isinstance(event, CardDealt)]
    assert [show_card(card) for card in dealt] == ["5s", "9d", "6h"]


@pytest.mark.clause("NZ-7.1-b", "NZ-7.3", "NZ-7.4")
def test_after_that_the_players_now_at_the_table_are_offered_the_cut() -> None:
    table = ready("Ts 9d 9h 8h", "3 ann main 10", start=HALF - 4, behind=HALF, decks=4)
    table.play_round(by=DEALER)
    table.bet("1 bob main 10", "3 ann main 10")
    assert isinstance(table.do(do.Deal(by=DEALER))[0], CutCardReached)
    table.carry_out("shuffle", until="cut")
    assert cut_order(table.state) == ["bob", "ann"]


@pytest.mark.clause("NZ-7.1-f")
@pytest.mark.parametrize("due", ["offer_cut", "cut", "move_front", "place_cut_card", "load"])
def test_a_card_seen_before_the_shoe_means_another_shuffle(due: str) -> None:
    table = unopened()
    table.carry_out("opening")
    table.carry_out("shuffle", until=due)
    done = len(table.all_of(StepDone))
    table.do(report("cards_exposed_before_shoe"))
    assert table.due == "shuffle"
    table.refusal(do.Perform(by=DEALER, step="load"))
    table.do(do.Perform(by=DEALER, step="shuffle", cards=full_shoe(6)))
    assert len(table.all_of(StepDone)) == done + 1


@pytest.mark.clause("NZ-8.1", "NZ-8.1-s2")
def test_the_burned_card_is_shown_to_any_player_who_asks() -> None:
    table = ready("2c Ts 9d 9h 8h Th Td 7c 7d", "3 ann main 10", burn=True)
    table.refusal(do.AskBurn(by="ann"))
    events = table.deal(by=DEALER)
    burned, first = parse_cards("2c Ts")
    assert [event for event in events if isinstance(event, CardBurned)] == [
        CardBurned(burned, "NZ-8.1")
    ]
    assert next(event for event in events if isinstance(event, CardDealt)).card == first
    assert table.state.discards == (burned,)
    for somebody in (DEALER, FLOOR, ""):
        table.refusal(do.AskBurn(by=somebody))
    assert table.do(do.AskBurn(by="ann")) == (BurnShown(burned, "ann", "NZ-8.1-s2"),)
    # Only the first round of a shoe burns.
    table.stand_all()
    table.deal("3 ann main 10", by=DEALER)
    assert len(table.all_of(CardBurned)) == 1


@pytest.mark.clause("NZ-8.1", "NZ-1.0-continuous-shuffler")
def test_a_continuous_shuffler_burns_once_and_not_after_every_round() -> None:
    table = AtTable(open_table(rules_of("nz", shuffler="continuous", burn=True), ONLINE))
    cards = table.shoe("2c Ts 9d 9h 8h")
    for _ in range(3):
        table.do(do.LoadShoe(cards=cards))
        table.play_round("1 ann main 10")
    assert [show_card(event.card) for event in table.all_of(CardBurned)] == ["2c"]


@pytest.mark.clause("NZ-8.1")
def test_no_card_is_burned_where_the_house_does_not_want_it() -> None:
    table = ready("Ts 9d 9h", "3 ann main 10")
    table.deal(by=DEALER)
    assert not table.all_of(CardBurned)
    assert table.refusal(do.AskBurn(by="ann")).code == "unknown"
