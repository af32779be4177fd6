"""A log is enough to find the commands behind it, and to see where it was changed."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.engine.commands import (
    AnyCommand,
    AskPlace,
    AssignStaff,
    ConfirmCorrection,
    Deal,
    DeclineCut,
    LoadShoe,
    OrderShuffle,
    PermitEntry,
    PlaceWager,
    ProposeCorrection,
    WithdrawWager,
)
from pitboss.engine.events import AnyEvent, CardDealt, ChipsBought, HandFinished, WagerSettled
from pitboss.engine.floor_events import ButtonRepaired
from pitboss.engine.phases.procedures import cutter_due
from pitboss.engine.state import BY_HAND, ONLINE, Automations, TableState
from pitboss.engine.table import open_table
from pitboss.rulebook.catalog import SHIPPED, choose, load_rulebook
from pitboss.testing.play import play_script
from pitboss.testing.rederive import LOOK_AHEAD, Decided, Differs, decide_again
from pitboss.testing.script import read_script
from tests.clauses.staffed import DEALER, FLOOR, STEP_BY_STEP, begin, due, staffed, walk, whole
from tests.properties.random_floor import FloorTable
from tests.properties.random_play import RandomTable
from tests.properties.test_by_hand import Physical, Recorded

ROOT = Path(__file__).parents[2]
ROUNDS = 6


def decide_all(start: TableState, log: list[AnyEvent]) -> TableState:
    """The state that the commands behind a whole log lead to."""
    state, at = start, 0
    while at < len(log):
        outcome = decide_again(state, log[at : at + LOOK_AHEAD])
        assert isinstance(outcome, Decided), f"{log[at]}: {outcome}"
        state, at = outcome.state, at + outcome.count
    return state


@pytest.mark.parametrize("seed", range(100, 130))
def test_the_commands_behind_any_play_are_found(seed: int) -> None:
    table = RandomTable(seed)
    for _ in range(ROUNDS):
        table.play_round()
    assert decide_all(table.start, table.log) == table.state


@pytest.mark.parametrize("seed", range(100, 150))
def test_the_commands_behind_all_that_goes_wrong_are_found(seed: int) -> None:
    table = FloorTable(seed)
    for _ in range(ROUNDS):
        table.play_round()
    assert decide_all(table.start, table.log) == table.state


@pytest.mark.parametrize("seed", range(100, 120))
def test_the_commands_behind_cards_entered_by_hand_are_found(seed: int) -> None:
    auto = Recorded(seed)
    auto.play()
    table = Physical(auto)
    for command, events in auto.sent:
        table.follow(command, events)
    assert decide_all(table.start, table.log) == table.state


def test_the_commands_behind_every_script_are_found() -> None:
    paths = [*ROOT.glob("tests/clauses/**/*.round.toml"), *ROOT.glob("examples/**/*.round.toml")]
    assert len(paths) > 100
    for path in paths:
        script = read_script(path)
        verdict = play_script(script)
        start = open_table(choose(load_rulebook(script.rulebook), script.options))
        assert decide_all(start, list(verdict.events)) == verdict.state, path.name


@pytest.mark.parametrize("rulebook", SHIPPED)
@pytest.mark.parametrize("automations", [STEP_BY_STEP, BY_HAND], ids=["steps", "hand"])
def test_the_commands_behind_procedures_are_found(rulebook: str, automations: Automations) -> None:
    at = staffed(rulebook, "ann", "bob", automations=automations)
    start = open_table(at.state.rules, automations)
    for name in ("opening", "shuffle"):
        if name in at.state.rules.procedures:
            begin(at, name)
            walk(at, until="cut")
            if (cutter := cutter_due(at.state)) and due(at) == "cut":
                at.do(DeclineCut(by=cutter))
            walk(at)
    assert decide_all(start, at.events) == at.state


def test_the_commands_of_players_and_supervisors_are_found() -> None:
    at = staffed("pa_free_bet", "ann", "bob", automations=ONLINE, mid_shoe_entry="barred")
    start = open_table(at.state.rules, ONLINE)
    commands: tuple[AnyCommand, ...] = (
        LoadShoe(cards=whole(at)),
        PlaceWager(by="ann", box=1, wager="main", amounts=(1_000,)),
        AskPlace(by="eve"),
        ProposeCorrection(by=DEALER, player="bob", amount=500, reason="miscount"),
        ConfirmCorrection(by=FLOOR),
        PermitEntry(by=FLOOR, player="bob"),
        OrderShuffle(by=FLOOR, reason="worn"),
        AssignStaff(name="dee", role="dealer"),
    )
    for command in commands:
        at.do(command)
    assert decide_all(start, at.events) == at.state


@pytest.mark.parametrize("wager", ["main", "super_sevens"])
def test_wagers_taken_back_are_found(wager: str) -> None:
    at = staffed("nz", "ann", "bob", automations=ONLINE, super_sevens=True)
    start = open_table(at.state.rules, ONLINE)
    at.do(LoadShoe(cards=whole(at)))
    at.bet("1 ann main 10")
    at.bet("1 ann super_sevens 5")
    at.bet("2 bob main 10")
    at.do(WithdrawWager(by="ann", box=1, wager=wager))
    at.do(Deal())
    assert decide_all(start, at.events) == at.state


@pytest.mark.parametrize("wager", ["main", "match_play"])
def test_coupons_taken_back_are_found(wager: str) -> None:
    at = staffed("tribal", "ann", automations=ONLINE, match_play=True)
    start = open_table(at.state.rules, ONLINE)
    at.do(LoadShoe(cards=whole(at)))
    for line in ("1 ann main 10", "1 ann match_play 10"):
        at.bet(line)
    at.do(WithdrawWager(by="ann", box=1, wager=wager))
    assert decide_all(start, at.events) == at.state


def first_deal(seed: int) -> tuple[TableState, list[AnyEvent]]:
    """A table before its first deal, with what the deal leads to."""
    table = Recorded(seed)
    table.play()
    state = table.start
    for command, events in table.sent:
        if isinstance(command, Deal):
            return state, list(events)
        state = decide_all(state, list(events))
    raise AssertionError("nothing was dealt")


def test_what_differs_is_told() -> None:
    state, events = first_deal(101)
    place = next(p for p, event in enumerate(events) if isinstance(event, CardDealt))
    dealt = events[place]
    assert isinstance(dealt, CardDealt)
    events[place] = replace(dealt, card=(dealt.card + 1) % 52)
    outcome = decide_again(state, events)
    assert isinstance(outcome, Differs)
    assert (outcome.at, outcome.expected) == (place, dealt)


def test_a_log_that_breaks_off_is_told() -> None:
    state, events = first_deal(101)
    outcome = decide_again(state, events[:2])
    assert isinstance(outcome, Differs)
    assert outcome.why == "the log breaks off within a command"


@pytest.mark.parametrize(
    "event, word",
    [
        (ChipsBought("ann", 0), "refused"),
        (ButtonRepaired("T-1"), "refused"),
        (HandFinished(1, 1, "stood"), "refused"),
        (WagerSettled(1, 1, "ann", "main", 0, "win", 500, 500, "T-1"), "refused"),
    ],
)
def test_an_event_out_of_nowhere_is_told(event: AnyEvent, word: str) -> None:
    table = RandomTable(101)
    outcome = decide_again(table.start, [event])
    assert isinstance(outcome, Differs)
    assert word in outcome.why
