"""Who may give which command: the table of permissions, kept for every command and every role."""

import pytest

from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.betting.placing import AskPlace, RepeatWagers, WithdrawWager
from pitboss.engine.chips import BringChips, BuyIn, CashOut
from pitboss.engine.deal import Deal, TurnOver
from pitboss.engine.declare import Command, Role, all_commands
from pitboss.engine.floor.books.drop import RemoveDrop
from pitboss.engine.floor.books.shift import SignOff
from pitboss.engine.floor.books.tray import ConfirmSlip, CountFloat, MoveChips, RejectSlip
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.chip_moves import ConfirmMoves
from pitboss.engine.floor.closing import CloseTable, VoidShoe
from pitboss.engine.floor.corrections import ConfirmCorrection, ProposeCorrection, RejectCorrection
from pitboss.engine.floor.cut import (
    CloseCut,
    ContributeCut,
    DeclineCut,
    OpenCut,
    OrderRecut,
    PassCutter,
    PledgeCut,
)
from pitboss.engine.floor.idle import KeepCards
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.log_time import SetLogTimeBack
from pitboss.engine.floor.notices import ApplyNotice, PostNotice
from pitboss.engine.floor.procedures import BeginProcedure, Perform
from pitboss.engine.floor.rulings import Rebuild, RefuseCard, Resume
from pitboss.engine.floor.staff import (
    AssignStaff,
    GoOffDuty,
    HandOver,
    PermitEntry,
    TakeTable,
    role_of,
    role_refusal,
)
from pitboss.engine.floor.taking_back import TakeBack
from pitboss.engine.insurance import CloseInsurance, Insure, KeepHand, TakeEvenMoney
from pitboss.engine.play.acts import Double, Hit, Signal, Split, Stand, Surrender
from pitboss.engine.shoe.commitment import CommitShoe, RevealShoe
from pitboss.engine.shoe.drawing import AskBurn
from pitboss.engine.shoe.loading import LoadShoe, OrderShuffle
from pitboss.engine.side_wagers.prizes import DeclinePrize, DrawPrize
from pitboss.rulebook.catalog import SHIPPED
from pitboss.rulebook.refusals import Code
from tests.clauses.rounds import AtTable
from tests.clauses.staffed import DEALER, FLOOR, staffed

NAMES = {
    Role.TABLE: "",
    Role.PLAYER: "ann",
    Role.DEALER: DEALER,
    Role.SUPERVISOR: FLOOR,
    Role.CASINO_SUPERVISOR: "cas",
    Role.AUDITOR: "aud",
    Role.SPECTATOR: "eve",
}


def every(by: str) -> list[Command]:
    """One command of each kind by somebody."""
    return [*of_hands(by), *of_the_table(by)]


def of_hands(by: str) -> list[Command]:
    """What players do with a hand."""
    return [
        Insure(by=by, box=1, amounts=(0,)),
        TakeEvenMoney(by=by, box=1),
        KeepHand(by=by, box=1),
        Hit(by=by, box=1),
        Stand(by=by, box=1),
        Double(by=by, box=1),
        Split(by=by, box=1),
        Surrender(by=by, box=1),
        RefuseCard(by=by, box=1),
        Signal(by=by, box=1),
    ]


def of_the_table(by: str) -> list[Command]:
    """Everything else: chips, wagers, cards and the staff."""
    return [
        AssignStaff(by=by, name="gus", role="auditor"),
        TakeTable(by=by, role="dealer"),
        HandOver(by=by, to="dot", role="dealer"),
        GoOffDuty(by=by),
        BringChips(by=by, player="guest-1", amount=100),
        BuyIn(by=by, player="ann", amount=100),
        CashOut(by=by, amount=100),
        LoadShoe(by=by, cards=()),
        CommitShoe(by=by, commitment="f" * 64),
        RevealShoe(by=by, commitment="f" * 64, seed="ab" * 32),
        PlaceWager(by=by, box=1, wager="main", amounts=(1000,)),
        WithdrawWager(by=by, box=1, wager="main"),
        Deal(by=by),
        CloseInsurance(by=by),
        DrawPrize(by=by, prize=100),
        DeclinePrize(by=by),
        BeginProcedure(by=by, name="shuffle"),
        Perform(by=by, step="shuffle"),
        DeclineCut(by=by),
        PassCutter(by=by),
        PledgeCut(by=by, commitment="f" * 64),
        OpenCut(by=by),
        ContributeCut(by=by, words="seven"),
        CloseCut(by=by),
        VoidShoe(by=by, commitments=("f" * 64,)),
        KeepCards(by=by, reason="nobody was away"),
        OrderRecut(by=by, reason="shallow"),
        OrderShuffle(by=by, reason="worn"),
        AskBurn(by=by),
        Report(by=by, what="face_up_card"),
        Rebuild(by=by, hands=(), dealer=()),
        AskPlace(by=by),
        Resume(by=by),
        PermitEntry(by=by, player="ann"),
        ProposeCorrection(by=by, player="ann", amount=100, reason="miscount"),
        ConfirmCorrection(by=by),
        RejectCorrection(by=by, number=1, reason="it was right"),
        EnterCard(by=by, card=0),
        TurnOver(by=by, box=1),
        PostNotice(by=by, changes={"min_bet": "10"}),
        ApplyNotice(by=by),
        SetLogTimeBack(by=by, was_ms=10**9),
        CloseTable(by=by),
        CountFloat(by=by, kind="opening", chips={}),
        MoveChips(by=by, kind="fill", chips={"500": 1}),
        RemoveDrop(by=by, amount=0),
        ConfirmSlip(by=by, number=1),
        ConfirmMoves(by=by, number=1),
        RejectSlip(by=by, number=1),
        SignOff(by=by),
        RepeatWagers(by=by),
        TakeBack(by=by, reason="mistyped"),
    ]


def with_auditor(rulebook: str = "tribal") -> AtTable:
    """A table at which every role is there."""
    at = staffed(rulebook, "ann")
    at.do(AssignStaff(by=FLOOR, name="aud", role="auditor"))
    at.do(AssignStaff(by=FLOOR, name="cas", role="casino_supervisor"))
    return at


def test_every_command_is_in_the_table() -> None:
    assert {type(command) for command in every("")} == set(all_commands())
    assert set(Command.__subclasses__()) == set(all_commands())


@pytest.mark.parametrize("role", Role)
def test_names_have_their_roles(role: Role) -> None:
    assert role_of(with_auditor().state, NAMES[role]) is role


@pytest.mark.parametrize("rulebook", SHIPPED)
@pytest.mark.parametrize("role", Role)
def test_the_table_of_permissions_is_kept(role: Role, rulebook: str) -> None:
    """Who is not in it is refused, by a clause; players' commands by others say more of their own.

    Somebody without chips is told that first, so spectators pass here for what players do.
    """
    at = with_auditor(rulebook)
    for command in every(NAMES[role]):
        allowed = command.roles
        is_players_only = allowed == {Role.PLAYER}
        is_told_later = is_players_only and role in (Role.SPECTATOR, Role.TABLE)
        refused = role_refusal(at.state, command)
        if role in allowed or is_told_later:
            assert refused is None, f"{command} by the {role}"
        else:
            assert refused is not None, f"{command} by the {role}"
            assert refused.code == Code.NOT_YOURS
            assert refused.clause
            assert at.refusal(command) == refused


def test_a_new_dealer_takes_the_place_of_the_old() -> None:
    at = with_auditor()
    at.do(AssignStaff(by=FLOOR, name="kim", role="dealer"))
    assert role_of(at.state, "kim") is Role.DEALER
    assert role_of(at.state, DEALER) is Role.SPECTATOR


@pytest.mark.parametrize("name, role", [("", "dealer"), ("gus", "boss"), ("ann", "dealer")])
def test_who_may_not_be_staff(name: str, role: str) -> None:
    """Nobody, an unknown role, and a player with a wager on the layout."""
    at = with_auditor()
    at.bet("1 ann main 10")
    assert at.refusal(AssignStaff(by=FLOOR, name=name, role=role)).code == Code.UNKNOWN


def test_what_is_nobodys_says_so() -> None:
    refused = with_auditor().refusal(KeepCards(reason="worn"))
    assert refused.text == "this is for the supervisor; nobody is named"
