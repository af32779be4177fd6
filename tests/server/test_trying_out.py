"""A question whether a command would be carried out tells nothing of the cards to come."""

import gc
import sys
from types import FrameType

import pytest
from msgspec.structs import replace

from pitboss.cards import parse_cards
from pitboss.engine import do
from pitboss.engine.declare import Command
from pitboss.engine.state import TableState
from pitboss.server.tables.deciding import refused_if_tried, with_other_cards
from tests.clauses.rounds import table_of

SEEDS = [bytes([n]) * 32 for n in range(16)]


def dealt(rulebook: str, cards: str) -> TableState:
    """Ann alone at a table, after the deal."""
    at = table_of(rulebook, cards, "1 ann main 10")
    at.do(do.Deal())
    return at.state


def turned(state: TableState) -> TableState:
    """The same table with its unseen cards in another order: the hole card is another too."""
    unseen = [*state.shoe[state.position :], *([state.hole] if state.has_hole else [])]
    unseen.sort(key=lambda card: (card * 7919) % 53)
    hole = unseen.pop() if state.has_hole else -1
    return replace(state, shoe=(*state.shoe[: state.position], *unseen), hole=hole)


def calls(state: TableState, command: Command, seed: bytes) -> int:
    """How much there is to do: the functions that are called while a command is tried out."""
    # What is worked out once and kept is not counted.
    refused_if_tried(state, command, "ann", lambda: seed)
    count = 0

    def note(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    gc.disable()  # What others have hung on it would be counted too.
    sys.setprofile(note)
    try:
        refused_if_tried(state, command, "ann", lambda: seed)
    finally:
        sys.setprofile(None)
        gc.enable()
    return count


@pytest.mark.parametrize(
    "rulebook, cards",
    [("nz", "Ts 6d 6h Kc 5s 5d"), ("tribal", "Ts 6d 6h Kc 5s 5d"), ("house", "Ts 6d 6h Kc 5s")],
)
@pytest.mark.parametrize("act", [do.Hit(by="ann", box=1), do.Stand(by="ann", box=1)])
def test_the_order_of_the_cards_to_come_does_not_matter(
    rulebook: str, cards: str, act: Command
) -> None:
    state = dealt(rulebook, cards)
    other = turned(state)
    assert state != other
    for seed in SEEDS:
        assert with_other_cards(state, seed) == with_other_cards(other, seed)
        assert calls(state, act, seed) == calls(other, act, seed)
    # What is tried out ends in more than one way, whatever lies on top.
    assert len({calls(state, act, seed) for seed in SEEDS}) > 1


def test_what_was_seen_stays_as_it_is() -> None:
    state = dealt("pa_free_bet", "Ts Ad 6h 7c 5s 5d")
    for seed in SEEDS:
        tried = with_other_cards(state, seed)
        assert tried.boxes == state.boxes
        assert tried.dealer == state.dealer
        assert sorted((*tried.shoe, tried.hole)) == sorted((*state.shoe, state.hole))
    exposed = replace(state, exposed=state.shoe[state.position])
    assert all(
        with_other_cards(exposed, seed).shoe[state.position] == exposed.exposed for seed in SEEDS
    )


def test_a_dealer_who_has_looked_has_no_blackjack() -> None:
    state = replace(dealt("pa_free_bet", "Ts Ad 6h 7c 5s 5d"), is_checked=True)
    tens = parse_cards("Ks Kd Kh Kc 9c")
    state = replace(state, shoe=(*state.shoe[: state.position], *tens[:-1]), hole=tens[-1])
    assert {with_other_cards(state, seed).hole for seed in SEEDS} == {tens[-1]}
