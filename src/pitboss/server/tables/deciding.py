"""Decide player commands and automatic actions, and collect the results in a batch.

A new shoe at a table that deals by itself: committed to, cut by the words of players, loaded.
"""

import logging

from pitboss.engine.automatic import Decided, decide_on, prepare
from pitboss.engine.declare import Command
from pitboss.engine.floor.closing import CloseTable, VoidShoe
from pitboss.engine.floor.cut import CloseCut, OpenCut, unsaid
from pitboss.engine.shoe.commitment import CommitShoe, RevealShoe
from pitboss.engine.table import steps
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.server.bankrolls import accounts_of
from pitboss.server.feed.feed import Feed
from pitboss.server.tables.batch import Batch, Request
from pitboss.server.tables.filled_fields import CommandContext, Sender, stamp
from pitboss.server.tables.gate import pass_gate
from pitboss.server.tables.services import TableServices
from pitboss.server.tables.timers import OUT_OF_CARDS, Due, command_due, cutters_among
from pitboss.server.tables.trying_out import refused_if_tried
from pitboss.store.entry import Entry
from pitboss.wire.protocol import Answer, Refused, refused_by


def new_shoe(batch: Batch, feed: Feed, seed: bytes, *, has_cut: bool) -> Rejection | None:
    """Put the fingerprint of a new order on record; load it at once where nobody is asked to cut.

    Where somebody is, this is called again when they have answered or their time is up: first to
    have the words said that were committed to, then to load the cards.
    """
    coming, prep = feed.coming(), batch.state.prep
    if coming is not None and prep.pledges and not prep.is_opening:
        batch.give(OpenCut())
        return None
    if unsaid(batch.state):
        batch.give(CloseCut())
    made = prepare(batch.state, bytes.fromhex(coming.seed) if coming else seed)
    outcome = steps(batch.state, made.command, "")
    if isinstance(outcome, Rejection):
        return outcome
    commit = CommitShoe(commitment=made.commitment, seed=made.seed.hex(), side=made.side)
    if coming is None and has_cut and cutters_among(batch.state, feed.viewers()):
        batch.give(commit)
        return None
    is_double = batch.state.rules.shoe.compartments == "double"
    for old in feed.shoes_in_play():
        if old is not coming and (not is_double or old.side == made.side):
            batch.give(RevealShoe(commitment=old.commitment, seed=old.seed))
    if coming is None:
        batch.give(commit)
    batch.add(Decided(made.command, *outcome))
    return None


log = logging.getLogger("pitboss.table")


def judge(batch: Batch, request: Request, feed: Feed, services: TableServices) -> Answer:
    """Decide a command; a refused one, or one that breaks the server, changes nothing."""
    try:
        command = check_command(batch, request, feed, services)
        if isinstance(command, Refused):
            return Answer(request.id, ok=False, refused=command)
        if isinstance(command, CloseTable):
            outcome = _close(batch, command, feed, id_=request.key, who=request.name)
        else:
            outcome = carry_out(batch, command, id_=request.key, who=request.name)
    except Exception:
        log.exception("a command broke", extra={"table": batch.table})
        return Answer(request.id, ok=False, refused=_broken())
    if isinstance(outcome, Rejection):
        return Answer(request.id, ok=False, refused=refused_by(outcome))
    return Answer(request.id, ok=True, first=outcome.first, last=outcome.version)


def try_out(batch: Batch, request: Request, feed: Feed, services: TableServices) -> Refused | None:
    """Return the reason for which a command would be refused now; nothing happens."""
    try:
        command = check_command(batch, request, feed, services)
        if isinstance(command, Refused):
            return command
        refused = refused_if_tried(batch.state, command, request.name, batch.draw_seed)
    except Exception:
        log.exception("a command broke", extra={"table": batch.table})
        return _broken()
    return refused_by(refused) if refused else None


def check_command(
    batch: Batch, request: Request, feed: Feed, services: TableServices
) -> Command | Refused:
    """Send a command through the gate, as the table stands behind the batch."""
    sender = Sender(request.name, services.role_of, request.seen, is_table=request.is_house)
    context = CommandContext(
        batch.state, batch.version, batch.at_ms, batch.wall_ms, batch.draw_seed,
        services.settings.chips_max,
        is_cut_open=feed.coming() is not None, bankrolls=batch.bankrolls,
        recent=lambda: (*feed.recent(), *batch.logged),
    )  # fmt: skip
    return pass_gate(sender, request.command, context)


def carry_out(batch: Batch, command: Command, *, id_: str = "", who: str = "") -> Entry | Rejection:
    """Decide a command; what it leads to goes into the batch, behind what the table does for it."""
    outcome = decide_on(batch.state, command, batch.draw_seed, who)
    if isinstance(outcome, Rejection):
        is_misdeal = batch.state.rules.shoe.runs_out != "shuffle_discards"
        batch.is_out_of_cards |= outcome.code is Code.SHOE_EMPTY and is_misdeal
        return outcome
    for refill in outcome[:-1]:
        batch.add(refill)
    return batch.add(outcome[-1], id_=id_, who=who)


def do_due(batch: Batch, wanted: Due, feed: Feed, *, has_cut: bool) -> Rejection | None:
    """Do what the table does by itself now."""
    seed = batch.draw_seed()
    if wanted.what in ("shuffle", "cut", "word"):
        return new_shoe(batch, feed, seed, has_cut=has_cut)
    if wanted.what == "void_shoe":
        return _refused(carry_out(batch, VoidShoe(commitments=feed.lost_shoes())))
    if wanted.what == "out_of_cards":
        return _misdeal(batch)
    command = stamp(command_due(batch.state, wanted.what, seed), batch.at_ms, batch.wall_ms)
    return _refused(carry_out(batch, command))


def _close(
    batch: Batch, command: CloseTable, feed: Feed, *, id_: str, who: str
) -> Entry | Rejection:
    """Close the table; the seeds of its shoes are revealed before it in the same append."""
    outcome = steps(batch.state, command, who)
    if isinstance(outcome, Rejection):
        return outcome
    accounts = accounts_of("", command, batch.state.chips)
    assert accounts <= batch.bankrolls.keys(), "a bankroll was not looked up"
    for old in feed.shoes_in_play():
        batch.give(RevealShoe(commitment=old.commitment, seed=old.seed))
    return batch.add(Decided(command, *outcome), id_=id_, who=who)


def _misdeal(batch: Batch) -> Rejection | None:
    """The shoe ran out in a round, and the rulebook has it dealt again (T-n-6)."""
    for command in OUT_OF_CARDS:
        outcome = carry_out(batch, command)
        if isinstance(outcome, Rejection):
            return outcome
    return None


def _broken() -> Refused:
    return Refused("broken", "this went wrong on our side; nothing has changed")


def _refused(outcome: Entry | Rejection) -> Rejection | None:
    return outcome if isinstance(outcome, Rejection) else None
