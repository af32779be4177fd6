"""A round for five at the keyboard, and a relief dealer on another device."""

import secrets
from typing import Any

from playwright.sync_api import expect

from pitboss.engine.state import BETTING
from tests.server.live import Visitor
from tests.web.browsing import Surf
from tests.web.dealing import TABLE, Console, command, open_pit
from tests.web.floor_crew import at_desk
from tests.web.keyed_round import Round
from tests.web.shift import SIDE, Shift

KEYS_MAX = 34
"""Keys of a round for five guests with side wagers, in which the dealer draws a third card."""


def test_a_round_of_five_with_side_wagers_takes_34_keys(surf: Surf) -> None:
    shift = Shift(surf, "nz")
    shift.desk.do("g500\n" + "g\n" * 4)
    shift.round(Round({0: "6T9"}), ("10\n" + SIDE["nz"]) * 5)
    shift.round(Round({0: "6T9"}))
    settled = [one.wager for one in shift.desk.state.settled_last]
    assert (settled.count("main"), settled.count("perfect_pairs")) == (5, 5)
    assert shift.keys[-1] <= KEYS_MAX


def moved(dealer: Visitor, number: int) -> Any:
    """The answer to a dealer who says that chips were moved."""
    given = {"do": "confirm_moves", "number": number}
    body = {"id": secrets.token_hex(8), "command": given}
    return dealer.post(f"/api/tables/{TABLE}/commands", body)


def test_a_relief_dealer_on_another_device_pays_nothing_twice(surf: Surf) -> None:
    crew = open_pit(surf.live, "cards_by_hand", "nz", perfect_pairs="scale_1")
    dan = Console(at_desk(surf, "dan", "floor/floor"), surf.live, "dan")
    dan.do("g200\n10\n5p")
    # A pair was paid after the deal; the rest of the round is the relief dealer's.
    dealer = dan.begin(Round({1: "88", 0: "6T9"}))
    dan.do(dealer.pass_chips())
    paid = dan.state.floor.chips_moved
    assert paid == dan.state.moves_made == 1
    command(crew["sue"], {"do": "hand_over", "to": "deb"})
    deb = Console(at_desk(surf, "deb", "floor/floor"), surf.live, "deb")
    chips = deb.element.get_by_role("region", name="Chips")
    expect(chips).to_contain_text("All chips are moved.")
    expect(chips.locator("li.passed")).to_have_count(1)
    assert moved(crew["deb"], paid)["refused"]["code"] == "wrong_time"
    deb.do("\n")
    assert deb.state.floor.chips_moved == paid
    dealer.name = "deb"
    deb.finish(dealer)
    assert deb.state.phase == BETTING
    expect(chips.locator("li.passed")).to_have_count(2)
    assert deb.state.floor.chips_moved == deb.state.moves_made == 2
    # The dealer before is on duty no more, and moves nothing.
    assert moved(crew["dan"], 2)["refused"]["code"] == "not_yours"
