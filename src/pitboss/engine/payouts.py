"""Settle one wager: the only place that pays, takes or returns chips."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import astuple, replace

from pitboss import money
from pitboss.engine.declare import EVERYBODY, Event
from pitboss.engine.draft import Draft
from pitboss.engine.round import HandRemoved
from pitboss.engine.state import COUPON, INSURANCE, MAIN, TableState
from pitboss.engine.state.boxes import (
    Bet,
    Box,
    Insured,
    Settled,
    SideBet,
    WagerKey,
    undecided,
    without,
)
from pitboss.engine.words import one_of
from pitboss.money import FLOAT, Cents, Net, Nets, Transfer, Transfers
from pitboss.rulebook.questions.settlement import Outcome, coupon_outcome, gain, surrendered


class WagerSettled(Event, Settled, tag="wager_settled"):
    """A wager was settled: the stake left the box, and the player received it with the net."""

    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "sentence_key",
        win="{place}: {player} wins {net} on {wager}{line_won}{at} [{clause}].",
        loss="{place}: {player} loses {lost} on {wager} [{clause}].",
        loss_in_part="{place}: {player} loses {lost} on {wager} and gets {back} back [{clause}].",
        push="{place}: {player} pushes on {wager} and keeps {stake} [{clause}].",
        surrender="{place}: {player} surrenders and loses {lost} [{clause}].",
        void="{place}: {player}'s {wager} is void, {stake} goes back [{clause}].",
        coupon_win="{place}: {player}'s match play coupon wins {net} at {pays} [{clause}].",
        coupon_loss="{place}: {player}'s match play coupon loses [{clause}].",
        coupon_push="{place}: {player}'s match play coupon pushes [{clause}].",
        coupon_void="{place}: {player}'s match play coupon is void and goes back [{clause}].",
    )
    phrases: ClassVar = {
        "place": one_of("hand", yes="Hand {box}.{hand}", no="Box {box}"),
        "line_won": one_of("line", yes=" ({line:plain})"),
        "at": one_of("pays", yes=" at {pays}"),
    }

    @property
    def sentence_key(self) -> str:
        """Key of its sentence."""
        if self.wager == COUPON:
            return f"coupon_{self.result}"
        is_part = self.result == "loss" and -self.net < self.stake
        return "loss_in_part" if is_part else self.result

    @property
    def lost(self) -> Cents:
        """Amount taken by the house."""
        return -self.net

    @property
    def back(self) -> Cents:
        """Amount returned to the player."""
        return self.stake + self.net

    def apply(self, state: TableState) -> TableState:
        back = self.back
        chips = state.paid(self.player, back) if back else state.chips
        mine = record_of(self)
        changes = self._taken_off(state, mine)
        after = replace(state, settled=(*state.settled, mine), chips=chips, **changes)
        moved = {"hand": self.hand, "net": self.net, "back": self.returned}
        return after.moving(self.key, self.result, self.clause, **moved, lammers=self._free(state))

    def _free(self, state: TableState) -> Cents:
        """Return the value of the lammers on the hand of the wager."""
        if self.wager != MAIN:
            return 0
        bets = state.hand(self.box, self.hand).bets
        return next((bet.free for bet in bets if bet.player == self.player), 0)

    @property
    def returned(self) -> Cents:
        """The player's own chips that go back."""
        return self.stake + min(0, self.net)

    def _taken_off(self, state: TableState, mine: Settled) -> dict[str, Any]:
        """Return the changes of state that close a wager on a hand, or remove any other."""
        key = self.key
        if self.wager == MAIN:
            return {"boxes": state.changed_boxes(_with_result(state.the_box(self.box), mine))}
        if self.wager == COUPON:
            box = state.the_box(self.box)
            box = replace(box, coupons=without(box.coupons, self.player))
            return {"boxes": state.changed_boxes(box)}
        if self.wager == INSURANCE:
            return {"insured": tuple(self._with_answer_closed(state.insured))}
        sides = tuple(side for side in state.sides if side.key != key)
        if not state.held:
            return {"sides": sides}
        held = tuple(payout for payout in state.held if payout.key != key)
        return {"sides": sides, "held": held, "checked": 0}

    def _with_answer_closed(self, insured: Iterable[Insured]) -> Iterator[Insured]:
        for answer in insured:
            is_mine = (answer.box, answer.player) == (self.box, self.player)
            yield replace(answer, open=_closed(answer.open, self.spot)) if is_mine else answer

    def transfers(self) -> Transfers:
        """Move lost chips to the float, never from a loser to a winner (PA-7-r-2-s2)."""
        box, own = money.layout(self.box, self.player), money.purse(self.player)
        reason = f"{self.wager} {self.result} [{self.clause}]"
        if self.pays:
            reason = f"{self.wager} {self.result} {self.pays} [{self.clause}]"
        back = (
            (Transfer(box, own, self.returned, f"{self.wager} returned"),) if self.returned else ()
        )
        if self.net < 0:
            return (Transfer(box, FLOAT, -self.net, reason), *back)
        return (*back, Transfer(FLOAT, own, self.net, reason)) if self.net else back

    def nets(self) -> Nets:
        return (Net(self.player, self.box, self.wager, self.net),)


def record_of(event: WagerSettled) -> Settled:
    """Return the record of a settlement that the table keeps until the round is over."""
    return Settled(*astuple(event))


def _with_result(box: Box, settled: Settled) -> Box:
    played = box.hands[settled.hand - 1]
    bets = [
        replace(bet, open=_closed(bet.open, settled.spot), result=settled.result)
        if bet.player == settled.player
        else bet
        for bet in played.bets
    ]
    played = replace(played, bets=tuple(bets), settled=(*played.settled, settled))
    box = box.with_hand(settled.hand, played)
    return _without_void(box, settled.player) if settled.result == "void" else box


def _without_void(box: Box, player: str) -> Box:
    """Remove a bettor whose wagers on a box are all void."""

    def stays(bet: Bet) -> bool:
        return bet.player != player or bet.result != "void" or True in bet.open

    hands = tuple(replace(played, bets=tuple(filter(stays, played.bets))) for played in box.hands)
    is_in = any(bet.player == player for played in hands for bet in played.bets)
    return replace(box, hands=hands, mains=box.mains if is_in else without(box.mains, player))


def _closed(opens: tuple[bool, ...], spot: int) -> tuple[bool, ...]:
    return (*opens[:spot], False, *opens[spot + 1 :])


class SettlementReversed(Event, tag="settlement_reversed"):
    """The result of a wager in a void round was undone."""

    box: int
    player: str
    wager: str
    amount: Cents
    """Positive to the player, negative from the player."""
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Box {box}: {player}'s {wager} is reversed, {amount} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        after = replace(state, chips=state.paid(self.player, self.amount))
        key = (self.box, self.player, self.wager)
        return after.moving(key, "reversed", self.clause, net=self.amount)

    def transfers(self) -> Transfers:
        return money.between(self.player, self.amount, f"{self.wager} reversed [{self.clause}]")

    def nets(self) -> Nets:
        return (Net(self.player, self.box, self.wager, self.amount),)


class Payout(NamedTuple):
    """The result of a wager with its net and its clause, and the odds and line that won."""

    result: str
    net: Cents
    clause: str
    pays: str = ""
    line: str = ""


def _settle(
    draft: Draft, key: WagerKey, stake: Cents, payout: Payout, *, hand: int = 0, spot: int = 0
) -> None:
    """Record the settlement of one wager."""
    (box, player, wager), (result, net, clause, pays, line) = key, payout
    draft.add(WagerSettled(box, hand, player, wager, spot, result, stake, net, clause, pays, line))


def _settle_bet(draft: Draft, box: int, hand: int, bet: Bet, spot: int, payout: Payout) -> None:
    """Settle a wager on a hand, and with an original one its coupon (T-c-4-s2)."""
    rules, player = draft.rules, bet.player
    _settle(draft, (box, player, MAIN), bet.at(spot), payout, hand=hand, spot=spot)
    if rules.limits.coupon == "never" or not bet.is_original or spot:
        return
    if face := draft.state.the_box(box).coupon(player):
        result, won = coupon_outcome(rules, payout.result, face=face)
        pays = str(rules.settlement.pays) if won else ""
        coupon = Payout(result, won, rules.clause("limits.coupon"), pays)
        _settle(draft, (box, player, COUPON), 0, coupon)


def settle_main(
    draft: Draft, box: int, hand: int, bet: Bet, outcome: Outcome, *, spot: int | None = None
) -> None:
    """Pay, take or return a bettor's wager on a hand, on one dealer hand or on all."""
    pays = str(outcome.odds) if outcome.odds else ""
    for place in undecided(bet):
        if spot is None or place == spot:
            net = gain(draft.rules, outcome, stake=bet.at(place), free=bet.free)
            payout = Payout(outcome.result.value, net, outcome.clause, pays)
            _settle_bet(draft, box, hand, bet, place, payout)


def settle_hand(draft: Draft, box: int, hand: int, outcome: Outcome) -> None:
    """Settle all wagers on a hand alike, regardless of the dealer's hand, and take its cards."""
    for bet in draft.state.hand(box, hand).bets:
        settle_main(draft, box, hand, bet, outcome)
    clear_hand(draft, box, hand)


def clear_hand(draft: Draft, number: int, hand: int) -> None:
    """Take a settled hand's cards, unless a side wager such as Push 22 needs them (PA-7-h-1-s2)."""
    if draft.rules.settlement.cards_removed == "at_end":
        return
    wagers = draft.rules.wagers
    is_kept = any(
        side.box == number and wagers[side.wager].kind.reads_dealer() for side in draft.state.sides
    )
    if not draft.state.hand(number, hand).is_open and not is_kept:
        draft.add(HandRemoved(number, hand))


def settle_loss(
    draft: Draft, box: int, hand: int, bet: Bet, *, spot: int, lost: Cents, clause: str
) -> None:
    """Take part of a wager to a dealer's blackjack, and return the rest."""
    if bet.open[spot]:
        payout = Payout("loss" if lost else "push", -lost, clause)
        _settle_bet(draft, box, hand, bet, spot, payout)


def settle_surrender(draft: Draft, box: int, hand: int, bet: Bet) -> None:
    """Take half of a wager, and return the other half."""
    clause = draft.rules.closest("surrendered", "surrender.hands")
    for spot in undecided(bet):
        payout = Payout("surrender", -surrendered(bet.at(spot)), clause)
        _settle_bet(draft, box, hand, bet, spot, payout)


def settle_void(draft: Draft, box: int, hand: int, bet: Bet, clause: str) -> None:
    """Return a wager."""
    for spot in undecided(bet):
        _settle_bet(draft, box, hand, bet, spot, Payout("void", 0, clause))


def settle_insurance(
    draft: Draft, answer: Insured, spot: int, *, is_won: bool, clause: str = ""
) -> None:
    """Pay or take insurance against one dealer hand; ``clause`` takes it for another reason."""
    if spot not in undecided(answer):
        return
    rules, stake, odds = draft.rules, answer.amounts[spot], draft.rules.insurance.pays
    payout = Payout("loss", -stake, clause or rules.closest("insurance_lost", "insurance.pays"))
    if is_won:
        net = money.winnings(stake, odds, rules.payout_unit)
        payout = Payout("win", net, rules.clause("insurance.pays"), str(odds))
    _settle_insured(draft, answer, spot, payout)


def return_insurance(
    draft: Draft, answer: Insured, clause: str, *, only: Collection[int] | None = None
) -> None:
    """Return insurance on some dealer hands or on all."""
    for spot in undecided(answer):
        if only is None or spot in only:
            _settle_insured(draft, answer, spot, Payout("void", 0, clause))


def _settle_insured(draft: Draft, answer: Insured, spot: int, payout: Payout) -> None:
    key = (answer.box, answer.player, INSURANCE)
    _settle(draft, key, answer.amounts[spot], payout, spot=spot)


def settle_side_as(draft: Draft, side: SideBet, payout: Payout) -> None:
    """Pay, take or return a side wager."""
    _settle(draft, side.key, side.amount, payout)
