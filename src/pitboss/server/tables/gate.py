"""The gate that every command passes before the engine judges it, however it came.

A client may not send cards, prizes, times or names: the engine takes them from the command, and the
server fills them in. What a command declares of itself is enforced here (``accepted``, ``speaker``,
``filled``), together with the rules of a house about money, names and hands. The checks are listed
in order of precedence: the first that refuses is the answer.
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from pitboss.engine.automatic import shuffle_due
from pitboss.engine.betting.limits import PlaceWager
from pitboss.engine.betting.placing import RepeatWagers
from pitboss.engine.chips import BringChips, BuyIn, CashOut
from pitboss.engine.declare import PIT, STAFF, SUPERVISORS, Accepted, Command, Role
from pitboss.engine.floor.corrections import ProposeCorrection
from pitboss.engine.floor.cut import ContributeCut, PledgeCut
from pitboss.engine.floor.irregularities.report import Report, takes_hands
from pitboss.engine.floor.rulings import Rebuild
from pitboss.engine.floor.staff import role_of, role_refusal
from pitboss.engine.play.acts import Act
from pitboss.engine.state import OFFERING, PLAYING, TableState
from pitboss.engine.state.invariants import cards_in_play
from pitboss.money import GUEST, is_guest
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.server.bankrolls import accounts_of, find_distrusted, overdrawn
from pitboss.server.feed.kept_boxes import is_kept, kept_refusal
from pitboss.server.log.events import Logged
from pitboss.server.people.names import NAME_MAX, is_written_plainly
from pitboss.server.tables.filled_fields import CommandContext, fill_in, keyed_for
from pitboss.wire.protocol import Refused, refused_by

LOG_IN = Refused("log_in", "only somebody who has logged in gives commands")
STALE = Refused("stale", "the hand has changed since you saw it; look again")


Check = Callable[[Command, CommandContext], Refused | None]
"""Returns the reason for refusing a command, if there is one."""


def pass_gate(command: Command, context: CommandContext) -> Command | Refused:
    """Return the command as the engine gets it, or the first reason for refusing it."""
    for check in () if context.is_table else ON_REQUEST:
        if refused := check(command, context):
            return refused
    filled = fill_in(command, context)
    for check in ON_COMMAND:
        if refused := check(filled, context):
            return refused
    return filled


def _cash(command: Command, context: CommandContext) -> BuyIn | None:
    """Return a guest's buy-in whose cash the dealer of a physical table takes."""
    is_dealer = context.is_by_hand and role_of(context.state, context.sender) is Role.DEALER
    if isinstance(command, BuyIn) and is_dealer and is_guest(command.player):
        return command
    return None


def _brought(command: Command, context: CommandContext) -> BringChips | None:
    """Return the command if a dealer accepts chips that a guest brings along."""
    is_dealer = role_of(context.state, context.sender) is Role.DEALER
    return command if isinstance(command, BringChips) and is_dealer else None


def refuse_strangers(_command: Command, context: CommandContext) -> Refused | None:
    """Refuse everything to viewers who have not logged in."""
    return None if context.sender else LOG_IN


def refuse_reserved_names(_command: Command, context: CommandContext) -> Refused | None:
    """Refuse everything to an account named like a guest without one.

    It is from before these names were the dealer's, and would buy in without paying.
    """
    if not is_guest(context.sender):
        return None
    return Refused("name_reserved", f"{context.sender} is a name for people without an account")


def refuse_unaccepted(command: Command, context: CommandContext) -> Refused | None:
    """Refuse what a server does not accept from people, or only together with a password."""
    if command.accepted is Accepted.NOBODY and context.is_by_hand:
        text = "an administrator gives roles, and they apply at every table"
        return Refused("house_only", text)
    if command.accepted in (Accepted.NOBODY, Accepted.HAND_DEALT) and not context.is_by_hand:
        text = "the table deals by itself: cards and staff are the server's business"
        return Refused("house_only", text)
    is_theirs = role_of(context.state, context.sender) in SUPERVISORS
    if command.accepted is Accepted.PASSWORD and is_theirs:
        return Refused("password", "a shift is signed off with the password, at the report")
    return None


def refuse_playing_staff(command: Command, context: CommandContext) -> Refused | None:
    """Refuse chips to the staff, on duty or not."""
    if not isinstance(command, BuyIn) or _cash(command, context):
        return None
    name, state = context.sender, context.state
    at_table, in_house = role_of(state, name), context.role_of(name)
    if command.player == name and in_house in STAFF:
        place = "here" if name in state.floor.staff else "in this house"
        return Refused("not_yours", f"{name} is {in_house} {place} and does not play")
    if at_table in STAFF:
        return Refused("not_yours", f"{name} is {at_table.value} here and does not play")
    return None


def refuse_dealt_by_people(command: Command, context: CommandContext) -> Refused | None:
    """Refuse to report errors of dealing that cannot happen without a human dealer.

    A dealer who could report one would see the next card of a sealed shoe, or have a hand dealt
    again.
    """
    state, rules = context.state, context.state.rules
    if role_of(state, context.sender) not in command.roles:
        return None
    if isinstance(command, Rebuild):
        rule = rules.irregularities.get("misdealt")
    elif isinstance(command, Report):
        rule = rules.irregularities.get(command.what)
    else:
        return None
    refused = takes_hands(state, rule) if rule is not None else None
    return refused_by(refused) if refused is not None else None


def refuse_speaking_for_others(command: Command, context: CommandContext) -> Refused | None:
    """Refuse commands for another person, unless the dealer of a physical table keys them."""
    name, state = context.sender, context.state
    if isinstance(command, BuyIn):
        if command.player == name or _cash(command, context):
            return None
        return Refused("not_yours", f"{name} cannot put chips before {command.player}")
    whom = keyed_for(command, context)
    if not whom:
        return None
    if whom in state.floor.staff or whom not in state.chips:
        return Refused("not_yours", f"{whom} is not a player with chips at this table")
    if isinstance(command, CashOut) and not is_guest(whom):
        return Refused("not_yours", f"{whom} has an account, and cashes out with it")
    return None


def refuse_bad_guest_names(command: Command, context: CommandContext) -> Refused | None:
    """Refuse names of guests that are too long or not in plain characters."""
    handed = _cash(command, context) or _brought(command, context)
    if handed is None or not is_guest(handed.player):
        return None
    name = handed.player.removeprefix(GUEST)
    if 0 < len(name) <= NAME_MAX and is_written_plainly(name):
        return None
    text = "a guest is named guest-3 or guest-bob, with up to 20 letters, digits, - or _"
    return Refused("bad_name", text)


def refuse_newcomers(command: Command, context: CommandContext) -> Refused | None:
    """Refuse a seat to newcomers whom the host of a private table has not let in."""
    if not isinstance(command, BuyIn) or command.player in context.state.chips:
        return None
    return context.newcomer_refusal(command.player)


def refuse_too_many_chips(command: Command, context: CommandContext) -> Refused | None:
    """Refuse chips beyond the limit for one player at a table."""
    handed = command if isinstance(command, BuyIn) else _brought(command, context)
    if handed is None:
        return None
    most = context.chips_max - context.state.chips.get(handed.player, 0)
    if handed.amount <= most:
        return None
    text = f"a player has at most {context.chips_max // 100} in play money after buying in"
    return Refused("chips_limit", text, limit=max(0, most))


def refuse_unnamed_wagers(command: Command, context: CommandContext) -> Refused | None:
    """Refuse corrections that do not name their wager; old logs have some."""
    state = context.state
    if not isinstance(command, ProposeCorrection) or command.round >= 1:
        return None
    if role_of(state, context.sender) not in PIT:
        return None
    text = "a correction names the round and the wager that was settled wrongly"
    return refused_by(state.rules.refuse(Code.UNKNOWN, "staff", text, where=command.player))


def refuse_absent_cards(command: Command, context: CommandContext) -> Refused | None:
    """Refuse a report of a damaged card that is not on the table; old logs have some."""
    state = context.state
    if not isinstance(command, Report) or command.card < 0 or command.replacement >= 0:
        return None
    rule = state.rules.irregularities.get(command.what)
    lying = cards_in_play(replace(state, shoe=(), position=0))
    if rule is None or rule.does != "replace_card" or lying[command.card]:
        return None
    text = "no such card lies on the table"
    return refused_by(Rejection(Code.UNKNOWN, text, rule.clauses[0], rule.clauses[1:]))


def refuse_stale_acts(command: Command, context: CommandContext) -> Refused | None:
    """Refuse decisions about a hand that has changed since the player last saw it.

    Two clicks on a button are two commands. The second one names the same event as the first, and
    by then the hand has another card.
    """
    # Most decisions are made on the newest event.
    if not isinstance(command, Act) or not 0 <= context.seen < context.version:
        return None
    before, state = _after(context.seen, context.recent()), context.state
    is_same = before is not None and _hand(before, command.box) == _hand(state, command.box)
    return None if is_same else STALE


def _after(version: int, logged: Iterable[Logged]) -> TableState | None:
    """Return the state after an event; None if the event is too old to be in ``logged``."""
    for event in logged:
        if event.version == version:
            return event.after
        if event.version == version + 1:
            return event.before
    return None


def _hand(state: TableState, number: int) -> tuple[object, ...] | None:
    """Return the state that a decision of a box depends on; None before all cards are dealt."""
    box = state.box(number)
    if box is None or state.phase not in (OFFERING, PLAYING):
        return None
    hand = state.turn[1] if state.turn[0] == number else 1
    return (state.round, hand, len(box.hands), box.dealt, state.exposed)


def refuse_closed_cut(command: Command, context: CommandContext) -> Refused | None:
    """Refuse words for a cut before the order is committed to, because it could be chosen by them,
    and words of players who have not pledged them first.
    """
    state = context.state
    if not isinstance(command, PledgeCut | ContributeCut) or role_refusal(state, command):
        return None
    if not context.is_cut_open:
        text = "the cut is open when new cards are committed to, and until they lie in the shoe"
        return Refused("not_now", text)
    is_pledged = any(player == command.by for player, _ in state.prep.pledges)
    if isinstance(command, ContributeCut) and command.by in state.chips and not is_pledged:
        text = "commit to your word first, with pledge_cut: it is said when all have"
        return Refused("pledge_first", text)
    return None


def refuse_wagers_before_the_order(command: Command, context: CommandContext) -> Refused | None:
    """Refuse a wager while new cards are due and their order is not committed to.

    The order could otherwise be chosen by the wagers: ``verify`` says so.
    """
    state = context.state
    if not isinstance(command, PlaceWager | RepeatWagers) or role_refusal(state, command):
        return None
    if context.is_cut_open or not shuffle_due(state, context.at_ms):
        return None
    return Refused("not_now", "new cards are shuffled first: bet when their order is committed to")


def refuse_kept_boxes(command: Command, context: CommandContext) -> Refused | None:
    """Refuse a wager on a box that waits for the player who bet on it in the last round."""
    if not isinstance(command, PlaceWager):
        return None
    if not is_kept("place_wager", command.box, command.by, context.kept):
        return None
    return kept_refusal(command.box, context.kept)


def refuse_distrusted_bankrolls(command: Command, context: CommandContext) -> Refused | None:
    """Refuse to move a bankroll whose movements are not the signed ones."""
    return find_distrusted(context.bankrolls, accounts_of("", command, context.state.chips))


def refuse_overdrawn_bankrolls(command: Command, context: CommandContext) -> Refused | None:
    """Refuse buy-ins that a bankroll does not pay for; guests without an account pay in cash."""
    if not isinstance(command, BuyIn) or is_guest(command.player):
        return None
    return overdrawn(context.bankrolls[command.player], command)


ON_REQUEST: tuple[Check, ...] = (
    refuse_strangers,
    refuse_reserved_names,
    refuse_unaccepted,
    refuse_playing_staff,
    refuse_dealt_by_people,
    refuse_speaking_for_others,
    refuse_bad_guest_names,
    refuse_newcomers,
    refuse_too_many_chips,
    refuse_unnamed_wagers,
    refuse_absent_cards,
)
"""Checks of a request as a person sent it, in order of precedence."""

ON_COMMAND: tuple[Check, ...] = (
    refuse_stale_acts,
    refuse_closed_cut,
    refuse_wagers_before_the_order,
    refuse_kept_boxes,
    refuse_distrusted_bankrolls,
    refuse_overdrawn_bankrolls,
)
"""Checks of every command with its fields filled in, in order of precedence."""
