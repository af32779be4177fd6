"""The table: phases, what a refused command leaves, dealing, shoes, and running out of cards."""

import pytest

from pitboss.cards import full_shoe, parse_cards, rest_of_shoe
from pitboss.engine.betting.placing import WithdrawWager
from pitboss.engine.chips import PLAYERS_MAX, BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.insurance import CloseInsurance, Insure, TakeEvenMoney
from pitboss.engine.play.acts import Double, Hit, Split, Stand, Surrender
from pitboss.engine.play.turns import TurnGiven
from pitboss.engine.round import PhaseBegan, RoundEnded
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.state import BETTING, DEALER_TURN, DEALING, OFFERING, PLAYING
from pitboss.engine.table import decide, open_table, replay, step
from pitboss.rulebook.refusals import Code, Rejection
from tests.clauses.options import rules_of
from tests.clauses.rounds import AtTable, table_of
from tests.engine.ladders import chips, place


def phases(table: AtTable) -> list[str]:
    """The phases that a table went through."""
    return [event.phase for event in table.all_of(PhaseBegan)]


def test_new_table() -> None:
    """A new table waits for wagers; its meter shows what the house put there."""
    state = open_table(rules_of("tribal", progressive=True))
    assert (state.phase, state.round, state.meter) == (BETTING, 0, 10_000_00)


def test_phases_in_order() -> None:
    """Betting, dealing, play, the dealer, and betting again; a part nobody waits in is left out."""
    table = table_of("tribal", "Ts 6d 9h Tc 9s", "1 ann main 10")
    assert table.state.phase == BETTING
    table.do(Deal())
    assert phases(table) == [DEALING, PLAYING]
    assert table.all_of(TurnGiven) == [TurnGiven(1, 1)]
    table.do(Stand(by="ann", box=1))
    assert phases(table) == [DEALING, PLAYING, DEALER_TURN]
    assert (table.state.phase, table.state.round) == (BETTING, 1)


def test_offers_wait_to_be_closed() -> None:
    """Against an ace the round stands still until the staff close the offers."""
    table = table_of("tribal", "Ts Ad 9h 9c", "1 ann main 10")
    table.do(Deal())
    assert table.state.phase == OFFERING
    table.do(Insure(by="ann", box=1, amounts=(5_00,)))
    assert table.state.phase == OFFERING
    table.do(CloseInsurance())
    assert table.state.phase == PLAYING


def test_dealer_blackjack_ends_the_round() -> None:
    """Where the dealer looks first, nobody acts against a blackjack."""
    table = table_of("pa_free_bet", "Ts Td 9h Ac", "1 ann main 10")
    table.do(Deal())
    assert phases(table) == [DEALING, DEALER_TURN]
    assert table.state.phase == BETTING


COMMANDS: tuple[Command, ...] = (
    BuyIn(player="ann", amount=0),
    BuyIn(player="", amount=5_00),
    LoadShoe(cards=(1, 2, 3)),
    place("9 ann main 10"),
    Insure(by="ann", box=1, amounts=(5_00,)),
    TakeEvenMoney(by="ann", box=1),
    CloseInsurance(),
    Hit(by="ann", box=1),
    Stand(by="ann", box=1),
    Double(by="ann", box=1),
    Split(by="ann", box=1),
    Surrender(by="ann", box=1),
    DrawPrize(prize=5_00),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_refused_command_changes_nothing(command: Command) -> None:
    """During betting these are all refused, and the table is what it was."""
    table = table_of("tribal", "Ts 6d 9h Tc", "1 ann main 10")
    before = table.state
    outcome = step(before, command)
    assert isinstance(outcome, Rejection)
    assert outcome == decide(before, command)
    assert outcome.clause
    assert outcome.text
    assert table.state == before


def test_decide_gives_the_events_of_step() -> None:
    """``decide`` and ``step`` say the same, and the events lead to the state of ``step``."""
    table = table_of("tribal", "Ts 6d 9h Tc 9s", "1 ann main 10")
    for command in (Deal(), Stand(by="ann", box=1)):
        outcome = step(table.state, command)
        assert not isinstance(outcome, Rejection)
        state, events = outcome
        assert decide(table.state, command) == events
        assert replay(table.state, events) == state
        table.do(command)


def test_half_a_command_is_no_command() -> None:
    """The dealer cannot finish his hand, so the player's stand is refused with everything."""
    table = table_of("house", "", "1 ann main 10")
    cards = parse_cards("Ts 6d 9h Tc")
    table.do(LoadShoe(cards=cards, is_shuffle=False))
    table.do(Deal())
    refused = table.refusal(Stand(by="ann", box=1))
    assert refused.code is Code.SHOE_EMPTY
    assert refused.clause == "H-method-14"
    assert table.state.phase == PLAYING


def test_buying_in() -> None:
    """A buy-in is more than nothing, by somebody with a name, and a table has so many places."""
    table = AtTable(open_table(rules_of("tribal")))
    assert table.refusal(BuyIn(player="ann", amount=-1)).code is Code.STAKE_TOO_SMALL
    assert table.refusal(BuyIn(player="", amount=1_00)).code is Code.UNKNOWN
    for number in range(PLAYERS_MAX):
        table.do(chips(f"player{number}", 10))
    assert table.refusal(chips("ann", 10)).code is Code.UNKNOWN
    table.do(chips("player0", 10))
    assert table.state.chips["player0"] == 20_00


def test_deal_needs_a_wager() -> None:
    """Without a main wager there is no round, and during one there is no other."""
    table = table_of("tribal", "Ts 6d 9h Tc 9s")
    assert table.refusal(Deal()).code is Code.NO_MAIN_WAGER
    table.bet("1 ann main 10")
    table.do(Deal())
    assert table.refusal(Deal()).code is Code.WRONG_TIME


def test_deal_from_an_empty_shoe() -> None:
    """A table without cards says so by the clause on shoes that run out."""
    table = AtTable(open_table(rules_of("tribal")))
    table.bet("1 ann main 10")
    refused = table.refusal(Deal())
    assert (refused.code, refused.clause) == (Code.SHOE_EMPTY, "T-n-6")
    assert table.state.phase == BETTING


def test_shoe_holds_whole_decks() -> None:
    """A shuffle loads the decks of the table, every card of them and no other."""
    table = AtTable(open_table(rules_of("tribal", decks=2)))
    for cards in (full_shoe(1), full_shoe(3), (*full_shoe(2)[1:], 5)):
        refused = table.refusal(LoadShoe(cards=cards))
        assert (refused.code, refused.limit) == (Code.UNKNOWN, 2)
    assert table.do(LoadShoe(cards=full_shoe(2))) == (ShoeLoaded(full_shoe(2), True),)


def test_two_batches_share_the_decks() -> None:
    """A shuffler that alternates two batches puts half of the decks into the shoe."""
    table = AtTable(open_table(rules_of("tribal", decks=8, shuffler="two_batch")))
    table.do(LoadShoe(cards=full_shoe(4)))
    assert len(table.state.shoe) == 4 * 52


def test_shoe_is_loaded_between_rounds() -> None:
    """During a round no other cards come to the table."""
    table = table_of("tribal", "Ts 6d 9h Tc 9s", "1 ann main 10")
    table.do(Deal())
    assert table.refusal(LoadShoe(cards=full_shoe(6))).code is Code.WRONG_TIME


def test_shuffle_begins_a_new_shoe() -> None:
    """The discards are back in the shoe, and nobody has sat out yet."""
    table = table_of("tribal", "Ts 6d 9h Tc 9s", "1 ann main 10")
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    assert len(table.state.discards) == 5
    table.do(LoadShoe(cards=full_shoe(6)))
    state = table.state
    assert (state.discards, state.position, state.shoe_round) == ((), 0, 0)
    assert (state.regulars, state.regular_boxes) == (frozenset(), frozenset())


def test_setting_the_order_is_no_shuffle() -> None:
    """Undealt cards in another order leave the discards where they are."""
    table = table_of("tribal", "Ts 6d 9h Tc 9s", "1 ann main 10")
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    top = parse_cards("As Ad")
    rest = rest_of_shoe(6, top + table.state.discards)
    table.do(LoadShoe(cards=top + rest, is_shuffle=False))
    assert len(table.state.discards) == 5
    assert table.state.regulars == {"ann"}


def test_discards_are_shuffled_when_the_shoe_runs_out() -> None:
    """Where the rulebook says so, the round goes on with the discards (NZ-16.7)."""
    table = table_of("nz", "Ts 9d 9h 8c", "1 ann main 10")
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    discards = table.state.discards
    table.do(LoadShoe(cards=parse_cards("Ts 9d 5h"), is_shuffle=False))
    table.bet("1 ann main 10")
    table.do(Deal())
    assert table.refusal(Hit(by="ann", box=1)).code is Code.SHOE_EMPTY
    table.do(LoadShoe(cards=discards))
    # It is no new shoe, and nothing is due at its end that was due at the end of the old cards.
    assert not table.all_of(ShoeLoaded)[-1].is_shuffle
    prep = table.state.prep
    assert (prep.cut_card, prep.cut_at, prep.last_round, prep.reason) == (-1, -1, -1, "")
    assert table.state.regulars == {"ann"}
    table.do(Hit(by="ann", box=1))
    assert table.all_of(CardDealt)[-1].card == discards[0]


def test_no_discards_where_it_is_a_misdeal() -> None:
    """Under the tribal rules an empty shoe ends the round; nothing is loaded into it."""
    table = table_of("tribal", "", "1 ann main 10")
    table.do(LoadShoe(cards=parse_cards("Ts 9d 5h Tc"), is_shuffle=False))
    table.do(Deal())
    assert table.refusal(Hit(by="ann", box=1)).clause == "T-n-6"
    assert table.refusal(LoadShoe(cards=parse_cards("Ts"))).code is Code.WRONG_TIME


def test_cards_are_collected_so_that_hands_can_be_rebuilt() -> None:
    """From the dealer's right, each hand whole, the dealer's cards last (T-f-9)."""
    table = table_of("tribal", "Ts 9s 6d 9h 8h Tc 9c", "1 ann main 10", "2 bob main 10")
    table.do(Deal())
    table.do(Stand(by="ann", box=1))
    table.do(Stand(by="bob", box=2))
    ended = table.all_of(RoundEnded)
    assert ended == [RoundEnded(1, parse_cards("9s 8h Ts 9h 6d Tc 9c"))]


def test_side_wager_whose_player_has_no_main_wager_left() -> None:
    """A wager on another's box needs a main wager somewhere, also when cards are dealt."""
    table = table_of("nz", "", "1 ann main 10", any_pair="scale_1")
    table.bet("2 bob main 10")
    table.bet("1 bob any_pair 5")
    table.do(WithdrawWager(by="bob", box=2, wager="main"))
    refused = table.refusal(Deal())
    assert (refused.code, refused.clause) == (Code.NO_MAIN_WAGER, "NZ-15C.3")
