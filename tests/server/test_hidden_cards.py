"""What is hidden from a viewer leaves no trace in what they are told: another card in its place
makes the same bytes, words and changes included.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.engine.deal import Deal
from pitboss.engine.declare import Event
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled
from pitboss.engine.floor.procedures import StackShuffled
from pitboss.engine.round import RoundEnded
from pitboss.engine.shoe.drawing import CardBurned, CardDealt
from pitboss.engine.shoe.loading import ShoeLoaded
from pitboss.engine.state import TableState
from pitboss.engine.state.boxes import PlayedHand
from pitboss.hands import hand_of
from pitboss.server.feed.messages import Messages
from tests.clauses.rounds import table_of
from tests.properties.random_floor import FloorTable
from tests.properties.random_play import RandomTable
from tests.server.told import logged_as, logged_of
from tests.store.logged import LoggedTable

VIEWERS = ("ann", "bob", "dee", "sue", "stranger", "")
TABLES = 8
ROUNDS = 3


def other(card: Card) -> Card:
    """A card of another rank and suit."""
    return (card + 21) % 52 if card >= 0 else card


def others(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(map(other, cards))


def is_hidden(state: TableState, box: int, played: PlayedHand, viewer: str) -> bool:
    """The rule of face-down hands, told here a second time (DD-6)."""
    area = state.box(box)
    is_keyed = not state.automations.cards and viewer in state.floor.staff
    is_down = state.rules.deal.player_cards == "face_down" and not is_keyed
    if not is_down or area is None or viewer in [name for name, _ in area.mains]:
        return False
    return not played.hand.is_split and played.how not in ("bust", "blackjack")


def hidden_boxes(before: TableState, after: TableState, viewer: str) -> set[int]:
    """Boxes whose first cards a viewer sees neither before an event nor after it."""
    hidden = set()
    for box in before.boxes:
        now = after.box(box.number)
        states = ((before, box.hands), (after, now.hands if now else box.hands))
        hands = [(state, played) for state, some in states for played in some]
        if hands and all(is_hidden(state, box.number, one, viewer) for state, one in hands):
            hidden.add(box.number)
    return hidden


def otherwise(state: TableState, boxes: set[int], *, has_other_hole: bool) -> TableState:
    """The same table with other cards where nobody, or not this viewer, can see them."""
    changed = []
    for box in state.boxes:
        if box.number not in boxes:
            changed.append(box)
            continue
        hands = []
        for played in box.hands:
            cards = others(played.hand.cards[:2]) + played.hand.cards[2:]
            hand = replace(hand_of(cards), doubles=played.hand.doubles)
            hands.append(replace(played, hand=hand))
        dealt = others(box.dealt[:2]) + box.dealt[2:]
        changed.append(replace(box, hands=tuple(hands), dealt=dealt))
    ahead = state.shoe[: state.position] + others(state.shoe[state.position :])
    return replace(
        state,
        boxes=tuple(changed),
        hole=other(state.hole) if has_other_hole else state.hole,
        shoe=ahead,
        discards=others(state.discards),
        prep=replace(state.prep, burned=other(state.prep.burned), stack=others(state.prep.stack)),
    )


def event_otherwise(event: Event, boxes: set[int], before: TableState) -> Event:
    """The event that would have happened with those cards."""
    match event:
        case CardDealt(box=box, card=card, is_up=is_up):
            area = before.box(box)
            is_first = area is not None and len(area.dealt) < 2 and box in boxes
            return replace(event, card=other(card)) if is_first or not is_up else event
        case ShoeLoaded(cards) | StackShuffled(cards):
            return replace(event, cards=others(cards))
        case CardBurned(card=card):
            return replace(event, card=other(card))
        case MisdealCalled(collected=collected):
            return replace(event, collected=others(collected))
        case RoundEnded(collected=collected) if (
            before.has_hole or before.rules.deal.player_cards == "face_down"
        ):
            return replace(event, collected=others(collected))
        case _:
            return event


def search(table: RandomTable) -> int:
    """Compare what each viewer is told with what another deal would tell; how many cards were
    another.
    """
    hidden = 0
    for one in logged_of(table.start, table.log):
        after = one.after
        for viewer in VIEWERS:
            boxes = hidden_boxes(one.before, after, viewer)
            # A hole card that is turned over by the event is hidden no longer.
            is_hole_hidden = one.before.has_hole and (after.has_hole or not after.boxes)
            before = otherwise(one.before, boxes, has_other_hole=is_hole_hidden)
            event = event_otherwise(one.event, boxes, one.before)
            instead = logged_as(one.version, event, before)
            told = Messages().encoded([one], viewer)
            would_be_told = Messages().encoded([instead], viewer)
            assert told == would_be_told, f"{viewer!r} is told more than {event}"
            hidden += len(boxes) + is_hole_hidden
    return hidden


def face_down(seed: int) -> RandomTable:
    return LoggedTable("double_deck", {}, seed)


@pytest.mark.parametrize("kind", [RandomTable, FloorTable, face_down])
def test_hidden_cards_leave_no_trace(kind: Callable[[int], RandomTable]) -> None:
    compared = 0
    for seed in range(TABLES):
        table = kind(seed)
        for _ in range(ROUNDS):
            table.play_round()
        compared += search(table)
    assert compared > 500


@pytest.mark.long
@pytest.mark.parametrize("kind", [RandomTable, FloorTable, face_down])
def test_hidden_cards_leave_no_trace_for_long(kind: Callable[[int], RandomTable]) -> None:
    for seed in range(1_000, 1_300):
        table = kind(seed)
        for _ in range(ROUNDS):
            table.play_round()
        search(table)


def test_a_total_is_called_out_to_those_who_see_the_hand(tmp_path: Path) -> None:
    """No shipped rulebook has totals called out over cards that lie face down."""
    book = tmp_path / "book.toml"
    book.write_text(
        'title = "Ours"\nextends = "double_deck"\nclauses = { "X-1" = "As we like it." }\n'
        'announcements.player_total = [{ clause = "X-1" }]\n',
        encoding="utf-8",
    )
    table = table_of(str(book), "8s Ts 6d 8h 9h Tc", "1 ann main 10", "2 bob main 10")
    logged = logged_of(table.state, table.do(Deal()))
    shared = Messages()
    for viewer, heard in (("ann", ["1: 16"]), ("bob", []), ("", [])):
        told = shared.all(logged, viewer)
        assert [text for one in told for text in one.said if text.startswith("1")] == heard
