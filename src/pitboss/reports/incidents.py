"""What went wrong, was ruled and was corrected, as it is on record."""

from pitboss.cards import show_card
from pitboss.engine.declare import Event
from pitboss.engine.floor.corrections import CorrectionMade, CorrectionProposed, CorrectionRejected
from pitboss.engine.floor.cut import RecutOrdered
from pitboss.engine.floor.irregularities.effects import (
    BoxesLimited,
    ButtonRepaired,
    ButtonTurnedOff,
    InsuranceReopened,
    ReaderTurnedOff,
)
from pitboss.engine.floor.irregularities.misdeal import MisdealCalled, StakesReturned
from pitboss.engine.floor.irregularities.report import (
    IrregularityReported,
    TablePaused,
    TableResumed,
)
from pitboss.engine.floor.log_time import LogTimeSetBack
from pitboss.engine.floor.notices import NoticePosted, NoticeWithdrawn, RulesChanged
from pitboss.engine.floor.rulings import HandsRebuilt
from pitboss.engine.floor.staff import EntryPermitted
from pitboss.engine.floor.taking_back import TakenBack
from pitboss.engine.payouts import SettlementReversed
from pitboss.engine.play.turns import HandReopened
from pitboss.engine.shoe.drawing import CardDiscarded, CardExposed
from pitboss.engine.shoe.loading import ShuffleOrdered
from pitboss.engine.state import TableState
from pitboss.engine.words import tell
from pitboss.reports.figures import Incident
from pitboss.store.codec import name_of
from pitboss.store.entry import Entry

RULINGS = (
    IrregularityReported, MisdealCalled, TablePaused, TableResumed, ShuffleOrdered, RecutOrdered,
    EntryPermitted, HandsRebuilt, HandReopened, CardDiscarded, CardExposed, StakesReturned,
    SettlementReversed, ReaderTurnedOff, ButtonTurnedOff, ButtonRepaired, InsuranceReopened,
    CorrectionProposed, CorrectionMade, CorrectionRejected, NoticePosted, NoticeWithdrawn,
    RulesChanged, BoxesLimited, TakenBack, LogTimeSetBack,
)  # fmt: skip
"""What the staff reports, orders and corrects, and what follows from that."""
CORRECTIONS = (CorrectionProposed, CorrectionMade, CorrectionRejected)


def incident(table: str, number: int, event: Event, entry: Entry, state: TableState) -> Incident:
    """An event with card, player, box, round and clause; ``state`` is the table before it."""
    card = getattr(event, "card", -1)
    return Incident(
        table=table,
        n=number,
        at_ms=entry.clock_ms,
        round=state.round,
        kind=name_of(event),
        by=entry.who or str(getattr(event, "by", "")),
        text=tell(event, state.rules.titles),
        clause=str(getattr(event, "clause", "")),
        box=getattr(event, "box", 0),
        player=str(getattr(event, "player", "")),
        card=show_card(card) if card >= 0 else "",
    )
