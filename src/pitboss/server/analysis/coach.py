"""The coach: what every legal act is worth, for the shoe as far as a viewer has seen it."""

import msgspec
from msgspec.structs import replace

from pitboss.cards import Card, is_ace
from pitboss.engine.insurance import may_surrender_early
from pitboss.engine.state import OFFERING, PLAYING, TableState
from pitboss.rulebook.catalog import choose, load_rulebook
from pitboss.rulebook.questions.settlement import compares_busts
from pitboss.server.analysis.solver import Options, Solver, resolved
from pitboss.server.log.shoe_memory import ShoeMemory
from pitboss.store.port import TableHeader

FREE_ACTS = ("hit", "stand", "surrender")
"""Acts that add no stake."""


class ActValue(msgspec.Struct, frozen=True):
    """An act of the hand in play and what it is worth."""

    act: str
    ev: float
    """Per unit of the initial wager."""
    cost: float
    """Loss against the best act, per unit of the initial wager."""


class Advice(msgspec.Struct, frozen=True):
    """The coach's answer to one viewer."""

    box: int
    hand: int
    acts: tuple[ActValue, ...]
    """Best first; empty while only insurance is asked about."""
    insurance_ev: float | None
    """Expected value per unit of insurance while it is offered; otherwise None."""
    cards_seen: int
    """Cards of this shoe that the viewer has seen, the hand and the up card among them."""


class Question(msgspec.Struct, frozen=True):
    """A hand to be valued, in terms that travel to another process."""

    box: int
    hand: int
    cards: tuple[Card, ...]
    up: Card
    seen: tuple[Card, ...]
    """Every card that the viewer has seen, sorted."""
    is_added: bool
    hands: int
    is_insurance: bool
    doubles: int = 0
    hole: Card | None = None
    """The dealer's second card, where both lie face up."""


def question(state: TableState, viewer: str, memory: ShoeMemory) -> Question | None:
    """Return the decision that a viewer has to take now, with every card that they have seen."""
    due = decision_due(state, viewer)
    return None if due is None else replace(due, seen=tuple(sorted(memory.seen(state, viewer))))


def decision_due(state: TableState, viewer: str) -> Question | None:
    """Return the decision that a viewer has to take now, as if no other card had been seen."""
    number, hand = state.turn if state.phase == PLAYING else (_first_box(state, viewer), 1)
    is_offered = state.phase == OFFERING and not state.rules.deal.hole_card_up
    is_insurance = is_offered and is_ace(state.up)
    if state.phase == OFFERING and (not is_insurance or number == 0):
        number, is_insurance = _first_early(state, viewer), False
    return asked_about(state, viewer, number, hand, is_insurance=is_insurance)


def asked_about(
    state: TableState, viewer: str, number: int, hand: int, *, is_insurance: bool
) -> Question | None:
    """Return a hand of the viewer's box, as if only it and the up card had been seen."""
    box = state.box(number)
    if box is None or box.seated != viewer or not 0 < hand <= len(box.hands):
        return None
    played = box.hands[hand - 1]
    if played.hand.has_unseen:
        return None
    mine = next((bet for bet in played.bets if bet.player == viewer), None)
    return Question(
        number,
        hand,
        played.hand.cards,
        state.up,
        seen=(),
        is_added=mine is not None and not mine.is_original,
        hands=len(box.hands),
        is_insurance=is_insurance,
        doubles=played.hand.doubles,
        hole=state.dealer.cards[1] if state.rules.deal.hole_card_up else None,
    )


def _first_box(state: TableState, viewer: str) -> int:
    """Return the first box on which a viewer has to answer insurance, or 0."""
    if state.phase != OFFERING:
        return 0
    answered = {answer.box for answer in state.insured if answer.player == viewer}
    mine = [box.number for box in state.boxes if box.seated == viewer]
    return next((number for number in mine if number not in answered), 0)


def _first_early(state: TableState, viewer: str) -> int:
    """Return the first box that a viewer may surrender before the dealer's peek, or 0."""
    mine = [box for box in state.boxes if box.seated == viewer]
    return next((box.number for box in mine if may_surrender_early(state, box)), 0)


async def advise(
    solver: Solver, header: TableHeader, state: TableState, viewer: str, memory: ShoeMemory
) -> Advice | None:
    """Return the value of each act of a viewer's hand; raise ``Busy``.

    None if it is not their turn, or without exact odds.
    """
    hand = question(state, viewer, memory)
    if hand is None or compares_busts(state.rules):
        return None
    in_force = {**header.options, **state.floor.changed}
    options = resolved(header.rulebook, tuple(sorted(in_force.items())))
    return await solver.advise(advise_table, header.rulebook, options, hand)


async def best_free_act(
    solver: Solver, header: TableHeader, state: TableState, memory: ShoeMemory
) -> str:
    """Return the best act without a further stake for the hand in play; "" without exact odds."""
    box = state.box(state.turn[0])
    viewer = box.seated if box is not None else ""
    advice = await advise(solver, header, state, viewer, memory)
    acts = () if advice is None else advice.acts
    return next((one.act for one in acts if one.act in FREE_ACTS), "")


def advise_table(rulebook: str, options: Options, question: Question) -> Advice:
    """Value a hand; imports the kernels, so it runs in another process."""
    from pitboss.odds.advice import Situation, advise_cards

    rules = choose(load_rulebook(rulebook), dict(options))
    removed = list(question.seen)
    shown = (question.up,) if question.hole is None else (question.up, question.hole)
    for card in (*question.cards, *shown):
        # The hand and the dealer's cards leave the shoe by themselves.
        if card in removed:
            removed.remove(card)
    situation = Situation(question.is_added, question.hands, question.doubles)
    cards, up, hole = question.cards, question.up, question.hole
    advice = advise_cards(rules, cards, up, removed=removed, situation=situation, hole=hole)
    best = max(advice.values.values(), default=0.0)
    acts = tuple(ActValue(act, ev, best - ev) for act, ev in advice.values.items())
    return Advice(
        question.box,
        question.hand,
        () if question.is_insurance else acts,
        advice.insurance_ev if question.is_insurance else None,
        len(removed) + len(question.cards) + len(shown),
    )
