"""The dealer's console: one dealer with a keyboard, and people who have no device."""

from playwright.sync_api import expect

from pitboss.server.rebuild import entries_after
from tests.server.test_by_hand import Crew
from tests.web.accessible import serious_findings
from tests.web.browsing import Surf, assert_fits
from tests.web.dealing import Console
from tests.web.floor_crew import at_desk
from tests.web.keyed_round import Round
from tests.web.slow_line import slow_line


def test_a_round_typed_ahead_over_a_slow_line(surf: Surf) -> None:
    """Every key at once and 500 ms to the server: nothing is lost, nothing comes twice."""
    crew = Crew(surf.live, "cards_by_hand", "nz")
    with slow_line(surf.live.settings.port) as line:
        page = at_desk(surf, "dan", "floor/floor", url=f"http://127.0.0.1:{line.port}")
        desk = Console(page, surf.live, "dan")
        desk.do("g200\ng bob 100\n25\n10\n")
        line.delay_s = 0.25
        state = desk.deal(Round({1: "Ts 2d 5c", 2: "9s 7d", 0: "6h Tc 9c"}, {1: "hit"}))
    assert state.chips == {"ann": 100_000, "guest-1": 22_500, "guest-2-bob": 11_000}
    told = [(one.who, one.command.by) for one in entries_after(surf.live.site.store, "floor", 0)]
    assert ("dan", "guest-1") in told
    assert crew.live is surf.live
