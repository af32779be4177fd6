"""The deal: close betting, deal the initial cards, and settle what they decide at once."""

from typing import ClassVar

from pitboss.engine.betting.placing import AnteTaken
from pitboss.engine.declare import DEALERS, DEALERS_OR_TABLE, Accepted, Command, Source, decides
from pitboss.engine.draft import SKIP, SKIP_BOX, Draft
from pitboss.engine.insurance import is_offered
from pitboss.engine.payouts import clear_hand, settle_hand, settle_void
from pitboss.engine.round import HandFinished, PhaseBegan
from pitboss.engine.shoe import drawing, loading
from pitboss.engine.side_wagers import settling
from pitboss.engine.state import BETTING, DEALER, DEALING, OFFERING, PLAYING, TableState
from pitboss.engine.state.boxes import Box
from pitboss.engine.state.preparation import unready_refusal
from pitboss.rulebook.questions.dealing import blackjack_is_paid_after_deal
from pitboss.rulebook.questions.settlement import blackjack_outcome
from pitboss.rulebook.questions.stakes import ante_due
from pitboss.rulebook.refusals import Code, Rejection

FACE_DOWN = "deal.player_cards"
"""The rule by which players' first cards may lie face down."""


class Deal(Command, tag="deal"):
    """Close betting and deal."""

    drawn_from: int = 0
    """The compartment of a double shoe that the determinant card is drawn from."""
    at_ms: int = 0
    """Time in milliseconds since the epoch, for rules on the life of cards."""
    is_face_down: bool = False
    """Players' first cards lie face down, and are entered when they are turned over."""
    roles: ClassVar = DEALERS_OR_TABLE
    filled: ClassVar = {
        "drawn_from": Source.DRAWN_SIDE,
        "at_ms": Source.LOG_TIME,
        "is_face_down": Source.FACE_DOWN,
    }
    taken_back_as: ClassVar = "deal"


class TurnOver(Command, tag="turn_over"):
    """Turn over the face-down cards of a box."""

    box: int
    roles: ClassVar = DEALERS
    accepted: ClassVar = Accepted.HAND_DEALT
    taken_back_as: ClassVar = "turned cards"


@decides(Deal)
def deal(draft: Draft, command: Deal) -> Rejection | None:
    """Close betting and deal the initial cards."""
    rules, state = draft.rules, draft.state
    if refusal := deal_refusal(state, command):
        return refusal
    is_first_card = state.prep.cut_at < 0 and state.position == state.prep.cut_card
    if is_first_card and rules.shoe.cut_card_first == "shuffle":
        # No round has begun: wagers may be changed until betting closes (NZ-8.8).
        first, clause = state.boxes[0].number, rules.clause("shoe.cut_card_first")
        draft.add(drawing.CutCardReached(first, state.round, clause, state.prep.side))
        return None
    draft.add(PhaseBegan(DEALING))
    if drawing.has_determinant(state):
        drawing.draw_determinant(draft, command.drawn_from)
    if path := drawing.burn_due(draft.state):
        drawing.burn(draft, rules.clause(path))
    if state.sides and not state.is_locked:
        # A round dealt again after a misdeal was registered, and sat out, the first time.
        settling.raise_meter(draft)
        settling.abandon_streaks(draft)
    deal_cards(draft, is_face_down=command.is_face_down)
    after_deal(draft)
    return None


def deal_refusal(state: TableState, command: Deal) -> Rejection | None:
    """Return the reason why no round may be dealt now."""
    rules = state.rules
    if state.phase != BETTING:
        return rules.refuse(Code.WRONG_TIME, "wrong_time", "the round is under way")
    if not state.boxes:
        return rules.refuse(Code.NO_MAIN_WAGER, "main", "a round needs at least one main wager")
    if unready := unready_refusal(state):
        return unready
    for side in () if state.is_locked else state.sides:
        wager = rules.wagers[side.wager]
        if side.placed_in > state.round and not state.has_main(side.player):
            text = f"{wager.title} of {side.player} has no main wager"
            return Rejection(Code.NO_MAIN_WAGER, text, wager.main_clause)
    if rules.shoe.shuffler == "continuous" and (refusal := loading.uncovered_refusal(state)):
        return refusal
    if state.floor.damaged:
        text = "a damaged card is replaced first, and its replacement is on record"
        return Rejection(Code.STEP_NOT_DUE, text, state.floor.damaged_by)
    return (
        loading.shuffle_refusal(state)
        or loading.sides_refusal(state)
        or loading.life_refusal(state, command.at_ms)
    )


def deal_cards(draft: Draft, *, is_face_down: bool = False) -> None:
    """Deal a card to each box and the dealer, then again; the dealer's second as the rules say.

    The order is from the dealer's left (T-f-5, T-f-5-ii, NZ-8.2, PA-7-e, H-method-18). Boxes that a
    human dealer skips get their cards after the others (PA-12-e, PA-12-g). Cards that lie face down
    are known only on boxes with side wagers, which they decide.
    """
    numbers = [box.number for box in draft.state.boxes]
    paid = [draft.rules.wagers[side.wager].paid for side in draft.state.sides]
    known = {side.box for side in draft.state.sides}
    late: list[int] = []
    for turn in range(2):
        for number in list(numbers):
            is_up = not is_face_down or number in known
            card = drawing.deal_card(draft, number, 1, is_up=is_up)
            if card == SKIP_BOX:
                numbers.remove(number)
            elif card == SKIP:
                late.append(number)
            elif "at_once" in paid:
                settling.settle_decided(draft, number, is_dealing=True)
        if turn == 0 and drawing.deal_card(draft, DEALER, 1) == SKIP:
            late.append(DEALER)
    for number in late:
        drawing.deal_card(draft, number, 1, is_up=not is_face_down or number in known)
    for box in draft.state.boxes:
        if box.number not in numbers:
            clause = draft.rules.irregularities["missed_box"].clauses[0]
            for player, _ in box.mains:
                void_wagers(draft, box, player, clause)
    if draft.state.sides:
        settling.take_lost_bonuses(draft)
    if draft.rules.deal.hole_card_up:
        drawing.deal_card(draft, DEALER, 1)
    elif draft.rules.deal.hole_card:
        drawing.deal_card(draft, DEALER, 2, is_up=False)


def after_deal(draft: Draft) -> None:
    """Settle antes, side wagers and blackjacks that the deal decides; then make offers (NZ-9.2)."""
    if draft.rules.fees.ante:
        take_antes(draft)
    if draft.state.sides:
        settling.settle_dealt(draft)
    finish_blackjacks(draft)
    # A prize of the deal is drawn before play (NZ-15A.5).
    if is_offered(draft.state) or settling.prize_due(draft.state, paid="deal"):
        draft.add(PhaseBegan(OFFERING))


def take_antes(draft: Draft) -> None:
    """Collect antes; a wager whose ante was forgotten is void (NZ-18.6, NZ-18.7)."""
    rules = draft.rules
    for box in draft.state.boxes:
        paid = dict(box.antes)
        for player, stakes in box.mains:
            if player in paid:
                draft.add(AnteTaken(box.number, player, paid[player], rules.clause("fees.ante")))
            elif ante_due(rules, stakes[0]):
                void_wagers(draft, box, player, rules.clause("fees.ante_missing"))


def void_wagers(draft: Draft, box: Box, player: str, clause: str) -> None:
    """Return all of a bettor's wagers on a box, side wagers too (NZ-15.7-b); clear empty hands."""
    for number, played in enumerate(box.hands, start=1):
        for bet in played.bets:
            if bet.player == player:
                settle_void(draft, box.number, number, bet, clause)
    left = draft.state.the_box(box.number)
    for side in draft.state.sides:
        if side.box == box.number and (side.player == player or not left.mains):
            settling.void_side(draft, side, clause)
    settling.reverse_sides(draft, box.number, clause, player=player if left.mains else "")
    for number, played in enumerate(left.hands, start=1):
        if not played.is_open and not played.how:
            draft.add(HandFinished(box.number, number, "void"))
            clear_hand(draft, box.number, number)


def finish_blackjacks(draft: Draft) -> None:
    """Finish blackjacks, unless they may be doubled; pay those paid at once (NZ-10.1)."""
    rules, state = draft.rules, draft.state
    for box in state.boxes:
        if not box.hands[0].hand.is_blackjack or box.hands[0].how:
            continue
        is_paid_now = blackjack_is_paid_after_deal(rules, state.up)
        if is_paid_now or not rules.double.on_blackjack:
            draft.add(HandFinished(box.number, 1, "blackjack"))
            if is_paid_now:
                outcome = blackjack_outcome(rules, box.hands[0].hand, state.dealer)
                settle_hand(draft, box.number, 1, outcome)


@decides(TurnOver)
def turn_over(draft: Draft, command: TurnOver) -> Rejection | None:
    """Turn over a player's first cards during the round; a blackjack among them is paid in time."""
    if refusal := turn_over_refusal(draft.state, command.box):
        return refusal
    drawing.turn_over(draft, command.box, 1)
    finish_blackjacks(draft)
    return None


def turn_over_refusal(state: TableState, number: int) -> Rejection | None:
    """Return the reason why a box has no cards to turn over now, if any."""
    rules, where = state.rules, str(number)
    box = state.box(number)
    if box is None or not box.hands or not box.hands[0].hand.has_unseen:
        text = f"no card of box {number} lies face down"
        return rules.refuse(Code.UNKNOWN, FACE_DOWN, text, also="handling", where=where)
    if state.phase not in (OFFERING, PLAYING):
        text = "cards are turned over during play"
        return rules.refuse(Code.WRONG_TIME, FACE_DOWN, text, also="handling", where=where)
    return None
