"""Changes put into the view that came before are the view that comes after, for everybody."""

import random
from collections.abc import Callable

import msgspec
import pytest

from pitboss.engine.deal import Deal
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.shoe.drawing import CardDealt
from pitboss.engine.views import DealerView, table_view
from pitboss.server.feed.messages import Messages
from pitboss.wire.changes import Change, changes_between, patch
from pitboss.wire.protocol import encode
from tests.clauses.rounds import table_of
from tests.properties.random_floor import FloorTable
from tests.properties.random_hand import HandTable
from tests.properties.random_play import RandomTable
from tests.server.told import logged_of, shown, told
from tests.store.logged import LoggedTable

VIEWERS = ("ann", "bob", "dee", "sue", "stranger", "")
"""Players, a dealer and a supervisor where there are any, somebody without a seat, nobody."""
TABLES = 25
ROUNDS = 2
ALONE_EVERY = 5
"""Tables of which every message is made for each viewer alone besides."""


def with_coupons(seed: int) -> RandomTable:
    """Few tables of the others take match play coupons."""
    return LoggedTable("tribal", {"match_play": "true"}, seed)


def face_down(seed: int) -> RandomTable:
    """Players see their own first cards only, and more of them once they bet on more boxes."""
    return LoggedTable("double_deck", {}, seed)


KINDS = [RandomTable, FloorTable, HandTable, with_coupons, face_down]
RARE: dict[Callable[[int], RandomTable], tuple[str, ...]] = {
    FloorTable: ("misdeal_called", "hands_rebuilt", "notice_posted"),
    HandTable: ("misdeal_called", "card_entered", "taken_back"),
}
"""What must have come up at some table."""


def fold(kind: Callable[[int], RandomTable], seed: int) -> set[str]:
    """Play a few rounds and follow them as each viewer; the names of what happened."""
    table = kind(seed)
    for _ in range(ROUNDS):
        table.play_round()
    messages, alone, happened = Messages(), Messages(), set()
    logged = logged_of(table.start, table.log)
    for viewer in VIEWERS:
        # What viewers share is what each of them would be told alone.
        if seed % ALONE_EVERY == 0:
            assert messages.encoded(logged, viewer) == [*map(encode, alone.all(logged, viewer))]
        seen = shown(table.start, viewer)
        for message, state in told(table.start, table.log, viewer, messages):
            patch(seen, msgspec.convert(message["changes"], list[Change]))
            at = f"{viewer!r} of seed {seed} after {message['event']}"
            assert seen == shown(state, viewer), at
            happened.add(message["event"]["event"])
    return happened


@pytest.mark.parametrize("kind", KINDS)
def test_changes_lead_from_view_to_view(kind: Callable[[int], RandomTable]) -> None:
    """Five rulebooks, by the server and by hand, with misdeals, void hands and rebuilt rounds."""
    wanted = {"hand_split", "hand_doubled", "insurance_placed", "round_ended", *RARE.get(kind, ())}
    happened: set[str] = set()
    # What comes seldom has not always come after the first tables.
    for seed in range(10 * TABLES):
        happened |= fold(kind, seed)
        if seed >= TABLES and wanted <= happened:
            break
    assert wanted <= happened


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_changes_lead_from_view_to_view_for_long(kind: Callable[[int], RandomTable]) -> None:
    for seed in range(1_000, 1_500):
        fold(kind, seed)


def test_nothing_changes_between_equal_views() -> None:
    state = table_of("tribal", "", "1 ann main 10").state
    assert changes_between(table_view(state, ()), table_view(state, ())) == []


def test_what_is_gone_is_null_and_what_is_new_comes_whole() -> None:
    state = table_of("tribal", "", "1 ann main 10").state
    before = table_view(state, ())
    dealer = DealerView({0: 7}, "2", "")
    after = msgspec.structs.replace(before, boxes={}, dealer_hands={0: dealer}, meter=5)
    assert changes_between(before, after) == [
        Change(("meter",), 5), Change(("dealer_hands", "0"), dealer), Change(("boxes", "1"), None),
    ]  # fmt: skip
    turned = msgspec.structs.replace(after, dealer_hands={0: DealerView({0: 7, 1: -1}, "2", "")})
    assert changes_between(after, turned) == [Change(("dealer_hands", "0", "cards", "1"), -1)]


def test_no_value_of_a_view_is_null() -> None:
    """Null says that something is gone."""

    def check(value: object) -> None:
        assert value is not None
        for one in value.values() if isinstance(value, dict) else ():
            check(one)

    table = FloorTable(random.Random(1).randrange(100))
    for _ in range(ROUNDS):
        table.play_round()
    for _, state in told(table.start, table.log, "ann", Messages()):
        check(shown(state, "ann"))


def test_those_who_see_the_same_are_told_the_same_bytes() -> None:
    """At an open table everybody; face down, those who see the cards of a box, and all others."""

    def messages_for_a_card(rulebook: str) -> int:
        table = table_of(rulebook, "8s Ts 6d 8h 9h Tc", "1 ann main 10", "2 bob main 10")
        for name, role in (("dee", "dealer"), ("sue", "supervisor")):
            table.do(AssignStaff(name=name, role=role))
        logged = logged_of(table.state, table.do(Deal()))
        place = next(i for i, one in enumerate(logged) if isinstance(one.event, CardDealt))
        messages = Messages()
        return len({id(messages.encoded(logged, who)[place]) for who in VIEWERS})

    assert messages_for_a_card("tribal") == 1
    assert messages_for_a_card("double_deck") == 2
