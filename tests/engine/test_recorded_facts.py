"""Facts that only the people at a table know are on record as they were told."""

import msgspec
import pytest

from pitboss.cards import UNSEEN, parse_card
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Command, Event
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.irregularities.report import IrregularityReported, Report
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.play.acts import Stand
from pitboss.engine.shoe.drawing import CardDiscarded
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import Automations, TableState
from pitboss.engine.table import open_table, step
from pitboss.rulebook.catalog import rules_of
from pitboss.rulebook.refusals import Rejection
from pitboss.store.codec import decode_command, encode_command

KING = parse_card("Kd")


class Physical:
    """A table whose dealer has a physical shoe, with a wager of Ann."""

    def __init__(self, rulebook: str) -> None:
        self.state: TableState = open_table(rules_of(rulebook), Automations(cards=False))
        self.do(AssignStaff(name="dee", role="dealer"))
        self.do(AssignStaff(name="sue", role="supervisor"))
        self.do(BuyIn(player="ann", amount=100_00))
        self.do(LoadShoe(by="dee", cards=tuple(range(52)) * self.state.rules.decks_in_play))
        self.do(PlaceWager(by="ann", box=1, wager="main", amounts=(10_00,)))

    def do(self, command: Command) -> tuple[Event, ...]:
        """A command that must be accepted."""
        outcome = step(self.state, command)
        assert not isinstance(outcome, Rejection), str(outcome)
        self.state = outcome[0]
        return outcome[1]

    def play(self) -> None:
        """A round from the deal to its end: 19 against 17."""
        self.do(Deal(by="dee"))
        for card in ("Ts", "9d", "9h"):
            self.do(EnterCard(by="dee", card=parse_card(card)))
        self.do(Stand(by="ann", box=1))
        self.do(EnterCard(by="dee", card=parse_card("8c")))


def test_a_face_up_card_is_the_one_that_was_named() -> None:
    table = Physical("nz")
    told = table.do(Report(by="dee", what="face_up_card", card=KING))
    assert [event.card for event in told if isinstance(event, CardDiscarded)] == [KING]
    assert table.state.discards[-1] == KING


def test_a_card_that_nobody_named_is_unseen() -> None:
    table = Physical("nz")
    told = table.do(Report(by="dee", what="face_up_card"))
    assert [event.card for event in told if isinstance(event, CardDiscarded)] == [UNSEEN]


def test_an_overdrawn_card_is_the_one_that_was_named() -> None:
    table = Physical("nz")
    table.play()
    told = table.do(Report(by="dee", what="overdrawn", card=KING))
    assert [event.card for event in told if isinstance(event, CardDiscarded)] == [KING]


def test_a_card_of_which_every_copy_was_dealt_cannot_be_named() -> None:
    table = Physical("nz")
    for _ in range(table.state.rules.decks_in_play):
        table.do(Report(by="dee", what="face_up_card", card=KING))
    refused = step(table.state, Report(by="dee", what="face_up_card", card=KING))
    assert isinstance(refused, Rejection)
    assert "every copy" in refused.text


def test_a_damaged_card_is_on_record_with_its_replacement() -> None:
    table = Physical("nz")
    told, _ = table.do(Report(by="dee", what="damaged_card", card=KING, replacement=KING))
    assert isinstance(told, IrregularityReported)
    assert (told.card, told.replacement) == (KING, KING)


def test_misconduct_is_reported_of_a_player() -> None:
    table = Physical("house")
    (told,) = table.do(Report(by="sue", what="misconduct", player="ann"))
    assert isinstance(told, IrregularityReported)
    assert told.player == "ann"


@pytest.mark.parametrize("command", [Deal(by="dee", at_ms=1_700_000_000_000)])
def test_the_time_of_a_deal_is_part_of_the_record(command: Command) -> None:
    assert msgspec.json.decode(encode_command(command))["at_ms"] == 1_700_000_000_000
    assert decode_command(encode_command(command)) == command
