"""Wagers that stand over: laid again for guests by one command, as far as rules and chips go."""

from pitboss.cards import parse_card
from pitboss.engine.betting.placing import RepeatWagers, WagerNotRepeated, WagerPlaced
from pitboss.engine.chips import CashOut
from pitboss.engine.deal import Deal
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.taking_back import TakeBack
from pitboss.engine.play.acts import Stand
from pitboss.engine.state import BETTING, Automations
from pitboss.engine.words import tell
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, staffed

KEYED = Automations(cards=False, remembers=True)


def played(*wagers: str, **options: object) -> AtTable:
    """A round in which every box has twenty against eighteen."""
    at = staffed("nz", automations=KEYED, **options)
    for line in wagers:
        at.bet(line)
    boxes = len(at.state.boxes)
    at.do(Deal(by=DEALER))
    for text in [*["Ts"] * boxes, "8d", *["Qh"] * boxes]:
        at.do(EnterCard(by=DEALER, card=parse_card(text)))
    for box in at.state.boxes:
        at.do(Stand(by=box.seated, box=box.number))
    at.do(EnterCard(by=DEALER, card=parse_card("Tc")))
    assert at.state.phase == BETTING
    return at


def again(at: AtTable) -> list[str]:
    """What is laid again, in words."""
    placed = at.do(RepeatWagers(by=DEALER))
    return [tell(event) for event in placed if isinstance(event, WagerPlaced | WagerNotRepeated)]


def test_the_wagers_of_the_last_round_lie_again() -> None:
    at = played("1 guest-1 main 10", "1 guest-1 super_sevens 5", "3 guest-bob main 20",
                super_sevens=True)  # fmt: skip
    assert again(at) == [
        "Box 1: guest-1 bets 10.00 on main.",
        "Box 3: guest-bob bets 20.00 on main.",
        "Box 1: guest-1 bets 5.00 on super sevens.",
    ]
    at.do(Deal(by=DEALER))


def test_who_has_bet_already_or_has_a_device_lays_nothing_again() -> None:
    at = played("1 guest-1 main 10", "2 ann main 10", "3 guest-3 main 10")
    at.bet("1 guest-1 main 25")
    assert again(at) == ["Box 3: guest-3 bets 10.00 on main."]
    refused = at.refusal(RepeatWagers(by=DEALER))
    assert refused.code is Code.UNKNOWN
    assert refused.clause


def test_what_does_not_fit_is_named_with_its_clause() -> None:
    at = played("1 guest-1 main 10", "2 guest-2 main 10", "3 guest-3 main 10")
    at.do(CashOut(by="guest-1", amount=at.state.chips["guest-1"] - 5_00))
    at.do(CashOut(by="guest-2", amount=at.state.chips["guest-2"]))
    told = again(at)
    assert told[0].startswith("Box 1: guest-1's 10.00 on main is not bet again: guest-1 has 5.00")
    assert told[1:] == ["Box 3: guest-3 bets 10.00 on main."]
    assert at.all_of(WagerNotRepeated)[0].clause
    assert at.state.chips["guest-1"] == 5_00


def test_it_is_one_thing_that_can_be_taken_back() -> None:
    at = played("1 guest-1 main 10", "3 guest-3 main 10")
    chips = dict(at.state.chips)
    again(at)
    at.do(TakeBack(by=DEALER))
    assert (at.state.chips, at.state.boxes) == (chips, ())
    # Whatever was taken back, the last round's wagers are still known.
    assert len(again(at)) == 2


def test_only_between_rounds_at_a_table_dealt_by_hand() -> None:
    at = played("1 guest-1 main 10")
    again(at)
    at.do(Deal(by=DEALER))
    for text in ("Ts", "8d", "Qh"):
        at.do(EnterCard(by=DEALER, card=parse_card(text)))
    assert at.refusal(RepeatWagers(by=DEALER)).code is Code.BETTING_CLOSED
    by_itself = staffed("nz", "guest-1")
    assert by_itself.refusal(RepeatWagers(by=DEALER)).code is Code.NOT_OFFERED
    assert at.refusal(RepeatWagers(by="guest-1")).code is Code.NOT_YOURS
