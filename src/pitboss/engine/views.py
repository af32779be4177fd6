"""What a viewer may see of a table: no hidden card, no order of the shoe, only own chips."""

import msgspec

from pitboss.cards import Card
from pitboss.engine.audience import FIRST_CARDS, HIDDEN, may_see_hand
from pitboss.engine.legal import Offer, legal
from pitboss.engine.state import BETTING, Box, PlayedHand, TableState
from pitboss.hands import show_total
from pitboss.money import Cents


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


class NoticeView(msgspec.Struct, frozen=True):
    """Words on the layout or on a sign, with the clause that wants them seen."""

    text: str
    place: str
    clause: str


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
    """What must be seen at the table: inscriptions, limits, pay scales in force."""


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
        notices=tuple(NoticeView(n.text, n.place, n.clause) for n in state.rules.notices),
    )


def _box_view(state: TableState, box: Box, viewer: str) -> BoxView:
    is_seen = may_see_hand(state, box.number, viewer) or state.phase == BETTING
    hands = tuple(_hand_view(played, is_seen=is_seen) for played in box.hands)
    return BoxView(box.number, box.mains, hands)


def _hand_view(played: PlayedHand, *, is_seen: bool) -> HandView:
    """A hand; its first cards are face down to others until it is exposed."""
    is_exposed = is_seen or played.hand.is_split or played.how in ("bust", "blackjack")
    cards = played.hand.cards
    if not is_exposed:
        cards = (HIDDEN,) * min(len(cards), FIRST_CARDS) + cards[FIRST_CARDS:]
    return HandView(
        cards=cards,
        total=show_total(played.hand) if is_exposed and played.hand.cards else "",
        how=played.how,
        is_sideways=played.how == "doubled" or (played.hand.is_split_ace and len(cards) == 2),
        bets=tuple((bet.player, bet.stakes, bet.extra, bet.free) for bet in played.bets),
    )
