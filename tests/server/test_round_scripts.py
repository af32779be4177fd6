"""Round scripts of a table dealt by hand: whole for the staff, without its books for others."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

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
    damaged = do.Report(what="damaged_card", card=parse_card("9s"))
    assert crew.refuse(crew.sue, damaged)["text"] == "no such card lies on the table"
    crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
    crew.accept(crew.dan, do.Deal())
    crew.enter("9s", "7d", "Qh")
    crew.accept(crew.sue, damaged)
    crew.accept(crew.ann, do.Stand(box=1))
    crew.enter("Tc")
    crew.accept(crew.sue, replace(damaged, replacement=parse_card("9s")))
    crew.play_round("Ts 7d Qh Tc")
    for number, is_replaced in ((1, False), (2, True)):
        path = f"/api/tables/floor/rounds/{number}/script"
        script = crew.art.get(path)
        assert "damaged_card" in script
        assert ("replacement=9s" in script) == is_replaced
        told = crew.live.visitor().get(path, expect=403)
        assert told["code"] == "forbidden"
        assert "9s" not in told["text"]
