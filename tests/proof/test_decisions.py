"""Commands of any play, written and read again, lead to the events that they led to."""

import msgspec
import pytest

from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.declare import Command, Event
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.floor.taking_back import TakeBack
from pitboss.engine.insurance import CloseInsurance
from pitboss.engine.play.acts import Hit
from pitboss.engine.shoe.loading import OrderShuffle
from pitboss.engine.state import SCRIPTED, Automations, TableState
from pitboss.engine.table import open_table
from pitboss.proof.checks import span_to
from pitboss.proof.decisions import Differs, decide_again, giver_fault
from pitboss.proof.log import verify_log
from pitboss.rulebook.catalog import load_rulebook
from pitboss.rulebook.options.changes import shown_options
from pitboss.rulebook.refusals import Rejection
from pitboss.store.codec import name_of
from pitboss.store.entry import HOUSE_NAME, Entry
from pitboss.store.export import export_log
from pitboss.store.memory import MemoryStore
from pitboss.store.port import TableHeader
from tests.clauses.options import rules_of
from tests.clauses.rounds import play, round_text
from tests.clauses.staffed import FLOOR, staffed
from tests.properties.random_floor import FloorTable
from tests.properties.random_hand import HandTable
from tests.properties.test_by_hand import Physical, Recorded
from tests.store.logged import write_entry

ROUNDS = 5
Sent = list[tuple[Command, tuple[Event, ...]]]


class Kept(FloorTable):
    """Keeps every command with what it led to."""

    def __init__(self, seed: int) -> None:
        self.sent: Sent = []
        super().__init__(seed)

    def send(self, command: Command) -> None:
        before = len(self.log)
        super().send(command)
        self.sent.append((command, tuple(self.log[before:])))

    def attempt(self, command: Command) -> Rejection | None:
        before = len(self.log)
        refused = super().attempt(command)
        if refused is None:
            self.sent.append((command, tuple(self.log[before:])))
        return refused


class Keeping(Physical):
    """The same of a table that is dealt to by hand what another was dealt."""

    def __init__(self, auto: Recorded) -> None:
        self.sent: Sent = []
        super().__init__(auto)

    def send(self, command: Command) -> None:
        before = len(self.log)
        super().send(command)
        self.sent.append((command, tuple(self.log[before:])))


class KeptByHand(Kept, HandTable):
    """The same of a table whose dealer enters the cards."""


def statuses(start: TableState, sent: Sent) -> dict[str, tuple[str, str]]:
    """What is said of the log of commands that were given one after another."""
    rules = start.rules
    store = MemoryStore()
    automations = msgspec.structs.asdict(start.automations)
    revision = load_rulebook(rules.rulebook).revision
    options = shown_options(rules)
    header = TableHeader("t1", "T", rules.rulebook, revision, options, automations, 1)
    store.create(header)
    for number, (command, events) in enumerate(sent):
        write_entry(store, command, events, f"c{number}")
    report = verify_log(export_log(store, "t1"))
    whole = span_to(sum(len(events) for _, events in sent))
    assert all(check.events == whole for check in report.checks if check.status == "ok")
    return {check.name: (check.status, check.text) for check in report.checks}


def assert_decided(start: TableState, sent: Sent) -> None:
    checks = statuses(start, sent)
    # The times of these tables begin at 0, and log time does not.
    checks.pop("times")
    assert "failed" not in {status for status, _ in checks.values()}, checks
    assert checks["decisions"][0] == "ok"


@pytest.mark.parametrize("seed", range(100, 115))
def test_all_that_goes_wrong_is_decided_again(seed: int) -> None:
    table = Kept(seed)
    for _ in range(ROUNDS):
        table.play_round()
    assert_decided(table.start, table.sent)


@pytest.mark.parametrize("seed", range(100, 115))
def test_cards_entered_by_hand_are_decided_again(seed: int) -> None:
    table = KeptByHand(seed)
    for _ in range(ROUNDS):
        table.play_round()
    assert_decided(table.start, table.sent)


@pytest.mark.parametrize("seed", range(200, 210))
def test_the_same_cards_by_the_table_and_by_hand_are_decided_again(seed: int) -> None:
    auto = Recorded(seed)
    auto.play()
    assert_decided(auto.start, auto.sent)
    manual = Keeping(auto)
    for command, events in auto.sent:
        manual.follow(command, events)
    assert_decided(manual.start, manual.sent)


@pytest.fixture(scope="module")
def state() -> TableState:
    """A physical table with its staff, a player and a guest with chips."""
    at = staffed("nz", "ann", "guest-1", automations=Automations(cards=False))
    at.do(AssignStaff(name="eve", role="auditor"))
    return at.state


@pytest.mark.parametrize(
    "who, command, is_possible",
    [
        ("ann", Hit(by="ann", box=1), True),
        ("", Hit(by="ann", box=1), True),
        ("dan", Hit(by="ann", box=1), True),
        ("dan", Hit(by="guest-1", box=1), True),
        ("dan", Hit(by="sue", box=1), False),
        ("sue", Hit(by="ann", box=1), False),
        ("eve", Hit(by="ann", box=1), False),
        ("bob", Hit(by="ann", box=1), False),
        ("dan", BuyIn(player="guest-2", amount=5), True),
        ("dan", BuyIn(player="ann", amount=5), False),
        ("dan", CashOut(by="guest-1", amount=5), True),
        ("dan", CashOut(by="ann", amount=5), False),
        ("ann", BuyIn(player="ann", amount=5), True),
        ("bob", BuyIn(player="bob", amount=5), True),
        ("bob", BuyIn(player="ann", amount=5), False),
        ("dan", BuyIn(by="dan", player="ann", amount=5), True),
        ("", CloseInsurance(), True),
        ("dan", CloseInsurance(by="dan"), True),
        ("dan", CloseInsurance(), False),
        ("ann", CloseInsurance(), False),
        ("sue", OrderShuffle(by="sue", reason="worn"), True),
        ("dan", OrderShuffle(by="sue", reason="worn"), False),
        ("", OrderShuffle(by="sue", reason="worn"), False),
        ("", Report(by=HOUSE_NAME, what="out_of_cards"), True),
    ],
)
def test_who_may_have_given_a_command(
    state: TableState, who: str, command: Command, is_possible: bool
) -> None:
    fault = giver_fault(state, who, command)
    assert (fault == "") is is_possible
    assert is_possible or name_of(command) in fault


def test_nobody_keys_for_players_at_a_table_that_deals_by_itself() -> None:
    at = staffed("nz", "ann")
    assert "dan cannot have given hit for ann" in giver_fault(at.state, "dan", Hit(by="ann", box=1))


@pytest.mark.parametrize("clause, status", [("NZ-12.6", "ok"), ("NZ-5.1-g", "failed")])
def test_an_older_log_may_name_another_clause_of_the_same_rule(clause: str, status: str) -> None:
    """A double lost to a blackjack is NZ-11.5's; the same rule has NZ-12.6, and no other."""
    text = round_text("nz", "6s Td 5h 9c Ac", ["1 ann main 10"], ["1 double"])
    verdict = play(text)
    assert "NZ-11.5" in str(verdict.events)
    start = open_table(rules_of("nz"), SCRIPTED)
    sent = [
        (command, tuple(_citing(event, "NZ-11.5", clause) for event in events))
        for command, events in verdict.given
    ]
    assert statuses(start, sent)["decisions"][0] == status


OLDER = [
    ("nz", "Ts Ad 9h 9c", ["1 insure ann=5", "1 stand"], "NZ-9.5", "NZ-9.4", ""),
    ("tribal", "Ts Ad 9h 9c", ["1 insure ann=5", "1 stand"], "T-i-4", "T-i-3", ""),
    ("pa_free_bet", "Ts Ad 9h 9c", ["1 insure ann=5", "1 stand"], "PA-8-d", "PA-11-b", ""),
    ("house", "Ts Ad 9h 9c", ["1 insure ann=5", "1 stand"], "H-wagers-15", "H-payouts-3", ""),
    ("double_deck", "Ts Ad 9h 9c", ["1 insure ann=5", "1 stand"], "DD-28", "DD-30", ""),
    ("tribal", "Ts 9d 6h Tc", ["1 surrender"], "T-h-1", "T-h-1-s2", "surrender = true"),
    ("tribal", "Ts Td 8h 9c", ["1 stand"], "T-c-5", "T-c-1-ii", ""),
    ("tribal", "Ts Td 6h 9c 9h", ["1 hit"], "T-c-5", "T-c-1-i", ""),
]
"""What older programs named beside the same money."""


@pytest.mark.parametrize("rulebook, shoe, acts, clause, older, options", OLDER)
def test_a_log_with_the_clause_of_before_leads_to_its_events(
    rulebook: str, shoe: str, acts: list[str], clause: str, older: str, options: str
) -> None:
    verdict = play(round_text(rulebook, shoe, ["1 ann main 10"], acts, options=options))
    chosen = {"surrender": True} if options else {}
    start = open_table(rules_of(rulebook, **chosen), SCRIPTED)
    sent = [
        (command, tuple(_citing(event, clause, older) for event in events))
        for command, events in verdict.given
    ]
    assert sent != list(verdict.given)
    assert statuses(start, sent)["decisions"][0] == "ok"


def test_what_was_taken_back_had_a_clause_before() -> None:
    at = staffed("nz", automations=Automations(remembers=True, cards=False))
    at.bet("1 guest-1 main 10")
    before, command = at.state, TakeBack(by=FLOOR, reason="not that box")
    events = tuple(_citing(event, "", "NZ-4.2-s2") for event in at.do(command))
    entry = Entry(len(events), 0, 0, events, f"{FLOOR}:1", FLOOR, command)
    assert not isinstance(decide_again(before, entry), Differs)
    forged = tuple(_citing(event, "NZ-4.2-s2", "NZ-5.4") for event in events)
    entry = msgspec.structs.replace(entry, events=forged)
    assert isinstance(decide_again(before, entry), Differs)


def _citing(event: Event, clause: str, other: str) -> Event:
    if getattr(event, "clause", "") != clause:
        return event
    return msgspec.structs.replace(event, clause=other)
