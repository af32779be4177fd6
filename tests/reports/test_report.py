"""A report of known rounds: who staked, won and did what, and what was to be expected."""

import csv
import io
from math import sqrt

import pytest

from pitboss.cards import parse_cards, rest_of_shoe
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.deal import Deal
from pitboss.engine.floor.books.drop import RemoveDrop
from pitboss.engine.floor.books.shift import SignOff
from pitboss.engine.floor.books.tray import ConfirmSlip, CountFloat, MoveChips
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.corrections import ConfirmCorrection, ProposeCorrection
from pitboss.engine.floor.irregularities.report import Report as Irregularity
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.insurance import CloseInsurance, Insure
from pitboss.engine.play.acts import Hit, Stand
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.state import PLAYING, SCRIPTED, Automations
from pitboss.engine.table import open_table
from pitboss.reports.csv import COLUMNS, report_csv
from pitboss.reports.expected import Edges, SideEdge, moments_of
from pitboss.reports.figures import Figures, WagerFigures
from pitboss.reports.page import number, report_page
from pitboss.reports.tally import Period
from pitboss.reports.times import PeriodError, parse_period, parse_time
from tests.clauses.options import rules_of
from tests.clauses.staffed import DEALER, FLOOR
from tests.reports.logs import NOON_MS, SECOND_MS, Recorded

EDGES = Edges(
    main=0.01,
    deviations={1: 1.1},
    sides={"perfect_pairs": (SideEdge(0, 0.05, 9.0),), "insurance": (SideEdge(0, 0.07, 2.0),)},
    strategy_class="test",
)


def table(
    shoe: str = "", automations: Automations = SCRIPTED, rulebook: str = "nz", **options: object
) -> Recorded:
    """A table with a dealer and a supervisor, and these cards on top of its shoe."""
    rules = rules_of(rulebook, **options)
    at = Recorded(open_table(rules, automations))
    at.do(AssignStaff(name=DEALER, role="dealer"))
    at.do(AssignStaff(name=FLOOR, role="supervisor"))
    if shoe:
        cards = parse_cards(shoe)
        at.do(LoadShoe(cards=cards + rest_of_shoe(rules.decks_in_play, cards)))
    return at


def enter(at: Recorded, cards: str) -> None:
    """The dealer draws these cards."""
    for card in parse_cards(cards):
        at.do(EnterCard(by=DEALER, card=card))


def wager(figures: Figures, name: str) -> WagerFigures:
    """One wager of a report."""
    (one,) = (line for line in figures.wagers if line.wager == name)
    return one


def evening() -> Recorded:
    """Two rounds with physical chips, at which the dealer keys for everybody, and a sign-off."""
    at = table(automations=Automations(cards=False), perfect_pairs="scale_1")
    at.do(CountFloat(by=DEALER, kind="opening", chips={"500": 100, "10000": 20}))
    at.do(ConfirmSlip(by=FLOOR, number=1))
    at.do(BuyIn(by=DEALER, player="guest-3", amount=200_00))
    at.do(BuyIn(by=DEALER, player="guest-bob", amount=100_00))
    at.key(DEALER, PlaceWager(by="guest-3", box=3, wager="main", amounts=(50_00,)))
    at.key(DEALER, PlaceWager(by="guest-3", box=3, wager="perfect_pairs", amounts=(5_00,)))
    at.key(DEALER, PlaceWager(by="guest-bob", box=5, wager="main", amounts=(20_00,)))
    at.do(Deal(by=DEALER))
    enter(at, "Ts 9d Ah 7h 9h")
    at.key(DEALER, Insure(by="guest-3", box=3, amounts=(25_00,)))
    at.do(CloseInsurance(by=DEALER))
    at.key(DEALER, Stand(by="guest-3", box=3))
    at.key(DEALER, Stand(by="guest-bob", box=5))
    enter(at, "7d")
    at.do(ProposeCorrection(by=DEALER, player="guest-bob", amount=-5_00, reason="overpaid"))
    at.do(ConfirmCorrection(by=FLOOR))
    at.do(MoveChips(by=DEALER, kind="fill", chips={"500": 20}))
    at.do(ConfirmSlip(by=FLOOR, number=2))
    at.do(SignOff(by=FLOOR))
    at.do(AssignStaff(by=FLOOR, name="eve", role="dealer"))
    at.key("eve", PlaceWager(by="guest-3", box=3, wager="main", amounts=(10_00,)))
    at.do(Deal(by="eve"))
    for card in parse_cards("Ts 9c 8h"):
        at.do(EnterCard(by="eve", card=card))
    at.key("eve", Stand(by="guest-3", box=3))
    at.do(EnterCard(by="eve", card=parse_cards("9s")[0]))
    at.key("eve", CashOut(by="guest-bob", amount=at.state.chips["guest-bob"]))
    at.do(RemoveDrop(by="eve", amount=299_00))
    at.do(ConfirmSlip(by=FLOOR, number=3))
    return at


def test_known_rounds_come_to_known_figures() -> None:
    at = evening()
    report = at.report()
    total = report.total
    assert report.reconciles, report.balances
    main = wager(total, "main")
    # 17 and 18 stand against 18: 50.00 lost and 20.00 pushed; then 18 ties 18.
    assert (main.count, main.staked, main.paid, main.taken) == (3, 80_00, 0, 50_00)
    assert wager(total, "perfect_pairs").win == 5_00
    assert wager(total, "insurance").win == 25_00
    assert (total.drop, total.cash, total.cashed) == (300_00, 300_00, 95_00)
    assert (total.win, total.corrections) == (85_00, -5_00)
    assert total.hold == pytest.approx(85 / 300)
    assert (total.rounds, total.hands, total.fills) == (2, 3, 100_00)
    assert [(one.player, one.net, one.chips) for one in report.players] == [
        ("guest-3", -80_00, 120_00),
        ("guest-bob", -5_00, 0),
    ]
    assert report.corrections
    assert {one.card for one in report.corrections} == {""}


def test_shifts_and_dealers_have_their_own_figures() -> None:
    report = evening().report()
    assert [(one.name, one.figures.rounds, one.figures.win) for one in report.by_shift] == [
        ("seven, shift 1", 1, 85_00),
        ("seven, shift 2", 1, 0),
    ]
    assert [(one.name, one.figures.rounds) for one in report.by_dealer if one.figures.rounds] == [
        (DEALER, 1),
        ("eve", 1),
    ]
    assert [one.name for one in report.by_day] == ["2026-11-16"]
    assert [one.name for one in report.by_rulebook] == ["nz"]
    (signed,) = report.sign_offs
    assert signed.text == (
        "sue signs the shift off: 1 rounds, drop 300.00, win 85.00, float as expected."
    )
    kinds = {line.what for line in report.balances}
    assert "win signed off, seven, shift 1" in kinds


def test_the_record_says_who_keyed_for_whom() -> None:
    report = evening().report()
    deeds = {(one.who, one.by, one.command): one.count for one in report.deeds}
    assert deeds[DEALER, "guest-3", "place_wager"] == 2
    assert deeds["eve", "guest-3", "stand"] == 1
    assert deeds[FLOOR, FLOOR, "sign_off"] == 1
    proposed, made = report.corrections
    assert (proposed.by, made.by, made.player, made.round) == (DEALER, FLOOR, "guest-bob", 1)
    assert [(one.kind, one.number, one.amount, one.difference) for one in report.slips] == [
        ("opening", 1, 2_500_00, 0),
        ("fill", 2, 100_00, 0),
        ("drop", 3, 299_00, -1_00),
    ]


def test_an_irregularity_has_its_card_player_box_round_and_clause() -> None:
    at = table("Ts 9d 9h 5c")
    at.bet("1 ann main 10")
    at.do(Deal(by=DEALER))
    at.do(Irregularity(by=DEALER, what="face_up_card", box=1))
    (first, *_) = at.report().incidents
    assert (first.kind, first.box, first.player, first.round) == (
        "irregularity_reported", 1, "ann", 1,
    )  # fmt: skip
    assert (first.clause, first.by, first.card) == ("NZ-16.1", DEALER, "")
    discarded = at.report().incidents[1]
    assert (discarded.kind, discarded.card) == ("card_discarded", "5c")


def test_a_round_that_is_reversed_counts_for_nothing() -> None:
    at = table("Ts 8h 9d 6h 8h Tc", shuffler="continuous", perfect_pairs="scale_1")
    for line in ("1 ann main 10", "2 bob main 10", "2 bob perfect_pairs 5"):
        at.bet(line)
    at.do(Deal(by=DEALER))
    at.do(Hit(by="ann", box=1))
    at.do(Irregularity(by=FLOOR, what="shuffler_failed", choice="round"))
    report = at.report(odds={0: EDGES})
    assert report.reconciles
    for one in report.total.wagers:
        assert (one.count, one.staked, one.paid, one.taken, one.win) == (0, 0, 0, 0, 0)
    assert report.total.expected in (None, 0)


def test_what_was_to_be_expected_is_the_edge_of_each_initial_wager() -> None:
    report = evening().report(odds={0: EDGES})
    main = wager(report.total, "main")
    assert main.expected == round(0.01 * 80_00)
    assert main.deviation == round(1.1 * sqrt(50_00**2 + 20_00**2 + 10_00**2))
    pairs, insurance = (wager(report.total, name) for name in ("perfect_pairs", "insurance"))
    assert (pairs.expected, pairs.deviation) == (25, 15_00)
    assert (insurance.expected, insurance.deviation) == (175, round(sqrt(2) * 25_00))
    total = report.total
    assert total.expected == 80 + 25 + 175
    variance = 1.1**2 * (50_00**2 + 20_00**2 + 10_00**2) + 9 * 500**2 + 2 * 2500**2
    assert total.deviation == round(sqrt(variance))
    # Corrections are no luck: 80.00 were won at the wagers.
    assert total.deviations == pytest.approx((80_00 - total.expected) / sqrt(variance), abs=1e-3)
    assert report.win_by_round[-1].expected == total.expected


def test_a_meter_moves_what_is_to_be_expected() -> None:
    side = SideEdge(1_00, 0.3, 100.0, meter=1_000_00, meter_p=0.0001)
    edges = Edges(0.01, {1: 1.1}, {"progressive": (side,)}, "test")
    low, high = (
        moments_of(edges, "progressive", spots=1, stake=1_00, meter=meter)
        for meter in (1_000_00, 3_000_00)
    )
    assert low is not None
    assert high is not None
    assert low[0] == pytest.approx(30)
    assert low[1] == pytest.approx(100 * 100**2)
    assert high[0] == pytest.approx(30 - 0.0001 * 2_000_00)
    assert high[1] > low[1]
    assert moments_of(edges, "match_play", spots=1, stake=5, meter=0) is None
    assert moments_of(edges, "ante", spots=1, stake=50, meter=0) == (50, 0)


def test_a_wager_for_the_meter_is_expected_to_win_by_the_meter_of_its_round() -> None:
    at = table("Ts 9d 9h 8c Ts 9d 9h 8c", rulebook="tribal", progressive=True)
    edge = SideEdge(1_00, 0.3, 100.0, meter=1_000_00, meter_p=0.0001)
    edges = Edges(0.01, {1: 1.1}, {"progressive": (edge,)}, "test")
    meters = []
    for _ in range(2):
        at.bet("1 ann main 10")
        at.bet("1 ann progressive 1")
        at.do(Deal(by=DEALER))
        meters.append(at.state.meter)
        while at.state.phase == PLAYING:
            at.do(Stand(by="ann", box=1))
    expected = [moments_of(edges, "progressive", spots=1, stake=1_00, meter=one) for one in meters]
    told = wager(at.report(odds={0: edges}).total, "progressive")
    assert told.count == len(meters)
    assert told.expected == round(sum(one[0] for one in expected if one))


def test_hands_an_hour_leave_long_pauses_out() -> None:
    at = table("Ts 9d 9h 8c Ts 9d 9h 8c")
    for pause_ms in (0, 3_600_000):
        at.at_ms += pause_ms
        at.bet("1 ann main 10")
        at.do(Deal(by=DEALER))
        at.do(Stand(by="ann", box=1))
    # Each round takes 30 seconds from the deal to its end.
    assert at.report().total.played_ms == 60_000
    assert at.report().total.hands_per_hour == pytest.approx(120)


def test_time_at_play_before_the_period_is_left_out() -> None:
    at = table("Ts 9d 9h 8c")
    at.bet("1 ann main 10")
    at.do(Deal(by=DEALER))
    at.do(Stand(by="ann", box=1))
    within = Period(at.at_ms - 10 * SECOND_MS, 0)
    assert at.report(within).total.played_ms == 10 * SECOND_MS


def test_guests_pay_cash_and_keep_cashed_chips_while_accounts_do_neither() -> None:
    at = table(automations=Automations(cards=False))
    at.do(CountFloat(by=DEALER, kind="opening", chips={"500": 100}))
    at.do(ConfirmSlip(by=FLOOR, number=1))
    at.do(BuyIn(by=DEALER, player="guest-3", amount=100_00))
    at.do(BuyIn(by=DEALER, player="ann", amount=50_00))
    at.key(DEALER, CashOut(by="guest-3", amount=40_00))
    at.key(DEALER, CashOut(by="ann", amount=20_00))
    # Of 500.00 the tray sold 150.00, and only the chips of the account came back.
    at.do(CountFloat(by=DEALER, kind="closing", chips={"500": 74}))
    at.do(ConfirmSlip(by=FLOOR, number=2))
    report = at.report()
    total = report.total
    assert (total.drop, total.cash, total.cashed, total.difference) == (150_00, 100_00, 60_00, 0)
    assert report.reconciles, report.balances


def test_the_page_and_the_sheet_hold_the_same() -> None:
    report = evening().report(odds={0: EDGES})
    rows = list(csv.DictReader(io.StringIO(report_csv(report))))
    assert set(rows[0]) == set(COLUMNS)
    total, *_ = rows
    assert (total["section"], total["drop"], total["win"]) == ("total", "300.00", "85.00")
    wagers = {row["name"]: row["win"] for row in rows if row["section"] == "wager"}
    assert wagers == {"insurance": "25.00", "main": "50.00", "perfect_pairs": "5.00"}
    page = report_page(report)
    assert page.startswith("<!doctype html>")
    for text in ("Every figure agrees with the ledger", "bob (guest)", "85.00", "<svg", "slip"):
        assert text in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_what_people_write_does_nothing_in_a_page_or_a_sheet() -> None:
    at = table("Ts 9d 9h 5c")
    at.bet("1 ann main 10")
    reason = '=HYPERLINK("x") <script>alert(1)</script>'
    at.do(ProposeCorrection(by=DEALER, player="ann", amount=5, reason=reason))
    report = at.report()
    assert "<script>" not in report_page(report)
    texts = [row["text"] for row in csv.DictReader(io.StringIO(report_csv(report)))]
    assert not any(text.startswith("=") for text in texts)


@pytest.mark.parametrize(
    "text, at_ms",
    [
        ("2026-11-16T12:00", NOON_MS),
        ("2026-11-16 12:00:00Z", NOON_MS),
        ("2026-11-16T13:00+01:00", NOON_MS),
        ("2026-11-16", NOON_MS - 12 * 3_600_000),
        ("", 0),
    ],
)
def test_times_are_read_as_people_write_them(text: str, at_ms: int) -> None:
    assert parse_time(text) == at_ms


def test_what_is_no_period_is_refused() -> None:
    for pair in (("soon", ""), ("2026-11-17", "2026-11-16"), ("0001-01-01", "")):
        with pytest.raises(PeriodError):
            parse_period(*pair)
    period = parse_period("2026-11-16", "")
    assert period == Period(NOON_MS - 12 * 3_600_000, 0)


def test_a_period_without_events_has_an_empty_report() -> None:
    report = evening().report(Period(NOON_MS + 10**9, 0))
    assert report.reconciles
    assert (report.total.rounds, report.tables[0].events) == (0, (0, 0))
    assert report_page(report)


def test_number_that_rounds_to_zero_has_no_minus() -> None:
    assert [number(value) for value in (-0.004, -0.006, 1234.5, None)] == [
        "0.00", "-0.01", "1,234.50", "-",
    ]  # fmt: skip
