"""A void shoe: the key to its sealed order is lost, so that no card of it can be dealt any more."""

from typing import ClassVar

from msgspec.structs import replace

from pitboss.engine.declare import EVERYBODY, Command, Event, Role, decides
from pitboss.engine.draft import Draft
from pitboss.engine.floor.closing import WagerReturned, on_box
from pitboss.engine.payouts import return_insurance, settle_void
from pitboss.engine.round import RoundEnded, layout_cards
from pitboss.engine.side_wagers.settling import void_side
from pitboss.engine.state import BETTING, Preparation, TableState
from pitboss.rulebook.refusals import Code, Rejection

KEY_LOST = "the key to its sealed order is lost"


class VoidShoe(Command, tag="void_shoe"):
    """Declare a shoe void whose order nobody can read any more; every wager goes back."""

    commitments: tuple[str, ...]
    """Of every shoe whose order is lost, one that is being cut included."""
    reason: str = KEY_LOST
    roles: ClassVar = frozenset({Role.TABLE})
    is_for_stops: ClassVar = True
    is_aside: ClassVar = True


class ShoeVoided(Event, tag="shoe_voided"):
    """A shoe is void: its order is lost, and new cards are shuffled before the next round."""

    commitments: tuple[str, ...]
    reason: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The shoe is void: {reason}. Wagers go back [{clause}]."

    def apply(self, state: TableState) -> TableState:
        old = state.prep
        # Both sides of a double shoe and either batch are shuffled again.
        prep = Preparation(is_opened=True, opened_ms=old.opened_ms)
        return replace(
            state, shoe=(), position=0, discards=(), shoe_round=0, prep=prep, is_locked=False
        )


@decides(VoidShoe)
def void_shoe(draft: Draft, command: VoidShoe) -> Rejection | None:
    """Give every undecided wager back, end the round, and take the cards out of play.

    What was decided before stays so. A streak that began in an earlier round stays up.
    """
    state, rules = draft.state, draft.rules
    if not command.commitments:
        return rules.refuse(Code.UNKNOWN, "staff", "a void shoe is named by its commitment")
    clause = rules.clause("staff")
    coming = state.round + (state.phase == BETTING)
    is_in_play = state.phase != BETTING
    for side in state.sides:
        if side.placed_in >= coming and is_in_play:
            void_side(draft, side, clause)
        elif side.placed_in >= coming:
            draft.add(WagerReturned(side.box, side.player, side.wager, (side.amount,)))
    for answer in state.insured:
        return_insurance(draft, answer, clause)
    for box in state.boxes:
        for number, played in enumerate(box.hands, start=1):
            for bet in played.bets:
                settle_void(draft, box.number, number, bet, clause)
        if not box.hands:
            for returned in on_box(box):
                draft.add(returned)
    if is_in_play:
        draft.add(RoundEnded(state.round, layout_cards(draft.state)))
    draft.add(ShoeVoided(command.commitments, command.reason, clause))
    return None
