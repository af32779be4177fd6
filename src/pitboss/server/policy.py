"""What the server adds to a command before the engine judges it, and what it never passes on.

The engine takes cards, prizes, times and names from whoever gives a command. A client gives none of
these: they come from the server.
"""

from msgspec.structs import replace

from pitboss.cards import full_shoe
from pitboss.engine.automatic import drawn_prize
from pitboss.engine.chips import BuyIn
from pitboss.engine.deal import Deal
from pitboss.engine.declare import STAFF, SUPERVISORS, Command
from pitboss.engine.floor.books.shift import SignOff
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.procedures import BeginProcedure, Perform
from pitboss.engine.floor.staff import AssignStaff, role_of
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.sides.prizes import DrawPrize
from pitboss.engine.state import TableState
from pitboss.server.protocol import Refused

HOUSE_ONLY = (AssignStaff, BeginProcedure, EnterCard, LoadShoe, Perform)
"""What a table that deals by itself takes from nobody at it: cards, and who its staff is."""
ALWAYS_HOUSE_ONLY = (AssignStaff,)
"""What a table with a human dealer takes from nobody either: an administrator gives the roles."""


def admit(
    state: TableState, name: str, command: Command, *, seed: bytes, chips_max: int
) -> Command | Refused:
    """The command as it goes to the engine, given by this person; or why it does not go there.

    Its time is that of its entry in the log: ``stamped`` puts it in.
    """
    if not name:
        return Refused("log_in", "only somebody who has logged in gives commands")
    is_by_hand = not state.automations.cards
    if isinstance(command, ALWAYS_HOUSE_ONLY if is_by_hand else HOUSE_ONLY):
        text = "the table deals by itself: cards and staff are the server's business"
        if is_by_hand:
            text = "roles are given by an administrator, and hold at every table"
        return Refused("house_only", text)
    if isinstance(command, SignOff) and role_of(state, name) in SUPERVISORS:
        return Refused("password", "a shift is signed off with the password, at the report")
    if isinstance(command, BuyIn):
        return _buy_in(state, name, command, chips_max)
    given: Command = replace(command, by=name)
    if isinstance(given, Deal):
        drawn_from = given.drawn_from if is_by_hand else seed[0] % 2
        return replace(given, drawn_from=drawn_from)
    if isinstance(given, LoadShoe):
        # Nobody knows the order of a physical shoe: that all cards are in it is what is recorded.
        return LoadShoe(by=name, cards=full_shoe(state.rules.decks_in_play), side=given.side)
    if isinstance(given, Perform):
        return replace(given, cards=())
    if isinstance(given, DrawPrize):
        return replace(given, prize=drawn_prize(state, seed))
    return given


def stamped(command: Command, at_ms: int) -> Command:
    """A command with the log time of its entry, where it has a time of its own."""
    return replace(command, at_ms=at_ms) if hasattr(command, "at_ms") else command


def as_asked(command: Command, *, is_by_hand: bool, is_house: bool) -> Command:
    """A command without what the server adds to it: equal for the one sent and the one recorded."""
    plain = stamped(command, 0)
    if is_house:
        return plain
    plain = replace(plain, by="")
    if isinstance(plain, Deal):
        return plain if is_by_hand else replace(plain, drawn_from=0)
    if isinstance(plain, LoadShoe):
        return LoadShoe(cards=(), side=plain.side)
    if isinstance(plain, Perform):
        return replace(plain, cards=())
    return replace(plain, prize=0) if isinstance(plain, DrawPrize) else plain


def _buy_in(state: TableState, name: str, command: BuyIn, chips_max: int) -> BuyIn | Refused:
    """Play money up to a limit, for oneself; nobody of the staff plays."""
    role = role_of(state, name)
    if role in STAFF:
        return Refused("not_yours", f"{name} is {role.value} here and does not play")
    if command.player != name:
        return Refused("not_yours", f"{name} cannot put chips before {command.player}")
    most = chips_max - state.chips.get(name, 0)
    if command.amount > most:
        text = f"a player has at most {chips_max // 100} in play money after buying in"
        return Refused("chips_limit", text, limit=max(0, most))
    # The chips are handed out by the table: a newcomer is not a player yet.
    return replace(command, by="")
