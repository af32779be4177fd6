"""Who is on duty at a live table: by commands of people who have the role, never by a look."""

from collections.abc import Iterator

import pytest

from pitboss.engine import do
from pitboss.engine.declare import Command
from pitboss.proof.log import verify_log
from tests.server.live import BY_DEALER, Live, Visitor, Wire, names_of, serving
from tests.verdicts import IN_PLAY, unheld

TABLE = "double-deck"


class Pit:
    """People of the house with accounts, at a table where nobody is on duty."""

    def __init__(self, live: Live) -> None:
        self.live, self.boss = live, live.admin()
        self.people = {
            name: self.account(name, role)
            for name, role in {
                "dan": "dealer", "dot": "dealer", "sue": "supervisor", "art": "auditor",
                "eve": "player",
            }.items()
        }  # fmt: skip
        self.wires: dict[str, Wire] = {}
        for name, visitor in self.people.items():
            self.wires[name] = visitor.socket(TABLE)
            self.wires[name].until("view")

    def account(self, name: str, role: str) -> Visitor:
        """Somebody with a role in the house."""
        visitor = self.live.account(name)
        self.give_role(name, role)
        return visitor

    def give_role(self, name: str, role: str) -> None:
        """What the administrator makes of somebody."""
        self.live.appoint(self.boss, name, role)

    def staff(self) -> dict[str, str]:
        """Who is on duty."""
        return dict(self.live.site.lobby.tables[TABLE].actor.state.floor.staff)

    def roles(self) -> dict[str, str]:
        """What everybody's page says that they are here."""
        for wire in self.wires.values():
            wire.see()
        return {name: wire.status["role"] for name, wire in self.wires.items()}

    def ok(self, name: str, command: Command) -> None:
        """A command that must be accepted."""
        answer = self.wires[name].give(command)
        assert answer["ok"], answer

    def no(self, name: str, command: Command) -> str:
        """Why a command is refused."""
        return str(self.wires[name].give(command)["refused"]["text"])


@pytest.fixture
def pit() -> Iterator[Pit]:
    with serving(pace=BY_DEALER) as live:
        yield Pit(live)


def test_opening_the_console_changes_nobodys_role(pit: Pit) -> None:
    before = pit.live.site.lobby.tables[TABLE].actor.version
    for visitor in pit.people.values():
        visitor.get(f"/api/tables/{TABLE}")
        visitor.get(f"/api/tables/{TABLE}/floor")
    assert pit.staff() == {}
    assert pit.live.site.lobby.tables[TABLE].actor.version == before
    # An auditor reads by what the house has them for; nobody else sees what the staff sees.
    assert pit.roles() == {
        "dan": "spectator", "dot": "spectator", "sue": "spectator", "art": "auditor",
        "eve": "spectator",
    }  # fmt: skip
    floors = {name: wire.status["floor"] for name, wire in pit.wires.items()}
    assert [duty["do"] for duty in floors["dan"]["duties"]] == ["take_table"]
    assert floors["eve"] is None
    assert "take_table" not in [duty["do"] for duty in floors["art"]["duties"]]


def test_a_table_is_handed_over_by_both_dealers_or_by_the_supervisor(pit: Pit) -> None:
    pit.ok("dan", do.TakeTable())
    assert pit.staff() == {"dan": "dealer"}
    pit.ok("dot", do.TakeTable())
    assert pit.staff() == {"dan": "dealer"}
    pit.wires["dan"].see()
    assert pit.wires["dan"].status["floor"]["taker"] == "dot"
    pit.ok("dan", do.HandOver(to="dot"))
    assert pit.staff() == {"dot": "dealer"}
    assert "is spectator" in pit.no("dan", do.Deal())
    pit.ok("sue", do.TakeTable())
    pit.ok("sue", do.HandOver(to="dan"))
    assert pit.staff() == {"dan": "dealer", "sue": "supervisor"}
    log = pit.people["art"].http.get(f"/api/tables/{TABLE}/log").content
    assert not unheld(verify_log(log), *IN_PLAY)


def test_nobody_says_themselves_what_the_house_has_them_for(pit: Pit) -> None:
    for name in ("eve", "art"):
        for role in ("dealer", "supervisor"):
            text = f"{name} is neither a dealer nor a supervisor of the house"
            assert pit.no(name, do.TakeTable(role=role)) == text
    pit.ok("dan", do.TakeTable(role="supervisor"))
    assert pit.staff() == {"dan": "dealer"}
    for to in ("eve", "art", "sue", "nobody", ""):
        assert "is not a dealer of the house" in pit.no("dan", do.HandOver(to=to, role="dealer"))
    body = {"command": {"do": "take_table", "role": "dealer"}}
    assert not pit.people["eve"].post(f"/api/tables/{TABLE}/ask", body)["ok"]
    # Nobody of the house plays, on duty or not.
    assert "does not play" in pit.no("dot", do.BuyIn(player="dot", amount=1_000))
    assert pit.staff() == {"dan": "dealer"}


def test_who_has_another_role_in_the_house_goes_off_duty(pit: Pit) -> None:
    pit.ok("dan", do.TakeTable())
    pit.give_role("dan", "supervisor")
    assert pit.staff() == {}
    # An auditor who is made one, or is one no more, sees the table again at once.
    pit.give_role("eve", "auditor")
    pit.give_role("art", "player")
    roles = {name: wire.until("view")["status"]["role"] for name, wire in pit.wires.items()
             if name in ("eve", "art")}  # fmt: skip
    assert roles == {"eve": "auditor", "art": "spectator"}
    store = pit.live.site.store
    assert names_of(store, TABLE).count("staff_assigned") == 2


def test_nobody_of_the_house_sees_a_card_that_lies_face_down(pit: Pit) -> None:
    pit.ok("dan", do.TakeTable())
    pit.ok("sue", do.TakeTable())
    ann = pit.live.guest("ann").socket(TABLE)
    ann.until("view")
    ann.buy()
    assert ann.give(do.PlaceWager(box=1, wager="main", amounts=(1_000,)))["ok"]
    pit.ok("dan", do.Deal())
    shown = {}
    for name in ("art", "dan", "sue", "dot", "eve"):
        pit.wires[name].see()
        told = [one["event"] for one in pit.wires[name].events]
        dealt = [one for one in told if one["event"] == "card_dealt" and one["box"] == 1]
        shown[name] = -1 not in [one["card"] for one in dealt[:2]]
    assert shown == dict.fromkeys(shown, False)
