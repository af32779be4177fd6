"""Classes of finished hands: the payouts against each result of the dealer."""

from dataclasses import dataclass, replace
from functools import cache

from msgspec.structs import replace as changed

from pitboss.cards import Card, is_ace, parse_cards
from pitboss.errors import SimulationError
from pitboss.hands import Hand, hand_of
from pitboss.money import EVEN, Cents
from pitboss.rulebook.questions.acts import wins_at_once
from pitboss.rulebook.questions.dealing import (
    blackjack_is_paid_after_deal,
    blackjack_is_paid_in_turn,
    may_be_blackjack,
    surrender_waits,
)
from pitboss.rulebook.questions.settlement import (
    Outcome,
    WagerAtRisk,
    WagerResult,
    blackjack_losses,
    bust_waits,
    busts_wait,
    gain,
    joins_busts,
    main_outcome,
    streak_step,
    surrendered,
)
from pitboss.rulebook.rules import Rules
from pitboss.sim.tables import layout

CLOSED, OPEN, COMPARED = 0, 1, 2
"""Levels of a class: settled already; depends on a dealer's blackjack; compared with his total."""

DEALER = tuple(
    hand_of(parse_cards(f"Td {text}"))
    for text in ("7d", "8d", "9d", "Jd", "5d 6d", "5d 7d", "6d 7d", "6d 8d", "6d 9d", "6d Jd")
)
"""A dealer's hand for each total, from the lowest to the highest."""


@dataclass(frozen=True, slots=True)
class Backing:
    """The stakes on a hand."""

    stake: Cents
    extra: Cents = 0
    """Amount added by doubling."""
    free: Cents = 0
    """Value of the free stakes (lammers)."""
    is_original: bool = True

    def doubled(self, added: Cents, *, free: Cents) -> "Backing":
        """Return the stakes after a double; the house pays for a free one."""
        if free:
            return replace(self, free=self.free + free)
        return replace(self, extra=self.extra + added)


@dataclass(frozen=True, slots=True)
class Class:
    """Hands that pay alike against every dealer's hand."""

    level: int
    pays: tuple[Cents, ...]
    """Payouts by the dealer's result; the last is for a blackjack that has already taken another
    hand."""
    signs: tuple[int, ...] = (0,) * layout.COLUMNS
    """Step of the box's balance, by the dealer's result; zeros if no wager is on that."""
    wrong: tuple[Cents, ...] = ()
    """Payouts when the dealer settles by mistake; () if he does not."""
    is_taken: bool = False
    """True if it can be the one hand that a dealer's blackjack takes with the busted ones."""
    is_bust: bool = False
    """True if the hand has busted; set only for tables that leave the acts to the player."""


def class_of(
    rules: Rules, hand: Hand, backing: Backing, up: Card, *, is_surrendered: bool = False
) -> Class:
    """Return the class of a finished hand; ``up`` determines the dealer's possible blackjack."""
    stake = backing.stake + backing.extra
    if is_surrendered:
        return _surrendered(rules, backing, up, is_doubled=hand.doubles > 0)
    outcomes = [main_outcome(rules, hand, dealer) for dealer in _dealers(up)]
    against = [gain(rules, outcome, stake=stake, free=backing.free) for outcome in outcomes]
    signs = [streak_step(outcome.result) for outcome in outcomes]
    level = level_of(rules, hand, up)
    is_early = not hand.is_blackjack or blackjack_is_paid_after_deal(rules, up)
    if not may_be_blackjack(up) or (level == CLOSED and is_early):
        # No blackjack can come, or it comes too late to change what is settled.
        return Class(level, (*against, *against[-1:] * 2), (*signs, *signs[-1:] * 2))
    dealer = hand_of((up, *parse_cards("Td" if is_ace(up) else "Ad")))
    outcome = main_outcome(rules, hand, dealer)
    if outcome.result is not WagerResult.LOSS:
        kept = gain(rules, outcome, stake=stake, free=backing.free)
        sign = streak_step(outcome.result)
        return Class(level, (*against, kept, kept), (*signs, sign, sign))
    pays, lost = _blackjack_pays(rules, backing, is_bust=hand.is_bust)
    return Class(level, (*against, *pays), (*signs, *lost), is_taken=not hand.is_bust)


@cache
def _dealers(up: Card) -> tuple[Hand, ...]:
    """Return a dealer's hand for each total, with this up card to ask for."""
    return tuple(changed(dealer, cards=(up, *dealer.cards[1:])) for dealer in DEALER)


def _blackjack_pays(
    rules: Rules, backing: Backing, *, is_bust: bool
) -> tuple[tuple[Cents, ...], tuple[int, ...]]:
    """Return payouts and signs against a blackjack: the first time, and if it took another hand."""
    hand = WagerAtRisk(backing.stake, backing.extra, backing.is_original, is_bust)
    other = WagerAtRisk(backing.stake, 0, is_original=True, is_bust=False)
    lost = blackjack_losses(rules, [hand])[0], blackjack_losses(rules, [other, hand])[1]
    return tuple(-amount for amount in lost), tuple(
        streak_step("loss" if amount else "push") for amount in lost
    )


def _surrendered(rules: Rules, backing: Backing, up: Card, *, is_doubled: bool) -> Class:
    """Return the class of a surrendered hand; unless doubled it may wait for the hole card."""
    half, sign = -surrendered(backing.stake + backing.extra), streak_step("surrender")
    if is_doubled or not surrender_waits(rules, up):
        return Class(CLOSED, (half,) * layout.COLUMNS, (sign,) * layout.COLUMNS)
    pays, lost = _blackjack_pays(rules, backing, is_bust=False)
    totals = len(DEALER)
    return Class(OPEN, (half,) * totals + pays, (sign,) * totals + lost, is_taken=True)


def wrong_pays(rules: Rules, right: Class, backing: Backing) -> tuple[Cents, ...]:
    """Return the payouts of a class when the dealer settles by mistake.

    A hand that is compared with the dealer's total and wins is taken, one that loses is paid. Ties
    and blackjacks are settled correctly.
    """
    if right.level != COMPARED:
        return right.pays
    stake = backing.stake + backing.extra
    paid = Outcome(WagerResult.WIN, rules.clause("settlement.pays"), rules.settlement.pays)
    turned = {1: -stake, -1: gain(rules, paid, stake=stake, free=backing.free)}
    totals = zip(right.pays[: len(DEALER)], right.signs, strict=False)
    return (*(turned.get(sign, pay) for pay, sign in totals), *right.pays[len(DEALER) :])


def level_of(rules: Rules, hand: Hand, up: Card) -> int:
    """Return the level of a finished hand: the part of the dealer's hand that it waits for."""
    if hand.is_bust and joins_busts(rules):
        clause = rules.clause("settlement.bust_takes")
        text = "what a bust and the other hands of its box decide together is not simulated"
        raise SimulationError(
            f"{text} [{clause}]", hint="deal it: a table plays it by the rulebook"
        )
    if hand.is_bust and busts_wait(rules):
        return COMPARED
    if hand.is_bust:
        return OPEN if bust_waits(rules, up) else CLOSED
    if hand.is_blackjack:
        is_paid = blackjack_is_paid_after_deal(rules, up) or blackjack_is_paid_in_turn(rules, up)
        return CLOSED if is_paid else OPEN
    return CLOSED if wins_at_once(rules, hand) else COMPARED


def even_money_class(rules: Rules, bet: Cents) -> Class:
    """Return the class of a blackjack paid 1 to 1 at once."""
    outcome = Outcome(WagerResult.WIN, rules.clause("insurance.even_money"), EVEN)
    return Class(CLOSED, (gain(rules, outcome, stake=bet),) * layout.COLUMNS, (1,) * layout.COLUMNS)
