"""A new shoe at a table that deals by itself: committed to, cut by the words of players, loaded."""

from pitboss.engine.declare import Command
from pitboss.engine.floor.cut import ContributeCut
from pitboss.engine.floor.staff import role_refused
from pitboss.engine.state import TableState
from pitboss.engine.table import step
from pitboss.rulebook.refusals import Rejection
from pitboss.server.batch import Batch
from pitboss.server.feed import Feed
from pitboss.server.protocol import Refused
from pitboss.shoes import prepare
from pitboss.store.notes import ShoeCommitted, ShoeRevealed


def new_shoe(batch: Batch, feed: Feed, seed: bytes, *, has_cut: bool) -> Rejection | None:
    """Put the fingerprint of a new order on record; load it at once where nobody is asked to cut.

    Where somebody is, this is called again when they have answered or their time is up.
    """
    coming = feed.coming()
    made = prepare(batch.state, bytes.fromhex(coming.seed) if coming else seed)
    outcome = step(batch.state, made.command)
    if isinstance(outcome, Rejection):
        return outcome
    note = ShoeCommitted(made.commitment, made.seed.hex(), made.side)
    if coming is None and has_cut and cutters(batch.state, feed):
        batch.add(note, "")
        return None
    is_double = batch.state.rules.shoe.compartments == "double"
    for old in feed.shoes_in_play():
        if old is not coming and (not is_double or old.side == made.side):
            batch.add(ShoeRevealed(old.commitment, old.seed), "")
    if coming is None:
        batch.add(note, "")
    for event in outcome[1]:
        batch.add(event, "")
    return None


def cutters(state: TableState, feed: Feed) -> frozenset[str]:
    """Players who are here and may contribute to a cut."""
    if state.rules.shoe.shuffler == "continuous":
        return frozenset()
    return frozenset(feed.viewers() & state.chips.keys())


def too_early(state: TableState, feed: Feed, command: Command) -> Refused | None:
    """Words for a cut count once the order is committed to, so that no order is chosen by them."""
    if not isinstance(command, ContributeCut) or feed.coming() is not None:
        return None
    if role_refused(state, command):
        return None
    text = "the cut is open when new cards are committed to, and until they lie in the shoe"
    return Refused("not_now", text)
