"""A round of one box told plainly from the rulebook's answers alone: a second witness beside the
engine, for counting every way in which a round can go.

No side wagers, no ante, one dealer hand. Suits do not matter: a card stands for its rank.
"""

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card, is_ace
from pitboss.hands import Hand, makes_blackjack
from pitboss.money import EVEN, Cents, winnings
from pitboss.rulebook.questions.acts import (
    double_refusal,
    even_money_refusal,
    hit_refusal,
    insurance_refusal,
    is_complete,
    is_free_double,
    is_free_split,
    split_refusal,
    stand_refusal,
    surrender_refusal,
    wins_at_once,
)
from pitboss.rulebook.questions.dealing import (
    blackjack_is_paid_after_deal,
    blackjack_is_paid_in_turn,
    must_draw,
    peeks,
)
from pitboss.rulebook.questions.settlement import (
    Outcome,
    WagerAtRisk,
    WagerResult,
    blackjack_losses,
    blackjack_outcome,
    bust_waits,
    gain,
    main_outcome,
    surrendered,
)
from pitboss.rulebook.questions.stakes import insurance_stakes
from pitboss.rulebook.rules import Rules

DEALT, OFFERED, PLAYED, SECOND, DRAWN, ENDED = range(6)
"""How far a round has come: cards going round, offers, players' turns, the dealer's, the end."""

COMPARED = ("stood", "doubled", "complete")
"""Hands that are compared with the dealer's total."""


NO_CARDS = Hand()


class Line(msgspec.Struct, frozen=True, gc=False):
    """A hand with what rides on it."""

    hand: Hand
    stake: Cents
    extra: Cents = 0
    free: Cents = 0
    is_original: bool = True
    how: str = ""
    is_open: bool = True


class PlainRound(msgspec.Struct, frozen=True, gc=False):
    """A round at one moment; every method gives the round after something."""

    rules: Rules
    stake: Cents
    lines: tuple[Line, ...]
    dealer: Hand = NO_CARDS
    hole: Card = -1
    stage: int = DEALT
    insured: Cents = 0
    gain: Cents = 0
    is_checked: bool = False
    drawing: int = -1
    """The hand that a card is due for; -1 where none is."""
    is_doubling: bool = False

    @property
    def key(self) -> object:
        """What the rest of the round can depend on."""
        return (
            self.lines, self.dealer, self.hole, self.stage, self.insured, self.gain,
            self.is_checked, self.drawing, self.is_doubling,
        )  # fmt: skip

    @property
    def needs_card(self) -> bool:
        """Whether the next card of the shoe is due."""
        return self.stage in (DEALT, SECOND, DRAWN) or self.drawing >= 0

    @property
    def acts(self) -> tuple[str, ...]:
        """What the player may do, where he has to decide."""
        if self.stage == OFFERED and not self.needs_card:
            return self._offers()
        return self._acts() if self.stage == PLAYED and not self.needs_card else ()

    @property
    def net(self) -> Cents | None:
        """What the round has come to; nothing while it goes on."""
        return self.gain if self.stage == ENDED else None

    def with_card(self, card: Card) -> "PlainRound":
        """The round after the next card of the shoe."""
        if self.drawing >= 0:
            return self._drawn(card)
        if self.stage == DEALT:
            return self._dealt(card)
        after = replace(self, dealer=_add(self.dealer, card))
        return after._second() if self.stage == SECOND else after._draw_out()

    def with_act(self, act: str) -> "PlainRound":
        """The round after a decision."""
        if self.stage == OFFERED:
            return self._answered(act)
        place = self._turn()
        line = self.lines[place]
        match act:
            case "hit":
                return replace(self, drawing=place)
            case "stand":
                return self._finish(place, "stood")._go_on()
            case "surrender":
                return self._finish(place, "surrendered")._go_on()
            case "double":
                if is_free_double(self.rules, line.hand):
                    backed = replace(line, free=line.free + self.stake)
                else:
                    backed = replace(line, extra=self.stake)
                return replace(self._with(place, backed), drawing=place, is_doubling=True)
            case _:
                return self._split(place, line)

    def _dealt(self, card: Card) -> "PlainRound":
        hand = self.lines[0].hand
        if hand.cards and not self.dealer.cards:
            after = replace(self, dealer=self.dealer.add(card))
        elif len(hand.cards) < 2:
            after = self._with(0, replace(self.lines[0], hand=_add(hand, card)))
        else:
            after = replace(self, hole=card)
        is_whole = len(after.lines[0].hand.cards) == 2 and bool(after.dealer.cards)
        if not is_whole or (self.rules.deal.hole_card and after.hole < 0):
            return after
        return after._after_deal()

    def _after_deal(self) -> "PlainRound":
        line, up, after = self.lines[0], self.dealer.cards[0], self
        if line.hand.is_blackjack:
            if blackjack_is_paid_after_deal(self.rules, up):
                done = self._with(0, replace(line, how="blackjack"))
                after = done._settle(
                    0, blackjack_outcome(self.rules, self.lines[0].hand, self.dealer)
                )
            elif not self.rules.double.on_blackjack:
                after = self._with(0, replace(line, how="blackjack"))
        offered = replace(after, stage=OFFERED)
        return offered if len(offered._offers()) > 1 else offered._look()

    def _offers(self) -> tuple[str, ...]:
        line, up = self.lines[0], self.dealer.cards[0]
        if not line.is_open or not is_ace(up):
            return ("decline",)
        offers = ["decline"]
        if insurance_refusal(self.rules, line.hand, up) is None:
            offers.append("insure")
        if even_money_refusal(self.rules, line.hand, up) is None:
            offers.append("even_money")
        return tuple(offers)

    def _answered(self, act: str) -> "PlainRound":
        if act == "decline":
            return self._look()
        hand = self.lines[0].hand
        amount = insurance_stakes(self.rules, self.stake).high
        is_even = act == "even_money" or (
            self.rules.insurance.even_money == "insured"
            and hand.is_blackjack
            and 2 * amount == self.stake
        )
        if is_even:
            done = self._with(0, replace(self.lines[0], how="blackjack"))
            clause = self.rules.clause("insurance.even_money")
            return done._settle(0, Outcome(WagerResult.WIN, clause, EVEN))._look()
        return replace(self, insured=amount)._look()

    def _look(self) -> "PlainRound":
        """The dealer looks for a blackjack, where he does."""
        up = self.dealer.cards[0]
        if not peeks(self.rules, up) or self.hole < 0:
            return replace(self, stage=PLAYED)._go_on()
        after = replace(self, is_checked=True)
        if not makes_blackjack(up, self.hole):
            return replace(after._insurance(is_won=False), stage=PLAYED)._go_on()
        lines = tuple(line if line.how else replace(line, how="complete") for line in self.lines)
        return replace(after, lines=lines)._dealers_turn()

    def _insurance(self, *, is_won: bool) -> "PlainRound":
        stake = self.insured
        odds, unit = self.rules.insurance.pays, self.rules.payout_unit
        net = winnings(stake, odds, unit) if is_won else -stake
        return replace(self, insured=0, gain=self.gain + net)

    def _turn(self) -> int:
        """The first hand that can still act; -1 where there is none."""
        for place, line in enumerate(self.lines):
            if not line.how and line.is_open:
                return place
        return -1

    def _go_on(self) -> "PlainRound":
        """Carry on until a card or a decision is due."""
        after = self
        while (place := after._turn()) >= 0:
            after = after._blackjacks_before(place)
            hand = after.lines[place].hand
            if len(hand.cards) == 1:
                return replace(after, drawing=place)
            if not is_complete(self.rules, hand, hands=len(after.lines)):
                return after
            after = after._finish(place, "complete")
        return after._blackjacks_before(len(after.lines))._dealers_turn()

    def _blackjacks_before(self, end: int) -> "PlainRound":
        after = self
        for place in range(end):
            line = after.lines[place]
            if line.how == "blackjack" and line.is_open:
                after = after._pay_in_turn(place)
        return after

    def _pay_in_turn(self, place: int) -> "PlainRound":
        up = self.dealer.cards[0]
        if not blackjack_is_paid_in_turn(self.rules, up, has_looked=self.is_checked):
            return self
        hand = self.lines[place].hand
        return self._settle(place, blackjack_outcome(self.rules, hand, self.dealer))

    def _acts(self) -> tuple[str, ...]:
        hand, rules = self.lines[self._turn()].hand, self.rules
        refused = {
            "hit": hit_refusal(rules, hand),
            "stand": stand_refusal(rules, hand),
            "surrender": surrender_refusal(rules, hand),
            "double": double_refusal(rules, hand),
            "split": split_refusal(rules, hand, hands=len(self.lines)),
        }
        return tuple(act for act, why in refused.items() if why is None)

    def _drawn(self, card: Card) -> "PlainRound":
        place = self.drawing
        line = self.lines[place]
        grown = self._with(place, replace(line, hand=_add(line.hand, card)))
        after = replace(grown, drawing=-1, is_doubling=False)
        if self.is_doubling:
            return after._finish(place, "doubled")._go_on()
        return after._go_on()

    def _split(self, place: int, line: Line) -> "PlainRound":
        first, second = line.hand.cards
        empty = Hand(is_split=True, is_split_ace=is_ace(first))
        is_free = is_free_split(self.rules, line.hand)
        stake, free = (0, self.stake) if is_free else (self.stake, 0)
        new = Line(empty.add(second), stake, free=free, is_original=False)
        both = (replace(line, hand=empty.add(first)), new)
        lines = (*self.lines[:place], *both, *self.lines[place + 1 :])
        return replace(self, lines=lines, drawing=place)

    def _finish(self, place: int, how: str) -> "PlainRound":
        line = self.lines[place]
        is_bust = line.hand.is_bust
        after = self._with(place, replace(line, how="bust" if is_bust else how))
        if how == "surrendered":
            lost = surrendered(line.stake + line.extra)
            return after._close(place, -lost)
        if is_bust:
            return after if after._bust_waits() else after._settle_busts()
        if line.hand.is_blackjack:
            return after._pay_in_turn(place)
        return after._settle_now(place) if wins_at_once(self.rules, line.hand) else after

    def _bust_waits(self) -> bool:
        return bust_waits(
            self.rules,
            self.dealer.cards[0],
            has_looked=self.is_checked,
            has_lammers=any(line.free for line in self.lines),
            is_all_over=all(line.hand.is_bust for line in self.lines),
        )

    def _settle_busts(self) -> "PlainRound":
        """Settle every hand over 21 that was kept until now."""
        after = self
        for place, line in enumerate(self.lines):
            if line.hand.is_bust and line.is_open:
                after = after._settle_now(place)
        return after

    def _dealers_turn(self) -> "PlainRound":
        is_open = self.insured > 0 or any(line.is_open for line in self.lines)
        if not is_open and self.rules.dealer.second_card != "always":
            return replace(self, stage=ENDED)
        if self.hole < 0:
            return replace(self, stage=SECOND)
        return replace(self, dealer=_add(self.dealer, self.hole), hole=-1)._second()

    def _second(self) -> "PlainRound":
        """The dealer's second card is known: insurance, then the draw where it matters."""
        after = self._insurance(is_won=self.dealer.is_blackjack) if self.insured else self
        is_compared = any(
            line.how in COMPARED and not line.hand.is_blackjack and line.is_open
            for line in self.lines
        )
        if self.dealer.is_blackjack or not is_compared:
            return after._settle_all()
        return after._draw_out()

    def _draw_out(self) -> "PlainRound":
        if must_draw(self.rules, self.dealer):
            return replace(self, stage=DRAWN)
        return self._settle_all()

    def _settle_all(self) -> "PlainRound":
        after = replace(self, stage=ENDED)
        outcomes = [main_outcome(self.rules, line.hand, self.dealer) for line in self.lines]
        losses = [-1] * len(outcomes)
        if self.dealer.is_blackjack:
            riding = [
                WagerAtRisk(
                    stake=line.stake,
                    extra=line.extra,
                    is_original=line.is_original,
                    is_bust=line.hand.is_bust,
                    is_void=outcome.result is not WagerResult.LOSS or not line.is_open,
                )
                for line, outcome in zip(self.lines, outcomes, strict=True)
            ]
            losses = blackjack_losses(self.rules, riding)
        for place, (outcome, lost) in enumerate(zip(outcomes, losses, strict=True)):
            if not self.lines[place].is_open:
                continue
            if outcome.result is WagerResult.LOSS and lost >= 0:
                after = after._close(place, -lost)
            else:
                after = after._settle(place, outcome)
        return after

    def _settle_now(self, place: int) -> "PlainRound":
        return self._settle(place, main_outcome(self.rules, self.lines[place].hand, self.dealer))

    def _settle(self, place: int, outcome: Outcome) -> "PlainRound":
        line = self.lines[place]
        stake = line.stake + line.extra
        return self._close(place, gain(self.rules, outcome, stake=stake, free=line.free))

    def _close(self, place: int, net: Cents) -> "PlainRound":
        after = self._with(place, replace(self.lines[place], is_open=False))
        return replace(after, gain=self.gain + net)

    def _with(self, place: int, line: Line) -> "PlainRound":
        lines = (*self.lines[:place], line, *self.lines[place + 1 :])
        return replace(self, lines=lines)


def begin(rules: Rules, stake: Cents) -> PlainRound:
    """A round before its first card."""
    return PlainRound(rules, stake, (Line(Hand(), stake),))


def _add(hand: Hand, card: Card) -> Hand:
    """The hand with one more card; those behind the first are sorted, since only they may be."""
    grown = hand.add(card)
    first, *rest = grown.cards
    return Hand((first, *sorted(rest)), grown.low, grown.aces, grown.is_split, grown.is_split_ace)
