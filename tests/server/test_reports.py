"""The books of the house over the network: slips, sign-offs, and reports for those who answer."""

import csv
import io
from collections.abc import Iterator

import pytest

from pitboss.engine import do
from pitboss.proof.log import verify_log
from tests.server.live import BY_DEALER, Live, Visitor, serving
from tests.server.test_by_hand import Crew
from tests.verdicts import unheld

CHIPS = {"500": 100, "10000": 20}


def log_in(live: Live, name: str) -> Visitor:
    """Somebody with an account, at another browser."""
    visitor = live.visitor()
    visitor.post("/api/session", {"name": name, "secret": f"password of {name}"}, expect=201)
    visitor.name = name
    return visitor


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    """A table with physical chips: an opening count, one round, a fill, and a sign-off."""
    with serving(pace=BY_DEALER) as live:
        crew = Crew(live, "cards_by_hand", "nz")
        crew.accept(crew.dan, do.CountFloat(kind="opening", chips=CHIPS))
        crew.accept(crew.sue, do.ConfirmSlip(number=1))
        crew.accept(crew.ann, do.PlaceWager(box=1, wager="main", amounts=(10_00,)))
        crew.accept(crew.dan, do.Deal())
        crew.enter("Ts", "9d", "7h")
        crew.accept(crew.ann, do.Stand(box=1))
        crew.enter("Th")
        crew.accept(crew.sue, do.MoveChips(kind="fill", chips={"500": 20}))
        crew.accept(crew.dan, do.ConfirmSlip(number=2))
        yield crew


def test_the_staff_sees_the_slip_that_waits_and_not_what_should_be_there(crew: Crew) -> None:
    crew.accept(crew.dan, do.CountFloat(kind="closing", chips={"500": 1}))
    crew.sue.see()
    books = crew.sue.status["floor"]["books"]
    assert books["waiting"] == {
        "number": 3, "kind": "closing", "by": "dan", "amount": 500, "chips": {"500": 1},
    }  # fmt: skip
    assert (books["counted"], books["is_count_due"]) == ("opening", True)
    assert set(books) == {"counted", "waiting", "is_count_due", "values"}
    # Chips that a slip may count: values of the house, not amounts of the books.
    assert books["values"] == [50, 100, 500, 2_500, 10_000, 50_000, 100_000, 500_000]
    crew.accept(crew.sue, do.RejectSlip(number=3))
    boss = log_in(crew.live, "boss")
    told = boss.post("/api/tables/floor", None, expect=400, verb="DELETE")
    assert "counted before the table is closed" in told["text"]
    assert not crew.live.site.lobby.tables["floor"].actor.state.is_closed


def test_a_shift_is_signed_off_with_the_password_again(crew: Crew) -> None:
    sue, path = log_in(crew.live, "sue"), "/api/tables/floor/sign-off"
    assert crew.refuse(crew.sue, do.SignOff())["code"] == "password"
    wrong = sue.post(path, {"id": "s1", "password": "password of dan"}, expect=401)
    assert wrong["code"] == "wrong_secret"
    ann = crew.guest.post(path, {"id": "s1", "password": crew.guest.key}, expect=401)
    assert ann["code"] == "wrong_secret"
    dan = log_in(crew.live, "dan")
    told = dan.post(path, {"id": "s1", "password": "password of dan"})
    assert (told["ok"], told["refused"]["code"]) == (False, "not_yours")
    first = sue.post(path, {"id": "s2", "password": "password of sue"})
    assert first["ok"], first
    assert sue.post(path, {"id": "s2", "password": "password of sue"}) == first
    art = log_in(crew.live, "art")
    (line,) = art.get("/api/tables/floor/events?kind=shift_signed_off")["lines"]
    assert (line["who"], line["event"]["by"], line["event"]["win"]) == ("sue", "sue", 10_00)
    log = art.http.get("/api/tables/floor/log").content
    assert not unheld(verify_log(log))


def test_a_report_is_what_the_log_says(crew: Crew) -> None:
    sue = log_in(crew.live, "sue")
    report = sue.get("/api/reports?tables=floor&odds=no")
    assert (report["reconciles"], report["out_by"]) == (True, 0)
    total = report["total"]
    assert (total["win"], total["rounds"], total["fills"]) == (10_00, 1, 100_00)
    assert [(one["player"], one["net"]) for one in report["players"]] == [("ann", -10_00)]
    rows = list(csv.DictReader(io.StringIO(sue.get("/api/reports.csv?tables=floor&odds=no"))))
    assert rows[0]["win"] == "10.00"
    page = sue.http.get("/api/reports.html?tables=floor,nz&odds=no")
    assert "attachment" in page.headers["content-disposition"]
    assert "Every figure agrees with the ledger" in page.text
    empty = sue.get("/api/reports?tables=floor&odds=no&until=2020-01-01")
    assert empty["total"]["rounds"] == 0


def test_expected_figures_come_with_the_odds(crew: Crew) -> None:
    total = log_in(crew.live, "art").get("/api/reports?tables=floor")["total"]
    (main,) = total["wagers"]
    assert 0 < main["expected"] < 20
    assert total["deviations"] == pytest.approx(
        (10_00 - total["expected"]) / total["deviation"], abs=0.01
    )


def test_reports_are_for_those_who_answer_for_a_table(crew: Crew) -> None:
    path = "/api/reports?tables=floor&odds=no"
    crew.live.visitor().get(path, expect=401)
    log_in(crew.live, "dan").get(path, expect=403)
    crew.guest.get(path, expect=403)
    for name in ("sue", "art", "boss"):
        log_in(crew.live, name).get(path)


def test_what_cannot_be_reported_on_is_refused(crew: Crew) -> None:
    sue = log_in(crew.live, "sue")
    sue.get("/api/reports?tables=never-there", expect=404)
    for query in (
        "",
        "tables=,",
        "tables=floor&since=soon",
        "tables=" + ",".join("abcdefghijklmnopqrstuv"),
    ):
        assert sue.get(f"/api/reports?{query}", expect=400)
