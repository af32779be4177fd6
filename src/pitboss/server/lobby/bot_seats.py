"""Who may seat bots at a table, and who sends them home."""

from pitboss.server.lobby.lobby import LobbyError
from pitboss.server.lobby.private import is_in_charge
from pitboss.server.lobby.seats import chips_at
from pitboss.server.lobby.table import Table
from pitboss.server.people.register import Person


def may_seat_bots(person: Person | None, table: Table) -> bool:
    """Return True if somebody may ask for bots, and the pace of the table has bots.

    Those in charge of the table may. At a table of the house, players with chips there may, too.
    """
    if person is None or not table.actor.pace.has_bots:
        return False
    is_seated = not table.header.owner and chips_at(table.actor.state, person.name) > 0
    return is_seated or is_in_charge(person, table)


def must_seat_bots(person: Person, table: Table) -> None:
    """Raises ``LobbyError`` where somebody may not ask for bots."""
    if may_seat_bots(person, table):
        return
    if not table.actor.pace.has_bots:
        text = "no bots sit at this table; its house has not switched them on"
        raise LobbyError("no_bots", text)
    owner = table.header.owner
    text = "sit down first: those who have chips at this table may ask for bots"
    raise LobbyError(
        "forbidden", f"this is {owner}'s table: {owner} seats the bots" if owner else text
    )


def must_send_bots_home(person: Person, table: Table) -> None:
    """Raises ``LobbyError`` where somebody may not send the bots of a table home."""
    if not is_in_charge(person, table):
        who = table.header.owner or "the staff of the house"
        raise LobbyError("forbidden", f"only {who} sends the bots of this table home")
