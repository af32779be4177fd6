"""What a viewer may see of a table: no hidden card, no order of the shoe, only own chips."""

from collections.abc import Iterable

import msgspec

from pitboss.cards import HIDDEN, Card
from pitboss.engine.dealer import DealerHandBegan, HoleCardRevealed
from pitboss.engine.declare import Event
from pitboss.engine.faces import FIRST_CARDS, may_see_hand
from pitboss.engine.floor.notices import spoken_changes
from pitboss.engine.floor.rulings import HandsRebuilt
from pitboss.engine.legal import Offer, legal
from pitboss.engine.play.acts import HandSplit
from pitboss.engine.round import HandFinished
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.state import BETTING, DEALER, Box, PlayedHand, TableState
from pitboss.hands import show_total
from pitboss.money import Cents

PENDING = "pending"
"""The place of a notice of something that will change."""


class HandView(msgspec.Struct, frozen=True):
    """A hand as a viewer sees it."""

    cards: tuple[Card, ...]
    """-1 for a card that is face down to the viewer."""
    total: str
    how: str
    is_sideways: bool
    """The last card lies across: a double, or a split ace's one card (NZ-11.3-s2, T-j-1-s4)."""
    bets: tuple[tuple[str, tuple[Cents, ...], tuple[Cents, ...], Cents], ...]
    """For each bettor: stakes, what doubling added, and the worth of lammers."""


class BoxView(msgspec.Struct, frozen=True):
    """A box as a viewer sees it."""

    number: int
    mains: tuple[tuple[str, tuple[Cents, ...]], ...]
    hands: tuple[HandView, ...]
    antes: tuple[tuple[str, Cents], ...] = ()
    coupons: tuple[tuple[str, Cents], ...] = ()
    """Match play coupons beside main wagers."""


class NoticeView(msgspec.Struct, frozen=True):
    """Words on the layout or on a sign, or a change to come, with the clause behind them."""

    text: str
    place: str
    clause: str
    from_ms: int = 0
    """Of a change that is ``pending``: when it takes effect at the earliest."""


class View(msgspec.Struct, frozen=True):
    """A table as one viewer may see it."""

    phase: str
    round: int
    cards_dealt: int
    cards_left: int
    dealer: tuple[Card, ...]
    dealer_total: str
    boxes: tuple[BoxView, ...]
    sides: tuple[tuple[int, str, str, Cents, int], ...]
    """Box, player, wager, amount, and hands won in a row."""
    insured: tuple[tuple[int, str, tuple[Cents, ...]], ...]
    turn: tuple[int, int]
    exposed: Card
    """The next card of the shoe, where everybody has seen it; -1 otherwise."""
    meter: Cents
    chips: Cents
    """The viewer's own."""
    offers: tuple[Offer, ...]
    notices: tuple[NoticeView, ...]
    """What must be seen at the table: inscriptions, limits, pay scales in force, and what changes
    soon."""
    discarded: int = 0
    """Cards in the discard rack."""
    cut_card: int = -1
    """Cards that lay before the cutting card when the shoe was loaded; -1 without one."""
    spot: int = 0
    """The dealer's hand that is played, from 0, where there are several."""


class HandShown(msgspec.Struct, frozen=True, array_like=True):
    """The cards of a hand after an event, as a viewer sees them; box 0 is the dealer."""

    box: int
    hand: int
    cards: tuple[Card, ...]
    total: str


def view(state: TableState, viewer: str) -> View:
    """The table as a viewer may see it; a name that holds no seat is a spectator's."""
    dealer = state.dealer.cards + ((HIDDEN,) if state.has_hole else ())
    is_player = bool(viewer) and viewer in state.chips
    is_staff = viewer in state.floor.staff
    who = "" if is_staff else viewer
    return View(
        phase=state.phase,
        round=state.round,
        cards_dealt=state.position,
        cards_left=len(state.shoe) - state.position,
        dealer=dealer,
        dealer_total=show_total(state.dealer) if state.dealer.cards else "",
        boxes=tuple(_box_view(state, box, viewer) for box in state.boxes),
        sides=tuple((s.box, s.player, s.wager, s.amount, s.wins) for s in state.sides),
        insured=tuple((a.box, a.player, a.amounts) for a in state.insured),
        turn=state.turn,
        exposed=state.exposed,
        meter=state.meter,
        chips=state.chips[viewer] if is_player else 0,
        offers=legal(state, who) if is_player or is_staff else (),
        notices=_notices(state),
        discarded=len(state.discards),
        cut_card=state.prep.cut_card,
        spot=state.spot,
    )


def _notices(state: TableState) -> tuple[NoticeView, ...]:
    """What is written on the layout and on signs; a change to come stands first."""
    written = (NoticeView(one.text, one.place, one.clause) for one in state.rules.notices)
    posted = state.floor.notice
    if posted is None:
        return tuple(written)
    text = f"Notice by {posted.by}: {spoken_changes(posted.changes, posted.was)} [{posted.clause}]."
    return (NoticeView(text, PENDING, posted.clause, posted.from_ms), *written)


def shown(state: TableState, event: Event, viewer: str) -> tuple[HandShown, ...]:
    """The hands that an event changed, as a viewer sees them; ``state`` is the table after it."""
    match event:
        case CardDealt(box=box, hand=hand) if box != DEALER:
            return _shown_hands(state, box, (hand,), viewer)
        case HandFinished(box=box, hand=hand):
            return _shown_hands(state, box, (hand,), viewer)
        case HandSplit(box=box, hand=hand):
            return _shown_hands(state, box, (hand, hand + 1), viewer)
        case CardDealt() | HoleCardRevealed() | DealerHandBegan():
            return (_shown_dealer(state),)
        case HandsRebuilt():
            places = [(box.number, range(1, len(box.hands) + 1)) for box in state.boxes]
            hands = (_shown_hands(state, box, numbers, viewer) for box, numbers in places)
            return (_shown_dealer(state), *(one for some in hands for one in some))
        case _:
            return ()


def _shown_dealer(state: TableState) -> HandShown:
    cards = state.dealer.cards + ((HIDDEN,) if state.has_hole else ())
    return HandShown(DEALER, 0, cards, show_total(state.dealer) if state.dealer.cards else "")


def _shown_hands(
    state: TableState, number: int, hands: Iterable[int], viewer: str
) -> tuple[HandShown, ...]:
    box = state.box(number)
    assert box is not None
    is_seen = may_see_hand(state, number, viewer)
    views = [(hand, _hand_view(state, box.hands[hand - 1], is_seen=is_seen)) for hand in hands]
    return tuple(HandShown(number, hand, seen.cards, seen.total) for hand, seen in views)


def _box_view(state: TableState, box: Box, viewer: str) -> BoxView:
    is_seen = may_see_hand(state, box.number, viewer) or state.phase == BETTING
    hands = tuple(_hand_view(state, played, is_seen=is_seen) for played in box.hands)
    return BoxView(box.number, box.mains, hands, box.antes, box.coupons)


def _hand_view(state: TableState, played: PlayedHand, *, is_seen: bool) -> HandView:
    """A hand; its first cards are face down to others until it is exposed."""
    is_exposed = is_seen or played.hand.is_split or played.how in ("bust", "blackjack")
    is_one_card_ace = played.hand.is_split_ace and state.rules.split.ace_cards == "one"
    cards = played.hand.cards
    if not is_exposed:
        cards = (HIDDEN,) * min(len(cards), FIRST_CARDS) + cards[FIRST_CARDS:]
    return HandView(
        cards=cards,
        total=show_total(played.hand) if is_exposed and played.hand.cards else "",
        how=played.how,
        is_sideways=played.how == "doubled" or (is_one_card_ace and len(cards) == 2),
        bets=tuple((bet.player, bet.stakes, bet.extra, bet.free) for bet in played.bets),
    )
