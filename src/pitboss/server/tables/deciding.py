"""Decide player commands and automatic actions, and collect the results in a batch."""

import logging
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from pitboss.cards import UNSEEN
from pitboss.engine.automatic import Decided, decide_on, prepare
from pitboss.engine.declare import Command
from pitboss.engine.floor.closing import CloseTable, VoidShoe
from pitboss.engine.floor.cut import CloseCut, OpenCut, unsaid
from pitboss.engine.shoe.commitment import CommitShoe, RevealShoe
from pitboss.engine.state import TableState
from pitboss.engine.table import steps
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.server.bankrolls import accounts_of
from pitboss.server.feed.feed import Feed
from pitboss.server.tables.batch import Batch, Request
from pitboss.server.tables.filled_fields import CommandContext, stamp
from pitboss.server.tables.gate import pass_gate
from pitboss.server.tables.services import TableServices
from pitboss.server.tables.timers import OUT_OF_CARDS, Due, command_due, cutters_among
from pitboss.shuffle import shuffled
from pitboss.store.codec import name_of
from pitboss.store.entry import Entry
from pitboss.wire.protocol import AbsentAct, Answer, Refused, refused_by


def new_shoe(batch: Batch, feed: Feed, seed: bytes, *, asks_for_cut: bool) -> Rejection | None:
    """Commit to the order of a new shoe; load it at once if no player is here to cut it.

    Otherwise call it again once all players have answered or time is up: it first has them say
    the words that they have pledged, then loads the cards.
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
    if coming is None and asks_for_cut and cutters_among(batch.state, feed.viewers()):
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


def refuse_broken() -> Refused:
    """Return the answer to a command that a fault of ours kept from being decided."""
    return Refused("broken", "this went wrong on our side; nothing has changed")


def decide(batch: Batch, request: Request, feed: Feed, services: TableServices) -> Answer:
    """Decide a command; one that is refused, or that breaks the server, changes nothing."""
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
        return Answer(request.id, ok=False, refused=refuse_broken())
    if isinstance(outcome, Rejection):
        return Answer(request.id, ok=False, refused=refused_by(outcome))
    return Answer(request.id, ok=True, first=outcome.first, last=outcome.version)


def try_out(batch: Batch, request: Request, feed: Feed, services: TableServices) -> Refused | None:
    """Return the refusal that a command would get now, without carrying it out."""
    try:
        command = check_command(batch, request, feed, services)
        if isinstance(command, Refused):
            return command
        refused = refused_if_tried(batch.state, command, request.name, batch.draw_seed)
    except Exception:
        log.exception("a command broke", extra={"table": batch.table})
        return refuse_broken()
    return refused_by(refused) if refused else None


def refused_if_tried(
    state: TableState, command: Command, who: str, draw_seed: Callable[[], bytes]
) -> Rejection | None:
    """Return the reason for which a command would be refused, tried with other cards to come.

    A command that is carried out deals cards and may end the round. With the real cards, the time
    of the answer would depend on them: a hit that busts settles the hand.
    """
    outcome = decide_on(with_other_cards(state, draw_seed()), command, draw_seed, who)
    return outcome if isinstance(outcome, Rejection) else None


def with_other_cards(state: TableState, seed: bytes) -> TableState:
    """Return the table with all unseen cards drawn again.

    Only the set of unseen cards counts, not their order.
    """
    if not state.automations.cards:
        return state
    has_hole = state.has_hole and state.hole != UNSEEN
    # A card that was exposed is known to all, and stays the next one.
    known = state.position + (state.exposed >= 0)
    unseen = [*state.shoe[known:], *([state.hole] if has_hole else [])]
    drawn = list(shuffled(sorted(unseen), seed))
    if has_hole:
        state = replace(state, hole=drawn.pop(_hole_place(state, drawn)))
    other = state.prep.other
    if other is not None:
        rest = shuffled(sorted(other.shoe[other.position :]), seed)
        side = replace(other, shoe=(*other.shoe[: other.position], *rest))
        state = state.with_prep(other=side)
    return replace(state, shoe=(*state.shoe[:known], *drawn))


def _hole_place(state: TableState, drawn: list[int]) -> int:
    """Return the place of the new hole card; after a peek, of one that makes no blackjack."""
    if not state.is_checked:
        return 0
    places = (place for place, card in enumerate(drawn) if not state.dealer.add(card).is_blackjack)
    return next(places, 0)


def check_command(
    batch: Batch, request: Request, feed: Feed, services: TableServices
) -> Command | Refused:
    """Pass a command through the gate, with the state at the end of the batch."""
    context = CommandContext(
        sender=request.name,
        is_table=request.is_house,
        seen=request.seen,
        role_of=services.role_of,
        state=batch.state,
        version=batch.version,
        at_ms=batch.at_ms,
        wall_ms=batch.wall_ms,
        draw_seed=batch.draw_seed,
        chips_max=services.settings.chips_max,
        is_cut_open=feed.coming() is not None,
        bankrolls=batch.bankrolls,
        recent=lambda: (*feed.recent(), *batch.logged),
        newcomer_refusal=partial(services.newcomer_refusal, batch.table),
        kept=feed.kept_boxes(batch.state),
    )
    return pass_gate(request.command, context)


def carry_out(batch: Batch, command: Command, *, id_: str = "", who: str = "") -> Entry | Rejection:
    """Decide a command; add it to the batch, behind the automatic steps that it needs."""
    outcome = decide_on(batch.state, command, batch.draw_seed, who)
    if isinstance(outcome, Rejection):
        is_misdeal = batch.state.rules.shoe.runs_out != "shuffle_discards"
        batch.is_out_of_cards |= outcome.code is Code.SHOE_EMPTY and is_misdeal
        return outcome
    for refill in outcome[:-1]:
        batch.add(refill)
    return batch.add(outcome[-1], id_=id_, who=who)


def do_due(
    batch: Batch, wanted: Due, feed: Feed, *, asks_for_cut: bool, best: str = ""
) -> Rejection | None:
    """Carry out an automatic step; return its refusal, if any.

    ``best`` names the best act for an absent player, if it is known.
    """
    seed = batch.draw_seed()
    if wanted.what in ("shuffle", "cut", "word"):
        return new_shoe(batch, feed, seed, asks_for_cut=asks_for_cut)
    if wanted.what == "void_shoe":
        return _refused(carry_out(batch, VoidShoe(commitments=feed.lost_shoes())))
    if wanted.what == "out_of_cards":
        return _misdeal(batch)
    due = command_due(batch.state, wanted.what, seed, best)
    refused = _refused(carry_out(batch, stamp(due, batch.at_ms, batch.wall_ms)))
    if wanted.is_absent and refused is None:
        act = name_of(due)
        batch.absent_act = AbsentAct(due.by, act, is_best_play=act == best)
    return refused


def _close(
    batch: Batch, command: CloseTable, feed: Feed, *, id_: str, who: str
) -> Entry | Rejection:
    """Close the table, and reveal the seeds of its shoes before that in the same append."""
    outcome = steps(batch.state, command, who)
    if isinstance(outcome, Rejection):
        return outcome
    accounts = accounts_of("", command, batch.state.chips)
    assert accounts <= batch.bankrolls.keys(), "a bankroll was not looked up"
    for old in feed.shoes_in_play():
        batch.give(RevealShoe(commitment=old.commitment, seed=old.seed))
    return batch.add(Decided(command, *outcome), id_=id_, who=who)


def _misdeal(batch: Batch) -> Rejection | None:
    """Report that the shoe ran out, so that the round is dealt again (T-n-6)."""
    for command in OUT_OF_CARDS:
        outcome = carry_out(batch, command)
        if isinstance(outcome, Rejection):
            return outcome
    return None


def _refused(outcome: Entry | Rejection) -> Rejection | None:
    return outcome if isinstance(outcome, Rejection) else None
