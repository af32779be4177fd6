"""A new shoe at a table that deals by itself: committed to, cut by the words of players, loaded."""

from pitboss.engine.automatic import Decided, prepare, shuffle_due
from pitboss.engine.declare import Command
from pitboss.engine.floor.cut import CloseCut, ContributeCut, OpenCut, PledgeCut, unsaid
from pitboss.engine.floor.staff import role_refused
from pitboss.engine.shoe.commitment import CommitShoe, RevealShoe
from pitboss.engine.state import TableState
from pitboss.engine.table import steps
from pitboss.engine.wagers.limits import PlaceWager
from pitboss.engine.wagers.repeating import RepeatWagers
from pitboss.rulebook.refusals import Rejection
from pitboss.server.batch import Batch
from pitboss.server.feed import Feed
from pitboss.server.protocol import Refused


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


def too_early(state: TableState, feed: Feed, command: Command) -> Refused | None:
    """Words for a cut count once the order is committed to, so that no order is chosen by them;
    and nobody says one who has not committed to it before any was said.
    """
    if not isinstance(command, PledgeCut | ContributeCut) or role_refused(state, command):
        return None
    if feed.coming() is None:
        text = "the cut is open when new cards are committed to, and until they lie in the shoe"
        return Refused("not_now", text)
    is_pledged = any(player == command.by for player, _ in state.prep.pledges)
    if isinstance(command, ContributeCut) and command.by in state.chips and not is_pledged:
        text = "commit to your word first, with pledge_cut: it is said when all have"
        return Refused("pledge_first", text)
    return None


def wager_refused(state: TableState, feed: Feed, command: Command, now_ms: int) -> Refused | None:
    """Refuse a wager while new cards are due and their order is not committed to.

    Whoever commits to an order after a wager may have chosen it by that: ``verify`` says so.
    """
    is_wager = isinstance(command, PlaceWager | RepeatWagers) and not role_refused(state, command)
    if not is_wager or feed.coming() is not None or not shuffle_due(state, now_ms):
        return None
    return Refused("not_now", "new cards are shuffled first: bet when their order is committed to")
