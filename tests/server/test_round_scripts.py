"""Round scripts of a table dealt by hand: whole for the staff, without its books for others."""

from collections.abc import Iterator

import pytest

from pitboss.cards import parse_card
from pitboss.engine import do
from pitboss.round_scripts.format import parse_script
from pitboss.round_scripts.play import play_script
from tests.server.live import BY_DEALER, serving
from tests.server.test_by_hand import Crew

ROUND = "/api/tables/floor/rounds/1"


@pytest.fixture
def crew() -> Iterator[Crew]:
    with serving(pace=BY_DEALER) as live:
        yield Crew(live, "cards_by_hand", "nz")


def test_a_script_for_others_leaves_slips_out_and_comes_out_the_same(crew: Crew) -> None:
    crew.accept(crew.dan, do.CountFloat(kind="opening", chips={"500": 100}))
    crew.accept(crew.sue, do.ConfirmSlip(number=1))
    crew.play_round("Ts 7d Qh Tc")
    staff, others = crew.art.get(f"{ROUND}/script"), crew.live.visitor().get(f"{ROUND}/script")
    assert "count_float" in staff
    assert "count_float" not in others
    for text in (staff, others):
        assert play_script(parse_script(text, "round 1")).ok
    assert crew.live.visitor().get(f"{ROUND}/replay") == {"ok": True, "failures": []}


def test_a_script_that_the_staffs_report_decides_is_for_the_staff(crew: Crew) -> None:
    """The damaged card is named in it, and it says what is replaced."""
    crew.accept(crew.sue, do.Report(what="damaged_card", card=parse_card("9s")))
    crew.accept(crew.sue, do.Report(
        what="damaged_card", card=parse_card("9s"), replacement=parse_card("9s")
    ))  # fmt: skip
    crew.play_round("Ts 7d Qh Tc")
    assert "damaged_card" in crew.art.get(f"{ROUND}/script")
    told = crew.live.visitor().get(f"{ROUND}/script", expect=403)
    assert told["code"] == "forbidden"
    assert "9s" not in told["text"]
