"""The data by which to prove that a shoe was dealt in the order that was committed to."""

from collections.abc import Iterator

import msgspec

from pitboss.cards import Card
from pitboss.engine.betting.placing import WagerPlaced
from pitboss.engine.shoe.commitment import ShoeCommitted, ShoeRevealed
from pitboss.engine.shoe.drawing import CardBurned, CardDealt, CardDiscarded, DeterminantDrawn
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.server.log.events import Logged
from pitboss.server.log.rounds import History, events_before
from pitboss.store.port import Store, TableHeader


class CardLeft(msgspec.Struct, frozen=True):
    """A card that left the shoe."""

    n: int
    """The number of the event."""
    card: Card
    how: str
    """``dealt``, ``burned``, ``discarded``, or ``determinant`` for one that named a side."""
    box: int
    hand: int


class ShoeProof(msgspec.Struct, frozen=True):
    """A shoe that is over: what was published before it, and every card that left it."""

    commitment: str
    seed: str
    decks: int
    deck: tuple[Card, ...]
    """The cards of one deck, in the order before the shuffle."""
    side: int
    committed: int
    """The event that published the commitment."""
    committed_ms: int
    words: tuple[tuple[str, str], ...]
    """Players' contributions to the cut, which is drawn from the commitment and these."""
    cut_low: int
    cut_high: int
    """The first and the last place at which the stack may be cut."""
    first_wager: int
    """Event of the first wager after the commitment, or 0."""
    loaded: int
    revealed: int
    cards: tuple[Card, ...]
    """In the order of the shoe, after the cut."""
    left: tuple[CardLeft, ...]
    """In the order in which they left it; up to where discards were shuffled in, if they were."""


def commitment_before(store: Store, table: str, version: int) -> str:
    """Return the last commitment published before an event, or ""."""
    for _, event, _ in events_before(store, table, version):
        if isinstance(event, ShoeCommitted):
            return event.commitment
    return ""


def shoe_proof(
    history: History, store: Store, header: TableHeader, commitment: str, *, last: int
) -> ShoeProof | None:
    """Return the proof for a commitment; None if it is unknown, or its shoe is not over."""
    first = revealed = 0
    for number, event, _ in events_before(store, header.table, last + 1):
        if isinstance(event, ShoeRevealed) and event.commitment == commitment:
            revealed = number
        elif isinstance(event, ShoeCommitted) and event.commitment == commitment:
            first = number
            break
    if not first or not revealed:
        return None
    return _collect(list(history.replayed(store, header, first=first, last=revealed)))


def _collect(logged: list[Logged]) -> ShoeProof:
    """Return the proof from the events between a commitment and its seed."""
    note, end = logged[0].event, logged[-1].event
    assert isinstance(note, ShoeCommitted)
    assert isinstance(end, ShoeRevealed)
    rules = logged[0].before.rules
    is_double = rules.shoe.compartments == "double"
    side = note.side if is_double else 0
    place = next(
        (
            place
            for place, step in enumerate(logged)
            if isinstance(step.event, ShoeLoaded)
            and step.event.is_shuffle
            and (not is_double or step.event.side == side)
        ),
        len(logged) - 1,
    )
    load = logged[place]
    least = max(1, rules.shoe.cut_from_end)
    wagers = (step.version for step in logged if isinstance(step.event, WagerPlaced))
    return ShoeProof(
        commitment=note.commitment,
        seed=end.seed,
        decks=rules.decks_in_play,
        deck=rules.deck,
        side=side,
        committed=logged[0].version,
        committed_ms=logged[0].at_ms,
        words=logged[place].before.prep.words,
        cut_low=least,
        cut_high=len(rules.stack) - least,
        first_wager=next(wagers, 0),
        loaded=load.version,
        revealed=logged[-1].version,
        cards=load.event.cards if isinstance(load.event, ShoeLoaded) else (),
        left=tuple(_left(logged[place + 1 :], side if is_double else None)),
    )


def _left(logged: list[Logged], side: int | None) -> Iterator[CardLeft]:
    """Yield the cards that left the shoe, or one compartment of a double one."""
    for step in logged:
        event, before = step.event, step.before
        if isinstance(event, ShoeLoaded) and not event.is_shuffle:
            # Discards were shuffled in: no order of theirs was committed to.
            return
        if isinstance(event, DeterminantDrawn):
            if side is None or event.drawn_from == side:
                yield CardLeft(step.version, event.card, "determinant", 0, 0)
        elif isinstance(event, CardDealt | CardBurned | CardDiscarded):
            has_moved = step.after.position > before.position
            if has_moved and side in (None, before.prep.side):
                box = event.box if isinstance(event, CardDealt) else -1
                hand = event.hand if isinstance(event, CardDealt) else 0
                yield CardLeft(step.version, event.card, _HOW[type(event)], box, hand)


_HOW = {CardDealt: "dealt", CardBurned: "burned", CardDiscarded: "discarded"}
