"""Playing round scripts: what holds, and how each kind of failure is told."""

import pytest

from pitboss.cards import full_shoe, parse_cards
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.legal import insurance_is_open
from pitboss.engine.play.acts import Hit
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.loading import LoadShoe, ShoeLoaded
from pitboss.engine.state import BETTING, PLAYING
from pitboss.engine.table import open_table
from pitboss.round_scripts.format import ScriptError, parse_script
from pitboss.round_scripts.play import Playing, Verdict, names, play_script
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.errors import RulebookError
from pitboss.rulebook.refusals import Code, Rejection


def play(text: str, head: str = 'rulebook = "tribal"') -> Verdict:
    """Play a script whose first round is given as text."""
    return play_script(parse_script(f"{head}\n[[rounds]]\n{text}"))


def failures(text: str, head: str = 'rulebook = "tribal"') -> tuple[str, ...]:
    verdict = play(text, head)
    assert verdict.ok is (verdict.failures == ())
    return verdict.failures


WIN = 'shoe = "Ts 6d 9h Tc 9s"\nwagers = ["1 ann main 10"]\n'


def test_script_that_holds() -> None:
    verdict = play(WIN + 'acts = ["1 stand"]\n[rounds.expect]\n"ann 1 main" = 10\n"ann" = 10\n')
    assert verdict.ok
    assert verdict.net == {"ann 1 main": 10_00}
    assert verdict.state.phase == BETTING
    assert isinstance(verdict.events[0], ShoeLoaded)
    assert isinstance(verdict.events[-1], RoundEnded)


def test_wrong_expectation() -> None:
    """What came is told beside what was expected; a key nobody has counts nothing."""
    text = WIN + 'acts = ["1 stand"]\n[rounds.expect]\n"ann 1 main" = 20\n"bob" = 5\n'
    assert failures(text) == (
        "ann 1 main: 10.00, where 20.00 is expected",
        "bob: 0.00, where 5.00 is expected",
    )


def test_name_is_matched_as_a_whole() -> None:
    """``ann`` is not the beginning of ``anna``."""
    text = (
        'shoe = "Ts 9s 6d 9h 9c Tc 9d"\nwagers = ["1 ann main 10", "2 anna main 20"]\n'
        'acts = ["1 stand", "2 stand"]\n[rounds.expect]\n"ann" = 10\n"anna" = 20\n'
    )
    assert failures(text) == ()


def test_line_that_is_refused() -> None:
    faults = failures(WIN + 'acts = ["1 split", "1 stand"]\n')
    assert len(faults) == 1
    assert faults[0].startswith("'1 split' was refused by T-k-1: ")


def test_wager_that_is_refused() -> None:
    text = 'wagers = ["1 ann main 1", "1 ann main 10"]\nshoe = "Ts 6d 9h Tc 9s"\nacts = ["1 stand"]'
    assert failures(text)[0].startswith("'1 ann main 1' was refused by T-c-4: ")


def test_line_that_is_not_refused() -> None:
    """The line is told, and the round goes on as if it had been refused."""
    verdict = play(WIN + 'acts = ["! 1 hit", "1 stand"]\n[rounds.expect]\n"ann" = 10\n')
    assert verdict.failures == ("'! 1 hit' was not refused",)


def test_line_refused_by_another_clause() -> None:
    faults = failures(WIN + 'acts = ["! 1 split @T-c-4", "1 stand"]\n')
    assert faults == ("'! 1 split @T-c-4' was refused by T-k-1",)


def test_clause_stands_for_its_parts() -> None:
    """T-f-6 names T-f-6-s2 too, but T-f does not name T-fx, nor T-f-6-s2 the whole T-f-6."""
    assert failures(WIN + 'acts = ["! 1 hit by bob @T-f-6", "1 stand"]\n') == ()
    refused = Rejection(Code.NOT_ALLOWED, "no", "T-k-3-i", ("T-k-5",))
    assert names(refused, "T-k-3")
    assert names(refused, "T-k-5")
    assert not names(refused, "T-k-3-i-s2")
    assert not names(refused, "T-k-3-")


def test_hand_that_still_has_to_act() -> None:
    verdict = play(WIN)
    assert verdict.failures == ("hand 1.1 (Ts 9h) still has to act",)
    assert verdict.state.phase == PLAYING


def test_act_after_the_round() -> None:
    """An act has come too late; one that must be refused is."""
    assert failures(WIN + 'acts = ["1 stand", "1 hit"]\n') == (
        "'1 hit' came after the round had ended",
    )
    assert failures(WIN + 'acts = ["1 stand", "! 1 hit"]\n') == ()


def test_deal_that_is_refused() -> None:
    """A round without a wager is no round; a second one is played all the same."""
    verdict = play('acts = ["1 hit"]\n[[rounds]]\n' + WIN + 'acts = ["1 stand"]\n')
    assert verdict.failures == (
        "round 1: the deal was refused by T-c-1: a round needs at least one main wager",
    )
    assert verdict.net == {"ann 1 main": 10_00}


def test_failures_name_their_round() -> None:
    text = WIN + 'acts = ["1 stand"]\n[[rounds]]\n' + WIN + '[rounds.expect]\n"ann" = 1\n'
    assert failures(text) == (
        "round 2: hand 1.1 (Ts 9h) still has to act",
        "round 2: ann: 0.00, where 1.00 is expected",
    )


EXACT = 'rulebook = "tribal"\nexact = true\nshoe = "{}"'


def test_cards_that_are_not_dealt() -> None:
    text = 'wagers = ["1 ann main 10"]\nacts = ["1 stand"]\n'
    assert failures(text, EXACT.format("Ts 6d 9h Tc 9s 2c 3d")) == ("not dealt: 2c 3d",)


def test_cards_that_are_not_listed() -> None:
    text = 'wagers = ["1 ann main 10"]\nacts = ["1 stand"]\n'
    faults = failures(text, EXACT.format("Ts 6d 9h"))
    assert len(faults) == 1
    assert faults[0].endswith("cards were dealt that are not listed")


def test_cards_beyond_the_list_come_in_a_fixed_order() -> None:
    """Without ``exact`` the rest of the shoe goes on, and always the same way."""
    text = 'wagers = ["1 ann main 10"]\nacts = ["1 stand"]\n'
    first = play(text, 'rulebook = "tribal"\nshoe = "Ts 6d"')
    assert first == play(text, 'rulebook = "tribal"\nshoe = "Ts 6d"')


def test_shoe_that_no_decks_hold() -> None:
    with pytest.raises(ScriptError, match="the shoe holds only 2 of As"):
        play(WIN, 'rulebook = "double_deck"\nshoe = "As As As"')


def test_shoe_of_a_round_that_no_decks_hold() -> None:
    """A round's own cards are checked like the script's."""
    text = 'shoe = "As As As"\nwagers = ["1 ann main 10"]\n'
    with pytest.raises(ScriptError, match="the shoe holds only 2 of As"):
        play(text, 'rulebook = "double_deck"')


def test_cards_of_a_round_that_were_played_already() -> None:
    """Cards that lie in the discards come again where a round lists them."""
    again = 'shoe = "Ts Td 9h Tc"\nwagers = ["1 ann main 10"]\nacts = ["1 stand"]\n'
    text = again + "[[rounds]]\n" + again + "[[rounds]]\n" + again
    assert failures(text, 'rulebook = "double_deck"\nexact = true') == ()


def test_round_cards_lie_on_top_of_those_listed() -> None:
    """A round's shoe goes first; what the script lists comes after it."""
    text = (
        'shoe = "Ts 6d"\nwagers = ["1 ann main 10"]\nacts = ["1 stand"]\n'
        '[rounds.expect]\n"ann" = 10\n'
    )
    assert failures(text, EXACT.format("9h Tc 9s")) == ()


def test_shuffled_round_begins_with_all_cards() -> None:
    text = WIN + 'acts = ["1 stand"]\n[[rounds]]\nshuffle = true\n' + WIN + 'acts = ["1 stand"]\n'
    verdict = play(text)
    assert verdict.ok
    assert verdict.state.discards == parse_cards("Ts 9h 6d Tc 9s")


BONUS = 'rulebook = "tribal"\n[options]\nbonus = true\n'
WON = 'shoe = "As 9d Kh 8c"\nwagers = ["1 ann main 10", "1 ann bonus 1"]\n'


def test_draws() -> None:
    assert play(WON + "draws = { bonus = [50] }\n", BONUS).net["ann 1 bonus"] == 49_00


def test_draws_that_nobody_pressed_for_are_noted_and_fail_nothing() -> None:
    verdict = play(WON + "draws = { bonus = [50, 5, 10], streak_2 = [1] }\n", BONUS)
    assert verdict.ok
    assert verdict.notes == (
        "no button was pressed for bonus: 5.00, 10.00 left",
        "no button was pressed for streak_2: 1.00 left",
    )
    assert not play(WON + "draws = { bonus = [50] }\n", BONUS).notes


def test_draws_that_are_missing() -> None:
    assert failures(WON, BONUS) == ("the button must be pressed for ann: give draws for bonus",)


def test_draw_that_the_button_cannot_show() -> None:
    faults = failures(WON + "draws = { bonus = [1] }\n", BONUS)
    assert faults[0].startswith("the draw for bonus was refused by T-s-10: ")
    assert faults[1] == "the button must be pressed for ann: give draws for bonus"


ACE = 'shoe = "Ts Ad 9h 9c"\nwagers = ["1 ann main 10"]\n'


def test_offers_close_by_themselves() -> None:
    """Insurance that no line speaks of is declined, whether the round has acts or not."""
    assert play(ACE + 'acts = ["1 stand"]\n').net == {"ann 1 main": -10_00}
    blackjack = 'shoe = "As Ad Kh 9c"\nwagers = ["1 ann main 10"]\n'
    assert play(blackjack).net == {"ann 1 main": 15_00}


def test_insurance_without_an_amount_is_the_most_permitted() -> None:
    assert play(ACE + 'acts = ["1 insure", "1 stand"]\n').net["ann 1 insurance"] == -5_00
    assert play(ACE + 'acts = ["1 insure ann", "1 stand"]\n').net["ann 1 insurance"] == -5_00


def test_even_money_without_a_name_is_the_seated_players() -> None:
    text = 'shoe = "As Ad Kh 9c"\nwagers = ["1 ann main 10"]\nacts = ["1 even_money"]\n'
    assert play(text, 'rulebook = "nz"').net == {"ann 1 main": 10_00}


def test_act_for_a_box_that_nobody_has() -> None:
    """It is sent all the same, so that its refusal can be judged."""
    acts = '["! 3 hit @T-f-5-i", "! 3 insure ann=5", "! 3 insure", "1 stand"]'
    assert failures(WIN + f"acts = {acts}\n") == ()


def test_hand_of_21_without_a_line_stands() -> None:
    """Where 21 does not end a hand, one that takes no line stands, between lines and at the end."""
    text = (
        'shoe = "9s Ts 6d 9h 5h Tc 3c 6h 8d"\nwagers = ["1 ann main 10", "2 bob main 10"]\n'
        'acts = ["1 hit", "2 hit"]\n[rounds.expect]\n"ann" = 10\n"bob" = 10\n'
    )
    assert failures(text, 'rulebook = "house"\nexact = true') == ()


def test_hand_of_21_with_a_line_goes_on() -> None:
    text = (
        'shoe = "9s 6d 9h Tc 3c Kd"\nwagers = ["1 ann main 10"]\n'
        'acts = ["1 hit", "1 double"]\n[rounds.expect]\n"ann" = -20\n'
    )
    assert failures(text, 'rulebook = "house"\nexact = true') == ()


def test_hand_of_21_waits_for_its_line_behind_lines_that_are_refused() -> None:
    """A refused line about another hand ends nothing: not a 21, not a blackjack to be doubled."""
    text = (
        'shoe = "9s As 6d 9h Th Tc 3c 9c 8d"\nwagers = ["1 ann main 10", "2 bob main 10"]\n'
        'acts = ["1 hit", "! 2 hit @H-rules-10", "1 stand", "! 1 hit @H-method-23", "2 double"]\n'
        '[rounds.expect]\n"ann" = 10\n"bob" = 20\n'
    )
    assert failures(text, 'rulebook = "house"\nexact = true') == ()


def test_round_of_refused_wagers_alone_is_not_dealt() -> None:
    text = 'wagers = ["! 1 ann main 1 @T-c-4"]\nacts = ["! 1 hit"]\n[rounds.expect]\n"ann" = 0\n'
    verdict = play(text)
    assert verdict.ok
    assert verdict.state.round == 0
    verdict = play('wagers = ["! 1 ann main 10"]\n')
    assert verdict.failures == ("'! 1 ann main 10' was not refused",)


def test_cards_listed_again_are_no_shuffle() -> None:
    """Who sat out since the shuffle stays out, though every card of the shoe comes again."""
    text = 'shoe = "Ts 7d 9h Tc"\nwagers = ["1 ann main 10"]\nacts = ["1 stand"]\n[[rounds]]\n'
    last = 'shoe = "Ts 7d 9h Tc"\nwagers = ["1 ann main 10", "! 2 bob main 10 @DD-32"]\n'
    assert failures(text * 3 + last + 'acts = ["1 stand"]\n', 'rulebook = "double_deck"') == ()


def test_options_that_a_clause_refuses() -> None:
    with pytest.raises(RulebookError, match="T-b-1"):
        play(WIN, 'rulebook = "tribal"\n[options]\ndecks = 9')


def test_report_that_the_rulebook_does_not_know() -> None:
    """It is refused, and the names that there are are told."""
    faults = failures(WIN + 'acts = ["dealer earthquake", "1 stand"]\n')
    assert len(faults) == 1
    assert "this table has no rule on earthquake" in faults[0]
    assert failures(WIN + 'acts = ["! dealer earthquake", "1 stand"]\n') == ()


def test_supervisor_permits_an_entry() -> None:
    """Whom the house lets bet again is not barred, though he has sat out."""
    first = WIN + 'acts = ["1 stand", "supervisor permit bob"]\n'
    second = (
        '[[rounds]]\nshoe = "Ts 9s 6d 9h 9c Tc 9d"\nacts = ["1 stand", "2 stand"]\n'
        'wagers = ["1 ann main 10", "! 3 cat main 10 @T-c-9", "2 bob main 10"]\n'
    )
    head = 'rulebook = "tribal"\n[options]\nmid_shoe_entry = "barred"'
    assert failures(first + second, head) == ()


def test_supervisor_orders_a_shuffle() -> None:
    """No round is dealt before it, whether the script says so or not."""
    first = WIN + 'acts = ["supervisor shuffle for the new dealer", "1 stand"]\n[[rounds]]\n'
    for told in ("", "shuffle = true\n"):
        verdict = play(first + told + WIN + 'acts = ["1 stand"]\n')
        assert verdict.ok
        assert verdict.state.shoe_round == 1


def test_lines_that_a_running_table_refuses() -> None:
    """A table that was not stopped is not resumed, and no card lies there to be refused."""
    acts = '["! supervisor resume", "! 1 refuse_card", "1 stand"]'
    assert failures(WIN + f"acts = {acts}\n") == ()


def test_staff_line_leaves_offers_open() -> None:
    """A line of the staff closes no insurance; the next player's line may still insure."""
    text = ACE + 'acts = ["supervisor shuffle", "1 insure ann=5", "1 stand"]\n'
    assert play(text).net["ann 1 insurance"] == -5_00


def test_discards_are_shuffled_when_the_shoe_runs_out_in_a_round() -> None:
    """Boxes draw until they are over 21, so that the last card goes in the middle of a hand."""
    rules = choose(load_rulebook("nz"), {"decks": 4})
    playing = Playing(open_table(rules))
    playing.send(BuyIn(player="ann", amount=1_000_000))
    playing.send(LoadShoe(cards=full_shoe(4)))
    while not any(isinstance(e, ShoeLoaded) and not e.is_shuffle for e in playing.events):
        if playing.state.phase == BETTING:
            for box in (1, 2, 3):
                playing.send(PlaceWager(by="ann", box=box, wager="main", amounts=(500,)))
            command: Command = Deal()
        elif insurance_is_open(playing.state):
            command = CloseInsurance()
        else:
            command = Hit(by="ann", box=playing.state.turn[0])
        assert playing.send(command) is None
    assert playing.state.position < len(playing.state.shoe) < len(full_shoe(4))
