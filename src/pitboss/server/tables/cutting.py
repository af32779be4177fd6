"""A new shoe at a table that deals by itself: committed to, cut by the words of players, loaded."""

from pitboss.engine.automatic import Decided, prepare
from pitboss.engine.floor.cut import CloseCut, OpenCut, unsaid
from pitboss.engine.shoe.commitment import CommitShoe, RevealShoe
from pitboss.engine.state import TableState
from pitboss.engine.table import steps
from pitboss.rulebook.refusals import Rejection
from pitboss.server.feed.feed import Feed
from pitboss.server.tables.batch import Batch


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
    if coming is None and has_cut and cutters(batch.state, feed):
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


def cutters(state: TableState, feed: Feed) -> frozenset[str]:
    """Players who are here and may contribute to a cut."""
    if state.rules.shoe.shuffler == "continuous":
        return frozenset()
    return frozenset(feed.viewers() & state.chips.keys())
