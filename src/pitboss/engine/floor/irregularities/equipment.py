"""Failed equipment: a shuffler out of use, damaged cards and their replacements."""

from typing import ClassVar

from pitboss.cards import UNSEEN, Card
from pitboss.engine.declare import EVERYBODY, Event, seen_by_staff
from pitboss.engine.draft import Draft
from pitboss.engine.floor.irregularities.report import Report, named_card, refuse_by
from pitboss.engine.state import BETTING, TableState
from pitboss.engine.words import one_of
from pitboss.rulebook.refusals import Code, Rejection
from pitboss.rulebook.rules import Irregularity


class ShufflerTurnedOff(Event, tag="shuffler_turned_off"):
    """The shuffler is out of use, or visibly covered or marked."""

    clause: str
    is_covered: bool = False
    audience: ClassVar = EVERYBODY
    words: ClassVar = one_of(
        "is_covered",
        yes="The shuffler is covered or marked out of order [{clause}].",
        no="The shuffler is out of order [{clause}].",
    )

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(shuffler="covered" if self.is_covered else "failed")


class ShufflerRepaired(Event, tag="shuffler_repaired"):
    """The shuffler is in use again."""

    clause: str
    audience: ClassVar = EVERYBODY
    words: ClassVar = "The shuffler works again [{clause}]."

    def apply(self, state: TableState) -> TableState:
        return state.with_floor(shuffler="")


class CardDamaged(Event, tag="card_damaged"):
    """A card was found damaged, and must be replaced before the next round."""

    card: Card
    clause: str
    audience: ClassVar = seen_by_staff("card")
    words: ClassVar = "A card is damaged; it is replaced after the round [{clause}]."

    def apply(self, state: TableState) -> TableState:
        damaged = (*state.floor.damaged, self.card)
        return state.with_floor(damaged=damaged, damaged_by=self.clause)


class CardReplaced(Event, tag="card_replaced"):
    """A damaged card left the shoe, and another of the same face took its place."""

    card: Card
    clause: str
    audience: ClassVar = seen_by_staff("card")
    words: ClassVar = "The damaged card is replaced [{clause}]."

    def apply(self, state: TableState) -> TableState:
        damaged = list(state.floor.damaged)
        if self.card in damaged:
            damaged.remove(self.card)
        return state.with_floor(damaged=tuple(damaged))


def no_shuffler(draft: Draft, _command: Report, rule: Irregularity) -> Rejection | None:
    """Take the shuffler out of use; no machine shuffle begins until it works again (PA-12-l)."""
    if draft.state.floor.shuffler:
        return refuse_by(rule, Code.ALREADY_PLACED, "the shuffler is out of use already")
    draft.add(ShufflerTurnedOff(rule.clauses[0]))
    return None


def cover_shuffler(draft: Draft, _command: Report, rule: Irregularity) -> Rejection | None:
    """Cover or mark the failed shuffler, so that cards may be shuffled by hand (PA-12-l)."""
    if draft.state.floor.shuffler != "failed":
        return refuse_by(rule, Code.WRONG_TIME, "every failed shuffler is covered already")
    draft.add(ShufflerTurnedOff(rule.clauses[0], is_covered=True))
    return None


def shuffler_works(draft: Draft, _command: Report, rule: Irregularity) -> Rejection | None:
    """Put the shuffler back into use (PA-12-l)."""
    if not draft.state.floor.shuffler:
        return refuse_by(rule, Code.WRONG_TIME, "the shuffler is in use")
    draft.add(ShufflerRepaired(rule.clauses[0]))
    return None


def replace_card(draft: Draft, command: Report, rule: Irregularity) -> Rejection | None:
    """Record a damaged card, or its replacement before the next round (NZ-16.8)."""
    card, new, clause = named_card(command), command.replacement, rule.clauses[0]
    if card == UNSEEN:
        return refuse_by(rule, Code.UNKNOWN, "name the damaged card")
    if new < 0:
        draft.add(CardDamaged(card, clause))
        return None
    if draft.state.phase != BETTING:
        return refuse_by(rule, Code.WRONG_TIME, "the card is replaced at the end of the round")
    if new != card:
        return refuse_by(rule, Code.UNKNOWN, "the replacement is a card of the same face")
    draft.add(CardReplaced(card, clause))
    return None
