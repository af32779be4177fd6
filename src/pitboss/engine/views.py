"""The table as a viewer may see it: no hidden card, no order of the shoe, only own chips.

Everything on the table has a key that is the same from one event to the next.
"""

from collections.abc import Container, Iterable

import msgspec

from pitboss.arguments import check
from pitboss.cards import HIDDEN, Card, show_cards
from pitboss.engine.dealer import draws_on
from pitboss.engine.floor.notices import NoticePosted
from pitboss.engine.legal import legal
from pitboss.engine.offers import Offer
from pitboss.engine.state import COUPON, DEALER_TURN, INSURANCE, SETTLING, TableState
from pitboss.engine.state.boxes import Box, PlayedHand, Settled
from pitboss.engine.state.visibility import FIRST_CARDS, may_see_every_hand, may_see_hand
from pitboss.engine.words import tell
from pitboss.hands import Hand, final_total, show_total
from pitboss.money import Cents
from pitboss.notebook import table_html
from pitboss.rulebook.questions.dealing import must_draw
from pitboss.rulebook.questions.settlement import dealer_over
from pitboss.rulebook.rules import Rules

PENDING = "pending"
"""The ``place`` of a notice of a change to come."""


class ResultView(msgspec.Struct, frozen=True, gc=False):
    """The result of a wager."""

    result: str
    """``win``, ``loss``, ``push``, ``surrender``, ``void``."""
    net: Cents
    clause: str
    pays: str
    """The odds; empty if nothing was won."""
    line: str
    """The category of a side wager that won."""


class BetView(msgspec.Struct, frozen=True, gc=False):
    """A bettor's wager on a hand."""

    stakes: tuple[Cents, ...]
    """Real chips, one amount for each dealer hand."""
    extra: tuple[Cents, ...]
    """Added by doubling, one amount for each dealer hand."""
    free: Cents
    """Value of the lammers."""


class HandView(msgspec.Struct, frozen=True, gc=False):
    """A hand as a viewer sees it."""

    number: int
    """Number from 1, the leftmost first; a split may change it."""
    cards: dict[int, Card]
    """Cards by the order in which the box was dealt; -1 if face down to the viewer."""
    total: str
    how: str
    is_sideways: bool
    """The last card lies across: a double, or a split ace's one card (NZ-11.3-s2, T-j-1-s4)."""
    is_removed: bool
    """Its cards are in the discard rack already."""
    bets: dict[str, BetView]
    """Wagers by player."""
    results: dict[str, dict[int, ResultView]]
    """Results of its wagers so far, by player and dealer hand."""

    @property
    def faces(self) -> tuple[Card, ...]:
        """Its cards in their order."""
        return tuple(card for _, card in sorted(self.cards.items()))


class BoxView(msgspec.Struct, frozen=True, gc=False):
    """A box as a viewer sees it."""

    number: int
    mains: dict[str, tuple[Cents, ...]]
    """Main wagers by player; the first is the seated one, who decides."""
    hands: dict[int, HandView]
    """Hands by the index of their first card."""
    antes: dict[str, Cents]
    """Antes by player."""

    @property
    def in_order(self) -> tuple[HandView, ...]:
        """Its hands from left to right."""
        return tuple(sorted(self.hands.values(), key=lambda hand: hand.number))


class SideView(msgspec.Struct, frozen=True, gc=False):
    """A side wager that is up, or was settled in this round."""

    box: int
    player: str
    wager: str
    amount: Cents
    wins: int
    """Hands won in a row."""
    results: dict[int, ResultView]
    """Its result, under key 0; empty while it is open."""


class InsuranceView(msgspec.Struct, frozen=True, gc=False):
    """An answer to the offer of insurance."""

    box: int
    player: str
    amounts: tuple[Cents, ...]
    """One for each dealer hand; 0 if it was declined."""
    results: dict[int, ResultView]
    """Results so far, by dealer hand."""


class CouponView(msgspec.Struct, frozen=True, gc=False):
    """A match play coupon beside a main wager."""

    box: int
    player: str
    face: Cents
    """Its face value; 0 after it was taken away."""
    results: dict[int, ResultView]
    """Its result, under key 0; empty while it is open."""


class DealerView(msgspec.Struct, frozen=True, gc=False):
    """A hand of the dealer."""

    cards: dict[int, Card]
    """Cards in the order dealt; -1 if face down."""
    total: str
    how: str
    """``bust``, or ``push`` if 22 pushes; empty for a total up to 21."""


class NoticeView(msgspec.Struct, frozen=True):
    """Words on the layout or on a sign, or a change to come, with the clause behind them."""

    text: str
    place: str
    clause: str
    from_ms: int = 0
    """Earliest time of a ``pending`` change, in milliseconds since the epoch."""


class TableView(msgspec.Struct, frozen=True, gc=False):
    """The table for all viewers who see the same cards.

    >>> import pitboss
    >>> table = pitboss.Table("nz", cards="Ts 9d 8c 7s Kh")
    >>> table.sit("ann", 100)
    >>> seen = table.view("ann")
    >>> seen.phase, seen.round, seen.shoe_cards
    ('betting', 0, 312)
    """

    phase: str
    round: int
    shoe_cards: int
    """Number of cards in the shoe when it was loaded."""
    cards_dealt: int
    discarded: int
    """Number of cards in the discard rack."""
    cut_card: int
    """Number of cards before the cutting card when the shoe was loaded; -1 without one."""
    exposed: Card
    """The next card of the shoe if it was exposed; -1 otherwise."""
    meter: Cents
    turn: tuple[int, int]
    """Box and hand, from 1."""
    spot: int
    """Index of the dealer hand in play."""
    dealer_hands: dict[int, DealerView]
    """Dealer hands by index; those of multiple action stay until the round is over."""
    boxes: dict[int, BoxView]
    sides: dict[str, SideView]
    """Side wagers by box, player and wager."""
    insured: dict[str, InsuranceView]
    """Insurance by box and player."""
    coupons: dict[str, CouponView]
    """Match play coupons by box and player."""
    notices: tuple[NoticeView, ...]
    """Texts required at the table: inscriptions, limits, pay scales, and changes to come."""

    @property
    def cards_left(self) -> int:
        """Number of cards left in the shoe."""
        return self.shoe_cards - self.cards_dealt

    @property
    def dealer(self) -> tuple[Card, ...]:
        """The cards of the dealer's hand in play."""
        hand = self.dealer_hands.get(self.spot)
        return tuple(card for _, card in sorted(hand.cards.items())) if hand else ()

    @property
    def dealer_total(self) -> str:
        """The total of the dealer's face-up cards."""
        hand = self.dealer_hands.get(self.spot)
        return hand.total if hand else ""


class View(TableView, frozen=True, gc=False):
    """A ``TableView`` plus the chips and offers of one viewer.

    >>> import pitboss
    >>> table = pitboss.Table("nz", cards="Ts 9d 8c 7s Kh")
    >>> table.sit("ann", 100)
    >>> seen = table.view("ann")
    >>> seen.chips, seen.phase, seen.offers[0].do
    (10000, 'betting', 'place_wager')
    """

    chips: Cents
    """The viewer's own, without those on the layout."""
    offers: tuple[Offer, ...]
    """Legal commands of the viewer now."""

    def __hash__(self) -> int:
        return hash((self.round, self.phase, self.turn, self.cards_dealt, self.chips))

    def __repr__(self) -> str:
        names = ", ".join(dict.fromkeys(offer.do for offer in self.offers)) or "nothing"
        return f"<View of round {self.round}, {self.phase}: may {names}>"

    def _repr_html_(self) -> str:
        hands = {"dealer": (self.dealer, self.dealer_total)}
        for box in self.boxes.values():
            who = next(iter(box.mains), "")
            hands |= {f"{box.number}.{h.number} {who}": (h.faces, h.total) for h in box.in_order}
        rows = [{"hand": n, "cards": show_cards(c), "total": t} for n, (c, t) in hands.items()]
        return table_html(repr(self)[1:-1], rows)


def view(state: TableState, viewer: str) -> View:
    """Return the table as a viewer may see it; a name without a seat is a spectator.

    >>> import pitboss
    >>> table = pitboss.Table("nz", cards="Ts 9d 8c 7s Kh")
    >>> table.sit("ann", 100)
    >>> table.bet("ann", 10)
    >>> table.deal()
    >>> view(table.state, "ann")
    <View of round 1, playing: may hit, stand, double>
    """
    if not isinstance(state, TableState):
        check("state", state, TableState)
    if not isinstance(viewer, str):
        check("viewer", viewer, str)
    is_player, is_staff = bool(viewer) and viewer in state.chips, state.is_staff(viewer)
    chips = state.chips[viewer] if is_player else 0
    offers = legal(state, "" if is_staff else viewer) if is_player or is_staff else ()
    return with_own(table_view(state, boxes_seen(state, viewer)), chips, offers)


def with_own(seen: TableView, chips: Cents, offers: tuple[Offer, ...]) -> View:
    """Return the view of a table with one viewer's own chips and offers."""
    return View(*(*msgspec.structs.astuple(seen), chips, offers))


def boxes_seen(state: TableState, viewer: str) -> frozenset[int] | None:
    """Return the boxes whose cards a viewer sees, or None for all."""
    if may_see_every_hand(state, viewer):
        return None
    return frozenset([box.number for box in state.boxes if may_see_hand(state, box.number, viewer)])


def table_view(state: TableState, seen: Container[int] | None) -> TableView:
    """Return the table for viewers who see the cards of these boxes, or of all."""
    boxes = {
        box.number: box_view(state.rules, box, is_seen=seen is None or box.number in seen)
        for box in state.boxes
    }
    return msgspec.structs.replace(view_without_boxes(state), boxes=boxes)


def view_without_boxes(state: TableState) -> TableView:
    """Return the part of the table that is the same for all viewers: everything but boxes."""
    settled = state.settled[state.settled_before :]
    return TableView(
        phase=state.phase,
        round=state.round,
        shoe_cards=len(state.shoe),
        cards_dealt=state.position,
        discarded=len(state.discards),
        cut_card=state.prep.cut_card,
        exposed=state.exposed,
        meter=state.meter,
        turn=state.turn,
        spot=state.spot,
        dealer_hands=_dealer_hands(state),
        boxes={},
        sides=_sides(state, settled),
        insured=_insured(state, settled),
        coupons=_coupons(state, settled),
        notices=_notices(state),
    )


def box_view(rules: Rules, box: Box, *, is_seen: bool) -> BoxView:
    """Return a box for viewers who see its cards, or for the others."""
    hands = {
        played.key: _hand_view(rules, played, number, is_seen=is_seen)
        for number, played in enumerate(box.hands, start=1)
    }
    return BoxView(box.number, dict(box.mains), hands, dict(box.antes))


def _hand_view(rules: Rules, played: PlayedHand, number: int, *, is_seen: bool) -> HandView:
    """Return a hand; its first cards are face down to others until it is exposed."""
    hand = played.hand
    is_exposed = (is_seen or played.is_exposed) and not hand.has_unseen
    cards = hand.cards
    if not is_exposed:
        cards = (HIDDEN,) * min(len(cards), FIRST_CARDS) + cards[FIRST_CARDS:]
    is_last_across = hand.doubles > 0 and len(cards) > 2
    is_one_card_ace = hand.is_split_ace and rules.split.ace_cards == "one" and len(cards) == 2
    results: dict[str, dict[int, ResultView]] = {}
    for event in played.settled:
        results.setdefault(event.player, {})[event.spot] = _result(event)
    total = _total(hand, is_over=played.how != "") if is_exposed and cards else ""
    is_sideways = is_last_across or is_one_card_ace
    bets = {bet.player: BetView(bet.stakes, bet.extra, bet.free) for bet in played.bets}
    laid = dict(zip(played.places, cards, strict=True))
    return HandView(number, laid, total, played.how, is_sideways, played.is_removed, bets, results)


def _dealer_hands(state: TableState) -> dict[int, DealerView]:
    hands = {
        spot: _dealer_view(state.rules, hand.cards, hand, is_over=True)
        for spot, hand in enumerate(state.dealer_hands)
    }
    cards = (*state.dealer.cards, HIDDEN) if state.has_hole else state.dealer.cards
    if cards:
        hands[state.spot] = _dealer_view(state.rules, cards, state.dealer, is_over=_is_over(state))
    return hands


def _is_over(state: TableState) -> bool:
    """Return True if the dealer's hand visibly takes no more cards."""
    if state.has_hole:
        return False
    if state.phase in (DEALER_TURN, SETTLING):
        return not draws_on(state, state.spot)
    return not must_draw(state.rules, state.dealer)


def _dealer_view(rules: Rules, cards: tuple[Card, ...], hand: Hand, *, is_over: bool) -> DealerView:
    total = _total(hand, is_over=is_over) if hand.cards else ""
    return DealerView(dict(enumerate(cards)), total, dealer_over(rules, hand.total))


def _total(hand: Hand, *, is_over: bool) -> str:
    """Return both counts of a soft hand while cards may come, then the final one."""
    return final_total(hand) if is_over else show_total(hand)


def _sides(state: TableState, settled: Iterable[Settled]) -> dict[str, SideView]:
    """Return side wagers that are up, and those settled in this round."""
    shown = {
        _name(*side.key): SideView(*side.key, side.amount, side.wins, {}) for side in state.sides
    }
    for event in settled:
        if event.wager in state.rules.wagers:
            side = SideView(*event.key, event.stake, 0, {0: _result(event)})
            shown.setdefault(_name(*event.key), side)
    return shown


def _insured(state: TableState, settled: Iterable[Settled]) -> dict[str, InsuranceView]:
    """Return the answers to the offer of insurance."""
    shown = {
        _name(answer.box, answer.player): InsuranceView(
            answer.box, answer.player, answer.amounts, {}
        )
        for answer in state.insured
    }
    for event in settled:
        if event.wager == INSURANCE:
            shown[_name(event.box, event.player)].results[event.spot] = _result(event)
    return shown


def _coupons(state: TableState, settled: Iterable[Settled]) -> dict[str, CouponView]:
    """Return coupons that are up, and those settled in this round."""
    shown = {
        _name(box.number, player): CouponView(box.number, player, face, {})
        for box in state.boxes
        for player, face in box.coupons
    }
    for event in settled:
        if event.wager == COUPON:
            coupon = CouponView(event.box, event.player, 0, {0: _result(event)})
            shown[_name(event.box, event.player)] = coupon
    return shown


def _name(*parts: object) -> str:
    """Return the key of a side wager, insurance or coupon."""
    return " ".join(map(str, parts))


def _result(event: Settled) -> ResultView:
    return ResultView(event.result, event.net, event.clause, event.pays, event.line)


def _notices(state: TableState) -> tuple[NoticeView, ...]:
    """Return the texts on the layout and on signs, after a change to come."""
    texts = state.rules.notices
    written = (NoticeView(notice.text, notice.place, notice.clause) for notice in texts)
    posted = state.floor.notice
    if posted is None:
        return tuple(written)
    again = NoticePosted(posted.by, posted.changes, posted.was, 0, posted.from_ms, posted.clause)
    return (NoticeView(tell(again), PENDING, posted.clause, posted.from_ms), *written)
