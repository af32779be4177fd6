"""Open a table, decide commands, and continue the round as far as the rules allow.

Also the net results of players: chips won less chips lost.
"""

from collections import Counter
from collections.abc import Iterable
from functools import reduce

from pitboss.arguments import check, checked
from pitboss.engine.dealer import play_dealer
from pitboss.engine.declare import DECIDED, Command, Event, evolve
from pitboss.engine.draft import Draft
from pitboss.engine.floor import by_hand
from pitboss.engine.floor.closing import closed_refusal
from pitboss.engine.floor.idle import note_left
from pitboss.engine.floor.irregularities.effects import report_awaited
from pitboss.engine.floor.irregularities.report import Report
from pitboss.engine.floor.staff import role_refusal
from pitboss.engine.floor.taking_back import TakeBack, remember, take_back
from pitboss.engine.insurance import CloseInsurance, Insure, is_offered, peek
from pitboss.engine.play.turns import give_turn
from pitboss.engine.round import HandFinished, PhaseBegan
from pitboss.engine.settlement import end_round, is_payout_pending
from pitboss.engine.side_wagers.settling import prize_due, settle_decided
from pitboss.engine.state import (
    BETTING,
    DEALER_TURN,
    DEALING,
    OFFERING,
    PLAYING,
    SCRIPTED,
    SETTLING,
    Automations,
    TableState,
)
from pitboss.rulebook.catalog import Game, as_rules
from pitboss.rulebook.refusals import Code, Rejection

Decision = tuple[Event, ...] | Rejection


@checked
def open_table(rules: Game, automations: Automations = SCRIPTED) -> TableState:
    """Return a table under these rules, before its first shoe.

    ``automations`` are the parts that the table does by itself; by default it waits for commands,
    as a round script does.

    >>> import pitboss
    >>> open_table(pitboss.rules("nz")).phase
    'betting'
    """
    rules = as_rules(rules)
    return TableState(rules=rules, meter=rules.fees.meter, automations=automations)


def decide(state: TableState, command: Command) -> Decision:
    """Return the events of a command, or a ``Rejection`` that names the clause; leave the state
    unchanged.

    >>> import pitboss
    >>> from pitboss.engine.chips import BuyIn
    >>> state = open_table(pitboss.rules("nz"))
    >>> decide(state, BuyIn(player="ann", amount=10_000))
    (ChipsBought(player='ann', amount=10000),)
    >>> decide(state, BuyIn(player="ann", amount=0)).text
    'a buy-in must be above 0'
    """
    if not isinstance(state, TableState):
        check("state", state, TableState)
    if not isinstance(command, Command):
        check("command", command, Command)
    outcome = step(state, command)
    return outcome if isinstance(outcome, Rejection) else outcome[1]


@checked
def replay(state: TableState, events: Iterable[Event]) -> TableState:
    """Return the table after all events, in order.

    >>> import pitboss
    >>> from pitboss.engine.chips import ChipsBought
    >>> state = open_table(pitboss.rules("nz"))
    >>> replay(state, [ChipsBought("ann", 10_000), ChipsBought("ann", 500)]).chips
    {'ann': 10500}
    """
    return reduce(evolve, events, state)


def step(
    state: TableState, command: Command, who: str | None = None
) -> tuple[TableState, tuple[Event, ...]] | Rejection:
    """Decide, and return the resulting state with the events; ``who`` as in ``steps``."""
    outcome = steps(state, command, who)
    return (outcome[0][-1], outcome[1]) if isinstance(outcome, tuple) else outcome


def steps(state: TableState, command: Command, who: str | None = None) -> by_hand.Outcome:
    """Decide, and return the state after each event with the events, so that none is applied twice.

    ``who`` gave the command: its ``by`` unless a dealer keyed it; empty for the table.
    """
    if state.is_closed:
        return closed_refusal(state)
    refusal = role_refusal(state, command)
    if refusal is None and (state.floor.paused or state.awaiting is not None):
        refusal = _stopped(state, command)
    if refusal:
        return refusal
    if isinstance(command, TakeBack):
        return take_back(state, command)
    outcome = _outcome(state, command)
    if not state.automations.remembers:
        return outcome
    return remember(state, command, outcome, command.by if who is None else who)


def _outcome(state: TableState, command: Command) -> by_hand.Outcome:
    if isinstance(command, by_hand.EnterCard):
        return by_hand.enter_card(state, command, run)
    if state.awaiting is not None and isinstance(command, Report):
        passed = report_awaited(state, command, run)
        if passed is not None:
            return passed
    if isinstance(command, Insure) and state.awaits_second_card:
        return by_hand.run_before_card(state, command, run)
    return by_hand.try_command(Draft(state), command, run)


def run(draft: Draft, command: Command) -> Rejection | None:
    """Carry out a command, and continue the round until a person has to decide."""
    before = draft.state
    refusal = DECIDED[type(command)](draft, command)
    if not refusal and draft.state.chips is not before.chips:
        note_left(draft, before)
    state, phase = draft.state, draft.state.phase
    # A report while a card is due does not change which card that is.
    if refusal or phase == BETTING or state.awaiting is not None or command.is_aside:
        return refusal
    if phase == OFFERING:
        is_waiting = is_offered(state) and not isinstance(command, CloseInsurance)
        if is_waiting or prize_due(state, paid="deal"):
            return None
    if phase == PLAYING and prize_due(state, paid="deal"):
        # A rebuilt round has a winner of a prize that no deal had.
        return None
    if phase in (DEALING, OFFERING):
        if peek(draft):
            _stop_play(draft)
        else:
            draft.add(PhaseBegan(PLAYING))
    if draft.state.phase == PLAYING:
        if give_turn(draft):
            return None
        draft.add(PhaseBegan(DEALER_TURN))
    if draft.state.phase == DEALER_TURN:
        play_dealer(draft)
    if not is_payout_pending(draft):
        end_round(draft)
    elif draft.state.phase == DEALER_TURN:
        draft.add(PhaseBegan(SETTLING))
    return None


def _stopped(state: TableState, command: Command) -> Rejection | None:
    """Refuse play while a table is stopped or a card is due from a physical shoe."""
    floor = state.floor
    is_about_cards = isinstance(command, by_hand.EnterCard | TakeBack)
    # A player who was not asked may insure until the dealer's second card (NZ-16.11).
    is_late = isinstance(command, Insure) and state.awaits_second_card
    if command.is_for_stops or ((is_about_cards or is_late) and not floor.paused):
        return None
    if floor.paused:
        return Rejection(Code.PAUSED, f"the table is stopped: {floor.paused}", floor.paused_by)
    due = by_hand.card_due(state, run)
    text = f"the {due.what} for {due.box}.{due.hand} comes first" if due else "a card is due"
    return state.rules.refuse(Code.STEP_NOT_DUE, "wrong_time", text, also="handling")


def _stop_play(draft: Draft) -> None:
    """End the round on a dealer's blackjack before any player acts (PA-7-g-s3)."""
    for box in draft.state.boxes:
        if not box.hands[0].how:
            draft.add(HandFinished(box.number, 1, "complete"))
        settle_decided(draft, box.number)
    draft.add(PhaseBegan(DEALER_TURN))


Key = tuple[str, int, str]
"""Player, box and wager."""


def nets(events: Iterable[Event]) -> Counter[Key]:
    """Sum the net results of events by player, box and wager."""
    total: Counter[Key] = Counter()
    for event in events:
        for net in event.nets():
            total[net.player, net.box, net.wager] += net.amount
    return total


def nets_by_player(events: Iterable[Event]) -> Counter[str]:
    """Sum the net results of events by player."""
    total: Counter[str] = Counter()
    for (player, _, _), net in nets(events).items():
        total[player] += net
    return total
