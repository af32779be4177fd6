"""What is decided at a table: a command, or what the table does by itself, put into a batch."""

import secrets
from functools import partial

from pitboss.engine.chips import CashOut
from pitboss.engine.declare import Command
from pitboss.engine.floor.staff import AssignStaff
from pitboss.engine.state import TableState
from pitboss.engine.table import step
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.server.batch import Batch
from pitboss.server.clock import OUT_OF_CARDS, Due, command_due
from pitboss.server.cutting import new_shoe
from pitboss.server.feed import Feed
from pitboss.shoes import step_on
from pitboss.shuffle import SEED_BYTES


def carry_out(batch: Batch, command: Command, key: str) -> Rejection | None:
    """Decide a command; what it leads to goes into the batch."""
    outcome = step_on(batch.state, command, partial(secrets.token_bytes, SEED_BYTES))
    if isinstance(outcome, Rejection):
        is_misdeal = batch.state.rules.shoe.runs_out != "shuffle_discards"
        batch.is_out_of_cards |= outcome.code is Code.SHOE_EMPTY and is_misdeal
        return outcome
    for event in outcome[1]:
        batch.add(event, key)
    return None


def do_due(batch: Batch, wanted: Due, feed: Feed, *, has_cut: bool) -> Rejection | None:
    """Do what the table does by itself now."""
    seed = secrets.token_bytes(SEED_BYTES)
    if wanted.what in ("shuffle", "cut"):
        return new_shoe(batch, feed, seed, has_cut=has_cut)
    if wanted.what == "out_of_cards":
        return _misdeal(batch)
    command = command_due(batch.state, wanted.what, now_ms=batch.now_ms, seed=seed)
    return carry_out(batch, command, "")


def last_commands(state: TableState) -> tuple[Command, ...]:
    """What is done between rounds before a table is played no more: everybody's chips are cashed.

    Staff cash none, so whoever works at the table and has chips lays the role down first.
    """
    held = {name: chips for name, chips in state.chips.items() if chips}
    staff = sorted(held.keys() & state.floor.staff.keys())
    return (
        *(AssignStaff(name=name, role="") for name in staff),
        *(CashOut(by=name, amount=chips) for name, chips in held.items()),
    )


def _misdeal(batch: Batch) -> Rejection | None:
    """The shoe ran out in a round, and the rulebook has it dealt again (T-n-6)."""
    for command in OUT_OF_CARDS:
        outcome = step(batch.state, command)
        if isinstance(outcome, Rejection):
            return outcome
        for event in outcome[1]:
            batch.add(event, "")
    return None
