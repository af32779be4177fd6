"""Applies the events of the shoe: loading, procedures, the cut, cards put away."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.engine.events import ShoeLoaded
from pitboss.engine.floor_events import (
    CardBurned,
    CardDiscarded,
    CardExposed,
    CutCardReached,
    CutContributed,
    CutRefused,
    DeterminantDrawn,
    ProcedureBegan,
    RecutOrdered,
    ShoeEmptied,
    ShuffleOrdered,
    StackCut,
    StackShuffled,
    StepDone,
)
from pitboss.engine.state import (
    BETTING,
    Compartment,
    Preparation,
    TableState,
)
from pitboss.shuffle import cut


def _shoe_loaded(state: TableState, event: ShoeLoaded) -> TableState:
    if not event.is_shuffle:
        # In a round it is the discards that are shuffled; between rounds only an order is set.
        if state.phase == BETTING:
            return replace(state, shoe=event.cards, position=0, exposed=-1)
        prep = replace(state.prep, cut_card=event.cut_card, cut_at=-1, last_round=-1, reason="")
        return replace(state, shoe=event.cards, position=0, discards=(), exposed=-1, prep=prep)
    if event.side != state.prep.side and state.rules.shoe.compartments == "double":
        # Only this side was shuffled; the one in play keeps its place (T-f-10-iii-s2).
        other = Compartment(event.cards, 0, event.cut_card)
        prep = replace(
            state.prep, other=other, procedure="", steps=0, stack=(), has_loaded=True, words=()
        )
        still_due = _still_due(prep, event.side)
        if still_due < 0:
            prep = replace(prep, last_round=-1, cut_at=-1)
        return replace(state, prep=replace(prep, due_side=still_due, is_both_due=False))
    old = state.prep
    # A shuffler that never stops takes the cards back after every round; that begins no shoe.
    is_endless = state.rules.shoe.shuffler == "continuous"
    prep = Preparation(
        is_opened=True,
        has_loaded=True,
        cut_card=event.cut_card,
        side=event.side,
        other=old.other,
        opened_ms=old.opened_ms,
        cutter=old.cutter,
        has_burned=old.has_burned and is_endless,
    )
    still_due = _still_due(old, event.side)
    if state.rules.shoe.compartments == "double" and still_due >= 0:
        # The cutting card of the other side has come out, and that side is still to be shuffled.
        prep = replace(
            prep,
            last_round=old.last_round,
            cut_at=old.cut_at,
            due_side=still_due,
            reason=old.reason,
            clause=old.clause,
        )
    # The rack is empty when a shoe begins, so that it never holds two batches (T-b-4-vi, PA-3-b-5).
    return replace(
        state,
        shoe=event.cards,
        position=0,
        discards=(),
        shoe_round=0,
        regulars=frozenset(),
        regular_boxes=frozenset(),
        exposed=-1,
        prep=prep,
        floor=replace(state.floor, permitted=frozenset()),
    )


def _still_due(prep: Preparation, shuffled: int) -> int:
    """The side of a double shoe that is due when one has been shuffled; -1 for none."""
    if prep.is_both_due:
        return 1 - shuffled
    return -1 if prep.due_side in (-1, shuffled) else prep.due_side


def _procedure_began(state: TableState, event: ProcedureBegan) -> TableState:
    prep = replace(
        state.prep,
        procedure=event.name,
        steps=event.steps,
        refused=(),
        stack=(),
        cutter="",
        only_cutter="",
        loading=event.side,
    )
    floor = state.floor
    if event.name.startswith("idle"):
        # The game begins anew, so that the cut is offered to the first who comes.
        floor = replace(floor, last_boxes=())
    return replace(state, prep=prep, floor=floor)


def _step_done(state: TableState, event: StepDone) -> TableState:
    prep = replace(state.prep, steps=state.prep.steps + 1)
    if event.step == "place_cut_card":
        prep = replace(prep, cut_card=52 * state.rules.decks_in_play - event.position)
    if event.at_ms:
        prep = replace(prep, opened_ms=event.at_ms)
    is_over = prep.steps >= len(state.rules.procedures.get(prep.procedure, ()))
    if is_over:
        # Cards that were made ready but not loaded are shuffled before the next round.
        reason = prep.procedure.replace("_", " ")
        prep = replace(
            prep,
            procedure="",
            steps=0,
            is_opened=True,
            last_round=state.round,
            cut_at=-1,
            reason=reason,
            clause=event.clause,
        )
    return replace(state, prep=prep)


def _stack_shuffled(state: TableState, event: StackShuffled) -> TableState:
    return replace(state, prep=replace(state.prep, stack=event.cards))


def _cut_refused(state: TableState, event: CutRefused) -> TableState:
    return replace(state, prep=replace(state.prep, refused=(*state.prep.refused, event.player)))


def _cut_contributed(state: TableState, event: CutContributed) -> TableState:
    words = (*state.prep.words, (event.player, event.words))
    return replace(state, prep=replace(state.prep, words=words))


def _stack_cut(state: TableState, event: StackCut) -> TableState:
    stack = cut(state.prep.stack, event.position)
    return replace(state, prep=replace(state.prep, stack=stack, cutter=event.by))


def _recut_ordered(state: TableState, event: RecutOrdered) -> TableState:
    prep = replace(
        state.prep,
        procedure=state.prep.procedure or "shuffle",
        steps=event.steps,
        stack=state.prep.stack or state.shoe,
        refused=(state.prep.cutter,) if event.is_next else (),
        only_cutter="" if event.is_next else state.prep.cutter,
    )
    return replace(state, prep=prep, shoe=(), position=0)


def _card_burned(state: TableState, event: CardBurned) -> TableState:
    return replace(
        state,
        position=state.position + 1,
        discards=(*state.discards, event.card),
        prep=replace(state.prep, burned=event.card, has_burned=True),
        floor=replace(state.floor, has_new_dealer=False),
    )


def _card_discarded(state: TableState, event: CardDiscarded) -> TableState:
    discards = (*state.discards, event.card)
    return replace(state, position=state.position + 1, discards=discards, exposed=-1)


def _card_exposed(state: TableState, event: CardExposed) -> TableState:
    return replace(state, exposed=event.card)


def _cut_card_reached(state: TableState, event: CutCardReached) -> TableState:
    if state.prep.cut_at >= 0 and state.prep.due_side == 1 - event.side:
        # Both came out in one round, and both sides are shuffled after it (T-f-10-iii-s2).
        return replace(state, prep=replace(state.prep, is_both_due=True))
    prep = replace(
        state.prep,
        cut_at=event.box,
        due_side=event.side,
        last_round=event.last_round,
        reason="the cutting card came out",
        clause=event.clause,
    )
    return replace(state, prep=prep)


def _shuffle_ordered(state: TableState, event: ShuffleOrdered) -> TableState:
    prep = replace(state.prep, last_round=state.round, reason=event.reason, clause=event.clause)
    return replace(state, prep=prep)


def _determinant_drawn(state: TableState, event: DeterminantDrawn) -> TableState:
    if event.drawn_from != event.dealt_from:
        # The card names the other compartment: it is burned on its own side (T-f-4-ii-s2).
        state = _to_side(state, event.drawn_from)
        state = replace(state, position=state.position + 1, discards=(*state.discards, event.card))
    return _to_side(state, event.dealt_from)


def _to_side(state: TableState, side: int) -> TableState:
    """The table with one side of the double shoe in play; no card changes sides (T-b-3-s2)."""
    prep, other = state.prep, state.prep.other
    if prep.side == side or other is None:
        return state
    kept = Compartment(state.shoe, state.position, prep.cut_card, state.discards)
    return replace(
        state,
        shoe=other.shoe,
        position=other.position,
        discards=other.discards,
        prep=replace(prep, side=side, other=kept, cut_card=other.cut_card),
    )


def _shoe_emptied(state: TableState, _event: ShoeEmptied) -> TableState:
    rest = state.shoe[state.position :]
    return replace(state, shoe=(), position=0, discards=state.discards + rest)


SHOE: dict[type, Callable[[TableState, Any], TableState]] = {
    ShoeLoaded: _shoe_loaded,
    ProcedureBegan: _procedure_began,
    StepDone: _step_done,
    StackShuffled: _stack_shuffled,
    CutRefused: _cut_refused,
    CutContributed: _cut_contributed,
    StackCut: _stack_cut,
    RecutOrdered: _recut_ordered,
    CardBurned: _card_burned,
    CutCardReached: _cut_card_reached,
    ShuffleOrdered: _shuffle_ordered,
    DeterminantDrawn: _determinant_drawn,
    CardDiscarded: _card_discarded,
    CardExposed: _card_exposed,
    ShoeEmptied: _shoe_emptied,
}
