"""A whole shift at a physical table: one dealer, one supervisor, five players without a device."""

import pytest
from playwright.sync_api import expect

from tests.conftest import RULEBOOK_IDS
from tests.web.browsing import Surf
from tests.web.keyed_round import Round
from tests.web.shift import SIDE, Shift


@pytest.mark.parametrize("rulebook", RULEBOOK_IDS)
def test_a_shift(surf: Surf, rulebook: str) -> None:
    shift = Shift(surf, rulebook)
    desk = shift.desk
    desk.do("g500\ng\ng\ng\ng\n")
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
    print(rulebook, shift.keys)


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
        shift.sue.locator("summary", has_text="Lay the round as it should have been").click()
        shift.sue.get_by_role("form", name="Cards of each hand").get_by_role("button").click()
    else:
        fields = ("", "Box 2") if shift.rulebook == "tribal" else ("Box 2", "", "void")
        shift.desk.report("Missed card", *fields)
    shift.desk.finish(dealer)
