"""Where the server deals, no report or order of the staff shows or moves a card."""

import itertools
from collections.abc import Iterator

import pytest

from pitboss.engine import do
from pitboss.engine.floor.irregularities.report import WITHOUT_HANDS
from pitboss.engine.floor.rulings import LaidHand
from pitboss.engine.state import TableState
from pitboss.server.security.log import read_security
from tests.server.live import BY_DEALER, TABLES, Live, Wire, serving

CHOICES = ("", "late", "void", "dead", "round", "hand")
STAFF = {"dan": "dealer", "sue": "supervisor"}


class Pit:
    """Tables that the server deals, with a dealer and a supervisor of the house."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.wires: dict[str, dict[str, Wire]] = {}
        boss = live.admin()
        self.staff = {name: live.account(name) for name in STAFF}
        for name, role in STAFF.items():
            live.appoint(boss, name, role)

    def on_duty(self, table: str) -> dict[str, Wire]:
        """The staff at a table, where a round is under way."""
        if table in self.wires:
            return self.wires[table]
        ann = self.live.guest(f"ann-{table}").socket(table)
        ann.buy(100_000)
        wires = {name: who.socket(table) for name, who in self.staff.items()}
        for wire in wires.values():
            assert wire.give(do.TakeTable())["ok"]
        while self.state(table).phase == "betting":
            ann.give(do.PlaceWager(box=1, wager="main", amounts=(1_000,)))
            wires["dan"].give(do.Deal())
        self.wires[table] = wires
        return wires

    def state(self, table: str) -> TableState:
        """The table as it stands."""
        return self.live.site.lobby.tables[table].actor.state


@pytest.fixture(scope="module")
def pit() -> Iterator[Pit]:
    """A house with its staff."""
    with serving(pace=BY_DEALER, commands_per_second=10_000) as live:
        yield Pit(live)


def test_no_supervisor_lays_the_hands_of_a_server_otherwise(pit: Pit) -> None:
    table = "nz"
    sue, state = pit.on_duty(table)["sue"], pit.state(table)
    hand = state.the_box(1).hands[0].hand
    cards = (*hand.cards[1:], *state.dealer.cards)
    swapped = do.Rebuild(hands=(LaidHand(1, 1, cards[: len(hand.cards)]),), dealer=(hand.cards[0],))
    told = sue.give(swapped)["refused"]
    assert (told["code"], told["clause"]) == ("not_yours", "NZ-16.5")
    assert pit.state(table).the_box(1).hands[0].hand == hand
    # What was tried is on record: the first hundred attempts of a kind stand in it one by one.
    pit.live.site.security.flush()
    lines = read_security(pit.live.site.store, limit=100).lines
    assert ("sue", "rebuild at nz") in [(line.who, line.text) for line in lines]


@pytest.mark.parametrize("table", TABLES)
def test_no_report_shows_or_moves_a_card_where_the_server_deals(pit: Pit, table: str) -> None:
    wires, before = pit.on_duty(table), pit.state(table)
    rules = before.rules
    for (what, rule), name in itertools.product(rules.irregularities.items(), STAFF):
        if rule.does in WITHOUT_HANDS:
            continue
        for choice in CHOICES:
            report = do.Report(what=what, box=1, hand=1, player=f"ann-{table}", choice=choice)
            told = wires[name].give(report)
            assert not told["ok"], report
            assert told["refused"]["clause"] in rules.book.clauses, told
    assert pit.state(table) == before


def test_the_console_offers_no_report_that_cannot_be(pit: Pit) -> None:
    sheet = pit.staff["dan"].get("/api/tables/nz/floor")
    offered = {one["what"] for one in sheet["reports"]} | {one["do"] for one in sheet["orders"]}
    assert "absent_player" in offered
    assert not offered & {"exposed_card", "face_up_card", "misdealt", "rebuild"}
