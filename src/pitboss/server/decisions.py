"""What is decided at a table: a command, or what the table does by itself, put into a batch."""

import logging

from pitboss.engine.automatic import Decided, decide_on
from pitboss.engine.chips import BuyIn
from pitboss.engine.declare import Command
from pitboss.engine.floor.closing import CloseTable
from pitboss.engine.floor.void_shoe import VoidShoe
from pitboss.engine.shoe.commitment import RevealShoe
from pitboss.engine.table import steps
from pitboss.money import is_guest
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.server.bankrolls import accounts_of, distrusted, overdrawn
from pitboss.server.batch import Batch, Request
from pitboss.server.clock import OUT_OF_CARDS, Due, command_due
from pitboss.server.config import Settings
from pitboss.server.cutting import new_shoe, too_early, wager_refused
from pitboss.server.feed import Feed
from pitboss.server.policy import admit, stamped
from pitboss.server.protocol import Answer, Refused, refused_by
from pitboss.server.stale_acts import stale
from pitboss.store.entry import Entry

log = logging.getLogger("pitboss.table")


def judge(batch: Batch, request: Request, feed: Feed, settings: Settings) -> Answer:
    """What a command leads to; a refused one, or one that we stumble over, changes nothing."""
    command: Command | Refused = request.command
    if not request.is_house:
        command = admit(
            batch.state, request.name, request.command,
            draw_seed=batch.draw_seed, chips_max=settings.chips_max,
        )  # fmt: skip
    if not isinstance(command, Refused):
        command = stale(batch, request, feed) or command
    if not isinstance(command, Refused):
        command = too_early(batch.state, feed, command) or command
    if not isinstance(command, Refused):
        command = wager_refused(batch.state, feed, command, batch.at_ms) or command
    if not isinstance(command, Refused):
        accounts = accounts_of("", command, batch.state.chips)
        command = distrusted(batch.bankrolls, accounts) or command
    if isinstance(command, BuyIn) and not is_guest(command.player):
        command = overdrawn(batch.bankrolls[command.player], command) or command
    if isinstance(command, Refused):
        return Answer(request.id, ok=False, refused=command)
    try:
        if isinstance(command, CloseTable):
            outcome = _close(batch, command, feed, id_=request.key, who=request.name)
        else:
            outcome = carry_out(batch, command, id_=request.key, who=request.name)
    except Exception:
        log.exception("a command broke", extra={"table": batch.table})
        text = "this went wrong on our side; nothing has changed"
        return Answer(request.id, ok=False, refused=Refused("broken", text))
    if isinstance(outcome, Rejection):
        return Answer(request.id, ok=False, refused=refused_by(outcome))
    return Answer(request.id, ok=True, first=outcome.first, last=outcome.version)


def carry_out(batch: Batch, command: Command, *, id_: str = "", who: str = "") -> Entry | Rejection:
    """Decide a command; what it leads to goes into the batch, behind what the table does for it."""
    given = stamped(command, batch.at_ms)
    outcome = decide_on(batch.state, given, batch.draw_seed, who)
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
    return _refused(carry_out(batch, command_due(batch.state, wanted.what, seed)))


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


def _refused(outcome: Entry | Rejection) -> Rejection | None:
    return outcome if isinstance(outcome, Rejection) else None
