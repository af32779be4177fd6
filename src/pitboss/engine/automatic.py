"""Automatic tables: when to shuffle, orders from seeds, refills and prizes."""

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.engine.declare import Command, Event
from pitboss.engine.shoe.loading import LoadShoe, side_due, uncovered_refusal
from pitboss.engine.side_wagers.prizes import DOLLAR, prize_stake
from pitboss.engine.side_wagers.settling import prize_to_draw
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.table import steps
from pitboss.money import Cents
from pitboss.rulebook.questions.dealing import reserve, usual_behind
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.shuffle import Stream, commitment, cut_place, draw, shuffled

MS_PER_HOUR = 3_600_000


@dataclass(frozen=True, slots=True)
class Prepared:
    """Cards in an order drawn from a seed, with the commitment to both."""

    command: LoadShoe
    seed: bytes
    commitment: str
    side: int


def shuffle_due(state: TableState, now_ms: int) -> bool:
    """Return True if the cards must be shuffled before the next bets."""
    prep, shoe = state.prep, state.rules.shoe
    if state.phase != BETTING or prep.procedure or not state.automations.cards:
        return False
    if uncovered_refusal(state):
        return False
    if not state.shoe or (shoe.compartments == "double" and prep.other is None):
        return True
    if prep.last_round >= 0 and state.round >= prep.last_round:
        return True
    if state.shoe_round == 0 or shoe.shuffler == "continuous":
        return state.shoe_round > 0
    if shoe.life_hours and now_ms - prep.opened_ms > shoe.life_hours * MS_PER_HOUR:
        return bool(prep.opened_ms)
    left = len(state.shoe) - state.position
    return prep.cut_card < 0 and left < reserve(state.rules)


def prepare(state: TableState, seed: bytes) -> Prepared:
    """Prepare a new shoe of all cards, for the side whose turn it is."""
    rules = state.rules
    cards = shuffled(rules.stack, seed)
    side = side_due(state) if rules.shoe.compartments == "double" else None
    fingerprint, least = commitment(seed, cards), max(1, rules.shoe.cut_from_end)
    cut = cut_place(fingerprint, state.prep.words, low=least, high=len(cards) - least)
    behind = -1 if rules.shoe.shuffler == "continuous" else usual_behind(rules)
    command = LoadShoe(cards=cards, cut=cut, behind=behind, side=side)
    return Prepared(command, seed, fingerprint, side or 0)


@dataclass(frozen=True, slots=True)
class Decided:
    """A command with its events and states."""

    command: Command
    states: tuple[TableState, ...]
    """The table after each event."""
    events: tuple[Event, ...]


def decide_on(
    state: TableState, command: Command, draw_seed: Callable[[], bytes], who: str | None = None
) -> tuple[Decided, ...] | Rejection:
    """Decide a command; if the shoe runs out in a round, shuffle its discards first (NZ-16.7).

    The shuffle is a command of its own. Its order cannot be committed to before the wagers, so no
    commitment to it is published.
    """
    outcome = steps(state, command, who)
    if not isinstance(outcome, Rejection):
        return (Decided(command, *outcome),)
    is_refilled = state.rules.shoe.runs_out == "shuffle_discards" and state.phase != BETTING
    if outcome.code is not Code.SHOE_EMPTY or not is_refilled:
        return outcome
    load = LoadShoe(cards=shuffled(state.discards, draw_seed()))
    filled = steps(state, load)
    if isinstance(filled, Rejection):
        return outcome
    again = steps(filled[0][-1], command, who)
    if isinstance(again, Rejection):
        return again
    return Decided(load, *filled), Decided(command, *again)


def step_on(
    state: TableState, command: Command, draw_seed: Callable[[], bytes]
) -> tuple[TableState, tuple[Event, ...]] | Rejection:
    """Decide as ``decide_on`` does, and return the last state and all events."""
    outcome = decide_on(state, command, draw_seed)
    if isinstance(outcome, Rejection):
        return outcome
    return outcome[-1].states[-1], tuple(event for part in outcome for event in part.events)


def drawn_prize(state: TableState, seed: bytes) -> Cents:
    """Draw the button's prize: from the table's list, or any whole dollar in its range."""
    side = prize_to_draw(state)
    if side is None:
        return 0
    wager, key = state.rules.wagers[side.wager], prize_stake(state, side)
    listed = dict(wager.prize_list).get(key, ())
    stream = Stream(seed)
    if listed:
        return draw(listed, stream)
    low, high = wager.prizes[key]
    return low + DOLLAR * stream.below((high - low) // DOLLAR + 1)
