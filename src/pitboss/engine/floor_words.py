"""The events of the staff in words."""

from collections.abc import Mapping

from pitboss.cards import name_card
from pitboss.engine.event import Event
from pitboss.engine.floor_events import (
    BoxesLimited,
    BurnShown,
    ButtonRepaired,
    ButtonTurnedOff,
    CardBurned,
    CardDiscarded,
    CardEntered,
    CardExposed,
    CardRefused,
    CardsAwaited,
    CommandCompleted,
    CorrectionMade,
    CorrectionProposed,
    CutCardReached,
    CutContributed,
    CutRefused,
    DeterminantDrawn,
    EntryPermitted,
    HandReopened,
    HandsRebuilt,
    InsuranceReopened,
    IrregularityReported,
    MisdealCalled,
    NoticePosted,
    NoticeWithdrawn,
    PlaceAsked,
    ProcedureBegan,
    ReaderTurnedOff,
    RecutOrdered,
    RulesChanged,
    ShoeEmptied,
    ShuffleOrdered,
    SignalGiven,
    StackCut,
    StackShuffled,
    StaffAssigned,
    StakesReturned,
    StepDone,
    TablePaused,
    TableResumed,
)
from pitboss.money import show


def _name(card: int) -> str:
    return f"the {name_card(card)}" if card >= 0 else "a card face down"


def tell_notice(by: str, changes: Mapping[str, str], was: Mapping[str, str], clause: str) -> str:
    """What will change at the table, as everybody reads it."""
    return f"Notice by {by}: {_changes(changes, was)} [{clause}]."


def _changes(changes: Mapping[str, str], was: Mapping[str, str]) -> str:
    """Options with their values before and after: ``min bet from 5.00 to 10.00``."""
    return ", ".join(
        f"{_plain(name)} from {_plain(was[name])} to {_plain(value)}"
        for name, value in changes.items()
    )


def _plain(text: str) -> str:
    return {"true": "yes", "false": "no"}.get(text, text.replace("_", " "))


def tell_floor(event: Event) -> str:
    """An event of the staff in a sentence; nothing where there is nothing to say."""
    match event:
        case StaffAssigned(name, role):
            return f"{name} is {role} now." if role else f"{name} leaves the table."
        case ProcedureBegan(name, by):
            return f"{by or 'The staff'} begins: {name}."
        case StepDone(step, by, clause):
            return f"{by or 'The staff'}: {step.replace('_', ' ')} [{clause}]."
        case StackShuffled():
            return "The stack is shuffled."
        case CutContributed(player, words):
            return f"{player} contributes {words!r} to the cut."
        case CutRefused(player):
            return f"{player} declines the cut."
        case StackCut(by, position):
            return f"{by or 'The dealer'} cuts {position} cards from the front."
        case RecutOrdered(by, reason, clause=clause):
            return f"{by} orders a recut: {reason} [{clause}]."
        case CutCardReached(_, _, clause):
            return f"The cutting card comes out [{clause}]."
        case ShuffleOrdered(by, reason, clause):
            return f"{by or 'The table'} orders a shuffle: {reason} [{clause}]."
        case EntryPermitted(player, clause):
            return f"{player} may bet again [{clause}]."
        case BoxesLimited(player, is_limited, clause):
            what = "one box" if is_limited else "several boxes again"
            return f"{player} may bet on {what} [{clause}]."
        case CorrectionProposed(by, player, amount, reason):
            return f"{by} proposes a correction of {show(amount)} for {player}: {reason}."
        case CorrectionMade(by, second, player, amount, reason):
            return f"{by} and {second} correct {player} by {show(amount)}: {reason}."
        case NoticePosted(by, changes, was, clause=clause):
            return tell_notice(by, changes, was, clause)
        case NoticeWithdrawn(by, clause):
            return f"{by} withdraws the notice [{clause}]."
        case RulesChanged(_, changes, was, clause=clause):
            return f"From this round on: {_changes(changes, was)} [{clause}]."
        case CardsAwaited():
            return "The table waits for cards."
        case CardEntered() | CommandCompleted():
            return ""
        case _:
            return _tell_ruling(event)


def _tell_ruling(event: Event) -> str:
    match event:
        case CardBurned(card, clause):
            return f"{_name(card).capitalize()} is burned [{clause}]."
        case BurnShown(card, player, clause):
            return f"{player} is shown {_name(card)} [{clause}]."
        case DeterminantDrawn(card, _, side, clause):
            place = "left" if side == 0 else "right"
            return f"{_name(card).capitalize()} names the {place} side [{clause}]."
        case IrregularityReported(what, by, box, hand, clause):
            place = f" at {box}.{hand}" if hand else f" at box {box}" if box else ""
            return f"{by} reports: {what.replace('_', ' ')}{place} [{clause}]."
        case CardDiscarded(card, clause):
            return f"{_name(card).capitalize()} is out of play [{clause}]."
        case CardExposed(card):
            return f"{_name(card).capitalize()} was seen: it is the next card."
        case MisdealCalled(_, clause):
            return f"The round is a misdeal and is dealt again [{clause}]."
        case StakesReturned(box, player, amount, clause):
            return f"Box {box}: {player} has {show(amount)} back [{clause}]."
        case HandsRebuilt(_, _, clause):
            return f"The hands lie as they should have been dealt [{clause}]."
        case TablePaused(why, clause):
            return f"The table stops: {why} [{clause}]."
        case TableResumed(by):
            return f"{by} lets the table go on."
        case ReaderTurnedOff(clause):
            return f"The table goes on without its card reader [{clause}]."
        case ButtonTurnedOff(clause):
            return f"The prize button is out of order [{clause}]."
        case ButtonRepaired(clause):
            return f"The prize button works again [{clause}]."
        case ShoeEmptied():
            return "The rest of the shoe joins the discards."
        case HandReopened(box, hand, clause):
            return f"Hand {box}.{hand} has its turn after the others [{clause}]."
        case CardRefused(player, clause):
            return f"{player} refuses the card and gets no more [{clause}]."
        case PlaceAsked(player, is_waiting):
            return f"{player} waits for a place." if is_waiting else f"{player} waits no longer."
        case SignalGiven(box, gesture, voice, clause):
            return f"Box {box} signals: {gesture or voice} [{clause}]."
        case InsuranceReopened(box, player, clause):
            return f"Box {box}: {player} may still insure [{clause}]."
        case _:
            raise AssertionError(f"no words for {event}")
