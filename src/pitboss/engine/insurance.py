"""Offers against an ace: insurance and even money, and the dealer's look at the hole card."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from pitboss.cards import UNSEEN, is_ace
from pitboss.engine.boxes import Box, Insured
from pitboss.engine.declare import (
    DEALERS_OR_TABLE,
    EVERYBODY,
    PLAYERS,
    Command,
    Event,
    decides,
    unchanged,
)
from pitboss.engine.draft import READ_YES, Draft
from pitboss.engine.payouts import clear_hand, return_insurance, settle_insurance, settle_main
from pitboss.engine.round import HandFinished
from pitboss.engine.sides.settling import prize_due
from pitboss.engine.state import DEALER, INSURANCE, OFFERING, TableState
from pitboss.engine.wagers.placing import placed
from pitboss.engine.words import one_of
from pitboss.hands import makes_blackjack
from pitboss.money import EVEN, Cents, Transfers, show
from pitboss.rulebook.acts import even_money_refused, insurance_refused
from pitboss.rulebook.dealing import peeks
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.settle import Outcome, Result
from pitboss.rulebook.stakes import even_money_stake, insurance_stake_refused


class Insure(Command, tag="insure"):
    """Insure a main wager, or decline with nothing."""

    box: int
    amounts: tuple[Cents, ...]
    roles: ClassVar = PLAYERS


class TakeEvenMoney(Command, tag="take_even_money"):
    """Have a blackjack paid 1 to 1 at once."""

    box: int
    roles: ClassVar = PLAYERS


class CloseInsurance(Command, tag="close_insurance"):
    """Close the offer of insurance and even money."""

    roles: ClassVar = DEALERS_OR_TABLE


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
        """Whether any chips were put up."""
        return any(self.amounts)

    def apply(self, state: TableState) -> TableState:
        chips = state.paid(self.player, -sum(self.amounts))
        opens = tuple(amount > 0 for amount in self.amounts)
        answer = Insured(self.box, self.player, self.amounts, opens)
        return replace(state, chips=chips, insured=(*state.insured, answer))

    def transfers(self) -> Transfers:
        return placed(self.box, self.player, INSURANCE, sum(self.amounts))


class EvenMoneyTaken(Event, tag="even_money_taken"):
    """A player asked to have a blackjack paid 1 to 1 at once."""

    box: int
    player: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player} takes even money."
    apply = unchanged


class HoleCardChecked(Event, tag="hole_card_checked"):
    """The dealer looked for a blackjack; nobody learned more than that."""

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
    """Whether somebody can still insure or take even money."""
    return is_ace(state.up) and any(can_insure(state, box) for box in state.boxes)


def can_insure(state: TableState, box: Box) -> bool:
    """Whether a wager on the box is undecided and may be insured or paid even money."""
    played = box.hands[0]
    return played.is_open and (
        insurance_refused(state.rules, played.hand, state.up) is None
        or even_money_refused(state.rules, played.hand, state.up) is None
    )


def answer_of(state: TableState, box: int, player: str) -> Insured | None:
    """What a bettor has answered to the offer of insurance."""
    for answer in state.insured:
        if (answer.box, answer.player) == (box, player):
            return answer
    return None


@decides(Insure)
def insure(draft: Draft, command: Insure) -> Rejection | None:
    """Insure a main wager against a dealer's blackjack, or decline.

    Each bettor answers alone (NZ-14.3-f), for each dealer hand that is bet against (T-q-4).
    """
    state, rules = draft.state, draft.rules
    box = state.box(command.box)
    where = f"{command.box} {command.by} insurance"
    refused = _offer_refused(state, box, command.by, where, path="insurance")
    if refused:
        return refused
    assert box is not None
    refused = insurance_refused(rules, box.hands[0].hand, state.up)
    if refused:
        return refused
    is_late = (command.box, command.by) in state.floor.late_insurance
    if state.phase != OFFERING and not (is_late and len(state.dealer.cards) == 1):
        text = "insurance is closed"
        return rules.refuse(Code.WRONG_TIME, "insurance", text, also="wrong_time", where=where)
    if answer_of(state, command.box, command.by):
        text = "insurance has been answered already"
        return rules.refuse(Code.ALREADY_PLACED, "placed", text, also="insurance", where=where)
    if not _has_insurable(box, command.by):
        text, also = "the wager is settled", "insurance.even_money_and_insurance"
        path = "insurance.even_money"
        return rules.refuse(Code.NOT_ALLOWED, path, text, also=also, where=where)
    mains = box.main(command.by)
    if len(command.amounts) != len(mains):
        text = "give one amount for each dealer hand"
        return rules.refuse(Code.STAKE_NOT_OFFERED, "insurance.cap", text, where=where)
    for main, amount in zip(mains, command.amounts, strict=True):
        refused = insurance_stake_refused(rules, main, amount) if amount else None
        if refused:
            return refused
    if sum(command.amounts) > state.chips[command.by]:
        limit = state.chips[command.by]
        text = f"{command.by} has {show(limit)}"
        return rules.refuse(Code.NOT_ENOUGH_CHIPS, "chips", text, where=where, limit=limit)
    draft.add(InsurancePlaced(command.box, command.by, command.amounts))
    return None


@decides(TakeEvenMoney)
def take_even_money(draft: Draft, command: TakeEvenMoney) -> Rejection | None:
    """Pay a blackjack 1 to 1 at once, to the bettor who asks and nobody else (NZ-14.3-g)."""
    state, rules = draft.state, draft.rules
    box = state.box(command.box)
    where = f"{command.box} {command.by} even_money"
    refused = _offer_refused(state, box, command.by, where, path="insurance.even_money")
    if refused:
        return refused
    assert box is not None
    refused = even_money_refused(rules, box.hands[0].hand, state.up)
    if refused:
        return refused
    if state.phase != OFFERING:
        text = "even money is asked for before play goes on"
        return rules.refuse(Code.WRONG_TIME, "insurance.even_money", text, where=where)
    answer = answer_of(state, command.box, command.by)
    if rules.insurance.even_money == "insured" and not (
        answer and len(_halves(rules, box, answer)) == len(answer.amounts)
    ):
        return _insure_for_half(draft, box, command.by, where)
    if not _is_open(box, command.by):
        text = "the wager is settled"
        return rules.refuse(Code.ALREADY_PLACED, "placed", text, where=where)
    is_insured = answer is not None and any(answer.open)
    if is_insured and rules.insurance.even_money_and_insurance == "either":
        text = "a blackjack is insured or paid even money, not both"
        path = "insurance.even_money_and_insurance"
        return rules.refuse(Code.EXCLUDED, path, text, where=where)
    draft.add(EvenMoneyTaken(command.box, command.by))
    if answer is not None:
        return_insurance(draft, answer, rules.clause("insurance.even_money_and_insurance"))
    pay_even_money(draft, box, command.by, range(len(box.main(command.by))))
    return None


def _insure_for_half(draft: Draft, box: Box, player: str, where: str) -> Rejection | None:
    """Insure a blackjack so that it comes to even money, where the house so pays it."""
    rules = draft.rules
    is_answered = answer_of(draft.state, box.number, player) is not None
    halves = tuple(even_money_stake(rules, main) for main in box.main(player))
    if is_answered or 0 in halves:
        text = "even money takes insurance of exactly half of the wager"
        path = "insurance.even_money"
        return rules.refuse(Code.NOT_ALLOWED, path, text, also="insurance.cap", where=where)
    return insure(draft, Insure(box=box.number, amounts=halves, by=player))


def _halves(rules: Rules, box: Box, answer: Insured) -> list[int]:
    """The dealer hands against which insurance makes even money of a wager."""
    pairs = zip(answer.amounts, box.main(answer.player), strict=True)
    return [
        spot
        for spot, (amount, main) in enumerate(pairs)
        if amount and amount == even_money_stake(rules, main)
    ]


def pay_even_money(draft: Draft, box: Box, player: str, spots: Iterable[int]) -> None:
    """Settle a bettor's blackjack at 1 to 1 against these dealer hands.

    The cards go when no other bettor has a wager left on them (NZ-10.3-b).
    """
    outcome = Outcome(Result.WIN, draft.rules.clause("insurance.even_money"), EVEN)
    for bet in box.hands[0].bets:
        for spot in spots if bet.player == player else ():
            settle_main(draft, box.number, 1, bet, outcome, spot=spot)
    after = draft.state.box(box.number)
    assert after is not None
    if not after.hands[0].is_open and not after.hands[0].how:
        draft.add(HandFinished(box.number, 1, "blackjack"))
    if not after.hands[0].is_open:
        clear_hand(draft, box.number, 1)


@decides(CloseInsurance)
def close_insurance(draft: Draft, _command: CloseInsurance) -> Rejection | None:
    """Close the offers; the table then looks at the hole card or goes on to play."""
    state, rules = draft.state, draft.rules
    has_prize = prize_due(state, paid="deal") is not None
    if state.phase != OFFERING or has_prize or not is_offered(state):
        text = "insurance is not open"
        return rules.refuse(Code.WRONG_TIME, "insurance", text)
    settle_insured_blackjacks(draft)
    return None


def settle_insured_blackjacks(draft: Draft) -> None:
    """Where the house pays it, a blackjack insured for exactly half has even money (T-g-2)."""
    rules = draft.rules
    if rules.insurance.even_money != "insured":
        return
    for answer in draft.state.insured:
        box = draft.state.box(answer.box)
        assert box is not None
        if not box.hands[0].hand.is_blackjack or not _is_open(box, answer.player):
            continue
        if spots := _halves(rules, box, answer):
            # Each wager of multiple action is insured for itself (T-q-4).
            return_insurance(draft, answer, rules.clause("insurance.even_money"), only=spots)
            pay_even_money(draft, box, answer.player, spots)


def look(draft: Draft) -> bool:
    """Look at the hole card where the rulebook says so; whether the dealer has a blackjack.

    Where there is none, insurance is taken before another card (PA-8-d).
    """
    state = draft.state
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
    """Pay or take all insurance against one dealer hand: it wins on a ten-value card (T-i-1-s2)."""
    for answer in draft.state.insured:
        settle_insurance(draft, answer, spot, is_won=is_blackjack)


def _offer_refused(
    state: TableState, box: Box | None, player: str, where: str, *, path: str
) -> Rejection | None:
    """Offers are for bettors of a box, once cards are dealt; ``path`` is what they rest on."""
    rules = state.rules
    if box is None or not box.main(player):
        text = f"{player or 'nobody'} has no main wager there"
        return rules.refuse(Code.NO_MAIN_WAGER, path, text, also="main", where=where)
    if not state.dealer.cards:
        text = "insurance is offered after the deal"
        return rules.refuse(Code.WRONG_TIME, "insurance", text, where=where)
    return None


def _has_insurable(box: Box, player: str) -> bool:
    """Whether a wager may still be insured: not one paid even money, nor one that is void.

    Who was not offered insurance has it late even where the hand has come to its end (NZ-16.11).
    """
    return any(
        bet.player == player
        and (True in bet.open or not (played.hand.is_blackjack or played.how == "void"))
        for played in box.hands
        for bet in played.bets
    )


def _is_open(box: Box, player: str) -> bool:
    return any(bet.player == player and True in bet.open for bet in box.hands[0].bets)
