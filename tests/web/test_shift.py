"""A whole shift at a physical table: one dealer, one supervisor, five players without a device."""

import pytest
from playwright.sync_api import expect

from tests.conftest import RULEBOOK_IDS
from tests.web.browsing import COMPILED_MS, Surf
from tests.web.dealing import Console
from tests.web.floor_crew import at_desk
from tests.web.keyed_round import MOVED, Round
from tests.web.shift import SIDE, Shift, in_chips, worth

ROUNDS = 10
OPENING = {"5": 100, "25": 40, "100": 20}
FILL = {"5": 20}


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOK_IDS)
def test_a_shift(surf: Surf, rulebook: str) -> None:
    shift = Shift(surf, rulebook)
    shift.count("Opening count", OPENING)
    shift.desk.do("g500\ng\ng\ng\ng\n")
    shift.round(Round({0: "6T9"}), "10\n10\n10\n10\n10\n")
    shift.round(
        Round(
            {1: "88TT", 2: "65T", 3: "567", 0: "6T5"},
            {1: "split stand stand", 2: "double", 3: "hit stand"},
        )
    )
    shift.round(Round({1: "98", 0: "A92"}, insured=(1,)))
    shift.round(Round({1: "77", 0: "6T9"}), "l" + "b1" + SIDE[rulebook])
    _take_back(shift)
    _expose(shift)
    _misdeal(shift)
    _correct(shift)
    _hand_over(shift)
    _raise_limits(shift)
    while shift.desk.state.round < ROUNDS:
        shift.round(Round({0: "6T9"}))
    shift.count("Fill", FILL)
    _close(shift)
    print(f"{rulebook}: keys of a round {shift.keys}")


def _take_back(shift: Shift) -> None:
    """A mistyped card, taken back at once."""
    shift.prepare()
    shift.desk.do("l")
    dealer = shift.desk.begin(Round({0: "6T9"}), "dealing")
    shift.desk.do("2s\b")
    awaiting = shift.desk.state.awaiting
    assert awaiting is not None
    assert awaiting.entered == ()
    shift.desk.finish(dealer)


def _expose(shift: Shift) -> None:
    """A card that everybody has seen is the next one, and is drawn for everybody."""
    if shift.rulebook not in ("tribal", "nz", "pa_free_bet"):
        shift.refuse({"do": "report", "what": "exposed_card"})
        return
    shift.prepare()
    shift.desk.do("l")
    dealer = shift.desk.begin(Round({1: "56", 0: "6T9"}, {1: "hit stand"}))
    shift.desk.report("Exposed", "", "Box 1", "7c")
    for page in (shift.desk.page, shift.sue):
        expect(page.locator("small-felt .exposed playing-card")).to_have_attribute(
            "aria-label", "7 of clubs"
        )
    shift.desk.finish(dealer)


def _misdeal(shift: Shift) -> None:
    """What each rulebook has on cards that were dealt wrongly."""
    if shift.rulebook in ("house", "double_deck"):
        shift.refuse({"do": "report", "what": "missed_card"})
        return
    shift.prepare()
    shift.desk.do("l")
    dealer = shift.desk.begin(Round({0: "6T9"}))
    if shift.rulebook == "nz":
        shift.desk.report("Misdealt")
        shift.sue.locator("summary", has_text="Put the hands back as they should be").click()
        shift.sue.get_by_role("form", name="Cards of each hand").get_by_role("button").click()
    else:
        fields = ("", "Box 2") if shift.rulebook == "tribal" else ("Box 2", "", "void")
        shift.desk.report("Missed card", *fields)
    shift.desk.finish(dealer)


def _correct(shift: Shift) -> None:
    """The dealer proposes to put a payout right, the supervisor confirms it by its number."""
    page, before = shift.desk.page, sum(shift.desk.state.chips.values())
    page.locator("summary", has_text="Corrections").click()
    form = page.get_by_role("form", name="Propose a correction")
    form.get_by_label("Round").focus()
    form.get_by_label("Payout").select_option(index=0)
    form.get_by_label("Direction").select_option("to the player")
    form.locator('[name="amount"]').fill("2")
    form.get_by_label("Reason").fill("paid 2 too little")
    form.get_by_role("button").click()
    shift.sue.get_by_role("form", name="Confirm correction 1").get_by_role("button").click()
    shift.desk.until(lambda: not shift.desk.state.floor.corrections)
    assert sum(shift.desk.state.chips.values()) == before + 2_00


def _hand_over(shift: Shift) -> None:
    """A dealer asks for the table and the one on duty agrees; the new one goes on by keys."""
    page = at_desk(shift.surf, "deb", "floor/floor")
    page.get_by_role("form", name="Take the table").get_by_role("button").click()
    shift.desk.page.get_by_role("button", name="Hand over to deb").click()
    shift.desk.page.get_by_role("form", name="Take the table").wait_for()
    shift.desk = Console(page, shift.surf.live, "deb")
    shift.desk.do([MOVED])
    shift.round(Round({0: "6T9"}))


def _raise_limits(shift: Shift) -> None:
    """The supervisor gives notice, and the dealer puts the change into effect between rounds."""
    shift.sue.locator("summary", has_text="Limits and notices").click()
    form = shift.sue.get_by_role("form", name="Give notice of a change")
    form.get_by_label("What changes").select_option("min_bet")
    form.get_by_label("New value").fill("10")
    form.get_by_role("button", name="Post the notice").click()
    shift.desk.element.get_by_role("button", name="Put it into effect").wait_for()
    shift.desk.do("\n")
    assert shift.desk.state.rules.limits.min_bet == 10_00
    shift.desk.type("5\n")
    expect(shift.desk.page.get_by_role("alert")).to_contain_text("10.00")
    shift.desk.page.keyboard.press("Escape")
    shift.round(Round({0: "6T9"}))


def _close(shift: Shift) -> None:
    """What is in the tray is counted, and the report says that everything is what it should be."""
    brought = worth(OPENING) + worth(FILL)
    shift.count("Closing count", in_chips(brought - sum(shift.desk.state.chips.values())))
    shift.sue.evaluate("location.hash = '#/report/floor'")
    balanced = shift.sue.get_by_text("Every figure agrees with the ledger")
    balanced.wait_for(timeout=COMPILED_MS)
    slips = shift.sue.get_by_role("group", name="Counts, fills, credits and drops")
    for kind, short in {"Opening count": "0", "Fill": "\N{EN DASH}", "Closing count": "0"}.items():
        cells = slips.get_by_role("row", name=kind).get_by_role("cell")
        assert short in cells.all_inner_texts(), kind
