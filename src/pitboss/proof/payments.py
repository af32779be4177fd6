"""Payments with the chain from cards to money, to be checked by hand.

The page, `pitboss replay --story` and `pitboss case` show the same chain.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from pitboss.cards import Card, show_cards
from pitboss.engine.declare import Event, evolve
from pitboss.engine.draft import Draft
from pitboss.engine.insurance import decide_insurance
from pitboss.engine.payouts import WagerSettled
from pitboss.engine.settlement import settle_box
from pitboss.engine.side_wagers.settling import settle_side, sight_now
from pitboss.engine.state import COUPON, INSURANCE, MAIN, TableState
from pitboss.engine.state.boxes import Bet, SideBet
from pitboss.money import Cents, MoneyError, Odds, show, winnings
from pitboss.rulebook.file.options import show_value
from pitboss.rulebook.file.payoffs import Amount, AtOdds, Payoff, Prize, parse_payoff
from pitboss.rulebook.options.changes import SETTLING, otherwise
from pitboss.rulebook.options.topics import option_uses
from pitboss.rulebook.rules import Rules
from pitboss.wagers.base import OPEN

ROUNDING = {"limits.payout_unit", "limits.chip_unit"}
"""Values by which a payout is rounded."""


class OtherNet(msgspec.Struct, frozen=True):
    """The net of a wager under another value of an option."""

    value: str
    net: str
    """Empty if the table would not offer the wager."""


class DecidingOption(msgspec.Struct, frozen=True):
    """An option or a reading behind a payment, with the value that the table has."""

    name: str
    value: str
    text: str
    clause: str
    otherwise: tuple[OtherNet, ...]
    """Values by which the same cards would have been settled otherwise."""


class PaymentChain(msgspec.Struct, frozen=True):
    """A settlement with the cards, totals and rules behind it."""

    box: int
    hand: int
    """0 for a wager that is not on a hand."""
    player: str
    wager: str
    cards: str
    total: int
    """Total of the hand; 0 for a wager that is not on a hand."""
    dealer: str
    dealer_total: int
    result: str
    stake: str
    pays: str
    line: str
    net: str
    arithmetic: str
    """Computation of the net from the stake."""
    clause: str
    clause_text: str
    readings: tuple[DecidingOption, ...]
    """Readings of the text that decided it."""
    options: tuple[DecidingOption, ...]
    """Options of the operator that decided it."""

    def sentence(self) -> str:
        """Return the chain in one line."""
        place = f"{self.box}.{self.hand}" if self.hand else str(self.box)
        hand = f"{self.cards}{f' = {self.total}' if self.total else ''}"
        dealer = f"{self.dealer} = {self.dealer_total}" if self.dealer else "no card"
        chain = f"{hand} against {dealer}: {self.result}, {self.arithmetic} [{self.clause}]"
        chosen = (f"{one.name} = {one.value} [{one.clause}]" for one in self.deciding)
        return "; ".join((f"Why, {self.player} {place} {self.wager}: {chain}", *chosen))

    @property
    def deciding(self) -> tuple[DecidingOption, ...]:
        """The readings and the options that decided it."""
        return self.readings + self.options


def payments(state: TableState, events: Iterable[Event]) -> Iterator[PaymentChain]:
    """Yield the chain of each settlement among the events that follow a state."""
    for event in events:
        if isinstance(event, WagerSettled):
            yield payment_chain(state, event)
        state = evolve(state, event)


def payment_chain(
    state: TableState, settled: WagerSettled, *, is_hidden: bool = False
) -> PaymentChain:
    """Return the chain of a settlement; ``state`` is the table before it.

    ``is_hidden`` leaves out the player's cards, and the nets that would follow from them.
    """
    box, dealer, rules = state.box(settled.box), state.dealer, state.rules
    hand = box.hands[settled.hand - 1].hand if box and settled.hand else None
    cards: tuple[Card, ...] = hand.cards if hand else box.dealt if box else ()
    clause = rules.book.clauses.get(settled.clause)
    arithmetic, is_rounded = _arithmetic(state, settled)
    # What the same cards would win otherwise tells of the cards.
    others = {} if is_hidden else _other_nets(state, settled)
    readings, options = _deciding(state, settled, others, is_rounded=is_rounded)
    return PaymentChain(
        box=settled.box,
        hand=settled.hand,
        player=settled.player,
        wager=settled.wager,
        cards="" if is_hidden else show_cards(cards),
        total=hand.total if hand and not is_hidden else 0,
        dealer=show_cards(dealer.cards),
        dealer_total=dealer.total if dealer.cards else 0,
        result=settled.result,
        stake=show(settled.stake),
        pays=settled.pays,
        line=settled.line,
        net=show(settled.net),
        arithmetic=arithmetic,
        clause=settled.clause,
        clause_text=clause.summary if clause else "",
        readings=readings,
        options=options,
    )


class _Sum(NamedTuple):
    """A computation in words, with a flag for a rounded payout."""

    text: str
    is_rounded: bool = False


def _arithmetic(state: TableState, settled: WagerSettled) -> _Sum:
    """Return the computation of a net with every number that it needs."""
    stake, net = settled.stake, settled.net
    if settled.wager == COUPON:
        box = state.box(settled.box)
        stake = (box.coupon(settled.player) if box else 0) or 0
        if settled.result != "win":
            return _Sum(f"the coupon of {show(stake)} wins nothing")
    if settled.result in ("push", "void"):
        return _Sum(f"{show(stake)} is returned")
    if settled.result == "surrender":
        return _Sum(f"{show(stake)} / 2: {show(-net)} is lost")
    if settled.result == "loss":
        return _Sum(f"{show(-net)} of {show(stake)} is lost")
    try:
        payoff = parse_payoff(settled.pays)
    except MoneyError:  # Only in a forged log.
        return _Sum(f"{show(net)} is won")
    if isinstance(payoff, AtOdds):
        bet = _bet(state, settled)
        return _at_odds(stake, bet.free if bet else 0, payoff.odds, state.rules.payout_unit)
    return _Sum(_fixed(payoff, stake, net))


def _at_odds(stake: Cents, free: Cents, odds: Odds, unit: Cents) -> _Sum:
    """Return the winnings of a stake, and of lammers beside it, each rounded by itself."""
    parts, is_rounded = [], False
    for amount, name in ((stake, ""), (free, " of lammers")):
        won = winnings(amount, odds, unit)
        if not won and amount != stake + free:
            continue
        text = f"{show(amount)}{name} x {odds.gain} / {odds.stake}"
        is_exact = won == amount * odds.ratio
        is_rounded |= not is_exact
        way = "up" if unit > 0 else "down"
        parts.append(
            f"{text} = {show(won)}"
            if is_exact
            else f"{text}, rounded {way} to a multiple of {show(abs(unit))}, = {show(won)}"
        )
    total = winnings(stake, odds, unit) + winnings(free, odds, unit)
    text = " and ".join(parts)
    return _Sum(f"{text}, together {show(total)}" if len(parts) > 1 else text, is_rounded)


def _fixed(payoff: Payoff, stake: Cents, net: Cents) -> str:
    """Return the sum for a payoff that is an amount: fixed, drawn, or a share of the meter."""
    # A fixed amount in place of a drawn prize may leave the stake, as that prize does.
    returns = payoff == Amount(net) or (isinstance(payoff, Prize) and payoff.returns_stake)
    paid = net if returns else net + stake
    return f"{show(paid)} is paid" if returns else f"{show(paid)} - {show(stake)} = {show(net)}"


def _bet(state: TableState, settled: WagerSettled) -> Bet | None:
    """Return a main wager on a hand; None for any other."""
    if settled.wager != MAIN:
        return None
    bets = state.hand(settled.box, settled.hand).bets
    return next((bet for bet in bets if bet.player == settled.player), None)


def _deciding(
    state: TableState,
    settled: WagerSettled,
    others: Mapping[str, list[OtherNet]],
    *,
    is_rounded: bool,
) -> tuple[tuple[DecidingOption, ...], tuple[DecidingOption, ...]]:
    """Return the readings and the options behind a settlement.

    An option is behind it if it is about its clause, its rounding, its wager or the surrender of
    its hand, or if the same cards would be settled otherwise under another of its values.
    """
    rules, uses = state.rules, option_uses(state.rules.book)
    wager = next((spec for spec in rules.book.wagers if spec.name == settled.wager), None)
    box = state.box(settled.box)
    is_surrendered = bool(box and settled.hand) and (
        state.the_box(settled.box).hands[settled.hand - 1].how == "surrendered"
    )
    chosen: list[list[DecidingOption]] = [[], []]
    for name, option in rules.book.options.items():
        spec = option.spec
        is_about = settled.clause in spec.clauses and (spec.reading or _settles(uses[name]))
        is_about |= is_rounded and bool(uses[name] & ROUNDING)
        is_about |= is_surrendered and any(place.startswith("surrender.") for place in uses[name])
        if not (is_about or name in others or (wager is not None and name in wager.when)):
            continue
        value = show_value(spec, rules.options[name])
        clause = settled.clause if settled.clause in spec.clauses else spec.clause
        text = spec.says.get(value, spec.text)
        other = tuple(others.get(name, ()))
        chosen[not spec.reading].append(DecidingOption(name, value, text, clause, other))
    return tuple(chosen[0]), tuple(chosen[1])


def _settles(uses: set[str]) -> bool:
    """Return True if an option is for more than the limits of wagers."""
    return any(place.startswith(SETTLING) and not place.startswith("limits.") for place in uses)


def _other_nets(state: TableState, settled: WagerSettled) -> dict[str, list[OtherNet]]:
    """Return the nets that differ under another value of an option, the cards being the same.

    Empty if the settlement does not follow from the cards now on the table.
    """
    if settled.result == "void" or _settle_again(state, settled, state.rules) != settled:
        return {}
    nets: dict[str, list[OtherNet]] = {}
    for name, value, rules in otherwise(state.rules):
        again = _settle_again(state, settled, rules)
        if again is None or (again.net, again.result) != (settled.net, settled.result):
            net = show(again.net) if again else ""
            nets.setdefault(name, []).append(OtherNet(value, net))
    return nets


def _settle_again(state: TableState, settled: WagerSettled, rules: Rules) -> WagerSettled | None:
    """Return the settlement of the same wager under some rules, or None if it does not come."""
    side = next((side for side in state.sides if side.key == settled.key), None)
    draft = Draft(msgspec.structs.replace(state, rules=rules, sides=(), held=()))
    if settled.wager == INSURANCE:
        decide_insurance(draft, spot=settled.spot, is_blackjack=state.dealer.is_blackjack)
    elif settled.hand and state.dealer.cards:
        settle_box(draft, settled.box, settled.spot, only=None)
    elif side is not None and settled.wager in rules.wagers:
        _settle_side(draft, side)
    same = (settled.key, settled.hand, settled.spot)
    events = (event for event in draft.events if isinstance(event, WagerSettled))
    return next((one for one in events if (one.key, one.hand, one.spot) == same), None)


def _settle_side(draft: Draft, side: SideBet) -> None:
    """Settle a side wager by the cards on the table."""
    wager, box = draft.rules.wagers[side.wager], draft.state.box(side.box)
    category = wager.kind.classify(sight_now(draft.state, box, wager)) if box else OPEN
    if category != OPEN:
        settle_side(draft, side, category)
