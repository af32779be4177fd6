"""Players' decisions: one hand after another from the dealer's left."""

from collections.abc import Callable

from pitboss.engine.commands import Double, Hit, Signal, Split, Stand, Surrender
from pitboss.engine.draft import Draft
from pitboss.engine.events import HandDoubled, HandFinished, HandSplit, TurnGiven
from pitboss.engine.floor_events import SignalGiven
from pitboss.engine.phases._payouts import clear_hand, settle_main, settle_surrender
from pitboss.engine.phases.elections import double_elections, split_elections
from pitboss.engine.phases.sides import settle_decided
from pitboss.engine.state import PLAYING, Box, PlayedHand, TableState
from pitboss.rulebook.acts import (
    double_refused,
    hit_refused,
    is_complete,
    split_refused,
    stand_refused,
    surrender_refused,
    wins_at_once,
)
from pitboss.rulebook.dealing import blackjack_is_paid_in_turn
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.settle import blackjack_outcome, bust_waits, main_outcome

Act = Hit | Stand | Double | Split | Surrender


def act(draft: Draft, command: Act) -> Rejection | None:
    """Carry out a decision for the hand in play."""
    state = draft.state
    refused = _act_refused(state, command)
    if refused:
        return refused
    number, hand = state.turn
    box = state.box(number)
    assert box is not None
    played = box.hands[hand - 1]
    match command:
        case Hit():
            draft.deal(number, hand)
            close_if_complete(draft, number, hand)
        case Stand():
            finish(draft, number, hand, "stood")
        case Surrender():
            finish(draft, number, hand, "surrendered")
        case Double():
            refused = _double(draft, command, box, played)
        case Split():
            refused = _split(draft, command, box, played)
    if not refused and draft.state.sides:
        settle_decided(draft, number)
    return refused


def signal(draft: Draft, command: Signal) -> Rejection | None:
    """Do what a gesture or a word stands for; where both are given the gesture is the decision.

    H-method-24; DD-14 and DD-15 know gestures only.
    """
    rules = draft.rules
    name = command.gesture or command.voice
    meant = rules.signals.get(name)
    kind = "gesture" if command.gesture else "voice"
    if meant is None or meant.kind != kind:
        names = ", ".join(rules.signals) or "none"
        text = f"{name or 'nothing'} is no {kind} of this table; there are {names}"
        return rules.refuse(Code.UNKNOWN, "turn", text, where=str(command.box))
    act_of: Hit | Stand = Hit(by=command.by, box=command.box)
    if meant.act == "stand":
        act_of = Stand(by=command.by, box=command.box)
    draft.add(SignalGiven(command.box, command.gesture, command.voice, meant.clauses[0]))
    return act(draft, act_of)


def _double(draft: Draft, command: Double, box: Box, played: PlayedHand) -> Rejection | None:
    """One card more, and the round goes on with the next hand (T-j-1-s2, PA-9-c, PA-9-d)."""
    stakes = double_elections(draft.state, box, played, command.stakes)
    if isinstance(stakes, Rejection):
        return stakes
    number, hand = draft.state.turn
    draft.add(HandDoubled(number, hand, stakes))
    draft.deal(number, hand)
    finish(draft, number, hand, "doubled")
    return None


def _split(draft: Draft, command: Split, box: Box, played: PlayedHand) -> Rejection | None:
    choice = split_elections(draft.state, box, played, command.choices)
    if isinstance(choice, Rejection):
        return choice
    number, hand = draft.state.turn
    draft.add(HandSplit(number, hand, choice.stays, choice.moves, choice.stakes))
    if draft.state.sides:
        settle_decided(draft, number)
    complete_split_hand(draft, number, hand)
    return None


def complete_split_hand(draft: Draft, number: int, hand: int) -> None:
    """Deal a split hand its second card when its turn comes (T-k-2, NZ-12.3, PA-10-c)."""
    draft.deal(number, hand)
    close_if_complete(draft, number, hand)


def close_if_complete(draft: Draft, number: int, hand: int) -> None:
    """End the turn of a hand that can take no further act."""
    box = draft.state.box(number)
    assert box is not None
    now = box.hands[hand - 1].hand
    if is_complete(draft.rules, now, hands=len(box.hands)):
        finish(draft, number, hand, "complete")


def finish(draft: Draft, number: int, hand: int, how: str) -> None:
    """End the turn of a hand, and settle it where its result is known already."""
    box = draft.state.box(number)
    assert box is not None
    played = box.hands[hand - 1]
    rules = draft.rules
    draft.add(HandFinished(number, hand, "bust" if played.hand.is_bust else how))
    if how == "surrendered":
        for bet in played.bets:
            settle_surrender(draft, number, hand, bet)
        clear_hand(draft, number, hand)
    elif played.hand.is_bust:
        if not _bust_waits(draft.state, box):
            for place, other in enumerate(box.hands, start=1):
                if other.hand.is_bust and other.is_open:
                    settle_now(draft, number, place)
    elif played.hand.is_blackjack:
        pay_in_turn(draft, number, hand)
    elif wins_at_once(rules, played.hand):
        settle_now(draft, number, hand)


def settle_now(draft: Draft, number: int, hand: int) -> None:
    """Settle a hand whose result does not depend on the dealer."""
    box = draft.state.box(number)
    assert box is not None
    played = box.hands[hand - 1]
    outcome = main_outcome(draft.rules, played.hand, draft.state.dealer)
    for bet in played.bets:
        settle_main(draft, number, hand, bet, outcome)
    clear_hand(draft, number, hand)


def _bust_waits(state: TableState, box: Box) -> bool:
    return bust_waits(
        state.rules,
        state.up,
        has_looked=state.is_checked,
        has_lammers=any(bet.free for played in box.hands for bet in played.bets),
        is_all_over=all(played.hand.is_bust for played in box.hands),
    )


def give_turn(draft: Draft) -> bool:
    """Give the turn to the next hand that can act; whether there is one."""
    if _give_turn(draft, is_late=False):
        return True
    has_late = any(played.is_late for box in draft.state.boxes for played in box.hands)
    return has_late and _give_turn(draft, is_late=True)


def _give_turn(draft: Draft, *, is_late: bool) -> bool:
    """Look for a hand from the dealer's left; hands that were passed over come last of all."""
    for box in draft.state.boxes:
        now: Box | None = box
        hand = 1
        while now is not None and hand <= len(now.hands):
            played = now.hands[hand - 1]
            if not (played.how == "" and played.is_open and played.is_late == is_late):
                if played.how == "blackjack" and played.is_open:
                    pay_in_turn(draft, box.number, hand)
                hand += 1
                continue
            if len(played.hand.cards) == 1:
                complete_split_hand(draft, box.number, hand)
                if draft.state.sides:
                    settle_decided(draft, box.number)
            elif is_complete(draft.rules, played.hand, hands=len(now.hands)):
                finish(draft, box.number, hand, "complete")
            else:
                if draft.state.turn != (box.number, hand):
                    draft.add(TurnGiven(box.number, hand))
                return True
            now = draft.state.box(box.number)
    return False


def pay_in_turn(draft: Draft, number: int, hand: int) -> None:
    """Pay a blackjack when its turn comes, unless the dealer may still match it (PA-7-h-1)."""
    looked = draft.state.is_checked
    if not blackjack_is_paid_in_turn(draft.rules, draft.state.up, has_looked=looked):
        return
    box = draft.state.box(number)
    assert box is not None
    outcome = blackjack_outcome(draft.rules, draft.state.dealer)
    for bet in box.hands[hand - 1].bets:
        settle_main(draft, number, hand, bet, outcome)
    clear_hand(draft, number, hand)


_REFUSED: dict[type, Callable[..., Rejection | None]] = {
    Hit: hit_refused,
    Stand: stand_refused,
    Double: double_refused,
    Surrender: surrender_refused,
}


def rule_refuses(state: TableState, command: Act, box: Box, played: PlayedHand) -> Rejection | None:
    """Why the rulebook refuses this act for this hand, whoever's turn it is.

    A hand made by splitting, once or again, is asked like any other (T-k-5-s5, NZ-12.4, PA-10-d).
    """
    if box.seated in state.floor.refusers and not played.how:
        if isinstance(command, Stand):
            return None
        first, *rest = state.rules.irregularities["exposed_card"].clauses
        text = "who refused the exposed card gets no more cards in this round"
        return Rejection(Code.NOT_ALLOWED, text, first, tuple(rest))
    if isinstance(command, Split):
        return split_refused(state.rules, played.hand, hands=len(box.hands))
    return _REFUSED[type(command)](state.rules, played.hand)


def _act_refused(state: TableState, command: Act) -> Rejection | None:
    number, hand = state.turn
    box = state.box(number) if state.phase == PLAYING else None
    is_in_play = command.box == number and command.hand in (0, hand)
    if box is not None and is_in_play and command.by == box.seated:
        return rule_refuses(state, command, box, box.hands[hand - 1])
    return _untimely(state, command)


def _untimely(state: TableState, command: Act) -> Rejection:
    """Why an act is refused that is not aimed at the hand in play by the one who decides for it."""
    rules = state.rules
    box = state.box(command.box)
    where = f"{command.box}.{command.hand}" if command.hand else str(command.box)
    if box is None or not 0 <= command.hand <= len(box.hands) or not box.hands:
        text = f"there is no hand {where} in this round"
        return rules.refuse(Code.UNKNOWN, "box", text, where=where)
    if command.by != box.seated:
        text = f"{box.seated} decides for box {box.number}"
        return rules.refuse(Code.NOT_YOURS, "decider", text, where=where)
    number, hand = state.turn
    aimed = command.hand or (hand if number == command.box else _first_left(box))
    played = box.hands[aimed - 1]
    by_rule = rule_refuses(state, command, box, played)
    if played.how:
        text = f"hand {where} is finished"
        refused = Rejection(Code.HAND_FINISHED, text, *_ended_by(rules, played), where)
        if played.how == "frozen":
            clauses = rules.irregularities["exposed_card"].clauses
            refused = Rejection(refused.code, text, clauses[0], clauses[1:], where)
    elif state.phase != PLAYING:
        refused = rules.refuse(Code.WRONG_TIME, "wrong_time", "players do not act now", where=where)
    else:
        text = f"it is the turn of hand {number}.{hand}"
        refused = rules.refuse(Code.OUT_OF_TURN, "turn", text, where=where)
    return _both(by_rule, refused, first_by_rule=bool(played.how)) if by_rule else refused


def _ended_by(rules: Rules, played: PlayedHand) -> tuple[str, tuple[str, ...]]:
    """The clause by which a hand takes no more acts, and the others that say so."""
    paths = {"bust": "settlement.bust", "surrendered": "surrender.hands"}
    if "stood" in rules.refusals:
        paths["stood"] = "stood"
    path = "blackjack.paid" if played.hand.is_blackjack else paths.get(played.how, "finished")
    if played.how == "complete" and played.hand.is_split_ace:
        path = "split.ace_cards"
    first, *rest = dict.fromkeys(rules.clauses(path) + rules.clauses("finished"))
    return first, tuple(rest)


def _first_left(box: Box) -> int:
    """The first hand of a box that has not finished, else its first."""
    return next((n for n, played in enumerate(box.hands, start=1) if not played.how), 1)


def _both(by_rule: Rejection, by_time: Rejection, *, first_by_rule: bool) -> Rejection:
    """A refusal that names what the rule says of the hand beside what the time says."""
    first, second = (by_rule, by_time) if first_by_rule else (by_time, by_rule)
    clause, *also = dict.fromkeys(first.clauses + second.clauses)
    return Rejection(first.code, first.text, clause, tuple(also), by_time.where, first.limit)
