"""What is called out: every announcement that a rulebook wants, and none that it does not."""

import pytest

from pitboss.cards import parse_cards, rest_of_shoe
from pitboss.engine.announce import Announcement, announcements
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, evolve
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.play.acts import Hit, Split, Stand
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.side_wagers.prizes import DrawPrize
from pitboss.engine.state import SCRIPTED
from pitboss.rulebook.catalog import SHIPPED
from tests.clauses.options import rules_of
from tests.clauses.staffed import staffed


def called(
    rulebook: str, cards: str, wagers: list[str], acts: list[Command], **options: object
) -> list[Announcement]:
    """What is called out in a round."""
    at = staffed(rulebook, automations=SCRIPTED, **options)
    known = parse_cards(cards)
    at.do(LoadShoe(cards=known + rest_of_shoe(at.state.rules.decks_in_play, known)))
    for line in wagers:
        at.bet(line)
    before, count = at.state, len(at.events)
    for command in (Deal(), *acts):
        at.do(command)
    said: list[Announcement] = []
    for event in at.events[count:]:
        before = evolve(before, event)
        said.extend(announcements(before, event))
    return said


def texts(said: list[Announcement], name: str) -> list[str]:
    """The words of one kind of announcement."""
    return [entry.text for entry in said if entry.name == name]


NAMES = {
    "no_more_bets",
    "blackjack",
    "insurance",
    "player_total",
    "player_total_after_card",
    "split_total",
    "dealer_card",
    "dealer_total",
    "prize",
}


@pytest.mark.parametrize("rulebook", SHIPPED)
def test_rulebooks_want_what_can_be_announced(rulebook: str) -> None:
    wanted = rules_of(rulebook).announcements
    assert set(wanted) <= NAMES
    assert all(wanted.values())


def test_totals_of_hands_that_draw_and_split() -> None:
    acts: list[Command] = [
        Split(by="ann", box=1), Hit(by="ann", box=1), Stand(by="ann", box=1),
        Stand(by="ann", box=1), Stand(by="bob", box=2),
    ]  # fmt: skip
    wagers = ["1 ann main 10", "2 bob main 10"]
    said = called("tribal", "8s Ts 6d 8h 9h Tc 2c 4c 9c 5c", wagers, acts)
    assert texts(said, "no_more_bets") == [], "no wager here wants it"
    assert texts(said, "player_total") == ["1: 16", "1: 17", "2: 19"]
    assert texts(said, "split_total") == ["1: 10", "1: 17"]
    assert texts(said, "player_total_after_card") == ["1: 14"]
    assert texts(said, "dealer_total") == ["Dealer: 21"]
    assert texts(said, "dealer_card") == [], "this rulebook does not want them"


def test_a_blackjack_is_called_when_it_is_settled_or_when_it_lies() -> None:
    """Where it is paid in turn, with its payment; elsewhere before play."""
    for rulebook in ("tribal", "pa_free_bet"):
        wagers = ["1 ann main 10", "2 bob main 10"]
        said = called(rulebook, "As Ts 6d Kh 9h Tc 5c", wagers, [Stand(by="bob", box=2)])
        assert texts(said, "blackjack") == ["1: blackjack"], rulebook


def test_a_win_without_a_blackjack_is_not_called_one() -> None:
    """A clause that pays blackjacks may pay every other win too."""
    for rulebook in ("pa_free_bet", "house"):
        said = called(rulebook, "Ts 6d 9h Tc 9c", ["1 ann main 10"], [Stand(by="ann", box=1)])
        assert texts(said, "blackjack") == [], rulebook


def test_insurance_is_called_against_an_ace_only() -> None:
    for rulebook in ("nz", "pa_free_bet", "house", "double_deck"):
        acts: list[Command] = [CloseInsurance(), Stand(by="ann", box=1)]
        said = called(rulebook, "Ts Ad 9h 8c 9c", ["1 ann main 10"], acts)
        assert texts(said, "insurance") == ["Insurance"], rulebook
        said = called(rulebook, "Ts 7d 9h Tc 9c", ["1 ann main 10"], [Stand(by="ann", box=1)])
        assert texts(said, "insurance") == [], rulebook


def test_the_dealers_cards_and_prizes() -> None:
    said = called("pa_free_bet", "Ts 6d 9h Tc 5c", ["1 ann main 10"], [Stand(by="ann", box=1)])
    assert texts(said, "dealer_card") == ["Dealer: 21"]
    wagers = ["1 ann main 10", "1 ann madness_21 3"]
    said = called("nz", "As 6d Kh", wagers, [DrawPrize(prize=2500)], madness_21=True)
    assert texts(said, "prize") == ["Prize: 25.00"]
    assert all(entry.clauses for entry in said)


def test_a_finished_soft_total_is_called_as_one() -> None:
    """A soft twenty takes no more cards: twenty, and not ten or twenty."""
    acts = [CloseInsurance(), Stand(by="ann", box=1)]
    said = called("nz", "Ts As 9d 9h", ["1 ann main 10"], acts)
    assert texts(said, "dealer_total") == ["Dealer: 20"]
