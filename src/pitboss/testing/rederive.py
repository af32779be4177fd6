"""Asks of a log which commands it came from, and whether the engine decides the same today.

A log holds events, not commands. Each run of events that one command led to says what the command
must have been; the engine is given it again, and what it decides must be what the log has.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from pitboss.cards import full_shoe
from pitboss.engine.chips import BuyIn, CashOut, ChipsBought, ChipsCashed
from pitboss.engine.declare import Command, Event, any_command
from pitboss.engine.draft import READ_NO, READ_YES
from pitboss.engine.floor.by_hand import CardEntered, CardsAwaited, EnterCard
from pitboss.engine.floor.cut import (
    ContributeCut,
    CutContributed,
    CutRefused,
    DeclineCut,
    OrderRecut,
    RecutOrdered,
    StackCut,
)
from pitboss.engine.floor.irregularities.effects import BoxesLimited, InsuranceReopened
from pitboss.engine.floor.irregularities.report import IrregularityReported, Report, TableResumed
from pitboss.engine.floor.notices import (
    ApplyNotice,
    NoticePosted,
    NoticeWithdrawn,
    PostNotice,
    RulesChanged,
)
from pitboss.engine.floor.procedures import (
    BeginProcedure,
    Perform,
    ProcedureBegan,
    StackShuffled,
    StepDone,
)
from pitboss.engine.floor.rulings import (
    CardRefused,
    ConfirmCorrection,
    CorrectionMade,
    CorrectionProposed,
    HandsRebuilt,
    ProposeCorrection,
    Rebuild,
    RefuseCard,
    Resume,
)
from pitboss.engine.floor.staff import AssignStaff, EntryPermitted, PermitEntry, StaffAssigned
from pitboss.engine.shoe.drawing import AskBurn, BurnShown, CardExposed
from pitboss.engine.shoe.loading import (
    LoadShoe,
    OrderShuffle,
    ShoeEmptied,
    ShoeLoaded,
    ShuffleOrdered,
)
from pitboss.engine.sides.prizes import DrawPrize, PayoutChecked, PrizeDrawn
from pitboss.engine.state import BETTING, COUPON, TableState
from pitboss.engine.table import step
from pitboss.engine.wagers.limits import PlaceWager
from pitboss.engine.wagers.placing import (
    AskPlace,
    CouponPlaced,
    CouponWithdrawn,
    PlaceAsked,
    WagerPlaced,
    WagerWithdrawn,
    WithdrawWager,
)
from pitboss.rulebook.refusals import Rejection
from pitboss.testing.rederive_play import play_commands

Events = Sequence[Event]

LOOK_AHEAD = 2_000
"""No command leads to more events."""
CHOICES = ("", "late", "dead", "void", "round", "hand", "lifted")
"""What a report may choose, where its clause leaves a choice."""

_COMMAND: msgspec.json.Decoder[Command] = msgspec.json.Decoder(any_command())


@dataclass(frozen=True, slots=True)
class Decided:
    """A run of events that is what the engine decides."""

    command: Command
    state: TableState
    """The table after it."""
    count: int
    """How many events it led to."""


@dataclass(frozen=True, slots=True)
class Differs:
    """A run of events that is not: where, and what the engine decides instead."""

    at: int
    """How many events of the run are right."""
    expected: Event | None
    """What the engine has there; nothing where it refuses, or where nothing explains the event."""
    why: str


def decide_again(state: TableState, events: Events) -> Decided | Differs:
    """Find the command behind the first of the events, and compare what it leads to."""
    best = Differs(0, None, "no command leads to it")
    found: Decided | None = None
    for command in commands_behind(state, events):
        outcome = step(state, command)
        if isinstance(outcome, Rejection):
            if best.at == 0 and best.expected is None:
                best = Differs(0, None, f"refused: {outcome}")
            continue
        after, decided = outcome
        same = _same(decided, events)
        if same == len(decided):
            if found is None or same > found.count:
                found = Decided(command, after, same)
        elif same >= best.at:
            is_cut = same == len(events)
            why = "the log breaks off within a command" if is_cut else "the engine decides else"
            best = Differs(same, decided[same], why)
    return found or best


def _same(decided: Events, events: Events) -> int:
    """How many events agree, from the first."""
    count = 0
    for one, other in zip(decided, events, strict=False):
        if one != other:
            break
        count += 1
    return count


def commands_behind(state: TableState, events: Events) -> Iterator[Command]:
    """Every command that the first of the events, with those behind it, may have come from."""
    first = events[0]
    match first:
        case ChipsBought(player, amount):
            yield BuyIn(player=player, amount=amount)
        case ChipsCashed(player, amount):
            yield CashOut(by=player, amount=amount)
        case ShoeLoaded():
            yield _load(state, first)
        case WagerPlaced(box, player, wager, amounts):
            yield PlaceWager(by=player, box=box, wager=wager, amounts=amounts)
        case CouponPlaced(box, player, amount):
            yield PlaceWager(by=player, box=box, wager=COUPON, amounts=(amount,))
        case WagerWithdrawn() | CouponWithdrawn():
            for other in events[:LOOK_AHEAD]:
                if not isinstance(other, (WagerWithdrawn, CouponWithdrawn)):
                    break
                wager = other.wager if isinstance(other, WagerWithdrawn) else COUPON
                yield WithdrawWager(by=other.player, box=other.box, wager=wager)
        case PrizeDrawn(_, _, prize):
            yield DrawPrize(prize=prize)
        case CardsAwaited(command):
            yield _COMMAND.decode(command)
        case CardEntered(entry):
            yield from _entries(state, entry)
        case IrregularityReported():
            yield from _reports(state, first, events)
        case NoticePosted(by, changes, _, at_ms, from_ms):
            minutes = (from_ms - at_ms) // 60_000
            yield PostNotice(by=by, changes=changes, minutes=minutes, at_ms=at_ms)
        case NoticeWithdrawn(by):
            yield PostNotice(by=by)
        case RulesChanged(by, at_ms=at_ms):
            yield ApplyNotice(by=by, at_ms=at_ms)
        case StackShuffled() | StackCut() | ShoeEmptied() | StepDone() | PayoutChecked():
            yield from _steps(events)
        case _:
            staff = _floor_command(state, first)
            if staff is not None:
                yield staff
            second = events[1] if len(events) > 1 else None
            if isinstance(first, StaffAssigned) and isinstance(second, StaffAssigned):
                # A new dealer relieves the one before.
                yield AssignStaff(name=second.name, role=second.role)
            yield from play_commands(state, events)


def _load(state: TableState, event: ShoeLoaded) -> LoadShoe:
    """Cards between rounds; or the discards in a round, with what was left dealt before them."""
    count = len(event.cards)
    behind = count - event.cut_card if event.cut_card >= 0 else -1
    cards = event.cards
    if state.phase == BETTING:
        if not cards and not state.automations.cards:
            # The order of a physical shoe is not on record; whatever was named will do.
            cards = full_shoe(state.rules.decks_in_play)
            behind = len(cards) - event.cut_card if event.cut_card >= 0 else -1
        side = event.side if event.is_shuffle else None
        return LoadShoe(cards=cards, is_shuffle=event.is_shuffle, behind=behind, side=side)
    left = max(0, len(state.shoe) - state.position)
    if state.rules.shoe.refill_burn and state.automations.burn:
        cards = (*cards[:1], *cards[1 + left :])
    else:
        cards = cards[left:]
    return LoadShoe(cards=cards, behind=behind)


def _entries(state: TableState, entry: int) -> Iterator[EnterCard]:
    by = _holder(state, "dealer")
    if entry in (READ_YES, READ_NO):
        yield EnterCard(by=by, has_blackjack=entry == READ_YES)
    else:
        yield EnterCard(by=by, card=entry)


def _reports(state: TableState, first: IrregularityReported, events: Events) -> Iterator[Report]:
    """What was reported, with every choice and particular that may have come with it."""
    seen = events[1 : LOOK_AHEAD + 1]
    named = (InsuranceReopened, BoxesLimited)
    players = [event.player for event in seen[:3] if isinstance(event, named)]
    cards = [event.card for event in seen[:3] if isinstance(event, CardExposed)]
    if state.dealer.cards:
        cards.append(state.up)
    for choice in CHOICES:
        for player in (*players, ""):
            for card in (-1, *cards):
                yield Report(
                    by=first.by,
                    what=first.what,
                    box=first.box,
                    hand=first.hand,
                    player=player,
                    choice=choice,
                    card=card,
                )


def _steps(events: Events) -> Iterator[Perform]:
    """A step of the staff; what it did with the cards stands before it."""
    cards = events[0].cards if isinstance(events[0], StackShuffled) else ()
    for event in events[:2]:
        if isinstance(event, StepDone):
            yield Perform(
                by=event.by,
                step=event.step,
                cards=cards,
                position=event.position,
                at_ms=event.at_ms,
            )
            return
        if isinstance(event, PayoutChecked):
            yield Perform(by=event.by, step=event.step)
            return


def _floor_command(state: TableState, event: Event) -> Command | None:
    """What the staff or a player asked for beside the play of hands."""
    match event:
        case StaffAssigned(name, role):
            return AssignStaff(name=name, role=role)
        case ProcedureBegan(name, by, side):
            return BeginProcedure(by=by, name=name, side=side)
        case CutRefused(player):
            return DeclineCut(by=player)
        case CutContributed(player, words):
            return ContributeCut(by=player, words=words)
        case RecutOrdered(by, reason):
            return OrderRecut(by=by, reason=reason)
        case ShuffleOrdered(by, reason):
            return OrderShuffle(by=by, reason=reason)
        case BurnShown(_, player):
            return AskBurn(by=player)
        case HandsRebuilt(hands, dealer):
            return Rebuild(by=_holder(state, "supervisor"), hands=hands, dealer=dealer)
        case TableResumed(by):
            return Resume(by=by)
        case EntryPermitted(player):
            return PermitEntry(by=_holder(state, "supervisor"), player=player)
        case CorrectionProposed(by, player, amount, reason):
            return ProposeCorrection(by=by, player=player, amount=amount, reason=reason)
        case CorrectionMade(_, second):
            return ConfirmCorrection(by=second)
        case PlaceAsked(player, is_waiting):
            return AskPlace(by=player, is_waiting=is_waiting)
        case CardRefused(player):
            return RefuseCard(by=player, box=state.turn[0])
        case _:
            return None


def _holder(state: TableState, role: str) -> str:
    """Somebody who has the role."""
    return next((name for name, held in state.floor.staff.items() if held == role), "")
