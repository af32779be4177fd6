"""What a house asks of its reports: names that people know, its own days, and chips brought in."""

import csv
import io

import pytest

from pitboss.cards import parse_card
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BringChips, BuyIn, CashOut
from pitboss.engine.deal import Deal
from pitboss.engine.floor.books.drop import RemoveDrop
from pitboss.engine.floor.books.shift import ShiftSignedOff, SignOff
from pitboss.engine.floor.books.tray import ConfirmSlip, CountFloat, FloatCounted
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.rulings import LaidHand, Rebuild, RefuseCard
from pitboss.engine.floor.staff import GoOffDuty
from pitboss.engine.play.acts import Stand
from pitboss.engine.state import Automations
from pitboss.reports.csv import report_csv
from pitboss.reports.names import in_words, shown_player
from pitboss.reports.page import report_page
from pitboss.reports.tally import Period
from pitboss.reports.times import ZoneError, checked_zone, parse_period, zone_of
from pitboss.rulebook.refusals import Code
from tests.clauses.staffed import DEALER, FLOOR
from tests.reports.logs import NOON_MS
from tests.reports.test_report import enter, evening, table

AUCKLAND = "Pacific/Auckland"
BY_HAND = Automations(cards=False)


@pytest.mark.parametrize(
    "player, shown",
    [
        ("guest-3-bob", "bob (guest)"), ("guest-3", "box 3 (guest)"), ("guest-bob", "bob (guest)"),
        ("ann", "ann"), ("guest-12-mary-ann", "mary-ann (guest)"),
    ],
)  # fmt: skip
def test_a_guest_is_called_by_name(player: str, shown: str) -> None:
    assert shown_player(player) == shown
    assert in_words(f"dee reports: {player}, touched cards.") == (
        f"dee reports: {shown}, touched cards."
    )


def test_sheet_and_page_name_guests_and_keep_their_ids() -> None:
    report = evening().report()
    page, sheet = report_page(report), report_csv(report)
    assert "guest-bob" not in page
    assert page.count("bob (guest)") > 1
    rows = [row for row in csv.DictReader(io.StringIO(sheet)) if row["section"] == "player"]
    assert [(row["name"], row["id"]) for row in rows] == [
        ("box 3 (guest)", "guest-3"), ("bob (guest)", "guest-bob"),
    ]  # fmt: skip


def test_a_day_begins_at_midnight_in_the_zone_of_the_house() -> None:
    """Noon UTC on the 16th is one o'clock at night on the 17th in Auckland."""
    at = evening()
    for zone, day, time in (
        ("UTC", "2026-11-16", "12:0"), (AUCKLAND, "2026-11-17", "01:0"),
        ("-12:30", "2026-11-15", "23:3"),
    ):  # fmt: skip
        report = at.report(Period(zone=zone))
        assert [one.name for one in report.by_day] == [day]
        assert report.reconciles
        assert f"{day} {time}" in report_page(report)
        assert f"{day} {time}" in report_csv(report)
    period = parse_period("2026-11-17T01:00", "2026-11-17T02:00+13:00", AUCKLAND)
    assert (period.from_ms, period.to_ms) == (NOON_MS, NOON_MS + 3_600_000)


def test_what_is_no_zone_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Mars/Olympus", "+99:00", "../etc/passwd"):
        with pytest.raises(ZoneError):
            zone_of(name)
    monkeypatch.setenv("TZ", AUCKLAND)
    assert (checked_zone(""), checked_zone(" UTC ")) == (AUCKLAND, "UTC")


def test_chips_that_a_guest_brings_are_neither_sold_nor_dropped() -> None:
    at = table(automations=BY_HAND)
    at.do(CountFloat(by=DEALER, kind="opening", chips={"500": 100}))
    at.do(ConfirmSlip(by=FLOOR, number=1))
    at.do(BuyIn(by=DEALER, player="guest-1", amount=100_00))
    at.do(BringChips(by=DEALER, player="guest-2", amount=60_00))
    for box in (1, 2):
        wager = PlaceWager(by=f"guest-{box}", box=box, wager="main", amounts=(20_00,))
        at.key(DEALER, wager)
    at.do(Deal(by=DEALER))
    enter(at, "Ts Td 9h 8s 8d")
    for box in (1, 2):
        at.key(DEALER, Stand(by=f"guest-{box}", box=box))
    enter(at, "Tc")
    # The house won 20.00 of each; 100.00 were sold, and 60.00 came from elsewhere.
    at.do(CountFloat(by=DEALER, kind="closing", chips={"500": 88}))
    (counted,) = at.do(ConfirmSlip(by=FLOOR, number=2))
    assert isinstance(counted, FloatCounted)
    assert (counted.expected, counted.difference) == (440_00, 0)
    at.key(DEALER, CashOut(by="guest-2", amount=40_00))
    at.do(RemoveDrop(by=DEALER, amount=100_00))
    at.do(ConfirmSlip(by=FLOOR, number=3))
    (signed,) = at.do(SignOff(by=FLOOR))
    assert isinstance(signed, ShiftSignedOff)
    assert (signed.drop, signed.cash, signed.win) == (100_00, 100_00, 40_00)
    report = at.report()
    assert report.reconciles, report.balances
    total = report.total
    assert (total.drop, total.cash, total.brought, total.win) == (100_00, 100_00, 60_00, 40_00)
    assert total.hold == pytest.approx(0.4)


def test_only_a_guest_at_a_table_dealt_by_hand_brings_chips() -> None:
    for at, by, player, amount, code in (
        (table(automations=BY_HAND), DEALER, "ann", 5_00, Code.NOT_OFFERED),
        (table(automations=BY_HAND), DEALER, "guest-1", 0, Code.STAKE_TOO_SMALL),
        (table(automations=BY_HAND), FLOOR, "guest-1", 5_00, Code.NOT_YOURS),
        (table(), DEALER, "guest-1", 5_00, Code.NOT_OFFERED),
    ):
        assert at.refusal(BringChips(by=by, player=player, amount=amount)).code == code


def test_staff_goes_off_duty_without_a_relief() -> None:
    at = table(automations=BY_HAND)
    at.do(BuyIn(by=DEALER, player="guest-1", amount=100_00))
    wager = PlaceWager(by="guest-1", box=1, wager="main", amounts=(20_00,))
    at.key(DEALER, wager)
    refused = at.refusal(GoOffDuty(by=DEALER))
    assert (refused.code, refused.clause) == (Code.WRONG_TIME, "")
    at.do(GoOffDuty(by=FLOOR))
    assert at.state.floor.staff == {DEALER: "dealer"}
    at.do(Deal(by=DEALER))
    at.refusal(GoOffDuty(by=DEALER))
    enter(at, "Ts Td 9h")
    at.key(DEALER, Stand(by="guest-1", box=1))
    enter(at, "8c")
    at.do(GoOffDuty(by=DEALER))
    assert at.state.floor.staff == {}


def test_rulings_with_their_cards_are_in_the_report() -> None:
    """The damaged card and its replacement, hands put back, and a player who refused a card."""
    at = table(automations=Automations(cards=False))
    at.do(BuyIn(by=DEALER, player="guest-1", amount=100_00))
    at.key(DEALER, PlaceWager(by="guest-1", box=1, wager="main", amounts=(20_00,)))
    at.do(Deal(by=DEALER))
    enter(at, "Ts 9d 3h")
    nine, ten, three = (parse_card(text) for text in ("9d", "Ts", "3h"))
    at.do(Report(by=DEALER, what="damaged_card", card=nine))
    hands = (LaidHand(1, 1, (ten, nine)),)
    at.do(Rebuild(by=FLOOR, hands=hands, dealer=(three,)))
    at.do(Report(by=DEALER, what="exposed_card", card=parse_card("2c")))
    at.key(DEALER, RefuseCard(by="guest-1", box=1))
    incidents = at.report().incidents
    told = {one.kind: one.text for one in incidents}
    assert told["hands_rebuilt"].endswith("hand 1.1 Ts 3h, now Ts 9d; dealer 9d, now 3h.")
    assert told["card_refused"].startswith("guest-1 refuses the exposed card")
    assert [(one.kind, one.card) for one in incidents if one.kind == "card_damaged"] == [
        ("card_damaged", "9d")
    ]
