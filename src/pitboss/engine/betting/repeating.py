"""Wagers that stand over: those of the last round, laid again for players without a device."""

from typing import ClassVar

from pitboss.engine.betting.limits import PlaceWager, wager_refused
from pitboss.engine.betting.placing import WagerPlaced
from pitboss.engine.declare import DEALERS, EVERYBODY, Command, Event, decides, unchanged
from pitboss.engine.draft import Draft
from pitboss.engine.state import BETTING
from pitboss.money import Cents, is_guest
from pitboss.rulebook.refusals import Code, Rejection


class RepeatWagers(Command, tag="repeat_wagers"):
    """Lay the wagers of the last round again for every guest who has none up."""

    roles: ClassVar = DEALERS
    taken_back_as: ClassVar = "repeated wagers"


class WagerNotRepeated(Event, tag="wager_not_repeated"):
    """A wager of the last round could not be laid again."""

    box: int
    player: str
    wager: str
    amounts: tuple[Cents, ...]
    why: str
    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = (
        "Box {box}: {player}'s {amounts} on {wager} is not bet again: {why} [{clause}]."
    )
    apply = unchanged


@decides(RepeatWagers)
def repeat_wagers(draft: Draft, _command: RepeatWagers) -> Rejection | None:
    """Lay what stood when the last round was dealt; what the rules refuse now is named."""
    state, rules = draft.state, draft.rules
    if state.automations.cards:
        text = "at a table that deals by itself the players lay their wagers"
        return rules.refuse(Code.NOT_OFFERED, "staff", text, also="decider")
    if state.phase != BETTING or state.is_locked:
        text = "no wager may be placed once betting is closed"
        return rules.refuse(Code.BETTING_CLOSED, "late_wager", text)
    again = [
        (box, player, wager, amounts)
        for box, player, wager, amounts in state.floor.last_wagers
        if is_guest(player) and state.chips.get(player) and not state.has_main(player)
    ]
    if not again:
        text = "no guest without a wager had one in the last round"
        return rules.refuse(Code.UNKNOWN, "placed", text)
    for box, player, wager, amounts in again:
        place = PlaceWager(by=player, box=box, wager=wager, amounts=amounts)
        if refused := wager_refused(draft.state, place):
            why, clause = refused.text, refused.clause
            draft.add(WagerNotRepeated(box, player, wager, amounts, why, clause))
        else:
            draft.add(WagerPlaced(box, player, wager, amounts))
    return None
