"""Insurance, even money and early surrender, offered before the dealer peeks; then the peek."""

from collections.abc import Callable, Iterable
from typing import ClassVar

from msgspec.structs import replace

from pitboss.cards import UNSEEN
from pitboss.engine import declare
from pitboss.engine.betting.placing import stake_transfers
from pitboss.engine.chips import chips_refusal
from pitboss.engine.declare import EVERYBODY, Command, Event, decides
from pitboss.engine.draft import READ_YES, Draft
from pitboss.engine.payouts import clear_hand, return_insurance, settle_insurance, settle_main
from pitboss.engine.round import HandFinished
from pitboss.engine.side_wagers.settling import prize_due
from pitboss.engine.state import DEALER, INSURANCE, OFFERING, TableState
from pitboss.engine.state.boxes import Box, Insured
from pitboss.engine.words import one_of
from pitboss.hands import Hand, makes_blackjack
from pitboss.money import EVEN, Cents, Transfers
from pitboss.rulebook.questions.acts import even_money_refusal, insurance_refusal, surrender_refusal
from pitboss.rulebook.questions.dealing import may_be_blackjack, peeks, surrenders_before_play
from pitboss.rulebook.questions.settlement import Outcome, WagerResult
from pitboss.rulebook.questions.stakes import even_money_stake, insurance_stake_refusal
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules

RuleRefuses = Callable[[Rules, Hand, int], Rejection | None]


class Insure(Command, tag="insure"):
    """Insure a main wager, or decline with nothing."""

    box: int
    amounts: tuple[Cents, ...]
    roles: ClassVar = declare.PLAYERS
    taken_back_as: ClassVar = "insurance"


class TakeEvenMoney(Command, tag="take_even_money"):
    """Take 1 to 1 for a blackjack at once."""

    box: int
    roles: ClassVar = declare.PLAYERS
    taken_back_as: ClassVar = "even money"


class KeepHand(Command, tag="keep_hand"):
    """Keep a hand instead of surrendering it early."""

    box: int
    roles: ClassVar = declare.PLAYERS
    taken_back_as: ClassVar = "hand kept"


class CloseInsurance(Command, tag="close_insurance"):
    """Close the offers: insurance, even money and early surrender."""

    roles: ClassVar = declare.DEALERS_OR_TABLE
    taken_back_as: ClassVar = "end of insurance"


class InsurancePlaced(Event, tag="insurance_placed"):
    """A player insured a main wager, or declined with nothing."""

    box: int
    player: str
    amounts: tuple[Cents, ...]
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "is_taken",
        yes="Box {box}: {player} takes insurance for {amounts}.",
        no="Box {box}: {player} declines insurance.",
    )

    @property
    def is_taken(self) -> bool:
        """Return True if the player put up any chips."""
        return any(self.amounts)

    def apply(self, state: TableState) -> TableState:
        chips = state.paid(self.player, -sum(self.amounts))
        opens = tuple(amount > 0 for amount in self.amounts)
        answer = Insured(self.box, self.player, self.amounts, opens)
        return replace(state, chips=chips, insured=(*state.insured, answer))

    def transfers(self) -> Transfers:
        return stake_transfers(self.box, self.player, INSURANCE, sum(self.amounts))


class InsuranceReopened(Event, tag="insurance_reopened"):
    """A player who was not asked may still insure."""

    box: int
    player: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player} may still take insurance [{clause}]."

    def apply(self, state: TableState) -> TableState:
        late = (*state.floor.late_insurance, (self.box, self.player))
        return state.with_floor(late_insurance=late)


class EvenMoneyTaken(Event, tag="even_money_taken"):
    """A player asked to have a blackjack paid 1 to 1 at once."""

    box: int
    player: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player} takes even money."
    apply = declare.unchanged


class HandKept(Event, tag="hand_kept"):
    """A player kept a hand instead of surrendering it early."""

    box: int
    player: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player} plays on."

    def apply(self, state: TableState) -> TableState:
        box = replace(state.the_box(self.box), is_kept=True)
        return replace(state, boxes=state.changed_boxes(box))


class HoleCardChecked(Event, tag="hole_card_checked"):
    """The dealer peeked for a blackjack; no player saw the card."""

    is_blackjack: bool
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "is_blackjack",
        yes="The dealer peeks and has blackjack.",
        no="The dealer peeks and has no blackjack.",
    )

    def apply(self, state: TableState) -> TableState:
        return replace(state, is_checked=not self.is_blackjack)


def is_offered(state: TableState) -> bool:
    """Return True if a player may still insure, take even money or surrender early."""
    rules, up = state.rules, state.up
    for box in state.boxes if may_be_blackjack(up) else ():
        hand = box.hands[0].hand
        refusal = insurance_refusal(rules, hand, up) and even_money_refusal(rules, hand, up)
        if refusal is None and box.hands[0].is_open:
            return True
    return any(may_surrender_early(state, box) for box in state.boxes)


def may_surrender_early(state: TableState, box: Box) -> bool:
    """Return True if the player of a box has yet to surrender or keep the hand before the peek."""
    is_before = surrenders_before_play(state.rules, state.up, has_hole=state.has_hole)
    if not is_before or box.is_kept:
        return False
    played = box.hands[0]
    is_waiting = played.is_open and not played.how and len(box.hands) == 1
    return is_waiting and surrender_refusal(state.rules, played.hand, state.up) is None


def answer_of(state: TableState, box: int, player: str) -> Insured | None:
    """Return a bettor's answer to the offer of insurance, or None."""
    for answer in state.insured:
        if (answer.box, answer.player) == (box, player):
            return answer
    return None


@decides(Insure)
def insure(draft: Draft, command: Insure) -> Rejection | None:
    """Insure a main wager or decline, each bettor alone (NZ-14.3-f), by dealer hand (T-q-4)."""
    state, rules, by = draft.state, draft.rules, command.by
    where = f"{command.box} {by} insurance"
    if refusal := _offer_refusal(state, command, where, "insurance", insurance_refusal):
        return refusal
    is_late = (command.box, by) in state.floor.late_insurance
    if state.phase != OFFERING and not (is_late and len(state.dealer.cards) == 1):
        text, ahead, also = "insurance is closed", "late_insurance", "wrong_time"
        return rules.refuse(Code.WRONG_TIME, "insurance", text, ahead=ahead, also=also, where=where)
    if answer_of(state, command.box, by):
        text, also = "insurance has been answered already", "insurance"
        return rules.refuse(Code.ALREADY_PLACED, "placed", text, also=also, where=where)
    box = state.the_box(command.box)
    if not _has_insurable(box, by):
        text, also = "the wager is settled", "insurance.even_money_and_insurance"
        return rules.refuse(Code.NOT_ALLOWED, "insurance.even_money", text, also=also, where=where)
    mains = box.main(by)
    if len(command.amounts) != len(mains):
        text = "give one amount for each dealer hand"
        return rules.refuse(Code.STAKE_NOT_OFFERED, "insurance.cap", text, where=where)
    for main, amount in zip(mains, command.amounts, strict=True):
        refusal = insurance_stake_refusal(rules, main, amount) if amount else None
        if refusal:
            return refusal
    if sum(command.amounts) > state.chips[by]:
        return chips_refusal(state, by, where)
    draft.add(InsurancePlaced(command.box, by, command.amounts))
    return None


@decides(TakeEvenMoney)
def take_even_money(draft: Draft, command: TakeEvenMoney) -> Rejection | None:
    """Pay a blackjack 1 to 1 at once, only to the bettor who asks (NZ-14.3-g)."""
    state, rules, by = draft.state, draft.rules, command.by
    where, path = f"{command.box} {by} even_money", "insurance.even_money"
    if refusal := _offer_refusal(state, command, where, path, even_money_refusal):
        return refusal
    if state.phase != OFFERING:
        text = "even money is asked for before play goes on"
        return rules.refuse(Code.WRONG_TIME, path, text, where=where)
    box, answer = state.the_box(command.box), answer_of(state, command.box, by)
    if rules.insurance.even_money == "insured" and not (
        answer and len(_halves(rules, box, answer)) == len(answer.amounts)
    ):
        return _insure_for_half(draft, box, by, where)
    if not _is_open(box, by):
        return rules.refuse(Code.ALREADY_PLACED, "placed", "the wager is settled", where=where)
    both = "insurance.even_money_and_insurance"
    is_insured = answer is not None and any(answer.open)
    if is_insured and rules.insurance.even_money_and_insurance == "either":
        text = "a blackjack is insured or paid even money, not both"
        return rules.refuse(Code.EXCLUDED, both, text, where=where)
    draft.add(EvenMoneyTaken(command.box, by))
    if answer is not None:
        return_insurance(draft, answer, rules.clause(both))
    pay_even_money(draft, box, by, range(len(box.main(by))))
    return None


def _insure_for_half(draft: Draft, box: Box, player: str, where: str) -> Rejection | None:
    """Insure a blackjack for half of its wager, which amounts to even money."""
    rules = draft.rules
    halves = tuple(even_money_stake(rules, main) for main in box.main(player))
    if answer_of(draft.state, box.number, player) or 0 in halves:
        path, also = "insurance.even_money", "insurance.cap"
        text = "even money takes insurance of exactly half of the wager"
        return rules.refuse(Code.NOT_ALLOWED, path, text, also=also, where=where)
    return insure(draft, Insure(box=box.number, amounts=halves, by=player))


def _halves(rules: Rules, box: Box, answer: Insured) -> list[int]:
    """Return the dealer hands against which insurance amounts to even money."""
    pairs = zip(answer.amounts, box.main(answer.player), strict=True)
    return [
        spot
        for spot, (amount, main) in enumerate(pairs)
        if amount and amount == even_money_stake(rules, main)
    ]


def pay_even_money(draft: Draft, box: Box, player: str, spots: Iterable[int]) -> None:
    """Pay a blackjack 1 to 1 against these dealer hands; clear it after the last (NZ-10.3-b)."""
    outcome = Outcome(WagerResult.WIN, draft.rules.clause("insurance.even_money"), EVEN)
    for bet in box.hands[0].bets:
        for spot in spots if bet.player == player else ():
            settle_main(draft, box.number, 1, bet, outcome, spot=spot)
    after = draft.state.hand(box.number, 1)
    if not after.is_open:
        if not after.how:
            draft.add(HandFinished(box.number, 1, "blackjack"))
        clear_hand(draft, box.number, 1)


@decides(KeepHand)
def keep_hand(draft: Draft, command: KeepHand) -> Rejection | None:
    """Decline the offer of early surrender."""
    refusal = early_refusal(draft.state, command.box, command.by)
    if refusal is None:
        draft.add(HandKept(command.box, command.by))
    return refusal


def early_refusal(state: TableState, number: int, by: str) -> Rejection | None:
    """Return the reason why a hand can be neither surrendered nor kept before the peek, if any."""
    rules, box, where = state.rules, state.box(number), str(number)
    if box is None or not box.hands:
        return rules.refuse(Code.UNKNOWN, "box", f"there is no hand on box {number}", where=where)
    if by != box.seated:
        text = f"{box.seated} decides for box {number}"
        return rules.refuse(Code.NOT_YOURS, "decider", text, where=where)
    if state.phase != OFFERING or not surrenders_before_play(rules, state.up):
        text = "early surrender is not open now"
        return rules.refuse(Code.WRONG_TIME, "wrong_time", text, also="surrender.when", where=where)
    refusal = surrender_refusal(rules, box.hands[0].hand, state.up)
    if refusal is None and not may_surrender_early(state, box):
        text = "early surrender has been answered already"
        return rules.refuse(Code.ALREADY_PLACED, "surrender.when", text, where=where)
    return refusal


@decides(CloseInsurance)
def close_insurance(draft: Draft, _command: CloseInsurance) -> Rejection | None:
    """Close the offers; pay even money on blackjacks insured for exactly half (T-g-2)."""
    state, rules = draft.state, draft.rules
    if state.phase != OFFERING or prize_due(state, paid="deal") or not is_offered(state):
        return rules.refuse(Code.WRONG_TIME, "insurance", "insurance is not open")
    for answer in state.insured if rules.insurance.even_money == "insured" else ():
        box = draft.state.the_box(answer.box)
        is_due = box.hands[0].hand.is_blackjack and _is_open(box, answer.player)
        if is_due and (spots := _halves(rules, box, answer)):
            # Each wager of multiple action is insured separately (T-q-4).
            return_insurance(draft, answer, rules.clause("insurance.even_money"), only=spots)
            pay_even_money(draft, box, answer.player, spots)
    return None


def peek(draft: Draft) -> bool:
    """Peek for a dealer's blackjack, and collect insurance at once if he has none (PA-8-d)."""
    state = draft.state
    if draft.rules.deal.hole_card_up:
        return state.dealer.is_blackjack
    if not peeks(draft.rules, state.up) or not state.has_hole or state.floor.is_reader_off:
        return False
    if state.hole == UNSEEN:
        is_blackjack = draft.entry(DEALER, 2, "reading") == READ_YES
    else:
        is_blackjack = makes_blackjack(state.up, state.hole)
    draft.add(HoleCardChecked(is_blackjack))
    if not is_blackjack:
        decide_insurance(draft, spot=0, is_blackjack=False)
    return is_blackjack


def decide_insurance(draft: Draft, *, spot: int, is_blackjack: bool) -> None:
    """Pay or take all insurance against one dealer hand; it wins on a ten-value card (T-i-1-s2)."""
    for answer in draft.state.insured:
        settle_insurance(draft, answer, spot, is_won=is_blackjack)


def _offer_refusal(
    state: TableState, command: Insure | TakeEvenMoney, where: str, path: str, by_rule: RuleRefuses
) -> Rejection | None:
    """Refuse an offer to all but bettors of a box after the deal; ``path`` is its rule."""
    rules, by = state.rules, command.by
    if not state.main(command.box, by):
        text = f"{by or 'nobody'} has no main wager there"
        return rules.refuse(Code.NO_MAIN_WAGER, path, text, also="main", where=where)
    if not state.dealer.cards:
        text = "insurance is offered after the deal"
        return rules.refuse(Code.WRONG_TIME, "insurance", text, where=where)
    return by_rule(rules, state.hand(command.box, 1).hand, state.up)


def _has_insurable(box: Box, player: str) -> bool:
    """Return True if a wager is neither void nor paid even money, however late (NZ-16.11)."""
    return any(
        bet.player == player
        and (True in bet.open or not (played.hand.is_blackjack or played.how == "void"))
        for played in box.hands
        for bet in played.bets
    )


def _is_open(box: Box, player: str) -> bool:
    return any(bet.player == player and True in bet.open for bet in box.hands[0].bets)
