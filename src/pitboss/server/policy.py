"""What the server adds to a command before the engine judges it, and what it never passes on.

The engine takes cards, prizes, times and names from the command. A client may not send these: they
come from the server.
"""

from collections.abc import Callable

from msgspec.structs import replace

from pitboss.engine.automatic import drawn_prize
from pitboss.engine.chips import BuyIn, CashOut
from pitboss.engine.deal import Deal
from pitboss.engine.declare import PIT, STAFF, SUPERVISORS, Command, Role
from pitboss.engine.floor.books.brought import BringChips
from pitboss.engine.floor.books.shift import SignOff
from pitboss.engine.floor.by_hand import EnterCard
from pitboss.engine.floor.corrections import ProposeCorrection
from pitboss.engine.floor.irregularities.report import Report, takes_hands
from pitboss.engine.floor.log_time import SetLogTimeBack
from pitboss.engine.floor.procedures import BeginProcedure, Perform
from pitboss.engine.floor.rulings import Rebuild
from pitboss.engine.floor.staff import AssignStaff, HandOver, TakeTable, role_of
from pitboss.engine.shoe.loading import LoadShoe
from pitboss.engine.sides.prizes import DrawPrize
from pitboss.engine.state import TableState
from pitboss.money import GUEST, is_guest
from pitboss.rulebook.refusals import Code
from pitboss.server.names import NAME_MAX, is_written_plainly
from pitboss.server.protocol import Refused, refused_by

HOUSE_ONLY = (AssignStaff, BeginProcedure, EnterCard, LoadShoe, Perform)
"""What a table that deals by itself takes from nobody at it: cards, and who its staff is."""
LOG_IN = Refused("log_in", "only somebody who has logged in gives commands")
ALWAYS_HOUSE_ONLY = (AssignStaff,)
"""What a table with a human dealer takes from nobody either: an administrator gives the roles."""


def admit(
    state: TableState, name: str, command: Command, *,
    draw_seed: Callable[[], bytes], chips_max: int,
) -> Command | Refused:  # fmt: skip
    """The command as it goes to the engine, given by this person; or why it does not go there.

    Its time is that of its entry in the log: ``stamped`` puts it in.
    """
    if not name:
        return LOG_IN
    if is_guest(name):
        # An account from before these names were the dealer's: it would buy in without paying.
        return Refused("name_reserved", f"{name} is a name for people without an account")
    is_by_hand = not state.automations.cards
    if isinstance(command, ALWAYS_HOUSE_ONLY if is_by_hand else HOUSE_ONLY):
        text = "the table deals by itself: cards and staff are the server's business"
        if is_by_hand:
            text = "an administrator gives roles, and they apply at every table"
        return Refused("house_only", text)
    if refused := _takes_a_hand(state, name, command):
        return refused
    if isinstance(command, SignOff) and role_of(state, name) in SUPERVISORS:
        return Refused("password", "a shift is signed off with the password, at the report")
    if isinstance(command, BuyIn):
        return _buy_in(state, name, command, chips_max)
    if isinstance(command, BringChips) and role_of(state, name) is Role.DEALER:
        guest = misnamed(command.player) or too_many(state, command, chips_max)
        return guest or replace(command, by=name)
    if isinstance(command, ProposeCorrection) and command.round < 1 and role_of(state, name) in PIT:
        text = "a correction names the round and the wager that was settled wrongly"
        return refused_by(state.rules.refuse(Code.UNKNOWN, "staff", text, where=command.player))
    whom = _given_for(state, name, command)
    if isinstance(whom, Refused):
        return whom
    given: Command = replace(command, by=whom)
    if isinstance(given, Deal):
        drawn_from = given.drawn_from if is_by_hand else draw_seed()[0] % 2
        return replace(given, drawn_from=drawn_from)
    if isinstance(given, LoadShoe):
        # Nobody knows the order of a physical shoe: that all cards are in it is what is recorded.
        return LoadShoe(by=whom, cards=state.rules.stack, side=given.side)
    if isinstance(given, Perform):
        return replace(given, cards=())
    if isinstance(given, SetLogTimeBack):
        return replace(given, administrator="")
    if isinstance(given, DrawPrize):
        return replace(given, prize=drawn_prize(state, draw_seed()))
    return given


def vouched(
    state: TableState, name: str, command: Command, role_in_house: Callable[[str], str]
) -> Command | Refused:
    """A command with what the register says of the person who comes on duty: clients do not say it.
    Staff do not play, on duty or not.
    """
    if isinstance(command, TakeTable):
        # Nobody comes on duty for another.
        return replace(command, by="", role=role_in_house(name))
    if isinstance(command, HandOver):
        return replace(command, role=role_in_house(command.to))
    role = role_in_house(name)
    if isinstance(command, BuyIn) and command.player == name and role in STAFF:
        is_here = name in state.floor.staff
        where = "here" if is_here else "in this house"
        return Refused("not_yours", f"{name} is {role} {where} and does not play")
    return command


def _takes_a_hand(state: TableState, name: str, command: Command) -> Refused | None:
    """Why nobody reports here what only happens where a person deals: a dealer who could would
    have the next card of a sealed shoe shown, or a hand dealt again.
    """
    rules = state.rules
    if role_of(state, name) not in command.roles:
        return None
    if isinstance(command, Rebuild):
        rule = rules.irregularities.get("misdealt")
    elif isinstance(command, Report):
        rule = rules.irregularities.get(command.what)
    else:
        return None
    refused = takes_hands(state, rule) if rule is not None else None
    return refused_by(refused) if refused is not None else None


def _given_for(state: TableState, name: str, command: Command) -> str | Refused:
    """Whom a command is for: oneself, or the player whom the dealer of a physical table names.

    Nobody else speaks for a player, and the engine refuses a dealer's own wagers and decisions.
    """
    whom = command.by
    is_dealer = not state.automations.cards and role_of(state, name) is Role.DEALER
    if not is_dealer or not whom or whom == name or Role.PLAYER not in command.roles:
        return name
    if whom in state.floor.staff or whom not in state.chips:
        return Refused("not_yours", f"{whom} is not a player with chips at this table")
    if isinstance(command, CashOut) and not is_guest(whom):
        return Refused("not_yours", f"{whom} has an account, and cashes out with it")
    return whom


def stamped(command: Command, at_ms: int, wall_ms: int = 0) -> Command:
    """A command with the log time of its entry, where it has a time of its own."""
    if isinstance(command, SetLogTimeBack):
        return replace(command, was_ms=at_ms, at_ms=wall_ms)
    return replace(command, at_ms=at_ms) if hasattr(command, "at_ms") else command


def as_asked(command: Command, name: str, *, is_by_hand: bool, is_house: bool) -> Command:
    """A command without what the server adds to it: equal for the one sent and the one recorded."""
    plain = stamped(command, 0)
    if is_house:
        return plain
    # At a table dealt by hand it matters for whom the dealer gave it.
    is_own = not is_by_hand or plain.by == name or isinstance(plain, BuyIn)
    plain = replace(plain, by="") if is_own else plain
    if isinstance(plain, Deal):
        return plain if is_by_hand else replace(plain, drawn_from=0)
    if isinstance(plain, LoadShoe):
        return LoadShoe(cards=(), side=plain.side)
    if isinstance(plain, TakeTable | HandOver):
        return replace(plain, role="")
    if isinstance(plain, Perform):
        return replace(plain, cards=())
    if isinstance(plain, SetLogTimeBack):
        return replace(plain, administrator="")
    return replace(plain, prize=0) if isinstance(plain, DrawPrize) else plain


def _buy_in(state: TableState, name: str, command: BuyIn, chips_max: int) -> BuyIn | Refused:
    """Play money up to a limit, for oneself; nobody of the staff plays.

    The dealer of a physical table takes the cash of guests.
    """
    role, player = role_of(state, name), command.player
    is_cash = role is Role.DEALER and not state.automations.cards and is_guest(player)
    if is_cash:
        if refused := misnamed(player):
            return refused
    elif role in STAFF:
        return Refused("not_yours", f"{name} is {role.value} here and does not play")
    elif player != name:
        return Refused("not_yours", f"{name} cannot put chips before {player}")
    # The chips are handed out by the table: a newcomer is not a player yet.
    return too_many(state, command, chips_max) or replace(command, by="")


def misnamed(player: str) -> Refused | None:
    """Why somebody without an account cannot be called so."""
    called = player.removeprefix(GUEST)
    if not is_guest(player) or (0 < len(called) <= NAME_MAX and is_written_plainly(called)):
        return None
    text = "a guest is named guest-3 or guest-bob, with up to 20 letters, digits, - or _"
    return Refused("bad_name", text)


def too_many(state: TableState, command: BuyIn | BringChips, chips_max: int) -> Refused | None:
    """Why this many chips are not put before a player."""
    most = chips_max - state.chips.get(command.player, 0)
    if command.amount <= most:
        return None
    text = f"a player has at most {chips_max // 100} in play money after buying in"
    return Refused("chips_limit", text, limit=max(0, most))
