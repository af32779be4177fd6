"""Cards drawn from the shoe: dealt, burned, exposed or discarded; and the cutting card."""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.cards import UNSEEN, Card
from pitboss.engine import declare
from pitboss.engine.declare import EVERYBODY, PLAYERS, Command, Event, decides
from pitboss.engine.draft import SKIP, SKIP_BOX, Draft, Refused
from pitboss.engine.state import BETTING, DEALER, Compartment, TableState
from pitboss.engine.state.visibility import may_see_next
from pitboss.engine.words import one_of
from pitboss.rulebook.questions.dealing import side_named
from pitboss.rulebook.refusals import Code, Rejection

SIDES = ("left", "right")
"""Names of the compartments of a double shoe."""


class AskBurn(Command, tag="ask_burn"):
    """Ask to see the burned card."""

    roles: ClassVar = PLAYERS


def _sees_dealt(state: TableState, event: "CardDealt", viewer: str) -> bool:
    return event.is_up and may_see_next(state, event.box, viewer)


class CardDealt(Event, tag="card_dealt"):
    """A card left the shoe for a hand; box 0 is the dealer."""

    box: int
    hand: int
    card: Card
    is_up: bool = True
    audience: ClassVar = declare.faces_of("card", seen_by=_sees_dealt)
    words: ClassVar = one_of(
        "sentence_key",
        hole="The dealer gets a hole card.",
        dealer="The dealer gets {card}.",
        hand="Hand {box}.{hand} gets {card}.",
    )

    @property
    def sentence_key(self) -> str:
        """Key of its sentence."""
        if self.box != DEALER:
            return "hand"
        return "dealer" if self.is_up else "hole"

    def apply(self, state: TableState) -> TableState:
        position = state.position + 1
        if self.box == DEALER and not self.is_up:
            return replace(state, position=position, hole=self.card, exposed=-1)
        if self.box == DEALER:
            dealer = state.dealer.add(self.card)
            return replace(state, position=position, dealer=dealer, exposed=-1)
        box, at = state.the_box(self.box), self.hand
        played = box.hands[at - 1]
        places = (*played.places, len(box.dealt))
        changed = replace(played, hand=played.hand.add(self.card), places=places, is_owed=False)
        is_only = len(box.hands) == 1
        hands = (changed,) if is_only else (*box.hands[: at - 1], changed, *box.hands[at:])
        box = replace(box, hands=hands, dealt=(*box.dealt, self.card))
        return replace(state, position=position, boxes=state.changed_boxes(box), exposed=-1)


class CardTurnedOver(Event, tag="card_turned_over"):
    """The first unseen card of a hand was turned over."""

    box: int
    hand: int
    card: Card
    audience: ClassVar = EVERYBODY
    words: ClassVar = "Hand {box}.{hand} shows {card}."

    def apply(self, state: TableState) -> TableState:
        box = state.the_box(self.box)
        played = box.hands[self.hand - 1]
        cards, dealt = list(played.hand.cards), list(box.dealt)
        place = cards.index(UNSEEN)
        cards[place] = dealt[played.places[place]] = self.card
        hand = replace(played.hand, cards=(), low=0, aces=0)
        for card in cards:
            hand = hand.add(card)
        box = box.with_hand(self.hand, replace(played, hand=hand, is_shown=True))
        return state.with_box(replace(box, dealt=tuple(dealt)))


class CardBurned(Event, tag="card_burned"):
    """A card went to the discard rack face down without being played."""

    card: Card
    clause: str
    audience: ClassVar = declare.unseen("card")
    sealed: ClassVar = ("card",)
    words: ClassVar = "The dealer burns a card [{clause}]."

    def apply(self, state: TableState) -> TableState:
        after = _to_rack(state, self.card).with_floor(has_new_dealer=False)
        return after.with_prep(burned=self.card, has_burned=True)


class BurnShown(Event, tag="burn_shown"):
    """The last burned card was shown because a player asked."""

    card: Card
    player: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{player} asks, and the burn card is shown: {card} [{clause}]."

    def apply(self, state: TableState) -> TableState:
        if state.prep.burned != UNSEEN:
            return state
        # The card of a physical shoe is known to all from now on.
        rack = list(state.discards)
        if UNSEEN in rack:
            rack[len(rack) - 1 - rack[::-1].index(UNSEEN)] = self.card
        return replace(state, discards=tuple(rack)).with_prep(burned=self.card)


class CardDiscarded(Event, tag="card_discarded"):
    """The next card of the shoe went to the discard rack without being played."""

    card: Card
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{card:first} is out of play [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return replace(_to_rack(state, self.card), exposed=-1)


class CardExposed(Event, tag="card_exposed"):
    """The next card of the shoe was exposed."""

    card: Card
    audience: ClassVar = EVERYBODY
    words: ClassVar = "{card:first} was exposed and is the next card."

    def apply(self, state: TableState) -> TableState:
        return replace(state, exposed=self.card)


class CutCardReached(Event, tag="cut_card_reached"):
    """The cutting card came out before the next card of a box; box 0 is the dealer."""

    box: int
    last_round: int
    """The number of the last round before the shuffle."""
    clause: str
    side: int = 0
    """The compartment of a double shoe that it was in."""
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The cutting card comes out [{clause}]."

    def apply(self, state: TableState) -> TableState:
        if state.prep.cut_at >= 0 and state.prep.due_side == 1 - self.side:
            # If both come out in one round, both sides are shuffled after it (T-f-10-iii-s2).
            return state.with_prep(is_both_due=True)
        box, reason = state.box(self.box), "the cutting card came out"
        cut_for = box.seated if box else ""
        after = state.with_prep(cut_at=self.box, cut_for=cut_for, due_side=self.side)
        return after.with_prep(last_round=self.last_round, reason=reason, clause=self.clause)


class DeterminantDrawn(Event, tag="determinant_drawn"):
    """The first card of the round decided which side of the double shoe it is dealt from."""

    card: Card
    drawn_from: int
    dealt_from: int
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "dealt_from",
        **{
            "0": "{card:first} picks the left side [{clause}].",
            "1": "{card:first} picks the right side [{clause}].",
        },
    )

    def apply(self, state: TableState) -> TableState:
        if self.drawn_from != self.dealt_from:
            # A card that names the other compartment is burned on its own side (T-f-4-ii-s2).
            state = _to_rack(_to_side(state, self.drawn_from), self.card)
        return _to_side(state, self.dealt_from)


def _to_rack(state: TableState, card: Card) -> TableState:
    """Return the table with the next card of the shoe among the discards."""
    return replace(state, position=state.position + 1, discards=(*state.discards, card))


def _to_side(state: TableState, side: int) -> TableState:
    """Return the table with this side of the double shoe in play; cards stay apart (T-b-3-s2)."""
    prep, other = state.prep, state.prep.other
    if prep.side == side or other is None:
        return state
    kept = Compartment(state.shoe, state.position, prep.cut_card, state.discards)
    after = state.with_prep(side=side, other=kept, cut_card=other.cut_card)
    return replace(after, shoe=other.shoe, position=other.position, discards=other.discards)


@decides(AskBurn)
def ask_burn(draft: Draft, command: AskBurn) -> Rejection | None:
    """Show the burned card to the table when a player asks (T-f-3-s3, NZ-8.1-s2)."""
    rules, burned = draft.rules, draft.state.prep.burned
    if command.by not in draft.state.chips:
        return rules.refuse(Code.NOT_YOURS, "shoe.burn_shown", "a player asks for it")
    if not rules.shoe.burn_shown:
        return rules.refuse(Code.NOT_ALLOWED, "shoe.burn_shown", "a burned card is not shown")
    if burned == -1:
        return rules.refuse(Code.UNKNOWN, "shoe.burn", "no card has been burned")
    if burned == UNSEEN:
        burned = draft.entry(DEALER, 0, "burn")
    draft.add(BurnShown(burned, command.by, rules.clause("shoe.burn_shown")))
    return None


def deal_card(draft: Draft, box: int, hand: int, *, is_up: bool = True) -> Card:
    """Deal the next card of the shoe to a hand; box 0 is the dealer.

    Return the card, or ``SKIP`` or ``SKIP_BOX`` if a human dealer skipped the hand.
    """
    if draft.state.prep.cut_card >= 0:
        watch_cut_card(draft, box)
    if draft.carried >= 0:
        card, draft.carried = draft.carried, -1
    elif draft.is_manual:
        card = draft.state.exposed
        if card < 0:
            card = draft.entry(box, hand, "card") if is_up else UNSEEN
        if card in (SKIP, SKIP_BOX):
            return card
    else:
        card = next_card(draft)
    draft.add(CardDealt(box, hand, card, is_up))
    return card


def turn_over(draft: Draft, box: int, hand: int) -> None:
    """Turn over the unseen cards of a hand; the dealer enters them."""
    while draft.state.hand(box, hand).hand.has_unseen:
        draft.add(CardTurnedOver(box, hand, draft.entry(box, hand, "turned")))


def next_card(draft: Draft, other: Compartment | None = None) -> Card:
    """Return the card at the front of the shoe (T-f-1), or of the side that is not in play.

    Refuse the whole command if the shoe is empty.
    """
    side = other or draft.state
    if side.position >= len(side.shoe):
        text = "the shoe has run out of cards"
        raise Refused(draft.rules.refuse(Code.SHOE_EMPTY, "shoe.runs_out", text))
    return side.shoe[side.position]


def hole_card(draft: Draft) -> Card:
    """Return the dealer's face-down card, entered now if it is not known."""
    hole = draft.state.hole
    return draft.entry(DEALER, 2, "hole") if hole == UNSEEN else hole


def watch_cut_card(draft: Draft, box: int) -> None:
    """Record the cutting card if it comes out here: this round or the next is the last."""
    prep = draft.state.prep
    is_out = 0 <= prep.cut_card <= draft.state.position
    # The determinant card may have brought out the other side's cutting card before this one.
    is_second = prep.due_side == 1 - prep.side and not prep.is_both_due
    if is_out and (prep.cut_at < 0 or is_second):
        meet_cut_card(draft, box, prep.side)


def meet_cut_card(draft: Draft, box: int, side: int) -> None:
    """Record that the cutting card of a side came out."""
    shoe, state = draft.rules.shoe, draft.state
    # If it comes out between rounds, the next round is played.
    is_before = state.phase == BETTING and shoe.cut_card_first == "play"
    last = state.round + (shoe.rounds_after_cut_card == "one_more") + is_before
    draft.add(CutCardReached(box, last, draft.rules.clause("shoe.rounds_after_cut_card"), side))


def burn(draft: Draft, clause: str) -> None:
    """Put the next card face down in the discard rack."""
    watch_cut_card(draft, DEALER)
    draft.add(CardBurned(UNSEEN if draft.is_manual else next_card(draft), clause))


def discard(draft: Draft, clause: str, *, named: Card = UNSEEN) -> None:
    """Take the next card out of play; from a physical shoe ``named`` is that card, if known."""
    watch_cut_card(draft, DEALER)
    draft.add(CardDiscarded(named if draft.is_manual else next_card(draft), clause))


def burn_due(state: TableState) -> str:
    """Return the rule by which a burn is due before the next card, or "" if none is."""
    shoe = state.rules.shoe
    if not state.automations.burn or shoe.compartments == "double":
        return ""
    if shoe.burn == "per_round" or (shoe.burn == "per_shoe" and not state.prep.has_burned):
        return "shoe.burn"
    is_by_new = shoe.burn_by_new_dealer and state.floor.has_new_dealer
    return "shoe.burn_by_new_dealer" if is_by_new else ""


def has_determinant(state: TableState) -> bool:
    """Return True if the first card of a round determines the side to deal from."""
    return state.rules.shoe.compartments == "double" and state.automations.burn


def draw_determinant(draft: Draft, drawn_from: int) -> None:
    """Draw the card whose suit determines the side of a double shoe to deal from.

    T-a-1-iv, T-f-4-i and T-f-4-i-s2. If it came from that side, it is also the first card of the
    first box (T-f-4-ii).
    """
    state, rules = draft.state, draft.rules
    other, first = state.prep.other, state.boxes[0].number
    assert other is not None
    if draft.is_manual:
        card = draft.entry(DEALER, 0, f"determinant_{SIDES[drawn_from]}")
    elif drawn_from == state.prep.side:
        watch_cut_card(draft, first)
        card = next_card(draft)
    else:
        if 0 <= other.cut_card <= other.position:
            meet_cut_card(draft, first, drawn_from)
        card = next_card(draft, other)
    dealt_from = side_named(rules, card)
    if draft.is_manual and dealt_from == drawn_from:
        draft.carried = card
    draft.add(DeterminantDrawn(card, drawn_from, dealt_from, rules.clause("shoe.red_suits_side")))
