"""Corrections of wrongly settled wagers, by two people."""

from typing import ClassVar

from msgspec.structs import astuple, replace

from pitboss.engine.declare import EVERYBODY, PIT, SUPERVISORS, Command, Event, decides
from pitboss.engine.draft import Draft
from pitboss.engine.state import BETTING, Proposal, TableState
from pitboss.engine.state.boxes import Settled
from pitboss.engine.words import one_of
from pitboss.money import Cents, Transfers, between
from pitboss.rulebook.refusals import HOUSE, Code, Rejection
from pitboss.rulebook.rules import Rules

CORRECTIONS_MAX = 20
"""Most pending corrections at one table."""


class ProposeCorrection(Command, tag="propose_correction"):
    """Ask for a player's chips to be corrected; a second person must agree."""

    player: str
    amount: Cents
    reason: str
    round: int = 0
    """The round of the wrongly settled wager; 0 in logs older than this field."""
    box: int = 0
    hand: int = 0
    """The hand, for a main wager; 0 otherwise."""
    wager: str = ""
    roles: ClassVar = PIT
    is_for_stops: ClassVar = True


class ConfirmCorrection(Command, tag="confirm_correction"):
    """Confirm another person's correction, by its number."""

    number: int = 0
    roles: ClassVar = SUPERVISORS
    is_for_stops: ClassVar = True


class RejectCorrection(Command, tag="reject_correction"):
    """Reject a proposed correction."""

    number: int
    reason: str
    roles: ClassVar = SUPERVISORS
    is_for_stops: ClassVar = True


class CorrectionProposed(Event, Proposal, tag="correction_proposed"):
    """The first of two people proposed to correct a player's chips."""

    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "number",
        yes="{by} proposes correction {number}, {player} by {amount} for {wager} on box {box} in "
        "round {round}: {reason}.",
        no="{by} proposes to correct {player} by {amount}: {reason}.",
    )
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        proposal = Proposal(*astuple(self))
        ever = max(self.number, state.floor.corrections_ever)
        others = _others(state, self.number)
        after = state.with_floor(corrections=(*others, proposal), corrections_ever=ever)
        return after.with_history(self.apply)


class CorrectionMade(Event, tag="correction_made"):
    """The second person confirmed a correction, and the chips moved."""

    by: str
    second: str
    player: str
    amount: Cents
    reason: str
    number: int = 0
    round: int = 0
    box: int = 0
    hand: int = 0
    wager: str = ""
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "number",
        yes="{by} and {second} correct {player} by {amount} for {wager} on box {box} in round "
        "{round} (correction {number}): {reason}.",
        no="{by} and {second} correct {player} by {amount}: {reason}.",
    )

    def apply(self, state: TableState) -> TableState:
        after = state.with_floor(corrections=_others(state, self.number))
        after = replace(after, chips=state.paid(self.player, self.amount))
        key = (self.box, self.player, self.wager)
        return after.moving(key, "correction", "", hand=self.hand, net=self.amount)

    def transfers(self) -> Transfers:
        reason = f"correction by {self.by} and {self.second}: {self.reason}"
        return between(self.player, self.amount, reason)


class CorrectionRejected(Event, tag="correction_rejected"):
    """A supervisor rejected a correction."""

    by: str
    number: int
    player: str
    amount: Cents
    reason: str
    """Reason for the rejection."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{by} rejects correction {number}, {player} by {amount}: {reason}."
    is_beside: ClassVar = True

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(corrections=_others(state, self.number)).with_history(self.apply)


def _others(state: TableState, number: int) -> tuple[Proposal, ...]:
    """Return the pending corrections without this one."""
    return tuple(proposal for proposal in state.floor.corrections if proposal.number != number)


@decides(ProposeCorrection)
def propose_correction(draft: Draft, command: ProposeCorrection) -> Rejection | None:
    """Ask for a player's chips to be corrected."""
    rules, floor = draft.rules, draft.state.floor
    if command.player not in draft.state.chips or not command.amount or not command.reason:
        text = "a correction names a player, an amount and a reason"
        return rules.refuse(Code.UNKNOWN, HOUSE, text, where=command.player)
    if command.round and (refusal := _payout_refusal(draft.state, command)):
        return refusal
    if len(_others(draft.state, 0)) >= CORRECTIONS_MAX:
        text = f"{CORRECTIONS_MAX} corrections wait already; confirm or reject them first"
        return rules.refuse(Code.WRONG_TIME, HOUSE, text, limit=CORRECTIONS_MAX)
    number = floor.corrections_ever + 1 if command.round else 0
    change = (command.by, command.player, command.amount, command.reason)
    place = (command.round, command.box, command.hand, command.wager)
    draft.add(CorrectionProposed(*change, number, *place))
    return None


def settled_in(state: TableState, number: int) -> tuple[Settled, ...] | None:
    """Return the wagers settled in a round; None if it is older than the last one."""
    is_over = state.phase == BETTING and not state.settled
    if number == state.round:
        return state.settled_last if is_over else state.settled
    return state.settled_last if number == state.round - 1 and not is_over else None


def _payout_refusal(state: TableState, command: ProposeCorrection) -> Rejection | None:
    """Refuse to correct a round that was not dealt, or a wager that was not settled in it.

    The table knows the wagers of the last rounds only; the server checks older ones in the log.
    """
    rules, number = state.rules, command.round
    if not 1 <= number <= state.round:
        text = f"round {number} was not dealt here; the last is round {state.round}"
        return rules.refuse(Code.UNKNOWN, HOUSE, text, limit=state.round)
    settled = settled_in(state, number)
    wanted = (command.box, command.player, command.wager, command.hand)
    if settled is not None and wanted not in [(*wager.key, wager.hand) for wager in settled]:
        return no_such_payout(rules, command)
    return None


def no_such_payout(rules: Rules, command: ProposeCorrection) -> Rejection:
    """Refuse a correction of a wager that was not settled."""
    hand = f".{command.hand}" if command.hand else ""
    where = f"{command.box}{hand}"
    text = (
        f"no {command.wager or 'wager'} of {command.player} at {where} was settled in round "
        f"{command.round}"
    )
    return rules.refuse(Code.UNKNOWN, HOUSE, text, where=where)


@decides(ConfirmCorrection)
def confirm_correction(draft: Draft, command: ConfirmCorrection) -> Rejection | None:
    """Confirm a correction; its proposer may not."""
    rules, state = draft.rules, draft.state
    proposal = _proposed(state, command.number)
    if isinstance(proposal, Rejection):
        return proposal
    player, amount = proposal.player, proposal.amount
    if proposal.by == command.by:
        return rules.refuse(Code.NOT_YOURS, HOUSE, "a second person must agree")
    held = state.chips.get(player, 0)
    if held + amount < 0:
        text = f"{player} has less than that"
        return rules.refuse(Code.NOT_ENOUGH_CHIPS, "chips", text, limit=held)
    proposer, *change = astuple(proposal)
    draft.add(CorrectionMade(proposer, command.by, *change))
    return None


@decides(RejectCorrection)
def reject_correction(draft: Draft, command: RejectCorrection) -> Rejection | None:
    """Reject a correction; the proposal and the reason stay on record."""
    proposal = _proposed(draft.state, command.number)
    if isinstance(proposal, Rejection):
        return proposal
    if not command.reason:
        return draft.rules.refuse(Code.UNKNOWN, HOUSE, "a rejection needs a reason")
    draft.add(
        CorrectionRejected(
            command.by, proposal.number, proposal.player, proposal.amount, command.reason
        )
    )
    return None


def _proposed(state: TableState, number: int) -> Proposal | Rejection:
    """Return a pending correction, or a refusal."""
    waiting = {proposal.number: proposal for proposal in state.floor.corrections}
    if number in waiting:
        return waiting[number]
    text = f"no correction {number} waits" if number else "no correction has been proposed"
    return state.rules.refuse(Code.WRONG_TIME, HOUSE, text)
