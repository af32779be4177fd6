"""Payments of a played script, each with its chain from cards to money, to be checked by hand."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.cards import Card, show_cards
from pitboss.engine.declare import evolve
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.state import TableState
from pitboss.money import MoneyError, parse_odds, show, winnings
from pitboss.round_scripts.play import Verdict
from pitboss.rulebook.rules import Rules
from pitboss.rulebook.words.silence import readings


@dataclass(frozen=True, slots=True)
class PaymentChain:
    """A settlement with the cards, totals and rules behind it."""

    settled: WagerSettled
    cards: tuple[Card, ...]
    total: int
    """Total of the hand; 0 for a wager that is not on a hand."""
    dealer: tuple[Card, ...]
    dealer_total: int
    rules: Rules

    @property
    def clause_text(self) -> str:
        """Words of the clause that decided it."""
        clause = self.rules.book.clauses.get(self.settled.clause)
        return clause.summary if clause else ""

    @property
    def arithmetic(self) -> str:
        """Computation of the amount, in one line."""
        settled = self.settled
        stake, net = show(settled.stake), show(abs(settled.net))
        if settled.result in ("push", "void"):
            return f"{stake} is returned"
        if settled.result == "surrender":
            return f"{stake} / 2: {net} is lost"
        if settled.net <= 0:
            return f"{net} of {stake} is lost"
        try:
            odds = parse_odds(settled.pays)
        except MoneyError:
            return f"{net} is won"
        product = f"{stake} x {odds.gain} / {odds.stake}"
        if settled.net == settled.stake * odds.ratio:
            return f"{product} = {net}"
        if settled.net == winnings(settled.stake, odds, self.rules.payout_unit):
            return f"{product}, rounded to {net}"
        return f"{product}, with lammers {net}"

    def plain(self) -> dict[str, object]:
        """Return plain data as `pitboss replay --json` prints it."""
        settled = self.settled
        return {
            "box": settled.box,
            "hand": settled.hand,
            "player": settled.player,
            "wager": settled.wager,
            "cards": show_cards(self.cards),
            "total": self.total,
            "dealer": show_cards(self.dealer),
            "dealer_total": self.dealer_total,
            "result": settled.result,
            "stake": show(settled.stake),
            "pays": settled.pays,
            "line": settled.line,
            "net": show(settled.net),
            "arithmetic": self.arithmetic,
            "clause": settled.clause,
            "clause_text": self.clause_text,
            "readings": [
                {"name": reading.option.name, "value": reading.value, "text": reading.says}
                for reading in readings(self.rules.book, self.rules.options)
                if settled.clause in reading.option.spec.clauses
            ],
        }

    def sentence(self) -> str:
        """Return the chain in one line."""
        settled = self.settled
        place = f"{settled.box}.{settled.hand}" if settled.hand else str(settled.box)
        hand = f"{show_cards(self.cards)}{f' = {self.total}' if self.total else ''}"
        dealer = f"{show_cards(self.dealer)} = {self.dealer_total}" if self.dealer else "no card"
        chain = f"{hand} against {dealer}: {settled.result}, {self.arithmetic}"
        return f"Why, {settled.player} {place} {settled.wager}: {chain} [{settled.clause}]"


def payments(verdict: Verdict) -> Iterator[PaymentChain]:
    """Yield each settlement of a played script, in order."""
    state = verdict.start
    for event in verdict.events:
        if isinstance(event, WagerSettled):
            yield _payment(state, event)
        state = evolve(state, event)


def _payment(state: TableState, settled: WagerSettled) -> PaymentChain:
    box, dealer = state.box(settled.box), state.dealer
    hand = box.hands[settled.hand - 1].hand if box and settled.hand else None
    cards = hand.cards if hand else box.dealt if box else ()
    dealer_total = dealer.total if dealer.cards else 0
    total = hand.total if hand else 0
    return PaymentChain(settled, cards, total, dealer.cards, dealer_total, state.rules)
