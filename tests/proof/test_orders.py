"""An order that fits the cards in the open, for a shoe that is still sealed."""

from collections import Counter

from msgspec.structs import replace

from pitboss.cards import UNSEEN, full_shoe, parse_cards
from pitboss.engine import do
from pitboss.engine.declare import Event
from pitboss.engine.shoe.drawing import BurnShown, CardBurned
from pitboss.proof.orders import fitting_order
from tests.clauses.nz_table import uncut, unopened
from tests.clauses.staffed import DEALER


def redacted(event: Event) -> Event:
    """An event as the public sees it: a card that is burned lies face down."""
    return replace(event, card=UNSEEN) if isinstance(event, CardBurned) else event


def test_a_burned_card_that_was_shown_is_in_its_place() -> None:
    table = unopened("ann", burn=True)
    table.carry_out("opening")
    before, first = table.state, len(table.events)
    cards = parse_cards("2c Ts 9d 9h 8h")
    table.carry_out("shuffle", cards=uncut(table.shoe("2c Ts 9d 9h 8h")))
    table.bet("3 ann main 10")
    table.deal(by=DEALER)
    table.do(do.AskBurn(by="ann"))
    events = list(enumerate(map(redacted, table.events[first:])))
    assert isinstance(events[-1][1], BurnShown)
    order = fitting_order(before, events)
    assert not isinstance(order, str)
    assert order[:4] == cards[:4]
    assert Counter(order) == Counter(full_shoe(before.rules.decks_in_play))
