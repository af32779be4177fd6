"""Steps of rounds that are over, as a viewer may see them."""

from collections.abc import Sequence

import msgspec

from pitboss.engine.payouts import WagerSettled
from pitboss.engine.state import EXAMINER, ONLOOKER
from pitboss.engine.state.visibility import may_see_hand
from pitboss.engine.views import TableView, boxes_seen, table_view
from pitboss.proof.payments import PaymentChain, payment_chain
from pitboss.server.feed.floor import ClauseWords, clause_words
from pitboss.server.feed.messages import Messages
from pitboss.server.log.events import Logged
from pitboss.server.log.rounds import History, RoundSummary
from pitboss.store.port import Store, TableHeader
from pitboss.wire.protocol import Message


class RoundStep(msgspec.Struct, frozen=True):
    """One event of a round, as a viewer may see it."""

    message: Message
    clause: str
    """Clause that the event names, or empty."""
    why: PaymentChain | None = None
    """Cards, totals, options and arithmetic of a settlement; None for any other event."""


class RoundSteps(msgspec.Struct, frozen=True):
    """A round that is over: the table before it, its steps, and the clauses that they name."""

    round: RoundSummary
    view: TableView
    """The table before the first step."""
    steps: tuple[RoundStep, ...]
    clauses: dict[str, ClauseWords]
    """Words of the clauses that the steps name."""


def round_steps(
    history: History,
    store: Store,
    header: TableHeader,
    played: RoundSummary,
    viewer: str,
    *,
    is_staff: bool = False,
) -> RoundSteps:
    """Return the steps of a round as a viewer may see them; reads the log, so call it off the loop.

    Every hand is shown once the shoe is over, and to the staff before that.
    """
    logged = list(history.replayed(store, header, first=played.first, last=played.last))
    viewer = _eyes(logged, viewer, is_staff=is_staff, is_open=history.is_open(played))
    first, messages = logged[0].before, Messages().all(logged, viewer)
    steps = [
        RoundStep(message, str(getattr(step.event, "clause", "")), _why(step, viewer))
        for step, message in zip(logged, messages, strict=True)
    ]
    words = clause_words(logged[-1].before.rules, {step.clause for step in steps})
    return RoundSteps(played, table_view(first, boxes_seen(first, viewer)), tuple(steps), words)


def _why(step: Logged, viewer: str) -> PaymentChain | None:
    """Return the chain of a settlement, without cards that the viewer has not seen."""
    event, state = step.event, step.before
    if not isinstance(event, WagerSettled):
        return None
    box = state.box(event.box)
    is_exposed = box is not None and box.hands[max(event.hand, 1) - 1].is_exposed
    is_hidden = not (is_exposed or may_see_hand(state, event.box, viewer))
    return payment_chain(state, event, is_hidden=is_hidden)


def round_messages(
    history: History,
    store: Store,
    header: TableHeader,
    played: RoundSummary,
    viewer: str,
    *,
    is_staff: bool = False,
) -> list[Message]:
    """Return the messages of a round as a viewer may see them; call it off the loop likewise."""
    logged = list(history.replayed(store, header, first=played.first, last=played.last))
    return Messages().all(logged, _eyes(logged, viewer, is_staff=is_staff, is_open=False))


def _eyes(logged: Sequence[Logged], viewer: str, *, is_staff: bool, is_open: bool) -> str:
    """Return the viewer whose redaction fits a round that is over; ``is_open``: so is its shoe."""
    if not is_open:
        return EXAMINER if is_staff else viewer
    was_on_duty = all(step.before.is_staff(viewer) for step in logged)
    return EXAMINER if is_staff or was_on_duty else ONLOOKER
