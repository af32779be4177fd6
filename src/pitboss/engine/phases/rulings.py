"""What players and supervisors say to what went wrong: refusals, rebuilt rounds, corrections."""

from pitboss.cards import Card
from pitboss.engine.commands import (
    ConfirmCorrection,
    ProposeCorrection,
    Rebuild,
    RefuseCard,
    Resume,
)
from pitboss.engine.draft import Draft
from pitboss.engine.events import HandFinished
from pitboss.engine.floor_events import (
    CardRefused,
    CorrectionMade,
    CorrectionProposed,
    HandReopened,
    HandsRebuilt,
    TableResumed,
)
from pitboss.engine.phases.playing import finish
from pitboss.engine.phases.sides import settle_decided
from pitboss.engine.phases.voiding import refuse_by
from pitboss.engine.state import BETTING, PLAYING
from pitboss.rulebook.acts import is_complete
from pitboss.rulebook.refusals import Code, Rejection


def refuse_card(draft: Draft, command: RefuseCard) -> Rejection | None:
    """Refuse the exposed card: the player gets no more cards in this round (T-n-3-s2)."""
    state, rules = draft.state, draft.rules
    number, hand = state.turn
    box = state.box(command.box)
    found = rules.irregularities.get("exposed_card")
    if found is None:
        return rules.refuse(Code.NOT_OFFERED, "handling", "no card may be refused at this table")
    if state.exposed < 0 or state.phase != PLAYING:
        return refuse_by(found, Code.WRONG_TIME, "there is no exposed card to refuse")
    if box is None or number != command.box or box.seated != command.by:
        return rules.refuse(Code.OUT_OF_TURN, "turn", f"it is the turn of hand {number}.{hand}")
    draft.add(CardRefused(command.by, found.clauses[0]))
    draft.add(HandFinished(number, hand, "frozen"))
    settle_decided(draft, number)
    return None


def rebuild(draft: Draft, command: Rebuild) -> Rejection | None:
    """Lay the cards as they should have been dealt; all are bound by it (NZ-16.5)."""
    state, rules = draft.state, draft.rules
    found = rules.irregularities.get("misdealt")
    if found is None or found.does != "rebuild":
        text = "this table does not rebuild a round"
        return rules.refuse(Code.NOT_OFFERED, "staff", text)
    if state.phase == BETTING:
        return refuse_by(found, Code.WRONG_TIME, "no round is under way")
    before: list[Card] = [*state.dealer.cards]
    for box in state.boxes:
        for played in box.hands:
            before.extend(played.hand.cards)
    after = [*command.dealer, *(card for _, _, cards in command.hands for card in cards)]
    places = {(box.number, hand + 1) for box in state.boxes for hand in range(len(box.hands))}
    # Cards that are in the rack already stay there.
    removed = {
        (box.number, hand): played.hand.cards
        for box in state.boxes
        for hand, played in enumerate(box.hands, start=1)
        if played.is_removed
    }
    is_kept = all(removed.get((b, h), cards) == cards for b, h, cards in command.hands)
    is_placed = {(b, h) for b, h, _ in command.hands} == places
    if sorted(before) != sorted(after) or not is_placed or not is_kept:
        text = "a rebuilt round has the same cards, each in its place, and no others"
        return refuse_by(found, Code.UNKNOWN, text)
    draft.add(HandsRebuilt(command.hands, command.dealer, found.clauses[0]))
    _judge_anew(draft, found.clauses[0])
    return None


def _judge_anew(draft: Draft, clause: str) -> None:
    """Hands whose wagers are open act, or are finished, by the cards that they hold now."""
    for box in draft.state.boxes:
        for hand, played in enumerate(box.hands, start=1):
            if not played.is_open:
                continue
            is_over = is_complete(draft.rules, played.hand, hands=len(box.hands))
            if is_over and not played.how:
                finish(draft, box.number, hand, "complete")
            elif not is_over and played.how in ("bust", "complete"):
                draft.add(HandReopened(box.number, hand, clause))


def resume(draft: Draft, command: Resume) -> Rejection | None:
    """Let a table that was stopped go on."""
    if not draft.state.floor.paused:
        return draft.rules.refuse(Code.WRONG_TIME, "staff", "the table is not stopped")
    draft.add(TableResumed(command.by))
    return None


def propose_correction(draft: Draft, command: ProposeCorrection) -> Rejection | None:
    """Ask for a player's chips to be corrected."""
    rules, state = draft.rules, draft.state
    if command.player not in state.chips or not command.amount or not command.reason:
        text = "a correction names a player, an amount and a reason"
        return rules.refuse(Code.UNKNOWN, "staff", text, where=command.player)
    draft.add(CorrectionProposed(command.by, command.player, command.amount, command.reason))
    return None


def confirm_correction(draft: Draft, command: ConfirmCorrection) -> Rejection | None:
    """Agree to a correction; one person alone cannot make it."""
    rules, state = draft.rules, draft.state
    proposal = state.floor.correction
    if proposal is None:
        return rules.refuse(Code.WRONG_TIME, "staff", "no correction has been proposed")
    by, player, amount, reason = proposal
    if by == command.by:
        return rules.refuse(Code.NOT_YOURS, "staff", "a second person must agree")
    if state.chips[player] + amount < 0:
        text = f"{player} has less than that"
        limit = state.chips[player]
        return rules.refuse(Code.NOT_ENOUGH_CHIPS, "chips", text, limit=limit)
    draft.add(CorrectionMade(by, command.by, player, amount, reason))
    return None
